//! Tests that counting, solver and branching give the same answers for the same allocations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use crate::budget::{Budget, BudgetLimits};
use crate::engine::slots::allocate::rows::Program;
use crate::engine::slots::allocate::types::{
    AllocationInput, AllowedPlacements, Grant, SlotBounds, Trade, Unlock,
};
use crate::engine::slots::allocate::{branch, counting, plan, solver};
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::test_runner::RngSeed;

fn some(end: usize) -> impl Strategy<Value = Vec<usize>> {
    subsequence((0..end).collect::<Vec<usize>>(), 0..=end)
}

fn places(slots: usize) -> impl Strategy<Value = AllowedPlacements> {
    (some(slots), some(2), some(1)).prop_map(|(slots, grants, offers)| AllowedPlacements {
        slots,
        grants,
        offers,
    })
}

fn slot(room: i64) -> impl Strategy<Value = SlotBounds> {
    (0..3_i64, prop::option::of(0..room))
        .prop_map(|(min, more)| SlotBounds { min, max: more.map(|more| min + more) })
}

fn trade(slots: usize) -> impl Strategy<Value = Trade> {
    (0..3_i64, 0..slots, 0..3_i64, 0..slots, 0..3_i64).prop_map(|(lost, give, won, get, most)| {
        Trade { give: (lost, give), get: (won, get), most }
    })
}

fn unlock(slots: usize) -> impl Strategy<Value = Unlock> {
    let needing = some(slots).prop_flat_map(|slots| {
        let free = prop::collection::vec(any::<bool>(), slots.len());
        free.prop_map(move |free| slots.iter().copied().zip(free).collect())
    });
    (needing, 0..4_i64, some(slots)).prop_map(|(slots, count, by)| Unlock { slots, count, by })
}

/// `times`: the most units there are of a kind.
fn allocation(times: usize) -> impl Strategy<Value = AllocationInput> {
    (1..5_usize).prop_flat_map(move |slots| {
        let units = prop::collection::vec((places(slots), 1..=times), 0..5);
        let grants = prop::collection::vec(
            (0..slots, 0..3_i64).prop_map(|(slot, most)| Grant { slot, most }),
            2,
        );
        let trades = prop::collection::vec(trade(slots), 0..3);
        let unlocks = prop::collection::vec(unlock(slots), 0..4);
        (
            prop::collection::vec(slot(times as i64 + 1), slots),
            units,
            grants,
            0..3_i64,
            trades,
            unlocks,
            any::<bool>(),
        )
            .prop_map(|(slots, units, grants, offer, trades, unlocks, unlocks_once)| {
                AllocationInput {
                    slots,
                    units: units.into_iter().flat_map(|(unit, times)| vec![unit; times]).collect(),
                    grants,
                    offers: vec![offer],
                    trades,
                    unlocks,
                    unlocks_once,
                }
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(77), ..ProptestConfig::default() })]

    #[test]
    fn all_ways_agree(allocation in allocation(3)) {
        let classes = plan::classes(&allocation);
        let solved = solver::staged(&mut Program::new(&allocation, &classes), &allocation, &classes, solver::LARGEST);
        prop_assert!(solved.is_some(), "the solver failed");
        let score = solved.and_then(|plan| plan.score(&allocation, &classes));
        let searched = branch::search(&allocation, &classes, &Budget::new(BudgetLimits::NONE));
        prop_assert_eq!(score, searched.unwrap().score(&allocation, &classes));
        if let (Some(answer), Some(score)) = (counting::count(&allocation), score) {
            let position = |place: &crate::engine::slots::allocate::types::Placement| place.position(&allocation);
            prop_assert_eq!(answer.places.iter().filter(|place| place.is_none()).count() as i64, score.unplaced);
            prop_assert_eq!(answer.short.iter().sum::<i64>(), score.short);
            prop_assert_eq!(answer.helpers.iter().map(|helped| helped.missing).sum::<i64>(), score.missing);
            prop_assert_eq!(0, score.trades);
            prop_assert_eq!(answer.places.iter().flatten().map(position).sum::<i64>(), score.position);
        }
    }

    #[test]
    fn weights_do_not_matter(allocation in allocation(20)) {
        let classes = plan::classes(&allocation);
        // If the solver gives up, branching decides.
        let score = |largest: i64| {
            let plan = solver::staged(&mut Program::new(&allocation, &classes), &allocation, &classes, largest);
            let plan = plan.map_or_else(
                || branch::search(&allocation, &classes, &Budget::new(BudgetLimits::NONE)),
                Ok,
            );
            plan.unwrap().score(&allocation, &classes)
        };
        prop_assert!(score(0).is_some(), "the plan breaks a rule");
        prop_assert_eq!(score(solver::LARGEST), score(0));
    }
}
