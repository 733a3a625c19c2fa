//! Which further units to take: the rows of placing them, with their numbers as variables, for as
//! many points as possible.

use crate::engine::slots::allocate::model::{Model, Term, Var};
use crate::engine::slots::allocate::plan::{class_of, classes};
use crate::engine::slots::allocate::rows::Program;
use crate::engine::slots::allocate::types::{AllocationInput, AllowedPlacements};

/// A way to take a unit.
#[derive(Debug, Clone, Default)]
pub struct Column {
    pub price: i64,
    /// How often at most.
    pub most: i64,
    /// The force it would stand in, by its place among the allocations, and where there; none needs
    /// no slot.
    pub stands: Option<(usize, AllowedPlacements)>,
}

/// What to choose from.
#[derive(Debug, Clone, Default)]
pub struct KnapsackInput {
    /// The forces with the units that are there.
    pub allocations: Vec<AllocationInput>,
    pub columns: Vec<Column>,
    /// What may be spent.
    pub budget: i64,
    /// Some columns together at most so much; each with what it counts.
    pub caps: Vec<(Vec<(usize, i64)>, i64)>,
    /// Of some columns exactly one.
    pub one_of: Vec<Vec<usize>>,
    /// How near to the most that can be spent will do, as a share of it.
    pub gap: f64,
    /// Branches of the search after which the best answer so far will do. Counted, not timed: the
    /// same question has the same answer on every machine.
    pub branches: u64,
}

/// The budget, down to what sums of the prices can come to: all are multiples of one number. A
/// bound that no sum meets would keep the solver looking for one.
fn reachable(choice: &KnapsackInput) -> i64 {
    fn divisor(a: i64, b: i64) -> i64 {
        if b == 0 { a.abs() } else { divisor(b, a % b) }
    }
    let common = choice.columns.iter().map(|column| column.price).fold(0, divisor);
    if common > 1 { choice.budget.div_euclid(common) * common } else { choice.budget }
}

/// How often to take each column, so that every unit has its place and as much is spent as the
/// budget allows. None if there is no way, or the solver found none.
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
        // No unit is left out, no slot is short, no helper is missing: the first three goals.
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
