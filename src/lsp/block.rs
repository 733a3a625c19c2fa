//! In what kind of braces a place stands, and which words begin a line there. Works by tokens, so
//! that it holds while a file is half written; `resolve/body.rs` decides what is really allowed.

use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::words::{
    DECLARATION_WORDS, ITEM_WORDS, RESERVED_WORDS, STATEMENT_WORDS, names_nothing,
};

/// Kinds of braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// No braces at all.
    File,
    System,
    Faction,
    Event,
    Army,
    Unit,
    /// A model, weapon or whatever else has this profile.
    Profiled(String),
    Option,
    Choose,
    Chart,
    Force,
    Card,
    Mode,
    /// `when`, `for each`, `include`.
    Changes,
    Profile,
    Section,
    Rule,
    Deck,
    Layout,
    Sheet,
}

/// What stands in every body.
const EVERYWHERE: &[&str] =
    &["rule", "when", "for each", "at most", "limit", "grant", "allow", "ban", "waive", "note"];
const CHANGES: &[&str] = &["add", "remove", "hide", "max", "min"];
const OFFERS: &[&str] = &["choose", "option", "include"];

impl Block {
    /// The words that may begin a line in such braces.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        let all = |own: &[&[&'static str]]| [&[EVERYWHERE], own].concat().concat();
        match self {
            Block::File => [ITEM_WORDS, DECLARATION_WORDS].concat(),
            Block::System | Block::Faction => {
                let words = [DECLARATION_WORDS, &["for each", "when", "at most", "note"]].concat();
                words.into_iter().filter(|word| *word != "charts").collect()
            }
            Block::Event => [DECLARATION_WORDS, &["for each", "when", "at most", "note"]].concat(),
            Block::Army => all(&[&["weapons", "has", "cost", "brings", "derive"], OFFERS, CHANGES]),
            Block::Unit => all(&[
                &["models", "weapons", "has", "cost", "brings", "derive", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            Block::Profiled(_) => {
                all(&[&["weapons", "has", "cost", "mode", "derive"], OFFERS, CHANGES])
            }
            Block::Option => all(&[
                &["models", "weapons", "has", "cost", "brings", "derive", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            Block::Choose => all(&[&["derive"], OFFERS, CHANGES]),
            Block::Chart => {
                all(&[&["slot", "trade", "unlock", "each", "points required", "derive"]])
            }
            Block::Force => all(&[&["holds", "cost", "brings", "derive"], OFFERS, CHANGES]),
            Block::Card => all(&[&["weapons", "has", "cost", "effect", "derive"]]),
            Block::Mode => vec!["has", "note"],
            Block::Changes => all(&[
                &["models", "weapons", "has", "cost", "brings", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            Block::Section => vec!["keyword"],
            Block::Rule => vec!["for each", "require"],
            Block::Deck => vec!["size", "copies", "types", "resource", "card", "rule"],
            Block::Sheet => vec!["step", "table", "row"],
            Block::Profile => Vec::new(),
            Block::Layout => {
                STATEMENT_WORDS.iter().copied().filter(|word| LAYOUT.contains(word)).collect()
            }
        }
    }
}

const LAYOUT: &[&str] = &[
    "accent", "arms", "back", "boxes", "columns", "counter", "emblem", "front", "pattern",
    "portrait", "short", "show", "symbol", "track", "turns",
];

/// The kinds of the braces that are open at the end of the tokens, the outermost first, each with
/// the token that opens it.
pub(crate) fn open_blocks(tokens: &[Token], text: &str) -> Vec<(Block, usize)> {
    let mut open: Vec<(Block, usize)> = Vec::new();
    let mut begins = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => {
                let head = tokens.get(begins..at).unwrap_or_default();
                let outer = open.last().map(|(block, _)| block);
                open.push((kind_of(head, text, outer), at));
                begins = at + 1;
            }
            TokenKind::Close => {
                open.pop();
                begins = at + 1;
            }
            _ => {}
        }
    }
    open
}

/// What the tokens before an opening brace begin.
fn kind_of(head: &[Token], text: &str, outer: Option<&Block>) -> Block {
    let word = |at: usize| match head.get(at) {
        Some(token) if token.kind == TokenKind::Word => {
            text.get(token.start..token.end).unwrap_or("")
        }
        _ => "",
    };
    // In a choice, a line without a word of the language is an option.
    let mut found = match outer {
        Some(Block::Choose | Block::Changes) | None => Block::Option,
        Some(Block::Force) => Block::Force,
        Some(_) => Block::Option,
    };
    for at in 0..head.len() {
        let (here, next) = (word(at), word(at + 1));
        let behind = head.get(at + 2).map(|token| token.kind);
        let titled = matches!(behind, Some(TokenKind::Text) | None);
        let named = is_name(next) && titled;
        let block = match here {
            "army" => Block::Army,
            "when" | "each" | "include" => Block::Changes,
            "choose" | "group" => Block::Choose,
            "option" => Block::Option,
            "chart" if is_name(next) => Block::Chart,
            "force" if is_name(next) => Block::Force,
            "rule" => Block::Rule,
            "mode" => Block::Mode,
            "deck" => Block::Deck,
            "card" => Block::Card,
            "sheet" => Block::Sheet,
            "section" => Block::Section,
            "profile" => Block::Profile,
            "layout" => Block::Layout,
            "system" if is_name(next) => Block::System,
            "faction" if is_name(next) => Block::Faction,
            "event" if is_name(next) => Block::Event,
            "unit"
                if is_name(next)
                    && matches!(behind, Some(TokenKind::Text | TokenKind::Other) | None) =>
            {
                Block::Unit
            }
            "model" if named => Block::Profiled(here.to_owned()),
            kind if named && is_name(kind) => Block::Profiled(kind.to_owned()),
            _ => continue,
        };
        // `for each unit` visits, whatever it names.
        if found != Block::Changes || !matches!(block, Block::Unit | Block::Profiled(_)) {
            found = block;
        }
    }
    found
}

fn is_name(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_lowercase())
        && !RESERVED_WORDS.contains(&word)
        && !names_nothing(word)
        && !["one", "all", "any", "leader", "no", "most"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lexer::Lexer;

    fn inside(text: &str) -> Vec<Block> {
        let text = text.split('|').next().unwrap();
        let tokens: Vec<Token> = Lexer::new(text).collect();
        open_blocks(&tokens, text).into_iter().map(|(block, _)| block).collect()
    }

    #[test]
    fn braces_are_what_stands_before_them() {
        let model = [Block::Profiled("model".to_owned())];
        let in_unit = |rest: &str| {
            let text = format!("faction f \"F\" of x {{\n  unit a \"A\" : troop {{\n{rest}|");
            inside(&text).split_off(2)
        };
        assert_eq!(in_unit("models 5 man model man \"Man\" { "), model);
        assert_eq!(in_unit("models 5 man\n model man { "), model);
        assert_eq!(in_unit("weapons rifle\n choose kit 0..1 for one model { "), [Block::Choose]);
        assert_eq!(in_unit("option x \"X\" +2 for one man { "), [Block::Option]);
        assert_eq!(
            in_unit("choose kit 0..1 { lance \"Lance\" +8 { "),
            [Block::Choose, Block::Option]
        );
        assert_eq!(in_unit("for each model m where hero { "), [Block::Changes]);
        assert_eq!(in_unit("when u has Fear { "), [Block::Changes]);
        assert_eq!(in_unit(""), []);
        assert_eq!(inside("system s { chart c \"C\" {"), [Block::System, Block::Chart]);
        assert_eq!(inside("system s { weapon w \"W\" {")[1], Block::Profiled("weapon".to_owned()));
    }
}
