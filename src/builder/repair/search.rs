//! Tries sets of changes, from small to large. No list is judged twice.
//!
//! A set may hold a change twice (two more units of one kind). Sets whose changes bring the list
//! nearest to being legal come first, so that a search that cannot try all of them tries the best.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::candidates::Candidates;
use crate::builder::repair::rank::is_of_an_added_line;
use crate::engine::eval::Number;
use crate::engine::{ProblemKey, Session};
use crate::list::{Edit, List, UnitLine};
use crate::source::Sources;

/// How many sets are tried in one batch; the search can be ended between batches. Fewer for a long
/// list, because all lists of a batch are in memory together.
const AT_ONCE: usize = 256;
const UNITS_AT_ONCE: usize = 10_000;

/// How many sets the beam search extends by another change.
const BEAM: usize = 12;

/// With more changes than this, pairs are not sorted.
const MOST_RANKED: usize = 1_500;

/// The largest sets that are tried: nobody would make more changes at once.
const DEEPEST: usize = 12;

/// How many changes are tried for one problem.
pub(crate) const MOST_FOR_A_PROBLEM: usize = 60;

/// How much may be judged, counted in units of the judged lists: all single changes, larger sets to
/// find a repair, and smaller sets to prove that there is no smaller repair.
const SINGLES_EFFORT: usize = 40_000;
const SEARCH_EFFORT: usize = 60_000;
const PROOF_EFFORT: usize = 200_000;

/// The effort for sets of three and more if no pair was found, and the greatest weight of lists
/// that get it.
const BEAM_EFFORT: usize = 400_000;
const SHORT_LIST: usize = 24;

/// How near a list is to being legal. Ties go to the list whose errors changed, because its changes
/// had an effect; then to the one that is less over its points limit, then to the one whose cost
/// changed least.
type Nearness = (i64, bool, Number, Number);

/// A set of changes and what the list is like with them.
#[derive(Clone)]
pub(crate) struct Attempt {
    /// Their indices in `RepairSearch::edits`.
    pub edits: Vec<usize>,
    pub is_legal: bool,
    pub nearness: Nearness,
    pub points: Number,
    /// What the list costs, in each currency.
    pub costs: Vec<Number>,
    /// The errors that remain.
    pub errors: Vec<ProblemKey>,
}

impl Attempt {
    /// Whether less remains wrong, regardless of how much the cost changed.
    pub(crate) fn is_nearer_than(&self, other: &Attempt) -> bool {
        (self.nearness.0, self.nearness.2) < (other.nearness.0, other.nearness.2)
    }
}

pub(crate) struct RepairSearch<'s, 'c, 'g> {
    pub builder: &'s Builder<'c, 'g>,
    pub sources: &'s Sources,
    pub base: &'s Candidate,
    /// The list as it is.
    pub session: Session<'s, 'g>,
    pub edits: Vec<Edit>,
    /// Whether every single change was tried, and not only those that the problems suggest.
    pub tried_all: bool,
    /// How much may still be judged to find a repair.
    left: usize,
    should_continue: &'s (dyn Fn(&str) -> bool + Sync),
    /// Lists that were judged and are not legal.
    seen: FxHashSet<u64>,
    /// Whether time ran out.
    pub is_ended: bool,
}

impl Builder<'_, '_> {
    /// The same edit; an added unit also gets the options it must take.
    fn with_choices(&self, list: &List, edit: Edit) -> Edit {
        let Edit::AddUnit { line, to } = &edit else { return edit };
        let entry = self.game.units().find(|(_, unit)| unit.id == line.unit.value);
        let with = entry.and_then(|(entry, _)| self.with_unit(list, entry, to));
        let line = with.and_then(|(with, unit)| with.list.unit(unit).cloned());
        // The target list gives the unit an id if it needs one.
        let line = line.map(|line| Box::new(UnitLine { id: None, ..line }));
        match line {
            Some(line) => Edit::AddUnit { line, to: to.clone() },
            None => edit,
        }
    }
}

impl<'s, 'c, 'g> RepairSearch<'s, 'c, 'g> {
    pub(crate) fn new(
        builder: &'s Builder<'c, 'g>,
        sources: &'s Sources,
        base: &'s Candidate,
        should_continue: &'s (dyn Fn(&str) -> bool + Sync),
    ) -> Self {
        let seen = std::iter::once(hash(&base.list)).collect();
        RepairSearch {
            builder,
            sources,
            base,
            session: builder.rules.session(&base.list),
            edits: Vec::new(),
            tried_all: false,
            left: SEARCH_EFFORT,
            should_continue,
            seen,
            is_ended: false,
        }
    }

