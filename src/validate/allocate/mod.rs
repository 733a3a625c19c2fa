//! Puts units into slots: exact, in whole numbers, and the nearest way when no legal one exists.
//!
//! [`allocate`] first tries to count ([`counting`]); where counting does not settle it, units with the same
//! places are grouped into classes ([`plan`]) and an integer program over the classes is solved ([`solver`],
//! built by [`rows`] and [`unlock_rows`]). Its result is checked in integers; if it fails, [`search`] decides.
//!
//! [`choose`] asks the same rows which further units to take; whoever asks judges the answer.

mod choose;
mod counting;
mod helpers;
mod model;
mod plan;
mod rows;
mod search;
mod solver;
mod types;
mod unlock_rows;
mod used;

pub use choose::{Choice, Column, choose};
pub use types::{Answer, Grant, Helped, Place, Places, Problem, SlotBounds, Trade, Unlock};

/// The best way to place the units: fewest unplaced, then least short of minima, then fewest missing helpers,
/// then fewest trades, then the places earliest in the chart.
#[must_use]
pub fn allocate(problem: &Problem) -> Answer {
    counting::count(problem).unwrap_or_else(|| {
        let classes = plan::classes(problem);
        let plan = solver::solve(problem, &classes).unwrap_or_else(|| search::search(problem, &classes));
        plan.answer(problem, &classes)
    })
}

#[cfg(test)]
mod agreement;
