//! Counts the steps of working on one list. A [`Meter`] draws steps from a [`Budget`] in batches,
//! so that counting costs next to nothing, and remembers where they ran out.

use std::cell::Cell;

use crate::budget::{Budget, Exceeded};
use crate::source::Span;

/// How many steps are drawn at a time.
const DRAWN: u32 = 4_096;

/// The steps that are left for working on a list.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    left: Cell<u32>,
    exceeded: Cell<Option<Exceeded>>,
    /// The place in the data that used up the budget.
    at: Cell<Option<Span>>,
    /// The place in the list that it was used up for.
    of: Cell<Option<Span>>,
}

impl Meter {
    pub(crate) fn new(budget: Budget) -> Self {
        let (exceeded, at, of) = (Cell::default(), Cell::default(), Cell::default());
        Meter { budget, left: Cell::new(0), exceeded, at, of }
    }

    /// Spends a step on something in the data; false if none is left.
    #[inline]
    pub(crate) fn step(&self, at: Span) -> bool {
        match self.left.get() {
            0 => self.draw(1, at),
            left => {
                self.left.set(left - 1);
                true
            }
        }
    }

    /// Spends several steps.
    pub(crate) fn steps(&self, count: usize, at: Span) -> bool {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        match u32::try_from(count).ok().and_then(|count| self.left.get().checked_sub(count)) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => self.draw(count, at),
        }
    }

    #[cold]
    fn draw(&self, count: u64, at: Span) -> bool {
        if self.exceeded.get().is_some() {
            return false;
        }
        match self.budget.spend(count.saturating_add(DRAWN.into())) {
            Ok(()) => {
                self.left.set(self.left.get().saturating_add(DRAWN));
                true
            }
            Err(exceeded) => self.end(exceeded, at),
        }
    }

    /// Spends memory on values of this many bytes; false if none is left.
    pub(crate) fn keep(&self, bytes: usize, at: Span) -> bool {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.budget.keep(bytes).map_or_else(|exceeded| self.end(exceeded, at), |()| true)
    }

    /// Spends output on a text of this many bytes; false if none is left.
    pub(crate) fn put_out(&self, bytes: usize) -> bool {
        self.budget.put_out(u64::try_from(bytes).unwrap_or(u64::MAX)).is_ok()
    }

    fn end(&self, exceeded: Exceeded, at: Span) -> bool {
        self.left.set(0);
        if self.exceeded.get().is_none() {
            self.exceeded.set(Some(exceeded));
            self.at.set(Some(at));
        }
        false
    }

    /// Runs work that draws on the budget directly, on behalf of something in the data.
    pub(crate) fn with_budget<T>(
        &self,
        at: Span,
        work: impl FnOnce(&Budget) -> Result<T, Exceeded>,
    ) -> Option<T> {
        match work(&self.budget) {
            Ok(done) => Some(done),
            Err(exceeded) => {
                self.end(exceeded, at);
                None
            }
        }
    }

    /// Gives up, because there are more possibilities than steps.
    pub(crate) fn give_up(&self, at: Span, of: Span) {
        self.end(Exceeded::Steps, at);
        self.set_cause(at, Some(of));
    }

    /// What ran out.
    pub(crate) fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded.get()
    }

    /// The place in the data that needed more than the budget allowed, and the place in the list it
    /// was for.
    pub(crate) fn cause(&self) -> (Option<Span>, Option<Span>) {
        (self.at.get(), self.of.get())
    }

    /// Widens the cause to a span in the data that contains it, if it does, and records the place
    /// in the list it is for.
    pub(crate) fn set_cause(&self, around: Span, of: Option<Span>) {
        if self.at.get().is_some_and(|at| around.contains(at)) {
            self.at.set(Some(around));
            self.of.set(self.of.get().or(of));
        }
    }
}

/// Returns unused steps, so that other work can have them.
impl Drop for Meter {
    fn drop(&mut self) {
        self.budget.give_back(self.left.get().into());
    }
}
