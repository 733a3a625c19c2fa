//! The text of a new list: its head, and the slots of its chart as comments.

use crate::builder::find::is_native;
use crate::builder::force::{PossibleForce, possible_forces, stations};
use crate::builder::{ArmyKey, keys_of_army};
use crate::diagnostic::codes;
use crate::engine::army::Book;
use crate::engine::{AssessedProblem, AssessedSlot, Assessment, Ruleset};
use crate::list::{Edit, ForceLine, ForceRef, LineId, List, Points, UnitLine, load_list};
use crate::model::{Chart, ChartId, Entry, FactionId, Game, Owner};
use crate::source::Sources;
use crate::wording::problem::slot::slot as slot_title;

/// What a new list states.
#[derive(Debug, Clone, Default)]
pub struct NewList {
    /// The name of the list.
    pub name: Option<String>,
    /// Its faction.
    pub faction: Option<FactionId>,
    /// The chart it is built by.
    pub chart: Option<ChartId>,
    /// The points limit.
    pub points: Option<Points>,
    /// Values for the keys that the game defines for armies.
    pub stated: Vec<(String, String)>,
}

/// The charts that an army of the faction may use.
pub fn charts_of(game: &Game, faction: Option<FactionId>) -> Vec<(ChartId, &Chart)> {
    game.charts.iter().filter(|(_, chart)| Book::sees(faction, None, chart.owner)).collect()
}

/// The width that example units may fill.
const WIDEST: usize = 80;

/// The text of a new list.
pub fn new_list(rules: &Ruleset<'_>, game: &Game, wanted: &NewList) -> String {
    let keys = keys_of_army(rules, game, wanted);
    let open = keys.iter().filter(|key| !wanted.stated.iter().any(|(id, _)| *id == key.id));
    let text = head(game, wanted) + &open.filter_map(ArmyKey::comment).collect::<String>();
    let Some(list) = read(&text) else { return text };
    let (list, added) = with_forces(rules, game, list);
    let keys = added.map(|force| force.keys()).unwrap_or_default();
    // The forces of the new list are nested in each other.
    let mut forces = list.force_lines().map(ForceLine::line);
    text + &block(rules, game, wanted, &list, (0, None), &keys, &mut forces)
}

/// The units of the army or a force, then the force inside it. `column` is that of its keys.
fn block(
    rules: &Ruleset<'_>,
    game: &Game,
    wanted: &NewList,
    list: &List,
    (column, force): (usize, Option<LineId>),
    keys: &[String],
    forces: &mut dyn Iterator<Item = LineId>,
) -> String {
    let inner = column + 2;
    let slots = slots(rules, game, wanted, list, force, WIDEST.saturating_sub(inner + 2));
    let mut lines: Vec<String> = Vec::new();
    let chart = force.and_then(|force| list.force(force)?.chart.as_ref());
    lines.extend(chart.map(|chart| format!("{:column$}chart: {}", "", chart.value)));
    if !slots.is_empty() || keys.is_empty() {
        lines.push(format!("{:column$}units:", ""));
        lines.extend(slots.iter().map(|line| format!("{:inner$}# {line}", "")));
    }
    let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if let (Some((key, keys)), Some(next)) = (keys.split_first(), forces.next()) {
        let place = (column + 4, Some(next));
        let inside = block(rules, game, wanted, list, place, keys, forces);
        let rest = inside.get(column + 4..).unwrap_or(&inside);
        text += &format!("{:column$}{key}:\n{:inner$}- {rest}", "", "");
    }
    text
}

/// The keys above the units.
pub(crate) fn head(game: &Game, wanted: &NewList) -> String {
    let mut head = vec!["orbat: 1".to_owned()];
    if let Some(name) = &wanted.name {
        head.push(format!("name: {}", serde_json::to_string(name).unwrap_or_default()));
    }
    head.push(format!("system: {}", game.id));
    head.extend(wanted.faction.map(|faction| format!("faction: {}", game.factions[faction].id)));
    head.extend(wanted.chart.map(|chart| format!("chart: {}", game.charts[chart].id)));
    head.extend(wanted.points.iter().map(|points| format!("points: {points}")));
    head.extend(wanted.stated.iter().map(|(key, value)| format!("{key}: {value}")));
    format!("{}\n", head.join("\n"))
}

pub(crate) fn read(text: &str) -> Option<List> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    load_list(&sources, source).0
}

/// The list with the first force that it must have and the forces inside it, or else the list
/// itself.
pub(crate) fn with_forces(
    rules: &Ruleset<'_>,
    game: &Game,
    list: List,
) -> (List, Option<PossibleForce>) {
    let needed = possible_forces(game, &list).into_iter().find(|force| force.is_needed);
    let lacks = |problem: &AssessedProblem| problem.code == &codes::FORCE_TOO_FEW;
    let with = needed.as_ref().and_then(|needed| needed.made(&list).next());
    match with.zip(needed) {
        Some((with, needed)) if rules.assess(&list).errors.iter().any(lacks) => {
            (with, Some(needed))
        }
        _ => (list, None),
    }
}

