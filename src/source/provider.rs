//! Where files come from: the program itself, a folder, or memory.

use std::collections::BTreeMap;
use std::fmt;
#[cfg(unix)]
use std::fs::OpenOptions;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::LARGEST_FILE;

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    Missing,
    /// The file's size in bytes.
    TooLarge(u64),
    /// The reason the system gave.
    Unreadable(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Missing => f.write_str("there is no such file"),
            ReadError::TooLarge(size) => write!(f, "the file is too large ({size} bytes)"),
            ReadError::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ReadError {}

/// Files by relative path with `/` between folders. Paths never leave the provider's folder.
pub trait SourceProvider {
    /// The paths of all `.orbat` files, sorted.
    fn paths(&self) -> Result<Vec<String>, ReadError>;
    /// The bytes of a file.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;
    /// The file as prepared by the build, if it was.
    fn prepared(&self, _path: &str) -> Option<&'static EmbeddedFile> {
        None
    }
    /// How a path of this provider is shown to people.
    fn display(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// A file built into the program, with what the build derived from it.
#[derive(Debug)]
pub struct EmbeddedFile {
    /// Its path in the data folder.
    pub path: &'static str,
    /// Its whole text.
    pub text: &'static str,
    /// The tree of the parser. Empty for a file with mistakes, for which the other fields are empty
    /// too.
    pub tree: &'static [u8],
    /// The headers of its items; an empty one for declarations outside of any.
    pub headers: &'static [&'static str],
    /// The paths of the files that it uses, as written.
    pub uses: &'static [&'static str],
    /// The texts of its emblems and portraits, as written.
    pub pictures: &'static [&'static str],
    /// The system in the file, resolved and packed with its factions and events. Empty if there is
    /// none, or if its inputs have changed since it was packed.
    pub game: &'static [u8],
}

/// The data built into the program.
#[derive(Debug, Clone, Copy)]
pub struct Embedded;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

impl SourceProvider for Embedded {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        Ok(FACTIONS.iter().map(|file| file.path.to_owned()).collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let text = FACTIONS.iter().find(|file| file.path == path).map(|file| file.text.as_bytes());
        let picture = || PICTURES.iter().find(|(known, _)| *known == path).map(|(_, bytes)| *bytes);
        text.or_else(picture).map(<[u8]>::to_vec).ok_or(ReadError::Missing)
    }

    fn prepared(&self, path: &str) -> Option<&'static EmbeddedFile> {
        FACTIONS.iter().find(|file| file.path == path && !file.tree.is_empty())
    }

    fn display(&self, path: &str) -> String {
        format!("factions/{path}")
    }
}

/// Texts held in memory: tests, documentation examples, a browser.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Adds a file.
    pub fn with(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), bytes.into());
        self
    }
}

impl SourceProvider for Memory {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        // Pictures are read when a file names them.
        let is_picture =
            |path: &&String| [".png", ".svg", ".webp"].iter().any(|ending| path.ends_with(ending));
        Ok(self.files.keys().filter(|path| !is_picture(path)).cloned().collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.files.get(path).cloned().ok_or(ReadError::Missing)
    }
}

/// A folder on disk, or a single file.
#[derive(Debug, Clone)]
pub struct Disk {
    root: PathBuf,
}

impl Disk {
    /// The folder or file at this path.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Disk { root: root.into() }
    }

    /// Pipes, devices and the like that bear the name of a data file. They are not read: that may
    /// never end.
    pub(crate) fn skipped(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        // Folders that cannot be listed are reported by `paths`.
        let _ = list_folder(&self.root, "", 0, &mut found);
        found.sort();
        let paths = found.into_iter().map(|path| self.root.join(path));
        paths.filter(|path| is_no_file(path)).collect()
    }

    fn folder(&self) -> &Path {
        let parent = self
            .root
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        if self.root.is_file() { parent } else { &self.root }
    }
}

/// Folders nested deeper than this are not searched.
pub(crate) const DEEPEST_FOLDER: usize = 16;

impl SourceProvider for Disk {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        if self.root.is_file() {
            let name = self.root.file_name().map(|name| name.to_string_lossy().into_owned());
            return Ok(name.into_iter().collect());
        }
        let mut found = Vec::new();
        list_folder(&self.root, "", 0, &mut found)?;
        found.retain(|path| !is_no_file(&self.root.join(path)));
        found.sort();
        Ok(found)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let folder = self.folder().canonicalize().map_err(read_error)?;
        let file = folder.join(path).canonicalize().map_err(read_error)?;
        // A link may point out of the given folder; files outside it must not be read.
        if !file.starts_with(&folder) {
            return Err(ReadError::Unreadable("it lies outside the data folder".to_owned()));
        }
        // The file may be replaced by a pipe at any time; opening it must not block.
        let mut file = open_at_once(&file).map_err(read_error)?;
        let metadata = file.metadata().map_err(read_error)?;
        if !metadata.is_file() {
            return Err(ReadError::Unreadable("it is no file".to_owned()));
        }
        let size = metadata.len();
        if size > LARGEST_FILE as u64 {
            return Err(ReadError::TooLarge(size));
        }
        let mut bytes = Vec::with_capacity(size as usize);
        let most = LARGEST_FILE as u64 + 1;
        file.by_ref().take(most).read_to_end(&mut bytes).map_err(read_error)?;
        Ok(bytes)
    }

    fn display(&self, path: &str) -> String {
        let shown = self.folder().join(path).to_string_lossy().replace('\\', "/");
        shown.strip_prefix("./").unwrap_or(&shown).to_owned()
    }
}

fn list_folder(
    folder: &Path,
    prefix: &str,
    depth: usize,
    found: &mut Vec<String>,
) -> Result<(), ReadError> {
    for entry in fs::read_dir(folder).map_err(read_error)? {
        let entry = entry.map_err(read_error)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if name.starts_with('.') {
            continue;
        }
        // Links to folders are not followed: they may lead in circles, or out.
        let is_folder = entry.file_type().map_err(read_error)?.is_dir();
        if is_folder {
            if depth < DEEPEST_FOLDER {
                list_folder(&path, &format!("{prefix}{name}/"), depth + 1, found)?;
            }
        } else if name.ends_with(".orbat") {
            found.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

/// Whether a path leads to a pipe, a device or a folder. If its metadata cannot be read it counts
/// as a file, so that reading it gives the reason.
pub(crate) fn is_no_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

pub(crate) fn read_error(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::NotFound => ReadError::Missing,
        _ => ReadError::Unreadable(error.to_string()),
    }
}
