//! Keys that a game defines for armies, forces and units, and the values that lists state for them.

use crate::builder::candidate::Candidate;
use crate::builder::{Builder, resolve_name};
use crate::list::{Edit, Holder, LineId, List, Scalar};
use crate::model::{Attribute, AttributeType, Bearer, Game, NodeKind};
use crate::wording::LookupError;

/// The largest number that a list may state.
const LARGEST: i64 = 1_000_000;

/// Attributes that things of a kind may state.
pub(crate) fn attributes(game: &Game, of: NodeKind) -> impl Iterator<Item = &Attribute> {
    let bears = move |bearer: &Bearer| match (bearer, of) {
        (Bearer::Node(NodeKind::Force(None)), NodeKind::Force(_)) => true,
        (Bearer::Node(kind), of) => *kind == of,
        _ => false,
    };
    game.attributes
        .values()
        .filter(move |attribute| attribute.chosen && attribute.on.iter().any(bears))
}

/// The edit that gives a key a value; an empty word removes the key.
pub(crate) fn key_edit(
    game: &Game,
    list: &List,
    kind: NodeKind,
    of: Holder,
    key: &str,
    word: &str,
) -> Result<Edit, LookupError> {
    let known: Vec<(String, String)> = attributes(game, kind)
        .map(|attribute| (attribute.id.clone(), attribute.title.clone()))
        .collect();
    let key = resolve_name("key", key, &known)?;
    let attribute =
        attributes(game, kind).find(|attribute| attribute.id == key && !word.is_empty());
    let value = attribute.map(|attribute| value(game, list, attribute, word)).transpose()?;
    Ok(Edit::SetKey { of, key: key.to_owned(), value })
}

/// A number that a list may state.
pub(crate) fn number(key: &str, word: &str) -> Result<i64, LookupError> {
    let number = word.parse::<i64>().ok().filter(|number| (0..=LARGEST).contains(number));
    number.ok_or_else(|| LookupError::NotANumber {
        key: key.to_owned(),
        said: word.to_owned(),
        most: LARGEST,
    })
}

fn value(
    game: &Game,
    list: &List,
    attribute: &Attribute,
    word: &str,
) -> Result<Scalar, LookupError> {
    match attribute.shape {
        AttributeType::Int => Ok(Scalar::Int(list.added(number(&attribute.id, word)?))),
        AttributeType::Text => Ok(Scalar::Text(list.added(word.to_owned()))),
        AttributeType::Choice(_) | AttributeType::Category => {
            let words = titled_words(game, attribute);
            let word = resolve_name(&attribute.title.to_lowercase(), word, &words)?;
            Ok(Scalar::Text(list.added(word.to_owned())))
        }
    }
}

/// Each word that an attribute may have, with its title.
pub(crate) fn titled_words(game: &Game, attribute: &Attribute) -> Vec<(String, String)> {
    match attribute.shape {
        AttributeType::Category => game
            .categories
            .values()
            .map(|category| (category.id.clone(), category.title.clone()))
            .collect(),
        _ => {
            let words = words_of(game, attribute).into_iter();
            words.map(|word| (word.to_owned(), word.to_owned())).collect()
        }
    }
}

/// Each word that an attribute may have; none for numbers and texts.
pub(crate) fn words_of<'g>(game: &'g Game, attribute: &Attribute) -> Vec<&'g str> {
    match attribute.shape {
        AttributeType::Choice(choices) => {
            game.choices[choices].words.iter().map(|word| word.word.as_str()).collect()
        }
        AttributeType::Category => {
            game.categories.values().map(|category| category.id.as_str()).collect()
        }
        AttributeType::Int | AttributeType::Text => Vec::new(),
    }
}

impl Builder<'_, '_> {
    /// The list with each word that the unit may state.
    pub(crate) fn worded(
        &self,
        before: &Candidate,
        unit: LineId,
    ) -> impl Iterator<Item = Candidate> {
        let list = &before.list;
        let choices = attributes(self.game, NodeKind::Unit)
            .filter(|attribute| matches!(attribute.shape, AttributeType::Choice(_)));
        let words = choices.flat_map(|attribute| {
            let words = words_of(self.game, attribute).into_iter();
            words.map(move |word| (attribute.id.clone(), word))
        });
        words.filter_map(move |(key, word)| {
            let value = Some(Scalar::Text(list.added(word.to_owned())));
            self.after(list, &Edit::SetKey { of: Holder::Unit(unit), key, value })
        })
    }
}
