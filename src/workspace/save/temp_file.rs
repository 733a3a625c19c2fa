//! Writes a temporary file next to a file, then replaces that file with it.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::SaveNotice;
use super::file_system::{FileSystem, is_abandoned, is_random_name, random_digits};

/// Names of temporary files: neither lists nor data, and hidden on systems that hide names with a
/// dot.
const BEFORE: &str = ".orbat-";
const AFTER: &str = ".tmp";

/// How many names are tried for a temporary file.
const TRIES: usize = 4;

/// Writes a file. `old` is the file that it replaces; if `None`, the path must be free.
pub(super) fn put(
    system: &dyn FileSystem,
    path: &Path,
    bytes: &[u8],
    old: Option<&Metadata>,
) -> io::Result<Vec<SaveNotice>> {
    put_with(system, path, bytes, old, usual_permissions())
}

/// Writes a new file that nobody but its owner may read.
pub(super) fn put_secret(
    system: &dyn FileSystem,
    path: &Path,
    bytes: &[u8],
) -> io::Result<Vec<SaveNotice>> {
    // Temporary files are created secret, so nothing needs to change.
    put_with(system, path, bytes, None, None)
}

fn put_with(
    system: &dyn FileSystem,
    path: &Path,
    bytes: &[u8],
    old: Option<&Metadata>,
    usual: Option<Permissions>,
) -> io::Result<Vec<SaveNotice>> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    remove_leftovers(folder);
    let mut temp = TempFile::new(system, folder)?;
    let filled = temp.fill(bytes, old, usual);
    let placed = filled.and_then(|notices| temp.place(path, old.is_some()).map(|()| notices));
    let mut notices = placed.inspect_err(|_| temp.discard())?;
    if system.sync_folder(folder).is_err() {
        notices.push(SaveNotice::NotSynced);
    }
    Ok(notices)
}

/// Deletes the temporary files of runs that were killed. Those of running programs are locked.
fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_temp_file = is_random_name(&entry.file_name().to_string_lossy(), BEFORE, AFTER)
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_temp_file && File::open(entry.path()).is_ok_and(|file| is_abandoned(&file)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

struct TempFile<'s> {
    system: &'s dyn FileSystem,
    folder: &'s Path,
    file: File,
    /// `None` while it has no name: then nothing is left if the program is killed.
    path: Option<PathBuf>,
}

impl<'s> TempFile<'s> {
    fn new(system: &'s dyn FileSystem, folder: &'s Path) -> io::Result<Self> {
        if let Ok(file) = system.unnamed(folder) {
            return Ok(TempFile { system, folder, file, path: None });
        }
        let mut tries = 0;
        loop {
            let path = name_in(folder);
            match system.named(&path) {
                Ok(file) => return Ok(TempFile { system, folder, file, path: Some(path) }),
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

    /// Writes the content, and sets the owner and permissions of the old file, or the usual ones
    /// for a new file.
    fn fill(
        &self,
        bytes: &[u8],
        old: Option<&Metadata>,
        usual: Option<Permissions>,
    ) -> io::Result<Vec<SaveNotice>> {
        let mut notices = Vec::new();
        self.system.write(&self.file, bytes)?;
        let permissions = match old {
            Some(old) if self.system.set_owner(&self.file, old).is_err() => {
                notices.push(SaveNotice::OwnerChanged);
                Some(for_another_group(old.permissions()))
            }
            Some(old) => Some(old.permissions()),
            None => usual,
        };
        if let Some(permissions) = permissions
            && self.system.set_permissions(&self.file, permissions).is_err()
        {
            notices.push(SaveNotice::PermissionsChanged);
        }
        if old.is_some_and(has_other_names) {
            notices.push(SaveNotice::OtherNames);
        }
        self.system.sync(&self.file)?;
        Ok(notices)
    }

    /// Moves the file to its final path: over an existing file, or only to a free path.
    fn place(&mut self, path: &Path, over: bool) -> io::Result<()> {
        let system = self.system;
        match (&self.path, over) {
            (None, false) => system.give_name(&self.file, path),
            (None, true) => {
                let beside = name_in(self.folder);
                system.give_name(&self.file, &beside)?;
                self.path = Some(beside.clone());
                system.rename(&beside, path)
            }
            (Some(beside), true) => system.rename(beside, path),
            (Some(beside), false) => match system.rename_new(beside, path) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    // Not every disk can do that. If not, reserve the name first.
                    system.named(path)?;
                    system.rename(beside, path).inspect_err(|_| drop(system.remove(path)))
                }
                outcome => outcome,
            },
        }
    }

    fn discard(&self) {
        if let Some(path) = &self.path {
            let _ = self.system.remove(path);
        }
    }
}

fn name_in(folder: &Path) -> PathBuf {
    folder.join(format!("{BEFORE}{}{AFTER}", random_digits()))
}

/// The permissions of a new file, by the user's mask.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;

    use rustix::process::umask;

    // The mask can only be read by setting it.
    let mask = umask(rustix::fs::Mode::from_raw_mode(0o077));
    umask(mask);
    #[allow(clippy::useless_conversion, reason = "modes are narrower on other systems")]
    Some(Permissions::from_mode(0o666 & !u32::from(mask.as_raw_mode())))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

/// Permissions of a file whose group has changed: the new group may do no more than others.
#[cfg(unix)]
fn for_another_group(old: Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;

    let mode = old.mode() & 0o777;
    Permissions::from_mode(mode & (0o707 | (mode & 0o007) << 3))
}

#[cfg(not(unix))]
fn for_another_group(old: Permissions) -> Permissions {
    old
}

#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}
