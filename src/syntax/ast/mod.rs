//! What was written, place by place: names are text, nothing is looked up yet.
//!
//! One file per family of constructs. Start at [`Statement`], which is everything that may stand in
//! a body. Large kinds of statement are boxed: a body has many small ones.

pub(crate) mod chart;
pub(crate) mod declaration;
pub(crate) mod entry;
pub(crate) mod expression;
pub(crate) mod paper;
pub(crate) mod rule;

pub(crate) use chart::*;
pub(crate) use declaration::*;
pub(crate) use entry::*;
pub(crate) use expression::*;
pub(crate) use paper::*;
pub(crate) use rule::*;

use crate::source::Span;

/// A name as written.
#[derive(Debug, Clone, Copy)]
pub struct Name<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// A text as written between its quotes, escapes and all.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    pub raw: &'a str,
    /// Of the text without its quotes.
    pub span: Span,
}

/// A number as written.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    pub value: i64,
    pub span: Span,
}

/// What a file holds.
#[derive(Debug)]
pub enum Item<'a> {
    System(Head<'a>, Vec<Statement<'a>>),
    Faction(Head<'a>, Vec<Statement<'a>>),
    Event(Head<'a>, Vec<Statement<'a>>),
    /// Declarations outside any of these, for other files to `use`.
    Part(Vec<Statement<'a>>),
}

/// The header of a system, faction or event.
#[derive(Debug)]
pub struct Head<'a> {
    pub id: Name<'a>,
    pub title: Text<'a>,
    /// The system that a faction or event belongs to.
    pub of: Option<Name<'a>>,
    pub tags: Vec<Name<'a>>,
    pub version: Option<Text<'a>>,
    pub cites: Vec<Name<'a>>,
}

/// A statement and its place.
#[derive(Debug)]
pub struct Statement<'a> {
    pub kind: StatementKind<'a>,
    pub span: Span,
}

/// Every kind of statement: declarations, then what stands in bodies.
#[derive(Debug)]
pub enum StatementKind<'a> {
    Use(Text<'a>),
    Currency(Currency<'a>),
    Profile(Box<Profile<'a>>),
    Section(Section<'a>),
    Keyword(Box<Keyword<'a>>),
    Categories(Box<Categories<'a>>),
    Attribute(Box<Attribute<'a>>),
    Optional(Optional<'a>),
    Enumeration(Enumeration<'a>),
    Chart(Box<Chart<'a>>),
    Force(Box<Force<'a>>),
    Deck(Box<Deck<'a>>),
    Layout(Box<Layout<'a>>),
    Sheet(Box<Sheet<'a>>),
    Army(Body<'a>),
    Group(Box<Choose<'a>>),
    Entry(Box<Entry<'a>>),
    Points(Box<Range<'a>>),
    /// `points required`, with its citations.
    PointsRequired(Vec<Name<'a>>),
    Charts(Vec<Name<'a>>),

    Derive(Box<Derive<'a>>),
    Grant(Box<Grant<'a>>),
    Permit(Box<Permit<'a>>),
    Waive(Box<Waive<'a>>),
    ForEach(ForEach<'a>),
    When(Box<When<'a>>),
    Rule(Box<Rule<'a>>),
    AtMost(Box<AtMost<'a>>),
    Limit(Box<Limit<'a>>),

    Models(Box<Models<'a>>),
    Mode(Mode<'a>),
    Weapons(Weapons<'a>),
    Has(Vec<KeywordUse<'a>>),
    Choose(Box<Choose<'a>>),
    Option(Box<OptionLine<'a>>),
    Include(Box<Include<'a>>),
    Cost(Box<Cost<'a>>),
    MayJoin(Box<MayJoin<'a>>),
    MayRide(MayRide<'a>),
    Brings(Box<Brings<'a>>),
    Note(Text<'a>),
    Hide,
    SetBound(Box<SetBound<'a>>),
    Add(Vec<Name<'a>>),
    /// Categories and keywords.
    Remove(Vec<Name<'a>>),
    /// `remove all keywords`
    RemoveKeywords,
    Change(Change<'a>),
    Stat(Stat<'a>),
    AttributeValue(AttributeValue<'a>),

    Slot(Box<Slot<'a>>),
    Trade(Box<Trade<'a>>),
    Unlock(Box<Unlock<'a>>),
    UnlockOnce(Vec<Name<'a>>),
    Offers(Offers<'a>),
    Holds(Holds<'a>),
    Subforce(Box<Subforce<'a>>),
}

/// What stands between the braces of an entry, chart or change.
pub(crate) type Body<'a> = Vec<Statement<'a>>;

/// `2..4`, `1..`, `..3`, `1` (which means `1..1`); bounds are expressions.
#[derive(Debug)]
pub struct Range<'a> {
    pub low: Option<Expr<'a>>,
    pub high: Option<Expr<'a>>,
    /// No dots were written: the one bound is both.
    pub exact: bool,
    pub steps: Steps,
    pub span: Span,
}

/// Which numbers of a range are meant.
#[derive(Debug)]
pub enum Steps {
    Every,
    /// `5..20 by 5`
    By(Number),
    /// `{3, 6}`
    Only(Vec<Number>),
}

/// `12, vp 1`: amounts of currencies.
#[derive(Debug)]
pub struct Price<'a> {
    pub amounts: Vec<Amount<'a>>,
    pub span: Span,
}

/// An amount of a currency; one without a name is of the first.
#[derive(Debug)]
pub struct Amount<'a> {
    pub currency: Option<Name<'a>>,
    pub value: Expr<'a>,
    /// Its own sign, or else that of the price.
    pub negative: bool,
}
