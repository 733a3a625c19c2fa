//! Formulas and statements as players read them: the page of every construct.

use serde_json::Value;

use crate::support::program::succeeds;
use crate::support::root;

/// Everything on a page that is told in words, with what is written in the data.
fn told(page: &Value, all: &mut Vec<(String, String)>) {
    match page {
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str);
            if let (2, Some(words), Some(source)) = (fields.len(), text("words"), text("source")) {
                all.push((source.to_owned(), words.to_owned()));
                return;
            }
            for (key, value) in fields {
                let source = key.strip_suffix("_words").and_then(text);
                if let (Some(source), Value::String(words)) = (source, value) {
                    all.push((source.to_owned(), words.clone()));
                }
                told(value, all);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| told(value, all)),
        _ => {}
    }
}

#[test]
fn every_construct_is_told_in_english() {
    let data = root().join("tests/cli/words");
    let mut all = Vec::new();
    for name in ["choir", "lord", "mortar", "guards"] {
        let arguments = ["--data", &data.to_string_lossy(), "show", name, "--format", "json"];
        told(&serde_json::from_str(&succeeds(&arguments)).unwrap(), &mut all);
    }
    let is_formula = |source: &str| source.chars().any(|char| char.is_alphabetic() || char == '(');
    all.retain(|(source, _)| is_formula(source));
    let mut once: Vec<(String, String)> = Vec::new();
    for pair in all {
        if !once.contains(&pair) {
            once.push(pair);
        }
    }
    let lines = once.iter().map(|(source, words)| format!("{source}\n    {words}\n"));
    insta::assert_snapshot!(lines.collect::<String>());
}

/// Rules in the words of their requirements; what no sentence tells well is left to the title.
#[test]
fn rules_are_told_in_english() {
    let data = "tests/cli/words";
    let mut pages = String::new();
    for number in 1..=10 {
        pages += &succeeds(&["--data", data, "explain", &format!("T-{number:02}")]);
    }
    insta::assert_snapshot!(pages);
}

/// Forces are told with what they may take and cost, and prices that the faction alone decides as
/// numbers.
#[test]
fn forces_are_told_in_english() {
    let pages = ["north", "south"]
        .map(|name| succeeds(&["--data", "tests/cli/words", "show", name, "--system", "told"]));
    insta::assert_snapshot!(pages.concat());
}

/// What is told has none of the signs of a formula.
#[test]
fn no_page_shows_an_expression() {
    let pages = ["bauhaus", "algeroth", "cogs", "karmans", "red_blok", "dragyri", "plague"];
    let units = ["hussars", "security_agents", "k_shooters", "cog_striders", "numbskull", "team"];
    for name in pages.into_iter().chain(units) {
        let page = succeeds(&["show", name]);
        for sign in ["army.", "unit.size", " >= ", " <= ", " div ", "count(", " in army"] {
            assert!(!page.contains(sign), "`{sign}` in\n{page}");
        }
    }
}

#[test]
fn the_source_is_shown_on_request() {
    let page = succeeds(&["show", "juggernauts"]);
    assert!(page.contains("may ride in units that have Transport\n"), "{page}");
    let page = succeeds(&["show", "juggernauts", "--source"]);
    assert!(
        page.contains("may ride in units that have Transport `may ride (has Transport)`\n"),
        "{page}"
    );
}
