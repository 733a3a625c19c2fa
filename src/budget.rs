//! What work may cost: steps, memory, output, and time as the caller measures it.
//!
//! The caller passes a [`Budget`]; everything done on its behalf draws on it and stops when it is
//! used up. The library has no clock of its own: a caller who wants a deadline says how to tell
//! that it has passed.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How much of everything there is to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetLimits {
    /// Steps of evaluation and search. A step is a few dozen nanoseconds on a desktop computer.
    pub steps: u64,
    /// Bytes of values that are made on the way.
    pub memory: u64,
    /// Bytes of text that is made to be shown.
    pub output: u64,
}

impl BudgetLimits {
    /// No limits at all.
    pub const NONE: BudgetLimits =
        BudgetLimits { steps: u64::MAX, memory: u64::MAX, output: u64::MAX };

    /// What a search over many lists may cost. Each list has the default of it.
    pub const SEARCH: BudgetLimits = BudgetLimits { steps: 1_000_000_000, ..BudgetLimits::NONE };

    /// What a page about many units may cost.
    pub const PAGE: BudgetLimits = BudgetLimits { steps: 100_000_000, ..BudgetLimits::NONE };
}

/// Far above what any army needs, and used up within a few seconds.
impl Default for BudgetLimits {
    fn default() -> Self {
        BudgetLimits { steps: 20_000_000, memory: 256 << 20, output: 16 << 20 }
    }
}

/// What ended the work before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceeded {
    /// There were no steps left.
    Steps,
    /// There was no memory left.
    Memory,
    /// There was no output left.
    Output,
    /// The caller said that its time is over.
    Time,
    /// [`Budget::cancel`] was called.
    Cancelled,
}

const ALL: [Exceeded; 5] =
    [Exceeded::Steps, Exceeded::Memory, Exceeded::Output, Exceeded::Time, Exceeded::Cancelled];

type Stop = dyn Fn() -> bool + Send + Sync;

/// What some work may cost. Clones draw on the same account, from any thread.
///
/// The default has [`BudgetLimits::default`] and no deadline.
#[derive(Clone, Default)]
pub struct Budget(Arc<Account>);

struct Account {
    steps: AtomicU64,
    memory: AtomicU64,
    output: AtomicU64,
    /// Says that time is over.
    stop: Option<Box<Stop>>,
    /// One more than the place in [`ALL`] of what was exceeded first; 0 for nothing.
    exceeded: AtomicU8,
    /// The account that this is a part of.
    whole: Option<Budget>,
}

impl Default for Account {
    fn default() -> Self {
        Account::new(BudgetLimits::default())
    }
}

impl Account {
    fn new(limits: BudgetLimits) -> Self {
        Account {
            steps: limits.steps.into(),
            memory: limits.memory.into(),
            output: limits.output.into(),
            stop: None,
            exceeded: AtomicU8::new(0),
            whole: None,
        }
    }
}

impl Budget {
    /// A budget with these limits.
    pub fn new(limits: BudgetLimits) -> Self {
        Budget(Arc::new(Account::new(limits)))
    }

    /// A budget with these limits that ends when `stop` says so. It is asked every few thousand
    /// steps, from the thread that makes them.
    pub fn until(limits: BudgetLimits, stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Budget(Arc::new(Account { stop: Some(Box::new(stop)), ..Account::new(limits) }))
    }

    /// A part of this budget: what is spent of it is spent of this one, too, and it ends when this
    /// one ends. If the part is used up, the rest of this one is still there.
    #[must_use]
    pub fn part(&self, limits: BudgetLimits) -> Self {
        Budget(Arc::new(Account { whole: Some(self.clone()), ..Account::new(limits) }))
    }

    /// Ends all work that draws on this budget, soon.
    pub fn cancel(&self) {
        self.end(Exceeded::Cancelled);
    }

    /// What has ended it, if anything has.
    pub fn exceeded(&self) -> Option<Exceeded> {
        let first = usize::from(self.0.exceeded.load(Ordering::Relaxed));
        let own = first.checked_sub(1).and_then(|at| ALL.get(at).copied());
        own.or_else(|| self.0.whole.as_ref()?.exceeded())
    }

