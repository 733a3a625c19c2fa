//! Repairs a list: finds the smallest sets of changes that make it legal.
//!
//! Start at [`Builder::repair`]. First single changes are tried: those that the problems suggest,
//! and all others if there are not too many. Changes that mend one fault each are combined, and
//! remaining faults are mended step by step (`combine`); pairs and larger sets are tried within a
//! budget (`search`). Only if all smaller sets could be tried too is the answer called the
//! smallest. Every list that is offered has been judged by the validator.

pub(crate) mod combine;
pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod single;
pub(crate) mod tie;

use rustc_hash::FxHashSet;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::repair::rank::{
    ADDS, EditKey, difference, is_of_an_added_line, moves_unit, sort,
};
use crate::builder::repair::search::{Attempt, RepairSearch, count};
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
    /// The same without line numbers, for people who do not see the file.
    pub plain: Vec<String>,
    /// How many units are added or removed.
    pub units: usize,
    /// What the list costs then, in each currency.
    pub costs: Vec<Number>,
}

/// How sure it is that fewer changes are not enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Minimality {
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
    /// Up to three sets of changes, the smallest first. For a legal list: new names in place of old
    /// ones, and ways to name one of several units that tie for a value.
    pub ways: Vec<Repairs>,
    /// Whether fewer changes could be enough.
    pub fewest: Minimality,
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

/// How many sets are tried after the first success, to find some that change less.
const FURTHER: usize = 2_000;

/// How many pairs are tried before larger sets.
const QUICK: usize = 6_000;

/// How many pairs are tried even though a single change is enough.
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
                fewest: Minimality::Proven,
                partial: None,
            };
        }
        RepairSearch::new(self, sources, &base, should_continue).run()
    }
}

impl RepairSearch<'_, '_, '_> {
    fn run(&mut self) -> Repair {
        let singles = self.singles();
        if self.is_ended {
            return self.unfinished(singles);
        }
        let (mut legal, mut others): (Vec<Attempt>, Vec<Attempt>) =
            singles.into_iter().partition(|attempt| attempt.is_legal);
        others.sort_by_key(|attempt| attempt.nearness);
        // A set that contains a successful change is not minimal.
        let useful: Vec<usize> =
            others.iter().flat_map(|attempt| attempt.edits.iter().copied()).collect();
        if !legal.is_empty() {
            if self.shown(&legal).len() < MOST_SHOWN {
                let most = BESIDES.min(self.affordable());
                let (pairs, _) = self.of_size(2, &useful, most, most);
                legal.extend(pairs.into_iter().filter(|attempt| attempt.is_legal));
            }
            self.is_ended = false;
            return self.repair(legal, true, None);
        }
        let (combined, nearest) = self.combined(&others);
        let mut found: Vec<Attempt> =
            combined.into_iter().map(|attempt| self.without_needless(attempt)).collect();
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
        if pairs.iter().any(|attempt| attempt.is_legal) {
            let is_proven = self.tried_all;
            self.is_ended = false;
            found.retain(|attempt| attempt.edits.len() <= 2 || self.keeps_units(attempt));
            found.extend(pairs);
            return self.repair(found, is_proven, None);
        }
        if found.is_empty() && !self.is_ended {
            let begun = others.into_iter().chain(pairs).collect();
            self.renew();
            let (larger, nearest) = self.beam_search(begun);
            found.extend(larger.into_iter().map(|attempt| self.without_needless(attempt)));
            let both = partial.into_iter().chain(nearest);
            partial = both.min_by_key(|attempt| (attempt.nearness.0, attempt.nearness.2));
        }
        self.smaller(&useful, found, tried_all, partial)
    }

    /// The best of the single changes, when time ran out.
    fn unfinished(&mut self, singles: Vec<Attempt>) -> Repair {
        let nearest = singles.iter().min_by_key(|attempt| attempt.nearness).cloned();
        self.repair(singles, false, nearest)
    }

    /// Smaller sets than those found: all of them, if there are few enough.
    fn smaller(
        &mut self,
        useful: &[usize],
        found: Vec<Attempt>,
        tried_pairs: bool,
        partial: Option<Attempt>,
    ) -> Repair {
        let fewest = found.iter().map(|attempt| attempt.edits.len()).min();
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
            if ways.iter().any(|attempt| attempt.is_legal) {
                let kept = found.into_iter().filter(|attempt| self.keeps_units(attempt));
                let ways = ways.into_iter().chain(kept).collect();
                return self.repair(ways, proven, None);
            }
            proven &= all;
            left -= sets;
        }
        self.repair(found, proven, partial)
    }

    fn repair(&self, found: Vec<Attempt>, proven: bool, nearest: Option<Attempt>) -> Repair {
        let ways = self.shown(&found);
        let fewest = match (proven, self.is_ended) {
            (_, true) => Minimality::TimeRanOut,
            (true, _) => Minimality::Proven,
            (false, _) => Minimality::Found,
        };
        let nothing = self.nothing();
        let nearest = nearest.filter(|attempt| ways.is_empty() && attempt.is_nearer_than(&nothing));
        let partial = nearest.and_then(|attempt| {
            let list = self.list_of(&attempt.edits)?;
            let remaining = error_messages(self.builder.rules, &list, &[]);
            Some(PartialRepair { repairs: self.repairs(&attempt, list), remaining })
        });
        Repair { ways, fewest, partial }
    }

    /// A set as it is offered.
    fn repairs(&self, attempt: &Attempt, list: List) -> Repairs {
        let units = self.edits_of(attempt).filter(|edit| moves_unit(edit)).count();
        let words = self.edit_words(attempt);
        Repairs {
            list,
            changes: words.iter().map(EditWords::to_string).collect(),
            plain: words.iter().map(|words| words.without_file().to_string()).collect(),
            units,
            costs: attempt.costs.clone(),
        }
    }
}

