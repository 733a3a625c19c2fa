//! Decides which unit fills which slot. Start at `fill`, which turns a chart into numbers;
//! `allocate` is the exact allocator, and `full` finds out whether all slots are filled.

pub mod allocate;
pub(crate) mod fill;
pub(crate) mod full;

pub(crate) use fill::*;
