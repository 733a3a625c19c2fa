//! Completing a list: what is missing is added until it is legal, then points are spent; nothing that was there goes.
//!
//! `legal` adds what mends most for least, one unit or option at a time. `spend` lets the solver of the slots choose further
//! units and `refine` their sizes and options, so that the points come as near to the limit as they can. Every list on the
//! way is judged by the validator; what comes out has been found legal by it.

mod legal;
mod refine;
mod spend;

use rayon::prelude::*;

use super::bench::{Draft, Workbench, is_added};
use crate::diagnostic::codes;
use crate::model::{Attribute, AttributeType, Bearer, EntryId, NodeKind};
use crate::roster::{List, Located, Other, OtherValue, Scalar, UnitLine, places};
use crate::validate::{Issue, Number};

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
        list: Box<List>,
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
        /// The search was ended: nobody knows whether there is a way, nor what stands in it.
        stopped: bool,
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

/// How many words of the head are tried where nothing else reaches the limit.
const MOST_STATED: usize = 4;

/// How many armies are tried for one that costs exactly the limit.
const ATTEMPTS: u64 = 12;

impl Workbench<'_, '_> {
    pub fn complete(&self, list: &List, wish: &Wish<'_>) -> Completion {
        let base = self.draft(list.clone());
        let units = self.available(&base);
        let legal = match self.make_legal(base, &units, wish, wish.seed) {
            Ok(legal) => legal,
            Err(nearest) => return self.impossible(list, &nearest, wish),
        };
        let limit = list.points.as_ref().map(|points| points.value).filter(|_| wish.spend);
        let Some(limit) = limit else { return done(legal, Proof::NothingToSpend) };
        let (mut best, mut stopped) = self.spend_by_attempts(list, legal, &units, limit, wish);
        if best.weighed.points < Number::whole(limit) && !stopped {
            // What the army itself may state can open more of its book.
            for stated in self.stated(list) {
                let base = self.draft(stated.clone());
                let units = self.available(&base);
                let Ok(legal) = self.make_legal(base, &units, wish, wish.seed) else { continue };
                let (better, ended) = self.spend_by_attempts(&stated, legal, &units, limit, wish);
                stopped |= ended;
                if better.weighed.points > best.weighed.points {
                    best = better;
                }
                if best.weighed.points == Number::whole(limit) || stopped {
                    break;
                }
            }
        }
        let proof = match best.weighed.points == Number::whole(limit) {
            true => Proof::LimitReached,
            false if stopped => Proof::Stopped,
            false => Proof::BestFound,
        };
        done(best, proof)
    }

    /// The best of several armies, and whether time ran out.
    fn spend_by_attempts(&self, list: &List, legal: Draft, units: &[EntryId], limit: i64, wish: &Wish<'_>) -> (Draft, bool) {
        let mut best = legal;
        for attempt in 0..ATTEMPTS {
            let seed = wish.seed.wrapping_mul(1_000_003).wrapping_add(attempt);
            let start = match attempt {
                0 => self.draft(best.list.clone()),
                _ => match self.make_legal(self.draft(list.clone()), units, wish, seed) {
                    Ok(start) => start,
                    Err(_) => break,
                },
            };
            let spent = self.spend(start, units, limit, &mut Dice::new(seed), wish);
            if spent.weighed.points > best.weighed.points {
                best = spent;
            }
            // Where much is left there is nothing to spend it on, and chance will not change that.
            let much_is_left = best.weighed.points < Number::whole(limit - limit / 10);
            if best.weighed.points == Number::whole(limit) || (attempt > 0 && much_is_left) {
                break;
            }
            if !(wish.go_on)("spending what is left") {
                return (best, true);
            }
        }
        (best, false)
    }

    /// The units that the army may take by what its head says.
    pub(in crate::build) fn available(&self, base: &Draft) -> Vec<EntryId> {
        let is_open = |unit: &EntryId| {
            let line = UnitLine::new(Located::new(self.game.entries[*unit].id.clone(), base.list.span));
            let home = self.homes(&base.list).first().copied().flatten();
            let with = self.with_line(&base.list, &line, home);
            with.is_some_and(|(with, at)| {
                let of_unit = |issue: &Issue| {
                    issue.about.units.iter().filter_map(|unit| with.weighed.units.get(unit.index())).any(|unit| unit.at == at)
                };
                !with.weighed.errors.iter().any(|issue| issue.code == &codes::UNIT_NOT_AVAILABLE && of_unit(issue))
            })
        };
        self.all_units(&base.list).into_par_iter().filter(is_open).collect()
    }

