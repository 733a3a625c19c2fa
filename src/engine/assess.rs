//! A list weighed for a search: what is wrong, what it costs, who stands where. Less than a
//! verdict, and faster.

use crate::diagnostic::codes;
use crate::engine::army::{Army, Book, Menu, NodeId, NodeIs, UnitIndex, pool};
use crate::engine::check::Issue;
use crate::engine::eval::{Evaluator, Number};
use crate::engine::slots::Filled;
use crate::engine::slots::allocate::types::{Place, Problem};
use crate::engine::{Checker, check};
use crate::list::{LineId, List, Name, Scalar, UnitLine};
use crate::model::{ChooseId, EntryId};
use crate::source::Span;

/// What two issues have in common if they are the same one in two lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueKey {
    code: &'static str,
    cite: Option<String>,
    rule: Option<Span>,
    /// By how many units a limit is broken: fewer is the same issue, more is another.
    units: usize,
}

/// What a search wants to know of a list.
pub struct Assessment {
    pub errors: Vec<Issue>,
    pub warnings: usize,
    pub points: Number,
    /// In the order of the army.
    pub units: Vec<AssessedUnit>,
    pub forces: Vec<AssessedForce>,
    /// How much is missing in slots and unlocks; every unit in the right place makes it less.
    pub lacking: i64,
}

pub struct AssessedUnit {
    /// As verdicts call it.
    pub id: String,
    pub title: String,
    pub entry: EntryId,
    pub cost: Number,
    pub size: i64,
    /// Its line in the list.
    pub line: LineId,
    pub at: Span,
    pub force: Option<usize>,
    /// The title of the slot it fills.
    pub slot: Option<String>,
    pub models: Vec<(EntryId, i64)>,
}

/// A force whose slots were filled; the army itself if it holds no others.
pub struct AssessedForce {
    pub force: Option<usize>,
    /// Its line in the list.
    pub line: Option<LineId>,
    pub title: String,
    pub slots: Vec<AssessedSlot>,
    pub problem: Problem,
    /// The units of the problem, by their places in the army.
    pub units: Vec<usize>,
}

pub struct AssessedSlot {
    pub id: String,
    pub title: String,
    pub min: i64,
    pub max: Option<i64>,
    pub used: i64,
}

impl Assessment {
    pub fn is_legal(&self) -> bool {
        self.errors.is_empty()
    }

    pub fn keys(&self) -> Vec<IssueKey> {
        self.errors.iter().map(key).collect()
    }

    /// The errors that are not among those known before.
    pub fn new_errors(&self, before: &[IssueKey]) -> Vec<&Issue> {
        let mut known = before.to_vec();
        self.errors.iter().filter(|issue| !forget(&mut known, &key(issue))).collect()
    }

    /// How far the list is from being legal.
    pub fn distance(&self) -> i64 {
        let counted = [&codes::SLOT_TOO_FEW, &codes::UNLOCK_UNPAID];
        let others = self.errors.iter().filter(|issue| !counted.contains(&issue.code)).count();
        // A force that is to be full is nearer to it with every slot.
        let not_full = self.errors.iter().filter(|issue| issue.code == &codes::FORCE_NOT_FULL);
        let empty = not_full.map(|issue| issue.causes.len().saturating_sub(1)).sum::<usize>();
        i64::try_from(others + empty).unwrap_or(i64::MAX).saturating_add(self.lacking)
    }
}

impl IssueKey {
    /// Whether an issue is this one, and no worse.
    pub(crate) fn covers(&self, other: &IssueKey) -> bool {
        (self.code, &self.cite, self.rule) == (other.code, &other.cite, other.rule)
            && self.units >= other.units
    }
}

/// Strikes a key off a list of them.
fn forget(known: &mut Vec<IssueKey>, key: &IssueKey) -> bool {
    let found = known.iter().position(|one| one.covers(key));
    found.map(|at| known.swap_remove(at)).is_some()
}

pub(crate) fn key(issue: &Issue) -> IssueKey {
    // The nearest rule only: what else bears on it may change with the list.
    let limits = [
        &codes::SLOT_TOO_MANY,
        &codes::SLOT_NOT_ALLOWED,
        &codes::UNIT_TOO_MANY,
        &codes::UNIT_UNIQUE,
    ];
    let units = if limits.contains(&issue.code) { issue.about.units.len() } else { 0 };
    IssueKey {
        code: issue.code.name,
        cite: issue.cites.first().cloned(),
        rule: issue.defined_at,
        units,
    }
}

