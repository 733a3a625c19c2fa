//! Temporary folders that are deleted when the program ends.

use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::file_system::{is_abandoned, is_random_name, lock, random_digits};

const BEFORE: &str = "orbat-";

/// The file that is locked as long as the folder is in use.
const HELD: &str = "in-use";

/// How often a folder is created or deleted before giving up.
const TRIES: usize = 20;

/// A folder that only its owner may enter; deleted when dropped, or by a later run.
pub(crate) struct TemporaryFolder {
    path: PathBuf,
    held: Option<File>,
}

impl TemporaryFolder {
    /// A new folder. Deletes those that killed runs have left.
    pub(crate) fn new() -> io::Result<Self> {
        let all = std::env::temp_dir();
        let mut tries = 0;
        loop {
            let path = all.join(format!("{BEFORE}{}", random_digits()));
            match create(&path) {
                Ok(held) => {
                    remove_leftovers(&all, &fs::metadata(&path)?);
                    return Ok(TemporaryFolder { path, held: Some(held) });
                }
                // The name is taken, or another run removed the file as a leftover.
                Err(error)
                    if tries < TRIES
                        && matches!(
                            error.kind(),
                            ErrorKind::AlreadyExists | ErrorKind::NotFound
                        ) =>
                {
                    tries += 1
                }
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Windows deletes no file that is open.
        self.held = None;
        // A program that was killed may still be writing its last file.
        for _ in 0..TRIES {
            match fs::remove_dir_all(&self.path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    sleep(Duration::from_millis(20));
                }
                _ => return,
            }
        }
    }
}

/// Creates a folder and locks it.
fn create(path: &Path) -> io::Result<File> {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "only Unix sets permissions"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    let file = File::create_new(path.join(HELD))?;
    lock(&file)?;
    Ok(file)
}

/// Deletes the folders that no running program has locked. Folders of other users are left alone.
fn remove_leftovers(all: &Path, own: &Metadata) {
    let Ok(entries) = fs::read_dir(all) else { return };
    for entry in entries.flatten() {
        let is_ours = is_random_name(&entry.file_name().to_string_lossy(), BEFORE, "")
            && entry.metadata().is_ok_and(|known| known.is_dir() && has_owner_of(&known, own));
        if !is_ours {
            continue;
        }
        match File::open(entry.path().join(HELD)) {
            Ok(file) if is_abandoned(&file) => drop(fs::remove_dir_all(entry.path())),
            // Without its lock file, the folder is from a run killed before locking it. A run that
            // is about to lock it creates it again.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let _ = fs::remove_dir(entry.path());
            }
            _ => {}
        }
    }
}

#[cfg(unix)]
fn has_owner_of(folder: &Metadata, own: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    folder.uid() == own.uid()
}

#[cfg(not(unix))]
fn has_owner_of(_: &Metadata, _: &Metadata) -> bool {
    true
}
