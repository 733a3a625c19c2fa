//! The checks: one file per kind, each a function from the army to the problems it found.

pub(crate) mod decks;
pub(crate) mod derived;
pub(crate) mod forces;
pub(crate) mod issue;
pub(crate) mod limits;
pub(crate) mod options;
pub(crate) mod placement;
pub(crate) mod relations;
pub(crate) mod rules;
pub(crate) mod size;

pub use issue::{Cause, Issue};

use crate::engine::eval::Evaluator;
use crate::engine::slots::Filled;

/// Everything that is wrong with an army whose slots are filled.
pub(crate) fn all<'g>(evaluator: &Evaluator<'_, 'g>, filled: &[Filled<'g>]) -> Vec<Issue> {
    let army = &evaluator.army;
    let mut issues: Vec<Issue> = army.found.iter().map(Issue::from).collect();
    if evaluator.lacks_faction() {
        // Whose army it is decides everything else.
        if issues.is_empty() && !army.list.incomplete {
            issues.push(evaluator.no_faction());
        }
        return issues;
    }
    evaluator.check_points(&mut issues);
    evaluator.check_sizes(&mut issues);
    evaluator.check_options(&mut issues);
    evaluator.check_limits(&mut issues);
    evaluator.check_relations(&mut issues);
    evaluator.check_slots(filled, &mut issues);
    evaluator.check_forces(&mut issues);
    evaluator.check_derived(&mut issues);
    evaluator.check_decks(&mut issues);
    let law = evaluator.law();
    evaluator.name_checks(&law, &mut issues);
    evaluator.check_rules(&law, &mut issues);
    if issues.len() > 1 {
        rules::once(&mut issues);
    }
    issues
}
