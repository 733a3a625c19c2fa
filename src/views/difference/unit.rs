//! Compares two units by their features: models, options, attributes, relations.

use super::{Detail, DetailKind, DetailValue, Placed, stated};
use crate::views::RosterUnit;

/// Everything that may differ between two units of an entry, in no particular order.
pub(super) fn features(placed: Placed<'_>) -> Vec<Detail> {
    let unit = placed.unit;
    let mut all: Vec<Detail> = Vec::new();
    for kind in &unit.kinds {
        let title = if kind.leads { format!("{} (leader)", kind.name) } else { kind.name.clone() };
        all.push(stated(DetailKind::Models, &title, kind.count, None));
    }
    all.extend(options(unit));
    let chosen = unit.chosen.iter();
    all.extend(
        chosen.map(|line| stated(DetailKind::Choice, &line.title, line.value.clone(), None)),
    );
    all.extend(unit.joined.iter().map(|guest| stated(DetailKind::Joined, guest, 1_i64, None)));
    all.extend(unit.rides.iter().map(|host| stated(DetailKind::Rides, host, 1_i64, None)));
    all.extend(placed.force.map(|force| stated(DetailKind::Force, force, 1_i64, None)));
    merged(all)
}

/// The options of a unit, each with the options around it.
fn options(unit: &RosterUnit) -> Vec<Detail> {
    let mut around: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for option in &unit.options {
        around.truncate(option.depth);
        around.push(&option.name);
        let (title, of) = (around.join(": "), option.model.as_deref());
        all.push(stated(DetailKind::Option, &title, option.count, of));
    }
    all
}

/// Merges features of the same kind and title, and adds up their numbers.
fn merged(mut all: Vec<Detail>) -> Vec<Detail> {
    all.sort_by(|left, right| (key(left), &left.before).cmp(&(key(right), &right.before)));
    let mut merged: Vec<Detail> = Vec::new();
    for detail in all {
        match merged.last_mut().filter(|last| key(last) == key(&detail)) {
            Some(last) => last.before = sum(last.before.take(), detail.before),
            None => merged.push(detail),
        }
    }
    merged
}

/// Adds numbers; joins texts.
fn sum(known: Option<DetailValue>, more: Option<DetailValue>) -> Option<DetailValue> {
    Some(match (known?, more?) {
        (DetailValue::Count(known), DetailValue::Count(more)) => {
            DetailValue::Count(known.saturating_add(more))
        }
        (known, more) => DetailValue::Words(format!("{known}, {more}")),
    })
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
    all.sort_by(|left, right| key(left).cmp(&key(right)));
    all
}
