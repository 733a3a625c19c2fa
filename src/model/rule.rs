//! Bodies: rules, derived values, permissions and blocks of changes.

use super::{
    AttributeGiven, Brings, Change, ChooseId, Cite, CurrencyId, DeriveId, EntryId, Expr, Include,
    Join, KeywordUse, Member, Mode, ModelsGroup, ModelsLine, NodeKind, PriceLine, Ride, RuleId,
    Stat, Text, VariableId, WeaponGroup,
};
use crate::diagnostic::{Code, Severity};
use crate::source::Span;

/// What stands in the body of an entry, choice, chart, force, faction, system or event.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub models: Vec<ModelsLine>,
    pub groups: Vec<ModelsGroup>,
    pub stats: Vec<Stat>,
    pub modes: Vec<Mode>,
    pub weapons: Vec<WeaponGroup>,
    pub keywords: Vec<KeywordUse>,
    pub attributes: Vec<AttributeGiven>,
    pub chooses: Vec<ChooseId>,
    pub options: Vec<Member>,
    pub includes: Vec<Include>,
    pub caps: Vec<Cap>,
    pub limits: Vec<Limit>,
    pub prices: Vec<PriceLine>,
    pub joins: Vec<Join>,
    pub rides: Vec<Ride>,
    pub brings: Vec<Brings>,
    pub notes: Vec<Text>,
    /// Changes in the order they were written.
    pub effects: Vec<Effect>,
    pub derives: Vec<DeriveId>,
    pub rules: Vec<RuleId>,
    pub grants: Vec<Grant>,
    pub permits: Vec<Permit>,
    pub waives: Vec<Waive>,
    /// Lines that say that a list must state its points.
    pub points_required: Vec<PointsRequired>,
}

/// `points required`
#[derive(Debug, Clone)]
pub struct PointsRequired {
    pub span: Span,
    pub cites: Vec<Cite>,
}

impl Body {
    /// Adds everything that stands in another body.
    pub fn append(&mut self, other: Body) {
        self.models.extend(other.models);
        self.groups.extend(other.groups);
        self.stats.extend(other.stats);
        self.modes.extend(other.modes);
        self.weapons.extend(other.weapons);
        self.keywords.extend(other.keywords);
        self.attributes.extend(other.attributes);
        self.chooses.extend(other.chooses);
        self.options.extend(other.options);
        self.includes.extend(other.includes);
        self.caps.extend(other.caps);
        self.limits.extend(other.limits);
        self.prices.extend(other.prices);
        self.joins.extend(other.joins);
        self.rides.extend(other.rides);
        self.brings.extend(other.brings);
        self.notes.extend(other.notes);
        self.effects.extend(other.effects);
        self.derives.extend(other.derives);
        self.rules.extend(other.rules);
        self.grants.extend(other.grants);
        self.permits.extend(other.permits);
        self.waives.extend(other.waives);
        self.points_required.extend(other.points_required);
    }
}

/// A change, or a block of them.
#[derive(Debug, Clone)]
pub enum Effect {
    Change(Change),
    When(When),
    ForEach(ForEach),
}

/// Changes under a condition.
#[derive(Debug, Clone)]
pub struct When {
    pub condition: Expr,
    pub body: Box<Body>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Changes to each thing that is visited.
#[derive(Debug, Clone)]
pub struct ForEach {
    pub binders: Vec<Binder>,
    pub body: Box<Body>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// `unit u where troop`: each element of a set in turn under a variable.
#[derive(Debug, Clone)]
pub struct Binder {
    pub variable: VariableId,
    /// What it is called in messages; the subject where it has no name.
    pub name: Option<String>,
    pub set: Expr,
    pub condition: Option<Expr>,
    pub span: Span,
}

/// Numbers from low to high; `None` is open.
#[derive(Debug, Clone)]
pub struct Range {
    pub low: Option<Expr>,
    pub high: Option<Expr>,
    pub steps: Steps,
    pub span: Span,
}

/// Which of the numbers between two ends are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Steps {
    Every,
    /// So far from each other, counted from the low end; never less than one.
    By(i64),
    /// These and no others, in ascending order.
    Only(Vec<i64>),
}

impl Steps {
    /// The numbers of a set: plain ends where none is left out.
    pub fn only(numbers: Vec<i64>) -> Self {
        let follows =
            |pair: &[i64]| matches!(pair, [low, high] if low.checked_add(1) == Some(*high));
        if numbers.windows(2).all(follows) { Steps::Every } else { Steps::Only(numbers) }
    }

