//! Mending a list: the smallest sets of changes that make it legal.
//!
//! All single changes are tried, then sets of two, the most promising first; what needs more is
//! found by giving the nearest sets one change after another. Where there are few enough, all
//! smaller sets are tried then, and only if none of them did is the answer called the smallest.
//! Every set that comes out was judged legal by the validator.

pub(crate) mod head;
pub(crate) mod search;
pub(crate) mod step;
pub(crate) mod steps;

use rustc_hash::FxHashSet;

use crate::builder::Builder;
use crate::builder::repair::search::{Search, Way, count};
use crate::builder::repair::step::Step;
use crate::engine::eval::Number;
use crate::list::List;
use crate::source::Sources;
use crate::wording::error_messages;

/// Changes that make a list legal together.
pub struct Repairs {
    pub list: List,
    /// Each in words.
    pub changes: Vec<String>,
    /// How many units come or go.
    pub units: usize,
    pub points: Number,
}

/// How sure it is that fewer changes are not enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fewest {
    /// All smaller sets of changes were tried.
    Proven,
    /// There are too many to try.
    Found,
    /// There was no time to try them.
    TimeRanOut,
}

pub struct Repair {
    /// Up to three, the smallest first.
    pub ways: Vec<Repairs>,
    pub fewest: Fewest,
    /// Where there is no way: changes to the nearest list that was found, and what is still wrong
    /// with it.
    pub nearest: (Vec<String>, Vec<String>),
}

/// How many sets are shown.
const MOST_SHOWN: usize = 3;

/// Sets that are tried beyond what was found, for some that change less.
const FURTHER: usize = 2_000;

/// Sets of two that are tried before larger ones are looked for.
const QUICK: usize = 6_000;

/// Sets of two that are tried where one change is enough.
const BESIDES: usize = 1_000;

/// Sets that are tried to find smaller ones or to prove that there are none.
const MOST_SETS: usize = 60_000;

impl Builder<'_, '_> {
    /// Up to three smallest sets of changes; none if the list is legal or no set was found.
    pub fn mend(
        &self,
        sources: &Sources,
        list: &List,
        should_continue: &dyn Fn(&str) -> bool,
    ) -> Repair {
        let base = self.draft(list.clone());
        if base.is_legal() {
            return Repair {
                ways: Vec::new(),
                fewest: Fewest::Proven,
                nearest: Default::default(),
            };
        }
        let mut search = Search::new(self, sources, &base, should_continue);
        let singles = search.singles();
        let (mut legal, mut others): (Vec<Way>, Vec<Way>) =
            singles.into_iter().partition(|way| way.is_legal);
        others.sort_by_key(|way| way.nearness);
        // A set of which a part would do is none.
        let useful: Vec<usize> = others.iter().flat_map(|way| way.steps.iter().copied()).collect();
        if search.is_ended {
            return search.mended(legal, false, others.first());
        }
        if !legal.is_empty() {
            if search.shown(&legal).len() < MOST_SHOWN {
                let (pairs, _) = search.of_size(2, &useful, BESIDES, BESIDES);
                legal.extend(pairs.into_iter().filter(|way| way.is_legal));
            }
            search.is_ended = false;
            return search.mended(legal, true, None);
        }
        let (pairs, tried_all) = search.of_size(2, &useful, QUICK, FURTHER);
        if pairs.iter().any(|way| way.is_legal) {
            search.is_ended = false;
            return search.mended(pairs, true, None);
        }
        search.larger(&useful, others, pairs, tried_all)
    }
}

