//! Files that commands write: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Failure;

/// Writes a file under another name first, then renames it.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let written = fs::File::create_new(&beside).and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        Failure::Usage(format!("`{}` cannot be written: {}", path.display(), why(path, &error)))
    })
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

fn why(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::PermissionDenied => "that is not allowed there".to_owned(),
        _ if path.is_dir() => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

/// Bytes to standard output. A reader that went away is no error.
pub(super) fn to_stdout(bytes: &[u8]) {
    let _ = io::stdout().lock().write_all(bytes);
}
