//! Expressions as written: names are text, nothing has a type yet.

use super::{Name, Text};
use crate::source::Span;

/// An expression and its place.
#[derive(Debug)]
pub struct Expr<'a> {
    pub kind: ExprKind<'a>,
    pub span: Span,
}

/// The forms of an expression.
#[derive(Debug)]
pub enum ExprKind<'a> {
    Number(i64),
    /// `0.5` or `1/2` as a price.
    Fraction(crate::number::Number),
    Text(Text<'a>),
    None,
    Name(Name<'a>),
    Member(Box<Expr<'a>>, Name<'a>),
    Call(Box<Expr<'a>>, Vec<Argument<'a>>),
    /// If no subject is written, the one in scope is meant.
    Has(Option<Box<Expr<'a>>>, Name<'a>),
    Is(Box<Expr<'a>>, Box<Expr<'a>>),
    In {
        what: Box<Expr<'a>>,
        of: Box<Expr<'a>>,
        directly: bool,
    },
    /// `options from heavy`
    From(Box<Expr<'a>>, Box<Expr<'a>>),
    Not(Box<Expr<'a>>),
    Negate(Box<Expr<'a>>),
    Binary(BinaryOp, Box<Expr<'a>>, Box<Expr<'a>>),
    If(Box<Expr<'a>>, Box<Expr<'a>>, Box<Expr<'a>>),
    Otherwise(Box<Expr<'a>>, Box<Expr<'a>>),
    Quantified {
        all: bool,
        variable: Name<'a>,
        set: Box<Expr<'a>>,
        condition: Box<Expr<'a>>,
    },
    Where(Box<Expr<'a>>, Box<Expr<'a>>),
    Highest(Box<Expr<'a>>, Box<Expr<'a>>),
    Range(Box<Expr<'a>>, Box<Expr<'a>>),
    Set(Vec<Expr<'a>>),
    /// `(E as "…")`: the words in which people read the expression.
    InWords(Box<Expr<'a>>, Text<'a>),
}

/// `E` or `E for v in SET`.
#[derive(Debug)]
pub struct Argument<'a> {
    /// The place of the word `distinct` before the expression.
    pub distinct: Option<Span>,
    pub expr: Expr<'a>,
    pub each: Option<(Name<'a>, Expr<'a>)>,
}

/// The operators between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    More,
    MoreEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Div,
}

/// The head of a `for each`: what is visited and under which name.
#[derive(Debug)]
pub struct Binder<'a> {
    /// `unit u`, `wing w`, or only `unit`; absent where a set is given.
    pub kind: Option<Name<'a>>,
    pub variable: Option<Name<'a>>,
    /// `in SET` of `v in SET`, or what `unit u in SET` is limited to.
    pub set: Option<Expr<'a>>,
    pub condition: Option<Expr<'a>>,
    pub span: Span,
}
