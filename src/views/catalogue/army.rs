//! The page of a faction or game: its charts, the choices of the army itself, and the keys of a
//! list that belong to it.

use serde::Serialize;

use crate::engine::Ruleset;
use crate::engine::army::ForceKinds;
use crate::model::{Body, Card, Deck, EntryId, FactionId, ForceId, Game, NodeKind, Owner};
use crate::source::Sources;
use crate::views::catalogue::chart::{loose_statements, loose_words, rule_titles, view};
use crate::views::catalogue::chosen::chosen;
use crate::views::catalogue::gear::plain;
use crate::views::catalogue::offer::Offers;
use crate::views::preview::{Preview, list_of_army};
use crate::views::{ChartView, ChoiceView, ChosenView, TermView, charts_of, open_units};
use crate::wording::RangeText;
use crate::wording::sentence::body::StatementWords;

/// A faction; or a game, for armies without a faction.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ArmyView {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub system: String,
    /// Absent on the page of a game.
    pub faction: Option<String>,
    pub categories: Vec<String>,
    /// Units by the title of their first category.
    pub units: Vec<(String, usize)>,
    pub charts: Vec<ChartView>,
    /// Choices of the army itself: `options` in the list.
    pub choices: Vec<ChoiceView>,
    /// Attributes a list states for the army.
    pub chosen: Vec<ChosenView>,
    /// Attributes a list states for a unit.
    pub chosen_of_units: Vec<ChosenView>,
    /// Optional rules of the game: `optional` in the list.
    pub optional: Vec<NamedView>,
    /// Forces inside the army, each followed by the forces inside it.
    pub forces: Vec<ForceView>,
    /// Decks whose cards a list names.
    pub decks: Vec<DeckView>,
    /// What the faction grants, bans and changes.
    pub terms: Vec<TermView>,
    /// The titles of the faction's rules.
    pub rules: Vec<String>,
    pub notes: Vec<String>,
    pub file: String,
    pub line: usize,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct NamedView {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct DeckView {
    pub id: String,
    pub name: String,
    /// How many cards, and how many copies of each, as written in the data.
    pub size: Option<String>,
    /// The same in words.
    pub size_words: Option<String>,
    pub copies: Option<String>,
    pub copies_words: Option<String>,
    /// The condition under which the army has it, as written in the data.
    pub when: Option<String>,
    /// The same in words.
    pub when_words: Option<String>,
    pub cards: Vec<NamedView>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ForceView {
    pub id: String,
    pub name: String,
    /// Its key in a list.
    pub key: String,
    /// The title of the force it stands in; none for the army itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// How many forces are around it.
    pub depth: usize,
    /// How many there are: `1..3`.
    pub range: String,
    /// The same in words.
    pub range_words: String,
    /// All of them use the same chart.
    pub one_chart: bool,
    pub full_before_next: bool,
    /// The titles of the factions that it may have; none if it has that of the army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allied: Option<Vec<String>>,
    /// The titles of categories whose units stand in the army, or in the force around, outside of
    /// these forces.
    pub outside: Vec<String>,
    /// Attributes a list states for the force.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<ChosenView>,
    /// What the force may take.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceView>,
    /// What it may cost, and what else its body says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermView>,
    /// The titles of its rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
}

/// The page of a faction, or of the game itself.
pub(crate) fn army(rules: &Ruleset<'_>, sources: &Sources, faction: Option<FactionId>) -> ArmyView {
    let game = rules.book.game;
    let list = list_of_army(game, faction);
    let preview = Preview::of_army(rules, &list, faction);
    let offers = Offers::new(&preview, sources);
    let owner = faction.map(|faction| &game.factions[faction]);
    let body = owner.map_or(&game.body, |owner| &owner.body);
    let (id, name, span) = owner
        .map_or((&game.id, &game.title, game.span), |owner| (&owner.id, &owner.title, owner.span));
    let own = owner.map(|owner| &owner.army);
    let choices = std::iter::once(&game.army).chain(own).flat_map(|army| offers.of(army, 0));
    let optional = game
        .optionals
        .values()
        .map(|rule| NamedView { id: rule.id.clone(), name: rule.title.clone() });
    let is_seen = |deck: &&Deck| match deck.owner {
        Owner::System => true,
        Owner::Faction(owner) => faction == Some(owner),
        Owner::Event(_) => false,
    };
    let decks = game.decks.values().filter(is_seen);
    ArmyView {
        id: id.clone(),
        name: name.clone(),
        version: owner.map_or(&game.version, |owner| &owner.version).clone(),
        system: game.id.clone(),
        faction: owner.map(|owner| owner.id.clone()),
        categories: owner
            .into_iter()
            .flat_map(|owner| &owner.categories)
            .map(|id| game.categories[*id].id.clone())
            .collect(),
        units: by_heading(game, &open_units(rules, faction)),
        charts: charts_of(game, faction).into_iter().map(|chart| view(&offers, chart)).collect(),
        choices: choices.collect(),
        chosen: chosen(game, NodeKind::Army, faction),
        chosen_of_units: chosen(game, NodeKind::Unit, faction),
        optional: optional.collect(),
        forces: forces(&offers, ForceKinds { game, faction, event: None }, None, 0),
        decks: decks.map(|deck| deck_view(&offers, deck)).collect(),
        terms: loose_statements(&offers, body),
        rules: rule_titles(game, body),
        notes: body.notes.iter().map(plain).collect(),
        file: sources.get(span.source).path().to_owned(),
        line: sources.place(span).line,
    }
}

fn deck_view<'g>(offers: &Offers<'_, 'g>, deck: &'g Deck) -> DeckView {
    let card = |card: &Card| {
        let entry = &offers.game.entries[card.entry];
        NamedView { id: entry.id.clone(), name: entry.title.clone() }
    };
    let size = deck.size.as_ref().map(|size| offers.range(size));
    let copies = deck.copies.as_ref().map(|copies| offers.range(copies));
    DeckView {
        id: deck.id.clone(),
        name: deck.title.clone(),
        size: size.as_ref().map(RangeText::text),
        size_words: size.as_ref().map(RangeText::words),
        copies: copies.as_ref().map(RangeText::text),
        copies_words: copies.as_ref().map(RangeText::words),
        when: deck.when.as_ref().map(|when| offers.as_written(when.span)),
        when_words: deck.when.as_ref().map(|when| offers.speak(|speaker| speaker.sentence(when))),
        cards: deck.cards.iter().map(card).collect(),
    }
}

/// The number of units by the title of their first category.
fn by_heading(game: &Game, units: &[EntryId]) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> = Vec::new();
    for unit in units {
        let first = game.entries[*unit].categories.first();
        let heading = first.map_or_else(String::new, |id| game.categories[*id].title.clone());
        match all.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, count)) => *count += 1,
            None => all.push((heading, 1)),
        }
    }
    all
}

