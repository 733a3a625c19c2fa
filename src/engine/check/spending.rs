//! Checks what the army and its parts cost against the limits that the list states and those of the
//! game.

use crate::engine::army::{NodeId, NodeIs, UnitIndex};
use crate::engine::assess::AssessedLimit;
use crate::engine::check::kind::{BrokenLimit, OverLimit, PointsKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, Number, OptionReach};
use crate::model::{Body, Builtin, Change, CurrencyId, Effect, Expr, ExprKind, Fact, Limit};
use crate::source::Span;

/// A limit of the game, and the node it applies to.
pub(crate) struct LimitInForce<'g> {
    pub node: NodeId,
    pub limit: &'g Limit,
    env: Env<'g>,
}

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_spending(&self, problems: &mut Vec<Problem<'g>>) {
        for in_force in self.limits_in_force() {
            problems.extend(self.over_limit(in_force));
        }
        self.check_steps(problems);
    }

    /// The limits of the game that apply to this army. A limit on a chart applies to everything
    /// that uses the chart.
    pub(crate) fn limits_in_force(&self) -> Vec<LimitInForce<'g>> {
        let mut all: Vec<LimitInForce<'g>> = Vec::new();
        for id in self.holders(BodyQuery::Limits) {
            self.in_force(id, OptionReach::Itself, BodyQuery::Limits, &mut |item, env, _| {
                let BodyItem::Body(body) = item else { return };
                for limit in &body.limits {
                    match self.forces_by_chart(id, limit) {
                        Some(forces) => all.extend(forces.into_iter().map(|node| LimitInForce {
                            node,
                            limit,
                            env: Env::at(node),
                        })),
                        None => all.push(LimitInForce { node: id, limit, env: env.clone() }),
                    }
                }
            });
        }
        all
    }

    /// The forces that use the list's own chart, if the limit stands in that chart.
    fn forces_by_chart(&self, id: NodeId, limit: &'g Limit) -> Option<Vec<NodeId>> {
        let army = &self.army;
        let chart = army.chart.filter(|_| matches!(army.node(id).is, NodeIs::Army))?;
        let forces = army.forces.iter().filter(|force| force.chart == Some(chart));
        let forces: Vec<NodeId> = forces.map(|force| force.node).collect();
        (!forces.is_empty() && holds(&self.game.charts[chart].body, limit)).then_some(forces)
    }

    fn over_limit(
        &self,
        LimitInForce { node, limit, mut env }: LimitInForce<'g>,
    ) -> Option<Problem<'g>> {
        let most = self.number(&limit.most, &mut env)?;
        // A price without a value is reported by `check_formulas`.
        let cost = self.cost_of_one(limit.currency, node).filter(|cost| *cost > most)?;
        let mut changes: Vec<&'g Change> = Vec::new();
        self.changes_read(&limit.most, &mut env, &mut changes);
        let of = self.subject(node);
        let over = OverLimit { of, currency: limit.currency, cost, most };
        let kind = Box::new(BrokenLimit { over, limit, env });
        let mut problem = Problem::new(PointsKind::OverGameLimit(kind), self.spending_span(node))
            .rule(limit.span, &limit.cites)
            .counted(self.spenders(limit.currency, node));
        for change in changes {
            problem.cause(CauseKind::LimitChanged, change.span, &change.cites);
        }
        Some(problem)
    }

    /// Every limit of a node, from the list and from the data.
    pub(crate) fn limits_of(&self, node: NodeId) -> Vec<(CurrencyId, Number)> {
        let stated = self.army.stated_limits_of(node).iter();
        let stated = stated.filter_map(|limit| Some((limit.currency?, limit.most)));
        let of_game = self.limits_in_force().into_iter().filter(|of_game| of_game.node == node);
        let of_game = of_game.filter_map(|LimitInForce { limit, mut env, .. }| {
            Some((limit.currency, self.number(&limit.most, &mut env)?))
        });
        stated.chain(of_game).collect()
    }

    /// The limits of the army and its forces, except those that depend on what they contain.
    pub(crate) fn assessed_limits(&self) -> Vec<AssessedLimit> {
        let limit = |node, forces, currency, most| {
            let spent = self.cost_in(currency, node).unwrap_or(Number::ZERO);
            AssessedLimit { forces, currency, most, spent }
        };
        let stated = self.army.limits.iter();
        let stated = stated
            .filter_map(|stated| Some(limit(NodeId::ARMY, None, stated.currency?, stated.most)));
        let of_forces = self.army.forces.iter().flat_map(|force| {
            force.limits.iter().filter_map(|stated| {
                let inside = Some(self.force_and_inside(force.node));
                Some(limit(force.node, inside, stated.currency?, stated.most))
            })
        });
        let of_game = self.limits_in_force().into_iter().filter_map(|mut in_force| {
            let forces = match self.army.node(in_force.node).is {
                NodeIs::Army => None,
                NodeIs::Force(_) => Some(self.force_and_inside(in_force.node)),
                _ => return None,
            };
            let LimitInForce { node, limit: of_game, .. } = in_force;
            let most = self.number(&of_game.most, &mut in_force.env);
            let most = most.filter(|_| is_constant(&of_game.most))?;
            Some(limit(node, forces, of_game.currency, most))
        });
        stated.chain(of_forces).chain(of_game).collect()
    }

    /// The indices of a force and of the forces inside it.
    fn force_and_inside(&self, force: NodeId) -> Vec<usize> {
        let inside = force.index()..self.army.node(force).end as usize;
        let forces = self.army.forces.iter().enumerate();
        let forces = forces.filter(|(_, other)| inside.contains(&other.node.index()));
        forces.map(|(place, _)| place).collect()
    }

    /// The place in the list for problems with the cost of a node.
    fn spending_span(&self, node: NodeId) -> Span {
        let stated = self.army.list.points.as_ref().filter(|_| node == NodeId::ARMY);
        stated.map_or(self.army.node(node).span, |points| points.span.0)
    }

    /// The units in a node that cost something in a currency, or else the unit around the node.
    pub(crate) fn spenders(&self, currency: CurrencyId, node: NodeId) -> Vec<UnitIndex> {
        if let Some(unit) = self.army.node(node).unit {
            return vec![unit];
        }
        let inside = node.index()..self.army.node(node).end as usize;
        let units = self.army.unit_indices().filter(|unit| {
            let node = self.army.unit(*unit).node;
            inside.contains(&node.index())
                && self.cost_in(currency, node).is_none_or(|cost| cost != Number::ZERO)
        });
        units.collect()
    }

    /// Reports formulas that give an amount between the steps of their currency.
    fn check_steps(&self, problems: &mut Vec<Problem<'g>>) {
        for (currency, _) in self.game.currencies.iter().filter(|(_, of)| of.step.is_some()) {
            self.cost_in(currency, NodeId::ARMY);
        }
        let mut all = self.off_step.borrow().clone();
        all.sort_by_key(|off| off.formula);
        for off in all {
            let of = self.subject(off.node);
            let kind = PointsKind::OffStep { of, currency: off.currency, amount: off.amount };
            let unit = self.army.node(off.node).unit;
            let problem = Problem::new(kind, self.army.node(off.node).span).rule(off.formula, &[]);
            problems.push(problem.concerns(unit));
        }
    }
}

/// Whether a formula has the same value whatever the army contains.
fn is_constant(formula: &Expr) -> bool {
    let mut constant = match &formula.kind {
        ExprKind::Number(_) | ExprKind::Army | ExprKind::Negate(_) | ExprKind::Round(..) => true,
        ExprKind::Binary(..) | ExprKind::Extreme { .. } => true,
        ExprKind::Fact(of, fact) => {
            matches!(of.kind, ExprKind::Army) && *fact == Fact::Builtin(Builtin::Limit)
        }
        _ => false,
    };
    formula.children(|part| constant = constant && is_constant(part));
    constant
}

/// Whether a limit stands in a body or in one of its blocks.
fn holds(body: &Body, limit: &Limit) -> bool {
    body.limits.iter().any(|own| std::ptr::eq(own, limit))
        || body.effects.iter().any(|effect| match effect {
            Effect::When(when) => holds(&when.body, limit),
            Effect::Change(_) | Effect::ForEach(_) => false,
        })
}
