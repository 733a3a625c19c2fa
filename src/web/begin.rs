//! Beginning a list: games, factions, charts, points.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::builder::points::merged;
use crate::builder::{NewList, charts_of, keys_of_army, new_list, resolve_name};
use crate::engine::Ruleset;
use crate::list::Points;
use crate::model::{FactionId, Game, Owner};
use crate::views::{PLAIN_ACCENT, Title, chart, data_mark, open_units};
use crate::web::open::CallError;
use crate::workspace::{Data, GameData};

#[derive(Debug, Serialize)]
pub(crate) struct SystemView {
    pub id: String,
    pub title: String,
    pub accent: String,
    pub currency: String,
    pub version: Option<String>,
    /// The state of its data.
    pub data: String,
    pub factions: usize,
}

/// All games; those whose data has errors are left out.
pub(crate) fn systems(data: &Data) -> Vec<SystemView> {
    let loaded = data.systems().iter().filter_map(|system| data.game(&system.id).ok());
    loaded.map(|loaded| system(&loaded.game)).collect()
}

fn system(game: &Game) -> SystemView {
    SystemView {
        id: game.id.clone(),
        title: game.title.clone(),
        accent: accent(game),
        currency: currency(game),
        version: game.version.clone(),
        data: data_mark(game),
        factions: game.factions.values().count(),
    }
}

pub(crate) fn accent(game: &Game) -> String {
    game.layout.accent(Owner::System).unwrap_or(PLAIN_ACCENT).to_owned()
}

fn currency(game: &Game) -> String {
    game.currencies.values().next().map(|currency| currency.title.clone()).unwrap_or_default()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameAsk {
    system: String,
    /// With it, the answer has the charts and keys of this faction.
    #[serde(default)]
    faction: Option<String>,
}

/// What there is to choose for a new list.
#[derive(Debug, Serialize)]
pub(crate) struct GameView {
    #[serde(flatten)]
    pub system: SystemView,
    pub factions: Vec<FactionRow>,
    /// The charts of the faction that was asked for.
    pub charts: Vec<ChartRow>,
    /// Keys that its armies may state.
    pub keys: Vec<KeyRow>,
    pub currencies: Vec<Title>,
    /// Sizes that armies of the game often have.
    pub presets: Vec<i64>,
    /// Whether an army needs no faction, because players design its models.
    pub designs: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct FactionRow {
    pub id: String,
    pub title: String,
    pub accent: String,
    pub units: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct ChartRow {
    pub id: String,
    pub title: String,
    /// Its slots: `Troops 2–4`.
    pub slots: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct KeyRow {
    pub id: String,
    pub title: String,
    pub words: Vec<(String, String)>,
}

pub(crate) fn game(data: &Data, asked: &GameAsk) -> Result<GameView, CallError> {
    let GameData { game, sources, .. } = data.game(&asked.system)?;
    let rules = Ruleset::new(game);
    let faction = faction(game, asked.faction.as_deref())?;
    let accent = |owner| game.layout.accent(owner).unwrap_or(PLAIN_ACCENT).to_owned();
    let factions = game.factions.iter().map(|(id, faction)| FactionRow {
        id: faction.id.clone(),
        title: faction.title.clone(),
        accent: accent(Owner::Faction(id)),
        units: open_units(&rules, Some(id)).len(),
    });
    let is_asked = faction.is_some() || game.factions.values().next().is_none();
    let charts = charts_of(game, faction).into_iter().filter(|_| is_asked);
    let charts = charts.map(|(id, known)| ChartRow {
        id: known.id.clone(),
        title: known.title.clone(),
        slots: chart(&rules, sources, id)
            .slots
            .iter()
            .map(|slot| format!("{} {}", slot.name, slot.short_range))
            .collect(),
    });
    let wanted = NewList { faction, ..NewList::default() };
    let keys = if is_asked { keys_of_army(&rules, game, &wanted) } else { Vec::new() };
    let currencies = game.currencies.values();
    Ok(GameView {
        system: system(game),
        factions: factions.collect(),
        charts: charts.collect(),
        keys: keys
            .into_iter()
            .filter(|key| !key.words.is_empty())
            .map(|key| KeyRow { id: key.id, title: key.title, words: key.words })
            .collect(),
        currencies: currencies
            .map(|known| Title { id: known.id.clone(), title: known.title.clone() })
            .collect(),
        presets: vec![500, 1000, 1500, 2000],
        designs: !crate::web::design::models(game).is_empty(),
    })
}

fn faction(game: &Game, name: Option<&str>) -> Result<Option<FactionId>, CallError> {
    let known: Vec<(String, String)> =
        game.factions.values().map(|faction| (faction.id.clone(), faction.title.clone())).collect();
    Ok(match name {
        Some(name) => game.faction(resolve_name("faction", name, &known)?),
        None => None,
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAsk {
    system: String,
    #[serde(default)]
    faction: Option<String>,
    #[serde(default)]
    chart: Option<String>,
    #[serde(default)]
    points: Option<Points>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    keys: BTreeMap<String, String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct NewView {
    /// The text of the list.
    pub list: String,
}

/// The text of a new list, as `orbat new` writes it.
pub(crate) fn new(data: &Data, asked: &NewAsk) -> Result<NewView, CallError> {
    let GameData { game, .. } = data.game(&asked.system)?;
    let rules = Ruleset::new(game);
    let faction = faction(game, asked.faction.as_deref())?;
    let charts = charts_of(game, faction);
    let known: Vec<(String, String)> =
        charts.iter().map(|(_, chart)| (chart.id.clone(), chart.title.clone())).collect();
    let chart = match (&asked.chart, known.as_slice()) {
        (Some(name), known) => Some(resolve_name("chart", name, known)?.to_owned()),
        (None, [(only, _)]) => Some(only.clone()),
        (None, _) => None,
    };
    let chart = charts.into_iter().find(|(_, known)| Some(&known.id) == chart.as_ref());
    let points = asked.points.as_ref().map(|points| merged(game, None, points)).transpose()?;
    let mut wanted = NewList {
        name: asked.name.clone().filter(|name| !name.is_empty()),
        faction,
        chart: chart.map(|(id, _)| id),
        points,
        stated: Vec::new(),
    };
    let keys = keys_of_army(&rules, game, &wanted);
    for (name, word) in &asked.keys {
        let key = keys.iter().find(|key| key.id == *name);
        let key = key.ok_or_else(|| CallError::new(422, format!("there is no key `{name}`")))?;
        wanted.stated.push((key.id.clone(), key.value(&rules, game, &wanted, word)?));
    }
    Ok(NewView { list: new_list(&rules, game, &wanted) })
}
