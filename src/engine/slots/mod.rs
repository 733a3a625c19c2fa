//! Which unit stands in which slot: a chart turned into numbers, and the exact allocator that fills
//! it.

pub mod allocate;
pub(crate) mod fill;

pub(crate) use fill::*;
