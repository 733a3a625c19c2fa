//! Reads the file of a collection of models.

use std::path::Path;

use crate::builder::Stock;
use crate::list::{LARGEST_LIST, load_owned};
use crate::model::Game;
use crate::source::{NamedFiles, SourceId, Sources};
use crate::workspace::OpenError;
use crate::workspace::error::FileFault;
use crate::workspace::list::read_text;

/// The models of a collection, which must be for this game.
pub(crate) fn open_owned(game: &Game, path: &Path) -> Result<Stock, OpenError> {
    if path.is_dir() {
        let instead = FileFault::IsFolder("name the file of a collection");
        return Err(OpenError::file(path, instead));
    }
    let files = NamedFiles::new(vec![path.to_owned()], LARGEST_LIST);
    let text = read_text(&files, &path.to_string_lossy())
        .map_err(|error| OpenError::file(path, FileFault::Text("collection", error)))?;
    let sources = Sources::of_list(path.display().to_string(), text);
    let owned = match load_owned(&sources, SourceId::LIST) {
        (Some(owned), found) if found.is_empty() => owned,
        (_, diagnostics) => return Err(OpenError::Owned { diagnostics, sources }),
    };
    if owned.system.value != game.id {
        return Err(OpenError::OtherGame {
            path: path.to_owned(),
            owned: owned.system.value,
            list: game.id.clone(),
        });
    }
    Stock::new(game, &owned).map_err(|diagnostics| OpenError::Owned { diagnostics, sources })
}
