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
    /// In how many other definitions it stands, the item not counted.
    pub depth: usize,
}

impl Definition {
    /// Other declarations can name it: it does not stand in the braces of one.
    pub(crate) fn is_public(&self) -> bool {
        self.depth == 0 || !matches!(self.kind.as_str(), "model" | "option" | "choose")
    }
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

/// What kind of braces a token stands in, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    Profile,
    Choice,
    Force,
    Other,
}

/// Everything that a text defines, in its order.
pub(crate) fn definitions(text: &str) -> Vec<Definition> {
    let tokens: Vec<Token> = Lexer::new(text).collect();
    let ends = block_ends(&tokens);
    let word = |token: &Token| text.get(token.start..token.end).unwrap_or("");
    let mut found: Vec<Definition> = Vec::new();
    let mut braces: Vec<Braces> = Vec::new();
    let (mut opens, mut in_categories) = (Braces::Other, false);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => {
                // The block of a subforce, of an option: what is inside has its own kind.
                let of_force = braces.last() == Some(&Braces::Force) && opens == Braces::Other;
                braces.push(if of_force { Braces::Force } else { opens });
                (opens, in_categories) = (Braces::Other, false);
                continue;
            }
            TokenKind::Close => {
                braces.pop();
                in_categories = false;
                continue;
            }
            TokenKind::Word => {}
            _ => continue,
        }
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let behind = before.map_or("", word);
        match word(token) {
            "profile" => opens = Braces::Profile,
            "choose" | "group" => opens = Braces::Choice,
            "force" if token.first => opens = Braces::Force,
            _ => {}
        }
        let next = tokens.get(at + 1);
        let titled = next.is_some_and(|next| next.kind == TokenKind::Text && !next.first);
        let place = braces.last().copied().unwrap_or(Braces::Other);
        if place == Braces::Profile {
            let kind = next.map_or("", word);
            let typed = TYPES.contains(&kind) || kind == "was";
            let is_stat = word(token).starts_with(|char: char| char.is_ascii_uppercase());
            if is_stat && (titled || typed) && !matches!(behind, "," | "of" | "or") {
                found.push(definition("characteristic", token, titled, at, text, &tokens, &ends));
            }
            continue;
        }
        if !is_name(word(token)) {
            in_categories &= word(token) == "was";
            continue;
        }
        let braced = next.is_some_and(|next| next.kind == TokenKind::Open);
        let begins = token.first || matches!(behind, "{" | "}");
        let kind = match before.filter(|before| before.kind == TokenKind::Word && !token.first) {
            Some(before) if word(before) == "category" => {
                in_categories = true;
                "category"
            }
            Some(before) if defines(word(before)) => word(before),
            // `weapon rifle "Rifle" {`: a kind of the game's own, first on its line.
            Some(before) if before.first && is_name(word(before)) && (titled || braced) => {
                word(before)
            }
            _ if in_categories && behind == "," => "category",
            _ if place == Braces::Force && titled => "force",
            // `lmg "M-40" +8`, in a choice.
            _ if place == Braces::Choice && (titled || begins) && behind != "was" => "option",
            None if token.first && titled => "option",
            _ => {
                in_categories &= behind == "was";
                continue;
            }
        };
        in_categories &= kind == "category";
        found.push(definition(kind, token, titled, at, text, &tokens, &ends));
    }
    nest(&mut found);
    found
}

/// The words that types of characteristics begin with.
const TYPES: &[&str] = &["int", "inches", "text", "one", "shape", "list", "category"];

fn definition(
    kind: &str,
    token: &Token,
    titled: bool,
    at: usize,
    text: &str,
    tokens: &[Token],
    ends: &[Option<usize>],
) -> Definition {
    let title = tokens.get(at + 1).filter(|_| titled).map(|title| between_quotes(text, title));
    // Several categories, and characteristics, stand on one line.
    let whole = match kind {
        "category" | "characteristic" => title.as_ref().map_or(token.end, |title| title.end + 1),
        _ => end_of(tokens, ends, at),
    };
    let name = token.start..token.end;
    Definition { kind: kind.to_owned(), name, title, whole: token.start..whole, depth: 0 }
}

/// Counts for each definition the others around it.
fn nest(found: &mut [Definition]) {
    let mut around: Vec<(usize, bool)> = Vec::new();
    for definition in found {
        around.retain(|(end, _)| *end > definition.name.start);
        definition.depth = around.iter().filter(|(_, counts)| *counts).count();
        let is_item = ITEM_WORDS.contains(&definition.kind.as_str());
        around.push((definition.whole.end, !is_item));
    }
}

/// The outermost definition around a byte that is no item: the declaration that it stands in.
pub(crate) fn declaration_around(all: &[Definition], byte: usize) -> Option<&Definition> {
    all.iter().find(|definition| {
        definition.depth == 0
            && !ITEM_WORDS.contains(&definition.kind.as_str())
            && definition.whole.start <= byte
            && byte <= definition.whole.end
    })
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
