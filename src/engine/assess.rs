//! Assesses a list for a search: what is wrong, what it costs, which slots are filled. Less
//! detailed than a verdict, and faster. Start at [`Assessment`].

use crate::diagnostic::{Code, codes};
use crate::engine::army::{NodeId, NodeIs, UnitIndex, model_lines};
use crate::engine::eval::{Evaluator, Number};
use crate::engine::slots::Filled;
use crate::engine::slots::allocate::types::{AllocationInput, Placement};
use crate::engine::{Session, check};
use crate::list::LineId;
use crate::model::{ChartId, CurrencyId, EntryId};
use crate::source::Span;

/// Identifies a problem across lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProblemKey {
    code: &'static Code,
    rule: Option<Span>,
    /// The currency of the broken limit, if it is one.
    currency: Option<CurrencyId>,
    /// By how many units a limit is broken. With fewer units it is the same problem; with more, a
    /// new one.
    units: usize,
}

/// What a search needs to know about a list.
pub struct Assessment {
    pub errors: Vec<AssessedProblem>,
    pub warnings: usize,
    /// What it costs in the first currency.
    pub points: Number,
    /// What it costs in each currency.
    pub costs: Vec<Number>,
    /// The cost limits of the army and its forces, where they do not depend on what those contain.
    pub limits: Vec<AssessedLimit>,
    /// In the order of the army.
    pub units: Vec<AssessedUnit>,
    pub forces: Vec<AssessedForce>,
    /// How many units slots and unlocks still need; every unit in the right place reduces it.
    pub lacking: i64,
}

/// A cost limit of the army or of a force.
#[derive(Debug, Clone)]
pub struct AssessedLimit {
    /// The force and the forces inside it; none for the army.
    pub forces: Option<Vec<usize>>,
    pub currency: CurrencyId,
    pub most: Number,
    /// What it costs now.
    pub spent: Number,
}

/// What a search needs to know about a problem. `wording::error_messages` has the words.
#[derive(Debug)]
pub struct AssessedProblem {
    pub code: &'static Code,
    pub at: Span,
    pub defined_at: Option<Span>,
    /// The units it concerns.
    pub units: Vec<UnitIndex>,
    /// By how much a limit of a currency is exceeded.
    pub over: Option<Number>,
    /// The number of causes.
    causes: usize,
    /// By how much a limit is missed.
    amount: i64,
    pub(crate) key: ProblemKey,
}

/// A unit of the list, as a search sees it.
pub struct AssessedUnit {
    /// Its id in verdicts.
    pub id: String,
    /// Whether that id has a number to make it unique.
    pub is_numbered: bool,
    pub title: String,
    pub entry: EntryId,
    /// Its cost in each currency.
    pub costs: Vec<Number>,
    pub size: i64,
    /// Its line in the list.
    pub line: LineId,
    pub force: Option<usize>,
    /// The slot it fills, by its index in the chart.
    pub slot: Option<(ChartId, usize)>,
    pub models: Vec<(EntryId, i64)>,
}

/// A force whose slots were filled; the army itself if it contains no forces.
pub struct AssessedForce {
    pub force: Option<usize>,
    /// Its line in the list.
    pub line: Option<LineId>,
    pub chart: ChartId,
    /// In the order of the chart.
    pub slots: Vec<AssessedSlot>,
    pub allocation: AllocationInput,
    /// The units of the allocation, by their indices in the army.
    pub units: Vec<usize>,
}

/// A slot of a force, with its bounds after trades.
pub struct AssessedSlot {
    pub min: i64,
    pub max: Option<i64>,
    pub used: i64,
}

impl Assessment {
    pub fn is_legal(&self) -> bool {
        self.errors.is_empty()
    }

    /// What the army may cost in the first currency.
    pub(crate) fn limit(&self) -> Option<Number> {
        let first = self.limits.iter().find(|limit| limit.currency.index() == 0)?;
        self.limit_of(first.currency)
    }

