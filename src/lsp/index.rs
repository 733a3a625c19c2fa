//! Definitions and uses of names, found by tokens: works while a file is half written.

use std::ops::Range;

use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, names_nothing};

/// A definition: `unit hussars "Hussars"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The word before the name, or `option` for what a choice offers.
    pub kind: String,
    pub name: Range<usize>,
    /// The text between its quotes.
    pub title: Option<Range<usize>>,
    /// Up to the end of its block.
    pub whole: Range<usize>,
}

/// Words that define something although no declaration begins with them.
const DEFINING: &[&str] = &["option", "choose", "slot", "card"];
/// Words that begin declarations but define nothing.
const NAMELESS: &[&str] = &[
    "alias",
    "allow",
    "answer",
    "army",
    "ban",
    "charts",
    "data",
    "deadline",
    "factions",
    "grant",
    "layout",
    "limit",
    "points",
    "revisions",
    "sheet",
    "teams",
    "use",
    "waive",
];

/// Everything that a text defines, in its order.
pub(crate) fn definitions(text: &str) -> Vec<Definition> {
    let tokens: Vec<Token> = Lexer::new(text).collect();
    let ends = block_ends(&tokens);
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or("");
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if token.kind != TokenKind::Word || !is_name(word(token)) {
            continue;
        }
        let next = tokens.get(at + 1);
        let titled = next.is_some_and(|next| next.kind == TokenKind::Text && !next.first);
        let braced = next.is_some_and(|next| next.kind == TokenKind::Open);
        let kind = match before.filter(|before| before.kind == TokenKind::Word && !token.first) {
            Some(before) if defines(word(before)) => word(before).to_owned(),
            // `weapon rifle "Rifle" {`: a kind of the game's own, first on its line.
            Some(before) if before.first && is_name(word(before)) && (titled || braced) => {
                word(before).to_owned()
            }
            // `lmg "M-40" +8`, in a choice.
            None if token.first && titled => "option".to_owned(),
            _ => continue,
        };
        let title = next.filter(|_| titled).map(|title| between_quotes(text, title));
        found.push(Definition {
            kind,
            name: token.start..token.end,
            title,
            whole: token.start..end_of(&tokens, &ends, at),
        });
    }
    found
}

fn defines(word: &str) -> bool {
    let declares = DECLARATION_WORDS.contains(&word) || ITEM_WORDS.contains(&word);
    (declares && !NAMELESS.contains(&word)) || DEFINING.contains(&word)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_alphabetic()) && !names_nothing(word)
}

fn between_quotes(text: &str, title: &Token) -> Range<usize> {
    let quote = text.get(title.start..).and_then(|rest| rest.chars().next());
    let width = quote.map_or(1, char::len_utf8);
    title.start + width..title.end.saturating_sub(width)
}

/// For each token that opens a block, where the block ends.
fn block_ends(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => {
                let end = open.pop().and_then(|start| ends.get_mut(start));
                end.into_iter().for_each(|end| *end = Some(token.end));
            }
            _ => {}
        }
    }
    ends
}

/// The end of the block that a definition opens on its line, or of the line.
fn end_of(tokens: &[Token], ends: &[Option<usize>], at: usize) -> usize {
    let mut last = at;
    for (place, token) in tokens.iter().enumerate().skip(at + 1) {
        if token.first || token.kind == TokenKind::Close {
            break;
        }
        if token.kind == TokenKind::Open {
            let end = ends.get(place).copied().flatten();
            return end.unwrap_or(token.end);
        }
        last = place;
    }
    tokens.get(last).map_or(0, |token| token.end)
}

/// Every place where a word stands as a token.
pub(crate) fn uses(text: &str, name: &str) -> Vec<Range<usize>> {
    Lexer::new(text)
        .filter(|token| token.kind == TokenKind::Word)
        .map(|token| token.start..token.end)
        .filter(|range| text.get(range.clone()) == Some(name))
        .collect()
}

/// The word around a byte.
pub(crate) fn word_around(text: &str, byte: usize) -> Option<Range<usize>> {
    Lexer::new(text)
        .take_while(|token| token.start <= byte)
        .find(|token| token.kind == TokenKind::Word && token.end >= byte)
        .map(|token| token.start..token.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_by_their_words() {
        let text = "faction f \"F\" of x {\n  weapon gun \"Gun\" { R 24 }\n  unit a \"A\" : troop {\n    \
                    models 5..10 man at 3\n    choose kit 0..1 {\n      lmg \"LMG\" +8\n    }\n  }\n  \
                    keyword Fast \"Moves.\"\n}\n";
        let found: Vec<(String, &str)> = definitions(text)
            .into_iter()
            .map(|definition| (definition.kind, text.get(definition.name).unwrap()))
            .collect();
        let expected = [
            ("faction", "f"),
            ("weapon", "gun"),
            ("unit", "a"),
            ("choose", "kit"),
            ("option", "lmg"),
            ("keyword", "Fast"),
        ];
        assert_eq!(found, expected.map(|(kind, name)| (kind.to_owned(), name)));
    }

    #[test]
    fn a_definition_ends_with_its_block() {
        let text = "unit a \"A\" {\n  x\n}\nunit b \"B\"\n";
        let ends: Vec<usize> =
            definitions(text).into_iter().map(|definition| definition.whole.end).collect();
        assert_eq!(ends, [18, text.len() - 1]);
    }
}
