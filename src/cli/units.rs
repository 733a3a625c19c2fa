use super::data::{Layers, not_found};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::Table;
use super::{Failure, Format, Global, Outcome};
use crate::report::{self, Size, UnitLine};
use crate::resolve::SystemHeading;
use crate::validate::Checker;

pub(super) fn run(global: &Global, faction: &str, system: Option<&str>, format: Format) -> Outcome {
    let layers = global.layers()?;
    let system = match system {
        Some(system) => system.to_owned(),
        None => system_of(&layers, faction)?,
    };
    let (game, _) = layers.load(&system)?;
    let id = game.factions.iter().find(|(_, one)| one.id == faction).map(|(id, _)| id);
    if id.is_none() && faction != game.id {
        let known = game.factions.values().map(|one| one.id.as_str());
        return Err(not_found("faction", faction, known, &format!("`orbat factions {system}` lists them")));
    }
    let checker = Checker::new(&game);
    let mut units = report::unit_lines(&game, id, &|unit| checker.least_price(unit));
    if let Some(faction) = id {
        let shut_out = game.units_of(faction).filter(|(unit, _)| checker.is_shut_out(faction, *unit));
        let shut_out: Vec<&str> = shut_out.map(|(_, unit)| unit.id.as_str()).collect();
        units.retain(|unit| !shut_out.contains(&unit.id.as_str()));
    }
    if format == Format::Json {
        print_json(&units);
    } else {
        print(&draw(&units));
    }
    Ok(())
}

/// The game a faction belongs to, where the name tells.
fn system_of(layers: &Layers, faction: &str) -> Result<String, Failure> {
    let systems = layers.systems();
    let has = |system: &&SystemHeading| system.id == faction || system.factions.iter().any(|one| one == faction);
    let found: Vec<&SystemHeading> = systems.iter().filter(has).collect();
    match found.as_slice() {
        [one] => Ok(one.id.clone()),
        [] => {
            let known = systems.iter().flat_map(|system| system.factions.iter().map(String::as_str));
            Err(not_found("faction", faction, known, "`orbat systems` lists them"))
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|system| system.id.as_str()).collect();
            Err(Failure::Usage(format!("{} have a faction `{faction}`; say which with --system", ids.join(" and "))))
        }
    }
}

/// Units under the headings of their first category, in the order they come.
fn draw(units: &[UnitLine]) -> String {
    let mut headings: Vec<&str> = Vec::new();
    for unit in units {
        if !headings.contains(&unit.heading.as_str()) {
            headings.push(&unit.heading);
        }
    }
    let mut table = Table::default();
    for heading in headings {
        table.row([styled(HEAD, if heading.is_empty() { "Units" } else { heading })]);
        for unit in units.iter().filter(|unit| unit.heading == heading) {
            let points = unit.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
            let others = unit.categories.iter().skip(1).map(|category| category.replace('_', " "));
            let marks: Vec<String> = unit.unique.then(|| "unique".to_owned()).into_iter().chain(others).collect();
            table.row([
                format!("  {}", styled(TITLE, &unit.name)),
                styled(FAINT, &unit.id),
                models(&unit.size),
                format!("{points:>5}"),
                styled(FAINT, &marks.join(", ")),
            ]);
        }
    }
    table.draw_within(0, width())
}

pub(super) fn models(size: &Size) -> String {
    match (size.min, size.max) {
        (Some(1), Some(1)) => "1 model".to_owned(),
        (Some(min), Some(max)) if min == max => format!("{min} models"),
        (Some(min), Some(max)) => format!("{min}–{max} models"),
        (Some(min), None) => format!("{min} or more models"),
        _ => "models by a formula".to_owned(),
    }
}
