//! The whole game. Start at [`Game`].

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::{
    Alias, Arena, Attribute, Body, Category, CategoryId, Chart, Choices, Choose, Cite, Currency,
    Deck, Derive, Effect, Entry, EntryId, EntryKind, Event, EventId, FactionId, Force, Keyword,
    Layout, Optional, Owner, Profile, Rule, Section, Sheet,
};
use crate::source::Span;

/// A whole game: the system with all its factions and events.
#[derive(Debug)]
pub struct Game {
    pub id: String,
    pub title: String,
    /// Its version, as people name it.
    pub version: Option<String>,
    pub span: Span,
    pub cites: Vec<Cite>,
    /// Applies to every army.
    pub body: Body,
    /// What every army may hold directly: `army { … }`.
    pub army: Body,
    pub currencies: Arena<Currency>,
    pub profiles: Arena<Profile>,
    pub choices: Arena<Choices>,
    pub sections: Arena<Section>,
    pub keywords: Arena<Keyword>,
    pub categories: Arena<Category>,
    pub attributes: Arena<Attribute>,
    pub optionals: Arena<Optional>,
    pub factions: Arena<Faction>,
    pub forces: Arena<Force>,
    pub charts: Arena<Chart>,
    pub entries: Arena<Entry>,
    pub chooses: Arena<Choose>,
    pub derives: Arena<Derive>,
    pub rules: Arena<Rule>,
    pub decks: Arena<Deck>,
    pub events: Arena<Event>,
    pub layout: Layout,
    pub sheets: Vec<Sheet>,
    /// Former ids, by the place of the current id.
    pub old_ids: BTreeMap<Span, Vec<OldId>>,
    /// Definitions that others extend.
    pub extended: BTreeSet<EntryId>,
    /// Further titles, by the place of the id.
    pub aliases: BTreeMap<Span, Vec<Alias>>,
    /// Every rule of the book that some line cites.
    pub cited: BTreeSet<String>,
    /// A hash of what the game is made of, except its events.
    pub digest: [u8; 8],
}

/// `was old`: a former id.
#[derive(Debug)]
pub struct OldId {
    pub id: String,
    pub span: Span,
}

/// A faction of the game.
#[derive(Debug)]
pub struct Faction {
    pub id: String,
    pub title: String,
    pub version: Option<String>,
    pub span: Span,
    pub categories: Vec<CategoryId>,
    pub cites: Vec<Cite>,
    /// Applies to the faction's armies.
    pub body: Body,
    /// What the faction's armies may hold directly.
    pub army: Body,
}

impl Game {
    /// A game in which nothing is defined yet.
    pub(crate) fn new(id: String, title: String, span: Span) -> Self {
        Game {
            id,
            title,
            version: None,
            span,
            cites: Vec::new(),
            body: Body::default(),
            army: Body::default(),
            currencies: Arena::default(),
            profiles: Arena::default(),
            choices: Arena::default(),
            sections: Arena::default(),
            keywords: Arena::default(),
            categories: Arena::default(),
            attributes: Arena::default(),
            optionals: Arena::default(),
            factions: Arena::default(),
            forces: Arena::default(),
            charts: Arena::default(),
            entries: Arena::default(),
            chooses: Arena::default(),
            derives: Arena::default(),
            rules: Arena::default(),
            decks: Arena::default(),
            events: Arena::default(),
            layout: Layout::default(),
            sheets: Vec::new(),
            old_ids: BTreeMap::new(),
            extended: BTreeSet::new(),
            aliases: BTreeMap::new(),
            cited: BTreeSet::new(),
            digest: [0; 8],
        }
    }

    /// The faction's own units and those of the system.
    pub fn units_of(&self, faction: FactionId) -> impl Iterator<Item = (EntryId, &Entry)> {
        self.units().filter(move |(_, unit)| match (unit.only_for.is_empty(), unit.owner) {
            (false, _) => unit.only_for.contains(&faction),
            (true, Owner::Faction(owner)) => owner == faction,
            (true, _) => true,
        })
    }

    /// Whether a profile is `base` or extends it, directly or through others.
    pub fn is_or_extends(&self, profile: super::ProfileId, base: super::ProfileId) -> bool {
        let mut next = Some(profile);
        while let Some(id) = next {
            if id == base {
                return true;
            }
            next = self.profiles[id].extends;
        }
        false
    }

    /// The faction with this id.
    pub(crate) fn faction(&self, id: &str) -> Option<FactionId> {
        self.factions.iter().find(|(_, faction)| faction.id == id).map(|(key, _)| key)
    }

    /// Whether the item declared at this place used to have this name.
    pub(crate) fn was(&self, declared: Span, id: &str) -> bool {
        self.old_ids_of(declared).iter().any(|old| old.id == id)
    }

    pub(crate) fn old_ids_of(&self, declared: Span) -> &[OldId] {
        self.old_ids.get(&declared).map_or(&[], Vec::as_slice)
    }

    /// The further titles of the item declared at this place that hold for this event.
    pub(crate) fn aliases_of(
        &self,
        declared: Span,
        event: Option<EventId>,
    ) -> impl Iterator<Item = &Alias> {
        let all = self.aliases.get(&declared).map_or(&[][..], Vec::as_slice);
        all.iter().filter(move |alias| alias.event.is_none() || alias.event == event)
    }

    /// The whole event, if this is one of its lists.
    pub(crate) fn whole_event(&self, id: EventId) -> EventId {
        self.events[id].within.unwrap_or(id)
    }

    /// All units.
    pub fn units(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        self.entries.iter().filter(|(_, entry)| entry.kind == EntryKind::Unit)
    }
}

impl Game {
    /// Every body of the game: of the system, factions, events, charts, forces, entries and
    /// choices, and the blocks of changes inside them.
    pub fn each_body(&self) -> impl Iterator<Item = &Body> {
        let factions = self.factions.values().flat_map(|faction| [&faction.body, &faction.army]);
        [&self.body, &self.army]
            .into_iter()
            .chain(factions)
            .chain(self.events.values().map(|event| &event.body))
            .chain(self.charts.values().map(|chart| &chart.body))
            .chain(self.forces.values().map(|force| &force.body))
            .chain(self.entries.values().map(|entry| &entry.body))
            .chain(self.chooses.values().map(|choose| &choose.body))
            .flat_map(with_blocks)
    }
}

/// A body and the blocks nested in it.
fn with_blocks(body: &Body) -> SmallVec<[&Body; 4]> {
    // Most bodies have no blocks.
    let mut all = SmallVec::from_elem(body, 1);
    for effect in &body.effects {
        match effect {
            Effect::Change(_) => {}
            Effect::When(when) => all.extend(with_blocks(&when.body)),
            Effect::ForEach(each) => all.extend(with_blocks(&each.body)),
        }
    }
    for include in &body.includes {
        all.extend(with_blocks(&include.body));
    }
    all
}
