//! Charts and forces as written.

use super::{Body, Expr, Modifiers, Name, Number, Range, Text};
use crate::source::Span;

/// `chart standard "Standard" for wing { … }`
#[derive(Debug)]
pub struct Chart<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub modifiers: Modifiers<'a>,
    pub body: Body<'a>,
}

/// `slot troop "Troops" 2..4 takes troop or veteran`
#[derive(Debug)]
pub struct Slot<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub range: Range<'a>,
    pub takes: Option<Expr<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `trade 2 light for 1 heavy at most 1`
#[derive(Debug)]
pub struct Trade<'a> {
    pub give: (Number, Name<'a>),
    pub get: (Number, Name<'a>),
    pub most: Expr<'a>,
    pub cites: Vec<Name<'a>>,
}

/// `unlock support by 2 of troop, specialist`
#[derive(Debug)]
pub struct Unlock<'a> {
    pub slots: Vec<Unlocked<'a>>,
    pub count: Number,
    pub by: Vec<Name<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// A slot that must be unlocked, perhaps only after its first unit.
#[derive(Debug)]
pub struct Unlocked<'a> {
    pub slot: Name<'a>,
    pub after_the_first: bool,
}

/// `each regiment offers 2 troop, 1 of hero or monster`
#[derive(Debug)]
pub struct Offers<'a> {
    pub by: Name<'a>,
    pub offers: Vec<Offer<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// A number of places for the units that meet a condition.
#[derive(Debug)]
pub struct Offer<'a> {
    pub count: Number,
    pub to: Expr<'a>,
}

/// `holds hero, relic`
#[derive(Debug)]
pub struct Holds<'a> {
    pub categories: Vec<Name<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `force army "Army" one chart { … }`
#[derive(Debug)]
pub struct Force<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub modifiers: ForceModifiers<'a>,
    pub body: Body<'a>,
}

/// `wing "Wing" 1.. each full before the next`
#[derive(Debug)]
pub struct Subforce<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    pub range: Range<'a>,
    pub modifiers: ForceModifiers<'a>,
    pub body: Body<'a>,
}

/// `allied with outcast, league`
#[derive(Debug)]
pub struct Allied<'a> {
    /// Factions, and categories of factions; any faction if there are none.
    pub with: Vec<Name<'a>>,
}

/// What may follow the title and number in the header of a force, in any order.
#[derive(Debug, Default)]
pub struct ForceModifiers<'a> {
    pub one_chart: Option<Span>,
    pub full_before_next: Option<Span>,
    pub allied: Option<Allied<'a>>,
    pub cites: Vec<Name<'a>>,
}
