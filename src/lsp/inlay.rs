//! What the editor shows between the words: what a unit costs at the least, what a formula comes
//! to.

use std::ops::Range;
use std::path::Path;

use serde_json::{Value, json};

use super::index::Definition;
use super::position::Lines;
use super::project::{Indexed, Project};
use crate::analysis::{constant, formulas};
use crate::engine::Ruleset;
use crate::model::{EntryId, Expr, ExprKind, Game, Type};
use crate::resolve::Compiled;
use crate::source::SourceId;
use crate::views::{Size, least_price, points, size_of};

/// The points that formulas are shown for.
const EXAMPLE: i64 = 1000;

/// Hints for the range that the editor shows.
pub(crate) fn hints(project: &Project, params: &Value) -> Option<Value> {
    let (path, text, start) = project.place(params)?;
    let lines = Lines::of(text, project.encoding);
    let end = params.pointer("/range/end").and_then(|end| lines.byte(end)).unwrap_or(text.len());
    let mut hints: Vec<(usize, String)> = Vec::new();
    for compiled in &project.compiled {
        let Some((game, source)) = read_from(compiled, &path, text) else { continue };
        units(game, source, text, start..end, &mut hints);
        numbers(game, source, start..end, &mut hints);
    }
    hints.sort();
    hints.dedup();
    let hint = |(at, label): (usize, String)| {
        let (line, character) = lines.place(at);
        let position = json!({ "line": line, "character": character });
        json!({ "position": position, "label": label, "paddingLeft": true })
    };
    Some(Value::Array(hints.into_iter().map(hint).collect()))
}

/// The game without errors that was compiled from this text, and the id of the text in it.
fn read_from<'c>(compiled: &'c Compiled, path: &Path, text: &str) -> Option<(&'c Game, SourceId)> {
    let game = compiled.game.as_ref().filter(|_| !compiled.has_errors())?;
    let is_it = |(_, source): &(SourceId, &crate::source::Source)| {
        Path::new(source.path()) == path && source.text() == text
    };
    compiled.sources.iter().find(is_it).map(|(id, _)| (game, id))
}

/// The price of each unit behind its title.
fn units(
    game: &Game,
    source: SourceId,
    text: &str,
    range: Range<usize>,
    hints: &mut Vec<(usize, String)>,
) {
    let here = |id: &EntryId| {
        let span = game.entries[*id].span;
        span.source == source && range.contains(&span.start())
    };
    let ids: Vec<EntryId> = game.units().map(|(id, _)| id).filter(here).collect();
    if ids.is_empty() {
        return;
    }
    let rules = Ruleset::new(game);
    for id in ids {
        let at = end_of_title(text, game.entries[id].span.end());
        hints.extend(price(&rules, id).map(|price| (at, format!("from {price}"))));
    }
}

fn price(rules: &Ruleset<'_>, id: EntryId) -> Option<String> {
    let amount = points(least_price(rules, id).as_deref())?;
    let currency = rules.book.game.currencies.values().next()?;
    Some(format!("{amount} {}", currency.title))
}

/// Where the title behind an id ends, or the id if it has none.
fn end_of_title(text: &str, end: usize) -> usize {
    let mut tokens = crate::syntax::lexer::Lexer::new(text.get(end..).unwrap_or(""));
    match tokens.next() {
        Some(token) if token.kind == crate::syntax::lexer::TokenKind::Text => end + token.end,
        _ => end,
    }
}

/// What formulas come to that need nothing but numbers and the points agreed.
fn numbers(game: &Game, source: SourceId, range: Range<usize>, hints: &mut Vec<(usize, String)>) {
    formulas::each(game, &mut |formula| {
        if formula.span.source == source && range.contains(&formula.span.start()) {
            hints.extend(told(formula).map(|label| (formula.span.end(), label)));
        }
    });
}

fn told(formula: &Expr) -> Option<String> {
    let is_formula = matches!(
        formula.kind,
        ExprKind::Binary(..) | ExprKind::If(..) | ExprKind::Extreme { .. } | ExprKind::Round(..)
    );
    if !is_formula || formula.ty != Type::Number {
        return None;
    }
    if let Some(number) = constant::number(formula) {
        return Some(format!("= {number}"));
    }
    let (here, there) =
        (constant::number_at(formula, EXAMPLE)?, constant::number_at(formula, 2 * EXAMPLE)?);
    Some(match here == there {
        true => format!("= {here} at {EXAMPLE}"),
        false => format!("= {here} at {EXAMPLE}, {there} at {}", 2 * EXAMPLE),
    })
}

/// What is known about a definition beyond its line: price and size of a unit, the text of a
/// keyword.
pub(crate) fn known_of(
    project: &Project,
    file: &Indexed,
    definition: &Definition,
) -> Option<String> {
    project.compiled.iter().filter(|compiled| !compiled.has_errors()).find_map(|compiled| {
        let game = compiled.game.as_ref()?;
        let at = |span: crate::source::Span| {
            let source = compiled.sources.get(span.source);
            span.start() == definition.name.start && source.text() == file.text
        };
        if let Some((id, _)) = game.units().find(|(_, unit)| at(unit.span)) {
            return Some(unit_words(&Ruleset::new(game), id));
        }
        let keyword = game.keywords.values().find(|keyword| at(keyword.span))?;
        let name = |index: usize| {
            keyword.parameters.get(index).map(|known| known.name.clone()).unwrap_or_default()
        };
        Some(keyword.text.fill(name))
    })
}

/// `from 60 points, 5–10 models`
pub(crate) fn unit_words(rules: &Ruleset<'_>, id: EntryId) -> String {
    let Size { words, .. } = size_of(rules.book.game, id);
    match price(rules, id) {
        Some(price) => format!("from {price}, {words}"),
        None => words,
    }
}
