//! ZIP archives. Names that lead out of one are not opened, and it is unpacked up to a limit.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::{Inbox, LARGEST_ARCHIVE, LARGEST_FILE, SubmissionError};

/// An archive in memory.
pub(super) type Archive<'b> = ZipArchive<Cursor<&'b [u8]>>;

impl Inbox {
    /// Adds the files of an archive.
    pub(super) fn add_archive(&mut self, origin: &str, archive: &mut Archive<'_>, depth: usize) {
        let mut room = LARGEST_ARCHIVE;
        for at in 0..archive.len() {
            if self.has_no_room() {
                return self.bad(origin.to_owned(), SubmissionError::TooMany);
            }
            if room == 0 {
                return self.bad(format!("{origin} (the rest)"), SubmissionError::Bomb);
            }
            let file = match archive.by_index(at) {
                Ok(file) => file,
                Err(error) => {
                    self.bad(format!("{origin} ({})", at + 1), fault(&error));
                    continue;
                }
            };
            if file.is_dir() {
                continue;
            }
            let name =
                file.name().map_or_else(|_| format!("({})", at + 1), |name| name.into_owned());
            // What some systems add for themselves.
            if name.starts_with("__MACOSX/") || name.ends_with(".DS_Store") {
                continue;
            }
            let inner = format!("{origin}/{name}");
            let is_absolute = name.starts_with(['/', '\\']) || name.get(1..2) == Some(":");
            if is_absolute || file.enclosed_name().is_none() || file.is_symlink() {
                self.bad(inner, SubmissionError::Outside);
                continue;
            }
            match unpacked(file, &mut room) {
                Ok(bytes) => self.add_among_others(&inner, &bytes, depth + 1),
                Err(fault) => self.bad(inner, fault),
            }
        }
    }
}

fn fault(error: &ZipError) -> SubmissionError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => SubmissionError::Password,
        _ => SubmissionError::Damaged,
    }
}

/// Unpacks a file of an archive, as far as there is room.
pub(super) fn unpacked(file: impl Read, room: &mut u64) -> Result<Vec<u8>, SubmissionError> {
    let mut bytes = Vec::new();
    let limit = (*room).min(LARGEST_FILE as u64);
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|_| SubmissionError::Damaged)?;
    let size = bytes.len() as u64;
    *room = room.saturating_sub(size);
    if size > limit { Err(SubmissionError::Bomb) } else { Ok(bytes) }
}
