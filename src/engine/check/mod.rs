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

/// Rules that are looked at one by one for errors without ties.
const MOST_RULES: usize = 200;

impl<'g> Evaluator<'_, 'g> {
    /// Whether something is wrong that no tie has a part in: it is wrong however they are decided.
    /// False says nothing.
    pub(crate) fn is_wrong_without_ties(&mut self, filled: &[Filled<'g>]) -> bool {
        // The list may be bound and its slots be filled in other ways.
        if !self.ties.get_mut().is_empty() {
            return false;
        }
        if self.army.problems.iter().any(Problem::is_error) {
            return true;
        }
        let checks: [fn(&Self, &mut Vec<Problem<'g>>); 10] = [
            Self::check_points,
            Self::check_spending,
            Self::check_sizes,
            Self::check_designs,
            Self::check_options,
            Self::check_limits,
            Self::check_values,
            Self::check_relations,
            Self::check_forces,
            Self::check_decks,
        ];
        checks.iter().any(|check| self.finds_without_ties(check))
            || self.finds_without_ties(&|army, problems| army.check_slots(filled, problems))
            || (0..self.law().len().min(MOST_RULES)).any(|rule| {
                self.finds_without_ties(&|army, problems| {
                    army.check_rules(&army.law().only(rule), problems);
                })
            })
    }

    /// Whether a check finds errors, and meets no tie on the way.
    fn finds_without_ties(&mut self, check: &dyn Fn(&Self, &mut Vec<Problem<'g>>)) -> bool {
        self.forget();
        self.ties.get_mut().clear();
        let mut problems = Vec::new();
        check(self, &mut problems);
        // What is waived is no error.
        self.name_checks(&self.law(), &mut problems);
        self.ties.get_mut().is_empty() && problems.iter().any(Problem::is_error)
    }

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
