//! What the library has found out, as plain data that serialises: the public JSON.
//!
//! Knows the model, not the parser and no output. `catalogue` describes what a game offers; what a list is worth comes
//! with the verdict.

mod army;
mod catalogue;
mod change;
mod chart;
mod chosen;
mod condition;
mod expectation;
mod foretold;
mod gear;
mod junit;
mod loose;
mod models;
mod offer;
mod paper;
mod sarif;
mod schema;
mod stats;
mod unit;
mod verdict;
mod words;
mod written;

pub use army::{ArmyView, DeckView, ForceView, NamedView, army};
pub use catalogue::{FactionView, UnitLine, factions, unit_lines, units_of};
pub use chart::{ChartView, SlotView, chart, charts_of};
pub use chosen::ChosenView;
pub use expectation::{Difference, Expectation, differences, expectations};
pub use foretold::{Foretold, Visit, Whose};
pub use gear::{GearView, KeywordView, ModeView, StatView};
pub(crate) use gear::{keywords as keyword_views, written};
pub use junit::junit;
pub use models::ModelView;
pub use offer::{ChoiceView, OptionView, each_option};
pub use paper::{
    BoxRow, Card, DeckCard, DeckPart, DesignPart, ForcePart, GearRow, GearTable, KeywordPart, Line, ModeRow, ModelCount,
    ModelRow, ModelTable, OptionText, PLAIN_ACCENT, PROGRAM, Paper, PaperIssue, Reference, RosterUnit, SheetPartView, SheetView,
    SlotPart, TakenOption, Title, Track, WordPart, WordText, data_version, takes,
};
pub(crate) use paper::{column_names, gear_columns, sheet_view, text_columns};
pub use sarif::sarif;
pub use schema::{list_schema, owned_schema, report_schema};
pub use stats::{Counts, FactionStats, GameStats, game_stats};
pub use unit::{GroupView, Size, UnitView, unit};
pub use verdict::{
    Amount, At, CauseView, CountedView, Derived, DerivedValue, IssueView, REPORT_VERSION, Report, SlotRow, Titles, UnitRow,
    UnlockedRow,
};
pub use words::{bounds, choice_words, price_words, range_words, times_words};
pub use written::one_line;
