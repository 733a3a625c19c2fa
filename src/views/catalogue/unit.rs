//! The page of a unit.

use crate::engine::check::kind::Limits;
use serde::Serialize;

use crate::engine::Ruleset;
use crate::model::{
    Body, EntryId, Expr, ExprKind, Game, NodeKind, Owner, Range, Steps, WeaponGroup,
};
use crate::source::Sources;
use crate::views::catalogue::chosen::chosen;
use crate::views::catalogue::gear::{conditional, gear, keywords, plain};
use crate::views::catalogue::loose::LooseParts;
use crate::views::catalogue::models::models;
use crate::views::catalogue::offer::Offers;
use crate::views::preview::price::least_price;
use crate::views::preview::{Preview, faction_of_unit, list_of_unit};
use crate::views::{
    Amount, ChoiceView, ChosenView, Cost, GearView, KeywordView, ModelView, TermView, others,
    points,
};
use crate::wording::{MOST_TOLD, attribute_words, models_words, numbers_words};

/// Everything known about a unit before it is in a list: the JSON of `orbat show`.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct UnitView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The id of the game.
    pub system: String,
    /// The id of its faction; none for a unit of the game itself.
    pub faction: Option<String>,
    /// The titles of the factions it is written for. Others take it only where a line allows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub belongs_to: Vec<String>,
    /// The ids of its categories, the primary one first.
    pub categories: Vec<String>,
    /// Their titles.
    pub category_titles: Vec<String>,
    /// Whether an army can have only one.
    pub unique: bool,
    /// The least it costs; none if that depends on more than its size.
    pub points: Option<Amount>,
    /// What it costs at that price in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
    /// How many models it has.
    pub size: Size,
    /// Titles and values of its attributes.
    pub attributes: Vec<(String, String)>,
    /// What a list states about it under the game's own keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<ChosenView>,
    /// Lines of models with a common bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupView>,
    /// Its kinds of models.
    pub models: Vec<ModelView>,
    /// Its own weapons.
    pub weapons: Vec<GearView>,
    /// The choices between options.
    pub choices: Vec<ChoiceView>,
    /// The keywords it always has.
    pub keywords: Vec<KeywordView>,
    /// The keywords it has under a condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditional_keywords: Vec<KeywordView>,
    /// Whom it may join or ride in, how often it may be taken, what it costs and changes.
    pub limits: Vec<TermView>,
    /// Notes on the unit.
    pub notes: Vec<String>,
    /// The data file that defines it.
    pub file: String,
    /// The line in that file.
    pub line: usize,
}

/// The least and greatest number of models; none where a formula decides.
#[derive(Debug, Clone, Serialize)]
pub struct Size {
    /// The least.
    pub min: Option<i64>,
    /// The greatest.
    pub max: Option<i64>,
    /// What is allowed, if some of the numbers between are left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<i64>,
    /// The same in words: `3 or 6 models`.
    pub words: String,
}

/// How many sizes are listed one by one.
const MOST_SIZES: usize = 100;

/// `models squad 5..10 { … }`
#[derive(Debug, Clone, Serialize)]
pub struct GroupView {
    /// Its name.
    pub name: String,
    /// The common bound, such as `5..10`.
    pub count: String,
    /// The same in words: `5–10 models`.
    pub count_words: String,
    /// The titles of its models.
    pub models: Vec<String>,
}

/// The page of a unit.
pub(crate) fn unit(rules: &Ruleset<'_>, sources: &Sources, id: EntryId) -> UnitView {
    let game = rules.book.game;
    let entry = &game.entries[id];
    let list = list_of_unit(game, id, faction_of_unit(game, id));
    let preview = Preview::of_unit(rules, &list, id);
    let offers = Offers::new(&preview, sources);
    let body = &entry.body;
    let loose = LooseParts::of(&offers);
    let choices: Vec<ChoiceView> = offers.of(body, 0).into_iter().chain(loose.choices).collect();
    let own = keywords(game, body.keywords.iter().chain(loose.keywords));
    let mut conditional_keywords = conditional(game, body);
    conditional_keywords.extend(keywords(game, loose.conditional_keywords));
    let least = least_price(rules, id);
    let prices = body.prices.iter().map(|line| {
        let words = offers.speak(|speaker| speaker.price(&line.price));
        let source = format!("cost {}", offers.price_source(&line.price));
        TermView { words: format!("costs {words}"), source }
    });
    UnitView {
        id: entry.id.clone(),
        name: entry.title.clone(),
        system: game.id.clone(),
        faction: faction_of(game, entry.owner),
        belongs_to: entry
            .only_for
            .iter()
            .map(|faction| game.factions[*faction].title.clone())
            .collect(),
        categories: entry
            .categories
            .iter()
            .map(|category| game.categories[*category].id.clone())
            .collect(),
        category_titles: entry
            .categories
            .iter()
            .map(|category| game.categories[*category].title.clone())
            .collect(),
        unique: entry.unique,
        points: points(least.as_deref()),
        other_costs: others(rules.book.game, least.as_deref()),
        size: size(game, id),
        attributes: attributes(game, id),
        chosen: chosen(game, NodeKind::Unit, None),
        groups: groups(&offers, body),
        models: models(&offers, body, &choices),
        weapons: weapons(game, body),
        choices,
        keywords: own,
        conditional_keywords,
        limits: prices
            .chain(offers.only_terms(body))
            .chain(offers.statements(body))
            .chain(loose.limits)
            .collect(),
        notes: body.notes.iter().map(plain).collect(),
        file: sources.get(entry.span.source).path().to_owned(),
        line: sources.place(entry.span).line,
    }
}

