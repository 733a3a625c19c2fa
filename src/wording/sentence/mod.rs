//! Puts formulas of the data into English: numbers, prices, conditions, sets and whole statements.
//! Where the data gives a formula its own words (`(… as "…")`), these are used.
//!
//! Start at [`Speaker`]. `condition` says whether something holds, `amount` how much, `set` which
//! things, `statement` what a line of a body says, `place` which line stands at a place of the
//! data.

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

use std::cell::RefCell;
use std::rc::Rc;

use crate::model::{Expr, Game, VariableId};
use crate::number::Number;
pub(crate) use clause::{Clause, ConditionWords, Noun, Verb};

/// Evaluates a formula that has the same value in every list.
pub(crate) type ConstNumbers<'a, 'g> = &'a dyn Fn(&'g Expr) -> Option<Number>;

/// Puts expressions of a game into words.
#[derive(Clone)]
pub(crate) struct Speaker<'a, 'g> {
    pub game: &'g Game,
    known: ConstNumbers<'a, 'g>,
    /// The names of variables; the last entry for a variable counts.
    names: Vec<(VariableId, Noun)>,
    /// How many variables the surrounding blocks bind: the next one is the candidate of a
    /// condition.
    depth: usize,
    /// The numbers that the sentence states.
    stated: Rc<RefCell<Vec<Number>>>,
    /// The title of the subject, for texts that name it.
    own_title: Option<&'g str>,
}

/// A generated sentence, and the numbers it states, so that nothing needs to parse its text.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub text: String,
    pub numbers: Vec<Number>,
}

impl<'a, 'g> Speaker<'a, 'g> {
    pub(crate) fn new(game: &'g Game, known: ConstNumbers<'a, 'g>) -> Self {
        let stated = Rc::default();
        Speaker { game, known, names: Vec::new(), depth: 0, stated, own_title: None }
    }

    /// A speaker about a subject with this title.
    pub(crate) fn about_own(&self, title: &'g str) -> Self {
        Speaker { own_title: Some(title), ..self.clone() }
    }

    /// A speaker for the inside of a block that binds this many variables.
    pub(crate) fn inside(&self, binders: usize) -> Self {
        Speaker { depth: self.depth + binders, ..self.clone() }
    }

    /// A speaker with a name for a variable.
    fn naming(&self, variable: VariableId, noun: Noun) -> Self {
        let mut inner = self.clone();
        inner.names.push((variable, noun));
        inner.depth = inner.depth.max(variable.0 + 1);
        inner
    }

    /// The words that the data gives a formula, unless its value is constant.
    fn worded(&self, expr: &'g Expr) -> Option<&'g str> {
        expr.words.as_deref().filter(|_| self.known(expr).is_none())
    }

    /// The constant value of a formula, if it has one.
    fn known(&self, expr: &'g Expr) -> Option<Number> {
        (self.known)(expr)
    }

    /// Notes that the sentence states a number.
    fn states(&self, number: Number) {
        self.stated.borrow_mut().push(number);
    }

    /// A sentence with the numbers it states.
    pub(crate) fn telling(&self, tell: impl FnOnce(&Self) -> String) -> Sentence {
        let speaker = Speaker { stated: Rc::default(), ..self.clone() };
        let text = tell(&speaker);
        Sentence { text, numbers: speaker.stated.take() }
    }
}

/// Nothing is known before there is a list.
pub(crate) fn nothing_known(_: &Expr) -> Option<Number> {
    None
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
