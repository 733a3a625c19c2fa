//! Assigns the helpers that unlocks demand, and counts how many are missing. Start at `assign`.
//!
//! Units of one slot are alike here, so the number of units per slot decides how many are missing.

use crate::engine::slots::allocate::helpers::flow::Flow;
use crate::engine::slots::allocate::types::{AllocationInput, Helped, Placement, Unlock};

pub(crate) mod flow;

/// The least number of missing helpers, over all demanding units.
pub(crate) fn missing(allocation: &AllocationInput, numbers: &[i64]) -> i64 {
    if allocation.unlocks_once {
        return Flow::new(allocation, numbers).map_or(0, |mut flow| flow.fill());
    }
    let of_slot = |unlock: &Unlock, helpers: i64, slot: usize, number: i64| {
        let others = helpers - i64::from(unlock.by.contains(&slot));
        unlock.demanding(slot, number).saturating_mul((unlock.count - others).max(0))
    };
    let of_unlock = |unlock: &Unlock| {
        let in_by = numbers.iter().enumerate().filter(|(slot, _)| unlock.by.contains(slot));
        let helpers = in_by.map(|(_, number)| number).sum();
        numbers
            .iter()
            .enumerate()
            .map(|(slot, number)| of_slot(unlock, helpers, slot, *number))
            .sum::<i64>()
    };
    allocation.unlocks.iter().map(of_unlock).sum()
}

/// A lower bound on how many helpers are missing when each slot has from `low` to `high` units;
/// exact if the two are equal.
pub(crate) fn least_missing(allocation: &AllocationInput, low: &[i64], high: &[i64]) -> i64 {
    if low == high {
        return missing(allocation, low);
    }
    if allocation.unlocks_once {
        return Flow::between(allocation, low, high).fill();
    }
    let of_unlock = |unlock: &Unlock| {
        let in_by = high.iter().enumerate().filter(|(slot, _)| unlock.by.contains(slot));
        let helpers = in_by.map(|(_, number)| number).sum::<i64>();
        let lacking = (unlock.count - helpers).max(0);
        let demanding =
            low.iter().enumerate().map(|(slot, number)| unlock.demanding(slot, *number));
        demanding.sum::<i64>().saturating_mul(lacking)
    };
    allocation.unlocks.iter().map(of_unlock).sum()
}

/// The helpers of every demanding unit; `numbers` are the units per slot.
pub(crate) fn assign(
    allocation: &AllocationInput,
    places: &[Option<Placement>],
    numbers: &[i64],
) -> Vec<Helped> {
    let mut flow = if allocation.unlocks_once { Flow::new(allocation, numbers) } else { None };
    if let Some(flow) = &mut flow {
        flow.fill();
    }
    let mut all = Vec::new();
    for (index, unlock) in allocation.unlocks.iter().enumerate() {
        let demanding = demanding(unlock, places);
        match &mut flow {
            Some(flow) => share(&mut all, index, unlock, demanding, flow.helpers(index, places)),
            None => all.extend(demanding.map(|unit| helped_by_any(unit, index, unlock, places))),
        }
    }
    all
}

fn slot_of(place: &Option<Placement>) -> Option<usize> {
    place.and_then(Placement::slot)
}

/// The units that demand helpers of this unlock, in canonical order.
fn demanding<'a>(
    unlock: &'a Unlock,
    places: &'a [Option<Placement>],
) -> impl Iterator<Item = usize> + 'a {
    let demands = move |(unit, place): (usize, &Option<Placement>)| {
        let slot = slot_of(place)?;
        let free = unlock.needs(slot)?
            && !places.iter().take(unit).any(|earlier| slot_of(earlier) == Some(slot));
        (!free && unlock.count > 0).then_some(unit)
    };
    places.iter().enumerate().filter_map(demands)
}

fn wanted(unlock: &Unlock) -> usize {
    usize::try_from(unlock.count).unwrap_or(0)
}

fn helped(unit: usize, index: usize, unlock: &Unlock, by: Vec<usize>) -> Helped {
    let missing = unlock.count - i64::try_from(by.len()).unwrap_or(i64::MAX);
    Helped { unit, unlock: index, by, missing }
}

fn helped_by_any(
    unit: usize,
    index: usize,
    unlock: &Unlock,
    places: &[Option<Placement>],
) -> Helped {
    let helps = |(other, place): (usize, &Option<Placement>)| {
        (other != unit && slot_of(place).is_some_and(|slot| unlock.by.contains(&slot)))
            .then_some(other)
    };
    helped(
        unit,
        index,
        unlock,
        places.iter().enumerate().filter_map(helps).take(wanted(unlock)).collect(),
    )
}

/// Assigns the helpers chosen for an unlock to its units, so that no unit helps itself.
fn share(
    all: &mut Vec<Helped>,
    index: usize,
    unlock: &Unlock,
    demanding: impl Iterator<Item = usize>,
    mut pool: Vec<usize>,
) {
    let start = all.len();
    for unit in demanding {
        let mut by = Vec::with_capacity(wanted(unlock).min(pool.len()));
        while by.len() < wanted(unlock) {
            match pool.iter().position(|helper| *helper != unit) {
                Some(next) => by.push(pool.remove(next)),
                None => break,
            }
        }
        // Only the unit itself is left as a helper, so it is swapped with the helper of an earlier
        // unit.
        if by.len() < wanted(unlock) && !pool.is_empty() {
            let earlier = all.iter_mut().skip(start).find_map(|helped| helped.by.last_mut());
            if let Some(earlier) = earlier {
                by.push(std::mem::replace(earlier, unit));
                pool.clear();
            }
        }
        all.push(helped(unit, index, unlock, by));
    }
}
