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

/// The id of a [`Profile`].
pub type ProfileId = Id<Profile>;
/// The id of a [`Choices`].
pub type ChoicesId = Id<Choices>;
/// The id of a [`Section`].
pub type SectionId = Id<Section>;
/// The id of a [`Keyword`].
pub type KeywordId = Id<Keyword>;
/// The id of a [`Category`].
pub type CategoryId = Id<Category>;
/// The id of an [`Attribute`].
pub type AttributeId = Id<Attribute>;
/// The id of an [`Optional`].
pub type OptionalId = Id<Optional>;
/// The id of a [`Currency`].
pub type CurrencyId = Id<Currency>;
/// The id of a [`Faction`].
pub type FactionId = Id<Faction>;
/// The id of an [`Event`].
pub type EventId = Id<Event>;
/// The id of a [`Force`].
pub type ForceId = Id<Force>;
/// The id of a [`Chart`].
pub type ChartId = Id<Chart>;
/// The id of an [`Entry`].
pub type EntryId = Id<Entry>;
/// The id of a [`Choose`].
pub type ChooseId = Id<Choose>;
/// The id of a [`Derive`].
pub type DeriveId = Id<Derive>;
/// The id of a [`Rule`].
pub type RuleId = Id<Rule>;
/// The id of a [`Deck`].
pub type DeckId = Id<Deck>;

/// A rule number of the game's own book or ledger, such as `AB-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cite {
    pub id: String,
    pub span: Span,
}
