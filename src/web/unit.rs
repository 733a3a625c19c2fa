//! A unit of the list with all its controls.

use serde::{Deserialize, Serialize};

use crate::builder::find::faction_of;
use crate::builder::force::{PossibleForce, possible_forces, stations, with_new_forces};
use crate::builder::{self, Builder, UnitChange};
use crate::engine::army::UnitIndex;
use crate::engine::{Ruleset, Session};
use crate::list::{Edit, ForceRef, Holder, LineId, List, Models};
use crate::model::{EntryId, Game, NodeKind, StatValue};
use crate::views::catalogue::chosen::chosen;
use crate::views::{Amount, Card, ChosenView, Cost, told};
use crate::web::issue::sentence;
use crate::web::menu::{Choice, choices, unit_options};
use crate::web::open::{CallError, Opened, open_whole};
use crate::wording::force_title;
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitAsk {
    list: String,
    /// Its id in the verdict.
    unit: String,
}

/// A unit as its sheet shows it.
#[derive(Debug, Serialize)]
pub(crate) struct UnitSheet {
    pub id: String,
    /// The id of its entry.
    pub unit: String,
    pub title: String,
    /// The player's own name for it.
    pub name: Option<String>,
    pub points: Option<Amount>,
    pub other_costs: Vec<Cost>,
    pub force: Option<String>,
    /// Whether its line stands for several units. Then `part` must come before its edits.
    pub shares_line: bool,
    pub size: SizeControl,
    pub choices: Vec<Choice>,
    /// Whom it may join; empty if it joins nobody.
    pub join: Vec<Partner>,
    /// What it may ride in.
    pub ride: Vec<Partner>,
    /// What the list may state about it under the game's own keys.
    pub keys: Vec<KeyControl>,
    /// The slots it might be put into.
    pub slots: Vec<SlotChoice>,
    /// Other places it might stand in.
    pub places: Vec<MoveTarget>,
    pub notes: Vec<String>,
    pub card: Card,
}

/// How many models it has.
#[derive(Debug, Serialize)]
pub(crate) struct SizeControl {
    pub count: i64,
    pub min: i64,
    pub max: Option<i64>,
    /// The next numbers that are allowed, and what the larger costs more.
    pub fewer: Option<i64>,
    pub more: Option<i64>,
    pub next: Option<Amount>,
    /// Kinds of models that are counted one by one; empty where one number is enough.
    pub kinds: Vec<ModelKindRow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ModelKindRow {
    pub model: String,
    pub title: String,
    /// Whether it is one of the player's designs.
    pub design: bool,
    pub count: i64,
    pub min: i64,
    pub max: Option<i64>,
}

/// A unit to join or to ride in.
#[derive(Debug, Serialize)]
pub(crate) struct Partner {
    pub id: String,
    pub title: String,
    pub models: i64,
    pub chosen: bool,
    pub fits: bool,
    pub why: Vec<String>,
}

/// An attribute that the list states.
#[derive(Debug, Serialize)]
pub(crate) struct KeyControl {
    #[serde(flatten)]
    pub key: ChosenView,
    pub stated: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SlotChoice {
    pub id: String,
    pub title: String,
    pub stated: bool,
}

#[derive(Debug, Serialize)]
pub(crate) struct MoveTarget {
    pub title: String,
    pub edits: Vec<Edit>,
}

pub(crate) fn unit(data: &Data, asked: &UnitAsk) -> Result<UnitSheet, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let before = rules.session(&opened.list);
    let line = find(&before, &asked.unit)?;
    let copies = opened.list.unit(line).map_or(1, crate::list::UnitLine::copies);
    if copies <= 1 {
        return sheet(&rules, &opened, &opened.list, &asked.unit, line);
    }
    // Its edits are those of the unit by itself.
    let mut work = builder::ListEditor {
        rules: &rules,
        game: opened.game,
        sources: &opened.sources,
        list: opened.list.clone(),
    };
    let line = work.own_line(&asked.unit)?;
    let mut sheet = sheet(&rules, &opened, &work.list, &asked.unit, line)?;
    sheet.shares_line = true;
    Ok(sheet)
}

fn find(session: &Session<'_, '_>, id: &str) -> Result<LineId, CallError> {
    let army = &session.evaluator().army;
    let unit = army.units.iter().find(|unit| unit.id == id);
    unit.map(|unit| unit.line.line())
        .ok_or_else(|| CallError::new(404, format!("the list has no unit `{id}`")))
}

fn sheet<'g>(
    rules: &Ruleset<'g>,
    opened: &Opened<'g>,
    list: &List,
    id: &str,
    line: LineId,
) -> Result<UnitSheet, CallError> {
    let session = rules.session(list);
    let missing = || CallError::new(404, format!("the list has no unit `{id}`"));
    let index = session.unit_of(line).ok_or_else(missing)?;
    let evaluator = session.evaluator();
    let unit = evaluator.army.unit(index);
    let game = opened.game;
    let entry = &game.entries[unit.entry];
    let written = list.unit(line).ok_or_else(missing)?;
    let options = unit_options(rules, &opened.sources, unit.entry);
    let about: Vec<_> = options.iter().collect();
    let stated = |key: &str| crate::web::army::stated(&written.others, key);
    Ok(UnitSheet {
        id: id.to_owned(),
        unit: entry.id.clone(),
        title: entry.title.clone(),
        name: written.name.as_ref().map(|name| name.value.clone()),
        points: evaluator.cost(unit.node).map(Amount::from),
        other_costs: told(&evaluator.other_costs(unit.node)),
        force: list.force_of(line).map(|force| force_title(game, list, force)),
        shares_line: false,
        size: size(rules, &session, line, index),
        choices: choices(rules, list, &Holder::Unit(line), &about),
        join: partners(opened, &session, index, false),
        ride: partners(opened, &session, index, true),
        keys: chosen(game, NodeKind::Unit, faction_of(game, list))
            .into_iter()
            .map(|key| KeyControl { stated: stated(&key.id), key })
            .collect(),
        slots: slots(game, &session, index, written.slot.as_ref().map(|slot| slot.value.as_str())),
        places: places(rules, list, line),
        notes: written.notes.iter().map(|note| note.value.clone()).collect(),
        card: evaluator.card(index, &[]),
    })
}

