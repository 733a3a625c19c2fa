//! Which data a command works on.

use std::path::{Path, PathBuf};

use super::{Failure, Global, output};
use crate::diagnostic::{Severity, did_you_mean};
use crate::model::Game;
use crate::resolve::{Compiled, SystemHeading, compile, systems};
use crate::source::{Disk, Embedded, ReadError, SourceProvider, Sources};

/// The embedded data and the folders given on top of it.
pub(super) struct Layers {
    folders: Vec<Disk>,
}

impl Layers {
    pub(super) fn new(folders: &[PathBuf]) -> Result<Self, Failure> {
        let folders = folders.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
        Ok(Layers { folders })
    }

    pub(super) fn all(&self) -> Vec<&dyn SourceProvider> {
        let folders = self.folders.iter().map(|folder| folder as &dyn SourceProvider);
        std::iter::once(&Embedded as &dyn SourceProvider).chain(folders).collect()
    }

    pub(super) fn systems(&self) -> Vec<SystemHeading> {
        systems(&self.all())
    }

    /// The game of that id, without errors; what is wrong with it is printed.
    pub(super) fn load(&self, system: &str) -> Result<(Game, Sources), Failure> {
        let known = self.systems();
        if !known.iter().any(|heading| heading.id == system) {
            let known = known.iter().map(|heading| heading.id.as_str());
            return Err(not_found("game", system, known, "`orbat systems` lists them"));
        }
        let Compiled { game, sources, mut diagnostics } = compile(&self.all(), system);
        diagnostics.retain(|one| one.code.severity == Severity::Error);
        output::print_diagnostics(&diagnostics, &sources, true);
        match game {
            Some(game) if diagnostics.is_empty() => Ok((game, sources)),
            _ => Err(Failure::Data),
        }
    }
}

/// A folder that can be listed, or a file.
pub(super) fn open(path: &Path) -> Result<Disk, Failure> {
    let disk = Disk::new(path);
    match disk.paths() {
        Ok(_) => Ok(disk),
        Err(ReadError::Missing) => Err(Failure::Usage(format!("there is no folder or file `{}`", path.display()))),
        Err(ReadError::Unreadable(reason)) => Err(Failure::Usage(format!("`{}` cannot be read: {reason}", path.display()))),
        Err(ReadError::TooLarge(_)) => Err(Failure::Usage(format!("`{}` is too large", path.display()))),
    }
}

pub(super) fn not_found<'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n str>, help: &str) -> Failure {
    let hint = did_you_mean(name, known).map_or_else(|| help.to_owned(), |near| format!("did you mean `{near}`?"));
    Failure::Usage(format!("there is no {what} `{name}`; {hint}"))
}

impl Global {
    pub(super) fn layers(&self) -> Result<Layers, Failure> {
        Layers::new(&self.data)
    }
}
