use super::output::{TITLE, print, print_json, styled};
use super::table::Table;
use super::{Format, Global, Outcome};
use crate::report;

pub(super) fn run(global: &Global, system: &str, format: Format) -> Outcome {
    let (game, _) = global.layers()?.load(system)?;
    let factions = report::factions(&game);
    if format == Format::Json {
        print_json(&factions);
        return Ok(());
    }
    let mut table = Table::default();
    for faction in &factions {
        let units = if faction.units == 1 { "1 unit".to_owned() } else { format!("{} units", faction.units) };
        let charts = match faction.charts.as_slice() {
            [] => String::new(),
            charts => format!("charts: {}", charts.join(", ")),
        };
        table.row([styled(TITLE, &faction.id), faction.name.clone(), units, charts]);
    }
    print(&table.draw(0));
    Ok(())
}
