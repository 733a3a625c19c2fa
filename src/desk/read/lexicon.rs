//! The names of a game: of units, and of everything a head or a heading may name.

use rustc_hash::FxHashMap;

use crate::desk::read::answers::Answers;
use crate::desk::read::fold::{fold, sheltered};
use crate::desk::read::index::{CLOSE, Index, Score};
use crate::desk::read::segment::{Currencies, joins_names};
use crate::desk::read::words;
use crate::model::{
    AttributeId, ChartId, DeckId, DeriveId, EntryId, EntryKind, EventId, FactionId, ForceId, Game,
    OptionalId, Owner,
};
use crate::source::Span;

/// What a name in a head or heading may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    System,
    Faction(FactionId),
    Chart(ChartId),
    Event(EventId),
    Force(ForceId),
    Optional(OptionalId),
    /// A slot, category or section: a heading over units.
    Section,
    /// The heading over designs.
    Designs,
    Deck(DeckId),
    /// An attribute that lists state.
    Attribute(AttributeId),
    /// A value that the game works out.
    Derived(DeriveId),
}

/// The names of a game, made once and used for every text.
pub(crate) struct Lexicon<'g> {
    pub game: &'g Game,
    pub units: Index<EntryId>,
    pub terms: Index<Term>,
    pub cards: Index<EntryId>,
    /// What units take whose names hold a word that may stand between names.
    parts: Index<EntryId>,
    pub currencies: Currencies,
    /// Names with marks inside that would cut them, in small letters, by their first word, the
    /// longest first.
    shelters: FxHashMap<String, Vec<String>>,
    /// Further names of what units take, by its id.
    part_aliases: FxHashMap<&'g str, Vec<&'g str>>,
    /// The event whose names and answers count.
    event: Option<EventId>,
    answers: Answers<'g>,
}

impl<'g> Lexicon<'g> {
    pub(crate) fn new(game: &'g Game, event: Option<EventId>) -> Self {
        let mut lexicon = Lexicon {
            game,
            units: Index::default(),
            terms: Index::default(),
            cards: Index::default(),
            parts: Index::default(),
            currencies: Currencies(currencies(game)),
            shelters: FxHashMap::default(),
            part_aliases: FxHashMap::default(),
            event,
            answers: Answers::of(game, event),
        };
        lexicon.add_entries();
        lexicon.add_terms();
        for names in lexicon.shelters.values_mut() {
            names.sort_by_key(|name| (std::cmp::Reverse(name.len()), name.clone()));
            names.dedup();
        }
        lexicon
    }

    fn add_entries(&mut self) {
        let game = self.game;
        for (id, entry) in game.entries.iter() {
            self.shelter(&entry.title);
            let old = game.old_ids_of(entry.span).iter().map(|old| old.id.as_str());
            let names = [entry.title.as_str(), entry.id.as_str()].into_iter().chain(old);
            let aliases = self.aliases(entry.span);
            aliases.iter().for_each(|alias| self.shelter(alias));
            let names = names.chain(aliases.iter().copied());
            match entry.kind {
                EntryKind::Unit => names.for_each(|name| self.units.add(name, id)),
                EntryKind::Card(_) => names.for_each(|name| self.cards.add(name, id)),
                EntryKind::Profile(_) | EntryKind::Option => {
                    for name in names.filter(|name| joins_names(name)) {
                        self.parts.add(name, id);
                    }
                    let known = self.part_aliases.entry(entry.id.as_str()).or_default();
                    known.extend(aliases);
                }
            }
        }
    }

