//! The integer program of an allocation: its variables, rows and goals. Start at `Program`.
//!
//! Variables are the numbers of units of each class in each place, and the times of each trade.

use crate::engine::slots::allocate::model::{Model, Term, Var};
use crate::engine::slots::allocate::plan::{Class, LIMIT, Plan, Score};
use crate::engine::slots::allocate::types::{AllocationInput, Grant, Placement, SlotBounds};

/// A goal to minimise, with the largest value it can have.
pub(crate) struct Objective {
    pub(crate) terms: Vec<Term>,
    pub(crate) most: i64,
    score: fn(&Score) -> i64,
}

impl Objective {
    pub(crate) fn of(&self, score: &Score) -> i64 {
        (self.score)(score)
    }
}

/// A slot in the program.
pub(crate) struct SlotVars {
    pub(crate) number: Var,
    /// The number of units beyond the first, if an unlock needs it.
    pub(crate) beyond: Option<Var>,
    /// The most units that could stand here.
    pub(crate) reach: i64,
}

/// The integer program of an allocation, with its variables by their meaning.
pub(crate) struct Program<'a> {
    pub(crate) allocation: &'a AllocationInput,
    pub(crate) model: Model,
    pub(crate) goals: Vec<Objective>,
    pub(crate) slots: Vec<SlotVars>,
    counts: Vec<(Placement, Var)>,
    trades: Vec<Var>,
}

impl<'a> Program<'a> {
    pub(crate) fn new(allocation: &'a AllocationInput, classes: &[Class]) -> Program<'a> {
        Program::within(Model::default(), allocation, classes)
    }

    /// Adds the rows of an allocation to a program that already has variables.
    pub(crate) fn within(
        model: Model,
        allocation: &'a AllocationInput,
        classes: &[Class],
    ) -> Program<'a> {
        let (goals, slots) = (Vec::new(), Vec::new());
        let (counts, trades) = (Vec::new(), Vec::new());
        let mut program = Program { allocation, model, goals, slots, counts, trades };
        program.class_rows(classes);
        let limits = allocation.trades.iter().map(|trade| allocation.trade_limit(trade));
        program.trades = limits.map(|limit| program.model.whole(limit)).collect();
        program.slot_rows(classes);
        program.pool_rows();
        program.unlock_rows();
        program.last_goals(classes);
        program
    }

    pub(crate) fn goal(&mut self, terms: Vec<Term>, most: i64, score: fn(&Score) -> i64) {
        self.goals.push(Objective { terms, most, score });
    }

    pub(crate) fn plan(&self, classes: &[Class], values: &[i64]) -> Plan {
        let value = |var: &Var| values.get(*var).copied().unwrap_or(0);
        let mut counts = self.counts.iter().map(|(_, var)| value(var));
        Plan {
            counts: classes
                .iter()
                .map(|class| counts.by_ref().take(class.places.len()).collect())
                .collect(),
            trades: self.trades.iter().map(value).collect(),
        }
    }

    /// Every unit of a class stands in one of its places, or stays out.
    fn class_rows(&mut self, classes: &[Class]) {
        let mut unplaced = Vec::new();
        for class in classes {
            let first = self.counts.len();
            self.counts
                .extend(class.places.iter().map(|place| (*place, self.model.whole(class.most()))));
            let mut terms: Vec<Term> =
                self.counts.iter().skip(first).map(|(_, var)| (*var, 1)).collect();
            let out = self.model.implied(class.most());
            unplaced.push((out, 1));
            terms.push((out, 1));
            terms.extend(class.further.iter().map(|(var, _)| (*var, -1)));
            self.model.exact(terms, class.size());
        }
        self.goal(unplaced, classes.iter().map(Class::most).sum(), |score| score.unplaced);
    }

    /// Ties the number of each slot to its units and holds it within the bounds.
    fn slot_rows(&mut self, classes: &[Class]) {
        let (mut short, mut most) = (Vec::new(), 0);
        for (slot, bounds) in self.allocation.slots.iter().enumerate() {
            let stands = |place: &Placement| place.slot() == Some(slot);
            let reach = classes
                .iter()
                .filter(|class| class.places.iter().any(stands))
                .map(Class::most)
                .sum();
            let low = bounds.min.clamp(0, LIMIT);
            let number = self.number(slot, bounds, reach);
            let units =
                self.counts.iter().filter(|(place, _)| stands(place)).map(|(_, var)| (*var, 1));
            let terms: Vec<Term> = units.chain(std::iter::once((number, -1))).collect();
            self.model.exact(terms, 0);
            if low > 0 {
                let below = self.model.implied(low);
                self.model.at_most(vec![(below, -1), (number, -1)], -low);
                short.push((below, 1));
                most += low;
            }
            let asked =
                self.allocation.unlocks.iter().any(|unlock| unlock.needs(slot) == Some(true));
            // This must be a whole number: half a demanding unit would let a unit help itself.
            let beyond = asked.then(|| self.model.whole(reach));
            if let Some(beyond) = beyond {
                self.model.at_most(vec![(number, 1), (beyond, -1)], 1);
            }
            self.slots.push(SlotVars { number, beyond, reach });
        }
        self.goal(short, most, |score| score.short);
    }

    /// The number of a slot; its maximum is a row only where trades can change it.
    fn number(&mut self, slot: usize, bounds: &SlotBounds, reach: i64) -> Var {
        let mut changes = Vec::new();
        for (trade, var) in self.allocation.trades.iter().zip(&self.trades) {
            let part = |(amount, of): (i64, usize)| {
                if of == slot { amount.clamp(-LIMIT, LIMIT) } else { 0 }
            };
            let change = part(trade.get) - part(trade.give);
            if change != 0 && self.allocation.trade_limit(trade) > 0 {
                changes.push((*var, -change));
            }
        }
        let max = bounds.max.map(|max| max.clamp(0, LIMIT));
        let Some(max) = max.filter(|_| !changes.is_empty()) else {
            return self.model.implied(max.map_or(reach, |max| max.min(reach)));
        };
        let number = self.model.implied(reach);
        self.model.at_most(changes.clone(), max - bounds.floor().min(LIMIT));
        changes.push((number, 1));
        self.model.at_most(changes, max);
        number
    }

    /// Grants and offers have a limited number of places.
    fn pool_rows(&mut self) {
        let allocation = self.allocation;
        let granted = |(grant, pool): (usize, &Grant)| {
            let (slot, grant) = (pool.slot, Some(grant));
            (Placement::Slot { slot, grant }, pool.most)
        };
        let grants = allocation.grants.iter().enumerate().map(granted);
        let offers = allocation.offers.iter().enumerate();
        for (pool, most) in
            grants.chain(offers.map(|(offer, most)| (Placement::Offer(offer), *most)))
        {
            let units = self.counts.iter().filter(|(place, _)| *place == pool);
            let terms: Vec<Term> = units.map(|(_, var)| (*var, 1)).collect();
            if !terms.is_empty() {
                self.model.at_most(terms, most.clamp(0, LIMIT));
            }
        }
    }

    fn last_goals(&mut self, classes: &[Class]) {
        let most =
            self.allocation.trades.iter().map(|trade| self.allocation.trade_limit(trade)).sum();
        self.goal(self.trades.iter().map(|var| (*var, 1)).collect(), most, |score| score.trades);
        let terms = self
            .counts
            .iter()
            .map(|(place, var)| (*var, place.position(self.allocation)))
            .collect();
        let last = |class: &Class| {
            class.places.last().map_or(0, |place| place.position(self.allocation)) * class.most()
        };
        self.goal(terms, classes.iter().map(last).sum(), |score| score.position);
    }
}
