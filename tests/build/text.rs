//! Changes to the text of a list: what was not meant stays byte for byte.

use std::fs;

use orbat::internals::builder::{HeadChange, ListEditor, UnitChange};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{CannotRewrite, List, Models, Spanned, rewrite};
use orbat::internals::model::Game;
use orbat::internals::source::Sources;

use crate::support::verdict::system_of;
use crate::support::{files_below, root};
use crate::{game, read, small_game};

/// The text of a list where its places point.
fn sources(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.add("list.yaml", text);
    sources
}

pub(crate) fn changed(
    game: &Game,
    text: &str,
    work: impl FnOnce(&mut ListEditor<'_, '_>),
) -> String {
    let rules = Ruleset::new(game);
    let sources = sources(text);
    let mut change = ListEditor { rules: &rules, game, sources: &sources, list: read(text) };
    work(&mut change);
    rewrite(text, &change.list).unwrap_or_else(|_| panic!("cannot be written into\n{text}"))
}

pub(crate) fn wanted(models: Option<i64>, take: &[(&str, Option<i64>)]) -> UnitChange {
    let take = take.iter().map(|(name, times)| ((*name).to_owned(), *times)).collect();
    UnitChange { models, take, ..UnitChange::default() }
}

/// What a change of a unit is refused with.
#[track_caller]
pub(crate) fn refused(game: &Game, text: &str, unit: &str, change: &UnitChange) -> String {
    let rules = Ruleset::new(game);
    let sources = sources(text);
    let mut work = ListEditor { rules: &rules, game, sources: &sources, list: read(text) };
    work.set(unit, change).unwrap_err().to_string()
}

/// What a change leaves alone it leaves alone: comments, order, spelling, odd spaces.
#[test]
fn only_what_is_meant_changes() {
    let game = game("warzone");
    let before = "# my list\norbat: 1   # format\nsystem: warzone\nfaction: bauhaus\nchart:  standard\n\nunits:\n  # the boss\n  - unit: kapitan\n  - hussars # short\n  -   unit:   blitzers   # wide\n      options: {  lmg : 1 }\n      name: \"A: b\"\n# end\n";
    let set = |name: &'static str, change: UnitChange| {
        move |work: &mut ListEditor<'_, '_>| drop(work.set(name, &change).unwrap())
    };
    let after = changed(&game, before, set("hussars", wanted(Some(8), &[])));
    assert_eq!(
        after,
        before.replace("- hussars # short", "- unit: hussars\n    models: 8 # short")
    );
    let after = changed(&game, before, set("blitzers", wanted(Some(7), &[])));
    assert_eq!(
        after,
        before.replace("blitzers   # wide\n", "blitzers   # wide\n      models: 7\n")
    );
    let after = changed(&game, before, |work| drop(work.remove("blitzers").unwrap()));
    assert_eq!(
        after,
        before.replace(
            "  -   unit:   blitzers   # wide\n      options: {  lmg : 1 }\n      name: \"A: b\"\n",
            ""
        )
    );
    let after =
        changed(&game, before, |work| drop(work.add("dragoons", &UnitChange::default()).unwrap()));
    assert_eq!(after, before.replace("\"A: b\"\n", "\"A: b\"\n  - unit: dragoons\n"));
    let after = changed(&game, before, |work| {
        work.set_head(&HeadChange {
            chart: Some("Heavy".into()),
            points: Some(900.into()),
            ..HeadChange::default()
        })
        .unwrap()
    });
    assert_eq!(after, before.replace("chart:  standard\n", "chart:  heavy\npoints: 900\n"));
}

#[test]
fn options_change_one_at_a_time() {
    let game = game("warzone");
    let head = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - unit: kapitan\n  - unit: hussars\n    models: 10\n";
    let after = |options: &str, change: UnitChange| {
        let text = format!("{head}{options}");
        let new = changed(&game, &text, |work| drop(work.set("hussars", &change).unwrap()));
        new.strip_prefix(head).unwrap_or_else(|| panic!("{new}")).to_owned()
    };
    let take = |name: &str, times: Option<i64>| wanted(None, &[(name, times)]);
    assert_eq!(after("", take("lmg", None)), "    options: {lmg: true}\n");
    assert_eq!(
        after("    options: {lmg: 1}   # guns\n", take("lmg", None)),
        "    options: {lmg: 2}   # guns\n"
    );
    assert_eq!(
        after("    options: {lmg: 1, iron_will: true}\n", take("lmg", Some(0))),
        "    options: {iron_will: true}\n"
    );
    assert_eq!(after("    options: {lmg: 1}\n", take("lmg", Some(0))), "");
    assert_eq!(
        after(
            "    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n",
            take("rockets", None)
        ),
        "    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n      rockets: true\n"
    );
    assert_eq!(
        after(
            "    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n",
            take("lmg", Some(0))
        ),
        "    options:\n      iron_will: true # calm\n"
    );
    assert_eq!(
        after("    options: {heavy: {lmg: 1}}\n", take("lmg", None)),
        "    options: {heavy: {lmg: 2}}\n"
    );
}

