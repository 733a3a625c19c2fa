//! The manual pages: there is one for each command, and they can be read.

use std::fs;
use std::process::Command;

use crate::support::program::{fails, folder, stderr, succeeds};

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("man", &[]);
    let path = folder.join("deep/man1");
    succeeds(&["man", path.to_str().unwrap()]);
    let mut pages: Vec<String> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    pages.sort();
    let help = succeeds(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let commands = commands.filter_map(|line| line.split(' ').next());
    for command in commands.filter(|command| !command.is_empty() && *command != "help") {
        assert!(pages.contains(&format!("orbat-{command}.1")), "{command}: {pages:?}");
    }
    assert!(
        pages.contains(&"orbat.1".to_owned()) && pages.contains(&"orbat-data-test.1".to_owned())
    );
    let add = fs::read_to_string(path.join("orbat-add.1")).unwrap();
    assert!(
        add.contains("\n\\&  orbat add army.yaml captain\n"),
        "examples keep their lines: {add}"
    );
    // Twice is no mistake: pages are replaced.
    succeeds(&["man", path.to_str().unwrap()]);
    for page in pages {
        let groff = Command::new("groff")
            .args(["-K", "utf8", "-man", "-Tutf8", "-ww"])
            .arg(path.join(&page))
            .output();
        let Ok(output) = groff else {
            eprintln!("skipped: there is no groff to render the pages");
            break;
        };
        assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{page}");
    }
    fs::write(folder.join("file"), "").unwrap();
    let file = folder.join("file");
    let file = file.to_str().unwrap();
    assert!(fails(2, &["man", file]).contains(file));
    fs::remove_dir_all(folder).unwrap();
}
