//! The text of a new list: its head, and the slots of its chart as comments.

use crate::builder::find::is_at_home;
use crate::builder::force::{first_kind, stations, with_force};
use crate::builder::{Key, keys_of_army};
use crate::diagnostic::codes;
use crate::engine::army::Book;
use crate::engine::{AssessedProblem, AssessedSlot, Assessment, Ruleset};
use crate::list::{Edit, ForceRef, List, UnitLine, load_list};
use crate::model::{Chart, ChartId, Entry, FactionId, Game, Owner};
use crate::source::Sources;

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
    pub points: Option<i64>,
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
pub fn new_list(rules: &Ruleset<'_>, game: &Game, beginning: &NewList) -> String {
    let keys = keys_of_army(rules, game, beginning);
    let open = keys.iter().filter(|key| !beginning.stated.iter().any(|(id, _)| *id == key.id));
    let text = head(game, beginning) + &open.filter_map(Key::comment).collect::<String>();
    let (list, has_forces) = match read(&text) {
        Some(list) => with_forces(rules, game, list),
        None => return text,
    };
    let column = if has_forces { 6 } else { 2 };
    let units = format!("{:>1$}units:\n", "", column - 2);
    let mut lines = String::new();
    for line in slots(rules, game, beginning, &list, WIDEST - column - 2) {
        lines += &format!("{:column$}# {line}\n", "");
    }
    match (has_forces, first_kind(game)) {
        (true, Some(kind)) => {
            format!("{text}{}s:\n  -{}{lines}", kind.id, units.get(3..).unwrap_or(&units))
        }
        _ => format!("{text}{units}{lines}"),
    }
}

/// The keys above the units.
pub(crate) fn head(game: &Game, beginning: &NewList) -> String {
    let mut head = vec!["orbat: 1".to_owned()];
    if let Some(name) = &beginning.name {
        head.push(format!("name: {}", serde_json::to_string(name).unwrap_or_default()));
    }
    head.push(format!("system: {}", game.id));
    head.extend(beginning.faction.map(|faction| format!("faction: {}", game.factions[faction].id)));
    head.extend(beginning.chart.map(|chart| format!("chart: {}", game.charts[chart].id)));
    head.extend(beginning.points.map(|points| format!("points: {points}")));
    head.extend(beginning.stated.iter().map(|(key, value)| format!("{key}: {value}")));
    format!("{}\n", head.join("\n"))
}

pub(crate) fn read(text: &str) -> Option<List> {
    let mut sources = Sources::default();
    let source = sources.add("", text);
    load_list(&sources, source).0
}

/// The list with a force, if units stand in one.
pub(crate) fn with_forces(rules: &Ruleset<'_>, game: &Game, list: List) -> (List, bool) {
    let lacks = |problem: &AssessedProblem| problem.code == &codes::FORCE_TOO_FEW;
    match with_force(game, &list) {
        Some((with, _)) if rules.assess(&list).errors.iter().any(lacks) => (with, true),
        _ => (list, false),
    }
}

/// The list with one unit added, assessed; `None` if the army may not have the unit at all.
pub(crate) fn with_one(
    rules: &Ruleset<'_>,
    game: &Game,
    list: &List,
    unit: &Entry,
) -> Option<Assessment> {
    let line = Box::new(UnitLine::new(list.added(unit.id.clone())));
    let to = stations(game, list).into_iter().next().unwrap_or(ForceRef::Army);
    let with = rules.assess(&Edit::AddUnit { line, to }.applied_to(list).ok()?);
    let bars = |problem: &AssessedProblem| {
        [&codes::UNIT_NOT_AVAILABLE, &codes::UNIT_NOT_BROUGHT].contains(&problem.code)
    };
    (!with.errors.iter().any(bars)).then_some(with)
}

/// What the chart asks for and what else it takes, with some units that fit. Nothing here depends
/// on what the list holds, so the comments stay true as the list is filled.
fn slots(
    rules: &Ruleset<'_>,
    game: &Game,
    beginning: &NewList,
    list: &List,
    room: usize,
) -> Vec<String> {
    let assessment = rules.assess(list);
    let mut units: Vec<_> = game
        .units()
        .map(|(_, unit)| unit)
        .filter(|unit| is_at_home(beginning.faction, unit))
        .collect();
    // Units of a category that the army states come first, units of every faction last.
    let is_meant = |unit: &Entry| {
        let of_unit =
            |word: &String| unit.categories.iter().any(|id| game.categories[*id].id == *word);
        beginning.stated.iter().any(|(_, word)| of_unit(word))
    };
    units.sort_by_key(|unit| (!is_meant(unit), unit.owner == Owner::System));
    let slot_of = |unit: &&Entry| {
        let with = with_one(rules, game, list, unit)?;
        Some((with.units.first().and_then(|unit| unit.slot.clone()), unit.id.clone()))
    };
    let fitting: Vec<(Option<String>, String)> = units.iter().filter_map(slot_of).collect();
    let named = |slot: Option<&str>| {
        let fits = fitting.iter().filter(|(title, _)| title.as_deref() == slot);
        fits.map(|(_, id)| id.as_str()).collect::<Vec<&str>>()
    };
    let slots = assessment.forces.first().map(|force| force.slots.as_slice()).unwrap_or_default();
    if slots.is_empty() {
        let units = named(None);
        return if units.is_empty() {
            Vec::new()
        } else {
            vec![with_examples("For example", &units, room)]
        };
    }
    let (asked, taken): (Vec<&AssessedSlot>, Vec<_>) = slots.iter().partition(|slot| slot.min > 0);
    let chart = beginning
        .chart
        .map(|chart| format!("The {} chart", game.charts[chart].title))
        .unwrap_or_default();
    let heads = [
        format!("{chart} asks for"),
        if asked.is_empty() { format!("{chart} takes") } else { "and takes".to_owned() },
    ];
    let mut lines = Vec::new();
    for (head, slots) in heads.into_iter().zip([asked, taken]) {
        lines.extend((!slots.is_empty()).then_some(head));
        for slot in slots {
            let lead = format!("  {}, {}", slot.title, bounds(slot));
            lines.push(with_examples(&lead, &named(Some(&slot.title)), room));
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

/// A line with as many units behind it as there is room for, at least one.
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
