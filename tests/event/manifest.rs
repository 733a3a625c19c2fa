//! Locking lists, and telling what has changed since.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::support::program::{orbat, stderr, stdout, succeeds};
use super::support::root;
use super::{EVENT, LIST, one_more, temp};

/// Three lists, a key, and the signed manifest of the lists.
struct Locked {
    folder: PathBuf,
    lists: PathBuf,
}

impl Locked {
    fn new(name: &str) -> Self {
        let folder = temp(name, &[]);
        let lists = folder.join("lists");
        fs::create_dir_all(&lists).unwrap();
        let list = |player: &str, list: &str| {
            let text = list.replace("name: Patrol", &format!("player: {player}"));
            fs::write(lists.join(format!("{player}.yaml")), text).unwrap();
        };
        list("Anna", LIST);
        list("Bruno", &LIST.replace("  - ghosts\n", ""));
        // Five units of a kind are too many.
        list("Carla", &LIST.replace("  - ghosts\n", &"  - marines\n".repeat(3)));
        let locked = Locked { folder, lists };
        succeeds(&["event", "key", &locked.path("desk.key")]);
        let said = succeeds(&[
            "event",
            "lock",
            EVENT,
            &locked.path("lists"),
            "-o",
            &locked.path("m.json"),
            "--key",
            &locked.path("desk.key"),
            "--time",
            "Friday 18:00",
            "--override",
            "Carla=legal: agreed on",
        ]);
        assert!(said.contains("3 lists locked, 3 of them legal, signed."), "{said}");
        locked
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }

    /// The exit code and what is said.
    fn verify(&self, manifest: &str, more: &[&str]) -> (Option<i32>, String) {
        let manifest = self.path(manifest);
        let key = self.path("desk.key.pub");
        let all = [&["event", "verify", &manifest, "--event", EVENT, "--key", &key], more].concat();
        let output = orbat(&all);
        (output.status.code(), stdout(&output) + &stderr(&output))
    }

    fn verify_all(&self) -> (Option<i32>, String) {
        self.verify("m.json", &[self.lists.to_str().unwrap()])
    }

    fn change(&self, player: &str, change: impl Fn(&str) -> String) {
        let path = self.lists.join(format!("{player}.yaml"));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, change(&text)).unwrap();
    }
}

#[test]
fn nothing_changed_is_said_only_with_a_signature() {
    let locked = Locked::new("same");
    let (code, said) = locked.verify_all();
    assert_eq!((code, said.contains("Unchanged")), (Some(0), true), "{said}");
    assert!(said.contains("locked Friday 18:00"), "{said}");
    // Without the organiser's key nobody knows who signed it.
    let manifest = locked.path("m.json");
    let said = succeeds(&["event", "verify", &manifest, "--event", EVENT]);
    assert!(!said.contains("Unchanged") && said.contains("orbat-public-key-1"), "{said}");
    // An unsigned manifest can be made anew by anybody.
    let unsigned = locked.path("unsigned.json");
    let lists = locked.path("lists");
    succeeds(&["event", "lock", EVENT, &lists, "-o", &unsigned]);
    let said = succeeds(&["event", "verify", &unsigned, &lists, "--event", EVENT]);
    assert!(!said.contains("Unchanged") && said.contains("not signed"), "{said}");
    let (code, said) = locked.verify("unsigned.json", &[]);
    assert_eq!(code, Some(1), "a key was given, and there is no signature: {said}");
    // Another key did not sign it.
    succeeds(&["event", "key", &locked.path("other.key")]);
    let other = locked.path("other.key.pub");
    let output = orbat(&["event", "verify", &manifest, "--event", EVENT, "--key", &other]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("another key"), "{}", stdout(&output));
}

