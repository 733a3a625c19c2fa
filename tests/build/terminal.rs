//! The commands at a terminal: what they ask, what they show while they work, and what Ctrl-C
//! leaves behind.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking;

use crate::command::{folder, orbat, says};
use crate::support::root;

/// Only what hangs for good waits so long.
const GIVES_UP: Duration = Duration::from_secs(60);

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";

/// The program at a terminal of 80 columns.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All that was written to the terminal.
    seen: String,
    /// What of it has been waited for.
    read: usize,
}

impl Terminal {
    fn begin(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (pty, pts) = blocking::open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let command =
            blocking::Command::new(env!("CARGO_BIN_EXE_orbat")).args(arguments).current_dir(folder);
        let command = command
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR")
            .env_remove("COLUMNS");
        let child = command.env_remove("CI").envs(environment.iter().copied()).spawn(pts).unwrap();
        let keyboard = File::from(pty.as_fd().try_clone_to_owned().unwrap());
        let (sender, screen) = channel();
        thread::spawn(move || {
            let (mut pty, mut bytes) = (pty, [0; 4096]);
            // When the program has ended, reading fails.
            while let Ok(count @ 1..) = pty.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, seen: String::new(), read: 0 }
    }

    /// Waits until something more is written that holds these words; what came before and with
    /// them.
    #[track_caller]
    fn wait_for(&mut self, words: &str) -> String {
        loop {
            if let Some(at) = self.seen[self.read..].find(words) {
                let end = self.read + at + words.len();
                let part = self.seen[self.read..end].to_owned();
                self.read = end;
                return part;
            }
            match self.screen.recv_timeout(GIVES_UP) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(why) => panic!("`{words}` was not written: {why}\n{}", self.seen),
            }
        }
    }

