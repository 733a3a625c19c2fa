//! The checks of an army: one file per kind, each reporting the problems it finds. Start at
//! [`all`]; `problem` and `kind` describe what is reported.

pub(crate) mod asked;
pub(crate) mod decks;
pub(crate) mod derived;
pub(crate) mod designs;
pub(crate) mod event;
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

pub(crate) use asked::Asked;
pub(crate) use event::SharedThing;
pub use kind::ProblemKind;
pub use problem::Problem;
pub(crate) use problem::{Cause, CauseKind};

use crate::engine::check::kind::ListKind;
use crate::engine::eval::Evaluator;
use crate::engine::old_names;
use crate::engine::slots::Filled;

/// Everything that is wrong with an army whose slots are filled.
pub(crate) fn all<'a, 'g>(
    evaluator: &Evaluator<'a, 'g>,
    filled: &[Filled<'g>],
) -> Vec<Problem<'g>> {
    let army = &evaluator.army;
    let mut problems = army.problems.clone();
    problems.extend(army.list.old_names.0.iter().map(old_names::problem));
    evaluator.check_asked(&mut problems);
    if evaluator.lacks_faction() {
        // All other checks depend on the faction.
        if problems.is_empty() && !army.list.incomplete {
            problems.push(evaluator.no_faction());
        }
        return problems;
    }
    let checks: [Check<'a, 'g>; 9] = [
        Evaluator::check_event,
        Evaluator::check_points,
        Evaluator::check_spending,
        Evaluator::check_sizes,
        Evaluator::check_designs,
        Evaluator::check_options,
        Evaluator::check_limits,
        Evaluator::check_values,
        Evaluator::check_relations,
    ];
    for check in checks {
        evaluator.watch_ties(&mut problems, |problems| check(evaluator, problems));
    }
    evaluator.watch_ties(&mut problems, |problems| evaluator.check_slots(filled, problems));
    let others: [Check<'a, 'g>; 3] =
        [Evaluator::check_forces, Evaluator::check_derived, Evaluator::check_decks];
    for check in others {
        evaluator.watch_ties(&mut problems, |problems| check(evaluator, problems));
    }
    let (law, is_tied) = evaluator.noting_ties(|| {
        let law = evaluator.law();
        evaluator.name_checks(&law, &mut problems);
        law
    });
    // Rules are watched for ties one by one.
    evaluator.check_rules(&law, &mut problems);
    let known = problems.len();
    evaluator.check_formulas(&mut problems);
    let has_faults = problems.len() > known;
    if let Some(problem) = evaluator.too_expensive_to_decide() {
        return vec![problem];
    }
    let is_full = problems.len() >= rules::MOST_PROBLEMS;
    let ((), is_dropped_by_tie) = evaluator.noting_ties(|| {
        if problems.len() > 1 {
            evaluator.drop_repeated(&mut problems);
        }
    });
    if is_tied || is_dropped_by_tie || has_faults || is_full {
        evaluator.has_tied_errors.set(true);
    }
    problems
}

type Check<'a, 'g> = fn(&Evaluator<'a, 'g>, &mut Vec<Problem<'g>>);

/// The most rules that are checked one by one for errors without ties.
const MOST_RULES: usize = 200;

impl<'g> Evaluator<'_, 'g> {
    /// Whether there is an error that no tie affects, so that it remains however ties are decided.
    /// `false` proves nothing.
    pub(crate) fn is_wrong_without_ties(&mut self, filled: &[Filled<'g>]) -> bool {
        // With a tie, the list might be bound or its slots filled differently.
        if !self.ties.get_mut().is_empty() {
            return false;
        }
        if self.army.problems.iter().any(Problem::is_error) {
            return true;
        }
        let checks: [fn(&Self, &mut Vec<Problem<'g>>); 12] = [
            Self::check_asked,
            Self::check_event,
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

    /// Whether a check finds errors without reading a tie.
    fn finds_without_ties(&mut self, check: &dyn Fn(&Self, &mut Vec<Problem<'g>>)) -> bool {
        self.forget();
        self.ties.get_mut().clear();
        let mut problems = Vec::new();
        check(self, &mut problems);
        // A waived problem is not an error.
        self.name_checks(&self.law(), &mut problems);
        self.ties.get_mut().is_empty() && problems.iter().any(Problem::is_error)
    }

    /// The only problem reported if the budget runs out, because all other problems may only follow
    /// from that.
    pub(crate) fn too_expensive_to_decide(&self) -> Option<Problem<'g>> {
        let exceeded = self.meter.exceeded()?;
        let (at, of) = self.meter.cause();
        let at = at.filter(|at| *at != self.game.span);
        let mut problem =
            Problem::new(ListKind::TooExpensive { exceeded }, of.unwrap_or(self.army.span()));
        problem.defined_at = at;
        Some(problem)
    }
}
