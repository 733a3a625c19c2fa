//! Terms of options in words: which models get them, what they need, which numbers a list may
//! state.

use crate::model::{Game, ModelFilter, Target};
use crate::wording::{either, many};

/// `only with A or B in the army`, `not with A`
pub(crate) fn needs_words(names: &[&str], in_army: bool, negated: bool) -> String {
    let place = if in_army { " in the army" } else { "" };
    format!("{} with {}{place}", if negated { "not" } else { "only" }, either(names))
}

/// The models that get an option.
pub(crate) fn target_words(game: &Game, target: Target) -> String {
    match (target.number, target.who) {
        (None, ModelFilter::Any) => "all models".to_owned(),
        (Some(1), ModelFilter::Any) => "one model".to_owned(),
        (Some(number), ModelFilter::Any) => many(number, "model"),
        (_, ModelFilter::Leader) => "the leader".to_owned(),
        (_, ModelFilter::NotLeader) => "all models but the leader".to_owned(),
        (None, ModelFilter::Model(model)) => game.entries[model].title.clone(),
        (Some(1), ModelFilter::Model(model)) => format!("one {}", game.entries[model].title),
        (Some(number), ModelFilter::Model(model)) => {
            format!("{number} × {}", game.entries[model].title)
        }
    }
}

/// A number that a list states, within its limits.
pub(crate) fn number_words((low, high): (Option<i64>, Option<i64>)) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("a number from {low} to {high}"),
        (Some(low), None) => format!("a number from {low}"),
        (None, Some(high)) => format!("a number up to {high}"),
        (None, None) => "a number".to_owned(),
    }
}
