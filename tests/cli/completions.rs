//! What shells are offered when somebody presses Tab.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{folder, stderr, stdout, succeeds};
use crate::support::root;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Asks as the script of a shell does. The last word is the one being completed.
fn ask(shell: &str, words: &[&OsStr]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["--", "orbat"])
        .args(words)
        .current_dir(root())
        .env("ORBAT_COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_IFS", "\n")
        .output()
        .unwrap()
}

/// The candidates for the last word, without flags.
#[track_caller]
fn candidates(words: &[&str]) -> Vec<String> {
    let output = ask("bash", &words.iter().map(OsStr::new).collect::<Vec<_>>());
    assert!(output.status.success() && stderr(&output).is_empty(), "{words:?}: {output:?}");
    let text = stdout(&output);
    text.lines().filter(|name| !name.starts_with('-')).map(str::to_owned).collect()
}

const PATROL: &str = "examples/warzone/customs-patrol.yaml";
const VENUSIAN: &str = "examples/warzone/third-venusian.yaml";

#[test]
fn names_come_from_the_data() {
    assert_eq!(candidates(&["show", "hus"]), ["hussar", "hussars"]);
    assert_eq!(candidates(&["show", "--system", "at43", "hus"]), [""; 0]);
    assert_eq!(candidates(&["factions", "wa"]), ["warzone"]);
    assert_eq!(candidates(&["schema", "list", "--system", "f"]), ["firefight"]);
    assert_eq!(candidates(&["units", "bau"]), ["bauhaus"]);
    assert_eq!(candidates(&["print", "--units", "bau"]), ["bauhaus"]);
    let new = ["new", "x.yaml", "--system", "warzone", "--faction"];
    assert!(!candidates(&[&new[..], &[""]].concat()).contains(&"una".to_owned()));
    let charts = candidates(&[&new[..], &["bauhaus", "--chart", "s"]].concat());
    assert_eq!(charts, ["skirmish", "standard"]);
    assert_eq!(candidates(&["explain", "slot.too"]), ["slot.too_few", "slot.too_many"]);
    assert_eq!(candidates(&["template", "copy", "mine", "roster.t"]), ["roster.txt"]);
}

#[test]
fn a_list_decides_what_is_offered_for_it() {
    assert_eq!(candidates(&["add", PATROL, "hus"]), ["hussars"]);
    assert!(candidates(&["add", "examples/at43/ava-landing.yaml", "hus"]).is_empty());
    let own = candidates(&["add", PATROL, ""]);
    assert!(own.contains(&"kapitan".to_owned()) && !own.contains(&"necromutants".to_owned()));
    let options = candidates(&["add", PATROL, "hussars", "--option", ""]);
    assert!(["lmg", "rockets"].iter().all(|id| options.contains(&(*id).to_owned())), "{options:?}");
    assert_eq!(candidates(&["set", VENUSIAN, "hussars", "--drop", ""]), ["lmg", "rockets"]);
    assert_eq!(candidates(&["remove", VENUSIAN, "va"]), ["varg"], "its id in the list");
    assert_eq!(candidates(&["set", VENUSIAN, "varg", "--join", "ju"]), ["juggernauts"]);
    assert_eq!(candidates(&["set", VENUSIAN, "--chart", "me"]), ["mega"]);
    assert_eq!(candidates(&["suggest", VENUSIAN, "--slot", "su"]), ["support"]);
}

#[test]
fn data_of_ones_own_is_offered_too() {
    let mercs = "faction mercs \"Mercs\" of warzone {\n  unit hired \"Hired\" : troop { }\n}\n";
    let folder = folder("complete-data", &[("mercs.orbat", mercs)]);
    let path = folder.to_str().unwrap();
    assert_eq!(candidates(&["--data", path, "units", "mer"]), ["mercs"]);
    // The unit has no models: the data is wrong, and is used as far as it goes.
    assert_eq!(candidates(&["show", "--data", path, "hire"]), ["hired"]);
    assert_eq!(candidates(&["--data", "no-such-folder", "units", "bau"]), ["bauhaus"]);
    fs::remove_dir_all(folder).unwrap();
}

