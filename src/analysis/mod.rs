//! What holds for every list of a game: facts that no list can change.

pub(crate) mod const_analysis;

pub(crate) use const_analysis::*;
