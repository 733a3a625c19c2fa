//! Fingerprints: one for every spelling of an army, another for every other army.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;

use orbat::internals::builder::{draft_paper, single_edits};
use orbat::internals::engine::{Number, Ruleset};
use orbat::internals::list::{Edit, ForceRef, HeadKey, List, Points, Spanned, UnitLine, load_list};
use orbat::internals::model::Game;
use orbat::internals::source::{SourceId, Sources};
use orbat::{Paper, difference};
use serde_json::Value;
use support::verdict::{Table, Tables};
use support::{files_below, root};

/// The fingerprint of a list, and whether the list is legal.
#[track_caller]
fn print_of(table: &mut Table, text: &str) -> (String, bool) {
    let report = table.judge("list.yaml", text);
    let print = report.fingerprint.unwrap_or_else(|| panic!("{text}\n{:#?}", report.issues));
    (print, report.legal)
}

/// Lists that say the same: a head, then one of these bodies.
#[track_caller]
fn all_alike(table: &mut Table, head: &str, bodies: &[&str]) {
    let prints: Vec<(String, bool)> =
        bodies.iter().map(|body| print_of(table, &format!("{head}{body}"))).collect();
    for (print, body) in prints.iter().zip(bodies) {
        assert_eq!(print, &prints[0], "{body}\nand\n{}", bodies[0]);
    }
}

#[track_caller]
fn all_different(table: &mut Table, head: &str, bodies: &[&str]) {
    let mut seen: Vec<(String, &str)> = Vec::new();
    for body in bodies {
        let (print, _) = print_of(table, &format!("{head}{body}"));
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == print) {
            panic!("the same fingerprint for\n{other}\nand\n{body}");
        }
        seen.push((print, body));
    }
}

// ---- every edit that shows, over all lists of the ledger

/// Edits of one list that are tried unless `ORBAT_ALL_EDITS` is set.
const MOST_EDITS: usize = 25;

/// What a printout shows of an army: without the names that a list gives, its fingerprint, what is
/// wrong with it, the order of units and forces, and which of several alike the program lets unlock
/// others.
fn shown(rules: &Ruleset<'_>, sources: &Sources, source: SourceId, list: &List) -> (Paper, Value) {
    let paper = draft_paper(rules, sources, source, list).unwrap();
    let mut view = serde_json::to_value(&paper).unwrap();
    for key in ["name", "player", "notes", "issues", "more_issues", "legal", "fingerprint"] {
        view.as_object_mut().unwrap().remove(key);
    }
    for force in view["forces"].as_array_mut().unwrap() {
        for group in force["groups"].as_array_mut().unwrap() {
            let units = group["units"].as_array_mut().unwrap();
            for unit in units.iter_mut() {
                for key in ["id", "card", "unlocked_by"] {
                    unit.as_object_mut().unwrap().remove(key);
                }
                for key in ["joined", "joins", "riders"] {
                    unit[key].as_array_mut().unwrap().sort_by_key(Value::to_string);
                }
            }
            units.sort_by_key(Value::to_string);
        }
    }
    let forces = view["forces"].as_array_mut().unwrap();
    forces.iter_mut().for_each(|force| force["name"] = Value::Null);
    forces.sort_by_key(Value::to_string);
    view["cards"].as_array_mut().unwrap().sort_by_key(Value::to_string);
    (paper, view)
}

