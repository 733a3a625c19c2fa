use super::{AttributeId, Body, Cite, DeriveId, EntryId, Expr, Home, Range, RuleId};
use crate::source::Span;

/// A deck of cards that goes with an army.
#[derive(Debug)]
pub struct Deck {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub home: Home,
    pub when: Option<Expr>,
    pub size: Option<Range>,
    pub copies: Option<Range>,
    /// The types of card allowed; a card states its own.
    pub types: Vec<String>,
    pub cards: Vec<Card>,
    pub rules: Vec<RuleId>,
    pub cites: Vec<Cite>,
}

#[derive(Debug)]
pub struct Card {
    pub entry: EntryId,
    /// Its type, as a place in the deck's types; none if the deck does not allow it.
    pub types: Vec<String>,
}

/// What the card of a unit shows beyond the obvious.
#[derive(Debug, Default)]
pub struct Layout {
    pub tracks: Vec<DeriveId>,
    pub shown: Vec<Shown>,
}

#[derive(Debug, Clone, Copy)]
pub enum Shown {
    Derive(DeriveId),
    Attribute(AttributeId),
}

/// A reference sheet.
#[derive(Debug)]
pub struct Sheet {
    pub title: String,
    pub span: Span,
    pub parts: Vec<SheetPart>,
}

#[derive(Debug)]
pub enum SheetPart {
    Step { title: String, text: Option<String> },
    Table { head: Vec<String>, rows: Vec<Vec<String>> },
}

/// An overlay for a tournament.
#[derive(Debug)]
pub struct Event {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub points: Option<Range>,
    /// The charts a list may use; empty means any.
    pub charts: Vec<super::ChartId>,
    pub body: Body,
    pub cites: Vec<Cite>,
}
