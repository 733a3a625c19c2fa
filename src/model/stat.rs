//! Characteristics: their types and values.

use super::{ChoicesId, Steps};
use crate::source::Span;

/// What a characteristic's value may look like.
#[derive(Debug, Clone)]
pub struct StatType {
    pub base: StatBase,
    pub list: bool,
    /// Words allowed besides the base: `inches or CCWR`.
    pub words: Option<ChoicesId>,
    /// `-` is allowed.
    pub optional: bool,
    pub limits: (Option<i64>, Option<i64>),
}

/// What a single value looks like.
#[derive(Debug, Clone)]
pub enum StatBase {
    Int,
    Inches,
    Text,
    Shape(Shape),
    Choice(ChoicesId),
}

/// A pattern of named integers: `{attack}/{defence}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    pub pattern: String,
    pub parts: Vec<ShapePart>,
    /// The names of the integers in order.
    pub names: Vec<String>,
}

/// A part of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapePart {
    Literal(String),
    /// A named integer, by its position in `names`.
    Number(usize),
    /// `[…]`: there or not.
    Optional(Vec<ShapePart>),
}

/// A characteristic's value on one entry.
#[derive(Debug, Clone)]
pub struct Stat {
    pub name: String,
    pub value: StatValue,
    pub span: Span,
}

/// The value of a characteristic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatValue {
    /// `-`
    None,
    Int(i64),
    Text(String),
    Word(ChoicesId, usize),
    /// The integers of a shape in the order of its names, and how it was written.
    Shaped {
        written: String,
        numbers: Vec<Option<i64>>,
    },
    List(Vec<StatValue>),
    /// The player chooses.
    Pick(Picks),
}

/// The numbers that a player chooses from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picks {
    pub low: Option<i64>,
    pub high: Option<i64>,
    pub steps: Steps,
}

impl Picks {
    pub fn admit(&self, number: i64) -> bool {
        self.low.is_none_or(|low| low <= number)
            && self.high.is_none_or(|high| number <= high)
            && self.steps.include(number, self.low.unwrap_or(0))
    }
}
