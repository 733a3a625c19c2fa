//! What a list states: sums follow a change, words are put behind keys of the game, models are of
//! designs.

use orbat::internals::builder::{HeadChange, ListEditor, LookupError, Remarks, UnitChange};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::rewrite;
use orbat::internals::source::Sources;

use crate::{game, read};

fn changed(
    system: &str,
    text: &str,
    work: impl FnOnce(&mut ListEditor<'_, '_>) -> Result<Remarks, LookupError>,
) -> Result<(String, Vec<String>), String> {
    let game = game(system);
    let rules = Ruleset::new(&game);
    let mut sources = Sources::default();
    sources.add("list.yaml", text);
    let mut change = ListEditor { rules: &rules, game: &game, sources: &sources, list: read(text) };
    let remarks = work(&mut change).map_err(|error| error.to_string())?;
    Ok((
        rewrite(text, &change.list).unwrap_or_else(|why| panic!("{}", why.0)),
        remarks.iter().map(ToString::to_string).collect(),
    ))
}

const COMPANY: &str = "orbat: 1
system: at43
faction: una
chart: una_army
points: 500
derived: {assault_cost: 100, commander: steel_troopers} # checked by hand
platoons:
  - units:
      - unit: steel_troopers
        options: [sergeant]
";

#[test]
fn sums_follow_and_names_stay() {
    let (text, remarks) =
        changed("at43", COMPANY, |list| list.add("shock_troopers", &UnitChange::default()))
            .unwrap();
    assert!(
        text.contains(
            "derived: {assault_cost: 250, commander: steel_troopers} # checked by hand\n"
        ),
        "{text}"
    );
    assert_eq!(
        remarks,
        [
            "Shock Troopers: 150 AP, in Second slot of Platoon 1.",
            "The list states `assault_cost`, which is now 250."
        ]
    );
    // What was wrong before is the player's business.
    let wrong = COMPANY.replace("assault_cost: 100", "assault_cost: 99");
    let (text, remarks) =
        changed("at43", &wrong, |list| list.add("shock_troopers", &UnitChange::default())).unwrap();
    assert!(text.contains("assault_cost: 99, commander"), "{text}");
    assert_eq!(remarks, ["Shock Troopers: 150 AP, in Second slot of Platoon 1."]);
}

#[test]
fn words_of_units_and_of_the_army_are_stated() {
    let stated = |key: &str, word: &str| vec![(key.to_owned(), word.to_owned())];
    let late = UnitChange { stated: stated("stage", "reinf"), ..UnitChange::default() };
    let (text, _) = changed("at43", COMPANY, |list| list.add("shock_troopers", &late)).unwrap();
    assert!(
        text.ends_with("      - unit: shock_troopers\n        stage: reinforcement\n"),
        "{text}"
    );
    assert!(text.contains("assault_cost: 100"), "{text}");
    let none = UnitChange { stated: stated("stage", ""), ..UnitChange::default() };
    let (text, _) = changed("at43", &text, |list| list.set("shock_troopers", &none)).unwrap();
    assert!(text.ends_with("      - unit: shock_troopers\n"), "{text}");
    let wrong = |key: &str, word: &str| {
        let wrong = UnitChange { stated: stated(key, word), ..UnitChange::default() };
        changed("at43", COMPANY, |list| list.set("steel_troopers", &wrong)).unwrap_err()
    };
    assert!(wrong("stagge", "assault").contains("there is no key `stagge`; did you mean `stage`?"));
    assert!(
        wrong("stage", "later").contains("`later`; choose from assault, reinforcement"),
        "{}",
        wrong("stage", "later")
    );

    let force = "orbat: 1\nsystem: dark_age\nfaction: dragyri # of one caste\npoints: 500\n";
    let head = HeadChange { stated: stated("subfaction", "ice"), ..HeadChange::default() };
    let (text, _) =
        changed("dark_age", force, |list| list.set_head(&head).map(|()| Vec::new())).unwrap();
    assert!(text.contains("subfaction: ice"), "{text}");
    let head = HeadChange { stated: stated("caste", "ice"), ..HeadChange::default() };
    let why =
        changed("dark_age", force, |list| list.set_head(&head).map(|()| Vec::new())).unwrap_err();
    assert!(why.contains("there is no key `caste`"), "{why}");
}

#[test]
fn models_are_of_a_design() {
    let text = "orbat: 1
system: mad_minute
points: 112
designs:
  grunt:
    model: trooper
    picks: {Move: 8, Attack: 2, Saves: 1, Hits: 1}
    options: [average]
";
    let grunts = |design: &str, models| UnitChange {
        design: Some(design.to_owned()),
        models,
        ..UnitChange::default()
    };
    let (eight, _) =
        changed("mad_minute", text, |list| list.add("squad", &grunts("grunt", Some(8)))).unwrap();
    assert!(
        eight.ends_with("units:\n  - unit: squad\n    models: [{design: grunt, count: 8}]\n"),
        "{eight}"
    );
    let game = game("mad_minute");
    assert!(Ruleset::new(&game).problems(&read(&eight)).is_empty());
    let why =
        changed("mad_minute", text, |list| list.add("squad", &grunts("grnt", None))).unwrap_err();
    assert!(why.contains("there is no design `grnt`; did you mean `grunt`?"), "{why}");
}