/// Edits that no search tries: more of everything, and other heads.
fn additions(game: &Game, list: &List) -> Vec<Edit> {
    let line = |unit: &str| Box::new(UnitLine::new(Spanned::new(unit.to_owned(), list.span)));
    let mut edits = vec![
        Edit::SetPoints(Some(Points::new([(None, Number::whole(123_457))]))),
        Edit::SetPoints(None),
        Edit::SetHead { key: HeadKey::Opponent, value: None },
    ];
    for (_, unit) in game.units().take(3) {
        edits.push(Edit::AddUnit { line: line(&unit.id), to: ForceRef::Army });
    }
    for unit in list.unit_lines() {
        let count = unit.count.as_ref().map_or(1, |count| count.value) + 1;
        edits.push(Edit::SetCount { unit: unit.line(), count });
        for host in list.unit_lines().filter(|host| host.line() != unit.line()).take(3) {
            edits.push(Edit::Join { host: host.line(), guest: unit.unit.value.clone() });
        }
    }
    for (_, faction) in game.factions.iter().take(2) {
        let value = Some(faction.id.clone());
        edits.push(Edit::SetHead { key: HeadKey::Opponent, value });
    }
    for deck in game.decks.values() {
        for card in deck.cards.iter().take(2) {
            let card = game.entries[card.entry].id.clone();
            edits.push(Edit::SetCard { card, count: 1 });
        }
    }
    edits
}

#[test]
fn every_edit_that_shows_changes_the_fingerprint() {
    let mut tables = Tables::default();
    let (mut tried, mut told_apart, mut unexplained) = (0, 0, Vec::new());
    let mut failures = Vec::new();
    let everything = std::env::var_os("ORBAT_ALL_EDITS").is_some();
    for path in files_below(&root().join("tests/ledger"), "yaml") {
        let text = fs::read_to_string(&path).unwrap();
        let table = tables.table_of(&path, &text);
        let source = table.sources.add("list.yaml", text);
        let (Some(list), _) = load_list(&table.sources, source) else { continue };
        let rules = Ruleset::new(&table.game);
        let (paper, before) = shown(&rules, &table.sources, source, &list);
        let Some(print) = &paper.fingerprint else { continue };
        let mut edits = single_edits(&rules, &list);
        let step = if everything { 1 } else { edits.len().div_ceil(MOST_EDITS).max(1) };
        edits = edits.into_iter().step_by(step).collect();
        let added = additions(&table.game, &list);
        let step = if everything { 1 } else { added.len().div_ceil(MOST_EDITS).max(1) };
        edits.extend(added.into_iter().step_by(step));
        for edit in edits {
            let Some(changed) = edit.applied_to(&list).into_iter().next() else { continue };
            let (other, after) = shown(&rules, &table.sources, source, &changed);
            if other.fingerprint.is_none() {
                continue;
            }
            tried += 1;
            let shows = before != after;
            told_apart += usize::from(shows);
            let is_same = other.fingerprint.as_ref() == Some(print);
            if shows && is_same {
                failures.push(format!("{}: {edit:?}", path.display()));
            }
            // What has another fingerprint differs in words, and nothing else does.
            let lines = difference(&paper, &other).lines();
            if is_same != lines.is_empty() {
                failures.push(format!("{}: {edit:?}: {lines:?}", path.display()));
            }
            if shows && lines.iter().any(|line| line.contains("no printout")) {
                unexplained.push(format!("{}: {edit:?}", path.display()));
            }
        }
    }
    assert!(tried > 5_000 && told_apart * 2 > tried, "{told_apart} of {tried} edits show");
    assert!(unexplained.is_empty(), "nothing tells what changed: {unexplained:#?}");
    assert!(failures.is_empty(), "{} of {tried}\n{}", failures.len(), failures.join("\n"));
}

// ---- every spelling of one army

const HUSSARS: &str = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: skirmish\npoints: 400\n";