/// Something a unit may be offered: where it is written, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// The model it is offered to; none is the unit itself.
    pub model: Option<String>,
    /// The options it stands in, the outermost first.
    pub within: Vec<String>,
    pub choose: Option<(String, String)>,
    pub option: String,
    pub title: String,
    /// Two offers bear this id, so the choice is named with it.
    pub is_ambiguous: bool,
}

impl Checker<'_> {
    pub fn assess(&self, list: &List) -> Assessment {
        let army = self.army(list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        let (issues, filled) = check(&evaluator, &army);
        let lacking = filled
            .iter()
            .map(|filled| filled.answer.short.iter().sum::<i64>() + missing(filled))
            .sum();
        let warnings = issues.iter().filter(|issue| !issue.is_error()).count();
        Assessment {
            errors: issues.into_iter().filter(Issue::is_error).collect(),
            warnings,
            points: evaluator.cost(NodeId::ARMY).unwrap_or(Number::ZERO),
            units: army
                .unit_indices()
                .map(|index| weighed_unit(&evaluator, &filled, index))
                .collect(),
            forces: filled.into_iter().map(|filled| weighed_force(&evaluator, filled)).collect(),
            lacking,
        }
    }

    /// The least and most models that the entry of a unit names; other lines may alter that.
    pub fn sizes(&self, list: &List, line: &UnitLine) -> Option<(i64, Option<i64>)> {
        let army = self.army(list);
        let unit = army.units.iter().find(|unit| std::ptr::eq(unit.line, line))?;
        Some(Evaluator::new(&self.book, &self.contents, &army).sizes(unit))
    }

    /// Every unit that stands by itself and could join another, with the other one, by their lines.
    pub fn joinable(&self, list: &List) -> Vec<(Span, Span)> {
        let army = self.army(list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        let pairs = army
            .unit_indices()
            .flat_map(|guest| army.unit_indices().map(move |host| (guest, host)));
        let line = |unit: UnitIndex| army.unit(unit).line.unit.span;
        pairs
            .filter(|(guest, host)| evaluator.may_join(*guest, *host))
            .map(|(guest, host)| (line(guest), line(host)))
            .collect()
    }

    /// What a derived value is that the list may state: a number, or the unit it names.
    pub fn derived_value(&self, list: &List, name: &Name) -> Option<Scalar> {
        let army = self.army(list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        // Who fills which slot is known only then.
        check(&evaluator, &army);
        evaluator.stated_value(&name.value, name.span)
    }

    /// Everything that the menus of a unit hold, whether it may be taken now or not.
    pub fn offered(&self, list: &List, line: &UnitLine) -> Vec<Offered> {
        let army = self.army(list);
        let Some(unit) = army.units.iter().find(|unit| std::ptr::eq(unit.line, line)) else {
            return Vec::new();
        };
        let chart = unit
            .force
            .and_then(|force| army.forces.get(force))
            .map_or(army.chart, |force| force.chart);
        let loose: Vec<_> = std::iter::once(self.book.system_menus())
            .chain(army.faction.and_then(|faction| self.book.faction_menus(faction)))
            .chain(chart.and_then(|chart| self.book.chart_menus(chart)))
            .chain(army.event.and_then(|event| self.book.event_menus(event)))
            .collect();
        let mut all = Vec::new();
        let menus: Vec<&Menu<'_>> = self
            .book
            .menu(unit.entry)
            .into_iter()
            .chain(loose.iter().map(|menus| &menus.units))
            .collect();
        self.offered_by(&army, unit.entry, &menus, None, &[], &mut all);
        let mut models: Vec<EntryId> = Vec::new();
        for child in army.children(unit.node) {
            let (node, entry) = (army.node(child), army.node(child).entry);
            match (&node.is, entry) {
                (NodeIs::Model(model), Some(entry))
                    if !models.contains(&entry) && model.design.is_none() =>
                {
                    models.push(entry);
                    let menus: Vec<&Menu<'_>> = self
                        .book
                        .menu(entry)
                        .into_iter()
                        .chain(loose.iter().map(|menus| &menus.models))
                        .collect();
                    self.offered_by(
                        &army,
                        unit.entry,
                        &menus,
                        Some(&self.book.game.entries[entry].id),
                        &[],
                        &mut all,
                    );
                }
                (NodeIs::Option(option), Some(entry)) if !option.automatic => {
                    let within = [self.book.game.entries[entry].id.clone()];
                    let menus: Vec<&Menu<'_>> = self
                        .book
                        .menu(entry)
                        .into_iter()
                        .chain(loose.iter().map(|menus| &menus.options))
                        .collect();
                    self.offered_by(&army, unit.entry, &menus, None, &within, &mut all);
                }
                _ => {}
            }
        }
        all
    }

    fn offered_by(
        &self,
        army: &Army<'_, '_>,
        unit: EntryId,
        menus: &[&Menu<'_>],
        model: Option<&String>,
        within: &[String],
        all: &mut Vec<Offered>,
    ) {
        let game = self.book.game;
        let first = all.len();
        let mut push = |entry: EntryId, choose: Option<ChooseId>| {
            let choose = choose.map(|choose| {
                (game.chooses[choose].id.clone(), game.chooses[choose].title.clone())
            });
            let (option, title) =
                (game.entries[entry].id.clone(), game.entries[entry].title.clone());
            let offered = Offered {
                model: model.cloned(),
                within: within.to_vec(),
                choose,
                option,
                title,
                is_ambiguous: false,
            };
            if !all.contains(&offered) {
                all.push(offered);
            }
        };
        for menu in menus {
            for offer in &menu.offers {
                push(offer.entry, offer.chooses.first().copied());
            }
            for point in &menu.points {
                let homes =
                    |home| Book::draws(Some(&game.entries[unit]), army.faction, army.event, home);
                for (entry, _) in pool(game, point.choose, &homes) {
                    push(entry, Some(point.choose));
                }
            }
        }
        let names: Vec<String> = all.iter().skip(first).map(|one| one.option.clone()).collect();
        for one in all.iter_mut().skip(first) {
            one.is_ambiguous = names.iter().filter(|name| **name == one.option).count() > 1;
        }
    }
}

fn missing(filled: &Filled<'_>) -> i64 {
    filled.answer.helpers.iter().map(|helped| helped.missing).sum()
}

fn weighed_unit(
    evaluator: &Evaluator<'_, '_>,
    filled: &[Filled<'_>],
    index: UnitIndex,
) -> AssessedUnit {
    let army = evaluator.army;
    let unit = army.unit(index);
    let place = filled.iter().find_map(|filled| {
        let at = filled.units.iter().position(|one| *one == index)?;
        match filled.answer.places.get(at).copied().flatten()? {
            Place::Slot { slot, .. } => {
                let id = &evaluator.game.charts[filled.chart].slots.get(slot)?.id;
                Some(crate::wording::slot_title(evaluator.game, filled.chart, id))
            }
            Place::Offer(_) => None,
        }
    });
    let models =
        army.below(unit.node).filter(|node| matches!(army.node(*node).is, NodeIs::Model(_)));
    AssessedUnit {
        id: unit.id.clone(),
        title: army.unit_title(index).to_owned(),
        entry: unit.entry,
        cost: evaluator.cost(unit.node).unwrap_or(Number::ZERO),
        size: unit.size,
        line: unit.line.line(),
        at: unit.line.unit.span,
        force: unit.force,
        slot: place,
        models: models
            .filter_map(|node| Some((army.node(node).entry?, army.copies_below(node, unit.node))))
            .collect(),
    }
}

fn weighed_force(evaluator: &Evaluator<'_, '_>, filled: Filled<'_>) -> AssessedForce {
    let chart = &evaluator.game.charts[filled.chart];
    let slot = |(place, slot): (usize, &crate::model::Slot)| AssessedSlot {
        id: slot.id.clone(),
        title: crate::wording::slot_title(evaluator.game, filled.chart, &slot.id),
        min: filled.problem.slots.get(place).map_or(0, |bounds| bounds.min),
        max: filled.answer.maxima.get(place).copied().flatten(),
        used: i64::try_from(filled.in_slot(place).count()).unwrap_or(i64::MAX),
    };
    let slots = chart.slots.iter().enumerate().map(slot).collect();
    let force = filled.force.and_then(|force| evaluator.army.forces.get(force));
    AssessedForce {
        force: filled.force,
        line: force.map(|force| force.line),
        title: force.map(|force| evaluator.title(force.node)).unwrap_or_default(),
        slots,
        units: filled.units.iter().map(|unit| unit.index()).collect(),
        problem: filled.problem,
    }
}
