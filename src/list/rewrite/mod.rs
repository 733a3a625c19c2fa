//! Writes a changed list into the text it was read from. Only what has changed is rewritten; every
//! other byte stays, including comments and order.
//!
//! Start at [`rewrite`], which compares the list in a text with the changed one. The new text is
//! always read again and must give exactly the changed list; otherwise nothing is written.

pub(crate) mod entries;
pub(crate) mod error;
pub(crate) mod force;
pub(crate) mod models;
pub(crate) mod options;
pub(crate) mod render;
pub(crate) mod splice;
pub(crate) mod unit;
pub(crate) mod whole;

use std::fmt;

use std::borrow::Cow;

use crate::list::rewrite::entries::KeyChange;
use crate::list::rewrite::error::refusal;
use crate::list::rewrite::force::{force_pairs, forces, unit_blocks};
use crate::list::rewrite::models::names;
use crate::list::rewrite::options::options;
use crate::list::rewrite::splice::{RewriteResult, Splices, Unsupported, newline_of};
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{Design, GameKey, GameValue, List, Name, OldName, Points, load_list, yaml};
use crate::source::Sources;

/// The change cannot be made in the text as it is written. Contains the reason, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CannotRewrite(pub String);

impl fmt::Display for CannotRewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotRewrite {}

/// The text, changed so that it states the new list.
pub fn rewrite(text: &str, target: &List) -> Result<String, CannotRewrite> {
    let renamed = with_new_names(text, target).map(|text| changed(&text, target));
    renamed.and_then(Result::ok).map_or_else(|| changed(text, target), Ok)
}

/// The text with new names in place of old ones; none if it has none.
fn with_new_names(text: &str, target: &List) -> Option<String> {
    let mut text = text.to_owned();
    // Start from the end, so that earlier spans stay valid.
    for OldName { old, now } in target.old_names.0.iter().rev() {
        let range = old.span.start()..old.span.end();
        text.get(range.clone())?;
        text.replace_range(range, now);
    }
    (!target.old_names.0.is_empty()).then_some(text)
}

fn changed(text: &str, target: &List) -> Result<String, CannotRewrite> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    let (tree, found) = yaml::parse(&sources, source);
    let (list, more) = load_list(&sources, source);
    let (Some(tree), Some(list), true) = (tree, list, found.is_empty() && more.is_empty()) else {
        return Err(CannotRewrite("the list could not be read as a whole".to_owned()));
    };
    // While lines are moved, the last one needs a line end too.
    let whole = if text.ends_with('\n') {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(format!("{text}{}", newline_of(text)))
    };
    let mut splices = Splices::new(&whole);
    let new = head(&mut splices, &tree, &list, target).and_then(|()| splices.done());
    match new.map(|new| {
        if text.ends_with('\n') { new } else { new.trim_end_matches(['\n', '\r']).to_owned() }
    }) {
        Ok(new) if says(&new, target) => Ok(new),
        Ok(_) => Err(refusal(text, &tree, &splices, None)),
        Err(Unsupported(at)) => Err(refusal(text, &tree, &splices, Some(at))),
    }
}

/// Whether a text states exactly this list.
fn says(text: &str, target: &List) -> bool {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    let (read, found) = load_list(&sources, source);
    // Spans are not part of what a list says.
    let same = |read: List| {
        List { span: target.span, deck_at: target.deck_at, incomplete: target.incomplete, ..read }
            == *target
    };
    found.is_empty() && read.is_some_and(same)
}

/// The keys after which new keys of the head are inserted.
const HEAD: &[&str] = &["points", "chart", "faction", "system", "orbat"];

/// The keys after which a new `units` is inserted, the nearest first.
const BEFORE_UNITS: &[&str] = &[
    "designs", "derived", "options", "optional", "event", "points", "chart", "faction", "system",
    "orbat",
];

fn head(splices: &mut Splices<'_>, tree: &Tree, old: &List, new: &List) -> RewriteResult {
    let text = |name: &Option<Name>| name.as_ref().map(|name| render::word(&name.value));
    let names_of_head: [(&str, &Option<Name>, &Option<Name>); 6] = [
        ("name", &old.name, &new.name),
        ("player", &old.player, &new.player),
        ("faction", &old.faction, &new.faction),
        ("chart", &old.chart, &new.chart),
        ("event", &old.event, &new.event),
        ("opponent", &old.opponent, &new.opponent),
    ];
    let mut sets = Vec::new();
    for (key, _, new) in names_of_head.into_iter().filter(|(_, old, new)| old != new) {
        let after: &[&str] = match key {
            "chart" => HEAD.get(2..).unwrap_or_default(),
            "faction" => HEAD.get(3..).unwrap_or_default(),
            _ => HEAD,
        };
        sets.push(KeyChange { key, value: text(new), after });
    }
    if old.points != new.points {
        let value = new.points.as_ref().map(Points::to_string);
        sets.push(KeyChange { key: "points", value, after: &["chart", "faction", "system"] });
    }
    splices.set_keys(tree, &sets)?;
    names(splices, tree, "optional", &old.optional, &new.optional, HEAD)?;
    options(splices, tree, &old.options, &new.options, HEAD)?;
    names(splices, tree, "notes", &old.notes, &new.notes, &[])?;
    designs(splices, tree, old, new)?;
    for (before, now) in old.designs.iter().filter_map(|before| {
        Some((before, new.designs.iter().find(|now| now.name == before.name)?))
    }) {
        let design = value(tree, "designs").and_then(|designs| value(designs, &before.name.value));
        if let Some(design) = design {
            if before.model != now.model {
                splices.set_key(design, "model", Some(render::word(&now.model.value)), &[])?;
            }
            options(splices, design, &before.options, &now.options, &["picks", "model"])?;
            let picks = |design: &Design| {
                design
                    .picks
                    .iter()
                    .map(|(name, pick)| (name.value.clone(), pick.value.to_string()))
                    .collect()
            };
            values(splices, design, "picks", picks(before), picks(now), &["model"])?;
        }
    }
    let derived = |list: &List| {
        list.derived
            .iter()
            .map(|(name, value)| (name.value.clone(), render::scalar(value)))
            .collect()
    };
    values(splices, tree, "derived", derived(old), derived(new), HEAD)?;
    let deck = |list: &List| {
        list.deck
            .iter()
            .map(|(name, amount)| (name.value.clone(), amount.value.to_string()))
            .collect()
    };
    values(splices, tree, "deck", deck(old), deck(new), &[])?;
    others(splices, tree, &old.others, &new.others, HEAD)?;
    let pairs = force_pairs(&old.others, &new.others);
    let items = unit_blocks(splices, tree, old, new, &pairs)?;
    forces(splices, tree, &pairs, &mut items.into_iter())
}

