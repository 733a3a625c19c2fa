//! The kinds of problems, one enum per family, with the facts about each. `wording` puts them into
//! words. Start at [`ProblemKind`].

pub(crate) mod limits;
pub(crate) mod list;
pub(crate) mod slot;
pub(crate) mod unit;

pub(crate) use limits::{Limits, bounded, share};
pub(crate) use list::{ListKind, NameKind};
pub use slot::SlotKind;
pub(crate) use slot::{ChartFault, ChartKind, FactionFault, ForceKind, SlotPlace};
pub(crate) use unit::{BelongsTo, OptionKind, PickKind, SizedPart, UnitKind};

use crate::diagnostic::{Code, codes};
use crate::engine::army::{ModelNode, NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{Env, Evaluator, Number, Value};
use crate::model::{
    CurrencyId, DeckId, DeriveId, EntryId, EventId, FactionId, Limit, OptionalId, Permit,
    Requirement, Rule, ValueLimits,
};

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum ProblemKind<'g> {
    List(ListKind),
    Points(PointsKind<'g>),
    Unit(UnitKind<'g>),
    Option(OptionKind<'g>),
    Pick(PickKind<'g>),
    Slot(SlotKind<'g>),
    Chart(ChartKind),
    Force(ForceKind),
    Relation(RelationKind),
    Derived(DerivedKind<'g>),
    Deck(DeckKind<'g>),
    Rule(Box<BrokenRule<'g>>),
    Formula(FormulaKind),
    Value(ValueKind<'g>),
    Event(EventKind),
}

/// Something in the list that a problem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Army,
    /// By its index among the forces of the army.
    Force(usize),
    Unit(UnitIndex),
    /// By its index among the designs of the list.
    Design(usize),
    Entry(EntryId),
    /// Something whose title was changed.
    Node(NodeId),
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
            // A design has the name that the player gave it.
            (NodeIs::Model(ModelNode { design: Some(design), .. }), ..) => Subject::Design(*design),
            (_, _, Some(_)) if self.changed_title(id).is_some() => Subject::Node(id),
            (_, _, Some(entry)) => Subject::Entry(entry),
            (_, _, None) => Subject::Nameless,
        }
    }
}

/// Problems with the points of the list.
#[derive(Debug, Clone, PartialEq)]
pub enum PointsKind<'g> {
    /// Over what the list states.
    OverLimit(OverLimit),
    /// Over a limit of the game.
    OverGameLimit(Box<BrokenLimit<'g>>),
    /// A formula gave an amount that its currency does not have.
    OffStep {
        of: Subject,
        currency: CurrencyId,
        amount: Number,
    },
    Missing(Demands),
    OutsideEvent {
        event: EventId,
        limits: Limits,
        stated: Number,
    },
}

/// Why a list must state its points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Demands {
    Game,
    Event {
        event: EventId,
        limits: Limits,
    },
    /// A price depends on them.
    Price(Subject),
}

/// A value that changes push outside its limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueKind<'g> {
    pub of: Subject,
    pub title: &'g str,
    pub value: Number,
    pub limits: ValueLimits,
}

/// Something in the head of a list that the event does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    Faction {
        event: EventId,
        faction: FactionId,
    },
    /// The event plays without the rule.
    Optional {
        event: EventId,
        rule: OptionalId,
    },
    /// The list is not what was asked for.
    NotAsked {
        what: AskedKey,
        stated: Option<String>,
        asked: String,
    },
}

/// A key of a list whose value was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedKey {
    System,
    Faction,
    Chart,
    Points,
}

/// A formula that the list depends on and that has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormulaKind {
    pub of: Subject,
    /// If false, its value is too large.
    pub divides_by_zero: bool,
}

/// Something costs more of a currency than it may.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverLimit {
    pub of: Subject,
    pub currency: CurrencyId,
    pub cost: Number,
    pub most: Number,
}

impl PointsKind<'_> {
    /// The limit that is exceeded.
    pub(crate) fn over(&self) -> Option<&OverLimit> {
        match self {
            PointsKind::OverLimit(over) => Some(over),
            PointsKind::OverGameLimit(broken) => Some(&broken.over),
            _ => None,
        }
    }
}

