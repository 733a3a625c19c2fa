//! Rules, derived values, permissions and blocks of changes, as written.

use super::{Binder, Body, Expr, Name, Text};
use crate::diagnostic::Severity;
use crate::source::Span;

/// `derive strength "Strength" = sum(…)`
#[derive(Debug)]
pub struct Derive<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub binders: Vec<Binder<'a>>,
    pub value: Expr<'a>,
    pub cites: Vec<Name<'a>>,
}

/// `grant slot troop to k.Y up to (k.X) for each k in …`
#[derive(Debug)]
pub struct Grant<'a> {
    pub slot: Name<'a>,
    pub to: Expr<'a>,
    pub up_to: Expr<'a>,
    pub each: Option<Binder<'a>>,
    pub when: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `allow SET` and `ban SET`
#[derive(Debug)]
pub struct Permit<'a> {
    pub allow: bool,
    /// A set, or the names of things.
    pub set: PermitSet<'a>,
    pub when: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
    /// The message of a ban; its subject is the unit.
    pub say: Option<Text<'a>>,
    pub help: Option<Text<'a>>,
}

/// What a line allows or bans.
#[derive(Debug)]
pub enum PermitSet<'a> {
    Set(Expr<'a>),
    Names(Vec<Name<'a>>, Span),
}

/// `limit swc 6`
#[derive(Debug)]
pub struct Limit<'a> {
    pub currency: Name<'a>,
    pub most: Expr<'a>,
    pub cites: Vec<Name<'a>>,
    pub say: Option<Text<'a>>,
    pub help: Option<Text<'a>>,
}

/// `waive AB-12 where veteran`
#[derive(Debug)]
pub struct Waive<'a> {
    pub rules: Vec<Name<'a>>,
    pub condition: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `for each unit u where troop { … }`
#[derive(Debug)]
pub struct ForEach<'a> {
    pub binders: Vec<Binder<'a>>,
    pub cites: Vec<Name<'a>>,
    pub body: Body<'a>,
}

/// `when army.limit > 1000 { … }`
#[derive(Debug)]
pub struct When<'a> {
    pub condition: Expr<'a>,
    pub cites: Vec<Name<'a>>,
    pub body: Body<'a>,
}

/// `rule AB-12 "Title" warning { … }`
#[derive(Debug)]
pub struct Rule<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub weight: Severity,
    pub cites: Vec<Name<'a>>,
    pub content: RuleContent<'a>,
}

/// The built-in checks that a rule covers, or its own requirements.
#[derive(Debug)]
pub enum RuleContent<'a> {
    Covers(Vec<Name<'a>>),
    Clauses(Vec<Clause<'a>>),
}

/// Requirements under one `for each` head.
#[derive(Debug)]
pub struct Clause<'a> {
    pub binders: Vec<Binder<'a>>,
    pub requirements: Vec<Requirement<'a>>,
}

/// `require … say "…" help "…"`
#[derive(Debug)]
pub struct Requirement<'a> {
    pub condition: Expr<'a>,
    pub say: Option<Text<'a>>,
    pub help: Option<Text<'a>>,
    pub span: Span,
}

/// `at most 2 in army`, `at most 2 of any unit where support`
#[derive(Debug)]
pub struct AtMost<'a> {
    pub most: Expr<'a>,
    pub of: Option<Binder<'a>>,
    pub scope: Option<Name<'a>>,
    /// The name of the limit.
    pub label: Option<Name<'a>>,
    /// The words in which people read the limit.
    pub words: Option<Text<'a>>,
    pub cites: Vec<Name<'a>>,
}