/// Adds and removes whole designs.
fn designs(splices: &mut Splices<'_>, tree: &Tree, old: &List, new: &List) -> RewriteResult {
    let has = |list: &List, name: &Name| list.designs.iter().any(|known| known.name == *name);
    let gone = old.designs.iter().filter(|design| !has(new, &design.name));
    let added: Vec<&Design> = new.designs.iter().filter(|design| !has(old, &design.name)).collect();
    let map = value(tree, "designs")
        .filter(|map| matches!(&map.kind, YamlKind::Map(pairs) if !pairs.is_empty()));
    let (Some(map), false) = (map, new.designs.is_empty()) else {
        let all: Vec<(String, String)> =
            added.iter().map(|design| render::design(design)).collect();
        let is_changed = !added.is_empty() || (new.designs.is_empty() && !old.designs.is_empty());
        if !is_changed {
            return Ok(());
        }
        let whole = (!all.is_empty()).then(|| render::flow(&all));
        return splices.set_key(tree, "designs", whole, BEFORE_UNITS);
    };
    let rendered: Vec<(String, String)> =
        added.iter().map(|design| render::design(design)).collect();
    let mut sets: Vec<KeyChange<'_>> =
        gone.map(|design| KeyChange { key: &design.name.value, value: None, after: &[] }).collect();
    sets.extend(rendered.iter().map(|(key, value)| KeyChange {
        key,
        value: Some(value.clone()),
        after: &[],
    }));
    splices.set_keys(map, &sets)
}

/// Writes the map of values under a key, entry by entry.
fn values(
    splices: &mut Splices<'_>,
    tree: &Tree,
    key: &str,
    old: Vec<(String, String)>,
    new: Vec<(String, String)>,
    after: &[&str],
) -> RewriteResult {
    if old == new {
        return Ok(());
    }
    let quoted: Vec<(String, String)> =
        new.iter().map(|(name, value)| (render::word(name), value.clone())).collect();
    let map = value(tree, key)
        .filter(|map| matches!(&map.kind, YamlKind::Map(pairs) if !pairs.is_empty()));
    let (Some(map), false) = (map, new.is_empty()) else {
        return splices.set_key(tree, key, (!new.is_empty()).then(|| render::flow(&quoted)), after);
    };
    let mut sets = Vec::new();
    for (name, before) in &old {
        let now = new.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        if now.as_ref() != Some(before) {
            sets.push(KeyChange { key: name, value: now, after: &[] });
        }
    }
    let added =
        new.iter().zip(&quoted).filter(|((name, _), _)| !old.iter().any(|(key, _)| key == name));
    sets.extend(added.map(|(_, (key, value))| KeyChange {
        key,
        value: Some(value.clone()),
        after: &[],
    }));
    splices.set_keys(map, &sets)
}

/// Writes the keys that the game defines, except forces.
fn others(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &[GameKey],
    new: &[GameKey],
    after: &[&str],
) -> RewriteResult {
    let value = |all: &[GameKey], key: &str| {
        all.iter().find(|other| other.key.value == key).map(|other| other.value.clone())
    };
    let mut keys: Vec<&str> = old.iter().chain(new).map(|other| other.key.value.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut sets = Vec::new();
    for key in keys {
        let (before, now) = (value(old, key), value(new, key));
        let scalars =
            |value: &Option<GameValue>| matches!(value, None | Some(GameValue::Scalars(_)));
        if before == now || !scalars(&before) || !scalars(&now) {
            continue;
        }
        let value = now.and_then(|value| match value {
            GameValue::Scalars(values) => Some(render::scalars(&values)),
            _ => None,
        });
        sets.push(KeyChange { key, value, after });
    }
    splices.set_keys(tree, &sets)
}

/// The value of a key.
fn value<'t>(map: &'t Tree, key: &str) -> Option<&'t Tree> {
    let YamlKind::Map(pairs) = &map.kind else { return None };
    pairs.iter().find(|(name, ..)| name == key).map(|(_, _, value)| value)
}
