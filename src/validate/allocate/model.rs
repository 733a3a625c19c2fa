//! A small integer program: variables with bounds, rows, and the call of the solver.
//!
//! All numbers here are integers; floats exist only inside [`Model::minimise`].

use good_lp::solvers::SolutionStatus;
use good_lp::{
    Constraint, Expression, ProblemVariables, Solution, SolverModel, WithInitialSolution, WithMipGap, WithTimeLimit, constraint,
    microlp, variable,
};

pub(super) type Var = usize;
/// So many times this variable.
pub(super) type Term = (Var, i64);

/// Seconds after which the best answer that was found will do, where one that is near enough was asked for.
const LONGEST: f64 = 1.0;

#[derive(Default)]
pub(super) struct Model {
    vars: Vec<Bounds>,
    rows: Vec<Row>,
}

/// From 0 to `high`.
struct Bounds {
    high: i64,
    /// Only whole numbers; the others come out whole by themselves.
    whole: bool,
}

struct Row {
    terms: Vec<Term>,
    exact: bool,
    limit: i64,
}

/// The values of all variables, and the value of what was minimised.
pub(super) struct Solved {
    pub(super) values: Vec<i64>,
    pub(super) objective: i64,
}

impl Model {
    pub(super) fn whole(&mut self, high: i64) -> Var {
        self.var(high, true)
    }

    /// A variable that is whole wherever all whole ones are.
    pub(super) fn implied(&mut self, high: i64) -> Var {
        self.var(high, false)
    }

    fn var(&mut self, high: i64, whole: bool) -> Var {
        self.vars.push(Bounds { high, whole });
        self.vars.len() - 1
    }

    /// The sum of the terms is at most the limit.
    pub(super) fn at_most(&mut self, terms: Vec<Term>, limit: i64) {
        self.rows.push(Row { terms, exact: false, limit });
    }

    pub(super) fn exact(&mut self, terms: Vec<Term>, limit: i64) {
        self.rows.push(Row { terms, exact: true, limit });
    }

    /// Nothing if the solver failed. `start` is a solution to begin from, if there is one.
    pub(super) fn minimise(&self, objective: &[Term], start: &[i64]) -> Option<Solved> {
        self.solve(objective, start, None)
    }

    /// The same, but an answer this near to the best will do, as a share of it.
    pub(super) fn nearly_minimise(&self, objective: &[Term], gap: f32) -> Option<Solved> {
        self.solve(objective, &[], Some(gap))
    }

    fn solve(&self, objective: &[Term], start: &[i64], gap: Option<f32>) -> Option<Solved> {
        let mut variables = ProblemVariables::new();
        let add = |bounds: &Bounds| {
            let var = variable().min(0).max(bounds.high as f64);
            variables.add(if bounds.whole { var.integer() } else { var })
        };
        let vars: Vec<good_lp::Variable> = self.vars.iter().map(add).collect();
        let mut solver = variables.minimise(expression(&vars, objective)).using(microlp);
        for row in &self.rows {
            solver.add_constraint(row.constraint(&vars));
        }
        if !start.is_empty() {
            solver = solver.with_initial_solution(vars.iter().zip(start).map(|(var, value)| (*var, *value as f64)));
        }
        if let Some(gap) = gap {
            solver = solver.with_mip_gap(gap).ok()?.with_time_limit(LONGEST);
        }
        let solution = solver.solve().ok()?;
        if gap.is_none() && !matches!(solution.status(), SolutionStatus::Optimal) {
            return None;
        }
        let value = solution.eval(expression(&vars, objective));
        let whole = value.round();
        let values = vars.iter().map(|var| solution.value(*var).round() as i64).collect();
        ((value - whole).abs() < 1e-3).then_some(Solved { values, objective: whole as i64 })
    }
}

fn expression(vars: &[good_lp::Variable], terms: &[Term]) -> Expression {
    let mut sum = Expression::with_capacity(terms.len());
    for (var, factor) in terms {
        vars.get(*var).into_iter().for_each(|var| sum.add_mul(*factor as f64, *var));
    }
    sum
}

impl Row {
    fn constraint(&self, vars: &[good_lp::Variable]) -> Constraint {
        let (sum, limit) = (expression(vars, &self.terms), self.limit as f64);
        if self.exact { constraint::eq(sum, limit) } else { constraint::leq(sum, limit) }
    }
}