    /// What judging a list costs.
    fn weight(&self) -> usize {
        self.base.assessment.units.len() + 4
    }

    /// How many more sets may be judged to find a repair.
    pub(crate) fn affordable(&self) -> usize {
        self.left / self.weight()
    }

    /// Gives larger sets their own effort: pairs may have used up the rest.
    pub(crate) fn renew(&mut self) {
        self.left = if self.weight() <= SHORT_LIST { BEAM_EFFORT } else { SEARCH_EFFORT };
    }

    /// How many sets may be judged to prove that a repair is minimal.
    pub(crate) fn provable(&self) -> usize {
        PROOF_EFFORT / self.weight()
    }

    pub(crate) fn may_continue(&self, doing: &str) -> bool {
        (self.should_continue)(doing)
    }

    /// Changes to a list that its problems suggest, each once.
    pub(crate) fn suggested(&self, session: &Session<'_, '_>) -> Vec<Edit> {
        let candidates = Candidates::new(session);
        let mut edits: Vec<Edit> = Vec::new();
        for problem in session.problems().iter().filter(|problem| problem.is_error()) {
            for edit in candidates.for_problem(problem).into_iter().take(MOST_FOR_A_PROBLEM) {
                if !edits.contains(&edit) {
                    edits.push(edit);
                }
            }
        }
        let (builder, list) = (self.builder, session.list());
        edits.into_par_iter().map(|edit| builder.with_choices(list, edit)).collect()
    }

    /// Every other single change to a list; none if there are too many to try them all.
    fn others(&self, of: &Candidate, known: &[Edit]) -> Option<Vec<Edit>> {
        let most = SINGLES_EFFORT / self.weight();
        let session = self.builder.rules.session(&of.list);
        let candidates = Candidates::new(&session);
        let mut edits = candidates.all();
        edits.extend(candidates.for_all_problems());
        // Each addition is judged at least twice.
        let additions = self.builder.count_of_additions(of).saturating_mul(2);
        if edits.len().saturating_add(additions) > most {
            return None;
        }
        let should_continue = self.should_continue;
        let should_continue = || should_continue("trying single changes");
        edits.extend(
            self.builder.unit_additions(of, &self.builder.available(&of.list, &should_continue)),
        );
        // Changes that give the same list are judged once.
        edits.retain(|edit| !known.contains(edit));
        Some(edits)
    }

    /// The list with a set of changes.
    pub(crate) fn list_of(&self, set: &[usize]) -> Option<List> {
        with_all(self.base, &self.edits, set)
    }

    /// Judges sets, except those whose list was seen before.
    fn judge(&mut self, sets: Vec<Vec<usize>>) -> Vec<Attempt> {
        let (builder, base, edits, seen) = (self.builder, self.base, &self.edits, &mut self.seen);
        let made = sets.into_par_iter().map(|set| {
            let list = with_all(base, edits, &set)?;
            Some((set, hash(&list), list))
        });
        let made: Vec<Option<(Vec<usize>, u64, List)>> = made.collect();
        let new: Vec<_> =
            made.into_iter().flatten().filter(|(_, hash, _)| seen.insert(*hash)).collect();
        let judged = new
            .into_par_iter()
            .map(|(set, hash, list)| (hash, attempt(base, &builder.candidate(list), set)));
        let judged: Vec<(u64, Attempt)> = judged.collect();
        // A smaller set may reach the same legal list.
        judged.iter().filter(|(_, attempt)| attempt.is_legal).for_each(|(hash, _)| {
            seen.remove(hash);
        });
        self.left = self.left.saturating_sub(judged.len().saturating_mul(self.weight()));
        judged.into_iter().map(|(_, attempt)| attempt).collect()
    }

    /// Judges one set, even if its list was seen before.
    pub(crate) fn judge_one(&mut self, set: Vec<usize>) -> Option<Attempt> {
        let list = self.list_of(&set)?;
        self.left = self.left.saturating_sub(self.weight());
        Some(attempt(self.base, &self.builder.candidate(list), set))
    }

    /// The list as it is.
    pub(crate) fn nothing(&self) -> Attempt {
        attempt(self.base, self.base, Vec::new())
    }

    /// Every single change that the problems suggest and that has an effect; if these are not too
    /// many, every other as well. Changes that give the same list are all kept, because they may
    /// differ in combination.
    pub(crate) fn singles(&mut self) -> Vec<Attempt> {
        self.edits = self.suggested(&self.session);
        let mut attempts = self.single_attempts(0);
        if let Some(others) = self.others(self.base, &self.edits) {
            let first = self.edits.len();
            self.edits.extend(others);
            attempts.extend(self.single_attempts(first));
            self.tried_all = !self.is_ended;
        }
        attempts
    }

