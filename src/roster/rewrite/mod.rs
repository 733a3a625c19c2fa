//! Writes a changed list into the text it was read from: only what has changed is written anew, every other byte stays,
//! comments, order and all.
//!
//! [`rewrite`] compares the list that a text says with the one it should say. Whatever way it goes, the new text is read
//! again and must say exactly that; if it does not, nothing is written.

mod entries;
mod options;
mod render;
mod splice;
mod unit;

use std::ops::Range;

use super::list::{Design, ForceLine, List, Name, Other, OtherValue};
use super::read::load_list;
use super::yaml::{self, Kind, Tree};
use crate::source::Sources;
use entries::Set;
use options::{names, options};
use splice::{Done, Item, Odd, Splices};
use unit::Home;

/// The text says things in a way that this change cannot be written into; why, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CannotRewrite(pub String);

/// The text with what it takes to say the other list.
pub fn rewrite(text: &str, target: &List) -> Result<String, CannotRewrite> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    let (tree, found) = yaml::parse(&sources, source);
    let (list, more) = load_list(&sources, source);
    let (Some(tree), Some(list), true) = (tree, list, found.is_empty() && more.is_empty()) else {
        return Err(CannotRewrite("the list could not be read as a whole".to_owned()));
    };
    let mut splices = Splices::new(text);
    let new = head(&mut splices, &tree, &list, target).and_then(|()| splices.done());
    match new {
        Ok(new) if says(&new, target) => Ok(new),
        Ok(_) => Err(why(text, &tree, &splices, None)),
        Err(Odd(at)) => Err(why(text, &tree, &splices, Some(at))),
    }
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

/// What stands in the way: something that is written once and said twice, or else the place where it happened.
fn why(text: &str, tree: &Tree, splices: &Splices<'_>, odd: Option<usize>) -> CannotRewrite {
    let line = |at: usize| text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
    let mut borrowed = Vec::new();
    borrowings(tree, &mut borrowed);
    let changed: Vec<Range<usize>> = splices.ranges().chain(odd.map(|at| at..at)).collect();
    let touches =
        |one: &Range<usize>| changed.iter().any(|change| change.start < one.end && one.start < change.end.max(change.start + 1));
    let shared = borrowed.iter().find(|one| touches(&one.alias) || touches(&one.anchored));
    CannotRewrite(match (shared, odd.or(changed.first().map(|range| range.start))) {
        (Some(one), _) => {
            let (alias, anchored) = (line(one.alias.start), line(one.anchored.start));
            format!("line {alias} repeats what stands on line {anchored} (an alias), so one cannot change without the other")
        }
        (None, Some(at)) => format!("line {} is written in a way this change does not fit into", line(at)),
        (None, None) => "it is written in a way this change does not fit into".to_owned(),
    })
}

/// An alias, and what it stands for: where each begins and ends.
struct Borrowing {
    alias: Range<usize>,
    anchored: Range<usize>,
}

fn borrowings(tree: &Tree, all: &mut Vec<Borrowing>) {
    fn ends(tree: &Tree, start: usize) -> Option<usize> {
        let inside = match &tree.kind {
            Kind::Map(pairs) => pairs.iter().find_map(|(_, _, value)| ends(value, start)),
            Kind::Sequence(items) => items.iter().find_map(|item| ends(item, start)),
            _ => None,
        };
        (tree.borrowed.is_none() && tree.span.start() == start).then_some(tree.end).or(inside)
    }
    fn walk(root: &Tree, tree: &Tree, all: &mut Vec<Borrowing>) {
        if let Some(start) = tree.borrowed {
            let alias = tree.span.start()..tree.end;
            all.push(Borrowing { alias, anchored: start..ends(root, start).unwrap_or(start + 1) });
        }
        match &tree.kind {
            Kind::Map(pairs) => pairs.iter().for_each(|(_, _, value)| walk(root, value, all)),
            Kind::Sequence(items) => items.iter().for_each(|item| walk(root, item, all)),
            _ => {}
        }
    }
    walk(tree, tree, all);
}

/// Keys that new ones of the head stand behind.
const HEAD: &[&str] = &["points", "chart", "faction", "system", "orbat"];

