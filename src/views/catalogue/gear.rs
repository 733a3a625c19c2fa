//! Weapons and everything else with a profile, as the data states it.

use serde::Serialize;

use crate::model::{
    Body, Card, CardEffect, Deck, Effect, Entry, EntryId, EntryKind, Game, KeywordUse, Stat,
    TextPart,
};
use crate::wording::{argument_words, effect_line, keyword_title, stat_words};

/// A characteristic as printed.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct StatView {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub value: String,
}

/// A weapon, or anything else with a profile except models.
#[derive(Debug, Clone, Serialize)]
pub struct GearView {
    #[serde(skip)]
    pub(crate) entry: EntryId,
    pub id: String,
    pub name: String,
    pub kind: String,
    /// The names of all its characteristics in printing order.
    pub columns: Vec<String>,
    /// Its attack group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    pub stats: Vec<StatView>,
    pub modes: Vec<ModeView>,
    pub keywords: Vec<KeywordView>,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ModeView {
    pub name: String,
    pub stats: Vec<StatView>,
    pub keywords: Vec<KeywordView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A keyword as used, with its text filled in.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct KeywordView {
    pub id: String,
    pub name: String,
    pub text: String,
}

impl GearView {
    /// Its own keywords and those of its modes.
    pub(crate) fn all_keywords(&self) -> impl Iterator<Item = &KeywordView> {
        self.keywords.iter().chain(self.modes.iter().flat_map(|mode| &mode.keywords))
    }
}

pub(crate) fn gear(game: &Game, id: EntryId, group: Option<&str>) -> GearView {
    let entry = &game.entries[id];
    let body = &entry.body;
    let mode = |mode: &crate::model::Mode| ModeView {
        name: mode.title.clone(),
        stats: stats(game, entry, &mode.stats),
        keywords: keywords(game, &mode.keywords),
        notes: mode.notes.iter().map(plain).collect(),
    };
    GearView {
        entry: id,
        id: entry.id.clone(),
        name: entry.title.clone(),
        kind: kind(game, entry),
        columns: columns(game, entry),
        group: group.map(str::to_owned),
        stats: stats(game, entry, &body.stats),
        modes: body.modes.iter().map(mode).collect(),
        keywords: keywords(game, &body.keywords),
        notes: body.notes.iter().map(plain).collect(),
    }
}

pub(crate) fn kind(game: &Game, entry: &Entry) -> String {
    match entry.kind {
        EntryKind::Profile(profile) => game.profiles[profile].title.clone(),
        _ => String::new(),
    }
}

fn columns(game: &Game, entry: &Entry) -> Vec<String> {
    match entry.kind {
        EntryKind::Profile(profile) => game.profiles[profile]
            .characteristics
            .iter()
            .map(|characteristic| characteristic.name.clone())
            .collect(),
        _ => Vec::new(),
    }
}

/// A text without the values that depend on a list.
pub(crate) fn plain(text: &crate::model::Text) -> String {
    let part = |part: &TextPart| match part {
        TextPart::Plain(text) | TextPart::Link(_, text) => text.clone(),
        _ => "…".to_owned(),
    };
    text.parts.iter().map(part).collect()
}

/// The effects of a card, then its notes.
pub(crate) fn card_texts(game: &Game, deck: &Deck, card: &Card) -> Vec<String> {
    let effect = |effect: &CardEffect| effect_line(game, deck, effect, &plain(&effect.text));
    let notes = game.entries[card.entry].body.notes.iter().map(plain);
    card.effects.iter().map(effect).chain(notes).collect()
}

/// Characteristics in the order of the profile.
pub(crate) fn stats(game: &Game, entry: &Entry, given: &[Stat]) -> Vec<StatView> {
    let EntryKind::Profile(profile) = entry.kind else { return Vec::new() };
    let view = |characteristic: &crate::model::Characteristic| {
        let stat = given.iter().find(|stat| stat.name == characteristic.name)?;
        Some(StatView {
            name: characteristic.name.clone(),
            title: characteristic.title.clone(),
            value: stat_words(game, &stat.value),
        })
    };
    game.profiles[profile].characteristics.iter().filter_map(view).collect()
}

/// The keywords that blocks of a body give while their condition holds.
pub(crate) fn conditional(game: &Game, body: &Body) -> Vec<KeywordView> {
    let mut views: Vec<KeywordView> = Vec::new();
    for effect in &body.effects {
        if let Effect::When(when) = effect {
            views.extend(keywords(game, &when.body.keywords));
            views.extend(conditional(game, &when.body));
        }
    }
    views
}

pub(crate) fn keywords<'u>(
    game: &Game,
    uses: impl IntoIterator<Item = &'u KeywordUse>,
) -> Vec<KeywordView> {
    let mut views: Vec<KeywordView> = Vec::new();
    for keyword_use in uses {
        let view = keyword(game, keyword_use);
        if !views.contains(&view) {
            views.push(view);
        }
    }
    views
}

fn keyword(game: &Game, keyword_use: &KeywordUse) -> KeywordView {
    let keyword = &game.keywords[keyword_use.keyword];
    let argument = |index: usize| argument_words(game, keyword_use, index);
    let mut name = keyword_title(game, keyword_use);
    let shown = keyword.title.parts.iter().any(|part| matches!(part, TextPart::Parameter(_)));
    if !shown && !keyword_use.arguments.is_empty() {
        let arguments: Vec<String> = (0..keyword_use.arguments.len()).map(argument).collect();
        name = format!("{name} ({})", arguments.join(", "));
    }
    KeywordView { id: keyword.name.clone(), name, text: keyword.text.fill(argument) }
}
