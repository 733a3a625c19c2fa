//! Remembers plans. A search judges thousands of lists that differ in an option or a size, or in
//! which of many alike units they add. To the allocator these are only a few questions, asked again
//! and again.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::budget::Exceeded;
use crate::engine::slots::allocate::plan::{Class, Plan};
use crate::engine::slots::allocate::types::{
    AllocationInput, Grant, Placement, SlotBounds, Trade, Unlock,
};

/// The most plans that a thread remembers before it clears its memory.
const MOST_PLANS: usize = 512;

thread_local! {
    /// The answer depends on the question alone, so a remembered plan is what solving would give.
    static PLANS: RefCell<FxHashMap<MemoKey, Plan>> = RefCell::default();
}

/// Everything that a plan depends on; the units of a class are all alike.
#[derive(PartialEq, Eq, Hash)]
struct MemoKey {
    slots: Vec<SlotBounds>,
    grants: Vec<Grant>,
    offers: Vec<i64>,
    trades: Vec<Trade>,
    unlocks: Vec<Unlock>,
    unlocks_once: bool,
    classes: Vec<(Vec<Placement>, usize)>,
}

/// The plan that was found for this question before, or the one that `solve` finds now.
pub(crate) fn plan(
    allocation: &AllocationInput,
    classes: &[Class],
    solve: impl FnOnce() -> Result<Plan, Exceeded>,
) -> Result<Plan, Exceeded> {
    let question = MemoKey {
        slots: allocation.slots.clone(),
        grants: allocation.grants.clone(),
        offers: allocation.offers.clone(),
        trades: allocation.trades.clone(),
        unlocks: allocation.unlocks.clone(),
        unlocks_once: allocation.unlocks_once,
        classes: classes.iter().map(|class| (class.places.clone(), class.units.len())).collect(),
    };
    let known = PLANS.with_borrow(|plans| plans.get(&question).cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let plan = solve()?;
    PLANS.with_borrow_mut(|plans| {
        if plans.len() >= MOST_PLANS {
            plans.clear();
        }
        plans.insert(question, plan.clone());
    });
    Ok(plan)
}
