//! What a printout may show: the view that templates receive. Start at [`Paper`]; `compose` makes
//! it from a list. `docs/templates.md` describes every field, and a test keeps the two in step.

pub(crate) mod arms;
pub(crate) mod card;
pub(crate) mod compose;
pub(crate) mod deck;
pub(crate) mod palette;
pub(crate) mod picture;
pub(crate) mod reference;

use self::arms::Arms;
use self::card::Card;
use self::deck::{DeckPart, Mark};
use self::palette::Palette;
use self::picture::{PaperPicture, pictures};
use self::reference::Reference;
use serde::Serialize;

use crate::diagnostic::Severity;
use crate::model::{FactionId, Game, Owner};
use crate::views::{Amount, Cost, data_mark};

/// The program as printouts name it.
pub(crate) const PROGRAM: &str = concat!("Orbat ", env!("CARGO_PKG_VERSION"));

/// The accent colour of games that set none.
pub const PLAIN_ACCENT: &str = "#333333";

/// Everything a printout of one list may show.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Paper {
    /// The name of the list, or of the faction.
    pub name: String,
    /// The player's name.
    pub player: Option<String>,
    /// The game.
    pub system: Title,
    /// The faction.
    pub faction: Option<Title>,
    /// The organisation chart.
    pub chart: Option<Title>,
    /// The tournament.
    pub event: Option<Title>,
    /// The opponent's faction.
    pub opponent: Option<Title>,
    /// What the army costs; none if that is not known.
    pub points: Option<Amount>,
    /// The points limit the list states.
    pub limit: Option<Amount>,
    /// What the army costs in the game's other currencies, where that is not 0 or has a limit.
    pub other_costs: Vec<Cost>,
    /// What the game counts, such as `points`.
    pub currency: String,
    /// The number of models.
    pub models: i64,
    /// Whether the list breaks no rule.
    pub legal: bool,
    /// What is wrong with the list, or worth knowing.
    pub issues: Vec<PaperIssue>,
    /// The number of issues left out because there are too many.
    pub more_issues: usize,
    /// What the army itself chose: options, attributes, optional rules.
    pub chosen: Vec<TitledText>,
    /// The derived values of the army.
    pub values: Vec<TitledText>,
    /// The units: those of the army itself, then those of each force, before the forces inside it.
    pub forces: Vec<ForcePart>,
    /// Models designed by the player.
    pub designs: Vec<DesignPart>,
    /// Decks of cards.
    pub decks: Vec<DeckPart>,
    /// The shields of the factions that effects of cards are for.
    pub marks: Vec<Mark>,
    /// The player's notes on the army.
    pub notes: Vec<String>,
    /// The same for the same army; as in [`Report`](crate::Report).
    pub fingerprint: Option<String>,
    /// The list as a link that `from_link` reads; none without a list.
    pub link: Option<String>,
    /// A short hash of the game's data; as in [`Report`](crate::Report).
    pub data: String,
    /// The game with its version, then the faction and event that have one: `Dust and Iron 2.1`.
    pub versions: Vec<String>,
    /// The name and version of the program.
    pub program: String,
    /// The colour of the faction or game, `#rrggbb`.
    pub accent: String,
    /// The colours that follow from the accent.
    pub palette: Palette,
    /// What the faction or game is recognised by.
    pub arms: Arms,
    /// The pictures that the arms and cards name.
    pub pictures: Vec<PaperPicture>,
    /// What players count on the page to play from.
    pub play: Play,
    /// The cards; units that are alike share one.
    pub cards: Vec<Card>,
    /// The reference sheet.
    pub reference: Reference,
}

impl Paper {
    #[cfg(test)]
    /// The names of everything that is drawn, by what it is.
    pub(crate) fn drawings() -> &'static [(&'static str, &'static [&'static str])] {
        use crate::model::emblem::{DIVISIONS, PATTERNS, SHAPES, SYMBOLS};
        &[
            ("symbol", &SYMBOLS),
            ("shape", &SHAPES),
            ("division", &DIVISIONS),
            ("pattern", &PATTERNS),
            ("hatching", &palette::HATCHINGS),
        ]
    }

    /// A paper with only the cards of a faction, or of a game without factions.
    pub fn of_cards(game: &Game, faction: Option<FactionId>, cards: Vec<Card>) -> Self {
        let title = |id: &str, title: &str| Title { id: id.to_owned(), title: title.to_owned() };
        let owner = faction.map_or(Owner::System, Owner::Faction);
        let system = title(&game.id, &game.title);
        let faction = faction.map(|id| title(&game.factions[id].id, &game.factions[id].title));
        let accent = game.layout.accent(owner).unwrap_or(PLAIN_ACCENT).to_owned();
        Paper {
            versions: vec![system.title.clone()],
            name: faction.as_ref().unwrap_or(&system).title.clone(),
            player: None,
            system,
            faction,
            chart: None,
            event: None,
            opponent: None,
            points: None,
            limit: None,
            other_costs: Vec::new(),
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
            marks: Vec::new(),
            notes: Vec::new(),
            fingerprint: None,
            link: None,
            data: data_mark(game),
            program: PROGRAM.to_owned(),
            palette: Palette::of(&accent),
            accent,
            arms: Arms::of(game, owner),
            pictures: Vec::new(),
            play: Play::of(game),
            cards,
            reference: Reference::default(),
        }
        .with_pictures(game)
    }

    /// The same with the pictures that its arms, marks and cards name.
    fn with_pictures(mut self, game: &Game) -> Self {
        let decks = self.decks.iter().flat_map(|deck| &deck.cards);
        let portraits = decks.map(|card| &card.portrait);
        let portraits = portraits.chain(self.cards.iter().map(|card| &card.portrait));
        let ids = portraits.chain([&self.arms.picture]);
        let ids = ids.chain(self.marks.iter().map(|mark| &mark.arms.picture)).flatten();
        self.pictures = pictures(game, ids);
        self
    }
}

