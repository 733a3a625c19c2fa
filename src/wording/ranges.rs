//! Ranges and choices in words.

use crate::views::{ChoiceView, OptionView};

/// The two ends of a range as written; what stands in parentheses may hold a range of its own.
pub fn bounds(range: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, char) in range.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '.' if depth == 0 => {
                let (low, high) = (range.get(..at), range.get(at + "..".len()..));
                return (low.unwrap_or_default(), high.unwrap_or_default());
            }
            _ => {}
        }
    }
    (range, range)
}

/// How often something may be taken.
pub fn times_words(range: &str) -> String {
    match bounds(range) {
        ("1", "1") => "exactly once".to_owned(),
        ("0" | "", "1") => "once".to_owned(),
        _ => format!("{} times", range_words(range)),
    }
}

/// `0..2` is “up to 2”.
pub fn range_words(range: &str) -> String {
    match bounds(range) {
        (low, high) if low == high => format!("exactly {low}"),
        ("0" | "", "") => "any number".to_owned(),
        ("0" | "", high) => format!("up to {high}"),
        (low, "") => format!("{low} or more"),
        (low, high) => format!("{low} to {high}"),
    }
}

/// `5..10` in words; a formula stands as it is written.
pub fn model_count(range: &str) -> String {
    let is_number = |bound: &str| bound.chars().all(|char| char.is_ascii_digit());
    match bounds(range) {
        ("1", "1") => "1 model".to_owned(),
        (low, high) if low == high && is_number(low) => format!("{low} models"),
        (low, high) if low == high => format!("models: {low}"),
        (low, "") if is_number(low) => format!("{low} or more models"),
        ("0" | "", high) if is_number(high) => {
            format!("up to {high} model{}", if high == "1" { "" } else { "s" })
        }
        (low, high) if is_number(low) && is_number(high) => format!("{low}–{high} models"),
        ("0" | "", high) => format!("models: up to {high}"),
        (low, "") => format!("models: {low} or more"),
        (low, high) => format!("models: {low} to {high}"),
    }
}

/// The price of an option with its sign: `+8 per model`.
pub fn price_words(option: &OptionView) -> Option<String> {
    let price = option.price.as_ref()?;
    let sign = if price.starts_with('-') { "" } else { "+" };
    let each = if option.per_model { " per model" } else { "" };
    Some(format!("{sign}{price}{each}"))
}

/// A choice in one line: what it is, and its options with their prices.
pub fn choice_words(choice: &ChoiceView) -> (String, String) {
    let named = |option: &OptionView| {
        price_words(option)
            .map_or_else(|| option.name.clone(), |price| format!("{} {price}", option.name))
    };
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        let words = price_words(option)
            .into_iter()
            .chain(choice.only.iter().cloned())
            .chain(option.notes.iter().cloned());
        return (option.name.clone(), words.collect::<Vec<_>>().join("; "));
    }
    let terms: Vec<String> =
        std::iter::once(range_words(&choice.range)).chain(choice.only.iter().cloned()).collect();
    let mut all: Vec<String> = choice.options.iter().map(named).collect();
    all.extend(choice.choices.iter().map(|inner| {
        let (title, value) = choice_words(inner);
        format!("{title}: {value}")
    }));
    (format!("{} ({})", choice.name, terms.join(", ")), all.join("; "))
}
