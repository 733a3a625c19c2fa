//! Single edits that repair a problem, as verdicts show them. Each is tried: it is offered only if
//! the changed list no longer has the problem and has no new one.

use crate::builder::candidates::Candidates;
use crate::diagnostic::{Family, codes};
use crate::engine::army::NodeId;
use crate::engine::assess::key;
use crate::engine::check::Problem;
use crate::engine::eval::{Evaluator, Number};
use crate::engine::{ProblemKey, Ruleset, Session};
use crate::list::{Edit, HeadKey};
use crate::source::Sources;
use crate::wording::edit::join::{FixWords, sentences};
use crate::wording::edit::verb::Verb;
use crate::wording::edit::{EditContext, EditWords, edit as words};

/// How many fixes are shown for a problem.
const MOST_FIXES: usize = 3;

/// How many edits of one verb a fix names.
const MOST_OF_A_VERB: usize = 4;

/// Limits how many edits are tried for a list. A larger list gets fewer, because the time to judge
/// it grows faster than its size.
const EFFORT: usize = 10_000_000;

/// Problems that are too small to remove a whole unit for.
const SMALL: &[Family] = &[
    Family::Option,
    Family::Join,
    Family::Ride,
    Family::Pick,
    Family::Deck,
    Family::Derived,
    Family::Value,
];

/// A change that mends a problem.
#[derive(Debug, Clone)]
pub(crate) struct Fix {
    pub edit: Edit,
    pub words: EditWords,
    /// How the cost of the army changes, in each currency.
    pub costs: Vec<Number>,
    /// How many errors it mends.
    pub mends: usize,
}

/// Fixes for each problem of a list, in words: a sentence for each verb.
pub(crate) fn find(session: &Session<'_, '_>, sources: &Sources) -> Vec<Vec<FixWords>> {
    let words = |fixes: Vec<Fix>| fixes.into_iter().map(|fix| fix.words).collect::<Vec<_>>();
    fixes(session, sources).into_iter().map(|fixes| sentences(&words(fixes))).collect()
}

/// Fixes for each problem of a list.
pub(crate) fn fixes(session: &Session<'_, '_>, sources: &Sources) -> Vec<Vec<Fix>> {
    let problems = session.problems();
    let army = &session.evaluator().army;
    let joins: usize = army.units.iter().map(|unit| unit.joined.len()).sum();
    let weight = army.nodes.len() + joins * 4 + 1;
    let mut search = SingleFixSearch {
        session,
        rules: session.rules.within(&session.rules.budget()),
        sources,
        candidates: Candidates::new(session),
        before: problems.iter().filter(|problem| problem.is_error()).map(key).collect(),
        left: (EFFORT / weight.saturating_mul(weight)).clamp(3, 400),
    };
    problems
        .iter()
        .map(|problem| if problem.is_error() { search.fixes(problem) } else { Vec::new() })
        .collect()
}

struct SingleFixSearch<'s, 'a, 'g> {
    session: &'s Session<'a, 'g>,
    /// The rules, with one budget for all lists that are tried.
    rules: Ruleset<'g>,
    sources: &'s Sources,
    candidates: Candidates<'s, 'a, 'g>,
    before: Vec<ProblemKey>,
    /// How many edits may still be tried.
    left: usize,
}

impl SingleFixSearch<'_, '_, '_> {
    fn fixes(&mut self, problem: &Problem<'_>) -> Vec<Fix> {
        let mut found: Vec<Fix> = Vec::new();
        // The verb of every fix that was found.
        let mut verbs: Vec<Verb> = Vec::new();
        let mut kinds_of_verbs = 0;
        let mut tried: Vec<Edit> = Vec::new();
        for edit in self.candidates.for_problem(problem) {
            let verb = Verb::of(self.session.list(), &edit);
            // A few edits of a verb are enough to choose from, and a few verbs enough to read.
            let of_verb = verbs.iter().filter(|known| **known == verb).count();
            let is_full = match of_verb {
                0 => kinds_of_verbs >= MOST_FIXES,
                count => count >= MOST_OF_A_VERB,
            };
            if is_full || tried.contains(&edit) || self.is_unsure(&edit) {
                continue;
            }
            if self.left == 0 || (is_last_resort(problem, &edit) && !found.is_empty()) {
                break;
            }
            self.left -= 1;
            let fix = repairs(&self.rules, self.session, &edit, problem, &self.before);
            if let Some((costs, mends)) = fix {
                kinds_of_verbs += usize::from(of_verb == 0);
                verbs.push(verb);
                found.push(Fix { edit: edit.clone(), words: self.words(&edit), costs, mends });
            }
            tried.push(edit);
        }
        found
    }

    fn words(&self, edit: &Edit) -> EditWords {
        let context = EditContext { session: self.session, sources: self.sources };
        let words = words(context, edit);
        // A verdict already shows the line of a name.
        let is_rename = matches!(edit, Edit::Rename { .. });
        EditWords { rest: if is_rename { String::new() } else { words.rest }, ..words }
    }

    /// Whether an edit might be wrong because part of the list could not be read: it is unknown
    /// what is missing or too much.
    fn is_unsure(&self, edit: &Edit) -> bool {
        let is_chart = matches!(edit, Edit::SetHead { key: HeadKey::Chart, .. });
        let of_units = matches!(edit, Edit::AddUnit { .. } | Edit::RemoveUnit { .. });
        self.session.evaluator().lost_units && (is_chart || of_units)
    }
}

/// Whether an edit is tried only if nothing else helps: nobody removes a squad because of one
/// option.
fn is_last_resort(problem: &Problem<'_>, edit: &Edit) -> bool {
    let code = problem.code();
    let is_small = code == &codes::UNIT_SIZE || SMALL.contains(&code.family);
    is_small && matches!(edit, Edit::RemoveUnit { .. })
}

/// How an edit changes the cost of the army, and how many errors it mends; `None` if it does not
/// mend `problem` or breaks something else.
fn repairs(
    rules: &Ruleset<'_>,
    session: &Session<'_, '_>,
    edit: &Edit,
    problem: &Problem<'_>,
    before: &[ProblemKey],
) -> Option<(Vec<Number>, usize)> {
    let changed = edit.applied_to(session.list()).ok()?;
    let mut expected = before.to_vec();
    let gone = key(problem);
    if let Some(at) = expected.iter().position(|known| *known == gone) {
        expected.remove(at);
    }
    let (after, _, problems) = rules.session(&changed).into_parts();
    for error in problems.iter().filter(|problem| problem.is_error()).map(key) {
        let at = expected.iter().position(|known| known.covers(error))?;
        expected.remove(at);
    }
    let cost = |evaluator: &Evaluator<'_, '_>, currency| {
        evaluator.cost_in(currency, NodeId::ARMY).unwrap_or(Number::ZERO)
    };
    let moved = |currency| {
        let (now, then) = (cost(session.evaluator(), currency), cost(&after, currency));
        then.subtract(now).unwrap_or(Number::ZERO)
    };
    Some((after.game.currencies.ids().map(moved).collect(), expected.len() + 1))
}
