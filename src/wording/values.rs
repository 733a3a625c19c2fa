//! Texts of rules, attributes and options as people read them.

use crate::list::OptionPick;
use crate::model::{AttributeGiven, AttributeValue, Game, Picks, StatValue};
use crate::wording::RangeText;

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

/// A value in the game's own notation.
pub(crate) fn stat_words(game: &Game, value: &StatValue) -> String {
    match value {
        StatValue::None => "-".to_owned(),
        StatValue::Int(number) => number.to_string(),
        StatValue::Text(text) => text.clone(),
        StatValue::Word(choices, position) => game.choices[*choices].label(*position),
        StatValue::Shaped { written, .. } => written.clone(),
        StatValue::List(values) => {
            values.iter().map(|value| stat_words(game, value)).collect::<Vec<_>>().join(", ")
        }
        StatValue::Pick(Picks { low, high, steps }) => {
            RangeText::of_numbers(*low, *high).with_steps(steps).pick_words()
        }
    }
}
