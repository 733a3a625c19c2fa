//! Several edits of one verb in one sentence: `remove Rangers (line 18), Hussars (line 14 or 17) or
//! Juggernauts (line 21)`.

use crate::wording::edit::{EditWords, Object};
use crate::wording::either;

/// A sentence about edits of one verb, any of which is a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FixWords {
    /// With line numbers of the list's file.
    pub with_lines: String,
    /// For printouts, whose readers do not see the file.
    pub without_lines: String,
}

/// A sentence for each verb.
pub(crate) fn sentences(all: &[EditWords]) -> Vec<FixWords> {
    let mut by_verb: Vec<Vec<EditWords>> = Vec::new();
    for words in all {
        let same = |group: &&mut Vec<EditWords>| {
            group.first().is_some_and(|first| first.verb == words.verb)
        };
        match by_verb.iter_mut().find(same) {
            Some(group) => group.push(words.clone()),
            None => by_verb.push(vec![words.clone()]),
        }
    }
    by_verb.iter().map(|words| fix(words)).collect()
}

fn fix(all: &[EditWords]) -> FixWords {
    let without: Vec<EditWords> = all.iter().map(EditWords::without_file).collect();
    FixWords { with_lines: join(all), without_lines: join(&without) }
}

/// Joins edits that have the same verb.
pub(crate) fn join(all: &[EditWords]) -> String {
    let Some(first) = all.first() else { return String::new() };
    let of_one = |words: &EditWords| {
        (words.place(), words.line, &words.rest) == (first.place(), first.line, &first.rest)
    };
    let told = if !first.preposition.is_empty() && all.iter().all(of_one) {
        // Edits of the same thing share its name.
        format!("{}{}", either(&objects(all)), of(first, &lines(all)))
    } else {
        either_of(all)
    };
    format!("{} {told}", first.verb)
}

/// `A (line 3 or 5) or B (line 7)`; edits with the same ending share it.
fn either_of(all: &[EditWords]) -> String {
    let mut ends: Vec<&str> = Vec::new();
    for words in all {
        if !ends.contains(&words.rest.as_str()) {
            ends.push(&words.rest);
        }
    }
    let mut sentences = Vec::new();
    for end in ends {
        let mut groups: Vec<Vec<EditWords>> = Vec::new();
        for words in all.iter().filter(|words| words.rest == end) {
            let same = |group: &&mut Vec<EditWords>| {
                group.first().is_some_and(|first| {
                    (&first.object, first.place(), first.number)
                        == (&words.object, words.place(), words.number)
                })
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(words.clone()),
                None => groups.push(vec![words.clone()]),
            }
        }
        // The same object of several owners is named once, unless line numbers come between.
        let mut parts: Vec<(String, Vec<String>)> = Vec::new();
        for group in &groups {
            let Some(first) = group.first() else { continue };
            let first = EditWords { rest: String::new(), ..first.clone() };
            let object = objects(std::slice::from_ref(&first)).concat();
            let lines = lines(group);
            let (head, owner) = match lines.is_empty() {
                true => (format!("{object}{}", first.preposition), first.owner),
                false => (format!("{object}{}", of(&first, &lines)), String::new()),
            };
            match parts.iter_mut().find(|(known, _)| *known == head && !owner.is_empty()) {
                Some((_, owners)) => owners.push(owner),
                None => parts.push((head, vec![owner])),
            }
        }
        let parts: Vec<String> =
            parts.iter().map(|(head, owners)| format!("{head}{}", either(owners))).collect();
        sentences.push(format!("{}{end}", either(&parts)));
    }
    either(&sentences)
}

fn of(words: &EditWords, lines: &[usize]) -> String {
    let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
    let line = match lines.as_slice() {
        [] => String::new(),
        lines => format!(" (line {})", either(lines)),
    };
    format!("{}{line}{}", words.place(), words.rest)
}

fn lines(all: &[EditWords]) -> Vec<usize> {
    let mut lines: Vec<usize> = all.iter().filter_map(|words| words.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Each object once, with all its numbers.
fn objects(all: &[EditWords]) -> Vec<String> {
    let mut objects: Vec<(&Object, Vec<i64>)> = Vec::new();
    for words in all {
        match objects.iter_mut().find(|(object, _)| **object == words.object) {
            Some((_, numbers)) => numbers.extend(words.number),
            None => objects.push((&words.object, words.number.into_iter().collect())),
        }
    }
    let words = |(object, mut numbers): (&Object, Vec<i64>)| {
        numbers.sort_unstable();
        numbers.dedup();
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        match numbers.as_slice() {
            [] => object.counted(false).to_owned(),
            [one] if one == "1" => format!("{one} {}", object.counted(true)),
            numbers => format!("{} {}", either(numbers), object.counted(false)),
        }
    };
    objects.into_iter().map(words).collect()
}