/// The spellings of options in docs/lists.md, section 5.
#[test]
fn an_option_is_spelt_in_many_ways() {
    let mut table = Table::new("warzone", &[]);
    let with = |options: &str| {
        format!("units:\n  - kapitan\n  - unit: hussars\n    models: 10\n    options: {options}\n")
    };
    let once = [
        "lmg",
        "[lmg]",
        "{lmg: 1}",
        "{lmg: true}",
        "{lmg: true, rockets: false}",
        "{lmg: 1, rockets: 0}",
        "{heavy: lmg}",
        "{heavy: [lmg]}",
        "{heavy: {lmg: 1}}",
        "{heavy.lmg: 1}",
        "[heavy.lmg]",
        "{heavy: {lmg: true, rockets: false}}",
    ];
    let once = once.map(with);
    all_alike(&mut table, HUSSARS, &once.each_ref().map(String::as_str));
    let both = [
        "[lmg, rockets]",
        "[rockets, lmg]",
        "{heavy: [lmg, rockets]}",
        "{heavy: {rockets: 1, lmg: 1}}",
        "[lmg, {rockets: 1}]",
        "{rockets: true, heavy: lmg}",
        "{heavy.rockets: 1, lmg: 1}",
    ];
    let both = both.map(with);
    all_alike(&mut table, HUSSARS, &both.each_ref().map(String::as_str));
    let twice = ["{lmg: 2}", "[lmg, lmg]", "{heavy.lmg: 2}", "[lmg, {heavy: lmg}]"].map(with);
    all_alike(&mut table, HUSSARS, &twice.each_ref().map(String::as_str));
    let none = ["{}", "[]", "{lmg: 0}", "{lmg: false}", "{heavy: {lmg: 0}}"].map(with);
    all_alike(&mut table, HUSSARS, &none.each_ref().map(String::as_str));
    let different = [&once[0], &both[0], &twice[0], &none[0]].map(String::as_str);
    all_different(&mut table, HUSSARS, &different);
}

/// Counts, ids, names, comments, order and styles of YAML.
#[test]
fn units_are_spelt_in_many_ways() {
    let mut table = Table::new("warzone", &[]);
    let bodies = [
        "units:\n  - kapitan\n  - hussars\n  - hussars\n",
        "units:\n  - unit: hussars\n    count: 2\n  - kapitan\n",
        "units: [hussars, kapitan, {unit: hussars, count: 1}]  # all on a line\n",
        "units:\n  - unit: kapitan\n    id: boss\n    name: The Boss\n    notes: limps\n  - unit: hussars\n    models: 5\n    id: a\n  - unit: hussars\n    models: {hussar: 5}\n",
        "name: Patrol\nplayer: Nobody\nnotes: [one, two]\nunits:\n  - {unit: kapitan, models: 1}\n  - unit: hussars\n    models:\n      - {model: hussar, count: 5}\n  - unit: hussars\n    models:\n      - {model: hussar, count: 3}\n      - {model: hussar, count: 2}\n",
        "derived: {commander: k}\nunits:\n  - {unit: kapitan, id: k}\n  - hussars\n  - hussars\n",
    ];
    all_alike(&mut table, HUSSARS, &bodies);
    let json = r#"{"points": 400, "chart": "skirmish", "units": ["hussars", "kapitan", "hussars"],
        "system": "warzone", "faction": "bauhaus", "orbat": 1}"#;
    assert_eq!(
        print_of(&mut table, json),
        print_of(&mut table, &format!("{HUSSARS}{}", bodies[0]))
    );
}

