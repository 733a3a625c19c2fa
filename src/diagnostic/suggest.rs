//! “Did you mean”: the one place that compares spellings.

/// The known name nearest to the one written, if it is near enough to be meant. Ties go to the
/// first in the alphabet.
pub(crate) fn did_you_mean<'a>(
    written: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = written.chars().count();
    // Comparing takes the product of the lengths, and nobody misspells a name of this length.
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
        // Half of the letters must agree, else any short name would be near any other.
        (distance <= tolerance && distance * 2 <= length).then_some(distance)
    };
    known
        .into_iter()
        // The name itself would be no help: it is known, but means nothing in this place.
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
