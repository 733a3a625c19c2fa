//! `orbat systems`: the games.

use clap::Args;
use serde::Serialize;

use super::output::{TITLE, print, print_json, styled, width};
use super::table::Table;
use super::{Format, Global, Outcome, Printing};
use crate::resolve::SystemHeading;
use crate::views::versioned;

/// List the games
#[derive(Args)]
pub(crate) struct SystemsArguments {
    #[command(flatten)]
    printing: Printing,
}

#[derive(Serialize)]
struct SystemRow<'a> {
    id: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    factions: Vec<&'a str>,
}

pub(crate) fn run(global: &Global, arguments: &SystemsArguments) -> Outcome {
    let data = global.data()?;
    let systems = data.systems();
    if arguments.printing.format == Format::Json {
        let views: Vec<_> = systems
            .iter()
            .map(|system| SystemRow {
                id: &system.id,
                name: &system.title,
                version: system.version.as_deref(),
                factions: factions(system),
            })
            .collect();
        print_json(&views);
        return Ok(());
    }
    let mut table = Table::default();
    for system in systems {
        let factions = match factions(system).as_slice() {
            [] => "no factions".to_owned(),
            factions => factions.join(", "),
        };
        let title = versioned(&system.title, system.version.as_deref());
        table.row([styled(TITLE, &system.id), title, factions]);
    }
    print(&table.draw_within(0, width()));
    Ok(())
}

fn factions(system: &SystemHeading) -> Vec<&str> {
    system.factions.iter().map(|faction| faction.id.as_str()).collect()
}
