//! `orbat data fmt` never changes what a file means, and formatting twice is formatting once.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod support;

use std::fs;

use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Memory, SourceProvider};
use orbat::internals::syntax::format;
use proptest::prelude::*;
use support::program::{fails, folder, succeeds};
use support::{BASE, drawn, files_below, found, root};

fn compiled(files: &[(String, String)]) -> Vec<Compiled> {
    let base = Memory::default().with("base.orbat", BASE);
    let mut memory = Memory::default();
    for (path, text) in files {
        memory = memory.with(path, text.clone());
    }
    let has_system =
        files.iter().any(|(_, text)| text.lines().any(|line| line.starts_with("system ")));
    let layers: Vec<&dyn SourceProvider> =
        if has_system { vec![&memory] } else { vec![&base, &memory] };
    let library = Library::open(&layers);
    library.systems().iter().map(|system| library.compile(&system.id)).collect()
}

/// The marks of the data of all games, which depend on nothing but what the files say.
fn digests(files: &[(String, String)]) -> Vec<[u8; 8]> {
    compiled(files)
        .iter()
        .filter_map(|compiled| compiled.game.as_ref())
        .map(|game| game.digest)
        .collect()
}

fn shipped() -> Vec<(String, String)> {
    let folder = root().join("factions");
    let name = |path: &std::path::Path| {
        path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/")
    };
    files_below(&folder, "orbat")
        .into_iter()
        .map(|path| (name(&path), fs::read_to_string(&path).unwrap()))
        .collect()
}

#[test]
fn games_mean_the_same_after_formatting() {
    let before = shipped();
    // Everything to the left, tabs, and no care for spaces: as bad as a file can look.
    let mangled: Vec<(String, String)> = before
        .iter()
        .map(|(path, text)| {
            let lines = text.lines().map(|line| format!("\t{}  \r\n", line.trim_start()));
            (path.clone(), lines.collect())
        })
        .collect();
    let formatted = |files: &[(String, String)]| -> Vec<(String, String)> {
        files.iter().map(|(path, text)| (path.clone(), format(text).unwrap())).collect()
    };
    let expected = digests(&before);
    assert!(expected.len() >= 5);
    assert_eq!(digests(&formatted(&before)), expected);
    assert_eq!(digests(&formatted(&mangled)), expected);
}

#[test]
fn the_games_are_formatted() {
    for (path, text) in shipped() {
        assert!(format(&text).unwrap() == text, "orbat data fmt factions would change {path}");
    }
}

#[test]
fn formatting_again_changes_nothing() {
    let folders = ["factions", "tests/suite", "tests/verdicts", "examples"];
    let mut seen = 0;
    for path in folders.iter().flat_map(|folder| files_below(&root().join(folder), "orbat")) {
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else { continue };
        let Ok(once) = format(&text) else { continue };
        assert_eq!(format(&once).unwrap(), once, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 300, "only {seen} files were formatted");
}

#[test]
fn cases_raise_the_same_codes_after_formatting() {
    let codes = |compiled: &[Compiled]| {
        let mut codes: Vec<String> = found(compiled)
            .iter()
            .map(|found| found.split_whitespace().last().unwrap().to_owned())
            .collect();
        codes.sort();
        codes
    };
    let cases = files_below(&root().join("tests/suite"), "orbat");
    for path in
        cases.iter().filter(|path| path.parent().unwrap().parent().unwrap().ends_with("suite"))
    {
        let Ok(text) = String::from_utf8(fs::read(path).unwrap()) else { continue };
        let Ok(formatted) = format(&text) else { continue };
        let before = compiled(&[("case.orbat".to_owned(), text)]);
        let after = compiled(&[("case.orbat".to_owned(), formatted)]);
        assert_eq!(codes(&before), codes(&after), "{}\n{}", path.display(), drawn(&after));
    }
}

#[test]
fn the_command_formats_and_checks() {
    let folder = folder("fmt", &[("a.orbat", "unit a{\nSP 5\n}\n"), ("b.orbat", "// fine\n")]);
    let path = folder.to_str().unwrap();
    let said = fails(1, &["data", "fmt", "--check", path]);
    assert!(said.contains("a.orbat\n2 files: 1 not formatted"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("a.orbat")).unwrap(), "unit a{\nSP 5\n}\n");
    let said = succeeds(&["data", "fmt", path]);
    assert!(said.contains("2 files: 1 formatted"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("a.orbat")).unwrap(), "unit a {\n  SP 5\n}\n");
    assert!(succeeds(&["data", "fmt", "--check", path]).contains("2 files: all formatted"));
}

#[test]
fn a_file_without_layout_is_left_alone() {
    let folder = folder("fmt-broken", &[("a.orbat", "unit a \"A\" {\n  SP 5\n")]);
    let said = fails(1, &["data", "fmt", folder.to_str().unwrap()]);
    assert!(said.contains("syntax.unclosed_brace"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("a.orbat")).unwrap(), "unit a \"A\" {\n  SP 5\n");
}

proptest! {
    /// Any row of tokens keeps its tokens, whatever stands between them.
    #[test]
    fn tokens_stay(parts in prop::collection::vec(
        prop::sample::select(vec![
            "unit", "a", "5", "12/0", "\"x y\"", "{", "}", "(", ")", ",", ":", "..", "+", "-",
            "// c\n", "\n", "  ", " ", "\t", "=", "Fear", "“q”", "\u{a0}", "é", "#",
        ]), 0..60)) {
        let text: String = parts.concat();
        let words = |text: &str| -> String {
            text.chars().filter(|char| !char.is_whitespace()).collect()
        };
        if let Ok(once) = format(&text) {
            prop_assert_eq!(words(&once), words(&text));
            prop_assert_eq!(format(&once), Ok(once.clone()));
        }
    }
}