pub(crate) fn faction_of(game: &Game, owner: Owner) -> Option<String> {
    match owner {
        Owner::Faction(faction) => Some(game.factions[faction].id.clone()),
        _ => None,
    }
}

pub(crate) fn size(game: &Game, id: EntryId) -> Size {
    let body = &game.entries[id].body;
    // Lines with a common bound are counted by their group.
    let alone = body.models.iter().filter(|line| line.group.is_none()).map(|line| &line.range);
    let ranges: Vec<_> = body.groups.iter().map(|group| &group.range).chain(alone).collect();
    let lows =
        ranges.iter().map(|range| range.low.as_ref().map_or(Some(0), |low| Some(reach(low)?.0)));
    let highs = ranges.iter().map(|range| Some(reach(range.high.as_ref()?)?.1));
    let sum = |sum: i64, bound: Option<i64>| sum.checked_add(bound?);
    let min = lows.into_iter().try_fold(0, sum);
    let max = highs.into_iter().try_fold(0, sum);
    let only = if ranges.iter().any(|range| range.steps != Steps::Every) {
        let exact = |range: &&Range| match (reach(range.low.as_ref()?)?, range.high.as_ref()) {
            ((low, same), Some(high)) if low == same => {
                let high = reach(high).filter(|(low, high)| low == high)?.1;
                Some(Limits::new(low, Some(high), &range.steps))
            }
            _ => None,
        };
        let each: Option<Vec<Limits>> = ranges.iter().map(exact).collect();
        let none = Limits::every(0, Some(0));
        let sum = each.map(|each| each.iter().fold(none, |sum, limits| sum.plus(limits)));
        let sum = sum.filter(|sum| sum.steps != Steps::Every);
        sum.map(|sum| sum.numbers().take(MOST_SIZES).collect()).unwrap_or_default()
    } else {
        Vec::new()
    };
    let words = match (min, max) {
        _ if (1..=MOST_TOLD).contains(&only.len()) => {
            format!("{} models", numbers_words(only.iter().copied()))
        }
        (Some(min), Some(max)) if min == max => models_words(min),
        (Some(min), Some(max)) => format!("{min}–{max} models"),
        (Some(min), None) => format!("{min} or more models"),
        _ => "models by a formula".to_owned(),
    };
    Size { min, max, only, words }
}

/// The least and greatest value of a bound; `None` if its formula is more than a choice between
/// numbers.
fn reach(bound: &Expr) -> Option<(i64, i64)> {
    match &bound.kind {
        ExprKind::Number(number) => Some((*number, *number)),
        ExprKind::If(_, then, other) => {
            let (then, other) = (reach(then)?, reach(other)?);
            Some((then.0.min(other.0), then.1.max(other.1)))
        }
        _ => None,
    }
}

fn attributes(game: &Game, id: EntryId) -> Vec<(String, String)> {
    let given = game.entries[id].body.attributes.iter();
    given
        .map(|given| (game.attributes[given.attribute].title.clone(), attribute_words(game, given)))
        .collect()
}

fn groups<'g>(offers: &Offers<'_, 'g>, body: &'g Body) -> Vec<GroupView> {
    let view = |(place, group): (usize, &'g crate::model::ModelsGroup)| {
        let lines = body.models.iter().filter(|line| line.group == Some(place));
        let mut models: Vec<String> =
            lines.map(|line| offers.game.entries[line.model].title.clone()).collect();
        models.dedup();
        let count = offers.range(&group.range);
        GroupView {
            name: group.id.replace('_', " "),
            count: count.text(),
            count_words: count.model_words(),
            models,
        }
    };
    body.groups.iter().enumerate().map(view).collect()
}

pub(crate) fn weapons(game: &Game, body: &Body) -> Vec<GearView> {
    let group = |group: &WeaponGroup| {
        group.weapons.iter().map(|id| gear(game, *id, group.title.as_deref())).collect::<Vec<_>>()
    };
    body.weapons.iter().flat_map(group).collect()
}
