//! The loose blocks of a game that apply to a unit, and which of their conditions depend on the
//! list.

use crate::analysis::{ExprContext, Referent};
use crate::engine::army::NodeId;
use crate::engine::eval::{Env, Value, VisitBlock};
use crate::model::{
    Binder, Builtin, ChartId, EntryId, Expr, ExprKind, Fact, ForEach, NodeFilter, NodeKind, Op,
    VariableId,
};
use crate::views::catalogue::chart::charts_of;
use crate::views::preview::{Preview, list_of_unit};
use crate::views::units_of;

/// The greatest number of units tried as hosts.
const MOST_HOSTS: usize = 300;

/// A loose block that applies to the unit, always or in some lists.
pub(crate) struct LooseVisit<'g> {
    pub each: &'g ForEach,
    /// The chart it belongs to, if any.
    pub chart: Option<ChartId>,
    /// The parts of its condition that depend on the list.
    pub open: Vec<&'g Expr>,
}

impl<'g> Preview<'_, 'g> {
    /// The loose blocks that apply to the unit. Blocks whose condition it never meets are left out.
    pub(crate) fn visits(&self) -> Vec<LooseVisit<'g>> {
        if self.unit.is_none() {
            return Vec::new();
        }
        let (game, contents) = (self.game(), &self.rules.contents);
        let faction = self.faction.and_then(|faction| contents.factions.get(faction.index()));
        let always =
            std::iter::once(&contents.system).chain(faction).flatten().map(|block| (block, None));
        let charts = charts_of(game, self.faction).into_iter();
        let by_chart = charts.flat_map(|chart| {
            contents
                .charts
                .get(chart.index())
                .into_iter()
                .flatten()
                .map(move |block| (block, Some(chart)))
        });
        always.chain(by_chart).filter_map(|(block, chart)| self.visit(block, chart)).collect()
    }

    /// The units of the same faction that meet the condition of a `may join` or `may ride` in such
    /// a block; `None` if there are too many to try.
    pub(crate) fn hosts(
        &self,
        visit: &LooseVisit<'g>,
        condition: &'g Expr,
    ) -> Option<Vec<EntryId>> {
        let (Some(unit), [binder]) = (self.unit, visit.each.binders.as_slice()) else {
            return None;
        };
        let game = self.game();
        let admits = |host: &EntryId| {
            let mut list = list_of_unit(game, unit, self.faction);
            list.units.extend(list_of_unit(game, *host, None).units);
            let evaluator = self.rules.evaluator(&list);
            let [guest, host] = evaluator.army.units.as_slice() else { return false };
            let mut env = Env::at(NodeId::ARMY);
            env.set(binder.variable, Value::Node(guest.node));
            env.set(VariableId(binder.variable.0 + 1), Value::Node(host.node));
            evaluator.holds(condition, &mut env)
        };
        // A unit of the game itself may be in any army.
        let side = match self.faction {
            Some(_) => units_of(game, self.faction),
            None => game.units().map(|(id, _)| id).collect(),
        };
        let side: Vec<EntryId> = side.into_iter().filter(|host| *host != unit).collect();
        (side.len() <= MOST_HOSTS).then(|| side.into_iter().filter(admits).collect())
    }

    fn visit(&self, block: &VisitBlock<'g>, chart: Option<ChartId>) -> Option<LooseVisit<'g>> {
        let each: &'g ForEach = block.each;
        let [binder] = each.binders.as_slice() else { return None };
        if !is_every_unit(binder) {
            return None;
        }
        let mut open: Vec<&'g Expr> = Vec::new();
        for when in &block.whens {
            self.open_parts(
                &when.condition,
                ExprContext::at(Referent::Army),
                &mut Env::at(NodeId::ARMY),
                &mut open,
            )?;
        }
        if let Some(condition) = &binder.condition {
            let mut env = Env::at(NodeId::ARMY);
            env.set(binder.variable, Value::Node(self.node));
            let place = ExprContext { this: Referent::Army, unit: Some(binder.variable) };
            self.open_parts(condition, place, &mut env, &mut open)?;
        }
        Some(LooseVisit { each, chart, open })
    }

    /// The parts of a condition that depend on the list; `None` if it never holds.
    fn open_parts(
        &self,
        condition: &'g Expr,
        place: ExprContext,
        env: &mut Env<'g>,
        open: &mut Vec<&'g Expr>,
    ) -> Option<()> {
        if let ExprKind::Binary(Op::And, left, right) = &condition.kind {
            self.open_parts(left, place, env, open)?;
            return self.open_parts(right, place, env, open);
        }
        match self.outlook(condition, place, env) {
            Some(false) => return None,
            Some(true) => {}
            None => open.push(condition),
        }
        Some(())
    }

    /// Whether a condition holds in every list or in none; `None` if that depends on the list.
    fn outlook(&self, condition: &'g Expr, place: ExprContext, env: &mut Env<'g>) -> Option<bool> {
        if !self.constants.may_continue() {
            return None;
        }
        match &condition.kind {
            ExprKind::Not(inner) => self.outlook(inner, place, env).map(|holds| !holds),
            ExprKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                let decides = *op == Op::Or;
                match (self.outlook(left, place, env), self.outlook(right, place, env)) {
                    (Some(side), _) | (_, Some(side)) if side == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            ExprKind::Fact(of, Fact::Category(category))
            | ExprKind::Is(of, NodeFilter::Category(category))
                if place.who(of) == Some(Referent::Unit) =>
            {
                match &self.game().categories[*category].defined {
                    Some(defined) => self.outlook(
                        defined,
                        ExprContext::at(Referent::Unit),
                        &mut Env::at(self.node),
                    ),
                    None => self
                        .constants
                        .is_constant(condition, place)
                        .then(|| self.evaluator.holds(condition, env)),
                }
            }
            _ => self
                .constants
                .is_constant(condition, place)
                .then(|| self.evaluator.holds(condition, env)),
        }
    }
}

fn is_every_unit(binder: &Binder) -> bool {
    match &binder.set.kind {
        ExprKind::Below { what: NodeFilter::Kind(NodeKind::Unit), of, directly: false } => {
            matches!(of.kind, ExprKind::Army)
        }
        ExprKind::Fact(of, Fact::Builtin(Builtin::Units)) => matches!(of.kind, ExprKind::Army),
        _ => false,
    }
}
