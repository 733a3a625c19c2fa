//! The rule engine's answers to what a page asks: worked out with a list of that unit alone.

use crate::analysis::{ConstAnalysis, Place, Who};
use crate::engine::Checker;
use crate::engine::army::{Book, NodeId, NodeIs, pool};
use crate::engine::eval::{Block, Env, Evaluator, Value};
use crate::list::{List, ModelLine, Models, Spanned};
use crate::model::{
    Binder, Builtin, ChartId, ChooseId, EntryId, Expr, ExprKind, Fact, FactionId, ForEach,
    NodeKind, Op, Owner, Terms, VariableId, What,
};
use crate::views::catalogue::chart::charts_of;
use crate::views::{Foretold, Visit, Whose, units_of};

/// Of so many units at most each is tried as a host.
const MOST_HOSTS: usize = 300;

impl<'g> Checker<'g> {
    /// Calls back with what can be told of a unit before there is a list.
    pub fn foretell<T>(&self, unit: EntryId, tell: impl FnOnce(&dyn Foretold<'g>) -> T) -> T {
        let faction = self.home_of(unit);
        self.foretell_list(&self.list_of(unit, faction), Some(unit), faction, tell)
    }

    /// The same of an army of a faction, or of one without.
    pub fn foretell_army<T>(
        &self,
        faction: Option<FactionId>,
        tell: impl FnOnce(&dyn Foretold<'g>) -> T,
    ) -> T {
        let game = self.book.game;
        let mut list = List::of_one(&game.id, "", game.span);
        list.units.clear();
        list.faction =
            faction.map(|faction| Spanned::new(game.factions[faction].id.clone(), game.span));
        self.foretell_list(&list, None, faction, tell)
    }

    fn foretell_list<T>(
        &self,
        list: &List,
        unit: Option<EntryId>,
        faction: Option<FactionId>,
        tell: impl FnOnce(&dyn Foretold<'g>) -> T,
    ) -> T {
        let evaluator = self.evaluator(list);
        let node = evaluator.army.units.first().map_or(NodeId::ARMY, |unit| unit.node);
        let settled = ConstAnalysis::new(&self.book, unit, faction);
        tell(&Page { checker: self, evaluator: &evaluator, settled, unit, faction, node })
    }

    /// The faction whose unit it is.
    fn home_of(&self, unit: EntryId) -> Option<FactionId> {
        let entry = &self.book.game.entries[unit];
        match entry.owner {
            Owner::Faction(faction) => Some(faction),
            _ => entry.only_for.first().copied(),
        }
    }
}

struct Page<'a, 'g> {
    checker: &'a Checker<'g>,
    evaluator: &'a Evaluator<'a, 'g>,
    settled: ConstAnalysis<'g>,
    unit: Option<EntryId>,
    faction: Option<FactionId>,
    /// The unit, or the army if there is none.
    node: NodeId,
}

impl<'g> Foretold<'g> for Page<'_, 'g> {
    /// Of the system and of the unit's own factions, as far as it meets the pool's condition.
    fn pool(&self, choose: ChooseId) -> Vec<(EntryId, Option<&'g Terms>)> {
        let game = self.checker.book.game;
        let entry = self.unit.map(|unit| &game.entries[unit]);
        let event =
            entry.and_then(
                |entry| if let Owner::Event(event) = entry.owner { Some(event) } else { None },
            );
        let mut found = pool(game, choose, &|home| Book::draws(entry, self.faction, event, home));
        found.retain(|(drawn, _)| self.evaluator.meets_pool(choose, *drawn, self.node, 0));
        found
    }

    fn number(&self, formula: &'g Expr, whose: Whose) -> Option<String> {
        let this = match whose {
            Whose::Page => self.unit.map_or(Who::Army, |_| Who::Unit),
            Whose::Model(model) => Who::Model(model),
            Whose::Option => Who::Option,
        };
        if self.settled.is_settled(formula, Place::at(this)) {
            self.bare_number(formula, whose)
        } else {
            None
        }
    }

    fn bare_number(&self, formula: &'g Expr, whose: Whose) -> Option<String> {
        match whose {
            Whose::Model(model) => self.number_of_model(formula, model),
            Whose::Page | Whose::Option => self.number_at(self.evaluator, formula, self.node),
        }
    }

    fn visits(&self) -> Vec<Visit<'g>> {
        if self.unit.is_none() {
            return Vec::new();
        }
        let (game, contents) = (self.checker.book.game, &self.checker.contents);
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

    fn hosts(&self, visit: &Visit<'g>, condition: &'g Expr) -> Option<Vec<EntryId>> {
        let (Some(unit), [binder]) = (self.unit, visit.each.binders.as_slice()) else {
            return None;
        };
        let admits = |host: &EntryId| {
            let mut list = self.checker.list_of(unit, self.faction);
            list.units.extend(self.checker.list_of(*host, None).units);
            let evaluator = self.checker.evaluator(&list);
            let [guest, host] = evaluator.army.units.as_slice() else { return false };
            let mut env = Env::at(NodeId::ARMY);
            env.set(binder.variable, Value::Node(guest.node));
            env.set(VariableId(binder.variable.0 + 1), Value::Node(host.node));
            evaluator.holds(condition, &mut env)
        };
        let game = self.checker.book.game;
        // A unit of the game itself may stand beside anybody.
        let side = match self.faction {
            Some(_) => units_of(game, self.faction),
            None => game.units().map(|(id, _)| id).collect(),
        };
        let side: Vec<EntryId> = side.into_iter().filter(|host| *host != unit).collect();
        (side.len() <= MOST_HOSTS).then(|| side.into_iter().filter(admits).collect())
    }
}

impl<'g> Page<'_, 'g> {
    fn number_at(
        &self,
        evaluator: &Evaluator<'_, 'g>,
        formula: &'g Expr,
        node: NodeId,
    ) -> Option<String> {
        evaluator.number(formula, &mut Env::at(node)).map(|number| number.to_string())
    }

    /// A formula of a model; where the smallest unit has none of them, one is taken.
    fn number_of_model(&self, formula: &'g Expr, model: EntryId) -> Option<String> {
        let entry = &self.checker.book.game.entries[model];
        let mut list = self.checker.list_of(self.unit?, self.faction);
        let name = Spanned::new(entry.id.clone(), entry.span);
        let one = ModelLine {
            model: name,
            design: Some(false),
            count: Some(Spanned::new(1, entry.span)),
            options: Vec::new(),
        };
        list.units.iter_mut().for_each(|unit| unit.models = Models::Lines(vec![one.clone()]));
        let evaluator = self.checker.evaluator(&list);
        let army = &evaluator.army;
        let unit = army.units.first()?.node;
        let is_meant = |id: &NodeId| {
            army.node(*id).entry == Some(model) && matches!(army.node(*id).is, NodeIs::Model(_))
        };
        let node = army.children(unit).find(is_meant)?;
        self.number_at(&evaluator, formula, node)
    }

    fn visit(&self, block: &Block<'g>, chart: Option<ChartId>) -> Option<Visit<'g>> {
        let each: &'g ForEach = block.each;
        let [binder] = each.binders.as_slice() else { return None };
        if !is_every_unit(binder) {
            return None;
        }
        let mut open: Vec<&'g Expr> = Vec::new();
        for when in &block.whens {
            self.open_parts(
                &when.condition,
                Place::at(Who::Army),
                &mut Env::at(NodeId::ARMY),
                &mut open,
            )?;
        }
        if let Some(condition) = &binder.condition {
            let mut env = Env::at(NodeId::ARMY);
            env.set(binder.variable, Value::Node(self.node));
            let place = Place { this: Who::Army, unit: Some(binder.variable) };
            self.open_parts(condition, place, &mut env, &mut open)?;
        }
        Some(Visit { each, chart, open })
    }

    /// The parts of a condition that only a list can answer; none if it never holds.
    fn open_parts(
        &self,
        condition: &'g Expr,
        place: Place,
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

    /// Whether a condition holds in every list or in none; none if that hangs on the list.
    fn outlook(&self, condition: &'g Expr, place: Place, env: &mut Env<'g>) -> Option<bool> {
        if !self.settled.goes_on() {
            return None;
        }
        match &condition.kind {
            ExprKind::Not(inner) => self.outlook(inner, place, env).map(|holds| !holds),
            ExprKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                let decides = *op == Op::Or;
                match (self.outlook(left, place, env), self.outlook(right, place, env)) {
                    (Some(one), _) | (_, Some(one)) if one == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            ExprKind::Fact(of, Fact::Category(category))
            | ExprKind::Is(of, What::Category(category))
                if place.who(of) == Some(Who::Unit) =>
            {
                match &self.checker.book.game.categories[*category].defined {
                    Some(defined) => {
                        self.outlook(defined, Place::at(Who::Unit), &mut Env::at(self.node))
                    }
                    None => self
                        .settled
                        .is_settled(condition, place)
                        .then(|| self.evaluator.holds(condition, env)),
                }
            }
            _ => self
                .settled
                .is_settled(condition, place)
                .then(|| self.evaluator.holds(condition, env)),
        }
    }
}

fn is_every_unit(binder: &Binder) -> bool {
    match &binder.set.kind {
        ExprKind::Below { what: What::Kind(NodeKind::Unit), of, directly: false } => {
            matches!(of.kind, ExprKind::Army)
        }
        ExprKind::Fact(of, Fact::Builtin(Builtin::Units)) => matches!(of.kind, ExprKind::Army),
        _ => false,
    }
}
