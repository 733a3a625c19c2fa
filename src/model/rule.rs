//! Bodies: rules, derived values, permissions and blocks of changes.

use super::{
    AttributeGiven, Brings, Change, ChooseId, Cite, CurrencyId, DeriveId, EntryId, Expr, Include,
    Join, KeywordUse, Member, Mode, ModelsGroup, ModelsLine, NodeKind, PriceLine, Ride, RuleId,
    Stat, Text, VariableId, WeaponGroup,
};
use crate::diagnostic::{Code, Severity};
use crate::source::Span;

/// The content of the body of an entry, choice, chart, force, faction, system or event.
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
    /// Lines that require a list to state its points.
    pub points_required: Vec<PointsRequired>,
}

/// `points required`
#[derive(Debug, Clone)]
pub struct PointsRequired {
    pub span: Span,
    pub cites: Vec<Cite>,
}

impl Body {
    /// Appends the content of another body.
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
    /// Its name in messages; a binder without a name only sets the subject.
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

/// Which numbers of a range are allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Steps {
    Every,
    /// Numbers this far apart, counted from the low end; at least one.
    By(i64),
    /// Only these, in ascending order.
    Only(Vec<i64>),
}

impl Steps {
    /// The given numbers; a plain range if none is left out.
    pub fn only(numbers: Vec<i64>) -> Self {
        let follows =
            |pair: &[i64]| matches!(pair, [low, high] if low.checked_add(1) == Some(*high));
        if numbers.windows(2).all(follows) { Steps::Every } else { Steps::Only(numbers) }
    }

    /// Whether a number is allowed; steps are counted from `from`.
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
    /// `of any unit where support`: counts each such entry. Without it, the limit counts the entry
    /// whose body it stands in, or the points if that is a force.
    pub of: Option<Binder>,
    /// The scope in which it counts.
    pub within: NodeKind,
    /// The name of the limit.
    pub label: Option<String>,
    /// The words in which people read the limit, if the data gives them.
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
    /// The kind of node that has this value.
    pub on: NodeKind,
    pub value: Expr,
    pub cites: Vec<Cite>,
}

impl Derive {
    /// Whether it is a row of values rather than a single one.
    pub fn is_row(&self) -> bool {
        self.binders.len() > 1
    }

    /// The title, or else the readable id.
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
    /// Gives its id to built-in checks.
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

/// Lets units fill a slot they have no category for, up to a number.
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

/// The units that a grant lets in.
#[derive(Debug, Clone)]
pub enum GrantTo {
    /// An expression that gives the definition of a unit.
    Entry(Expr),
    /// A condition on the unit.
    Units(Expr),
}

/// `allow` and `ban`: lets in units from elsewhere, or shuts units out.
#[derive(Debug, Clone)]
pub struct Permit {
    pub allow: bool,
    pub of: Permitted,
    pub when: Option<Expr>,
    pub span: Span,
    pub cites: Vec<Cite>,
    /// The message of a ban; its subject is the unit.
    pub say: Option<Text>,
    pub help: Option<Text>,
}

/// What is allowed or banned.
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
    /// The set, unless the things are named.
    pub fn set(&self) -> Option<&Expr> {
        match self {
            Permitted::Units(set) | Permitted::Parts(set) => Some(set),
            Permitted::Named(_) => None,
        }
    }
}

/// `limit swc 6`: the most that the surrounding thing may cost.
#[derive(Debug, Clone)]
pub struct Limit {
    pub currency: CurrencyId,
    pub most: Expr,
    pub span: Span,
    pub cites: Vec<Cite>,
    pub say: Option<Text>,
    pub help: Option<Text>,
}

/// Rules that do not apply to some units.
#[derive(Debug, Clone)]
pub struct Waive {
    pub rules: Vec<RuleId>,
    /// The units that are exempt; the subject of the condition is the unit that the rule is about.
    pub condition: Option<Expr>,
    pub span: Span,
    pub cites: Vec<Cite>,
}
