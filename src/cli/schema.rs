//! `orbat schema`: what lists, verdicts and collections look like, for editors and programs.

use super::output::print_json;
use super::{Global, Outcome};
use crate::views::{list_schema, owned_schema, report_schema};

#[derive(clap::Subcommand)]
pub(crate) enum SchemaCommand {
    /// The JSON Schema of lists
    List {
        /// Fills in the names of one game, so that an editor completes them
        #[arg(long)]
        system: Option<String>,
    },
    /// The JSON Schema of `orbat check --format json`
    Report,
    /// The JSON Schema of collections: `owned.yaml`
    Owned {
        /// Fills in the names of one game, so that an editor completes them
        #[arg(long)]
        system: Option<String>,
    },
}

pub(crate) fn run(global: &Global, command: &SchemaCommand) -> Outcome {
    match command {
        SchemaCommand::Report => print_json(&report_schema()),
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
