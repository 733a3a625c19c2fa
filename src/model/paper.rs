//! What is printed.

use super::{
    AttributeId, CategoryId, Cite, DeriveId, Emblem, EntryId, Expr, FactionId, Game, KeywordId,
    Owner, Picture, ProfileId, Range, RuleId, SomeFactions, Text,
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
    /// What the effects of cards are paid with, as people call it.
    pub resource: Option<String>,
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
    /// What it can do, one thing at a time.
    pub effects: Vec<CardEffect>,
}

/// One of the things that a card of a deck can do.
#[derive(Debug)]
pub struct CardEffect {
    /// Who may use it.
    pub users: SomeFactions,
    /// How much of the deck's resource it costs.
    pub cost: Option<i64>,
    pub text: Text,
    pub span: Span,
}

impl CardEffect {
    /// Whether an army of this faction may use it.
    pub fn serves(&self, game: &Game, faction: Option<FactionId>) -> bool {
        let admits = |id: FactionId| self.users.admits(id, &game.factions[id]);
        faction.map_or(self.users.is_any(), admits)
    }
}

impl Card {
    /// Whether an army of this faction may hold it: it is not reserved for others, and one of its
    /// effects serves the army.
    pub fn serves(&self, game: &Game, faction: Option<FactionId>) -> bool {
        let only_for = &game.entries[self.entry].only_for;
        let is_open = only_for.is_empty() || faction.is_some_and(|id| only_for.contains(&id));
        let mut effects = self.effects.iter();
        is_open && (self.effects.is_empty() || effects.any(|effect| effect.serves(game, faction)))
    }
}

/// What the card of a unit shows in addition.
#[derive(Debug, Default)]
pub struct Layout {
    pub tracks: Vec<DeriveId>,
    pub shown: Vec<Shown>,
    /// Categories that serve the building of lists and that no card names.
    pub hidden: Vec<CategoryId>,
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
    /// What stands on shields, or in their place.
    pub emblems: Vec<(Owner, Emblem)>,
    /// Ids of pictures, and what they show.
    pub portraits: Vec<(Symbolised, String)>,
    /// Every picture once.
    pub pictures: Vec<Picture>,
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

    /// What stands on the shield of a faction or game, or in its place.
    pub fn emblem(&self, owner: Owner) -> Option<&Emblem> {
        stated(&self.emblems, owner)
    }

    /// What lies behind the symbols of a faction or game.
    pub fn pattern(&self, owner: Owner) -> Option<&'static str> {
        stated(&self.patterns, owner).copied()
    }

    /// The symbol stated for one of these, the first that has one.
    pub fn symbol(&self, of: impl IntoIterator<Item = Symbolised>) -> Option<&'static str> {
        of.into_iter().find_map(|wanted| stated(&self.symbols, wanted).copied())
    }

    /// The portrait of one of these, the first that has one.
    pub fn portrait(&self, of: impl IntoIterator<Item = Symbolised>) -> Option<&str> {
        of.into_iter().find_map(|wanted| stated(&self.portraits, wanted)).map(String::as_str)
    }
}

/// What is stated of something. A later layer of data may have stated something else.
fn stated<O: PartialEq, T>(all: &[(O, T)], wanted: O) -> Option<&T> {
    all.iter().rev().find(|(of, _)| *of == wanted).map(|(_, stated)| stated)
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
    /// That of a faction is for armies with somebody of it.
    pub owner: Owner,
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
