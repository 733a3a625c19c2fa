//! Writes model lines and lists of names one by one, keeping the form they have in the text.

use crate::list::rewrite::entries::{KeyChange, NewEntry};
use crate::list::rewrite::options::options;
use crate::list::rewrite::splice::{NewItem, RewriteResult, Splices, Unsupported};
use crate::list::rewrite::{render, value};
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{ModelLine, Models, Name};

/// Writes `models`: as a number, or line by line.
pub(crate) fn models(
    splices: &mut Splices<'_>,
    map: &Tree,
    old: &Models,
    new: &Models,
) -> RewriteResult {
    if let (Models::Lines(old), Models::Lines(new), Some(tree)) = (old, new, value(map, "models"))
        && matches!(tree.kind, YamlKind::Map(_) | YamlKind::Sequence(_))
        && let Some(pairs) = lines_alike(old, new)
    {
        return model_lines(splices, tree, old, new, &pairs);
    }
    splices.set_key(map, "models", render::models(new), &["unit"])
}

/// Matches new lines with old ones, if they are in the same order and new lines come last.
fn lines_alike(old: &[ModelLine], new: &[ModelLine]) -> Option<Vec<Option<usize>>> {
    let mut next = 0;
    let mut pairs = Vec::new();
    for line in new {
        let found = (next..)
            .zip(old.iter().skip(next))
            .find(|(_, known)| known.model == line.model && known.design == line.design);
        let found = found.map(|(at, _)| at);
        next = found.map_or(next, |at| at + 1);
        pairs.push(found);
    }
    let is_sequence = new.iter().any(|line| line.design.is_some());
    let first_new = pairs.iter().position(Option::is_none).unwrap_or(pairs.len());
    let new_ones_last = pairs.iter().skip(first_new).all(Option::is_none);
    (!is_sequence || new_ones_last).then_some(pairs)
}

fn model_lines(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &[ModelLine],
    new: &[ModelLine],
    pairs: &[Option<usize>],
) -> RewriteResult {
    for (line, before) in
        new.iter().zip(pairs).filter_map(|(line, at)| Some((line, old.get((*at)?)?)))
    {
        if line != before {
            model_line(splices, tree, before, line)?;
        }
    }
    let gone = (0..old.len()).filter(|at| !pairs.contains(&Some(*at)));
    let added = || new.iter().zip(pairs).filter(|(_, at)| at.is_none()).map(|(line, _)| line);
    if matches!(tree.kind, YamlKind::Sequence(_)) {
        let items = added()
            .map(render::sequence_line)
            .map(|line| (None, NewItem::new(vec![format!("- {line}")], line)));
        return splices.change_items(
            tree,
            &gone.map(|at| (at, false)).collect::<Vec<_>>(),
            items.collect(),
        );
    }
    let names: Vec<&str> =
        gone.filter_map(|at| old.get(at)).map(|line| line.model.value.as_str()).collect();
    let mut sets: Vec<KeyChange<'_>> =
        names.iter().map(|key| KeyChange { key, value: None, after: &[] }).collect();
    let words: Vec<(String, String)> = added().map(render::map_line).collect();
    sets.extend(words.iter().map(|(key, value)| KeyChange {
        key,
        value: Some(value.clone()),
        after: &[],
    }));
    splices.set_keys(tree, &sets)
}

/// Writes a line of models at the place it was read from.
fn model_line(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &ModelLine,
    new: &ModelLine,
) -> RewriteResult {
    let start = old.model.span.start();
    let count = new.count.as_ref().map(|count| count.value.to_string());
    let block = match &tree.kind {
        YamlKind::Map(pairs) => {
            let (key, _, value) =
                pairs.iter().find(|(_, key, _)| key.start() == start).ok_or(Unsupported(start))?;
            if !matches!(value.kind, YamlKind::Map(_)) {
                return splices.set_key(tree, key, Some(render::map_line(new).1), &[]);
            }
            value
        }
        YamlKind::Sequence(all) => {
            let named = |item: &&Tree| {
                ["design", "model"]
                    .iter()
                    .any(|key| value(item, key).is_some_and(|name| name.span.start() == start))
            };
            all.iter().find(named).ok_or(Unsupported(start))?
        }
        _ => return Err(Unsupported(start)),
    };
    if old.count != new.count {
        splices.set_key(block, "count", count, &["model", "design"])?;
    }
    options(splices, block, &old.options, &new.options, &["count"])
}

/// Writes the names under a key: one name, or a list of them.
pub(crate) fn names(
    splices: &mut Splices<'_>,
    map: &Tree,
    key: &str,
    old: &[Name],
    new: &[Name],
    after: &[&str],
) -> RewriteResult {
    if old == new {
        return Ok(());
    }
    let tree = value(map, key)
        .filter(|tree| matches!(&tree.kind, YamlKind::Sequence(all) if all.len() == old.len()));
    let tree = tree.filter(|_| !new.is_empty() || splices.has_comments(map, key));
    let Some(tree) = tree else { return splices.set_key(map, key, render::names(new), after) };
    let YamlKind::Sequence(all) = &tree.kind else { return Ok(()) };
    let name_at = |item: &Tree| old.iter().find(|name| name.span.start() == item.span.start());
    let stays = |item: &Tree| name_at(item).is_some_and(|name| new.contains(name));
    let gone: Vec<(usize, bool)> =
        (0..).zip(all).filter(|(_, item)| !stays(item)).map(|(at, _)| (at, false)).collect();
    let added = new.iter().filter(|name| !old.contains(name)).map(|name| render::word(&name.value));
    let items: NewEntry =
        added.map(|word| (None, NewItem::new(vec![format!("- {word}")], word))).collect();
    splices.change_items(tree, &gone, items)
}