    #[track_caller]
    fn answer(&mut self, question: &str, answer: &str) -> String {
        let part = self.wait_for(question);
        self.press(&format!("{answer}\r"));
        part
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Everything that was written until the program ended, and how it ended.
    fn end(mut self) -> (String, ExitStatus) {
        while let Ok(bytes) = self.screen.recv_timeout(GIVES_UP) {
            self.seen += &String::from_utf8_lossy(&bytes);
        }
        let status = self.child.wait().unwrap();
        (std::mem::take(&mut self.seen), status)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What stands on the screen in the end: lines as they were overwritten and erased.
fn screen(written: &str) -> Vec<String> {
    let mut lines: Vec<Vec<char>> = vec![Vec::new()];
    let (mut row, mut column) = (0, 0);
    let mut rest = written.chars().peekable();
    while let Some(char) = rest.next() {
        match char {
            '\r' => column = 0,
            '\n' => {
                row += 1;
                lines.resize(lines.len().max(row + 1), Vec::new());
            }
            '\u{1b}' => {
                assert_eq!(rest.next(), Some('['), "{written:?}");
                let mut number = String::new();
                let command = loop {
                    match rest.next().unwrap() {
                        digit @ ('0'..='9' | ';' | '?') => number.push(digit),
                        command => break command,
                    }
                };
                match command {
                    'm' | 'h' | 'l' => {}
                    'K' if number == "2" => lines[row].clear(),
                    'K' => lines[row].truncate(column),
                    'A' => row -= number.parse::<usize>().unwrap_or(1).min(row),
                    'G' => column = number.parse::<usize>().unwrap_or(1) - 1,
                    'J' => {
                        lines[row].truncate(column);
                        lines.truncate(row + 1);
                    }
                    other => panic!("{other} in {written:?}"),
                }
            }
            char => {
                let line = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = char;
                column += 1;
            }
        }
    }
    lines
        .into_iter()
        .map(|line| line.into_iter().collect::<String>().trim_end().to_owned())
        .collect()
}

#[test]
fn new_asks_until_it_understands() {
    let folder = folder("asked");
    let mut terminal = Terminal::begin(&folder, &["new"], &[]);
    let menu = terminal.answer("Number or name: ", "warzoen");
    assert!(menu.contains("Which game?") && menu.contains("AT-43"), "{menu}");
    terminal.wait_for("there is no game `warzoen`; did you mean `warzone`?");
    terminal.answer("Number or name: ", "");
    terminal.answer("Number or name: ", "99");
    terminal.wait_for("there is no number 99; there is 1 to 5");
    // A part of a name that only one game has, in other letters.
    terminal.answer("Number or name: ", "DARK");
    let menu = terminal.answer("Number or name: ", "gyr");
    assert!(menu.contains("Which faction?"), "{menu}");
    terminal.answer("How many points? (empty: no limit) ", "many");
    terminal.wait_for("it must be a number from 0 to 1000000");
    terminal.answer("How many points? (empty: no limit) ", "750");
    let menu = terminal.answer("Number or name (empty: none): ", "caste");
    assert!(menu.contains("Subfaction?") && menu.contains("Ice caste"), "{menu}");
    terminal
        .wait_for("`caste` matches several subfactions: `air`, `earth`, `fire`, `ice`, `shadow`");
    terminal.answer("Number or name (empty: none): ", "4");
    fs::write(folder.join("list.yaml"), "mine").unwrap();
    terminal.answer("Which file? (empty: list", "list.yaml");
    terminal.wait_for("`list.yaml` already exists");
    terminal.answer("Which file? (empty: list", "court.yaml");
    let (seen, status) = terminal.end();
    assert!(status.success(), "{seen}");
    let text = fs::read_to_string(folder.join("court.yaml")).unwrap();
    assert!(
        text.starts_with(
            "orbat: 1\nsystem: dark_age\nfaction: dragyri\npoints: 750\nsubfaction: ice\nunits:\n"
        ),
        "{text}"
    );
    assert!(text.contains("spirit_lord_ice"), "{text}");
    assert_eq!(fs::read_to_string(folder.join("list.yaml")).unwrap(), "mine");
    fs::remove_dir_all(folder).unwrap();
}

/// What the flags say is not asked for; an empty answer is the default that was shown.
#[test]
fn new_asks_only_for_what_is_open() {
    let folder = folder("open");
    let mut terminal =
        Terminal::begin(&folder, &["new", "--system", "firefight", "--faction", "Enforcers"], &[]);
    terminal.answer("(empty: no limit) ", "");
    terminal.answer("Which file? (empty: list.yaml) ", "");
    let (seen, status) = terminal.end();
    assert!(
        status.success() && !seen.contains("Which faction?") && !seen.contains("Which chart?"),
        "{seen}"
    );
    let text = fs::read_to_string(folder.join("list.yaml")).unwrap();
    assert!(
        text.starts_with(
            "orbat: 1\nsystem: firefight\nfaction: enforcers\nchart: strike_force\nunits:\n"
        ),
        "{text}"
    );
    let mut terminal = Terminal::begin(
        &folder,
        &["new", "--system", "warzone", "--faction", "bauhaus", "--points", "800"],
        &[],
    );
    terminal.answer("Number or name: ", "2");
    terminal.answer("Which file? (empty: list-2.yaml) ", "");
    assert!(terminal.end().1.success());
    assert!(fs::read_to_string(folder.join("list-2.yaml")).unwrap().contains("chart: standard\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn whoever_stops_answering_leaves_nothing_behind() {
    let folder = folder("stopped");
    for (key, said, code) in [
        (CTRL_C, "stopped; nothing was written", 130),
        (CTRL_D, "there was no answer; nothing was written", 2),
    ] {
        let mut terminal = Terminal::begin(&folder, &["new", "a.yaml"], &[]);
        terminal.answer("Number or name: ", "firefight");
        terminal.wait_for("Which faction?");
        terminal.wait_for("Number or name: ");
        terminal.press(key);
        let (seen, status) = terminal.end();
        assert_eq!(status.code(), Some(code), "{seen}");
        let lines = screen(&seen);
        assert!(lines.contains(&format!("error: {said}")), "{lines:#?}");
        assert_eq!(lines.last().map(String::as_str), Some(""), "{lines:#?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
    fs::remove_dir_all(folder).unwrap();
}

/// What stands in a file is data for a program that reads it, and text for a person.
#[test]
fn no_file_is_written_to_a_terminal_as_it_is() {
    let folder = folder("terminal-escapes");
    let text = "// \u{1b}[2J\u{202E}gone\nsystem g \"G\" {\n}\n";
    fs::write(folder.join("g.orbat"), text).unwrap();
    let command = format!("{} data fmt - < g.orbat", env!("CARGO_BIN_EXE_orbat"));
    let mut shell = Command::new("sh");
    let piped = shell.args(["-c", &command]).current_dir(&folder).output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), text);
    let (pty, pts) = blocking::open().unwrap();
    let mut child = blocking::Command::new("sh")
        .args(["-c", &command])
        .current_dir(&folder)
        .spawn(pts)
        .unwrap();
    let (mut pty, mut seen, mut bytes) = (pty, Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = pty.read(&mut bytes) {
        seen.extend_from_slice(&bytes[..count]);
    }
    assert!(child.wait().unwrap().success());
    let seen = String::from_utf8(seen).unwrap();
    assert!(seen.contains("\\u{1b}[2J\\u{202e}gone") && !seen.contains('\u{1b}'), "{seen:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn colours_are_for_terminals() {
    let folder = folder("colours");
    fs::copy(root().join("examples/firefight/patrol.yaml"), folder.join("a.yaml")).unwrap();
    let arguments = ["suggest", "a.yaml"];
    let (coloured, _) = Terminal::begin(&folder, &arguments, &[]).end();
    assert!(coloured.contains("\u{1b}["), "{coloured:?}");
    let (plain, _) = Terminal::begin(&folder, &arguments, &[("NO_COLOR", "1")]).end();
    assert!(!plain.contains('\u{1b}') && plain.contains("left."), "{plain:?}");
    let piped = orbat(&folder, &arguments);
    let piped = String::from_utf8(piped.stdout).unwrap();
    assert!(!piped.contains('\u{1b}') && piped.contains("left."), "{piped:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// Tables and help are as wide as the terminal.
#[test]
fn lines_fit_the_terminal() {
    let folder = folder("width");
    let list = fs::read_to_string(root().join("examples/warzone/third-venusian.yaml"))
        .unwrap()
        .replace("points: 1500", "points: 9000");
    fs::write(folder.join("a.yaml"), list).unwrap();
    let helps = ["new", "add", "remove", "set", "suggest", "complete", "fix"]
        .map(|command| vec![command, "--help"]);
    let all =
        helps.into_iter().chain([vec!["owned", "check", "--help"], vec!["suggest", "a.yaml"]]);
    for arguments in all {
        let (seen, status) = Terminal::begin(&folder, &arguments, &[]).end();
        let lines = screen(&seen);
        let wide: Vec<&String> = lines.iter().filter(|line| line.chars().count() > 80).collect();
        assert!(status.success() && lines.len() > 10 && wide.is_empty(), "{arguments:?} {wide:#?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A game in which no search comes to an end soon: many units, and a rule that none of them meets
/// and that takes long to ask.
fn endless(folder: &Path) -> String {
    let units: String = (0..1_500)
        .map(|number| {
            format!(
                "  unit u{number} \"Unit {number}\" : crew {{ models 1..9 man at {} }}\n",
                5 + number % 7
            )
        })
        .collect();
    let rule = "require count(crew in army) = sum(sum(1 for v in 1..1000) for w in 1..1000)";
    let data = format!(
        "system endless \"Endless\" {{\n  cost pts \"points\"\n  profile model \"Model\" {{ SP int }}\n  category crew \"Crew\"\n  \
         chart band \"Band\" {{ slot crew 0..900 }}\n  model man \"Man\" {{ SP 5 }}\n{units}  rule never \"Never\" {{ {rule} }}\n}}\n"
    );
    fs::create_dir_all(folder.join("data")).unwrap();
    fs::write(folder.join("data/endless.orbat"), data).unwrap();
    let list = "orbat: 1 # mine\nsystem: endless\nchart: band\npoints: 90000\nunits:\n  - u1\n  - u2\n  - u3\n";
    fs::write(folder.join("a.yaml"), list).unwrap();
    list.to_owned()
}

#[test]
fn ctrl_c_leaves_the_file_and_the_screen_as_they_were() {
    let folder = folder("interrupted");
    let list = endless(&folder);
    for arguments in [
        ["complete", "a.yaml", "--data", "data", "--time", "100000"],
        ["fix", "a.yaml", "--data", "data", "--time", "100000"],
    ] {
        let mut terminal = Terminal::begin(&folder, &arguments, &[]);
        terminal.wait_for(" s)");
        terminal.press(CTRL_C);
        let (seen, status) = terminal.end();
        assert_eq!(status.code(), Some(130), "{seen}");
        let lines: Vec<String> =
            screen(&seen).into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["error: stopped; nothing was written"], "{seen:?}");
        assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), list);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn progress_is_shown_and_erased() {
    let folder = folder("progress");
    endless(&folder);
    let arguments = ["complete", "a.yaml", "--data", "data", "--time", "0.6"];
    let mut terminal = Terminal::begin(&folder, &arguments, &[]);
    terminal.wait_for(" s)");
    let (seen, status) = terminal.end();
    assert_eq!(status.code(), Some(1), "{seen}");
    let lines = screen(&seen);
    assert!(lines[0].starts_with("error: no legal list was found in 0.6 seconds"), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains(" s)")), "{lines:#?}");
    // Where nobody looks, nothing is drawn.
    let piped = says(&folder, 1, &["complete", "a.yaml", "--data", "data", "--time", "0.6"]);
    assert!(!piped.contains(" s)") && !piped.contains('\u{1b}'), "{piped}");
    fs::remove_dir_all(folder).unwrap();
}

/// A pipe can be read once and not be written; a link is written through.
#[test]
fn only_regular_files_are_changed() {
    let folder = folder("pipes");
    let list = "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits:\n  - marines\n";
    fs::write(folder.join("a.yaml"), list).unwrap();
    let pipe = folder.join("pipe.yaml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for arguments in [
        &["add", "pipe.yaml", "captain"][..],
        &["remove", "pipe.yaml", "marines"],
        &["set", "pipe.yaml", "--points", "9"],
    ] {
        assert!(
            says(&folder, 2, arguments).contains("`pipe.yaml` is not a regular file"),
            "{arguments:?}"
        );
    }
    for arguments in [&["complete", "pipe.yaml"][..], &["fix", "pipe.yaml"], &["fix", "/dev/null"]]
    {
        assert!(
            says(&folder, 2, arguments)
                .contains("is not a regular file; this command writes to one"),
            "{arguments:?}"
        );
    }
    assert!(
        says(&folder, 2, &["new", "pipe.yaml", "--system", "firefight", "--faction", "enforcers"])
            .contains("already exists")
    );
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    // What only reads takes a list from anywhere.
    for arguments in [["suggest", "/dev/stdin"], ["check", "-"], ["check", "/dev/stdin"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
        let mut child =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(said.contains("Command"), "{arguments:?} {said}");
    }
    symlink("a.yaml", folder.join("link.yaml")).unwrap();
    says(&folder, 0, &["add", "link.yaml", "captain"]);
    assert!(folder.join("link.yaml").is_symlink());
    assert_eq!(
        fs::read_to_string(folder.join("a.yaml")).unwrap(),
        format!("{list}  - unit: captain\n")
    );
    symlink("nowhere.yaml", folder.join("lost.yaml")).unwrap();
    assert!(says(&folder, 2, &["add", "lost.yaml", "captain"]).contains("there is no such file"));
    assert!(
        says(&folder, 2, &["new", "lost.yaml", "--system", "firefight", "--faction", "enforcers"])
            .contains("already exists")
    );
    fs::remove_dir_all(folder).unwrap();
}
