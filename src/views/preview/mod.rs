//! What can be said of a unit or an army before there is a list: found out with a list of that unit
//! alone, or with an empty one.

pub(crate) mod price;
pub(crate) mod visits;

use crate::analysis::{ConstAnalysis, Place, Who};
use crate::engine::Ruleset;
use crate::engine::army::{Book, NodeId, NodeIs, pool};
use crate::engine::eval::{Env, Evaluator};
use crate::list::{List, ModelLine, Models, Spanned};
use crate::model::{ChooseId, EntryId, Expr, FactionId, Game, Owner, Terms};

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
    /// Of the unit that alone is in the list.
    pub(crate) fn of_unit(rules: &'a Ruleset<'g>, list: &'a List, unit: EntryId) -> Self {
        Preview::new(rules, list, Some(unit), home_of(rules.book.game, unit))
    }

    /// Of an army without units.
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
        let constants = ConstAnalysis::new(&rules.book, unit, faction);
        Preview { rules, evaluator, constants, unit, faction, node }
    }

    pub(crate) fn game(&self) -> &'g Game {
        self.rules.book.game
    }

    /// Whom names speak of in what the unit or army says itself.
    pub(crate) fn subject(&self) -> Who {
        if self.unit.is_some() { Who::Unit } else { Who::Army }
    }

    /// What the pool of a choice holds, with the terms where it is offered on any: of the system
    /// and of the unit's own factions, as far as it meets the pool's condition.
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

    /// What a formula comes to, if no list can change that.
    pub(crate) fn number(&self, formula: &'g Expr, who: Who) -> Option<String> {
        let is_constant = self.constants.is_constant(formula, Place::at(who));
        is_constant.then(|| self.bare_number(formula, who)).flatten()
    }

    /// What a formula comes to while nothing is chosen.
    pub(crate) fn bare_number(&self, formula: &'g Expr, who: Who) -> Option<String> {
        match who {
            Who::Model(model) => self.number_of_model(formula, model),
            _ => number_at(&self.evaluator, formula, self.node),
        }
    }

    /// A formula of a model; where the smallest unit has none of them, one is taken.
    fn number_of_model(&self, formula: &'g Expr, model: EntryId) -> Option<String> {
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

fn number_at<'g>(evaluator: &Evaluator<'_, 'g>, formula: &'g Expr, node: NodeId) -> Option<String> {
    evaluator.number(formula, &mut Env::at(node)).map(|number| number.to_string())
}

/// The faction whose unit it is.
pub(crate) fn home_of(game: &Game, unit: EntryId) -> Option<FactionId> {
    match game.entries[unit].owner {
        Owner::Faction(faction) => Some(faction),
        _ => game.entries[unit].only_for.first().copied(),
    }
}

/// A list of nothing but this unit.
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