    /// What the army may cost in a currency: the lowest of its limits.
    pub(crate) fn limit_of(&self, currency: CurrencyId) -> Option<Number> {
        let own = |limit: &&AssessedLimit| limit.forces.is_none() && limit.currency == currency;
        self.limits.iter().filter(own).map(|limit| limit.most).min()
    }

    /// By how much limits are exceeded in all problems like this one.
    pub(crate) fn excess(&self, key: ProblemKey) -> Number {
        let alike = self.errors.iter().filter(|error| key.is_like(error.key));
        let mut over = alike.filter_map(|error| error.over);
        over.try_fold(Number::ZERO, Number::plus).unwrap_or(Number::ZERO)
    }

    pub fn keys(&self) -> Vec<ProblemKey> {
        self.errors.iter().map(|error| error.key).collect()
    }

    /// The errors that are not covered by those in `before`.
    pub fn new_errors(&self, before: &[ProblemKey]) -> Vec<&AssessedProblem> {
        let mut known = before.to_vec();
        self.errors.iter().filter(|error| !remove_covering(&mut known, error.key)).collect()
    }

    /// How far the list is from being legal.
    pub fn distance(&self) -> i64 {
        let counted = [&codes::SLOT_TOO_FEW, &codes::UNLOCK_UNPAID];
        let others = self.errors.iter().filter(|error| !counted.contains(&error.code));
        let others = others.map(|error| error.amount).fold(0, i64::saturating_add);
        // Every filled slot brings a force that must be full closer to legality.
        let not_full = self.errors.iter().filter(|error| error.code == &codes::FORCE_NOT_FULL);
        let empty = not_full.map(|error| error.causes.saturating_sub(1)).sum::<usize>();
        let empty = i64::try_from(empty).unwrap_or(i64::MAX);
        others.saturating_add(empty).saturating_add(self.lacking)
    }
}

impl ProblemKey {
    /// Whether the other problem is the same, and no worse.
    pub(crate) fn covers(self, other: ProblemKey) -> bool {
        self.is_like(other) && self.units >= other.units
    }

    /// Whether the other problem is of the same rule.
    fn is_like(self, other: ProblemKey) -> bool {
        let same = |key: ProblemKey| (key.code, key.rule, key.currency);
        same(self) == same(other)
    }
}

impl AssessedProblem {
    fn of(problem: check::Problem<'_>) -> Self {
        AssessedProblem {
            code: problem.code(),
            at: problem.at,
            defined_at: problem.defined_at,
            over: excess(&problem),
            causes: problem.causes.len(),
            amount: problem.kind.amount(),
            key: key(&problem),
            units: problem.units,
        }
    }
}

fn excess(problem: &check::Problem<'_>) -> Option<Number> {
    let check::ProblemKind::Points(points) = &problem.kind else { return None };
    points.over().and_then(|over| over.cost.subtract(over.most))
}

/// Removes a key that covers this one, and returns whether there was one.
pub(crate) fn remove_covering(known: &mut Vec<ProblemKey>, key: ProblemKey) -> bool {
    let found = known.iter().position(|other| other.covers(key));
    found.map(|at| known.swap_remove(at)).is_some()
}

pub(crate) fn key(problem: &check::Problem<'_>) -> ProblemKey {
    let code = problem.code();
    let limits = [
        &codes::SLOT_TOO_MANY,
        &codes::SLOT_NOT_ALLOWED,
        &codes::UNIT_TOO_MANY,
        &codes::UNIT_UNIQUE,
    ];
    let units = if limits.contains(&code) { problem.units.len() } else { 0 };
    let currency = match &problem.kind {
        check::ProblemKind::Points(points) => points.over().map(|over| over.currency),
        _ => None,
    };
    ProblemKey { code, rule: problem.defined_at, currency, units }
}

