//! Phrases that many messages share: plurals, alternatives, limits.

use crate::engine::check::kind::Limits;

/// `1 unit`, `3 units`
pub(crate) fn many(count: impl TryInto<i64>, noun: &str) -> String {
    match count.try_into().unwrap_or(i64::MAX) {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// `a`, `a or b`, `a, b or c`
pub(crate) fn either<S: AsRef<str>>(words: &[S]) -> String {
    let mut text = String::new();
    for (place, word) in words.iter().enumerate() {
        text.push_str(match place {
            0 => "",
            place if place + 1 == words.len() => " or ",
            _ => ", ",
        });
        text.push_str(word.as_ref());
    }
    text
}

/// `2`, `2 to 4`, `at least 2`, `at most 4`
pub(crate) fn limits_words(limits: Limits) -> String {
    let Limits { low, high } = limits;
    match high {
        Some(0) => "none".to_owned(),
        Some(high) if high == low => high.to_string(),
        Some(high) if low == 0 => format!("at most {high}"),
        Some(high) => format!("{low} to {high}"),
        None => format!("at least {low}"),
    }
}

/// The upper limit alone.
pub(crate) fn at_most(limits: Limits) -> String {
    limits_words(Limits { low: 0, ..limits })
}

pub(crate) fn choose_from(names: &[&str]) -> String {
    format!("choose from {}", names.join(", "))
}
