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
mod sarif;
mod schema;
mod stats;
mod unit;
mod verdict;
mod written;

pub use army::{ArmyView, DeckView, ForceView, NamedView, army};
pub use catalogue::{FactionView, UnitLine, factions, unit_lines, units_of};
pub use chart::{ChartView, SlotView, chart, charts_of};
pub use chosen::ChosenView;
pub use expectation::{Difference, Expectation, differences, expectations};
pub use foretold::{Foretold, Visit, Whose};
pub use gear::{GearView, KeywordView, ModeView, StatView};
pub use junit::junit;
pub use models::ModelView;
pub use offer::{ChoiceView, OptionView, each_option};
pub use sarif::sarif;
pub use schema::{list_schema, owned_schema, report_schema};
pub use stats::{Counts, FactionStats, GameStats, game_stats};
pub use unit::{GroupView, Size, UnitView, unit};
pub use verdict::{
    Amount, At, CauseView, CountedView, Derived, DerivedValue, IssueView, REPORT_VERSION, Report, SlotRow, Titles, UnitRow,
    UnlockedRow,
};
pub use written::one_line;
