//! Forces and the units in them.

use crate::list::rewrite::entries::Set;
use crate::list::rewrite::options::options;
use crate::list::rewrite::splice::{Done, Item, Splices, Unsupported};
use crate::list::rewrite::unit::{Home, units};
use crate::list::rewrite::{BEFORE_UNITS, others, render, value};
use crate::list::yaml::{Kind, Tree};
use crate::list::{ForceLine, GameKey, GameValue, List, Name};

/// A force as it was, with its place below its key, and as it should be.
pub(crate) struct ForcePair<'l> {
    key: &'l str,
    old: Option<(usize, &'l ForceLine)>,
    new: Option<&'l ForceLine>,
}

/// Matches old and new forces: by the place they were read from, or else by number.
pub(crate) fn force_pairs<'l>(old: &'l [GameKey], new: &'l [GameKey]) -> Vec<ForcePair<'l>> {
    fn lines<'l>(all: &'l [GameKey], key: &str) -> &'l [ForceLine] {
        match all.iter().find(|other| other.key.value == key).map(|other| &other.value) {
            Some(GameValue::Forces(forces)) => forces,
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
            let same = |(at, old): &(usize, &ForceLine)| {
                if by_place { start(old) == start(force) } else { *at == number }
            };
            let old = left.iter().position(same).map(|place| left.remove(place));
            all.push(ForcePair { key, old, new: Some(force) });
        }
        all.extend(left.into_iter().map(|old| ForcePair { key, old: Some(old), new: None }));
    }
    all
}

/// Writes the units of the army and of all forces, which may move from one to another. Returns
/// those of new forces.
pub(crate) fn homes(
    splices: &mut Splices<'_>,
    tree: &Tree,
    old: &List,
    new: &List,
    forces: &[ForcePair<'_>],
) -> Done<Vec<Vec<Item>>> {
    const IN_FORCE: &[&str] = &["chart", "name"];
    let mut homes = vec![Home {
        map: Some(tree),
        old: &old.units,
        new: &new.units,
        after: BEFORE_UNITS,
        vanishes: false,
    }];
    for pair in forces {
        let map = pair.old.map(|(at, _)| item_at(tree, pair.key, at)).transpose()?;
        let old = pair.old.map_or(&[][..], |(_, force)| &force.units);
        let new = pair.new.map_or(&[][..], |force| &force.units);
        homes.push(Home { map, old, new, after: IN_FORCE, vanishes: pair.new.is_none() });
    }
    units(splices, &homes)
}

/// An item of the list behind a key.
fn item_at<'t>(tree: &'t Tree, key: &str, at: usize) -> Done<&'t Tree> {
    match value(tree, key).map(|tree| &tree.kind) {
        Some(Kind::Sequence(items)) => items.get(at).ok_or(Unsupported(tree.span.start())),
        _ => Err(Unsupported(tree.span.start())),
    }
}

pub(crate) fn forces(
    splices: &mut Splices<'_>,
    tree: &Tree,
    all: &[ForcePair<'_>],
    items: Vec<Vec<Item>>,
) -> Done {
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
                (Some((at, before)), Some(now)) if before != now => {
                    force(splices, item_at(tree, key, at)?, before, now)?
                }
                (Some((at, _)), None) => gone.push((at, false)),
                (None, Some(now)) => {
                    come.push((None, force_item(now, &items.next().unwrap_or_default())))
                }
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
    let mut lines: Vec<String> =
        pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    lines.push("units:".to_owned());
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    let head = lines.iter().enumerate().map(|(at, line)| format!("{}{line}", lead(at)));
    Item {
        block: head.chain(units.iter().flat_map(|item| item.lines_at(4))).collect(),
        column: 0,
        flow,
    }
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
    options(splices, item, &old.options, &new.options, &["chart", "name"])?;
    others(splices, item, &old.others, &new.others, &["name"])
}
