//! `orbat schema`: the JSON Schemas of lists, verdicts and collections.

use clap::{Args, Subcommand};

use super::output::print_json;
use super::{Global, Outcome};
use crate::views::{event_schema, list_schema, owned_schema, report_schema};

/// Print the JSON Schema of lists, verdicts or collections
#[derive(Args)]
pub(crate) struct SchemaArguments {
    #[command(subcommand)]
    command: SchemaCommand,
}

#[derive(Subcommand)]
enum SchemaCommand {
    /// Print the JSON Schema of lists
    List {
        /// Include the names of a game, so that editors can complete them
        #[arg(long)]
        system: Option<String>,
    },
    /// Print the JSON Schema of `orbat check --format json`
    Report,
    /// Print the JSON Schema of `orbat event check --format json`
    Event,
    /// Print the JSON Schema of collections (owned.yaml)
    Owned {
        /// Include the names of a game, so that editors can complete them
        #[arg(long)]
        system: Option<String>,
    },
}

pub(crate) fn run(global: &Global, arguments: &SchemaArguments) -> Outcome {
    match &arguments.command {
        SchemaCommand::Report => print_json(&report_schema()),
        SchemaCommand::Event => print_json(&event_schema()),
        SchemaCommand::Owned { system: None } => print_json(&owned_schema(None)),
        SchemaCommand::Owned { system: Some(system) } => {
            let data = global.data()?;
            print_json(&owned_schema(Some(&data.game(system)?.game)));
        }
        SchemaCommand::List { system: None } => print_json(&list_schema(None)),
        SchemaCommand::List { system: Some(system) } => {
            let data = global.data()?;
            print_json(&list_schema(Some(&data.game(system)?.game)));
        }
    }
    Ok(())
}