fn size(
    rules: &Ruleset<'_>,
    session: &Session<'_, '_>,
    line: LineId,
    index: UnitIndex,
) -> SizeControl {
    let evaluator = session.evaluator();
    let unit = evaluator.army.unit(index);
    let limits = evaluator.sizes(unit);
    let count = unit.size;
    let fewer = count.checked_sub(1).and_then(|less| limits.up_to(less));
    let more = count.checked_add(1).and_then(|more| limits.from(more));
    let builder = Builder::new(rules);
    let larger = more.and_then(|size| builder.with_size(session.list(), line, size));
    let kinds = kinds(session, index);
    let larger = larger.filter(|_| kinds.is_empty());
    let next = larger.map(|larger| larger.price_over(&builder.candidate(session.list().clone())));
    SizeControl {
        count,
        min: limits.low,
        max: limits.high,
        fewer,
        more,
        next: next.map(Amount::from),
        kinds,
    }
}

/// The kinds of models of a unit, where one number does not say which are meant.
fn kinds(session: &Session<'_, '_>, index: UnitIndex) -> Vec<ModelKindRow> {
    let evaluator = session.evaluator();
    let game = evaluator.game;
    let unit = evaluator.army.unit(index);
    let body = &game.entries[unit.entry].body;
    let lines = evaluator.lines_in_force(unit.node, body);
    let own: Vec<_> = lines.iter().filter(|(_, owner, _)| *owner == unit.node).collect();
    let mut all = Vec::new();
    for (line, _, bounds) in &own {
        let model = &game.entries[line.model];
        let limits = &bounds.limits;
        if is_designed(game, line.model) {
            all.extend(designs(session, &model.id, unit.line, limits.high));
            continue;
        }
        all.push(ModelKindRow {
            model: model.id.clone(),
            title: model.title.clone(),
            design: false,
            count: evaluator.count_of_line(unit.node, line),
            min: limits.low,
            max: limits.high,
        });
    }
    let varies = |kind: &&ModelKindRow| kind.design || kind.max != Some(kind.min);
    let is_by_line = all.iter().filter(varies).count() > 1 || all.iter().any(|kind| kind.design);
    if is_by_line { all } else { Vec::new() }
}

fn is_designed(game: &Game, model: EntryId) -> bool {
    game.entries[model].body.stats.iter().any(|stat| matches!(stat.value, StatValue::Pick(..)))
}

fn designs(
    session: &Session<'_, '_>,
    model: &str,
    line: &crate::list::UnitLine,
    max: Option<i64>,
) -> Vec<ModelKindRow> {
    let count = |name: &str| match &line.models {
        Models::Lines(lines) => lines
            .iter()
            .filter(|line| line.model.value == name)
            .map(|line| line.count.as_ref().map_or(1, |count| count.value))
            .sum(),
        _ => 0,
    };
    let designs = session.list().designs.iter().filter(|design| design.model.value == model);
    let kind = |design: &crate::list::Design| ModelKindRow {
        model: design.name.value.clone(),
        title: design.name.value.clone(),
        design: true,
        count: count(&design.name.value),
        min: 0,
        max,
    };
    designs.map(kind).collect()
}

