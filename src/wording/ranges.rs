//! Ranges in words.

/// The two ends of a range as written; what stands in parentheses may hold a range of its own.
pub(crate) fn bounds(range: &str) -> (&str, &str) {
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
pub(crate) fn times_words(range: &str) -> String {
    match bounds(range) {
        ("1", "1") => "exactly once".to_owned(),
        ("0" | "", "1") => "once".to_owned(),
        _ => format!("{} times", range_words(range)),
    }
}

/// `0..2` is “up to 2”.
pub(crate) fn range_words(range: &str) -> String {
    match bounds(range) {
        (low, high) if low == high => format!("exactly {low}"),
        ("0" | "", "") => "any number".to_owned(),
        ("0" | "", high) => format!("up to {high}"),
        (low, "") => format!("{low} or more"),
        (low, high) => format!("{low} to {high}"),
    }
}

/// `5..10` in words; a formula stands as it is written.
pub(crate) fn model_count(range: &str) -> String {
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
