//! Changes to a list: the only way one changes once it has been read.
//!
//! An [`Edit`] names lines by their ids and all else by name, so it fits every list that has those
//! lines: edits can be made together, in any order. Lists are sorted after each.

pub(crate) mod apply;
pub(crate) mod lines;
pub(crate) mod name;
pub(crate) mod option;
pub(crate) mod reference;
pub(crate) mod sort;
pub(crate) mod take;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use name::NamePlace;
pub use option::OptionPath;

use crate::list::{LineId, Models, OptionPick, Scalar, UnitLine};

/// One change to a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// Adds a line. It gets an id for others to speak of where they already speak of a unit by
    /// the entry's name.
    AddUnit {
        line: Box<UnitLine>,
        to: ForceRef,
    },
    /// Removes a unit; one of them if its line stands for several. Nobody speaks of it any more.
    RemoveUnit {
        unit: LineId,
    },
    MoveUnit {
        unit: LineId,
        to: ForceRef,
    },
    /// Begins a force behind a key of the list.
    AddForce {
        key: String,
    },
    RemoveForce {
        force: LineId,
    },
    SetModels {
        unit: LineId,
        models: Models,
    },
    /// Another number for one of the unit's lines of models.
    SetModelCount {
        unit: LineId,
        row: usize,
        count: i64,
    },
    /// How many units a line stands for.
    SetCount {
        unit: LineId,
        count: i64,
    },
    SetUnitText {
        unit: LineId,
        key: UnitKey,
        value: Option<String>,
    },
    /// Lets a unit, by what others call it, join another one and leave whom it had joined.
    Join {
        host: LineId,
        guest: String,
    },
    Leave {
        host: LineId,
        guest: String,
    },
    /// Takes what is offered: so many times in all, or once more.
    TakeOption {
        of: Holder,
        offer: Offer,
        times: Option<i64>,
    },
    /// Takes an option once less.
    DropOption(OptionPath),
    SetTimes {
        option: OptionPath,
        times: i64,
    },
    SetOptions {
        of: Holder,
        options: Vec<OptionPick>,
    },
    /// What stands behind a key that the game explains; none takes the key out.
    SetKey {
        of: Holder,
        key: String,
        value: Option<Scalar>,
    },
    SetHead {
        key: HeadKey,
        value: Option<String>,
    },
    SetPoints(Option<i64>),
    SetForceChart {
        force: LineId,
        chart: String,
    },
    /// Plays without an optional rule.
    DropRule(String),
    /// A derived value that the list states; none leaves it unstated.
    SetDerived {
        name: String,
        value: Option<Scalar>,
    },
    ClearDerived,
    /// How many of a card the deck holds.
    SetCard {
        card: String,
        count: i64,
    },
    /// What is picked for a characteristic of a design.
    SetPick {
        design: String,
        pick: String,
        value: i64,
    },
    /// Writes a name in another way.
    Rename {
        place: NamePlace,
        to: String,
    },
}

impl Edit {
    /// The lines of the list that it names.
    pub fn lines(&self) -> Vec<LineId> {
        let of_holder = |of: &Holder| match of {
            Holder::Force(id) | Holder::Unit(id) | Holder::Models(id, _) => vec![*id],
            Holder::Army | Holder::Design(_) => Vec::new(),
        };
        let of_force = |to: &ForceRef| match to {
            ForceRef::Force(id) => Some(*id),
            ForceRef::Army | ForceRef::New(_) => None,
        };
        match self {
            Edit::AddUnit { to, .. } => of_force(to).into_iter().collect(),
            Edit::MoveUnit { unit, to } => [*unit].into_iter().chain(of_force(to)).collect(),
            Edit::RemoveUnit { unit }
            | Edit::SetModels { unit, .. }
            | Edit::SetModelCount { unit, .. }
            | Edit::SetCount { unit, .. }
            | Edit::SetUnitText { unit, .. } => vec![*unit],
            Edit::Join { host, .. } | Edit::Leave { host, .. } => vec![*host],
            Edit::RemoveForce { force } | Edit::SetForceChart { force, .. } => vec![*force],
            Edit::TakeOption { of, .. } | Edit::SetOptions { of, .. } | Edit::SetKey { of, .. } => {
                of_holder(of)
            }
            Edit::DropOption(option) | Edit::SetTimes { option, .. } => of_holder(&option.of),
            // Names are put right in what was read.
            Edit::Rename { .. } => Vec::new(),
            Edit::AddForce { .. }
            | Edit::SetHead { .. }
            | Edit::SetPoints(_)
            | Edit::DropRule(_)
            | Edit::SetDerived { .. }
            | Edit::ClearDerived
            | Edit::SetCard { .. }
            | Edit::SetPick { .. } => Vec::new(),
        }
    }
}

/// Where a unit stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForceRef {
    Army,
    Force(LineId),
    /// A force that is begun for it, behind this key.
    New(String),
}

impl From<Option<LineId>> for ForceRef {
    fn from(force: Option<LineId>) -> Self {
        force.map_or(ForceRef::Army, ForceRef::Force)
    }
}

/// What takes options and bears keys of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    Army,
    Force(LineId),
    Unit(LineId),
    /// A line of models of a unit, by its place.
    Models(LineId, usize),
    Design(String),
}

/// A text of a unit's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKey {
    Name,
    Id,
    Slot,
    Rides,
}

impl UnitKey {
    /// The key as lists write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            UnitKey::Name => "name",
            UnitKey::Id => "id",
            UnitKey::Slot => "slot",
            UnitKey::Rides => "rides",
        }
    }
}

impl HeadKey {
    /// The key as lists write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            HeadKey::Name => "name",
            HeadKey::Player => "player",
            HeadKey::Faction => "faction",
            HeadKey::Chart => "chart",
            HeadKey::Event => "event",
            HeadKey::Opponent => "opponent",
        }
    }
}

/// A name in the head of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadKey {
    Name,
    Player,
    Faction,
    Chart,
    Event,
    Opponent,
}

/// Something that may be taken: where it is offered, and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The model of the unit it is offered to; none is the holder itself.
    pub model: Option<String>,
    /// The options it stands in, the outermost first.
    pub within: Vec<String>,
    pub choice: Option<String>,
    pub option: String,
    /// Other choices have an option of this name, so it is written with its choice.
    pub is_ambiguous: bool,
}

/// Why a list cannot be changed like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditError {
    NoSuchUnit,
    NoSuchForce,
    /// What should change is not there.
    NotThere,
    /// The list is so already.
    NothingToDo,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EditError::NoSuchUnit => "the list has no such unit",
            EditError::NoSuchForce => "the list has no such force",
            EditError::NotThere => "the list does not have what should change",
            EditError::NothingToDo => "the list already says so",
        })
    }
}

impl std::error::Error for EditError {}
