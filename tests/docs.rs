//! The documentation holds true: its examples compile, and every code is explained, used and has a case.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail loudly")]

mod support;

use std::fs;

use orbat::diagnostic::{codes, explain};
use support::verdict::{Table, system_of};
use support::{compile_text, drawn, files_below, found, root};

/// The fenced blocks of a Markdown text: what stands after the fence, the first line, the content.
fn blocks(text: &str) -> Vec<(String, usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.to_owned(), index + 2, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, _, content))) => *content += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    blocks
}

/// An example may be a whole file, or declarations that are put into a faction of the base system.
fn whole(example: &str) -> String {
    let is_file = example.lines().any(|line| ["system ", "faction ", "event "].iter().any(|word| line.starts_with(word)));
    if is_file { example.to_owned() } else { format!("faction example \"Example\" of x {{\n{example}\n}}\n") }
}

#[test]
fn examples_of_the_language_reference_compile() {
    let text = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let examples: Vec<_> = blocks(&text).into_iter().filter(|(info, _, _)| info == "orbat").collect();
    assert!(examples.len() >= 30, "only {} examples", examples.len());
    for (_, line, example) in examples {
        let compiled = compile_text(&whole(&example));
        assert!(found(&compiled).is_empty(), "docs/language.md:{line}\n{example}\n{}", drawn(&compiled));
    }
}

#[test]
fn every_code_is_explained_with_examples_that_prove_it() {
    for code in codes::ALL {
        let (_, text) = explain(code.name).unwrap_or_else(|| panic!("docs/codes/{}.md is missing", code.name));
        assert!(text.starts_with(&format!("# {}\n", code.name)), "{}: the title is not the code", code.name);
        let blocks = blocks(text);
        let of = |kind: &str| blocks.iter().find(|(info, _, _)| info.ends_with(kind));
        let (wrong, _, wrong_text) = of(" wrong").unwrap_or_else(|| panic!("{}: no wrong example", code.name));
        let (_, _, right_text) = of(" right").unwrap_or_else(|| panic!("{}: no right example", code.name));
        if wrong.starts_with("yaml") {
            let data: Vec<(String, String)> = blocks
                .iter()
                .filter(|(info, ..)| info == "orbat")
                .map(|(_, _, text)| ("case.orbat".to_owned(), text.clone()))
                .collect();
            let judge = |list: &str| Table::new(system_of(list), &data).judge("list.yaml", list);
            let (bad, good) = (judge(wrong_text), judge(right_text));
            let codes: Vec<&str> = bad.issues.iter().map(|issue| issue.code.as_str()).collect();
            assert_eq!(codes, [code.name], "the wrong example of {}", code.name);
            assert!(good.legal && good.issues.is_empty(), "{}: the right example is wrong\n{:#?}", code.name, good.issues);
        }
        // What a text file cannot show is told in words (`text wrong`); `tests/hostile.rs` proves those codes.
        if wrong.starts_with("orbat") {
            let compiled = compile_text(&whole(wrong_text));
            let codes: Vec<&str> = compiled.iter().flat_map(|one| &one.diagnostics).map(|one| one.code.name).collect();
            assert!(codes.contains(&code.name), "{}: the wrong example raises {codes:?}", code.name);
            let compiled = compile_text(&whole(right_text));
            assert!(found(&compiled).is_empty(), "{}: the right example is wrong\n{}", code.name, drawn(&compiled));
        }
    }
}

#[test]
fn no_explanation_is_left_over() {
    for path in files_below(&root().join("docs/codes"), "md") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(codes::ALL.iter().any(|code| code.name == name), "{} explains no code", path.display());
    }
}

#[test]
fn every_code_has_a_case_and_a_use() {
    let table = fs::read_to_string(root().join("src/diagnostic/codes.rs")).unwrap();
    let sources: String = files_below(&root().join("src"), "rs")
        .into_iter()
        .filter(|path| !path.ends_with("diagnostic/codes.rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let mut cases: String =
        files_below(&root().join("tests/suite"), "orbat").into_iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    cases += &fs::read_to_string(root().join("tests/hostile.rs")).unwrap();
    for folder in ["tests/ledger", "tests/lists", "tests/verdicts"] {
        cases.extend(files_below(&root().join(folder), "yaml").into_iter().map(|path| fs::read_to_string(path).unwrap()));
    }
    for code in codes::ALL {
        let line = table.lines().find(|line| line.contains(&format!("\"{}\"", code.name))).unwrap();
        let constant = line.split_whitespace().nth(1).unwrap();
        assert!(sources.contains(&format!("codes::{constant}")), "{} is never raised", code.name);
        assert!(cases.contains(code.name), "{} has no case", code.name);
    }
}

/// Each game's rules are numbered; every number stands at the definition that carries the rule.
#[test]
fn every_rule_of_the_ledger_is_cited() {
    for (system, prefix, last) in
        [("warzone", "WZ", 25), ("firefight", "FF", 14), ("at43", "AT", 18), ("dark_age", "DA", 12), ("mad_minute", "MM", 9)]
    {
        let text: String = files_below(&root().join("factions").join(system), "orbat")
            .into_iter()
            .flat_map(|path| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect::<Vec<_>>())
            .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
            .collect();
        let words: Vec<&str> = text.split(|char: char| !(char.is_ascii_alphanumeric() || char == '-')).collect();
        for number in 1..=last {
            let id = format!("{prefix}-{number:02}");
            assert!(words.contains(&id.as_str()), "{system} does not cite {id}");
        }
    }
}
