//! Pages of the documentation that are run: their files are written, their commands give what is
//! shown.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::program::{folder, stderr, stdout, succeeds, with_one_mark};
use crate::support::root;

/// Runs a page in a folder. Blocks with `file=PATH` are written; a line `$ orbat …` of a `console`
/// block is run, and what follows it is what it prints (nothing means that it is not shown).
/// `ORBAT_BLESS=1` writes what is printed into the page. Gives the number of commands.
#[track_caller]
fn run_page(path: &str, folder: &Path) -> usize {
    let page = fs::read_to_string(root().join(path)).unwrap();
    let mut blessed = String::new();
    let mut commands = 0;
    for (number, block) in page.split("\n```").enumerate() {
        let separator = if number == 0 { "" } else { "\n```" };
        // Every other piece stands between blocks.
        if number % 2 == 0 {
            blessed += &format!("{separator}{block}");
            continue;
        }
        let (info, content) = block.split_once('\n').unwrap();
        blessed += &format!("{separator}{info}");
        if let Some(path) = info.split_once("file=").map(|(_, path)| folder.join(path)) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("{content}\n")).unwrap();
        }
        if !info.starts_with("console") {
            blessed += &format!("\n{content}");
            continue;
        }
        let code = info.split_once("exit=").map_or(0, |(_, code)| code.parse().unwrap());
        let lone = content.matches("$ orbat ").count() == 1;
        for step in format!("\n{content}").split("\n$ orbat ").skip(1) {
            let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
            let printed = run(folder, command, code);
            let is_shown = !shown.trim().is_empty();
            blessed += &format!("\n$ orbat {command}");
            if is_shown {
                blessed += &format!("\n{printed}");
            }
            if is_shown && std::env::var_os("ORBAT_BLESS").is_none() {
                assert!(lone, "{path}: a block that shows output has one command: {command}");
                assert_eq!(
                    printed,
                    trimmed(shown),
                    "{path}: {command}\nIf this is right: ORBAT_BLESS=1 cargo test --test cli pages"
                );
            }
            commands += 1;
        }
    }
    if std::env::var_os("ORBAT_BLESS").is_some() {
        fs::write(root().join(path), blessed).unwrap();
    }
    commands
}

#[track_caller]
fn run(folder: &Path, command: &str, code: i32) -> String {
    let program = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(command.split_whitespace())
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .unwrap();
    let (printed, complaints) = (stdout(&program), stderr(&program));
    assert_eq!(program.status.code(), Some(code), "{command}\n{printed}{complaints}");
    trimmed(&with_one_mark(&printed))
}

fn trimmed(text: &str) -> String {
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (entry, target) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if entry.is_dir() {
            copy(&entry, &target);
        } else {
            fs::copy(&entry, &target).unwrap();
        }
    }
}

#[test]
fn the_readme_works_as_it_says() {
    let folder = folder("readme", &[]);
    for path in ["examples", "tests/ledger"] {
        copy(&root().join(path), &folder.join(path));
    }
    assert!(run_page("README.md", &folder) >= 20);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn adding_a_game_works_as_the_page_says() {
    let folder = folder("add-a-game", &[]);
    assert!(run_page("docs/add-a-game.md", &folder) >= 5);
    fs::remove_dir_all(folder).unwrap();
}

/// The page of printing names every flag there is, and its commands run.
#[test]
fn the_page_of_printing_holds() {
    let page = fs::read_to_string(root().join("docs/print.md")).unwrap();
    let help = succeeds(&["print", "--help"]);
    let lines = help.lines().map(|line| line.trim_start().trim_start_matches("-o, "));
    let flags: Vec<&str> = lines
        .filter(|line| line.starts_with("--"))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(flags.len() >= 10, "{flags:?}");
    for flag in flags {
        assert!(page.contains(&format!("`{flag}` | ")), "docs/print.md does not have {flag}");
    }
    let commands: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("$ orbat ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        assert!(!succeeds(&command.split_whitespace().collect::<Vec<_>>()).is_empty(), "{command}");
    }
}
