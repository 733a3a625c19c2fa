//! Units that move to another force, and units that are parted from others on one line.

use orbat::internals::builder::UnitChange;

use crate::repair::repair;
use crate::text::{changed, refused, wanted};
use crate::{game, read, small_game};

/// A unit goes to another force with its comments, in its own words; only the indentation is that
/// of the new place.
#[test]
fn a_unit_moves_with_its_comments() {
    let game = game("at43");
    let head = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\nplatoons:\n  - name: Alpha\n    units:\n";
    let spear = "      # the spear\n      #  of the army\n      - unit: steel_troopers   # first\n        models:   9\n\n        # loud\n        options: {command: lieutenant}\n        joined: [borz]\n";
    let others = "      # stays\n\n      - shock_troopers\n      - unit: borz\n";
    let second = "  - name: Beta\n    units:\n    - unit: fire_toads\n";
    let text = format!("{head}{spear}{others}{second}# end\n");
    let to = |force: &str| UnitChange { force: Some(force.into()), ..UnitChange::default() };
    let go = |text: &str, unit: &str, change: UnitChange| {
        changed(&game, text, |work| drop(work.set(unit, &change).unwrap()))
    };
    let nearer: String = spear
        .lines()
        .map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n")
        .collect();
    let moved = go(&text, "steel_troopers", to("Beta"));
    assert_eq!(moved, format!("{head}{others}{second}{nearer}# end\n"));
    assert_eq!(
        go(&moved, "steel_troopers", to("1")),
        format!("{head}{others}{spear}{second}# end\n")
    );
    assert_eq!(go(&text, "steel_troopers", to("Alpha")), text);
    let army = go(&text, "borz", to(""));
    assert!(army.contains("chart: una_army\nunits:\n  - unit: borz\nplatoons:\n"), "{army}");
    let changed = go(&text, "steel_troopers", UnitChange { models: Some(8), ..to("beta") });
    assert_eq!(changed, moved.replace("models:   9", "models:   8"));
    let windows = text.replace('\n', "\r\n");
    assert_eq!(go(&windows, "steel_troopers", to("Beta")), moved.replace('\n', "\r\n"));
    let unfinished = format!("{head}{others}{second}    - unit: hale # last");
    let expected = format!("{head}{others}      - unit: hale # last\n{}", second.trim_end());
    assert_eq!(go(&unfinished, "hale", to("Alpha")), expected);
    let said = refused(&game, &text, "borz", &to("Gamma"));
    assert_eq!(said, "this list has no force `Gamma`; choose from 1 (Alpha), 2 (Beta)");
    let brackets = "{orbat: 1, system: at43, faction: una, chart: una_army, platoons: [{units: [borz, {unit: hale}]}, {units: []}]}\n";
    let moved = go(brackets, "hale", to("2"));
    assert_eq!(
        moved,
        brackets
            .replace("[borz, {unit: hale}]", "[borz]")
            .replace("units: []", "units: [{unit: hale}]")
    );
}

