//! What each module may know, and what stands nowhere: the boundaries of `docs/architecture.md`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use support::{files_below, root};

/// Each module and the modules it may use, as the table in `docs/architecture.md` says. None: all.
fn table() -> Vec<(String, Option<Vec<String>>)> {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let names = |cell: &str| -> Vec<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let mut rows = Vec::new();
    for line in text.lines().skip_while(|line| *line != "| module | holds | may use |").skip(2) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", module, .., uses, ""] = cells.as_slice() else { break };
        let uses = (*uses != "everything").then(|| names(uses));
        rows.push((names(module).remove(0), uses));
    }
    rows
}

/// The lines of a file that are code: no comments, nothing after `mod tests`.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or("").to_owned()));
    lines.collect()
}

#[test]
fn modules_use_only_what_the_table_says() {
    let table = table();
    let folders = fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<String> = folders
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    for folder in &folders {
        assert!(table.iter().any(|(module, _)| module == folder), "the table lacks `{folder}`");
    }
    for (module, allowed) in &table {
        let files = files_below(&root().join("src").join(module), "rs");
        assert!(!files.is_empty(), "src/{module} is gone");
        let Some(allowed) = allowed else { continue };
        let others = folders.iter().map(String::as_str);
        let barred: Vec<&str> = others
            .filter(|other| other != module && !allowed.iter().any(|name| name == other))
            .collect();
        for path in files {
            for (line, text) in code(&path) {
                for other in &barred {
                    let used = text.contains(&format!("crate::{other}::"))
                        || text.contains(&format!("crate::{other};"))
                        || text.contains(&format!("crate::{{{other}"));
                    assert!(!used, "{}:{line}: `{module}` may not use `{other}`", path.display());
                }
            }
        }
    }
}

/// "Where the lines are" names every module and is off by no more than a quarter.
#[test]
fn sizes_of_modules_are_as_the_page_says() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let rows = text.lines().skip_while(|line| *line != "| module | thousands | where they are |");
    let mut known = BTreeSet::new();
    for row in rows.skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (module, stated) = (cells[1].trim_matches('`'), cells[2].parse::<f64>().unwrap());
        let files = files_below(&root().join("src").join(module), "rs");
        let lines = |path: &std::path::PathBuf| fs::read_to_string(path).unwrap().lines().count();
        let counted = files.iter().map(lines).sum::<usize>() as f64 / 1000.0;
        let is_near = (stated - counted).abs() <= (counted / 4.0).max(0.3);
        assert!(is_near, "docs/architecture.md: `{module}` has {counted:.1} thousand lines");
        known.insert(module.to_owned());
    }
    let all: BTreeSet<String> = table().into_iter().map(|(module, _)| module).collect();
    assert_eq!(known, all);
}

/// `engine/eval/cost.rs` in the page means a file below `src/` or the root.
#[test]
fn files_named_in_the_page_exist() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let endings = [".rs", ".pest", ".md", ".js", ".orbat"];
    for name in text.split('`').skip(1).step_by(2) {
        let is_path = endings.iter().any(|ending| name.ends_with(ending)) && name.contains('/');
        if is_path && !name.contains(['<', '*', ' ', '{']) {
            let known = root().join(name).exists() || root().join("src").join(name).exists();
            assert!(known, "docs/architecture.md names `{name}`, which does not exist");
        }
    }
}

/// The counts of "Where to add what": a row that says `(8 files …)` names so many places, and there
/// are no more than people were promised.
#[test]
fn the_ways_of_a_newcomer_are_as_short_as_the_page_says() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let most = [("a kind of check", 4), ("a statement", 8), ("a command", 2), ("an output", 2)];
    let mut counted = 0;
    for row in text.lines().filter(|line| line.starts_with("| a") && line.contains(" files")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (what, touch) = (cells[1], cells[2]);
        let promised = what.split('(').nth(1).and_then(|count| count.split(' ').next());
        let promised: usize = promised.unwrap().parse().unwrap();
        let places = touch.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
        let places: BTreeSet<&str> = places.collect();
        assert_eq!(places.len(), promised, "{what}: {places:?}");
        for place in places {
            let known = root().join(place).exists() || root().join("src").join(place).exists();
            assert!(known, "{what}: `{place}` does not exist");
        }
        if let Some((_, most)) = most.iter().find(|(kind, _)| what.starts_with(kind)) {
            assert!(promised <= *most, "{what}: at most {most}");
            counted += 1;
        }
    }
    assert_eq!(counted, most.len());
}

