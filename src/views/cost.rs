//! What things cost besides points: amounts in the game's other currencies.

use serde::Serialize;

use crate::engine::army::NodeId;
use crate::engine::eval::Evaluator;
use crate::model::{CurrencyId, Game};
use crate::number::Number;
use crate::views::Amount;

/// An amount of a currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cost {
    /// The id of the currency.
    pub currency: String,
    /// What people call it.
    pub title: String,
    /// How much of it; none if that is not known.
    pub amount: Option<Amount>,
    /// The most that is allowed: what the list states, or the game if that is less.
    pub limit: Option<Amount>,
}

impl Cost {
    /// Whether it is worth showing: it is not zero, or there is a limit.
    pub(crate) fn is_worth_telling(&self) -> bool {
        self.amount != Some(Amount::Whole(0)) || self.limit.is_some()
    }
}

/// Amounts of all currencies but the first.
pub(crate) fn other_costs(game: &Game, cost: impl Fn(CurrencyId) -> Option<Number>) -> Vec<Cost> {
    let others = game.currencies.iter().skip(1);
    let amount = |(id, currency): (CurrencyId, &crate::model::Currency)| Cost {
        currency: currency.id.clone(),
        title: currency.title.clone(),
        amount: cost(id).map(Amount::from),
        limit: None,
    };
    others.map(amount).collect()
}

/// The amount in the first currency, out of `costs` in all currencies; none if they are not known.
pub(crate) fn points(costs: Option<&[Number]>) -> Option<Amount> {
    costs.map(|costs| costs.first().copied().unwrap_or(Number::ZERO)).map(Amount::from)
}

/// The amounts in the other currencies, out of `costs` in all currencies.
pub(crate) fn others(game: &Game, costs: Option<&[Number]>) -> Vec<Cost> {
    other_costs(game, |currency| costs.and_then(|costs| costs.get(currency.index()).copied()))
}

/// Costs that are not zero, or have a limit.
pub(crate) fn told(costs: &[Cost]) -> Vec<Cost> {
    costs.iter().filter(|cost| cost.is_worth_telling()).cloned().collect()
}

impl Evaluator<'_, '_> {
    /// What a node costs in all currencies but the first.
    pub(crate) fn other_costs(&self, node: NodeId) -> Vec<Cost> {
        other_costs(self.game, |currency| self.cost_in(currency, node))
    }

    /// The same for paper, without amounts of zero.
    pub(crate) fn told_costs(&self, node: NodeId) -> Vec<Cost> {
        told(&self.other_costs(node))
    }

    /// What the army costs in all currencies but the first, with the limits.
    pub(crate) fn army_costs(&self) -> Vec<Cost> {
        let limits = self.limits_of(NodeId::ARMY);
        let mut costs = self.other_costs(NodeId::ARMY);
        for ((id, _), cost) in self.game.currencies.iter().skip(1).zip(&mut costs) {
            let own = limits.iter().filter(|(currency, _)| *currency == id);
            cost.limit = own.map(|(_, most)| *most).min().map(Amount::from);
        }
        costs
    }
}

impl From<Number> for Amount {
    fn from(number: Number) -> Self {
        number.to_whole().map_or_else(|| Amount::Fraction(number), Amount::Whole)
    }
}
