//! What may be typed at a place: words of the language, names of the right kind, files to use.

use serde_json::{Value, json};

use super::block::{BlockKind, open_blocks};
use super::index::Definition;
use super::project::{Indexed, Project};
use crate::model::{Bearer, NodeKind};
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, STATEMENT_WORDS};

/// What a place admits.
enum ExpectedItem {
    /// Words that begin a line in such braces, and what stands in them already.
    Line(BlockKind, Vec<String>),
    /// Names of these kinds.
    Names(&'static [&'static str]),
    /// Names of weapons, models and other entries of the game's own kinds.
    Entries,
    /// Paths of files.
    Files,
    /// Any name.
    Anything,
}

pub(crate) fn complete(project: &Project, params: &Value) -> Option<Value> {
    let (path, text, byte) = project.place(params)?;
    if path.extension().is_none_or(|extension| extension != "orbat") {
        return None;
    }
    let before = text.get(..byte)?;
    let items = match wanted(before) {
        ExpectedItem::Line(block, given) => {
            let words = block.words().into_iter().map(|word| json!({ "label": word, "kind": 14 }));
            words.chain(of_game(project, &block, &given)).collect()
        }
        ExpectedItem::Names(kinds) => names(project, |kind| kinds.contains(&kind)),
        ExpectedItem::Entries => names(project, |kind| !is_of_language(kind)),
        ExpectedItem::Anything => names(project, |_| true),
        ExpectedItem::Files => {
            let folder = path.parent()?;
            let paths = project.files.iter().filter_map(|file| file.path.as_deref());
            let below = paths.filter(|other| *other != path).filter_map(|other| {
                other
                    .strip_prefix(folder)
                    .ok()
                    .map(|below| below.to_string_lossy().replace('\\', "/"))
            });
            below.map(|path| json!({ "label": path, "kind": 17 })).collect()
        }
    };
    Some(Value::Array(items))
}

/// What the text before a place asks for.
fn wanted(before: &str) -> ExpectedItem {
    let tokens: Vec<Token> = Lexer::new(before).collect();
    let word = |token: &Token| before.get(token.start..token.end).unwrap_or("");
    // The word that is being typed does not count.
    let typing =
        tokens.last().filter(|last| last.kind == TokenKind::Word && last.end == before.len());
    let settled = tokens.len() - usize::from(typing.is_some());
    let tokens = tokens.get(..settled).unwrap_or_default();
    let at = typing.map_or(before.len(), |typing| typing.start);
    let line = before.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or("");
    let opened =
        tokens.last().is_none_or(|last| matches!(last.kind, TokenKind::Open | TokenKind::Close));
    if line.trim().is_empty() || opened {
        return line_of(tokens, before);
    }
    // Characteristics follow each other on one line.
    let blocks = open_blocks(tokens, before);
    if let Some((BlockKind::Profiled(_) | BlockKind::Mode, _)) = blocks.last()
        && follows_value(tokens, before)
    {
        return line_of(tokens, before);
    }
    let first = tokens.iter().rposition(|token| token.first);
    let statement = tokens.get(first.unwrap_or(0)..).unwrap_or_default();
    if statement.last().is_some_and(|last| last.kind == TokenKind::UnclosedText) {
        let uses = statement.first().is_some_and(|first| word(first) == "use");
        return if uses { ExpectedItem::Files } else { ExpectedItem::Names(&[]) };
    }
    // `weapons` of a statement that begins in the middle of a line counts too.
    let leading = statement.iter().rev().map(word).find(|word| {
        STATEMENT_WORDS.contains(word)
            || DECLARATION_WORDS.contains(word)
            || ITEM_WORDS.contains(word)
    });
    let last = statement.last().map_or("", word);
    match (leading.unwrap_or(""), last) {
        (_, ":") | ("category" | "add" | "slot" | "holds", _) => ExpectedItem::Names(&["category"]),
        ("has" | "remove", _) => ExpectedItem::Names(&["keyword"]),
        ("faction", "of") | ("event", "for") => ExpectedItem::Names(&["system"]),
        ("charts", _) => ExpectedItem::Names(&["chart"]),
        ("factions", _) => ExpectedItem::Names(&["faction"]),
        ("waive", _) => ExpectedItem::Names(&["rule"]),
        ("brings", _) => ExpectedItem::Names(&["unit"]),
        ("weapons" | "models", _) => ExpectedItem::Entries,
        (_, "replacing" | "with") => ExpectedItem::Entries,
        _ => ExpectedItem::Anything,
    }
}