/// A limit of the game that is exceeded. Its text is only evaluated when the problem is worded.
#[derive(Debug, Clone)]
pub struct BrokenLimit<'g> {
    pub over: OverLimit,
    pub limit: &'g Limit,
    pub env: Env<'g>,
}

/// Compares what is exceeded, not the texts, which would need evaluation.
impl PartialEq for BrokenLimit<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.limit, other.limit) && self.over == other.over
    }
}

/// Problems of units that join others or ride in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationKind {
    JoinedEachOther {
        guest: UnitIndex,
        host: UnitIndex,
    },
    /// `anyone`: whether there are any units it may join.
    JoinNotAllowed {
        guest: UnitIndex,
        host: UnitIndex,
        anyone: bool,
    },
    TooManyJoined {
        of: TooManyOf,
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

/// Which kind of guests too many of have joined a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooManyOf {
    All,
    Kind(EntryId),
}

/// Problems with derived values that the list states.
#[derive(Debug, Clone, PartialEq)]
pub enum DerivedKind<'g> {
    Disagrees { derive: DeriveId, value: Value<'g>, stated: String },
    Tie { derive: DeriveId, taken: Value<'g>, outcome: TieOutcome },
}

/// How deciding ties one way or another affects the legality of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieOutcome {
    /// The list is legal with the first of the tied elements.
    First,
    /// The list is legal with the elements taken, but not with the first.
    Chosen,
    /// The list is illegal whichever are taken.
    NoneLegal,
}

/// Problems with the deck.
#[derive(Debug, Clone, PartialEq)]
pub enum DeckKind<'g> {
    NotInPlay { deck: DeckId },
    TooFew { deck: DeckId, count: i64, limits: Limits },
    TooMany { deck: DeckId, count: i64, limits: Limits },
    TooManyCopies { card: EntryId, count: i64, most: i64 },
    WrongType { card: EntryId, deck: DeckId },
    Foreign { card: EntryId, deck: DeckId },
    Banned { card: EntryId, by: ByAddress<'g, Permit> },
}

/// A rule of the game that does not hold. Its text is only evaluated when the problem is worded.
#[derive(Debug, Clone)]
pub struct BrokenRule<'g> {
    pub rule: &'g Rule,
    pub requirement: &'g Requirement,
    pub env: Env<'g>,
    pub subject: Subject,
}

/// Compares what broke, not the texts, which would need evaluation.
impl PartialEq for BrokenRule<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.requirement, other.requirement) && self.subject == other.subject
    }
}

/// A part of the game, compared by address.
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

