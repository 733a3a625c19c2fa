//! Lists in files: reading, judging and saving them. Start at [`ListFile`].

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::builder;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Ruleset;
use crate::list::{CannotRewrite, LARGEST_LIST, List, load_list, rewrite};
use crate::model::Game;
use crate::source::{FolderListing, NamedFiles, SourceId, SourceProvider, Sources, Span};
use crate::views::{Paper, Report, unknown_system, unreadable};
use crate::workspace::error::{FileFault, TextError};
use crate::workspace::{Data, OpenError, SaveError, Saved, save};

/// The extensions of lists.
const ENDINGS: &[&str] = &["yaml", "yml"];

/// A list as read, before its game is known.
#[derive(Debug, Clone)]
pub(crate) struct ReadList {
    /// Its text, as [`SourceId::LIST`].
    pub sources: Sources,
    pub list: Option<List>,
    /// Errors in the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The lists that paths name. A folder stands for all lists in it.
pub(crate) fn lists_of(paths: &[PathBuf]) -> Result<NamedFiles, OpenError> {
    if paths.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(OpenError::StandardInputTwice);
    }
    let mut all = FolderListing::default();
    for path in paths {
        if !path.is_dir() {
            all.files.push(path.clone());
            continue;
        }
        let found = lists_below(path)?;
        if found.files.is_empty() {
            return Err(OpenError::file(path, FileFault::Without("lists (.yaml)")));
        }
        all.files.extend(found.files);
        all.skipped.extend(found.skipped);
    }
    Ok(NamedFiles::new(all.files, LARGEST_LIST).without(all.skipped))
}

/// All lists below a folder.
pub(crate) fn lists_below(folder: &Path) -> Result<FolderListing, OpenError> {
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

/// Reads a list. Errors of any kind, including those of the file itself, are in `diagnostics`.
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
            let diagnostics = vec![Diagnostic::new(code, at, error.words("list"))];
            ReadList { sources: Sources::of_list(name, ""), list: None, diagnostics }
        }
    }
}

fn parse(name: String, text: String) -> ReadList {
    let sources = Sources::of_list(name, text);
    let (list, diagnostics) = load_list(&sources, SourceId::LIST);
    ReadList { sources, list, diagnostics }
}

impl ReadList {
    /// The verdict on a list that cannot be judged: it is not understood, or its game is unknown.
    pub(crate) fn unreadable(&self, data: &Data) -> Report {
        let mut diagnostics = self.diagnostics.clone();
        if let Some(list) = self.list.as_ref().filter(|list| !data.has_game(&list.system.value)) {
            let known = data.systems().iter().map(|system| system.id.as_str());
            diagnostics.push(unknown_system(list, known));
        }
        unreadable(&self.sources, SourceId::LIST, self.list.as_ref(), &diagnostics)
    }
}

/// A list in a file, read without errors, and its game.
#[derive(Debug, Clone)]
pub struct ListFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The game of the list.
    pub game: Arc<Game>,
    /// The texts of the game and of the list.
    pub sources: Sources,
    /// The list.
    pub list: List,
}

impl ListFile {
    /// Reads a list and its game. A list that is not fully understood is an error.
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
            Some(list) if read.diagnostics.is_empty() && data.has_game(&list.system.value) => list,
            _ => {
                let report = Box::new(read.unreadable(data));
                return Err(OpenError::List { report, sources: read.sources });
            }
        };
        let loaded = data.game(&list.system.value)?;
        // Anything made from the list uses current names.
        let renamed = Ruleset::new(&loaded.game).with_new_names(list);
        Ok(ListFile {
            path: path.to_owned(),
            game: loaded.game.clone(),
            sources: loaded.sources.with_list_of(&read.sources),
            list: renamed.unwrap_or_else(|| list.clone()),
        })
    }

    /// Reads a list that will be written back, which a pipe or a device cannot be.
    pub fn open_to_change(data: &Data, path: &Path) -> Result<Self, OpenError> {
        match path.metadata() {
            Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
                Err(OpenError::file(path, FileFault::IsNoRegularFile))
            }
            _ => Self::open(data, path),
        }
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        self.sources.get(SourceId::LIST).text()
    }

    /// The text of the file, rewritten to match `list`.
    pub fn with(&self, list: &List) -> Result<String, CannotRewrite> {
        rewrite(self.text(), list)
    }

    /// Replaces the content of the file, unless it has changed since it was read.
    pub fn save(&self, text: &str) -> Result<Saved, SaveError> {
        if text == self.text() {
            return Ok(Saved::default());
        }
        save::replace(&self.path, self.text(), text)
    }

    /// The verdict on the list as it was read.
    pub fn report(&self) -> Report {
        builder::judge(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list, &[])
    }

    /// Everything a printout of the list may show; for a list that is too expensive to decide, the
    /// verdict instead.
    pub fn paper(&self) -> Result<Paper, Box<Report>> {
        builder::paper(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list, &[])
    }

    /// The same without fixes for its issues, which take long to find.
    pub fn draft_paper(&self) -> Result<Paper, Box<Report>> {
        builder::draft_paper(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list)
    }

    /// The verdict if the list is too expensive to decide.
    pub fn undecided(&self) -> Option<Report> {
        builder::undecided(&Ruleset::new(&self.game), &self.sources, SourceId::LIST, &self.list)
    }

    /// The verdict on another text for this list; none if it is not a list.
    pub fn judge(&self, text: &str) -> Option<Report> {
        let read = parse(self.path.display().to_string(), text.to_owned());
        let sources = self.sources.with_list_of(&read.sources);
        let (rules, list) = (Ruleset::new(&self.game), read.list.as_ref()?);
        Some(builder::judge(&rules, &sources, SourceId::LIST, list, &read.diagnostics))
    }
}
