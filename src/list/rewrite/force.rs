//! Writes forces and the units in them.

use crate::list::rewrite::entries::KeyChange;
use crate::list::rewrite::options::options;
use crate::list::rewrite::splice::{NewItem, RewriteResult, Splices, Unsupported};
use crate::list::rewrite::unit::{UnitBlock, units};
use crate::list::rewrite::{BEFORE_UNITS, others, render, value};
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{ForceLine, GameKey, GameValue, List, Name};

/// The keys of a force before its options and units.
const IN_FORCE: &[&str] = &["points", "chart", "faction", "name"];

/// A force as it was, with its index under its key, and as it should be.
pub(crate) struct ForcePair<'l> {
    key: &'l str,
    old: Option<(usize, &'l ForceLine)>,
    new: Option<&'l ForceLine>,
    /// The forces inside it.
    inside: Vec<ForcePair<'l>>,
}

/// Matches old and new forces: by the span they were read from, or else by index.
pub(crate) fn force_pairs<'l>(old: &'l [GameKey], new: &'l [GameKey]) -> Vec<ForcePair<'l>> {
    fn lines<'l>(all: &'l [GameKey], key: &str) -> &'l [ForceLine] {
        match all.iter().find(|other| other.key.value == key).map(|other| &other.value) {
            Some(GameValue::Forces(forces)) => forces,
            _ => &[],
        }
    }
    fn pair<'l>(
        key: &'l str,
        old: Option<(usize, &'l ForceLine)>,
        new: Option<&'l ForceLine>,
    ) -> ForcePair<'l> {
        let before = old.map_or(&[][..], |(_, force)| &force.others);
        let inside = force_pairs(before, new.map_or(&[][..], |force| &force.others));
        ForcePair { key, old, new, inside }
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
            let same = |(at, old): &(usize, &ForceLine)| {
                if by_place { start(old) == start(force) } else { *at == number }
            };
            let old = left.iter().position(same).map(|place| left.remove(place));
            all.push(pair(key, old, Some(force)));
        }
        all.extend(left.into_iter().map(|old| pair(key, Some(old), None)));
    }
    all
}

/// Writes the units of the army and of all forces, which may move between them. Returns the units
/// of new forces, each force before the forces inside it.
pub(crate) fn unit_blocks(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &List,
    new: &List,
    forces: &[ForcePair<'_>],
) -> RewriteResult<Vec<Vec<NewItem>>> {
    let mut blocks = vec![UnitBlock {
        map: Some(tree),
        old: &old.units,
        new: &new.units,
        after: BEFORE_UNITS,
        vanishes: false,
    }];
    blocks_of_forces(Some(tree), forces, &mut blocks)?;
    units(splices, &blocks)
}

fn blocks_of_forces<'t>(
    tree: Option<&'t Tree>,
    forces: &'t [ForcePair<'_>],
    blocks: &mut Vec<UnitBlock<'t>>,
) -> RewriteResult {
    for pair in forces {
        let item = pair.old.zip(tree).map(|((at, _), tree)| item_at(tree, pair.key, at));
        let map = item.transpose()?;
        let old = pair.old.map_or(&[][..], |(_, force)| &force.units);
        let new = pair.new.map_or(&[][..], |force| &force.units);
        blocks.push(UnitBlock { map, old, new, after: IN_FORCE, vanishes: pair.new.is_none() });
        blocks_of_forces(map, &pair.inside, blocks)?;
    }
    Ok(())
}

/// An item of the sequence under a key.
fn item_at<'t>(tree: &'t Tree, key: &str, at: usize) -> RewriteResult<&'t Tree> {
    match value(tree, key).map(|tree| &tree.kind) {
        Some(YamlKind::Sequence(items)) => items.get(at).ok_or(Unsupported(tree.span.start())),
        _ => Err(Unsupported(tree.span.start())),
    }
}

