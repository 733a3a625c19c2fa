//! Edits: the only way a list changes once it has been read.
//!
//! Start at [`Edit`]. An edit identifies lines by their ids and everything else by name, so it fits
//! every list that has those lines: edits can be combined in any order. Lists are sorted after each
//! edit.

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

use crate::list::{LineId, Models, OptionPick, Points, Scalar, UnitLine};

/// One change to a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Edit {
    /// Adds a unit. It gets an id of its own if another unit refers to the same entry by name,
    /// which would otherwise become ambiguous.
    AddUnit {
        /// The unit as it will be in the list.
        line: Box<UnitLine>,
        /// Where it goes.
        to: ForceRef,
    },
    /// Removes a unit, and its name wherever other units join it or ride in it. A line that stands
    /// for several units loses one.
    RemoveUnit {
        /// The line of the unit.
        unit: LineId,
    },
    /// Moves a unit to another force.
    MoveUnit {
        /// The line of the unit.
        unit: LineId,
        /// Where it goes.
        to: ForceRef,
    },
    /// Adds an empty force.
    AddForce {
        /// The line of the force it goes into; none for the army itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<LineId>,
        /// The new force.
        force: NewForce,
    },
    /// Removes a force with all units and forces in it.
    RemoveForce {
        /// The line of the force.
        force: LineId,
    },
    /// Sets which models a unit has.
    SetModels {
        /// The line of the unit.
        unit: LineId,
        /// The new models.
        models: Models,
    },
    /// Sets the number of models on one of a unit's model lines.
    SetModelCount {
        /// The line of the unit.
        unit: LineId,
        /// The index of the model line in the unit.
        row: usize,
        /// The new number.
        count: i64,
    },
    /// Sets how many identical units a line stands for.
    SetCount {
        /// The line of the unit.
        unit: LineId,
        /// The new number.
        count: i64,
    },
    /// Sets or removes a text value of a unit.
    SetUnitText {
        /// The line of the unit.
        unit: LineId,
        /// Which text.
        key: UnitKey,
        /// The new text; none removes it.
        value: Option<String>,
    },
    /// Makes a unit join another one, and leave the unit it had joined before.
    Join {
        /// The line of the unit that is joined.
        host: LineId,
        /// The unit that joins, by its id or its entry's name.
        guest: String,
    },
    /// Makes a unit leave the one it joined.
    Leave {
        /// The line of the unit that was joined.
        host: LineId,
        /// The unit that leaves, by its id or its entry's name.
        guest: String,
    },
    /// Takes an option.
    TakeOption {
        /// The holder that takes it.
        of: Holder,
        /// The option to take.
        offer: Offer,
        /// How often in total; none takes it once more.
        times: Option<i64>,
    },
    /// Takes an option one time fewer.
    DropOption(OptionPath),
    /// Sets how often an option is taken.
    SetTimes {
        /// The option.
        option: OptionPath,
        /// How often in total.
        times: i64,
    },
    /// Replaces all options of a holder.
    SetOptions {
        /// The holder that takes them.
        of: Holder,
        /// The new options.
        options: Vec<OptionPick>,
    },
    /// Sets or removes a key that the game defines.
    SetKey {
        /// The holder of the key.
        of: Holder,
        /// The key.
        key: String,
        /// The new value; none removes the key.
        value: Option<Scalar>,
    },
    /// Sets or removes a name in the head of the list.
    SetHead {
        /// Which name.
        key: HeadKey,
        /// The new name; none removes it.
        value: Option<String>,
    },
    /// Sets or removes the points agreed on.
    SetPoints(Option<Points>),
    /// Sets the chart of a force.
    SetForceChart {
        /// The line of the force.
        force: LineId,
        /// The name of the chart.
        chart: String,
    },
    /// Sets or removes the name or the faction of a force.
    SetForceText {
        /// The line of the force.
        force: LineId,
        /// Which of them.
        key: ForceKey,
        /// The new text; none removes it.
        value: Option<String>,
    },
    /// Sets or removes the points agreed on for a force.
    SetForcePoints {
        /// The line of the force.
        force: LineId,
        /// The points; none removes them.
        points: Option<Points>,
    },
    /// Plays without an optional rule.
    DropRule(String),
    /// Plays with an optional rule.
    TakeRule(String),
    /// Removes the whole line of a unit, even if it stands for several units.
    RemoveLine {
        /// The line of the unit.
        unit: LineId,
    },
    /// Sets the notes of the list or of a unit.
    SetNotes {
        /// The line of the unit; none for the list itself.
        unit: Option<LineId>,
        /// All its notes.
        notes: Vec<String>,
    },
    /// Adds a design, or bases it on another model.
    SetDesign {
        /// The name of the design.
        design: String,
        /// The model it is made from.
        model: String,
    },
    /// Removes a design.
    RemoveDesign(String),
    /// Sets or removes a derived value that the list states.
    SetDerived {
        /// The name of the value.
        name: String,
        /// The stated value; none removes it.
        value: Option<Scalar>,
    },
    /// Removes every derived value that the list states.
    ClearDerived,
    /// Sets how many copies of a card the deck holds.
    SetCard {
        /// The name of the card.
        card: String,
        /// The new number.
        count: i64,
    },
    /// Sets a characteristic of a design.
    SetPick {
        /// The name of the design.
        design: String,
        /// The characteristic.
        pick: String,
        /// Its new value.
        value: i64,
    },
    /// Replaces a name, to correct its spelling.
    Rename {
        /// Where the name stands.
        place: NamePlace,
        /// The new name.
        to: String,
    },
}

