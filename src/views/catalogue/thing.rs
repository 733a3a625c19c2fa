//! The page of something small: a keyword, weapon, model, option or card.

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::engine::Ruleset;
use crate::model::{
    Body, ChooseId, Deck, Effect, EntryId, EntryKind, Game, Included, KeywordId, Owner, PoolSource,
    Terms,
};
use crate::source::Sources;
use crate::views::catalogue::gear::{card_texts, keywords, kind, plain};
use crate::views::catalogue::offer::Offers;
use crate::views::preview::{Preview, list_of_army};
use crate::views::{GearView, KeywordView, TermView};
use crate::wording::sentence::{Speaker, nothing_known};

/// A keyword, weapon, model, option or card.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ThingView {
    pub id: String,
    pub name: String,
    /// What it is: `keyword`, `weapon`, `option`, `card of Omens`.
    pub kind: String,
    pub system: String,
    /// Its text, or its notes.
    pub text: Vec<String>,
    /// What it is or gives, if that has characteristics.
    pub gear: Vec<GearView>,
    pub keywords: Vec<KeywordView>,
    /// What it changes and what limits it.
    pub terms: Vec<TermView>,
    /// The titles of the units that have it or may get it.
    pub units: Vec<String>,
    pub file: String,
    pub line: usize,
}

pub(crate) fn keyword(rules: &Ruleset<'_>, sources: &Sources, id: KeywordId) -> ThingView {
    let game = rules.book.game;
    let keyword = &game.keywords[id];
    let speaker = Speaker::new(game, &nothing_known);
    let name = |index: usize| {
        keyword.parameters.get(index).map(|parameter| parameter.name.clone()).unwrap_or_default()
    };
    let section = keyword.section.map(|section| game.sections[section].title.clone());
    let has = |body: &Body| body.keywords.iter().any(|used| used.keyword == id);
    ThingView {
        id: keyword.name.clone(),
        name: speaker.keyword_name(id),
        kind: section.map_or("keyword".to_owned(), |section| format!("keyword of {section}")),
        system: game.id.clone(),
        text: vec![keyword.text.fill(name)],
        gear: Vec::new(),
        keywords: Vec::new(),
        terms: Vec::new(),
        units: units_with(game, |_, body| has(body)),
        file: sources.get(keyword.span.source).path().to_owned(),
        line: sources.place(keyword.span).line,
    }
}

pub(crate) fn entry(rules: &Ruleset<'_>, sources: &Sources, id: EntryId) -> ThingView {
    let game = rules.book.game;
    let entry = &game.entries[id];
    let faction = match entry.owner {
        Owner::Faction(faction) => Some(faction),
        _ => None,
    };
    let list = list_of_army(game, faction);
    let preview = Preview::of_army(rules, &list, faction);
    let offers = Offers::new(&preview, sources);
    let option = offers.option(id, terms_of(game, id), 0);
    let mut words: Vec<String> = option.price_words.into_iter().collect();
    words.extend(option.target.map(|target| format!("for {target}")));
    words.extend(
        option
            .replaces
            .map(|(old, new)| format!("{} instead of {}", new.join(", "), old.join(", "))),
    );
    words.extend(option.changes);
    let source = || offers.as_written(entry.span);
    let mut terms: Vec<TermView> =
        words.into_iter().map(|words| TermView { words, source: source() }).collect();
    terms.extend(offers.only_terms(&entry.body));
    terms.extend(option.limits);
    ThingView {
        id: entry.id.clone(),
        name: entry.title.clone(),
        kind: match entry.kind {
            EntryKind::Card(deck) => card_kind(&game.decks[deck], id),
            EntryKind::Option => "option".to_owned(),
            _ => kind(game, entry).to_lowercase(),
        },
        system: game.id.clone(),
        text: match entry.kind {
            EntryKind::Profile(_) => Vec::new(),
            EntryKind::Card(deck) => {
                let deck = &game.decks[deck];
                let card = deck.cards.iter().find(|card| card.entry == id);
                card.map(|card| card_texts(game, deck, card)).unwrap_or_default()
            }
            _ => entry.body.notes.iter().map(plain).collect(),
        },
        gear: option.gear,
        keywords: keywords(game, &entry.body.keywords),
        terms,
        units: units_with(game, |known, _| known == id),
        file: sources.get(entry.span.source).path().to_owned(),
        line: sources.place(entry.span).line,
    }
}

/// `tactic, card of Main deck`
fn card_kind(deck: &Deck, id: EntryId) -> String {
    let types = deck.cards.iter().find(|card| card.entry == id).map(|card| card.types.join(", "));
    let types = types.filter(|types| !types.is_empty()).map(|types| format!("{types}, "));
    format!("{}card of {}", types.unwrap_or_default().replace('_', " "), deck.title)
}

/// The terms on which something is offered, at the first place that offers it.
fn terms_of(game: &Game, id: EntryId) -> Option<&Terms> {
    let chosen = game.chooses.values().flat_map(|choose| &choose.members);
    let alone = game.each_body().flat_map(|body| &body.options);
    chosen.chain(alone).find(|member| member.entry == id).map(|member| &member.terms)
}

/// The titles of the units that have something or may take it.
fn units_with(game: &Game, is_meant: impl Fn(EntryId, &Body) -> bool) -> Vec<String> {
    let mut titles = Vec::new();
    for (id, unit) in game.units() {
        let mut search =
            ThingCollector { game, seen: FxHashSet::default(), chosen: FxHashSet::default() };
        search.entry(id);
        if search.seen.iter().any(|id| is_meant(*id, &game.entries[*id].body)) {
            titles.push(unit.title.clone());
        }
    }
    titles.sort();
    titles.dedup();
    titles
}

/// Collects everything that can be in a unit, each thing once.
struct ThingCollector<'g> {
    game: &'g Game,
    seen: FxHashSet<EntryId>,
    chosen: FxHashSet<ChooseId>,
}

impl ThingCollector<'_> {
    fn entry(&mut self, id: EntryId) {
        if self.seen.insert(id) {
            self.body(&self.game.entries[id].body);
        }
    }

    fn body(&mut self, body: &Body) {
        body.models.iter().for_each(|line| self.entry(line.model));
        body.weapons.iter().flat_map(|group| &group.weapons).for_each(|id| self.entry(*id));
        body.options.iter().for_each(|member| {
            self.entry(member.entry);
            member.terms.replacing.iter().flat_map(|swap| &swap.new).for_each(|id| self.entry(*id));
            member.terms.replaces_leader.iter().for_each(|id| self.entry(*id));
        });
        body.chooses.iter().for_each(|id| self.choose(*id));
        for include in &body.includes {
            match include.what {
                Included::Choose(id) => self.choose(id),
                Included::Entry(id) => self.entry(id),
            }
            self.body(&include.body);
        }
        for effect in &body.effects {
            if let Effect::When(when) = effect {
                self.body(&when.body);
            }
        }
    }

    fn choose(&mut self, id: ChooseId) {
        if !self.chosen.insert(id) {
            return;
        }
        let choose = &self.game.chooses[id];
        for member in &choose.members {
            self.entry(member.entry);
            member.terms.replacing.iter().flat_map(|swap| &swap.new).for_each(|id| self.entry(*id));
        }
        for source in choose.pool.iter().flat_map(|pool| &pool.from) {
            match source {
                PoolSource::Entry(id) => self.entry(*id),
                PoolSource::Choose(id) => self.choose(*id),
                PoolSource::Profile(_) => {}
            }
        }
        self.body(&choose.body);
    }
}
