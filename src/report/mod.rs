//! What the library has found out, as plain data that serialises: the public JSON.
//!
//! Knows the model, not the parser and no output. `catalogue` describes what a game offers; what a list is worth comes
//! with the verdict.

mod catalogue;
mod gear;
mod offer;
mod price;
mod unit;

pub use catalogue::{FactionView, UnitLine, factions, unit_lines};
pub use gear::{GearView, KeywordView, ModeView, StatView};
pub use offer::{ChoiceView, OptionView};
pub use unit::{ModelView, Size, UnitView, unit};
