//! Checks what the army costs against the points agreed on, and reports formulas that have no
//! value.

use crate::engine::army::{NodeId, StatedLimit, UnitIndex};
use crate::engine::check::kind::{
    Demands, FormulaKind, OverLimit, PointsKind, ProblemKind, Subject,
};
use crate::engine::check::problem::Problem;
use crate::engine::eval::{Env, EvalError, EvalErrorKind, Evaluator};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_points(&self, problems: &mut Vec<Problem<'g>>) {
        match self.army.limit() {
            None => problems.extend(self.points_missing()),
            Some(limit) => problems.extend(self.outside_event(limit)),
        }
        for node in self.army.force_places().map(|place| self.force_node(place)) {
            for limit in self.army.stated_limits_of(node) {
                // A price without a value is reported by `check_formulas`.
                if let Some(currency) = limit.currency
                    && let Some(cost) = self.cost_in(currency, node)
                    && cost > limit.most
                {
                    let of = self.subject(node);
                    let over = OverLimit { of, currency, cost, most: limit.most };
                    let problem = Problem::new(PointsKind::OverLimit(over), limit.span);
                    problems.push(problem.counted(self.spenders(currency, node)));
                }
            }
        }
    }

    /// The problem of a list whose points are not allowed by its event.
    fn outside_event(&self, limit: &StatedLimit) -> Option<Problem<'g>> {
        let event = self.army.event?;
        let range = self.game.events[event].points.as_ref()?;
        let limits = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits;
        if limit.most.to_whole().is_some_and(|stated| limits.admit(stated)) {
            return None;
        }
        let kind = PointsKind::OutsideEvent { event, limits, stated: limit.most };
        Some(Problem::new(kind, limit.span).rule(range.span, &self.game.events[event].cites))
    }

    /// The problem of a list that states no points although the game or the event requires them.
    fn points_missing(&self) -> Option<Problem<'g>> {
        let at = self.army.span();
        if let Some(event) = self.army.event
            && let Some(range) = &self.game.events[event].points
        {
            let limits = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits;
            let kind = PointsKind::Missing(Demands::Event { event, limits });
            return Some(Problem::new(kind, at).rule(range.span, &self.game.events[event].cites));
        }
        let of_forces = self.army.forces.iter().map(|force| force.node);
        let mut nodes = std::iter::once(NodeId::ARMY).chain(of_forces);
        let required = nodes.find_map(|node| {
            self.bodies(node).into_iter().find_map(|(body, _)| body.points_required.first())
        })?;
        let kind = PointsKind::Missing(Demands::Game);
        Some(Problem::new(kind, at).rule(required.span, &required.cites))
    }

    /// Reports formulas without a value that anything depended on. This check comes last because
    /// all the others evaluate formulas.
    pub(crate) fn check_formulas(&self, problems: &mut Vec<Problem<'g>>) {
        for currency in self.game.currencies.ids() {
            self.cost_in(currency, NodeId::ARMY);
        }
        let faults = self.faults.borrow();
        let mut told: Vec<EvalError> = Vec::new();
        for (error, node) in faults.iter() {
            if told.contains(error) {
                continue;
            }
            told.push(*error);
            let units = faults.iter().filter(|(other, _)| other == error);
            let mut units: Vec<UnitIndex> = units
                .filter_map(|(_, node)| node.and_then(|node| self.army.node(node).unit))
                .collect();
            units.sort_unstable();
            units.dedup();
            let unit = units.first().map(|unit| self.army.unit(*unit).node);
            let of = unit.or(*node).map_or(Subject::Army, |node| self.subject(node));
            let at = match unit.or(*node) {
                Some(node) if node != NodeId::ARMY => self.army.node(node).span,
                _ => self.army.span(),
            };
            let kind = match error.kind {
                EvalErrorKind::NoPoints => {
                    ProblemKind::Points(PointsKind::Missing(Demands::Price(of)))
                }
                why => {
                    FormulaKind { of, divides_by_zero: why == EvalErrorKind::DividedByZero }.into()
                }
            };
            problems.push(Problem::new(kind, at).rule(error.at, &[]).counted(units));
        }
    }
}
