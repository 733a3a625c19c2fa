//! The card of a unit.

use serde::Serialize;

use crate::model::{Characteristic, Game, ProfileId, StatBase};
use crate::views::{Amount, KeywordView, Line};

/// One unit as equipped; alike ones share a card. The army has one too if there is something to
/// print of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The id of the entry; of the faction or game for the card of the army.
    pub unit: String,
    pub name: String,
    /// The entry's own title, where the player gave another name.
    pub title: Option<String>,
    /// How many units are alike.
    pub count: i64,
    pub unique: bool,
    /// The titles of its categories, the primary one first.
    pub categories: Vec<String>,
    pub slot: Option<String>,
    /// `8 models`
    pub size: String,
    /// What one such unit costs.
    pub points: Option<Amount>,
    /// The least of several prices: `from 60`.
    pub from: bool,
    pub currency: String,
    /// Derived values and attributes that the game shows.
    pub facts: Vec<Line>,
    pub models: Vec<ModelTable>,
    /// Weapons and whatever else has a profile, a table for each kind.
    pub gear: Vec<GearTable>,
    pub tracks: Vec<Track>,
    pub boxes: Vec<BoxRow>,
    /// The names of options that only change what the tables show.
    pub upgrades: Vec<String>,
    /// Options with something to say.
    pub options: Vec<OptionText>,
    /// The unit's keywords, then those of its models and weapons; each once.
    pub keywords: Vec<KeywordView>,
    pub notes: Vec<String>,
    pub joined: Vec<String>,
    pub joins: Vec<String>,
    pub rides: Vec<String>,
    pub riders: Vec<String>,
    /// What may still be chosen: only on the cards of a faction.
    pub choices: Vec<Line>,
    /// The colour of the faction or game.
    pub accent: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelTable {
    pub title: String,
    /// The number of letters that its columns take, without the first.
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
    /// Keywords that not all models of the unit have, with the number of these models where it is
    /// not all of the row.
    pub keywords: Vec<String>,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GearTable {
    pub title: String,
    /// The number of letters that its columns take, without the first.
    pub width: usize,
    pub columns: Vec<Line>,
    pub rows: Vec<GearRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GearRow {
    pub name: String,
    /// How many there are in the unit; none where that is not known.
    pub count: Option<i64>,
    /// The attack group it stands in.
    pub group: Option<String>,
    pub values: Vec<String>,
    pub keywords: Vec<String>,
    /// Characteristics that are sentences.
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
    /// The model it is of; none if it is the unit's.
    pub model: Option<String>,
    pub values: Vec<String>,
}

/// Boxes to tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoxRow {
    pub title: String,
    /// The model they are of.
    pub model: Option<String>,
    /// The whole value in the game's notation, where no table shows it.
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

/// The characteristics of a profile that a table shows, in its order. Sentences stand below the
/// table.
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
    chosen.into_iter().filter(|characteristic| !is_sentence(characteristic)).collect()
}

pub(crate) fn text_columns(game: &Game, profile: ProfileId) -> Vec<&Characteristic> {
    game.profiles[profile]
        .characteristics
        .iter()
        .filter(|characteristic| is_sentence(characteristic))
        .collect()
}

fn is_sentence(characteristic: &Characteristic) -> bool {
    matches!(characteristic.shape.base, StatBase::Text)
}

/// Short names with what they mean.
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
    /// Works out how wide the table is.
    pub(crate) fn measured(mut self) -> Self {
        let rows: Vec<&[String]> = self.rows.iter().map(|row| row.values.as_slice()).collect();
        self.width =
            (0..self.columns.len()).map(|at| widest(self.columns.get(at), &rows, at)).sum();
        self
    }
}

impl GearTable {
    /// Leaves out columns in which nothing stands, and works out how wide the rest is.
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
