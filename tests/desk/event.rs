//! Events: the samples, lists compared with what was asked for, answers that are kept, teams.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::root;

fn orbat(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command.args(arguments).current_dir(root()).output().unwrap()
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

/// What `orbat event check` says of each list: player, team, verdict, first error.
fn entries(event: &str, folder: &str) -> Vec<[String; 4]> {
    let output = orbat(&["event", "check", event, folder, "--format", "json"]);
    let entries: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = |entry: &serde_json::Value| {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let errors = entry["issues"].as_array().unwrap().iter();
        let mut errors = errors.filter(|issue| issue["severity"] == "error");
        let first = errors.next().map_or("", |issue| issue["message"].as_str().unwrap());
        [text("player"), text("team"), text("verdict"), first.to_owned()]
    };
    entries.as_array().unwrap().iter().map(row).collect()
}

fn verdicts(event: &str, folder: &str) -> Vec<(String, String)> {
    entries(event, folder).into_iter().map(|[player, _, verdict, _]| (player, verdict)).collect()
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("orbat-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The plain tournament shows every verdict.
#[test]
fn the_spring_open_shows_every_verdict() {
    let found = verdicts("examples/events/spring-open.orbat", "examples/events/spring-open");
    let names: Vec<(&str, &str)> =
        found.iter().map(|(player, verdict)| (player.as_str(), verdict.as_str())).collect();
    assert_eq!(
        names,
        [
            ("Anna Berg", "legal"),
            ("Bruno Keller", "illegal"),
            ("Gustav Weiß", "legal"),
            ("Hana Novak", "illegal"),
            ("Ivan Petrov", "illegal"),
            ("Bruno Keller", "legal"),
            ("lunch", "not_a_list"),
            ("nothing", "unreadable"),
            ("Carla Diaz", "legal"),
            ("=Dora(1)", "legal"),
            ("Emil", "questions"),
        ]
    );
}

/// Two lists of one player are compared in words, and only what differs is told.
#[test]
fn what_a_later_list_changes_is_told() {
    let (event, folder) = ("examples/events/spring-open.orbat", "examples/events/spring-open");
    let output = orbat(&["event", "check", event, folder, "--format", "json"]);
    let entries: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        entries[5]["findings"][0]["changes"],
        serde_json::json!(["removed 5 Marines, 120 points"])
    );
}

/// What people send is more than one list in a file: tables of units, lists one after the other.
#[test]
fn tables_and_rows_of_lists_are_told_apart() {
    let scratch = Scratch::new("tables");
    let inbox = scratch.0.join("inbox");
    fs::create_dir(&inbox).unwrap();
    let write = |name: &str, text: &str| fs::write(inbox.join(name), text).unwrap();
    write("a.csv", "Qty,Unit,Pts\n1,Captain,90\n7,Marines,164\n");
    write(
        "b.txt",
        "Anna\nEnforcers\nCaptain (90)\n7 Marines (164)\nTotal: 254\n\nBruno Keller\nPlague\nAlpha (110)\n\
         Infected (80)\n",
    );
    write(
        "c.txt",
        "Captain (90)\n7 Marines (164)\n\nPlayer: Bea\nCaptain (90)\n7 Marines (164)\n\nPlayer: Cid\nCaptain (90)\n7 Marines (164)\n",
    );
    write("d.txt", "Player: =@Dora\nTeam: @SUM(1)\nEnforcers\nCaptain (90)\n7 Marines (164)\n");
    write("e.txt", "Enforcers\nSgt Carter (90)\n7 Marines (164)\n");
    let found = entries("examples/events/spring-open.orbat", &inbox.display().to_string());
    let found: Vec<[&str; 3]> =
        found.iter().map(|[player, team, verdict, _]| [player.as_str(), team, verdict]).collect();
    assert_eq!(
        found,
        [
            ["a", "", "legal"],
            ["Anna", "", "legal"],
            ["Bruno Keller", "", "legal"],
            ["c", "", "legal"],
            ["Bea", "", "legal"],
            ["Cid", "", "legal"],
            ["=@Dora", "@SUM(1)", "legal"],
            ["e", "", "questions"],
        ]
    );
}

/// The weekend has two lists for each player, and says so where one is missing.
#[test]
fn the_long_weekend_asks_for_two_lists() {
    let found = entries("examples/events/long-weekend.orbat", "examples/events/long-weekend");
    let found: Vec<[&str; 3]> =
        found.iter().map(|[player, _, verdict, first]| [player.as_str(), verdict, first]).collect();
    assert_eq!(
        found,
        [
            ["Fay Lund", "legal", ""],
            ["Gil Moss", "illegal", "1 of 2 troops"],
            ["Fay Lund", "legal", ""],
            ["Hugo Brandt", "illegal", "Ghosts is still far away."],
            ["Hugo Brandt", "illegal", "the army has 3 × Marines, 2 at most"],
        ]
    );
}

/// Teams are judged as a whole: who plays what, and how many they are.
#[test]
fn the_team_cup_judges_teams() {
    let output =
        orbat(&["event", "check", "examples/events/team-cup.orbat", "examples/events/team-cup"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for words in [
        "Enforcers is played twice in the team Night Owls, at most once is allowed",
        "the team has 1 player, teams of 3 play",
        "red-foxes",
    ] {
        assert!(
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words),
            "{words}\n{text}"
        );
    }
}

/// Each captain gets one reply for the whole team, in text and HTML.
#[test]
fn captains_get_a_reply_for_their_team() {
    let out = Scratch::new("captains");
    let folder = out.0.display().to_string();
    let event = "examples/events/team-cup.orbat";
    orbat(&["event", "check", event, "examples/events/team-cup", "--out", &folder]);
    let replies = fs::read_dir(out.0.join("replies")).unwrap();
    let mut names: Vec<String> =
        replies.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let captains: Vec<&String> = names.iter().filter(|name| name.starts_with("team-")).collect();
    assert_eq!(captains.len(), 6, "{names:?}");
    let owls = captains.iter().find(|name| name.ends_with("night-owls.txt")).unwrap();
    let reply = out.read(&format!("replies/{owls}"));
    for words in ["Dan Ortiz", "Eve Lang", "To mend it:", "TC-01", "2027-05-01"] {
        assert!(reply.contains(words), "{words}\n{reply}");
    }
    assert!(!reply.contains("line "), "{reply}");
    assert!(out.read("teams.csv").lines().count() == 4);
}

/// What a list must be is an issue with its place, and in JSON too.
#[test]
fn lists_are_compared_with_what_was_asked_for() {
    let list = "examples/firefight/patrol.yaml";
    let code = |arguments: &[&str]| orbat(&[&["check", list], arguments].concat()).status.code();
    assert_eq!(code(&["--system", "firefight", "--points", "1000"]), Some(0));
    assert_eq!(code(&["--faction", "Enforcers", "--chart", "strike_force"]), Some(0));
    for (flag, value, words) in [
        ("--system", "warzone", "game: warzone was asked for, the list says firefight"),
        ("--points", "1500", "points: 1500 was asked for, the list says 1000"),
        ("--faction", "plague", "faction: plague was asked for, the list says enforcers"),
    ] {
        let output = orbat(&["check", list, flag, value]);
        assert_eq!(output.status.code(), Some(1), "{flag}");
        assert!(said(&output).contains(words), "{}", said(&output));
        let json = said(&orbat(&["check", list, flag, value, "--format", "json"]));
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        let issues = report["issues"].as_array().unwrap();
        assert!(issues.iter().any(|issue| issue["code"] == "event.not_asked_for"), "{json}");
    }
    let output = orbat(&["check", list, "--faction", "enforcer"]);
    assert!(output.status.success(), "{}", said(&output));
    let output = orbat(&["check", list, "--faction", "plagu3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("plague"), "{}", said(&output));
}

/// `--event` judges a list by an event that it does not name.
#[test]
fn a_list_is_judged_by_the_event_asked_for() {
    let event = "examples/events/spring-open.orbat";
    let judge = |list: &str| orbat(&["check", list, "--event", event]);
    assert!(judge("examples/firefight/patrol.yaml").status.success());
    let output = judge("examples/firefight/iron-road.yaml");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("Spring Open is played at 1000"), "{}", said(&output));
    let output = judge("examples/warzone/customs-patrol.yaml");
    assert_ne!(output.status.code(), Some(0), "{}", said(&output));
}

const EVENT: &str = r#"// Kept: this comment.
event cup "Cup" for firefight {
  points 1000  // and this
}
"#;

/// An answer is kept in the event, with everything else that stands there, and counts from then on.
#[test]
fn answers_are_kept_in_the_event() {
    let scratch = Scratch::new("answers");
    let event = scratch.file("cup.orbat", EVENT);
    let inbox = scratch.0.join("inbox");
    fs::create_dir(&inbox).unwrap();
    let list = "Player: Emil\nEnforcers\nSgt Carter (90 Points)\n7x Marines (164 Points)\n  \
                - big kaboom stick\n7x Marines (164 Points)\n";
    fs::write(inbox.join("emil.txt"), list).unwrap();
    let inbox = inbox.display().to_string();
    assert_eq!(verdicts(&event, &inbox), [("Emil".to_owned(), "questions".to_owned())]);
    let answer = |arguments: &[&str]| {
        let output = orbat(&[&["event", "answer", &event], arguments].concat());
        assert!(output.status.success(), "{}", said(&output));
    };
    answer(&["Sgt Carter", "Captain"]);
    answer(&["big kaboom stick", "nothing", "--of", "marines"]);
    assert_eq!(
        scratch.read("cup.orbat"),
        "// Kept: this comment.\nevent cup \"Cup\" for firefight {\n  points 1000  // and this\n  \
         answer \"Sgt Carter\" is captain\n  answer \"big kaboom stick\" of marines is nothing\n}\n"
    );
    assert_eq!(verdicts(&event, &inbox), [("Emil".to_owned(), "legal".to_owned())]);
    // The same words, written in another way, mean the same; another answer replaces the first.
    answer(&["Sgt Carter", "adept"]);
    let kept = scratch.read("cup.orbat");
    assert!(kept.contains("is adept") && !kept.contains("is captain"), "{kept}");
    let output = orbat(&["data", "fmt", "--check", &scratch.0.display().to_string()]);
    assert!(output.status.success(), "{}", said(&output));
}

/// What cannot be kept is refused, and the file stays as it is.
#[test]
fn wrong_answers_are_refused() {
    let scratch = Scratch::new("refused");
    let event = scratch.file("cup.orbat", EVENT);
    for arguments in [
        ["Sgt Carter", "captian_"],
        ["", "captain"],
        ["two\nlines", "captain"],
        ["quote \"} event x {", "nobody"],
    ] {
        let output = orbat(&["event", "answer", &event, arguments[0], arguments[1]]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(scratch.read("cup.orbat"), EVENT);
    }
    let output = orbat(&["event", "answer", &event, "quote \"} \\ {x", "captain"]);
    assert!(output.status.success(), "{}", said(&output));
    let again = orbat(&["event", "answer", &event, "quote \"} \\ {x", "captain"]);
    assert!(said(&again).contains("already"), "{}", said(&again));
    assert!(orbat(&["data", "check", &event]).status.success());
}

/// What something is called in another language is read, shown and found.
#[test]
fn aliases_are_read_and_found() {
    let scratch = Scratch::new("aliases");
    let source = fs::read_to_string(root().join("factions/firefight/enforcers.orbat")).unwrap();
    let first = source.find("unit captain").unwrap();
    let open = first + source[first..].find('{').unwrap() + 1;
    let named = [&source[..open], " alias de \"Hauptmann\"", &source[open..]].concat();
    scratch.file("enforcers.orbat", &named);
    for extra in fs::read_dir(root().join("factions/firefight")).unwrap() {
        let path = extra.unwrap().path();
        if path.is_dir() {
            copy(&path, &scratch.0.join(path.file_name().unwrap()));
        }
    }
    let folder = scratch.0.display().to_string();
    let shown = orbat(&["show", "Hauptmann", "--data", &folder]);
    assert!(said(&shown).contains("Captain"), "{}", said(&shown));
    let text = scratch.file("list.txt", "Enforcers\nHauptmann (90)\n7 Marines (164)\n");
    let read = orbat(&["read", &text, "--data", &folder]);
    assert!(read.status.success(), "{}", said(&read));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}
