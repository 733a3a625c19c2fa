//! What may be typed at a place: words of the language, names of the right kind, files to use.

use serde_json::{Value, json};

use super::index::Definition;
use super::project::{Indexed, Project};
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, STATEMENT_WORDS};

/// What a place admits.
enum Wanted {
    /// Words that begin an item, a declaration or a statement.
    Words(Vec<&'static str>, bool),
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
        Wanted::Words(words, stats) => {
            let words = words.into_iter().map(|word| json!({ "label": word, "kind": 14 }));
            let stats = stats.then(|| characteristics(project)).into_iter().flatten();
            words.chain(stats).collect()
        }
        Wanted::Names(kinds) => names(project, |kind| kinds.contains(&kind)),
        Wanted::Entries => names(project, |kind| !is_of_language(kind)),
        Wanted::Anything => names(project, |_| true),
        Wanted::Files => {
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
fn wanted(before: &str) -> Wanted {
    let tokens: Vec<Token> = Lexer::new(before).collect();
    let word = |token: &Token| before.get(token.start..token.end).unwrap_or("");
    // The word that is being typed does not count.
    let typing =
        tokens.last().filter(|last| last.kind == TokenKind::Word && last.end == before.len());
    let settled = tokens.len() - usize::from(typing.is_some());
    let tokens = tokens.get(..settled).unwrap_or_default();
    let depth = tokens.iter().fold(0_usize, |depth, token| match token.kind {
        TokenKind::Open => depth + 1,
        TokenKind::Close => depth.saturating_sub(1),
        _ => depth,
    });
    let at = typing.map_or(before.len(), |typing| typing.start);
    let line = before.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or("");
    let opened =
        tokens.last().is_none_or(|last| matches!(last.kind, TokenKind::Open | TokenKind::Close));
    if line.trim().is_empty() || opened {
        return match depth {
            0 => Wanted::Words([ITEM_WORDS, DECLARATION_WORDS].concat(), false),
            1 => Wanted::Words(DECLARATION_WORDS.to_vec(), false),
            _ => Wanted::Words(STATEMENT_WORDS.to_vec(), true),
        };
    }
    let first = tokens.iter().rposition(|token| token.first);
    let statement = tokens.get(first.unwrap_or(0)..).unwrap_or_default();
    if statement.last().is_some_and(|last| last.kind == TokenKind::UnclosedText) {
        let uses = statement.first().is_some_and(|first| word(first) == "use");
        return if uses { Wanted::Files } else { Wanted::Names(&[]) };
    }
    // `weapons` of a statement that begins in the middle of a line counts too.
    let leading = statement.iter().rev().map(word).find(|word| {
        STATEMENT_WORDS.contains(word)
            || DECLARATION_WORDS.contains(word)
            || ITEM_WORDS.contains(word)
    });
    let last = statement.last().map_or("", word);
    match (leading.unwrap_or(""), last) {
        (_, ":") | ("category" | "add" | "slot" | "holds", _) => Wanted::Names(&["category"]),
        ("has" | "remove", _) => Wanted::Names(&["keyword"]),
        ("faction", "of") | ("event", "for") => Wanted::Names(&["system"]),
        ("charts", _) => Wanted::Names(&["chart"]),
        ("waive", _) => Wanted::Names(&["rule"]),
        ("brings", _) => Wanted::Names(&["unit"]),
        ("weapons" | "models", _) => Wanted::Entries,
        (_, "replacing" | "with") => Wanted::Entries,
        _ => Wanted::Anything,
    }
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

/// The characteristics of all profiles of the games in reach.
fn characteristics(project: &Project) -> Vec<Value> {
    let games = project.compiled.iter().filter_map(|compiled| compiled.game.as_ref());
    let profiles = games.flat_map(|game| game.profiles.values());
    let mut items: Vec<Value> = Vec::new();
    for characteristic in profiles.flat_map(|profile| profile.characteristics.iter()) {
        let item =
            json!({ "label": characteristic.name, "kind": 5, "detail": characteristic.label() });
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}
