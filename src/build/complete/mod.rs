//! Completing a list: what is missing is added until it is legal, then points are spent; nothing that was there goes.
//!
//! `legal` adds what mends most for least, one unit or option at a time. `spend` lets the solver of the slots choose further
//! units and `refine` their sizes and options, so that the points come as near to the limit as they can. Every list on the
//! way is judged by the validator; what comes out has been found legal by it.

mod legal;
mod refine;
mod spend;

use super::bench::{Draft, Workbench, is_added};
use crate::roster::{List, OtherValue, places};
use crate::validate::Number;

/// What is wanted.
pub struct Wish<'w> {
    /// Spends up to the limit; without it as little is added as makes the list legal.
    pub spend: bool,
    /// Another number, another army; the same number, the same army.
    pub seed: u64,
    /// Asked again and again, with what is being done; `false` ends the search with the best so far.
    pub go_on: &'w dyn Fn(&str) -> bool,
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
        list: List,
        points: Number,
        proof: Proof,
    },
    /// No legal list was found that keeps all of this list.
    Impossible {
        /// The lines of units that stand in the way: without any one of them the list could be completed. None: it is the
        /// head of the list.
        units: Vec<usize>,
        /// What remained wrong in the nearest list.
        remaining: Vec<String>,
    },
}

/// Numbers that look like chance and are the same for a seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Dice(seed)
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}

/// How many armies are tried for one that costs exactly the limit.
const ATTEMPTS: u64 = 6;

impl Workbench<'_, '_> {
    pub fn complete(&self, list: &List, wish: &Wish<'_>) -> Completion {
        let base = self.draft(list.clone());
        let legal = match self.make_legal(base, wish, wish.seed) {
            Ok(legal) => legal,
            Err(nearest) => return self.impossible(list, &nearest, wish),
        };
        let limit = list.points.as_ref().map(|points| points.value).filter(|_| wish.spend);
        let Some(limit) = limit else { return done(legal, Proof::NothingToSpend) };
        let mut best = legal;
        let mut stopped = false;
        for attempt in 0..ATTEMPTS {
            let seed = wish.seed.wrapping_mul(1_000_003).wrapping_add(attempt);
            let start = match attempt {
                0 => self.draft(best.list.clone()),
                _ => match self.make_legal(self.draft(list.clone()), wish, seed) {
                    Ok(start) => start,
                    Err(_) => break,
                },
            };
            let spent = self.spend(start, limit, &mut Dice::new(seed), wish);
            if spent.weighed.points > best.weighed.points {
                best = spent;
            }
            stopped = !(wish.go_on)("spending what is left");
            if best.weighed.points == Number::whole(limit) || stopped {
                break;
            }
        }
        let proof = match best.weighed.points == Number::whole(limit) {
            true => Proof::LimitReached,
            false if stopped => Proof::Stopped,
            false => Proof::BestFound,
        };
        done(best, proof)
    }

    /// The units that stand in the way of any legal list: taken out one by one, those stay without which it could be
    /// completed.
    fn impossible(&self, list: &List, nearest: &Draft, wish: &Wish<'_>) -> Completion {
        let remaining = nearest.weighed.errors.iter().map(|issue| issue.message.clone()).collect();
        let all: Vec<usize> = places(list).into_iter().map(|(_, line)| line.unit.span.start()).collect();
        let can = |kept: &[usize]| self.make_legal(self.draft(only(list, kept)), wish, wish.seed).is_ok();
        if !can(&[]) {
            return Completion::Impossible { units: Vec::new(), remaining };
        }
        if let Some(one) = all.iter().find(|one| !can(&[**one])) {
            return Completion::Impossible { units: vec![*one], remaining };
        }
        let mut kept = all.clone();
        for one in all {
            let without: Vec<usize> = kept.iter().copied().filter(|other| *other != one).collect();
            if (wish.go_on)("looking for what stands in the way") && !can(&without) {
                kept = without;
            }
        }
        Completion::Impossible { units: kept, remaining }
    }
}

fn done(draft: Draft, proof: Proof) -> Completion {
    Completion::Done { list: draft.list, points: draft.weighed.points, proof }
}

/// The list with only some of its units, by their places. Whoever spoke of the others speaks of nobody.
fn only(list: &List, kept: &[usize]) -> List {
    let mut list = list.clone();
    let keep = |line: &crate::roster::UnitLine| kept.contains(&line.unit.span.start()) || is_added(line.unit.span);
    let mut gone: Vec<String> = Vec::new();
    for (_, line) in places(&list).into_iter().filter(|(_, line)| !keep(line)) {
        gone.push(line.id.as_ref().unwrap_or(&line.unit).value.clone());
    }
    let strip = |units: &mut Vec<crate::roster::UnitLine>| {
        units.retain(|line| keep(line));
        for line in units {
            line.joined.retain(|name| !gone.contains(&name.value));
            line.rides = line.rides.take().filter(|name| !gone.contains(&name.value));
        }
    };
    strip(&mut list.units);
    for other in &mut list.others {
        if let OtherValue::Forces(forces) = &mut other.value {
            forces.iter_mut().for_each(|force| strip(&mut force.units));
        }
    }
    list.derived.clear();
    list
}
