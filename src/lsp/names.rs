//! What a name at a place stands for. Many things may have one id: each unit has its `trooper`, a
//! unit and its model share a name, a slot is called like its category. The nearest is meant, and
//! of these the one of the kind that the words before it ask for.

use std::ops::Range;

use serde_json::Value;

use super::index::{Definition, declaration_around, uses, word_around};
use super::project::{Indexed, Project};
use crate::syntax::lexer::{Lexer, Token};

/// A definition and the file it stands in.
pub(crate) type Found<'p> = (&'p Indexed, &'p Definition);

/// The name at the place of a request, and what defines it: one thing, or several if it cannot be
/// told which is meant.
pub(crate) fn named<'p>(project: &'p Project, params: &Value) -> Option<(String, Vec<Found<'p>>)> {
    let (path, text, byte) = project.place(params)?;
    let range = word_around(text, byte)?;
    let name = text.get(range.clone())?.to_owned();
    let file = project.files.iter().find(|file| file.path.as_deref() == Some(&*path));
    let before = file.and_then(|file| words_before(file, range.start));
    let found = defined(project, &name);
    Some((name, meant(found, file, range.start, before.as_ref())))
}

/// Everything of this name.
pub(crate) fn defined<'p>(project: &'p Project, name: &str) -> Vec<Found<'p>> {
    let all = project
        .files
        .iter()
        .flat_map(|file| file.definitions.iter().map(move |definition| (file, definition)));
    all.filter(|(file, definition)| file.text.get(definition.name.clone()) == Some(name)).collect()
}

/// Of several definitions, those that a name at this place can stand for.
fn meant<'p>(
    all: Vec<Found<'p>>,
    file: Option<&Indexed>,
    at: usize,
    before: Option<&[String; 2]>,
) -> Vec<Found<'p>> {
    let same = |of: &Indexed| file.is_some_and(|file| file.path == of.path);
    if let Some(itself) =
        all.iter().find(|(of, definition)| same(of) && definition.name.start == at)
    {
        let slot_of = |(_, other): &&Found<'p>| other.kind == "category";
        let is_slot = itself.1.kind == "slot";
        let found = all.iter().find(slot_of).filter(|_| is_slot).unwrap_or(itself);
        return vec![*found];
    }
    let around = file.and_then(|file| declaration_around(&file.definitions, at));
    let inside: Vec<Found<'p>> = all
        .iter()
        .copied()
        .filter(|(of, definition)| {
            let within = |around: &Definition| around.whole.contains(&definition.name.start);
            same(of) && definition.depth > 0 && around.is_some_and(within)
        })
        .collect();
    let outside: Vec<Found<'p>> =
        all.iter().copied().filter(|(_, definition)| definition.depth == 0).collect();
    let asked = |found: &[Found<'p>]| -> Vec<Found<'p>> {
        let Some([leading, last]) = before else { return Vec::new() };
        let fits = |(_, definition): &Found<'p>| fits(&definition.kind, leading, last);
        found.iter().copied().filter(fits).collect()
    };
    for found in [&inside, &outside, &all] {
        let fitting = asked(found);
        if !fitting.is_empty() {
            return without_slots(fitting);
        }
    }
    let nearest = [inside, outside, all].into_iter().find(|found| !found.is_empty());
    without_slots(nearest.unwrap_or_default())
}

/// A slot of a category's name means that category.
fn without_slots(found: Vec<Found<'_>>) -> Vec<Found<'_>> {
    let others: Vec<Found<'_>> =
        found.iter().copied().filter(|(_, definition)| definition.kind != "slot").collect();
    if others.is_empty() { found } else { others }
}

/// Whether a thing of this kind can be meant behind these words: the statement's first and the last.
fn fits(kind: &str, leading: &str, last: &str) -> bool {
    match (leading, last) {
        (_, "has") => kind == "keyword",
        (_, ":") => kind == "category",
        ("models" | "for", _) => kind == "model",
        (_, "for" | "one") if leading != "event" => kind == "model",
        ("slot" | "holds", _) => kind == "category",
        ("include", _) => kind == "group",
        ("brings", _) => kind == "unit",
        (_, "extends") => kind == leading,
        (_, "of") => kind == "system",
        ("charts", _) => kind == "chart",
        ("waive", _) => kind == "rule",
        _ => !matches!(kind, "model" | "characteristic" | "slot"),
    }
}

/// The first word of the statement that a byte stands in, and the token before it.
fn words_before(file: &Indexed, at: usize) -> Option<[String; 2]> {
    let line = file.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let before = file.text.get(line..at)?;
    let tokens: Vec<Token> = Lexer::new(before).collect();
    let word = |token: &Token| before.get(token.start..token.end).unwrap_or("").to_owned();
    let leads = ["models", "weapons", "include", "brings", "has", "slot", "charts", "waive"];
    let leading = tokens.iter().rev().map(word).find(|word| leads.contains(&word.as_str()));
    let leading = leading.or_else(|| tokens.first().map(word)).unwrap_or_default();
    Some([leading, tokens.last().map(word).unwrap_or_default()])
}

/// Every place in the files of the folder that stands for this definition, with those whose
/// meaning cannot be told.
pub(crate) fn uses_of<'p>(
    project: &'p Project,
    name: &str,
    definition: Found<'p>,
) -> Vec<(&'p Indexed, Range<usize>)> {
    let all = defined(project, name);
    let is_it =
        |(of, found): &Found<'p>| of.path == definition.0.path && found.name == definition.1.name;
    let mut places = Vec::new();
    for file in &project.files {
        for range in uses(&file.text, name) {
            let before = words_before(file, range.start);
            let stands = meant(all.clone(), Some(file), range.start, before.as_ref());
            if stands.iter().any(is_it) && (stands.len() == 1 || definition.1.depth == 0) {
                places.push((file, range));
            }
        }
    }
    places
}
