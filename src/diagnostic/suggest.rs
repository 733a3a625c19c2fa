//! “Did you mean”: the one place that compares spellings.

/// The known name most similar to the one written, if it is similar enough to be meant. Ties go to
/// the first in alphabetical order.
pub(crate) fn did_you_mean<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = written.chars().count();
    // The cost is the product of the lengths, and nobody misspells a name this long.
    if length > 64 {
        return None;
    }
    let tolerance = match length {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let folded = written.to_lowercase();
    let near = |name: &&str| {
        let distance = strsim::damerau_levenshtein(&folded, &name.to_lowercase());
        // Half of the letters must agree; otherwise any short name would be similar to any other.
        (distance <= tolerance && distance * 2 <= length).then_some(distance)
    };
    known
        .into_iter()
        // Suggesting the name itself would not help: it is known, but means nothing in this place.
        .filter(|name| *name != written)
        // Names that differ a lot in length cannot be near; most comparisons end here.
        .filter(|name| name.len().abs_diff(written.len()) <= 4)
        .filter_map(|name| near(&name).map(|distance| (distance, name)))
        .min()
        .map(|(_, name)| name)
}

/// The words of a suggestion.
pub(crate) fn as_question(name: &str) -> String {
    format!("did you mean `{name}`?")
}
