//! How much an edit changes, and what kind it is, to show the repairs that change least first.

use crate::builder::candidate::Candidate;
use crate::list::{Edit, HeadKey, Holder, LineId, List, Models, OptionPick};

/// The kind of an edit and what it changes: two sizes of one unit have the same key.
pub(crate) type EditKey<'e> = (u8, Option<LineId>, Option<&'e str>);

/// The kind of all edits that add a unit.
pub(crate) const ADDS: u8 = 1;

pub(crate) fn sort(edit: &Edit) -> EditKey<'_> {
    let of = |of: &Holder| match of {
        Holder::Force(id) | Holder::Unit(id) | Holder::Models(id, _) => Some(*id),
        Holder::Army | Holder::Design(_) => None,
    };
    match edit {
        Edit::RemoveUnit { unit } => (0, Some(*unit), None),
        Edit::AddUnit { .. } => (ADDS, None, None),
        Edit::MoveUnit { unit, .. } => (2, Some(*unit), None),
        Edit::SetModels { unit, .. } => (3, Some(*unit), None),
        Edit::TakeOption { of: holder, .. } => (4, of(holder), None),
        Edit::RemoveForce { force } => (5, Some(*force), None),
        Edit::SetKey { of: holder, key, value: None } => (6, of(holder), Some(key)),
        Edit::DropRule(rule) | Edit::TakeRule(rule) => (6, None, Some(rule)),
        Edit::RemoveLine { unit } => (0, Some(*unit), None),
        Edit::SetNotes { .. } | Edit::SetDesign { .. } | Edit::RemoveDesign(_) => (11, None, None),
        Edit::SetKey { of: holder, value: Some(_), .. } => (7, of(holder), None),
        Edit::SetForceText { force, .. } | Edit::SetForcePoints { force, .. } => {
            (6, Some(*force), None)
        }
        Edit::SetForceChart { force, .. } => (8, Some(*force), None),
        Edit::SetHead { key: HeadKey::Chart, .. } => (8, None, None),
        Edit::SetHead { key, .. } => (6, None, Some(key.name())),
        Edit::SetDerived { value: None, .. } | Edit::ClearDerived => (9, None, None),
        Edit::SetCard { .. } => (10, None, None),
        Edit::SetPick { pick, .. } => (12, None, Some(pick)),
        Edit::SetModelCount { unit, .. }
        | Edit::SetCount { unit, .. }
        | Edit::SetUnitText { unit, .. } => (11, Some(*unit), None),
        Edit::Join { host, .. } | Edit::Leave { host, .. } => (11, Some(*host), None),
        Edit::DropOption(_)
        | Edit::SetTimes { .. }
        | Edit::SetOptions { .. }
        | Edit::SetDerived { .. }
        | Edit::SetPoints(_)
        | Edit::AddForce { .. }
        | Edit::Rename { .. } => (11, None, None),
    }
}

/// Whether an edit adds or removes units.
pub(crate) fn moves_unit(edit: &Edit) -> bool {
    matches!(
        edit,
        Edit::RemoveUnit { .. }
            | Edit::RemoveLine { .. }
            | Edit::AddUnit { .. }
            | Edit::RemoveForce { .. }
    )
}

/// By how much an edit changes a number.
pub(crate) fn difference(base: &Candidate, edit: &Edit) -> i64 {
    let list = &base.list;
    let numbers = match edit {
        Edit::SetModels { unit, models: Models::Total(total) } => {
            base.unit(*unit).map(|unit| (unit.size, total.value))
        }
        Edit::DropOption(_) => Some((1, 0)),
        Edit::SetTimes { option, times } => {
            list.option(option).map(|now| (OptionPick::copies(now), *times))
        }
        Edit::SetPick { design, pick, value } => {
            let designs = list.designs.iter().filter(|known| known.name.value == *design);
            let mut picks = designs.flat_map(|design| &design.picks);
            picks.find(|(name, _)| name.value == *pick).map(|(_, now)| (now.value, *value))
        }
        Edit::SetCard { card, count } if *count > 0 => {
            let now = list.deck.iter().find(|(name, _)| name.value == *card);
            Some((now.map_or(0, |(_, now)| now.value), *count))
        }
        _ => None,
    };
    numbers.map_or(0, |(before, after)| after.saturating_sub(before).saturating_abs())
}

/// Whether an edit changes a unit or force that another edit adds.
pub(crate) fn is_of_an_added_line(list: &List, edit: &Edit) -> bool {
    let is_known = |id: LineId| list.unit(id).is_some() || list.force(id).is_some();
    !edit.lines().into_iter().all(is_known)
}
