#![doc = include_str!("../docs/library.md")]
#![cfg_attr(
    not(feature = "terminal"),
    allow(dead_code, unused_imports, reason = "only the commands use some of it")
)]

mod analysis;
mod budget;
mod builder;
#[cfg(feature = "terminal")]
#[doc(hidden)]
pub mod cli;
mod desk;
mod diagnostic;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod engine;
#[doc(hidden)]
#[allow(missing_docs, reason = "no part of the interface")]
pub mod internals;
mod list;
#[cfg(feature = "terminal")]
mod lsp;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod model;
#[allow(missing_docs, reason = "its operations are those of numbers")]
mod number;
mod render;
mod resolve;
mod source;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod syntax;
mod views;
pub mod web;
#[allow(missing_docs, reason = "only tests see its types, through `internals`")]
mod wording;
mod workspace;

pub use budget::{Budget, Exceeded, Limits};
pub use builder::{
    Alternative, Builder, Change, CompleteOptions, Completion, Conflict, DesignChange, Fewest,
    Found, HeadChange, LookupError, NewList, OpenOption, OpenUnit, PartialRepair, Proof, Remark,
    Remarks, Repair, Repairs, Stock, Suggestion, UnitChange, new_list,
};
pub use desk::{
    About, LineKind, Named, Question, ReadHints, ReadLine, Reading, TextKind, TextReader,
    TextRemark, ask, decode, read_text, remark,
};
pub use diagnostic::{Code, Diagnostic, Severity};
pub use engine::Ruleset;
pub use list::{
    CannotRewrite, Edit, EditError, ForceRef, HeadKey, Holder, LineId, LinkError, List, NamePlace,
    NewForce, OptionPath, Points, UnitKey, from_link, to_link,
};
pub use model::Game;
pub use number::Number;
pub use render::{
    CardSize, Look, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, TemplateError,
    table_cell,
};
pub use resolve::{Compiled, Library, SystemHeading};
pub use source::{
    Disk, Embedded, EmbeddedFile, Memory, ReadError, SourceId, SourceProvider, Sources, Span,
};
pub use views::{Amount, Cost, IssueView, Paper, Report, UnitView};
pub use wording::{Instead, PossibleLine};
pub use workspace::{
    Data, GameData, ListFile, OpenError, SaveError, SaveFault, SaveNotice, Saved, batch,
};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "`file=` and `exit=` are ours")]
#[doc = include_str!("../README.md")]
struct Readme;
