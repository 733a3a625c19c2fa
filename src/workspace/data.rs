//! The data of games: opened once, each game compiled once and shared.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, Severity, did_you_mean};
use crate::model::Game;
use crate::resolve::{Compiled, Library, SystemHeading};
use crate::source::{Disk, Embedded, SourceProvider, Sources};
use crate::workspace::OpenError;

/// A game without errors, and the texts it was compiled from.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GameData {
    /// The game.
    pub game: Arc<Game>,
    /// Its texts.
    pub sources: Sources,
}

/// Errors in data, and the texts they refer to.
pub(crate) type Errors = (Vec<Diagnostic>, Sources);

/// Layers of data. Compiles each game once; threads can share it.
pub struct Data {
    library: Library,
    systems: Vec<SystemHeading>,
    /// In the order of `systems`.
    games: Vec<OnceLock<Result<GameData, Errors>>>,
}

impl Data {
    /// Opens the embedded data with folders on top.
    pub fn open(folders: &[PathBuf]) -> Result<Self, OpenError> {
        let folders = open_folders(folders)?;
        Ok(Self::of(&layers(&folders)))
    }

    /// Opens layers of data, the lowest first.
    pub fn of(layers: &[&dyn SourceProvider]) -> Self {
        let library = Library::open(layers);
        let systems = library.systems();
        let games = systems.iter().map(|_| OnceLock::new()).collect();
        Data { library, systems, games }
    }

    /// Errors in files that belong to no game.
    pub fn stray_errors(&self) -> Errors {
        errors(self.library.compile_rest())
    }

    /// The files and what they define.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The games, by id and title.
    pub fn systems(&self) -> &[SystemHeading] {
        &self.systems
    }

    /// Whether a game has or had this id.
    pub fn has_game(&self, system: &str) -> bool {
        self.place_of(system).is_some()
    }

    fn place_of(&self, system: &str) -> Option<usize> {
        let has_id = |heading: &SystemHeading| heading.id == system;
        let had_id = |heading: &SystemHeading| heading.was.iter().any(|old| old == system);
        let systems = || self.systems.iter();
        systems().position(has_id).or_else(|| systems().position(had_id))
    }

    /// The game that has or had this id, compiled on first use. Compiling uses all cores, so a
    /// worker of a parallel loop could wait for itself here: call this before the loop starts.
    pub fn game(&self, system: &str) -> Result<&GameData, OpenError> {
        let place =
            self.place_of(system).and_then(|at| self.systems.get(at).zip(self.games.get(at)));
        let Some((heading, once)) = place else {
            let known = self.systems.iter().map(|heading| heading.id.as_str());
            let near = did_you_mean(system, known).map(str::to_owned);
            return Err(OpenError::UnknownGame { system: system.to_owned(), near });
        };
        let loaded = once.get_or_init(|| {
            let mut compiled = self.library.compile(&heading.id);
            let game = compiled.game.take();
            let (diagnostics, sources) = errors(compiled);
            match game {
                Some(game) if diagnostics.is_empty() => {
                    Ok(GameData { game: Arc::new(game), sources })
                }
                _ => Err((diagnostics, sources)),
            }
        });
        loaded.as_ref().map_err(|(diagnostics, sources)| OpenError::Data {
            diagnostics: diagnostics.clone(),
            sources: sources.clone(),
        })
    }
}

pub(crate) fn errors(compiled: Compiled) -> Errors {
    let Compiled { mut diagnostics, sources, .. } = compiled;
    diagnostics.retain(|diagnostic| diagnostic.code.severity == Severity::Error);
    (diagnostics, sources)
}

/// Opens folders or single files.
pub(crate) fn open_folders(paths: &[PathBuf]) -> Result<Vec<Disk>, OpenError> {
    paths.iter().map(|path| open_folder(path)).collect()
}

pub(crate) fn open_folder(path: &Path) -> Result<Disk, OpenError> {
    let disk = Disk::new(path);
    disk.paths().map_err(|error| OpenError::file(path, error.into()))?;
    Ok(disk)
}

/// The embedded data, then the folders on top.
pub(crate) fn layers(folders: &[Disk]) -> Vec<&dyn SourceProvider> {
    let mut layers: Vec<&dyn SourceProvider> = vec![&Embedded];
    layers.extend(folders.iter().map(|folder| folder as &dyn SourceProvider));
    layers
}
