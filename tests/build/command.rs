//! The commands as people meet them: what they print, what they write, and what they refuse.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::root;

pub(crate) fn orbat(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orbat"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "100")
        .env("XDG_STATE_HOME", folder.join(".state"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What a command printed, which must end with this code.
#[track_caller]
pub(crate) fn says(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = orbat(folder, arguments);
    let text = format!(
        "{}{}",
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    );
    assert_eq!(output.status.code(), Some(code), "orbat {arguments:?}\n{text}");
    text
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("orbat-build-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn from_nothing_to_a_legal_list() {
    let folder = folder("story");
    let begun = says(
        &folder,
        0,
        &["new", "a.yaml", "--system", "firefight", "--faction", "Enforcers", "--points", "800"],
    );
    assert!(begun.contains("chart: strike_force\npoints: 800\nunits:\n  # The Strike force chart asks for\n  #   Command, 1 or more: captain, adept"), "{begun}");
    let text = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(begun.starts_with(&text));
    let added =
        says(&folder, 0, &["add", "a.yaml", "Marines", "--models", "7", "--option", "launcher"]);
    assert!(
        added.starts_with("+   - unit: marines\n+     models: 7\n+     options: {launcher_man: true}\n\na: ILLEGAL"),
        "{added}"
    );
    assert!(
        added.contains("× 0 units in Command, but the Strike force chart needs 1 (FF-02)   line 4"),
        "{added}"
    );
    let shown = says(&folder, 0, &["suggest", "a.yaml"]);
    assert!(shown.starts_with("Command   needed: 0 units in Command, but the Strike force chart needs 1\n  Observer  observer  70 points"), "{shown}");
    assert!(shown.contains("Adept     adept     75 points   1 model  with mind_spike"), "{shown}");
    let options = says(&folder, 0, &["suggest", "a.yaml", "marines"]);
    assert!(options.contains("One more model") && options.contains("Lieutenant"), "{options}");
    let json = says(
        &folder,
        0,
        &["suggest", "a.yaml", "--slot", "command", "--price", "80", "--format", "json"],
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 2, "{json}");
    let shown = says(&folder, 0, &["complete", "a.yaml", "--spend", "--dry-run"]);
    assert!(shown.contains("Nothing was written.") && shown.contains("a: legal"), "{shown}");
    let before = fs::read_to_string(folder.join("a.yaml")).unwrap();
    let done = says(&folder, 0, &["complete", "a.yaml", "--spend"]);
    assert!(
        done.contains("a: legal") && done.contains("800 of 800") && done.contains("proven best"),
        "{done}"
    );
    let after = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(after.starts_with(&before), "{after}");
    assert!(says(&folder, 0, &["check", "a.yaml"]).contains("legal"));
    assert!(says(&folder, 0, &["fix", "a.yaml"]).contains("legal as it is"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_list_is_fixed_in_place() {
    let folder = folder("fix");
    fs::copy(root().join("examples/warzone/third-venusian.yaml"), folder.join("a.yaml")).unwrap();
    let shown = says(&folder, 1, &["fix", "a.yaml"]);
    assert!(
        shown.contains("1. remove Brotherhood Troopers (line 18)   −70 points: 883 of 1500"),
        "{shown}"
    );
    assert!(shown.contains("One change is enough."), "{shown}");
    assert!(says(&folder, 2, &["fix", "a.yaml", "--apply", "9"]).contains("there is no number 9"));
    assert!(says(&folder, 2, &["fix", "a.yaml", "--apply", "0"]).contains("there is no number 0"));
    assert!(says(&folder, 2, &["fix", "a.yaml", "--apply", "x"]).contains("invalid value 'x'"));
    let before = fs::read_to_string(folder.join("a.yaml")).unwrap();
    assert!(
        says(&folder, 0, &["fix", "a.yaml", "--apply", "1", "--dry-run"])
            .contains("Nothing was written.")
    );
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), before);
    let done = says(&folder, 0, &["fix", "a.yaml", "--apply", "1"]);
    assert!(
        done.starts_with("-   - unit: brotherhood_troopers\n") && done.contains(": legal"),
        "{done}"
    );
    says(&folder, 0, &["check", "a.yaml"]);
    assert!(says(&folder, 0, &["fix", "a.yaml", "--apply", "1"]).contains("legal as it is"));
    assert!(says(&folder, 2, &["fix", "b.yaml"]).contains("b.yaml"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_legal_list_may_name_one_of_those_that_tie() {
    let folder = folder("tie");
    fs::copy(root().join("tests/ledger/at43/AT-10.ok.3.yaml"), folder.join("a.yaml")).unwrap();
    let shown = says(&folder, 0, &["fix", "a.yaml"]);
    assert_eq!(
        shown,
        "The list is legal as it is.\nWhere several tie, it may name one:\n\
         1. write `commander: steel_troopers`\n2. write `commander: wing_troopers`\n\
         `orbat fix a.yaml --apply N` writes it.\n"
    );
    says(&folder, 0, &["fix", "a.yaml", "--apply", "2"]);
    let verdict = says(&folder, 0, &["check", "a.yaml"]);
    assert!(verdict.contains("commander Wing Troopers"), "{verdict}");
    assert!(!verdict.contains("derived.tie"), "{verdict}");
    assert_eq!(says(&folder, 0, &["fix", "a.yaml"]), "The list is legal as it is.\n");
    fs::remove_dir_all(folder).unwrap();
}

/// New names take the place of old ones, and everything else of the text stays.
#[test]
fn old_names_are_rewritten() {
    let folder = folder("renamed");
    let cases = root().join("tests/verdicts/renamed");
    let without_marks = |text: String| -> String {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("#~"));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let read = |path: PathBuf| without_marks(fs::read_to_string(path).unwrap());
    let with_remark = |text: &str| text.replacen("units:", "units: # a remark", 1);
    for (case, first) in [
        ("names", "1. write `rust` for `old_rust` in line 3,\n   write `band`"),
        ("parts", "1. write `parts` for `shards` in line 2,\n   write `lake`"),
    ] {
        let data = format!("{case}-data");
        fs::create_dir(folder.join(&data)).unwrap();
        let file = format!("{case}.orbat");
        fs::copy(cases.join(&file), folder.join(&data).join(&file)).unwrap();
        let new = read(cases.join(format!("{case}.new.yaml")));
        for command in [["fix", "a.yaml", "--apply", "1"], ["set", "a.yaml", "--player", "Me"]] {
            let old = with_remark(&read(cases.join(format!("{case}.old.yaml"))));
            fs::write(folder.join("a.yaml"), old).unwrap();
            let shown = says(&folder, 0, &["fix", "a.yaml", "--data", &data]);
            let begin = format!("The list is legal as it is.\nIt uses old names:\n{first}");
            assert!(shown.starts_with(&begin), "{shown}");
            let mut command = command.to_vec();
            command.extend(["--data", &data]);
            says(&folder, 0, &command);
            let written = read(folder.join("a.yaml")).replace("player: Me\n", "");
            assert_eq!(written, with_remark(&new));
            let verdict = says(&folder, 0, &["check", "a.yaml", "--data", &data]);
            assert!(!verdict.contains("old_name"), "{verdict}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// What cannot be repaired, or not in the time given, is no fault of the command line.
#[test]
fn what_cannot_be_repaired_is_said() {
    let folder = folder("repair-none");
    let data = "system nothing \"Nothing\" {\n  cost pts \"points\"\n  profile model \"Model\" { SP int }\n  category crew \"Crew\"\n  \
                model man \"Man\" { SP 5 }\n  unit hands \"Hands\" : crew { models 1..2 man at 9 }\n  \
                rule never \"Never\" { require count(hands in army) > 2 and count(hands in army) < 2 }\n}\n";
    fs::create_dir(folder.join("data")).unwrap();
    fs::write(folder.join("data/nothing.orbat"), data).unwrap();
    fs::write(
        folder.join("a.yaml"),
        "orbat: 1\nsystem: nothing\nunits:\n  - unit: hands\n    models: 5\n",
    )
    .unwrap();
    // What a busy machine finds must not depend on its clock.
    let fix = |rest: &[&str]| {
        let all = ["fix", "a.yaml", "--data", "data", "--time", "100000"];
        says(&folder, 1, &all.into_iter().chain(rest.iter().copied()).collect::<Vec<_>>())
    };
    let none = fix(&[]);
    assert!(
        none.starts_with(
            "No set of changes that makes the list legal was found.\nA partial repair:\n1. take 2"
        ),
        "{none}"
    );
    assert!(none.contains("What is still wrong then:\n   the army breaks a rule: Never"), "{none}");
    let ended = says(&folder, 1, &["fix", "a.yaml", "--data", "data", "--time", "0.000001"]);
    assert!(
        ended
            .starts_with("No set of changes that makes the list legal was found in the time given"),
        "{ended}"
    );
    let json: serde_json::Value = serde_json::from_str(&fix(&["--format", "json"])).unwrap();
    assert_eq!(json["legal"], false, "{json}");
    assert_eq!(json["ways"].as_array().unwrap().len(), 0, "{json}");
    let partial = &json["partial"];
    assert_eq!(partial["changes"].as_array().unwrap().len(), 1, "{json}");
    assert!(partial["remaining"][0].as_str().unwrap().contains("Never"), "{json}");
    // A partial repair is written if asked for, and the list is still not legal.
    let applied = fix(&["--apply", "1"]);
    assert!(applied.contains("models: 2") && applied.contains("ILLEGAL"), "{applied}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn wrong_words_are_told_apart() {
    let folder = folder("words");
    let list = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - unit: hussars\n  - unit: hussars\n  - unit: kapitan\n";
    fs::write(folder.join("a.yaml"), list).unwrap();
    let refused: &[(&[&str], &str)] = &[
        (&["add", "a.yaml", "husars"], "there is no unit `husars`; did you mean `hussars`?"),
        (
            &["add", "a.yaml", "hussar"],
            "`hussar` matches several units: `hussars`, `kapitans_hussars`",
        ),
        (
            &["add", "a.yaml", "nobody_at_all"],
            "there is no unit `nobody_at_all`; `orbat units bauhaus` lists them",
        ),
        (
            &["add", "a.yaml", "blitzers", "--in", "Alpha"],
            "this list has no force `Alpha`: it has no forces at all",
        ),
        (
            &["set", "a.yaml", "hussars-2", "--option", "lmg=x"],
            "`lmg` is an option of Hussars, not a choice: after `=` write how many times to take it",
        ),
        (
            &["set", "a.yaml", "hussars-2", "--option", "lmg=-1"],
            "`lmg=-1`: write the number of times after `=`, from 0 to 1000000",
        ),
        (
            &["set", "a.yaml", "hussars-2", "--option", "havy=lmg"],
            "Hussars has no choice `havy`; did you mean `heavy`?",
        ),
        (
            &["set", "a.yaml", "hussars-2", "--option", "heavy=lgm"],
            "the choice `heavy` of Hussars has no option `lgm`; did you mean `lmg`?",
        ),
        (
            &["set", "a.yaml", "kapitan", "--in", "Alpha"],
            "this list has no force `Alpha`: it has no forces at all",
        ),
        (
            &["set", "a.yaml", "kapitan", "--models", "-3"],
            "'-3' for '--models <MODELS>': it must be a whole number from 0 to 1000000",
        ),
        (
            &["set", "a.yaml", "--points", "-5"],
            "'-5' for '--points <N>': it must be a number from 0 to 1000000, or NAME=N,NAME=N",
        ),
        (
            &["set", "a.yaml", "kapitan", "--count", "0"],
            "'0' for '--count <COUNT>': it must be a whole number from 1 to 1000",
        ),
        (
            &["add", "a.yaml", "kapitan", "--models", "many"],
            "'many' for '--models <MODELS>': it must be a whole number",
        ),
        (
            &["suggest", "a.yaml", "--price", "-1"],
            "'-1' for '--price <POINTS>': it must be a whole number",
        ),
        (
            &["new", "c.yaml", "--points", "-1"],
            "'-1' for '--points <N>': it must be a number from 0 to 1000000",
        ),
        (
            &["add", "a.yaml", "varg_rider", "--count", "2", "--join", "@6"],
            "several units cannot join another at once: add them one by one",
        ),
        (
            &["set", "a.yaml", "hussars", "--models", "7"],
            "`hussars` matches 2 units in this list; name one by its line:\n  @6  `hussars`, 5 models\n  @7  `hussars-2`, 5 models",
        ),
        (
            &["set", "a.yaml", "kapitan", "--option", "sowrd"],
            "Venusian Kapitan has no option `sowrd`: there is nothing to choose from",
        ),
        (
            &["set", "a.yaml", "hussars-2", "--option", "lgm"],
            "Hussars has no option `lgm`; did you mean `lmg`?",
        ),
        (&["remove", "a.yaml", "@5"], "there is no unit on line 5; units are on @6, @7, @8"),
        (&["set", "a.yaml", "kapitan", "--join", "kapitan"], "Venusian Kapitan cannot join itself"),
        (&["set", "a.yaml", "@6", "--ride", "@6"], "Hussars cannot ride in itself"),
        (
            &["set", "a.yaml", "kapitan", "--slot", "suport"],
            "there is no slot `suport`; did you mean `support`?",
        ),
        (
            &["add", "a.yaml", "blitzers", "--slot", "zzzzzz"],
            "there is no slot `zzzzzz`; choose from ",
        ),
        (&["set", "a.yaml"], "say what to set"),
        (
            &["set", "a.yaml", "--chart", "standart"],
            "there is no chart `standart`; did you mean `standard`?",
        ),
        (
            &["remove", "a.yaml", "capitan"],
            "no unit in this list is called `capitan`; did you mean `kapitan`?",
        ),
        (&["suggest", "a.yaml", "--slot", "nonsense"], "there is no slot `nonsense`; choose from "),
        (
            &["new", "nodir/x.yaml", "--system", "firefight", "--faction", "enforcers"],
            "there is no such folder",
        ),
        (&["suggest", "a.yaml", "nobody"], "no unit in this list is called `nobody`"),
        (&["complete", "a.yaml", "--spend"], "the list states no points to spend"),
        (&["complete", "a.yaml", "--time", "0"], "a number of seconds above 0"),
        (&["owned", "check", "a.yaml"], "`owned.yaml`: there is no such file"),
        (&["new", "a.yaml", "--system", "warzone"], "`a.yaml` already exists"),
        (&["new", "b.yaml"], "there is no terminal to ask on; give --system as well"),
        (&["new", "b.yaml", "--system", "warzone"], "give --faction with one of"),
        (
            &["new", "b.yaml", "--system", "warzoen"],
            "there is no game `warzoen`; did you mean `warzone`?",
        ),
        (&["add", ".", "hussars"], "`.` is a folder; name one list in it"),
        (&["add", "none.yaml", "hussars"], "`none.yaml`: there is no such file"),
        (&["add", "-", "hussars"], "works on a file"),
    ];
    for (arguments, message) in refused {
        let said = says(&folder, 2, arguments);
        assert!(said.contains(message), "{arguments:?}\n{said}");
    }
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), list);
    fs::remove_dir_all(folder).unwrap();
}

/// Verdicts number units that are alike in an order of their own; a line is a line.
#[test]
fn a_unit_is_found_by_its_line() {
    let folder = folder("lines");
    let list = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\nunits:\n  - unit: hussars\n    models: 7\n    options: {lmg: 1}\n  - unit: hussars\n  - unit: no_such_men\n  - unit: kapitan\n";
    let path = folder.join("a.yaml");
    fs::write(&path, list).unwrap();
    let said = says(&folder, 2, &["set", "a.yaml", "hussars", "--models", "6"]);
    let lines: Vec<&str> = said.lines().skip(1).collect();
    assert_eq!(
        lines,
        ["  @6  `hussars-2`, 7 models, with lmg", "  @9  `hussars`, 5 models"],
        "{said}"
    );
    says(&folder, 0, &["set", "a.yaml", "@6", "--models", "8"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), list.replace("models: 7", "models: 8"));
    says(&folder, 0, &["set", "a.yaml", "hussars-2", "--models", "7"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), list);
    says(&folder, 0, &["remove", "a.yaml", "@9"]);
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        list.replace("  - unit: hussars\n  - unit: no", "  - unit: no")
    );
    // A unit that the game does not know can be removed, and nothing else.
    let said = says(&folder, 2, &["set", "a.yaml", "no_such_men", "--models", "6"]);
    assert!(said.contains("has no unit `no_such_men` (line 9): it can only be removed"), "{said}");
    says(&folder, 0, &["remove", "a.yaml", "no_such_men"]);
    assert!(!fs::read_to_string(&path).unwrap().contains("no_such_men"));
    let said = says(&folder, 0, &["set", "a.yaml", "@6", "--models", "7"]);
    assert!(said.starts_with("Nothing changes.\n"), "{said}");
    fs::write(&path, "orbat: 1\nsystem: warzone\nfaction: bauhaus\nunits: [kapitan, hussars]\n")
        .unwrap();
    let said = says(&folder, 2, &["remove", "a.yaml", "@4"]);
    assert!(said.contains("@4  `kapitan`, 1 model\n  @4  `hussars`, 5 models"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_the_game_does_not_know_is_taken_out() {
    let folder = folder("unknown");
    let legal = fs::read_to_string(root().join("tests/ledger/warzone/WZ-01.ok.yaml")).unwrap();
    let wrong = format!("{}\n  - unit: no_such_men\n", legal.trim_end());
    fs::write(folder.join("a.yaml"), wrong).unwrap();
    assert!(says(&folder, 1, &["fix", "a.yaml"]).contains("1. remove `no_such_men` (line "));
    let rule = legal.replacen("units:", "optional: [no_such_rule]\nunits:", 1);
    fs::write(folder.join("b.yaml"), rule).unwrap();
    assert!(
        says(&folder, 1, &["fix", "b.yaml"]).contains("1. drop the optional rule `no_such_rule`")
    );
    says(&folder, 0, &["fix", "b.yaml", "--apply", "1"]);
    assert!(!fs::read_to_string(folder.join("b.yaml")).unwrap().contains("optional"));
    fs::remove_dir_all(folder).unwrap();
}

/// What costs something makes a list that is over its points no better.
#[test]
fn nothing_is_suggested_over_the_limit() {
    let folder = folder("over");
    fs::copy(root().join("tests/ledger/warzone/WZ-01.bad.yaml"), folder.join("a.yaml")).unwrap();
    let shown = says(&folder, 0, &["suggest", "a.yaml", "--format", "json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert!(shown.as_array().unwrap().iter().all(|suggestion| suggestion["price"] == 0), "{shown}");
    let said = says(&folder, 1, &["complete", "a.yaml", "--time", "0.000001"]);
    assert!(
        said.contains("no legal list was found in 0.000001 seconds; give it more with --time"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// A force without a name is called what suggestions call it.
#[test]
fn a_force_is_found_by_its_title() {
    let folder = folder("forces");
    let path = folder.join("a.yaml");
    let list = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 3000\nplatoons:\n  - units:\n      - steel_troopers\n";
    fs::write(&path, list).unwrap();
    let shown: serde_json::Value =
        serde_json::from_str(&says(&folder, 0, &["suggest", "a.yaml", "--format", "json"]))
            .unwrap();
    let force = shown
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|suggestion| suggestion["force"].as_str())
        .next_back()
        .unwrap()
        .to_owned();
    says(&folder, 0, &["add", "a.yaml", "steel_troopers", "--in", &force]);
    assert_eq!(fs::read_to_string(&path).unwrap().matches("steel_troopers").count(), 2);
    let said = says(&folder, 2, &["add", "a.yaml", "steel_troopers", "--in", "Platoon 9"]);
    assert!(
        said.contains("this list has no force `Platoon 9`; choose from 1 (Platoon 1)"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

/// `CHOICE=OPTION`, and how often.
#[test]
fn a_choice_is_named_with_its_option() {
    let folder = folder("choices");
    let path = folder.join("a.yaml");
    let list = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\nplatoons:\n  - units:\n      - unit: steel_troopers\n";
    fs::write(&path, list).unwrap();
    says(&folder, 0, &["set", "a.yaml", "steel_troopers", "--option", "Officer=lieutenant"]);
    says(&folder, 0, &["set", "a.yaml", "steel_troopers", "--option", "kit=missile_man=2"]);
    assert!(
        fs::read_to_string(&path).unwrap().contains("options: {lieutenant: true, missile_man: 2}")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_unit_is_moved_and_parted_by_command() {
    let folder = folder("moves");
    let path = folder.join("a.yaml");
    let list = "orbat: 1\nsystem: at43\nfaction: una\nchart: una_army\nplatoons:\n  - name: Alpha\n    units:\n      # toads\n      - unit: fire_toads\n        count: 2\n  - name: Beta\n    units:\n      - steel_troopers\n";
    fs::write(&path, list).unwrap();
    let said = says(&folder, 0, &["set", "a.yaml", "fire_toads-2", "--in", "Beta"]);
    assert!(
        said.contains("Line 9 stood for 2 units; the one that changes now has a line of its own."),
        "{said}"
    );
    let after = list
        .replace("        count: 2\n", "")
        .replace("- steel_troopers\n", "- steel_troopers\n      - unit: fire_toads\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), after);
    fs::write(&path, list).unwrap();
    let said = says(&folder, 0, &["remove", "a.yaml", "fire_toads"]);
    assert!(said.contains("Line 9 stood for 2 units; one of them is removed."), "{said}");
    fs::write(&path, list.replace("- steel_troopers", "- &s steel_troopers\n      - *s")).unwrap();
    let said = says(&folder, 2, &["set", "a.yaml", "@13", "--models", "8"]);
    assert!(
        said.contains("`a.yaml`: line 14 repeats what stands on line 13 (an alias), so one cannot change without the other; change it by hand. The file is unchanged"),
        "{said}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_cannot_be_written_or_read_are_left_alone() {
    let folder = folder("files");
    let list = "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits:\n  - marines\n";
    let path = folder.join("a.yaml");
    fs::write(&path, list).unwrap();
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights.clone()).unwrap();
    let said = says(&folder, 2, &["add", "a.yaml", "captain"]);
    assert!(
        said.contains("`a.yaml` cannot be written: it is read-only") && !said.contains("+ "),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), list);
    says(&folder, 0, &["add", "a.yaml", "captain", "--dry-run"]);
    let broken = [
        ("orbat: 1\nsystem: firefight\nunits: [marines\n", "UNREADABLE"),
        ("orbat: 1\nsystem: firefigth\nunits: []\n", "there is no game `firefigth`"),
        (
            "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits:\n  - unit: marines\n    models: many\n",
            "needs a whole number",
        ),
        ("orbat: 1\nsystem: firefight\nunits: []\nunits: []\n", "stands twice"),
    ];
    for (number, (text, message)) in broken.iter().enumerate() {
        let name = format!("b{number}.yaml");
        fs::write(folder.join(&name), text).unwrap();
        for arguments in [
            &["add", &name, "captain"][..],
            &["complete", &name],
            &["fix", &name],
            &["suggest", &name],
        ] {
            let said = says(&folder, 2, arguments);
            assert!(said.contains(message), "{arguments:?}\n{said}");
        }
        assert_eq!(&fs::read_to_string(folder.join(&name)).unwrap(), text);
    }
    fs::write(folder.join("c.yaml"), [0xff, 0xfe, 0x00]).unwrap();
    assert!(says(&folder, 2, &["add", "c.yaml", "captain"]).contains("not UTF-8"));
    let left: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_collection_is_checked() {
    let folder = folder("owned");
    fs::write(
        folder.join("a.yaml"),
        "orbat: 1\nsystem: firefight\nfaction: enforcers\nunits: [captain, marines]\n",
    )
    .unwrap();
    fs::write(
        folder.join("owned.yaml"),
        "orbat: 1\nsystem: firefight\nunits:\n  captain: 1\n  marines: {marine: 8}\n",
    )
    .unwrap();
    assert_eq!(
        says(&folder, 0, &["owned", "check", "a.yaml"]),
        "You have every model for the list.\n"
    );
    let short = says(&folder, 1, &["owned", "check", "a.yaml", "a.yaml"]);
    assert!(
        short.contains("Captain  1 short  1 of 2   for Captain")
            && short.contains("Marine   2 short  8 of 10  for Marines"),
        "{short}"
    );
    let json: serde_json::Value = serde_json::from_str(&says(
        &folder,
        1,
        &["owned", "check", "a.yaml", "a.yaml", "--format", "json"],
    ))
    .unwrap();
    assert_eq!(json["short"][0]["short"], 1);
    let wrong: [(&str, &[&str]); 6] = [
        (
            "orbat: 1\nsystem: firefight\nunits:\n  marins: 3\n",
            &["Firefight has no unit `marins`", "did you mean `marines`?", "owned.yaml:4:3"],
        ),
        (
            "orbat: 1\nsystem: firefight\nunits:\n  marines: {mariner: 3, capten: 1}\n  nobody_at_all: 2\n",
            &[
                "Marines has no model `mariner`",
                "did you mean `marine`?",
                "its models are marine, lieutenant",
                "no model `capten`",
                "no unit `nobody_at_all`",
                "owned.yaml:5:3",
            ],
        ),
        (
            "orbat: 1\nsystem: firefight\nunits:\n  marines: -3\n  captain: {captain: 1.5}\n",
            &[
                "`marines` is a number from 0 to",
                "owned.yaml:4:12",
                "`captain` needs a whole number",
            ],
        ),
        (
            "orbat: 1\nsystem: warzone\nunits: {}\n",
            &["is a collection for `warzone`, the list is for `firefight`"],
        ),
        ("orbat: 1\nsystem: firefight\nmodels: {}\n", &["a collection has no key `models` here"]),
        ("orbat: 1\nsystem: firefight\n", &["the collection has no `units`"]),
    ];
    for (text, messages) in wrong {
        fs::write(folder.join("owned.yaml"), text).unwrap();
        let said = says(&folder, 2, &["owned", "check", "a.yaml"]);
        assert!(messages.iter().all(|message| said.contains(message)), "{said}");
    }
    let schema: serde_json::Value =
        serde_json::from_str(&says(&folder, 0, &["schema", "owned", "--system", "firefight"]))
            .unwrap();
    assert!(schema["properties"]["units"]["properties"]["marines"].is_object());
    fs::remove_dir_all(folder).unwrap();
}
