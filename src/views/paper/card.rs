//! The card of a unit.

use serde::Serialize;

use crate::model::{Characteristic, Game, ProfileId, StatBase};
use crate::views::{Amount, Cost, KeywordView, TitledText};

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
    /// `8 models`
    pub size: String,
    /// What each unit costs.
    pub points: Option<Amount>,
    /// What each unit costs in the game's other currencies.
    pub other_costs: Vec<Cost>,
    /// Whether `points` is the least of several prices: `from 60`.
    pub from: bool,
    pub currency: String,
    /// Derived values and attributes that the game puts on cards.
    pub facts: Vec<TitledText>,
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
    pub choices: Vec<TitledText>,
    /// The name of its symbol.
    pub symbol: String,
    /// The id of the picture that is shown instead.
    pub portrait: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelTable {
    pub title: String,
    /// The width of its columns in characters, without the first.
    pub width: usize,
    pub columns: Vec<TitledText>,
    pub rows: Vec<ModelRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelRow {
    pub name: String,
    /// `7`, or a range on the cards of a faction.
    pub count: String,
    pub leads: bool,
    pub values: Vec<String>,
    /// Characteristics that are texts too long for a column.
    pub texts: Vec<TitledText>,
    /// Keywords that not all models of the unit have, with the number of models if not all of the
    /// row.
    pub keywords: Vec<String>,
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GearTable {
    pub title: String,
    /// The side of a card where it belongs, `front` or `back`, if the data says so.
    pub side: Option<&'static str>,
    /// The width of its columns in characters, without the first.
    pub width: usize,
    pub columns: Vec<TitledText>,
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
    /// Characteristics that are texts too long for a column.
    pub texts: Vec<TitledText>,
    pub notes: Vec<String>,
    pub modes: Vec<ModeRow>,
    pub boxes: Vec<BoxRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModeRow {
    pub name: String,
    pub values: Vec<String>,
    pub keywords: Vec<String>,
    pub texts: Vec<TitledText>,
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

/// The characteristics that a table shows, in order.
pub(crate) fn shown_columns(game: &Game, profile: ProfileId) -> Vec<&Characteristic> {
    let profile_of = &game.profiles[profile];
    match game.layout.columns.iter().rev().find(|(id, _)| *id == profile) {
        Some((_, columns)) => {
            columns.iter().filter_map(|name| profile_of.characteristic(name)).collect()
        }
        None => profile_of.characteristics.iter().collect(),
    }
}

/// Short and long names of columns.
pub(crate) fn column_names(game: &Game, columns: &[&Characteristic]) -> Vec<TitledText> {
    let short = |name: &str| {
        let stated = game.layout.short.iter().rev().find(|(of, _)| of == name);
        stated.map_or_else(|| name.replace('_', " "), |(_, short)| short.clone())
    };
    let name = |characteristic: &&Characteristic| TitledText {
        title: characteristic
            .title
            .clone()
            .unwrap_or_else(|| characteristic.name.replace('_', " ")),
        value: short(&characteristic.name),
    };
    columns.iter().map(name).collect()
}

/// The longest text that fits a column, in characters.
const LONGEST_IN_COLUMN: usize = 12;

/// Whether a text goes below the table because it is long or a sentence.
fn is_long(value: &str) -> bool {
    value.chars().count() > LONGEST_IN_COLUMN || value.ends_with(['.', '!', '?'])
}

/// Whether a value is more than a placeholder.
fn says(value: &str) -> bool {
    !matches!(value, "" | "–")
}

/// A row of values, with texts below it.
type ValuesAndTexts<'r> = (&'r mut Vec<String>, &'r mut Vec<TitledText>);

/// Moves columns of texts below the rows where one of the texts is long.
fn lower_texts(
    columns: &mut Vec<TitledText>,
    characteristics: &[&Characteristic],
    mut rows: Vec<ValuesAndTexts<'_>>,
) {
    let is_column = |at: usize, characteristic: &&Characteristic| {
        !matches!(characteristic.shape.base, StatBase::Text)
            || !rows.iter().any(|(values, _)| values.get(at).is_some_and(|value| is_long(value)))
    };
    let kept: Vec<bool> =
        characteristics.iter().enumerate().map(|(at, stat)| is_column(at, stat)).collect();
    for (values, texts) in &mut rows {
        for (at, characteristic) in characteristics.iter().enumerate() {
            let value = values.get(at).filter(|_| !kept.get(at).copied().unwrap_or(true));
            texts.extend(value.filter(|value| says(value)).map(|value| TitledText {
                title: characteristic.label().to_owned(),
                value: value.clone(),
            }));
        }
        keep(values, &kept);
    }
    keep(columns, &kept);
}

impl ModelTable {
    /// Puts long texts below their rows and sets the width.
    pub(crate) fn measured(mut self, characteristics: &[&Characteristic]) -> Self {
        let rows = self.rows.iter_mut().map(|row| (&mut row.values, &mut row.texts)).collect();
        lower_texts(&mut self.columns, characteristics, rows);
        let rows: Vec<&[String]> = self.rows.iter().map(|row| row.values.as_slice()).collect();
        self.width =
            (0..self.columns.len()).map(|at| widest(self.columns.get(at), &rows, at)).sum();
        self
    }
}

impl GearTable {
    /// Puts long texts below their rows, drops empty columns and sets the width.
    pub(crate) fn measured(mut self, characteristics: &[&Characteristic]) -> Self {
        let mut rows: Vec<ValuesAndTexts<'_>> = Vec::new();
        for row in &mut self.rows {
            rows.push((&mut row.values, &mut row.texts));
            rows.extend(row.modes.iter_mut().map(|mode| (&mut mode.values, &mut mode.texts)));
        }
        lower_texts(&mut self.columns, characteristics, rows);
        let has = |values: &[String], at: usize| values.get(at).is_some_and(|value| says(value));
        let used: Vec<bool> = (0..self.columns.len())
            .map(|at| {
                self.rows.iter().any(|row| {
                    has(&row.values, at) || row.modes.iter().any(|mode| has(&mode.values, at))
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

fn widest(column: Option<&TitledText>, rows: &[&[String]], at: usize) -> usize {
    let head = column.map_or(0, |column| column.value.chars().count());
    rows.iter()
        .filter_map(|row| row.get(at))
        .map(|value| value.chars().count())
        .max()
        .unwrap_or(0)
        .max(head)
}
