//! Assigns helpers where each unit helps once: the largest flow of helpers from slots to unlocks.
//! Start at `Flow`.
//!
//! The helpers of one unlock can always be assigned so that no unit helps itself, unless only one
//! unit demands them. That unit is then taken as the last of its slot, and is a separate supply in
//! the flow.

use crate::engine::slots::allocate::helpers::slot_of;
use crate::engine::slots::allocate::types::{AllocationInput, Placement};

/// Helpers as a flow from slots to unlocks, for charts where each unit helps once.
pub(crate) struct Flow {
    supplies: Vec<Supply>,
    pipes: Vec<Pipe>,
    /// How many helpers each unlock still wants.
    wanted: Vec<i64>,
}

struct Supply {
    slot: usize,
    /// Whether this is the last unit of the slot, as opposed to the others.
    last: bool,
    left: i64,
    /// The next unit to assign.
    next: usize,
}

struct Pipe {
    supply: usize,
    unlock: usize,
    amount: i64,
}

impl Flow {
    /// None if no unit demands a helper.
    pub(crate) fn new(allocation: &AllocationInput, numbers: &[i64]) -> Option<Flow> {
        let demand = |unlock: &crate::engine::slots::allocate::helpers::Unlock| {
            let numbers = numbers.iter().enumerate();
            numbers.map(|(slot, number)| unlock.demanding(slot, *number)).sum::<i64>()
        };
        let demands: Vec<i64> = allocation.unlocks.iter().map(demand).collect();
        if demands.iter().all(|demand| *demand == 0) {
            return None;
        }
        let wanted = demands
            .iter()
            .zip(&allocation.unlocks)
            .map(|(demand, unlock)| demand.saturating_mul(unlock.count));
        let mut flow = Flow {
            supplies: Vec::with_capacity(numbers.len()),
            pipes: Vec::with_capacity(8),
            wanted: wanted.collect(),
        };
        for (slot, number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            // For these unlocks, the last unit of the slot is the only one that demands helpers,
            // and could help itself.
            let own = |unlock: &crate::engine::slots::allocate::helpers::Unlock, demand: i64| {
                demand == 1 && unlock.demanding(slot, *number) == 1 && unlock.by.contains(&slot)
            };
            let alone = demands
                .iter()
                .zip(&allocation.unlocks)
                .any(|(demand, unlock)| own(unlock, *demand));
            for (last, left) in [(false, number - i64::from(alone)), (true, i64::from(alone))] {
                if left == 0 {
                    continue;
                }
                let supply = flow.supplies.len();
                for (unlock, (rule, demand)) in allocation.unlocks.iter().zip(&demands).enumerate()
                {
                    if *demand > 0 && rule.by.contains(&slot) && !(last && own(rule, *demand)) {
                        flow.pipes.push(Pipe { supply, unlock, amount: 0 });
                    }
                }
                flow.supplies.push(Supply { slot, last, left, next: 0 });
            }
        }
        Some(flow)
    }

    /// The flow for the fewest demands and the most helpers within these bounds, where units may
    /// help themselves.
    pub(crate) fn between(allocation: &AllocationInput, low: &[i64], high: &[i64]) -> Flow {
        let wanted = allocation.unlocks.iter().map(|unlock| {
            let demanding = low.iter().enumerate();
            let demanding = demanding.map(|(slot, number)| unlock.demanding(slot, *number));
            demanding.sum::<i64>().saturating_mul(unlock.count)
        });
        let mut flow = Flow { supplies: Vec::new(), pipes: Vec::new(), wanted: wanted.collect() };
        for (slot, number) in high.iter().enumerate().filter(|(_, number)| **number > 0) {
            let supply = flow.supplies.len();
            let helped = allocation.unlocks.iter().zip(&flow.wanted).enumerate();
            let helped =
                helped.filter(|(_, (rule, wanted))| **wanted > 0 && rule.by.contains(&slot));
            flow.pipes.extend(helped.map(|(unlock, _)| Pipe { supply, unlock, amount: 0 }));
            flow.supplies.push(Supply { slot, last: false, left: *number, next: 0 });
        }
        flow
    }

    /// Makes the flow as large as possible, and returns how many helpers are missing.
    pub(crate) fn fill(&mut self) -> i64 {
        for pipe in &mut self.pipes {
            if let (Some(supply), Some(wanted)) =
                (self.supplies.get_mut(pipe.supply), self.wanted.get_mut(pipe.unlock))
            {
                pipe.amount = supply.left.min(*wanted);
                supply.left -= pipe.amount;
                *wanted -= pipe.amount;
            }
        }
        // If nothing is wanted or nothing is left, there is nothing to shift.
        if self.supplies.iter().any(|supply| supply.left > 0) {
            for unlock in 0..self.wanted.len() {
                while self.wanted.get(unlock).is_some_and(|wanted| *wanted > 0)
                    && self.pull(unlock, &mut vec![unlock])
                {
                    self.wanted.get_mut(unlock).into_iter().for_each(|wanted| *wanted -= 1);
                }
            }
        }
        self.wanted.iter().sum()
    }

    /// Gets one more helper for the unlock, from a supply or from another unlock that can find a
    /// replacement.
    fn pull(&mut self, unlock: usize, seen: &mut Vec<usize>) -> bool {
        for index in 0..self.pipes.len() {
            let Some(pipe) = self.pipes.get(index).filter(|pipe| pipe.unlock == unlock) else {
                continue;
            };
            let from = pipe.supply;
            if self.supplies.get(from).is_some_and(|supply| supply.left > 0) {
                self.supplies.get_mut(from).into_iter().for_each(|supply| supply.left -= 1);
                self.shift(index, 1);
                return true;
            }
            for other in 0..self.pipes.len() {
                let rival =
                    self.pipes.get(other).filter(|rival| rival.supply == from && rival.amount > 0);
                let Some(rival) =
                    rival.map(|rival| rival.unlock).filter(|rival| !seen.contains(rival))
                else {
                    continue;
                };
                seen.push(rival);
                if self.pull(rival, seen) {
                    self.shift(other, -1);
                    self.shift(index, 1);
                    return true;
                }
            }
        }
        false
    }

    fn shift(&mut self, pipe: usize, by: i64) {
        self.pipes.get_mut(pipe).into_iter().for_each(|pipe| pipe.amount += by);
    }

    /// The units that help this unlock.
    pub(crate) fn helpers(&mut self, unlock: usize, places: &[Option<Placement>]) -> Vec<usize> {
        let mut units = Vec::new();
        for pipe in self.pipes.iter().filter(|pipe| pipe.unlock == unlock) {
            let Some(supply) = self.supplies.get_mut(pipe.supply) else {
                continue;
            };
            let here = |place: &Option<Placement>| slot_of(place) == Some(supply.slot);
            if supply.last {
                units.extend(places.iter().rposition(here).filter(|_| pipe.amount > 0));
                continue;
            }
            for _ in 0..pipe.amount {
                let Some(found) = places.iter().skip(supply.next).position(here) else {
                    break;
                };
                units.push(supply.next + found);
                supply.next += found + 1;
            }
        }
        units
    }
}
