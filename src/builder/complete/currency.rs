//! Limits of currencies as rows for the solver, besides the points to spend.

use crate::builder::Builder;
use crate::engine::AssessedLimit;
use crate::model::CurrencyId;
use crate::number::Number;

/// Columns with their weights, and the most that their sum may be.
pub(crate) type LimitRow = (Vec<(usize, i64)>, i64);

/// What something costs in each currency, and the force it stands in.
#[derive(Debug, Clone)]
pub(crate) struct Spending {
    pub force: Option<usize>,
    pub costs: Vec<Number>,
}

impl Spending {
    /// How much of the spending a limit counts.
    fn counted(&self, limit: &AssessedLimit) -> Number {
        let is_inside = |forces: &Vec<usize>| self.force.is_some_and(|own| forces.contains(&own));
        let counts = limit.forces.as_ref().is_none_or(is_inside);
        let cost = self.costs.get(limit.currency.index()).filter(|_| counts);
        cost.copied().unwrap_or(Number::ZERO)
    }
}

impl Builder<'_, '_> {
    /// An amount in the smallest parts of its currency.
    fn in_parts(&self, currency: CurrencyId, amount: Number) -> Number {
        let parts = self.game.currencies[currency].step.map_or(1, Number::bottom);
        amount.multiply(Number::whole(parts)).unwrap_or(amount)
    }

    /// A price in the smallest parts of the first currency.
    pub(crate) fn price_in_parts(&self, price: Number) -> i64 {
        let first = self.game.currencies.ids().next();
        first.map_or(price, |first| self.in_parts(first, price)).ceil()
    }

    /// A limit in the smallest parts of the first currency.
    pub(crate) fn limit_in_parts(&self, limit: Number) -> i64 {
        let first = self.game.currencies.ids().next();
        first.map_or(limit, |first| self.in_parts(first, limit)).floor()
    }

    /// Rows that keep the chosen columns within the limits, net of what they replace. The army's
    /// limit in the first currency is the solver's budget, so it has no row.
    pub(crate) fn currency_rows(
        &self,
        limits: &[AssessedLimit],
        columns: &[Spending],
        gone: &[Spending],
    ) -> Vec<LimitRow> {
        let is_budget =
            |limit: &AssessedLimit| limit.forces.is_none() && limit.currency.index() == 0;
        let row = |limit: &AssessedLimit| {
            let parts = |amount| self.in_parts(limit.currency, amount);
            let weights = columns.iter().map(|column| parts(column.counted(limit)).ceil());
            let weights = weights.enumerate().filter(|(_, weight)| *weight != 0).collect();
            let mut freed = gone.iter().map(|spending| spending.counted(limit));
            let freed = freed.try_fold(Number::ZERO, |sum: Number, cost| sum.plus(cost))?;
            let left = limit.most.subtract(limit.spent)?.plus(freed)?;
            Some((weights, parts(left).floor()))
        };
        let rows = limits.iter().filter(|limit| !is_budget(limit)).filter_map(row);
        rows.filter(|(weights, _): &LimitRow| !weights.is_empty()).collect()
    }
}
