//! Writes a changed list into the text it was read from: only what has changed is written anew, every other byte stays,
//! comments, order and all.
//!
//! [`rewrite`] compares the list that a text says with the one it should say. Whatever way it goes, the new text is read
//! again and must say exactly that; if it does not, nothing is written.

mod render;
mod splice;

use super::list::{ForceLine, List, Name, Other, OtherValue, Scalar, Taken, UnitLine};
use super::read::load_list;
use super::yaml::{self, Kind, Tree};
use crate::source::Sources;
use splice::{Item, Odd, Splices};

/// The text says things in a way that this change cannot be written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CannotRewrite;

/// The text with what it takes to say the other list.
pub fn rewrite(text: &str, target: &List) -> Result<String, CannotRewrite> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    let (tree, found) = yaml::parse(&sources, source);
    let (list, more) = load_list(&sources, source);
    let (Some(tree), Some(list), true) = (tree, list, found.is_empty() && more.is_empty()) else { return Err(CannotRewrite) };
    let mut splices = Splices::new(text);
    head(&mut splices, &tree, &list, target).map_err(|Odd| CannotRewrite)?;
    let new = splices.done().map_err(|Odd| CannotRewrite)?;
    let says_so = says(&new, target);
    if says_so { Ok(new) } else { Err(CannotRewrite) }
}

/// Whether a text says a list.
fn says(text: &str, target: &List) -> bool {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    let (read, found) = load_list(&sources, source);
    // Places are no part of what a list says.
    let same = |read: List| List { span: target.span, deck_at: target.deck_at, incomplete: target.incomplete, ..read } == *target;
    found.is_empty() && read.is_some_and(same)
}

/// Keys that new ones of the head stand behind.
const HEAD: &[&str] = &["points", "chart", "faction", "system", "orbat"];

fn head(splices: &mut Splices<'_>, tree: &Tree, old: &List, new: &List) -> Result<(), Odd> {
    let text = |name: &Option<Name>| name.as_ref().map(|name| render::word(&name.value));
    let names: [(&str, &Option<Name>, &Option<Name>); 6] = [
        ("name", &old.name, &new.name),
        ("player", &old.player, &new.player),
        ("faction", &old.faction, &new.faction),
        ("chart", &old.chart, &new.chart),
        ("event", &old.event, &new.event),
        ("opponent", &old.opponent, &new.opponent),
    ];
    for (key, _, new) in names.into_iter().filter(|(_, old, new)| old != new) {
        let after = HEAD.iter().copied().skip_while(|known| key == "chart" && *known == "points" || *known == key);
        splices.set_key(tree, key, text(new).as_deref(), &after.collect::<Vec<_>>())?;
    }
    if old.points != new.points {
        let points = new.points.as_ref().map(|points| points.value.to_string());
        splices.set_key(tree, "points", points.as_deref(), &["chart", "faction", "system"])?;
    }
    if old.optional != new.optional {
        let rules: Vec<Scalar> = new.optional.iter().cloned().map(Scalar::Text).collect();
        splices.set_key(tree, "optional", (!rules.is_empty()).then(|| render::scalars(&rules)).as_deref(), HEAD)?;
    }
    options(splices, tree, &old.options, &new.options)?;
    if old.derived != new.derived {
        let pairs: Vec<(String, String)> =
            new.derived.iter().map(|(name, value)| (render::word(&name.value), render::scalar(value))).collect();
        splices.set_key(tree, "derived", (!pairs.is_empty()).then(|| render::flow(&pairs)).as_deref(), HEAD)?;
    }
    if old.deck != new.deck {
        let pairs: Vec<(String, String)> =
            new.deck.iter().map(|(name, amount)| (render::word(&name.value), amount.value.to_string())).collect();
        splices.set_key(tree, "deck", (!pairs.is_empty()).then(|| render::flow(&pairs)).as_deref(), &[])?;
    }
    others(splices, tree, &old.others, &new.others, HEAD)?;
    units(splices, tree, &old.units, &new.units, HEAD)?;
    forces(splices, tree, &old.others, &new.others)
}

