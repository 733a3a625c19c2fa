//! Writes units: matches new lines with old ones, which may have moved to another force.

use crate::list::UnitLine;
use crate::list::rewrite::entries::KeyChange;
use crate::list::rewrite::models::{models, names};
use crate::list::rewrite::options::options;
use crate::list::rewrite::splice::{NewItem, RewriteResult, Splices, Unsupported};
use crate::list::rewrite::{render, value};
use crate::list::yaml::{Tree, YamlKind};

/// The units of the army or of a force, as they were and as they should be.
pub(crate) struct UnitBlock<'t> {
    /// The block that contains them; none for a new force.
    pub map: Option<&'t Tree>,
    pub old: &'t [UnitLine],
    pub new: &'t [UnitLine],
    /// The keys after which a new `units` is inserted.
    pub after: &'t [&'t str],
    /// Whether the force is removed, with all units that have not moved.
    pub vanishes: bool,
}

/// Whether two lines are the same unit.
type Same<'s> = &'s dyn Fn(&UnitLine, &UnitLine) -> bool;

/// What happens to the units of a block.
struct UnitPlan<'t> {
    /// An old line and what it is now.
    stay: Vec<(usize, &'t UnitLine)>,
    gone: Vec<usize>,
    /// New lines, with the block and line where they stood before, if any.
    come: Vec<(&'t UnitLine, Option<(usize, usize)>)>,
}

/// Writes all blocks. Returns the units of new forces, in their order.
pub(crate) fn units(
    splices: &mut Splices<'_>,
    blocks: &[UnitBlock<'_>],
) -> RewriteResult<Vec<Vec<NewItem>>> {
    let plans = plans(blocks);
    let mut of_new_forces = Vec::new();
    for (number, (block, plan)) in blocks.iter().zip(&plans).enumerate() {
        if block.vanishes {
            continue;
        }
        let mut gone: Vec<(usize, bool)> = Vec::new();
        for at in &plan.gone {
            let line = block.old.get(*at).ok_or(Unsupported(0))?;
            let moved = plans
                .iter()
                .flat_map(|plan| &plan.come)
                .any(|(_, from)| *from == Some((number, *at)));
            gone.push((item_of(block, line)?.1, moved));
        }
        for (at, now) in &plan.stay {
            let before = block.old.get(*at).ok_or(Unsupported(0))?;
            if before != *now {
                let (sequence, _, item) = item_of(block, before)?;
                unit(splices, sequence, item, before, now)?;
            }
        }
        let mut items = Vec::new();
        for (line, from) in &plan.come {
            let item = match from.and_then(|(block, at)| Some((blocks.get(block)?, at))) {
                Some((from, at)) => {
                    moved(splices, from, from.old.get(at).ok_or(Unsupported(0))?, line)?
                }
                None => unit_item(line),
            };
            items.push((split_from(block, plan, line)?, item));
        }
        // Lines split off an old line go before new ones.
        items.sort_by_key(|(behind, _)| behind.is_none());
        match block.map {
            Some(map) => splices.change_list(map, "units", &gone, items, block.after)?,
            None => of_new_forces.push(items.into_iter().map(|(_, item)| item).collect()),
        }
    }
    Ok(of_new_forces)
}

/// Matches new lines with old ones: by the span they were read from, then by id, then by equality.
/// First within a block, then across blocks.
fn plans<'t>(blocks: &[UnitBlock<'t>]) -> Vec<UnitPlan<'t>> {
    let same_place =
        |a: &UnitLine, b: &UnitLine| a.unit == b.unit && a.unit.span.start() == b.unit.span.start();
    let same_id = |a: &UnitLine, b: &UnitLine| a.unit == b.unit && a.id == b.id && a.id.is_some();
    let tests: [Same<'_>; 3] = [&same_place, &same_id, &|a, b| a == b];
    let mut plans: Vec<UnitPlan<'_>> = blocks
        .iter()
        .map(|block| {
            let come = block.new.iter().map(|line| (line, None)).collect();
            UnitPlan { stay: Vec::new(), gone: (0..block.old.len()).collect(), come }
        })
        .collect();
    // A unit that moved here must not be matched with an equal one that was here before.
    let elsewhere = |number: usize, line: &UnitLine| {
        blocks.iter().enumerate().any(|(other, block)| {
            other != number && block.old.iter().any(|old| same_place(old, line))
        })
    };
    for (number, test) in tests.iter().enumerate() {
        for (at, (block, plan)) in blocks.iter().zip(&mut plans).enumerate() {
            let UnitPlan { stay, gone, come } = plan;
            come.retain(|(line, _)| {
                let foreign = number > 0 && elsewhere(at, line);
                let found = gone.iter().position(|at| {
                    block.old.get(*at).is_some_and(|old| !foreign && test(old, line))
                });
                stay.extend(found.map(|place| (gone.remove(place), *line)));
                found.is_none()
            });
        }
    }
    for test in tests {
        let mut free: Vec<(usize, usize)> = plans
            .iter()
            .enumerate()
            .flat_map(|(block, plan)| plan.gone.iter().map(move |at| (block, *at)))
            .collect();
        let taken: Vec<(usize, usize)> =
            plans.iter().flat_map(|plan| plan.come.iter().filter_map(|(_, from)| *from)).collect();
        free.retain(|place| !taken.contains(place));
        for (line, from) in
            plans.iter_mut().flat_map(|plan| &mut plan.come).filter(|(_, from)| from.is_none())
        {
            let is_it = |(block, at): &(usize, usize)| {
                blocks
                    .get(*block)
                    .and_then(|block| block.old.get(*at))
                    .is_some_and(|old| test(old, line))
            };
            *from = free.iter().position(is_it).map(|place| free.remove(place));
        }
    }
    plans
}

