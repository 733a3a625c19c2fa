//! What the tests and benchmarks of this package look at from outside. No part of the interface.

pub mod builder {
    pub use crate::builder::{
        Builder, CompleteOptions, Completion, Conflict, HeadChange, ListEditor, LookupError,
        Minimality, NewList, OpenUnit, Proof, Remarks, Repair, Stock, Suggestion, UnitChange,
        charts_of, draft_paper, judge, new_list, paper, single_edits,
    };
}

pub mod diagnostic {
    #[cfg(feature = "terminal")]
    pub use crate::diagnostic::draw;
    pub use crate::diagnostic::{Diagnostic, Severity, codes, explain};
}

pub mod engine {
    pub use crate::engine::check::kind::SlotKind;
    pub use crate::engine::check::{Problem, ProblemKind};
    pub use crate::engine::handout;
    pub use crate::engine::slots::allocate;
    pub use crate::engine::{Assessment, Number, Ruleset};
}

pub mod list {
    pub use crate::list::{
        CannotRewrite, Edit, ForceRef, HeadKey, Holder, LIST_KEYS, List, ModelLine, Models,
        NewForce, Offer, OptionPick, Points, Spanned, UNIT_KEYS, UnitLine, load_list, load_owned,
        rewrite,
    };
}

pub mod model {
    pub use crate::model::{
        AttributeType, Bearer, Choose, Entry, EntryId, EntryKind, ExprKind, Game, Included,
        NodeKind, Owner, PoolSource, StatValue,
    };
}

pub mod render {
    pub use crate::render::{
        CardSize, FONTS, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, templates,
    };
}

pub mod resolve {
    pub use crate::resolve::{Compiled, Library, compile};
}

pub mod source {
    pub use crate::source::{
        Disk, Embedded, LARGEST_FILE, Memory, ReadError, SourceId, SourceProvider, Sources,
    };
}

#[cfg(feature = "terminal")]
pub mod terminal {
    pub use crate::cli::output::show;
    pub use crate::diagnostic::screen::Screen;
}

pub mod syntax {
    pub use crate::syntax::format::{CannotFormat, format};
    pub use crate::syntax::{headings, parse};
}

pub mod views {
    pub use crate::views::{
        Expectation, IssueView, PLAIN_ACCENT, Paper, Report, Title, data_mark, differences,
        expectations, game_stats, unit_card, unit_lines, units_of, unknown_system, unreadable,
    };
}

pub mod wording {
    pub use crate::wording::error_messages;
}
