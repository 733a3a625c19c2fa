//! How one unit of a list speaks of another.

use crate::roster::{List, Located, places, sort, unit_mut};
use crate::source::Span;

/// The id by which others can speak of the unit at a place, which gets one if it has none of its own. None if the line
/// stands for several units.
pub(super) fn reference(list: &mut List, at: Span) -> Option<String> {
    let all = places(list);
    let (place, line) = all.iter().find(|(_, line)| line.unit.span == at)?;
    if line.count.as_ref().is_some_and(|count| count.value > 1) {
        return None;
    }
    if let Some(id) = &line.id {
        return Some(id.value.clone());
    }
    let entry = line.unit.value.clone();
    let copies = |count: &Option<crate::roster::Amount>| count.as_ref().map_or(1, |count| count.value);
    let alike: i64 =
        all.iter().filter(|(_, one)| one.unit.value == entry && one.id.is_none()).map(|(_, one)| copies(&one.count)).sum();
    let is_stated = |id: &str| all.iter().any(|(_, one)| one.id.as_ref().is_some_and(|stated| stated.value == id));
    if alike <= 1 && !is_stated(&entry) {
        return Some(entry);
    }
    let free = (1..).map(|number| format!("{entry}_{number}")).find(|id| !is_stated(id))?;
    let place = *place;
    unit_mut(list, place)?.id = Some(Located::new(free.clone(), at));
    sort(list);
    Some(free)
}
