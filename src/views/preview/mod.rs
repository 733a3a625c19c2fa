//! What is known about a unit or an army without a list: a preview evaluates a list with only that
//! unit, or an empty list. Start at [`Preview`].

pub(crate) mod price;
pub(crate) mod visits;

use crate::analysis::{ConstAnalysis, ExprContext, Referent};
use crate::engine::Ruleset;
use crate::engine::army::{Book, NodeId, NodeIs, pool};
use crate::engine::eval::{Env, Evaluator};
use crate::list::{List, ModelLine, Models, Spanned};
use crate::model::{ChooseId, EntryId, Expr, FactionId, Game, Owner, Terms};
use crate::number::Number;

pub(crate) struct Preview<'a, 'g> {
    rules: &'a Ruleset<'g>,
    evaluator: Evaluator<'a, 'g>,
    constants: ConstAnalysis<'g>,
    unit: Option<EntryId>,
    faction: Option<FactionId>,
    /// The unit, or the army if there is none.
    node: NodeId,
}

impl<'a, 'g> Preview<'a, 'g> {
    /// For a list with only this unit.
    pub(crate) fn of_unit(rules: &'a Ruleset<'g>, list: &'a List, unit: EntryId) -> Self {
        Preview::new(rules, list, Some(unit), faction_of_unit(rules.book.game, unit))
    }

    /// For an army without units.
    pub(crate) fn of_army(
        rules: &'a Ruleset<'g>,
        list: &'a List,
        faction: Option<FactionId>,
    ) -> Self {
        Preview::new(rules, list, None, faction)
    }

    fn new(
        rules: &'a Ruleset<'g>,
        list: &'a List,
        unit: Option<EntryId>,
        faction: Option<FactionId>,
    ) -> Self {
        let evaluator = rules.evaluator(list);
        let node = evaluator.army.units.first().map_or(NodeId::ARMY, |unit| unit.node);
        let constants = match unit {
            Some(_) => ConstAnalysis::new(&rules.book, unit, faction),
            None => ConstAnalysis::of_army(&rules.book, faction),
        };
        Preview { rules, evaluator, constants, unit, faction, node }
    }

    pub(crate) fn game(&self) -> &'g Game {
        self.rules.book.game
    }

    /// What names refer to in the body of the unit or army.
    pub(crate) fn subject(&self) -> Referent {
        if self.unit.is_some() { Referent::Unit } else { Referent::Army }
    }

    /// The entries in the pool of a choice, with their terms if any: entries of the game and of the
    /// unit's factions that meet the pool's condition.
    pub(crate) fn pool(&self, choose: ChooseId) -> Vec<(EntryId, Option<&'g Terms>)> {
        let game = self.game();
        let entry = self.unit.map(|unit| &game.entries[unit]);
        let event = match entry.map(|entry| entry.owner) {
            Some(Owner::Event(event)) => Some(event),
            _ => None,
        };
        let mut found = pool(game, choose, &|owner| Book::draws(entry, self.faction, event, owner));
        found.retain(|(drawn, _)| self.evaluator.meets_pool(choose, *drawn, self.node, 0));
        found
    }

    /// The value of a formula, if no list can change it.
    pub(crate) fn number(&self, formula: &'g Expr, who: Referent) -> Option<Number> {
        let is_constant = self.constants.is_constant(formula, ExprContext::at(who));
        is_constant.then(|| self.bare_number(formula, who)).flatten()
    }

    /// The value of a formula while nothing is chosen.
    pub(crate) fn bare_number(&self, formula: &'g Expr, who: Referent) -> Option<Number> {
        match who {
            Referent::Model(model) => self.number_of_model(formula, model),
            _ => number_at(&self.evaluator, formula, self.node),
        }
    }

    /// The value of a formula of a model, in a unit with one such model.
    fn number_of_model(&self, formula: &'g Expr, model: EntryId) -> Option<Number> {
        let game = self.game();
        let mut list = list_of_unit(game, self.unit?, self.faction);
        for line in &mut list.units {
            line.models = Models::Lines(vec![model_line(game, model, 1)]);
        }
        let evaluator = self.rules.evaluator(&list);
        let army = &evaluator.army;
        let is_meant = |id: &NodeId| {
            army.node(*id).entry == Some(model) && matches!(army.node(*id).is, NodeIs::Model(_))
        };
        let node = army.children(army.units.first()?.node).find(is_meant)?;
        number_at(&evaluator, formula, node)
    }
}

fn number_at<'g>(evaluator: &Evaluator<'_, 'g>, formula: &'g Expr, node: NodeId) -> Option<Number> {
    evaluator.number(formula, &mut Env::at(node))
}

/// The faction of a unit.
pub(crate) fn faction_of_unit(game: &Game, unit: EntryId) -> Option<FactionId> {
    match game.entries[unit].owner {
        Owner::Faction(faction) => Some(faction),
        _ => game.entries[unit].only_for.first().copied(),
    }
}

/// A list with only this unit.
pub(crate) fn list_of_unit(game: &Game, unit: EntryId, faction: Option<FactionId>) -> List {
    let entry = &game.entries[unit];
    let mut list = List::of_one(&game.id, &entry.id, entry.span);
    list.faction =
        faction.map(|faction| Spanned::new(game.factions[faction].id.clone(), entry.span));
    list
}

/// A list without units.
pub(crate) fn list_of_army(game: &Game, faction: Option<FactionId>) -> List {
    let mut list = List::of_one(&game.id, "", game.span);
    list.units.clear();
    list.faction =
        faction.map(|faction| Spanned::new(game.factions[faction].id.clone(), game.span));
    list
}

fn model_line(game: &Game, model: EntryId, count: i64) -> ModelLine {
    let entry = &game.entries[model];
    ModelLine {
        model: Spanned::new(entry.id.clone(), entry.span),
        design: Some(false),
        count: Some(Spanned::new(count, entry.span)),
        options: Vec::new(),
    }
}
