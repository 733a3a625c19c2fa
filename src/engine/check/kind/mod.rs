//! The kinds of problems, a family each, with what there is to know of them. `wording` has their
//! words.

pub(crate) mod limits;
pub(crate) mod list;
pub(crate) mod slot;
pub(crate) mod unit;

pub(crate) use limits::{Limits, bounded, share};
pub(crate) use list::{ListKind, Named};
pub use slot::SlotKind;
pub(crate) use slot::{ChartFault, ChartKind, ForceKind, SlotPlace};
pub(crate) use unit::{BelongsTo, OptionKind, PickKind, Sized, UnitKind};

use crate::diagnostic::{Code, codes};
use crate::engine::army::{ModelNode, NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{Env, Evaluator, Number, Value};
use crate::model::{
    CurrencyId, DeckId, DeriveId, EntryId, EventId, Limit, Requirement, Rule, ValueLimits,
};

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind<'g> {
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
    Deck(DeckKind),
    Rule(Box<BrokenRule<'g>>),
    Formula(FormulaKind),
    Value(ValueKind<'g>),
}

/// Something of the list that has a title. Subjects with the same name are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Army,
    /// By its place among the forces of the army.
    Force(usize),
    Unit(UnitIndex),
    /// By its place among the designs of the list.
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

/// A value that changes led out of its limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueKind<'g> {
    pub of: Subject,
    pub title: &'g str,
    pub value: Number,
    pub limits: ValueLimits,
}

/// A formula without a value that the list depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormulaKind {
    pub of: Subject,
    /// Otherwise it is too large.
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

/// A limit of the game that is exceeded. Its text is worked out when words are made.
#[derive(Debug, Clone)]
pub struct BrokenLimit<'g> {
    pub over: OverLimit,
    pub limit: &'g Limit,
    pub env: Env<'g>,
}

/// Compares what is exceeded, not the texts: those need an evaluation.
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
    /// `anyone`: there are units it may join.
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

/// Of what too many have joined a unit.
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

/// What taking one or the other of those that tie makes of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieOutcome {
    /// The first of them are taken, and the list is legal.
    First,
    /// It is legal with those that are taken, and not with the first.
    Chosen,
    /// It is illegal whichever are taken.
    NoneLegal,
}

/// Problems with the deck.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Compares what broke, not the texts: those need an evaluation.
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
            Kind::Points(PointsKind::OverLimit(_) | PointsKind::OverGameLimit(_)) => {
                &codes::POINTS_OVER_LIMIT
            }
            Kind::Points(PointsKind::OffStep { .. }) => &codes::POINTS_OFF_STEP,
            Kind::Points(PointsKind::OutsideEvent { .. }) => &codes::POINTS_OUTSIDE_EVENT,
            Kind::Points(PointsKind::Missing(_)) => &codes::POINTS_MISSING,
            Kind::Unit(kind) => kind.code(),
            Kind::Option(kind) => kind.code(),
            Kind::Pick(PickKind::Unused { .. }) => &codes::DESIGN_UNUSED,
            Kind::Pick(PickKind::BreaksRule { .. }) => &codes::RULE_BROKEN,
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
            Kind::Formula(_) => &codes::FORMULA_NO_VALUE,
            Kind::Value(_) => &codes::VALUE_OUT_OF_RANGE,
        }
    }
}

impl Kind<'_> {
    /// By how much a limit is missed, where it counts things; else 1.
    pub(crate) fn amount(&self) -> i64 {
        let by = |count: i64, limits: &Limits| {
            let over = limits.high.map_or(0, |high| count.saturating_sub(high));
            over.max(limits.low.saturating_sub(count))
        };
        let amount = match self {
            Kind::Unit(UnitKind::Unique { count, .. })
            | Kind::Option(OptionKind::Unique { count, .. }) => count.saturating_sub(1),
            Kind::Unit(UnitKind::TooMany { count, most, .. })
            | Kind::Deck(DeckKind::TooManyCopies { count, most, .. }) => {
                count.saturating_sub(*most)
            }
            Kind::Option(
                OptionKind::TooManyOfChoice { count, limits, .. }
                | OptionKind::TooFewOfChoice { count, limits, .. }
                | OptionKind::TooOften { count, limits, .. },
            )
            | Kind::Deck(
                DeckKind::TooFew { count, limits, .. } | DeckKind::TooMany { count, limits, .. },
            ) => by(*count, limits),
            Kind::Option(OptionKind::NoTarget { excess, .. }) => *excess,
            _ => 1,
        };
        amount.max(1)
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
    Points PointsKind<'g>;
    Unit UnitKind<'g>;
    Option OptionKind<'g>;
    Pick PickKind<'g>;
    Slot SlotKind<'g>;
    Chart ChartKind;
    Force ForceKind;
    Relation RelationKind;
    Derived DerivedKind<'g>;
    Deck DeckKind;
    Formula FormulaKind;
    Value ValueKind<'g>;
}