/// A game with everything that a list can say.
const GAME: &str = r#"
system everything "Everything" {
  cost pts "points"
  profile model "Model" { Move int  Grit int }
  profile weapon "Weapon" { Reach int }
  category troop "Troops", boss "Bosses", wagon "Wagons"
  attribute stage one of first, later default first chosen on unit
  attribute season one of summer, winter default summer chosen on army
  attribute signals list of flags, horns chosen on army
  optional night "Night"
  optional fog "Fog"
  chart band "Band" { slot boss 0..3  slot troop 0..9  slot wagon 0..3 slot rear 0..3 takes troop }
  force host "Host" { wing "Wing" 0..3 }
  weapon club "Club" { Reach 1 }
  weapon sling "Sling" { Reach 9 }
  army { choose creed "Creed" 1 default plain { plain  grim +5 } option spies +3 0..2 }
  derive head "Head" = highest Grit of units where boss
  deck omens "Omens" { size 0..9 copies ..3 types sign
    card moon "Moon" : sign { note "Dark." }
    card star "Star" : sign { note "Bright." } }
  unit chief "Chief" : boss {
    models 1 chief at 10
    model chief { Move 5 Grit 6 }
    may join troop
  }
  unit mob "Mob" : troop {
    models 1 headman at 5 leading
    models 2..9 fighter at 3
    model headman { Move 5 Grit 4 }
    model fighter { Move 5 Grit 3  choose paint 0..1 { red +1  blue +1 } }
    weapons club
    choose shots "Shots" 0..2 for one model { slingers "Sling" +2 replacing club with sling }
    choose oath "Oath" 1 default bronze { bronze  silver +4 { choose mark 0..1 { moon_mark +1 star_mark +1 } } }
    may ride wagon
  }
  unit cart "Cart" : wagon { models 1 cart at 9 model cart { Move 7 Grit 2 } }
  unit custom "Custom" : troop {
    models 1..5 body
    model body { Move pick 1..9 Grit 1 choose skin 1 default thin { thin  thick +2 } cost (Move) }
  }
}
"#;

const HEAD: &str = "orbat: 1\nsystem: everything\nchart: band\n";

fn everything() -> Table {
    Table::new("everything", &[("everything.orbat".to_owned(), GAME.to_owned())])
}

#[test]
fn defaults_and_relations_are_spelt_in_many_ways() {
    let mut table = everything();
    let unit = |rest: &str| format!("units:\n  - unit: mob\n{rest}");
    let mobs = [
        "    models: 4\n",
        "    models: {fighter: 3}\n",
        "    models: {headman: 1, fighter: 3}\n",
        "    models:\n      - {model: headman}\n      - {model: fighter, count: 3}\n",
        "    models:\n      - {model: fighter, count: 1}\n      - {model: fighter, count: 2}\n",
        "    models: 4\n    options: {oath: bronze}\n",
        "    models: 4\n    options: bronze\n",
        "    models: 4\n    stage: first\n",
        "    models: 4\n    slot: troop\n    count: 1\n",
    ];
    // A slot is a decision where another one would take the unit too.
    let mobs = mobs.map(unit);
    all_alike(&mut table, HEAD, &mobs[..8].iter().map(String::as_str).collect::<Vec<_>>());
    all_different(&mut table, HEAD, &[&mobs[0], &mobs[8]]);
    all_alike(
        &mut table,
        HEAD,
        &[
            "season: summer\nunits: [chief]\n",
            "units: [{unit: chief, slot: boss}]\n",
            "options: {creed: plain}\nunits: [chief]\n",
            "options: {plain: true, grim: false, spies: 0}\nunits: [chief]\n",
            "deck: {moon: 0}\nunits: [chief]\n",
            "optional: []\ndesigns: {idle: {model: body, picks: {Move: 3}}}\nunits: [chief]\n",
        ],
    );
    all_alike(
        &mut table,
        HEAD,
        &[
            "units:\n  - {unit: mob, joined: [chief], rides: cart}\n  - chief\n  - cart\n  - mob\n",
            "units:\n  - {unit: cart, id: c}\n  - mob\n  - {unit: mob, id: a, joined: h, rides: c}\n  - {unit: chief, id: h}\n",
            "units:\n  - {unit: cart, id: a}\n  - {unit: mob, id: z}\n  - {unit: mob, models: 3, joined: [chief-2], rides: a}\n  - {unit: chief, id: chief-2}\n",
        ],
    );
    all_alike(
        &mut table,
        HEAD,
        &[
            "designs:\n  a: {model: body, picks: {Move: 3}}\n  b: {model: body, picks: {Move: 4}, options: [thick]}\nunits:\n  - unit: custom\n    models: {a: 2, b: 1}\n",
            "designs:\n  z: {model: body, picks: {Move: 3}, options: {skin: thin}}\n  b: {model: body, picks: {Move: 4}, options: {skin: thick}}\nunits:\n  - unit: custom\n    models:\n      - {design: z, count: 2}\n      - {design: b, count: 1}\n",
        ],
    );
    all_alike(
        &mut table,
        HEAD,
        &[
            "signals: [flags, horns]\noptional: [fog, night]\nwings:\n  - {name: A, units: [mob]}\n  - {name: B, units: [chief, mob]}\n",
            "signals: [horns, flags]\noptional: [night, fog]\nwings:\n  - {name: X, chart: band, units: [mob, chief]}\n  - {units: [{unit: mob, models: 3}]}\n",
        ],
    );
    all_alike(
        &mut table,
        HEAD,
        &[
            "units:\n  - {unit: mob, options: {silver: {mark: star_mark}}}\n",
            "units:\n  - {unit: mob, options: {oath: {silver: {star_mark: true}}}}\n",
            "units:\n  - {unit: mob, options: {silver: {count: 1, options: [star_mark]}}}\n",
        ],
    );
}

