//! A model that the player designs: its picks and options with their controls, and its price.

use serde::{Deserialize, Serialize};

use crate::builder::Builder;
use crate::engine::Ruleset;
use crate::engine::army::{NodeId, NodeIs};
use crate::list::{Design, Edit, ForceRef, Holder, List, Models};
use crate::model::{EntryId, EntryKind, Game, StatValue};
use crate::number::Number;
use crate::views::{Amount, OptionView, Title};
use crate::web::army::DesignRow;
use crate::web::menu::{Choice, choices, model_entry};
use crate::web::open::{CallError, open_whole};
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DesignAsk {
    list: String,
    design: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct DesignSheet {
    pub name: String,
    pub model: String,
    /// What a model of it costs; none if no unit may have it.
    pub points: Option<Amount>,
    /// How many models of the list follow it.
    pub models: i64,
    pub picks: Vec<PickControl>,
    pub choices: Vec<Choice>,
}

/// A characteristic that the player picks.
#[derive(Debug, Serialize)]
pub(crate) struct PickControl {
    pub stat: String,
    pub value: Option<i64>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    pub fewer: Option<i64>,
    pub more: Option<i64>,
}

/// Models that leave characteristics to the player.
pub(crate) fn models(game: &Game) -> Vec<Title> {
    let entries = game.entries.iter();
    let open = entries.filter(|(id, entry)| {
        matches!(entry.kind, EntryKind::Profile(_)) && is_designed(game, *id)
    });
    open.map(|(_, entry)| Title { id: entry.id.clone(), title: entry.title.clone() }).collect()
}

fn is_designed(game: &Game, model: EntryId) -> bool {
    game.entries[model].body.stats.iter().any(|stat| matches!(stat.value, StatValue::Pick(..)))
}

pub(crate) fn design(data: &Data, asked: &DesignAsk) -> Result<DesignSheet, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let (game, list) = (opened.game, &opened.list);
    let rules = Ruleset::new(game);
    let place = list.designs.iter().position(|design| design.name.value == asked.design);
    let found = place.and_then(|place| Some((place, list.designs.get(place)?)));
    let (place, design) = found
        .ok_or_else(|| CallError::new(404, format!("the list has no design `{}`", asked.design)))?;
    let model = model_entry(game, &design.model.value);
    let about: Vec<OptionView> = Vec::new();
    let about: Vec<&OptionView> = about.iter().collect();
    let of = Holder::Design(asked.design.clone());
    Ok(DesignSheet {
        name: asked.design.clone(),
        model: design.model.value.clone(),
        points: price(&rules, list, place).map(Amount::from),
        models: models_of(&rules, list, place),
        picks: model.map(|model| picks(game, model, design)).unwrap_or_default(),
        choices: choices(&rules, list, &of, &about),
    })
}

/// Every design of the list.
pub(crate) fn rows(rules: &Ruleset<'_>, list: &List) -> Vec<DesignRow> {
    let designs = list.designs.iter().enumerate();
    let row = |(place, design): (usize, &Design)| DesignRow {
        name: design.name.value.clone(),
        model: design.model.value.clone(),
        points: price(rules, list, place).map(Amount::from),
        models: models_of(rules, list, place),
        picks: picked(rules.book.game, design),
    };
    designs.map(row).collect()
}

/// What a design picks, in the order in which its model has it.
fn picked(game: &Game, design: &Design) -> Vec<(String, i64)> {
    let model = model_entry(game, &design.model.value);
    let place = |name: &str| {
        let stats = &game.entries[model?].body.stats;
        stats.iter().position(|stat| stat.name == name)
    };
    let mut picks: Vec<(String, i64)> =
        design.picks.iter().map(|(stat, value)| (stat.value.clone(), value.value)).collect();
    picks.sort_by_key(|(stat, _)| place(stat));
    picks
}

fn picks(game: &Game, model: EntryId, design: &Design) -> Vec<PickControl> {
    let stats = game.entries[model].body.stats.iter();
    let control = |stat: &crate::model::Stat| {
        let StatValue::Pick(picks) = &stat.value else { return None };
        let stated = design.picks.iter().find(|(name, _)| name.value == stat.name);
        let value = stated.map(|(_, value)| value.value);
        let near = |step: i64| {
            let from = value.or(picks.low).unwrap_or(0);
            // Steps are small, so the next number is near.
            let mut others = (1..=100).map(|by| from.saturating_add(by * step));
            others.find(|number| picks.admit(*number))
        };
        Some(PickControl {
            stat: stat.name.clone(),
            value,
            min: picks.low,
            max: picks.high,
            fewer: near(-1),
            more: near(1),
        })
    };
    stats.filter_map(control).collect()
}

fn models_of(rules: &Ruleset<'_>, list: &List, place: usize) -> i64 {
    let evaluator = rules.evaluator(list);
    let army = &evaluator.army;
    let follows = |id: &&NodeId| matches!(&army.node(**id).is, NodeIs::Model(model) if model.design == Some(place));
    army.models.iter().filter(follows).map(|id| army.copies(*id)).fold(0, i64::saturating_add)
}

/// What one model costs: as a unit of the list has it, else in a unit that is added for this.
fn price(rules: &Ruleset<'_>, list: &List, place: usize) -> Option<Number> {
    if let Some(price) = price_in(rules, list, place) {
        return Some(price);
    }
    let game = rules.book.game;
    let design = list.designs.get(place)?;
    let model = model_entry(game, &design.model.value)?;
    let mut units =
        game.units().filter(|(_, unit)| unit.body.models.iter().any(|line| line.model == model));
    let (unit, _) = units.next()?;
    let builder = Builder::new(rules);
    let line = builder.bare_line(list, unit);
    let mut with = list.clone();
    let to = ForceRef::Army;
    let unit = Edit::AddUnit { line: Box::new(line), to }.apply(&mut with).ok()??;
    let models = Models::of_design(&with, &design.name.value, 1);
    Edit::SetModels { unit, models }.apply(&mut with).ok()?;
    price_in(rules, &with, place)
}

fn price_in(rules: &Ruleset<'_>, list: &List, place: usize) -> Option<Number> {
    let evaluator = rules.evaluator(list);
    let army = &evaluator.army;
    let follows = |id: &&NodeId| matches!(&army.node(**id).is, NodeIs::Model(model) if model.design == Some(place));
    let id = *army.models.iter().find(follows)?;
    let count = Number::whole(army.copies(id).max(1));
    evaluator.cost(id)?.divide(count)
}
