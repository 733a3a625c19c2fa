//! Repairs a list: finds the smallest sets of changes that make it legal.
//!
//! Start at [`Builder::repair`]. Single changes are tried: those that the problems suggest, and if
//! that is not too much all others. Those that mend one fault each are combined, what is left is
//! mended step by step (`combine`), and pairs and larger sets are tried as far as that is
//! affordable (`search`). If there are few enough smaller sets, all of them are tried too, and only
//! then is the answer called the smallest. The validator has judged every list that is offered.

pub(crate) mod combine;
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
    /// Where there is no way: the changes that come nearest, if any do.
    pub partial: Option<PartialRepair>,
}

/// Changes that make a list better but not legal.
#[non_exhaustive]
pub struct PartialRepair {
    /// The changes.
    pub repairs: Repairs,
    /// What is still wrong then.
    pub remaining: Vec<String>,
}

/// How many sets of changes are shown.
const MOST_SHOWN: usize = 3;

/// Sets that are tried after the first success, to find some that change less.
const FURTHER: usize = 2_000;

/// Pairs that are tried before larger sets.
const QUICK: usize = 6_000;

/// Pairs that are tried even though a single change is enough.
const BESIDES: usize = 1_000;

impl Builder<'_, '_> {
    /// Up to three smallest sets of changes; none if no set was found. A legal list needs none, but
    /// may leave ties open.
    pub fn repair(
        &self,
        sources: &Sources,
        list: &List,
        should_continue: &(dyn Fn(&str) -> bool + Sync),
    ) -> Repair {
        let base = self.final_candidate(list.clone());
        if base.is_legal() {
            let renamed = self.with_new_names(sources, &base);
            return Repair {
                ways: renamed.into_iter().chain(self.names_for_ties(sources, list)).collect(),
                fewest: Fewest::Proven,
                partial: None,
            };
        }
        Search::new(self, sources, &base, should_continue).run()
    }
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> Repair {
        let singles = self.singles();
        if self.is_ended {
            return self.unfinished(singles);
        }
        let (mut legal, mut others): (Vec<Way>, Vec<Way>) =
            singles.into_iter().partition(|way| way.is_legal);
        others.sort_by_key(|way| way.nearness);
        // A set that contains a successful change is not minimal.
        let useful: Vec<usize> = others.iter().flat_map(|way| way.edits.iter().copied()).collect();
        if !legal.is_empty() {
            if self.shown(&legal).len() < MOST_SHOWN {
                let most = BESIDES.min(self.affordable());
                let (pairs, _) = self.of_size(2, &useful, most, most);
                legal.extend(pairs.into_iter().filter(|way| way.is_legal));
            }
            self.is_ended = false;
            return self.repair(legal, true, None);
        }
        let (combined, nearest) = self.combined(&others);
        let mut found: Vec<Way> =
            combined.into_iter().map(|way| self.without_needless(way)).collect();
        let mut partial = nearest;
        if found.is_empty() {
            let begin = partial.take().unwrap_or_else(|| self.nothing());
            let stepwise = self.stepwise(begin);
            if stepwise.is_legal {
                found.push(self.without_needless(stepwise));
            } else {
                partial = Some(stepwise);
            }
        }
        let most = QUICK.min(self.affordable());
        let (pairs, tried_all) = self.of_size(2, &useful, most, FURTHER);
        if pairs.iter().any(|way| way.is_legal) {
            let is_proven = self.tried_all;
            self.is_ended = false;
            found.retain(|way| way.edits.len() <= 2);
            found.extend(pairs);
            return self.repair(found, is_proven, None);
        }
        if found.is_empty() && !self.is_ended {
            let begun = others.into_iter().chain(pairs).collect();
            self.renew();
            let (larger, nearest) = self.beam(begun);
            found.extend(larger.into_iter().map(|way| self.without_needless(way)));
            let both = partial.into_iter().chain(nearest);
            partial = both.min_by_key(|way| (way.nearness.0, way.nearness.2));
        }
        self.smaller(&useful, found, tried_all, partial)
    }

    /// The best of the single changes, when time ran out.
    fn unfinished(&mut self, singles: Vec<Way>) -> Repair {
        let nearest = singles.iter().min_by_key(|way| way.nearness).cloned();
        self.repair(singles, false, nearest)
    }

    /// Sets that are smaller than those found: all of them, if that is not too much.
    fn smaller(
        &mut self,
        useful: &[usize],
        found: Vec<Way>,
        tried_pairs: bool,
        partial: Option<Way>,
    ) -> Repair {
        let fewest = found.iter().map(|way| way.edits.len()).min();
        // Trying only some of the smaller sets would prove nothing.
        let mut left = if self.tried_all { self.provable() } else { 0 };
        let mut proven = self.tried_all;
        for size in 2..fewest.unwrap_or(usize::MAX) {
            if size == 2 && tried_pairs {
                continue;
            }
            let sets = count(useful.len(), size).filter(|sets| *sets <= left);
            let Some(sets) = sets.filter(|_| !self.is_ended && !useful.is_empty()) else {
                proven = false;
                break;
            };
            let (ways, all) = self.of_size(size, useful, left, FURTHER);
            if ways.iter().any(|way| way.is_legal) {
                return self.repair(ways, proven, None);
            }
            proven &= all;
            left -= sets;
        }
        self.repair(found, proven, partial)
    }

    fn repair(&self, found: Vec<Way>, proven: bool, nearest: Option<Way>) -> Repair {
        let ways = self.shown(&found);
        let fewest = match (proven, self.is_ended) {
            (_, true) => Fewest::TimeRanOut,
            (true, _) => Fewest::Proven,
            (false, _) => Fewest::Found,
        };
        let nothing = self.nothing();
        let nearest = nearest.filter(|way| ways.is_empty() && way.is_nearer_than(&nothing));
        let partial = nearest.and_then(|way| {
            let list = self.list_of(&way.edits)?;
            let remaining = error_messages(self.builder.rules, &list, &[]);
            Some(PartialRepair { repairs: self.repairs(&way, list), remaining })
        });
        Repair { ways, fewest, partial }
    }

    /// A set as it is offered.
    fn repairs(&self, way: &Way, list: List) -> Repairs {
        let units = self.edits_of(way).filter(|edit| moves_unit(edit)).count();
        let words = self.edit_words(way);
        Repairs {
            list,
            changes: words.iter().map(EditWords::to_string).collect(),
            plain: words
                .into_iter()
                .map(|words| EditWords { line: None, ..words }.to_string())
                .collect(),
            units,
            costs: way.costs.clone(),
        }
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
        shown.into_iter().map(|(_, way, list)| self.repairs(way, list)).collect()
    }
}