impl Builder<'_, '_> {
    /// The list with new names, if its text uses old ones.
    fn with_new_names(&self, sources: &Sources, base: &Candidate) -> Option<Repairs> {
        let change = |OldName { old, now }: &OldName| {
            crate::wording::edit::new_name(&old.value, now, sources.place(old.span).line)
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

impl RepairSearch<'_, '_, '_> {
    fn edits_of<'w>(&'w self, attempt: &'w Attempt) -> impl Iterator<Item = &'w Edit> {
        attempt.edits.iter().filter_map(|at| self.edits.get(*at))
    }

    /// The edits of an attempt in words. An edit of a unit that an earlier edit adds is worded by
    /// the list after that edit; all others by the list as it is.
    fn edit_words(&self, attempt: &Attempt) -> Vec<EditWords> {
        let (rules, sources) = (self.builder.rules, self.sources);
        let mut all = Vec::new();
        for (number, edit) in self.edits_of(attempt).enumerate() {
            let before = attempt.edits.get(..number).unwrap_or_default();
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

    fn words(&self, attempt: &Attempt) -> Vec<String> {
        self.edit_words(attempt).iter().map(EditWords::to_string).collect()
    }

    fn keeps_units(&self, attempt: &Attempt) -> bool {
        !self.edits_of(attempt).any(moves_unit)
    }

    /// The sets that change least: by changes, then units, then points, then numbers. Sets that
    /// differ only in numbers are shown only if there is nothing else. If all of them add or remove
    /// units, the smallest that was found without that takes the last place.
    fn shown(&self, found: &[Attempt]) -> Vec<Repairs> {
        let units =
            |attempt: &Attempt| self.edits_of(attempt).filter(|edit| moves_unit(edit)).count();
        let by = |attempt: &Attempt| {
            let all = self.edits_of(attempt).map(|edit| difference(self.base, edit));
            all.fold(0_i64, i64::saturating_add)
        };
        let moved = |attempt: &Attempt| {
            let moved = attempt.points.subtract(self.base.assessment.points).and_then(Number::abs);
            moved.unwrap_or(Number::ZERO)
        };
        // Removing a unit to add another of its kind is a detour.
        let is_detour = |attempt: &Attempt| {
            let removed = self.edits_of(attempt).filter_map(|edit| match edit {
                Edit::RemoveUnit { unit } => self.base.list.unit(*unit),
                _ => None,
            });
            removed.into_iter().any(|gone| {
                self.edits_of(attempt).any(
                    |edit| matches!(edit, Edit::AddUnit { line, .. } if line.unit == gone.unit),
                )
            })
        };
        let legal = found.iter().filter(|attempt| attempt.is_legal);
        let mut ways: Vec<&Attempt> = legal.clone().filter(|attempt| !is_detour(attempt)).collect();
        if ways.is_empty() {
            ways = legal.collect();
        }
        ways.sort_by_cached_key(|attempt| {
            (attempt.edits.len(), units(attempt), moved(attempt), by(attempt), self.words(attempt))
        });
        let (mut seen, mut said): (FxHashSet<List>, FxHashSet<Vec<String>>) = Default::default();
        let mut armies: FxHashSet<String> = FxHashSet::default();
        let mut sorts: Vec<Vec<EditKey<'_>>> = Vec::new();
        let may_keep = ways.iter().any(|attempt| self.keeps_units(attempt));
        let mut shown: Vec<(usize, &Attempt, List)> = Vec::new();
        let mut alike = Vec::new();
        for (rank, attempt) in ways.into_iter().enumerate() {
            if shown.len() == MOST_SHOWN {
                break;
            }
            let is_kept_place = may_keep
                && shown.len() + 1 == MOST_SHOWN
                && !shown.iter().any(|(_, shown, _)| self.keeps_units(shown));
            if is_kept_place && !self.keeps_units(attempt) {
                continue;
            }
            let Some(list) = self.list_of(&attempt.edits) else { continue };
            // Skip sets that give the same list, read the same or give the same army.
            if !seen.insert(list.clone()) || !said.insert(self.words(attempt)) {
                continue;
            }
            let army = self.builder.rules.evaluator(&list).identity();
            if army.is_some_and(|army| !armies.insert(army)) {
                continue;
            }
            let mut sort: Vec<EditKey<'_>> = self.edits_of(attempt).map(sort).collect();
            sort.sort_unstable();
            // Additions of different units are always worth showing.
            let is_new = sort.iter().all(|(sort, ..)| *sort == ADDS) || !sorts.contains(&sort);
            sorts.push(sort);
            if is_new { &mut shown } else { &mut alike }.push((rank, attempt, list));
        }
        let more = MOST_SHOWN - shown.len();
        shown.extend(alike.into_iter().take(more));
        shown.sort_by_key(|(rank, ..)| *rank);
        shown.into_iter().map(|(_, attempt, list)| self.repairs(attempt, list)).collect()
    }
}
