//! Keys that a game defines for armies, and the values they may have in a new list.

use crate::builder::find::is_native;
use crate::builder::new_list::{head, read, with_forces, with_one};
use crate::builder::stated::{attributes, number, titled_words};
use crate::builder::{NewList, resolve_name};
use crate::engine::Ruleset;
use crate::list::List;
use crate::model::{Attribute, AttributeType, Game, NodeKind};
use crate::wording::{LookupError, either, error_messages};

/// A key that an army may state.
#[derive(Debug, Clone)]
pub(crate) struct ArmyKey {
    pub id: String,
    pub title: String,
    /// The values it may have, each with a title; empty for numbers and texts.
    pub words: Vec<(String, String)>,
    shape: AttributeType,
}

/// Every key that an army may state. For a key whose value is a category, only categories that give
/// the army units are listed.
pub(crate) fn keys_of_army(rules: &Ruleset<'_>, game: &Game, wanted: &NewList) -> Vec<ArmyKey> {
    let key = |attribute: &Attribute| {
        let words = match attribute.shape {
            AttributeType::Category => categories(rules, game, wanted, &attribute.id),
            _ => titled_words(game, attribute),
        };
        let (id, title) = (attribute.id.clone(), attribute.title.clone());
        ArmyKey { id, title, words, shape: attribute.shape }
    };
    attributes(game, NodeKind::Army).map(key).collect()
}

/// Categories of units that the army may have only if it states one of them.
fn categories(
    rules: &Ruleset<'_>,
    game: &Game,
    wanted: &NewList,
    key: &str,
) -> Vec<(String, String)> {
    let Some(silent) = list_with(rules, game, wanted, key, None) else { return Vec::new() };
    let units = game.units().map(|(_, unit)| unit).filter(|unit| is_native(wanted.faction, unit));
    let mut words: Vec<(String, String)> = Vec::new();
    for unit in units.filter(|unit| with_one(rules, game, &silent, unit).is_none()) {
        for category in unit.categories.iter().map(|id| &game.categories[*id]) {
            if words.iter().any(|(word, _)| *word == category.id) {
                continue;
            }
            let stated = list_with(rules, game, wanted, key, Some(&category.id));
            let stated = stated.filter(|stated| objection(rules, &silent, stated).is_none());
            if stated.is_some_and(|stated| with_one(rules, game, &stated, unit).is_some()) {
                words.push((category.id.clone(), category.title.clone()));
            }
        }
    }
    words
}

/// The new list with this value for a key.
fn list_with(
    rules: &Ruleset<'_>,
    game: &Game,
    wanted: &NewList,
    key: &str,
    value: Option<&str>,
) -> Option<List> {
    let mut wanted = wanted.clone();
    wanted.stated.retain(|(id, _)| id != key);
    wanted.stated.extend(value.map(|value| (key.to_owned(), value.to_owned())));
    read(&head(game, &wanted)).map(|list| with_forces(rules, game, list).0)
}

/// The first error that stating a key causes.
fn objection(rules: &Ruleset<'_>, silent: &List, stated: &List) -> Option<String> {
    error_messages(rules, stated, &rules.assess(silent).keys()).into_iter().next()
}

impl ArmyKey {
    /// A comment for new lists that shows how to state the key; `None` if there is nothing to
    /// choose.
    pub(crate) fn comment(&self) -> Option<String> {
        let words: Vec<&str> = self.words.iter().map(|(word, _)| word.as_str()).collect();
        let (value, what) = match (self.shape, words.as_slice()) {
            (AttributeType::Int, _) => ("0", "a number".to_owned()),
            (AttributeType::Text, _) => ("\"\"", "a text".to_owned()),
            (_, []) => return None,
            (_, [word]) => (*word, "it may be left out".to_owned()),
            (_, [first, ..]) => (*first, either(&words)),
        };
        Some(format!("# {}: {value}   # optional: {what}\n", self.id))
    }

    /// The value as written in the list, from what the player typed.
    pub(crate) fn value(
        &self,
        rules: &Ruleset<'_>,
        game: &Game,
        wanted: &NewList,
        said: &str,
    ) -> Result<String, LookupError> {
        let value = match self.shape {
            AttributeType::Text => serde_json::to_string(said).unwrap_or_default(),
            AttributeType::Int => number(&self.id, said)?.to_string(),
            // The validator decides whether the category is allowed.
            AttributeType::Category
                if game.categories.values().any(|category| category.id == said) =>
            {
                said.to_owned()
            }
            AttributeType::Category | AttributeType::Choice(_) => {
                resolve_name(&self.title.to_lowercase(), said, &self.words)?.to_owned()
            }
        };
        let lists = (
            list_with(rules, game, wanted, &self.id, None),
            list_with(rules, game, wanted, &self.id, Some(&value)),
        );
        match lists {
            (Some(silent), Some(stated)) => objection(rules, &silent, &stated)
                .map_or(Ok(value), |why| Err(LookupError::AgainstRules(why))),
            _ => Err(LookupError::NotAValue { key: self.id.clone(), said: said.to_owned() }),
        }
    }
}
