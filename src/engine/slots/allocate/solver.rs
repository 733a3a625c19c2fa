//! Solves the integer program goal by goal, and checks every result in integers. Start at `solve`.
//!
//! Goals are combined into one weighted objective as long as the weights are safe: a goal weighs
//! more than everything the later goals of its group can add up to. The result of a group then
//! becomes a row for the next group.

use crate::budget::{Budget, Exceeded};
use crate::engine::slots::allocate::model::{Solved, Term};
use crate::engine::slots::allocate::plan::{Class, Plan, Score};
use crate::engine::slots::allocate::rows::{Objective, Program};
use crate::engine::slots::allocate::types::AllocationInput;

/// The largest objective of a group. The solver treats results within 1e-9 of their value as equal,
/// and that difference must stay well below 1.
pub(crate) const LARGEST: i64 = 100_000_000;

/// How often the solver may branch for a goal.
const MOST_BRANCHES: u64 = 200;

/// The best plan; none if the solver gives up or its result does not hold in integers.
pub(crate) fn solve(
    allocation: &AllocationInput,
    classes: &[Class],
    budget: &Budget,
) -> Result<Option<Plan>, Exceeded> {
    // If the weights are too large for floats, try again without any.
    for largest in [LARGEST, 0] {
        let mut program = Program::new(allocation, classes);
        let plan = staged(&mut program, allocation, classes, largest);
        budget.spend(program.model.steps())?;
        if plan.is_some() {
            return Ok(plan);
        }
    }
    Ok(None)
}

pub(crate) fn staged(
    program: &mut Program<'_>,
    allocation: &AllocationInput,
    classes: &[Class],
    largest: i64,
) -> Option<Plan> {
    let mut goals = std::mem::take(&mut program.goals);
    goals.retain(|goal| goal.most > 0);
    let mut best: Option<(Plan, Score)> = None;
    let (mut done, mut values) = (0, Vec::new());
    while best.is_none() || done < goals.len() {
        let (before, ahead) = goals.split_at_checked(done)?;
        let (group, rest) = ahead.split_at_checked(group_size(ahead, largest))?;
        let solved = program.model.minimise(&weighted(group), &values, MOST_BRANCHES)?;
        let (plan, score) = checked(program, allocation, classes, &solved, group)?;
        values = solved.values;
        if best.is_some_and(|(_, reached)| {
            before.iter().any(|goal| goal.of(&score) != goal.of(&reached))
        }) {
            return None;
        }
        if !rest.is_empty() {
            group
                .iter()
                .for_each(|goal| program.model.at_most(goal.terms.clone(), goal.of(&score)));
        }
        best = Some((plan, score));
        done += group.len();
    }
    best.map(|(plan, _)| plan)
}

/// How many of the goals can be combined into one objective.
fn group_size(goals: &[Objective], largest: i64) -> usize {
    let sizes = goals.iter().scan(1_i64, |size, goal| {
        *size = size.saturating_mul(goal.most.saturating_add(1));
        Some(*size)
    });
    sizes.take_while(|size| *size <= largest).count().max(1).min(goals.len())
}

/// The weight of a goal is one more than the most that all later goals of the group can add up to.
fn weighted(group: &[Objective]) -> Vec<Term> {
    let mut weight = 1_i64;
    let mut terms = Vec::new();
    for goal in group.iter().rev() {
        terms.extend(goal.terms.iter().map(|(var, factor)| (*var, factor * weight)));
        weight = weight.saturating_mul(goal.most + 1);
    }
    terms
}

/// The plan, if it is legal and truly worth what the solver says.
fn checked(
    program: &Program,
    allocation: &AllocationInput,
    classes: &[Class],
    solved: &Solved,
    group: &[Objective],
) -> Option<(Plan, Score)> {
    let plan = program.plan(classes, &solved.values);
    let score = plan.score(allocation, classes)?;
    let fold = |worth: i64, goal: &Objective| {
        worth.saturating_mul(goal.most + 1).saturating_add(goal.of(&score))
    };
    (group.iter().fold(0, fold) == solved.objective).then_some((plan, score))
}