impl ProblemKind<'_> {
    pub fn code(&self) -> &'static Code {
        match self {
            ProblemKind::List(kind) => kind.code(),
            ProblemKind::Points(PointsKind::OverLimit(_) | PointsKind::OverGameLimit(_)) => {
                &codes::POINTS_OVER_LIMIT
            }
            ProblemKind::Points(PointsKind::OffStep { .. }) => &codes::POINTS_OFF_STEP,
            ProblemKind::Points(PointsKind::OutsideEvent { .. }) => &codes::POINTS_OUTSIDE_EVENT,
            ProblemKind::Points(PointsKind::Missing(_)) => &codes::POINTS_MISSING,
            ProblemKind::Unit(kind) => kind.code(),
            ProblemKind::Option(kind) => kind.code(),
            ProblemKind::Pick(PickKind::Unused { .. }) => &codes::DESIGN_UNUSED,
            ProblemKind::Pick(PickKind::BreaksRule { .. }) => &codes::RULE_BROKEN,
            ProblemKind::Pick(_) => &codes::PICK_OUT_OF_RANGE,
            ProblemKind::Slot(kind) => kind.code(),
            ProblemKind::Chart(_) => &codes::CHART_UNKNOWN,
            ProblemKind::Force(ForceKind::TooFew { .. }) => &codes::FORCE_TOO_FEW,
            ProblemKind::Force(ForceKind::TooMany { .. }) => &codes::FORCE_TOO_MANY,
            ProblemKind::Force(ForceKind::Faction { .. }) => &codes::FORCE_FACTION,
            ProblemKind::Force(ForceKind::NotFull { .. }) => &codes::FORCE_NOT_FULL,
            ProblemKind::Relation(kind) => match kind {
                RelationKind::JoinedEachOther { .. } | RelationKind::JoinNotAllowed { .. } => {
                    &codes::JOIN_NOT_ALLOWED
                }
                RelationKind::TooManyJoined { .. } | RelationKind::SeveralHosts { .. } => {
                    &codes::JOIN_TOO_MANY
                }
                RelationKind::RideNotAllowed { .. } => &codes::RIDE_NOT_ALLOWED,
            },
            ProblemKind::Derived(DerivedKind::Disagrees { .. }) => &codes::DERIVED_DISAGREES,
            ProblemKind::Derived(DerivedKind::Tie { .. }) => &codes::DERIVED_TIE,
            ProblemKind::Deck(kind) => match kind {
                DeckKind::NotInPlay { .. } | DeckKind::Foreign { .. } | DeckKind::Banned { .. } => {
                    &codes::DECK_NOT_AVAILABLE
                }
                DeckKind::TooFew { .. } => &codes::DECK_TOO_FEW,
                DeckKind::TooMany { .. } => &codes::DECK_TOO_MANY,
                DeckKind::TooManyCopies { .. } => &codes::DECK_TOO_MANY_COPIES,
                DeckKind::WrongType { .. } => &codes::DECK_WRONG_TYPE,
            },
            ProblemKind::Rule(_) => &codes::RULE_BROKEN,
            ProblemKind::Formula(_) => &codes::FORMULA_NO_VALUE,
            ProblemKind::Value(_) => &codes::VALUE_OUT_OF_RANGE,
            ProblemKind::Event(EventKind::Faction { .. }) => &codes::EVENT_FACTION,
            ProblemKind::Event(EventKind::Optional { .. }) => &codes::EVENT_OPTIONAL,
            ProblemKind::Event(EventKind::NotAsked { .. }) => &codes::EVENT_NOT_ASKED_FOR,
        }
    }
}

impl ProblemKind<'_> {
    /// By how much a limit is missed, if it counts something; otherwise 1.
    pub(crate) fn amount(&self) -> i64 {
        let by = |count: i64, limits: &Limits| {
            let over = limits.high.map_or(0, |high| count.saturating_sub(high));
            over.max(limits.low.saturating_sub(count))
        };
        let amount = match self {
            ProblemKind::Unit(UnitKind::Unique { count, .. })
            | ProblemKind::Option(OptionKind::Unique { count, .. }) => count.saturating_sub(1),
            ProblemKind::Unit(UnitKind::TooMany { count, most, .. })
            | ProblemKind::Deck(DeckKind::TooManyCopies { count, most, .. }) => {
                count.saturating_sub(*most)
            }
            ProblemKind::Option(
                OptionKind::TooManyOfChoice { count, limits, .. }
                | OptionKind::TooFewOfChoice { count, limits, .. }
                | OptionKind::TooOften { count, limits, .. },
            )
            | ProblemKind::Deck(
                DeckKind::TooFew { count, limits, .. } | DeckKind::TooMany { count, limits, .. },
            ) => by(*count, limits),
            ProblemKind::Option(OptionKind::NoTarget { excess, .. }) => *excess,
            _ => 1,
        };
        amount.max(1)
    }
}

macro_rules! families {
    ($($family:ident $kind:ty;)*) => {
        $(impl<'g> From<$kind> for ProblemKind<'g> {
            fn from(kind: $kind) -> Self {
                ProblemKind::$family(kind)
            }
        })*
    };
}

families! {
    List ListKind;
    Points PointsKind<'g>;
    Unit UnitKind<'g>;
    Option OptionKind<'g>;
    Pick PickKind<'g>;
    Slot SlotKind<'g>;
    Chart ChartKind;
    Force ForceKind;
    Relation RelationKind;
    Derived DerivedKind<'g>;
    Deck DeckKind<'g>;
    Formula FormulaKind;
    Value ValueKind<'g>;
    Event EventKind;
}
