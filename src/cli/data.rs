//! Which data a command works on.

use std::path::{Path, PathBuf};

use super::{Failure, Global, output};
use crate::diagnostic::{Severity, did_you_mean};
use crate::model::Game;
use crate::resolve::{Compiled, Library, SystemHeading};
use crate::source::{Disk, Embedded, ReadError, SourceProvider, Sources};

/// The embedded data and the folders given on top of it.
pub(crate) struct Layers {
    library: Library,
}

impl Layers {
    pub(crate) fn new(folders: &[PathBuf]) -> Result<Self, Failure> {
        let folders: Vec<Disk> =
            folders.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
        Self::checked(library(&folders))
    }

    pub(crate) fn of(layers: &[&dyn SourceProvider]) -> Result<Self, Failure> {
        Self::checked(Library::open(layers))
    }

    fn checked(library: Library) -> Result<Self, Failure> {
        let layers = Layers { library };
        layers.complain()?;
        Ok(layers)
    }

    /// Prints what is wrong with files that belong to no game; what cannot be read ends the
    /// command.
    fn complain(&self) -> Result<(), Failure> {
        let Compiled { sources, mut diagnostics, .. } = self.library.compile_rest();
        diagnostics.retain(|one| one.code.severity == Severity::Error);
        output::print_diagnostics(&diagnostics, &sources, true);
        if diagnostics.iter().any(|one| one.code.is_unreadable()) {
            Err(Failure::Unreadable)
        } else {
            Ok(())
        }
    }

    pub(crate) fn systems_mentioning(&self, text: &str) -> Vec<String> {
        self.library.systems_mentioning(text)
    }

    pub(crate) fn systems(&self) -> Vec<SystemHeading> {
        self.library.systems()
    }

    /// The game of that id, without errors; what is wrong with it is printed.
    pub(crate) fn load(&self, system: &str) -> Result<(Game, Sources), Failure> {
        let known = self.systems();
        if !known.iter().any(|heading| heading.id == system) {
            let known = known.iter().map(|heading| heading.id.as_str());
            return Err(not_found(
                "game",
                system,
                known,
                "`orbat systems` lists them; one of your own needs `--data FOLDER`",
            ));
        }
        let Compiled { game, sources, mut diagnostics } = self.library.compile(system);
        diagnostics.retain(|one| one.code.severity == Severity::Error);
        output::print_diagnostics(&diagnostics, &sources, true);
        match game {
            Some(game) if diagnostics.is_empty() => Ok((game, sources)),
            _ => Err(Failure::Data),
        }
    }
}

/// The embedded data with folders on top.
pub(crate) fn library(folders: &[Disk]) -> Library {
    let folders = folders.iter().map(|folder| folder as &dyn SourceProvider);
    let layers: Vec<&dyn SourceProvider> =
        std::iter::once(&Embedded as &dyn SourceProvider).chain(folders).collect();
    Library::open(&layers)
}

/// A folder that can be listed, or a file.
pub(crate) fn open(path: &Path) -> Result<Disk, Failure> {
    let disk = Disk::new(path);
    match disk.paths() {
        Ok(_) => Ok(disk),
        Err(ReadError::Missing) => {
            Err(Failure::Usage(format!("there is no folder or file `{}`", path.display())))
        }
        Err(ReadError::Unreadable(reason)) => {
            Err(Failure::Usage(format!("`{}` cannot be read: {reason}", path.display())))
        }
        Err(ReadError::TooLarge(_)) => {
            Err(Failure::Usage(format!("`{}` is too large", path.display())))
        }
    }
}

pub(crate) fn not_found<'n>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
    help: &str,
) -> Failure {
    let hint = did_you_mean(name, known)
        .map_or_else(|| help.to_owned(), |near| format!("did you mean `{near}`?"));
    Failure::Usage(format!("there is no {what} `{name}`; {hint}"))
}

impl Global {
    pub(crate) fn layers(&self) -> Result<Layers, Failure> {
        Layers::new(&self.data)
    }
}
