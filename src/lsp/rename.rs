//! Renaming in all files. What comes out is compiled before it is offered: a new name that breaks
//! something is refused.

use serde_json::{Value, json};

use super::index::{Definition, word_around};
use super::names::{Found, named, uses_of};
use super::position::Lines;
use super::project::{Project, uri_of};
use crate::syntax::lexer::{Lexer, TokenKind};
use crate::syntax::words::names_nothing;

pub(crate) fn prepare(project: &Project, params: &Value) -> Option<Value> {
    let (_, text, byte) = project.place(params)?;
    let range = word_around(text, byte)?;
    let (name, found) = named(project, params)?;
    if found.is_empty() || names_nothing(&name) {
        return None;
    }
    let range = Lines::of(text, project.encoding).range(range);
    Some(json!({ "range": range, "placeholder": name }))
}

/// Renames one thing everywhere; `was` at its definition keeps lists readable.
pub(crate) fn rename(project: &Project, params: &Value) -> Result<Value, String> {
    let (name, found) = named(project, params).ok_or("there is no name here")?;
    let new = params.get("newName").and_then(Value::as_str).unwrap_or("");
    let is_capital = |name: &str| name.starts_with(|char: char| char.is_ascii_uppercase());
    let letters = new.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
    let begins = new.starts_with(|char: char| char.is_ascii_alphabetic());
    if !letters || !begins || is_capital(new) != is_capital(&name) || names_nothing(new) {
        return Err(format!("`{new}` is not a name for this"));
    }
    let [definition] = found.as_slice() else {
        return Err(match found.len() {
            0 => format!("`{name}` is not defined in these files"),
            many => format!(
                "`{name}` could be {many} things here; rename it where the one you mean is defined"
            ),
        });
    };
    if definition.0.path.is_none() {
        return Err(format!("`{name}` is defined in the data that comes with the program"));
    }
    if new == name {
        return Ok(json!({ "changes": {} }));
    }
    let edits = edits(project, &name, new, *definition);
    let texts = edits.iter().map(|(path, edits)| {
        let text = project.text(path).unwrap_or("");
        (path.clone(), changed(text, edits))
    });
    if let Some(error) = project.new_error(texts.collect()) {
        return Err(format!("`{new}` does not work here: {error}"));
    }
    let mut changes = serde_json::Map::new();
    for (path, edits) in &edits {
        let lines = Lines::of(project.text(path).unwrap_or(""), project.encoding);
        let edits = edits
            .iter()
            .map(|(range, new)| json!({ "range": lines.range(range.clone()), "newText": new }));
        changes.insert(uri_of(path), edits.collect());
    }
    Ok(json!({ "changes": changes }))
}

type Edits = Vec<(std::ops::Range<usize>, String)>;

fn edits(
    project: &Project,
    name: &str,
    new: &str,
    definition: Found<'_>,
) -> Vec<(std::path::PathBuf, Edits)> {
    let mut all: Vec<(std::path::PathBuf, Edits)> = Vec::new();
    for (file, range) in uses_of(project, name, definition) {
        let Some(path) = &file.path else { continue };
        // An old name stays what it was.
        if file.text.get(..range.start).is_some_and(|before| before.trim_end().ends_with(" was")) {
            continue;
        }
        match all.last_mut().filter(|(last, _)| last == path) {
            Some((_, edits)) => edits.push((range, new.to_owned())),
            None => all.push((path.clone(), vec![(range, new.to_owned())])),
        }
    }
    let (file, definition) = definition;
    let own = all.iter_mut().find(|(path, _)| Some(path.as_path()) == file.path.as_deref());
    if let Some((_, edits)) = own {
        let end = name_end(&file.text, definition);
        // Back to a name that it had: the list of old names loses that one.
        let rest = file.text.get(end..).unwrap_or("");
        let back = format!(" was {new}");
        let begins =
            |rest: &str| !rest.starts_with(|char: char| char.is_alphanumeric() || char == '_');
        let chain = rest.split(['{', '\n', '}']).next().unwrap_or("");
        if let Some(at) =
            chain.find(&back).filter(|at| rest.get(at + back.len()..).is_some_and(begins))
        {
            edits.push((end + at..end + at + back.len(), String::new()));
        }
        let was = format!(" was {name}");
        match edits.last_mut().filter(|(range, new)| range.start == end && new.is_empty()) {
            Some((_, new)) => *new = was,
            None => edits.push((end..end, was)),
        }
        edits.sort_by_key(|(range, _)| range.start);
    }
    all
}

/// Where `was` stands: behind the id with its parameters and the texts that follow it.
fn name_end(text: &str, definition: &Definition) -> usize {
    let start = definition.name.end;
    let rest = text.get(start..).unwrap_or("");
    let mut end = start;
    let mut depth = 0;
    for token in Lexer::new(rest) {
        match token.kind {
            TokenKind::OpenParen if token.start == 0 || depth > 0 => depth += 1,
            TokenKind::CloseParen if depth > 0 => {
                depth -= 1;
                end = start + token.end;
            }
            _ if depth > 0 => {}
            TokenKind::Text if end == start || definition.kind == "keyword" => {
                end = start + token.end;
            }
            _ => break,
        }
    }
    end
}

fn changed(text: &str, edits: &Edits) -> String {
    let mut changed = text.to_owned();
    for (range, new) in edits.iter().rev() {
        if changed.get(range.clone()).is_some() {
            changed.replace_range(range.clone(), new);
        }
    }
    changed
}
