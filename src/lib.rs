//! Orbat builds, checks and prints army lists for tabletop wargames. The rules of a game are data
//! in a small language; the library knows no game.
//!
//! Open the data, read a list, judge it, change it, print it:
//!
//! ```
//! use orbat::{Builder, Data, Edit, ListFile, OutputFormat, PrintJob, Renderer, Ruleset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The embedded games; folders of your own may lie on top.
//! let data = Data::open(&[])?;
//! let file = ListFile::open(&data, "examples/firefight/patrol.yaml".as_ref())?;
//!
//! let report = file.report();
//! assert!(report.legal, "{:?}", report.issues);
//!
//! // Without its first unit the list is no longer legal, and the report says why.
//! let unit = file.list.unit_lines().next().ok_or("an empty list")?.line();
//! let changed = Edit::RemoveUnit { unit }.applied_to(&file.list)?;
//! let text = file.with(&changed)?;
//! let report = file.judge(&text).ok_or("not a list")?;
//! assert!(!report.issues.is_empty());
//!
//! // The builder finds the way back.
//! let rules = Ruleset::new(&file.game);
//! let repair = Builder::new(&rules).repair(&file.sources, &changed, &|_| true);
//! assert!(!repair.ways.is_empty());
//!
//! let page = Renderer::new(OutputFormat::Text, &[])?.print(&PrintJob::new(vec![file.paper()]))?;
//! assert!(page.contains(&report.list));
//! # Ok(())
//! # }
//! ```
//!
//! - **Data**: [`Data`] opens layers of data through [`SourceProvider`]s and compiles each game
//!   once; [`Library`] tells what is wrong with data, as [`Diagnostic`]s.
//! - **Lists**: [`ListFile`] is a list in a file beside its game; [`List`] is what it says, and
//!   [`Edit`] the only way to change that.
//! - **Verdicts**: [`Report`] is plain data that serialises. [`batch`] judges many lists on all
//!   cores.
//! - **Building**: [`Builder`] suggests, completes and repairs.
//! - **Printing**: [`Paper`] is everything a printout may show; [`Renderer`] fills templates
//!   with it.
//!
//! `docs/architecture.md` tells how it is built.
#![cfg_attr(
    not(feature = "terminal"),
    allow(dead_code, unused_imports, reason = "only the commands use some of it")
)]

mod analysis;
mod builder;
#[cfg(feature = "terminal")]
pub mod cli;
mod diagnostic;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod engine;
#[doc(hidden)]
#[allow(missing_docs, reason = "no part of the interface")]
pub mod internals;
mod list;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod model;
mod render;
mod resolve;
mod source;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod syntax;
mod views;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod wording;
mod workspace;

pub use builder::{
    Builder, Change, CompleteOptions, Completion, HeadChange, LookupError, NewList, OpenOption,
    OpenUnit, Repair, Repairs, Stock, Suggestion, UnitChange, new_list,
};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use engine::{Number, Ruleset};
pub use list::{
    CannotRewrite, Edit, EditError, ForceRef, HeadKey, Holder, LineId, List, NamePlace, OptionPath,
    UnitKey,
};
pub use model::Game;
pub use render::{
    CardSize, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, TemplateError,
};
pub use resolve::{Compiled, Library, SystemHeading};
pub use source::{Disk, Embedded, Memory, ReadError, SourceId, SourceProvider, Sources, Span};
pub use views::{IssueView, Paper, Report, UnitView};
pub use workspace::{Data, GameData, ListFile, OpenError, SaveError, batch};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "`file=` and `exit=` are ours")]
#[doc = include_str!("../README.md")]
struct Readme;
