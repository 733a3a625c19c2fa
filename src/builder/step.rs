//! A list that a search tried, kept as the edits that lead to it. A search tries thousands of
//! lists, and a copy of each would not fit into memory.

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::engine::ProblemKey;
use crate::engine::eval::Number;
use crate::list::{Edit, Name};

/// A step from one list to the next.
pub(crate) struct Step {
    edits: Vec<Edit>,
    /// How far the list is from being legal after the step.
    pub distance: i64,
    /// What the list costs after the step.
    pub points: Number,
    /// What the step costs. A second unit of an entry counts half as much again, for variety.
    pub dearness: Number,
}

impl Step {
    /// The step from `before` to `after`, made by `edits`.
    pub(crate) fn new(before: &Candidate, edits: Vec<Edit>, after: &Candidate) -> Self {
        let dearness = dearness(before, &edits, after);
        Step { edits, distance: after.distance(), points: after.assessment.points, dearness }
    }

    /// The same, but only if additions may resolve every new error. `keys` are the errors before.
    pub(crate) fn repairable(
        before: &Candidate,
        keys: &[ProblemKey],
        edits: Vec<Edit>,
        after: &Candidate,
    ) -> Option<Self> {
        after.is_repairable_after(before, keys).then(|| Step::new(before, edits, after))
    }

    /// This step followed by `next`, which gives the points and the distance.
    pub(crate) fn then(&self, next: Step) -> Step {
        Step { edits: self.edits.iter().cloned().chain(next.edits).collect(), ..next }
    }
}

impl Builder<'_, '_> {
    /// The list after a step.
    pub(crate) fn after_step(&self, before: &Candidate, step: &Step) -> Option<Candidate> {
        let mut list = before.list.clone();
        for edit in &step.edits {
            edit.apply(&mut list).ok()?;
        }
        Some(self.candidate(list))
    }
}

fn dearness(before: &Candidate, edits: &[Edit], after: &Candidate) -> Number {
    let price = after.price_over(before);
    let is_known = |unit: &Name| before.list.unit_lines().any(|line| line.unit == *unit);
    let again =
        edits.iter().any(|edit| matches!(edit, Edit::AddUnit { line, .. } if is_known(&line.unit)));
    let half = price.divide(Number::whole(2)).filter(|_| again);
    half.and_then(|half| price.plus(half)).unwrap_or(price)
}