/// The list with one unit added, assessed; `None` if the army may not have the unit at all.
pub(crate) fn with_one(
    rules: &Ruleset<'_>,
    game: &Game,
    list: &List,
    unit: &Entry,
) -> Option<Assessment> {
    let to = stations(game, list).into_iter().next().unwrap_or(ForceRef::Army);
    with_one_in(rules, list, unit, to)
}

fn with_one_in(rules: &Ruleset<'_>, list: &List, unit: &Entry, to: ForceRef) -> Option<Assessment> {
    let line = Box::new(UnitLine::new(list.added(unit.id.clone())));
    let with = rules.assess(&Edit::AddUnit { line, to }.applied_to(list).ok()?);
    let bars = |problem: &AssessedProblem| {
        [&codes::UNIT_NOT_AVAILABLE, &codes::UNIT_NOT_BROUGHT].contains(&problem.code)
    };
    (!with.errors.iter().any(bars)).then_some(with)
}

/// Comments that show what the chart requires and allows, with some units that fit. Nothing here
/// depends on what the list holds, so the comments stay true as the list is filled.
fn slots(
    rules: &Ruleset<'_>,
    game: &Game,
    wanted: &NewList,
    list: &List,
    force: Option<LineId>,
    room: usize,
) -> Vec<String> {
    let assessment = rules.assess(list);
    let of_force = assessment.forces.iter().find(|known| known.line == force);
    let mut units: Vec<_> =
        game.units().map(|(_, unit)| unit).filter(|unit| is_native(wanted.faction, unit)).collect();
    // Units of a category that the army states come first, units of every faction last.
    let is_meant = |unit: &Entry| {
        let of_unit =
            |word: &String| unit.categories.iter().any(|id| game.categories[*id].id == *word);
        wanted.stated.iter().any(|(_, word)| of_unit(word))
    };
    units.sort_by_key(|unit| (!is_meant(unit), unit.owner == Owner::System));
    let slot_of = |unit: &&Entry| {
        let with = with_one_in(rules, list, unit, ForceRef::from(force))?;
        Some((with.units.first().and_then(|unit| unit.slot), unit.id.clone()))
    };
    let fitting: Vec<(Option<(ChartId, usize)>, String)> =
        units.iter().filter_map(slot_of).collect();
    let named = |slot: Option<(ChartId, usize)>| {
        let fits = fitting.iter().filter(|(own, _)| *own == slot);
        fits.map(|(_, id)| id.as_str()).collect::<Vec<&str>>()
    };
    let Some(force) = of_force.filter(|force| !force.slots.is_empty()) else {
        // If the list has forces, only units that need no slot stand outside them.
        let units = if assessment.forces.is_empty() { named(None) } else { Vec::new() };
        return if units.is_empty() {
            Vec::new()
        } else {
            vec![with_examples("For example", &units, room)]
        };
    };
    let slots = force.slots.iter().enumerate();
    let (asked, taken): (Vec<_>, Vec<_>) = slots.partition(|(_, slot)| slot.min > 0);
    let chart = format!("The {} chart", game.charts[force.chart].title);
    let heads = [
        format!("{chart} asks for"),
        if asked.is_empty() { format!("{chart} takes") } else { "and takes".to_owned() },
    ];
    let mut lines = Vec::new();
    for (head, slots) in heads.into_iter().zip([asked, taken]) {
        lines.extend((!slots.is_empty()).then_some(head));
        for (at, slot) in slots {
            let lead = format!("  {}, {}", slot_title(game, force.chart, at), bounds(slot));
            lines.push(with_examples(&lead, &named(Some((force.chart, at))), room));
        }
    }
    lines
}

fn bounds(slot: &AssessedSlot) -> String {
    match (slot.min, slot.max) {
        (0, None) => "any number".to_owned(),
        (0, Some(max)) => format!("up to {max}"),
        (min, None) => format!("{min} or more"),
        (min, Some(max)) if min == max => max.to_string(),
        (min, Some(max)) => format!("{min} to {max}"),
    }
}

/// A line followed by as many units as there is room for, at least one.
fn with_examples(lead: &str, units: &[&str], room: usize) -> String {
    let mut line = lead.to_owned();
    for (at, unit) in units.iter().enumerate() {
        let more = format!("{}{unit}", if at == 0 { ": " } else { ", " });
        let rest = if at + 1 < units.len() { ", …" } else { "" };
        if at > 0 && (line.chars().count() + more.chars().count() + rest.chars().count()) > room {
            return line + ", …";
        }
        line += &more;
    }
    line
}
