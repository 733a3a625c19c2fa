//! What a list says that the game does not understand.

use crate::budget::Exceeded;
use crate::diagnostic::{Code, codes};
use crate::model::{
    AttributeId, ChartId, CurrencyId, DeriveId, EntryId, FactionId, ForceId, NodeKind,
};

/// What the list says, and how the game understands it.
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
    /// No model or design of a unit has the name. The models it has.
    UnknownModel {
        written: String,
        is_design: bool,
        known: Vec<EntryId>,
    },
    UnknownKey {
        written: String,
        on: NodeKind,
    },
    /// A key of forces that stand elsewhere.
    MisplacedForce {
        written: String,
        force: ForceId,
        on: NodeKind,
    },
    /// A key of forces whose value is no row of blocks.
    NoForces {
        written: String,
    },
    /// A chosen attribute whose value is a block.
    NoScalar {
        attribute: AttributeId,
    },
    /// A number that the attribute cannot be.
    NoNumber {
        attribute: AttributeId,
    },
    /// A fraction of a currency that has none.
    FractionOf {
        currency: Option<CurrencyId>,
    },
    /// A number beside a choice, not beside its options.
    CountOfChoice,
    TooManyUnits {
        units: usize,
        things: usize,
    },
    NestedTooDeeply,
    /// What judging it needs more of than there is.
    TooExpensive {
        exceeded: Exceeded,
    },
    DuplicateId {
        id: String,
    },
    /// It was read as what has another name now.
    OldName {
        written: String,
        now: String,
    },
    RefersToItself,
    /// `several`: the name is that of more than one unit.
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
            // The rest of a list with a misspelt card can be judged all the same.
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
