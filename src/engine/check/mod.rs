//! The checks: one file per kind, each a function from the army to the problems it found.

pub(crate) mod decks;
pub(crate) mod derived;
pub(crate) mod forces;
pub(crate) mod issue;
pub(crate) mod limits;
pub(crate) mod options;
pub(crate) mod placement;
pub(crate) mod relations;
pub(crate) mod rules;
pub(crate) mod size;

pub use issue::{Cause, Issue};
