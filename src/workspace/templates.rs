//! Reads a folder of the user's own templates.

use std::path::{Path, PathBuf};

use crate::source::{FolderListing, NamedFiles, ReadError, SourceProvider};
use crate::workspace::OpenError;
use crate::workspace::error::FileFault;

/// The largest template, in bytes.
const LARGEST: usize = 1 << 20;

/// The greatest number of templates.
const MOST: usize = 200;

const ENDINGS: &[&str] = &["html", "css", "js", "txt", "post"];

/// The templates in a folder.
#[derive(Debug, Default)]
pub(crate) struct OwnTemplates {
    /// The texts by name.
    pub texts: Vec<(String, String)>,
    /// Pipes, devices and the like, which are not read.
    pub skipped: Vec<PathBuf>,
}

/// Reads the templates in a folder. Links are refused: they may lead elsewhere.
pub(crate) fn read_templates(folder: &Path) -> Result<OwnTemplates, OpenError> {
    let cannot =
        |path: &Path, reason: &str| OpenError::file(path, FileFault::Unreadable(reason.to_owned()));
    let FolderListing { files, skipped } =
        NamedFiles::below(folder, ENDINGS, 0).map_err(|error| match error {
            ReadError::Missing => cannot(folder, "there is no such folder"),
            error => OpenError::file(folder, error.into()),
        })?;
    if files.is_empty() {
        return Err(OpenError::file(folder, FileFault::NoTemplates));
    }
    let provider = NamedFiles::new(files, LARGEST);
    let mut found = Vec::new();
    for path in provider.files() {
        if path.is_symlink() {
            return Err(cannot(path, "it is a link, and templates stand in their folder"));
        }
        if found.len() >= MOST {
            return Err(cannot(path, "there are at most 200 templates"));
        }
        let bytes = provider.read(&path.to_string_lossy()).map_err(|error| match error {
            ReadError::TooLarge(_) => cannot(path, "a template has at most 1 MB"),
            error => OpenError::file(path, error.into()),
        })?;
        let text = String::from_utf8(bytes).map_err(|error| cannot(path, &error.to_string()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        found.push((name.unwrap_or_default(), text));
    }
    Ok(OwnTemplates { texts: found, skipped })
}
