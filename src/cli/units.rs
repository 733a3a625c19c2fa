use super::data::{Layers, not_found};
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Failure, Format, Global, Outcome};
use crate::model::{EntryId, FactionId, Game};
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
    let id = faction_of(&game, faction)?;
    let checker = Checker::new(&game);
    let open: Vec<&str> = units_of(&checker, &game, id).into_iter().map(|unit| game.entries[unit].id.as_str()).collect();
    let mut units = report::unit_lines(&game, id, &|unit| checker.least_price(unit));
    units.retain(|unit| open.contains(&unit.id.as_str()));
    if format == Format::Json {
        print_json(&units);
    } else if units.is_empty() && id.is_none() {
        let text = format!("{} has no units of its own; `orbat factions {}` lists its factions", game.title, game.id);
        print(&wrap("", &text, 0, width()));
    } else {
        let hint = format!("`orbat show ID` shows one unit, `orbat show {faction}` the charts and options of the army");
        print(&format!("{}\n{}", draw(&units), wrap("", &styled(FAINT, &hint), 0, width())));
    }
    Ok(())
}

/// The faction of that id; none if the game itself is meant.
pub(super) fn faction_of(game: &Game, faction: &str) -> Result<Option<FactionId>, Failure> {
    let id = game.factions.iter().find(|(_, one)| one.id == faction).map(|(id, _)| id);
    if id.is_none() && faction != game.id {
        let known = game.factions.values().map(|one| one.id.as_str());
        return Err(not_found("faction", faction, known, &format!("`orbat factions {}` lists them", game.id)));
    }
    Ok(id)
}

/// The units an army of the faction may take at home, or those of the game itself.
pub(super) fn units_of(checker: &Checker<'_>, game: &Game, faction: Option<FactionId>) -> Vec<EntryId> {
    let all = report::units_of(game, faction).into_iter();
    all.filter(|unit| faction.is_none_or(|faction| !checker.is_shut_out(faction, *unit))).collect()
}

/// The game a faction belongs to, where the name tells.
pub(super) fn system_of(layers: &Layers, faction: &str) -> Result<String, Failure> {
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
    let mut stacked = String::new();
    for heading in headings {
        let heading_words = styled(HEAD, if heading.is_empty() { "Units" } else { heading });
        stacked.push_str(&format!("{heading_words}\n"));
        table.row([heading_words]);
        for unit in units.iter().filter(|unit| unit.heading == heading) {
            let [name, id, models, points, marks] = cells(unit);
            stacked.push_str(&wrap(&format!("  {name}  "), &id, 6, width()));
            let below = [models.as_str(), points.trim(), marks.as_str()].into_iter().filter(|cell| !cell.is_empty());
            stacked.push_str(&wrap("      ", &below.collect::<Vec<_>>().join(", "), 6, width()));
            table.row([format!("  {name}"), id, models, points, marks]);
        }
    }
    // Where a terminal is too narrow for columns, every unit is a paragraph.
    if table.width_before_last() <= width() { table.draw_within(0, width()) } else { stacked }
}

fn cells(unit: &UnitLine) -> [String; 5] {
    let points = unit.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
    let others = unit.categories.iter().skip(1).map(|category| category.replace('_', " "));
    let marks: Vec<String> = unit.unique.then(|| "unique".to_owned()).into_iter().chain(others).collect();
    let (name, id) = (styled(TITLE, &unit.name), styled(FAINT, &unit.id));
    [name, id, models(&unit.size), format!("{points:>5}"), styled(FAINT, &marks.join(", "))]
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