/// One thing more, less or elsewhere is another army.
#[test]
fn every_difference_counts() {
    let mut table = everything();
    all_different(
        &mut table,
        HEAD,
        &[
            "units: [mob]\n",
            "units: [mob, mob]\n",
            "units: [{unit: mob, count: 3}]\n",
            "units: [{unit: mob, models: 4}]\n",
            "units: [{unit: mob, options: silver}]\n",
            "units: [{unit: mob, options: {silver: {mark: star_mark}}}]\n",
            "units: [{unit: mob, options: {silver: {mark: moon_mark}}}]\n",
            "units: [{unit: mob, options: slingers}]\n",
            "units: [{unit: mob, options: {slingers: 2}}]\n",
            "units: [{unit: mob, models: {fighter: {count: 2, options: [red]}}}]\n",
            "units: [{unit: mob, models: {fighter: {count: 2, options: [blue]}}}]\n",
            "units: [{unit: mob, models: [{model: fighter, count: 1, options: [red]}, {model: fighter, count: 1}]}]\n",
            "units: [{unit: mob, stage: later}]\n",
            "units: [{unit: mob, slot: rear}]\n",
            "season: winter\nunits: [mob]\n",
            "signals: [flags]\nunits: [mob]\n",
            "signals: [flags, horns]\nunits: [mob]\n",
            "optional: night\nunits: [mob]\n",
            "optional: [night, fog]\nunits: [mob]\n",
            "options: {creed: grim}\nunits: [mob]\n",
            "options: {spies: 1}\nunits: [mob]\n",
            "options: {spies: 2}\nunits: [mob]\n",
            "deck: {moon: 1}\nunits: [mob]\n",
            "deck: {moon: 2}\nunits: [mob]\n",
            "deck: {moon: 1, star: 1}\nunits: [mob]\n",
            "points: 100\nunits: [mob]\n",
            "points: 101\nunits: [mob]\n",
            "wings:\n  - units: [mob]\n",
            "wings:\n  - units: [mob]\n  - units: []\n",
            "wings:\n  - units: [mob, mob]\n",
            "wings:\n  - units: [mob]\n  - units: [mob]\n",
            "units: [mob, chief]\n",
            "units: [{unit: mob, joined: chief}, chief]\n",
            "units: [{unit: mob, joined: chief}, mob, chief]\n",
            "units: [{unit: mob, models: 4, joined: chief}, mob, chief]\n",
            "units: [{unit: mob, models: 4}, {unit: mob, joined: chief}, chief]\n",
            "units: [mob, cart]\n",
            "units: [{unit: mob, rides: cart}, cart]\n",
            "units: [{unit: mob, joined: chief, rides: cart}, mob, chief, cart]\n",
            "units: [{unit: mob, joined: chief}, {unit: mob, rides: cart}, chief, cart]\n",
            "designs: {a: {model: body, picks: {Move: 3}}}\nunits: [{unit: custom, models: {a: 1}}]\n",
            "designs: {a: {model: body, picks: {Move: 4}}}\nunits: [{unit: custom, models: {a: 1}}]\n",
            "designs: {a: {model: body, picks: {Move: 4}, options: thick}}\nunits: [{unit: custom, models: {a: 1}}]\n",
            "units: [{unit: mob, joined: x}, {unit: chief, id: x}, chief]\n",
            "derived: {head: x}\nunits: [{unit: mob, joined: x}, {unit: chief, id: x}, chief]\n",
            "derived: {head: y}\nunits: [{unit: mob, joined: x}, {unit: chief, id: x}, {unit: chief, id: y}]\n",
        ],
    );
}

