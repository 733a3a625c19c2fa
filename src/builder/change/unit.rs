//! Changes to a unit: its models, options, and the units it joins.

use crate::builder::change::head::with_notes;
use crate::builder::change::{LookupResult, OtherUnits};
use crate::builder::stated::key_edit;
use crate::builder::{ListEditor, UnitChange, find, resolve_name};
use crate::engine::Offered;
use crate::list::{Edit, Holder, LineId, Models, Scalar, UnitKey, UnitLine};
use crate::model::NodeKind;
use crate::wording::LookupError;

impl ListEditor<'_, '_> {
    pub(crate) fn set_unit(
        &mut self,
        unit: LineId,
        change: &UnitChange,
        others: OtherUnits,
    ) -> LookupResult {
        let mut edits = self.models_edit(unit, change)?;
        for (key, word) in &change.stated {
            let of = Holder::Unit(unit);
            edits.push(key_edit(self.game, &self.list, NodeKind::Unit, of, key, word)?);
        }
        edits.extend(change.count.map(|count| Edit::SetCount { unit, count }));
        let slot = match change.slot.as_deref() {
            None | Some("") => change.slot.clone(),
            Some(name) => Some(find::slot(self.game, name)?.to_owned()),
        };
        let texts =
            [(UnitKey::Name, &change.name), (UnitKey::Id, &change.id), (UnitKey::Slot, &slot)];
        for (key, text) in texts {
            let text = text.as_ref().map(|text| Some(text.clone()).filter(|text| !text.is_empty()));
            edits.extend(text.map(|value| Edit::SetUnitText { unit, key, value }));
        }
        if !change.notes.is_empty() {
            let notes = with_notes(&self.line(unit)?.notes, &change.notes);
            edits.push(Edit::SetNotes { unit: Some(unit), notes });
        }
        let called = self.name_of(unit);
        edits.iter().try_for_each(|edit| self.make(edit).map(drop))?;
        if let (Some(_), Some(called)) = (&change.id, called) {
            self.carry_references(unit, &called)?;
        }
        if let Some(name) = &change.design {
            self.design(unit, name)?;
        }
        for (name, times) in &change.take {
            self.take(unit, name, *times)?;
        }
        for name in &change.drop {
            self.take(unit, name, Some(0))?;
        }
        if change.join.is_some() {
            self.join(unit, others.host)?;
        }
        if change.ride.is_some() {
            let value = others.carrier.map(|carrier| self.reference_of(carrier)).transpose()?;
            self.make(&Edit::SetUnitText { unit, key: UnitKey::Rides, value })?;
        }
        Ok(())
    }

    /// The name by which other lines can refer to a unit, if it is unique.
    fn name_of(&self, unit: LineId) -> Option<String> {
        let (name, needs_id) = self.list.reference(unit)?;
        needs_id.is_none().then_some(name)
    }

    /// Updates all references from a unit's old name to its new one.
    fn carry_references(&mut self, unit: LineId, old: &str) -> LookupResult {
        let Some(new) = self.name_of(unit).filter(|new| new != old) else { return Ok(()) };
        let mut edits: Vec<Edit> = Vec::new();
        for line in self.list.unit_lines() {
            if line.joined.iter().any(|name| name.value == old) {
                let host = line.line();
                edits.push(Edit::Leave { host, guest: old.to_owned() });
                edits.push(Edit::Join { host, guest: new.clone() });
            }
            if line.rides.as_ref().is_some_and(|name| name.value == old) {
                let (unit, key) = (line.line(), UnitKey::Rides);
                edits.push(Edit::SetUnitText { unit, key, value: Some(new.clone()) });
            }
        }
        for (name, value) in &self.list.derived {
            if matches!(value, Scalar::Text(text) if text.value == old) {
                let value = Some(Scalar::Text(self.list.added(new.clone())));
                edits.push(Edit::SetDerived { name: name.value.clone(), value });
            }
        }
        edits.iter().try_for_each(|edit| self.make(edit).map(drop))
    }

