//! Statements that only events have, and names in other languages, as written.

use super::{Name, Range, Statement, Text};
use crate::source::Span;

/// `factions lakes, hills`
#[derive(Debug)]
pub struct Factions<'a> {
    /// Factions, and categories of factions.
    pub names: Vec<Name<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `optional heroes, weather on`
#[derive(Debug)]
pub struct OptionalSet<'a> {
    pub names: Vec<Name<'a>>,
    pub is_on: bool,
    pub cites: Vec<Name<'a>>,
}

/// `data "2.2" warning`: the data an event was written for.
#[derive(Debug)]
pub struct DataPin<'a> {
    pub version: Text<'a>,
    pub is_warning: bool,
}

/// `teams of 3`
#[derive(Debug)]
pub struct Teams<'a> {
    pub size: Range<'a>,
    pub cites: Vec<Name<'a>>,
}

/// `list saturday "Saturday" { … }`: one of several lists that each player has.
#[derive(Debug)]
pub struct EventList<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub cites: Vec<Name<'a>>,
    pub body: Vec<Statement<'a>>,
}

/// `answer "Sgt Carter" of riflemen is captain`
#[derive(Debug)]
pub struct Answer<'a> {
    pub written: Text<'a>,
    pub of: Option<Name<'a>>,
    /// The name of the thing meant, or `nothing`.
    pub meant: Name<'a>,
}

/// `alias de "Husaren", "Reiter" for hussars`
#[derive(Debug)]
pub struct Alias<'a> {
    pub language: Name<'a>,
    pub titles: Vec<Text<'a>>,
    /// The thing that gets the names, preceded by the thing that contains it. If absent, the line
    /// names the thing whose braces it stands in.
    pub of: Option<(Option<Name<'a>>, Name<'a>)>,
}

/// An alias in the body of the thing it names.
#[derive(Debug)]
pub struct InnerAlias<'a> {
    pub alias: Alias<'a>,
    /// The span of the declared name.
    pub of: Span,
    pub span: Span,
}

/// A declared name, and the span of the whole declaration.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a> {
    pub name: Name<'a>,
    pub whole: Span,
}