/// A kind of statement is named where the tree becomes one, where it is resolved, and hardly
/// anywhere else: that is what keeps the eight files of a new statement eight.
#[test]
fn a_kind_of_statement_is_named_in_few_files() {
    let statement = fs::read_to_string(root().join("src/syntax/build/statement.rs")).unwrap();
    let kinds = statement.split("pub enum StatementKind").nth(1).unwrap().split("\n}").next();
    let kind = |line: &str| {
        let word: String = line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
        word.starts_with(|char: char| char.is_ascii_uppercase()).then_some(word)
    };
    let kinds: Vec<String> = kinds.unwrap().lines().skip(1).filter_map(kind).collect();
    assert!(kinds.len() > 50, "{kinds:?}");
    let files = files_below(&root().join("src"), "rs");
    let texts: Vec<String> = files
        .iter()
        .map(|path| code(path).into_iter().map(|(_, line)| line + "\n").collect())
        .collect();
    let is_named = |text: &str, kind: &str| {
        ["S::", "StatementKind::"].iter().any(|of| {
            text.match_indices(&format!("{of}{kind}")).any(|(at, word)| {
                let before = text[..at].chars().next_back();
                let behind = text[at + word.len()..].chars().next();
                let ends = |char: Option<char>| !char.is_some_and(|char| char.is_alphanumeric());
                ends(before) && ends(behind)
            })
        })
    };
    let count = |kind: &String| texts.iter().filter(|text| is_named(text, kind)).count();
    let counts: Vec<(usize, &String)> = kinds.iter().map(|kind| (count(kind), kind)).collect();
    assert!(counts.iter().all(|(count, _)| *count <= 5), "{counts:?}");
    let few = counts.iter().filter(|(count, _)| *count <= 3).count();
    assert!(few * 4 >= counts.len() * 3, "{counts:?}");
}

/// The picture of one list through `orbat check`: its steps are numbered without a gap, there are
/// no more than were promised, and each leads from a module to one that it may use.
#[test]
fn one_list_takes_the_steps_of_the_picture() {
    let table = table();
    let may_use = |from: &str, to: &str| {
        let (_, uses) = table.iter().find(|(module, _)| module == from).unwrap();
        uses.as_ref().is_none_or(|uses| uses.iter().any(|used| used == to))
    };
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let picture = text.split("sequenceDiagram").nth(1).unwrap().split("```").next().unwrap();
    let mut numbers = Vec::new();
    for line in picture.lines().filter(|line| line.contains(">>")) {
        let (ends, label) = line.trim().split_once(": ").unwrap();
        let (from, to) = ends.split_once("->>").unwrap();
        // An answer goes back to who asked, who passes it on.
        let (from, to) = match from.strip_suffix('-') {
            Some(answering) => (to, answering),
            None => (from, to),
        };
        assert!(may_use(from, to), "{line}: `{from}` may not use `{to}`");
        let (first, inside) = label.split_once(" (").unwrap_or((label, ""));
        numbers.extend(first.split(' ').next().unwrap().parse::<usize>());
        let asked = if ends.contains("-->>") { from } else { to };
        for step in inside.split(')').next().unwrap().split(", ").filter(|step| !step.is_empty()) {
            let mut words = step.split([' ', ':']);
            numbers.push(words.next().unwrap().parse().unwrap());
            let used = words.next().unwrap();
            assert!(may_use(asked, used), "{line}: `{asked}` may not use `{used}`");
        }
    }
    assert!(numbers.iter().copied().eq(1..=numbers.len()), "{numbers:?}");
    assert!(numbers.len() <= 15, "{numbers:?}");
}

#[test]
fn only_syntax_sees_the_parser_and_only_the_terminal_sees_miette() {
    for path in files_below(&root().join("src"), "rs") {
        let inside = |folder: &str| path.starts_with(root().join("src").join(folder));
        for (line, text) in code(&path) {
            let place = format!("{}:{line}", path.display());
            assert!(inside("syntax") || !text.contains("pest"), "{place}: pest outside `syntax`");
            assert!(
                path.ends_with("diagnostic/terminal.rs") || !text.contains("miette"),
                "{place}: miette outside its adapter"
            );
            assert!(
                inside("cli") || path.ends_with("main.rs") || !text.contains("clap::"),
                "{place}: clap outside `cli`"
            );
            assert!(
                path.ends_with("list/yaml.rs")
                    || inside("list/yaml")
                    || !text.contains("granit_parser"),
                "{place}: YAML outside its adapter"
            );
            assert!(inside("render") || !text.contains("tera::"), "{place}: Tera outside `render`");
            assert!(
                inside("engine/slots/allocate") || !text.contains("microlp"),
                "{place}: the solver outside `allocate`"
            );
        }
    }
}

