//! What people and programs see, as plain data that serialises: the public JSON.
//!
//! Knows the model, but neither the parser nor any output format. `report` is the verdict on a list,
//! made in `verdict`; `paper` is what a printout shows; `catalogue` is what a game offers.

pub(crate) mod catalogue;
pub(crate) mod cost;
pub(crate) mod expectation;
pub(crate) mod fingerprint;
pub(crate) mod paper;
pub(crate) mod preview;
pub(crate) mod report;
pub(crate) mod schema;
pub(crate) mod stats;
pub(crate) mod verdict;

pub(crate) use catalogue::army::army;
pub(crate) use catalogue::chart::{ChartView, chart, charts_of};
pub(crate) use catalogue::chosen::ChosenView;
pub(crate) use catalogue::gear::{GearView, KeywordView, StatView};
pub(crate) use catalogue::lookup::{
    PageRef, Topic, find_containing, find_named, find_similar, small_pages,
};
pub(crate) use catalogue::models::ModelView;
pub(crate) use catalogue::offer::{ChoiceView, OptionView, each_option};
pub(crate) use catalogue::rule::{rule, rule_ids};
pub(crate) use catalogue::thing;
pub use catalogue::unit::UnitView;
pub(crate) use catalogue::unit::{Size, unit};
pub(crate) use catalogue::units::{UnitLine, factions, open_units};
pub use catalogue::units::{unit_lines, units_of};
pub(crate) use catalogue::written::TermView;

pub use cost::Cost;
pub(crate) use cost::{other_costs, others, points, told};
pub use expectation::{Expectation, differences, expectations};
pub use fingerprint::of_data as data_mark;
pub(crate) use fingerprint::versioned;
pub(crate) use paper::card::{
    BoxRow, Card, GearRow, GearTable, ModeRow, ModelRow, ModelTable, OptionText, Track,
};
pub(crate) use paper::card::{column_names, shown_columns};
pub use paper::compose::faction::unit_card;
pub(crate) use paper::compose::{Outline, outline, paper};
pub(crate) use paper::reference::sheet_view;
pub(crate) use paper::reference::{KeywordPart, Reference, WordPart, WordText};
pub(crate) use paper::{
    DeckCard, DeckPart, DesignPart, ForcePart, Line, ModelCount, PROGRAM, PaperIssue, RosterUnit,
    SlotPart, TakenOption, takes,
};
pub use paper::{PLAIN_ACCENT, Paper, Title};
pub use report::Amount;
pub(crate) use report::{
    At, CauseView, CountedView, Derived, DerivedValue, REPORT_VERSION, SlotRow, Titles, UnitRow,
    UnlockedRow, Versions,
};
pub use report::{IssueView, Report};
pub(crate) use schema::{list_schema, owned_schema, report_schema};
pub use stats::game_stats;
pub(crate) use stats::{Counts, GameStats};
pub use verdict::{unknown_system, unreadable};
