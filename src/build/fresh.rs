//! A list at its beginning: the head, and the slots of its chart as comments.

use super::find::is_at_home;
use super::force::{force_places, with_force};
use crate::model::{AttributeType, Bearer, Chart, ChartId, FactionId, Game, Home, NodeKind};
use crate::roster::{Book, List, load_list};
use crate::source::Sources;
use crate::validate::Checker;

/// What a list begins with.
#[derive(Debug, Clone)]
pub struct Beginning {
    pub name: Option<String>,
    pub faction: Option<FactionId>,
    pub chart: Option<ChartId>,
    pub points: Option<i64>,
}

/// The charts that an army of the faction may use.
pub fn charts_of(game: &Game, faction: Option<FactionId>) -> Vec<(ChartId, &Chart)> {
    game.charts.iter().filter(|(_, chart)| Book::sees(faction, None, chart.home)).collect()
}

/// How many units are named for a slot.
const EXAMPLES: usize = 4;

/// The text of a new list.
pub fn fresh(checker: &Checker<'_>, game: &Game, beginning: &Beginning) -> String {
    let mut head = vec!["orbat: 1".to_owned()];
    if let Some(name) = &beginning.name {
        head.push(format!("name: {}", serde_json::to_string(name).unwrap_or_default()));
    }
    head.push(format!("system: {}", game.id));
    head.extend(beginning.faction.map(|faction| format!("faction: {}", game.factions[faction].id)));
    head.extend(beginning.chart.map(|chart| format!("chart: {}", game.charts[chart].id)));
    head.extend(beginning.points.map(|points| format!("points: {points}")));
    head.extend(keys_of_army(game));
    let text = format!("{}\n", head.join("\n"));
    let (list, has_forces) = match read(&text) {
        Some(list) => with_forces(checker, game, list),
        None => return text,
    };
    let column = if has_forces { 6 } else { 2 };
    let units = format!("{:>1$}units:\n", "", column - 2);
    let mut lines = String::new();
    for line in slots(checker, game, beginning, &list) {
        lines += &format!("{:column$}# {line}\n", "");
    }
    match (has_forces, force_key(game)) {
        (true, Some(key)) => format!("{text}{key}:\n  -{}{lines}", units.get(3..).unwrap_or(&units)),
        _ => format!("{text}{units}{lines}"),
    }
}

fn force_key(game: &Game) -> Option<String> {
    game.forces.values().find(|force| force.within.is_some()).map(|force| format!("{}s", force.id))
}

fn read(text: &str) -> Option<List> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    load_list(&sources, source).0
}

/// The list with a force, if units stand in one.
fn with_forces(checker: &Checker<'_>, game: &Game, list: List) -> (List, bool) {
    match with_force(game, &list) {
        Some(with) if checker.weigh(&list).errors.iter().any(|issue| issue.code.name == "force.too_few") => (with, true),
        _ => (list, false),
    }
}

/// What the army itself may state, as comments.
fn keys_of_army(game: &Game) -> Vec<String> {
    let chosen = game.attributes.values().filter(|one| one.chosen && one.on.contains(&Bearer::Node(NodeKind::Army)));
    let words = |shape: &AttributeType| match shape {
        AttributeType::Choice(choices) => {
            game.choices[*choices].words.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(", ")
        }
        AttributeType::Int => "a number".to_owned(),
        AttributeType::Category => "a category".to_owned(),
        AttributeType::Text => "a text".to_owned(),
    };
    chosen.map(|one| format!("# {}:   may be stated: {}", one.id, words(&one.shape))).collect()
}

/// A line for each slot: how many it takes, and some that fit. Compulsory ones first.
fn slots(checker: &Checker<'_>, game: &Game, beginning: &Beginning, list: &List) -> Vec<String> {
    let weighed = checker.weigh(list);
    let Some(force) = weighed.forces.first() else { return Vec::new() };
    let place = force_places(game, list).first().copied();
    let mut fitting: Vec<(String, String)> = Vec::new();
    let mut units: Vec<_> = game.units().filter(|(_, unit)| is_at_home(beginning.faction, unit)).collect();
    // What everybody has comes behind what is the faction's own.
    units.sort_by_key(|(_, unit)| unit.home == Home::System);
    for (_, unit) in units {
        let line = Box::new(crate::roster::UnitLine::new(crate::roster::Located::new(unit.id.clone(), list.span)));
        let Some(with) = (crate::roster::Edit::AddUnit { line, force: place }).apply(list) else { continue };
        let with = checker.weigh(&with);
        let slot = with.units.first().and_then(|unit| unit.slot.clone());
        let is_barred =
            with.errors.iter().any(|issue| issue.code.name == "unit.not_available" || issue.code.name == "unit.not_brought");
        fitting.extend(slot.filter(|_| !is_barred).map(|slot| (slot, unit.id.clone())));
    }
    let mut slots: Vec<_> = force.slots.iter().collect();
    slots.sort_by_key(|slot| slot.min == 0);
    let line = |slot: &&crate::validate::WeighedSlot| {
        let units: Vec<&str> = fitting.iter().filter(|(title, _)| *title == slot.title).map(|(_, id)| id.as_str()).collect();
        let more = if units.len() > EXAMPLES { ", …" } else { "" };
        let bounds = match slot.max {
            Some(max) if max == slot.min => max.to_string(),
            Some(max) => format!("{} to {max}", slot.min),
            None => format!("{} or more", slot.min),
        };
        let such = if units.is_empty() {
            String::new()
        } else {
            format!(": {}{more}", units.iter().take(EXAMPLES).copied().collect::<Vec<_>>().join(", "))
        };
        let needed = if slot.min > 0 { "needed: " } else { "" };
        format!("{needed}{} {bounds}{such}", slot.title)
    };
    slots.iter().map(line).collect()
}
