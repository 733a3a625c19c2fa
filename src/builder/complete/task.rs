//! The task of a search for a complete list, and how much it may still judge.

use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::builder::CompleteOptions;
use crate::builder::candidate::Candidate;
use crate::model::EntryId;

/// What a search is doing, in the words that its progress shows.
pub(crate) const LEGAL: &str = "making the list legal";
pub(crate) const ADDING: &str = "looking at what may be added";
pub(crate) const SPENDING: &str = "spending what is left";
pub(crate) const CHOOSING: &str = "choosing sizes and options";
pub(crate) const CONFLICT: &str = "looking for what stands in the way";

/// How much may be judged, counted in units of the judged lists: to make a list legal, to spend its
/// points, and to find conflicts. Counted before lists are judged, so that the same task has the
/// same result on every machine.
pub(crate) const LEGAL_EFFORT: usize = 120_000;
pub(crate) const SPEND_EFFORT: usize = 240_000;
pub(crate) const CONFLICT_EFFORT: usize = 60_000;

/// A part of a search, with its own effort.
pub(crate) struct Task<'w> {
    options: &'w CompleteOptions<'w>,
    /// Units that are not to be added.
    pub barred: &'w [EntryId],
    left: AtomicUsize,
}

impl<'w> Task<'w> {
    pub(crate) fn new(
        options: &'w CompleteOptions<'w>,
        barred: &'w [EntryId],
        effort: usize,
    ) -> Self {
        Task { options, barred, left: effort.into() }
    }

    /// The same task with a different effort.
    pub(crate) fn with(&self, effort: usize) -> Task<'w> {
        Task::new(self.options, self.barred, effort)
    }

    /// Whether the caller lets the search continue.
    pub(crate) fn may_continue(&self, doing: &str) -> bool {
        (self.options.should_continue)(doing)
    }

    /// Whether this many changes of a list may still be judged. If not, nothing more is.
    pub(crate) fn affords(&self, changes: usize, of: &Candidate) -> bool {
        let cost = changes.saturating_mul(of.assessment.units.len() + 4);
        let left = |left: usize| Some(left.saturating_sub(cost));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        before.is_ok_and(|before| before >= cost)
    }

    /// Whether the effort was exceeded.
    pub(crate) fn is_used_up(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl<'w> Deref for Task<'w> {
    type Target = CompleteOptions<'w>;

    fn deref(&self) -> &CompleteOptions<'w> {
        self.options
    }
}