    /// The further names of something, by the place of its id.
    fn aliases(&self, declared: Span) -> Vec<&'g str> {
        let all = self.game.aliases_of(declared, self.event);
        all.map(|alias| alias.title.as_str()).collect()
    }

    /// The further names of something that units take, by its id.
    pub(crate) fn part_aliases(&self, id: &str) -> &[&'g str] {
        self.part_aliases.get(id).map_or(&[], Vec::as_slice)
    }

    /// What organisers have answered.
    pub(crate) fn answers(&self) -> &Answers<'g> {
        &self.answers
    }

    fn add_terms(&mut self) {
        let game = self.game;
        self.name(Term::System, game.span, &game.title, &game.id);
        for (id, faction) in game.factions.iter() {
            self.name(Term::Faction(id), faction.span, &faction.title, &faction.id);
        }
        for (id, chart) in game.charts.iter() {
            self.name(Term::Chart(id), chart.span, &chart.title, &chart.id);
            chart.slots.iter().for_each(|slot| self.terms.add(&slot.title, Term::Section));
        }
        for (id, event) in game.events.iter() {
            self.name(Term::Event(id), event.span, &event.title, &event.id);
        }
        for (id, force) in game.forces.iter() {
            self.name(Term::Force(id), force.span, &force.title, &force.id);
        }
        for (id, optional) in game.optionals.iter() {
            self.name(Term::Optional(id), optional.span, &optional.title, &optional.id);
        }
        for category in game.categories.values() {
            self.terms.add(&category.title, Term::Section);
            for alias in self.aliases(category.span) {
                self.terms.add(alias, Term::Section);
            }
        }
        for (id, deck) in game.decks.iter() {
            self.name(Term::Deck(id), deck.span, &deck.title, &deck.id);
        }
        for (id, attribute) in game.attributes.iter().filter(|(_, attribute)| attribute.chosen) {
            self.name(Term::Attribute(id), attribute.span, &attribute.title, &attribute.id);
        }
        for (id, derive) in game.derives.iter() {
            if let Some(title) = &derive.title {
                self.terms.add(title, Term::Derived(id));
            }
        }
        self.terms.add("Designs", Term::Designs);
        for own in ["Without a slot", "Too many: no slot is left", "Other units"] {
            self.terms.add(own, Term::Section);
        }
        for section in words::sections() {
            self.terms.add_weaker(section, Term::Section, 5);
        }
    }

    fn name(&mut self, term: Term, declared: Span, title: &str, id: &str) {
        self.shelter(title);
        self.terms.add(title, term);
        self.terms.add(id, term);
        for alias in self.aliases(declared) {
            self.shelter(alias);
            self.terms.add(alias, term);
        }
    }

    fn shelter(&mut self, title: &str) {
        let plain = |char: char| char.is_alphabetic() || char == ' ' || char == '\'';
        let words = || title.split(' ').map(str::to_ascii_lowercase);
        let is_cut =
            !title.chars().all(plain) || words().any(|word| word == "of" || joins_names(&word));
        if is_cut && title.len() > 2 {
            let name = title.to_ascii_lowercase();
            if let Some((_, first)) = runs(&name).next() {
                self.shelters.entry(first.to_owned()).or_default().push(name.clone());
            }
        }
    }

    /// Whether the data knows this as one name, perhaps with a slip in it.
    pub(crate) fn is_name(&self, written: &str) -> bool {
        let score = |found: Option<Score>| found.is_some_and(|score| score >= CLOSE);
        score(self.units.find(written, &|_| true).first().map(|found| found.score))
            || score(self.terms.find(written, &|_| true).first().map(|found| found.score))
            || score(self.parts.find(written, &|_| true).first().map(|found| found.score))
    }

    /// A line in which no known name is cut by the marks inside it.
    pub(crate) fn shelter_names(&self, text: &str) -> String {
        let lower = text.to_ascii_lowercase();
        let mut is_name = vec![false; lower.len()];
        let parted = |char: Option<char>| char.is_none_or(|char| !char.is_alphanumeric());
        for (start, word) in runs(&lower) {
            for name in self.shelters.get(word).into_iter().flatten() {
                let begin = start.saturating_sub(name.find(word).unwrap_or(0));
                let end = begin + name.len();
                let is_there = lower.get(begin..end) == Some(name.as_str());
                let before = text.get(..begin).and_then(|text| text.chars().next_back());
                let after = text.get(end..).and_then(|text| text.chars().next());
                let free = is_name.get(begin..end).is_some_and(|taken| !taken.contains(&true));
                if is_there && free && parted(before) && parted(after) {
                    is_name.iter_mut().skip(begin).take(name.len()).for_each(|taken| *taken = true);
                    break;
                }
            }
        }
        let mut safe = String::with_capacity(text.len());
        for (at, char) in text.char_indices() {
            match is_name.get(at) {
                Some(true) => safe.push_str(&sheltered(char.encode_utf8(&mut [0; 4]))),
                _ => safe.push(char),
            }
        }
        safe
    }

    /// Whether an army of the faction may have a unit as its own.
    pub(crate) fn is_of(&self, faction: Option<FactionId>, unit: EntryId) -> bool {
        let entry = &self.game.entries[unit];
        match (faction, entry.only_for.as_slice(), entry.owner) {
            (None, ..) => true,
            (Some(faction), only @ [_, ..], _) => only.contains(&faction),
            (Some(faction), [], Owner::Faction(owner)) => owner == faction,
            (Some(_), [], _) => true,
        }
    }
}

/// The runs of letters and digits in a text, and where they begin.
fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The words of the game's currencies.
fn currencies(game: &Game) -> Vec<String> {
    let names = game.currencies.values().flat_map(|currency| [&currency.title, &currency.id]);
    names.flat_map(|name| fold(name).split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
}
