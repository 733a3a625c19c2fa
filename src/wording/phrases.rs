//! Phrases that many messages share: plurals, alternatives, limits.

use crate::engine::check::kind::Limits;
use crate::model::Steps;

/// `1 unit`, `3 units`
pub(crate) fn many(count: impl TryInto<i64>, noun: &str) -> String {
    match count.try_into().unwrap_or(i64::MAX) {
        1 => format!("1 {noun}"),
        count => format!("{count} {}", plural(noun)),
    }
}

/// The plural of a noun: `units`, `allies`, `classes`. Titles in the data may already be plurals.
pub(crate) fn plural(noun: &str) -> String {
    let before_y = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if ["ss", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => {
            format!("{noun}es")
        }
        None if noun.ends_with('s') => noun.to_owned(),
        None => format!("{noun}s"),
    }
}

/// `a force`, `an ally`
pub(crate) fn a(noun: &str) -> String {
    let begins_with_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if begins_with_vowel { "an" } else { "a" })
}

/// `1 model`, `3 models`, `no models`
pub(crate) fn models_words(count: i64) -> String {
    if count == 0 { "no models".to_owned() } else { many(count, "model") }
}

/// `a`, `a or b`, `a, b or c`
pub(crate) fn either<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, " or ")
}

/// `a`, `a and b`, `a, b and c`
pub(crate) fn all_of<S: AsRef<str>>(words: &[S]) -> String {
    joined(words, " and ")
}

fn joined<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let mut text = String::new();
    for (place, word) in words.iter().enumerate() {
        text.push_str(match place {
            0 => "",
            place if place + 1 == words.len() => last,
            _ => ", ",
        });
        text.push_str(word.as_ref());
    }
    text
}

/// How many numbers are listed one by one.
pub(crate) const MOST_TOLD: usize = 8;

/// `2`, `2 to 4`, `at least 2`, `at most 4`, `3 or 6`
pub(crate) fn limits_words(limits: &Limits) -> String {
    let (low, high) = (limits.low, limits.high);
    let some = |by: i64| match high {
        Some(high) => format!("{low} to {high} in steps of {by}"),
        None => format!("{low} or more in steps of {by}"),
    };
    let told: Vec<i64> = limits.numbers().take(MOST_TOLD + 1).collect();
    match limits.steps {
        Steps::By(by) if told.len() > MOST_TOLD => return some(by),
        Steps::By(_) | Steps::Only(_) if !told.is_empty() => {
            return numbers_words(limits.numbers());
        }
        _ => {}
    }
    match high {
        Some(0) => "none".to_owned(),
        Some(high) if high == low => high.to_string(),
        Some(high) if low == 0 => format!("at most {high}"),
        Some(high) => format!("{low} to {high}"),
        None => format!("at least {low}"),
    }
}

/// `one too many`, `8 too many`
pub(crate) fn too_many(count: impl TryInto<i64>) -> String {
    match count.try_into().unwrap_or(i64::MAX) {
        1 => "one too many".to_owned(),
        count => format!("{count} too many"),
    }
}

/// The upper limit alone.
pub(crate) fn at_most(limits: &Limits) -> String {
    limits_words(&Limits::every(0, limits.high))
}

/// `3 or 6`, `5, 10, 15 or 20`
pub(crate) fn numbers_words(numbers: impl Iterator<Item = i64>) -> String {
    either(&some_numbers(numbers))
}

/// How many numbers of a set are written out; nobody reads more.
const MOST_WRITTEN: usize = 40;

/// Numbers one by one; if there are too many, only the first and the last.
pub(crate) fn some_numbers(numbers: impl Iterator<Item = i64>) -> Vec<String> {
    let mut numbers = numbers.fuse();
    let mut written: Vec<String> =
        numbers.by_ref().take(MOST_WRITTEN).map(|number| number.to_string()).collect();
    if let Some(last) = numbers.last() {
        written.extend(["…".to_owned(), last.to_string()]);
    }
    written
}

pub(crate) fn choose_from(names: &[&str]) -> String {
    match names {
        [only] => format!("choose {only}"),
        names => format!("choose from {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_numbers_the_first_and_the_last_are_written() {
        assert_eq!(numbers_words([3, 6, 9].into_iter()), "3, 6 or 9");
        let words = numbers_words(1..=50_000);
        assert!(words.starts_with("1, 2, 3,") && words.ends_with("40, … or 50000"), "{words}");
        assert!(words.len() < 200, "{words}");
    }
}
