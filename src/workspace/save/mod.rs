//! Writes files atomically: a temporary file next to the target, readable only by its owner,
//! replaces the target in one step, so nobody sees half a file. Only this module writes to the
//! disk. Start at `write` and `replace`; `temp_file` has the steps.
//!
//! Files left behind by a killed run are not locked, which is how the next run recognises them.

mod error;
mod file_system;
mod temp_file;
mod temporary;
#[cfg(test)]
mod tests;

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;

pub use error::{SaveError, SaveFault, SaveNotice, Saved};
use file_system::{FileSystem, Local};
use temp_file::{put, put_secret};
#[cfg(feature = "terminal")]
pub(crate) use temporary::TemporaryFolder;

/// Writes a file, or replaces it. Keeps its permissions, and keeps links as links. Writes into
/// devices and pipes instead of replacing them.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    write_on(&Local, path, bytes)
}

/// Replaces the text of a file, unless the file is gone or has changed since.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> Result<Saved, SaveError> {
    replace_on(&Local, path, old, new)
}

/// Writes a new file; never replaces an existing one.
pub(crate) fn create(path: &Path, text: &str) -> Result<Saved, SaveError> {
    create_on(&Local, path, text)
}

/// Writes a new file that nobody but its owner may read, such as a key.
pub(crate) fn create_secret(path: &Path, text: &str) -> Result<Saved, SaveError> {
    let cannot = |error: io::Error| SaveError::new(path, fault(error, SaveFault::NoFolder));
    let notices = put_secret(&Local, path, text.as_bytes()).map_err(cannot)?;
    Ok(Saved::new(path, notices))
}

fn write_on(system: &dyn FileSystem, path: &Path, bytes: &[u8]) -> Result<Saved, SaveError> {
    let cannot = |error: io::Error| SaveError::new(path, fault(error, SaveFault::NoFolder));
    let known = match system.metadata(path) {
        Ok(known) => known,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if system.link_metadata(path).is_ok() {
                return Err(SaveError::new(path, SaveFault::DanglingLink));
            }
            let notices = put(system, path, bytes, None).map_err(cannot)?;
            return Ok(Saved::new(path, notices));
        }
        Err(error) => return Err(cannot(error)),
    };
    if known.is_dir() {
        return Err(SaveError::new(path, SaveFault::IsFolder));
    }
    if !known.is_file() || open_file_of(path).is_some() {
        let stream = system.open_stream(path).map_err(cannot)?;
        system.write(&stream, bytes).map_err(cannot)?;
        return Ok(Saved::new(path, Vec::new()));
    }
    if known.permissions().readonly() {
        return Err(SaveError::new(path, SaveFault::ReadOnly));
    }
    let real = system.real_path(path).map_err(cannot)?;
    let notices = put(system, &real, bytes, Some(&known)).map_err(cannot)?;
    Ok(Saved::new(path, notices))
}

fn replace_on(
    system: &dyn FileSystem,
    path: &Path,
    old: &str,
    new: &str,
) -> Result<Saved, SaveError> {
    let lost = |error: io::Error| SaveError::new(path, fault(error, SaveFault::Gone));
    let real = system.real_path(path).map_err(lost)?;
    let known = system.metadata(&real).map_err(lost)?;
    if known.permissions().readonly() {
        return Err(SaveError::new(path, SaveFault::ReadOnly));
    }
    // Two programs that change a list at once take turns; the second sees that the list has
    // changed.
    let turn = system.open_alone(&real).map_err(lost)?;
    let text = system.read(&turn).map_err(lost)?;
    let held = turn.metadata().map_err(lost)?;
    let now = system.metadata(&real).map_err(lost)?;
    if text != old.as_bytes() || !is_same_file(&held, &now) {
        return Err(SaveError::new(path, SaveFault::Changed));
    }
    let notices = put(system, &real, new.as_bytes(), Some(&now)).map_err(lost)?;
    Ok(Saved::new(path, notices))
}

fn create_on(system: &dyn FileSystem, path: &Path, text: &str) -> Result<Saved, SaveError> {
    let cannot = |error: io::Error| SaveError::new(path, fault(error, SaveFault::NoFolder));
    let notices = put(system, path, text.as_bytes(), None).map_err(cannot)?;
    Ok(Saved::new(path, notices))
}

/// Whether a new file can be created at this path.
pub(crate) fn is_free(path: &Path) -> Result<(), SaveError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.symlink_metadata().is_ok() {
        return Err(SaveError::new(path, SaveFault::Exists));
    }
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(SaveError::new(path, SaveFault::NoFolder));
    }
    Ok(())
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(path: &Path) -> Result<(), SaveError> {
    fs::create_dir_all(path)
        .map_err(|error| SaveError::new(path, fault(error, SaveFault::NoFolder)))
}

/// Deletes the oldest files of a folder, so that at most `most` are left.
#[cfg(feature = "terminal")]
pub(crate) fn forget_oldest(folder: &Path, most: usize) {
    let Ok(files) = fs::read_dir(folder) else { return };
    let mut files: Vec<_> = files
        .flatten()
        .filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())))
        .collect();
    files.sort();
    let excess = files.len().saturating_sub(most);
    for (_, path) in files.into_iter().take(excess) {
        let _ = fs::remove_file(path);
    }
}

fn fault(error: io::Error, missing: SaveFault) -> SaveFault {
    match error.kind() {
        ErrorKind::NotFound => missing,
        ErrorKind::AlreadyExists => SaveFault::Exists,
        ErrorKind::PermissionDenied => SaveFault::NotAllowed,
        _ => SaveFault::Other(error),
    }
}

/// How many links are followed in a row.
const MOST_LINKS: usize = 16;

/// The number of the open file that a path stands for: `/dev/stdout` is 1, even if it is sent to a
/// file.
pub(crate) fn open_file_of(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.to_str().filter(|_| cfg!(unix)) {
            Some("/dev/stdout") => return Some(1),
            Some("/dev/stderr") => return Some(2),
            Some(name) => {
                let number =
                    ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|at| name.strip_prefix(at));
                if let Some(number) = number.and_then(|number| number.parse().ok()) {
                    return Some(number);
                }
            }
            None => {}
        }
        let target = fs::read_link(&path).ok()?;
        path.pop();
        path.push(target);
    }
    None
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    let traits = |file: &Metadata| (file.len(), file.created().ok(), file.modified().ok());
    traits(a) == traits(b)
}
