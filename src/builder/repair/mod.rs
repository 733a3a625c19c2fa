//! Repairs a list: finds the smallest sets of changes that make it legal.
//!
//! Start at [`Builder::repair`]. All single changes are tried, then pairs, the most promising
//! first. Larger sets are found by adding one change after another to those that came nearest. If
//! there are few enough smaller sets, all of them are tried too, and only then is the answer called
//! the smallest. The validator has found every resulting list legal.

pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod single;
pub(crate) mod tie;

use rustc_hash::FxHashSet;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::repair::rank::{ADDS, Sort, difference, is_of_an_added_line, moves_unit, sort};
use crate::builder::repair::search::{Search, Way, count};
use crate::engine::eval::Number;
use crate::list::{Edit, List, OldName};
use crate::source::Sources;
use crate::wording::edit::{EditContext, EditWords, edit as words};
use crate::wording::error_messages;

/// A set of changes that together make a list legal.
#[non_exhaustive]
pub struct Repairs {
    /// The list after the changes.
    pub list: List,
    /// Each change in words.
    pub changes: Vec<String>,
    /// The same without numbers of lines, for those who see no text.
    pub plain: Vec<String>,
    /// How many units are added or removed.
    pub units: usize,
    /// What the list costs then, in each currency.
    pub costs: Vec<Number>,
}

/// How sure it is that fewer changes are not enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fewest {
    /// All smaller sets of changes were tried.
    Proven,
    /// There are too many to try.
    Found,
    /// There was no time to try them.
    TimeRanOut,
}

/// The outcome of repairing a list.
#[non_exhaustive]
pub struct Repair {
    /// Up to three sets of changes, the smallest first. For a legal list, new names in the place of
    /// old ones, and ways to name one of several units that tie for a value.
    pub ways: Vec<Repairs>,
    /// Whether fewer changes could be enough.
    pub fewest: Fewest,
    /// Where there is no way: changes to the nearest list that was found, and what is still wrong
    /// with it.
    pub nearest: (Vec<String>, Vec<String>),
}

/// How many sets of changes are shown.
const MOST_SHOWN: usize = 3;

/// Sets that are tried after the first success, to find some that change less.
const FURTHER: usize = 2_000;

/// Pairs that are tried before larger sets.
const QUICK: usize = 6_000;

/// Pairs that are tried even though a single change is enough.
const BESIDES: usize = 1_000;

/// Larger sets that are tried once some set is known.
const BESIDES_STEPWISE: usize = 6_000;

/// Sets that are tried to find smaller ones or to prove that there are none.
const MOST_SETS: usize = 60_000;

impl Builder<'_, '_> {
    /// Up to three smallest sets of changes; none if no set was found. A legal list needs none, but
    /// may leave ties open.
    pub fn repair(
        &self,
        sources: &Sources,
        list: &List,
        should_continue: &dyn Fn(&str) -> bool,
    ) -> Repair {
        let base = self.candidate(list.clone());
        if base.is_legal() {
            let renamed = self.with_new_names(sources, &base);
            return Repair {
                ways: renamed.into_iter().chain(self.names_for_ties(sources, list)).collect(),
                fewest: Fewest::Proven,
                nearest: Default::default(),
            };
        }
        let mut search = Search::new(self, sources, &base, should_continue);
        let singles = search.singles();
        let (mut legal, mut others): (Vec<Way>, Vec<Way>) =
            singles.into_iter().partition(|way| way.is_legal);
        others.sort_by_key(|way| way.nearness);
        // A set that contains a successful change is not minimal.
        let useful: Vec<usize> = others.iter().flat_map(|way| way.edits.iter().copied()).collect();
        if search.is_ended {
            return search.repair(legal, false, others.first());
        }
        if !legal.is_empty() {
            if search.shown(&legal).len() < MOST_SHOWN {
                let (pairs, _) = search.of_size(2, &useful, BESIDES, BESIDES);
                legal.extend(pairs.into_iter().filter(|way| way.is_legal));
            }
            search.is_ended = false;
            return search.repair(legal, true, None);
        }
        let stepwise = search.stepwise();
        let (pairs, tried_all) = search.of_size(2, &useful, QUICK, FURTHER);
        if pairs.iter().any(|way| way.is_legal) {
            search.is_ended = false;
            return search.repair(pairs, true, None);
        }
        search.larger(&useful, others, pairs, tried_all, stepwise)
    }
}