    /// Whether there is something left, and time is not over.
    pub fn is_left(&self) -> bool {
        self.spend(0).is_ok()
    }

    /// Spends steps, and looks whether time is over.
    pub fn spend(&self, steps: u64) -> Result<(), Exceeded> {
        if let Some(exceeded) = self.exceeded() {
            return Err(exceeded);
        }
        if self.0.stop.as_ref().is_some_and(|stop| stop()) {
            return Err(self.end(Exceeded::Time));
        }
        self.take(&self.0.steps, steps, Exceeded::Steps)?;
        self.0.whole.as_ref().map_or(Ok(()), |whole| whole.spend(steps))
    }

    /// Spends bytes of memory.
    pub fn keep(&self, bytes: u64) -> Result<(), Exceeded> {
        self.take(&self.0.memory, bytes, Exceeded::Memory)?;
        self.0.whole.as_ref().map_or(Ok(()), |whole| whole.keep(bytes))
    }

    /// Spends bytes of output.
    pub fn put_out(&self, bytes: u64) -> Result<(), Exceeded> {
        self.take(&self.0.output, bytes, Exceeded::Output)?;
        self.0.whole.as_ref().map_or(Ok(()), |whole| whole.put_out(bytes))
    }

    /// Gives back steps that were drawn and not made.
    pub(crate) fn give_back(&self, steps: u64) {
        self.0.steps.fetch_add(steps, Ordering::Relaxed);
        if let Some(whole) = &self.0.whole {
            whole.give_back(steps);
        }
    }

    fn take(&self, from: &AtomicU64, amount: u64, kind: Exceeded) -> Result<(), Exceeded> {
        let less = |left: u64| left.checked_sub(amount);
        match from.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) {
            Ok(_) => Ok(()),
            Err(_) => Err(self.end(kind)),
        }
    }

    /// Records what ended it; the first reason is kept.
    fn end(&self, kind: Exceeded) -> Exceeded {
        let place = ALL.iter().position(|other| *other == kind).unwrap_or_default();
        let place = u8::try_from(place + 1).unwrap_or(1);
        let order = Ordering::Relaxed;
        _ = self.0.exceeded.compare_exchange(0, place, order, order);
        kind
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = |left: &AtomicU64| left.load(Ordering::Relaxed);
        f.debug_struct("Budget")
            .field("steps", &left(&self.0.steps))
            .field("memory", &left(&self.0.memory))
            .field("output", &left(&self.0.output))
            .field("exceeded", &self.exceeded())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_steps(steps: u64) -> BudgetLimits {
        BudgetLimits { steps, ..BudgetLimits::default() }
    }

    #[test]
    fn a_budget_ends_once_and_for_all() {
        let budget = Budget::new(of_steps(10));
        assert!(budget.spend(10).is_ok() && budget.is_left());
        assert_eq!(budget.spend(1), Err(Exceeded::Steps));
        budget.give_back(5);
        assert_eq!(budget.spend(1), Err(Exceeded::Steps));
        assert_eq!(budget.exceeded(), Some(Exceeded::Steps));
    }

    #[test]
    fn a_part_is_spent_of_the_whole_and_ends_with_it() {
        let whole = Budget::new(of_steps(10));
        let part = whole.part(of_steps(4));
        assert!(part.spend(4).is_ok());
        assert_eq!(part.spend(1), Err(Exceeded::Steps));
        assert!(whole.spend(6).is_ok());
        assert_eq!(whole.spend(1), Err(Exceeded::Steps));
        let other = Budget::new(of_steps(10));
        let part = other.part(of_steps(4));
        other.cancel();
        assert_eq!(part.spend(0), Err(Exceeded::Cancelled));
    }

    #[test]
    fn the_caller_says_when_time_is_over() {
        let asked = AtomicU8::new(0);
        let budget = Budget::until(of_steps(10), move || asked.fetch_add(1, Ordering::Relaxed) > 0);
        assert!(budget.spend(1).is_ok());
        assert_eq!(budget.spend(1), Err(Exceeded::Time));
    }
}
