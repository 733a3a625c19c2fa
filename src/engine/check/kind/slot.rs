//! Problems of slots, unlocks, charts and forces.

use crate::diagnostic::{Code, codes};
use crate::engine::army::UnitIndex;
use crate::engine::check::kind::{Limits, Subject};
use crate::model::{ChartId, EventId, FactionId, ForceId};

/// A slot of a chart, in a force or in the army itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotPlace {
    pub chart: ChartId,
    pub force: Option<usize>,
    pub slot: usize,
}

/// Problems with slots and unlocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotKind<'g> {
    TooFew {
        place: SlotPlace,
        count: i64,
        short: i64,
    },
    TooMany {
        place: SlotPlace,
        count: i64,
        most: i64,
        traded: bool,
        extra: usize,
    },
    /// The unit fits only by a grant whose places are all taken.
    GrantUsedUp {
        unit: UnitIndex,
        chart: ChartId,
        slot: &'g str,
        most: i64,
    },
    GrantWithoutRoom {
        unit: UnitIndex,
        chart: ChartId,
        slot: &'g str,
    },
    /// The list names a slot that does not accept the unit.
    Refused {
        unit: UnitIndex,
        slot: &'g str,
    },
    /// Other units open places for this unit, and all of those are taken.
    OffersTaken {
        unit: UnitIndex,
        open: i64,
    },
    NoneTakes {
        unit: UnitIndex,
        chart: ChartId,
    },
    /// The unit stands in a force that has no slots of its own; only the forces inside it do.
    InNoForce {
        unit: UnitIndex,
        force: ForceId,
    },
    /// One unit as an example, and how many more are not unlocked.
    Unpaid {
        unit: UnitIndex,
        others: usize,
        chart: ChartId,
        unlock: usize,
        missing: i64,
    },
}

/// Problems with charts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartKind {
    /// `known`: the charts that may be used.
    Unusable { why: ChartFault, known: Vec<ChartId> },
    /// The army or one of its forces names no chart.
    Unstated { force: Option<ForceId>, known: Vec<ChartId> },
    /// The force does not use the chart of the first force, as all must.
    Other { force: Subject },
}

/// Why a chart may not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartFault {
    Unknown {
        written: String,
    },
    OfFaction {
        chart: ChartId,
        faction: FactionId,
    },
    NotPlayedAt {
        chart: ChartId,
        event: EventId,
    },
    /// The force that named the chart; none for the army itself.
    OfOtherForce {
        chart: ChartId,
        force: Option<ForceId>,
    },
}

/// Problems with the number and order of forces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForceKind {
    TooFew {
        force: ForceId,
        within: Subject,
        count: i64,
        limits: Limits,
    },
    TooMany {
        force: ForceId,
        within: Subject,
        count: i64,
        limits: Limits,
    },
    /// A force that does not state a faction of its own, or states one that it may not have.
    Faction {
        force: Subject,
        why: FactionFault,
        /// The factions it may have.
        known: Vec<FactionId>,
    },
    /// A force that is not full although another one is not full either; only one may be.
    NotFull {
        force: Subject,
        other: Subject,
    },
}

/// What is wrong with the faction of a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactionFault {
    Unstated,
    /// The faction is that of the force around it.
    Same,
    NotAllied(FactionId),
    /// Forces of this kind have no faction of their own.
    NoneOfItsOwn,
}

impl SlotKind<'_> {
    pub(crate) fn code(&self) -> &'static Code {
        match self {
            SlotKind::TooFew { .. } => &codes::SLOT_TOO_FEW,
            SlotKind::TooMany { .. }
            | SlotKind::GrantUsedUp { .. }
            | SlotKind::GrantWithoutRoom { .. } => &codes::SLOT_TOO_MANY,
            SlotKind::Refused { .. }
            | SlotKind::OffersTaken { .. }
            | SlotKind::NoneTakes { .. }
            | SlotKind::InNoForce { .. } => &codes::SLOT_NOT_ALLOWED,
            SlotKind::Unpaid { .. } => &codes::UNLOCK_UNPAID,
        }
    }
}