#[test]
fn lists_in_brackets_stay_in_brackets() {
    let game = game("warzone");
    let text = "{\"orbat\": 1, \"system\": \"warzone\", \"faction\": \"bauhaus\", \"chart\": \"standard\",\n \"units\": [{\"unit\": \"kapitan\"}, \"hussars\"]}\n";
    let after =
        changed(&game, text, |work| drop(work.add("blitzers", &wanted(Some(6), &[])).unwrap()));
    assert_eq!(after, text.replace("\"hussars\"]", "\"hussars\", {unit: blitzers, models: 6}]"));
    let after = changed(&game, text, |work| drop(work.remove("hussars").unwrap()));
    assert_eq!(after, text.replace(", \"hussars\"]", "]"));
    let after =
        changed(&game, text, |work| drop(work.set("hussars", &wanted(Some(6), &[])).unwrap()));
    assert_eq!(after, text.replace("\"hussars\"]", "{unit: hussars, models: 6}]"));
}

#[test]
fn joined_units_get_ids_where_they_need_one() {
    let game = game("warzone");
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - kapitan\n  - id: a\n    unit: hussars\n  - unit: varg_rider\n";
    let join = UnitChange { join: Some("a".into()), ..UnitChange::default() };
    let after = changed(&game, text, |work| drop(work.add("varg_rider", &join).unwrap()));
    assert!(
        after.ends_with(
            "    unit: hussars\n    joined: [varg_rider_1]\n  - unit: varg_rider\n  - id: varg_rider_1\n    unit: varg_rider\n"
        ),
        "{after}"
    );
    let left = changed(&game, &after, |work| drop(work.remove("varg_rider_1").unwrap()));
    assert_eq!(left, text);
}

