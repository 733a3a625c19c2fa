//! What is printed, and events.

use super::{
    AttributeId, Body, CategoryId, Cite, DeriveId, EntryId, Expr, KeywordId, Owner, ProfileId,
    Range, RuleId,
};
use crate::source::Span;

/// A deck of cards that goes with an army.
#[derive(Debug)]
pub struct Deck {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub owner: Owner,
    pub when: Option<Expr>,
    pub size: Option<Range>,
    pub copies: Option<Range>,
    /// The types of card allowed; a card states its own.
    pub types: Vec<String>,
    pub cards: Vec<Card>,
    pub rules: Vec<RuleId>,
    pub cites: Vec<Cite>,
}

/// A card of a deck.
#[derive(Debug)]
pub struct Card {
    pub entry: EntryId,
    /// Its type, as a place in the deck's types; none if the deck does not allow it.
    pub types: Vec<String>,
}

/// What the card of a unit shows in addition.
#[derive(Debug, Default)]
pub struct Layout {
    pub tracks: Vec<DeriveId>,
    pub shown: Vec<Shown>,
    /// Characteristics that are ticked off in play, one box a point.
    pub boxes: Vec<Boxes>,
    /// The columns of a profile's table, where not all are shown or in another order.
    pub columns: Vec<(ProfileId, Vec<String>)>,
    /// Colours as `#rrggbb`: the game's, and those of factions.
    pub accents: Vec<(Owner, String)>,
    /// Names of symbols, and what they stand for.
    pub symbols: Vec<(Symbolised, &'static str)>,
    /// Shape, division and charge of shields.
    pub arms: Vec<(Owner, [&'static str; 3])>,
    /// What lies behind symbols.
    pub patterns: Vec<(Owner, &'static str)>,
    /// What a turn is called, and how many there are.
    pub turns: Option<(String, Option<i64>)>,
    /// What players count in a game.
    pub counters: Vec<String>,
    /// On which side of a card the tables of a profile belong.
    pub sides: Vec<(ProfileId, Side)>,
    /// What the columns of characteristics are called.
    pub short: Vec<(String, String)>,
}

/// A number that is ticked off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Boxes {
    Stat {
        stat: String,
        /// The number of a shape that is meant: `w` of `33/7`.
        part: Option<String>,
    },
    /// A parameter of a keyword, by its position.
    Keyword(KeywordId, usize),
}

/// A side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Front,
    Back,
}

/// What a symbol stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbolised {
    Unit(EntryId),
    Category(CategoryId),
    /// A type of the cards of decks.
    CardType(String),
}

impl Layout {
    /// The colour of a faction, or else of its game.
    pub fn accent(&self, owner: Owner) -> Option<&str> {
        let own = stated(&self.accents, owner).or_else(|| stated(&self.accents, Owner::System));
        own.map(String::as_str)
    }

    /// The shield of a faction or game.
    pub fn arms(&self, owner: Owner) -> Option<[&'static str; 3]> {
        stated(&self.arms, owner).copied()
    }

    /// What lies behind the symbols of a faction or game.
    pub fn pattern(&self, owner: Owner) -> Option<&'static str> {
        stated(&self.patterns, owner).copied()
    }

    /// The symbol stated for one of these, the first that has one.
    pub fn symbol(&self, of: impl IntoIterator<Item = Symbolised>) -> Option<&'static str> {
        let known = |wanted: Symbolised| {
            self.symbols.iter().rev().find(|(of, _)| *of == wanted).map(|(_, symbol)| *symbol)
        };
        of.into_iter().find_map(known)
    }
}

/// What an owner states. A later layer of data may have stated something else.
fn stated<T>(all: &[(Owner, T)], owner: Owner) -> Option<&T> {
    all.iter().rev().find(|(of, _)| *of == owner).map(|(_, stated)| stated)
}

/// A value that the card of a unit shows.
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
    /// Only armies that meet it need the page.
    pub when: Option<Expr>,
    pub parts: Vec<SheetPart>,
}

/// A part of a reference sheet.
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
    pub version: Option<String>,
    pub span: Span,
    pub points: Option<Range>,
    /// The charts a list may use; empty means any.
    pub charts: Vec<super::ChartId>,
    pub body: Body,
    pub cites: Vec<Cite>,
}
