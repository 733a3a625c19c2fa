//! Remembers the last change to each list file, so that it can be undone. Changes are kept outside
//! the folders of the lists, in one file for each list.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::source::{NamedFiles, SourceProvider};
use crate::workspace::save;

/// How many lists are remembered; the oldest are forgotten.
const MOST_LISTS: usize = 500;

/// The largest file that is read: two lists, with every character escaped.
const LARGEST: usize = 16 << 20;

/// A change to a file: its text before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastChange {
    pub before: String,
    pub after: String,
}

/// Remembers a change. Undo is a convenience, so errors are ignored.
pub(crate) fn remember(list: &Path, before: &str, after: &str) {
    let Some(path) = place_of(list) else { return };
    let Some(folder) = path.parent() else { return };
    let change = LastChange { before: before.to_owned(), after: after.to_owned() };
    if let Ok(text) = serde_json::to_string(&change)
        && save::create_folder(folder).is_ok()
        && save::write(&path, text.as_bytes()).is_ok()
    {
        save::forget_oldest(folder, MOST_LISTS);
    }
}

/// The last change to a list, if it is known.
pub(crate) fn last_change(list: &Path) -> Option<LastChange> {
    serde_json::from_str(&text_of(&place_of(list)?)?).ok()
}

/// The text of a file; none if it cannot be read.
pub(crate) fn text_of(path: &Path) -> Option<String> {
    let files = NamedFiles::new(vec![path.to_owned()], LARGEST);
    String::from_utf8(files.read(&path.to_string_lossy()).ok()?).ok()
}

/// Where the last change to a list is kept: under a hash of its path.
fn place_of(list: &Path) -> Option<PathBuf> {
    let real = list.canonicalize().ok()?;
    let hash = Sha256::digest(real.to_string_lossy().as_bytes());
    let name: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Some(folder()?.join(format!("{name}.json")))
}

/// The folder for the state of this program on this platform.
fn folder() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || set("HOME").map(|home| home.join(".local").join("state"));
    let state = set("XDG_STATE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(home)?;
    Some(state.join("orbat").join("undo"))
}
