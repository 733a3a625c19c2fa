//! The checks: one file per kind, each a function from the army to the problems it found.

pub(crate) mod decks;
pub(crate) mod derived;
pub(crate) mod designs;
pub(crate) mod forces;
pub(crate) mod joins;
pub(crate) mod kind;
pub(crate) mod limits;
pub(crate) mod options;
pub(crate) mod placement;
pub(crate) mod points;
pub(crate) mod problem;
pub(crate) mod relations;
pub(crate) mod rules;
pub(crate) mod size;
pub(crate) mod spending;
pub(crate) mod values;

pub use kind::Kind;
pub use problem::Problem;
pub(crate) use problem::{Cause, CauseKind};

use crate::engine::check::kind::ListKind;
use crate::engine::eval::Evaluator;
use crate::engine::old_names;
use crate::engine::slots::Filled;

/// Everything that is wrong with an army whose slots are filled.
pub(crate) fn all<'g>(evaluator: &Evaluator<'_, 'g>, filled: &[Filled<'g>]) -> Vec<Problem<'g>> {
    let army = &evaluator.army;
    let mut problems = army.problems.clone();
    problems.extend(army.list.old_names.0.iter().map(old_names::problem));
    if evaluator.lacks_faction() {
        // Everything else depends on the faction.
        if problems.is_empty() && !army.list.incomplete {
            problems.push(evaluator.no_faction());
        }
        return problems;
    }
    evaluator.check_points(&mut problems);
    evaluator.check_spending(&mut problems);
    evaluator.check_sizes(&mut problems);
    evaluator.check_designs(&mut problems);
    evaluator.check_options(&mut problems);
    evaluator.check_limits(&mut problems);
    evaluator.check_values(&mut problems);
    evaluator.check_relations(&mut problems);
    evaluator.check_slots(filled, &mut problems);
    evaluator.check_forces(&mut problems);
    evaluator.check_derived(&mut problems);
    evaluator.check_decks(&mut problems);
    let law = evaluator.law();
    evaluator.name_checks(&law, &mut problems);
    evaluator.check_rules(&law, &mut problems);
    evaluator.check_formulas(&mut problems);
    if let Some(problem) = evaluator.too_expensive_to_decide() {
        return vec![problem];
    }
    if problems.len() > 1 {
        evaluator.drop_repeated(&mut problems);
    }
    problems
}

impl<'g> Evaluator<'_, 'g> {
    /// The only problem of a list for which there were not enough steps: whatever else was found may
    /// only follow from that.
    pub(crate) fn too_expensive_to_decide(&self) -> Option<Problem<'g>> {
        let exceeded = self.meter.exceeded()?;
        let (at, of) = self.meter.blamed();
        let at = at.filter(|at| *at != self.game.span);
        let mut problem =
            Problem::new(ListKind::TooExpensive { exceeded }, of.unwrap_or(self.army.span()));
        problem.defined_at = at;
        Some(problem)
    }
}
