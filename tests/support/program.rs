//! Running the program as people do.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use super::root;

pub fn orbat(arguments: &[&str]) -> Output {
    orbat_within(100, arguments)
}

/// Runs a command on a terminal of that width.
pub fn orbat_within(columns: usize, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command
        .args(arguments)
        .current_dir(root())
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A text with one and the same mark for all data, as every change of a game gives it another.
pub fn with_one_mark(text: &str) -> String {
    let mut pieces = text.split("orbat1-");
    let mut all = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        all += "orbat1-";
        match piece.split_once('/') {
            Some((army, rest)) if army.len() == 9 => {
                all += &format!("{army}/9BTD{}", rest.get(4..).unwrap_or(""))
            }
            _ => all += piece,
        }
    }
    all
}

#[track_caller]
pub fn succeeds(arguments: &[&str]) -> String {
    let output = orbat(arguments);
    assert!(output.status.success(), "orbat {arguments:?}\n{}{}", stdout(&output), stderr(&output));
    stdout(&output)
}

/// Runs a command that must fail with this code; gives what it said.
#[track_caller]
pub fn fails(code: i32, arguments: &[&str]) -> String {
    let output = orbat(arguments);
    assert_eq!(
        output.status.code(),
        Some(code),
        "orbat {arguments:?}\n{}{}",
        stdout(&output),
        stderr(&output)
    );
    format!("{}{}", stdout(&output), stderr(&output))
}

/// A folder of its own for a test that needs files.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("orbat-test-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}
