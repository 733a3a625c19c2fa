//! Orbat builds, checks and prints army lists for tabletop wargames. The rules of a game are data.

pub mod diagnostic;
pub mod model;
pub mod resolve;
pub mod source;
pub mod syntax;