fn head(splices: &mut Splices<'_>, tree: &Tree, old: &List, new: &List) -> Done {
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
        sets.push(Set { key, value: text(new), after });
    }
    if old.points != new.points {
        let value = new.points.as_ref().map(|points| points.value.to_string());
        sets.push(Set { key: "points", value, after: &["chart", "faction", "system"] });
    }
    splices.set_keys(tree, &sets)?;
    names(splices, tree, "optional", &old.optional, &new.optional, HEAD)?;
    options(splices, tree, &old.options, &new.options)?;
    for (before, now) in old.designs.iter().zip(&new.designs).filter(|(before, now)| before.name == now.name) {
        let design = value(tree, "designs").and_then(|designs| value(designs, &before.name.value));
        if let Some(design) = design {
            options(splices, design, &before.options, &now.options)?;
            let picks =
                |design: &Design| design.picks.iter().map(|(name, pick)| (name.value.clone(), pick.value.to_string())).collect();
            values(splices, design, "picks", picks(before), picks(now), &["model"])?;
        }
    }
    let derived = |list: &List| list.derived.iter().map(|(name, value)| (name.value.clone(), render::scalar(value))).collect();
    values(splices, tree, "derived", derived(old), derived(new), HEAD)?;
    let deck = |list: &List| list.deck.iter().map(|(name, amount)| (name.value.clone(), amount.value.to_string())).collect();
    values(splices, tree, "deck", deck(old), deck(new), &[])?;
    others(splices, tree, &old.others, &new.others, HEAD)?;
    let pairs = force_pairs(&old.others, &new.others);
    let items = homes(splices, tree, old, new, &pairs)?;
    forces(splices, tree, &pairs, items)
}

/// A map of values behind a key, one at a time.
fn values(
    splices: &mut Splices<'_>,
    tree: &Tree,
    key: &str,
    old: Vec<(String, String)>,
    new: Vec<(String, String)>,
    after: &[&str],
) -> Done {
    if old == new {
        return Ok(());
    }
    let quoted: Vec<(String, String)> = new.iter().map(|(name, value)| (render::word(name), value.clone())).collect();
    let map = value(tree, key).filter(|map| matches!(&map.kind, Kind::Map(pairs) if !pairs.is_empty()));
    let (Some(map), false) = (map, new.is_empty()) else {
        return splices.set_key(tree, key, (!new.is_empty()).then(|| render::flow(&quoted)), after);
    };
    let mut sets = Vec::new();
    for (name, before) in &old {
        let now = new.iter().find(|(one, _)| one == name).map(|(_, value)| value.clone());
        if now.as_ref() != Some(before) {
            sets.push(Set { key: name, value: now, after: &[] });
        }
    }
    let added = new.iter().zip(&quoted).filter(|((name, _), _)| !old.iter().any(|(one, _)| one == name));
    sets.extend(added.map(|(_, (key, value))| Set { key, value: Some(value.clone()), after: &[] }));
    splices.set_keys(map, &sets)
}

/// Keys that the game explains, without forces.
fn others(splices: &mut Splices<'_>, tree: &Tree, old: &[Other], new: &[Other], after: &[&str]) -> Done {
    let value = |all: &[Other], key: &str| all.iter().find(|other| other.key.value == key).map(|other| other.value.clone());
    let mut keys: Vec<&str> = old.iter().chain(new).map(|other| other.key.value.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut sets = Vec::new();
    for key in keys {
        let (before, now) = (value(old, key), value(new, key));
        let scalars = |value: &Option<OtherValue>| matches!(value, None | Some(OtherValue::Scalars(_)));
        if before == now || !scalars(&before) || !scalars(&now) {
            continue;
        }
        let value = now.and_then(|value| match value {
            OtherValue::Scalars(values) => Some(render::scalars(&values)),
            _ => None,
        });
        sets.push(Set { key, value, after });
    }
    splices.set_keys(tree, &sets)
}

/// The value of a key.
fn value<'t>(map: &'t Tree, key: &str) -> Option<&'t Tree> {
    let Kind::Map(pairs) = &map.kind else { return None };
    pairs.iter().find(|(name, ..)| name == key).map(|(_, _, value)| value)
}

/// A force as it was, with its place below its key, and as it should be.
struct ForcePair<'l> {
    key: &'l str,
    old: Option<(usize, &'l ForceLine)>,
    new: Option<&'l ForceLine>,
}

