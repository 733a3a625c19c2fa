//! What only events say, and names in other languages, as written.

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
    /// The name of what was meant, or `nothing`.
    pub meant: Name<'a>,
}

/// `alias de "Husaren", "Reiter" for hussars`
#[derive(Debug)]
pub struct Alias<'a> {
    pub language: Name<'a>,
    pub titles: Vec<Text<'a>>,
    /// What has the name, and what that stands in; without it, it is the thing around the line.
    pub of: Option<(Option<Name<'a>>, Name<'a>)>,
}

/// An alias in the body of what has it.
#[derive(Debug)]
pub struct InnerAlias<'a> {
    pub alias: Alias<'a>,
    /// Of the name that is declared.
    pub of: Span,
    pub span: Span,
}

/// A name that is declared, and everything that is declared with it.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a> {
    pub name: Name<'a>,
    pub whole: Span,
}