    /// The single changes from index `first` on.
    fn single_attempts(&mut self, first: usize) -> Vec<Attempt> {
        let (base, edits) = (self.base, &self.edits);
        let of = |at: usize| Some((at, hash(&with_all(base, edits, &[at])?)));
        let hashes: Vec<(usize, u64)> =
            (first..edits.len()).into_par_iter().filter_map(of).collect();
        let mut firsts: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, hash) in &hashes {
            firsts.entry(*hash).or_insert(*at);
        }
        let is_first = |(at, hash): &&(usize, u64)| firsts.get(hash) == Some(at);
        let sets: Vec<Vec<usize>> =
            hashes.iter().filter(is_first).map(|(at, _)| vec![*at]).collect();
        let left = self.left;
        let attempts = self.sets(sets.into_iter(), "trying single changes", &|_| false);
        // Single changes have their own effort.
        self.left = left;
        let known: FxHashMap<usize, &Attempt> = attempts
            .iter()
            .filter_map(|attempt| Some((*attempt.edits.first()?, attempt)))
            .collect();
        let again = |(at, hash): &(usize, u64)| {
            let attempt: &Attempt = known.get(firsts.get(hash)?)?;
            Some(Attempt { edits: vec![*at], ..attempt.clone() })
        };
        hashes.iter().filter_map(again).collect()
    }

    /// Judges sets of `size` changes in order until enough are found; also returns whether all were
    /// tried.
    pub(crate) fn of_size(
        &mut self,
        size: usize,
        of: &[usize],
        most: usize,
        further: usize,
    ) -> (Vec<Attempt>, bool) {
        let found_after = std::cell::Cell::new(None);
        let tried = std::cell::Cell::new(0_usize);
        let is_enough = |attempts: &[Attempt]| {
            tried.set(tried.get() + attempts.len().max(1));
            if found_after.get().is_none() && attempts.iter().any(|attempt| attempt.is_legal) {
                found_after.set(Some(tried.get()));
            }
            found_after.get().is_some_and(|after| tried.get() >= after + further)
        };
        let sets = ranked(of.len(), size).take(most);
        let named =
            sets.map(|set| set.into_iter().filter_map(|rank| of.get(rank).copied()).collect());
        let attempts = self.sets(named, "trying sets of changes", &is_enough);
        let all = count(of.len(), size).is_some_and(|count| count <= most) && !self.is_ended;
        (attempts, all)
    }

    /// Judges sets until the search is ended or enough are found.
    pub(crate) fn sets(
        &mut self,
        sets: impl Iterator<Item = Vec<usize>>,
        doing: &str,
        is_enough: &dyn Fn(&[Attempt]) -> bool,
    ) -> Vec<Attempt> {
        let mut sets = sets;
        let mut kept: Vec<Attempt> = Vec::new();
        let at_once = (UNITS_AT_ONCE / self.weight()).clamp(4, AT_ONCE);
        loop {
            let some: Vec<Vec<usize>> = sets.by_ref().take(at_once).collect();
            if some.is_empty() {
                break;
            }
            if !self.may_continue(doing) {
                self.is_ended = true;
                break;
            }
            let judged = self.judge(some);
            let enough = is_enough(&judged);
            kept.extend(judged);
            if enough {
                break;
            }
        }
        kept
    }

    /// Larger sets by beam search: each round extends the nearest sets by every change that applies
    /// to their lists, as long as that is affordable. Returns the legal sets and the nearest set.
    pub(crate) fn beam_search(
        &mut self,
        mut attempts: Vec<Attempt>,
    ) -> (Vec<Attempt>, Option<Attempt>) {
        let mut nearest = attempts.iter().min_by_key(|attempt| attempt.nearness).cloned();
        for _ in 1..DEEPEST {
            attempts.sort_by_key(|attempt| attempt.nearness);
            attempts.truncate(BEAM);
            let mut next: Vec<Attempt> = Vec::new();
            for attempt in &attempts {
                if self.is_ended || self.affordable() == 0 {
                    return (Vec::new(), nearest);
                }
                let Some(list) = self.list_of(&attempt.edits) else { continue };
                let candidate = self.builder.candidate(list);
                let mut edits = self.suggested(&self.builder.rules.session(&candidate.list));
                let others = self.others(&candidate, &edits);
                edits.extend(others.into_iter().flatten());
                let begin = self.edits.len();
                self.edits.extend(edits);
                let sets = (begin..self.edits.len())
                    .map(|at| attempt.edits.iter().copied().chain([at]).collect());
                let judged = self.sets(sets, "trying larger sets of changes", &|_| false);
                next.extend(
                    judged.into_iter().filter(|longer| longer.nearness.0 <= attempt.nearness.0),
                );
            }
            nearest = nearest
                .into_iter()
                .chain(next.iter().cloned())
                .min_by_key(|attempt| attempt.nearness);
            if next.is_empty() || next.iter().any(|attempt| attempt.is_legal) {
                return (next.into_iter().filter(|attempt| attempt.is_legal).collect(), nearest);
            }
            attempts = next;
        }
        (Vec::new(), nearest)
    }

    /// A legal set without the changes that it does not need.
    pub(crate) fn without_needless(&self, attempt: Attempt) -> Attempt {
        let is_added = |edit: &Edit| is_of_an_added_line(&self.base.list, edit);
        let mut attempt = attempt;
        let mut at = 0;
        while at < attempt.edits.len() && attempt.edits.len() > 1 {
            let left: Vec<usize> = attempt
                .edits
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != at)
                .map(|(_, edit)| *edit)
                .collect();
            // A change to an added unit depends on the additions before it.
            let leans = left.iter().filter_map(|edit| self.edits.get(*edit)).any(is_added);
            let judged = (!leans)
                .then(|| self.list_of(&left))
                .flatten()
                .map(|list| self.builder.candidate(list));
            match judged.filter(Candidate::is_legal) {
                Some(candidate) => {
                    attempt = self::attempt(self.base, &candidate, left);
                    at = 0;
                }
                None => at += 1,
            }
        }
        attempt
    }
}

