//! The program as people meet it: output, exit codes, and the commands the README promises.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail loudly")]

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use support::root;

fn orbat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_orbat")).args(arguments).current_dir(root()).env("COLUMNS", "100").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = orbat(arguments);
    assert!(output.status.success(), "orbat {arguments:?}\n{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

/// Runs a command that must fail with this code; gives what it said.
#[track_caller]
fn fails(code: i32, arguments: &[&str]) -> String {
    let output = orbat(arguments);
    assert_eq!(output.status.code(), Some(code), "orbat {arguments:?}\n{}{}", stdout(&output), stderr(&output));
    format!("{}{}", stdout(&output), stderr(&output))
}

/// A folder of its own for a test that needs files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("orbat-cli-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn the_readme_commands_run() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("$ orbat ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        succeeds(&arguments);
    }
    assert!(readme.contains("cargo run -- ") && readme.contains("cargo test"));
    let example = readme.split("```orbat\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = folder("readme", &[("mercs.orbat", example)]);
    assert_eq!(succeeds(&["data", "check", folder.to_str().unwrap()]), "1 file, 1 unit: no errors\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_five_games_are_embedded_and_clean() {
    let systems = succeeds(&["systems", "--format", "json"]);
    let systems: serde_json::Value = serde_json::from_str(&systems).unwrap();
    let ids: Vec<&str> = systems.as_array().unwrap().iter().map(|system| system["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["at43", "dark_age", "firefight", "mad_minute", "warzone"]);
    let report = succeeds(&["data", "check"]);
    assert!(report.ends_with("no errors\n"), "{report}");
    assert_eq!(report.lines().count(), 1, "{report}");
}

#[test]
fn every_faction_lists_its_units_and_every_unit_can_be_shown() {
    let systems: serde_json::Value = serde_json::from_str(&succeeds(&["systems", "--format", "json"])).unwrap();
    for system in systems.as_array().unwrap() {
        let id = system["id"].as_str().unwrap();
        let factions: serde_json::Value = serde_json::from_str(&succeeds(&["factions", id, "--format", "json"])).unwrap();
        assert!(!factions.as_array().unwrap().is_empty(), "{id} has no factions");
        for faction in factions.as_array().unwrap() {
            let faction = faction["id"].as_str().unwrap();
            let units = succeeds(&["units", faction, "--system", id, "--format", "json"]);
            let units: serde_json::Value = serde_json::from_str(&units).unwrap();
            for unit in units.as_array().unwrap() {
                assert!(unit["id"].is_string() && unit["name"].is_string() && unit["categories"].is_array());
                assert!(unit["unique"].is_boolean() && unit["points"].is_i64(), "{id}/{faction}: {unit}");
            }
            let first = units[0]["id"].as_str().unwrap();
            let page = succeeds(&["show", first, "--system", id]);
            assert!(page.contains(units[0]["name"].as_str().unwrap()), "{page}");
        }
    }
}

#[test]
fn a_unit_page_shows_everything() {
    insta::assert_snapshot!(succeeds(&["show", "hussars"]));
}

#[test]
fn listings_read_well() {
    insta::assert_snapshot!(succeeds(&["units", "bauhaus"]));
    insta::assert_snapshot!(succeeds(&["factions", "at43"]));
}

#[test]
fn names_are_found_in_any_case_and_near_misses_are_named() {
    assert_eq!(succeeds(&["show", "Max Steiner"]), succeeds(&["show", "max_steiner"]));
    assert!(fails(2, &["show", "husars"]).contains("did you mean `hussars`?"));
    assert!(fails(2, &["units", "bauhuas"]).contains("did you mean `bauhaus`?"));
    assert!(fails(2, &["factions", "warzoen"]).contains("did you mean `warzone`?"));
    assert!(fails(2, &["explain", "data.unknown_keyord"]).contains("did you mean `data.unknown_keyword`?"));
}

#[test]
fn explanations_are_printed() {
    let text = succeeds(&["explain", "data.unknown_keyword"]);
    assert!(text.starts_with("data.unknown_keyword\n") && text.contains("Wrong:") && text.contains("Right:"), "{text}");
    assert_eq!(succeeds(&["explain"]).lines().count(), orbat::diagnostic::codes::ALL.len());
}

const MERCS: &str = "faction mercs \"Mercs\" of warzone {\n  unit guns \"Guns\" : troop, infantry {\n    models 5 gun at 9\n    \
     model gun { SP 5 CC 12/0 RS 13 ST 8 CON 8 WP 13 LD 14 W 1 A 20 SZ 0 COH 8 }\n    has Feerless(2)\n  }\n}\n";

#[test]
fn a_mistake_in_a_faction_is_drawn_at_its_place() {
    let folder = folder("mistake", &[("mercs.orbat", MERCS)]);
    let said = fails(1, &["data", "check", folder.to_str().unwrap()]);
    let said = said.replace(folder.to_str().unwrap(), "FOLDER");
    insta::assert_snapshot!(said);
    let json = fails(1, &["data", "check", folder.to_str().unwrap(), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["errors"], 1);
    assert_eq!(json["diagnostics"][0]["code"], "data.unknown_keyword");
    assert_eq!(json["diagnostics"][0]["at"]["line"], 5);
    assert_eq!(json["diagnostics"][0]["at"]["column"], 9);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_adds_a_faction_and_replaces_one() {
    let mercs = MERCS.replace("    has Feerless(2)\n", "");
    let bauhaus =
        mercs.replace("faction mercs \"Mercs\"", "faction bauhaus \"Other Bauhaus\"").replace("unit guns", "unit pikes");
    let folder = folder("layers", &[("mercs.orbat", &mercs), ("deep/er/bauhaus.orbat", &bauhaus)]);
    let data = folder.to_str().unwrap();
    assert!(succeeds(&["factions", "warzone", "--data", data]).contains("mercs"));
    assert!(succeeds(&["units", "mercs", "--data", data]).contains("Guns"));
    let units = succeeds(&["units", "bauhaus", "--data", data]);
    assert!(units.contains("pikes") && !units.contains("hussars"), "{units}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_read_ends_with_code_2() {
    assert!(fails(2, &["data", "check", "no/such/folder"]).contains("there is no folder or file"));
    assert!(fails(2, &["systems", "--data", "no/such/folder"]).contains("there is no folder or file"));
    fails(2, &["frobnicate"]);
    fails(2, &[]);
}

#[test]
fn a_bare_file_name_works() {
    let folder = folder("bare", &[("mercs.orbat", &MERCS.replace("Feerless", "Fearless"))]);
    let output =
        Command::new(env!("CARGO_BIN_EXE_orbat")).args(["data", "check", "mercs.orbat"]).current_dir(&folder).output().unwrap();
    assert_eq!(stdout(&output), "1 file, 1 unit: no errors\n");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_colour_without_a_terminal() {
    for arguments in [vec!["systems"], vec!["show", "hussars"], vec!["explain", "type.mismatch"]] {
        assert!(!succeeds(&arguments).contains('\u{1b}'));
    }
}
