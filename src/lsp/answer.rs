//! What the server answers: one function per request.

use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use super::index::Definition;
use super::names::{named, uses_of};
use super::position::Lines;
use super::project::{Indexed, Project, is_data, uri_of};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::format::format;
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, RESERVED_WORDS, STATEMENT_WORDS};

/// The kinds of semantic tokens, in the order of the legend.
pub(crate) const TOKEN_TYPES: &[&str] =
    &["keyword", "string", "number", "comment", "property", "variable", "class"];

/// Title, kind, first line, price or text, and where it is used.
pub(crate) fn hover(project: &Project, params: &Value) -> Option<Value> {
    const MOST: usize = 5;
    let (name, found) = named(project, params)?;
    let (file, definition) = found.first()?;
    let line = file.text.get(definition.name.start..)?.lines().next()?.trim_end();
    let title = definition.title.clone().and_then(|title| file.text.get(title));
    let mut lines = vec![format!("**{}** ({})", title.unwrap_or(&name), definition.kind)];
    lines.push(format!("```orbat\n{} {line}\n```", definition.kind));
    lines.extend(super::inlay::known_of(project, file, definition));
    let uses = uses_of(project, &name, (file, definition));
    let others: Vec<String> = uses
        .iter()
        .filter(|(of, range)| of.path != file.path || *range != definition.name)
        .map(|(of, range)| place_words(of, range.start))
        .collect();
    lines.push(match others.len() {
        0 => "Not used yet.".to_owned(),
        1 => format!("Used once: {}", others.concat()),
        many => {
            let shown = others.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
            let more =
                if many > MOST { format!(" and {} more", many - MOST) } else { String::new() };
            format!("Used {many} times: {shown}{more}")
        }
    });
    Some(json!({ "contents": { "kind": "markdown", "value": lines.join("\n\n") } }))
}

/// `reds.orbat:12`
fn place_words(file: &Indexed, at: usize) -> String {
    let line = file.text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
    let name = file.path.as_deref().and_then(Path::file_name);
    match name {
        Some(name) => format!("{}:{line}", name.to_string_lossy()),
        None => format!("line {line} of the data that comes with the program"),
    }
}

fn location(project: &Project, file: &Indexed, range: Range<usize>) -> Option<Value> {
    let path = file.path.as_deref()?;
    let range = Lines::of(&file.text, project.encoding).range(range);
    Some(json!({ "uri": uri_of(path), "range": range }))
}

pub(crate) fn definition(project: &Project, params: &Value) -> Option<Value> {
    let (_, found) = named(project, params)?;
    let places = found
        .iter()
        .filter_map(|(file, definition)| location(project, file, definition.name.clone()));
    Some(Value::Array(places.collect()))
}

pub(crate) fn references(project: &Project, params: &Value) -> Option<Value> {
    let (name, found) = named(project, params)?;
    let declared = params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
    let mut places = Vec::new();
    for definition in found {
        for (file, range) in uses_of(project, &name, definition) {
            let itself = file.path == definition.0.path && range == definition.1.name;
            if declared != Some(false) || !itself {
                let place = location(project, file, range);
                places.extend(place.filter(|place| !places.contains(place)));
            }
        }
    }
    Some(Value::Array(places))
}

/// The kind of symbol an editor draws for a definition.
fn symbol_kind(kind: &str) -> u8 {
    match kind {
        "system" | "faction" | "event" => 3,
        "unit" | "model" => 5,
        "keyword" | "category" | "enum" => 10,
        "rule" | "derive" => 12,
        "option" | "choose" | "group" => 7,
        "chart" | "force" | "slot" => 11,
        _ => 13,
    }
}

fn symbol(definition: &Definition, text: &str) -> (String, String) {
    let name = text.get(definition.name.clone()).unwrap_or("").to_owned();
    let title = definition.title.clone().and_then(|title| text.get(title)).unwrap_or("");
    let detail = if title.is_empty() {
        definition.kind.clone()
    } else {
        format!("{} “{title}”", definition.kind)
    };
    (name, detail)
}

