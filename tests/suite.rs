//! Runs every case under `tests/suite/`: one file, or one folder for several files.
//!
//! A comment `//~ CODE COLUMN` says that the line before it (expectations do not count) must raise
//! CODE at COLUMN; `//~ CODE COLUMN WORDS` that the message or help has these words too. A case
//! without such comments must compile cleanly. `tests/suite/README.md` tells more.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use orbat::internals::diagnostic::Diagnostic;
use orbat::internals::resolve::Compiled;
use support::{
    UNUSED, compile_files, described, drawn, files_below, found, found_in_example, root,
};

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
    // Data, and the pictures it names.
    ["orbat", "png", "svg", "webp"]
        .into_iter()
        .flat_map(|ending| files_below(case, ending))
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

/// What a comment expects: a line in the form of `support::found`, and words of its answer.
struct Expected {
    found: String,
    words: String,
}

fn expected(path: &str, text: &str) -> Vec<Expected> {
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
                let found = format!("{path}:{line_before:>3}:{column:<3} {code}");
                let words = words.collect::<Vec<_>>().join(" ");
                expected.push(Expected { found, words });
            }
        }
    }
    expected
}

/// Whether the diagnostic that a comment expects has the words it asks for.
fn is_answered(compiled: &[Compiled], expected: &Expected) -> bool {
    let said = |compiled: &Compiled, diagnostic: &Diagnostic| {
        let help = diagnostic.help.iter().chain(&diagnostic.notes);
        let said = help.chain([&diagnostic.message]).any(|text| text.contains(&expected.words));
        said && described(compiled, diagnostic) == expected.found
    };
    expected.words.is_empty()
        || compiled.iter().any(|compiled| {
            compiled.diagnostics.iter().any(|diagnostic| said(compiled, diagnostic))
        })
}

#[test]
fn every_case_raises_what_it_expects() {
    let mut failures = String::new();
    let cases = cases();
    assert!(cases.len() >= 60, "only {} cases were found", cases.len());
    for case in &cases {
        let files = files_of(case);
        let all: Vec<Expected> = files
            .iter()
            .flat_map(|(path, bytes)| expected(path, &String::from_utf8_lossy(bytes)))
            .collect();
        let mut expected: Vec<&str> = all.iter().map(|expected| expected.found.as_str()).collect();
        expected.sort_unstable();
        let compiled = compile_files(&files);
        for missing in all.iter().filter(|expected| !is_answered(&compiled, expected)) {
            let (case, words) = (case.strip_prefix(root()).unwrap().display(), &missing.words);
            failures += &format!("{case}\n lacks {words:?}\n{}\n", drawn(&compiled));
        }
        let about: Vec<&str> =
            expected.iter().filter_map(|expected| expected.rsplit(' ').next()).collect();
        let is_of_lints = case.parent().is_some_and(|area| area.ends_with("lints"));
        let found = match is_of_lints {
            // Only what is left over: it would stand in every case.
            true if !about.contains(&UNUSED) => {
                found(&compiled).into_iter().filter(|found| !found.ends_with(UNUSED)).collect()
            }
            true => found(&compiled),
            false => found_in_example(&compiled, &about),
        };
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
