//! Adds, removes and moves the lines of units and forces.

use rustc_hash::FxHashSet;

use crate::list::edit::apply::EditResult;
use crate::list::edit::reference::id_for_another;
use crate::list::edit::{EditError, ForceRef, NewForce};
use crate::list::{ForceLine, GameKey, GameValue, Ignored, LineId, List, UnitLine};

impl List {
    pub(crate) fn add_unit(&mut self, line: &UnitLine, to: &ForceRef) -> EditResult<LineId> {
        let mut line = line.clone();
        if line.id.is_none() {
            line.id = id_for_another(self, &line.unit.value).map(|id| self.added(id));
        }
        line.unit = self.added(line.unit.value);
        let force = self.force_for(to)?;
        let id = self.ids.0.give();
        line.line = Ignored(id);
        self.units_mut(force).ok_or(EditError::NoSuchForce)?.push(line);
        Ok(id)
    }

    /// The line of the force, which is added if it is new.
    fn force_for(&mut self, to: &ForceRef) -> EditResult<Option<LineId>> {
        match to {
            ForceRef::Army => Ok(None),
            ForceRef::Force(id) => self.force(*id).map(|_| Some(*id)).ok_or(EditError::NoSuchForce),
            ForceRef::New { within, forces } => {
                let mut within = *within;
                for force in forces {
                    within = Some(self.add_force(within, force)?);
                }
                Ok(within)
            }
        }
    }

    pub(crate) fn add_force(
        &mut self,
        within: Option<LineId>,
        new: &NewForce,
    ) -> EditResult<LineId> {
        let id = self.ids.0.give();
        let key = self.added(new.key.clone());
        let force = ForceLine {
            line: Ignored(id),
            name: None,
            faction: new.faction.clone().map(|faction| self.added(faction)),
            points: None,
            chart: new.chart.clone().map(|chart| self.added(chart)),
            options: Vec::new(),
            units: Vec::new(),
            others: Vec::new(),
            span: self.added(()),
        };
        let others = self.others_mut(within).ok_or(EditError::NoSuchForce)?;
        match others.iter_mut().find(|other| other.key == key) {
            Some(GameKey { value: GameValue::Forces(forces), .. }) => forces.push(force),
            Some(other) => other.value = GameValue::Forces(vec![force]),
            None => others.push(GameKey { key, value: GameValue::Forces(vec![force]) }),
        }
        Ok(id)
    }

    pub(crate) fn remove_force(&mut self, id: LineId) -> EditResult {
        self.force(id).ok_or(EditError::NoSuchForce)?;
        let around = self.force_around(id);
        let others = self.others_mut(around).ok_or(EditError::NoSuchForce)?;
        // A key is removed together with its last force.
        others.retain_mut(|other| match &mut other.value {
            GameValue::Forces(forces) => {
                let before = forces.len();
                forces.retain(|force| force.line() != id);
                forces.len() == before || !forces.is_empty()
            }
            _ => true,
        });
        Ok(())
    }

    pub(crate) fn remove_unit(&mut self, id: LineId) -> EditResult {
        let unit = self.line_mut(id)?;
        if let Some(count) = unit.count.as_mut().filter(|count| count.value > 1) {
            count.value -= 1;
            if count.value == 1 {
                unit.count = None;
            }
            return Ok(());
        }
        self.remove_line(id)
    }

    /// Removes a line, and its name where other units join it or ride in it.
    pub(crate) fn remove_line(&mut self, id: LineId) -> EditResult {
        let name = self.line_mut(id)?.called().to_owned();
        let force = self.force_of(id);
        self.units_mut(force).ok_or(EditError::NoSuchForce)?.retain(|line| line.line() != id);
        self.forget_names(&|other| other == name);
        Ok(())
    }

    /// The list with only some of its lines, and without the names of the others.
    pub(crate) fn with_only(&self, is_kept: &dyn Fn(&UnitLine) -> bool) -> List {
        let mut only = self.clone();
        let gone: FxHashSet<String> = self
            .unit_lines()
            .filter(|line| !is_kept(line))
            .map(|line| line.called().to_owned())
            .collect();
        only.units.retain(is_kept);
        for force in self.force_lines() {
            if let Some(units) = only.units_mut(Some(force.line())) {
                units.retain(is_kept);
            }
        }
        only.forget_names(&|name| gone.contains(name));
        only
    }

    /// Removes these names from the units that join or ride in them.
    fn forget_names(&mut self, is_gone: &dyn Fn(&str) -> bool) {
        for line in self.unit_lines_mut() {
            line.joined.retain(|joined| !is_gone(&joined.value));
            line.rides = line.rides.take().filter(|rides| !is_gone(&rides.value));
        }
    }

    /// Moves a unit to another force. The line keeps the span it was read from, by which its text
    /// is found again.
    pub(crate) fn move_unit(&mut self, id: LineId, to: &ForceRef) -> EditResult {
        let line = self.unit(id).ok_or(EditError::NoSuchUnit)?.clone();
        let from = self.force_of(id);
        if ForceRef::from(from) == *to {
            return Err(EditError::NothingToDo);
        }
        let force = self.force_for(to)?;
        let units = self.units_mut(from).ok_or(EditError::NoSuchForce)?;
        units.retain(|line| line.line() != id);
        self.units_mut(force).ok_or(EditError::NoSuchForce)?.push(line);
        Ok(())
    }
}