impl Search<'_, '_, '_> {
    /// Sets of two that are not at hand, and larger ones.
    fn larger(
        &mut self,
        useful: &[usize],
        singles: Vec<Way>,
        pairs: Vec<Way>,
        tried_all: bool,
    ) -> Repair {
        let begun: Vec<Way> = singles.into_iter().chain(pairs).collect();
        let (found, nearest) = if self.is_ended { (Vec::new(), None) } else { self.beam(begun) };
        let found: Vec<Way> = found.into_iter().map(|way| self.without_needless(way)).collect();
        let fewest = found.iter().map(|way| way.steps.len()).min();
        let smaller = 2..fewest.unwrap_or(usize::MAX);
        let mut left = MOST_SETS;
        let mut proven = true;
        for size in smaller {
            let sets = count(useful.len(), size).filter(|sets| *sets <= left);
            // Where something was found, what cannot all be tried proves nothing.
            let is_vain = sets.is_none() && (fewest.is_some() || size > 2);
            if self.is_ended || useful.is_empty() || is_vain {
                proven = false;
                break;
            }
            let is_new = size > 2 || !tried_all;
            let (ways, all) =
                if is_new { self.of_size(size, useful, left, FURTHER) } else { (Vec::new(), true) };
            if ways.iter().any(|way| way.is_legal) {
                return self.mended(ways, proven, None);
            }
            proven &= all;
            left = left.saturating_sub(sets.unwrap_or(left));
            if left == 0 {
                proven &= Some(size + 1) == fewest;
                break;
            }
        }
        self.mended(found, proven, nearest.as_ref())
    }

    fn mended(&self, found: Vec<Way>, proven: bool, nearest: Option<&Way>) -> Repair {
        let ways = self.shown(&found);
        let fewest = match (proven, self.is_ended) {
            (_, true) => Fewest::TimeRanOut,
            (true, _) => Fewest::Proven,
            (false, _) => Fewest::Found,
        };
        let nearest = nearest.filter(|_| ways.is_empty()).and_then(|way| {
            let list = self.list_of(&way.steps)?;
            Some((self.words(way), error_messages(self.bench.checker, &list, &[])))
        });
        Repair { ways, fewest, nearest: nearest.unwrap_or_default() }
    }

    fn steps_of<'w>(&'w self, way: &'w Way) -> impl Iterator<Item = &'w Step> {
        way.steps.iter().filter_map(|at| self.steps.get(*at))
    }

    fn words(&self, way: &Way) -> Vec<String> {
        self.steps_of(way).map(|step| step.words.clone()).collect()
    }

    /// Those that change least: fewer changes, then units, then points, then numbers. Of
    /// several that change the same thing in other
    /// numbers only one is shown, as long as there is anything else.
    fn shown(&self, found: &[Way]) -> Vec<Repairs> {
        let units = |way: &Way| self.steps_of(way).map(Step::units).sum::<usize>();
        let by =
            |way: &Way| self.steps_of(way).fold(0_i64, |sum, step| sum.saturating_add(step.by));
        let moved = |way: &Way| {
            let moved = way.points.subtract(self.base.assessment.points).and_then(Number::abs);
            moved.unwrap_or(Number::ZERO)
        };
        let mut ways: Vec<&Way> = found.iter().filter(|way| way.is_legal).collect();
        ways.sort_by_cached_key(|way| {
            (way.steps.len(), units(way), moved(way), by(way), self.words(way))
        });
        let (mut seen, mut said): (FxHashSet<String>, FxHashSet<Vec<String>>) = Default::default();
        let mut sorts: FxHashSet<Vec<(u8, usize)>> = FxHashSet::default();
        let mut shown: Vec<(usize, &Way, List)> = Vec::new();
        let mut alike = Vec::new();
        for (rank, way) in ways.into_iter().enumerate() {
            if shown.len() == MOST_SHOWN {
                break;
            }
            let Some(list) = self.list_of(&way.steps) else { continue };
            // Neither the same list in two ways nor two that nobody could tell apart.
            if !seen.insert(list.canonical()) || !said.insert(self.words(way)) {
                continue;
            }
            let mut sort: Vec<(u8, usize)> = self.steps_of(way).map(Step::sort).collect();
            sort.sort_unstable();
            // What is added differs by itself.
            let is_new = sort.iter().all(|(sort, _)| *sort == 1) || sorts.insert(sort);
            if is_new { &mut shown } else { &mut alike }.push((rank, way, list));
        }
        let more = MOST_SHOWN - shown.len();
        shown.extend(alike.into_iter().take(more));
        shown.sort_by_key(|(rank, ..)| *rank);
        let mending = |(_, way, list): (usize, &Way, List)| Repairs {
            list,
            changes: self.words(way),
            units: units(way),
            points: way.points,
        };
        shown.into_iter().map(mending).collect()
    }
}
