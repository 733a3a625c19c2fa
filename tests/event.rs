//! The tournament desk: what was sent in every form, hostile files, what shows across lists,
//! locking and what has changed since.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "event/code.rs"]
mod code;
#[path = "event/files.rs"]
mod files;
#[path = "event/manifest.rs"]
mod manifest;
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::program::{folder, orbat, stderr, stdout, succeeds};
use support::root;
use support::schema::objection;

const EVENT: &str = "examples/events/spring-open.orbat";

/// A legal list of the sample event.
const LIST: &str = "orbat: 1\nname: Patrol\nsystem: firefight\nfaction: enforcers\npoints: 1000\n\
                    units:\n  - captain\n  - unit: marines\n    models: 8\n  - marines\n  - ghosts\n";

/// The same with one model more.
fn one_more() -> String {
    LIST.replace("models: 8", "models: 9")
}

/// What `orbat event check` says of everything in a folder.
fn checked(path: &Path, more: &[&str]) -> Vec<Value> {
    let path = path.to_str().unwrap();
    let output = orbat(&[&["event", "check", EVENT, path, "--format", "json"], more].concat());
    let text = stdout(&output);
    let entries: Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", stderr(&output)));
    let schema = fs::read_to_string(root().join("schemas/event.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(objection(&schema, &schema, &entries, "entries"), None);
    entries.as_array().unwrap().clone()
}

/// The submissions whose origin ends so.
fn from<'e>(entries: &'e [Value], end: &str) -> Vec<&'e Value> {
    let is_from = |entry: &&Value| entry["origin"].as_str().unwrap().ends_with(end);
    let found: Vec<&Value> = entries.iter().filter(is_from).collect();
    assert!(!found.is_empty(), "nothing is from {end}: {entries:#?}");
    found
}

#[track_caller]
fn verdict(entries: &[Value], end: &str, wanted: &str) {
    for entry in from(entries, end) {
        let issues = (&entry["fault"], &entry["questions"], &entry["issues"]);
        assert_eq!(entry["verdict"], wanted, "{end}: {issues:?}");
    }
}

fn temp(name: &str, files: &[(&str, &str)]) -> PathBuf {
    folder(&format!("event-{name}"), files)
}

#[test]
fn what_shows_across_lists_is_told() {
    let named =
        |player: &str, list: &str| list.replace("name: Patrol", &format!("player: {player}"));
    let path = temp(
        "across",
        &[
            ("1.yaml", &named("Anna", LIST)),
            ("2.yaml", &named("ANNA", LIST)),
            ("3.yaml", &named("Anna", &one_more())),
            ("4.yaml", &named("Bruno", LIST)),
            ("5.yaml", &named("Carla", &LIST.replace("  - ghosts\n", ""))),
        ],
    );
    let entries = checked(&path, &[]);
    let kinds = |at: usize| -> Vec<&str> {
        let all = entries[at]["findings"].as_array().unwrap();
        all.iter().map(|finding| finding["kind"].as_str().unwrap()).collect()
    };
    assert_eq!(kinds(0), ["sent_twice", "same_player", "same_army"]);
    assert_eq!(kinds(2), ["same_player"]);
    assert_eq!(kinds(3), ["same_army"]);
    assert!(kinds(4).is_empty());
    let changes = &entries[2]["findings"][0]["changes"];
    assert!(changes[0].as_str().unwrap().contains("8 → 9"), "{changes}");
    assert_eq!(entries[3]["findings"][0]["others"], serde_json::json!([1, 2]));
}

#[test]
fn thousands_alike_are_compared_in_time() {
    let text = "Player: Anna\nnothing to see\n".repeat(1_000);
    let path = temp("alike", &[("1.txt", &text), ("2.txt", &text), ("3.txt", &text)]);
    let entries = checked(&path, &[]);
    assert_eq!(entries.len(), 3_000);
    let finding = &entries[7]["findings"][0];
    assert_eq!(finding["others"].as_array().unwrap().len(), 5, "{finding}");
    assert!(finding["more"].as_u64().unwrap() > 100, "{finding}");
}

