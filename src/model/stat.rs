//! Characteristics: their types and values.

use super::{ChoicesId, Steps};
use crate::source::Span;

/// What a characteristic's value may look like.
#[derive(Debug, Clone)]
pub struct StatType {
    pub base: StatBase,
    pub list: bool,
    /// Words allowed in addition to the base: `inches or CCWR`.
    pub words: Option<ChoicesId>,
    /// `-` is allowed.
    pub optional: bool,
    pub limits: ValueLimits,
    /// Changes may not lead out of the limits; otherwise a changed value is clamped to them.
    pub strict: bool,
}

/// The least and the most that a value may be.
pub(crate) type ValueLimits = (Option<i64>, Option<i64>);

impl StatType {
    /// The limits of a number, by its position in a shape.
    pub fn limits_of(&self, position: usize) -> ValueLimits {
        let own = match &self.base {
            StatBase::Shape(shape) => shape.limits.get(position).copied().flatten(),
            _ => None,
        };
        own.unwrap_or(self.limits)
    }

    /// Whether any of its numbers is limited.
    pub fn is_limited(&self) -> bool {
        let in_shape = match &self.base {
            StatBase::Shape(shape) => shape.limits.iter().any(Option::is_some),
            _ => false,
        };
        in_shape || self.limits != (None, None)
    }
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
    /// Limits that the pattern sets for each of them.
    pub limits: Vec<Option<ValueLimits>>,
}

impl Shape {
    /// A value with these numbers. An optional part without numbers is included if `like` has it.
    pub fn fill(&self, numbers: &[Option<String>], like: &str) -> String {
        let number = |at: &usize| numbers.get(*at).and_then(Option::as_deref);
        let mut text = String::new();
        for part in &self.parts {
            match part {
                ShapePart::Literal(literal) => text.push_str(literal),
                ShapePart::Number(at) => text.push_str(number(at).unwrap_or_default()),
                ShapePart::Optional(inner) => {
                    let mut filled = String::new();
                    let mut is_there = None;
                    for part in inner {
                        match part {
                            ShapePart::Number(at) => {
                                is_there = Some(number(at).is_some());
                                filled.push_str(number(at).unwrap_or_default());
                            }
                            ShapePart::Literal(literal) => filled.push_str(literal),
                            ShapePart::Optional(_) => {}
                        }
                    }
                    if is_there.unwrap_or_else(|| like.contains(&filled)) {
                        text.push_str(&filled);
                    }
                }
            }
        }
        text
    }
}

/// A part of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapePart {
    Literal(String),
    /// A named integer, by its position in `names`.
    Number(usize),
    /// `[…]`: a part that may be missing.
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
