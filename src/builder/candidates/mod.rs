//! Generates edits that might repair a list. None is certain to help: callers try them.
//!
//! [`Candidates::for_problem`] generates edits for one problem, the likeliest first;
//! [`Candidates::all`] every single edit that a search tries.

pub(crate) mod addition;
pub(crate) mod head;
pub(crate) mod problem;
pub(crate) mod unit;

use crate::engine::{Ruleset, Session};
use crate::list::{Edit, Holder, List};
use crate::model::Game;

/// Finds edits for one list.
pub(crate) struct Candidates<'s, 'a, 'g> {
    session: &'s Session<'a, 'g>,
    game: &'g Game,
    list: &'a List,
}

/// Every single edit that a search tries on a list.
pub fn single_edits(rules: &Ruleset<'_>, list: &List) -> Vec<Edit> {
    Candidates::new(&rules.session(list)).all()
}

impl<'s, 'a, 'g> Candidates<'s, 'a, 'g> {
    pub(crate) fn new(session: &'s Session<'a, 'g>) -> Self {
        Candidates { session, game: session.evaluator().game, list: session.list() }
    }

    /// Every single edit to what the list holds.
    pub(crate) fn all(&self) -> Vec<Edit> {
        let mut edits: Vec<Edit> =
            self.list.unit_lines().flat_map(|line| self.of_unit(line)).collect();
        edits.extend(self.of_head());
        edits.extend(self.of_forces());
        edits
    }

    /// Edits that only problems suggest, such as correct spellings and other hosts.
    pub(crate) fn for_all_problems(&self) -> Vec<Edit> {
        let errors = self.session.problems().iter().filter(|problem| problem.is_error());
        let mut edits: Vec<Edit> = errors.flat_map(|problem| self.for_problem(problem)).collect();
        edits.retain(|edit| {
            matches!(
                edit,
                Edit::Rename { .. }
                    | Edit::Join { .. }
                    | Edit::SetModelCount { .. }
                    | Edit::SetDerived { value: Some(_), .. }
                    | Edit::SetPoints(_)
                    | Edit::TakeOption { of: Holder::Army, .. }
            )
        });
        edits
    }
}
