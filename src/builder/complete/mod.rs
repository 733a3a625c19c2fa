//! Completes a list: adds what is missing until it is legal, then spends the remaining points.
//! Nothing that the list holds is removed.
//!
//! Start at [`Builder::complete`]. `legal` adds units and options one at a time, those that repair
//! most for the fewest points first. `spend` lets the solver of the slots choose further units, and
//! `refine` chooses their sizes and options, to come as near to the limit as possible. `conflict`
//! explains why a list cannot be completed, `proposals` finds several different completions. `task`
//! bounds how much is judged. Every intermediate list is judged by the validator, so a result is
//! known to be legal.

pub(crate) mod conflict;
pub(crate) mod currency;
pub(crate) mod deck;
pub(crate) mod head;
pub(crate) mod joins;
pub(crate) mod legal;
pub(crate) mod proposals;
pub(crate) mod refine;
pub(crate) mod spend;
pub(crate) mod task;

pub(crate) use crate::builder::complete::conflict::Conflict;

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::complete::legal::SearchOptions;
use crate::builder::complete::refine::RefineScope;
use crate::builder::complete::spend::FirstAdditions;
use crate::builder::complete::task::{
    CONFLICT_EFFORT, LEGAL, LEGAL_EFFORT, SPEND_EFFORT, SPENDING, Task,
};
use crate::builder::derived::{put_right, with_values_of, without_numbers, wrong};
use crate::builder::force::stations;
use crate::engine::eval::Number;
use crate::list::{Edit, ForceRef, List};
use crate::model::EntryId;
use crate::wording::error_messages;

/// How a list is to be completed.
pub struct CompleteOptions<'w> {
    /// Whether to spend points up to the limit; if not, only what makes the list legal is added.
    pub spend: bool,
    /// Different seeds give different armies; the same seed gives the same army.
    pub seed: u64,
    /// Called regularly with the current activity; returning `false` ends the search with the best
    /// list so far.
    pub should_continue: &'w (dyn Fn(&str) -> bool + Sync),
}

/// How near to the limit a completed list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// It costs exactly the limit: nothing can be nearer.
    LimitReached,
    /// The best that was found; a better one may exist.
    BestFound,
    /// The best when the search was ended.
    Stopped,
    /// The list has no limit, or nothing was to be spent.
    NothingToSpend,
}

/// The outcome of completing a list.
pub enum Completion {
    /// The list was completed and is legal.
    Done {
        /// The completed list.
        list: Box<List>,
        /// What it costs.
        points: Number,
        /// How near to the limit that is.
        proof: Proof,
    },
    /// No legal list was found that keeps everything in this one.
    Impossible {
        /// What makes it impossible.
        culprits: Conflict,
        /// The errors of the nearest list that was found.
        remaining: Vec<String>,
    },
}

/// Pseudo-random numbers (SplitMix64), so that a seed always gives the same army.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Rng(seed)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}

/// How many armies are tried for one that costs exactly the limit.
const ATTEMPTS: u64 = 12;

/// After this many attempts without a gain, the search gives up.
const IDLE_ATTEMPTS: u32 = 4;

impl Builder<'_, '_> {
    /// Adds units and options until the list is legal, and spends its points if asked to.
    pub fn complete(&self, list: &List, options: &CompleteOptions<'_>) -> Completion {
        self.complete_without(list, options, &[])
    }

    /// A legal list that holds everything in this one, or what the nearest one lacks. Cheaper than
    /// completing, which also finds out why it fails.
    #[cfg(feature = "terminal")]
    pub(crate) fn some_legal(
        &self,
        list: &List,
        options: &CompleteOptions<'_>,
    ) -> Result<List, Vec<String>> {
        let task = Task::new(options, &[], LEGAL_EFFORT);
        match self.begin(&without_numbers(list), &task) {
            Ok((legal, _)) => Ok(legal.list),
            Err(nearest) => Err(error_messages(self.rules, &nearest.list, &[])),
        }
    }

    /// Completes the list without adding some units.
    pub(crate) fn complete_without(
        &self,
        list: &List,
        options: &CompleteOptions<'_>,
        barred: &[EntryId],
    ) -> Completion {
        let task = Task::new(options, barred, LEGAL_EFFORT);
        // Names that the list states, such as its commander, are kept if possible. Sums are set
        // aside, because every addition would make them wrong, and corrected at the end.
        let mut base = without_numbers(list);
        let mut begun = self.begin(&base, &task);
        if begun.is_err() && !base.derived.is_empty() {
            base = Edit::ClearDerived.applied_to(list).unwrap_or(base);
            begun = self.begin(&base, &task);
        }
        if begun.is_err() {
            // The army may only lack a key that it leaves open.
            for stated in self.stated(&base, &task) {
                if let Ok(legal) = self.begin(&stated, &task) {
                    (base, begun) = (stated, Ok(legal));
                    break;
                }
            }
        }
        let (legal, units) = match begun {
            Ok(legal) => legal,
            Err(nearest) => return self.impossible(list, &nearest, &task.with(CONFLICT_EFFORT)),
        };
        let limit = legal.assessment.limit().filter(|_| options.spend);
        let (best, proof) = match limit {
            None => (legal, Proof::NothingToSpend),
            Some(limit) => self.spend_all(&base, legal, &units, limit, &task.with(SPEND_EFFORT)),
        };
        self.finished(list, best.list, proof)
    }

