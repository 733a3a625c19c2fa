//! Characteristics in the game's notation, with all changes applied.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{Evaluator, Value};
use crate::model::{Characteristic, EntryId, EntryKind, ProfileId, StatBase, StatValue};
use crate::wording::stat_words;

/// Stands for a value that cannot be used.
pub(crate) const NOTHING: &str = "–";

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn profile_of(&self, entry: EntryId) -> Option<ProfileId> {
        match self.game.entries[entry].kind {
            EntryKind::Profile(profile) => Some(profile),
            _ => None,
        }
    }

    /// A characteristic of a node as printed.
    pub(crate) fn printed(&self, id: NodeId, characteristic: &'g Characteristic) -> String {
        let Some(entry) = self.army.node(id).entry else { return String::new() };
        let stated = self.game.entries[entry]
            .body
            .stats
            .iter()
            .find(|stat| stat.name == characteristic.name)
            .map(|stat| &stat.value);
        let value = self.stat(id, &characteristic.name, None);
        let picked = matches!(stated, Some(StatValue::Pick(..)));
        match stated {
            Some(stated)
                if !picked && value == self.stated_stat(entry, &characteristic.name, None) =>
            {
                as_stated(self, stated)
            }
            // Its modes have the value.
            None if matches!(self.army.node(id).is, NodeIs::Gear | NodeIs::Option(_)) => {
                String::new()
            }
            stated => self.changed(characteristic, stated, &value),
        }
    }

    /// A changed value in the notation of the data.
    fn changed(
        &self,
        characteristic: &Characteristic,
        stated: Option<&StatValue>,
        value: &Value<'g>,
    ) -> String {
        match (&characteristic.shape.base, value) {
            (_, Value::None | Value::Error(_)) => NOTHING.to_owned(),
            (_, Value::Set(all)) if characteristic.shape.list => all
                .iter()
                .map(|(value, _)| self.changed(characteristic, stated, value))
                .collect::<Vec<_>>()
                .join(", "),
            (StatBase::Shape(shape), Value::Number(number)) if shape.names.len() == 1 => {
                let like = stated.map(|stated| stat_words(self.game, stated)).unwrap_or_default();
                shape.fill(&[Some(number.to_string())], &like)
            }
            _ => self.words(value),
        }
    }
}

/// A value as the data states it.
pub(crate) fn as_stated(evaluator: &Evaluator<'_, '_>, value: &StatValue) -> String {
    if *value == StatValue::None { NOTHING.to_owned() } else { stat_words(evaluator.game, value) }
}
