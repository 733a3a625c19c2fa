//! What stands on a card, as the view of it says.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use orbat::internals::builder::draft_paper;
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::resolve::Library;
use orbat::internals::source::Memory;
use serde_json::Value;
use support::verdict::Table;

/// The cards of a list.
fn cards(table: &mut Table, text: &str) -> Vec<Value> {
    let source = table.sources.add("list.yaml", text);
    let (list, found) = load_list(&table.sources, source);
    assert!(found.is_empty(), "{found:?}");
    let rules = Ruleset::new(&table.game);
    let paper = draft_paper(&rules, &table.sources, source, &list.unwrap()).unwrap();
    assert!(paper.legal, "{:?}", serde_json::to_string(&paper.issues));
    paper.cards.iter().map(|card| serde_json::to_value(card).unwrap()).collect()
}

/// The type of soldiers has a name on their cards; structures have no type (AT-20).
#[test]
fn structures_have_no_type() {
    let mut table = Table::new("at43", &[]);
    let text = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 1000\n\
                units: [bunker]\nplatoons:\n  - units: [{unit: steel_troopers, options: sergeant}]\n";
    let cards = cards(&mut table, text);
    let facts = |unit: &str| {
        let card = cards.iter().find(|card| card["unit"] == unit).unwrap();
        card["facts"].to_string()
    };
    assert!(facts("steel_troopers").contains("1, regular"), "{}", facts("steel_troopers"));
    assert!(!facts("bunker").contains("Type"), "{}", facts("bunker"));
}

/// A keyword that only says what a row of the weapons says is not said again; one with a rule of its
/// own, or without that row, is.
#[test]
fn keywords_say_more_than_the_tables() {
    let data = r#"system range "Range" {
  cost pts "points"
  profile weapon "Weapon" { Reach int }
  keyword Scoped "The shooter picks who is hit."
  keyword Rifle "A weapon with {Scoped}."
  keyword Pistol "A weapon with {Scoped}, also used by whoever runs."
  category troop "Troops"
  weapon rifle "Rifle" { Reach 9 has Scoped }
  weapon pistol "Pistol" { Reach 2 has Scoped }
  unit shots "Shots" : troop { cost 4 weapons rifle, pistol has Rifle, Pistol }
  unit aides "Aides" : troop { cost 4 has Rifle, Scoped }
}"#;
    let mut table = Table::new("range", &[("range.orbat".to_owned(), data.to_owned())]);
    let cards = cards(&mut table, "orbat: 1\nsystem: range\nunits: [shots, aides]\n");
    let names = |at: usize| -> Vec<&str> {
        let keywords = cards[at]["keywords"].as_array().unwrap().iter();
        keywords.map(|keyword| keyword["name"].as_str().unwrap()).collect()
    };
    assert_eq!(names(0), ["Pistol", "Scoped"]);
    assert_eq!(names(1), ["Rifle", "Scoped"]);
}

/// A machine of choices: weapons stand where they are mounted, boxes count the value of a keyword
/// that an option raises, and the price is told in all currencies.
const MACHINE: &str = r#"system yard "Yard" {
  cost pts "points"
  cost tons "tons" step 1/4
  profile model "Model" { Walk int }
  profile weapon "Weapon" { Reach int }
  keyword Tough(X int) "Tough ({X})" "Takes {X} hits."
  category machine "Machines"
  layout card { boxes Tough.X }
  weapon fist "Fist" { Reach 1 }
  weapon gun "Gun" { Reach 9 }
  weapon horn "Horn" { Reach 2 }
  unit frame "Frame" : machine {
    models 1..2 frame at 9, tons 1/2
    model frame "Frame" {
      Walk 5
      choose left "Left arm" 1 default fist mounted { fist gun +2, tons 0.25 }
      choose right "Right arm" 1 default fist mounted { fist gun +2, tons 0.25 }
    }
    has Tough(3)
    weapons "Head" horn
    option plates "Plates" +3, tons 1 { has Tough(6) }
  }
  unit wall "Wall" : machine { cost 4 has Tough(2) }
}"#;

