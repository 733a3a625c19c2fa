//! The card of a unit.

use serde::Serialize;

use crate::model::{Characteristic, Game, ProfileId, StatBase};
use crate::views::{Amount, KeywordView, Line};

/// A unit as equipped; identical units share a card. The army has a card too if there is something
/// to print about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The id of the entry; of the faction or game for the card of the army.
    pub unit: String,
    pub name: String,
    /// The entry's title, if the player gave another name.
    pub title: Option<String>,
    /// The number of identical units.
    pub count: i64,
    pub unique: bool,
    /// The titles of its categories, the primary one first.
    pub categories: Vec<String>,
    pub slot: Option<String>,
    /// `8 models`
    pub size: String,
    /// What each unit costs.
    pub points: Option<Amount>,
    /// Whether `points` is the least of several prices: `from 60`.
    pub from: bool,
    pub currency: String,
    /// Derived values and attributes that the game puts on cards.
    pub facts: Vec<Line>,
    pub models: Vec<ModelTable>,
    /// Weapons and everything else with a profile, a table for each kind.
    pub gear: Vec<GearTable>,
    pub tracks: Vec<Track>,
    pub boxes: Vec<BoxRow>,
    /// The names of options that only change what the tables show.
    pub upgrades: Vec<String>,
    /// Options with a text.
    pub options: Vec<OptionText>,
    /// The unit's keywords, then those of its models and weapons; each once.
    pub keywords: Vec<KeywordView>,
    pub notes: Vec<String>,
    pub joined: Vec<String>,
    pub joins: Vec<String>,
    pub rides: Vec<String>,
    pub riders: Vec<String>,
    /// What can be chosen, only on the cards of a faction.
    pub choices: Vec<Line>,
    /// The colour of the faction or game.
    pub accent: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelTable {
    pub title: String,
    /// The width of its columns in characters, without the first.
    pub width: usize,
    pub columns: Vec<Line>,
    pub rows: Vec<ModelRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelRow {
    pub name: String,
    /// `7`, or a range on the cards of a faction.
    pub count: String,
    pub leads: bool,
    pub values: Vec<String>,
    /// Keywords that not all models of the unit have, with the number of models if not all of the
    /// row.
    pub keywords: Vec<String>,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GearTable {
    pub title: String,
    /// The width of its columns in characters, without the first.
    pub width: usize,
    pub columns: Vec<Line>,
    pub rows: Vec<GearRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GearRow {
    pub name: String,
    /// How many the unit has; none if not known.
    pub count: Option<i64>,
    /// Its attack group.
    pub group: Option<String>,
    pub values: Vec<String>,
    pub keywords: Vec<String>,
    /// Characteristics that are texts.
    pub texts: Vec<Line>,
    pub notes: Vec<String>,
    pub modes: Vec<ModeRow>,
    pub boxes: Vec<BoxRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModeRow {
    pub name: String,
    pub values: Vec<String>,
    pub keywords: Vec<String>,
    pub texts: Vec<Line>,
    pub notes: Vec<String>,
}

/// Values that change in play, such as dice left after each hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Track {
    pub title: String,
    /// The model it belongs to; none for the unit.
    pub model: Option<String>,
    pub values: Vec<String>,
}

/// Boxes to tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoxRow {
    pub title: String,
    /// The model they belong to; none for the unit.
    pub model: Option<String>,
    /// The value in the game's notation, if no table shows it.
    pub value: Option<String>,
    /// The number of boxes for each model.
    pub each: i64,
    pub models: i64,
    /// Whether the first model leads the unit.
    pub leads: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionText {
    pub name: String,
    pub count: i64,
    pub texts: Vec<String>,
}

/// The characteristics that a table shows, in order. Texts go below the table.
pub(crate) fn gear_columns(game: &Game, profile: ProfileId) -> Vec<&Characteristic> {
    let all = &game.profiles[profile].characteristics;
    let stated =
        game.layout.columns.iter().rev().find(|(id, _)| *id == profile).map(|(_, columns)| columns);
    let chosen: Vec<&Characteristic> = match stated {
        Some(columns) => {
            columns.iter().filter_map(|name| game.profiles[profile].characteristic(name)).collect()
        }
        None => all.iter().collect(),
    };
    chosen.into_iter().filter(|characteristic| !is_text(characteristic)).collect()
}

pub(crate) fn text_columns(game: &Game, profile: ProfileId) -> Vec<&Characteristic> {
    game.profiles[profile]
        .characteristics
        .iter()
        .filter(|characteristic| is_text(characteristic))
        .collect()
}

fn is_text(characteristic: &Characteristic) -> bool {
    matches!(characteristic.shape.base, StatBase::Text)
}

/// Short and long names of columns.
pub(crate) fn column_names(columns: &[&Characteristic]) -> Vec<Line> {
    let name = |characteristic: &&Characteristic| Line {
        title: characteristic
            .title
            .clone()
            .unwrap_or_else(|| characteristic.name.replace('_', " ")),
        value: characteristic.name.replace('_', " "),
    };
    columns.iter().map(name).collect()
}

impl ModelTable {
    /// Sets the width.
    pub(crate) fn measured(mut self) -> Self {
        let rows: Vec<&[String]> = self.rows.iter().map(|row| row.values.as_slice()).collect();
        self.width =
            (0..self.columns.len()).map(|at| widest(self.columns.get(at), &rows, at)).sum();
        self
    }
}

impl GearTable {
    /// Drops empty columns and sets the width.
    pub(crate) fn measured(mut self) -> Self {
        let says =
            |value: Option<&String>| value.is_some_and(|value| !matches!(value.as_str(), "" | "–"));
        let used: Vec<bool> = (0..self.columns.len())
            .map(|at| {
                self.rows.iter().any(|row| {
                    says(row.values.get(at))
                        || row.modes.iter().any(|mode| says(mode.values.get(at)))
                })
            })
            .collect();
        keep(&mut self.columns, &used);
        for row in &mut self.rows {
            keep(&mut row.values, &used);
            row.modes.iter_mut().for_each(|mode| keep(&mut mode.values, &used));
        }
        let modes = self.rows.iter().flat_map(|row| &row.modes).map(|mode| mode.values.as_slice());
        let rows: Vec<&[String]> =
            self.rows.iter().map(|row| row.values.as_slice()).chain(modes).collect();
        self.width =
            (0..self.columns.len()).map(|at| widest(self.columns.get(at), &rows, at)).sum();
        self
    }
}

fn keep<T>(all: &mut Vec<T>, used: &[bool]) {
    let mut used = used.iter();
    all.retain(|_| used.next().copied().unwrap_or(true));
}

fn widest(column: Option<&Line>, rows: &[&[String]], at: usize) -> usize {
    let head = column.map_or(0, |column| column.value.chars().count());
    rows.iter()
        .filter_map(|row| row.get(at))
        .map(|value| value.chars().count())
        .max()
        .unwrap_or(0)
        .max(head)
}