impl Builder<'_, '_> {
    /// The list itself, if its text uses old names: it says the new ones.
    fn with_new_names(&self, sources: &Sources, base: &Candidate) -> Option<Repairs> {
        let change = |OldName { old, now }: &OldName| {
            let line = sources.place(old.span).line;
            format!("write `{now}` for `{}` in line {line}", old.value)
        };
        let changes: Vec<String> = base.list.old_names.0.iter().map(change).collect();
        let costs = base.assessment.costs.clone();
        let list = base.list.clone();
        (!changes.is_empty()).then_some(Repairs {
            list,
            plain: changes.clone(),
            changes,
            units: 0,
            costs,
        })
    }
}

impl Search<'_, '_, '_> {
    /// The pairs that have not been tried, and larger sets.
    fn larger(
        &mut self,
        useful: &[usize],
        singles: Vec<Way>,
        pairs: Vec<Way>,
        tried_all: bool,
        stepwise: Option<Way>,
    ) -> Repair {
        let begun: Vec<Way> = singles.into_iter().chain(pairs).collect();
        let most = if stepwise.is_some() { BESIDES_STEPWISE } else { usize::MAX };
        let (found, nearest) =
            if self.is_ended { (Vec::new(), None) } else { self.beam(begun, most) };
        let found = found.into_iter().chain(stepwise);
        let found: Vec<Way> = found.map(|way| self.without_needless(way)).collect();
        let fewest = found.iter().map(|way| way.edits.len()).min();
        let smaller = 2..fewest.unwrap_or(usize::MAX);
        let mut left = MOST_SETS;
        let mut proven = true;
        for size in smaller {
            let sets = count(useful.len(), size).filter(|sets| *sets <= left);
            // Trying only some of the smaller sets would prove nothing.
            let is_vain = sets.is_none() && (fewest.is_some() || size > 2);
            if self.is_ended || useful.is_empty() || is_vain {
                proven = false;
                break;
            }
            let is_new = size > 2 || !tried_all;
            let (ways, all) =
                if is_new { self.of_size(size, useful, left, FURTHER) } else { (Vec::new(), true) };
            if ways.iter().any(|way| way.is_legal) {
                return self.repair(ways, proven, None);
            }
            proven &= all;
            left = left.saturating_sub(sets.unwrap_or(left));
            if left == 0 {
                proven &= Some(size + 1) == fewest;
                break;
            }
        }
        self.repair(found, proven, nearest.as_ref())
    }

    fn repair(&self, found: Vec<Way>, proven: bool, nearest: Option<&Way>) -> Repair {
        let ways = self.shown(&found);
        let fewest = match (proven, self.is_ended) {
            (_, true) => Fewest::TimeRanOut,
            (true, _) => Fewest::Proven,
            (false, _) => Fewest::Found,
        };
        let nearest = nearest.filter(|_| ways.is_empty()).and_then(|way| {
            let list = self.list_of(&way.edits)?;
            Some((self.words(way), error_messages(self.builder.rules, &list, &[])))
        });
        Repair { ways, fewest, nearest: nearest.unwrap_or_default() }
    }

    fn edits_of<'w>(&'w self, way: &'w Way) -> impl Iterator<Item = &'w Edit> {
        way.edits.iter().filter_map(|at| self.edits.get(*at))
    }

    /// The edits of a way in words. An edit of a unit that an earlier edit adds is worded by the
    /// list after that edit; all others by the list as it is.
    fn edit_words(&self, way: &Way) -> Vec<EditWords> {
        let (rules, sources) = (self.builder.rules, self.sources);
        let mut all = Vec::new();
        for (number, edit) in self.edits_of(way).enumerate() {
            let before = way.edits.get(..number).unwrap_or_default();
            let list = if is_of_an_added_line(&self.base.list, edit) {
                self.list_of(before)
            } else {
                None
            };
            all.push(match &list {
                Some(list) => words(EditContext { session: &rules.session(list), sources }, edit),
                None => words(EditContext { session: &self.session, sources }, edit),
            });
        }
        all
    }

    fn words(&self, way: &Way) -> Vec<String> {
        self.edit_words(way).iter().map(EditWords::to_string).collect()
    }

    /// The sets that change least: by changes, then units, then points, then numbers. Sets that
    /// differ only in numbers are shown only if there is nothing else.
    fn shown(&self, found: &[Way]) -> Vec<Repairs> {
        let units = |way: &Way| self.edits_of(way).filter(|edit| moves_unit(edit)).count();
        let by = |way: &Way| {
            let all = self.edits_of(way).map(|edit| difference(self.base, edit));
            all.fold(0_i64, i64::saturating_add)
        };
        let moved = |way: &Way| {
            let moved = way.points.subtract(self.base.assessment.points).and_then(Number::abs);
            moved.unwrap_or(Number::ZERO)
        };
        // Taking a unit out to put another of its kind in is a detour.
        let is_detour = |way: &Way| {
            let removed = self.edits_of(way).filter_map(|edit| match edit {
                Edit::RemoveUnit { unit } => self.base.list.unit(*unit),
                _ => None,
            });
            removed.into_iter().any(|gone| {
                self.edits_of(way).any(
                    |edit| matches!(edit, Edit::AddUnit { line, .. } if line.unit == gone.unit),
                )
            })
        };
        let legal = found.iter().filter(|way| way.is_legal);
        let mut ways: Vec<&Way> = legal.clone().filter(|way| !is_detour(way)).collect();
        if ways.is_empty() {
            ways = legal.collect();
        }
        ways.sort_by_cached_key(|way| {
            (way.edits.len(), units(way), moved(way), by(way), self.words(way))
        });
        let (mut seen, mut said): (FxHashSet<List>, FxHashSet<Vec<String>>) = Default::default();
        let mut armies: FxHashSet<String> = FxHashSet::default();
        let mut sorts: Vec<Vec<Sort<'_>>> = Vec::new();
        let mut shown: Vec<(usize, &Way, List)> = Vec::new();
        let mut alike = Vec::new();
        for (rank, way) in ways.into_iter().enumerate() {
            if shown.len() == MOST_SHOWN {
                break;
            }
            let Some(list) = self.list_of(&way.edits) else { continue };
            // Skip sets that give the same list, read the same or give the same army.
            if !seen.insert(list.clone()) || !said.insert(self.words(way)) {
                continue;
            }
            let army = self.builder.rules.evaluator(&list).identity();
            if army.is_some_and(|army| !armies.insert(army)) {
                continue;
            }
            let mut sort: Vec<Sort<'_>> = self.edits_of(way).map(sort).collect();
            sort.sort_unstable();
            // Additions of different units are always worth showing.
            let is_new = sort.iter().all(|(sort, ..)| *sort == ADDS) || !sorts.contains(&sort);
            sorts.push(sort);
            if is_new { &mut shown } else { &mut alike }.push((rank, way, list));
        }
        let more = MOST_SHOWN - shown.len();
        shown.extend(alike.into_iter().take(more));
        shown.sort_by_key(|(rank, ..)| *rank);
        let repairs = |(_, way, list): (usize, &Way, List)| Repairs {
            list,
            changes: self.words(way),
            plain: self
                .edit_words(way)
                .into_iter()
                .map(|words| EditWords { line: None, ..words }.to_string())
                .collect(),
            units: units(way),
            costs: way.costs.clone(),
        };
        shown.into_iter().map(repairs).collect()
    }
}
