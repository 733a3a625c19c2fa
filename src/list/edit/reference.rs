//! How units of a list refer to each other.

use crate::list::edit::{Edit, UnitKey};
use crate::list::{LineId, List, OptionPick, Scalar, UnitLine};

impl UnitLine {
    /// The name that other lines use for the unit: its own id, or its entry's.
    pub fn called(&self) -> &str {
        &self.id.as_ref().unwrap_or(&self.unit).value
    }

    /// How many units the line stands for.
    pub fn copies(&self) -> i64 {
        self.count.as_ref().map_or(1, |count| count.value)
    }
}

impl OptionPick {
    /// How often it is taken.
    pub fn copies(&self) -> i64 {
        self.times.as_ref().map_or(1, |times| times.value)
    }
}

impl List {
    /// What other lines can call a unit, and the edit that gives it an id if it needs one for that.
    /// None if its line stands for several units.
    pub(crate) fn reference(&self, unit: LineId) -> Option<(String, Option<Edit>)> {
        self.unit(unit).filter(|line| line.copies() <= 1)?;
        self.reference_to_first(unit)
    }

    /// Like `reference`, but for the first of the units that the line stands for.
    pub(crate) fn reference_to_first(&self, unit: LineId) -> Option<(String, Option<Edit>)> {
        let line = self.unit(unit)?;
        if let Some(id) = &line.id {
            return Some((id.value.clone(), None));
        }
        let entry = &line.unit.value;
        let alike = self.unit_lines().filter(|line| line.unit.value == *entry && line.id.is_none());
        if alike.map(UnitLine::copies).sum::<i64>() <= 1 && !is_id(self, entry) {
            return Some((entry.clone(), None));
        }
        let id = free_id(self, entry)?;
        let edit = Edit::SetUnitText { unit, key: UnitKey::Id, value: Some(id.clone()) };
        Some((id, Some(edit)))
    }
}

/// The id that a further unit of an entry needs if other lines refer to the existing one by the
/// entry's name.
pub(crate) fn id_for_another(list: &List, entry: &str) -> Option<String> {
    let names =
        |line: &UnitLine| line.joined.iter().chain(&line.rides).any(|name| name.value == entry);
    let in_head = list
        .derived
        .iter()
        .any(|(_, value)| matches!(value, Scalar::Text(name) if name.value == entry));
    let is_named = in_head || list.unit_lines().any(names);
    if is_named { free_id(list, entry) } else { None }
}

fn is_id(list: &List, id: &str) -> bool {
    list.unit_lines().any(|line| line.id.as_ref().is_some_and(|stated| stated.value == id))
}

fn free_id(list: &List, entry: &str) -> Option<String> {
    (1..).map(|number| format!("{entry}_{number}")).find(|id| !is_id(list, id))
}
