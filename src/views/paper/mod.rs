//! What a printout may show: the view that templates are given. `docs/templates.md` describes every
//! field, and a test holds the two together.

pub(crate) mod card;
pub(crate) mod compose;
pub(crate) mod reference;

use self::card::Card;
use self::reference::Reference;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::diagnostic::Severity;
use crate::model::Game;
use crate::source::Sources;
use crate::views::Amount;

/// The program as printouts name it.
pub(crate) const PROGRAM: &str = concat!("Orbat ", env!("CARGO_PKG_VERSION"));

/// The colour of games that name none.
pub const PLAIN_ACCENT: &str = "#333333";

/// Everything a printout of one list may show.
#[derive(Debug, Clone, Serialize)]
pub struct Paper {
    pub name: String,
    pub player: Option<String>,
    pub system: Title,
    pub faction: Option<Title>,
    pub chart: Option<Title>,
    pub event: Option<Title>,
    pub opponent: Option<Title>,
    pub points: Option<Amount>,
    pub limit: Option<i64>,
    pub currency: String,
    pub models: i64,
    pub legal: bool,
    pub issues: Vec<PaperIssue>,
    /// Further issues that are not told.
    pub more_issues: usize,
    /// What the army itself has chosen: options, attributes, optional rules.
    pub chosen: Vec<Line>,
    /// Derived values.
    pub values: Vec<Line>,
    pub forces: Vec<ForcePart>,
    pub designs: Vec<DesignPart>,
    pub decks: Vec<DeckPart>,
    pub notes: Vec<String>,
    /// The same for lists that say the same; `orbat check --format json` shows it too.
    pub fingerprint: Option<String>,
    /// The data it was checked against: the same for the same files.
    pub data: String,
    /// The program and its version.
    pub program: String,
    /// The colour of the faction or game, `#rrggbb`.
    pub accent: String,
    pub cards: Vec<Card>,
    pub reference: Reference,
}

impl Paper {
    /// Cards and nothing else, of a faction or a game.
    pub fn of_cards(
        system: Title,
        faction: Option<Title>,
        cards: Vec<Card>,
        accent: String,
        data: String,
    ) -> Self {
        Paper {
            name: faction.as_ref().unwrap_or(&system).title.clone(),
            player: None,
            system,
            faction,
            chart: None,
            event: None,
            opponent: None,
            points: None,
            limit: None,
            currency: String::new(),
            models: 0,
            legal: true,
            issues: Vec::new(),
            more_issues: 0,
            chosen: Vec::new(),
            values: Vec::new(),
            forces: Vec::new(),
            designs: Vec::new(),
            decks: Vec::new(),
            notes: Vec::new(),
            fingerprint: None,
            data,
            program: PROGRAM.to_owned(),
            accent,
            cards,
            reference: Reference::default(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Title {
    pub id: String,
    pub title: String,
}

/// Something with a title and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    pub title: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize)]
pub struct PaperIssue {
    pub severity: Severity,
    pub code: String,
    pub rules: Vec<String>,
    pub message: String,
    /// Its line in the list.
    pub line: usize,
    pub fixes: Vec<String>,
}

/// The army itself, or a force inside it.
#[derive(Debug, Clone, Serialize)]
pub struct ForcePart {
    /// None for the army itself.
    pub name: Option<String>,
    pub chart: Option<String>,
    pub points: Option<Amount>,
    pub groups: Vec<SlotPart>,
}

/// The units that fill one slot; the last group of a force may be units without one.
#[derive(Debug, Clone, Serialize)]
pub struct SlotPart {
    /// None for units without a slot.
    pub slot: Option<String>,
    pub title: String,
    pub used: i64,
    pub min: i64,
    pub max: Option<i64>,
    /// How many it takes: `1–5`, `2`, `1+`.
    pub takes: String,
    pub points: Option<Amount>,
    pub units: Vec<RosterUnit>,
}

#[derive(Debug, Clone, Serialize)]
pub struct RosterUnit {
    pub id: String,
    /// The id of its entry.
    pub unit: String,
    /// What the player calls it, or else its title.
    pub name: String,
    pub title: String,
    pub models: i64,
    pub points: Option<Amount>,
    pub unique: bool,
    /// The derived values that it is: `Army commander`.
    pub roles: Vec<String>,
    pub kinds: Vec<ModelCount>,
    pub options: Vec<TakenOption>,
    /// What the list states of it under keys of the game.
    pub chosen: Vec<Line>,
    pub joined: Vec<String>,
    pub joins: Vec<String>,
    pub rides: Option<String>,
    pub riders: Vec<String>,
    pub unlocked_by: Vec<String>,
    pub notes: Vec<String>,
    /// The place of its card among the cards.
    pub card: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelCount {
    pub id: String,
    pub name: String,
    pub count: i64,
    pub leads: bool,
}

/// An option that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TakenOption {
    pub id: String,
    pub name: String,
    pub count: i64,
    /// Every model of its sort has it.
    pub all: bool,
    /// What all copies cost; none if nothing.
    pub points: Option<Amount>,
    /// The model that takes it, if it is its own option.
    pub model: Option<String>,
    /// How deep it stands inside other options.
    pub depth: usize,
}

/// A model whose characteristics the player picked.
#[derive(Debug, Clone, Serialize)]
pub struct DesignPart {
    /// Its name in the list.
    pub id: String,
    pub model: String,
    pub picks: Vec<Line>,
    /// The ids of what it has taken.
    pub options: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct DeckPart {
    pub title: String,
    pub count: i64,
    pub cards: Vec<DeckCard>,
}

#[derive(Debug, Clone, Serialize)]
pub struct DeckCard {
    pub id: String,
    pub name: String,
    pub count: i64,
    pub kind: String,
    pub notes: Vec<String>,
}

/// How many something takes, as people write it: `1–5`, `2`, `1+`, `any`.
pub(crate) fn takes(min: i64, max: Option<i64>) -> String {
    match max {
        Some(max) if max == min => max.to_string(),
        Some(max) => format!("{min}–{max}"),
        None if min == 0 => "any".to_owned(),
        None => format!("{min}+"),
    }
}

/// The data that a game was made of, in a few digits: the same for the same texts.
pub fn data_version(sources: &Sources, game: &Game) -> String {
    let mut hasher = Sha256::new();
    hasher.update(game.id.as_bytes());
    for (_, source) in sources.iter().filter(|(_, source)| source.path().ends_with(".orbat")) {
        hasher.update(source.text().as_bytes());
    }
    hasher.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}