/// Windows line ends, no line end at the end, an empty list, forces.
#[test]
fn every_sort_of_text_can_be_added_to() {
    let game_ = game("firefight");
    let add = |text: &str| {
        changed(&game_, text, |work| drop(work.add("captain", &UnitChange::default()).unwrap()))
    };
    let head = "orbat: 1\nsystem: firefight\nfaction: enforcers\n";
    assert_eq!(add(head), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(add(head.trim_end()), format!("{head}units:\n  - unit: captain"));
    assert_eq!(add(&format!("{head}units:\n")), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(add(&format!("{head}units: []\n")), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(
        add(&format!("{head}units:\n- marines\n")),
        format!("{head}units:\n- marines\n- unit: captain\n")
    );
    assert_eq!(
        add(&format!("{head}units:\n- marines")),
        format!("{head}units:\n- marines\n- unit: captain")
    );
    let windows = format!("{head}units:\n  - marines\n").replace('\n', "\r\n");
    assert_eq!(add(&windows), format!("{windows}  - unit: captain\r\n"));
    let game = game("at43");
    let head = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\n";
    let begun = changed(&game, head, |work| {
        drop(work.add("steel_troopers", &UnitChange::default()).unwrap())
    });
    assert_eq!(begun, format!("{head}platoons:\n  - units:\n      - unit: steel_troopers\n"));
    // Into the army and into its last force at once: both end where the text does.
    let both = changed(&game, &begun, |work| {
        work.add("bunker", &UnitChange::default()).unwrap();
        work.add("tac_arms", &UnitChange::default()).unwrap();
    });
    assert_eq!(
        both,
        format!(
            "{head}units:\n  - unit: bunker\nplatoons:\n  - units:\n      - unit: steel_troopers\n      - unit: tac_arms\n"
        )
    );
}

/// For every example: a unit that is added and removed again leaves the file as it was, and so does
/// any other unit that is removed, but for its own lines and those that speak of it.
#[test]
fn examples_survive_changes() {
    let mut tried = 0;
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let game = game(system);
        let rules = Ruleset::new(&game);
        for path in files_below(&root().join("examples").join(system), "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(system_of(&text), system);
            let list = read(&text);
            let own = sources(&text);
            let mut change =
                ListEditor { rules: &rules, game: &game, sources: &own, list: list.clone() };
            let unit = game.units().next().unwrap().1.id.clone();
            let id = UnitChange { id: Some("brand_new".into()), ..UnitChange::default() };
            change.add(&unit, &id).unwrap();
            let with = rewrite(&text, &change.list).unwrap();
            assert_ne!(with, text);
            let mut change = ListEditor {
                rules: &rules,
                game: &game,
                sources: &sources(&with),
                list: read(&with),
            };
            change.remove("brand_new").unwrap();
            let without = rewrite(&with, &change.list).unwrap();
            // Where units stand in forces only, the key of the others stays.
            let without = if text.contains("\nunits:") {
                without
            } else {
                without.replacen("\nunits:\n", "\n", 1)
            };
            assert_eq!(without, text, "{}", path.display());
            for unit in rules.assess(&list).units {
                let mut change =
                    ListEditor { rules: &rules, game: &game, sources: &own, list: list.clone() };
                // One of several that are alike is named with its number.
                let named =
                    change.remove(&unit.id).or_else(|_| change.remove(&format!("{}-1", unit.id)));
                named.unwrap();
                let without = rewrite(&text, &change.list).unwrap();
                let mut old = text.lines();
                // Joins end, counts go down and stated sums follow.
                let follows = |line: &str| {
                    ["joined", "count:", "derived:"].iter().any(|key| line.contains(key))
                };
                for line in without.lines().filter(|line| !follows(line)) {
                    assert!(
                        old.any(|old_line| old_line == line),
                        "{}: `{line}` is new\n{without}",
                        path.display()
                    );
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// However options, models and joined units are written: what has not changed stays as it is
/// written.
#[test]
fn every_form_keeps_its_form() {
    let game = game("warzone");
    let head = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - unit: kapitan\n  - unit: hussars\n    models: 10\n";
    let after = |options: &str, change: UnitChange| {
        let text = format!("{head}{options}");
        let new = changed(&game, &text, |work| drop(work.set("hussars", &change).unwrap()));
        new.strip_prefix(head).unwrap_or_else(|| panic!("{new}")).to_owned()
    };
    let take = |name: &str, times: i64| wanted(None, &[(name, Some(times))]);
    let cases = [
        (
            "options:\n      - lmg # loud\n      # calm\n      - iron_will\n",
            ("lmg", 2),
            "options:\n      - lmg: 2 # loud\n      # calm\n      - iron_will\n",
        ),
        (
            "options:\n      - lmg # loud\n      # calm\n      - iron_will\n",
            ("lmg", 0),
            "options:\n      # calm\n      - iron_will\n",
        ),
        (
            "options:\n    - iron_will\n    # loud\n",
            ("lmg", 2),
            "options:\n    - iron_will\n    - lmg: 2\n    # loud\n",
        ),
        (
            "options: [ 'iron_will',  lmg ]  # x\n",
            ("rockets", 1),
            "options: [ 'iron_will',  lmg, rockets ]  # x\n",
        ),
        ("options: [ 'iron_will',  lmg ]  # x\n", ("iron_will", 0), "options: [ lmg ]  # x\n"),
        (
            "options: [ 'iron_will',  lmg ]  # x\n",
            ("lmg", 2),
            "options: [ 'iron_will',  {lmg: 2} ]  # x\n",
        ),
        (
            "options: [iron_will, {lmg: 1, rockets: 1}]\n",
            ("lmg", 0),
            "options: [iron_will, {rockets: 1}]\n",
        ),
        ("options: [iron_will, {lmg: 1}]\n", ("lmg", 0), "options: [iron_will]\n"),
        ("options: lmg # loud\n", ("rockets", 1), "options: [lmg, rockets] # loud\n"),
        (
            "options: {\"lmg\" : 1,   iron_will: true }\n",
            ("rockets", 1),
            "options: {\"lmg\" : 1,   iron_will: true, rockets: true }\n",
        ),
        (
            "options: {\"lmg\" : 1,   iron_will: true }\n",
            ("lmg", 2),
            "options: {\"lmg\" : 2,   iron_will: true }\n",
        ),
        (
            "options: {\n      lmg: 1, # loud\n      # calm\n      iron_will: true # c\n    }\n",
            ("lmg", 0),
            "options: {\n      # calm\n      iron_will: true # c\n    }\n",
        ),
        (
            "options: {\n      lmg: 1, # loud\n      # calm\n      iron_will: true # c\n    }\n",
            ("rockets", 1),
            "options: {\n      lmg: 1, # loud\n      # calm\n      iron_will: true, # c\n      rockets: true\n    }\n",
        ),
        ("options: {heavy: [lmg,  rockets]}\n", ("lmg", 0), "options: {heavy: [rockets]}\n"),
        (
            "options: {heavy: [lmg,  rockets]}\n",
            ("lmg", 2),
            "options: {heavy: [{lmg: 2},  rockets]}\n",
        ),
        (
            "options:\n      heavy:\n        lmg: 1 # loud\n        rockets: 1 # far\n      iron_will: true\n",
            ("rockets", 0),
            "options:\n      heavy:\n        lmg: 1 # loud\n      iron_will: true\n",
        ),
        (
            "options:\n      heavy:\n        lmg: 1 # loud\n        rockets: 1 # far\n      iron_will: true\n",
            ("lmg", 2),
            "options:\n      heavy:\n        lmg: 2 # loud\n        rockets: 1 # far\n      iron_will: true\n",
        ),
        (
            "options:   # guns\n      # none so far\n      lmg: 1\n",
            ("lmg", 0),
            "options:   # guns\n      # none so far\n",
        ),
        (
            "options: {heavy.lmg: 1, iron_will: true}\n",
            ("lmg", 2),
            "options: {heavy.lmg: 2, iron_will: true}\n",
        ),
    ];
    for (before, (name, times), expected) in cases {
        assert_eq!(
            after(&format!("    {before}"), take(name, times)),
            format!("    {expected}"),
            "{before} {name} {times}"
        );
    }
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - id: h\n    unit: hussars\n    joined:  # friends\n      - a # one\n      # two\n      - b\n  - {id: a, unit: varg_rider}\n  - {id: b, unit: varg_rider}\n  - {id: c, unit: varg_rider}\n";
    let join = |unit: &'static str, host: &str| {
        let change = UnitChange { join: Some(host.into()), ..UnitChange::default() };
        move |work: &mut ListEditor<'_, '_>| drop(work.set(unit, &change).unwrap())
    };
    assert_eq!(
        changed(&game, text, join("c", "h")),
        text.replace("      - b\n", "      - b\n      - c\n")
    );
    assert_eq!(changed(&game, text, join("a", "")), text.replace("      - a # one\n", ""));
    let mut target = read(text);
    let lone = text.replace(
        "    joined:  # friends\n      - a # one\n      # two\n      - b\n",
        "    models:\n      # the lot\n      hussar: 6 # men\n",
    );
    let mut lines = read(&lone);
    lines.units[0].models = Models::Lines(vec![orbat::internals::list::ModelLine {
        model: Spanned::new("hussar".into(), lines.span),
        design: None,
        count: Some(Spanned::new(7, lines.span)),
        options: Vec::new(),
    }]);
    // Places are those of the text.
    if let (Models::Lines(new), Models::Lines(old)) =
        (&mut lines.units[0].models, &read(&lone).units[0].models)
    {
        new[0].model.span = old[0].model.span;
    }
    assert_eq!(
        rewrite(&lone, &lines).as_deref(),
        Ok(lone.replace("hussar: 6", "hussar: 7").as_str())
    );
    target.units.retain(|unit| unit.id.as_ref().is_some_and(|id| id.value != "c"));
    assert_eq!(
        rewrite(text, &target).as_deref(),
        Ok(text.replace("  - {id: c, unit: varg_rider}\n", "").as_str())
    );
}

/// An option that a line of models takes is dropped there.
#[test]
fn options_of_models_are_dropped_where_they_stand() {
    let game = game("mad_minute");
    let text = "orbat: 1\nsystem: mad_minute\npoints: 300\ndesigns:\n  grunt:\n    model: trooper\n    picks: {Move: 8, Attack: 2, Saves: 1, Hits: 1}\n    options: [average, ground]\nunits:\n  - unit: squad\n    models:\n      # lead\n      - {design: grunt, count: 1, options: [leads]}  # boss\n      - design: grunt # men\n        count: 7\n";
    let after = changed(&game, text, |work| {
        drop(work.set("squad", &wanted(None, &[("leads", Some(0))])).unwrap())
    });
    assert_eq!(after, text.replace(", options: [leads]}", "}"));
}

/// Anchors stand in the way only of what changes one of two things that are written once.
#[test]
fn anchors_elsewhere_do_not_matter() {
    let game = game("warzone");
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: &c standard\nunits:\n  - &a # first\n    unit: hussars\n    options: &o\n      lmg: 1\n  - *a\n  - <<: *a\n    models: 7\n  - unit: blitzers\n    <<: *a\n    options: {}\n";
    let add =
        |work: &mut ListEditor<'_, '_>| drop(work.add("kapitan", &UnitChange::default()).unwrap());
    assert_eq!(changed(&game, text, add), format!("{text}  - unit: kapitan\n"));
    let merged_last =
        text.replace("    <<: *a\n    options: {}\n", "    options: {}\n    <<: *a # same\n");
    assert_eq!(changed(&game, &merged_last, add), format!("{merged_last}  - unit: kapitan\n"));
    let models = |unit: &'static str| {
        move |work: &mut ListEditor<'_, '_>| drop(work.set(unit, &wanted(Some(8), &[])).unwrap())
    };
    assert_eq!(
        changed(&game, text, models("blitzers")),
        text.replace("blitzers\n", "blitzers\n    models: 8\n")
    );
    assert_eq!(changed(&game, text, models("@11")), text.replace("models: 7", "models: 8"));
    let rules = Ruleset::new(&game);
    let own = sources(text);
    let cannot = |unit: &str, change: UnitChange| {
        let mut work = ListEditor { rules: &rules, game: &game, sources: &own, list: read(text) };
        work.set(unit, &change).unwrap();
        rewrite(text, &work.list).unwrap_err().0
    };
    let again = |alias: usize, anchor: usize| {
        format!(
            "line {alias} repeats what stands on line {anchor} (an alias), so one cannot change without the other"
        )
    };
    assert_eq!(cannot("@7", wanted(Some(8), &[])), again(10, 7));
    assert_eq!(cannot("@10", wanted(Some(8), &[])), again(10, 7));
}

/// An option that two choices have is named with its choice, unless only one of them has taken it.
#[test]
fn choices_that_share_an_option_are_told_apart() {
    const ARMS: &str = r#"system arms "Arms" {
  cost pts "points"
  profile model "Model" { SP int }
  category crew "Crew"
  chart band "Band" { slot crew 0..9 }
  model man "Man" { SP 5 }
  unit walker "Walker" : crew {
    models 1 man at 9
    choose left "Left arm" 0..2 { saw "Saw" +1  gun "Gun" +2 }
    choose right "Right arm" 0..2 { gun "Gun" +3  claw "Claw" +1 }
  }
}
"#;
    let game = small_game(ARMS);
    let head = "orbat: 1\nsystem: arms\nunits:\n  - unit: walker\n";
    let set = |text: &str, name: &str, times: Option<i64>| {
        changed(&game, text, |work| {
            drop(work.set("walker", &wanted(None, &[(name, times)])).unwrap())
        })
    };
    let said = refused(&game, head, "walker", &wanted(None, &[("gun", None)]));
    assert_eq!(said, "several choices have an option `gun`: write `left=gun` or `right=gun`");
    let right = set(head, "Right arm=Gun", None);
    assert_eq!(right, format!("{head}    options: {{right.gun: true}}\n"));
    assert_eq!(set(&right, "gun", Some(0)), head);
    let both = format!("{head}    options: {{left: gun,  right: [gun, claw]}}\n");
    assert!(
        refused(&game, &both, "walker", &wanted(None, &[("gun", Some(0))]))
            .starts_with("several choices have")
    );
    assert_eq!(set(&both, "right=gun", Some(0)), both.replace("[gun, claw]", "[claw]"));
    assert_eq!(set(&both, "left.gun", Some(0)), both.replace("left: gun,  ", ""));
    assert_eq!(set(head, "claw", None), format!("{head}    options: {{claw: true}}\n"));
}

/// A list that says one thing in two places is not changed in one of them.
#[test]
fn anchors_are_left_to_people() {
    const SHARED: &str =
        "line 7 repeats what stands on line 6 (an alias), so one cannot change without the other";
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - &a {unit: hussars, models: 6}\n  - *a\n";
    let list = read(text);
    let mut target: List = list.clone();
    target.units[0].models = Models::Total(Spanned::new(7, list.span));
    assert_eq!(rewrite(text, &target), Err(CannotRewrite(SHARED.into())));
    // The second one goes by itself, the first one is what the second stands for.
    let mut target: List = list.clone();
    target.units.pop();
    assert_eq!(rewrite(text, &target).as_deref(), Ok(text.strip_suffix("  - *a\n").unwrap()));
    let mut target: List = list.clone();
    target.units.remove(0);
    assert_eq!(rewrite(text, &target), Err(CannotRewrite(SHARED.into())));
    assert_eq!(rewrite(text, &list).as_deref(), Ok(text));
}