    /// The list with each word that the army may state and does not; those that open most first.
    fn stated(&self, list: &List) -> Vec<List> {
        let game = self.game;
        let on_army = |one: &&Attribute| one.chosen && one.on.contains(&Bearer::Node(NodeKind::Army));
        let is_open = |one: &&Attribute| !list.others.iter().any(|other| other.key.value == one.id);
        let keys = self.draft(list.clone()).weighed.keys();
        let mut all: Vec<(usize, List)> = Vec::new();
        for attribute in game.attributes.values().filter(on_army).filter(is_open) {
            let words: Vec<&str> = match attribute.shape {
                AttributeType::Choice(choices) => game.choices[choices].words.iter().map(|word| word.word.as_str()).collect(),
                AttributeType::Category => game.categories.values().map(|category| category.id.as_str()).collect(),
                AttributeType::Int | AttributeType::Text => continue,
            };
            for word in words {
                let mut with = list.clone();
                let key = Located::new(attribute.id.clone(), list.span);
                let value = OtherValue::Scalars(vec![Scalar::Text(Located::new(word.to_owned(), list.span))]);
                with.others.push(Other { key, value });
                with.others.sort_by(|a, b| a.key.cmp(&b.key));
                let draft = self.draft(with);
                if draft.weighed.new_errors(&keys).is_empty() {
                    all.push((self.available(&draft).len(), draft.list));
                }
            }
        }
        all.sort_by_key(|(open, _)| std::cmp::Reverse(*open));
        all.into_iter().take(MOST_STATED).map(|(_, list)| list).collect()
    }

    /// The units that stand in the way of any legal list: taken out one by one, those stay without which it could be
    /// completed.
    fn impossible(&self, list: &List, nearest: &Draft, wish: &Wish<'_>) -> Completion {
        let remaining = nearest.weighed.errors.iter().map(|issue| issue.message.clone()).collect();
        let all: Vec<usize> = places(list).into_iter().map(|(_, line)| line.unit.span.start()).collect();
        let is_ended = || !(wish.go_on)("looking for what stands in the way");
        if is_ended() {
            return Completion::Impossible { units: Vec::new(), remaining, stopped: true };
        }
        let can = |kept: &[usize]| {
            let draft = self.draft(only(list, kept));
            let units = self.available(&draft);
            self.make_legal(draft, &units, wish, wish.seed).is_ok()
        };
        // Where a search was ended nobody knows what it would have found.
        let proven = |units: Vec<usize>, remaining| match is_ended() {
            true => Completion::Impossible { units: Vec::new(), remaining, stopped: true },
            false => Completion::Impossible { units, remaining, stopped: false },
        };
        if !can(&[]) {
            return proven(Vec::new(), remaining);
        }
        if let Some(one) = all.iter().find(|one| !can(&[**one])) {
            return proven(vec![*one], remaining);
        }
        let mut kept = all.clone();
        for one in all {
            let without: Vec<usize> = kept.iter().copied().filter(|other| *other != one).collect();
            if !can(&without) {
                kept = without;
            }
            if is_ended() {
                return Completion::Impossible { units: Vec::new(), remaining, stopped: true };
            }
        }
        Completion::Impossible { units: kept, remaining, stopped: false }
    }
}

fn done(draft: Draft, proof: Proof) -> Completion {
    Completion::Done { list: Box::new(draft.list), points: draft.weighed.points, proof }
}

/// The list with only some of its units, by their places. Whoever spoke of the others speaks of nobody.
fn only(list: &List, kept: &[usize]) -> List {
    let mut list = list.clone();
    let keep = |line: &UnitLine| kept.contains(&line.unit.span.start()) || is_added(line.unit.span);
    let mut gone: Vec<String> = Vec::new();
    for (_, line) in places(&list).into_iter().filter(|(_, line)| !keep(line)) {
        gone.push(line.id.as_ref().unwrap_or(&line.unit).value.clone());
    }
    let strip = |units: &mut Vec<UnitLine>| {
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