pub(crate) fn document_symbols(project: &Project, params: &Value) -> Option<Value> {
    let (_, text, _) = project.place(params).filter(|(path, ..)| is_data(path))?;
    let lines = Lines::of(text, project.encoding);
    let all = super::index::definitions(text);
    let mut at = 0;
    Some(Value::Array(nested(&all, &mut at, usize::MAX, text, &lines)))
}

/// The symbols up to a byte, each with those inside it.
fn nested(
    all: &[Definition],
    at: &mut usize,
    end: usize,
    text: &str,
    lines: &Lines<'_>,
) -> Vec<Value> {
    let mut symbols = Vec::new();
    while let Some(definition) = all.get(*at).filter(|next| next.name.start < end) {
        *at += 1;
        let (name, detail) = symbol(definition, text);
        symbols.push(json!({
            "name": name,
            "detail": detail,
            "kind": symbol_kind(&definition.kind),
            "range": lines.range(definition.whole.clone()),
            "selectionRange": lines.range(definition.name.clone()),
            "children": nested(all, at, definition.whole.end, text, lines),
        }));
    }
    symbols
}

pub(crate) fn workspace_symbols(project: &Project, params: &Value) -> Value {
    const MOST: usize = 500;
    let query = params.get("query").and_then(Value::as_str).unwrap_or("").to_lowercase();
    let mut symbols = Vec::new();
    for file in project.files.iter().filter(|file| file.path.is_some()) {
        for definition in &file.definitions {
            let (name, detail) = symbol(definition, &file.text);
            if symbols.len() < MOST
                && (name.to_lowercase().contains(&query) || detail.to_lowercase().contains(&query))
            {
                let location = location(project, file, definition.name.clone());
                let kind = symbol_kind(&definition.kind);
                symbols.push(json!({
                    "name": name, "kind": kind, "location": location, "containerName": detail,
                }));
            }
        }
    }
    Value::Array(symbols)
}

/// Blocks of more than one line, and comments of several lines.
pub(crate) fn folding(project: &Project, params: &Value) -> Option<Value> {
    let (_, text, _) = project.place(params).filter(|(path, ..)| is_data(path))?;
    let lines = Lines::of(text, project.encoding);
    let mut open: Vec<usize> = Vec::new();
    let mut ranges = Vec::new();
    for token in Lexer::new(text) {
        let (line, _) = lines.place(token.start);
        match token.kind {
            TokenKind::Open => open.push(line),
            TokenKind::Close => {
                let start = open.pop().filter(|start| *start + 1 < line);
                ranges
                    .extend(start.map(|start| json!({ "startLine": start, "endLine": line - 1 })));
            }
            _ => {}
        }
    }
    let mut first = None;
    for (at, line) in text.lines().chain([""]).enumerate() {
        if line.trim_start().starts_with("//") {
            first.get_or_insert(at);
        } else if let Some(start) = first.take().filter(|start| start + 1 < at) {
            ranges.push(json!({ "startLine": start, "endLine": at - 1, "kind": "comment" }));
        }
    }
    Some(Value::Array(ranges))
}

pub(crate) fn semantic_tokens(project: &Project, params: &Value) -> Option<Value> {
    let (_, text, _) = project.place(params).filter(|(path, ..)| is_data(path))?;
    let mut lexer = Lexer::new(text);
    let tokens: Vec<Token> = lexer.by_ref().collect();
    let defined: Vec<usize> =
        super::index::definitions(text).iter().map(|definition| definition.name.start).collect();
    let mut all: Vec<(Range<usize>, usize, u32)> = Vec::new();
    for token in &tokens {
        let word = text.get(token.start..token.end).unwrap_or("");
        let is_defined = defined.binary_search(&token.start).is_ok();
        if let Some(kind) = token_type(token, word, is_defined) {
            all.push((token.start..token.end, kind, u32::from(is_defined)));
        }
    }
    let comments = lexer.skipped.iter().filter(|range| {
        text.get((*range).clone()).is_some_and(|comment| comment.starts_with("//"))
    });
    all.extend(comments.map(|range| (range.clone(), 3, 0)));
    all.sort_by_key(|(range, ..)| range.start);
    let lines = Lines::of(text, project.encoding);
    let mut data: Vec<usize> = Vec::new();
    let (mut last_line, mut last_column) = (0, 0);
    for (range, kind, declared) in all {
        let (line, column) = lines.place(range.start);
        let (_, end) = lines.place(range.end);
        let from = if line == last_line { column - last_column } else { column };
        data.extend([line - last_line, from, end.saturating_sub(column), kind]);
        data.push(if declared > 0 { 1 } else { 0 });
        (last_line, last_column) = (line, column);
    }
    Some(json!({ "data": data }))
}

