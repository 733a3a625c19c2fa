//! What an event demands, in words, for players who build a list for it.

use serde::Serialize;

use super::rule::demands;
use crate::model::{Across, EventId, Game, Owner, SharedCap, SharedThings};
use crate::views::PLAIN_ACCENT;
use crate::wording::faction_titles;
use crate::wording::sentence::{Speaker, nothing_known};

/// An event as its players see it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct EventView {
    /// Its id.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// Its version.
    pub(crate) version: Option<String>,
    /// The title of the game.
    pub(crate) game: String,
    /// The id of the game.
    pub(crate) system: String,
    /// The colour of the game.
    pub(crate) accent: String,
    /// What points are called.
    pub(crate) currency: String,
    /// The points a list must state, in words.
    pub(crate) points: Option<String>,
    /// The titles of the charts allowed; all if there are none.
    pub(crate) charts: Vec<String>,
    /// The titles of the factions that may play; all if there are none.
    pub(crate) factions: Vec<String>,
    /// The lists that each player has; none if there is only one.
    pub(crate) lists: Vec<EventView>,
    /// When lists must be there.
    pub(crate) deadline: Option<String>,
    /// How often a list may be revised.
    pub(crate) revisions: Option<i64>,
    /// Everything else, a sentence each.
    pub(crate) rules: Vec<String>,
}

/// Puts an event into words.
pub(crate) fn event(game: &Game, id: EventId) -> EventView {
    let event = &game.events[id];
    let speaker = Speaker::new(game, &nothing_known);
    let mut rules = speaker.contents(&event.body);
    // Rules with a title are among the contents.
    let untitled = event.body.rules.iter().map(|rule| &game.rules[*rule]);
    for rule in untitled.filter(|rule| rule.title.is_none()) {
        rules.extend(demands(&speaker, rule));
    }
    rules.extend(event.optionals.iter().map(|switch| {
        let title = &game.optionals[switch.rule].title;
        format!("{title}: {}", if switch.is_on { "always played" } else { "not played" })
    }));
    rules.extend(event.teams.iter().map(|teams| {
        let size = match teams.high {
            Some(high) if high == teams.low => high.to_string(),
            Some(high) => format!("{} to {high}", teams.low),
            None => format!("at least {}", teams.low),
        };
        format!("teams of {size}")
    }));
    rules.extend(event.shared.iter().map(|cap| shared(&speaker, cap)));
    EventView {
        factions: event
            .factions
            .iter()
            .flat_map(|allowed| faction_titles(game, &allowed.of))
            .map(str::to_owned)
            .collect(),
        lists: event.lists.iter().map(|list| self::event(game, list.event)).collect(),
        deadline: event.deadline.as_ref().map(|deadline| deadline.words.clone()),
        revisions: event.revisions,
        id: event.id.clone(),
        title: event.title.clone(),
        version: event.version.clone(),
        game: game.title.clone(),
        system: game.id.clone(),
        accent: game.layout.accent(Owner::System).unwrap_or(PLAIN_ACCENT).to_owned(),
        currency: game
            .currencies
            .values()
            .next()
            .map(|currency| currency.title.clone())
            .unwrap_or_default(),
        points: event.points.as_ref().map(|points| speaker.range(points).short()),
        charts: event.charts.iter().map(|chart| game.charts[*chart].title.clone()).collect(),
        rules,
    }
}

/// A limit counted over several lists, in words.
fn shared<'g>(speaker: &Speaker<'_, 'g>, cap: &'g SharedCap) -> String {
    let of = match &cap.of {
        SharedThings::Factions => "faction".to_owned(),
        SharedThings::Entries(binder) => speaker.visited(binder).one(),
    };
    let place = match cap.across {
        Across::Player => "all lists of a player",
        Across::Team => "a team",
    };
    format!("at most {} of each {of} in {place}", cap.most)
}
