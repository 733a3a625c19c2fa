//! Typed expressions. Start at [`Expr`].

use super::{
    AttributeId, CategoryId, ChartId, ChoicesId, ChooseId, CurrencyId, DeriveId, EntryId, EventId,
    FactionId, ForceId, KeywordId, OptionalId, ProfileId, SectionId,
};
use crate::source::Span;

/// A typed expression. Evaluation always ends and never fails: a missing value is `none`.
#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
    /// The words in which people read it, if the data gives them: `(E as "…")`.
    pub words: Option<Box<str>>,
}

/// The type of an expression. Every type admits `none`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    Bool,
    Number,
    Text,
    Choice(ChoicesId),
    /// A number, or a word of this enumeration.
    NumberOr(ChoicesId),
    Category,
    Faction,
    Chart,
    Slot,
    Section,
    Event,
    KeywordUse(Option<KeywordId>),
    /// A definition, of this kind of node as far as known.
    Entry(NodeKind),
    Node(NodeKind),
    Set(Box<Type>),
    /// The type of `none`.
    Nothing,
    /// Replaces the type of an expression whose error has been reported.
    Unknown,
}

/// The kinds of nodes of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    Army,
    /// Any force, or one kind of it.
    Force(Option<ForceId>),
    Unit,
    Model,
    Option,
    /// Anything with this profile: a weapon, a power …; a model only where it is named as one.
    Gear(ProfileId),
    /// Anything with a profile.
    AnyGear,
    Any,
}

/// A variable, identified by how many variables are in scope where it is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VariableId(pub usize);

/// The forms of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    Number(i64),
    Bool(bool),
    Text(String),
    None,
    Symbol(Symbol),
    Variable(VariableId),
    /// The node in whose body the expression stands.
    This,
    Army,
    /// A fact of a node, entry, keyword or faction; of a set, the union.
    Fact(Box<Expr>, Fact),
    /// Every match below one or more nodes.
    Below {
        what: NodeFilter,
        of: Box<Expr>,
        directly: bool,
    },
    Where {
        set: Box<Expr>,
        variable: VariableId,
        condition: Box<Expr>,
    },
    /// The options of a set that belong to a choice.
    From(Box<Expr>, ChooseId),
    Set(Vec<Expr>),
    Range(Box<Expr>, Box<Expr>),
    Count(Box<Expr>),
    /// The number of distinct values in a set; nodes are distinguished by their definitions.
    CountDistinct(Box<Expr>),
    /// A value for each element of a set; of a value that is a set, its elements.
    Each {
        value: Box<Expr>,
        variable: VariableId,
        set: Box<Expr>,
    },
    /// `sum`, `max` or `min` of a value for each element.
    Fold {
        fold: Fold,
        value: Box<Expr>,
        variable: VariableId,
        set: Box<Expr>,
    },
    /// The greatest or least of the values given.
    Extreme {
        fold: Fold,
        values: Vec<Expr>,
    },
    Highest {
        measure: Box<Expr>,
        variable: VariableId,
        set: Box<Expr>,
    },
    Quantified {
        all: bool,
        variable: VariableId,
        set: Box<Expr>,
        condition: Box<Expr>,
    },
    Not(Box<Expr>),
    /// Tests a set as a condition.
    NotEmpty(Box<Expr>),
    Negate(Box<Expr>),
    Round(Round, Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Otherwise(Box<Expr>, Box<Expr>),
    Is(Box<Expr>, NodeFilter),
    /// `self is army.subfaction`
    IsValue(Box<Expr>, Box<Expr>),
    Has(Box<Expr>, KeywordId),
    Member(Box<Expr>, Box<Expr>),
    OptionalRule(OptionalId),
}

/// How the values of a set are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    Sum,
    Max,
    Min,
}

/// Functions of a single number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    Floor,
    Ceil,
    Abs,
}

/// The operators between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
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
    /// Division rounded down.
    Div,
}

/// A value that is a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    Choice(ChoicesId, usize),
    Category(CategoryId),
    Faction(FactionId),
    Chart(ChartId),
    Slot(String),
    Section(SectionId),
    Event(EventId),
    Entry(EntryId),
}

/// A sort of thing: something to look for below a node, or to test a node for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeFilter {
    Kind(NodeKind),
    Entries,
    Entry(EntryId),
    Choose(ChooseId),
    Category(CategoryId),
}

/// A fact of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    Builtin(Builtin),
    Attribute(AttributeId),
    Category(CategoryId),
    Derive(DeriveId),
    /// A characteristic, or one of its parts by name.
    Stat(String, Option<String>),
    /// The uses of a keyword.
    Keyword(KeywordId),
    /// A parameter of a keyword, by position; if the keyword is used several times, the highest
    /// number.
    Parameter(usize),
    /// Whether an entry is of this kind.
    Kind(NodeKind),
    /// What a node costs in a currency.
    Cost(CurrencyId),
}

/// Facts that every game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    Limit,
    Faction,
    Chart,
    Opponent,
    Event,
    Size,
    Own,
    Unique,
    Slot,
    Joined,
    Joins,
    Riders,
    Rides,
    Units,
    Models,
    Options,
    Weapons,
    Forces,
    Entries,
    Keywords,
    Factions,
    Leader,
    Leads,
    Entry,
    Count,
    Single,
    Full,
    Section,
    Parent,
    Model,
    Unit,
    Force,
    /// The nearest enclosing force of a kind.
    Around(ForceId),
}

impl Expr {
    /// Calls `visit` with each direct part.
    pub fn children<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::Symbol(_)
            | ExprKind::Variable(_)
            | ExprKind::This
            | ExprKind::Army
            | ExprKind::OptionalRule(_) => {}
            ExprKind::Fact(first, _)
            | ExprKind::Below { of: first, .. }
            | ExprKind::From(first, _)
            | ExprKind::Count(first)
            | ExprKind::CountDistinct(first)
            | ExprKind::Not(first)
            | ExprKind::NotEmpty(first)
            | ExprKind::Negate(first)
            | ExprKind::Round(_, first)
            | ExprKind::Is(first, _)
            | ExprKind::Has(first, _) => visit(first),
            ExprKind::Where { set: first, condition: second, .. }
            | ExprKind::Range(first, second)
            | ExprKind::Fold { value: first, set: second, .. }
            | ExprKind::Each { value: first, set: second, .. }
            | ExprKind::Highest { measure: first, set: second, .. }
            | ExprKind::Quantified { set: first, condition: second, .. }
            | ExprKind::Binary(_, first, second)
            | ExprKind::Otherwise(first, second)
            | ExprKind::IsValue(first, second)
            | ExprKind::Member(first, second) => {
                visit(first);
                visit(second);
            }
            ExprKind::If(first, second, third) => {
                visit(first);
                visit(second);
                visit(third);
            }
            ExprKind::Set(all) | ExprKind::Extreme { values: all, .. } => {
                all.iter().for_each(visit)
            }
        }
    }
}
