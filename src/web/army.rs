//! What the list itself states: its head, the choices of the army, optional rules, decks, designs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::builder::find::faction_of;
use crate::builder::{NewList, charts_of, keys_of_army};
use crate::engine::Ruleset;
use crate::list::{GameKey, GameValue, Holder, Points, Scalar};
use crate::model::{Card, Deck, FactionId, Game, NodeKind};
use crate::views::catalogue::army::DeckView;
use crate::views::catalogue::chosen::chosen;
use crate::views::catalogue::gear::card_texts;
use crate::views::{Amount, OptionView, Title, each_option};
use crate::web::menu::{Choice, choices};
use crate::web::open::{AboutList, CallError, Opened, open_whole};
use crate::web::unit::KeyControl;
use crate::workspace::Data;

/// The details of a list.
#[derive(Debug, Serialize)]
pub(crate) struct ArmySheet {
    pub name: String,
    pub player: String,
    /// Amounts agreed on, by currency.
    pub points: Vec<AgreedPoints>,
    pub factions: Vec<Title>,
    pub faction: Option<String>,
    pub charts: Vec<ChartChoice>,
    pub events: Vec<Title>,
    pub event: Option<String>,
    pub opponent: Option<String>,
    /// Keys that the game defines for armies.
    pub keys: Vec<KeyControl>,
    /// The titles of words that these keys may have.
    pub words: BTreeMap<String, String>,
    pub choices: Vec<Choice>,
    pub optional: Vec<OptionalRule>,
    pub decks: Vec<DeckSheet>,
    pub designs: Vec<DesignRow>,
    /// Models that a new design may follow.
    pub models: Vec<Title>,
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct AgreedPoints {
    pub currency: String,
    pub title: String,
    pub amount: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ChartChoice {
    pub id: String,
    pub title: String,
    pub chosen: bool,
    /// How many errors the list has by this chart.
    pub errors: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct OptionalRule {
    pub id: String,
    pub title: String,
    pub plays: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct DeckSheet {
    pub title: String,
    pub size: Option<String>,
    pub copies: Option<String>,
    pub count: i64,
    pub cards: Vec<CardRow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct CardRow {
    pub id: String,
    pub title: String,
    pub kind: String,
    pub text: String,
    pub count: i64,
}

#[derive(Debug, Serialize)]
pub(crate) struct DesignRow {
    pub name: String,
    pub model: String,
    /// What a model of it costs; none if no unit may have it.
    pub points: Option<Amount>,
    /// How many models of the list follow it.
    pub models: i64,
    pub picks: Vec<(String, i64)>,
}

pub(crate) fn army(data: &Data, asked: &AboutList) -> Result<ArmySheet, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let (game, list) = (opened.game, &opened.list);
    let rules = Ruleset::new(game);
    let faction = faction_of(game, list);
    let page = crate::views::army(&rules, &opened.sources, faction);
    let options: Vec<OptionView> = each_option(&page.choices).into_iter().cloned().collect();
    let about: Vec<&OptionView> = options.iter().collect();
    let text = |name: &Option<crate::list::Name>| {
        name.as_ref().map(|name| name.value.clone()).unwrap_or_default()
    };
    let named = |name: &Option<crate::list::Name>| name.as_ref().map(|name| name.value.clone());
    let wanted = NewList { faction, ..NewList::default() };
    let words = keys_of_army(&rules, game, &wanted).into_iter().flat_map(|key| key.words);
    let title = |id: &str, title: &str| Title { id: id.to_owned(), title: title.to_owned() };
    Ok(ArmySheet {
        name: text(&list.name),
        player: text(&list.player),
        points: agreed(game, list.points.as_ref()),
        factions: game.factions.values().map(|known| title(&known.id, &known.title)).collect(),
        faction: named(&list.faction),
        charts: charts(&rules, &opened),
        events: game.events.values().map(|known| title(&known.id, &known.title)).collect(),
        event: named(&list.event),
        opponent: named(&list.opponent),
        keys: chosen(game, NodeKind::Army, faction)
            .into_iter()
            .map(|key| KeyControl { stated: stated(&list.others, &key.id), key })
            .collect(),
        words: words.collect(),
        choices: choices(&rules, list, &Holder::Army, &about),
        optional: game
            .optionals
            .values()
            .map(|rule| OptionalRule {
                id: rule.id.clone(),
                title: rule.title.clone(),
                plays: list.optional.iter().any(|known| known.value == rule.id),
            })
            .collect(),
        decks: decks(&rules, &opened, page.decks),
        designs: crate::web::design::rows(&rules, list),
        models: crate::web::design::models(game),
        notes: list.notes.iter().map(|note| note.value.clone()).collect(),
    })
}

/// The words that a list states under a key.
pub(crate) fn stated(others: &[GameKey], key: &str) -> Vec<String> {
    let own = others.iter().filter(|other| other.key.value == key);
    own.flat_map(|other| match &other.value {
        GameValue::Scalars(values) => values.iter().map(Scalar::words).collect(),
        _ => Vec::new(),
    })
    .collect()
}

/// What is agreed on in each currency.
pub(crate) fn agreed(game: &Game, stated: Option<&Points>) -> Vec<AgreedPoints> {
    let amount = |place: usize, id: &str| {
        let mut amounts = stated?.amounts();
        let own = amounts.find(|(name, _)| name.map_or(place == 0, |name| name == id))?;
        Some(own.1.to_string())
    };
    let currencies = game.currencies.values().enumerate();
    currencies
        .map(|(place, currency)| AgreedPoints {
            currency: currency.id.clone(),
            title: currency.title.clone(),
            amount: amount(place, &currency.id),
        })
        .collect()
}

/// The charts to choose from, each tried.
fn charts<'g>(rules: &Ruleset<'g>, opened: &Opened<'g>) -> Vec<ChartChoice> {
    let list = &opened.list;
    let charts = charts_of(opened.game, faction_of(opened.game, list));
    let session = rules.session(list);
    let now = session.evaluator().army.chart.map(|chart| opened.game.charts[chart].id.as_str());
    let errors = |id: &str| {
        let value = Some(id.to_owned());
        let edit = crate::list::Edit::SetHead { key: crate::list::HeadKey::Chart, value };
        edit.applied_to(list).map_or(0, |list| rules.assess(&list).errors.len())
    };
    charts
        .into_iter()
        .map(|(_, chart)| ChartChoice {
            id: chart.id.clone(),
            title: chart.title.clone(),
            chosen: now == Some(chart.id.as_str()),
            errors: errors(&chart.id),
        })
        .collect()
}

/// Decks that the army has, or whose cards the list names.
fn decks<'g>(rules: &Ruleset<'g>, opened: &Opened<'g>, pages: Vec<DeckView>) -> Vec<DeckSheet> {
    let (game, list) = (opened.game, &opened.list);
    let session = rules.session(list);
    let evaluator = session.evaluator();
    let count = |id: &str| {
        let own = list.deck.iter().filter(|(name, _)| name.value == id);
        own.map(|(_, count)| count.value).fold(0, i64::saturating_add)
    };
    let mut all = Vec::new();
    for page in pages {
        let Some(deck) = game.decks.values().find(|deck| deck.id == page.id) else { continue };
        let cards: Vec<CardRow> = deck
            .cards
            .iter()
            .filter(|card| may_hold(game, deck, card, evaluator.army.faction))
            .map(|card| card_row(game, deck, card, &count))
            .collect();
        let sum = cards.iter().map(|card| card.count).fold(0, i64::saturating_add);
        if evaluator.in_play(deck) || sum > 0 {
            all.push(DeckSheet {
                title: page.name,
                size: page.size_words,
                copies: page.copies_words,
                count: sum,
                cards,
            });
        }
    }
    all
}

/// Whether an army of the faction may have a card in its deck.
fn may_hold(game: &Game, deck: &Deck, card: &Card, faction: Option<FactionId>) -> bool {
    let is_of_type =
        deck.types.is_empty() || card.types.iter().any(|of_card| deck.types.contains(of_card));
    is_of_type && card.serves(game, faction)
}

fn card_row(game: &Game, deck: &Deck, card: &Card, count: &dyn Fn(&str) -> i64) -> CardRow {
    let entry = &game.entries[card.entry];
    CardRow {
        id: entry.id.clone(),
        title: entry.title.clone(),
        kind: card.types.join(", ").replace('_', " "),
        text: card_texts(game, deck, card).join(" "),
        count: count(&entry.id),
    }
}