/// Which force each was: by the place it was read from, or else by its number.
fn force_pairs<'l>(old: &'l [Other], new: &'l [Other]) -> Vec<ForcePair<'l>> {
    fn lines<'l>(all: &'l [Other], key: &str) -> &'l [ForceLine] {
        match all.iter().find(|other| other.key.value == key).map(|other| &other.value) {
            Some(OtherValue::Forces(forces)) => forces,
            _ => &[],
        }
    }
    let mut keys: Vec<&str> = old.iter().chain(new).map(|other| other.key.value.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut all = Vec::new();
    for key in keys {
        let (before, now) = (lines(old, key), lines(new, key));
        let start = |force: &ForceLine| force.span.span.start();
        let by_place = now.iter().any(|force| before.iter().any(|old| start(old) == start(force)));
        let mut left: Vec<(usize, &ForceLine)> = before.iter().enumerate().collect();
        for (number, force) in now.iter().enumerate() {
            let same = |(at, old): &(usize, &ForceLine)| if by_place { start(old) == start(force) } else { *at == number };
            let old = left.iter().position(same).map(|place| left.remove(place));
            all.push(ForcePair { key, old, new: Some(force) });
        }
        all.extend(left.into_iter().map(|old| ForcePair { key, old: Some(old), new: None }));
    }
    all
}

/// The units of the army and of all forces, which may go from one to another. Those of new forces come back.
fn homes(splices: &mut Splices<'_>, tree: &Tree, old: &List, new: &List, forces: &[ForcePair<'_>]) -> Done<Vec<Vec<Item>>> {
    const IN_FORCE: &[&str] = &["chart", "name"];
    let mut homes = vec![Home { map: Some(tree), old: &old.units, new: &new.units, after: HEAD, vanishes: false }];
    for pair in forces {
        let map = pair.old.map(|(at, _)| item_at(tree, pair.key, at)).transpose()?;
        let old = pair.old.map_or(&[][..], |(_, force)| &force.units);
        let new = pair.new.map_or(&[][..], |force| &force.units);
        homes.push(Home { map, old, new, after: IN_FORCE, vanishes: pair.new.is_none() });
    }
    unit::units(splices, &homes)
}

/// An item of the list behind a key.
fn item_at<'t>(tree: &'t Tree, key: &str, at: usize) -> Done<&'t Tree> {
    match value(tree, key).map(|tree| &tree.kind) {
        Some(Kind::Sequence(items)) => items.get(at).ok_or(Odd(tree.span.start())),
        _ => Err(Odd(tree.span.start())),
    }
}

fn forces(splices: &mut Splices<'_>, tree: &Tree, all: &[ForcePair<'_>], items: Vec<Vec<Item>>) -> Done {
    let mut items = items.into_iter();
    let mut keys: Vec<&str> = all.iter().map(|pair| pair.key).collect();
    keys.dedup();
    let mut empty = Vec::new();
    for key in keys {
        let mut gone = Vec::new();
        let mut come = Vec::new();
        let mut stay = false;
        for pair in all.iter().filter(|pair| pair.key == key) {
            stay |= pair.new.is_some();
            match (pair.old, pair.new) {
                (Some((at, before)), Some(now)) if before != now => force(splices, item_at(tree, key, at)?, before, now)?,
                (Some((at, _)), None) => gone.push((at, false)),
                (None, Some(now)) => come.push((None, force_item(now, &items.next().unwrap_or_default()))),
                _ => {}
            }
        }
        if stay {
            splices.change_list(tree, key, &gone, come, &[])?;
        } else {
            empty.push(Set { key, value: None, after: &[] });
        }
    }
    splices.set_keys(tree, &empty)
}

fn force_item(force: &ForceLine, units: &[Item]) -> Item {
    let pairs = render::force_head(force);
    let flow: Option<Vec<String>> = units.iter().map(|item| item.flow.clone()).collect();
    let flow = flow.map(|units| {
        let units = ("units".to_owned(), format!("[{}]", units.join(", ")));
        render::flow(&pairs.iter().cloned().chain([units]).collect::<Vec<_>>())
    });
    let mut lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    lines.push("units:".to_owned());
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    let head = lines.iter().enumerate().map(|(at, line)| format!("{}{line}", lead(at)));
    Item { block: head.chain(units.iter().flat_map(|item| item.lines_at(4))).collect(), column: 0, flow }
}

fn force(splices: &mut Splices<'_>, item: &Tree, old: &ForceLine, new: &ForceLine) -> Done {
    let text = |name: &Option<Name>| name.as_ref().map(|name| render::word(&name.value));
    let mut sets = Vec::new();
    if old.name != new.name {
        sets.push(Set { key: "name", value: text(&new.name), after: &[] });
    }
    if old.chart != new.chart {
        sets.push(Set { key: "chart", value: text(&new.chart), after: &["name"] });
    }
    splices.set_keys(item, &sets)?;
    options(splices, item, &old.options, &new.options)?;
    others(splices, item, &old.others, &new.others, &["name"])
}