// ---- the data

/// Another army keeps the mark of the data; other data keep the fingerprint of the army.
#[test]
fn the_army_and_the_data_are_told_apart() {
    let judged = |game: &str| {
        let mut table =
            Table::new("everything", &[("everything.orbat".to_owned(), game.to_owned())]);
        let report = table.judge("list.yaml", &format!("{HEAD}units: [mob]\n"));
        let other = table.judge("list.yaml", &format!("{HEAD}units: [chief]\n"));
        assert_ne!(report.fingerprint, other.fingerprint);
        assert_eq!(report.data, other.data);
        (report.fingerprint.unwrap(), report.data.unwrap())
    };
    let (print, data) = judged(GAME);
    assert!(print.starts_with("orbat1-") && print.len() == 16 && data.len() == 4, "{print} {data}");
    let respaced = GAME.replace("  unit ", "\n  // a remark \"\n\tunit  ");
    assert_eq!(judged(&respaced), (print.clone(), data.clone()));
    for change in [("at 3", "at 4"), ("Dark.", "Darker."), ("Grit 3", "Grit 2"), ("0..9 ", "0..8 ")]
    {
        let game = GAME.replacen(change.0, change.1, 1);
        assert_ne!(game, GAME);
        let (same, other) = judged(&game);
        assert_eq!(same, print, "{change:?}");
        assert_ne!(other, data, "{change:?}");
    }
}

/// Files, their names and their order do not matter; what stands in them does.
#[test]
fn data_spread_over_files_is_the_same_data() {
    let (head, units) = GAME.split_at(GAME.find("  unit chief").unwrap());
    let units = units.trim_end().trim_end_matches('}');
    let split = [
        ("z.orbat".to_owned(), format!("{head}\n  use \"parts/a.orbat\"\n}}\n")),
        ("parts/a.orbat".to_owned(), units.to_owned()),
    ];
    let list = format!("{HEAD}units: [mob]\n");
    let whole = everything().judge("list.yaml", &list);
    let split = Table::new("everything", &split).judge("list.yaml", &list);
    assert_eq!((whole.fingerprint, whole.data), (split.fingerprint, split.data));
}

/// What was not understood may be anything, so there is no fingerprint.
#[test]
fn a_list_that_is_not_understood_has_no_fingerprint() {
    let mut table = everything();
    for body in
        ["units: [mobb]\n", "units: [mob]\noptional: nigth\n", "units: [{unit: mob, options: x}]\n"]
    {
        let report = table.judge("list.yaml", &format!("{HEAD}{body}"));
        assert_eq!(report.fingerprint, None, "{body}");
        assert!(!report.legal);
    }
}

/// The text of a case of renamed things.
fn renamed(name: &str) -> String {
    fs::read_to_string(root().join("tests/verdicts/renamed").join(name)).unwrap()
}

#[test]
fn old_names_are_the_same_army() {
    for (system, case) in [("renamed", "names"), ("parts", "parts")] {
        let file = format!("{case}.orbat");
        let mut table = Table::new(system, &[(file.clone(), renamed(&file))]);
        let (old, new) =
            (renamed(&format!("{case}.old.yaml")), renamed(&format!("{case}.new.yaml")));
        let (print, is_legal) = print_of(&mut table, &new);
        assert!(is_legal);
        assert_eq!(print_of(&mut table, &old), (print, true));
    }
}

