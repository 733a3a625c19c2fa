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

pub use budget::{Budget, BudgetLimits, Exceeded};
pub use builder::{
    Alternative, Builder, CompleteOptions, Completion, Conflict, ConflictPart, DesignChange,
    HeadChange, ListEditor, LookupError, Minimality, NewList, OpenOption, OpenUnit, PartialRepair,
    Proof, Remark, Remarks, Repair, Repairs, Shortage, Stock, SuggestUpdate, Suggestion,
    UnitChange, new_list,
};
pub use desk::{
    IdAndTitle, LineKind, Question, QuestionSubject, ReadHints, ReadLine, Reading, TextKind,
    TextReader, TextRemark, ask, decode, read_text, remark,
};
pub use diagnostic::{Code, Diagnostic, Label, Replacement, Severity};
pub use engine::Ruleset;
pub use list::{
    CannotRewrite, Design, Edit, EditError, ForceKey, ForceLine, ForceRef, GameKey, GameValue,
    HeadKey, Holder, LineId, LinkError, List, ModelLine, Models, NamePlace, NewForce, Offer,
    OptionPath, OptionPick, Points, Scalar, Spanned, UnitKey, UnitLine, from_link, to_link,
};
pub use model::Game;
pub use number::Number;
pub use render::{
    CardSize, Look, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, TemplateError,
    table_cell,
};
pub use resolve::{Compiled, Library, SystemHeading};
pub use source::{
    Disk, Embedded, EmbeddedFile, LineColumn, Memory, ReadError, SourceId, SourceProvider, Sources,
    Span,
};
pub use views::{
    Amount, CauseView, Cost, CountedView, Derived, DerivedValue, Detail, DetailKind, DetailValue,
    Difference, FilePlace, IssueView, ListHead, Paper, Report, SlotRow, Titles, UnitDifference,
    UnitRow, UnitSide, UnitView, UnlockedRow, Versions, difference,
};
pub use wording::{NameAlternatives, PossibleLine};
pub use workspace::{
    Data, GameData, ListFile, OpenError, SaveError, SaveFault, SaveNotice, Saved, batch,
};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[allow(rustdoc::invalid_codeblock_attributes, reason = "`file=` and `exit=` are ours")]
#[doc = include_str!("../README.md")]
struct Readme;
