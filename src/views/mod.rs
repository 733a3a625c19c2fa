//! What the library has found out, as plain data that serialises: the public JSON.
//!
//! Knows the model, not the parser and no output. `catalogue` describes what a game offers; what a
//! list is worth comes with the verdict.

pub(crate) mod catalogue;
pub(crate) mod expectation;
pub(crate) mod junit;
pub(crate) mod paper;
pub(crate) mod preview;
pub(crate) mod report;
pub(crate) mod sarif;
pub(crate) mod schema;
pub(crate) mod stats;
pub(crate) mod verdict;

pub use catalogue::army::{ArmyView, DeckView, ForceView, NamedView, army};
pub use catalogue::chart::{ChartView, SlotView, chart, charts_of};
pub use catalogue::chosen::ChosenView;
pub(crate) use catalogue::gear::written;
pub use catalogue::gear::{GearView, KeywordView, ModeView, StatView};
pub use catalogue::lookup::{PageRef, Topic, find_containing, find_named, find_similar};
pub use catalogue::models::ModelView;
pub use catalogue::offer::{ChoiceView, OptionView, each_option};
pub use catalogue::unit::{GroupView, Size, UnitView, unit};
pub use catalogue::units::{FactionView, UnitLine, factions, open_units, unit_lines, units_of};
pub use catalogue::written::one_line;
pub use expectation::{Difference, Expectation, differences, expectations};
pub use junit::junit;
pub use paper::card::{
    BoxRow, Card, GearRow, GearTable, ModeRow, ModelRow, ModelTable, OptionText, Track,
};
pub(crate) use paper::card::{column_names, gear_columns, text_columns};
pub use paper::compose::faction::unit_card;
pub use paper::compose::paper;
pub(crate) use paper::reference::sheet_view;
pub use paper::reference::{KeywordPart, Reference, SheetPartView, SheetView, WordPart, WordText};
pub use paper::{
    DeckCard, DeckPart, DesignPart, ForcePart, Line, ModelCount, PLAIN_ACCENT, PROGRAM, Paper,
    PaperIssue, RosterUnit, SlotPart, TakenOption, Title, data_version, takes,
};
pub use report::{
    Amount, At, CauseView, CountedView, Derived, DerivedValue, IssueView, REPORT_VERSION, Report,
    SlotRow, Titles, UnitRow, UnlockedRow,
};
pub use sarif::sarif;
pub use schema::{list_schema, owned_schema, report_schema};
pub use stats::{Counts, FactionStats, GameStats, game_stats};
pub use verdict::{unknown_system, unreadable};
