//! `orbat factions`: the factions of a game.

use clap::Args;

use super::output::{TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Format, Global, Outcome, Printing};
use crate::model::Owner;
use crate::views;
use crate::wording::many;

/// List the factions of a game
#[derive(Args)]
pub(crate) struct FactionsArguments {
    /// The id of the game, from `orbat systems`
    system: String,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &FactionsArguments) -> Outcome {
    let data = global.data()?;
    let game = &data.game(&arguments.system)?.game;
    let factions = views::factions(game);
    if arguments.printing.format == Format::Json {
        print_json(&factions);
        return Ok(());
    }
    let mut table = Table::default();
    for faction in &factions {
        let units = many(faction.units, "unit");
        let charts = match faction.charts.as_slice() {
            [] => String::new(),
            charts => format!("charts: {}", charts.join(", ")),
        };
        let name = views::versioned(&faction.name, faction.version.as_deref());
        table.row([styled(TITLE, &faction.id), name, units, charts]);
    }
    let common: Vec<&str> = game
        .charts
        .values()
        .filter(|chart| chart.owner == Owner::System)
        .map(|chart| chart.id.as_str())
        .collect();
    let mut text = table.draw_within(0, width());
    if !common.is_empty() {
        let line = format!("charts of every faction: {}\n", common.join(", "));
        text.push_str(&wrap(&line, 2, width()));
    }
    print(&text);
    Ok(())
}
