//! Lists in files: read once, judged beside their game, written whole or not at all.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::builder;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Ruleset;
use crate::list::{CannotRewrite, LARGEST_LIST, List, load_list, rewrite};
use crate::model::Game;
use crate::source::{NamedFiles, SourceId, SourceProvider, Sources, Span};
use crate::views::{Paper, Report, unknown_system, unreadable};
use crate::workspace::error::{FileFault, TextError};
use crate::workspace::{Data, OpenError, SaveError, save};

/// How the names of lists end.
const ENDINGS: &[&str] = &["yaml", "yml"];

/// A list as it was read, before anything is known of its game.
#[derive(Debug, Clone)]
pub(crate) struct ReadList {
    /// Its text, under [`SourceId::LIST`].
    pub sources: Sources,
    pub list: Option<List>,
    /// What is wrong with it as a text.
    pub found: Vec<Diagnostic>,
}

/// Every list that is meant: a folder stands for the lists in it.
pub(crate) fn lists_of(paths: &[PathBuf]) -> Result<NamedFiles, OpenError> {
    if paths.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(OpenError::StandardInputTwice);
    }
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let lists = lists_below(path)?;
        if lists.is_empty() {
            return Err(OpenError::file(path, FileFault::Without("lists (.yaml)")));
        }
        files.extend(lists);
    }
    Ok(NamedFiles::new(files, LARGEST_LIST))
}

/// Every list below a folder.
pub(crate) fn lists_below(folder: &Path) -> Result<Vec<PathBuf>, OpenError> {
    NamedFiles::below(folder, ENDINGS, usize::MAX)
        .map_err(|error| OpenError::file(folder, error.into()))
}

/// The text of a file.
pub(crate) fn read_text(provider: &dyn SourceProvider, path: &str) -> Result<String, TextError> {
    let bytes = provider.read(path)?;
    if bytes.len() > LARGEST_LIST {
        return Err(TextError::TooLarge);
    }
    String::from_utf8(bytes)
        .map_err(|error| TextError::NotUtf8(error.utf8_error().valid_up_to() + 1))
}

/// Reads a list. Whatever is wrong with it, its file included, is among what was found.
pub(crate) fn read_list(provider: &dyn SourceProvider, path: &str) -> ReadList {
    let name = provider.display(path);
    match read_text(provider, path) {
        Ok(text) => parse(name, text),
        Err(error) => {
            let code = match error {
                TextError::TooLarge => &codes::LIST_TOO_LARGE,
                TextError::NotUtf8(_) => &codes::NOT_UTF8,
                TextError::Missing | TextError::Unreadable(_) => &codes::UNREADABLE,
            };
            let at = Span::new(SourceId::LIST, 0, 0);
            let found = vec![Diagnostic::new(code, at, error.words("list"))];
            ReadList { sources: Sources::of_list(name, ""), list: None, found }
        }
    }
}

fn parse(name: String, text: String) -> ReadList {
    let sources = Sources::of_list(name, text);
    let (list, found) = load_list(&sources, SourceId::LIST);
    ReadList { sources, list, found }
}

impl ReadList {
    /// The verdict on a list that cannot be judged: it is not understood, or nobody knows its game.
    pub(crate) fn unreadable(&self, data: &Data) -> Report {
        let mut found = self.found.clone();
        if let Some(list) = self.list.as_ref().filter(|list| !data.has_game(&list.system.value)) {
            let known = data.systems().iter().map(|system| system.id.as_str());
            found.push(unknown_system(list, known));
        }
        unreadable(&self.sources, SourceId::LIST, self.list.as_ref(), &found)
    }
}

/// A list that was read without a fault, and its game.
#[derive(Debug, Clone)]
pub struct ListFile {
    pub path: PathBuf,
    pub game: Arc<Game>,
    pub sources: Sources,
    pub list: List,
}

impl ListFile {
    /// Reads a list and its game. A list that is not understood as a whole is an error.
    pub fn open(data: &Data, path: &Path) -> Result<Self, OpenError> {
        if path.is_dir() {
            return Err(OpenError::file(path, FileFault::IsFolder("name one list in it")));
        }
        if path == Path::new("-") {
            return Err(OpenError::file(path, FileFault::IsStandardInput));
        }
        let files = NamedFiles::new(vec![path.to_owned()], LARGEST_LIST);
        let name = path.to_string_lossy();
        let text = read_text(&files, &name)
            .map_err(|error| OpenError::file(path, FileFault::Text("list", error)))?;
        let read = parse(path.display().to_string(), text);
        let list = match &read.list {
            Some(list) if read.found.is_empty() && data.has_game(&list.system.value) => list,
            _ => {
                let report = Box::new(read.unreadable(data));
                return Err(OpenError::List { report, sources: read.sources });
            }
        };
        let loaded = data.game(&list.system.value)?;
        Ok(ListFile {
            path: path.to_owned(),
            game: loaded.game.clone(),
            sources: loaded.sources.with_list_of(&read.sources),
            list: list.clone(),
        })
    }

    /// Reads a list that is to be written again: a pipe or a device cannot be.
    pub fn open_to_change(data: &Data, path: &Path) -> Result<Self, OpenError> {
        match path.metadata() {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                Err(OpenError::file(path, FileFault::IsNoRegularFile))
            }
            _ => Self::open(data, path),
        }
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        self.sources.get(SourceId::LIST).text()
    }

    /// The text with another list in it.
    pub fn with(&self, list: &List) -> Result<String, CannotRewrite> {
        rewrite(self.text(), list)
    }

    /// Writes a text in the place of the one that was read, if the file still holds that.
    pub fn save(&self, text: &str) -> Result<(), SaveError> {
        if text == self.text() {
            return Ok(());
        }
        save::replace(&self.path, self.text(), text)
    }

    /// The verdict on the list as it was read.
    pub fn report(&self) -> Report {
        builder::judge(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list, &[])
    }

    /// Everything a printout of the list may show.
    pub fn paper(&self) -> Paper {
        builder::paper(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list, &[])
    }

    /// The verdict on a text in the place of the one that was read; nothing if that is no list.
    pub fn judge(&self, text: &str) -> Option<Report> {
        let read = parse(self.path.display().to_string(), text.to_owned());
        let sources = self.sources.with_list_of(&read.sources);
        let (rules, list) = (Ruleset::new(&self.game), read.list.as_ref()?);
        Some(builder::judge(&rules, &sources, SourceId::LIST, list, &read.found))
    }
}