/// Turns and counters of a game in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Play {
    /// What a turn is called.
    pub turn: String,
    /// How many turns a game has, if that is always the same.
    pub turns: Option<i64>,
    /// What players count, such as points of each side.
    pub counters: Vec<String>,
}

impl Play {
    fn of(game: &Game) -> Self {
        let layout = &game.layout;
        let (turn, turns) = layout.turns.clone().unwrap_or_else(|| ("Turn".to_owned(), None));
        let counters = match layout.counters.as_slice() {
            [] => vec!["Us".to_owned(), "Them".to_owned()],
            counters => counters.to_vec(),
        };
        Play { turn, turns, counters }
    }
}

/// Something with an id and a title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Title {
    /// The id in the data.
    pub id: String,
    /// The title for people.
    pub title: String,
}

/// A titled value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TitledText {
    /// What it is.
    pub title: String,
    /// What it says.
    pub value: String,
}

/// An issue as printed.
#[derive(Debug, Clone, Serialize)]
pub struct PaperIssue {
    /// Error, warning or note.
    pub severity: Severity,
    /// The diagnostic code.
    pub code: String,
    /// The rules cited.
    pub rules: Vec<String>,
    /// What is wrong.
    pub message: String,
    /// Single changes that fix it.
    pub fixes: Vec<String>,
    /// The ids of the units it concerns.
    pub units: Vec<String>,
}

/// The army itself, or a force inside it at any depth.
#[derive(Debug, Clone, Serialize)]
pub struct ForcePart {
    /// With the names of the forces around it; none for the army itself.
    pub name: Option<String>,
    /// How many forces are around it.
    pub depth: usize,
    /// The title of its faction, if it has one of its own.
    pub faction: Option<String>,
    /// The title of its chart.
    pub chart: Option<String>,
    /// The points agreed on for it, if the list states any.
    pub limit: Option<Amount>,
    /// What it costs, with the forces inside it.
    pub points: Option<Amount>,
    /// What it costs in the game's other currencies.
    pub other_costs: Vec<Cost>,
    /// The options it takes.
    pub options: Vec<TakenOption>,
    /// Attributes that the list states for it.
    pub chosen: Vec<TitledText>,
    /// Its units by slot.
    pub groups: Vec<SlotPart>,
}

/// The units in a slot. The last group of a force may hold units without a slot.
#[derive(Debug, Clone, Serialize)]
pub struct SlotPart {
    /// The id of the slot; none for units without one.
    pub slot: Option<String>,
    /// The title of the slot or category.
    pub title: String,
    /// How many units fill it.
    pub used: i64,
    /// How many units it needs.
    pub min: i64,
    /// How many units it takes; none for any number.
    pub max: Option<i64>,
    /// The bounds as text: `1–5`, `2`, `1+`.
    pub takes: String,
    /// What its units cost.
    pub points: Option<Amount>,
    /// What its units cost in the game's other currencies.
    pub other_costs: Vec<Cost>,
    /// The units.
    pub units: Vec<RosterUnit>,
}

/// A unit on the roster.
#[derive(Debug, Clone, Serialize)]
pub struct RosterUnit {
    /// Its id in the list.
    pub id: String,
    /// The id of its entry.
    pub unit: String,
    /// Its name in the list, or else its title.
    pub name: String,
    /// The title of its entry.
    pub title: String,
    /// The number of models.
    pub models: i64,
    /// What it costs; none if that is not known.
    pub points: Option<Amount>,
    /// What it costs in the game's other currencies.
    pub other_costs: Vec<Cost>,
    /// Whether an army can have only one.
    pub unique: bool,
    /// The derived values it stands for, such as `Army commander`.
    pub roles: Vec<String>,
    /// Its models by kind.
    pub kinds: Vec<ModelCount>,
    /// The options it took.
    pub options: Vec<TakenOption>,
    /// What the list states about it under the game's own keys.
    pub chosen: Vec<TitledText>,
    /// The units that join it.
    pub joined: Vec<String>,
    /// The units it joins.
    pub joins: Vec<String>,
    /// The unit it rides in.
    pub rides: Option<String>,
    /// The units that ride in it.
    pub riders: Vec<String>,
    /// The units that unlock it.
    pub unlocked_by: Vec<String>,
    /// The player's notes on the unit.
    pub notes: Vec<String>,
    /// The index of its card.
    pub card: usize,
}

/// The models of one kind in a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelCount {
    /// The id of the model.
    pub id: String,
    /// The title of the model.
    pub name: String,
    /// How many there are.
    pub count: i64,
    /// Whether it leads the unit.
    pub leads: bool,
}

/// An option taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TakenOption {
    /// The id of the option.
    pub id: String,
    /// The title of the option.
    pub name: String,
    /// How often it is taken.
    pub count: i64,
    /// Whether every model of its kind has it.
    pub all: bool,
    /// What all copies cost; none if they are free.
    pub points: Option<Amount>,
    /// What all copies cost in the game's other currencies.
    pub other_costs: Vec<Cost>,
    /// The model that takes it, if it is an option of a model.
    pub model: Option<String>,
    /// How deep it is nested in other options.
    pub depth: usize,
}

/// A model whose characteristics the player picked.
#[derive(Debug, Clone, Serialize)]
pub struct DesignPart {
    /// Its name in the list.
    pub id: String,
    /// The id of the model.
    pub model: String,
    /// The title of the model.
    pub title: String,
    /// The values picked.
    pub picks: Vec<TitledText>,
    /// The ids of the options it took.
    pub options: Vec<String>,
    /// Their titles.
    pub option_titles: Vec<String>,
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
