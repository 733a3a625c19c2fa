//! What is meant: a unit before a faction before a chart, an id before a title, and never one of
//! several without saying so.

use std::sync::Arc;

use super::unknown::unknown;
use crate::cli::Failure;
use crate::model::{ChartId, EntryId, FactionId, Game, Owner};
use crate::source::Sources;
use crate::workspace::{Data, GameData};

/// A game that was looked through.
pub(crate) type Loaded = (Arc<Game>, Sources);

pub(crate) fn load(layers: &Data, system: &str) -> Result<Loaded, Failure> {
    let GameData { game, sources } = layers.game(system)?.clone();
    Ok((game, sources))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitRef {
    Unit(EntryId),
    Faction(FactionId),
    Chart(ChartId),
    /// A game, for what armies of it have without a faction.
    Game,
}

/// Something that is found, and the place of its game among those looked through.
pub(crate) type Hit = (usize, UnitRef);

pub(crate) fn find(
    layers: &Data,
    name: &str,
    system: Option<&str>,
) -> Result<(Arc<Game>, Sources, UnitRef), Failure> {
    let systems = system.map_or_else(|| candidates(layers, name), |system| vec![system.to_owned()]);
    let mut games: Vec<Loaded> =
        systems.iter().map(|system| load(layers, system)).collect::<Result<_, _>>()?;
    let found = exact(&games, name);
    match found.as_slice() {
        [] => Err(unknown(layers, games, name, system)),
        [(place, meant)] => {
            let (game, sources) = games.swap_remove(*place);
            Ok((game, sources, *meant))
        }
        several => Err(doubtful(&games, several, name)),
    }
}

/// The games whose files mention the name, as an id or as a title; all of them if none does, to
/// find a near one.
fn candidates(layers: &Data, name: &str) -> Vec<String> {
    let by_id = layers.library().systems_mentioning(&name.replace(' ', "_"));
    let by_title = layers.library().systems_mentioning(name);
    let all: Vec<String> = layers.systems().iter().map(|heading| heading.id.clone()).collect();
    let named: Vec<String> =
        all.iter().filter(|id| by_id.contains(id) || by_title.contains(id)).cloned().collect();
    if named.is_empty() { all } else { named }
}

/// Whether an id and a title are what is looked for.
type Test<'t> = &'t dyn Fn(&str, &str) -> bool;

/// Everything of the first sort that bears the name.
pub(crate) fn exact(games: &[Loaded], name: &str) -> Vec<Hit> {
    let lower = name.to_lowercase();
    let by_id = |id: &str, _: &str| id == name;
    let by_any =
        |id: &str, title: &str| id.to_lowercase() == lower || title.to_lowercase() == lower;
    let tests: [Test<'_>; 2] = [&by_id, &by_any];
    let sorts: [fn(&Game) -> Vec<UnitRef>; 4] = [units, factions, charts, |_| vec![UnitRef::Game]];
    for sort in sorts {
        for test in tests {
            let found = all(games, sort).filter(|(place, meant)| {
                names(games, (*place, *meant)).is_some_and(|(id, title)| test(id, title))
            });
            let found: Vec<Hit> = found.collect();
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}

pub(crate) fn all(games: &[Loaded], sort: fn(&Game) -> Vec<UnitRef>) -> impl Iterator<Item = Hit> {
    games
        .iter()
        .enumerate()
        .flat_map(move |(place, (game, _))| sort(game).into_iter().map(move |meant| (place, meant)))
}

pub(crate) fn units(game: &Game) -> Vec<UnitRef> {
    game.units().map(|(id, _)| UnitRef::Unit(id)).collect()
}

pub(crate) fn factions(game: &Game) -> Vec<UnitRef> {
    game.factions.ids().map(UnitRef::Faction).collect()
}

pub(crate) fn charts(game: &Game) -> Vec<UnitRef> {
    game.charts.ids().map(UnitRef::Chart).collect()
}

/// The id and the title of what was found.
pub(crate) fn names(games: &[Loaded], (place, meant): Hit) -> Option<(&str, &str)> {
    let (game, _) = games.get(place)?;
    let (id, title) = match meant {
        UnitRef::Unit(id) => (&game.entries[id].id, &game.entries[id].title),
        UnitRef::Faction(id) => (&game.factions[id].id, &game.factions[id].title),
        UnitRef::Chart(id) => (&game.charts[id].id, &game.charts[id].title),
        UnitRef::Game => (&game.id, &game.title),
    };
    Some((id, title))
}

/// The command that shows it, and what it is.
pub(crate) fn way(games: &[Loaded], hit: Hit, name_system: bool) -> Option<String> {
    let ((game, _), (id, title)) = (games.get(hit.0)?, names(games, hit)?);
    let system = if name_system { format!(" --system {}", game.id) } else { String::new() };
    let home = match hit.1 {
        UnitRef::Unit(unit) => game.entries[unit].owner,
        UnitRef::Chart(chart) => game.charts[chart].owner,
        UnitRef::Faction(_) | UnitRef::Game => Owner::System,
    };
    let home = match home {
        Owner::Faction(faction) => format!("{}, {}", game.factions[faction].title, game.title),
        _ => game.title.clone(),
    };
    Some(format!("\n  orbat show {id}{system}  ({title}: {home})"))
}

fn doubtful(games: &[Loaded], found: &[Hit], name: &str) -> Failure {
    let several_games =
        found.iter().any(|(place, _)| found.first().is_some_and(|(first, _)| first != place));
    let what = match found.first() {
        Some((_, UnitRef::Unit(_))) => "units",
        Some((_, UnitRef::Faction(_))) => "factions",
        Some((_, UnitRef::Chart(_))) => "charts",
        _ => "games",
    };
    let ways: String = found.iter().filter_map(|hit| way(games, *hit, several_games)).collect();
    Failure::Usage(format!("there are {} {what} `{name}`; say which:{ways}", found.len()))
}
