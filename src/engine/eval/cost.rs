//! What things cost.

use crate::engine::army::{ModelNode, NodeId, NodeIs};
use crate::engine::eval::{BodyQuery, Env, Evaluator, Item, Number, Reach};
use crate::model::{Change, ChangeKind, ModelPrice, Price};

impl<'g> Evaluator<'_, 'g> {
    /// The price of a node with everything in it, all its copies together. `None` if it overflows.
    pub(crate) fn cost(&self, id: NodeId) -> Option<Number> {
        if let Some(Some(known)) = self.costs.borrow().get(id.index()) {
            return *known;
        }
        let cost = self.work_out_cost(id);
        if let Some(place) = self.costs.borrow_mut().get_mut(id.index()) {
            *place = Some(cost);
        }
        cost
    }

    fn work_out_cost(&self, id: NodeId) -> Option<Number> {
        let node = self.army.node(id);
        // Standard gear is included in the price of its bearer.
        if matches!(node.is, NodeIs::Gear) {
            return Some(Number::ZERO);
        }
        let mut single = self.own_cost(id)?;
        for child in self.army.children(id) {
            single = single.plus(self.cost(child)?)?;
        }
        let copies = single.multiply(Number::whole(node.count))?;
        match &node.is {
            NodeIs::Model(model) => copies.plus(self.line_price(id, model)?),
            NodeIs::Army => copies.plus(self.deck_cost()?),
            _ => Some(copies),
        }
    }

    /// The price of one copy.
    pub(crate) fn cost_of_one(&self, id: NodeId) -> Option<Number> {
        let count = self.army.node(id).count;
        self.cost(id)?.divide(Number::whole(count.max(1)))
    }

    fn is_in_model(&self, id: NodeId) -> bool {
        let mut at = self.army.node(id).parent;
        while let NodeIs::Option(_) = self.army.node(at).is {
            at = self.army.node(at).parent;
        }
        matches!(self.army.node(at).is, NodeIs::Model(_))
    }

    /// The prices and changes of one copy, without what it holds.
    fn own_cost(&self, id: NodeId) -> Option<Number> {
        let node = self.army.node(id);
        let mut sum = Some(Number::ZERO);
        if let NodeIs::Option(option) = &node.is
            && let Some(terms) = option.offer.terms
            && let Some(price) = &terms.price
        {
            // Inside a model every copy pays for itself.
            let unit = node.unit.filter(|_| terms.per_model && !self.is_in_model(id));
            let times = unit.map_or(1, |unit| self.army.unit(unit).size);
            sum = self
                .amount(price, &mut Env::at(id))
                .and_then(|each| each.multiply(Number::whole(times)));
        }
        // Prices in the body of an option are its own and counted there.
        self.in_force(id, Reach::Itself, BodyQuery::Prices, &mut |item, env, _| match item {
            Item::Body(body) => {
                for line in &body.prices {
                    sum = sum.and_then(|sum| sum.plus(self.amount(&line.price, env)?));
                }
            }
            Item::Change(Change { kind: ChangeKind::Cost(price), .. }) => {
                sum = sum.and_then(|sum| sum.plus(self.amount(price, env)?));
            }
            Item::Change(_) => {}
        });
        sum
    }

    /// The amount of the first currency; a formula that gives nothing costs nothing.
    fn amount(&self, price: &'g Price, env: &mut Env<'g>) -> Option<Number> {
        let first = self.game.currencies.ids().next();
        let mut amounts = price.amounts.iter().filter(|(currency, _)| Some(*currency) == first);
        amounts.try_fold(Number::ZERO, |sum, (_, amount)| match self.number(amount, env) {
            Some(number) => sum.plus(number),
            None => Some(sum).filter(|_| !self.strict),
        })
    }

    /// What the line of models asks for a group of them. A price for several together goes with
    /// their first group.
    fn line_price(&self, id: NodeId, model: &ModelNode<'g>) -> Option<Number> {
        let node = self.army.node(id);
        let (Some(line), Some(unit)) = (model.line, node.unit) else { return Some(Number::ZERO) };
        let Some(price) = &line.price else { return Some(Number::ZERO) };
        let unit = self.army.unit(unit).node;
        let mut env = Env::at(unit);
        let Some(first) = price.first else {
            return self.amount(&price.price, &mut env)?.multiply(Number::whole(node.count));
        };
        let groups: Vec<NodeId> = self.army.models_of_line(unit, line).collect();
        if groups.first() != Some(&id) {
            return Some(Number::ZERO);
        }
        let total =
            groups.iter().map(|group| self.army.node(*group).count).fold(0, i64::saturating_add);
        self.price_together(price, first, total, &mut env)
    }

    fn price_together(
        &self,
        price: &'g ModelPrice,
        first: i64,
        total: i64,
        env: &mut Env<'g>,
    ) -> Option<Number> {
        let base = self.amount(&price.price, env)?;
        let further = (total - first).max(0);
        let each = price.then.as_ref().map_or(Some(Number::ZERO), |then| self.amount(then, env))?;
        base.plus(each.multiply(Number::whole(further))?)
    }

    fn deck_cost(&self) -> Option<Number> {
        let mut sum = Number::ZERO;
        for (card, _, amount) in &self.army.deck {
            for line in &self.game.entries[*card].body.prices {
                let each = self.amount(&line.price, &mut Env::at(NodeId::ARMY))?;
                sum = sum.plus(each.multiply(Number::whole(amount.value))?)?;
            }
        }
        Some(sum)
    }
}