    /// The completed list, judged after the values that were set aside are restored.
    fn finished(&self, list: &List, best: List, proof: Proof) -> Completion {
        let done = with_values_of(list, best);
        let done = put_right(self.rules, &done, &wrong(self.rules, &done));
        let judged = self.final_candidate(done);
        // What was set aside may be wrong in itself, such as a value that the game does not know.
        if !judged.is_legal() {
            let remaining = error_messages(self.rules, &judged.list, &[]);
            let culprits = Conflict::Head(vec!["derived".to_owned()]);
            return Completion::Impossible { culprits, remaining };
        }
        let points = judged.assessment.points;
        Completion::Done { points, list: Box::new(judged.list), proof }
    }

    /// The list made legal, with the units that its army may take; or the nearest that was found.
    fn begin(
        &self,
        list: &List,
        task: &Task<'_>,
    ) -> Result<(Candidate, Vec<EntryId>), Box<Candidate>> {
        let candidate = self.candidate(list.clone());
        let mut units = self.available(list, &|| task.may_continue(LEGAL));
        units.retain(|unit| !task.barred.contains(unit));
        let search = SearchOptions { seed: task.seed, luck: 0, quick: false };
        let legal = self.make_legal(candidate, &units, task, search);
        legal.map(|legal| (legal, units))
    }

    /// The list that spends the most points found, and how good that is.
    fn spend_all(
        &self,
        list: &List,
        legal: Candidate,
        units: &[EntryId],
        limit: Number,
        task: &Task<'_>,
    ) -> (Candidate, Proof) {
        let is_full = |candidate: &Candidate| candidate.assessment.points == limit;
        let (mut best, mut stopped) = self.spend_by_attempts(list, legal, units, limit, task);
        best = self.refine(best, limit, RefineScope::Everyones, task);
        if !is_full(&best) && !stopped {
            // Stating a key of the army may make more units available.
            for stated in self.stated(list, task) {
                let Ok((legal, units)) = self.begin(&stated, task) else { continue };
                let (better, ended) = self.spend_by_attempts(&stated, legal, &units, limit, task);
                stopped |= ended;
                if better.assessment.points > best.assessment.points {
                    best = better;
                }
                if is_full(&best) || stopped {
                    break;
                }
            }
        }
        let proof = match is_full(&best) {
            true => Proof::LimitReached,
            false if stopped => Proof::Stopped,
            false => Proof::BestFound,
        };
        (best, proof)
    }

    /// The best of several armies, and whether time ran out.
    fn spend_by_attempts(
        &self,
        list: &List,
        legal: Candidate,
        units: &[EntryId],
        limit: Number,
        task: &Task<'_>,
    ) -> (Candidate, bool) {
        // A unit that made the list legal may be the reason that points are left over, so the
        // first attempts each go without one of them.
        let needed = legal.added_entries();
        let mut best = legal;
        let (mut first, mut idle) = (FirstAdditions::default(), 0);
        for attempt in 0..ATTEMPTS {
            let seed = task.seed.wrapping_mul(1_000_003).wrapping_add(attempt);
            let barred = usize::try_from(attempt)
                .ok()
                .and_then(|attempt| needed.get(attempt.checked_sub(1)?));
            let units: Vec<EntryId> =
                units.iter().copied().filter(|unit| Some(unit) != barred).collect();
            let start = match attempt {
                0 => self.candidate(best.list.clone()),
                _ => {
                    match self.make_legal(
                        self.candidate(list.clone()),
                        &units,
                        task,
                        SearchOptions { seed, luck: attempt, quick: false },
                    ) {
                        Ok(start) => start,
                        Err(_) if barred.is_some() => continue,
                        Err(_) => break,
                    }
                }
            };
            let spent = self.spend(start, &mut first, &units, limit, &mut Rng::new(seed), task);
            idle += 1;
            if spent.assessment.points > best.assessment.points {
                (best, idle) = (spent, 0);
            }
            if best.assessment.points == limit || idle >= IDLE_ATTEMPTS {
                break;
            }
            if !task.may_continue(SPENDING) {
                return (best, true);
            }
        }
        (best, false)
    }

    /// The units that the head of the list allows; only some if the search is ended meanwhile.
    pub(crate) fn available(
        &self,
        list: &List,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Vec<EntryId> {
        let to = stations(self.game, list).into_iter().next().unwrap_or(ForceRef::Army);
        let is_open = |unit: &EntryId| {
            let mut with = list.clone();
            let line = Box::new(self.bare_line(list, *unit));
            let added = Edit::AddUnit { line, to: to.clone() }.apply(&mut with).ok().flatten();
            added.is_some_and(|unit| {
                should_continue() && self.rules.session(&with).is_available(unit)
            })
        };
        self.all_units(list).into_par_iter().filter(is_open).collect()
    }
}
