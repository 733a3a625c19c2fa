//! Puts data into words: problems, edits, values, ranges, limits. No other module should format
//! messages about lists. Start at `problem` for verdicts, `edit` for fixes, and `sentence` for
//! rules of the data; the other modules hold the phrases that these share.

pub(crate) mod deck;
pub(crate) mod edit;
pub(crate) mod lookup;
pub(crate) mod phrases;
pub(crate) mod price;
pub(crate) mod problem;
pub(crate) mod quantity;
pub(crate) mod ranges;
pub(crate) mod sentence;
pub(crate) mod terms;
pub(crate) mod values;

pub(crate) use crate::engine::title::{argument_words, force_title, keyword_title, slot_title};
pub(crate) use deck::{effect_cost, effect_line, faction_titles};
pub use lookup::{LookupError, NameAlternatives, PossibleLine, Remark};
pub(crate) use phrases::*;
pub(crate) use price::{added_words, of_currency, price_words, signed};
pub(crate) use problem::cause;
pub use problem::error_messages;
pub(crate) use problem::problem;
pub(crate) use problem::rule::rule;
pub(crate) use quantity::Quantity;
pub(crate) use ranges::RangeText;
pub(crate) use terms::*;
pub(crate) use values::*;
