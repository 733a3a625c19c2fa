//! The rows of the unlocks: every demanding unit has its helpers, or these are counted as missing.

use crate::engine::slots::allocate::model::{Term, Var};
use crate::engine::slots::allocate::plan::LIMIT;
use crate::engine::slots::allocate::rows::{Program, SlotVars};
use crate::engine::slots::allocate::types::Unlock;

/// An unlock with the variables that count its demanding units.
struct UnlockDemand<'a> {
    unlock: &'a Unlock,
    count: i64,
    /// Slot and variable.
    units: Vec<(usize, Var)>,
    /// The most units that could demand helpers.
    most: i64,
}

impl<'a> UnlockDemand<'a> {
    fn new(unlock: &'a Unlock, slots: &[SlotVars]) -> UnlockDemand<'a> {
        let (count, units) = (unlock.count.min(LIMIT), Vec::new());
        let mut demand = UnlockDemand { unlock, count, units, most: 0 };
        for (slot, vars) in slots.iter().enumerate().filter(|(_, vars)| vars.reach > 0) {
            if let Some(free) = unlock.needs(slot).filter(|_| count > 0) {
                let beyond = vars.beyond.filter(|_| free);
                demand.units.push((slot, beyond.unwrap_or(vars.number)));
                demand.most += vars.reach;
            }
        }
        demand
    }
}

impl Program<'_> {
    pub(crate) fn unlock_rows(&mut self) {
        let demands =
            self.allocation.unlocks.iter().map(|unlock| UnlockDemand::new(unlock, &self.slots));
        let demands: Vec<UnlockDemand> =
            demands.filter(|demand| !demand.units.is_empty()).collect();
        let most = demands.iter().map(|demand| demand.count.saturating_mul(demand.most)).sum();
        let missing = if self.allocation.unlocks_once {
            self.once_rows(&demands)
        } else {
            demands.iter().flat_map(|demand| self.level_rows(demand)).collect()
        };
        self.goal(missing, most, |score| score.missing);
    }

    /// The rows where each unit helps once: helpers flow from slots to unlocks.
    fn once_rows(&mut self, demands: &[UnlockDemand]) -> Vec<Term> {
        let mut paid: Vec<Vec<Term>> = demands.iter().map(|_| Vec::new()).collect();
        for slot in 0..self.slots.len() {
            self.supply_rows(slot, demands, &mut paid);
        }
        let mut missing = Vec::new();
        for (demand, mut row) in demands.iter().zip(paid) {
            row.extend(demand.units.iter().map(|(_, units)| (*units, demand.count)));
            let lacking = self.model.implied(demand.count.saturating_mul(demand.most));
            row.push((lacking, -1));
            missing.push((lacking, 1));
            self.model.at_most(row, 0);
        }
        missing
    }

    /// The helpers one slot gives.
    ///
    /// A unit that is the only one to demand helpers from an unlock cannot help itself. It can be
    /// taken as the last unit of its slot, so that last unit helps through separate variables,
    /// which are fixed at zero where it is alone.
    fn supply_rows(&mut self, slot: usize, demands: &[UnlockDemand], paid: &mut [Vec<Term>]) {
        let Some((number, reach)) = self
            .slots
            .get(slot)
            .map(|vars| (vars.number, vars.reach))
            .filter(|(_, reach)| *reach > 0)
        else {
            return;
        };
        let (mut given, mut by_others, mut by_last) = (Vec::new(), Vec::new(), Vec::new());
        for (demand, paid) in
            demands.iter().zip(paid).filter(|(demand, _)| demand.unlock.by.contains(&slot))
        {
            let others = self.model.implied(reach);
            paid.push((others, -1));
            given.push((others, 1));
            if demand.unlock.needs(slot).is_some() {
                let last = self.model.whole(1);
                paid.push((last, -1));
                given.push((last, 1));
                by_others.push((others, 1));
                by_last.push((last, 1));
                // Twice all demanding units, minus those of this slot, is 1 exactly if a unit of
                // this slot is the only one.
                let row = demand
                    .units
                    .iter()
                    .map(|(of, units)| (*units, if *of == slot { -1 } else { -2 }))
                    .chain(std::iter::once((last, 2)));
                let row = row.collect();
                self.model.at_most(row, 0);
            }
        }
        given.push((number, -1));
        if given.len() > 1 {
            self.model.at_most(given, 0);
        }
        if !by_last.is_empty() {
            let taken = self.model.whole(1);
            self.model.at_most(vec![(number, 1), (taken, -reach)], 0);
            by_last.push((taken, -1));
            self.model.at_most(by_last, 0);
            by_others.extend([(taken, 1), (number, -1)]);
            self.model.at_most(by_others, 0);
        }
    }

    /// The rows where a helper may serve any number of units: level by level, either there are that
    /// many helpers or every unit lacks one.
    ///
    /// Units in a helping slot do not count themselves, so for them every level is one higher.
    fn level_rows(&mut self, demand: &UnlockDemand) -> Vec<Term> {
        let helping = |slot: usize| demand.unlock.by.contains(&slot);
        let (inside, outside): (Vec<_>, Vec<_>) =
            demand.units.iter().partition(|(slot, _)| helping(*slot));
        let helpers =
            self.slots.iter().enumerate().filter(|(slot, vars)| vars.reach > 0 && helping(*slot));
        let (reach, mut reached): (i64, Vec<Term>) =
            helpers.fold((0, Vec::new()), |(reach, mut terms), (_, vars)| {
                terms.push((vars.number, -1));
                (reach + vars.reach, terms)
            });
        let mut missing = Vec::new();
        let mut lower: Option<Var> = None;
        for level in 1..=(demand.count + i64::from(!inside.is_empty())).min(reach) {
            let met = self.model.whole(1);
            reached.push((met, 1));
            if let Some(lower) = lower {
                self.model.at_most(vec![(met, 1), (lower, -1)], 0);
            }
            lower = Some(met);
            let near = outside.iter().filter(|_| level <= demand.count);
            let mut row: Vec<Term> = near
                .chain(inside.iter().filter(|_| level > 1))
                .map(|(_, units)| (*units, 1))
                .collect();
            row.push((met, -demand.most));
            let lacking = self.model.implied(demand.most);
            row.push((lacking, -1));
            missing.push((lacking, 1));
            self.model.at_most(row, 0);
        }
        if !reached.is_empty() {
            self.model.at_most(reached, 0);
        }
        // Beyond that level, every unit lacks a helper in any case.
        let beyond =
            [(&outside, demand.count - reach), (&inside, demand.count - (reach - 1).max(0))];
        for (units, lacking) in beyond.into_iter().filter(|(_, lacking)| *lacking > 0) {
            missing.extend(units.iter().map(|(_, units)| (*units, lacking)));
        }
        missing
    }
}
