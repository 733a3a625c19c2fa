//! How much there is of something: a number, a rate, or a formula in words.

use std::fmt;

use crate::number::Number;

/// An amount in a statement. Sentences are built around it, so it becomes text only at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Quantity {
    Number(Number),
    /// `2 per model`, `2 if …, otherwise 3`: the number in words, and what follows it.
    Rate {
        number: String,
        per: String,
    },
    /// A reduction by an amount that is not a plain number.
    Less(Box<Quantity>),
    /// A formula in words: `twice the number of models`.
    Words(String),
}

impl Quantity {
    pub(crate) fn whole(number: i64) -> Self {
        Quantity::Number(Number::whole(number))
    }

    pub(crate) fn rate(number: impl Into<String>, per: String) -> Self {
        Quantity::Rate { number: number.into(), per }
    }

    /// The number, unless a formula decides.
    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Quantity::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn is(&self, number: i64) -> bool {
        *self == Quantity::whole(number)
    }

    /// Whether it is negative, and its absolute value: `−2` is a reduction by `2`.
    pub(crate) fn sign(&self) -> (bool, Quantity) {
        match self {
            Quantity::Number(number) if *number < Number::ZERO => match number.abs() {
                Some(number) => (true, Quantity::Number(number)),
                None => (false, self.clone()),
            },
            Quantity::Less(rest) => (true, rest.as_ref().clone()),
            _ => (false, self.clone()),
        }
    }

    /// Whether it begins with digits, so that `+` can stand before it.
    pub(crate) fn begins_with_number(&self) -> bool {
        matches!(self, Quantity::Number(_) | Quantity::Rate { .. })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Number(number) => number.fmt(f),
            Quantity::Rate { number, per } => write!(f, "{number} {per}"),
            Quantity::Less(rest) => write!(f, "-{rest}"),
            Quantity::Words(words) => f.write_str(words),
        }
    }
}
