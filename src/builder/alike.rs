//! Finds units of a list that are alike: a result for one of them holds for all.

use crate::list::{List, UnitLine};

/// The first of each set of lines in a force that are the same except for the names that players
/// gave them.
pub(crate) fn distinct_lines(list: &List) -> Vec<&UnitLine> {
    let mut all: Vec<&UnitLine> = Vec::new();
    let forces = list.force_lines().map(|force| &force.units);
    for units in std::iter::once(&list.units).chain(forces) {
        let mut last: Option<&UnitLine> = None;
        // Lists are sorted, so alike lines are adjacent.
        for line in units {
            if last.is_none_or(|last| !are_alike(last, line)) {
                all.push(line);
            }
            last = Some(line);
        }
    }
    all
}

/// Whether two lines of one force say the same, apart from names and notes.
pub(crate) fn are_alike(left: &UnitLine, right: &UnitLine) -> bool {
    left.unit == right.unit
        && left.models == right.models
        && left.options == right.options
        && left.joined == right.joined
        && left.rides == right.rides
        && left.slot == right.slot
        && left.id == right.id
        && left.count == right.count
        && left.others == right.others
}
