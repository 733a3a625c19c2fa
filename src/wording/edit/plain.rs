//! What an edit states, worded for readers who see the army but not the file of its list.

use crate::list::{Edit, Scalar};
use crate::wording::edit::EditContext;

impl EditContext<'_, '_, '_> {
    /// The words after "set" or another verb, in place of the spelling of the file.
    pub(super) fn plain(&self, edit: &Edit) -> Option<String> {
        let set = |title: String, value: String| Some(format!("{title} to {value}"));
        match edit {
            Edit::SetKey { key, value, .. } | Edit::SetDerived { name: key, value } => {
                let title = self.title_of_key(key);
                match value {
                    Some(value) => set(title, self.value(value)),
                    None => Some(title),
                }
            }
            Edit::SetUnitText { key, value, .. } => {
                let title = format!("the {}", key.name());
                match value {
                    Some(value) => set(title, self.name(value)),
                    None => Some(title),
                }
            }
            Edit::SetHead { key, value: Some(value) } => {
                set(format!("the {}", key.name()), self.name(value))
            }
            Edit::SetHead { key, value: None } => Some(format!("the {}", key.name())),
            Edit::SetPoints(Some(points)) => set("the points".to_owned(), points.to_string()),
            Edit::SetPoints(None) => Some("the points".to_owned()),
            Edit::ClearDerived => Some("what the army states of itself".to_owned()),
            Edit::TakeRule(rule) | Edit::DropRule(rule) => {
                let titled = self.game().optionals.values().find(|known| known.id == *rule);
                titled.map(|known| format!("the optional rule {}", known.title))
            }
            _ => None,
        }
    }

    /// The title of a key of the game: an attribute or a derived value.
    fn title_of_key(&self, key: &str) -> String {
        let game = self.game();
        let attribute = game.attributes.values().find(|known| known.id == key);
        let derived = game.derives.values().find(|known| known.id == key);
        let title =
            attribute.map(|known| known.title.clone()).or(derived.map(|known| known.label()));
        title.map_or_else(|| key.replace('_', " "), |title| title.to_lowercase())
    }

    fn value(&self, value: &Scalar) -> String {
        self.name(&value.words())
    }

    /// The title of a unit of the list, or of a faction, category or unit of the game; other words
    /// as they are.
    fn name(&self, id: &str) -> String {
        let game = self.game();
        if self.list().unit_lines().any(|line| line.called() == id) {
            return self.called(id).0;
        }
        let faction = game.factions.values().find(|known| known.id == id).map(|known| &known.title);
        let category =
            game.categories.values().find(|known| known.id == id).map(|known| &known.title);
        let entry = game.entries.values().find(|known| known.id == id).map(|known| &known.title);
        let title = faction.or(category).or(entry).cloned();
        title.unwrap_or_else(|| id.replace('_', " "))
    }
}
