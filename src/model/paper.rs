//! What is printed: decks, the layout of cards, reference sheets.

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
    /// What the effects of cards are paid with, in words.
    pub resource: Option<String>,
    pub cards: Vec<Card>,
    pub rules: Vec<RuleId>,
    pub cites: Vec<Cite>,
}

/// A card of a deck.
#[derive(Debug)]
pub struct Card {
    pub entry: EntryId,
    /// The types that the card states.
    pub types: Vec<String>,
    /// Its effects, each with its own users and cost.
    pub effects: Vec<CardEffect>,
}

/// One of the things a card can do.
#[derive(Debug)]
pub struct CardEffect {
    /// The factions that may use it.
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
    /// Whether an army of this faction may hold the card: it is not reserved for others, and the
    /// faction may use one of its effects.
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
    /// Categories that only serve list building and are not shown on cards.
    pub hidden: Vec<CategoryId>,
    /// Characteristics that are ticked off in play, one box a point.
    pub boxes: Vec<Boxes>,
    /// The columns of a profile's table, if not all are shown or their order differs.
    pub columns: Vec<(ProfileId, Vec<String>)>,
    /// Colours as `#rrggbb`, of the game and of factions.
    pub accents: Vec<(Owner, String)>,
    /// Names of symbols, and the things they stand for.
    pub symbols: Vec<(Symbolised, &'static str)>,
    /// Shape, division and charge of shields.
    pub arms: Vec<(Owner, [&'static str; 3])>,
    /// The emblems on shields, or in their place.
    pub emblems: Vec<(Owner, Emblem)>,
    /// Ids of pictures, and the things they show.
    pub portraits: Vec<(Symbolised, String)>,
    /// Every picture once.
    pub pictures: Vec<Picture>,
    /// The patterns behind symbols.
    pub patterns: Vec<(Owner, &'static str)>,
    /// The word for a turn, and the number of turns.
    pub turns: Option<(String, Option<i64>)>,
    /// What players count in a game.
    pub counters: Vec<String>,
    /// The side of a card that the tables of a profile belong on.
    pub sides: Vec<(ProfileId, Side)>,
    /// Short titles for the columns of characteristics.
    pub short: Vec<(String, String)>,
}

/// A number that is ticked off in play.
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

/// Something that a symbol stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbolised {
    Unit(EntryId),
    Category(CategoryId),
    /// A type of card in a deck.
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

    /// The emblem on the shield of a faction or game, or in its place.
    pub fn emblem(&self, owner: Owner) -> Option<&Emblem> {
        stated(&self.emblems, owner)
    }

    /// The pattern behind the symbols of a faction or game.
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

/// The value stated for something. The last one wins, because a later layer of data may restate it.
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
    /// A faction's sheet is only for armies with units of that faction.
    pub owner: Owner,
    /// The condition under which an army needs the sheet.
    pub when: Option<Expr>,
    pub parts: Vec<SheetPart>,
}

/// A part of a reference sheet.
#[derive(Debug)]
pub enum SheetPart {
    Step { title: String, text: Option<String> },
    Table { head: Vec<String>, rows: Vec<Vec<String>> },
}