impl Session<'_, '_> {
    /// Assesses the list for a search.
    pub fn assess(self) -> Assessment {
        let (evaluator, filled, problems) = self.into_parts();
        let lacking = filled
            .iter()
            .map(|filled| filled.answer.short.iter().sum::<i64>() + missing(filled))
            .sum();
        let places = places(&evaluator, &filled);
        let units = evaluator.army.unit_indices().zip(places);
        let units = units.map(|(index, slot)| assessed_unit(&evaluator, slot, index)).collect();
        let (errors, others): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(check::Problem::is_error);
        Assessment {
            errors: errors.into_iter().map(AssessedProblem::of).collect(),
            warnings: others.len(),
            points: evaluator.cost(NodeId::ARMY).unwrap_or(Number::ZERO),
            costs: costs(&evaluator, NodeId::ARMY),
            limits: evaluator.assessed_limits(),
            units,
            forces: filled.into_iter().map(|filled| assessed_force(&evaluator, filled)).collect(),
            lacking,
        }
    }
}

/// What a node costs in each currency.
fn costs(evaluator: &Evaluator<'_, '_>, node: NodeId) -> Vec<Number> {
    let cost = |currency| evaluator.cost_in(currency, node).unwrap_or(Number::ZERO);
    evaluator.game.currencies.ids().map(cost).collect()
}

impl AssessedUnit {
    /// What it costs in the first currency.
    pub(crate) fn cost(&self) -> Number {
        self.costs.first().copied().unwrap_or(Number::ZERO)
    }
}

fn missing(filled: &Filled<'_>) -> i64 {
    filled.answer.helpers.iter().map(|helped| helped.missing).sum()
}

/// The slot that each unit fills.
fn places(evaluator: &Evaluator<'_, '_>, filled: &[Filled<'_>]) -> Vec<Option<(ChartId, usize)>> {
    let mut places = vec![None; evaluator.army.units.len()];
    for force in filled {
        for (unit, place) in force.units.iter().zip(&force.answer.places) {
            if let (Some(Placement::Slot { slot, .. }), Some(of)) =
                (place, places.get_mut(unit.index()))
            {
                *of = Some((force.chart, *slot));
            }
        }
    }
    places
}

fn assessed_unit(
    evaluator: &Evaluator<'_, '_>,
    slot: Option<(ChartId, usize)>,
    index: UnitIndex,
) -> AssessedUnit {
    let army = &evaluator.army;
    let unit = army.unit(index);
    let models =
        army.below(unit.node).filter(|node| matches!(army.node(*node).is, NodeIs::Model(_)));
    // A unit without models is a piece by itself.
    let is_piece = model_lines(&evaluator.game.entries[unit.entry].body).is_empty();
    let piece = is_piece.then_some((unit.entry, 1));
    AssessedUnit {
        id: unit.id.clone(),
        is_numbered: unit.is_numbered,
        title: evaluator.unit_title(index),
        entry: unit.entry,
        costs: costs(evaluator, unit.node),
        size: unit.size,
        line: unit.line.line(),
        force: unit.force,
        slot,
        models: piece
            .into_iter()
            .chain(models.filter_map(|node| {
                Some((army.node(node).entry?, army.copies_below(node, unit.node)))
            }))
            .collect(),
    }
}

fn assessed_force(evaluator: &Evaluator<'_, '_>, filled: Filled<'_>) -> AssessedForce {
    let slot = |place: usize| AssessedSlot {
        min: filled.allocation.slots.get(place).map_or(0, |bounds| bounds.min),
        max: filled.answer.maxima.get(place).copied().flatten(),
        used: i64::try_from(filled.in_slot(place).count()).unwrap_or(i64::MAX),
    };
    let slots = (0..evaluator.game.charts[filled.chart].slots.len()).map(slot).collect();
    let force = filled.force.and_then(|force| evaluator.army.forces.get(force));
    AssessedForce {
        force: filled.force,
        line: force.map(|force| force.line),
        chart: filled.chart,
        slots,
        units: filled.units.iter().map(|unit| unit.index()).collect(),
        allocation: filled.allocation,
    }
}
