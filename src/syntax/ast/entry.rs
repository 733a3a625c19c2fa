//! Entries and the statements of their bodies, as written.

use super::{Body, Expr, Name, Number, NumberLimits, Price, Range, Steps, Text};
use crate::source::Span;

/// `unit id "Title" : category … { }`, `weapon …`, `card …`: the kind decides.
#[derive(Debug)]
pub struct Entry<'a> {
    pub kind: Name<'a>,
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub tags: Vec<Name<'a>>,
    pub modifiers: Modifiers<'a>,
    pub body: Body<'a>,
}

/// What may follow a header, in any order.
#[derive(Debug, Default)]
pub struct Modifiers<'a> {
    /// The place of the word `unique`.
    pub unique: Option<Span>,
    pub extends: Option<Name<'a>>,
    pub for_names: Vec<Name<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// `models 5..10 trooper at 12`, or several lines bounded together.
#[derive(Debug)]
pub struct Models<'a> {
    /// `models squad 5..10 { … }`: lines bounded together.
    pub group: Option<(Name<'a>, Range<'a>)>,
    pub lines: Vec<ModelsLine<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// One line of `models`.
#[derive(Debug)]
pub struct ModelsLine<'a> {
    pub range: Range<'a>,
    pub model: Name<'a>,
    pub price: Option<ModelPrice<'a>>,
    pub role: ModelRole,
    pub cites: Vec<Name<'a>>,
}

/// The role of a line's models in their unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelRole {
    Ordinary,
    Added,
    Leading,
}

/// `at 12`, `at 125 for 6 then 20`
#[derive(Debug)]
pub struct ModelPrice<'a> {
    pub price: Price<'a>,
    pub first: Option<Number>,
    pub then: Option<Price<'a>>,
}

/// `mode "Burst" { … }`: another set of values for a weapon.
#[derive(Debug)]
pub struct Mode<'a> {
    pub title: Text<'a>,
    pub body: Body<'a>,
}

/// `weapons "Turret" cannon, machine_gun`
#[derive(Debug)]
pub struct Weapons<'a> {
    /// The attack group.
    pub group: Option<Text<'a>>,
    pub names: Vec<Name<'a>>,
}

/// `Fear(2)`
#[derive(Debug)]
pub struct KeywordUse<'a> {
    pub name: Name<'a>,
    pub arguments: Vec<ValueWord<'a>>,
    pub span: Span,
}

/// A plain value: a number, a text or a word.
#[derive(Debug, Clone, Copy)]
pub struct ValueWord<'a> {
    pub value: Value<'a>,
    pub span: Span,
}

/// What a plain value may be.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Number(i64),
    Text(Text<'a>),
    Word(&'a str),
}

/// `choose` and its shared form `group`.
#[derive(Debug)]
pub struct Choose<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub range: Range<'a>,
    pub default: Option<Name<'a>>,
    pub pool: Option<Pool<'a>>,
    pub target: Option<Target<'a>>,
    /// Weapons taken from it are shown under its title.
    pub mounted: bool,
    pub tags: Vec<Name<'a>>,
    pub cites: Vec<Name<'a>>,
    pub options: Vec<OptionLine<'a>>,
    /// Everything in the braces that is not an option.
    pub body: Body<'a>,
}

/// `from spell where fire or common`
#[derive(Debug)]
pub struct Pool<'a> {
    pub names: Vec<Name<'a>>,
    pub condition: Option<Expr<'a>>,
}

/// An option, on its own or in a choice.
#[derive(Debug)]
pub struct OptionLine<'a> {
    pub id: Name<'a>,
    pub title: Option<Text<'a>>,
    pub tags: Vec<Name<'a>>,
    pub price: Option<Price<'a>>,
    pub per_model: bool,
    pub times: Option<Range<'a>>,
    pub target: Option<Target<'a>>,
    pub replacing: Option<Replacing<'a>>,
    pub replaces_leader: Option<Name<'a>>,
    pub unique: bool,
    pub cites: Vec<Name<'a>>,
    pub body: Option<Body<'a>>,
    pub span: Span,
}

/// `for one model`, `for 2 gunner`, `for leader`, …: which models get an option.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// How many of them; absent means all.
    pub number: Option<Number>,
    pub who: ModelFilter<'a>,
}

/// The models that may get an option.
#[derive(Debug, Clone, Copy)]
pub enum ModelFilter<'a> {
    Any,
    Leader,
    NotLeader,
    Model(Name<'a>),
}

/// `replacing rifle with cannon`
#[derive(Debug)]
pub struct Replacing<'a> {
    pub old: Vec<Name<'a>>,
    pub new: Vec<Name<'a>>,
}

/// `include heavy_weapons 0..1 { … }`
#[derive(Debug)]
pub struct Include<'a> {
    pub name: Name<'a>,
    pub range: Option<Range<'a>>,
    pub cites: Vec<Name<'a>>,
    pub body: Body<'a>,
}

/// `brings 1..2 drone`
#[derive(Debug)]
pub struct Brings<'a> {
    pub range: Range<'a>,
    pub unit: Name<'a>,
    pub cites: Vec<Name<'a>>,
}

/// `cost 90`, `cost (if …)`, or the change `cost +5`
#[derive(Debug)]
pub struct Cost<'a> {
    pub price: Price<'a>,
    pub change: bool,
    pub cites: Vec<Name<'a>>,
}

/// `may join troop taking no slot`
#[derive(Debug)]
pub struct MayJoin<'a> {
    pub hosts: Expr<'a>,
    pub takes_no_slot: bool,
    pub most_each: Option<Expr<'a>>,
    /// The bound counts units of each kind separately, not all units that join.
    pub of_a_kind: bool,
    pub cites: Vec<Name<'a>>,
}

/// `may ride transport`
#[derive(Debug)]
pub struct MayRide<'a> {
    pub carriers: Expr<'a>,
    pub cites: Vec<Name<'a>>,
}

/// `max heavy 2`, `min models +1`
#[derive(Debug)]
pub struct SetBound<'a> {
    pub upper: bool,
    /// `None`: the number of models.
    pub choose: Option<Name<'a>>,
    pub value: BoundValue<'a>,
}

/// A bound changed by a number, or set.
#[derive(Debug)]
pub enum BoundValue<'a> {
    By(i64),
    To(Expr<'a>),
}

/// `LD +1`, `rank = 3`
#[derive(Debug)]
pub struct Change<'a> {
    pub name: Name<'a>,
    pub value: ChangeValue<'a>,
}

/// What a characteristic or attribute is changed to.
#[derive(Debug)]
pub enum ChangeValue<'a> {
    By(Number),
    Expr(Expr<'a>),
    /// A text or a stat token.
    Token(StatValue<'a>),
}

/// `LD 8`, `RCV pick 2..4`
#[derive(Debug)]
pub struct Stat<'a> {
    pub name: Name<'a>,
    pub value: StatGiven<'a>,
}

/// The value of a characteristic on an entry.
#[derive(Debug)]
pub enum StatGiven<'a> {
    /// The place of the word `pick`, and the numbers to pick from.
    Pick(Span, NumberLimits, Steps),
    Values(Vec<StatValue<'a>>),
}

/// One value of a characteristic, not decoded yet.
#[derive(Debug, Clone, Copy)]
pub struct StatValue<'a> {
    pub raw: &'a str,
    pub quoted: bool,
    pub span: Span,
}

/// `type 1`, `reactions evade, controlled`
#[derive(Debug)]
pub struct AttributeValue<'a> {
    pub name: Name<'a>,
    pub values: Vec<ValueWord<'a>>,
}
