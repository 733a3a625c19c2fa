//! What the data says as a formula, in English: numbers, prices, conditions, sets and whole
//! statements. Words that the data gives itself (`(… as "…")`) stand for what they are given to.
//!
//! Start at [`Speaker`]. `condition` says whether something holds, `amount` how much, `set` which
//! things, `statement` what a line of a body says, `place` which line stands at a place of the data.

pub(crate) mod amount;
pub(crate) mod body;
pub(crate) mod cited;
pub(crate) mod clause;
pub(crate) mod compare;
pub(crate) mod condition;
pub(crate) mod place;
pub(crate) mod set;
pub(crate) mod statement;
pub(crate) mod thing;

use crate::model::{Expr, Game, VariableId};
pub(crate) use clause::{Clause, Noun, Said, Verb};

/// Gives a formula that no list can change as a number.
pub(crate) type Known<'a, 'g> = &'a dyn Fn(&'g Expr) -> Option<String>;

/// Puts expressions of a game into words.
#[derive(Clone)]
pub(crate) struct Speaker<'a, 'g> {
    pub game: &'g Game,
    known: Known<'a, 'g>,
    /// What variables are called; the last one counts.
    names: Vec<(VariableId, Noun)>,
    /// How many variables the blocks around bind: the next is that of a condition's candidate.
    depth: usize,
}

impl<'a, 'g> Speaker<'a, 'g> {
    pub(crate) fn new(game: &'g Game, known: Known<'a, 'g>) -> Self {
        Speaker { game, known, names: Vec::new(), depth: 0 }
    }

    /// For what stands in a block that binds so many variables.
    pub(crate) fn inside(&self, binders: usize) -> Self {
        Speaker { depth: self.depth + binders, ..self.clone() }
    }

    /// The same with a name for a variable.
    fn naming(&self, variable: VariableId, noun: Noun) -> Self {
        let mut inner = self.clone();
        inner.names.push((variable, noun));
        inner.depth = inner.depth.max(variable.0 + 1);
        inner
    }

    /// The words that the data gives a formula, unless it always comes to the same number.
    fn worded(&self, expr: &'g Expr) -> Option<&'g str> {
        expr.words.as_deref().filter(|_| self.known(expr).is_none())
    }

    /// The number that a formula always comes to.
    fn known(&self, expr: &'g Expr) -> Option<String> {
        (self.known)(expr)
    }
}

/// Nothing is known before there is a list.
pub(crate) fn nothing_known(_: &Expr) -> Option<String> {
    None
}

/// A noun for several: `weapons`, `enemies`.
pub(crate) fn plural(noun: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(is_vowel));
    match stem {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with(['s', 'x']) || noun.ends_with("ch") => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// A title in the middle of a sentence: its first letter in lower case, except in abbreviations.
pub(crate) fn lower(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => title.to_owned(),
    }
}
