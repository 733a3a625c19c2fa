//! The values of expressions. Start at [`Value`].

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::engine::army::NodeId;
use crate::engine::eval::Number;
use crate::model::{
    CategoryId, ChartId, ChoicesId, EntryId, EventId, FactionId, KeywordUse, SectionId,
};
use crate::source::Span;

/// Why a calculation has no value, and where it stands in the data. Expressions see it as `none`;
/// whatever makes a decision based on it can tell the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EvalError {
    pub at: Span,
    pub kind: EvalErrorKind,
}

/// Why a calculation has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvalErrorKind {
    Overflow,
    DividedByZero,
    /// It needs the agreed points, and the list states none.
    NoPoints,
    /// It needs a price that has no value, which is reported separately.
    NoPrice,
    /// It takes more steps than the budget allows.
    TooExpensive,
}

/// The value of an expression.
#[derive(Debug, Clone)]
pub enum Value<'g> {
    None,
    Error(EvalError),
    Bool(bool),
    Number(Number),
    Text(Rc<str>),
    /// A word of an enumeration, by its position.
    Choice(ChoicesId, usize),
    Category(CategoryId),
    Faction(FactionId),
    Chart(ChartId),
    Slot(&'g str),
    Section(SectionId),
    Event(EventId),
    Keyword(&'g KeywordUse),
    Entry(EntryId),
    Node(NodeId),
    /// Elements, each with its number of copies.
    Set(Rc<Vec<(Value<'g>, i64)>>),
}

impl Value<'_> {
    pub fn whole(number: i64) -> Self {
        Value::Number(Number::whole(number))
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Value::None | Value::Error(_))
    }

    pub fn holds(&self) -> bool {
        matches!(self, Value::Bool(true))
    }

    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Why it has no value, if a calculation is to blame.
    pub fn error(&self) -> Option<EvalError> {
        match self {
            Value::Error(error) => Some(*error),
            _ => None,
        }
    }

    pub fn node(&self) -> Option<NodeId> {
        match self {
            Value::Node(node) => Some(*node),
            _ => None,
        }
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::None | Value::Error(_), Value::None | Value::Error(_)) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Choice(a, i), Value::Choice(b, j)) => a == b && i == j,
            (Value::Category(a), Value::Category(b)) => a == b,
            (Value::Faction(a), Value::Faction(b)) => a == b,
            (Value::Chart(a), Value::Chart(b)) => a == b,
            (Value::Slot(a), Value::Slot(b)) => a == b,
            (Value::Section(a), Value::Section(b)) => a == b,
            (Value::Event(a), Value::Event(b)) => a == b,
            (Value::Keyword(a), Value::Keyword(b)) => {
                a.keyword == b.keyword && a.arguments == b.arguments
            }
            (Value::Entry(a), Value::Entry(b)) => a == b,
            (Value::Node(a), Value::Node(b)) => a == b,
            (Value::Set(a), Value::Set(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value<'_> {}

impl Hash for Value<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Values that are missing are equal, whatever the reason.
        let value = if self.is_none() { &Value::None } else { self };
        std::mem::discriminant(value).hash(state);
        match self {
            Value::None | Value::Error(_) => {}
            Value::Bool(value) => value.hash(state),
            Value::Number(number) => number.hash(state),
            Value::Text(text) => text.hash(state),
            Value::Choice(choices, position) => (choices, position).hash(state),
            Value::Category(id) => id.hash(state),
            Value::Faction(id) => id.hash(state),
            Value::Chart(id) => id.hash(state),
            Value::Slot(id) => id.hash(state),
            Value::Section(id) => id.hash(state),
            Value::Event(id) => id.hash(state),
            Value::Keyword(used) => (used.keyword, &used.arguments).hash(state),
            Value::Entry(id) => id.hash(state),
            Value::Node(id) => id.hash(state),
            Value::Set(all) => all.hash(state),
        }
    }
}
