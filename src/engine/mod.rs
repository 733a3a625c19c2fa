//! The rule engine: an army in, a [`Verdict`] out. Generic: everything it knows of a game stands in
//! the game's data.
//!
//! [`Checker`] holds a game made ready; [`Checker::judge`] judges one list. `eval`, `fact`,
//! `change`, `characteristic` and `cost` work out what expressions mean in a list; `slots` puts
//! units into slots with `allocate`; there is one file per kind of check, and `rules` for the
//! game's own. Facts are worked out when first asked for and kept.

pub mod army;
pub(crate) mod assess;
pub mod check;
pub mod eval;
pub(crate) mod oracle;
pub mod slots;

pub use crate::engine::assess::{
    AssessedForce, AssessedSlot, AssessedUnit, Assessment, IssueKey, Offered,
};
pub use crate::engine::check::issue::{About, Cause, Counted, Issue};
pub use crate::engine::eval::number::Number;

use crate::engine::eval::{BodyIndex, Evaluator};
use crate::engine::slots::Filled;

use crate::diagnostic::Diagnostic;
use crate::engine::army::{Army, Book, bind};
use crate::list::List;
use crate::model::Game;
use crate::source::{SourceId, Sources};
use crate::views::Report;

/// How many issues of one list are told.
const MOST_SHOWN: usize = 200;

/// A game made ready to judge lists. Shared by all threads of a batch.
pub struct Checker<'g> {
    pub(crate) book: Book<'g>,
    pub(crate) contents: BodyIndex<'g>,
}

impl<'g> Checker<'g> {
    pub fn new(game: &'g Game) -> Self {
        Checker { book: Book::new(game), contents: BodyIndex::of(game) }
    }

    /// The army of a list. Where formulas decide how many models there are or what is taken by
    /// itself, it is bound once more with what the first look tells.
    pub(crate) fn army<'l>(&'l self, list: &'l List) -> Army<'g, 'l> {
        let first = bind(&self.book, list, None);
        if !first.needs_rebind {
            return first;
        }
        let evaluator = Evaluator::new(&self.book, &self.contents, &first);
        bind(&self.book, list, Some(&evaluator))
    }

    /// What is wrong with a list, without fixes.
    pub fn issues(&self, list: &List) -> Vec<Issue> {
        let army = self.army(list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        check(&evaluator, &army).0
    }

    /// The whole verdict. `found` is what reading the list had to say.
    pub fn judge(
        &self,
        sources: &Sources,
        source: SourceId,
        list: &List,
        found: &[Diagnostic],
    ) -> Report {
        self.look(sources, source, list, found, |_, _, report| report)
    }

    /// Judges a list and calls back while everything that was worked out for it is at hand.
    pub(crate) fn look<T>(
        &self,
        sources: &Sources,
        source: SourceId,
        list: &List,
        found: &[Diagnostic],
        tell: impl FnOnce(&Evaluator<'_, 'g>, &[Filled<'_>], Report) -> T,
    ) -> T {
        let army = self.army(list);
        let evaluator = Evaluator::new(&self.book, &self.contents, &army);
        let (mut checked, filled) = check(&evaluator, &army);
        if checked.iter().any(Issue::is_error) {
            crate::builder::fix::find(self, &evaluator, sources, &mut checked);
        }
        let mut issues: Vec<Issue> = found.iter().map(Issue::from).collect();
        issues.extend(checked);
        let more = issues.len().saturating_sub(MOST_SHOWN);
        issues.truncate(MOST_SHOWN);
        let report =
            crate::views::verdict::report(&evaluator, sources, source, &filled, (&issues, more));
        tell(&evaluator, &filled, report)
    }
}

pub(crate) fn check<'g>(
    evaluator: &Evaluator<'_, 'g>,
    army: &Army<'g, '_>,
) -> (Vec<Issue>, Vec<Filled<'g>>) {
    let mut issues: Vec<Issue> = army.found.iter().map(Issue::from).collect();
    if army.faction.is_none() && (army.list.faction.is_some() || evaluator.has_faction_units()) {
        // Whose army it is decides everything else.
        if issues.is_empty() && !army.list.incomplete {
            issues.push(evaluator.no_faction());
        }
        return (issues, Vec::new());
    }
    let filled = evaluator.fill_slots();
    evaluator.check_points(&mut issues);
    evaluator.check_sizes(&mut issues);
    evaluator.check_options(&mut issues);
    evaluator.check_limits(&mut issues);
    evaluator.check_relations(&mut issues);
    evaluator.check_slots(&filled, &mut issues);
    evaluator.check_forces(&mut issues);
    evaluator.check_derived(&mut issues);
    evaluator.check_decks(&mut issues);
    let law = evaluator.law();
    evaluator.name_checks(&law, &mut issues);
    evaluator.check_rules(&law, &mut issues);
    if issues.len() > 1 {
        check::rules::once(&mut issues);
    }
    (issues, filled)
}
