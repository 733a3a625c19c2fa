//! A small integer program: variables with bounds, rows, and the call to the solver. Start at
//! `Model`.
//!
//! All numbers here are integers; floats exist only inside [`Model::nearly_minimise`].

use std::cell::Cell;
use std::collections::BTreeMap;

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, TerminationReason};

/// A variable of the program.
pub(crate) type Var = usize;
/// A variable with its factor.
pub(crate) type Term = (Var, i64);

/// An integer program under construction.
#[derive(Default)]
pub(crate) struct Model {
    vars: Vec<VariableBounds>,
    rows: Vec<Constraint>,
    steps: Cell<u64>,
}

/// From 0 to `high`.
struct VariableBounds {
    high: i64,
    /// Whether only whole numbers are allowed. The other variables come out whole by themselves.
    whole: bool,
}

struct Constraint {
    terms: Vec<Term>,
    exact: bool,
    limit: i64,
}

/// The values of all variables, and the value of what was minimised.
pub(crate) struct Solved {
    pub(crate) values: Vec<i64>,
    pub(crate) objective: i64,
    /// Whether nothing better is possible, within the requested gap.
    pub(crate) is_best: bool,
}

impl Model {
    pub(crate) fn whole(&mut self, high: i64) -> Var {
        self.var(high, true)
    }

    /// A variable that comes out whole if all whole variables are.
    pub(crate) fn implied(&mut self, high: i64) -> Var {
        self.var(high, false)
    }

    fn var(&mut self, high: i64, whole: bool) -> Var {
        self.vars.push(VariableBounds { high, whole });
        self.vars.len() - 1
    }

    /// How many steps the solver has taken.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts the steps of some iterations; each iteration looks at all rows and variables.
    fn count(&self, iterations: u64) {
        let size = self.rows.len() + self.vars.len();
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let steps = size.saturating_mul(iterations.saturating_add(1));
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// The sum of the terms is at most the limit.
    pub(crate) fn at_most(&mut self, terms: Vec<Term>, limit: i64) {
        self.rows.push(Constraint { terms, exact: false, limit });
    }

    pub(crate) fn exact(&mut self, terms: Vec<Term>, limit: i64) {
        self.rows.push(Constraint { terms, exact: true, limit });
    }

    /// The best answer. None if the solver failed or had to branch too often. `start` is a solution
    /// to start from, if there is one.
    pub(crate) fn minimise(
        &self,
        objective: &[Term],
        start: &[i64],
        branches: u64,
    ) -> Option<Solved> {
        self.nearly_minimise(objective, start, 0.0, branches).filter(|solved| solved.is_best)
    }

    /// Like `minimise`, but an answer within a relative gap of the best is good enough, and after a
    /// number of branches the best answer so far.
    pub(crate) fn nearly_minimise(
        &self,
        objective: &[Term],
        start: &[i64],
        gap: f64,
        branches: u64,
    ) -> Option<Solved> {
        let objective = summed(objective);
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let mut vars = Vec::with_capacity(self.vars.len());
        for (var, bounds) in self.vars.iter().enumerate() {
            let factor = objective.get(&var).copied().unwrap_or(0) as f64;
            vars.push(match bounds.whole {
                true => problem.add_integer_var(factor, (0, i32::try_from(bounds.high).ok()?)),
                false => problem.add_var(factor, (0.0, bounds.high as f64)),
            });
        }
        for row in &self.rows {
            let terms = summed(&row.terms)
                .into_iter()
                .filter_map(|(var, factor)| Some((*vars.get(var)?, factor as f64)));
            let compared = if row.exact { ComparisonOp::Eq } else { ComparisonOp::Le };
            problem.add_constraint(terms.collect::<Vec<_>>(), compared, row.limit as f64);
        }
        let start =
            vars.iter().zip(start).map(|(var, value)| (*var, *value as f64)).collect::<Vec<_>>();
        let mut options = SolveOptions::default();
        options.mip_gap = gap;
        options.node_limit = Some(branches);
        options.warm_start = (!start.is_empty()).then_some(start);
        let outcome = problem.solve_with(options);
        self.count(outcome.as_ref().map_or(0, |outcome| outcome.stats().lp_iterations));
        let outcome = outcome.ok()?;
        let is_best = outcome.termination_reason() != TerminationReason::NodeLimit;
        let solution = outcome.into_solution().ok()?;
        let value = solution.objective();
        let whole = value.round();
        let values = vars.iter().map(|var| solution.var_value(*var).round() as i64).collect();
        ((value - whole).abs() < 1e-3).then_some(Solved {
            values,
            objective: whole as i64,
            is_best,
        })
    }
}

/// The terms with each variable once, as the solver requires.
fn summed(terms: &[Term]) -> BTreeMap<Var, i64> {
    let mut sums = BTreeMap::new();
    for (var, factor) in terms {
        *sums.entry(*var).or_insert(0) += factor;
    }
    sums
}
