//! Finds pages by name: units before factions before charts before all else, ids before titles.

use crate::diagnostic::did_you_mean;
use crate::model::{ChartId, EntryId, EntryKind, FactionId, Game, KeywordId, Owner, RuleId};

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    Unit(EntryId),
    Faction(FactionId),
    Chart(ChartId),
    /// A game: what armies without a faction have.
    Game,
    Rule(RuleId),
    Keyword(KeywordId),
    /// A weapon, model, option or card.
    Thing(EntryId),
}

impl Topic {
    /// The plural name of this kind of page.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Topic::Unit(_) => "units",
            Topic::Faction(_) => "factions",
            Topic::Chart(_) => "charts",
            Topic::Game => "games",
            Topic::Rule(_) => "rules",
            Topic::Keyword(_) => "keywords",
            Topic::Thing(_) => "things",
        }
    }
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
            Topic::Rule(id) => &self.game.rules[id].id,
            Topic::Keyword(id) => &self.game.keywords[id].name,
            Topic::Thing(id) => &self.game.entries[id].id,
        }
    }

    pub(crate) fn title(&self) -> &'g str {
        match self.topic {
            Topic::Rule(id) => {
                let rule = &self.game.rules[id];
                rule.title.as_deref().unwrap_or(&rule.id)
            }
            Topic::Keyword(id) => &self.game.keywords[id].name,
            Topic::Thing(id) => &self.game.entries[id].title,
            Topic::Unit(id) => &self.game.entries[id].title,
            Topic::Faction(id) => &self.game.factions[id].title,
            Topic::Chart(id) => &self.game.charts[id].title,
            Topic::Game => &self.game.title,
        }
    }

    /// Its names in other languages.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = &'g str> + use<'g> {
        let declared = match self.topic {
            Topic::Unit(id) | Topic::Thing(id) => self.game.entries[id].span,
            Topic::Faction(id) => self.game.factions[id].span,
            Topic::Chart(id) => self.game.charts[id].span,
            Topic::Rule(id) => self.game.rules[id].span,
            Topic::Keyword(id) => self.game.keywords[id].span,
            Topic::Game => self.game.span,
        };
        self.game.aliases_of(declared, None).map(|alias| alias.title.as_str())
    }

    /// Whether it is about a rule, keyword, weapon, model, option or card. Several may share a
    /// name.
    pub(crate) fn is_small(&self) -> bool {
        matches!(self.topic, Topic::Rule(_) | Topic::Keyword(_) | Topic::Thing(_))
    }

    /// The titles of the faction and the game it belongs to.
    pub(crate) fn owner_titles(&self) -> String {
        let owner = match self.topic {
            Topic::Unit(id) => self.game.entries[id].owner,
            Topic::Chart(id) => self.game.charts[id].owner,
            Topic::Thing(id) => self.game.entries[id].owner,
            Topic::Faction(_) | Topic::Game | Topic::Rule(_) | Topic::Keyword(_) => Owner::System,
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

fn rules<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let rules = games.iter().flat_map(|game| game.rules.ids().map(|id| (*game, id)));
    rules.map(|(game, id)| PageRef { game, topic: Topic::Rule(id) }).collect()
}

fn keywords<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let keywords = games.iter().flat_map(|game| game.keywords.ids().map(|id| (*game, id)));
    keywords.map(|(game, id)| PageRef { game, topic: Topic::Keyword(id) }).collect()
}

/// Weapons, models, cards and options.
fn things<'g>(games: &[&'g Game]) -> Vec<PageRef<'g>> {
    let is_thing = |kind: EntryKind| kind != EntryKind::Unit;
    let entries = games.iter().flat_map(|game| game.entries.iter().map(|entry| (*game, entry)));
    let things = entries.filter(|(_, (_, entry))| is_thing(entry.kind));
    things.map(|(game, (id, _))| PageRef { game, topic: Topic::Thing(id) }).collect()
}

/// Everything that has a small page, for completions.
pub(crate) fn small_pages<'g>(game: &'g Game) -> Vec<PageRef<'g>> {
    [rules(&[game]), keywords(&[game]), things(&[game])].concat()
}

/// The pages with this name, of the first kind that has any: by id, or else by id or title in any
/// case, or else by a name in another language.
pub(crate) fn find_named<'g>(games: &[&'g Game], name: &str) -> Vec<PageRef<'g>> {
    let lower = name.to_lowercase();
    let own = games.iter().map(|game| PageRef { game, topic: Topic::Game }).collect();
    let large = [units(games), factions(games), charts(games), own];
    let kinds = || large.iter().cloned().chain([rules(games), keywords(games), things(games)]);
    for all in kinds() {
        let mut found: Vec<_> = all.iter().copied().filter(|page| page.id() == name).collect();
        let titled = name.replace('_', " ").to_lowercase();
        if found.is_empty() {
            found.extend(all.iter().copied().filter(|page| {
                let title = page.title().to_lowercase();
                page.id().to_lowercase() == lower
                    || title == lower
                    || page.is_small() && title.replace('_', " ") == titled
            }));
        }
        if !found.is_empty() {
            return found;
        }
    }
    let is_called = |page: &PageRef<'_>| page.aliases().any(|alias| alias.to_lowercase() == lower);
    let found = kinds().map(|all| all.into_iter().filter(is_called).collect::<Vec<_>>());
    found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

/// Shorter texts occur in too many names.
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
        let mut aliases = page.aliases().map(str::to_lowercase);
        let alias = aliases.find(|alias| alias.contains(&words));
        if id.contains(&text) || title.contains(&words) || alias.is_some() {
            let begins = begins_word(&id, &text)
                || begins_word(&title, &words)
                || alias.is_some_and(|alias| begins_word(&alias, &words));
            found.push((!begins, page));
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
    let nearest = |all: &[PageRef<'g>]| {
        did_you_mean(name, all.iter().map(|page| if is_id { page.id() } else { page.title() }))
    };
    let own = games.iter().map(|game| PageRef { game, topic: Topic::Game }).collect();
    let large = [units(games), factions(games), charts(games), own].concat();
    let small = || [rules(games), keywords(games), things(games)].concat();
    nearest(&large).or_else(|| nearest(&small()))
}