#[test]
fn machines_show_where_weapons_are_and_how_much_they_take() {
    let mut table = Table::new("yard", &[("yard.orbat".to_owned(), MACHINE.to_owned())]);
    let text = "orbat: 1\nsystem: yard\nunits:\n  \
                - {unit: frame, models: {frame: {count: 1, options: {left: gun}}}, options: plates}\n  \
                - wall\n";
    let cards = cards(&mut table, text);
    let card = |unit: &str| cards.iter().find(|card| card["unit"] == unit).unwrap();
    let frame = card("frame");
    let gear = frame["gear"].as_array().unwrap().iter();
    let rows = gear.flat_map(|table| table["rows"].as_array().unwrap());
    let mut places: Vec<(&str, &str)> = rows
        .map(|row| (row["group"].as_str().unwrap_or(""), row["name"].as_str().unwrap()))
        .collect();
    places.sort_unstable();
    assert_eq!(places, [("Head", "Horn"), ("Left arm", "Gun"), ("Right arm", "Fist")]);
    let boxes = |unit: &str| -> Vec<i64> {
        let rows = card(unit)["boxes"].as_array().unwrap().iter();
        rows.map(|row| row["each"].as_i64().unwrap() * row["models"].as_i64().unwrap()).collect()
    };
    assert_eq!((boxes("frame"), boxes("wall")), (vec![6], vec![2]));
    assert_eq!(frame["points"], 14);
    let tons = frame["other_costs"][0]["amount"].as_str();
    assert_eq!(tons, Some("1.75"), "{}", frame["other_costs"]);
}

/// Two peoples with a category that only their charts need, and a page each.
const PEOPLES: &str = r#"system shore "Shore" {
  cost pts "points"
  category crew "Crews", spare "May be left at home"
  force band "Band" { friends "Friends" 0..1 allied }
  chart std "Std" { slot crew 0..9 }
  layout card { hide spare }
  unit cutters "Cutters" : crew, spare { cost 4 }
  sheet "Everybody" { step "Row" }
}
faction gulls "Gulls" of shore {
  unit divers "Divers" : crew { cost 5 }
  sheet "Of gulls" { step "Dive" }
}
faction seals "Seals" of shore {
  unit bulls "Bulls" : crew { cost 6 }
  sheet "Of seals" { step "Bask" }
}"#;

#[test]
fn cards_leave_out_what_only_builders_need() {
    let mut table = Table::new("shore", &[("shore.orbat".to_owned(), PEOPLES.to_owned())]);
    let text = "orbat: 1\nsystem: shore\nfaction: gulls\nchart: std\nunits: [cutters, divers]\n";
    let cards = cards(&mut table, text);
    assert_eq!(cards[0]["categories"], serde_json::json!(["Crews"]));
    let wrong = PEOPLES.replace("hide spare", "hide spar");
    let memory = Memory::default().with("shore.orbat", wrong);
    let found = Library::open(&[&memory]).compile("shore").diagnostics;
    let said: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(said, ["there is no category `spar`"]);
}

/// The pages of a faction are for those who have somebody of it, if only as allies.
#[test]
fn a_reference_has_the_pages_of_its_factions() {
    let mut table = Table::new("shore", &[("shore.orbat".to_owned(), PEOPLES.to_owned())]);
    let mut pages = |more: &str| -> Vec<String> {
        let text = format!("orbat: 1\nsystem: shore\nfaction: gulls\nchart: std\n{more}");
        let source = table.sources.add("list.yaml", &text);
        let (list, _) = load_list(&table.sources, source);
        let rules = Ruleset::new(&table.game);
        let paper = draft_paper(&rules, &table.sources, source, &list.unwrap());
        paper.unwrap().reference.sheets.into_iter().map(|sheet| sheet.title).collect()
    };
    assert_eq!(pages("units: [divers]\n"), ["Everybody", "Of gulls"]);
    let allies = "units: [divers]\nfriends: [{faction: seals, units: [bulls]}]\n";
    assert_eq!(pages(allies), ["Everybody", "Of gulls", "Of seals"]);
}
