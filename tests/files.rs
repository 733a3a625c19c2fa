//! Files that are more than files: devices, pipes, links, a full disk.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use support::program::{fails, folder, orbat, stderr, stdout, succeeds};
use support::root;

const LIST: &str = "orbat: 1
name: Patrol
system: firefight
faction: enforcers
points: 1000
units:
  - unit: captain
  - unit: marines
  - unit: ghosts
";

const OWNED: &str = "orbat: 1\nsystem: firefight\nowned: {captain: 1, marine: 10}\n";

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs a command whose standard output takes nothing, as on a full disk.
fn into_full(arguments: &[&str]) -> Output {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).stdout(full).output().unwrap()
}

#[test]
fn output_that_is_lost_is_an_error_whatever_the_command() {
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    let folder = folder("full", &[("a.yaml", LIST), ("b.yaml", LIST), ("owned.yaml", OWNED)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (a, b) = (path("a.yaml"), path("b.yaml"));
    let mut all: Vec<Vec<&str>> = vec![
        vec!["--help"],
        vec!["--version"],
        vec!["check", "--help"],
        vec!["new", "--dry-run", "--system", "firefight", "--faction", "enforcers"],
        vec!["add", &a, "marines", "--dry-run"],
        vec!["remove", &a, "marines", "--dry-run"],
        vec!["set", &a, "--points", "900", "--dry-run"],
        vec!["set", &b, "--points", "900"],
        vec!["undo", &b, "--dry-run"],
        vec!["suggest", &a],
        vec!["complete", &a, "--dry-run"],
        vec!["fix", &a],
        vec!["explain", "list.dangling"],
        vec!["explain"],
        vec!["schema", "list"],
        vec!["template", "list"],
        vec!["completions", "bash"],
        vec!["show", "marines"],
        vec!["show", "enforcers"],
        vec!["diff", &a, &b],
        vec!["verify", &a, "orbat1-0000-0000/0000"],
        vec!["read", &a],
        vec!["event", "check", "examples/events/spring-open.orbat", "examples/firefight"],
        vec!["data", "fmt", "--check", "factions/firefight"],
        vec!["data", "diff", "factions/firefight", "factions/firefight"],
    ];
    for format in ["human", "json"] {
        all.push(vec!["systems", "--format", format]);
        all.push(vec!["factions", "firefight", "--format", format]);
        all.push(vec!["units", "enforcers", "--format", format]);
        all.push(vec!["data", "check", "--format", format]);
        all.push(vec!["data", "stats", "--format", format]);
        all.push(vec!["data", "test", "examples/firefight", "--format", format]);
    }
    for format in ["human", "json", "sarif", "junit"] {
        all.push(vec!["check", &a, "--format", format]);
        all.push(vec!["check", &a, &b, "--format", format]);
    }
    for target in ["html", "text", "markdown", "bbcode", "discord"] {
        all.push(vec!["print", &a, "--to", target, "-o", "-"]);
        all.push(vec!["print", &a, "--to", target, "-o", "/dev/stdout"]);
    }
    for arguments in &all {
        let output = into_full(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "orbat {arguments:?}\n{said}");
        assert!(said.contains("standard output cannot be written"), "orbat {arguments:?}\n{said}");
    }
    assert!(fs::read_to_string(&b).unwrap().contains("900"), "the list itself was saved");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command.args(["data", "stats", "--format", "json"]).current_dir(root());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn print_writes_into_devices_and_pipes() {
    let folder = folder("streams", &[("a.yaml", LIST)]);
    let list = folder.join("a.yaml");
    let list = list.to_str().unwrap();
    let text = succeeds(&["print", list, "--to", "text"]);

    let device = fs::metadata("/dev/null").unwrap().file_type();
    succeeds(&["print", list, "--to", "text", "-o", "/dev/null"]);
    assert_eq!(fs::metadata("/dev/null").unwrap().file_type(), device);

    let pipe = folder.join("pipe");
    mkfifo(&pipe);
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    succeeds(&["print", list, "--to", "text", "-o", pipe.to_str().unwrap()]);
    assert_eq!(stdout(&reader.wait_with_output().unwrap()), text);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());

    // Standard output by another name, as a pipe and sent to a file that has text already.
    let link = folder.join("out");
    symlink("/dev/stdout", &link).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", link.to_str().unwrap()] {
        assert_eq!(succeeds(&["print", list, "--to", "text", "-o", name]), text, "{name}");
        let file = folder.join("file");
        fs::write(&file, "before\n").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
        command.args(["print", list, "--to", "text", "-o", name]);
        let status = command.stdout(File::options().append(true).open(&file).unwrap()).status();
        assert!(status.unwrap().success(), "{name}");
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("before\n{text}"), "{name}");
    }
    assert!(link.is_symlink());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_device_that_takes_nothing_is_an_error() {
    if Path::new("/dev/full").exists() {
        let list = "examples/firefight/patrol.yaml";
        let said = fails(2, &["print", list, "--to", "text", "-o", "/dev/full"]);
        assert!(said.contains("`/dev/full` cannot be written"), "{said}");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
}

#[test]
fn links_and_other_names_are_kept_or_announced() {
    let folder = folder("names", &[("a.yaml", LIST)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    symlink("nowhere.html", folder.join("dangling.html")).unwrap();
    let said = fails(2, &["print", &path("a.yaml"), "-o", &path("dangling.html")]);
    assert!(said.contains("it is a link to a file that does not exist"), "{said}");
    assert!(folder.join("dangling.html").is_symlink());
    symlink("nowhere.yaml", folder.join("dangling.yaml")).unwrap();
    let said = fails(2, &["new", &path("dangling.yaml"), "--system", "firefight"]);
    assert!(said.contains("already exists"), "{said}");
    fs::hard_link(folder.join("a.yaml"), folder.join("other.yaml")).unwrap();
    let output = orbat(&["set", &path("a.yaml"), "--points", "900"]);
    assert!(output.status.success());
    assert!(stderr(&output).contains("had other names (hard links), which keep the old content"));
    assert_eq!(fs::read_to_string(folder.join("other.yaml")).unwrap(), LIST);
    fs::remove_dir_all(folder).unwrap();
}

/// Reading a pipe in a folder would wait for ever.
#[test]
fn pipes_in_folders_are_skipped_with_a_word() {
    let folder = folder(
        "pipes",
        &[
            ("lists/a.yaml", LIST),
            ("data/f.orbat", "faction f \"F\" of firefight { }\n"),
            ("templates/style.css", "p { color: red }\n"),
        ],
    );
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for pipe in ["lists/pipe.yaml", "data/pipe.orbat", "templates/pipe.html"] {
        mkfifo(&folder.join(pipe));
    }
    symlink("pipe.yaml", folder.join("lists/link.yaml")).unwrap();
    let (lists, data, templates) = (path("lists"), path("data"), path("templates"));
    let html = path("out.html");
    let all: [(&[&str], &[&str]); 6] = [
        (&["check", &lists], &["lists/pipe.yaml", "lists/link.yaml"]),
        (&["print", &lists, "-o", &html], &["lists/pipe.yaml", "lists/link.yaml"]),
        (
            &["print", &path("lists/a.yaml"), "--template", &templates, "-o", &html],
            &["templates/pipe.html"],
        ),
        (&["data", "check", &data], &["data/pipe.orbat"]),
        (&["data", "stats", &data], &["data/pipe.orbat"]),
        (&["systems", "--data", &data], &["data/pipe.orbat"]),
    ];
    for (arguments, skipped) in all {
        let output = orbat(arguments);
        let said = stderr(&output);
        assert!(output.status.code() < Some(2), "{arguments:?}\n{said}");
        for name in skipped {
            let word = format!("`{}` is skipped: it is not a regular file", path(name));
            assert_eq!(said.matches(&word).count(), 1, "{arguments:?}\n{said}");
        }
    }
    let said = stderr(&orbat(&["data", "test", &path("")]));
    assert!(
        said.contains("pipe.orbat` is skipped") && said.contains("pipe.yaml` is skipped"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}
