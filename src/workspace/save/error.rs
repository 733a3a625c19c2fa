//! Why a file was not written, and what else changed when one was.

use std::fmt;
use std::io;
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
    /// A link whose target does not exist.
    DanglingLink,
    /// Permission denied.
    NotAllowed,
    /// Any other error.
    Other(io::Error),
}

impl SaveError {
    pub(super) fn new(path: &Path, fault: SaveFault) -> Self {
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
            SaveFault::DanglingLink => "it is a link to a file that does not exist",
            SaveFault::NotAllowed => "permission denied",
            SaveFault::Other(error) => return write!(f, "`{path}` cannot be written: {error}"),
        };
        write!(f, "`{path}` cannot be written: {reason}")
    }
}

impl std::error::Error for SaveError {}

/// A file that was written.
#[derive(Debug, Default)]
#[must_use = "what could not be kept is to be told"]
#[non_exhaustive]
pub struct Saved {
    /// The path of the file.
    pub path: PathBuf,
    /// What changed besides the content.
    pub notices: Vec<SaveNotice>,
}

/// What changed about a file besides its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SaveNotice {
    /// Its owner or group could not be kept.
    OwnerChanged,
    /// Its permissions could not be kept.
    PermissionsChanged,
    /// It had other names (hard links), which keep the old content.
    OtherNames,
    /// It may be lost if power fails now.
    NotSynced,
}

impl Saved {
    pub(super) fn new(path: &Path, notices: Vec<SaveNotice>) -> Self {
        Saved { path: path.to_owned(), notices }
    }

    /// The notices in words.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let path = self.path.display().to_string();
        self.notices.iter().map(move |notice| match notice {
            SaveNotice::OwnerChanged => {
                format!("`{path}` now belongs to you; its owner and group could not be kept")
            }
            SaveNotice::PermissionsChanged => {
                format!("the permissions of `{path}` could not be kept")
            }
            SaveNotice::OtherNames => {
                format!("`{path}` had other names (hard links), which keep the old content")
            }
            SaveNotice::NotSynced => {
                format!("`{path}` is written, but may be lost if power fails now")
            }
        })
    }
}
