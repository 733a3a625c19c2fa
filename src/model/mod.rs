//! A game as resolved: names are ids, expressions are typed, and every item keeps the place it was
//! written at.
//!
//! Immutable once `resolve` has made it; knows nothing of the parser. Start at [`Game`]. One file
//! per family of things: what is declared (`declaration`), what can be taken (`entry`), how an army
//! is organised (`chart`), what must hold (`rule`), what is printed (`paper`), and expressions.

pub(crate) mod altered;
pub(crate) mod arena;
pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod entry;
pub(crate) mod expression;
pub(crate) mod game;
pub(crate) mod paper;
pub(crate) mod rule;
pub(crate) mod stat;
pub(crate) mod text;

pub use altered::AlteredFacts;
pub use arena::{Arena, Id};
pub use chart::*;
pub use declaration::*;
pub use entry::*;
pub use expression::*;
pub use game::*;
pub use paper::*;
pub use rule::*;
pub use stat::*;
pub use text::*;

use crate::source::Span;

pub type ProfileId = Id<Profile>;
pub type ChoicesId = Id<Choices>;
pub type SectionId = Id<Section>;
pub type KeywordId = Id<Keyword>;
pub type CategoryId = Id<Category>;
pub type AttributeId = Id<Attribute>;
pub type OptionalId = Id<Optional>;
pub type CurrencyId = Id<Currency>;
pub type FactionId = Id<Faction>;
pub type EventId = Id<Event>;
pub type ForceId = Id<Force>;
pub type ChartId = Id<Chart>;
pub type EntryId = Id<Entry>;
pub type ChooseId = Id<Choose>;
pub type DeriveId = Id<Derive>;
pub type RuleId = Id<Rule>;
pub type DeckId = Id<Deck>;

/// A rule number of the game's own book or ledger, such as `AB-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cite {
    pub id: String,
    pub span: Span,
}
