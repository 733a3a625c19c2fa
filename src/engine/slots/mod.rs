//! Which unit fills which slot: a chart turned into numbers, and the exact allocator.

pub mod allocate;
pub(crate) mod fill;
pub(crate) mod full;

pub(crate) use fill::*;
