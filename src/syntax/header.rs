use super::lexer::{Lexer, TokenKind};
use super::split;
use super::words::{ITEM_WORDS, word_at};
use crate::source::Sources;

/// The first words of an item: enough to know whether its file must be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// `system`, `faction` or `event`; empty for loose declarations.
    pub word: &'a str,
    pub id: &'a str,
    /// As written between its quotes.
    pub title: &'a str,
    /// The system it belongs to: its own id for a system.
    pub system: &'a str,
}

/// The headings of a file, found without parsing it: by its lines if it holds one item, as nearly
/// all do, else by cutting it.
pub fn headings(text: &str) -> Vec<Heading<'_>> {
    if let Some(heading) = only_heading(text) {
        return vec![heading];
    }
    // Only the cutting is wanted, so whose text it is does not matter.
    let cut = split::split(Sources::default().add("", ""), text);
    let nothing = Heading { word: "", id: "", title: "", system: "" };
    let heading = |item: &split::CutItem| match &item.header {
        Some(header) => heading(text.get(header.range.clone()).unwrap_or("")),
        None => nothing,
    };
    cut.items.iter().map(heading).collect()
}

/// The heading of a file whose first line of code begins an item and that has no other item.
fn only_heading(text: &str) -> Option<Heading<'_>> {
    let begins = |line: &str| {
        ITEM_WORDS
            .iter()
            .any(|word| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))
    };
    let mut first = None;
    for line in text.lines() {
        let line = line.trim_start();
        match first {
            _ if line.is_empty() || line.starts_with("//") => {}
            None if begins(line) => first = Some(line),
            None => return None,
            // Another item, at the start of a line or behind the end of the first.
            Some(_)
                if begins(line)
                    || line.split('}').skip(1).any(|rest| begins(rest.trim_start())) =>
            {
                return None;
            }
            Some(_) => {}
        }
    }
    let line = first.filter(|line| {
        line.contains('{')
            && !line.contains("//")
            && line.split('}').skip(1).all(|rest| !begins(rest.trim_start()))
    })?;
    // A brace in the title would cut it short; the splitter knows better.
    let header = line.split('{').next().filter(|header| header.matches('"').count() == 2)?;
    Some(heading(header))
}

fn heading(line: &str) -> Heading<'_> {
    let word = word_at(line, 0);
    let id = first_word(line.get(word.len()..).unwrap_or(""));
    // The title may hold anything, so what follows it is looked for behind its closing quote.
    let behind = line.rsplit(['"', '”']).next().unwrap_or("");
    let mut words = behind
        .split(|char: char| !(char.is_ascii_alphanumeric() || char == '_'))
        .filter(|word| !word.is_empty());
    let of = words.find(|word| matches!(*word, "of" | "for")).and_then(|_| words.next());
    Heading {
        word,
        id,
        title: line.split(['"', '“', '”']).nth(1).unwrap_or(""),
        system: of.unwrap_or(id),
    }
}

fn first_word(text: &str) -> &str {
    let skipped = text.len() - text.trim_start().len();
    word_at(text, skipped)
}

/// The texts behind every `use`, without their quotes.
pub fn uses(text: &str) -> Vec<&str> {
    let begins = |at: usize| {
        !text.get(..at).is_some_and(|before| {
            before.ends_with(|char: char| char.is_alphanumeric() || char == '_')
        })
    };
    let places = text.match_indices("use").map(|(at, _)| at).filter(|at| begins(*at));
    places.filter_map(|at| used_at(text, at)).collect()
}

/// Texts and comments end with their line, so whether a word stands in one is seen from the line
/// alone.
fn used_at(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let rest = text.get(line..)?;
    let mut tokens = Lexer::new(rest).skip_while(|token| line + token.start < at);
    let word = tokens.next().filter(|token| {
        line + token.start == at && rest.get(token.start..token.end) == Some("use")
    })?;
    let target = tokens
        .next()
        .filter(|token| token.kind == TokenKind::Text && word.kind == TokenKind::Word)?;
    let quoted = rest.get(target.start..target.end)?;
    quoted.strip_prefix(['"', '“'])?.strip_suffix(['"', '”'])
}
