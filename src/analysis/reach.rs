//! Slots that nothing can fill and units that no chart can take.

use rustc_hash::FxHashSet;

use crate::analysis::Changeable;
use crate::analysis::abstract_eval::{AbstractEval, UnitReference};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Binder, Body, Chart, Effect, Entry, EntryId, Expr, ExprKind, ForEach, Game, Owner, VariableId,
};

pub(super) fn check(game: &Game, changeable: &Changeable<'_>, warnings: &mut Vec<Diagnostic>) {
    let reach = SlotReach::new(game, changeable);
    for chart in game.charts.values() {
        reach.unfillable(chart, warnings);
    }
    for (id, unit) in game.units() {
        reach.unplaceable(id, unit, warnings);
    }
}

/// What the game says about slots and joining, collected once.
struct SlotReach<'g> {
    game: &'g Game,
    changeable: &'g Changeable<'g>,
    /// Some units may be taken outside their own faction.
    allies: bool,
    /// Slots that a grant opens to units outside the slot's categories.
    granted: FxHashSet<&'g str>,
    brought: FxHashSet<EntryId>,
    /// Blocks that let units join others without a slot.
    joining: Vec<&'g ForEach>,
}

impl<'g> SlotReach<'g> {
    fn new(game: &'g Game, changeable: &'g Changeable<'g>) -> Self {
        let (granted, brought) = (FxHashSet::default(), FxHashSet::default());
        let mut reach =
            SlotReach { game, changeable, allies: false, granted, brought, joining: Vec::new() };
        for body in game.each_body() {
            reach.allies |= body.permits.iter().any(|permit| permit.allow);
            reach.granted.extend(body.grants.iter().map(|grant| grant.slot.as_str()));
            reach.brought.extend(body.brings.iter().map(|brings| brings.unit));
            reach.joining.extend(body.effects.iter().filter_map(|effect| match effect {
                Effect::ForEach(each) if joins_without_slot(&each.body) => Some(each),
                _ => None,
            }));
        }
        reach
    }

    /// Whether the condition, which is about the variable bound last, may hold for the unit.
    fn may_hold(&self, condition: &Expr, unit: EntryId) -> bool {
        let Some(variable) = subject(condition) else { return true };
        let unit = Some((UnitReference::Variable(variable), unit));
        let eval = AbstractEval { game: self.game, changeable: self.changeable, unit };
        eval.value(condition).may_be_yes()
    }

    fn unfillable(&self, chart: &Chart, problems: &mut Vec<Diagnostic>) {
        for slot in &chart.slots {
            let filled = self
                .game
                .units()
                .any(|(id, unit)| self.may_use(unit, chart) && self.may_hold(&slot.takes, id));
            if !filled && !self.granted.contains(slot.id.as_str()) {
                let message = format!("no unit can fill the slot `{}` of {}", slot.id, chart.title);
                let diagnostic = codes::SLOT_UNFILLABLE.at(slot.span, message);
                problems.push(
                    diagnostic.help("no unit that can be taken meets the condition of the slot"),
                );
            }
        }
    }

    /// Whether an army with this chart may take the unit, as far as factions tell.
    fn may_use(&self, unit: &Entry, chart: &Chart) -> bool {
        match (chart.owner, unit.owner) {
            _ if self.allies => true,
            (Owner::Faction(chart), Owner::Faction(unit)) => chart == unit,
            (Owner::Faction(chart), _) => {
                unit.only_for.is_empty() || unit.only_for.contains(&chart)
            }
            _ => true,
        }
    }

    fn unplaceable(&self, id: EntryId, unit: &Entry, problems: &mut Vec<Diagnostic>) {
        let mut charts =
            self.game.charts.values().filter(|chart| self.may_use(unit, chart)).peekable();
        if charts.peek().is_none() || self.needs_no_slot(id, unit) {
            return;
        }
        let offered = |chart: &Chart| {
            chart
                .offers
                .iter()
                .flat_map(|offers| &offers.offers)
                .any(|(_, to)| self.may_hold(to, id))
        };
        if !charts.any(|chart| {
            chart.slots.is_empty()
                || chart.slots.iter().any(|slot| self.may_hold(&slot.takes, id))
                || offered(chart)
        }) {
            let message = format!("no chart has a slot for the unit `{}`", unit.id);
            let diagnostic = codes::UNIT_UNPLACEABLE.at(unit.span, message);
            problems.push(diagnostic.help("give it a category that a slot takes"));
        }
    }

    /// Whether the unit comes with others, joins them, stands outside every chart, or is let into a
    /// slot by a grant.
    fn needs_no_slot(&self, id: EntryId, unit: &Entry) -> bool {
        let held = self
            .game
            .forces
            .values()
            .any(|force| force.holds.iter().any(|category| unit.categories.contains(category)));
        let joins = || {
            self.joining
                .iter()
                .any(|each| each.binders.iter().all(|binder| self.visits(binder, id)))
        };
        held || self.brought.contains(&id)
            || !self.granted.is_empty()
            || joins_without_slot(&unit.body)
            || joins()
    }

    fn visits(&self, binder: &Binder, unit: EntryId) -> bool {
        binder.condition.as_ref().is_none_or(|condition| self.may_hold(condition, unit))
    }
}

fn joins_without_slot(body: &Body) -> bool {
    body.joins.iter().any(|join| join.takes_no_slot)
}

/// The variable that a condition is about: the outermost it reads.
fn subject(condition: &Expr) -> Option<VariableId> {
    if let ExprKind::Variable(variable) = condition.kind {
        return Some(variable);
    }
    let mut found: Option<VariableId> = None;
    condition.children(|child| {
        if found.is_none() {
            found = subject(child);
        }
    });
    found
}
