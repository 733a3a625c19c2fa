//! What people and programs see, as plain data that serialises: the public JSON.
//!
//! Knows the model, but neither the parser nor any output format. `report` is the verdict on a
//! list, made in `verdict`; `paper` is what a printout shows; `catalogue` is what a game offers.

#[cfg(feature = "terminal")]
pub(crate) mod book;
pub(crate) mod catalogue;
pub(crate) mod cost;
pub(crate) mod coverage;
pub(crate) mod difference;
pub(crate) mod expectation;
pub(crate) mod fingerprint;
pub(crate) mod paper;
pub(crate) mod preview;
pub(crate) mod report;
#[cfg(feature = "terminal")]
pub(crate) mod scaffold;
pub(crate) mod schema;
pub(crate) mod stats;
pub(crate) mod verdict;

#[cfg(feature = "terminal")]
pub(crate) use book::{Book, book};
pub(crate) use catalogue::army::army;
pub(crate) use catalogue::chart::{ChartView, chart, charts_of};
pub(crate) use catalogue::chosen::ChosenView;
pub(crate) use catalogue::event::{EventView, event};
pub(crate) use catalogue::gear::{GearView, KeywordView, StatView};
pub(crate) use catalogue::lookup::{
    PageRef, Topic, find_containing, find_named, find_similar, small_pages,
};
pub(crate) use catalogue::models::ModelView;
pub(crate) use catalogue::offer::{ChoiceView, OptionView, each_option};
pub(crate) use catalogue::rule::{rule, rule_ids};
pub(crate) use catalogue::term::TermView;
pub(crate) use catalogue::thing;
pub use catalogue::unit::UnitView;
pub(crate) use catalogue::unit::{Size, size as size_of, unit};
pub(crate) use catalogue::units::{UnitLine, factions, open_units};
pub use catalogue::units::{unit_lines, units_of};
pub(crate) use catalogue::with_source::WithSource;

pub use cost::Cost;
pub(crate) use cost::{other_costs, others, points, told};
pub(crate) use coverage::{Coverage, Covered};
pub(crate) use coverage::{Exercised, coverage, exercised};
pub use difference::difference;
pub(crate) use difference::signed_amount;
pub use difference::{
    Detail, DetailKind, DetailValue, Difference, ListHead, UnitDifference, UnitSide,
};
pub(crate) use expectation::blessed;
pub use expectation::{Expectation, differences, expectations};
pub use fingerprint::of_data as data_mark;
pub(crate) use fingerprint::{PrintedCode, mark_of, printed_code, versioned};
pub(crate) use paper::card::{
    BoxRow, Card, GearRow, GearTable, ModeRow, ModelRow, ModelTable, OptionText, Track,
};
pub(crate) use paper::card::{column_names, shown_columns};
pub use paper::compose::faction::unit_card;
pub(crate) use paper::compose::{Outline, outline, paper};
pub(crate) use paper::deck::DeckPart;
pub(crate) use paper::reference::sheet_view;
pub(crate) use paper::reference::{KeywordPart, Reference, WordPart, WordText};
pub(crate) use paper::{
    DesignPart, ForcePart, ModelCount, PROGRAM, PaperIssue, RosterUnit, SlotPart, TakenOption,
    TitledText, takes,
};
pub use paper::{PLAIN_ACCENT, Paper, Title};
pub(crate) use preview::price::least_price;
pub use report::Amount;
pub(crate) use report::REPORT_VERSION;
pub use report::{
    CauseView, CountedView, Derived, DerivedValue, FilePlace, IssueView, Report, SlotRow, Titles,
    UnitRow, UnlockedRow, Versions,
};
pub(crate) use schema::{event_schema, list_schema, owned_schema, report_schema};
pub use stats::game_stats;
pub(crate) use stats::{Counts, GameStats};
pub use verdict::{unknown_system, unreadable};