    /// Whether a number is among them; steps are counted from a number.
    pub fn include(&self, number: i64, from: i64) -> bool {
        match self {
            Steps::Every => true,
            Steps::By(by) => number.saturating_sub(from).rem_euclid(*by) == 0,
            Steps::Only(numbers) => numbers.contains(&number),
        }
    }
}

/// `at most 2 in army`
#[derive(Debug, Clone)]
pub struct Cap {
    pub most: Expr,
    /// `of any unit where support`: of each such entry. Otherwise the entry (or, in a force, the
    /// points) it stands in.
    pub of: Option<Binder>,
    /// Where it is counted.
    pub within: NodeKind,
    /// What it is called.
    pub label: Option<String>,
    /// The words that the data gives it for people to read.
    pub words: Option<String>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// A value of the army, or of each thing the binders visit.
#[derive(Debug)]
pub struct Derive {
    pub id: String,
    pub title: Option<String>,
    pub span: Span,
    pub binders: Vec<Binder>,
    /// The kind of node it is a fact of.
    pub on: NodeKind,
    pub value: Expr,
    pub cites: Vec<Cite>,
}

impl Derive {
    /// One value, or a row of them.
    pub fn is_row(&self) -> bool {
        self.binders.len() > 1
    }

    /// What people call it.
    pub fn label(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.id.replace('_', " "))
    }
}

/// A rule of the game.
#[derive(Debug)]
pub struct Rule {
    pub id: String,
    pub title: Option<String>,
    pub span: Span,
    pub weight: Severity,
    pub cites: Vec<Cite>,
    pub content: RuleContent,
}

/// What a rule demands.
#[derive(Debug)]
pub enum RuleContent {
    /// Gives built-in checks its id.
    Covers(Vec<&'static Code>),
    Clauses(Vec<Clause>),
}

/// Requirements on everything that its binders visit.
#[derive(Debug)]
pub struct Clause {
    pub binders: Vec<Binder>,
    pub requirements: Vec<Requirement>,
}

/// A condition that must hold, and the message if it does not.
#[derive(Debug)]
pub struct Requirement {
    pub condition: Expr,
    pub say: Option<Text>,
    pub help: Option<Text>,
    pub span: Span,
}

/// Units that may fill a slot they have no category for, up to a number.
#[derive(Debug, Clone)]
pub struct Grant {
    pub slot: String,
    pub to: GrantTo,
    pub up_to: Expr,
    pub each: Option<Binder>,
    pub when: Option<Expr>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Which units a grant lets in.
#[derive(Debug, Clone)]
pub enum GrantTo {
    /// An expression that gives the definition of a unit.
    Entry(Expr),
    /// A condition on the unit.
    Units(Expr),
}

/// `allow` and `ban`: units from elsewhere let in, units shut out.
#[derive(Debug, Clone)]
pub struct Permit {
    pub allow: bool,
    pub of: Permitted,
    pub when: Option<Expr>,
    pub span: Span,
    pub cites: Vec<Cite>,
    /// How a ban is worded; the unit is the subject.
    pub say: Option<Text>,
    pub help: Option<Text>,
}

/// What may or may not be taken.
#[derive(Debug, Clone)]
pub enum Permitted {
    /// A set of units.
    Units(Expr),
    /// A set of what units have: options, models, weapons.
    Parts(Expr),
    /// Things by their names.
    Named(Vec<EntryId>),
}

impl Permitted {
    /// The set it is.
    pub fn set(&self) -> Option<&Expr> {
        match self {
            Permitted::Units(set) | Permitted::Parts(set) => Some(set),
            Permitted::Named(_) => None,
        }
    }
}

/// `limit swc 6`: the most that the thing around it may cost.
#[derive(Debug, Clone)]
pub struct Limit {
    pub currency: CurrencyId,
    pub most: Expr,
    pub span: Span,
    pub cites: Vec<Cite>,
    pub say: Option<Text>,
    pub help: Option<Text>,
}

/// Rules that do not count for some units.
#[derive(Debug, Clone)]
pub struct Waive {
    pub rules: Vec<RuleId>,
    /// For whom; the subject of the condition is the unit the rule is about.
    pub condition: Option<Expr>,
    pub span: Span,
    pub cites: Vec<Cite>,
}
