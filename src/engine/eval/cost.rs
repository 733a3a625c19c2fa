//! Works out what nodes cost in each currency. Start at [`Evaluator::cost_in`].

use crate::engine::army::{ModelNode, NodeId, NodeIs};
use crate::engine::eval::{
    BodyItem, BodyQuery, Env, EvalError, EvalErrorKind, Evaluator, Number, OptionReach, Value,
};
use crate::model::{Change, ChangeKind, CurrencyId, Price};
use crate::source::Span;

/// An amount that is not a multiple of its currency's step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OffStep {
    pub currency: CurrencyId,
    pub amount: Number,
    pub node: NodeId,
    pub formula: Span,
}

impl<'g> Evaluator<'_, 'g> {
    /// The price of a node in the first currency.
    pub(crate) fn cost(&self, id: NodeId) -> Option<Number> {
        match self.game.currencies.ids().next() {
            Some(first) => self.cost_in(first, id),
            None => Some(Number::ZERO),
        }
    }

    /// The price of a node with everything in it, for all its copies together. `None` if the price
    /// has no value; the formula to blame is noted as a fault.
    pub(crate) fn cost_in(&self, currency: CurrencyId, id: NodeId) -> Option<Number> {
        let place = id.index() * self.game.currencies.len() + currency.index();
        if let Some(Some((known, reads_tie))) = self.costs.borrow().get(place) {
            self.note_tie(*reads_tie);
            return *known;
        }
        let (cost, reads_tie) = self.noting_ties(|| self.work_out_cost(currency, id));
        if let Some(place) = self.costs.borrow_mut().get_mut(place) {
            *place = Some((cost, reads_tie));
        }
        cost
    }

    fn work_out_cost(&self, currency: CurrencyId, id: NodeId) -> Option<Number> {
        let node = self.army.node(id);
        // Standard gear is included in the price of its bearer.
        if matches!(node.is, NodeIs::Gear) {
            return Some(Number::ZERO);
        }
        let mut single = self.own_cost(currency, id)?;
        for child in self.army.children(id) {
            let cost = self.cost_in(currency, child)?;
            single = self.fitting(id, single.plus(cost))?;
        }
        let copies = self.fitting(id, single.multiply(Number::whole(node.count)))?;
        let further = match &node.is {
            NodeIs::Model(model) => self.line_price(currency, id, model)?,
            NodeIs::Army => self.deck_cost(currency)?,
            _ => return Some(copies),
        };
        self.fitting(id, copies.plus(further))
    }

    /// A sum of prices; notes a fault if it is too large.
    fn fitting(&self, id: NodeId, sum: Option<Number>) -> Option<Number> {
        if sum.is_none() {
            let entry = self.army.node(id).entry;
            let at = entry.map_or(self.game.span, |entry| self.game.entries[entry].span);
            self.fault(EvalError { at, kind: EvalErrorKind::Overflow }, Some(id));
        }
        sum
    }

    /// The price of one copy.
    pub(crate) fn cost_of_one(&self, currency: CurrencyId, id: NodeId) -> Option<Number> {
        let count = self.army.node(id).count;
        self.cost_in(currency, id)?.divide(Number::whole(count.max(1)))
    }

    fn is_in_model(&self, id: NodeId) -> bool {
        let mut at = self.army.node(id).parent;
        while let NodeIs::Option(_) = self.army.node(at).is {
            at = self.army.node(at).parent;
        }
        matches!(self.army.node(at).is, NodeIs::Model(_))
    }

    /// The prices and price changes of one copy, without its contents.
    fn own_cost(&self, currency: CurrencyId, id: NodeId) -> Option<Number> {
        let node = self.army.node(id);
        let mut sum = Some(Number::ZERO);
        if let NodeIs::Option(option) = &node.is
            && let Some(terms) = option.offer.terms
            && let Some(price) = &terms.price
        {
            // Inside a model, every copy pays for itself.
            let unit = node.unit.filter(|_| terms.per_model && !self.is_in_model(id));
            let times = unit.map_or(1, |unit| self.army.unit(unit).size);
            let each = self.amount(currency, price, &mut Env::at(id));
            sum = each.and_then(|each| self.fitting(id, each.multiply(Number::whole(times))));
        }
        // Prices in the body of an option belong to the option and are counted there.
        let mut add = |price: &'g Price, env: &mut Env<'g>| {
            let amount = self.amount(currency, price, env);
            sum = sum.zip(amount).and_then(|(sum, amount)| self.fitting(id, sum.plus(amount)));
        };
        let sought = BodyQuery::PricesIn(currency);
        self.in_force(id, OptionReach::Itself, sought, &mut |item, env, _| match item {
            BodyItem::Body(body) => body.prices.iter().for_each(|line| add(&line.price, env)),
            BodyItem::Change(Change { kind: ChangeKind::Cost(price), .. }) => add(price, env),
            BodyItem::Change(_) => {}
        });
        sum
    }

    /// The amount in a currency. A formula that is `none` costs nothing; a formula that failed, or
    /// that depends on points that were never agreed on, has no price.
    fn amount(&self, currency: CurrencyId, price: &'g Price, env: &mut Env<'g>) -> Option<Number> {
        let amount = price.amounts.iter().find(|(of, _)| *of == currency);
        let Some((_, formula)) = amount else { return Some(Number::ZERO) };
        let of = env.this.node();
        match self.value(formula, env) {
            Value::Number(amount) => {
                let step = self.game.currencies[currency].step;
                if step.is_some_and(|step| !amount.is_multiple_of(step)) {
                    let (node, formula) = (of.unwrap_or(NodeId::ARMY), formula.span);
                    self.off_step(OffStep { currency, amount, node, formula });
                }
                Some(amount)
            }
            Value::Error(error) => {
                if error.kind != EvalErrorKind::NoPrice {
                    self.fault(EvalError { at: formula.span, ..error }, of);
                }
                None
            }
            _ => Some(Number::ZERO).filter(|_| !self.strict),
        }
    }

    /// Notes an amount between two steps, once for each formula.
    fn off_step(&self, off: OffStep) {
        let mut all = self.off_step.borrow_mut();
        if !all.iter().any(|known| known.formula == off.formula) {
            all.push(off);
        }
    }

    /// The price that a line of models sets for a group of them. A price that counts the models of
    /// the whole line is charged with the first group.
    fn line_price(
        &self,
        currency: CurrencyId,
        id: NodeId,
        model: &ModelNode<'g>,
    ) -> Option<Number> {
        let node = self.army.node(id);
        let (Some(line), Some(unit)) = (model.line, node.unit) else { return Some(Number::ZERO) };
        let Some(price) = &line.price else { return Some(Number::ZERO) };
        let unit = self.army.unit(unit).node;
        let mut env = Env::at(unit);
        let Some(first) = price.first else {
            let each = self.amount(currency, &price.price, &mut env)?;
            return self.fitting(id, each.multiply(Number::whole(node.count)));
        };
        let groups: Vec<NodeId> = self.army.models_of_line(unit, line).collect();
        if groups.first() != Some(&id) {
            return Some(Number::ZERO);
        }
        let total =
            groups.iter().map(|group| self.army.node(*group).count).fold(0, i64::saturating_add);
        let base = self.amount(currency, &price.price, &mut env)?;
        let Some(then) = &price.then else { return Some(base) };
        let further =
            self.amount(currency, then, &mut env)?.multiply(Number::whole((total - first).max(0)));
        self.fitting(id, further.and_then(|further| base.plus(further)))
    }

    fn deck_cost(&self, currency: CurrencyId) -> Option<Number> {
        let mut sum = Number::ZERO;
        for (card, _, amount) in &self.army.deck {
            for line in &self.game.entries[*card].body.prices {
                let each = self.amount(currency, &line.price, &mut Env::at(NodeId::ARMY))?;
                let all = each.multiply(Number::whole(amount.value));
                sum = self.fitting(NodeId::ARMY, all.and_then(|all| sum.plus(all)))?;
            }
        }
        Some(sum)
    }
}
