//! Texts of rules, attributes and options as people read them.

use crate::list::OptionPick;
use crate::model::{AttributeGiven, AttributeValue, Game};

/// The values of an attribute.
pub(crate) fn attribute_words(game: &Game, given: &AttributeGiven) -> String {
    let choices = game.attributes[given.attribute].choices();
    let word = |value: &AttributeValue| match value {
        AttributeValue::Int(number) => number.to_string(),
        AttributeValue::Text(text) => text.clone(),
        AttributeValue::Category(category) => game.categories[*category].title.clone(),
        AttributeValue::Choice(position) => {
            choices.map(|choices| game.choices[choices].label(*position)).unwrap_or_default()
        }
    };
    given.values.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Options as people read them: `Grenades, 2 × LMG`.
pub(crate) fn option_words(taken: &[OptionPick]) -> Vec<String> {
    let mut words = Vec::new();
    for pick in taken {
        match (pick.copies(), pick.inner.is_empty()) {
            (1, true) => words.push(pick.name.value.clone()),
            (times, true) => words.push(format!("{times} × {}", pick.name.value)),
            (_, false) => words.extend(option_words(&pick.inner)),
        }
    }
    words
}