/// What may begin a line, and the words that its braces have already.
fn line_of(tokens: &[Token], before: &str) -> ExpectedItem {
    let Some((block, open)) = open_blocks(tokens, before).pop() else {
        return ExpectedItem::Line(BlockKind::File, Vec::new());
    };
    let inside = tokens.get(open + 1..).unwrap_or_default();
    let word = |token: &Token| before.get(token.start..token.end).unwrap_or("").to_owned();
    ExpectedItem::Line(block, inside.iter().map(word).collect())
}

/// Whether a characteristic and its value stand before the place, so that another may follow.
fn follows_value(tokens: &[Token], before: &str) -> bool {
    let mut last = tokens.iter().rev();
    let (Some(value), Some(name)) = (last.next(), last.next()) else { return false };
    let name = before.get(name.start..name.end).unwrap_or("");
    let is_stat = name.starts_with(|char: char| char.is_ascii_uppercase());
    is_stat && matches!(value.kind, TokenKind::Word | TokenKind::Text | TokenKind::Other)
}

/// Kinds that are words of the language; others are profiles of a game.
fn is_of_language(kind: &str) -> bool {
    let words = [ITEM_WORDS, DECLARATION_WORDS, STATEMENT_WORDS];
    kind != "model" && words.iter().any(|words| words.contains(&kind))
}

fn names(project: &Project, is_wanted: impl Fn(&str) -> bool) -> Vec<Value> {
    let mut items = Vec::new();
    for file in &project.files {
        for definition in file.definitions.iter().filter(|found| is_wanted(&found.kind)) {
            let item = item(file, definition);
            if !items.contains(&item) {
                items.push(item);
            }
        }
    }
    items
}

fn item(file: &Indexed, definition: &Definition) -> Value {
    let name = file.text.get(definition.name.clone()).unwrap_or("");
    let title = definition.title.clone().and_then(|title| file.text.get(title));
    let kind = if definition.kind == "keyword" { 10 } else { 6 };
    // A keyword with parameters is completed with its parentheses.
    let behind = file.text.get(definition.name.end..).unwrap_or("");
    let parameters = behind.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let detail = match (parameters, title) {
        (Some((parameters, _)), _) => format!("{} ({parameters})", definition.kind),
        (None, Some(title)) => format!("{} “{title}”", definition.kind),
        (None, None) => definition.kind.clone(),
    };
    match parameters {
        Some(_) => json!({
            "label": name, "kind": kind, "detail": detail,
            "insertText": format!("{name}($1)"), "insertTextFormat": 2,
        }),
        None => json!({ "label": name, "kind": kind, "detail": detail }),
    }
}

/// What the games in reach add to the words of a line: characteristics that are not there yet,
/// attributes, kinds of inner entries.
fn of_game(project: &Project, block: &BlockKind, given: &[String]) -> Vec<Value> {
    let games = || project.compiled.iter().filter_map(|compiled| compiled.game.as_ref());
    let mut items: Vec<Value> = Vec::new();
    let mut add = |item: Value| {
        if !items.contains(&item) {
            items.push(item);
        }
    };
    for game in games() {
        if let BlockKind::Profiled(kind) = block {
            let profile = game.profiles.values().find(|profile| profile.id == *kind);
            for known in profile.into_iter().flat_map(|profile| &profile.characteristics) {
                if !given.contains(&known.name) {
                    add(json!({ "label": known.name, "kind": 5, "detail": known.label() }));
                }
            }
        }
        let wanted = match block {
            BlockKind::Unit => Some(Bearer::Node(NodeKind::Unit)),
            BlockKind::Army => Some(Bearer::Node(NodeKind::Army)),
            BlockKind::Option => Some(Bearer::Node(NodeKind::Option)),
            BlockKind::Card => Some(Bearer::Card),
            _ => None,
        };
        for known in game.attributes.values().filter(|known| !known.chosen) {
            let stands_here =
                known.on.is_empty() || wanted.is_some_and(|on| known.on.contains(&on));
            if wanted.is_some() && stands_here && !given.contains(&known.id) {
                add(json!({ "label": known.id, "kind": 5, "detail": known.title }));
            }
        }
        let holds_entries = matches!(
            block,
            BlockKind::System
                | BlockKind::Faction
                | BlockKind::Unit
                | BlockKind::Army
                | BlockKind::Option
                | BlockKind::Profiled(_)
        );
        for profile in game.profiles.values().filter(|_| holds_entries) {
            add(json!({ "label": profile.id, "kind": 7, "detail": profile.title }));
        }
    }
    items
}
