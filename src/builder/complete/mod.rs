//! Completing a list: what is missing is added until it is legal, then points are spent; nothing
//! that was there goes.
//!
//! `legal` adds what mends most for least, one unit or option at a time. `spend` lets the solver of
//! the slots choose further units and `refine` their sizes and options, so that the points come as
//! near to the limit as they can. Every list on the way is judged by the validator; what comes out
//! has been found legal by it.

pub(crate) mod conflict;
pub(crate) mod deck;
pub(crate) mod head;
pub(crate) mod joins;
pub(crate) mod legal;
pub(crate) mod refine;
pub(crate) mod spend;

pub(crate) use crate::builder::complete::conflict::Conflict;

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::complete::legal::Search;
use crate::builder::complete::refine::Whose;
use crate::builder::complete::spend::FirstWays;
use crate::builder::derived::{put_right, without_numbers, wrong};
use crate::builder::force::stations;
use crate::diagnostic::codes;
use crate::engine::AssessedProblem;
use crate::engine::eval::Number;
use crate::list::{Edit, ForceRef, List};
use crate::model::EntryId;

/// What is wanted.
pub struct CompleteOptions<'w> {
    /// Spends up to the limit; without it as little is added as makes the list legal.
    pub spend: bool,
    /// Another number, another army; the same number, the same army.
    pub seed: u64,
    /// Asked again and again, with what is being done; `false` ends the search with the best so
    /// far.
    pub should_continue: &'w dyn Fn(&str) -> bool,
}

/// How near to the limit a completed list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// It costs exactly the limit: nothing can be nearer.
    LimitReached,
    /// The best that was found; a better one may exist.
    BestFound,
    /// The best when the search was ended.
    Stopped,
    /// There was nothing to spend, or nobody wanted it.
    NothingToSpend,
}

pub enum Completion {
    Done {
        list: Box<List>,
        points: Number,
        proof: Proof,
    },
    /// No legal list was found that keeps all of this list.
    Impossible {
        culprits: Conflict,
        /// What remained wrong in the nearest list.
        remaining: Vec<String>,
    },
}

/// Numbers that look like chance and are the same for a seed.
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

/// So many that spent no more than those before, and the next will not either.
const IDLE_ATTEMPTS: u32 = 4;

impl Builder<'_, '_> {
    pub fn complete(&self, list: &List, wish: &CompleteOptions<'_>) -> Completion {
        // A commander that the list names is kept if he can be; a sum that it states is put right
        // at the end.
        let mut base = without_numbers(list);
        let mut begun = self.begin(&base, wish);
        if begun.is_err() && !base.derived.is_empty() {
            base = Edit::ClearDerived.applied_to(list).unwrap_or(base);
            begun = self.begin(&base, wish);
        }
        let (legal, units) = match begun {
            Ok(legal) => legal,
            Err(nearest) => return self.impossible(list, &nearest, wish),
        };
        let limit = list.points.as_ref().map(|points| points.value).filter(|_| wish.spend);
        let (best, proof) = match limit {
            None => (legal, Proof::NothingToSpend),
            Some(limit) => self.spend_all(&base, legal, &units, limit, wish),
        };
        // What was set aside is stated again.
        let done = List { derived: list.derived.clone(), ..best.list };
        let done = put_right(self.rules, &done, &wrong(self.rules, &done));
        Completion::Done { points: best.assessment.points, list: Box::new(done), proof }
    }

    /// The list made legal, with the units that its army may take; or the nearest that was found.
    fn begin(
        &self,
        list: &List,
        wish: &CompleteOptions<'_>,
    ) -> Result<(Candidate, Vec<EntryId>), Box<Candidate>> {
        let draft = self.candidate(list.clone());
        let units = self.available(&draft);
        let legal =
            self.make_legal(draft, &units, wish, Search { seed: wish.seed, luck: 0, quick: false });
        legal.map(|legal| (legal, units))
    }

    /// The list with as much spent as was found, and how good that is.
    fn spend_all(
        &self,
        list: &List,
        legal: Candidate,
        units: &[EntryId],
        limit: i64,
        wish: &CompleteOptions<'_>,
    ) -> (Candidate, Proof) {
        let is_full = |draft: &Candidate| draft.assessment.points == Number::whole(limit);
        let (mut best, mut stopped) = self.spend_by_attempts(list, legal, units, limit, wish);
        best = self.refine(best, limit, Whose::Everyones, wish);
        if !is_full(&best) && !stopped {
            // What the army itself may state can open more of its book.
            for stated in self.stated(list) {
                let Ok((legal, units)) = self.begin(&stated, wish) else { continue };
                let (better, ended) = self.spend_by_attempts(&stated, legal, &units, limit, wish);
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
        limit: i64,
        wish: &CompleteOptions<'_>,
    ) -> (Candidate, bool) {
        // What made the list legal may be what leaves points over: the first attempts do without
        // one of it each.
        let mut needed: Vec<EntryId> = legal
            .assessment
            .units
            .iter()
            .filter(|unit| legal.is_added(unit.line))
            .map(|unit| unit.entry)
            .collect();
        needed.dedup();
        let mut best = legal;
        let (mut first, mut idle) = (FirstWays::default(), 0);
        for attempt in 0..ATTEMPTS {
            let seed = wish.seed.wrapping_mul(1_000_003).wrapping_add(attempt);
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
                        wish,
                        Search { seed, luck: attempt, quick: false },
                    ) {
                        Ok(start) => start,
                        Err(_) if barred.is_some() => continue,
                        Err(_) => break,
                    }
                }
            };
            let spent = self.spend(start, &mut first, &units, limit, &mut Rng::new(seed), wish);
            idle += 1;
            if spent.assessment.points > best.assessment.points {
                (best, idle) = (spent, 0);
            }
            if best.assessment.points == Number::whole(limit) || idle >= IDLE_ATTEMPTS {
                break;
            }
            if !(wish.should_continue)("spending what is left") {
                return (best, true);
            }
        }
        (best, false)
    }

    /// The units that the army may take by what its head says.
    pub(crate) fn available(&self, base: &Candidate) -> Vec<EntryId> {
        let is_open = |unit: &EntryId| {
            let to = stations(self.game, &base.list).into_iter().next().unwrap_or(ForceRef::Army);
            let line = self.bare_line(&base.list, *unit);
            let with = self.with_line(&base.list, &line, &to);
            with.is_some_and(|(with, unit)| {
                let bars = |issue: &AssessedProblem| {
                    issue.code == &codes::UNIT_NOT_AVAILABLE && with.is_about(issue, unit)
                };
                !with.assessment.errors.iter().any(bars)
            })
        };
        self.all_units(&base.list).into_par_iter().filter(is_open).collect()
    }
}
