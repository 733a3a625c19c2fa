//! Puts units into slots: exactly, in whole numbers, and with the closest allocation if no legal
//! one exists.
//!
//! Start at [`allocate`]. It first tries to count (`counting`). If counting does not settle it,
//! units with the same places are grouped into classes (`plan`), and an integer program over the
//! classes is solved (`solver`, built by `rows` and `unlock_rows`). Its result is checked in
//! integers. If that check fails, or the solver has to branch too often, `branch` decides, with
//! flows through a `network`.
//!
//! `choose` uses the same rows to find further units to take; the caller judges the answer.

pub(crate) mod branch;
pub(crate) mod choose;
pub(crate) mod counting;
pub(crate) mod helpers;
pub(crate) mod memo;
pub(crate) mod model;
pub(crate) mod network;
pub(crate) mod plan;
pub(crate) mod rows;
pub(crate) mod solver;
pub(crate) mod types;
pub(crate) mod unlock_rows;
pub(crate) mod used;

pub use crate::engine::slots::allocate::choose::{Column, KnapsackInput, choose};
pub use crate::engine::slots::allocate::types::{
    Allocation, AllocationInput, AllowedPlacements, Grant, Helped, Placement, SlotBounds, Trade,
    Unlock,
};

use crate::budget::{Budget, Exceeded};

/// The best way to place the units: fewest unplaced, then least short of minima, then fewest
/// missing helpers, then fewest trades, then the places earliest in the chart.
pub fn allocate(allocation: &AllocationInput, budget: &Budget) -> Result<Allocation, Exceeded> {
    if let Some(answer) = counting::count(allocation) {
        return Ok(answer);
    }
    let classes = plan::classes(allocation);
    let plan =
        memo::plan(allocation, &classes, || match solver::solve(allocation, &classes, budget)? {
            Some(plan) => Ok(plan),
            None => branch::search(allocation, &classes, budget),
        })?;
    Ok(plan.answer(allocation, &classes))
}

#[cfg(test)]
pub(crate) mod agreement;
