//! The ast: what was written, place by place. Names are text; nothing is looked up yet.
//!
//! One file per family of constructs. Start at [`Statement`], which is everything that may stand in
//! a body.

pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod expression;
pub(crate) mod paper;
pub(crate) mod rule;

pub(crate) use chart::*;
pub(crate) use declaration::*;
pub(crate) use entry::*;
pub(crate) use event::*;
pub(crate) use expression::*;
pub(crate) use paper::*;
pub(crate) use rule::*;

pub(crate) use super::build::statement::{Body, Statement, StatementKind};

use crate::source::Span;

/// A name as written.
#[derive(Debug, Clone, Copy)]
pub struct Name<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// `was old`: a former name, which lists for older data still use.
#[derive(Debug, Clone, Copy)]
pub struct OldName<'a> {
    pub old: Name<'a>,
    /// The name that replaces it.
    pub now: Name<'a>,
}

/// The names that a file declares.
#[derive(Debug, Default)]
pub struct DeclaredNames<'a> {
    pub now: Vec<Declared<'a>>,
    pub old: Vec<OldName<'a>>,
    pub aliases: Vec<InnerAlias<'a>>,
}

/// A text as written between its quotes, escapes and all.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    pub raw: &'a str,
    /// The place of the text without its quotes.
    pub span: Span,
}

/// A number as written.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    pub value: i64,
    pub span: Span,
}

/// The items of a file.
#[derive(Debug)]
pub enum Item<'a> {
    System(Head<'a>, Vec<Statement<'a>>),
    Faction(Head<'a>, Vec<Statement<'a>>),
    Event(Head<'a>, Vec<Statement<'a>>),
    /// Declarations outside any of these, for other files to `use`.
    Part(Vec<Statement<'a>>),
}

/// The header of a system, faction or event.
#[derive(Debug)]
pub struct Head<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    /// The system that a faction or event belongs to.
    pub of: Option<Name<'a>>,
    pub tags: Vec<Name<'a>>,
    pub version: Option<Text<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `2..4`, `1..`, `..3`, `1` (which means `1..1`); bounds are expressions.
#[derive(Debug)]
pub struct Range<'a> {
    pub low: Option<Expr<'a>>,
    pub high: Option<Expr<'a>>,
    /// Written without dots, so the one bound is both low and high.
    pub exact: bool,
    pub steps: Steps,
    pub span: Span,
}

/// Which numbers of a range are allowed.
#[derive(Debug)]
pub enum Steps {
    Every,
    /// `5..20 by 5`
    By(Number),
    /// `{3, 6}`
    Only(Vec<Number>),
}

/// `12, vp 1`: amounts of currencies.
#[derive(Debug)]
pub struct Price<'a> {
    pub amounts: Vec<Amount<'a>>,
    pub span: Span,
}

/// An amount of a currency; without a name, of the first currency.
#[derive(Debug)]
pub struct Amount<'a> {
    pub currency: Option<Name<'a>>,
    pub value: Expr<'a>,
    /// The amount's own sign, or else the sign of the price.
    pub negative: bool,
}
