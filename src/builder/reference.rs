//! How one unit of a list speaks of another.

use crate::list::{List, Scalar, Spanned, UnitLine, places, sort, unit_mut};
use crate::source::Span;

/// The id by which others can speak of the unit at a place, which gets one if it has none of its
/// own. None if the line stands for several units.
pub(crate) fn reference(list: &mut List, at: Span) -> Option<String> {
    let all = places(list);
    let (place, line) = all.iter().find(|(_, line)| line.unit.span == at)?;
    if line.count.as_ref().is_some_and(|count| count.value > 1) {
        return None;
    }
    if let Some(id) = &line.id {
        return Some(id.value.clone());
    }
    let entry = line.unit.value.clone();
    let copies =
        |count: &Option<crate::list::Amount>| count.as_ref().map_or(1, |count| count.value);
    let alike: i64 = all
        .iter()
        .filter(|(_, one)| one.unit.value == entry && one.id.is_none())
        .map(|(_, one)| copies(&one.count))
        .sum();
    if alike <= 1 && !is_id(list, &entry) {
        return Some(entry);
    }
    let free = free_id(list, &entry)?;
    let place = *place;
    unit_mut(list, place)?.id = Some(Spanned::new(free.clone(), at));
    sort(list);
    Some(free)
}

/// The id that one more unit of an entry needs: where others speak of a unit by the entry's name,
/// which is the one before.
pub(crate) fn id_for_another(list: &List, entry: &str) -> Option<String> {
    let names =
        |line: &UnitLine| line.joined.iter().chain(&line.rides).any(|name| name.value == entry);
    let in_head = list
        .derived
        .iter()
        .any(|(_, value)| matches!(value, Scalar::Text(name) if name.value == entry));
    let is_named = in_head || places(list).into_iter().any(|(_, line)| names(line));
    if is_named { free_id(list, entry) } else { None }
}

fn is_id(list: &List, id: &str) -> bool {
    places(list)
        .into_iter()
        .any(|(_, one)| one.id.as_ref().is_some_and(|stated| stated.value == id))
}

fn free_id(list: &List, entry: &str) -> Option<String> {
    (1..).map(|number| format!("{entry}_{number}")).find(|id| !is_id(list, id))
}
