//! The models that a player owns: what a game has, and what lists lack.

use serde::{Deserialize, Serialize};

use crate::builder::{Shortage, Stock};
use crate::diagnostic::Diagnostic;
use crate::engine::Ruleset;
use crate::list::{Name, Owned, OwnedCount, SpannedNumber, load_owned};
use crate::model::{Entry, Game};
use crate::source::{SourceId, Sources};
use crate::web::issue::sentence;
use crate::web::open::{CallError, open_whole};
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CollectionAsk {
    system: String,
    /// The text of a collection (`owned.yaml`).
    #[serde(default)]
    owned: String,
}

/// Every unit of a game, with what is owned of it.
#[derive(Debug, Serialize)]
pub(crate) struct Collection {
    pub title: String,
    pub accent: String,
    pub units: Vec<OwnedRow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct OwnedRow {
    pub unit: String,
    pub title: String,
    /// The factions that have it; empty if all have.
    pub of: Vec<String>,
    /// Models of all kinds together; none if nothing is said, or each kind is counted.
    pub count: Option<i64>,
    pub kinds: Vec<KindRow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct KindRow {
    pub model: String,
    pub count: i64,
}

pub(crate) fn collection(data: &Data, asked: &CollectionAsk) -> Result<Collection, CallError> {
    let game = &data.game(&asked.system)?.game;
    let owned = read(game, &asked.owned)?;
    let counts = |entry: &Entry| {
        let units = owned.iter().flat_map(|owned| &owned.units);
        units.filter(|(name, _)| name.value == entry.id).map(|(_, count)| count).next_back()
    };
    let row = |entry: &Entry| {
        let of = entry.only_for.iter().map(|faction| game.factions[*faction].title.clone());
        let (count, kinds) = match counts(entry) {
            Some(OwnedCount::All(count)) => (Some(count.value), Vec::new()),
            Some(OwnedCount::Kinds(kinds)) => (None, kinds.iter().map(kind).collect()),
            None => (None, Vec::new()),
        };
        OwnedRow {
            unit: entry.id.clone(),
            title: entry.title.clone(),
            of: of.collect(),
            count,
            kinds,
        }
    };
    Ok(Collection {
        title: game.title.clone(),
        accent: crate::web::begin::accent(game),
        units: game.units().map(|(_, entry)| row(entry)).collect(),
    })
}

fn kind((model, count): &(Name, SpannedNumber)) -> KindRow {
    KindRow { model: model.value.clone(), count: count.value }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnedAsk {
    list: String,
    /// The text of a collection (`owned.yaml`).
    owned: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct OwnedAnswer {
    pub enough: bool,
    /// The kinds of models of which there are too few.
    pub short: Vec<Shortage>,
}

pub(crate) fn owned(data: &Data, asked: &OwnedAsk) -> Result<OwnedAnswer, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let stock = stock(opened.game, &asked.owned)?;
    let short = stock
        .map_or_else(Vec::new, |stock| stock.shortages(opened.game, &[rules.assess(&opened.list)]));
    Ok(OwnedAnswer { enough: short.is_empty(), short })
}

/// The models of a collection; none if there is no text.
pub(crate) fn stock(game: &Game, text: &str) -> Result<Option<Stock>, CallError> {
    let stock = |owned: Owned| Stock::new(game, &owned).map_err(|found| unread(&found));
    read(game, text)?.map(stock).transpose()
}

fn read(game: &Game, text: &str) -> Result<Option<Owned>, CallError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let sources = Sources::of_list("owned.yaml", text);
    let owned = match load_owned(&sources, SourceId::LIST) {
        (Some(owned), found) if found.is_empty() => owned,
        (_, found) => return Err(unread(&found)),
    };
    if owned.system.value != game.id {
        let message = format!("the collection is for `{}`", owned.system.value);
        return Err(CallError::new(422, message));
    }
    Ok(Some(owned))
}

fn unread(found: &[Diagnostic]) -> CallError {
    let why = found.first().map(|first| sentence(&first.message)).unwrap_or_default();
    CallError::new(422, format!("the collection cannot be read: {why}"))
}
