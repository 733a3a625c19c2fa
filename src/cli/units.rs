//! `orbat units`: the units of a faction; and how a faction is found by name.

use super::data::not_found;
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::{Table, wrap};
use super::{Failure, Format, Global, Outcome};
use crate::engine::Ruleset;
use crate::resolve::SystemHeading;
use crate::views;
use crate::views::UnitLine;
use crate::views::catalogue::unit::Size;
use crate::workspace::Data;

pub(crate) fn run(global: &Global, name: &str, system: Option<&str>, format: Format) -> Outcome {
    let data = global.data()?;
    let (system, faction) = find(&data, name, system)?;
    let game = &data.game(&system)?.game;
    let id = game.factions.iter().find(|(_, one)| one.id == faction).map(|(id, _)| id);
    let units = views::unit_lines(&Ruleset::new(game), id);
    if format == Format::Json {
        print_json(&units);
    } else if units.is_empty() && id.is_none() {
        let text = format!(
            "{} has no units of its own; `orbat factions {}` lists its factions\n",
            game.title, game.id
        );
        print(&wrap(&text, 0, width()));
    } else {
        let hint = format!(
            "`orbat show ID` shows one unit, `orbat show {faction}` the charts and options of the army"
        );
        print(&format!(
            "{}\n{}",
            draw(&units),
            wrap(&format!("{}\n", styled(FAINT, &hint)), 0, width())
        ));
    }
    Ok(())
}

/// The game and the faction that are meant, by id or else by title; the name of a game stands for
/// its units of no faction.
pub(crate) fn find(
    data: &Data,
    name: &str,
    system: Option<&str>,
) -> Result<(String, String), Failure> {
    if let Some(system) = system.filter(|system| !data.has_game(system)) {
        data.game(system)?;
    }
    let systems = data.systems().iter().filter(|one| system.is_none_or(|id| one.id == id));
    let names: Vec<[&str; 3]> = systems.flat_map(names).collect();
    let lower = name.to_lowercase();
    let by_id: Vec<&[&str; 3]> = names.iter().filter(|[_, id, _]| *id == name).collect();
    let by_any = || {
        names
            .iter()
            .filter(|[_, id, title]| id.to_lowercase() == lower || title.to_lowercase() == lower)
            .collect()
    };
    let found = if by_id.is_empty() { by_any() } else { by_id };
    match found.as_slice() {
        [[system, id, _]] => Ok(((*system).to_owned(), (*id).to_owned())),
        [] => Err(unknown(&names, name, system)),
        several => {
            let ids: Vec<&str> = several.iter().map(|[system, ..]| *system).collect();
            Err(Failure::Usage(format!(
                "{} have a faction `{name}`; say which with --system",
                ids.join(" and ")
            )))
        }
    }
}

/// The game, the id and the title of every faction, and of the game itself.
fn names(system: &SystemHeading) -> impl Iterator<Item = [&str; 3]> {
    let factions =
        system.factions.iter().map(|faction| (faction.id.as_str(), faction.title.as_str()));
    let game = (system.id.as_str(), system.title.as_str());
    factions.chain([game]).map(|(id, title)| [system.id.as_str(), id, title])
}

fn unknown(names: &[[&str; 3]], name: &str, system: Option<&str>) -> Failure {
    let words = name.to_lowercase().replace('_', " ");
    let inside = names
        .iter()
        .filter(|[_, _, title]| !words.is_empty() && title.to_lowercase().contains(&words));
    let inside: Vec<String> = inside.map(|[_, id, title]| format!("`{id}` ({title})")).collect();
    if !inside.is_empty() {
        return Failure::Usage(format!(
            "there is no faction `{name}`; did you mean {}?",
            inside.join(" or ")
        ));
    }
    let help = system.map_or("`orbat systems` lists them".to_owned(), |system| {
        format!("`orbat factions {system}` lists them")
    });
    not_found("faction", name, names.iter().map(|[_, id, _]| *id), &help)
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
            stacked.push_str(&wrap(&format!("  {name}  {id}\n"), 4, width()));
            let below = [models.as_str(), points.trim(), marks.as_str()]
                .into_iter()
                .filter(|cell| !cell.is_empty());
            let below = below.collect::<Vec<_>>().join(", ");
            stacked.push_str(&wrap(&format!("      {below}\n"), 0, width()));
            table.row([format!("  {name}"), id, models, points, marks]);
        }
    }
    // Where a terminal is too narrow for columns, every unit is a paragraph.
    if table.width_before_last() <= width() { table.draw_within(0, width()) } else { stacked }
}

fn cells(unit: &UnitLine) -> [String; 5] {
    let points = unit.points.map_or_else(|| "?".to_owned(), |points| points.to_string());
    let others = unit.categories.iter().skip(1).map(|category| category.replace('_', " "));
    let marks: Vec<String> =
        unit.unique.then(|| "unique".to_owned()).into_iter().chain(others).collect();
    let (name, id) = (styled(TITLE, &unit.name), styled(FAINT, &unit.id));
    [name, id, models(&unit.size), format!("{points:>5}"), styled(FAINT, &marks.join(", "))]
}

pub(crate) fn models(size: &Size) -> String {
    match (size.min, size.max) {
        (Some(1), Some(1)) => "1 model".to_owned(),
        (Some(min), Some(max)) if min == max => format!("{min} models"),
        (Some(min), Some(max)) => format!("{min}–{max} models"),
        (Some(min), None) => format!("{min} or more models"),
        _ => "models by a formula".to_owned(),
    }
}
