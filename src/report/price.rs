//! The least a unit costs, as far as it is known before a list is written.

use crate::model::{
    AttributeValue, Builtin, CurrencyId, EntryId, Expr, ExprKind, Fact, Fold, Game, ModelsLine, Op, Price, Round, StatValue, What,
};

/// What a unit of the smallest size looks like.
struct Least<'g> {
    game: &'g Game,
    unit: EntryId,
    /// The model whose price is being computed, if it is a model's.
    model: Option<EntryId>,
    counts: Vec<(EntryId, i64)>,
}

/// The least price of a unit in the first currency; `None` if it hangs on more than its size.
pub(super) fn least(game: &Game, unit: EntryId) -> Option<i64> {
    let currency = game.currencies.ids().next()?;
    let body = &game.entries[unit].body;
    let mut least = Least { game, unit, model: None, counts: Vec::new() };
    for line in &body.models {
        let count = least.count(line);
        least.counts.push((line.model, count));
    }
    let models = body.models.iter().map(|line| least.models_price(line, currency));
    let prices = body.prices.iter().map(|price| least.price(&price.price, currency));
    sum(models.chain(prices))
}

impl Least<'_> {
    fn count(&self, line: &ModelsLine) -> i64 {
        line.range.low.as_ref().and_then(|low| self.number(low)).unwrap_or(0)
    }

    fn size(&self) -> Option<i64> {
        sum(self.counts.iter().map(|(_, count)| Some(*count)))
    }

    fn price(&self, price: &Price, currency: CurrencyId) -> Option<i64> {
        let amounts = price.amounts.iter().filter(|(one, _)| *one == currency);
        sum(amounts.map(|(_, amount)| self.number(amount)))
    }

    fn models_price(&self, line: &ModelsLine, currency: CurrencyId) -> Option<i64> {
        let count = self.count(line);
        let at = match &line.price {
            None => 0,
            Some(price) => {
                let each = self.price(&price.price, currency)?;
                match price.first {
                    None => each.checked_mul(count)?,
                    Some(_) if count == 0 => 0,
                    Some(first) => {
                        let further = count.checked_sub(first)?.max(0);
                        let then = price.then.as_ref().map_or(Some(0), |then| self.price(then, currency))?;
                        then.checked_mul(further)?.checked_add(each)?
                    }
                }
            }
        };
        let own = Least { game: self.game, unit: self.unit, model: Some(line.model), counts: self.counts.clone() };
        let prices = &self.game.entries[line.model].body.prices;
        let own = sum(prices.iter().map(|price| own.price(&price.price, currency)))?;
        own.checked_mul(count)?.checked_add(at)
    }

    fn number(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Number(value) => Some(*value),
            ExprKind::Negate(inner) => self.number(inner).and_then(i64::checked_neg),
            ExprKind::Binary(op, left, right) => arithmetic(*op, self.number(left)?, self.number(right)?),
            ExprKind::If(condition, yes, no) => self.number(if self.holds(condition)? { yes } else { no }),
            ExprKind::Round(Round::Abs, inner) => self.number(inner).and_then(i64::checked_abs),
            ExprKind::Round(round, inner) => self.rounded(*round, inner),
            ExprKind::Extreme { fold, values } => {
                let values: Option<Vec<i64>> = values.iter().map(|value| self.number(value)).collect();
                if *fold == Fold::Max { values?.into_iter().max() } else { values?.into_iter().min() }
            }
            ExprKind::Count(set) => match &set.kind {
                ExprKind::Below { what: What::Entry(entry), .. } => {
                    sum(self.counts.iter().filter(|(model, _)| model == entry).map(|(_, count)| Some(*count)))
                }
                _ => None,
            },
            ExprKind::Fact(_, Fact::Builtin(Builtin::Size)) => self.size(),
            ExprKind::Fact(_, Fact::Attribute(id)) => self.attribute(*id),
            ExprKind::Fact(_, Fact::Stat(name, None)) => self.stat(name),
            _ => None,
        }
    }

    /// Division is exact until it is rounded.
    fn rounded(&self, round: Round, inner: &Expr) -> Option<i64> {
        let (top, bottom) = match &inner.kind {
            ExprKind::Binary(Op::Divide, top, bottom) => (self.number(top)?, self.number(bottom)?),
            _ => (self.number(inner)?, 1),
        };
        if bottom <= 0 {
            return None;
        }
        let floor = top.div_euclid(bottom);
        Some(if round == Round::Ceil && top.rem_euclid(bottom) > 0 { floor + 1 } else { floor })
    }

    fn holds(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Not(inner) => self.holds(inner).map(|value| !value),
            ExprKind::Binary(Op::And, left, right) => Some(self.holds(left)? && self.holds(right)?),
            ExprKind::Binary(Op::Or, left, right) => Some(self.holds(left)? || self.holds(right)?),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Some(match op {
                    Op::Equal => left == right,
                    Op::NotEqual => left != right,
                    Op::Less => left < right,
                    Op::LessEqual => left <= right,
                    Op::More => left > right,
                    Op::MoreEqual => left >= right,
                    _ => return None,
                })
            }
            ExprKind::Has(_, keyword) => {
                let owner = self.model.unwrap_or(self.unit);
                Some(self.game.entries[owner].body.keywords.iter().any(|one| one.keyword == *keyword))
            }
            _ => None,
        }
    }

    fn attribute(&self, id: crate::model::AttributeId) -> Option<i64> {
        let owner = self.model.unwrap_or(self.unit);
        let stated = self.game.entries[owner].body.attributes.iter().find(|given| given.attribute == id);
        match stated.and_then(|given| given.values.first()).or(self.game.attributes[id].default.as_ref()) {
            Some(AttributeValue::Int(value)) => Some(*value),
            _ => None,
        }
    }

    fn stat(&self, name: &str) -> Option<i64> {
        let owner = self.model.or_else(|| self.counts.first().map(|(model, _)| *model))?;
        match self.game.entries[owner].body.stats.iter().find(|stat| stat.name == name)?.value {
            StatValue::Int(value) | StatValue::Pick(Some(value), _) => Some(value),
            _ => None,
        }
    }
}

/// A sum that says nothing rather than something wrong.
pub(super) fn sum(mut amounts: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    amounts.try_fold(0_i64, |total, amount| total.checked_add(amount?))
}

fn arithmetic(op: Op, left: i64, right: i64) -> Option<i64> {
    match op {
        Op::Add => left.checked_add(right),
        Op::Subtract => left.checked_sub(right),
        Op::Multiply => left.checked_mul(right),
        Op::Div if right > 0 => Some(left.div_euclid(right)),
        Op::Divide if right > 0 && left % right == 0 => Some(left / right),
        _ => None,
    }
}
