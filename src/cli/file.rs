//! Files that commands write: whole or not at all. Each is written beside its place under another
//! name and renamed, so it is never half.

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::Failure;

/// Writes a file, in the place of one that may be there. That one's rights stay, and a link stays a
/// link.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot =
        |why: &str| Failure::Usage(format!("`{}` cannot be written: {why}", path.display()));
    let there = fs::canonicalize(path).ok();
    let rights =
        there.as_ref().and_then(|real| fs::metadata(real).ok()).map(|known| known.permissions());
    if path.is_dir() {
        return Err(cannot("it is a folder"));
    }
    if rights.as_ref().is_some_and(Permissions::readonly) {
        return Err(cannot("it is read-only"));
    }
    put(there.as_deref().unwrap_or(path), bytes, rights)
        .map_err(|error| cannot(&why(&error, "there is no such folder")))
}

/// Replaces a text by another one, if it is still there and nobody has changed it meanwhile.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> Result<(), Failure> {
    let cannot = |why: &str| {
        Failure::Usage(format!("`{}` was not written: {why}. It is as it was", path.display()))
    };
    let lost = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => {
            Failure::Usage(format!("`{}`: it is gone; nothing was written", path.display()))
        }
        _ => cannot(&why(&error, "it is gone")),
    };
    let real = fs::canonicalize(path).map_err(lost)?;
    let rights = fs::metadata(&real).map_err(lost)?.permissions();
    if rights.readonly() {
        return Err(cannot("it is read-only"));
    }
    // Two that change a list at once take turns; the second sees then that it is another.
    let turn = File::open(&real).map_err(lost)?;
    turn.lock().map_err(lost)?;
    if fs::read(&real).map_err(lost)? != old.as_bytes() {
        let message = format!(
            "`{}` has been changed by somebody else meanwhile; nothing was written. Try again",
            path.display()
        );
        return Err(Failure::Usage(message));
    }
    put(&real, new.as_bytes(), Some(rights)).map_err(|error| cannot(&why(&error, "it is gone")))
}

/// Writes a new file; one that is there already is left alone.
pub(crate) fn create(path: &Path, text: &str) -> Result<(), Failure> {
    let cannot = |error: io::Error| {
        Failure::Usage(match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("`{}` is there already; nothing was written", path.display())
            }
            _ => format!(
                "`{}` cannot be written: {}",
                path.display(),
                why(&error, "there is no such folder")
            ),
        })
    };
    // The name is taken first, so that nobody else's file is replaced.
    File::create_new(path).map_err(cannot)?;
    put(path, text.as_bytes(), None).map_err(|error| {
        let _ = fs::remove_file(path);
        cannot(error)
    })
}

/// Bytes in a file beside it, which then takes its name.
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

fn why(error: &io::Error, missing: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound => missing.to_owned(),
        ErrorKind::PermissionDenied => "that is not allowed there".to_owned(),
        _ => error.to_string(),
    }
}

/// Bytes to standard output. A reader that went away is no error.
pub(crate) fn to_stdout(bytes: &[u8]) {
    let _ = io::stdout().lock().write_all(bytes);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    fn refused(outcome: Result<(), Failure>) -> String {
        match outcome {
            Err(Failure::Usage(message)) => message,
            _ => panic!("written"),
        }
    }

    /// Somebody else may write, replace or delete the file between reading and writing.
    #[test]
    fn what_others_did_meanwhile_is_kept() {
        let folder = std::env::temp_dir().join(format!("orbat-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.yaml");
        fs::write(&path, "theirs").unwrap();
        assert!(
            refused(replace(&path, "as it was", "mine"))
                .contains("changed by somebody else meanwhile")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert!(replace(&path, "theirs", "mine").is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
        assert!(
            refused(replace(&path, "mine", "again")).contains("it is gone; nothing was written")
        );
        assert!(!path.exists());
        assert!(create(&path, "new").is_ok());
        assert!(refused(create(&path, "newer")).contains("is there already"));
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
