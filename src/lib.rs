//! Orbat builds, checks and prints army lists for tabletop wargames. The rules of a game are data in a small language;
//! the program knows no game.
//!
//! ```
//! use orbat::resolve::Library;
//! use orbat::source::Embedded;
//!
//! let library = Library::open(&[&Embedded]);
//! for system in library.systems() {
//!     let compiled = library.compile(&system.id);
//!     assert!(compiled.game.is_some_and(|game| game.units().count() > 0));
//! }
//! ```
//!
//! The way of the data: `source` → `syntax` (pest, ast) → `resolve` → `model`, and from there to `report` and the adapters.
//! `docs/architecture.md` says what each module may know.

pub mod build;
#[cfg(feature = "terminal")]
pub mod cli;
pub mod diagnostic;
pub mod model;
pub mod render;
pub mod report;
pub mod resolve;
pub mod roster;
pub mod source;
pub mod syntax;
pub mod validate;

pub use resolve::{Compiled, compile};