    /// Edits that change the number of models. Refused if models are stated line by line, because
    /// it is unclear which line should change.
    fn models_edit(&self, unit: LineId, change: &UnitChange) -> LookupResult<Vec<Edit>> {
        let Some(models) = change.models else { return Ok(Vec::new()) };
        let line = self.line(unit)?;
        if let Models::Lines(lines) = &line.models
            && (lines.len() > 1 || lines.iter().any(|line| !line.options.is_empty()))
        {
            return Err(LookupError::ModelsByLine { unit: line.unit.value.clone() });
        }
        Ok(vec![Edit::SetModels { unit, models: Models::Total(self.list.added(models)) }])
    }

    fn take(&mut self, unit: LineId, name: &str, times: Option<i64>) -> LookupResult {
        let line = self.line(unit)?;
        let offered = self.rules.session(&self.list).offered(&Holder::Unit(unit));
        let entry = self.game.units().find(|(_, unit)| unit.id == line.unit.value);
        let title = entry.map_or(name, |(_, unit)| unit.title.as_str());
        let found = find::options(&offered, name, title)?;
        let edit = |option: &Offered, times: Option<i64>| Edit::TakeOption {
            of: Holder::Unit(unit),
            offer: option.offer(),
            times,
        };
        // An option that several choices offer is dropped from the one that took it.
        let drops = |option: &&&Offered| {
            edit(option, Some(0)).applied_to(&self.list).is_ok_and(|list| list != self.list)
        };
        let option = match (found.as_slice(), times) {
            ([option], _) => *option,
            (all, times) => {
                let mut taken = all.iter().filter(drops).filter(|_| times == Some(0));
                match (taken.next(), taken.next()) {
                    (Some(option), None) => *option,
                    _ => return Err(in_several_choices(name, all)),
                }
            }
        };
        self.make(&edit(option, times)).map(drop)
    }

    fn join(&mut self, unit: LineId, host: Option<LineId>) -> LookupResult {
        if let Some(host) = host {
            let guest = self.reference_of(unit)?;
            return self.make(&Edit::Join { host, guest }).map(drop);
        }
        let guest = self.line(unit)?.called().to_owned();
        let joins = |line: &&UnitLine| line.joined.iter().any(|name| name.value == guest);
        let hosts: Vec<LineId> = self.list.unit_lines().filter(joins).map(UnitLine::line).collect();
        for host in hosts {
            self.make(&Edit::Leave { host, guest: guest.clone() })?;
        }
        Ok(())
    }

    /// Gives all models of the unit one of the player's designs: as many models as were stated, or
    /// the fewest that are allowed.
    fn design(&mut self, unit: LineId, name: &str) -> LookupResult {
        let known: Vec<(String, String)> = self
            .list
            .designs
            .iter()
            .map(|design| (design.name.value.clone(), String::new()))
            .collect();
        let name = resolve_name("design", name, &known)?;
        let line = self.line(unit)?;
        let count = match &line.models {
            Models::Total(count) => count.value,
            Models::Unstated | Models::Lines(_) => {
                self.rules.session(&self.list).sizes(unit).map_or(1, |sizes| sizes.low.max(1))
            }
        };
        let models = Models::of_design(&self.list, name, count);
        self.make(&Edit::SetModels { unit, models }).map(drop)
    }

    /// The id by which other units can refer to a unit. A unit without one gets one.
    fn reference_of(&mut self, unit: LineId) -> LookupResult<String> {
        let (name, edit) = self.list.reference(unit).ok_or_else(|| {
            let unit = self.list.unit(unit).map_or("it", |line| &line.unit.value);
            LookupError::StandsForSeveral { unit: unit.to_owned() }
        })?;
        edit.iter().try_for_each(|edit| self.make(edit).map(drop))?;
        Ok(name)
    }
}

fn in_several_choices(name: &str, all: &[&Offered]) -> LookupError {
    let choices = all.iter().filter_map(|option| option.choose.as_ref());
    let choices = choices.map(|(id, _)| id.clone()).collect();
    LookupError::InSeveralChoices { option: name.to_owned(), choices }
}
