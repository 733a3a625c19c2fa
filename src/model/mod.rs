//! A game as resolved: names are ids, expressions are typed, and every item keeps the place where
//! it was written.
//!
//! The model is immutable once `resolve` has made it, and knows nothing of the parser. Start at
//! [`Game`]. One file per family of things: what is declared (`declaration`), what can be taken
//! (`entry`), how an army is organised (`chart`), what must hold (`rule`), what is printed
//! (`paper`), and expressions.

pub(crate) mod altered;
pub(crate) mod arena;
pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod emblem;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod expression;
pub(crate) mod game;
pub(crate) mod mark;
// Without embedded games there is nothing to unpack, and the engine of the static site has to stay
// small.
#[cfg(any(feature = "games", test))]
pub(crate) mod packed;
pub(crate) mod paper;
pub(crate) mod picture;
pub(crate) mod rule;
pub(crate) mod sample;
pub(crate) mod stat;
pub(crate) mod text;

pub(crate) use altered::AlteredFacts;
pub(crate) use arena::{Arena, Id};
pub(crate) use chart::*;
pub use declaration::*;
pub use entry::*;
pub(crate) use event::*;
pub use expression::*;
pub use game::*;
pub(crate) use mark::{SIGNS, signs};
pub(crate) use paper::*;
pub(crate) use picture::*;
pub(crate) use rule::*;
pub use stat::*;
pub(crate) use text::*;

use crate::source::Span;

/// The id of a [`Profile`].
pub(crate) type ProfileId = Id<Profile>;
/// The id of a [`Choices`].
pub(crate) type ChoicesId = Id<Choices>;
/// The id of a [`Section`].
pub(crate) type SectionId = Id<Section>;
/// The id of a [`Keyword`].
pub(crate) type KeywordId = Id<Keyword>;
/// The id of a [`Category`].
pub(crate) type CategoryId = Id<Category>;
/// The id of an [`Attribute`].
pub(crate) type AttributeId = Id<Attribute>;
/// The id of an [`Optional`].
pub(crate) type OptionalId = Id<Optional>;
/// The id of a [`Currency`].
pub(crate) type CurrencyId = Id<Currency>;
/// The id of a [`Faction`].
pub(crate) type FactionId = Id<Faction>;
/// The id of an [`Event`].
pub(crate) type EventId = Id<Event>;
/// The id of a [`Force`].
pub(crate) type ForceId = Id<Force>;
/// The id of a [`Chart`].
pub(crate) type ChartId = Id<Chart>;
/// The id of an [`Entry`].
pub type EntryId = Id<Entry>;
/// The id of a [`Choose`].
pub(crate) type ChooseId = Id<Choose>;
/// The id of a [`Derive`].
pub(crate) type DeriveId = Id<Derive>;
/// The id of a [`Rule`].
pub(crate) type RuleId = Id<Rule>;
/// The id of a [`Deck`].
pub(crate) type DeckId = Id<Deck>;

/// A rule number of the game's own book or ledger, such as `AB-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cite {
    pub id: String,
    pub span: Span,
}
