//! Runs every case under `tests/suite/`: one file, or one folder for several files.
//!
//! A comment `//~ CODE COLUMN` says that the line before it (expectations do not count) must raise
//! CODE at COLUMN. A case without such comments must compile cleanly. `tests/suite/README.md` tells
//! more.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{compile_files, drawn, files_below, found, root};

fn cases() -> Vec<PathBuf> {
    let mut cases = Vec::new();
    for area in fs::read_dir(root().join("tests/suite")).unwrap() {
        let area = area.unwrap().path();
        if area.is_dir() {
            cases.extend(fs::read_dir(&area).unwrap().map(|case| case.unwrap().path()));
        }
    }
    cases.retain(|case| {
        case.is_dir() || case.extension().is_some_and(|extension| extension == "orbat")
    });
    cases.sort();
    cases
}

fn files_of(case: &Path) -> Vec<(String, Vec<u8>)> {
    if case.is_file() {
        return vec![(
            case.file_name().unwrap().to_string_lossy().into_owned(),
            fs::read(case).unwrap(),
        )];
    }
    let name = |path: &Path| path.strip_prefix(case).unwrap().to_string_lossy().replace('\\', "/");
    files_below(case, "orbat")
        .into_iter()
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

/// What the comments of a file expect, in the form of `support::found`.
fn expected(path: &str, text: &str) -> Vec<String> {
    let mut line_before = 0;
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("//~") {
            None => line_before = index + 1,
            Some(rest) => {
                let mut words = rest.split_whitespace();
                let code = words.next().unwrap_or_else(|| panic!("{path}:{}: no code", index + 1));
                let column =
                    words.next().unwrap_or_else(|| panic!("{path}:{}: no column", index + 1));
                expected.push(format!("{path}:{line_before:>3}:{column:<3} {code}"));
            }
        }
    }
    expected
}

#[test]
fn every_case_raises_what_it_expects() {
    let mut failures = String::new();
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases were found", cases.len());
    for case in &cases {
        let files = files_of(case);
        let mut expected: Vec<String> = files
            .iter()
            .flat_map(|(path, bytes)| expected(path, &String::from_utf8_lossy(bytes)))
            .collect();
        expected.sort();
        let compiled = compile_files(&files);
        let found = found(&compiled);
        if found != expected {
            let case = case.strip_prefix(root()).unwrap().display();
            failures += &format!(
                "{case}\n expected {expected:#?}\n found {found:#?}\n{}\n",
                drawn(&compiled)
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
