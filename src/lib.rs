//! Orbat builds, checks and prints army lists for tabletop wargames. The rules of a game are data
//! in a small language; the program knows no game.
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
//! The way of the data: `source` → `syntax` (pest, ast) → `resolve` → `model`, and from there to
//! `report` and the adapters. `docs/architecture.md` says what each module may know.

pub(crate) mod analysis;
pub mod builder;
#[cfg(feature = "terminal")]
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod list;
pub mod model;
pub mod render;
pub mod resolve;
pub mod source;
pub mod syntax;
pub mod views;
pub mod wording;
pub mod workspace;

pub use resolve::{Compiled, compile};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "`file=` and `exit=` are ours")]
#[doc = include_str!("../README.md")]
struct Readme;
