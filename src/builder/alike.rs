//! Units of a list that are alike: what is found out about one of them holds for all.

use crate::list::{List, UnitLine};

/// The first line of each class of lines that say the same in the same force, whatever their
/// players call them.
pub(crate) fn distinct_lines(list: &List) -> Vec<&UnitLine> {
    let mut all: Vec<&UnitLine> = Vec::new();
    let forces = list.force_lines().map(|force| &force.units);
    for units in std::iter::once(&list.units).chain(forces) {
        let mut last: Option<&UnitLine> = None;
        // Lists are sorted, so alike lines stand together.
        for line in units {
            if last.is_none_or(|last| !are_alike(last, line)) {
                all.push(line);
            }
            last = Some(line);
        }
    }
    all
}

/// Whether two lines of one force say the same. Names and notes decide nothing.
pub(crate) fn are_alike(one: &UnitLine, other: &UnitLine) -> bool {
    one.unit == other.unit
        && one.models == other.models
        && one.options == other.options
        && one.joined == other.joined
        && one.rides == other.rides
        && one.slot == other.slot
        && one.id == other.id
        && one.count == other.count
        && one.others == other.others
}