/// What comes free and leaves no choice is there, written or not; one more is another army.
#[test]
fn free_units_need_not_be_written() {
    let game = r#"system free "Free" {
      cost pts "points"
      profile model "Model" { Grit int }
      category crew "Crew"
      chart band "Band" { slot crew 0..9 }
      unit master "Master" : crew { models 1 man at 10 brings 2 hound brings 0..1 bird }
      unit hound "Hound" : crew { models 1 dog model dog "Dog" { Grit 1 } }
      unit bird "Bird" : crew { models 1 wing at 3 model wing "Wing" { Grit 1 } }
      model man "Man" { Grit 2 }
    }"#;
    let mut table = Table::new("free", &[("free.orbat".to_owned(), game.to_owned())]);
    let head = "orbat: 1\nsystem: free\n";
    all_alike(
        &mut table,
        head,
        &[
            "units: [master]\n",
            "units: [master, hound, hound]\n",
            "units: [hound, master, {unit: hound, models: 1}]\n",
            "units: [{unit: hound, count: 2}, master]\n",
        ],
    );
    all_different(
        &mut table,
        head,
        &["units: [master]\n", "units: [master, bird]\n", "units: [master, master]\n"],
    );
}

/// A game with forces inside forces, allies, a second currency and what only shows on cards.
const COMPANY: &str = r#"
system company "Company" {
  cost pts "points"
  cost swc "SWC" step 1/2
  profile model "Model" { Grit int }
  profile weapon "Weapon" { Reach int }
  keyword Tough(X int) "Tough ({X})" "Has {X} wounds."
  category crew "Crew"
  category kin on faction
  attribute order one of hold, attack default hold chosen on platoon
  layout card { boxes Tough.X }
  weapon fist "Fist" { Reach 1 }
  weapon gun "Gun" { Reach 9 }
  force host "Host" {
    platoon "Platoon" 0..3 { section "Section" 0..3 option radio "Radio" +1 }
    allies "Allies" 0..2 allied with kin
  }
  chart platoon_chart "Platoon" for platoon { slot crew 0..9 }
  chart section_chart "Section" for section { slot crew 0..9 }
  chart small_section "Small section" for section { slot crew 0..2 }
  chart allied_chart "Allies" for allies { slot crew 0..9 }
  unit frame "Frame" : crew {
    models 1..4 frame at 9, swc 1/2
    model frame "Frame" {
      Grit 5
      choose left "Left" 1 default fist mounted { fist gun +2 }
      choose right "Right" 1 default fist mounted { fist gun +2 }
    }
    has Tough(3)
    option plates "Plates" +3 0..2 { has Tough(6) }
    may join (entry = outer.entry and not joins) taking no slot at most 1 each
  }
}
faction hill "Hill" of company : kin { }
faction lake "Lake" of company : kin { }
"#;

const COMPANY_HEAD: &str = "orbat: 1\nsystem: company\n";

fn company() -> Table {
    Table::new("company", &[("company.orbat".to_owned(), COMPANY.to_owned())])
}

