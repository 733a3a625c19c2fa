//! `orbat owned check`: whether a collection has enough models for lists.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::output::{print, print_json, shown};
use super::{Failure, Format, Global, Outcome, Printing, stock};
use crate::builder::Shortage;
use crate::engine::Ruleset;
use crate::workspace::{ListFile, open_owned};

/// Work with the models you own
#[derive(Args)]
pub(crate) struct OwnedArguments {
    #[command(subcommand)]
    command: OwnedCommand,
}

#[derive(Subcommand)]
enum OwnedCommand {
    /// Show which models you lack for a list, or for several at once
    #[command(after_help = include_str!("../../docs/help/owned_check.txt").trim_ascii_end())]
    Check {
        /// Lists (.yaml); the collection must suffice for all of them at once
        #[arg(required = true, value_name = "LIST")]
        lists: Vec<PathBuf>,
        /// The collection
        #[arg(long, value_name = "FILE", default_value = "owned.yaml")]
        owned: PathBuf,
        #[command(flatten)]
        printing: Printing,
    },
}

#[derive(Serialize)]
struct OwnedReport {
    enough: bool,
    short: Vec<Shortage>,
}

pub(crate) fn run(global: &Global, arguments: &OwnedArguments) -> Outcome {
    let OwnedCommand::Check { lists, owned, printing } = &arguments.command;
    let data = global.data()?;
    let files: Vec<ListFile> =
        lists.iter().map(|path| ListFile::open(&data, path)).collect::<Result<_, _>>()?;
    let Some(first) = files.first() else { return Ok(()) };
    if let Some(other) = files.iter().find(|file| file.game.id != first.game.id) {
        return Err(Failure::Usage(format!(
            "`{}` is for {}, `{}` for {}: check them apart",
            shown(&first.path),
            first.game.title,
            shown(&other.path),
            other.game.title
        )));
    }
    let stock = open_owned(&first.game, owned)?;
    let rules = Ruleset::new(&first.game);
    let assessment: Vec<_> = files.iter().map(|file| rules.assess(&file.list)).collect();
    let short = stock.shortages(&first.game, &assessment);
    let answer = OwnedReport { enough: short.is_empty(), short };
    match printing.format {
        Format::Json => print_json(&answer),
        Format::Human => print(&draw(&answer, files.len())),
    }
    if answer.enough { Ok(()) } else { Err(Failure::Data) }
}

fn draw(answer: &OwnedReport, lists: usize) -> String {
    let whom =
        if lists == 1 { "the list".to_owned() } else { format!("all {lists} lists at once") };
    if answer.enough {
        return format!("You have every model for {whom}.\n");
    }
    format!("Models are short for {whom}:\n{}", stock::table_of(&answer.short))
}
