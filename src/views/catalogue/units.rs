//! Listings: the factions of a game, the units of a faction.

use serde::Serialize;

use crate::engine::Ruleset;
use crate::model::{EntryId, FactionId, Game, Owner};
use crate::views::Size;
use crate::views::catalogue::unit::{faction_of, size};
use crate::views::preview::price::{is_shut_out, least_price};
use crate::views::{Amount, Cost, others, points};

/// A faction in a listing.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct FactionView {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub categories: Vec<String>,
    /// The number of its own units.
    pub units: usize,
    /// The ids of its own charts.
    pub charts: Vec<String>,
}

/// A unit in a listing.
#[derive(Debug, Clone, Serialize)]
pub struct UnitLine {
    pub id: String,
    pub name: String,
    /// None for a unit of the game itself.
    pub faction: Option<String>,
    pub categories: Vec<String>,
    /// The title of the first category, under which it is listed.
    pub heading: String,
    pub unique: bool,
    pub points: Option<Amount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
    pub size: Size,
}

pub(crate) fn factions(game: &Game) -> Vec<FactionView> {
    let view = |(id, faction): (FactionId, &crate::model::Faction)| FactionView {
        id: faction.id.clone(),
        name: faction.title.clone(),
        version: faction.version.clone(),
        categories: faction
            .categories
            .iter()
            .map(|category| game.categories[*category].id.clone())
            .collect(),
        units: game.units().filter(|(_, unit)| unit.owner == Owner::Faction(id)).count(),
        charts: game
            .charts
            .values()
            .filter(|chart| chart.owner == Owner::Faction(id))
            .map(|chart| chart.id.clone())
            .collect(),
    };
    game.factions.iter().map(view).collect()
}

/// The units of a faction (or of the game itself, without one), in the order in which their first
/// categories are declared.
pub fn units_of(game: &Game, faction: Option<FactionId>) -> Vec<EntryId> {
    let of_system = |id: &EntryId| game.entries[*id].owner == Owner::System;
    let mut ids: Vec<_> = match faction {
        Some(faction) => game.units_of(faction).map(|(id, _)| id).collect(),
        None => game.units().map(|(id, _)| id).filter(of_system).collect(),
    };
    ids.sort_by_key(|id| {
        let first = game.entries[*id].categories.first();
        (first.is_none(), first.copied())
    });
    ids
}

/// The same without units that the rules ban from every army of the faction.
pub(crate) fn open_units(rules: &Ruleset<'_>, faction: Option<FactionId>) -> Vec<EntryId> {
    let mut ids = units_of(rules.book.game, faction);
    ids.retain(|unit| faction.is_none_or(|faction| !is_shut_out(rules, faction, *unit)));
    ids
}

/// The same, as rows of a listing.
pub fn unit_lines(rules: &Ruleset<'_>, faction: Option<FactionId>) -> Vec<UnitLine> {
    let game = rules.book.game;
    let line = |id| {
        let unit = &game.entries[id];
        let categories = &unit.categories;
        let least = least_price(rules, id);
        UnitLine {
            id: unit.id.clone(),
            name: unit.title.clone(),
            faction: faction_of(game, unit.owner),
            categories: categories
                .iter()
                .map(|category| game.categories[*category].id.clone())
                .collect(),
            heading: categories
                .first()
                .map(|category| game.categories[*category].title.clone())
                .unwrap_or_default(),
            unique: unit.unique,
            points: points(least.as_deref()),
            other_costs: others(rules.book.game, least.as_deref()),
            size: size(game, id),
        }
    };
    open_units(rules, faction).into_iter().map(line).collect()
}
