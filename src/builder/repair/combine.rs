//! Repairs of several faults at once. Most faults are independent: changes that each mend one of
//! them are combined, and only the combinations are judged. Remaining faults are repaired step by
//! step.

use crate::builder::repair::rank::moves_unit;
use crate::builder::repair::search::{Attempt, RepairSearch, multisets};
use crate::engine::ProblemKey;
use crate::engine::assess::remove_covering;
use crate::list::Edit;

/// How many combinations are judged, and how many more after the first legal one.
const MOST_COMBINED: usize = 96;
const FURTHER: usize = 24;

/// How often a combination may deviate from the best change.
const MOST_OTHERS: usize = 3;

/// For how many errors a change other than the best is tried.
const MOST_PLACES: usize = 12;

/// How many steps a repair may take.
const MOST_STEPS: usize = 60;

/// How many changes in a row may fail to bring a list nearer before the search looks for others.
const MOST_FAILURES: usize = 12;

/// A single change that mends some errors and causes none.
struct Fixer {
    edit: usize,
    mends: Vec<ProblemKey>,
}

impl RepairSearch<'_, '_, '_> {
    /// Combinations of changes that mend one error each: the legal ones, and the nearest of all.
    pub(crate) fn combined(&mut self, singles: &[Attempt]) -> (Vec<Attempt>, Option<Attempt>) {
        let fixers = self.fixers(singles);
        let first = self.chosen(&fixers, &[]);
        if first.is_empty() {
            return (Vec::new(), None);
        }
        let mut sets: Vec<Vec<usize>> = vec![first.clone()];
        // A change that mends several errors at once may be replaced by one for each.
        let places = self.base.assessment.keys().len().min(MOST_PLACES).max(first.len());
        for others in 1..=MOST_OTHERS {
            for turns in multisets(places, others) {
                let set = self.chosen(&fixers, &turns);
                if !sets.contains(&set) {
                    sets.push(set);
                }
                if sets.len() >= MOST_COMBINED {
                    break;
                }
            }
        }
        sets.truncate(MOST_COMBINED.min(self.affordable().max(1)));
        let mut found: Vec<Attempt> = Vec::new();
        let mut nearest: Option<Attempt> = None;
        let mut left = sets.len();
        for set in sets {
            if left == 0 || !self.may_continue("combining changes") {
                break;
            }
            left -= 1;
            let Some(attempt) = self.judge_one(set) else { continue };
            if attempt.is_legal {
                if found.is_empty() {
                    left = left.min(FURTHER);
                }
                found.push(attempt);
            } else if nearest.as_ref().is_none_or(|nearest| attempt.is_nearer_than(nearest)) {
                nearest = Some(attempt);
            }
        }
        (found, nearest)
    }

    /// The changes that mend something and break nothing, the best first.
    fn fixers(&self, singles: &[Attempt]) -> Vec<Fixer> {
        let base = self.base.assessment.keys();
        let mut fixers: Vec<(&Attempt, Fixer)> = Vec::new();
        for attempt in singles {
            let mut mends = base.clone();
            let is_clean = attempt.errors.iter().all(|error| remove_covering(&mut mends, *error));
            if let [edit] = attempt.edits.as_slice()
                && is_clean
                && !mends.is_empty()
            {
                fixers.push((attempt, Fixer { edit: *edit, mends }));
            }
        }
        fixers.sort_by_key(|(attempt, fixer)| {
            let moves = self.edits.get(fixer.edit).is_some_and(moves_unit);
            (attempt.nearness.0, moves, attempt.nearness)
        });
        fixers.into_iter().map(|(_, fixer)| fixer).collect()
    }

    /// A change for each error that has one. Each entry of `turns` makes the choice of that index
    /// take the next best change.
    fn chosen(&self, fixers: &[Fixer], turns: &[usize]) -> Vec<usize> {
        let mut open = self.base.assessment.keys();
        let mut chosen: Vec<&Fixer> = Vec::new();
        while let Some(error) = open.first().copied() {
            let skipped = turns.iter().filter(|turn| **turn == chosen.len()).count();
            let fitting = fixers.iter().filter(|fixer| {
                fixer.mends.contains(&error)
                    && !chosen.iter().any(|known| self.are_rivals(known, fixer))
            });
            let mut fitting = fitting.skip(skipped);
            match fitting.next() {
                Some(fixer) => {
                    for mended in &fixer.mends {
                        let at = open.iter().position(|error| error == mended);
                        at.map(|at| open.remove(at));
                    }
                    chosen.push(fixer);
                }
                None => drop(open.remove(0)),
            }
        }
        let mut edits: Vec<usize> = chosen.iter().map(|fixer| fixer.edit).collect();
        edits.sort_unstable();
        edits
    }

    /// Whether two changes exclude each other: both set the same number, or mend the same error of
    /// the same unit.
    fn are_rivals(&self, first: &Fixer, second: &Fixer) -> bool {
        let lines = |fixer: &Fixer| self.edits.get(fixer.edit).map(Edit::lines).unwrap_or_default();
        let is_same_error = first.mends.iter().any(|error| second.mends.contains(error));
        let (first_lines, second_lines) = (lines(first), lines(second));
        let edits = (self.edits.get(first.edit), self.edits.get(second.edit));
        first.edit == second.edit
            || matches!(edits, (Some(first), Some(second)) if set_the_same(first, second))
            || (is_same_error && first_lines.iter().any(|line| second_lines.contains(line)))
    }

    /// Extends a set of changes until the list is legal or nothing helps: first by changes that its
    /// problems suggest, then by any others that bring it nearer. Finds long repairs quickly, but
    /// not always the shortest.
    pub(crate) fn stepwise(&mut self, begin: Attempt) -> Attempt {
        let mut now = begin;
        for _ in 0..MOST_STEPS {
            if now.is_legal
                || self.affordable() == 0
                || !self.may_continue("repairing step by step")
            {
                break;
            }
            let Some(list) = self.list_of(&now.edits) else { break };
            let edits = self.suggested(&self.builder.rules.session(&list));
            let begin = self.edits.len();
            self.edits.extend(edits);
            let sets =
                (begin..self.edits.len()).map(|at| now.edits.iter().copied().chain([at]).collect());
            let sets: Vec<Vec<usize>> = sets.collect();
            let mut next = self.sets(sets.into_iter(), "repairing step by step", &|_| false);
            next.sort_by_key(|attempt| (attempt.nearness, attempt.edits.last().copied()));
            next.retain(|attempt| attempt.is_nearer_than(&now));
            let mut next = next.into_iter();
            let Some(best) = next.next() else { break };
            now = self.extended(best, next);
        }
        now
    }

    /// Extends an attempt by the last change of each other attempt that brings it nearer.
    fn extended(&mut self, mut now: Attempt, others: impl Iterator<Item = Attempt>) -> Attempt {
        let mut failures = 0;
        for other in others {
            if now.is_legal || failures == MOST_FAILURES || self.affordable() == 0 {
                break;
            }
            let set = now.edits.iter().chain(other.edits.last()).copied().collect();
            match self.judge_one(set).filter(|longer| longer.is_nearer_than(&now)) {
                Some(longer) => (now, failures) = (longer, 0),
                None => failures += 1,
            }
        }
        now
    }
}

/// Whether two edits set the same number, so that only one of them counts.
fn set_the_same(first: &Edit, second: &Edit) -> bool {
    match (first, second) {
        (Edit::SetPick { design, pick, .. }, Edit::SetPick { design: of, pick: other, .. }) => {
            design == of && pick == other
        }
        (Edit::SetCard { card, .. }, Edit::SetCard { card: other, .. }) => card == other,
        _ => false,
    }
}
