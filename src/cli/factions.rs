use super::output::{TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Format, Global, Outcome};
use crate::model::Owner;
use crate::views;

pub(crate) fn run(global: &Global, system: &str, format: Format) -> Outcome {
    let data = global.data()?;
    let game = &data.game(system)?.game;
    let factions = views::factions(game);
    if format == Format::Json {
        print_json(&factions);
        return Ok(());
    }
    let mut table = Table::default();
    for faction in &factions {
        let units = if faction.units == 1 {
            "1 unit".to_owned()
        } else {
            format!("{} units", faction.units)
        };
        let charts = match faction.charts.as_slice() {
            [] => String::new(),
            charts => format!("charts: {}", charts.join(", ")),
        };
        table.row([styled(TITLE, &faction.id), faction.name.clone(), units, charts]);
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
