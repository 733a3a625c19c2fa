//! Reads files that a user names: lists, collections, templates.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::provider::{DEEPEST_FOLDER, ReadError, SourceProvider, is_no_file, read_error};

/// Files by the paths a user gave. Unlike [`super::Disk`] it follows links and reads pipes, for
/// the user has chosen each; `-` is standard input.
#[derive(Debug, Clone)]
pub(crate) struct NamedFiles {
    files: Vec<PathBuf>,
    skipped: Vec<PathBuf>,
    largest: usize,
}

/// The files found in a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FolderListing {
    pub files: Vec<PathBuf>,
    /// Pipes, devices and the like with a matching name: reading one may never end.
    pub skipped: Vec<PathBuf>,
}

impl NamedFiles {
    /// These files, each limited to this size in bytes.
    pub(crate) fn new(files: Vec<PathBuf>, largest: usize) -> Self {
        NamedFiles { files, skipped: Vec::new(), largest }
    }

    /// Adds the paths that were skipped while the files were searched for.
    pub(crate) fn without(mut self, skipped: Vec<PathBuf>) -> Self {
        self.skipped = skipped;
        self
    }

    /// All files with one of the extensions in a folder and this many levels of folders below it,
    /// sorted.
    pub(crate) fn below(
        folder: &Path,
        endings: &[&str],
        levels: usize,
    ) -> Result<FolderListing, ReadError> {
        let mut found = FolderListing::default();
        files_below(folder, endings, levels.min(DEEPEST_FOLDER), &mut found)?;
        Ok(found)
    }

    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    pub(crate) fn skipped(&self) -> &[PathBuf] {
        &self.skipped
    }

    fn file<'f>(&'f self, path: &'f str) -> &'f Path {
        // Only a path that is not Unicode needs a search, because a folder may hold thousands of
        // files.
        if !path.contains('\u{FFFD}') {
            return Path::new(path);
        }
        let found = self.files.iter().find(|file| file.to_string_lossy() == path);
        found.map_or(Path::new(path), PathBuf::as_path)
    }
}

impl SourceProvider for NamedFiles {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        Ok(self.files.iter().map(|file| file.to_string_lossy().into_owned()).collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        // Reading one byte beyond the limit shows that a file is too large without reading all of
        // it.
        let most = self.largest as u64 + 1;
        let mut bytes = Vec::new();
        if path == "-" {
            io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(read_error)?;
        } else {
            let file = File::open(self.file(path)).map_err(read_error)?;
            file.take(most).read_to_end(&mut bytes).map_err(read_error)?;
        }
        if bytes.len() > self.largest {
            return Err(ReadError::TooLarge(bytes.len() as u64));
        }
        Ok(bytes)
    }

    fn display(&self, path: &str) -> String {
        if path == "-" { "standard input".to_owned() } else { path.to_owned() }
    }
}

fn files_below(
    folder: &Path,
    endings: &[&str],
    levels: usize,
    found: &mut FolderListing,
) -> Result<(), ReadError> {
    let entries = fs::read_dir(folder).map_err(read_error)?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        // Links to folders are not followed: they may lead in circles.
        if path.is_dir() && !path.is_symlink() {
            if levels > 0 {
                files_below(&path, endings, levels - 1, found)?;
            }
        } else if endings.contains(&ending) {
            if is_no_file(&path) { &mut found.skipped } else { &mut found.files }.push(path);
        }
    }
    Ok(())
}
