//! Old names (`was`) that some file still uses.

use rustc_hash::{FxHashMap, FxHashSet};

use super::load::Loaded;
use crate::source::Sources;
use crate::syntax::lexer::is_word_byte;
use crate::syntax::{OldNames, Parsed};

/// The old names that files use, each with its new name. A name that is declared now means that
/// declaration, and a name that several things used to have is ambiguous; both are left out.
pub(crate) fn used<'t>(
    sources: &'t Sources,
    loaded: &[Loaded],
    parsed: &[Parsed<'t>],
) -> OldNames<'t> {
    let mut renamed: FxHashMap<&str, Option<&str>> = FxHashMap::default();
    for name in parsed.iter().flat_map(|file| &file.names.old) {
        let now = renamed.entry(name.old.text).or_insert(Some(name.now.text));
        *now = now.filter(|now| *now == name.now.text);
    }
    if renamed.is_empty() {
        return OldNames::default();
    }
    let taken: FxHashSet<&str> = parsed
        .iter()
        .flat_map(|file| file.names.now.iter().map(|declared| declared.name.text))
        .collect();
    let is_used = |old: &str| loaded.iter().any(|file| has_word(sources.get(file.id).text(), old));
    renamed
        .into_iter()
        .filter_map(|(old, now)| Some((old, now?)))
        .filter(|(old, _)| !taken.contains(old) && is_used(old))
        .collect()
}

/// Whether a text has the word anywhere but after `was`.
fn has_word(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    let is_part =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|byte| is_word_byte(*byte));
    let follows_was =
        |at: usize| text.get(..at).is_some_and(|before| before.trim_end().ends_with("was"));
    text.match_indices(word).any(|(at, _)| {
        !is_part(at.checked_sub(1)) && !is_part(Some(at + word.len())) && !follows_was(at)
    })
}
