//! Words that a list states behind keys of the game: of the army itself, or of a unit.

use super::bench::{Draft, Workbench, changed};
use super::find::{Unknown, one_of};
use crate::model::{Attribute, AttributeType, Bearer, Game, NodeKind};
use crate::roster::{Located, Other, OtherValue, Scalar};
use crate::source::Span;

/// The largest number of a list.
const LARGEST: i64 = 1_000_000;

fn attributes(game: &Game, of: NodeKind) -> impl Iterator<Item = &Attribute> {
    game.attributes.values().filter(move |one| one.chosen && one.on.contains(&Bearer::Node(of)))
}

/// States a word behind a key; an empty one takes the key out.
pub(super) fn state(
    game: &Game,
    of: NodeKind,
    others: &mut Vec<Other>,
    (key, word): (&str, &str),
    at: Span,
) -> Result<(), Unknown> {
    let known: Vec<(String, String)> = attributes(game, of).map(|one| (one.id.clone(), one.title.clone())).collect();
    let key = one_of("key", key, &known)?;
    let attribute = attributes(game, of).find(|one| one.id == key);
    let value = attribute.filter(|_| !word.is_empty()).map(|one| value(game, one, word, at)).transpose()?;
    let place = others.iter().position(|other| other.key.value == key);
    match (value.map(|value| OtherValue::Scalars(vec![value])), place) {
        (Some(value), Some(place)) => others.iter_mut().skip(place).take(1).for_each(|other| other.value = value.clone()),
        (Some(value), None) => others.push(Other { key: Located::new(key.to_owned(), at), value }),
        (None, Some(place)) => drop(others.remove(place)),
        (None, None) => {}
    }
    others.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(())
}

/// A number that may stand in a list.
pub(super) fn number(key: &str, word: &str) -> Result<i64, Unknown> {
    let number = word.parse::<i64>().ok().filter(|number| (0..=LARGEST).contains(number));
    number.ok_or_else(|| Unknown(format!("`{key}` is a number from 0 to {LARGEST}, not `{word}`")))
}

fn value(game: &Game, attribute: &Attribute, word: &str, at: Span) -> Result<Scalar, Unknown> {
    let words: Vec<(String, String)> = match attribute.shape {
        AttributeType::Int => {
            return Ok(Scalar::Int(Located::new(number(&attribute.id, word)?, at)));
        }
        AttributeType::Text => return Ok(Scalar::Text(Located::new(word.to_owned(), at))),
        AttributeType::Choice(choices) => {
            game.choices[choices].words.iter().map(|word| (word.word.clone(), word.word.clone())).collect()
        }
        AttributeType::Category => game.categories.values().map(|one| (one.id.clone(), one.title.clone())).collect(),
    };
    let word = one_of(&attribute.title.to_lowercase(), word, &words)?;
    Ok(Scalar::Text(Located::new(word.to_owned(), at)))
}

impl Workbench<'_, '_> {
    /// The unit at a place with each word that units of this game may state.
    pub(super) fn worded(&self, draft: &Draft, at: Span) -> Vec<Draft> {
        let mut all = Vec::new();
        for attribute in attributes(self.game, NodeKind::Unit) {
            let AttributeType::Choice(choices) = attribute.shape else { continue };
            for word in &self.game.choices[choices].words {
                let stated = OtherValue::Scalars(vec![Scalar::Text(Located::new(word.word.clone(), at))]);
                let other = Other { key: Located::new(attribute.id.clone(), at), value: stated };
                all.extend(changed(&draft.list, at, |line| line.others.push(other)).map(|list| self.draft(list)));
            }
        }
        all
    }
}
