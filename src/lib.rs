//! Orbat builds, checks and prints army lists for tabletop wargames. The rules of a game are data in a small language;
//! the program knows no game.
//!
//! ```
//! use orbat::source::Embedded;
//!
//! let compiled = orbat::compile(&[&Embedded], "firefight");
//! let game = compiled.game.expect("an embedded game");
//! assert!(game.units().count() > 0);
//! ```
//!
//! The way of the data: `source` → `syntax` (pest, ast) → `resolve` → `model`, and from there to `report` and the adapters.
//! `docs/architecture.md` says what each module may know.

#[cfg(feature = "terminal")]
pub mod cli;
pub mod diagnostic;
pub mod model;
pub mod report;
pub mod resolve;
pub mod source;
pub mod syntax;

pub use resolve::{Compiled, compile};
