//! Finds pages by name: units before factions before charts, ids before titles.

use crate::diagnostic::did_you_mean;
use crate::model::{ChartId, EntryId, FactionId, Game, Owner};

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    Unit(EntryId),
    Faction(FactionId),
    Chart(ChartId),
    /// A game: what its armies have without a faction.
    Game,
}

/// A topic and its game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageRef<'g> {
    pub game: &'g Game,
    pub topic: Topic,
}

impl<'g> PageRef<'g> {
    pub(crate) fn id(&self) -> &'g str {
        match self.topic {
            Topic::Unit(id) => &self.game.entries[id].id,
            Topic::Faction(id) => &self.game.factions[id].id,
            Topic::Chart(id) => &self.game.charts[id].id,
            Topic::Game => &self.game.id,
        }
    }

    pub(crate) fn title(&self) -> &'g str {
        match self.topic {
            Topic::Unit(id) => &self.game.entries[id].title,
            Topic::Faction(id) => &self.game.factions[id].title,
            Topic::Chart(id) => &self.game.charts[id].title,
            Topic::Game => &self.game.title,
        }
    }

    /// The titles of the faction and the game it belongs to.
    pub(crate) fn home(&self) -> String {
        let owner = match self.topic {
            Topic::Unit(id) => self.game.entries[id].owner,
            Topic::Chart(id) => self.game.charts[id].owner,
            Topic::Faction(_) | Topic::Game => Owner::System,
        };
        match owner {
            Owner::Faction(id) => format!("{}, {}", self.game.factions[id].title, self.game.title),
            _ => self.game.title.clone(),
        }
    }
}

fn units<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let units = games.iter().flat_map(|game| game.units().map(|(id, _)| (*game, id)));
    units.map(|(game, id)| PageRef { game, topic: Topic::Unit(id) }).collect()
}

fn factions<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let factions = games.iter().flat_map(|game| game.factions.ids().map(|id| (*game, id)));
    factions.map(|(game, id)| PageRef { game, topic: Topic::Faction(id) }).collect()
}

fn charts<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let charts = games.iter().flat_map(|game| game.charts.ids().map(|id| (*game, id)));
    charts.map(|(game, id)| PageRef { game, topic: Topic::Chart(id) }).collect()
}

/// The pages with this name, of the first kind that has any: by id, or else by id or title in any
/// case.
pub(crate) fn find_named<'g>(games: &[&'g Game], name: &str) -> Vec<PageRef<'g>> {
    let lower = name.to_lowercase();
    let own = games.iter().map(|game| PageRef { game, topic: Topic::Game }).collect();
    for all in [units(games), factions(games), charts(games), own] {
        let mut found: Vec<_> = all.iter().copied().filter(|page| page.id() == name).collect();
        if found.is_empty() {
            found.extend(all.iter().copied().filter(|page| {
                page.id().to_lowercase() == lower || page.title().to_lowercase() == lower
            }));
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Shorter texts are in too many names.
const SHORTEST: usize = 3;

/// Pages whose id or title contains the text; those where a word begins with it come first.
/// `red_dawn` finds the title `The Red Dawn` too.
pub(crate) fn find_containing<'g>(games: &[&'g Game], name: &str) -> Vec<PageRef<'g>> {
    let text = name.to_lowercase();
    if text.chars().count() < SHORTEST {
        return Vec::new();
    }
    let words = text.replace('_', " ");
    let mut found: Vec<(bool, PageRef<'g>)> = Vec::new();
    for page in [factions(games), units(games), charts(games)].concat() {
        let (id, title) = (page.id().to_lowercase(), page.title().to_lowercase());
        if id.contains(&text) || title.contains(&words) {
            found.push((!(begins_word(&id, &text) || begins_word(&title, &words)), page));
        }
    }
    found.sort_by_key(|(inside, _)| *inside);
    found.into_iter().map(|(_, page)| page).collect()
}

fn begins_word(name: &str, text: &str) -> bool {
    name.match_indices(text).any(|(at, _)| {
        !name.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric))
    })
}

/// A similar id or title: an id for what looks like an id.
pub(crate) fn find_similar<'g>(games: &[&'g Game], name: &str) -> Option<&'g str> {
    let is_id = !name.contains(|char: char| char.is_whitespace() || char.is_uppercase());
    let all = [units(games), factions(games), charts(games)].concat();
    did_you_mean(name, all.iter().map(|page| if is_id { page.id() } else { page.title() }))
}
