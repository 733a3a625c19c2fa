//! Changes to the designs of a list.

use crate::builder::change::LookupResult;
use crate::builder::{DesignChange, ListEditor, find, resolve_name};
use crate::list::{Design, Edit, EditError, Holder, Models};
use crate::model::{EntryKind, StatValue};
use crate::wording::LookupError;

impl ListEditor<'_, '_> {
    /// Adds a design, or changes the design of this name.
    pub fn set_design(&mut self, name: &str, change: &DesignChange) -> LookupResult {
        let known = self.list.designs.iter().find(|design| design.name.value == name);
        let model = match (&change.model, known) {
            (None, Some(known)) => known.model.value.clone(),
            (Some(stated), _) => {
                resolve_name("model", stated, &self.models_to_design())?.to_owned()
            }
            (None, None) => {
                let models = self.models_to_design().into_iter().map(|(id, _)| id).collect();
                return Err(LookupError::NoModelToDesign { design: name.to_owned(), models });
            }
        };
        self.make(&Edit::SetDesign { design: name.to_owned(), model: model.clone() })?;
        let stats = self.picked_stats(&model);
        for (stat, value) in &change.picks {
            let pick = resolve_name("characteristic", stat, &stats)?.to_owned();
            self.make(&Edit::SetPick { design: name.to_owned(), pick, value: *value })?;
        }
        let of = Holder::Design(name.to_owned());
        self.take_all(&of, name, &change.take, &change.drop)
    }

    /// Removes a design, by its name.
    pub fn remove_design(&mut self, name: &str) -> LookupResult {
        let designs = self.list.designs.iter();
        let known: Vec<(String, String)> =
            designs.map(|design| (design.name.value.clone(), String::new())).collect();
        let design = resolve_name("design", name, &known)?.to_owned();
        self.make(&Edit::RemoveDesign(design)).map(drop)
    }

    /// Adds a copy of a design.
    pub(crate) fn copy_design(&mut self, name: &str, copy: &str) -> LookupResult {
        let design = self.design_called(name)?.clone();
        self.is_free(copy)?;
        let mut list = self.list.clone();
        list.designs.push(Design { name: list.added(copy.to_owned()), ..design });
        self.replace(list)
    }

    /// Renames a design everywhere in the list.
    pub(crate) fn rename_design(&mut self, name: &str, new: &str) -> LookupResult {
        self.design_called(name)?;
        self.is_free(new)?;
        let mut list = self.list.clone();
        let designs = list.designs.iter_mut().map(|design| &mut design.name);
        designs
            .filter(|known| known.value == name)
            .for_each(|known| new.clone_into(&mut known.value));
        for unit in list.unit_lines_mut() {
            let Models::Lines(lines) = &mut unit.models else { continue };
            let of_design = lines.iter_mut().filter(|line| line.design != Some(false));
            for line in of_design.filter(|line| line.model.value == name) {
                new.clone_into(&mut line.model.value);
            }
        }
        self.replace(list)
    }

    fn design_called(&self, name: &str) -> LookupResult<&Design> {
        let known = self.list.designs.iter().find(|design| design.name.value == name);
        known.ok_or(LookupError::Edit(EditError::NotThere))
    }

    /// Whether a design may have this name: inside a unit it must be unambiguous.
    fn is_free(&self, name: &str) -> LookupResult {
        let is_design = self.list.designs.iter().any(|design| design.name.value == name);
        let mut entries = self.game.entries.values();
        let is_model =
            entries.any(|entry| entry.id == name && matches!(entry.kind, EntryKind::Profile(_)));
        if is_design || is_model {
            return Err(LookupError::DesignTaken { design: name.to_owned() });
        }
        Ok(())
    }

    /// Takes and drops options of the army or of a design.
    pub(crate) fn take_all(
        &mut self,
        of: &Holder,
        whose: &str,
        take: &[(String, Option<i64>)],
        drop: &[String],
    ) -> LookupResult {
        let drop = drop.iter().map(|name| (name.clone(), Some(0)));
        for (name, times) in take.iter().cloned().chain(drop) {
            let offered = self.rules.session(&self.list).offered(of);
            let found = find::options(&offered, &name, whose)?;
            if let Some(option) = found.first() {
                let (of, offer) = (of.clone(), option.offer());
                self.make(&Edit::TakeOption { of, offer, times })?;
            }
        }
        Ok(())
    }

    /// Models that leave characteristics to the player.
    fn models_to_design(&self) -> Vec<(String, String)> {
        let entries = self.game.entries.values();
        let models = entries.filter(|entry| {
            matches!(entry.kind, EntryKind::Profile(_))
                && entry.body.stats.iter().any(|stat| matches!(stat.value, StatValue::Pick(..)))
        });
        models.map(|entry| (entry.id.clone(), entry.title.clone())).collect()
    }

    fn picked_stats(&self, model: &str) -> Vec<(String, String)> {
        let mut entries = self.game.entries.values();
        let entry =
            entries.find(|entry| entry.id == model && matches!(entry.kind, EntryKind::Profile(_)));
        let stats = entry.map(|entry| entry.body.stats.as_slice()).unwrap_or_default();
        let picks = stats.iter().filter(|stat| matches!(stat.value, StatValue::Pick(..)));
        picks.map(|stat| (stat.name.clone(), stat.name.clone())).collect()
    }
}
