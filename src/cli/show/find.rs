//! Which unit is meant: an id before a title, and never one of several without saying so.

use crate::cli::Failure;
use crate::cli::data::{Layers, not_found};
use crate::model::{EntryId, Game, Home};
use crate::source::Sources;

pub(super) fn find(layers: &Layers, name: &str, system: Option<&str>) -> Result<(Game, Sources, EntryId), Failure> {
    let systems = system.map_or_else(|| candidates(layers, name), |system| vec![system.to_owned()]);
    let mut games: Vec<(Game, Sources)> = systems.iter().map(|system| layers.load(system)).collect::<Result<_, _>>()?;
    let hits = |meant: &dyn Fn(&str, &str) -> bool| -> Vec<(usize, EntryId)> {
        let units = games.iter().enumerate().flat_map(|(place, (game, _))| game.units().map(move |unit| (place, unit)));
        units.filter(|(_, (_, unit))| meant(&unit.id, &unit.title)).map(|(place, (id, _))| (place, id)).collect()
    };
    let by_id = hits(&|id, _| id == name);
    let found = if by_id.is_empty() {
        hits(&|id, title| id.eq_ignore_ascii_case(name) || title.to_lowercase() == name.to_lowercase())
    } else {
        by_id
    };
    match found.as_slice() {
        [] => Err(unknown(&games, name)),
        [(place, id)] => {
            let (game, sources) = games.swap_remove(*place);
            Ok((game, sources, *id))
        }
        several => Err(doubtful(&games, several, name)),
    }
}

/// The games whose files mention the name, as an id or as a title; all of them if none does, to find a near one.
fn candidates(layers: &Layers, name: &str) -> Vec<String> {
    let by_id = layers.systems_mentioning(&name.replace(' ', "_"));
    let by_title = layers.systems_mentioning(name);
    let all: Vec<String> = layers.systems().into_iter().map(|heading| heading.id).collect();
    let named: Vec<String> = all.iter().filter(|id| by_id.contains(id) || by_title.contains(id)).cloned().collect();
    if named.is_empty() { all } else { named }
}

fn unknown(games: &[(Game, Sources)], name: &str) -> Failure {
    // Whoever writes an id means an id.
    let is_id = !name.contains(|char: char| char.is_whitespace() || char.is_uppercase());
    let units = games.iter().flat_map(|(game, _)| game.units());
    let known = units.map(|(_, unit)| if is_id { unit.id.as_str() } else { unit.title.as_str() });
    not_found("unit", name, known, "`orbat units FACTION` lists them")
}

fn doubtful(games: &[(Game, Sources)], found: &[(usize, EntryId)], name: &str) -> Failure {
    let several_games = found.iter().any(|(place, _)| found.first().is_some_and(|(first, _)| first != place));
    let way = |(place, id): &(usize, EntryId)| {
        let (game, _) = games.get(*place)?;
        let unit = &game.entries[*id];
        let system = if several_games { format!(" --system {}", game.id) } else { String::new() };
        let home = match unit.home {
            Home::Faction(faction) => format!("{}, {}", game.factions[faction].title, game.title),
            _ => game.title.clone(),
        };
        Some(format!("\n  orbat show {}{system}  ({}: {home})", unit.id, unit.title))
    };
    let ways: String = found.iter().filter_map(way).collect();
    Failure::Usage(format!("there are {} units `{name}`; say which:{ways}", found.len()))
}
