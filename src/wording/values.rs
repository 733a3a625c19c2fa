//! Texts of rules, attributes and options as people read them.

use crate::engine::eval::{Env, Evaluator};
use crate::list::OptionPick;
use crate::model::{AttributeGiven, AttributeValue, Game, Text, TextPart};

impl<'g> Evaluator<'_, 'g> {
    /// A text with its values filled in.
    pub(crate) fn text(&self, text: &'g Text, env: &mut Env<'g>) -> String {
        let mut words = String::new();
        for part in &text.parts {
            match part {
                TextPart::Plain(plain) => words.push_str(plain),
                TextPart::Parameter(_) => {}
                TextPart::Value(expr) => {
                    let value = self.value(expr, env);
                    words.push_str(&self.words(&value));
                }
            }
        }
        words
    }
}

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