/// What is wrong is data until somebody reads it: no sentence stands in the engine. Titles, which
/// the texts of games may ask for, are put together in one file.
#[test]
fn the_engine_forms_no_sentences() {
    let is_sentence = |text: &str| {
        let words = text.split(' ').filter(|word| word.chars().all(|char| char.is_alphabetic()));
        words.filter(|word| !word.is_empty()).count() > 1
    };
    let apart = ["title.rs", "agreement.rs"];
    for path in files_below(&root().join("src/engine"), "rs") {
        if apart.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        for (line, text) in code(&path) {
            let sentence = text.split('"').skip(1).step_by(2).find(|text| is_sentence(text));
            let sentence = sentence.filter(|_| !text.contains("reason = "));
            assert_eq!(sentence, None, "{}:{line}", path.display());
        }
    }
}

/// What is worded is for people: no code looks into a sentence to find out what it says. Rooms that
/// read what others have written (data, pasted text) look for words, of course.
#[test]
fn nothing_reads_a_sentence_back() {
    let rooms =
        ["engine", "analysis", "wording", "views", "builder", "render", "workspace", "web", "cli"];
    let looks = [
        "strip_prefix(\"",
        "strip_suffix(\"",
        "starts_with(\"",
        "ends_with(\"",
        "contains(\"",
        "split_once(\"",
        "rsplit_once(\"",
        "replacen(\"",
        "replace(\"",
        "find(\"",
    ];
    // What the parser of the command line and the template engine say, a title that has its
    // article, the remark of a test case, the scheme of an address, a request of the browser.
    let known = ["error: ", "the ", " #~", "GET ", "Bearer "];
    for room in rooms {
        for path in files_below(&root().join("src").join(room), "rs") {
            if path.ends_with("tests.rs") {
                continue;
            }
            for (line, text) in code(&path) {
                for look in looks {
                    for found in text.split(look).skip(1) {
                        let sought = found.split('"').next().unwrap();
                        let is_prose = sought.contains(' ')
                            && sought.contains(|char: char| char.is_alphabetic());
                        assert!(
                            !is_prose || known.contains(&sought),
                            "{}:{line}: looks for \u{201c}{sought}\u{201d}",
                            path.display()
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn only_source_reads_and_only_save_writes() {
    for path in files_below(&root().join("src"), "rs") {
        let allowed = ["src/source", "src/workspace/save"]
            .iter()
            .any(|folder| path.starts_with(root().join(folder)));
        for (line, text) in code(&path) {
            assert!(
                allowed || !text.contains("std::fs"),
                "{}:{line}: reads or writes files",
                path.display()
            );
        }
    }
}

/// What is shown on a terminal is escaped in one place.
#[test]
fn only_output_writes_to_the_terminal() {
    let ways = ["stdout()", "stderr()", "println!", "print!(", "anstream::", "dbg!"];
    for path in files_below(&root().join("src"), "rs") {
        // The keeper of the browser speaks to the program, not to people.
        let allowed = ["cli/output.rs", "cli/browser/keeper.rs"];
        if allowed.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        for (line, text) in code(&path) {
            let way = ways.iter().find(|way| text.contains(**way));
            assert_eq!(way, None, "{}:{line}: use `cli::output`", path.display());
        }
    }
}

/// Words that belong to a game. The program knows none: if it needs one, the language lacks a
/// power.
const GAME_WORDS: &[&str] = &[
    "warzone",
    "firefight",
    "at43",
    "at-43",
    "dark_age",
    "dark age",
    "mad_minute",
    "mad minute",
    "bauhaus",
    "therian",
    "dragyri",
    "doomtrooper",
    "cartel",
    "platoon",
    "strike_force",
    "megadeck",
    "psychogenic",
    "overseer",
    "squadlink",
    "trueborn",
];

#[test]
fn no_game_stands_in_the_program() {
    for path in files_below(&root().join("src"), "rs") {
        // Comments count here: an example is the first thing that is copied.
        for (line, text) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            let text = text.to_lowercase();
            for word in GAME_WORDS {
                assert!(
                    !text.contains(word),
                    "{}:{line}: `{word}` is a game's word",
                    path.display()
                );
            }
        }
    }
}

/// The folder of an embedded game bears the game's id: that is how people find it.
#[test]
fn embedded_folders_bear_the_ids_of_their_games() {
    let entries = fs::read_dir(root().join("factions")).unwrap();
    for folder in entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let id = folder.file_name().unwrap().to_string_lossy().into_owned();
        for path in files_below(&folder, "orbat") {
            let text = fs::read_to_string(&path).unwrap();
            for heading in orbat::internals::syntax::headings(&text) {
                assert!(
                    heading.word.is_empty() || heading.system == id,
                    "{} is not of {id}",
                    path.display()
                );
            }
        }
    }
}
