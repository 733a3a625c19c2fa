//! Problems of names and values in a list that the game does not understand.

use crate::budget::Exceeded;
use crate::diagnostic::{Code, codes};
use crate::model::{
    AttributeId, ChartId, CurrencyId, DeriveId, EntryId, FactionId, ForceId, NodeKind,
};

/// Problems with what the list says and how the game understands it.
#[derive(Debug, Clone, PartialEq)]
pub enum ListKind {
    /// The list names no faction, though it has units of one.
    NoFaction {
        of_units: Option<FactionId>,
    },
    UnknownName {
        written: String,
        what: NameKind,
    },
    /// No model or design of a unit has the name. `known`: the models it has.
    UnknownModel {
        written: String,
        is_design: bool,
        known: Vec<EntryId>,
    },
    UnknownKey {
        written: String,
        on: NodeKind,
    },
    /// A key for forces that belong elsewhere.
    MisplacedForce {
        written: String,
        force: ForceId,
        on: NodeKind,
    },
    /// A key for forces whose value is not a sequence of blocks.
    NoForces {
        written: String,
    },
    /// A chosen attribute whose value is a block.
    NoScalar {
        attribute: AttributeId,
    },
    /// A number that the attribute cannot have.
    NoNumber {
        attribute: AttributeId,
    },
    /// A fraction of a currency that has no fractions.
    FractionOf {
        currency: Option<CurrencyId>,
    },
    /// A number given for a choice and not for its options.
    CountOfChoice,
    TooManyUnits {
        units: usize,
        things: usize,
    },
    NestedTooDeeply,
    /// Checking the list needs more than the budget allows.
    TooExpensive {
        exceeded: Exceeded,
    },
    DuplicateId {
        id: String,
    },
    /// An old name; the list was read with the current one.
    OldName {
        written: String,
        now: String,
    },
    RefersToItself,
    /// `several`: more than one unit has this name.
    Dangling {
        written: String,
        several: bool,
    },
}

/// What a name was looked up as.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NameKind {
    Faction,
    Event,
    Currency,
    OptionalRule,
    Card,
    Model,
    Slot(ChartId),
    ValueOf(AttributeId),
    /// A value that is derived for the army.
    Derived,
    /// A derived value, but not one of the army.
    OtherDerived(DeriveId),
}

impl ListKind {
    pub(crate) fn code(&self) -> &'static Code {
        match self {
            ListKind::NoFaction { .. } => &codes::LIST_MISSING_KEY,
            // A misspelt card does not prevent checking the rest of the list.
            ListKind::UnknownName { what: NameKind::Card, .. } => &codes::DECK_UNKNOWN,
            ListKind::UnknownName { .. } | ListKind::UnknownModel { .. } => {
                &codes::LIST_UNKNOWN_NAME
            }
            ListKind::UnknownKey { .. } | ListKind::MisplacedForce { .. } => {
                &codes::LIST_UNKNOWN_KEY
            }
            ListKind::NoForces { .. } | ListKind::NoScalar { .. } | ListKind::CountOfChoice => {
                &codes::LIST_WRONG_TYPE
            }
            ListKind::NoNumber { .. } | ListKind::FractionOf { .. } => &codes::LIST_NUMBER,
            ListKind::TooManyUnits { .. } | ListKind::NestedTooDeeply => &codes::LIST_TOO_LARGE,
            ListKind::TooExpensive { .. } => &codes::LIST_TOO_EXPENSIVE,
            ListKind::DuplicateId { .. } => &codes::LIST_DUPLICATE_ID,
            ListKind::OldName { .. } => &codes::LIST_OLD_NAME,
            ListKind::RefersToItself | ListKind::Dangling { .. } => &codes::LIST_DANGLING,
        }
    }
}
