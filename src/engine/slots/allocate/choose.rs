//! Chooses which further units to take, for as many points as possible: the rows of the allocation,
//! with the numbers of further units as variables. Start at [`choose`].

use crate::engine::slots::allocate::model::{Model, Term, Var};
use crate::engine::slots::allocate::plan::{class_of, classes};
use crate::engine::slots::allocate::rows::Program;
use crate::engine::slots::allocate::types::{AllocationInput, AllowedPlacements};

/// A way to take a unit.
#[derive(Debug, Clone, Default)]
pub struct Column {
    pub price: i64,
    /// The most times it may be taken.
    pub most: i64,
    /// The index of the allocation it would belong to, and where it may stand there; none if it
    /// needs no slot.
    pub stands: Option<(usize, AllowedPlacements)>,
}

/// What to choose from.
#[derive(Debug, Clone, Default)]
pub struct KnapsackInput {
    /// The forces, with the units they already have.
    pub allocations: Vec<AllocationInput>,
    pub columns: Vec<Column>,
    /// What may be spent.
    pub budget: i64,
    /// Limits on weighted sums of columns: each column with its weight, and the most they may add
    /// up to.
    pub caps: Vec<(Vec<(usize, i64)>, i64)>,
    /// Sets of columns of which exactly one must be taken.
    pub one_of: Vec<Vec<usize>>,
    /// The relative gap to the best answer that is good enough.
    pub gap: f64,
    /// The number of branches after which the best answer so far is taken. Counted, not timed, so
    /// that the same question has the same answer on every machine.
    pub branches: u64,
}

/// The budget, rounded down to a multiple of the prices' common divisor. The solver would keep
/// searching for a sum that meets an unreachable bound.
fn reachable(choice: &KnapsackInput) -> i64 {
    fn divisor(a: i64, b: i64) -> i64 {
        if b == 0 { a.abs() } else { divisor(b, a % b) }
    }
    let common = choice.columns.iter().map(|column| column.price).fold(0, divisor);
    if common > 1 { choice.budget.div_euclid(common) * common } else { choice.budget }
}

/// How often to take each column so that every unit has a place and as much of the budget as
/// possible is spent. None if there is no way, or the solver found none.
#[must_use]
pub fn choose(choice: &KnapsackInput) -> Option<Vec<i64>> {
    let mut model = Model::default();
    let vars: Vec<Var> =
        choice.columns.iter().map(|column| model.whole(column.most.max(0))).collect();
    for (at, allocation) in choice.allocations.iter().enumerate() {
        let mut classes = classes(allocation);
        for (column, var) in choice.columns.iter().zip(&vars) {
            if let Some((_, places)) = column.stands.as_ref().filter(|(of, _)| *of == at) {
                class_of(allocation, places, &mut classes).further.push((*var, column.most.max(0)));
            }
        }
        let program = Program::within(model, allocation, &classes);
        let goals = program.goals;
        model = program.model;
        // The first three goals must be met in full: no unit left out, no slot short, no helper
        // missing.
        for goal in goals.into_iter().take(3).filter(|goal| !goal.terms.is_empty()) {
            model.at_most(goal.terms, 0);
        }
    }
    let prices = || vars.iter().zip(&choice.columns).map(|(var, column)| (*var, column.price));
    model.at_most(prices().collect(), reachable(choice));
    for (columns, most) in &choice.caps {
        model.at_most(
            columns.iter().filter_map(|(at, counts)| Some((*vars.get(*at)?, *counts))).collect(),
            *most,
        );
    }
    for columns in &choice.one_of {
        model.exact(columns.iter().filter_map(|at| Some((*vars.get(*at)?, 1))).collect(), 1);
    }
    let spent: Vec<Term> = prices().map(|(var, price)| (var, -price)).collect();
    let solved = model.nearly_minimise(&spent, &[], choice.gap, choice.branches)?;
    Some(vars.iter().map(|var| solved.values.get(*var).copied().unwrap_or(0)).collect())
}
