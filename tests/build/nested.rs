//! Forces inside forces: units are put where they are wanted, texts keep what was not meant, and
//! what is suggested, completed or repaired is legal.

use std::fs;

use orbat::internals::builder::{Builder, CompleteOptions, Completion, UnitChange};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{Edit, NewForce, rewrite};
use orbat::internals::model::Game;

use crate::repair::repair;
use crate::support::root;
use crate::text::{changed, refused};
use crate::{read, small_game};

/// A company of platoons, each of sections.
fn company() -> Game {
    small_game(&fs::read_to_string(root().join("tests/verdicts/nested/company.orbat")).unwrap())
}

const HEAD: &str = "orbat: 1\nsystem: company_game\nfaction: reds\n";

fn in_force(force: &str) -> UnitChange {
    UnitChange { force: Some(force.into()), ..UnitChange::default() }
}

fn added(game: &Game, text: &str, unit: &str, force: &str) -> String {
    changed(game, text, |work| drop(work.add(unit, &in_force(force)).unwrap()))
}

#[test]
fn a_force_inside_another_is_named_by_the_way_to_it() {
    let game = company();
    let first = "platoons:\n  - name: First # the best\n    units: [officer]\n    sections:\n      # in front\n      - chart: line_section\n        units:\n          - rifles\n";
    let second = "      - name: Rear\n        chart: gun_section\n        units: [maxim]\n";
    let text = format!("{HEAD}{first}{second}");
    let in_first = format!("{HEAD}{first}          - unit: maxim\n{second}");
    for way in ["First / Section 1", "first/section 1", "1/1", "1 / Section 1", "First/1"] {
        assert_eq!(added(&game, &text, "maxim", way), in_first, "{way}");
    }
    let in_rear = text.replace("[maxim]", "[maxim, {unit: maxim}]");
    for way in ["Rear", "1/2", "First / Rear"] {
        assert_eq!(added(&game, &text, "maxim", way), in_rear, "{way}");
    }
    let moved = changed(&game, &text, |work| drop(work.set("maxim", &in_force("1/1")).unwrap()));
    assert_eq!(
        moved,
        format!("{HEAD}{first}          - maxim\n{}", second.replace("[maxim]", "[]"))
    );
    let said = refused(&game, &text, "rifles", &in_force("2/1"));
    assert_eq!(
        said,
        "this list has no force `2/1`; choose from 1 (First), 1/1 (First / Section 1), 1/2 (First / Rear)"
    );
    let twins = format!("{text}  - sections: [{{name: Rear}}]\n");
    let said = refused(&game, &twins, "rifles", &in_force("rear"));
    assert_eq!(said, "`rear` matches several forces: `First / Rear`, `Platoon 2 / Rear`");
}

#[test]
fn forces_are_begun_inside_each_other() {
    let game = company();
    let begun = added(&game, HEAD, "rifles", "Platoon 1 / Section 1");
    let section =
        "    sections:\n      - chart: line_section\n        units:\n          - unit: rifles\n";
    assert_eq!(begun, format!("{HEAD}platoons:\n  -{}", &section[3..]));
    // Without a place, the first force that takes the unit is begun; of two charts the one that
    // does.
    let alone = changed(&game, HEAD, |work| drop(work.add("rifles", &UnitChange::default())));
    assert_eq!(alone, begun);
    let guns = added(&game, &begun, "maxim", "Platoon 1 / Section 2");
    assert_eq!(
        guns,
        format!("{begun}      - chart: gun_section\n        units:\n          - unit: maxim\n")
    );
    let officer = changed(&game, &guns, |work| drop(work.add("officer", &UnitChange::default())));
    assert_eq!(officer, format!("{guns}    units:\n      - unit: officer\n"));
    let further = added(&game, &officer, "officer", "Platoon 2");
    assert_eq!(further, format!("{officer}  - units:\n      - unit: officer\n"));
    let flow = format!("{HEAD}platoons: [{{units: [officer]}}]\n");
    assert_eq!(
        added(&game, &flow, "rifles", "1 / Section 1"),
        flow.replace("]}]", "], sections: [{chart: line_section, units: [{unit: rifles}]}]}]")
    );
}

