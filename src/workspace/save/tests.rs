//! Tests what is on the disk after something goes wrong in the middle of a save.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::file_system::{FileSystem, Local};
use super::*;

/// The local file system, with one operation that fails.
#[derive(Default)]
struct Failing {
    calls: Cell<usize>,
    fails_at: usize,
    /// All operations from there on fail, as if the program were killed.
    for_good: bool,
    /// Files without a name are not supported.
    only_named: bool,
    /// Moving a file only to a free path is not supported.
    only_over: bool,
}

impl Failing {
    fn step(&self) -> io::Result<()> {
        let call = self.calls.replace(self.calls.get() + 1);
        let fails = call == self.fails_at || self.for_good && call > self.fails_at;
        if fails { Err(io::Error::other("injected")) } else { Ok(()) }
    }

    fn was_reached(&self) -> bool {
        self.calls.get() > self.fails_at
    }
}

impl FileSystem for Failing {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.step()?;
        Local.metadata(path)
    }

    fn link_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.step()?;
        Local.link_metadata(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.step()?;
        Local.real_path(path)
    }

    fn open_alone(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        Local.open_alone(path)
    }

    fn read(&self, file: &File) -> io::Result<Vec<u8>> {
        self.step()?;
        Local.read(file)
    }

    fn open_stream(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        Local.open_stream(path)
    }

    fn unnamed(&self, folder: &Path) -> io::Result<File> {
        self.step()?;
        if self.only_named { Err(ErrorKind::Unsupported.into()) } else { Local.unnamed(folder) }
    }

    fn named(&self, path: &Path) -> io::Result<File> {
        self.step()?;
        Local.named(path)
    }

    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        let outcome = self.step();
        // A full disk writes only a part.
        let end = if outcome.is_ok() { bytes.len() } else { bytes.len() / 2 };
        Local.write(file, &bytes[..end])?;
        outcome
    }

    fn set_owner(&self, file: &File, like: &Metadata) -> io::Result<()> {
        self.step()?;
        Local.set_owner(file, like)
    }

    fn set_permissions(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        self.step()?;
        Local.set_permissions(file, permissions)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.step()?;
        Local.sync(file)
    }

    fn give_name(&self, file: &File, path: &Path) -> io::Result<()> {
        self.step()?;
        Local.give_name(file, path)
    }

    fn rename_new(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        if self.only_over { Err(ErrorKind::Unsupported.into()) } else { Local.rename_new(from, to) }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        Local.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step()?;
        Local.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step()?;
        Local.sync_folder(folder)
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("orbat-save-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn list(&self) -> PathBuf {
        self.0.join("a.yaml")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

type Save = fn(&dyn FileSystem, &Path) -> Result<Saved, SaveError>;

const OLD: &str = "orbat: 1\nname: as it was\n";
const NEW: &str = "orbat: 1\nname: as it shall be, which is longer\n";

/// Every way to save, and whether there is a file before.
const SAVES: [(&str, Save, bool); 4] = [
    ("write over", |system, path| write_on(system, path, NEW.as_bytes()), true),
    ("write new", |system, path| write_on(system, path, NEW.as_bytes()), false),
    ("replace", |system, path| replace_on(system, path, OLD, NEW), true),
    ("create", |system, path| create_on(system, path, NEW), false),
];

/// Lets the k-th operation of every kind of save fail, for every k, and passes the outcome to
/// `check`. Returns how many operations failed.
fn each_failure(name: &str, for_good: bool, check: impl Fn(&Folder, &str, bool, bool)) -> usize {
    let mut failures = 0;
    for (save_name, save, is_old) in SAVES {
        for (only_named, only_over) in [(false, false), (true, false), (true, true)] {
            for fails_at in 0.. {
                let folder = Folder::new(name);
                if is_old {
                    fs::write(folder.list(), OLD).unwrap();
                }
                let system =
                    Failing { fails_at, for_good, only_named, only_over, ..Failing::default() };
                let outcome = save(&system, &folder.list());
                let place = format!("{save_name}, call {fails_at}, {only_named}, {only_over}");
                check(&folder, &place, is_old, outcome.is_ok());
                if !system.was_reached() {
                    assert!(outcome.unwrap().notices.is_empty(), "{place}");
                    break;
                }
                failures += 1;
            }
        }
    }
    failures
}

#[test]
fn whichever_operation_fails_nothing_is_lost_and_nothing_is_left() {
    let failures = each_failure("once", false, |folder, place, is_old, is_saved| {
        let expected: &[&str] = if is_old || is_saved { &["a.yaml"] } else { &[] };
        assert_eq!(folder.names(), expected, "{place}");
        if is_old || is_saved {
            let text = fs::read_to_string(folder.list()).unwrap();
            assert_eq!(text, if is_saved { NEW } else { OLD }, "{place}");
        }
    });
    assert!(failures > 80, "{failures}");
}

#[test]
fn wherever_a_save_is_killed_a_later_one_cleans_up() {
    each_failure("killed", true, |folder, place, is_old, _| {
        let others = folder.names().into_iter().filter(|name| name != "a.yaml").count();
        assert!(others <= 1, "{place}: {:?}", folder.names());
        match fs::read_to_string(folder.list()) {
            // Some disks need the name to be reserved first.
            Ok(text) => {
                assert!(text == OLD || text == NEW || (!is_old && text.is_empty()), "{place}")
            }
            Err(_) => assert!(!is_old, "{place}"),
        }
        let _ = write(&folder.list(), b"again").unwrap();
        assert_eq!(folder.names(), ["a.yaml"], "{place}");
        assert_eq!(fs::read_to_string(folder.list()).unwrap(), "again");
    });
}

#[test]
fn what_is_not_kept_is_announced() {
    let folder = Folder::new("notices");
    let mut seen = Vec::new();
    for fails_at in 0.. {
        fs::write(folder.list(), OLD).unwrap();
        let system = Failing { fails_at, ..Failing::default() };
        let saved = replace_on(&system, &folder.list(), OLD, NEW);
        if !system.was_reached() {
            break;
        }
        seen.extend(saved.into_iter().flat_map(|saved| saved.words().collect::<Vec<_>>()));
    }
    let said = |words: &str| seen.iter().any(|notice| notice.contains(words));
    assert!(said("now belongs to you"), "{seen:?}");
    assert!(said("the permissions of"), "{seen:?}");
    assert!(said("may be lost if power fails"), "{seen:?}");
}

/// A temporary file that is being written is locked, and therefore not a leftover.
#[test]
fn temporary_files_in_use_are_left_alone() {
    let folder = Folder::new("in-use");
    let temp = folder.0.join(".orbat-0123456789abcdef.tmp");
    let held = Local.named(&temp).unwrap();
    let alike = [".orbat-0123.tmp", "orbat-0123456789abcdef.tmp", ".orbat-0123456789abcdeg.tmp"];
    for name in alike {
        fs::write(folder.0.join(name), "theirs").unwrap();
    }
    let _ = write(&folder.list(), b"text").unwrap();
    assert!(temp.exists());
    drop(held);
    let _ = write(&folder.list(), b"text").unwrap();
    assert!(!temp.exists());
    assert!(alike.iter().all(|name| folder.0.join(name).exists()));
}

fn refused(outcome: Result<Saved, SaveError>) -> String {
    outcome.unwrap_err().to_string()
}

/// Somebody else may write, replace or delete the file between reading and writing.
#[test]
fn what_others_did_meanwhile_is_kept() {
    let folder = Folder::new("others");
    let path = folder.list();
    fs::write(&path, "theirs").unwrap();
    assert!(refused(replace(&path, "as it was", "mine")).contains("was changed by somebody else"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert!(replace(&path, "theirs", "mine").is_ok());
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    fs::remove_file(&path).unwrap();
    assert!(refused(replace(&path, "mine", "again")).contains("is gone; nothing was written"));
    assert!(!path.exists());
    assert!(create(&path, "new").is_ok());
    assert!(refused(create(&path, "newer")).contains("already exists"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(folder.names(), ["a.yaml"]);
    assert!(write(&path, b"over").is_ok());
    assert_eq!(fs::read_to_string(&path).unwrap(), "over");
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    assert!(refused(write(&path, b"again")).contains("it is read-only"));
    assert!(refused(replace(&path, "over", "again")).contains("it is read-only"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "over");
    assert!(refused(write(&folder.0, b"again")).contains("it is a folder"));
    assert_eq!(folder.names(), ["a.yaml"]);
}

/// Ten threads replace the same file, each on top of what it read: no change is lost.
#[test]
fn changes_at_once_take_turns() {
    let folder = Folder::new("turns");
    fs::write(folder.list(), "").unwrap();
    let path = folder.list();
    let append = |mark: usize| {
        loop {
            let old = fs::read_to_string(&path).unwrap();
            match replace(&path, &old, &format!("{old}{mark}")) {
                Ok(_) => return,
                Err(error) => assert!(matches!(error.fault, SaveFault::Changed), "{error}"),
            }
        }
    };
    std::thread::scope(|threads| {
        (0..10).for_each(|mark| drop(threads.spawn(move || append(mark))));
    });
    let mut marks: Vec<char> = fs::read_to_string(&path).unwrap().chars().collect();
    marks.sort_unstable();
    assert_eq!(marks.iter().collect::<String>(), "0123456789");
    assert_eq!(folder.names(), ["a.yaml"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    /// Looks at a temporary file the moment its content has been written.
    #[test]
    fn a_temporary_file_is_private_from_its_first_byte() {
        let folder = Folder::new("private");
        let path = folder.0.join("x");
        let named = Local.named(&path).unwrap();
        assert_eq!(named.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        if let Ok(unnamed) = Local.unnamed(&folder.0) {
            assert_eq!(unnamed.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn mode_and_owner_stay_and_new_files_are_as_usual() {
        let folder = Folder::new("mode");
        let usual = folder.0.join("usual");
        File::create(&usual).unwrap();
        let _ = write(&folder.list(), b"new").unwrap();
        assert_eq!(mode(&folder.list()), mode(&usual));
        for wanted in [0o640, 0o600, 0o755, 0o666] {
            fs::set_permissions(folder.list(), Permissions::from_mode(wanted)).unwrap();
            let _ = write(&folder.list(), b"over").unwrap();
            assert_eq!(mode(&folder.list()), wanted);
        }
        // Only root may give files away.
        if std::os::unix::fs::chown(folder.list(), Some(12_345), Some(54_321)).is_ok() {
            let saved = write(&folder.list(), b"over").unwrap();
            assert!(saved.notices.is_empty(), "{saved:?}");
            let known = fs::metadata(folder.list()).unwrap();
            assert_eq!((known.uid(), known.gid()), (12_345, 54_321));
        }
    }

    #[test]
    fn links_stay_links_and_other_names_are_announced() {
        let folder = Folder::new("links");
        fs::write(folder.list(), OLD).unwrap();
        let link = folder.0.join("link.yaml");
        symlink("a.yaml", &link).unwrap();
        assert!(replace(&link, OLD, NEW).unwrap().notices.is_empty());
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(folder.list()).unwrap(), NEW);
        let other = folder.0.join("other.yaml");
        fs::hard_link(folder.list(), &other).unwrap();
        assert_eq!(write(&link, b"over").unwrap().notices, [SaveNotice::OtherNames]);
        assert_eq!(fs::read_to_string(&other).unwrap(), NEW);
        let dangling = folder.0.join("dangling.yaml");
        symlink("nowhere.yaml", &dangling).unwrap();
        assert!(
            refused(write(&dangling, b"x")).contains("it is a link to a file that does not exist")
        );
        assert!(refused(create(&dangling, "x")).contains("already exists"));
        assert!(refused(replace(&dangling, "", "x")).contains("is gone"));
        let circle = folder.0.join("circle.yaml");
        symlink("circle.yaml", &circle).unwrap();
        assert!(refused(write(&circle, b"x")).contains("cannot be written"));
        assert!(dangling.is_symlink() && circle.is_symlink());
    }

    #[test]
    fn open_files_are_known_by_their_paths() {
        let folder = Folder::new("open");
        let link = folder.0.join("out");
        symlink("/dev/stdout", &link).unwrap();
        assert_eq!(open_file_of(&link), Some(1));
        assert_eq!(open_file_of(Path::new("/dev/fd/7")), Some(7));
        assert_eq!(open_file_of(Path::new("/dev/null")), None);
        assert_eq!(open_file_of(&folder.list()), None);
        let full = Path::new("/dev/full");
        if full.exists() {
            assert!(refused(write(full, b"x")).contains("cannot be written"));
            assert!(!fs::metadata(full).unwrap().is_file());
        }
    }
}