/// The forces inside another or inside the army itself, each followed by the forces inside it.
fn forces(
    offers: &Offers<'_, '_>,
    kinds: ForceKinds<'_>,
    outer: Option<ForceId>,
    depth: usize,
) -> Vec<ForceView> {
    let mut all = Vec::new();
    for kind in kinds.inside(outer) {
        all.extend(force_view(offers, kind, depth, kinds.faction));
        all.extend(forces(offers, kinds, Some(kind), depth + 1));
    }
    all
}

/// What the body of a force says; its own `at most` limits what it costs.
fn force_terms<'g>(offers: &Offers<'_, 'g>, body: &'g Body) -> Vec<TermView> {
    offers.terms(offers.speak(|speaker| {
        let costs: Vec<StatementWords> = body
            .caps
            .iter()
            .filter(|cap| cap.of.is_none())
            .map(|cap| StatementWords::new(cap.span, speaker.force_cap(cap)))
            .collect();
        let mut others = loose_words(speaker, body);
        others.retain(|other| costs.iter().all(|cost| cost.span != other.span));
        costs.into_iter().chain(others).collect()
    }))
}

fn force_view(
    offers: &Offers<'_, '_>,
    id: ForceId,
    depth: usize,
    faction: Option<FactionId>,
) -> Option<ForceView> {
    let game = offers.game;
    let force = &game.forces[id];
    let outer = &game.forces[force.within?];
    let range = offers.range(force.range.as_ref()?);
    let outside = outer.holds.iter().map(|category| game.categories[*category].title.clone());
    Some(ForceView {
        id: force.id.clone(),
        name: force.title.clone(),
        key: force.key(),
        within: outer.within.map(|_| outer.title.clone()),
        depth,
        range: range.text(),
        range_words: range.words(),
        one_chart: outer.one_chart,
        full_before_next: force.full_before_next,
        allied: force.allied.as_ref().map(|allied| {
            let may_be = game.factions.iter();
            let may_be = may_be.filter(|(id, of)| Some(*id) != faction && allied.admits(*id, of));
            may_be.map(|(_, of)| of.title.clone()).collect()
        }),
        outside: outside.collect(),
        chosen: chosen(game, NodeKind::Force(Some(id)), faction),
        choices: offers.of(&force.body, 0),
        terms: force_terms(offers, &force.body),
        rules: rule_titles(game, &force.body),
    })
}