#[test]
fn edits_reach_forces_at_any_depth() {
    let text = format!(
        "{HEAD}platoons:\n  - units: [officer]\n    # lines\n    sections:\n      - chart: line_section\n        # men\n        units: [rifles]\n      - chart: gun_section\n        units: [maxim]\n"
    );
    let list = read(&text);
    let lines: Vec<_> = list.force_lines().map(|force| force.line()).collect();
    let [platoon, first, second] = lines.as_slice() else { panic!("{lines:?}") };
    let written = |edit: Edit| rewrite(&text, &edit.applied_to(&list).unwrap()).unwrap();
    let removed = written(Edit::RemoveForce { force: *first });
    assert!(!removed.contains("rifles") && removed.contains("    # lines\n    sections:\n"));
    assert_eq!(
        written(Edit::SetForceChart { force: *second, chart: "line_section".into() }),
        text.replace("gun_section", "line_section")
    );
    let force = NewForce { key: "sections".into(), faction: None, chart: None };
    let more = written(Edit::AddForce { within: Some(*platoon), force: force.clone() });
    assert_eq!(more, format!("{text}      - units:\n"));
    // The same edit as JSON.
    let edit = Edit::AddForce { within: Some(*platoon), force };
    let json = serde_json::to_string(&edit).unwrap();
    assert_eq!(json, r#"{"add_force":{"within":0,"force":{"key":"sections"}}}"#);
    assert_eq!(serde_json::from_str::<Edit>(&json).unwrap(), edit);
    assert_eq!(list.force_around(*second), Some(*platoon));
    assert_eq!(list.force_around(*platoon), None);
}

/// Where there must be a force, units for it are suggested though other slots stay empty.
#[test]
fn the_first_units_of_a_force_are_suggested() {
    let game = small_game(
        "system duo \"Duo\" {\n  cost pts \"points\"\n  profile model \"Model\" { SP int }\n  \
         category hq \"HQ\", line \"Line\"\n  \
         force army_list \"Army\" { group_of \"Group\" 1..2 }\n  \
         chart duo_chart \"Duo\" for group_of { slot hq 1 slot line 1..2 }\n  \
         unit boss \"Boss\" : hq { models 1 b at 9 model b \"B\" { SP 4 } }\n  \
         unit men \"Men\" : line { models 3 m at 2 model m \"M\" { SP 4 } }\n}\n",
    );
    let rules = Ruleset::new(&game);
    let suggested = |text: &str| {
        let all = Builder::new(&rules).suggest(&read(text)).into_iter();
        all.map(|found| (found.unit, found.force.unwrap_or_default(), found.needed))
            .collect::<Vec<_>>()
    };
    let first = |unit: &str| (unit.to_owned(), "Group 1".to_owned(), true);
    let head = "orbat: 1\nsystem: duo\n";
    assert_eq!(suggested(head), [first("boss"), first("men")]);
    // A further force is not needed, and would lack a unit.
    let filled = format!("{head}group_ofs:\n  - units: [boss, men]\n");
    assert_eq!(suggested(&filled), [("men".to_owned(), "Group 1".to_owned(), false)]);
}

/// Everything that is offered at any depth keeps its word.
#[test]
fn what_is_suggested_fits() {
    let game = company();
    let rules = Ruleset::new(&game);
    for text in [
        HEAD.to_owned(),
        format!("{HEAD}points: 200\nplatoons:\n  - units: [officer]\n"),
        format!(
            "{HEAD}points: 400\nplatoons:\n  - units: [officer]\n    sections:\n      - {{chart: line_section, units: [rifles]}}\n"
        ),
    ] {
        let list = read(&text);
        let keys = rules.assess(&list).keys();
        let all = Builder::new(&rules).suggest(&list);
        assert!(!all.is_empty(), "{text}");
        for suggestion in all {
            let force = suggestion.force.clone().unwrap_or_default();
            let with = added(&game, &text, &suggestion.unit, &force);
            let assessment = rules.assess(&read(&with));
            let mut new: Vec<_> =
                assessment.new_errors(&keys).iter().map(|error| error.code.name).collect();
            // The rest of a force that there must be can follow.
            new.retain(|code| text != HEAD || !["slot.too_few", "force.too_few"].contains(code));
            assert_eq!(new, [] as [&str; 0], "{suggestion:?}\n{with}");
        }
    }
}

#[test]
fn lists_are_completed_at_every_depth() {
    let game = company();
    let rules = Ruleset::new(&game);
    for (text, points) in [
        (format!("{HEAD}points: 400\n"), 400),
        (
            format!(
                "{HEAD}points: 300\nplatoons:\n  - name: A\n  - sections: [{{units: [maxim]}}]\n"
            ),
            300,
        ),
    ] {
        let options = CompleteOptions { spend: true, seed: 1, should_continue: &|_| true };
        let Completion::Done { list, .. } = Builder::new(&rules).complete(&read(&text), &options)
        else {
            panic!("not completed\n{text}")
        };
        let assessment = rules.assess(&list);
        assert!(assessment.is_legal(), "{:?}", assessment.errors);
        assert_eq!(assessment.points.to_whole(), Some(points), "{text}");
        rewrite(&text, &list).unwrap_or_else(|_| panic!("cannot be written\n{text}"));
    }
}

#[test]
fn what_is_wrong_inside_is_repaired() {
    let game = company();
    let text = format!(
        "{HEAD}platoons:\n  - units: [officer]\n    sections: [{{units: [rifles]}}]\n  - units: [officer, rifles]\n    sections: [{{chart: line_section, units: []}}]\n"
    );
    let repair = repair(&game, &text);
    let best = repair.ways.first().unwrap();
    assert_eq!(
        best.changes,
        [
            "move Rifles (line 7) to Platoon 2 / Section 1",
            "play the Line section chart in Platoon 1 / Section 1 (line 6)",
        ]
    );
    assert!(Ruleset::new(&game).assess(&best.list).is_legal());
}

/// Kinds of force in another order than their ids: numbers and places follow the game.
#[test]
fn forces_of_two_kinds_are_told_apart() {
    let game = small_game(
        r#"system two "Two" {
  cost pts "points"
  profile model "Model" { M int }
  category line "Line", gun "Guns"
  force host "Host" { wing "Wing" 1..3  ally "Ally" 0..2 }
  chart lines "Lines" for wing { slot line 1..2 }
  chart guns "Guns" for ally { slot gun 1..2 }
  model man "Man" { M 1 }
  unit foot "Foot" : line { models 1..9 man at 10 }
  unit cannon "Cannon" : gun { models 1 man at 20 }
}"#,
    );
    let text = "orbat: 1\nsystem: two\nallys:\n  - name: B\n    units:\n      - cannon\nwings:\n  - name: A\n    units:\n      - foot\n";
    let foot = |text: &str| format!("{text}      - unit: foot\n");
    let cannon = text.replace("- cannon\n", "- cannon\n      - unit: cannon\n");
    let add =
        |unit: &str| changed(&game, text, |work| drop(work.add(unit, &UnitChange::default())));
    assert_eq!(add("foot"), foot(text));
    assert_eq!(add("cannon"), cannon);
    for force in ["1", "A"] {
        assert_eq!(added(&game, text, "foot", force), foot(text), "{force}");
    }
    for force in ["2", "B"] {
        assert_eq!(added(&game, text, "cannon", force), cannon, "{force}");
    }
    let ally = added(&game, text, "cannon", "Ally 2");
    assert!(ally.contains("      - cannon\n  - units:\n      - unit: cannon\nwings:"), "{ally}");
    let wing = added(&game, text, "foot", "Wing 2");
    assert_eq!(wing, format!("{text}  - units:\n      - unit: foot\n"));
}
