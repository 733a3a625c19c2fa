//! Changes to the designs of a list.

use crate::builder::change::Done;
use crate::builder::{Change, DesignChange, find, resolve_name};
use crate::list::{Edit, Holder};
use crate::model::{EntryKind, StatValue};
use crate::wording::LookupError;

impl Change<'_, '_> {
    /// Adds a design, or changes the one of this name.
    pub fn set_design(&mut self, name: &str, change: &DesignChange) -> Done {
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
    pub fn remove_design(&mut self, name: &str) -> Done {
        let designs = self.list.designs.iter();
        let known: Vec<(String, String)> =
            designs.map(|design| (design.name.value.clone(), String::new())).collect();
        let design = resolve_name("design", name, &known)?.to_owned();
        self.make(&Edit::RemoveDesign(design)).map(drop)
    }

    /// Takes and drops options of the army or of a design.
    pub(crate) fn take_all(
        &mut self,
        of: &Holder,
        whose: &str,
        take: &[(String, Option<i64>)],
        drop: &[String],
    ) -> Done {
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
