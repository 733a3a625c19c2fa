//! Decks of cards on paper.

use serde::Serialize;

use super::arms::Arms;

/// A deck of cards.
#[derive(Debug, Clone, Serialize)]
pub struct DeckPart {
    /// The title of the deck.
    pub title: String,
    /// The number of cards.
    pub count: i64,
    /// The cards.
    pub cards: Vec<DeckCard>,
}

/// A card in a deck.
#[derive(Debug, Clone, Serialize)]
pub struct DeckCard {
    /// Its id.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The number of copies.
    pub count: i64,
    /// How many copies are printed: all, up to a hundred.
    pub copies: usize,
    /// The kind of card.
    pub kind: String,
    /// The name of the symbol of its kind.
    pub symbol: String,
    /// The id of the picture that is shown instead.
    pub portrait: Option<String>,
    /// What it says.
    pub notes: Vec<String>,
    /// What it can do, one thing at a time.
    pub effects: Vec<DeckEffect>,
}

/// One of the things that a card can do.
#[derive(Debug, Clone, Serialize)]
pub struct DeckEffect {
    /// Who may use it; empty if all may.
    pub users: Vec<EffectUser>,
    /// Whether this army may use it.
    pub usable: bool,
    /// What it costs, such as `RES 2`.
    pub cost: Option<String>,
    /// What it does.
    pub text: String,
    /// All of it in one line: `Lakes, RES 2: …`.
    pub line: String,
}

/// A faction that may use an effect, or a category of factions.
#[derive(Debug, Clone, Serialize)]
pub struct EffectUser {
    /// Its title.
    pub title: String,
    /// The id of its mark; a category of several factions has none.
    pub mark: Option<String>,
}

/// The small shield of a faction that effects of cards are for.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Mark {
    /// The id of the faction.
    pub id: String,
    /// Its shield.
    pub arms: Arms,
    /// Its colour as `#rrggbb`, dark enough for white on it.
    pub colour: String,
}
