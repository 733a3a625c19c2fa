//! What can be said of a unit before there is a list.

pub(crate) mod foretold;
pub(crate) mod price;
pub(crate) mod visits;