#[test]
fn the_secret_key_is_secret_and_never_replaced() {
    let locked = Locked::new("key");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(locked.path("desk.key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let before = fs::read(locked.path("desk.key")).unwrap();
    let output = orbat(&["event", "key", &locked.path("desk.key")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(locked.path("desk.key")).unwrap(), before);
    let (public, lists) = (locked.path("desk.key.pub"), locked.path("lists"));
    let output =
        orbat(&["event", "lock", EVENT, &lists, "-o", &locked.path("x"), "--key", &public]);
    assert!(stderr(&output).contains("public key"), "{}", stderr(&output));
    assert!(!Path::new(&locked.path("x")).exists());
}

#[test]
fn a_list_with_one_model_more_is_named() {
    let locked = Locked::new("model");
    locked.change("Anna", |text| text.replace("models: 8", "models: 9"));
    let (code, said) = locked.verify_all();
    assert_eq!(code, Some(1));
    assert!(said.contains("Anna: another list") && said.contains("8 → 9 Marine"), "{said}");
    assert!(said.contains("2 of 3 lists are as they were"), "{said}");
    // Spelling and order are no change, a list too many or missing is one.
    locked.change("Anna", |text| text.replace("models: 9", "models:   8 # eight"));
    assert_eq!(locked.verify_all().0, Some(0));
    fs::rename(locked.lists.join("Bruno.yaml"), locked.lists.join("Dora.yaml")).unwrap();
    locked.change("Dora", |text| text.replace("Bruno", "Dora"));
    let (code, said) = locked.verify_all();
    assert_eq!(code, Some(1));
    assert!(said.contains("Bruno: the locked list was not sent"), "{said}");
    assert!(said.contains("Dora: this list was not locked"), "{said}");
}

#[test]
fn a_list_that_changed_since_the_last_round_is_pointed_out() {
    let locked = Locked::new("since");
    locked.change("Anna", |_| one_more().replace("name: Patrol", "player: Anna"));
    let manifest = locked.path("m.json");
    let entries = super::checked(&locked.lists, &["--since", &manifest]);
    let finding = &entries[0]["findings"][0];
    assert_eq!(finding["kind"], "changed_since", "{finding}");
    assert!(finding["changes"].to_string().contains("8 → 9"), "{finding}");
    assert!(entries[1]["findings"].as_array().unwrap().is_empty());
}

/// Data with one unit a point dearer.
fn dearer(locked: &Locked, unit: &str, price: &str) -> String {
    // With the files that it uses.
    let folder = locked.folder.join("data");
    fs::create_dir_all(folder.join("enforcers")).unwrap();
    for file in fs::read_dir(root().join("factions/firefight/enforcers")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join("enforcers").join(file.file_name())).unwrap();
    }
    let text = fs::read_to_string(root().join("factions/firefight/enforcers.orbat")).unwrap();
    let at = text.find(unit).unwrap_or_else(|| panic!("no {unit}"));
    let (before, after) = text.split_at(at);
    let place = after.find(price).unwrap() + price.len();
    let digits: String = after[place..].chars().take_while(char::is_ascii_digit).collect();
    let more = (digits.parse::<i64>().unwrap() + 1).to_string();
    let text = format!("{before}{}{more}{}", &after[..place], &after[place + digits.len()..]);
    fs::write(folder.join("enforcers.orbat"), text).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn data_with_one_point_more_is_named() {
    let locked = Locked::new("point");
    let data = dearer(&locked, "unit captain ", "cost ");
    let lists = locked.path("lists");
    let (code, said) = locked.verify("m.json", &[&lists, "--data", &data]);
    assert_eq!(code, Some(1));
    for part in
        ["the data of Firefight", "Captain costs 91 at least, not 90", "Captain: 90 → 91 points"]
    {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(!said.contains("another list"), "{said}");
    let output =
        orbat(&["event", "recheck", &locked.path("m.json"), "--event", EVENT, "--data", &data]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(said.contains("Anna") && said.contains("Captain: 90 → 91 points"), "{said}");
    let said = succeeds(&["event", "recheck", &locked.path("m.json"), "--event", EVENT]);
    assert!(said.contains("the same points"), "{said}");
    // A unit that no list has is named too.
    fs::remove_dir_all(locked.folder.join("data")).unwrap();
    let data = dearer(&locked, "unit engineers ", " at ");
    let (code, said) = locked.verify("m.json", &["--data", &data]);
    assert_eq!(code, Some(1));
    assert!(said.contains("Engineers") && said.contains("3 of 3 lists are as they were"), "{said}");
}

#[test]
fn a_list_that_new_data_makes_illegal_is_named() {
    let locked = Locked::new("illegal");
    let event = fs::read_to_string(root().join(EVENT)).unwrap();
    let stricter = locked.path("spring-open.orbat");
    fs::write(&stricter, event.replace("at most 3", "at most 1")).unwrap();
    let manifest = locked.path("m.json");
    let output = orbat(&["event", "recheck", &manifest, "--event", &stricter]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    assert!(said.contains("Anna: legal → illegal"), "{said}");
    let output = orbat(&["event", "verify", &manifest, "--event", &stricter]);
    assert!(stdout(&output).contains("the event Spring Open changed"), "{}", stdout(&output));
}

#[test]
fn a_changed_byte_of_the_manifest_is_named() {
    let locked = Locked::new("byte");
    let text = fs::read_to_string(locked.path("m.json")).unwrap();
    let (code, said) = locked.verify("m.json", &[]);
    assert_eq!(code, Some(0), "{said}");
    let cases = [
        ("\"player\": \"Anna\"", "\"player\": \"Anne\"", "list 1 of Anne"),
        ("\"reason\": \"agreed on\"", "\"reason\": \"agreed in\"", "list 3 of Carla"),
        ("Friday 18:00", "Friday 19:00", "when the lists were locked"),
        ("\"version\": \"1\"", "\"version\": \"2\"", "what it says of the event"),
        ("  \"event\"", " \"event\"", "line 3 is not written as it was"),
        ("\"o1.", "\"o1_", "list 1 of Anna"),
        ("\"form\": \"orbat-manifest-1\"", "\"form\": \"orbat-manifest-2\"", "the form"),
        ("\"seal\":", "\"sael\":", "damaged"),
    ];
    for (old, new, wanted) in cases {
        assert!(text.contains(old), "{old}");
        fs::write(locked.path("changed.json"), text.replacen(old, new, 1)).unwrap();
        let (code, said) = locked.verify("changed.json", &[]);
        assert_ne!(code, Some(0), "{new}: {said}");
        assert!(said.contains(wanted), "{new}: {said}");
        assert!(!said.contains("Unchanged"), "{new}: {said}");
    }
    // A list taken out, sealed or not.
    let mut manifest: Value = serde_json::from_str(&text).unwrap();
    manifest["lists"].as_array_mut().unwrap().pop();
    fs::write(locked.path("changed.json"), format!("{manifest:#}\n")).unwrap();
    let (code, said) = locked.verify("changed.json", &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("which lists it holds"), "{said}");
}

#[test]
fn an_override_needs_a_player_and_a_reason() {
    let locked = Locked::new("override");
    let (lists, other) = (locked.path("lists"), locked.path("o.json"));
    for (text, wanted) in [
        ("Carla=legal", "REASON"),
        ("Carla=legal: ", "REASON"),
        ("Carla=perhaps: why", "REASON"),
        ("Carl=legal: why", "did you mean `Carla`?"),
    ] {
        let output = orbat(&["event", "lock", EVENT, &lists, "-o", &other, "--override", text]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(wanted), "{text}: {}", stderr(&output));
        assert!(!Path::new(&other).exists());
    }
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(locked.path("m.json")).unwrap()).unwrap();
    let carla = &manifest["lists"][2];
    assert_eq!(carla["verdict"], "illegal");
    assert_eq!(carla["decision"], serde_json::json!({ "verdict": "legal", "reason": "agreed on" }));
    assert_eq!(manifest["locked"], "Friday 18:00");
}
