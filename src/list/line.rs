//! The lines of units and forces. Each has an id, by which it is found wherever it stands. Start at
//! [`LineId`].

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::list::{ForceLine, GameKey, GameValue, List, Name, UnitLine};

/// The id of the line of a unit or a force. Lines are numbered in the order of the text; lines
/// added later get the next numbers. Ids are not part of what a list says: lists that differ only
/// in ids are equal.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct LineId(u32);

/// Gives out ids.
#[derive(Debug, Clone, Default)]
pub struct LineIds(u32);

impl LineIds {
    /// The next id.
    pub fn give(&mut self) -> LineId {
        let id = LineId(self.0);
        self.0 += 1;
        id
    }
}

/// A value that is not part of what a list says, so that all such values compare as equal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignored<T>(pub T);

impl<T> PartialEq for Ignored<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Ignored<T> {}

impl<T> PartialOrd for Ignored<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Ignored<T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl<T> Hash for Ignored<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl LineId {
    /// The id of lines that are not in any list.
    pub(crate) const NONE: LineId = LineId(u32::MAX);
}

impl UnitLine {
    /// The line of a unit that comes with others without being written.
    pub(crate) fn unwritten(unit: Name) -> Self {
        UnitLine { line: Ignored(LineId::NONE), ..UnitLine::new(unit) }
    }

    /// The id of the line.
    pub fn line(&self) -> LineId {
        self.line.0
    }

    /// Whether the line was read from a text and not added by an edit.
    pub fn is_in_text(&self) -> bool {
        !self.unit.span.is_nowhere()
    }
}

impl ForceLine {
    /// The id of the line.
    pub fn line(&self) -> LineId {
        self.line.0
    }
}

impl List {
    /// Every unit line: those of the army itself, then those of its forces.
    pub fn unit_lines(&self) -> impl Iterator<Item = &UnitLine> {
        self.units.iter().chain(self.force_lines().flat_map(|force| &force.units))
    }

    /// Like `unit_lines`, but mutable.
    pub fn unit_lines_mut(&mut self) -> impl Iterator<Item = &mut UnitLine> {
        let mut inside = Vec::new();
        units_inside(&mut self.others, &mut inside);
        self.units.iter_mut().chain(inside)
    }

    /// Every force line, in the order of the keys, each before the forces inside it.
    pub fn force_lines(&self) -> impl Iterator<Item = &ForceLine> {
        let mut all = Vec::new();
        forces_inside(&self.others, &mut all);
        all.into_iter()
    }

    /// The line of a unit.
    pub fn unit(&self, id: LineId) -> Option<&UnitLine> {
        self.unit_lines().find(|line| line.line() == id)
    }

    /// The line of a unit, mutable.
    pub fn unit_mut(&mut self, id: LineId) -> Option<&mut UnitLine> {
        self.unit_lines_mut().find(|line| line.line() == id)
    }

    /// The line of a force.
    pub fn force(&self, id: LineId) -> Option<&ForceLine> {
        self.force_lines().find(|force| force.line() == id)
    }

    /// The line of a force, mutable.
    pub fn force_mut(&mut self, id: LineId) -> Option<&mut ForceLine> {
        force_inside(&mut self.others, id)
    }

    /// The force that a unit is in; none for the army itself, or if there is no such unit.
    pub fn force_of(&self, unit: LineId) -> Option<LineId> {
        let holds = |force: &&ForceLine| force.units.iter().any(|line| line.line() == unit);
        self.force_lines().find(holds).map(ForceLine::line)
    }

    /// The force around a force; none for the army itself, or if there is no such force.
    pub fn force_around(&self, force: LineId) -> Option<LineId> {
        let holds =
            |outer: &&ForceLine| forces_at(&outer.others).any(|in_it| in_it.line() == force);
        self.force_lines().find(holds).map(ForceLine::line)
    }

    /// The units of a force, or of the army itself.
    pub fn units_mut(&mut self, force: Option<LineId>) -> Option<&mut Vec<UnitLine>> {
        match force {
            None => Some(&mut self.units),
            Some(id) => self.force_mut(id).map(|force| &mut force.units),
        }
    }

    /// The game-defined keys of a force, or of the army itself.
    pub(crate) fn others_mut(&mut self, force: Option<LineId>) -> Option<&mut Vec<GameKey>> {
        match force {
            None => Some(&mut self.others),
            Some(id) => self.force_mut(id).map(|force| &mut force.others),
        }
    }
}

impl ForceLine {
    /// Every unit line in it, including those of the forces inside it.
    pub fn units_below(&self) -> impl Iterator<Item = &UnitLine> {
        let mut inside = Vec::new();
        forces_inside(&self.others, &mut inside);
        self.units.iter().chain(inside.into_iter().flat_map(|force| &force.units))
    }
}

/// The forces directly under these keys.
pub(crate) fn forces_at(others: &[GameKey]) -> impl Iterator<Item = &ForceLine> {
    let forces = others.iter().filter_map(|other| match &other.value {
        GameValue::Forces(forces) => Some(forces),
        _ => None,
    });
    forces.flatten()
}

pub(crate) fn forces_at_mut(others: &mut [GameKey]) -> impl Iterator<Item = &mut ForceLine> {
    let forces = others.iter_mut().filter_map(|other| match &mut other.value {
        GameValue::Forces(forces) => Some(forces),
        _ => None,
    });
    forces.flatten()
}

fn forces_inside<'l>(others: &'l [GameKey], all: &mut Vec<&'l ForceLine>) {
    for force in forces_at(others) {
        all.push(force);
        forces_inside(&force.others, all);
    }
}

fn units_inside<'l>(others: &'l mut [GameKey], all: &mut Vec<&'l mut UnitLine>) {
    for ForceLine { units, others, .. } in forces_at_mut(others) {
        all.extend(units);
        units_inside(others, all);
    }
}

fn force_inside(others: &mut [GameKey], id: LineId) -> Option<&mut ForceLine> {
    // The borrow of a found force must end before another force is looked for.
    let holds = |force: &ForceLine| {
        let mut inside = Vec::new();
        forces_inside(&force.others, &mut inside);
        force.line() == id || inside.iter().any(|force| force.line() == id)
    };
    let force = forces_at_mut(others).find(|force| holds(force))?;
    if force.line() == id { Some(force) } else { force_inside(&mut force.others, id) }
}
