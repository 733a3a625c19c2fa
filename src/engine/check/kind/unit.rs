//! Problems of units, their options and the designs of their models.

use crate::diagnostic::{Code, codes};
use crate::engine::army::{NodeId, UnitIndex, WeaponShortage};
use crate::engine::check::kind::{ByAddress, Limits, Subject};
use crate::engine::eval::Number;
use crate::model::{ChooseId, EntryId, EventId, FactionId, Permit, Picks, Rule};

/// Problems with units.
#[derive(Debug, Clone, PartialEq)]
pub enum UnitKind<'g> {
    Unknown {
        written: String,
    },
    Size {
        unit: UnitIndex,
        of: SizedPart<'g>,
        count: i64,
        limits: Limits,
    },
    NoLeader {
        unit: UnitIndex,
    },
    /// More than one of a unique unit, weapon or model; options have their own code.
    Unique {
        entry: EntryId,
        count: i64,
    },
    TooMany {
        within: Subject,
        entry: EntryId,
        count: i64,
        most: i64,
    },
    TooDear {
        force: Subject,
        cost: Number,
        most: Number,
    },
    Banned {
        unit: UnitIndex,
        by: ByAddress<'g, Permit>,
    },
    Hidden {
        unit: UnitIndex,
    },
    Foreign {
        unit: UnitIndex,
        of: BelongsTo<'g>,
    },
    NotBrought {
        entry: EntryId,
        count: i64,
        brought: i64,
    },
    Brings {
        bringer: Subject,
        entry: EntryId,
        low: i64,
        count: i64,
    },
}

/// Which models of a unit are too few or too many: all models, those of one line, or those of
/// several lines bounded together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizedPart<'g> {
    Unit,
    Line(EntryId),
    Group(&'g str),
}

/// Whose unit it is, if the army may not take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BelongsTo<'g> {
    Factions(&'g [FactionId]),
    Faction(FactionId),
    Event(EventId),
}

/// Problems with options.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionKind<'g> {
    /// `of_model`: the model of the unit that is offered the option. `known`: the options there
    /// are.
    Unknown {
        written: String,
        of_model: Option<EntryId>,
        known: Vec<&'g str>,
    },
    NotInChoice {
        written: String,
        choose: ChooseId,
    },
    /// The list names a choice of several options, but none of them.
    ChoiceAlone {
        written: String,
        known: Vec<EntryId>,
    },
    Unique {
        entry: EntryId,
        count: i64,
    },
    TooManyOfChoice {
        owner: Subject,
        choose: ChooseId,
        count: i64,
        limits: Limits,
    },
    TooFewOfChoice {
        owner: Subject,
        choose: ChooseId,
        count: i64,
        limits: Limits,
    },
    TooOften {
        owner: Subject,
        option: Subject,
        count: i64,
        limits: Limits,
    },
    /// Taken fewer times than it must be, or a number of times between the allowed numbers.
    TooRarely {
        owner: Subject,
        option: Subject,
        count: i64,
        limits: Limits,
    },
    NotAvailable {
        owner: Subject,
        option: Subject,
    },
    /// Something that a unit has, by its node.
    Banned {
        owner: Subject,
        part: NodeId,
        by: ByAddress<'g, Permit>,
    },
    NoTarget {
        owner: Subject,
        option: Subject,
        excess: i64,
    },
    /// The weapons it replaces are missing or too few.
    NothingToReplace {
        owner: Subject,
        option: Subject,
        shortage: Box<WeaponShortage>,
    },
    LeaderReplaced {
        leader: Subject,
        option: Subject,
    },
}

/// Problems with the characteristics of designs.
#[derive(Debug, Clone, PartialEq)]
pub enum PickKind<'g> {
    /// A model leaves a characteristic open, and the unit follows no design.
    Unsaid {
        unit: UnitIndex,
        stat: &'g str,
        model: EntryId,
    },
    OutOfRange {
        stat: &'g str,
        picked: i64,
        picks: &'g Picks,
    },
    Fixed {
        stat: &'g str,
        model: EntryId,
    },
    NoSuchStat {
        written: String,
        model: EntryId,
    },
    NotPicked {
        design: usize,
        stat: &'g str,
    },
    /// No unit uses the design.
    Unused {
        design: usize,
    },
    /// No unit uses the design, and a unit that did would break a rule.
    BreaksRule {
        design: usize,
        rule: ByAddress<'g, Rule>,
    },
}

impl UnitKind<'_> {
    pub(crate) fn code(&self) -> &'static Code {
        match self {
            UnitKind::Unknown { .. } => &codes::UNIT_UNKNOWN,
            UnitKind::Size { .. } => &codes::UNIT_SIZE,
            UnitKind::NoLeader { .. } => &codes::UNIT_LEADER,
            UnitKind::Unique { .. } => &codes::UNIT_UNIQUE,
            UnitKind::TooMany { .. } | UnitKind::TooDear { .. } => &codes::UNIT_TOO_MANY,
            UnitKind::Banned { .. } | UnitKind::Hidden { .. } | UnitKind::Foreign { .. } => {
                &codes::UNIT_NOT_AVAILABLE
            }
            UnitKind::NotBrought { .. } | UnitKind::Brings { .. } => &codes::UNIT_NOT_BROUGHT,
        }
    }
}

impl OptionKind<'_> {
    pub(crate) fn code(&self) -> &'static Code {
        match self {
            OptionKind::Unknown { .. }
            | OptionKind::NotInChoice { .. }
            | OptionKind::ChoiceAlone { .. } => &codes::OPTION_UNKNOWN,
            OptionKind::Unique { .. } => &codes::OPTION_UNIQUE,
            OptionKind::TooManyOfChoice { .. } | OptionKind::TooOften { .. } => {
                &codes::OPTION_TOO_MANY
            }
            OptionKind::TooFewOfChoice { .. } | OptionKind::TooRarely { .. } => {
                &codes::OPTION_TOO_FEW
            }
            OptionKind::NotAvailable { .. } | OptionKind::Banned { .. } => {
                &codes::OPTION_NOT_AVAILABLE
            }
            OptionKind::NoTarget { .. } | OptionKind::NothingToReplace { .. } => {
                &codes::OPTION_NO_TARGET
            }
            OptionKind::LeaderReplaced { .. } => &codes::OPTION_LEADER_REPLACED,
        }
    }
}
