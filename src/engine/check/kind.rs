//! The kinds of problems, a family each, with what there is to know of them. `wording` has their
//! words.

use crate::diagnostic::{Code, codes};
use crate::engine::army::{ModelNode, NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{Env, Evaluator, Number, Value};
use crate::model::{
    AttributeId, ChartId, ChooseId, DeckId, DeriveId, EntryId, EventId, FactionId, ForceId,
    NodeKind, Permit, Requirement, Rule,
};

#[derive(Debug, Clone, PartialEq)]
pub enum Kind<'g> {
    List(ListKind),
    Points(PointsKind),
    Unit(UnitKind<'g>),
    Option(OptionKind<'g>),
    Pick(PickKind<'g>),
    Slot(SlotKind<'g>),
    Chart(ChartKind),
    Force(ForceKind),
    Relation(RelationKind),
    Derived(DerivedKind<'g>),
    Deck(DeckKind),
    Rule(Box<BrokenRule<'g>>),
}

/// Something of the list that has a title. What people would call by the same name is equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Army,
    /// By its place among the forces of the army.
    Force(usize),
    Unit(UnitIndex),
    /// By its place among the designs of the list.
    Design(usize),
    Entry(EntryId),
    /// Something without a title.
    Nameless,
}

impl Evaluator<'_, '_> {
    pub(crate) fn subject(&self, id: NodeId) -> Subject {
        let node = self.army.node(id);
        match (&node.is, node.unit, node.entry) {
            (NodeIs::Army, ..) => Subject::Army,
            (NodeIs::Force(place), ..) => Subject::Force(*place),
            (NodeIs::Unit, Some(unit), _) => Subject::Unit(unit),
            // A design has the name its player gave it.
            (NodeIs::Model(ModelNode { design: Some(design), .. }), ..) => Subject::Design(*design),
            (_, _, Some(entry)) => Subject::Entry(entry),
            (_, _, None) => Subject::Nameless,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub low: i64,
    pub high: Option<i64>,
}

impl Limits {
    pub(crate) fn admit(self, count: i64) -> bool {
        self.low <= count && self.high.is_none_or(|high| count <= high)
    }
}

/// A slot of a chart, in a force or in the army itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotPlace {
    pub chart: ChartId,
    pub force: Option<usize>,
    pub slot: usize,
}

/// What the list says, and how the game understands it.
#[derive(Debug, Clone, PartialEq)]
pub enum ListKind {
    /// The units show whose army it is.
    NoFaction {
        home: Option<FactionId>,
    },
    UnknownName {
        written: String,
        what: Named,
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
    /// A number beside a choice, not beside its options.
    CountOfChoice,
    TooManyUnits {
        units: usize,
        things: usize,
    },
    NestedTooDeeply,
    DuplicateId {
        id: String,
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
pub enum Named {
    Faction,
    Event,
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

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PointsKind {
    /// None if the cost is beyond counting.
    OverLimit {
        cost: Option<Number>,
        limit: i64,
    },
    OutsideEvent {
        event: EventId,
        limits: Limits,
        stated: i64,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum UnitKind<'g> {
    Unknown {
        written: String,
    },
    Size {
        unit: UnitIndex,
        of: Sized<'g>,
        count: i64,
        limits: Limits,
    },
    NoLeader {
        unit: UnitIndex,
    },
    /// Units, weapons, models; options have a code of their own.
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
        of: Holder<'g>,
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

/// Which models of a unit are too few or too many: all, those of one line, or those of lines
/// bounded together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sized<'g> {
    Unit,
    Line(EntryId),
    Group(&'g str),
}

/// Whose a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder<'g> {
    Factions(&'g [FactionId]),
    Faction(FactionId),
    Event(EventId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind<'g> {
    /// `of_model`: the model of the unit that is offered it. `known`: what there is instead.
    Unknown {
        written: String,
        of_model: Option<EntryId>,
        known: Vec<&'g str>,
    },
    NotInChoice {
        written: String,
        choose: ChooseId,
    },
    /// A choice of several is named, and not what is taken from it.
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
    NotAvailable {
        owner: Subject,
        option: Subject,
    },
    NoTarget {
        owner: Subject,
        option: Subject,
        excess: i64,
    },
    LeaderReplaced {
        leader: Subject,
        option: Subject,
    },
}

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
        low: Option<i64>,
        high: Option<i64>,
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
}

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
    /// Only a line that grants places lets the unit in, and its places are taken.
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
    /// The list names a slot that does not take the unit.
    Refused {
        unit: UnitIndex,
        slot: &'g str,
    },
    OffersTaken {
        unit: UnitIndex,
    },
    NoneTakes {
        unit: UnitIndex,
        chart: ChartId,
    },
    InNoForce {
        unit: UnitIndex,
        force: ForceId,
    },
    /// The unit that is shown, and how many more are not unlocked.
    Unpaid {
        unit: UnitIndex,
        others: usize,
        chart: ChartId,
        unlock: usize,
        missing: i64,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartKind {
    /// The charts that would do.
    Unusable { why: ChartFault, known: Vec<ChartId> },
    /// The army, or a force of it, names none of these.
    Unstated { force: Option<ForceId>, known: Vec<ChartId> },
    /// All forces must use the chart of the first.
    Other { force: Subject },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartFault {
    Unknown { written: String },
    OfFaction { chart: ChartId, faction: FactionId },
    NotPlayedAt { chart: ChartId, event: EventId },
    OfOtherForce { chart: ChartId },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForceKind {
    TooFew {
        force: ForceId,
        count: i64,
        limits: Limits,
    },
    TooMany {
        force: ForceId,
        count: i64,
        limits: Limits,
    },
    /// One was begun before the other was full.
    NotFull {
        next: Subject,
        first: Subject,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationKind {
    JoinedEachOther {
        guest: UnitIndex,
        host: UnitIndex,
    },
    /// `anyone`: there are units it may join.
    JoinNotAllowed {
        guest: UnitIndex,
        host: UnitIndex,
        anyone: bool,
    },
    TooManyJoined {
        guest: UnitIndex,
        host: UnitIndex,
        count: i64,
        most: i64,
    },
    SeveralHosts {
        guest: UnitIndex,
        hosts: usize,
    },
    RideNotAllowed {
        rider: UnitIndex,
        carrier: UnitIndex,
        anything: bool,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum DerivedKind<'g> {
    Disagrees { derive: DeriveId, value: Value<'g>, stated: String },
    Tie { derive: DeriveId, taken: Value<'g> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckKind {
    NotInPlay { deck: DeckId },
    TooFew { deck: DeckId, count: i64, limits: Limits },
    TooMany { deck: DeckId, count: i64, limits: Limits },
    TooManyCopies { card: EntryId, count: i64, most: i64 },
    WrongType { card: EntryId, deck: DeckId },
    Foreign { card: EntryId },
}

/// A rule of the game that does not hold. Its text is worked out when words are made.
#[derive(Debug, Clone)]
pub struct BrokenRule<'g> {
    pub rule: &'g Rule,
    pub requirement: &'g Requirement,
    pub env: Env<'g>,
    pub subject: Subject,
}

/// Whether the texts agree only an evaluation tells.
impl PartialEq for BrokenRule<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.requirement, other.requirement) && self.subject == other.subject
    }
}

/// A part of the game; there is only one of each.
#[derive(Debug)]
pub struct ByAddress<'g, T>(pub &'g T);

impl<T> Clone for ByAddress<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ByAddress<'_, T> {}

impl<T> PartialEq for ByAddress<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Kind<'_> {
    pub fn code(&self) -> &'static Code {
        match self {
            Kind::List(kind) => kind.code(),
            Kind::Points(PointsKind::OverLimit { .. }) => &codes::POINTS_OVER_LIMIT,
            Kind::Points(PointsKind::OutsideEvent { .. }) => &codes::POINTS_OUTSIDE_EVENT,
            Kind::Unit(kind) => kind.code(),
            Kind::Option(kind) => kind.code(),
            Kind::Pick(_) => &codes::PICK_OUT_OF_RANGE,
            Kind::Slot(kind) => kind.code(),
            Kind::Chart(_) => &codes::CHART_UNKNOWN,
            Kind::Force(ForceKind::TooFew { .. }) => &codes::FORCE_TOO_FEW,
            Kind::Force(ForceKind::TooMany { .. }) => &codes::FORCE_TOO_MANY,
            Kind::Force(ForceKind::NotFull { .. }) => &codes::FORCE_NOT_FULL,
            Kind::Relation(kind) => match kind {
                RelationKind::JoinedEachOther { .. } | RelationKind::JoinNotAllowed { .. } => {
                    &codes::JOIN_NOT_ALLOWED
                }
                RelationKind::TooManyJoined { .. } | RelationKind::SeveralHosts { .. } => {
                    &codes::JOIN_TOO_MANY
                }
                RelationKind::RideNotAllowed { .. } => &codes::RIDE_NOT_ALLOWED,
            },
            Kind::Derived(DerivedKind::Disagrees { .. }) => &codes::DERIVED_DISAGREES,
            Kind::Derived(DerivedKind::Tie { .. }) => &codes::DERIVED_TIE,
            Kind::Deck(kind) => match kind {
                DeckKind::NotInPlay { .. } | DeckKind::Foreign { .. } => &codes::DECK_NOT_AVAILABLE,
                DeckKind::TooFew { .. } => &codes::DECK_TOO_FEW,
                DeckKind::TooMany { .. } => &codes::DECK_TOO_MANY,
                DeckKind::TooManyCopies { .. } => &codes::DECK_TOO_MANY_COPIES,
                DeckKind::WrongType { .. } => &codes::DECK_WRONG_TYPE,
            },
            Kind::Rule(_) => &codes::RULE_BROKEN,
        }
    }
}

impl ListKind {
    fn code(&self) -> &'static Code {
        match self {
            ListKind::NoFaction { .. } => &codes::LIST_MISSING_KEY,
            ListKind::UnknownName { .. } | ListKind::UnknownModel { .. } => {
                &codes::LIST_UNKNOWN_NAME
            }
            ListKind::UnknownKey { .. } => &codes::LIST_UNKNOWN_KEY,
            ListKind::NoForces { .. } | ListKind::NoScalar { .. } | ListKind::CountOfChoice => {
                &codes::LIST_WRONG_TYPE
            }
            ListKind::NoNumber { .. } => &codes::LIST_NUMBER,
            ListKind::TooManyUnits { .. } | ListKind::NestedTooDeeply => &codes::LIST_TOO_LARGE,
            ListKind::DuplicateId { .. } => &codes::LIST_DUPLICATE_ID,
            ListKind::RefersToItself | ListKind::Dangling { .. } => &codes::LIST_DANGLING,
        }
    }
}

impl UnitKind<'_> {
    fn code(&self) -> &'static Code {
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
    fn code(&self) -> &'static Code {
        match self {
            OptionKind::Unknown { .. }
            | OptionKind::NotInChoice { .. }
            | OptionKind::ChoiceAlone { .. } => &codes::OPTION_UNKNOWN,
            OptionKind::Unique { .. } => &codes::OPTION_UNIQUE,
            OptionKind::TooManyOfChoice { .. } | OptionKind::TooOften { .. } => {
                &codes::OPTION_TOO_MANY
            }
            OptionKind::TooFewOfChoice { .. } => &codes::OPTION_TOO_FEW,
            OptionKind::NotAvailable { .. } => &codes::OPTION_NOT_AVAILABLE,
            OptionKind::NoTarget { .. } => &codes::OPTION_NO_TARGET,
            OptionKind::LeaderReplaced { .. } => &codes::OPTION_LEADER_REPLACED,
        }
    }
}

impl SlotKind<'_> {
    fn code(&self) -> &'static Code {
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

macro_rules! families {
    ($($family:ident $kind:ty;)*) => {
        $(impl<'g> From<$kind> for Kind<'g> {
            fn from(kind: $kind) -> Self {
                Kind::$family(kind)
            }
        })*
    };
}

families! {
    List ListKind;
    Points PointsKind;
    Unit UnitKind<'g>;
    Option OptionKind<'g>;
    Pick PickKind<'g>;
    Slot SlotKind<'g>;
    Chart ChartKind;
    Force ForceKind;
    Relation RelationKind;
    Derived DerivedKind<'g>;
    Deck DeckKind;
}
