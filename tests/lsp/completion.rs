//! What is offered at a place.

use serde_json::json;

use crate::editor::{Editor, FACTION, SYSTEM};
use crate::support::program::folder;

#[test]
fn every_place_offers_what_fits_there() {
    let text = FACTION.replace("\" 10\n", "\" +10 { has  }\n");
    let folder = folder("lsp-complete", &[("system.orbat", SYSTEM), ("reds.orbat", &text)]);
    let mut editor = Editor::open(&folder);
    editor.show("reds.orbat");
    let mut offered = |what: &str, behind: usize| -> Vec<String> {
        let mut params = editor.at("reds.orbat", &text, what);
        let column = params["position"]["character"].as_u64().unwrap();
        params["position"]["character"] = json!(column + behind as u64);
        let items = editor.ask("textDocument/completion", params);
        let items = items.as_array().unwrap();
        items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(offered("has  }", 4), ["Fast"]);
    let weapons = offered("weapons rifle", 8);
    assert!(weapons.contains(&"rifle".to_owned()), "{weapons:?}");
    assert!(!weapons.contains(&"troop".to_owned()), "{weapons:?}");
    let statements = offered("weapons rifle", 0);
    assert!(statements.contains(&"option".to_owned()) && statements.contains(&"models".to_owned()));
    assert!(!statements.contains(&"slot".to_owned()) && !statements.contains(&"SP".to_owned()));
    assert_eq!(offered(": troop", 2), ["troop"]);
    let in_model = offered("SP 5 }", 0);
    assert!(in_model.contains(&"SP".to_owned()) && !in_model.contains(&"models".to_owned()));
    let behind = offered("SP 5 }", 5);
    assert!(!behind.contains(&"SP".to_owned()) && behind.contains(&"has".to_owned()), "{behind:?}");
}

const DUST: &str = r#"system dust "Dust" {
  cost pts "points"
  cost glory "glory"
  profile model "Model" { SP "Speed" int  CC shape "{attack}/{defence}"  Kind one of foot, horse }
  profile weapon "Weapon" { Range inches }
  keyword Fast "Fast."
  keyword Fear(X int) "Scares {X}."
  category troop "Troop", hero "Hero"
  attribute stage one of early, late default early chosen on unit
  optional night "Night fight"
  weapon rifle "Rifle" { Range 24 }
  chart standard "Standard" { slot troop 0..9 slot hero 0..3 }
  rule few "Few" { require count(units) < 9 say "x" }
}
"#;

const REDS: &str = r#"faction reds "Reds" of dust {
  group relics "Relics" 0..1 { skull "Skull" +5 }
  unit squad "Squad" : troop {
    models 5..10 man at 8
    model man "Man" { SP 5 CC 3/0 Kind foot }
    weapons rifle
    include relics
    @
  }
  #
}
%
"#;

