//! Everything people read, made from data: values, ranges, limits.

pub(crate) mod ranges;
pub(crate) mod values;

pub use ranges::{bounds, choice_words, price_words, range_words, times_words};
pub(crate) use values::*;