/// The list with a set of edits.
fn with_all(base: &Candidate, edits: &[Edit], set: &[usize]) -> Option<List> {
    let mut list = base.list.clone();
    for at in set {
        edits.get(*at)?.apply(&mut list).ok()?;
    }
    Some(list)
}

fn attempt(base: &Candidate, candidate: &Candidate, edits: Vec<usize>) -> Attempt {
    let mut over = candidate.assessment.errors.iter().filter_map(|error| error.over);
    let over = over.try_fold(Number::ZERO, |sum: Number, over| sum.plus(over));
    let is_idle = candidate.assessment.keys() == base.assessment.keys();
    let moved = candidate.price_over(base).abs().unwrap_or(Number::ZERO);
    let nearness = (candidate.distance(), is_idle, over.unwrap_or(Number::ZERO), moved);
    // An empty army may break no rule, but it is no repair.
    let is_emptied =
        candidate.list.unit_lines().next().is_none() && base.list.unit_lines().next().is_some();
    let is_legal = candidate.is_legal() && !is_emptied;
    let (points, costs) = (candidate.assessment.points, candidate.assessment.costs.clone());
    Attempt { edits, is_legal, nearness, points, costs, errors: candidate.assessment.keys() }
}

/// A hash that is equal for lists with the same content.
fn hash(list: &List) -> u64 {
    let mut hasher = DefaultHasher::new();
    list.hash(&mut hasher);
    hasher.finish()
}

/// How many sets of a size there are; `None` on overflow.
pub(crate) fn count(of: usize, size: usize) -> Option<usize> {
    let mut count: usize = 1;
    for at in 0..size {
        count = count.checked_mul(of.checked_add(at)?)?.checked_div(at + 1)?;
    }
    Some(count)
}

/// Sets in the order in which they are tried. Either change of a pair may have no effect alone, so
/// promising changes are paired with all others early on.
fn ranked(below: usize, size: usize) -> Box<dyn Iterator<Item = Vec<usize>>> {
    if size != 2 || below > MOST_RANKED {
        return Box::new(multisets(below, size));
    }
    let mut pairs: Vec<Vec<usize>> = multisets(below, size).collect();
    pairs.sort_by_cached_key(|pair| pair.iter().map(|rank| rank + 1).product::<usize>());
    Box::new(pairs.into_iter())
}

/// Multisets of `size` numbers below a bound, smaller numbers first.
pub(crate) fn multisets(below: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (below > 0 && size > 0).then(|| vec![0; size]);
    std::iter::successors(first, move |now: &Vec<usize>| {
        let mut next = now.clone();
        let mut limits = now.iter().skip(1).copied().chain([below - 1]);
        let at = now.iter().position(|digit| limits.next().is_some_and(|limit| *digit < limit))?;
        next.iter_mut().take(at).for_each(|digit| *digit = 0);
        *next.get_mut(at)? += 1;
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_all_there_and_small_numbers_come_first() {
        let all: Vec<Vec<usize>> = multisets(3, 2).collect();
        assert_eq!(all, [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]);
        for (of, size) in [(1, 1), (5, 3), (7, 4), (0, 2)] {
            assert_eq!(Some(multisets(of, size).count()), count(of, size));
        }
        assert_eq!(count(usize::MAX, 3), None);
    }
}