/// Where something is typed (`|`), what must be offered there, and what may not be.
const PLACES: &[(&str, &str, &str)] = &[
    // In the body of a unit.
    ("@|", "option models rule", "slot SP Fast rifle"),
    ("@opt|", "option", "slot"),
    ("@has Fast, |", "Fast Fear", "rifle troop option"),
    ("@models 5 |", "man", "rifle Fast squad"),
    ("@option x \"X\" +5 |", "replacing per for", "option rifle models"),
    ("@option x \"X\" +5 for |", "man all leader one", "rifle squad"),
    ("@option x \"X\" +5 replacing |", "rifle", "man squad"),
    ("@option x \"X\" +5 { | }", "has SP", "slot"),
    ("@may |", "join ride", "units option"),
    ("@may join |", "squad troop hero", "rifle Fast"),
    ("@include |", "relics", "squad rifle"),
    ("@brings 0..1 |", "squad", "rifle troop"),
    ("@at |", "most", "units"),
    ("@at most 1 in |", "army force", "rifle"),
    ("@cost glory |", "", "units rifle"),
    ("@cost |", "pts glory", "rifle"),
    ("@remove |", "Fast troop", "rifle"),
    ("@max |", "models", "rifle"),
    ("@when | { }", "size army count", "option"),
    ("@when army.| { }", "limit units option", "size SP"),
    ("@when unit.| { }", "size SP stage Fear", "limit"),
    ("@when CC.| { }", "attack defence", "limit"),
    ("@when army.option(|) { }", "night", "rifle"),
    ("@when stage = | { }", "early late", "rifle"),
    ("@when Kind = | { }", "foot horse", "early"),
    ("@note \"{unit.|}\"", "size", "limit"),
    ("@note \"|\"", "", "size option"),
    ("@model x \"X\" { | }", "SP CC Kind has", "Range models"),
    ("@model x \"X\" { SP 5 | }", "CC Kind", "SP"),
    ("@model x \"X\" { SP 5 Kind | }", "foot horse", "early rifle"),
    ("@// has |", "", "Fast option"),
    // In a faction.
    ("#|", "unit rule weapon", "slot models"),
    ("#unit x |", "", "squad rifle"),
    ("#unit x \"X\" | { }", "unique extends for", "rifle"),
    ("#unit x \"X\" : troop, |", "hero", "rifle"),
    ("#unit x \"X\" extends | { }", "squad", "rifle troop"),
    ("#rule r \"R\" { | }", "require for", "option"),
    ("#rule r \"R\" { for each | }", "unit model weapon", "squad rifle"),
    ("#rule r \"R\" { for each unit u: require u.| }", "size Fear", "limit"),
    ("#rule r \"R\" { for each unit u: require u.Fear.| }", "X", "size"),
    ("#rule r \"R\" { for each unit u: require u has | }", "Fast", "rifle"),
    ("#rule r \"R\" { for each unit u: require | }", "u size units squad", "option"),
    ("#rule r \"R\" { require count(units where |) }", "hero squad size", "limit Fast"),
    ("#rule r \"R\" { require sum(u.| for u in units) }", "size pts", "limit"),
    ("#chart c \"C\" { | }", "slot trade unlock", "models"),
    ("#chart c \"C\" { slot | }", "troop hero", "rifle"),
    ("#chart c \"C\" { unlock | }", "troop hero", "rifle"),
    ("#derive x = |", "count units army", "option"),
    ("#for each unit where | { }", "hero size", "option"),
    ("#layout card { | }", "show boxes accent", "rule models"),
    ("#layout card { boxes | }", "SP Range", "rifle"),
    ("#profile p { A | }", "int shape", "rifle"),
    ("#profile p extends |", "model weapon", "rifle"),
    ("#keyword K(X |) \"k\"", "int text", "rifle"),
    ("#attribute a |", "int one", "rifle"),
    ("#attribute a int on |", "unit weapon", "rifle"),
    ("#enum e |", "of", "rifle"),
    ("#deck d \"D\" { | }", "size card", "models"),
    ("#use \"|", "system.orbat", "rifle"),
    ("#waive |", "few", "rifle"),
    // Events and headers.
    ("%|", "faction event", "slot"),
    ("%event e \"E\" for |", "dust", "rifle"),
    ("%event e \"E\" for dust { | }", "charts ban alias", "models slot"),
    ("%event e \"E\" for dust { charts | }", "standard", "troop"),
    ("%event e \"E\" for dust { ban | }", "squad skull", "troop"),
    ("%event e \"E\" for dust { optional | }", "night", "rifle"),
    ("%event e \"E\" for dust { optional night | }", "on off", "rifle"),
    ("%event e \"E\" for dust { alias de \"x\" for | }", "squad rifle", "option"),
    ("%event e \"E\" for dust { answer \"x\" is | }", "squad rifle", "option"),
    ("%event e \"E\" for dust { list a \"A\" { | } }", "charts points", "models"),
    ("%faction x \"X\" of |", "dust", "rifle"),
];

#[test]
fn every_statement_asks_for_its_own_names() {
    let files = [("system.orbat", DUST), ("reds.orbat", "")];
    let mut editor = Editor::open(&folder("lsp-places", &files));
    editor.show("reds.orbat");
    let mut wrong = Vec::new();
    for (typed, wanted, unwanted) in PLACES {
        let (place, typed) = typed.split_at(1);
        let text = REDS.replace(place, typed).replace(['@', '#', '%'], "");
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        editor.retype("reds.orbat", &text);
        let before = &text[..at];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().len();
        let params = json!({
            "textDocument": editor.document("reds.orbat"),
            "position": { "line": line, "character": character },
        });
        let items = editor.ask("textDocument/completion", params);
        let items = items.as_array().unwrap();
        let labels: Vec<&str> = items.iter().map(|item| item["label"].as_str().unwrap()).collect();
        let has = |word: &str| labels.iter().any(|label| label.split(' ').next() == Some(word));
        let missing: Vec<&str> = wanted.split_whitespace().filter(|word| !has(word)).collect();
        let surplus: Vec<&str> = unwanted.split_whitespace().filter(|word| has(word)).collect();
        if !missing.is_empty() || !surplus.is_empty() {
            wrong.push(format!("{place}{typed}: missing {missing:?}, surplus {surplus:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