impl Edit {
    /// The lines of the list that the edit refers to.
    pub fn lines(&self) -> Vec<LineId> {
        let of_holder = |of: &Holder| match of {
            Holder::Force(id) | Holder::Unit(id) | Holder::Models(id, _) => vec![*id],
            Holder::Army | Holder::Design(_) => Vec::new(),
        };
        let of_force = |to: &ForceRef| match to {
            ForceRef::Force(id) => Some(*id),
            ForceRef::New { within, .. } => *within,
            ForceRef::Army => None,
        };
        match self {
            Edit::AddUnit { to, .. } => of_force(to).into_iter().collect(),
            Edit::MoveUnit { unit, to } => [*unit].into_iter().chain(of_force(to)).collect(),
            Edit::RemoveUnit { unit }
            | Edit::RemoveLine { unit }
            | Edit::SetNotes { unit: Some(unit), .. }
            | Edit::SetModels { unit, .. }
            | Edit::SetModelCount { unit, .. }
            | Edit::SetCount { unit, .. }
            | Edit::SetUnitText { unit, .. } => vec![*unit],
            Edit::Join { host, .. } | Edit::Leave { host, .. } => vec![*host],
            Edit::RemoveForce { force }
            | Edit::SetForceChart { force, .. }
            | Edit::SetForceText { force, .. }
            | Edit::SetForcePoints { force, .. } => vec![*force],
            Edit::TakeOption { of, .. } | Edit::SetOptions { of, .. } | Edit::SetKey { of, .. } => {
                of_holder(of)
            }
            Edit::DropOption(option) | Edit::SetTimes { option, .. } => of_holder(&option.of),
            Edit::AddForce { within, .. } => within.iter().copied().collect(),
            // A name is corrected where it was read, so these edits never refer to an added line.
            Edit::Rename { .. }
            | Edit::SetHead { .. }
            | Edit::SetPoints(_)
            | Edit::DropRule(_)
            | Edit::TakeRule(_)
            | Edit::SetNotes { unit: None, .. }
            | Edit::SetDesign { .. }
            | Edit::RemoveDesign(_)
            | Edit::SetDerived { .. }
            | Edit::ClearDerived
            | Edit::SetCard { .. }
            | Edit::SetPick { .. } => Vec::new(),
        }
    }
}

/// The force a unit is in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForceRef {
    /// The army itself.
    Army,
    /// A force of the list.
    Force(LineId),
    /// A new force.
    New {
        /// The line of the force it goes into; none for the army itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<LineId>,
        /// The new force. If there are several, each is inside the one before, and all are new.
        forces: Vec<NewForce>,
    },
}

/// A force that is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewForce {
    /// The key that holds forces of its kind.
    pub key: String,
    /// Its faction, if it has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// The chart it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<String>,
}

impl From<Option<LineId>> for ForceRef {
    fn from(force: Option<LineId>) -> Self {
        force.map_or(ForceRef::Army, ForceRef::Force)
    }
}

/// Something that can take options and have keys that the game defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The army itself.
    Army,
    /// A force.
    Force(LineId),
    /// A unit.
    Unit(LineId),
    /// One of the model lines of a unit, by its index.
    Models(LineId, usize),
    /// A design, by its name.
    Design(String),
}

/// A text on the line of a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForceKey {
    /// The player's name for it.
    Name,
    /// Its faction, if it has one of its own.
    Faction,
}

/// A text on the line of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKey {
    /// The player's name for it.
    Name,
    /// The id that other lines of the list use for it.
    Id,
    /// The slot it is to fill.
    Slot,
    /// The unit it rides in.
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
    /// The name of the list.
    Name,
    /// The player's name.
    Player,
    /// The faction of the army.
    Faction,
    /// The chart of the army.
    Chart,
    /// The event the list is for.
    Event,
    /// The faction of the opponent.
    Opponent,
}

/// Something that may be taken: where it is offered, and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The model of the unit that it is offered to; none means the holder itself.
    pub model: Option<String>,
    /// The options around it, the outermost first.
    pub within: Vec<String>,
    /// The choice it belongs to.
    pub choice: Option<String>,
    /// The option itself.
    pub option: String,
    /// Whether another choice has an option of this name, so that it is written with its choice.
    pub is_ambiguous: bool,
}

/// Why an edit cannot be applied to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EditError {
    /// The list has no unit line with this id.
    NoSuchUnit,
    /// The list has no force line with this id.
    NoSuchForce,
    /// The list does not have what the edit changes.
    NotThere,
    /// The list is already as the edit would make it.
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
