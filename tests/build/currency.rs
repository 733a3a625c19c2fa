//! Several currencies: nothing that is suggested, completed or repaired breaks the limit of any.

use std::fs;

use orbat::internals::builder::{Builder, CompleteOptions, Completion, Proof};
use orbat::internals::engine::{Number, Ruleset};

use crate::command::{folder, says};
use crate::support::root;
use crate::{read, small_game};

fn fireteams() -> String {
    fs::read_to_string(root().join("tests/verdicts/currencies/fireteams.orbat")).unwrap()
}

fn completed(rules: &Ruleset<'_>, text: &str, seed: u64) -> (orbat::internals::list::List, Proof) {
    let options = CompleteOptions { spend: true, seed, should_continue: &|_| true };
    match Builder::new(rules).complete(&read(text), &options) {
        Completion::Done { list, proof, .. } => (*list, proof),
        Completion::Impossible { remaining, .. } => panic!("{remaining:?}\n{text}"),
    }
}

/// Whatever the limits are, what is completed keeps all of them and spends points.
#[test]
fn completing_keeps_every_limit() {
    let game = small_game(&fireteams());
    let rules = Ruleset::new(&game);
    for (points, swc) in [(100, "0"), (100, "1/2"), (150, "3"), (200, "2.5"), (300, "6")] {
        for seed in 1..4 {
            let text = format!(
                "orbat: 1\nsystem: fireteams\nfaction: league\nchart: team\n\
                 points: {{pts: {points}, swc: {swc}}}\nunits: []\n"
            );
            let (list, _) = completed(&rules, &text, seed);
            let assessment = rules.assess(&list);
            assert!(assessment.is_legal(), "{text}");
            let left = Number::whole(points).subtract(assessment.points).unwrap();
            assert!(left >= Number::ZERO && left <= Number::whole(2), "{left} left\n{text}");
        }
    }
}

/// The first currency may have fractions, and is spent to the last half.
#[test]
fn half_points_are_spent() {
    let game = small_game(
        r#"system halves "Halves" {
  cost pts "points" step 1/2
  profile model "Model" { M int }
  category line "Line"
  chart only "Only" { slot line 1.. }
  model man "Man" { M 1 }
  unit pair "Pair" : line { models 2 man at 7/2  at most 1 in army }
  unit trio "Trio" : line { models 3 man at 1.5  at most 1 in army }
  unit single "Single" : line { models 1 man at 4  at most 1 in army }
}"#,
    );
    let rules = Ruleset::new(&game);
    let text = "orbat: 1\nsystem: halves\npoints: 8.5\nunits: []\n";
    let (list, proof) = completed(&rules, text, 1);
    assert_eq!(rules.assess(&list).points.to_string(), "8.5");
    assert_eq!(proof, Proof::LimitReached);
}

#[test]
fn commands_know_every_currency() {
    let folder = folder("currency");
    fs::write(folder.join("fireteams.orbat"), fireteams()).unwrap();
    let orbat = |code: i32, arguments: &[&str]| {
        says(&folder, code, &[&["--data", "."], arguments].concat())
    };
    let begun = orbat(
        0,
        &[
            "new",
            "a.yaml",
            "--system",
            "fireteams",
            "--faction",
            "league",
            "--chart",
            "team",
            "--points",
            "pts=120,SWC=2",
        ],
    );
    assert!(begun.contains("points: {pts: 120, swc: 2}\n"), "{begun}");
    orbat(0, &["add", "a.yaml", "fusiliers", "--models", "3"]);
    let shown = orbat(0, &["suggest", "a.yaml"]);
    assert!(shown.contains("Drones      drones  8 points, 0.5 SWC"), "{shown}");
    assert!(shown.contains("90 of 120 points left; 2 of 2 SWC left."), "{shown}");
    let options = orbat(0, &["suggest", "a.yaml", "fusiliers"]);
    assert!(options.contains("−1 SWC") && options.contains("+8 points, +1 SWC"), "{options}");
    let json = orbat(0, &["suggest", "a.yaml", "fusiliers", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let gun = json["options"].as_array().unwrap().iter().find(|one| one["option"] == "gun");
    assert_eq!(gun.unwrap()["other_costs"][0]["amount"], 1, "{json}");

    let set = orbat(0, &["set", "a.yaml", "--points", "swc=0.5"]);
    assert!(set.contains("0 of 0.5 SWC"), "{set}");
    orbat(0, &["add", "a.yaml", "drones", "--models", "2"]);
    let ways = orbat(1, &["fix", "a.yaml"]);
    assert!(ways.contains("−1 SWC: 0 of 0.5"), "{ways}");
    orbat(0, &["fix", "a.yaml", "--apply", "1"]);
    let verdict = orbat(0, &["check", "a.yaml", "--format", "json"]);
    let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
    assert_eq!(verdict["legal"], true, "{verdict}");
    assert_eq!(verdict["other_costs"][0]["limit"], "0.5", "{verdict}");
    let unknown = orbat(2, &["set", "a.yaml", "--points", "swk=3"]);
    assert!(unknown.contains("there is no currency `swk`; did you mean `swc`?"), "{unknown}");
}
