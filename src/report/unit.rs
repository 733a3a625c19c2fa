use serde::Serialize;

use super::gear::{GearView, KeywordView, StatView, gear, keywords, kind, plain, stats};
use super::offer::{ChoiceView, Offers};
use crate::model::{AttributeGiven, AttributeType, AttributeValue, Effect, EntryId, Game, Home, NodeKind};
use crate::source::Sources;

/// Everything there is to know of a unit before it is in a list.
#[derive(Debug, Clone, Serialize)]
pub struct UnitView {
    pub id: String,
    pub name: String,
    pub system: String,
    /// Absent for a unit of the system itself.
    pub faction: Option<String>,
    pub categories: Vec<String>,
    pub unique: bool,
    /// The least it costs; absent if that hangs on more than its size.
    pub points: Option<i64>,
    pub size: Size,
    pub attributes: Vec<(String, String)>,
    pub models: Vec<ModelView>,
    pub weapons: Vec<GearView>,
    pub choices: Vec<ChoiceView>,
    pub keywords: Vec<KeywordView>,
    /// Whom it may join or ride in, how often it may be taken, what it brings, what it costs and changes: as written.
    pub limits: Vec<String>,
    pub notes: Vec<String>,
    pub file: String,
    pub line: usize,
}

/// How many models, as written where it is a formula.
#[derive(Debug, Clone, Serialize)]
pub struct Size {
    pub min: Option<i64>,
    pub max: Option<i64>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ModelView {
    pub id: String,
    pub name: String,
    pub kind: String,
    /// How many: `5..10`.
    pub count: String,
    /// `12`, `90 for 6, then 14`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    pub stats: Vec<StatView>,
    pub weapons: Vec<GearView>,
    pub choices: Vec<ChoiceView>,
    pub keywords: Vec<KeywordView>,
}

/// `points` is the least it costs, if that is known before a list is written.
pub fn unit(game: &Game, sources: &Sources, id: EntryId, points: Option<i64>) -> UnitView {
    let entry = &game.entries[id];
    let offers = Offers { game, sources };
    let body = &entry.body;
    UnitView {
        id: entry.id.clone(),
        name: entry.title.clone(),
        system: game.id.clone(),
        faction: faction_of(game, entry.home),
        categories: entry.categories.iter().map(|category| game.categories[*category].id.clone()).collect(),
        unique: entry.unique,
        points,
        size: size(game, id),
        attributes: attributes(game, id),
        models: models(game, &offers, id),
        weapons: weapons(game, body),
        choices: offers.of(body, 0),
        keywords: keywords(game, &body.keywords),
        limits: limits(sources, body),
        notes: body.notes.iter().map(plain).collect(),
        file: sources.get(entry.span.source).path().to_owned(),
        line: sources.place(entry.span).line,
    }
}

pub(super) fn faction_of(game: &Game, home: Home) -> Option<String> {
    match home {
        Home::Faction(faction) => Some(game.factions[faction].id.clone()),
        _ => None,
    }
}

pub(super) fn size(game: &Game, id: EntryId) -> Size {
    let number = |bound: &Option<crate::model::Expr>| match bound.as_ref().map(|bound| &bound.kind) {
        Some(crate::model::ExprKind::Number(number)) => Some(*number),
        _ => None,
    };
    let body = &game.entries[id].body;
    // Lines bounded together count by their group.
    let alone = body.models.iter().filter(|line| line.group.is_none()).map(|line| &line.range);
    let ranges: Vec<_> = body.groups.iter().map(|group| &group.range).chain(alone).collect();
    Size {
        min: ranges.iter().map(|range| number(&range.low)).try_fold(0_i64, |sum, low| sum.checked_add(low?)),
        max: ranges.iter().map(|range| number(&range.high)).try_fold(0_i64, |sum, high| sum.checked_add(high?)),
    }
}

fn attributes(game: &Game, id: EntryId) -> Vec<(String, String)> {
    let given = game.entries[id].body.attributes.iter();
    given.map(|given| (game.attributes[given.attribute].title.clone(), attribute_words(game, given))).collect()
}

/// The values of an attribute as people read them.
pub(super) fn attribute_words(game: &Game, given: &AttributeGiven) -> String {
    let word = |value: &AttributeValue| match value {
        AttributeValue::Int(number) => number.to_string(),
        AttributeValue::Text(text) => text.clone(),
        AttributeValue::Category(category) => game.categories[*category].title.clone(),
        AttributeValue::Choice(position) => match game.attributes[given.attribute].shape {
            AttributeType::Choice(choices) => {
                game.choices[choices].words.get(*position).map(|choice| choice.word.replace('_', " ")).unwrap_or_default()
            }
            _ => String::new(),
        },
    };
    given.values.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn models(game: &Game, offers: &Offers<'_>, id: EntryId) -> Vec<ModelView> {
    let mut views: Vec<ModelView> = Vec::new();
    let body = &game.entries[id].body;
    let replaced = body.options.iter().filter_map(|member| member.terms.replaces_leader);
    let led = body.options.iter().flat_map(|member| &game.entries[member.entry].body.models).map(|line| line.model);
    for line in &body.models {
        let model = model(game, offers, line.model, offers.range(&line.range), line.price.as_ref());
        views.push(model);
    }
    for other in replaced.chain(led) {
        if body.models.iter().any(|line| line.model == other) {
            continue; // it stands there already
        }
        views.push(model(game, offers, other, "0..1".to_owned(), None));
    }
    views
}

fn model(game: &Game, offers: &Offers<'_>, id: EntryId, count: String, price: Option<&crate::model::ModelPrice>) -> ModelView {
    let entry = &game.entries[id];
    let price = price.map(|price| {
        let first = offers.price(&price.price);
        match (price.first, &price.then) {
            (Some(count), Some(then)) => format!("{first} for {count}, then {} each", offers.price(then)),
            (Some(count), None) => format!("{first} for {count}"),
            (None, _) if count == "1" => first,
            (None, _) => format!("{first} each"),
        }
    });
    let own = entry.body.prices.first().map(|line| format!("{} each", offers.price(&line.price)));
    ModelView {
        id: entry.id.clone(),
        name: entry.title.clone(),
        kind: kind(game, entry),
        count,
        price: price.or(own),
        stats: stats(game, entry, &entry.body.stats),
        weapons: weapons(game, &entry.body),
        choices: offers.of(&entry.body, 0),
        keywords: keywords(game, &entry.body.keywords),
    }
}

fn weapons(game: &Game, body: &crate::model::Body) -> Vec<GearView> {
    let group = |group: &crate::model::WeaponGroup| {
        group.weapons.iter().map(|id| gear(game, *id, group.title.as_deref())).collect::<Vec<_>>()
    };
    body.weapons.iter().flat_map(group).collect()
}

/// What the data says in one line each; shown as written.
fn limits(sources: &Sources, body: &crate::model::Body) -> Vec<String> {
    let caps = body.caps.iter().filter(|cap| cap.within != NodeKind::Model).map(|cap| cap.span);
    let joins = body.joins.iter().map(|join| join.span);
    let rides = body.rides.iter().map(|ride| ride.span);
    let brings = body.brings.iter().map(|brings| brings.span);
    let written = |span| {
        let text = sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        text.split(" cite ").next().unwrap_or_default().to_owned()
    };
    let changes = body.effects.iter().filter_map(|effect| match effect {
        Effect::When(when) => Some(when.span),
        _ => None,
    });
    let prices = body.prices.iter().map(|line| format!("cost {}", written(line.price.span)));
    prices.chain(caps.chain(joins).chain(rides).chain(brings).chain(changes).map(written)).collect()
}
