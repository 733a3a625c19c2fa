//! Allocates by counting, in the cases that need no solver. Start at `count`.
//!
//! Either every unit can stand in its first place, or no unit has a choice.

use crate::engine::slots::allocate::helpers;
use crate::engine::slots::allocate::types::{Allocation, AllocationInput, Placement};
use crate::engine::slots::allocate::used::Used;

/// The answer, if counting suffices.
pub(crate) fn count(allocation: &AllocationInput) -> Option<Allocation> {
    let first = |unit: &crate::engine::slots::allocate::types::AllowedPlacements| {
        unit.iter(allocation).min_by_key(|place| place.order(allocation))
    };
    let places: Vec<_> = allocation.units.iter().map(first).collect();
    let mut used = Used::new(allocation);
    places.iter().flatten().for_each(|place| used.add(*place, 1));

    let fits = used.within(allocation, allocation.slots.iter().map(|bounds| bounds.max));
    let without_choice = || {
        let single = |unit: &crate::engine::slots::allocate::types::AllowedPlacements| {
            unit.iter(allocation).take(2).count() < 2
        };
        allocation.trades.iter().all(|trade| allocation.trade_limit(trade) == 0)
            && allocation.units.iter().all(single)
    };
    if fits && places.iter().all(Option::is_some) && used.short(allocation).all(|short| short == 0)
    {
        let answer = answer(allocation, places, &used);
        return (answer.feasible() || without_choice()).then_some(answer);
    }
    without_choice().then(|| trimmed(allocation, &places))
}

/// The answer when every unit has at most one place and there are no trades: units take their
/// places in order, and the last ones stay out.
fn trimmed(allocation: &AllocationInput, wanted: &[Option<Placement>]) -> Allocation {
    let maxima = allocation.maxima(&[]);
    let mut used = Used::new(allocation);
    let mut places = vec![None; wanted.len()];
    // Places by grant come later in chart order, so other places are filled first.
    for granted in [false, true] {
        let of_this_kind =
            |place: &Placement| matches!(place, Placement::Slot { grant: Some(_), .. }) == granted;
        for (place, wanted) in places.iter_mut().zip(wanted) {
            *place = place.or_else(|| {
                wanted
                    .filter(of_this_kind)
                    .filter(|wanted| used.room(*wanted, allocation, &maxima) > 0)
                    .inspect(|wanted| used.add(*wanted, 1))
            });
        }
    }
    answer(allocation, places, &used)
}

fn answer(allocation: &AllocationInput, places: Vec<Option<Placement>>, used: &Used) -> Allocation {
    Allocation {
        trades: vec![0; allocation.trades.len()],
        maxima: allocation.maxima(&[]),
        short: used.short(allocation).collect(),
        helpers: helpers::assign(allocation, &places, &used.slots),
        places,
    }
}
