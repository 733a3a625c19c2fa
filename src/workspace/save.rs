//! Writes files, whole or not at all: each is written under another name beside its place and then
//! renamed, so nobody sees half a file. The only module that writes to the disk.

use std::fmt;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Why a file was not written. Nothing has changed on disk.
#[derive(Debug)]
#[non_exhaustive]
pub struct SaveError {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    pub fault: SaveFault,
}

/// Why a file was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum SaveFault {
    /// A folder has this name.
    IsFolder,
    /// The file is read-only.
    ReadOnly,
    /// The folder to write to does not exist.
    NoFolder,
    /// A new file was wanted, but one exists.
    Exists,
    /// The file that was read no longer exists.
    Gone,
    /// The file has changed since it was read.
    Changed,
    /// Permission denied.
    NotAllowed,
    /// Any other error.
    Other(io::Error),
}

impl SaveError {
    fn new(path: &Path, fault: SaveFault) -> Self {
        SaveError { path: path.to_owned(), fault }
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let reason = match &self.fault {
            SaveFault::Exists => {
                return write!(f, "`{path}` already exists; nothing was written");
            }
            SaveFault::Gone => return write!(f, "`{path}` is gone; nothing was written"),
            SaveFault::Changed => {
                return write!(
                    f,
                    "`{path}` was changed by somebody else in the meantime; nothing was written. Try again"
                );
            }
            SaveFault::IsFolder => "it is a folder",
            SaveFault::ReadOnly => "it is read-only",
            SaveFault::NoFolder => "there is no such folder",
            SaveFault::NotAllowed => "permission denied",
            SaveFault::Other(error) => return write!(f, "`{path}` cannot be written: {error}"),
        };
        write!(f, "`{path}` cannot be written: {reason}")
    }
}

impl std::error::Error for SaveError {}

/// Writes a file, or replaces it. Keeps its permissions, and keeps links as links.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let there = fs::canonicalize(path).ok();
    let rights =
        there.as_ref().and_then(|real| fs::metadata(real).ok()).map(|known| known.permissions());
    if path.is_dir() {
        return Err(SaveError::new(path, SaveFault::IsFolder));
    }
    if rights.as_ref().is_some_and(Permissions::readonly) {
        return Err(SaveError::new(path, SaveFault::ReadOnly));
    }
    put(there.as_deref().unwrap_or(path), bytes, rights)
        .map_err(|error| SaveError::new(path, fault(error, SaveFault::NoFolder)))
}

/// Replaces the text of a file, unless the file is gone or has changed since.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> Result<(), SaveError> {
    let lost = |error: io::Error| SaveError::new(path, fault(error, SaveFault::Gone));
    let real = fs::canonicalize(path).map_err(lost)?;
    let rights = fs::metadata(&real).map_err(lost)?.permissions();
    if rights.readonly() {
        return Err(SaveError::new(path, SaveFault::ReadOnly));
    }
    // Two programs that change a list at once take turns; the second sees that it has changed.
    let turn = File::open(&real).map_err(lost)?;
    turn.lock().map_err(lost)?;
    if fs::read(&real).map_err(lost)? != old.as_bytes() {
        return Err(SaveError::new(path, SaveFault::Changed));
    }
    put(&real, new.as_bytes(), Some(rights)).map_err(lost)
}

/// Writes a new file; never replaces an existing one.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), SaveError> {
    let cannot = |error: io::Error| SaveError::new(path, fault(error, SaveFault::NoFolder));
    // Reserve the name first, so that nobody else's file is replaced.
    File::create_new(path).map_err(cannot)?;
    put(path, text.as_bytes(), None).map_err(|error| {
        let _ = fs::remove_file(path);
        cannot(error)
    })
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

/// Deletes the oldest files of a folder, so that at most so many are left.
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

/// Writes a file beside `path` and renames it.
fn put(path: &Path, bytes: &[u8], rights: Option<Permissions>) -> io::Result<()> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let mut file = File::create_new(&beside)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| rights.map_or(Ok(()), |rights| file.set_permissions(rights)))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, path));
    written.inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn fault(error: io::Error, missing: SaveFault) -> SaveFault {
    match error.kind() {
        ErrorKind::NotFound => missing,
        ErrorKind::AlreadyExists => SaveFault::Exists,
        ErrorKind::PermissionDenied => SaveFault::NotAllowed,
        _ => SaveFault::Other(error),
    }
}

/// A folder that is deleted when dropped.
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// None if it cannot be created.
    pub(crate) fn new() -> Option<Self> {
        let name = |number: u32| {
            std::env::temp_dir().join(format!("orbat-{}-{number}", std::process::id()))
        };
        (0..100).map(name).find(|path| fs::create_dir(path).is_ok()).map(TemporaryFolder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn refused(outcome: Result<(), SaveError>) -> String {
        outcome.unwrap_err().to_string()
    }

    /// Somebody else may write, replace or delete the file between reading and writing.
    #[test]
    fn what_others_did_meanwhile_is_kept() {
        let folder = std::env::temp_dir().join(format!("orbat-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.yaml");
        fs::write(&path, "theirs").unwrap();
        assert!(
            refused(replace(&path, "as it was", "mine")).contains("was changed by somebody else")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert!(replace(&path, "theirs", "mine").is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
        assert!(refused(replace(&path, "mine", "again")).contains("is gone; nothing was written"));
        assert!(!path.exists());
        assert!(create(&path, "new").is_ok());
        assert!(refused(create(&path, "newer")).contains("already exists"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write(&path, b"over").is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), "over");
        let mut rights = fs::metadata(&path).unwrap().permissions();
        rights.set_readonly(true);
        fs::set_permissions(&path, rights).unwrap();
        assert!(refused(write(&path, b"again")).contains("it is read-only"));
        assert!(refused(replace(&path, "over", "again")).contains("it is read-only"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "over");
        assert!(refused(write(&folder, b"again")).contains("it is a folder"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }
}
