//! A list at its beginning: the head, and the slots of its chart as comments.

use crate::builder::find::is_at_home;
use crate::builder::force::{first_kind, stations, with_force};
use crate::builder::{Key, keys_of_army};
use crate::diagnostic::codes;
use crate::engine::army::Book;
use crate::engine::{AssessedProblem, AssessedSlot, Assessment, Ruleset};
use crate::list::{Edit, ForceRef, List, UnitLine, load_list};
use crate::model::{Chart, ChartId, Entry, FactionId, Game, Owner};
use crate::source::Sources;

/// What a list begins with.
#[derive(Debug, Clone, Default)]
pub struct NewList {
    pub name: Option<String>,
    pub faction: Option<FactionId>,
    pub chart: Option<ChartId>,
    pub points: Option<i64>,
    /// Keys of the army itself, and what stands behind them.
    pub stated: Vec<(String, String)>,
}

/// The charts that an army of the faction may use.
pub fn charts_of(game: &Game, faction: Option<FactionId>) -> Vec<(ChartId, &Chart)> {
    game.charts.iter().filter(|(_, chart)| Book::sees(faction, None, chart.owner)).collect()
}

/// The widest line of a new list; units are named as long as there is room.
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
    let lacks = |issue: &AssessedProblem| issue.code == &codes::FORCE_TOO_FEW;
    match with_force(game, &list) {
        Some((with, _)) if rules.assess(&list).errors.iter().any(lacks) => (with, true),
        _ => (list, false),
    }
}

/// The list with one unit, judged; none if the army may not have it at all.
pub(crate) fn with_one(
    rules: &Ruleset<'_>,
    game: &Game,
    list: &List,
    unit: &Entry,
) -> Option<Assessment> {
    let line = Box::new(UnitLine::new(list.added(unit.id.clone())));
    let to = stations(game, list).into_iter().next().unwrap_or(ForceRef::Army);
    let with = rules.assess(&Edit::AddUnit { line, to }.applied_to(list).ok()?);
    let bars = |issue: &AssessedProblem| {
        [&codes::UNIT_NOT_AVAILABLE, &codes::UNIT_NOT_BROUGHT].contains(&issue.code)
    };
    (!with.errors.iter().any(bars)).then_some(with)
}

/// What the chart asks for and what else it takes, with some units that fit. It says nothing of
/// what the list holds: it stays true however that is filled.
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
    // What the army says of itself comes first; what everybody has, behind what is the faction's
    // own.
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