#[test]
fn what_is_written_is_escaped() {
    let name = "=cmd|' /C calc'!A0 <img src=x onerror=alert(1)> \\u001b[31m\\u202e]]>";
    let list = LIST.replace("name: Patrol", &format!("player: \"{name}\""));
    let path = temp("escaped", &[("a.yaml", &list), ("b.txt", "Dear all,\nsee you\n")]);
    let out = path.with_extension("out");
    let output =
        orbat(&["event", "check", EVENT, path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let shown = stdout(&output);
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown:?}");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let csv = read("results.csv");
    assert!(csv.contains("'=cmd") && !csv.contains('\u{1b}'), "{csv}");
    let html = read("report.html");
    assert!(!html.contains("<img") && html.contains("&lt;img"), "the name runs");
    assert!(!html.contains("http://") && !html.contains("https://"), "the report needs a network");
    let xml = read("results.xml");
    assert!(!xml.contains('\u{1b}') && !xml.contains("<img"), "{xml}");
    for part in ["tests=\"2\"", "errors=\"1\"", "failures=\"0\"", "</testsuite>"] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
    let json = read("results.json");
    let entries: Vec<Value> = serde_json::from_str(&json).unwrap();
    let schema: Value = serde_json::from_str(&succeeds(&["schema", "event"])).unwrap();
    let as_sent = Value::Array(entries.clone());
    assert_eq!(objection(&schema, &schema, &as_sent, "results.json"), None);
    assert!(entries[0]["player"].as_str().unwrap().starts_with("=cmd"));
    let names: Vec<String> = fs::read_dir(out.join("replies"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-.".contains(char);
    assert!(names.iter().all(|name| name.chars().all(is_plain)), "{names:?}");
    for file in names {
        let reply = read(&format!("replies/{file}"));
        assert!(!reply.contains("<img") || file.ends_with(".txt"), "{file}: {reply}");
        assert!(!reply.contains('\u{1b}'), "{file}");
    }
    let roster = read("printouts/001-cmd----c-calc--a0--img-src-x-onerror-al-open.txt");
    assert!(roster.contains("Captain") && !roster.contains('\u{1b}'), "{roster}");
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn lists_are_compared_in_words() {
    let path = temp("diff", &[("a.yaml", LIST), ("b.yaml", &one_more())]);
    let (a, b) = (path.join("a.yaml"), path.join("b.yaml"));
    let (a, b) = (a.to_str().unwrap(), b.to_str().unwrap());
    let output = orbat(&["diff", a, b]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("~ Marines: 8 → 9 Marine"), "{text}");
    assert!(text.contains("4 units alike") || text.contains("3 units alike"), "{text}");
    assert!(succeeds(&["diff", a, a]).contains("The same army."));
    let found: Value =
        serde_json::from_str(&stdout(&orbat(&["diff", a, b, "--format", "json"]))).unwrap();
    assert_eq!(found["units"][0]["details"][0]["about"], "models");
    assert_eq!(found["is_same_army"], false);
    let other = root().join("examples/warzone/customs-patrol.yaml");
    let output = orbat(&["diff", a, other.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
}

#[test]
fn a_printout_is_checked_by_its_code() {
    let path = temp("code", &[("a.yaml", LIST), ("b.yaml", &one_more())]);
    let (a, b) = (path.join("a.yaml"), path.join("b.yaml"));
    let (a, b) = (a.to_str().unwrap(), b.to_str().unwrap());
    let report: Value =
        serde_json::from_str(&stdout(&orbat(&["check", a, "--format", "json"]))).unwrap();
    let code =
        format!("{}/{}", report["fingerprint"].as_str().unwrap(), report["data"].as_str().unwrap());
    assert!(succeeds(&["verify", a, &code]).contains("The same army"));
    assert!(succeeds(&["verify", a, &code.to_uppercase().replace('-', " ")]).contains("same"));
    let output = orbat(&["verify", b, &code]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("Another army"), "{}", stdout(&output));
    let old = format!("{}/0000", report["fingerprint"].as_str().unwrap());
    let output = orbat(&["verify", a, &old]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("other data"), "{}", stderr(&output));
    assert_eq!(orbat(&["verify", a, "not a code!"]).status.code(), Some(2));
    // The code is on the printout.
    assert!(succeeds(&["print", a, "--to", "text", "-o", "-"]).contains(&code));
}
