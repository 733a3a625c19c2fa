//! Opens the data a command works on.

use std::mem::ManuallyDrop;

use super::{Failure, Global, output};
use crate::diagnostic::{as_question, did_you_mean};
use crate::source::Disk;
use crate::workspace::data::{layers, open_folders};
use crate::workspace::{Cases, Data};

impl Global {
    /// Opens the built-in data with the folders of `--data` on top. Prints errors in files that
    /// belong to no game; a file that cannot be read ends the command. The data is never dropped:
    /// the process ends when the command does, and taking the games apart would be a tenth of a
    /// short command's work.
    pub(crate) fn data(&self) -> Result<ManuallyDrop<Data>, Failure> {
        let folders = self.folders()?;
        let data = Data::of(&layers(&folders));
        let (diagnostics, sources) = data.stray_errors();
        output::print_diagnostics(&diagnostics, &sources, true);
        if diagnostics.iter().any(|diagnostic| diagnostic.code.is_unreadable()) {
            return Err(Failure::Unreadable);
        }
        Ok(ManuallyDrop::new(data))
    }

    /// The folders of `--data`.
    pub(crate) fn folders(&self) -> Result<Vec<Disk>, Failure> {
        let folders = open_folders(&self.data)?;
        folders.iter().for_each(|folder| output::tell_skipped(&folder.skipped()));
        Ok(folders)
    }
}

/// Fails if a folder's data has errors, even in parts no list needs.
pub(crate) fn check_data(cases: &Cases, below: &[Disk]) -> Result<(), Failure> {
    output::tell_skipped(&cases.skipped);
    let errors = cases.data_errors(below);
    for (diagnostics, sources) in &errors {
        output::print_diagnostics(diagnostics, sources, true);
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Data) }
}

/// The error for an unknown name: suggests a similar one, or else shows `help`.
pub(crate) fn not_found<'n>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
    help: &str,
) -> Failure {
    let hint = did_you_mean(name, known).map_or_else(|| help.to_owned(), as_question);
    Failure::Usage(format!("there is no {what} `{name}`; {hint}"))
}
