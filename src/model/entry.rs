//! What a list can take: entries, their options and prices, and changes to them.

use super::{
    AttributeGiven, AttributeId, Body, CategoryId, ChooseId, Cite, CurrencyId, DeckId, EntryId,
    EventId, Expr, FactionId, KeywordId, ProfileId, Range, Stat, StatValue, Text,
};
use crate::source::Span;

/// A definition of something that a list can take.
#[derive(Debug)]
pub struct Entry {
    pub id: String,
    pub title: String,
    /// The place of the id.
    pub span: Span,
    pub kind: EntryKind,
    pub owner: Owner,
    /// The entry in whose body it was defined.
    pub parent: Option<EntryId>,
    /// The first is the primary one.
    pub categories: Vec<CategoryId>,
    pub unique: bool,
    /// Only these factions may take it, and to them it is their own; empty means no such limit.
    pub only_for: Vec<FactionId>,
    pub cites: Vec<Cite>,
    pub body: Body,
}

/// What kind of thing an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    Unit,
    /// A model, weapon or whatever else has a profile.
    Profile(ProfileId),
    Option,
    Card(DeckId),
}

/// What a definition belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    System,
    Faction(FactionId),
    Event(EventId),
}

/// `models 5..10 hussar at 12`
#[derive(Debug, Clone)]
pub struct ModelsLine {
    pub range: Range,
    pub model: EntryId,
    pub price: Option<ModelPrice>,
    pub role: ModelRole,
    /// The group of lines bounded together, by its place in the body.
    pub group: Option<usize>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// `models squad 5..10 { … }`
#[derive(Debug, Clone)]
pub struct ModelsGroup {
    pub id: String,
    pub range: Range,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// The role of a line's models in their unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelRole {
    Ordinary,
    /// Never leads and changes no keywords of the unit.
    Added,
    Leading,
}

/// `at 12`, or `at 125 for 6 then 20`: a price for the first few together, then for each further
/// one.
#[derive(Debug, Clone)]
pub struct ModelPrice {
    pub price: Price,
    pub first: Option<i64>,
    pub then: Option<Price>,
}

/// Amounts by currency.
#[derive(Debug, Clone)]
pub struct Price {
    pub amounts: Vec<(CurrencyId, Expr)>,
    pub span: Span,
}

/// `cost 90`, or as a change `cost +5`.
#[derive(Debug, Clone)]
pub struct PriceLine {
    pub price: Price,
    pub cites: Vec<Cite>,
}

/// Another set of values for a weapon.
#[derive(Debug, Clone)]
pub struct Mode {
    pub title: String,
    pub stats: Vec<Stat>,
    pub keywords: Vec<KeywordUse>,
    pub notes: Vec<Text>,
    pub span: Span,
}

/// `weapons "AG 1" a, b`
#[derive(Debug, Clone)]
pub struct WeaponGroup {
    pub title: Option<String>,
    pub weapons: Vec<EntryId>,
    pub span: Span,
}

/// A keyword on an entry, with its values.
#[derive(Debug, Clone)]
pub struct KeywordUse {
    pub keyword: KeywordId,
    pub arguments: Vec<Argument>,
    /// The keyword is stated after a `remove` in the same body, which therefore does not affect it.
    pub after_removal: bool,
    pub span: Span,
}

/// The value of a keyword's parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Argument {
    Int(i64),
    Text(String),
    Entry(EntryId),
}

/// A choice: a number of options to take. A shared choice is written `group`.
#[derive(Debug)]
pub struct Choose {
    pub id: String,
    pub title: String,
    pub span: Span,
    pub owner: Owner,
    pub range: Range,
    pub default: Option<EntryId>,
    pub pool: Option<Pool>,
    pub target: Option<Target>,
    /// Weapons taken from it are shown under its title, like an attack group.
    pub mounted: bool,
    pub categories: Vec<CategoryId>,
    pub members: Vec<Member>,
    /// Choices inside this one, and changes to it.
    pub body: Body,
    pub cites: Vec<Cite>,
}