/// The line that a unit was split off from, if a line lost a copy. The new line goes right after
/// it.
fn split_from(
    block: &UnitBlock<'_>,
    plan: &UnitPlan<'_>,
    line: &UnitLine,
) -> RewriteResult<Option<usize>> {
    let copies = |line: &UnitLine| line.count.as_ref().map_or(1, |count| count.value);
    let lost_one = |(at, now): &&(usize, &UnitLine)| {
        now.unit == line.unit
            && block.old.get(*at).is_some_and(|before| copies(before) > copies(now))
    };
    let source = plan.stay.iter().find(lost_one).and_then(|(at, _)| block.old.get(*at));
    source.map(|source| item_of(block, source).map(|(_, place, _)| place)).transpose()
}

/// The item that a unit was read from, its index, and the sequence it stands in.
fn item_of<'t>(
    block: &UnitBlock<'t>,
    line: &UnitLine,
) -> RewriteResult<(&'t Tree, usize, &'t Tree)> {
    let start = line.unit.span.start();
    let sequence = block.map.and_then(|map| value(map, "units")).ok_or(Unsupported(start))?;
    let YamlKind::Sequence(all) = &sequence.kind else { return Err(Unsupported(start)) };
    let found = all
        .iter()
        .enumerate()
        .find(|(_, item)| value(item, "unit").unwrap_or(item).span.start() == start);
    found.map(|(place, item)| (sequence, place, item)).ok_or(Unsupported(start))
}

/// A unit that moved: its own lines, with the comments directly above it.
fn moved(
    splices: &mut Splices<'_>,
    block: &UnitBlock<'_>,
    old: &UnitLine,
    new: &UnitLine,
) -> RewriteResult<NewItem> {
    let (sequence, _, item) = item_of(block, old)?;
    let change = |splices: &mut Splices<'_>| match old == new {
        true => Ok(()),
        false => unit(splices, sequence, item, old, new),
    };
    if splices.is_flow(sequence) {
        let text = splices.piece(item.span.start()..item.end, change)?;
        return Ok(NewItem {
            block: format!("- {text}").lines().map(str::to_owned).collect(),
            column: 0,
            flow: Some(text),
        });
    }
    let (range, column) = splices.item_lines(item)?;
    let text = splices.piece(range, change)?;
    // Comments would be lost in brackets.
    let flow = (!text.contains('#')).then(|| render::flow(&render::unit(new)));
    Ok(NewItem { block: text.lines().map(str::to_owned).collect(), column, flow })
}

pub(crate) fn unit_item(line: &UnitLine) -> NewItem {
    let pairs = render::unit(line);
    let lead = |at: usize| if at == 0 { "- " } else { "  " };
    let block =
        pairs.iter().enumerate().map(|(at, (key, value))| format!("{}{key}: {value}", lead(at)));
    NewItem::new(block.collect(), render::flow(&pairs))
}

fn unit(
    splices: &mut Splices<'_>,
    sequence: &Tree,
    item: &Tree,
    old: &UnitLine,
    new: &UnitLine,
) -> RewriteResult {
    let now = render::unit(new);
    if !matches!(item.kind, YamlKind::Map(_)) {
        splices.unfold(item, splices.is_flow(sequence), &now);
        return Ok(());
    }
    // Removed and new keys of a block are made in one change, because neighbours in brackets share
    // commas.
    let before = render::unit(old);
    let written = |pairs: &[(String, String)], key: &str| {
        pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    };
    let keys: Vec<&str> = before
        .iter()
        .chain(now.iter().filter(|(key, _)| written(&before, key).is_none()))
        .map(|(key, _)| key.as_str())
        .collect();
    let mut sets = Vec::new();
    for key in keys.into_iter().filter(|key| written(&before, key) != written(&now, key)) {
        let stays = written(&now, key).is_some() || splices.has_comments(item, key);
        let is_there = stays && value(item, key).is_some();
        match key {
            "options" if is_there => {
                options(splices, item, &old.options, &new.options, &["models", "name", "unit"])?
            }
            "models" if is_there => models(splices, item, &old.models, &new.models)?,
            "joined" if is_there => names(splices, item, key, &old.joined, &new.joined, &[])?,
            _ => {
                let after: &[&str] = match key {
                    "models" | "id" => &["unit"],
                    "options" => &["models", "name", "unit"],
                    _ => &[],
                };
                sets.push(KeyChange { key, value: written(&now, key), after });
            }
        }
    }
    splices.set_keys(item, &sets)
}
