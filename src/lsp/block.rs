//! In what kind of braces a place stands, and which words begin a line there. Works by tokens, so
//! that it holds while a file is half written; `resolve/body.rs` decides what is really allowed.

use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::words::{
    DECLARATION_WORDS, ITEM_WORDS, RESERVED_WORDS, STATEMENT_WORDS, names_nothing,
};

/// Kinds of braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BlockKind {
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
    /// A list of an event.
    List,
    Layout,
    Sheet,
}

/// What stands in every body.
const EVERYWHERE: &[&str] =
    &["rule", "when", "for each", "at most", "limit", "grant", "allow", "ban", "waive", "note"];
const CHANGES: &[&str] = &["add", "remove", "hide", "max", "min"];
const OFFERS: &[&str] = &["choose", "option", "include"];

impl BlockKind {
    /// The words that may begin a line in such braces.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        let all = |own: &[&[&'static str]]| [&[EVERYWHERE], own].concat().concat();
        match self {
            BlockKind::File => [ITEM_WORDS, DECLARATION_WORDS].concat(),
            BlockKind::System | BlockKind::Faction => {
                let words = [DECLARATION_WORDS, &["for each", "when", "at most", "note"]].concat();
                words.into_iter().filter(|word| *word != "charts").collect()
            }
            BlockKind::Event => {
                [DECLARATION_WORDS, &["for each", "when", "at most", "note"]].concat()
            }
            BlockKind::Army => {
                all(&[&["weapons", "has", "cost", "brings", "derive"], OFFERS, CHANGES])
            }
            BlockKind::Unit => all(&[
                &["models", "weapons", "has", "cost", "brings", "derive", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            BlockKind::Profiled(_) => {
                all(&[&["weapons", "has", "cost", "mode", "derive"], OFFERS, CHANGES])
            }
            BlockKind::Option => all(&[
                &["models", "weapons", "has", "cost", "brings", "derive", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            BlockKind::Choose => all(&[&["derive"], OFFERS, CHANGES]),
            BlockKind::Chart => {
                all(&[&["slot", "trade", "unlock", "each", "points required", "derive"]])
            }
            BlockKind::Force => all(&[&["holds", "cost", "brings", "derive"], OFFERS, CHANGES]),
            BlockKind::Card => all(&[&["weapons", "has", "cost", "effect", "derive"]]),
            BlockKind::Mode => vec!["has", "note"],
            BlockKind::Changes => all(&[
                &["models", "weapons", "has", "cost", "brings", "may join", "may ride"],
                OFFERS,
                CHANGES,
            ]),
            BlockKind::Section => vec!["keyword"],
            BlockKind::Rule => vec!["for each", "require"],
            BlockKind::Deck => vec!["size", "copies", "types", "resource", "card", "rule"],
            BlockKind::List => {
                all(&[&["charts", "factions", "optional", "points", "points required"]])
            }
            BlockKind::Sheet => vec!["step", "table", "row"],
            BlockKind::Profile => Vec::new(),
            BlockKind::Layout => {
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
pub(crate) fn open_blocks(tokens: &[Token], text: &str) -> Vec<(BlockKind, usize)> {
    let mut open: Vec<(BlockKind, usize)> = Vec::new();
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
fn kind_of(head: &[Token], text: &str, outer: Option<&BlockKind>) -> BlockKind {
    let word = |at: usize| match head.get(at) {
        Some(token) if token.kind == TokenKind::Word => {
            text.get(token.start..token.end).unwrap_or("")
        }
        _ => "",
    };
    // In a choice, a line without a word of the language is an option.
    let mut found = match outer {
        Some(BlockKind::Choose | BlockKind::Changes) | None => BlockKind::Option,
        Some(BlockKind::Force) => BlockKind::Force,
        Some(_) => BlockKind::Option,
    };
    for at in 0..head.len() {
        let (here, next) = (word(at), word(at + 1));
        let behind = head.get(at + 2).map(|token| token.kind);
        let titled = matches!(behind, Some(TokenKind::Text) | None);
        let named = is_name(next) && titled;
        let block = match here {
            "army" => BlockKind::Army,
            "when" | "each" | "include" => BlockKind::Changes,
            "choose" | "group" => BlockKind::Choose,
            "option" => BlockKind::Option,
            "chart" if is_name(next) => BlockKind::Chart,
            "force" if is_name(next) => BlockKind::Force,
            "rule" => BlockKind::Rule,
            "mode" => BlockKind::Mode,
            "deck" => BlockKind::Deck,
            "list" if outer == Some(&BlockKind::Event) => BlockKind::List,
            "card" => BlockKind::Card,
            "sheet" => BlockKind::Sheet,
            "section" => BlockKind::Section,
            "profile" => BlockKind::Profile,
            "layout" => BlockKind::Layout,
            "system" if is_name(next) => BlockKind::System,
            "faction" if is_name(next) => BlockKind::Faction,
            "event" if is_name(next) => BlockKind::Event,
            "unit"
                if is_name(next)
                    && matches!(behind, Some(TokenKind::Text | TokenKind::Other) | None) =>
            {
                BlockKind::Unit
            }
            "model" if named => BlockKind::Profiled(here.to_owned()),
            kind if named && is_name(kind) => BlockKind::Profiled(kind.to_owned()),
            _ => continue,
        };
        // `for each unit` visits, whatever it names; `layout card` holds no card.
        let begins = head.get(at).is_some_and(|token| token.first);
        let visited = found == BlockKind::Changes && !begins;
        let is_layout = found == BlockKind::Layout && block == BlockKind::Card;
        if !is_layout && (!visited || !matches!(block, BlockKind::Unit | BlockKind::Profiled(_))) {
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

    fn inside(text: &str) -> Vec<BlockKind> {
        let text = text.split('|').next().unwrap();
        let tokens: Vec<Token> = Lexer::new(text).collect();
        open_blocks(&tokens, text).into_iter().map(|(block, _)| block).collect()
    }

    #[test]
    fn braces_are_what_stands_before_them() {
        let model = [BlockKind::Profiled("model".to_owned())];
        let in_unit = |rest: &str| {
            let text = format!("faction f \"F\" of x {{\n  unit a \"A\" : troop {{\n{rest}|");
            inside(&text).split_off(2)
        };
        assert_eq!(in_unit("models 5 man model man \"Man\" { "), model);
        assert_eq!(in_unit("models 5 man\n model man { "), model);
        assert_eq!(
            in_unit("weapons rifle\n choose kit 0..1 for one model { "),
            [BlockKind::Choose]
        );
        assert_eq!(in_unit("option x \"X\" +2 for one man { "), [BlockKind::Option]);
        assert_eq!(
            in_unit("choose kit 0..1 { lance \"Lance\" +8 { "),
            [BlockKind::Choose, BlockKind::Option]
        );
        assert_eq!(in_unit("for each model m where hero { "), [BlockKind::Changes]);
        assert_eq!(in_unit("when u has Fear { "), [BlockKind::Changes]);
        assert_eq!(in_unit(""), []);
        assert_eq!(inside("system s { chart c \"C\" {"), [BlockKind::System, BlockKind::Chart]);
        assert_eq!(
            inside("system s { weapon w \"W\" {")[1],
            BlockKind::Profiled("weapon".to_owned())
        );
    }
}
