//! Decides ties for the player: where a list does not say which of several tied elements is meant,
//! it is legal if any of them makes it legal. Start at [`decide`].

use std::collections::VecDeque;
use std::rc::Rc;

use crate::engine::assess::{key, remove_covering};
use crate::engine::check::Problem;
use crate::engine::check::kind::TieOutcome;
use crate::engine::eval::{Tie, TieChoice, TieMember};
use crate::engine::meter::Meter;
use crate::engine::session::Judged;
use crate::engine::{ProblemKey, Ruleset};
use crate::list::List;

/// Once this many ways share an error, check whether any tie affects it. If none does, no way is
/// legal; if one does, all ways are tried within the budget.
const MANY_TRIED: usize = 64;

/// The steps it costs to bind one node of the army again.
const STEPS_A_NODE: usize = 64;

/// A way to decide some ties, and the ties that arise from it.
struct Decision {
    picks: Vec<TieChoice>,
    ties: Vec<Tie>,
}

/// Judges a list with the first way of deciding its ties that makes it legal, or else with a way
/// that gives the fewest errors. `first` is the list judged with the first way.
pub(crate) fn decide<'a, 'g>(
    rules: &'a Ruleset<'g>,
    list: &'a List,
    first: Judged<'a, 'g>,
    meter: &Rc<Meter>,
) -> Judged<'a, 'g> {
    let errors = count_errors(&first);
    let outcome = if errors == 0 { TieOutcome::First } else { TieOutcome::NoneLegal };
    // If all these errors remain however ties are decided, no other way is better.
    let is_settled = errors == 0 || first.has_lasting_errors();
    let mut best = (errors, first, outcome);
    if !is_settled {
        try_others(rules, list, &mut best, meter);
    }
    let (_, mut judged, outcome) = best;
    judged.tell_ties(outcome);
    judged
}

/// Tries all other ways, starting with those that differ least from the first.
fn try_others<'a, 'g>(
    rules: &'a Ruleset<'g>,
    list: &'a List,
    best: &mut (usize, Judged<'a, 'g>, TieOutcome),
    meter: &Rc<Meter>,
) {
    let mut tried = 1;
    let mut common = error_keys(&best.1);
    let mut open = VecDeque::from([Decision { picks: Vec::new(), ties: best.1.ties() }]);
    while let Some(decision) = open.pop_front() {
        let mut picks = decision.picks.clone();
        for tie in &decision.ties {
            if decision.picks.iter().any(|pick| tie.is_settled_by(pick)) {
                continue;
            }
            for other in others(&decision, tie, &best.1) {
                let is_hopeless = tried == MANY_TRIED
                    && !common.is_empty()
                    && Judged::new(rules, list, Vec::new(), meter).is_wrong_without_ties();
                if is_hopeless || !is_affordable(&best.1, &decision, tie, meter) {
                    return;
                }
                tried += 1;
                let mut further = picks.clone();
                further.push(tie.pick(other));
                let judged = Judged::new(rules, list, further.clone(), meter);
                let errors = count_errors(&judged);
                let mut keys = error_keys(&judged);
                common.retain(|key| remove_covering(&mut keys, *key));
                open.push_back(Decision { picks: further, ties: judged.ties() });
                if errors < best.0 {
                    (best.0, best.1) = (errors, judged);
                }
                if errors == 0 {
                    best.2 = TieOutcome::Chosen;
                    return;
                }
            }
            // The decisions from here on differ in a later tie.
            picks.extend(tie.tied.get(tie.taken).map(|taken| tie.pick(*taken)));
        }
    }
}

/// Whether the budget allows trying one more way and remembering it. If not, the list is too
/// expensive to decide.
fn is_affordable(judged: &Judged<'_, '_>, decision: &Decision, tie: &Tie, meter: &Meter) -> bool {
    let at = judged.evaluator.game.derives[tie.derive].span;
    let tied: usize = decision.ties.iter().map(|tie| tie.tied.len() + 4).sum();
    let bytes = (tied + decision.picks.len()) * size_of::<TieChoice>();
    meter.steps(judged.evaluator.army.nodes.len() * STEPS_A_NODE, at) && meter.keep(bytes, at)
}

/// The other elements of a tie that may make a difference.
fn others(decision: &Decision, tie: &Tie, judged: &Judged<'_, '_>) -> Vec<TieMember> {
    let Some(taken) = tie.tied.get(tie.taken) else { return Vec::new() };
    // With several ties, it may matter that two of them take the same element.
    let is_alone = decision.picks.is_empty() && decision.ties.len() == 1;
    let mut known = vec![*taken];
    for element in &tie.tied {
        let alike = |known: &TieMember| {
            known == element || (is_alone && judged.evaluator.are_interchangeable(*known, *element))
        };
        if !known.iter().any(alike) {
            known.push(*element);
        }
    }
    known.split_off(1)
}

fn error_keys(judged: &Judged<'_, '_>) -> Vec<ProblemKey> {
    judged.problems().iter().filter(|problem| Problem::is_error(problem)).map(key).collect()
}

fn count_errors(judged: &Judged<'_, '_>) -> usize {
    judged.problems().iter().filter(|problem| Problem::is_error(problem)).count()
}
