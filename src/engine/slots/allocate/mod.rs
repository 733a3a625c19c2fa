//! Puts units into slots: exact, in whole numbers, and the nearest way when no legal one exists.
//!
//! `allocate` first tries to count (`counting`); where counting does not settle it, units with
//! the same places are grouped into classes (`plan`) and an integer program over the classes is
//! solved (`solver`, built by `rows` and `unlock_rows`). Its result is checked in integers;
//! if it fails, `search` decides.
//!
//! `choose` asks the same rows which further units to take; whoever asks judges the answer.

pub(crate) mod choose;
pub(crate) mod counting;
pub(crate) mod helpers;
pub(crate) mod model;
pub(crate) mod plan;
pub(crate) mod rows;
pub(crate) mod search;
pub(crate) mod solver;
pub(crate) mod types;
pub(crate) mod unlock_rows;
pub(crate) mod used;

pub use crate::engine::slots::allocate::choose::{Choice, Column, choose};
pub use crate::engine::slots::allocate::types::{
    Allocation, Answer, Grant, Helped, Place, Places, SlotBounds, Trade, Unlock,
};

/// The best way to place the units: fewest unplaced, then least short of minima, then fewest
/// missing helpers, then fewest trades, then the places earliest in the chart.
#[must_use]
pub fn allocate(allocation: &Allocation) -> Answer {
    counting::count(allocation).unwrap_or_else(|| {
        let classes = plan::classes(allocation);
        let plan = solver::solve(allocation, &classes)
            .unwrap_or_else(|| search::search(allocation, &classes));
        plan.answer(allocation, &classes)
    })
}

#[cfg(test)]
pub(crate) mod agreement;