/// Units that the rules let this one join or ride in, and the one it does now.
fn partners<'g>(
    opened: &Opened<'g>,
    session: &Session<'_, 'g>,
    index: UnitIndex,
    rides: bool,
) -> Vec<Partner> {
    let evaluator = session.evaluator();
    let army = &evaluator.army;
    let unit = army.unit(index);
    let mut all = Vec::new();
    for other in army.unit_indices().filter(|other| *other != index) {
        let (is_chosen, may) = if rides {
            let now = unit.rides.is_some_and(|(carrier, _)| carrier == other);
            (now, evaluator.may_ride(index, other))
        } else {
            let lines = evaluator.join_lines(index, other);
            (unit.joins.contains(&other), lines.iter().any(|line| line.admits))
        };
        if !is_chosen && !may {
            continue;
        }
        let partner = army.unit(other);
        let why = if is_chosen {
            Vec::new()
        } else {
            why_not(opened, session, &unit.id, &partner.id, rides)
        };
        all.push(Partner {
            id: partner.id.clone(),
            title: evaluator.unit_title(other),
            models: partner.size,
            chosen: is_chosen,
            fits: why.is_empty(),
            why,
        });
    }
    all
}

/// What would be wrong if one unit joined another or rode in it.
fn why_not<'g>(
    opened: &Opened<'g>,
    session: &Session<'_, 'g>,
    unit: &str,
    other: &str,
    rides: bool,
) -> Vec<String> {
    let rules = session.rules;
    let mut work = builder::ListEditor {
        rules,
        game: opened.game,
        sources: &opened.sources,
        list: session.list().clone(),
    };
    let other = Some(other.to_owned());
    let asked = if rides {
        UnitChange { ride: other, ..UnitChange::default() }
    } else {
        UnitChange { join: other, ..UnitChange::default() }
    };
    let done = work.own_line(unit).and_then(|line| work.set_line(line, &asked));
    if let Err(error) = done {
        return vec![sentence(&error.to_string())];
    }
    let builder = Builder::new(rules);
    let base = builder.candidate(session.list().clone());
    let with = builder.candidate(work.list);
    let why = builder.why_not(&base, &with, &base.assessment.keys());
    why.iter().map(|why| sentence(why)).collect()
}

fn slots(
    game: &Game,
    session: &Session<'_, '_>,
    index: UnitIndex,
    stated: Option<&str>,
) -> Vec<SlotChoice> {
    let army = &session.evaluator().army;
    let Some(chart) = army.chart_at(army.unit(index).force) else { return Vec::new() };
    let choice = |slot: &crate::model::Slot| SlotChoice {
        id: slot.id.clone(),
        title: slot.title.clone(),
        stated: stated == Some(slot.id.as_str()),
    };
    game.charts[chart].slots.iter().map(choice).collect()
}

/// Where else a unit might stand.
fn places(rules: &Ruleset<'_>, list: &List, unit: LineId) -> Vec<MoveTarget> {
    let game = rules.book.game;
    let keys = rules.assess(list).keys();
    let fits = |to: &ForceRef| {
        let moved = Edit::MoveUnit { unit, to: to.clone() }.applied_to(list);
        moved.is_ok_and(|moved| rules.assess(&moved).new_errors(&keys).is_empty())
    };
    let now = ForceRef::from(list.force_of(unit));
    let mut all = Vec::new();
    let mut push = |list: &List, force: Option<LineId>, to: ForceRef| {
        let title = force.map(|force| force_title(game, list, force)).unwrap_or_default();
        let edits = vec![Edit::MoveUnit { unit, to }];
        if all.iter().all(|known: &MoveTarget| known.title != title) {
            all.push(MoveTarget { title, edits });
        }
    };
    for to in stations(game, list).into_iter().filter(|to| *to != now) {
        match &to {
            ForceRef::Force(force) => push(list, Some(*force), to.clone()),
            _ if list.force_lines().next().is_some() && fits(&to) => push(list, None, to.clone()),
            _ => {}
        }
    }
    let possible = possible_forces(game, list);
    for to in possible.iter().flat_map(PossibleForce::stations) {
        if let Some((with, force)) = with_new_forces(list, &to) {
            push(&with, Some(force), to.clone());
        }
    }
    all
}
