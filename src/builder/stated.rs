//! Words that a list states behind keys of the game: of the army itself, or of a unit.

use crate::builder::candidate::{Candidate, changed};
use crate::builder::{Builder, LookupError, resolve_name};
use crate::list::{GameKey, GameValue, Scalar, Spanned};
use crate::model::{Attribute, AttributeType, Bearer, Game, NodeKind};
use crate::source::Span;

/// The largest number of a list.
const LARGEST: i64 = 1_000_000;

fn attributes(game: &Game, of: NodeKind) -> impl Iterator<Item = &Attribute> {
    game.attributes.values().filter(move |one| one.chosen && one.on.contains(&Bearer::Node(of)))
}

/// States a word behind a key; an empty one takes the key out.
pub(crate) fn state(
    game: &Game,
    of: NodeKind,
    others: &mut Vec<GameKey>,
    (key, word): (&str, &str),
    at: Span,
) -> Result<(), LookupError> {
    let known: Vec<(String, String)> =
        attributes(game, of).map(|one| (one.id.clone(), one.title.clone())).collect();
    let key = resolve_name("key", key, &known)?;
    let attribute = attributes(game, of).find(|one| one.id == key);
    let value =
        attribute.filter(|_| !word.is_empty()).map(|one| value(game, one, word, at)).transpose()?;
    let place = others.iter().position(|other| other.key.value == key);
    match (value.map(|value| GameValue::Scalars(vec![value])), place) {
        (Some(value), Some(place)) => {
            others.iter_mut().skip(place).take(1).for_each(|other| other.value = value.clone())
        }
        (Some(value), None) => {
            others.push(GameKey { key: Spanned::new(key.to_owned(), at), value })
        }
        (None, Some(place)) => drop(others.remove(place)),
        (None, None) => {}
    }
    others.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(())
}

/// A number that may stand in a list.
pub(crate) fn number(key: &str, word: &str) -> Result<i64, LookupError> {
    let number = word.parse::<i64>().ok().filter(|number| (0..=LARGEST).contains(number));
    number.ok_or_else(|| {
        LookupError(format!("`{key}` is a number from 0 to {LARGEST}, not `{word}`"))
    })
}

fn value(game: &Game, attribute: &Attribute, word: &str, at: Span) -> Result<Scalar, LookupError> {
    let words: Vec<(String, String)> = match attribute.shape {
        AttributeType::Int => {
            return Ok(Scalar::Int(Spanned::new(number(&attribute.id, word)?, at)));
        }
        AttributeType::Text => return Ok(Scalar::Text(Spanned::new(word.to_owned(), at))),
        AttributeType::Choice(choices) => game.choices[choices]
            .words
            .iter()
            .map(|word| (word.word.clone(), word.word.clone()))
            .collect(),
        AttributeType::Category => {
            game.categories.values().map(|one| (one.id.clone(), one.title.clone())).collect()
        }
    };
    let word = resolve_name(&attribute.title.to_lowercase(), word, &words)?;
    Ok(Scalar::Text(Spanned::new(word.to_owned(), at)))
}

impl Builder<'_, '_> {
    /// The unit at a place with each word that units of this game may state.
    pub(crate) fn worded(&self, draft: &Candidate, at: Span) -> Vec<Candidate> {
        let mut all = Vec::new();
        for attribute in attributes(self.game, NodeKind::Unit) {
            let AttributeType::Choice(choices) = attribute.shape else { continue };
            for word in &self.game.choices[choices].words {
                let stated =
                    GameValue::Scalars(vec![Scalar::Text(Spanned::new(word.word.clone(), at))]);
                let other = GameKey { key: Spanned::new(attribute.id.clone(), at), value: stated };
                all.extend(
                    changed(&draft.list, at, |line| line.others.push(other))
                        .map(|list| self.draft(list)),
                );
            }
        }
        all
    }
}