#[test]
fn forces_and_currencies_are_spelt_in_many_ways() {
    let mut table = company();
    let mut alike = |bodies: &[&str]| all_alike(&mut table, COMPANY_HEAD, bodies);
    alike(&[
        "platoons:\n  - units: [frame, frame]\n    sections:\n      - chart: small_section\n        units: [frame]\n",
        "platoons: [{order: hold, chart: platoon_chart, units: [{unit: frame, count: 2}], sections: [{name: A, chart: small_section, units: [{unit: frame, models: 1, id: x}]}]}]\n",
        "platoons:\n  - sections:\n      - {units: [{unit: frame, count: 1, slot: crew}], chart: small_section}\n    options: {radio: 0}\n    units: [{unit: frame, options: {plates: false}}, frame]\n",
    ]);
    alike(&[
        "platoons: [{units: [frame]}, {units: [frame, frame], options: radio}]\n",
        "platoons: [{name: B, units: [{unit: frame, count: 2}], options: [radio]}, {units: [frame]}]\n",
    ]);
    alike(&["points: 300\nplatoons: [{}]\n", "points: {pts: 300}\nplatoons: [{units: []}]\n"]);
    alike(&[
        "points: {pts: 300, swc: 1.5}\nallies: [{faction: hill, points: 50, units: [frame]}]\n",
        "points: {swc: 3/2, pts: 300}\nallies: [{faction: hill, points: {pts: 50}, units: [frame], chart: allied_chart}]\n",
    ]);
    alike(&[
        "platoons: [{units: [{unit: frame, models: {frame: {count: 2, options: {left: gun}}}}]}]\n",
        "platoons: [{units: [{unit: frame, models: [{model: frame, count: 1, options: {left: gun, right: fist}}, {model: frame, options: [left.gun]}]}]}]\n",
    ]);
    alike(&[
        "platoons: [{units: [{unit: frame, joined: [x]}, {unit: frame, id: x}]}]\n",
        "platoons: [{units: [{unit: frame, id: a}, {unit: frame, id: b, joined: a}]}]\n",
    ]);
}

#[test]
fn every_difference_of_forces_and_currencies_counts() {
    let one = |unit: &str| format!("platoons: [{{units: [{unit}]}}]\n");
    let frame = |rest: &str| one(&format!("{{unit: frame, {rest}}}"));
    let bodies = [
        one("frame"),
        one("frame, frame"),
        frame("models: 2"),
        frame("options: plates"),
        frame("options: {plates: 2}"),
        frame("models: {frame: {count: 1, options: {left: gun}}}"),
        frame("models: {frame: {count: 1, options: {right: gun}}}"),
        frame("models: {frame: {count: 1, options: {left: gun, right: gun}}}"),
        "platoons: [{units: [{unit: frame, joined: x}, {unit: frame, id: x}]}]\n".to_owned(),
        "platoons: [{units: [frame]}, {}]\n".to_owned(),
        "platoons: [{units: [frame], sections: [{chart: section_chart}]}]\n".to_owned(),
        "platoons: [{sections: [{units: [frame], chart: section_chart}]}]\n".to_owned(),
        "platoons: [{sections: [{units: [frame], chart: small_section}]}]\n".to_owned(),
        "platoons: [{sections: [{units: [frame], chart: section_chart}, {chart: section_chart}]}]\n".to_owned(),
        "platoons: [{sections: [{units: [frame], chart: section_chart}]}, {sections: [{chart: section_chart}]}]\n".to_owned(),
        "platoons: [{units: [frame], order: attack}]\n".to_owned(),
        "platoons: [{units: [frame], options: radio}]\n".to_owned(),
        "platoons: [{units: [frame], points: 100}]\n".to_owned(),
        "platoons: [{units: [frame], points: {swc: 100}}]\n".to_owned(),
        "points: 100\nplatoons: [{units: [frame]}]\n".to_owned(),
        "points: {swc: 100}\nplatoons: [{units: [frame]}]\n".to_owned(),
        "points: {pts: 100, swc: 100}\nplatoons: [{units: [frame]}]\n".to_owned(),
        "points: {pts: 100, swc: 99.5}\nplatoons: [{units: [frame]}]\n".to_owned(),
        "allies: [{faction: hill, units: [frame]}]\n".to_owned(),
        "allies: [{faction: lake, units: [frame]}]\n".to_owned(),
        "allies: [{faction: lake, units: [frame], points: 10}]\n".to_owned(),
        "allies: [{faction: lake, units: [frame]}, {faction: hill}]\n".to_owned(),
    ];
    all_different(&mut company(), COMPANY_HEAD, &bodies.each_ref().map(String::as_str));
}
