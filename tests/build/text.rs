//! Changes to the text of a list: what was not meant stays byte for byte.

use std::fs;

use orbat::build::{Change, HeadChange, UnitChange};
use orbat::model::Game;
use orbat::roster::{CannotRewrite, List, Located, Models, rewrite};
use orbat::source::Sources;
use orbat::validate::Checker;

use crate::support::verdict::system_of;
use crate::support::{files_below, root};
use crate::{game, read};

/// The text of a list where its places point.
fn sources(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.add("list.yaml", text);
    sources
}

fn changed(game: &Game, text: &str, work: impl FnOnce(&mut Change<'_, '_>)) -> String {
    let checker = Checker::new(game);
    let sources = sources(text);
    let mut change = Change { checker: &checker, game, sources: &sources, list: read(text) };
    work(&mut change);
    rewrite(text, &change.list).unwrap_or_else(|_| panic!("cannot be written into\n{text}"))
}

fn wanted(models: Option<i64>, take: &[(&str, Option<i64>)]) -> UnitChange {
    let take = take.iter().map(|(name, times)| ((*name).to_owned(), *times)).collect();
    UnitChange { models, take, ..UnitChange::default() }
}

/// What a change leaves alone it leaves alone: comments, order, spelling, odd spaces.
#[test]
fn only_what_is_meant_changes() {
    let game = game("warzone");
    let before = "# my list\norbat: 1   # format\nsystem: warzone\nfaction: bauhaus\nchart:  standard\n\nunits:\n  # the boss\n  - unit: kapitan\n  - hussars # short\n  -   unit:   blitzers   # wide\n      options: {  lmg : 1 }\n      name: \"A: b\"\n# end\n";
    let set = |name: &'static str, change: UnitChange| move |work: &mut Change<'_, '_>| drop(work.set(name, &change).unwrap());
    let after = changed(&game, before, set("hussars", wanted(Some(8), &[])));
    assert_eq!(after, before.replace("- hussars # short", "- unit: hussars\n    models: 8 # short"));
    let after = changed(&game, before, set("blitzers", wanted(Some(7), &[])));
    assert_eq!(after, before.replace("blitzers   # wide\n", "blitzers   # wide\n      models: 7\n"));
    let after = changed(&game, before, |work| drop(work.remove("blitzers").unwrap()));
    assert_eq!(after, before.replace("  -   unit:   blitzers   # wide\n      options: {  lmg : 1 }\n      name: \"A: b\"\n", ""));
    let after = changed(&game, before, |work| drop(work.add("dragoons", None, &UnitChange::default()).unwrap()));
    assert_eq!(after, before.replace("\"A: b\"\n", "\"A: b\"\n  - unit: dragoons\n"));
    let after = changed(&game, before, |work| {
        work.set_head(&HeadChange { chart: Some("Heavy".into()), points: Some(900), ..HeadChange::default() }).unwrap()
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
    assert_eq!(after("    options: {lmg: 1}   # guns\n", take("lmg", None)), "    options: {lmg: 2}   # guns\n");
    assert_eq!(after("    options: {lmg: 1, iron_will: true}\n", take("lmg", Some(0))), "    options: {iron_will: true}\n");
    assert_eq!(after("    options: {lmg: 1}\n", take("lmg", Some(0))), "");
    assert_eq!(
        after("    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n", take("rockets", None)),
        "    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n      rockets: true\n"
    );
    assert_eq!(
        after("    options:\n      lmg: 1 # loud\n      iron_will: true # calm\n", take("lmg", Some(0))),
        "    options:\n      iron_will: true # calm\n"
    );
    assert_eq!(after("    options: {heavy: {lmg: 1}}\n", take("lmg", None)), "    options: {heavy: {lmg: 2}}\n");
}

#[test]
fn lists_in_brackets_stay_in_brackets() {
    let game = game("warzone");
    let text = "{\"orbat\": 1, \"system\": \"warzone\", \"faction\": \"bauhaus\", \"chart\": \"standard\",\n \"units\": [{\"unit\": \"kapitan\"}, \"hussars\"]}\n";
    let after = changed(&game, text, |work| drop(work.add("blitzers", None, &wanted(Some(6), &[])).unwrap()));
    assert_eq!(after, text.replace("\"hussars\"]", "\"hussars\", {unit: blitzers, models: 6}]"));
    let after = changed(&game, text, |work| drop(work.remove("hussars").unwrap()));
    assert_eq!(after, text.replace(", \"hussars\"]", "]"));
    let after = changed(&game, text, |work| drop(work.set("hussars", &wanted(Some(6), &[])).unwrap()));
    assert_eq!(after, text.replace("\"hussars\"]", "{unit: hussars, models: 6}]"));
}

#[test]
fn joined_units_get_ids_where_they_need_one() {
    let game = game("warzone");
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - kapitan\n  - id: a\n    unit: hussars\n  - unit: varg_rider\n";
    let join = UnitChange { join: Some("a".into()), ..UnitChange::default() };
    let after = changed(&game, text, |work| drop(work.add("varg_rider", None, &join).unwrap()));
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
    let add = |text: &str| changed(&game_, text, |work| drop(work.add("captain", None, &UnitChange::default()).unwrap()));
    let head = "orbat: 1\nsystem: firefight\nfaction: enforcers\n";
    assert_eq!(add(head), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(add(head.trim_end()), format!("{head}units:\n  - unit: captain"));
    assert_eq!(add(&format!("{head}units:\n")), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(add(&format!("{head}units: []\n")), format!("{head}units:\n  - unit: captain\n"));
    assert_eq!(add(&format!("{head}units:\n- marines\n")), format!("{head}units:\n- marines\n- unit: captain\n"));
    assert_eq!(add(&format!("{head}units:\n- marines")), format!("{head}units:\n- marines\n- unit: captain"));
    let windows = format!("{head}units:\n  - marines\n").replace('\n', "\r\n");
    assert_eq!(add(&windows), format!("{windows}  - unit: captain\r\n"));
    let game = game("at43");
    let head = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\n";
    let begun = changed(&game, head, |work| drop(work.add("steel_troopers", None, &UnitChange::default()).unwrap()));
    assert_eq!(begun, format!("{head}platoons:\n  - units:\n      - unit: steel_troopers\n"));
    // Into the army and into its last force at once: both end where the text does.
    let both = changed(&game, &begun, |work| {
        work.add("bunker", None, &UnitChange::default()).unwrap();
        work.add("tac_arms", None, &UnitChange::default()).unwrap();
    });
    assert_eq!(
        both,
        format!("{head}units:\n  - unit: bunker\nplatoons:\n  - units:\n      - unit: steel_troopers\n      - unit: tac_arms\n")
    );
}

/// For every example: a unit that is added and removed again leaves the file as it was, and so does any other unit that is
/// removed, but for its own lines and those that speak of it.
#[test]
fn examples_survive_changes() {
    let mut tried = 0;
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let game = game(system);
        let checker = Checker::new(&game);
        for path in files_below(&root().join("examples").join(system), "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(system_of(&text), system);
            let list = read(&text);
            let own = sources(&text);
            let mut change = Change { checker: &checker, game: &game, sources: &own, list: list.clone() };
            let unit = game.units().next().unwrap().1.id.clone();
            let id = UnitChange { id: Some("brand_new".into()), ..UnitChange::default() };
            change.add(&unit, None, &id).unwrap();
            let with = rewrite(&text, &change.list).unwrap();
            assert_ne!(with, text);
            let mut change = Change { checker: &checker, game: &game, sources: &sources(&with), list: read(&with) };
            change.remove("brand_new").unwrap();
            let without = rewrite(&with, &change.list).unwrap();
            // Where units stand in forces only, the key of the others stays.
            let without = if text.contains("\nunits:") { without } else { without.replacen("\nunits:\n", "\n", 1) };
            assert_eq!(without, text, "{}", path.display());
            for unit in checker.weigh(&list).units {
                let mut change = Change { checker: &checker, game: &game, sources: &own, list: list.clone() };
                // One of several that are alike is named with its number.
                let named = change.remove(&unit.id).or_else(|_| change.remove(&format!("{}-1", unit.id)));
                named.unwrap();
                let without = rewrite(&text, &change.list).unwrap();
                let mut old = text.lines();
                for line in without.lines().filter(|line| !line.contains("joined") && !line.contains("count:")) {
                    assert!(old.any(|one| one == line), "{}: `{line}` is new\n{without}", path.display());
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A list that says one thing in two places is not changed in one of them.
#[test]
fn anchors_are_left_to_people() {
    let text =
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - &a {unit: hussars, models: 6}\n  - *a\n";
    let list = read(text);
    let mut target: List = list.clone();
    target.units[0].models = Models::Total(Located::new(7, list.span));
    assert_eq!(rewrite(text, &target), Err(CannotRewrite));
    // The second one goes by itself, the first one is what the second stands for.
    let mut target: List = list.clone();
    target.units.pop();
    assert_eq!(rewrite(text, &target).as_deref(), Ok(text.strip_suffix("  - *a\n").unwrap()));
    let mut target: List = list.clone();
    target.units.remove(0);
    assert_eq!(rewrite(text, &target), Err(CannotRewrite));
    assert_eq!(rewrite(text, &list).as_deref(), Ok(text));
}
