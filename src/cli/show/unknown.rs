//! A name that nothing bears: where else it is known, what contains it, what is spelt nearly so.

use super::find::{Hit, Loaded, all, charts, exact, factions, load, names, units, way};
use crate::cli::Failure;
use crate::cli::data::not_found;
use crate::workspace::Data;

/// So many things that contain the text are named.
const MOST: usize = 6;

/// A text of fewer letters stands in too many names.
const SHORTEST: usize = 3;

pub(crate) fn unknown(
    layers: &Data,
    games: Vec<Loaded>,
    name: &str,
    system: Option<&str>,
) -> Failure {
    let (games, others) = with_others(layers, games);
    let elsewhere: Vec<Hit> = exact(&others, name);
    if let (Some(_), false) = (system, elsewhere.is_empty()) {
        let title = games.first().map(|(game, _)| game.title.as_str()).unwrap_or_default();
        let ways: String =
            elsewhere.iter().take(MOST).filter_map(|hit| way(&others, *hit, true)).collect();
        return Failure::Usage(format!(
            "{title} has no unit, faction or chart `{name}`; elsewhere there is:{ways}"
        ));
    }
    // Without a game given, all of them are looked through.
    let mut games = games;
    if system.is_none() {
        games.extend(others);
    }
    let containing = containing(&games, name);
    if !containing.is_empty() {
        let is_twice =
            |hit: &Hit| names(&games, *hit).is_some_and(|(id, _)| exact(&games, id).len() > 1);
        let ways: String = containing
            .iter()
            .take(MOST)
            .filter_map(|hit| way(&games, *hit, is_twice(hit)))
            .collect();
        let more = containing.len().saturating_sub(MOST);
        let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
        return Failure::Usage(format!(
            "there is no unit, faction or chart `{name}`; names that contain it:{ways}{more}"
        ));
    }
    // Whoever writes an id means an id.
    let is_id = !name.contains(|char: char| char.is_whitespace() || char.is_uppercase());
    let (homes, units) =
        (|| games.iter().map(|(game, _)| &**game), games.iter().flat_map(|(game, _)| game.units()));
    let pick = |id: &'_ str, title: &'_ str| if is_id { id.to_owned() } else { title.to_owned() };
    let mut known: Vec<String> = units.map(|(_, unit)| pick(&unit.id, &unit.title)).collect();
    known.extend(
        homes()
            .flat_map(|game| game.factions.values())
            .map(|faction| pick(&faction.id, &faction.title)),
    );
    known.extend(
        homes().flat_map(|game| game.charts.values()).map(|chart| pick(&chart.id, &chart.title)),
    );
    not_found(
        "unit, faction or chart",
        name,
        known.iter().map(String::as_str),
        "`orbat units FACTION` lists units",
    )
}

/// The games that were looked through, and all others. What is wrong with one of those is not what
/// was asked.
fn with_others(layers: &Data, games: Vec<Loaded>) -> (Vec<Loaded>, Vec<Loaded>) {
    let known = |id: &str| games.iter().any(|(game, _)| game.id == id);
    let others = layers.systems().iter().filter(|system| !known(&system.id));
    let others = others.filter_map(|system| load(layers, &system.id).ok()).collect();
    (games, others)
}

/// What has an id or a title that contains the text; where a word begins with it first. Who writes
/// `red_dawn` may mean a title, `The Red Dawn`.
fn containing(games: &[Loaded], name: &str) -> Vec<Hit> {
    let text = name.to_lowercase();
    if text.chars().count() < SHORTEST {
        return Vec::new();
    }
    let words = text.replace('_', " ");
    let begins = |lower: &str, text: &str| {
        let mut places =
            lower.match_indices(text).map(|(at, _)| lower.get(..at).unwrap_or_default());
        places.any(|before| !before.ends_with(char::is_alphanumeric))
    };
    let mut found: Vec<(bool, Hit)> = Vec::new();
    for hit in all(games, factions).chain(all(games, units)).chain(all(games, charts)) {
        let Some((id, title)) = names(games, hit) else { continue };
        let (id, title) = (id.to_lowercase(), title.to_lowercase());
        if id.contains(&text) || title.contains(&words) {
            found.push((!(begins(&id, &text) || begins(&title, &words)), hit));
        }
    }
    found.sort_by_key(|(inside, _)| *inside);
    found.into_iter().map(|(_, hit)| hit).collect()
}
