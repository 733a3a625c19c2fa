//! Single changes that mend an issue. Each is tried: the list is changed, judged again, and the
//! change is offered only if the issue is gone and no other has come.

pub(crate) mod candidates;

use crate::engine::assess::key;
use crate::engine::check::Problem;
use crate::engine::{Checker, ProblemKey, Session};
use crate::list::{Edit, List};
use crate::source::Sources;

/// How many fixes one issue shows.
const MOST_FIXES: usize = 3;

/// How much is tried for one list: fewer changes the more there is to judge, because judging grows
/// faster than a list.
const EFFORT: usize = 10_000_000;

/// A change, and what it is called.
pub(crate) struct FixCandidate {
    edit: Edit,
    /// What is done, for those of one sort: `remove`, `add`.
    verb: &'static str,
    /// To what.
    object: String,
    /// Tried only if nothing smaller helps.
    last_resort: bool,
}

impl Checker<'_> {
    /// Changes that might mend one error or another of a list, with their words. None has been
    /// tried.
    pub fn edits(&self, sources: &Sources, list: &List) -> Vec<(Edit, String)> {
        let session = self.session(list);
        let errors = session.problems().iter().filter(|problem| problem.is_error());
        let all = errors.flat_map(|problem| candidates::of(session.evaluator(), sources, problem));
        all.map(|candidate| (candidate.edit, format!("{} {}", candidate.verb, candidate.object)))
            .collect()
    }
}

/// Fixes for each problem of a list, in words.
pub(crate) fn find(session: &Session<'_, '_>, sources: &Sources) -> Vec<Vec<String>> {
    let (evaluator, list, problems) = (session.evaluator(), session.list(), session.problems());
    let mut fixes = Vec::new();
    let joins: usize = evaluator.army.units.iter().map(|unit| unit.joined.len()).sum();
    let weight = evaluator.army.nodes.len() + joins * 4 + 1;
    let mut left = (EFFORT / weight.saturating_mul(weight)).clamp(3, 400);
    let before: Vec<ProblemKey> =
        problems.iter().filter(|problem| problem.is_error()).map(key).collect();
    for problem in problems {
        let mut found: Vec<(&'static str, Vec<String>)> = Vec::new();
        let tried = match problem.is_error() {
            true => candidates::of(evaluator, sources, problem),
            false => Vec::new(),
        };
        for candidate in tried {
            // Three of a sort are enough to choose from, and three sorts enough to read.
            let full = found
                .iter()
                .any(|(verb, objects)| *verb == candidate.verb && objects.len() >= MOST_OF_A_SORT);
            let new_sort = !found.iter().any(|(verb, _)| *verb == candidate.verb);
            if full || (new_sort && found.len() >= MOST_FIXES) {
                continue;
            }
            // While something could not be read, nobody knows what is missing or too many.
            if evaluator.lost_units && ["add", "remove", "play"].contains(&candidate.verb) {
                continue;
            }
            if left == 0 || (candidate.last_resort && !found.is_empty()) {
                break;
            }
            left -= 1;
            if mends(session.rules, list, &candidate.edit, problem, &before) {
                match found.iter_mut().find(|(verb, _)| *verb == candidate.verb) {
                    Some((_, objects)) => objects.push(candidate.object),
                    None => found.push((candidate.verb, vec![candidate.object])),
                }
            }
        }
        let words = found.into_iter().map(|(verb, all)| format!("{verb} {}", alternatives(all)));
        fixes.push(words.collect());
    }
    fixes
}

const MOST_OF_A_SORT: usize = 4;

fn mends(
    checker: &Checker<'_>,
    list: &List,
    edit: &Edit,
    problem: &Problem<'_>,
    before: &[ProblemKey],
) -> bool {
    let Some(changed) = edit.apply(list) else { return false };
    let mut expected = before.to_vec();
    let gone = key(problem);
    if let Some(at) = expected.iter().position(|one| *one == gone) {
        expected.remove(at);
    }
    let after = checker.problems(&changed);
    after.iter().filter(|problem| problem.is_error()).map(key).all(|one| {
        match expected.iter().position(|known| known.covers(one)) {
            Some(at) => {
                expected.remove(at);
                true
            }
            None => false,
        }
    })
}

/// `A (line 3 or 5) or B (line 7)`
fn alternatives(objects: Vec<String>) -> String {
    let mut grouped: Vec<(String, Vec<String>)> = Vec::new();
    for object in objects {
        let (name, line) =
            match object.strip_suffix(')').and_then(|rest| rest.split_once(" (line ")) {
                Some((name, line)) => (name.to_owned(), Some(line.to_owned())),
                None => (object, None),
            };
        match grouped.iter_mut().find(|(known, _)| *known == name) {
            Some((_, lines)) => lines.extend(line.filter(|line| !lines.contains(line))),
            None => grouped.push((name, line.into_iter().collect())),
        }
    }
    let words = |(name, mut lines): (String, Vec<String>)| {
        lines.sort_by_key(|line| line.parse().unwrap_or(usize::MAX));
        if lines.is_empty() {
            name
        } else {
            format!("{name} (line {})", crate::wording::either(&lines))
        }
    };
    crate::wording::either(&grouped.into_iter().map(words).collect::<Vec<_>>())
}