/// The place of a token's kind in [`TOKEN_TYPES`].
fn token_type(token: &Token, word: &str, is_defined: bool) -> Option<usize> {
    let tables = [ITEM_WORDS, DECLARATION_WORDS, STATEMENT_WORDS, RESERVED_WORDS];
    match token.kind {
        TokenKind::Text => Some(1),
        TokenKind::Word if is_defined => Some(6),
        TokenKind::Word if word.starts_with(|char: char| char.is_ascii_digit()) => Some(2),
        TokenKind::Word if word.starts_with(|char: char| char.is_ascii_uppercase()) => Some(4),
        TokenKind::Word if tables.iter().any(|table| table.contains(&word)) => Some(0),
        TokenKind::Word => Some(5),
        _ => None,
    }
}

/// The replacements that diagnostics offer, in the range that the editor asks about.
pub(crate) fn code_actions(project: &Project, params: &Value) -> Option<Value> {
    let (path, text, start) = project.place(params)?;
    let lines = Lines::of(text, project.encoding);
    let end = params.pointer("/range/end").and_then(|end| lines.byte(end)).unwrap_or(start);
    let mut actions: Vec<Value> = Vec::new();
    for compiled in &project.compiled {
        for diagnostic in &compiled.diagnostics {
            let span = diagnostic.at.span;
            let source = compiled.sources.get(span.source);
            let here = Path::new(source.path()) == path && source.text() == text;
            if !here || span.start() > end || span.end() < start {
                continue;
            }
            if diagnostic.code.severity == Severity::Warning {
                actions.push(allowing(&path, text, &lines, diagnostic));
            }
            let replaced = diagnostic.replacement.as_ref();
            let replaced = replaced.map(|new| (new.span, new.text.as_str()));
            let suggested = diagnostic.suggestion.as_deref().map(|name| (span, name));
            let Some((at, new)) = replaced.or(suggested) else { continue };
            let old = compiled.sources.text(at);
            let title = match (old, new) {
                (old, "") => format!("Remove `{old}`"),
                ("", new) => format!("Insert `{new}`"),
                (_, new) => format!("Write `{}`", new.trim()),
            };
            let edit = json!({ "range": lines.range(at.start()..at.end()), "newText": new });
            let action = json!({
                "title": title,
                "kind": "quickfix",
                "edit": { "changes": { uri_of(&path): [edit] } },
            });
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
    }
    Some(Value::Array(actions))
}

/// A comment above the line that allows what is warned of.
fn allowing(path: &Path, text: &str, lines: &Lines<'_>, diagnostic: &Diagnostic) -> Value {
    let code = diagnostic.code.name;
    let start = diagnostic.at.span.start();
    let begin = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(begin..).unwrap_or("");
    let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or("");
    let indent = indent.split('\n').next().unwrap_or("");
    let comment = format!("{indent}// orbat: allow({code}) \n");
    let edit = json!({ "range": lines.range(begin..begin), "newText": comment });
    json!({
        "title": format!("Allow `{code}` here; write the reason behind it"),
        "kind": "quickfix",
        "edit": { "changes": { uri_of(path): [edit] } },
    })
}

pub(crate) fn formatting(project: &Project, params: &Value) -> Option<Value> {
    let (path, text, _) = project.place(params)?;
    if path.extension().is_none_or(|extension| extension != "orbat") {
        return None;
    }
    let new = format(text).ok()?;
    if new == text {
        return Some(json!([]));
    }
    let range = Lines::of(text, project.encoding).range(0..text.len());
    Some(json!([{ "range": range, "newText": new }]))
}