/// Keys that the game explains, without forces.
fn others(splices: &mut Splices<'_>, tree: &Tree, old: &[Other], new: &[Other], after: &[&str]) -> Result<(), Odd> {
    let value = |all: &[Other], key: &str| all.iter().find(|other| other.key.value == key).map(|other| other.value.clone());
    let mut keys: Vec<&str> = old.iter().chain(new).map(|other| other.key.value.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let (before, now) = (value(old, key), value(new, key));
        let scalars = |value: &Option<OtherValue>| matches!(value, None | Some(OtherValue::Scalars(_)));
        if before == now || !scalars(&before) || !scalars(&now) {
            continue;
        }
        let text = now.and_then(|value| match value {
            OtherValue::Scalars(values) => Some(render::scalars(&values)),
            _ => None,
        });
        splices.set_key(tree, key, text.as_deref(), after)?;
    }
    Ok(())
}

/// The value of a key.
fn value<'t>(map: &'t Tree, key: &str) -> Option<&'t Tree> {
    let Kind::Map(pairs) = &map.kind else { return None };
    pairs.iter().find(|(name, ..)| name == key).map(|(_, _, value)| value)
}

/// What stands under `options`, one name at a time.
fn options(splices: &mut Splices<'_>, map: &Tree, old: &[Taken], new: &[Taken]) -> Result<(), Odd> {
    if old == new {
        return Ok(());
    }
    let whole = render::options(new);
    let Some(tree) = value(map, "options").filter(|_| whole.is_some()) else {
        return splices.set_key(map, "options", whole.as_deref(), &["options", "models", "name", "unit"]);
    };
    if !matches!(tree.kind, Kind::Map(_)) {
        return splices.set_key(map, "options", whole.as_deref(), &[]);
    }
    let mut names: Vec<&str> = old.iter().chain(new).map(|one| one.name.value.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let of = |all: &'_ [Taken]| all.iter().filter(|one| one.name.value == name).cloned().collect::<Vec<_>>();
        let (before, now) = (of(old), of(new));
        if before != now {
            let text = (!now.is_empty()).then(|| render::values(&now.iter().collect::<Vec<_>>()));
            splices.set_key(tree, name, text.as_deref(), &[])?;
        }
    }
    Ok(())
}

/// Whether two lines are the same unit.
type Same<'t> = &'t dyn Fn(&UnitLine, &UnitLine) -> bool;

