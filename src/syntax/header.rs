//! Finds what a file is about without parsing it: the headings of its items and the files it uses.

use super::lexer::{Lexer, TokenKind, is_word_byte, word_at};
use super::split;
use super::words::ITEM_WORDS;
use crate::source::Sources;

/// The first words of an item: enough to know whether its file must be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading<'a> {
    /// `system`, `faction` or `event`; empty for loose declarations.
    pub word: &'a str,
    pub id: &'a str,
    /// The title as written between its quotes.
    pub title: &'a str,
    /// Its former ids.
    pub was: Vec<&'a str>,
    /// The version as written between its quotes; empty if it has none.
    pub version: &'a str,
    /// The system it belongs to: its own id for a system.
    pub system: &'a str,
}

/// The headings of a file, found without parsing it: by its lines if it holds one item, as nearly
/// all do, else by cutting it.
pub fn headings(text: &str) -> Vec<Heading<'_>> {
    if let Some(heading) = only_heading(text) {
        return vec![heading];
    }
    // Only the pieces are needed, so any source id will do.
    let cut = split::split(Sources::default().add("", ""), text);
    let mut headings = Vec::new();
    for item in cut.items {
        headings.push(match item.header {
            Some(header) => heading(text.get(header.range).unwrap_or("")),
            None => heading(""),
        });
    }
    headings
}

/// The heading of a file whose first line of code begins an item and that has no other item.
fn only_heading(text: &str) -> Option<Heading<'_>> {
    let mut first = None;
    for line in text.lines() {
        let line = line.trim_start();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        // The first line of code must begin an item, later lines must not, and no item may follow a
        // `}`.
        let begins = begins_item(line);
        let another = line.split('}').skip(1).any(|rest| begins_item(rest.trim_start()));
        if another || begins == first.is_some() {
            return None;
        }
        first.get_or_insert(line);
    }
    let line = first.filter(|line| line.contains('{') && !line.contains("//"))?;
    // A brace in the title would cut the header short; leave that case to the splitter.
    let header =
        line.split('{').next().filter(|header| [2, 4].contains(&header.matches('"').count()))?;
    Some(heading(header))
}

fn begins_item(line: &str) -> bool {
    let after = |word| line.strip_prefix(word).is_some_and(|rest: &str| rest.starts_with(' '));
    ITEM_WORDS.iter().any(|word| after(*word))
}

/// Parses a header; an empty one stands for loose declarations.
pub(crate) fn heading(line: &str) -> Heading<'_> {
    let word = word_at(line, 0);
    let id = word_at(line.get(word.len()..).unwrap_or("").trim_start(), 0);
    // The title may hold anything, so search after its closing quote.
    let behind = line.rsplit(['"', '”']).next().unwrap_or("");
    let mut words = behind
        .split(|char: char| !(char.is_ascii_alphanumeric() || char == '_'))
        .filter(|word| !word.is_empty());
    let of = words.find(|word| matches!(*word, "of" | "for")).and_then(|_| words.next());
    let mut texts = line.split(['"', '“', '”']).skip(1);
    let title = texts.next().unwrap_or("");
    let between = texts.next().unwrap_or("");
    let has_version = between.trim().ends_with("version");
    let said: Vec<&str> = between.split_whitespace().collect();
    let names = said.chunks_exact(2).map_while(|pair| pair.strip_prefix(&["was"]));
    Heading {
        word,
        id,
        title,
        was: names.flatten().copied().collect(),
        version: texts.next().filter(|_| has_version).unwrap_or(""),
        system: of.unwrap_or(id),
    }
}

/// The texts after every `use`, without their quotes.
pub(crate) fn uses(text: &str) -> Vec<&str> {
    texts_behind("use", text).map(|(_, path)| path).collect()
}

/// The texts after every `emblem` and `portrait`, in order.
pub(crate) fn pictures(text: &str) -> Vec<&str> {
    let mut all: Vec<(usize, &str)> =
        texts_behind("emblem", text).chain(texts_behind("portrait", text)).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, picture)| picture).collect()
}

/// The texts after a word, with the place of the word.
fn texts_behind<'t>(word: &'static str, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    text.match_indices(word).filter_map(move |(at, _)| {
        // Most matches are the end of a longer word; skip them without looking at the line.
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        let is_part = before.is_some_and(|byte| is_word_byte(*byte));
        let behind = if is_part { None } else { text_behind(word, text, at) };
        behind.map(|behind| (at, behind))
    })
}

/// The text after the word at this byte. Texts and comments end with their line, so the line alone
/// shows whether the word stands in one.
fn text_behind<'t>(word: &str, text: &'t str, at: usize) -> Option<&'t str> {
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let rest = text.get(line..)?;
    let mut tokens = Lexer::new(rest).skip_while(|token| line + token.start < at);
    let word = tokens.next().filter(|token| {
        line + token.start == at && rest.get(token.start..token.end) == Some(word)
    })?;
    let target = tokens
        .next()
        .filter(|token| token.kind == TokenKind::Text && word.kind == TokenKind::Word)?;
    let quoted = rest.get(target.start..target.end)?;
    quoted.strip_prefix(['"', '“'])?.strip_suffix(['"', '”'])
}
