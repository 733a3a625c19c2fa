//! Compares two units.

use super::{Detail, DetailKind, Placed, stated};
use crate::views::RosterUnit;

/// Everything that may differ between two units of an entry, in an order that says nothing.
pub(super) fn features(placed: Placed<'_>) -> Vec<Detail> {
    let unit = placed.unit;
    let mut all: Vec<Detail> = Vec::new();
    for kind in &unit.kinds {
        let title = if kind.leads { format!("{} (leader)", kind.name) } else { kind.name.clone() };
        all.push(stated(DetailKind::Models, &title, kind.count.to_string(), None));
    }
    all.extend(options(unit));
    let chosen = unit.chosen.iter();
    all.extend(
        chosen.map(|line| stated(DetailKind::Choice, &line.title, line.value.clone(), None)),
    );
    let one = || "1".to_owned();
    all.extend(unit.joined.iter().map(|guest| stated(DetailKind::Joined, guest, one(), None)));
    all.extend(unit.rides.iter().map(|host| stated(DetailKind::Rides, host, one(), None)));
    all.extend(placed.force.map(|force| stated(DetailKind::Force, force, one(), None)));
    merged(all)
}

/// The options of a unit, each with those that it stands inside.
fn options(unit: &RosterUnit) -> Vec<Detail> {
    let mut around: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for option in &unit.options {
        around.truncate(option.depth);
        around.push(&option.name);
        let count = option.count.to_string();
        all.push(stated(DetailKind::Option, &around.join(": "), count, option.model.as_deref()));
    }
    all
}

/// The same with alike features together, their numbers added up.
fn merged(mut all: Vec<Detail>) -> Vec<Detail> {
    all.sort_by(|one, other| (key(one), &one.before).cmp(&(key(other), &other.before)));
    let mut merged: Vec<Detail> = Vec::new();
    for detail in all {
        match merged.last_mut().filter(|last| key(last) == key(&detail)) {
            Some(last) => last.before = Some(sum(last.before.as_deref(), detail.before.as_deref())),
            None => merged.push(detail),
        }
    }
    merged
}

/// Numbers added up, texts one after the other.
fn sum(one: Option<&str>, other: Option<&str>) -> String {
    let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
    let numbers = one.parse::<i64>().ok().zip(other.parse::<i64>().ok());
    match numbers.and_then(|(one, other)| one.checked_add(other)) {
        Some(sum) => sum.to_string(),
        None => format!("{one}, {other}"),
    }
}

type Key<'d> = (DetailKind, Option<&'d str>, &'d str);

fn key(detail: &Detail) -> Key<'_> {
    (detail.about, detail.of.as_deref(), &detail.title)
}

/// What differs between two sets of features.
pub(super) fn details(before: &[Detail], after: &[Detail]) -> Vec<Detail> {
    let (before, after) = (merged(before.to_vec()), merged(after.to_vec()));
    let value = |all: &[Detail], wanted: &Detail| {
        let found = all.binary_search_by(|known| key(known).cmp(&key(wanted)));
        found.ok().and_then(|at| all.get(at)).and_then(|known| known.before.clone())
    };
    let mut all: Vec<Detail> = Vec::new();
    for detail in &before {
        let now = value(&after, detail);
        if now != detail.before {
            all.push(Detail { after: now, ..detail.clone() });
        }
    }
    let added = after.iter().filter(|detail| value(&before, detail).is_none());
    all.extend(added.map(|detail| Detail {
        before: None,
        after: detail.before.clone(),
        ..detail.clone()
    }));
    all.sort_by(|one, other| key(one).cmp(&key(other)));
    all
}
