//! `orbat man`: manual pages made from `--help`.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_mangen::Man;

use super::output::tell;
use super::{Arguments, Global, Outcome};
use crate::workspace::save;

/// Write the manual pages: orbat.1 and one for each command
#[derive(Args)]
pub(crate) struct ManArguments {
    /// The folder to write to; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes `orbat.1`, `orbat-check.1` and so on into a folder.
pub(crate) fn run(_: &Global, arguments: &ManArguments) -> Outcome {
    let folder = &arguments.folder;
    save::create_folder(folder)?;
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    write(folder, &program)
}

fn write(folder: &Path, command: &clap::Command) -> Outcome {
    let name = command.get_display_name().unwrap_or(command.get_name());
    tell(&save::write(&folder.join(format!("{name}.1")), &page(command))?);
    command.get_subcommands().try_for_each(|inner| write(folder, inner))
}

fn page(command: &clap::Command) -> Vec<u8> {
    let examples = command.get_after_help().map(ToString::to_string);
    // The renderer would join the lines.
    let man = Man::new(command.clone().after_help("")).manual("Orbat");
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render(&mut page);
    page.extend(examples.iter().flat_map(|text| verbatim(text).into_bytes()));
    page
}

/// A section whose lines stay as they are.
fn verbatim(text: &str) -> String {
    let mut section = String::from(".SH NOTES\n.nf\n");
    for line in text.lines() {
        // A dot or an apostrophe at the start of a line would be a roff request.
        section += &format!("\\&{}\n", line.replace('\\', "\\e").replace('-', "\\-"));
    }
    section + ".fi\n"
}
