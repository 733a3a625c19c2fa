//! Reads files that people send in. The whole never fails: a file that cannot be read is reported
//! with the reason, and reading goes on with the next.

use std::fs;
use std::path::{Path, PathBuf};

use super::NamedFiles;
use super::provider::{DEEPEST_FOLDER, ReadError, SourceProvider};

/// A file, with its content or the reason there is none. `None` stands for something that is not
/// read because it may never end or lead in circles: a pipe, a device, or a link inside a folder.
pub(crate) type Sent = (PathBuf, Option<Result<Vec<u8>, ReadError>>);

/// Calls `pass` with every file at or below the paths, in order, one at a time.
pub(crate) fn each_sent(paths: &[PathBuf], largest: usize, pass: &mut dyn FnMut(Sent)) {
    for path in paths {
        below(path, largest, 0, pass);
    }
}

fn below(path: &Path, largest: usize, depth: usize, pass: &mut dyn FnMut(Sent)) {
    let own = fs::symlink_metadata(path);
    // Only a link that the user named is followed.
    let metadata = match &own {
        Ok(own) if own.is_symlink() && depth == 0 => fs::metadata(path).ok(),
        Ok(own) => Some(own.clone()),
        Err(_) => None,
    };
    match metadata {
        Some(metadata) if metadata.is_dir() && depth <= DEEPEST_FOLDER => {
            let entries = fs::read_dir(path).into_iter().flatten();
            let mut paths: Vec<PathBuf> =
                entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            paths.sort();
            let is_shown = |path: &&PathBuf| {
                path.file_name().is_none_or(|name| !name.to_string_lossy().starts_with('.'))
            };
            paths.iter().filter(is_shown).for_each(|path| below(path, largest, depth + 1, pass));
        }
        Some(metadata) if metadata.is_file() => {
            let files = NamedFiles::new(vec![path.to_owned()], largest);
            pass((path.to_owned(), Some(files.read(&path.to_string_lossy()))));
        }
        Some(_) => pass((path.to_owned(), None)),
        None => pass((path.to_owned(), Some(Err(ReadError::Missing)))),
    }
}