/// Which old unit each new one was, and which old ones are gone.
fn matched<'n>(old: &[UnitLine], new: &'n [UnitLine]) -> (Vec<(usize, &'n UnitLine)>, Vec<usize>, Vec<&'n UnitLine>) {
    let mut free: Vec<usize> = (0..old.len()).collect();
    let mut left: Vec<&UnitLine> = new.iter().collect();
    let mut pairs = Vec::new();
    let same_id = |a: &UnitLine, b: &UnitLine| a.unit == b.unit && a.id == b.id && a.id.is_some();
    // By the place it was read from, whichever text that was; then by id; then who is wholly alike.
    let same_place = |a: &UnitLine, b: &UnitLine| a.unit == b.unit && a.unit.span.start() == b.unit.span.start();
    let tests: [Same<'_>; 3] = [&same_place, &same_id, &|a, b| a == b];
    for test in tests {
        left.retain(|line| {
            let found = free.iter().position(|at| old.get(*at).is_some_and(|one| test(one, line)));
            pairs.extend(found.map(|place| (free.remove(place), *line)));
            found.is_none()
        });
    }
    (pairs, free, left)
}

fn units(splices: &mut Splices<'_>, map: &Tree, old: &[UnitLine], new: &[UnitLine], after: &[&str]) -> Result<(), Odd> {
    if old == new {
        return Ok(());
    }
    let (pairs, gone, added) = matched(old, new);
    let sequence = value(map, "units");
    for (at, line) in pairs {
        let before = old.get(at).ok_or(Odd)?;
        if before != line {
            let sequence = sequence.ok_or(Odd)?;
            let (_, item) = item_of(sequence, before).ok_or(Odd)?;
            unit(splices, sequence, item, before, line)?;
        }
    }
    for at in gone {
        let sequence = sequence.ok_or(Odd)?;
        let (place, _) = old.get(at).and_then(|line| item_of(sequence, line)).ok_or(Odd)?;
        splices.remove_item(sequence, place)?;
    }
    let items: Vec<Item> = added.into_iter().map(unit_item).collect();
    splices.add_items(map, "units", &items, after)
}

/// The item of the sequence that a unit was read from.
fn item_of<'t>(sequence: &'t Tree, line: &UnitLine) -> Option<(usize, &'t Tree)> {
    let Kind::Sequence(all) = &sequence.kind else { return None };
    let start = line.unit.span.start();
    all.iter().enumerate().find(|(_, item)| value(item, "unit").unwrap_or(item).span.start() == start)
}

fn block(pairs: &[(String, String)]) -> Vec<String> {
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    pairs.iter().enumerate().map(|(at, (key, value))| format!("{}{key}: {value}", lead(at))).collect()
}

fn unit_item(line: &UnitLine) -> Item {
    let pairs = render::unit(line);
    Item { block: block(&pairs), flow: render::flow(&pairs) }
}

fn unit(splices: &mut Splices<'_>, sequence: &Tree, item: &Tree, old: &UnitLine, new: &UnitLine) -> Result<(), Odd> {
    let pairs = render::unit(new);
    if !matches!(item.kind, Kind::Map(_)) {
        splices.unfold(item, splices.is_in_flow(sequence), &pairs);
        return Ok(());
    }
    let before = render::unit(old);
    let written =
        |pairs: &[(String, String)], key: &str| pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    let keys: Vec<&String> =
        before.iter().chain(pairs.iter().filter(|(key, _)| written(&before, key).is_none())).map(|(key, _)| key).collect();
    for key in keys {
        let now = written(&pairs, key);
        if written(&before, key) == now {
            continue;
        }
        match key.as_str() {
            "options" => options(splices, item, &old.options, &new.options)?,
            _ => splices.set_key(item, key, now.as_deref(), if key == "models" || key == "id" { &["unit"] } else { &[] })?,
        }
    }
    Ok(())
}

/// Forces under their keys: by their places; those beyond the last are new.
fn forces(splices: &mut Splices<'_>, tree: &Tree, old: &[Other], new: &[Other]) -> Result<(), Odd> {
    fn lines(other: &Other) -> Option<&[ForceLine]> {
        if let OtherValue::Forces(forces) = &other.value { Some(forces) } else { None }
    }
    for other in new {
        let Some(now) = lines(other) else { continue };
        let key = other.key.value.as_str();
        let before = old.iter().find(|old| old.key.value == key).and_then(lines).unwrap_or(&[]);
        if before == now {
            continue;
        }
        let sequence = value(tree, key);
        for (at, (before, now)) in before.iter().zip(now).enumerate().filter(|(_, (before, now))| before != now) {
            let Some(Kind::Sequence(items)) = sequence.map(|tree| &tree.kind) else { return Err(Odd) };
            force(splices, items.get(at).ok_or(Odd)?, before, now)?;
        }
        for at in now.len()..before.len() {
            splices.remove_item(sequence.ok_or(Odd)?, at)?;
        }
        let items: Vec<Item> = now.iter().skip(before.len()).map(force_item).collect();
        splices.add_items(tree, key, &items, &[])?;
    }
    let gone = |other: &&Other| lines(other).is_some() && !new.iter().any(|new| new.key == other.key);
    for other in old.iter().filter(gone) {
        splices.set_key(tree, &other.key.value, None, &[])?;
    }
    Ok(())
}

fn force_item(force: &ForceLine) -> Item {
    let pairs = render::force_head(force);
    let units: Vec<(String, Vec<String>)> = force.units.iter().map(unit_item).map(|item| (item.flow, item.block)).collect();
    let flow: Vec<String> = units.iter().map(|(flow, _)| flow.clone()).collect();
    let mut keys: Vec<(String, String)> = pairs.clone();
    keys.push(("units".to_owned(), format!("[{}]", flow.join(", "))));
    let mut lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    lines.push("units:".to_owned());
    lines.extend(units.iter().flat_map(|(_, block)| block).map(|line| format!("  {line}")));
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    Item { block: lines.iter().enumerate().map(|(at, line)| format!("{}{line}", lead(at))).collect(), flow: render::flow(&keys) }
}

fn force(splices: &mut Splices<'_>, item: &Tree, old: &ForceLine, new: &ForceLine) -> Result<(), Odd> {
    let text = |name: &Option<Name>| name.as_ref().map(|name| render::word(&name.value));
    if old.name != new.name {
        splices.set_key(item, "name", text(&new.name).as_deref(), &[])?;
    }
    if old.chart != new.chart {
        splices.set_key(item, "chart", text(&new.chart).as_deref(), &["name"])?;
    }
    options(splices, item, &old.options, &new.options)?;
    others(splices, item, &old.others, &new.others, &["name"])?;
    units(splices, item, &old.units, &new.units, &["chart", "name"])
}