/// Writes the forces of the army, or of the force that `tree` is. `items` are the units of new
/// forces.
pub(crate) fn forces(
    splices: &mut Splices<'_>,
    tree: &Tree,
    all: &[ForcePair<'_>],
    items: &mut dyn Iterator<Item = Vec<NewItem>>,
) -> RewriteResult {
    let mut empty = Vec::new();
    for pairs in all.chunk_by(|a, b| a.key == b.key) {
        let Some(key) = pairs.first().map(|pair| pair.key) else { continue };
        let mut gone = Vec::new();
        let mut come = Vec::new();
        for pair in pairs {
            match (pair.old, pair.new) {
                (Some((at, before)), Some(now)) if before != now => {
                    let item = item_at(tree, key, at)?;
                    force(splices, item, before, now)?;
                    forces(splices, item, &pair.inside, items)?;
                }
                (Some((at, _)), None) => gone.push((at, false)),
                (None, Some(now)) => come.push((None, force_item(now, pair, items))),
                _ => {}
            }
        }
        if pairs.iter().any(|pair| pair.new.is_some()) {
            splices.change_list(tree, key, &gone, come, &[])?;
        } else {
            empty.push(KeyChange { key, value: None, after: &[] });
        }
    }
    splices.set_keys(tree, &empty)
}

/// A new force with its units and the forces inside it.
fn force_item(
    force: &ForceLine,
    pair: &ForcePair<'_>,
    items: &mut dyn Iterator<Item = Vec<NewItem>>,
) -> NewItem {
    let mut lists: Vec<(&str, Vec<NewItem>)> = Vec::new();
    let units = items.next().unwrap_or_default();
    if !units.is_empty() || pair.inside.is_empty() {
        lists.push(("units", units));
    }
    for pairs in pair.inside.chunk_by(|a, b| a.key == b.key) {
        let Some(key) = pairs.first().map(|pair| pair.key) else { continue };
        let new = pairs.iter().filter_map(|pair| Some((pair, pair.new?)));
        lists.push((key, new.map(|(pair, force)| force_item(force, pair, items)).collect()));
    }
    let pairs = render::force_head(force);
    let flow_of = |items: &[NewItem]| {
        let flow: Option<Vec<String>> = items.iter().map(|item| item.flow.clone()).collect();
        flow.map(|items| format!("[{}]", items.join(", ")))
    };
    let flow = lists.iter().map(|(key, items)| Some(((*key).to_owned(), flow_of(items)?)));
    let flow: Option<Vec<(String, String)>> = flow.collect();
    let flow = flow.map(|lists| render::flow(&[pairs.as_slice(), lists.as_slice()].concat()));
    let mut lines: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    for (key, items) in &lists {
        lines.push(format!("{key}:"));
        lines.extend(items.iter().flat_map(|item| item.lines_at(2)));
    }
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    let block = lines.iter().enumerate().map(|(at, line)| format!("{}{line}", lead(at)));
    NewItem { block: block.collect(), column: 0, flow }
}

fn force(
    splices: &mut Splices<'_>,
    item: &Tree,
    old: &ForceLine,
    new: &ForceLine,
) -> RewriteResult {
    let text = |name: &Option<Name>| name.as_ref().map(|name| render::word(&name.value));
    let mut sets = Vec::new();
    if old.name != new.name {
        sets.push(KeyChange { key: "name", value: text(&new.name), after: &[] });
    }
    if old.faction != new.faction {
        sets.push(KeyChange { key: "faction", value: text(&new.faction), after: &["name"] });
    }
    if old.chart != new.chart {
        sets.push(KeyChange { key: "chart", value: text(&new.chart), after: &["faction", "name"] });
    }
    if old.points != new.points {
        let points = new.points.as_ref().map(ToString::to_string);
        sets.push(KeyChange { key: "points", value: points, after: &["chart", "faction", "name"] });
    }
    splices.set_keys(item, &sets)?;
    options(splices, item, &old.options, &new.options, IN_FORCE)?;
    others(splices, item, &old.others, &new.others, &["name"])
}