/// A shell writes titles, and what it completes, to the terminal.
#[test]
fn names_move_no_cursor() {
    let mercs = "faction mercs \"M\u{202E}ercs\u{9b}31m\u{200b}\" of warzone {\n  unit hired \"Hired\" : troop { }\n}\n";
    let list = "orbat: 1\nsystem: mad_minute\ndesigns:\n  \"\\e[31mred\": {model: trooper}\n  blue: {model: trooper}\nunits: []\n";
    let folder = folder("complete-escapes", &[("mercs.orbat", mercs), ("l.yaml", list)]);
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (data, list) = (path(""), path("l.yaml"));
    for words in [["--data", &data, "units", "mer"], ["set", &list, "--design", ""]] {
        let output = stdout(&ask("zsh", &words.map(OsStr::new)));
        assert!(output.contains("mercs:M") || output.contains("blue"), "{output}");
        let is_plain = |char: char| " \n\u{FFFD}".contains(char) || char.is_ascii_graphic();
        assert!(output.chars().all(is_plain), "{output:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_are_lists_and_folders() {
    let files = [("a.yaml", ""), ("b.yml", ""), ("c.txt", ""), ("d/e.yaml", ""), ("f.orbat", "")];
    let folder = folder("complete-files", &files);
    let here = |path: &str| format!("{}/{path}", folder.display());
    for command in ["check", "print", "add", "fix"] {
        assert_eq!(candidates(&[command, &here("")]), ["a.yaml", "b.yml", "d/"].map(here));
    }
    assert_eq!(candidates(&["data", "check", &here("")]), ["f.orbat", "d/"].map(here));
    assert_eq!(candidates(&["--data", &here("")]), ["d/"].map(here));
    fs::remove_dir_all(folder).unwrap();
}

/// Whatever is printed lands on somebody's command line.
#[test]
fn nonsense_has_no_candidates_and_no_errors() {
    let folder = folder("complete-broken", &[("broken.yaml", "units: ["), ("empty.yaml", "")]);
    let broken = folder.join("broken.yaml").to_str().unwrap().to_owned();
    let empty = folder.join("empty.yaml").to_str().unwrap().to_owned();
    for list in [broken.as_str(), &empty, "no-such-file.yaml", "-", "examples", "/dev/null", ""] {
        assert!(candidates(&["add", list, "hus"]).is_empty(), "{list}");
        assert!(candidates(&["set", list, "hussars", "--option", "l"]).is_empty(), "{list}");
    }
    assert!(candidates(&["no-such-command", "x"]).is_empty());
    assert!(candidates(&["show", "--no-such-flag", "zzz"]).is_empty());
    assert!(candidates(&["new", "--system", "no_such_game", "--chart", ""]).is_empty());
    assert!(candidates(&["add", PATROL, "no_such_unit", "--option", ""]).is_empty());
    assert!(
        candidates(&["add", PATROL, "hussars", "--models", "many", "--option", "x"]).is_empty()
    );
    for shell in SHELLS.into_iter().chain(["tcsh"]) {
        for words in [&[][..], &[""], &["--"], &["--", "--", ""], &["show", "--system"], &["-"]] {
            let output = ask(shell, &words.iter().map(OsStr::new).collect::<Vec<_>>());
            assert!(output.status.success() && stderr(&output).is_empty(), "{words:?}: {output:?}");
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let output = ask("bash", &[OsStr::new("show"), OsStr::from_bytes(b"\xff")]);
        assert!(output.status.success() && stderr(&output).is_empty(), "{output:?}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shells_that_show_titles_get_them() {
    let words = ["show", "hussars"].map(OsStr::new);
    assert_eq!(stdout(&ask("fish", &words)), "hussars\tHussars\n");
    assert_eq!(stdout(&ask("powershell", &words)).trim_end(), "hussars\tHussars");
    assert_eq!(stdout(&ask("zsh", &words)), "hussars:Hussars");
    assert_eq!(stdout(&ask("elvish", &words)), "hussars");
}

#[test]
fn every_shell_has_its_script() {
    for shell in SHELLS {
        let script = succeeds(&["completions", shell]);
        assert!(script.contains("ORBAT_COMPLETE") && script.contains("orbat"), "{script}");
    }
}

/// The script as bash runs it.
#[test]
fn bash_completes_with_its_script() {
    let test = r#"
        eval "$(orbat completions bash)"
        COMP_WORDS=(orbat show hus) COMP_CWORD=2 COMP_TYPE=9
        _clap_complete_orbat orbat hus show
        echo "${COMPREPLY[@]}"
    "#;
    let program = Path::new(env!("CARGO_BIN_EXE_orbat")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let bash = Command::new("bash")
        .args(["-c", test])
        .env("PATH", format!("{}:{path}", program.display()))
        .output();
    let Ok(output) = bash else {
        eprintln!("skipped: there is no bash");
        return;
    };
    assert_eq!(stdout(&output), "hussar hussars\n", "{}", stderr(&output));
}
