//! Which data a command works on.

use super::{Failure, Global, output};
use crate::diagnostic::{as_question, did_you_mean};
use crate::source::Disk;
use crate::workspace::{Cases, Data};

impl Global {
    /// The embedded data and the folders given on top of it. What is wrong with files that belong
    /// to no game is printed; what cannot be read ends the command.
    pub(crate) fn data(&self) -> Result<Data, Failure> {
        let data = Data::open(&self.data)?;
        let (diagnostics, sources) = data.stray_errors();
        output::print_diagnostics(&diagnostics, &sources, true);
        if diagnostics.iter().any(|diagnostic| diagnostic.code.is_unreadable()) {
            return Err(Failure::Unreadable);
        }
        Ok(data)
    }
}

/// Everything in a folder's data must be sound, also what no list needs.
pub(crate) fn check_data(cases: &Cases, below: &[Disk]) -> Result<(), Failure> {
    let errors = cases.data_errors(below);
    for (diagnostics, sources) in &errors {
        output::print_diagnostics(diagnostics, sources, true);
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Data) }
}

pub(crate) fn not_found<'n>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
    help: &str,
) -> Failure {
    let hint = did_you_mean(name, known).map_or_else(|| help.to_owned(), as_question);
    Failure::Usage(format!("there is no {what} `{name}`; {hint}"))
}