/// `from spell where fire or common`
#[derive(Debug, Clone)]
pub struct Pool {
    pub from: Vec<PoolSource>,
    pub condition: Option<Expr>,
}

/// What a pool draws from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolSource {
    Profile(ProfileId),
    Entry(EntryId),
    Choose(ChooseId),
}

/// An entry that is offered, and its terms.
#[derive(Debug, Clone)]
pub struct Member {
    pub entry: EntryId,
    pub terms: Terms,
    pub span: Span,
}

/// What taking an option means.
#[derive(Debug, Clone)]
pub struct Terms {
    pub price: Option<Price>,
    pub per_model: bool,
    pub times: Option<Range>,
    pub target: Option<Target>,
    pub replacing: Option<Replacing>,
    /// The model that replaces the leader.
    pub replaces_leader: Option<EntryId>,
    pub cites: Vec<Cite>,
}

/// Which models get an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// How many get it each time it is taken, different ones each time; none means all.
    pub number: Option<i64>,
    pub who: ModelFilter,
}

/// The models that may get an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelFilter {
    Any,
    Leader,
    NotLeader,
    Model(EntryId),
}

/// The weapons that an option takes away, and those it gives instead.
#[derive(Debug, Clone)]
pub struct Replacing {
    pub old: Vec<EntryId>,
    pub new: Vec<EntryId>,
    /// The place where the old weapons are named.
    pub span: Span,
}

/// `include`: a shared choice, or an entry offered directly.
#[derive(Debug, Clone)]
pub struct Include {
    pub what: Included,
    pub range: Option<Range>,
    /// Changes to what is included, here only.
    pub body: Body,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// What is included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Included {
    Choose(ChooseId),
    Entry(EntryId),
}

/// Units that another entry brings with it.
#[derive(Debug, Clone)]
pub struct Brings {
    pub range: Range,
    pub unit: EntryId,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Which units may be joined; the subject of the condition is the host.
#[derive(Debug, Clone)]
pub struct Join {
    pub hosts: Expr,
    pub takes_no_slot: bool,
    /// How many join one host by lines with such a bound.
    pub most_each: Option<Expr>,
    /// The bound counts units of each entry separately, not all units that join by such lines.
    pub of_a_kind: bool,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// Which units may be ridden in; the subject of the condition is the carrier.
#[derive(Debug, Clone)]
pub struct Ride {
    pub carriers: Expr,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// One change to one fact.
#[derive(Debug, Clone)]
pub struct Change {
    pub kind: ChangeKind,
    pub span: Span,
    /// The rules that the block around it cites.
    pub cites: Vec<Cite>,
}

impl Change {
    /// A change that cites no rule.
    pub fn new(kind: ChangeKind, span: Span) -> Self {
        Change { kind, span, cites: Vec::new() }
    }
}

/// What is changed, and how.
#[derive(Debug, Clone)]
pub enum ChangeKind {
    Stat(String, Alteration<StatValue>),
    Attribute(AttributeId, Alteration<AttributeGiven>),
    Add(CategoryId),
    Remove(CategoryId),
    /// Removes a keyword, or all keywords.
    Lose(Option<KeywordId>),
    /// The entry or choice may not be taken.
    Hide,
    /// `max` or `min` of a choice (`None`: of the number of models).
    Bound {
        upper: bool,
        choose: Option<ChooseId>,
        to: BoundTo,
    },
    Cost(Price),
    /// The title that people see.
    Title(Text),
}

/// A value raised, lowered or set.
#[derive(Debug, Clone)]
pub enum Alteration<T> {
    By(i64),
    Set(T),
    SetTo(Expr),
}

/// A bound moved or set.
#[derive(Debug, Clone)]
pub enum BoundTo {
    By(i64),
    To(Expr),
}