/// A line of several units is parted where one of them is meant; all of them change if none is.
#[test]
fn one_of_several_is_parted_from_the_others() {
    let game = game("warzone");
    let head =
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - kapitan\n";
    let line = "  - unit: hussars # two\n    count: 2 # squads\n    models: 6\n";
    let rest = "  # the rider\n  - unit: varg_rider\n";
    let text = format!("{head}{line}{rest}");
    let alone = "  - unit: hussars # two\n    models: 6\n";
    let set = |unit: &str, change: UnitChange| {
        changed(&game, &text, |work| drop(work.set(unit, &change).unwrap()))
    };
    let join = |host: &str| UnitChange { join: Some(host.into()), ..UnitChange::default() };
    let joined = "  - unit: hussars\n    models: 6\n    joined: [varg_rider]\n";
    for host in ["hussars", "hussars-2", "@7"] {
        assert_eq!(set("varg_rider", join(host)), format!("{head}{alone}{joined}{rest}"), "{host}");
    }
    let first = "  - unit: hussars # two\n    models: 6\n    joined: [varg_rider]\n  - unit: hussars\n    models: 6\n";
    assert_eq!(set("varg_rider", join("hussars-1")), format!("{head}{first}{rest}"));
    let lmg = || wanted(None, &[("lmg", None)]);
    let taken = "  - unit: hussars\n    models: 6\n    options: {lmg: true}\n";
    assert_eq!(set("hussars-2", lmg()), format!("{head}{alone}{taken}{rest}"));
    assert_eq!(set("hussars", lmg()), format!("{head}{line}    options: {{lmg: true}}\n{rest}"));
    // A carrier that is spoken of gets an id.
    let ride = UnitChange { ride: Some("hussars".into()), ..UnitChange::default() };
    let carrier = "  - id: hussars_1\n    unit: hussars\n    models: 6\n";
    assert_eq!(
        set("varg_rider", ride),
        format!("{head}{alone}{carrier}{rest}    rides: hussars_1\n")
    );
    let unfinished = format!("{head}  - unit: hussars\n    count: 2");
    let parted = changed(&game, &unfinished, |work| {
        work.add("varg_rider", &join("hussars")).unwrap();
    });
    assert_eq!(
        parted,
        format!(
            "{head}  - unit: hussars\n  - unit: hussars\n    joined: [varg_rider]\n  - unit: varg_rider"
        )
    );
    let said = refused(&game, &text, "hussars", &join("kapitan"));
    assert_eq!(said, "line 7 is 2 units; say which one joins: hussars-1, hussars-2");
    assert_eq!(
        refused(&game, &text, "hussars-2", &join("hussars-2")),
        "Hussars cannot join itself"
    );
    let three = text.replace("count: 2", "count: 3");
    let each =
        changed(&game, &three, |work| drop(work.set("hussars-1", &join("hussars-2")).unwrap()));
    assert_eq!(
        read(&each).units.iter().filter(|unit| unit.unit.value == "hussars").count(),
        3,
        "{each}"
    );
    let mut remarks = Vec::new();
    changed(&game, &text, |work| remarks = work.set("hussars", &lmg()).unwrap());
    assert_eq!(
        remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "Line 7 stands for 2 units: all of them change. To change just one, name it: hussars-1 or hussars-2."
        ]
    );
}

/// Two kinds of force, and a list whose keys stand the other way round than the game declares them.
const TWO_KINDS: &str = r#"system small "Small" {
  cost pts "points"
  profile model "Model" { SP int }
  category crew "Crew", gun "Guns"
  force host "Host" { wing "Wing" 1..2  allies "Allies" 0..1 }
  chart wing_chart "Wing" for wing { slot crew 1..2 }
  chart allied "Allied" for allies { slot gun 0..1 }
  model man "Man" { SP 5 }
  unit hands "Hands" : crew { models 3..6 man at 9 }
  unit cannon "Cannon" : gun { models 2 man at 20 }
}
"#;

/// Forces are numbered and called alike by verdicts, commands and repairs: as the game declares
/// them.
#[test]
fn forces_stand_in_the_order_of_the_game() {
    let game = small_game(TWO_KINDS);
    let head = "orbat: 1\nsystem: small\n";
    let text = format!("{head}allies:\n  - units:\n      - hands\nwings:\n  - units: []\n");
    let into = |force: &str| UnitChange { force: Some(force.into()), ..UnitChange::default() };
    for force in ["1", "Wing 1"] {
        let with = changed(&game, &text, |work| drop(work.add("hands", &into(force)).unwrap()));
        let expected = text.replace("units: []", "units:\n      - unit: hands");
        assert_eq!(with, expected, "{force}");
    }
    let with = changed(&game, &text, |work| drop(work.add("cannon", &into("2")).unwrap()));
    assert!(with.contains("      - hands\n      - unit: cannon\nwings:"), "{with}");
    let found = repair(&game, &text);
    assert_eq!(found.ways[0].changes, ["move Hands (line 5) to Wing 1"]);
    assert!(
        found
            .ways
            .iter()
            .flat_map(|way| &way.changes)
            .all(|words| !words.contains("Allies 1")
                || words.starts_with("remove Allies 1 (line 4)")),
        "{:?}",
        found.ways.iter().map(|way| &way.changes).collect::<Vec<_>>()
    );
}
