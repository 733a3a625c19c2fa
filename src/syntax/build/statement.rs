//! Statements: every kind, and which rule of the grammar becomes which.
//!
//! Large kinds are boxed, because a body has many small ones.

use super::super::ast::{self, *};
use super::super::grammar::Rule;
use super::super::tree::{Pair, Pairs};
use super::Builder;
use crate::source::Span;

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
    Factions(Factions<'a>),
    OptionalSet(OptionalSet<'a>),
    DataPin(DataPin<'a>),
    Deadline(Text<'a>),
    Revisions(Number),
    Teams(Box<Teams<'a>>),
    EventList(Box<EventList<'a>>),
    Answer(Box<Answer<'a>>),
    Alias(Box<Alias<'a>>),

    Derive(Box<Derive<'a>>),
    Grant(Box<Grant<'a>>),
    Permit(Box<Permit<'a>>),
    Waive(Box<Waive<'a>>),
    ForEach(ForEach<'a>),
    When(Box<When<'a>>),
    Rule(Box<ast::Rule<'a>>),
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
    /// The names of categories and keywords.
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
    CardEffect(Box<CardEffect<'a>>),
}

/// What stands between the braces of an entry, chart or change.
pub(crate) type Body<'a> = Vec<Statement<'a>>;

impl<'a> Builder<'a> {
    /// The statements of `declarations` or `statements`; what stands in `choice_lines` is only
    /// checked, never kept.
    pub(crate) fn statements(&mut self, pairs: Pairs<'_>) -> Vec<Statement<'a>> {
        pairs.filter_map(|part| self.statement(part)).collect()
    }

    /// The statements in a construct's braces; empty if it has none.
    pub(crate) fn body(&mut self, pair: Pair<'_>) -> Body<'a> {
        pair.part(Rule::body).map(|body| self.statements(body.parts())).unwrap_or_default()
    }

    /// The lines of a list of an event: statements, and lines that can also stand in the event
    /// itself.
    pub(crate) fn lines(&mut self, pair: Pair<'_>) -> Vec<Statement<'a>> {
        let line = |part: Pair<'_>| match part.rule() {
            Rule::statement => self.statement(part),
            _ => Some(Statement { span: self.span(part), kind: self.statement_kind(part)? }),
        };
        pair.parts().filter_map(line).collect()
    }

    pub(crate) fn statement(&mut self, pair: Pair<'_>) -> Option<Statement<'a>> {
        if !matches!(pair.rule(), Rule::statement | Rule::declaration) {
            return None;
        }
        let part = pair.parts().next()?;
        Some(Statement { kind: self.statement_kind(part)?, span: self.span(part) })
    }

    fn statement_kind(&mut self, part: Pair<'_>) -> Option<StatementKind<'a>> {
        use StatementKind as S;
        Some(match part.rule() {
            Rule::use_ => S::Use(self.title(part)?),
            Rule::currency => S::Currency(self.currency(part)?),
            Rule::profile => S::Profile(Box::new(self.profile(part)?)),
            Rule::section => S::Section(self.section(part)?),
            Rule::keyword => S::Keyword(Box::new(self.keyword(part)?)),
            Rule::category => S::Categories(Box::new(self.categories(part)?)),
            Rule::attribute => S::Attribute(Box::new(self.attribute(part)?)),
            Rule::optional => S::Optional(self.optional(part)?),
            Rule::enumeration => S::Enumeration(self.enumeration(part)?),
            Rule::chart => S::Chart(Box::new(self.chart(part)?)),
            Rule::force => S::Force(Box::new(self.force(part)?)),
            Rule::deck => S::Deck(Box::new(self.deck(part)?)),
            Rule::layout => S::Layout(Box::new(self.layout(part)?)),
            Rule::sheet => S::Sheet(Box::new(self.sheet(part)?)),
            Rule::army => S::Army(self.body(part)),
            Rule::group => S::Group(Box::new(self.choose(part)?)),
            Rule::unit | Rule::entry | Rule::kind_entry => S::Entry(Box::new(self.entry(part)?)),
            Rule::named => self.named(part)?,
            Rule::points => S::Points(Box::new(self.need(part, Rule::range, Self::range)?)),
            Rule::points_required => S::PointsRequired(self.cites(part)),
            Rule::charts => S::Charts(self.names_of(part, Rule::ids)),
            Rule::factions => S::Factions(self.factions(part)),
            Rule::optional_set => S::OptionalSet(self.optional_set(part)),
            Rule::data_pin => S::DataPin(self.data_pin(part)?),
            Rule::deadline => S::Deadline(self.title(part)?),
            Rule::revisions => S::Revisions(self.number(part.part(Rule::number)?)),
            Rule::teams => S::Teams(Box::new(self.teams(part)?)),
            Rule::event_list => S::EventList(Box::new(self.event_list(part)?)),
            Rule::answer => S::Answer(Box::new(self.answer(part)?)),
            Rule::alias => S::Alias(Box::new(self.alias(part)?)),
            Rule::derive => S::Derive(Box::new(self.derive(part)?)),
            Rule::grant => S::Grant(Box::new(self.grant(part)?)),
            Rule::allow | Rule::ban => S::Permit(Box::new(self.permit(part)?)),
            Rule::waive => S::Waive(Box::new(self.waive(part)?)),
            Rule::for_each => S::ForEach(self.for_each(part)?),
            Rule::when => S::When(Box::new(self.when(part)?)),
            Rule::rule_ => S::Rule(Box::new(self.rule(part)?)),
            Rule::at_most => S::AtMost(Box::new(self.at_most(part)?)),
            Rule::limit => S::Limit(Box::new(self.limit(part)?)),
            Rule::models => S::Models(Box::new(self.models(part)?)),
            Rule::mode => S::Mode(self.mode(part)?),
            Rule::weapons => S::Weapons(self.weapons(part)),
            Rule::has => S::Has(self.each(part, Rule::keyword_use, Self::keyword_use)?),
            Rule::choose => S::Choose(Box::new(self.choose(part)?)),
            Rule::option => S::Option(Box::new(self.need(part, Rule::item, Self::option_line)?)),
            Rule::include => S::Include(Box::new(self.include(part)?)),
            Rule::cost => S::Cost(Box::new(self.cost(part)?)),
            Rule::may_join => S::MayJoin(Box::new(self.may_join(part)?)),
            Rule::may_ride => S::MayRide(self.may_ride(part)?),
            Rule::brings => S::Brings(Box::new(self.brings(part)?)),
            Rule::note => S::Note(self.title(part)?),
            Rule::hide => S::Hide,
            Rule::set_bound => S::SetBound(Box::new(self.set_bound(part)?)),
            Rule::add => S::Add(self.names_of(part, Rule::ids)),
            Rule::remove => match part.has(Rule::all_keywords) {
                true => S::RemoveKeywords,
                false => S::Remove(self.names_of(part, Rule::removed)),
            },
            Rule::stat => self.stat(part)?,
            Rule::slot => S::Slot(Box::new(self.slot(part)?)),
            Rule::trade => S::Trade(Box::new(self.trade(part)?)),
            Rule::unlock => S::Unlock(Box::new(self.unlock(part)?)),
            Rule::unlock_once => S::UnlockOnce(self.cites(part)),
            Rule::offers => S::Offers(self.offers(part)?),
            Rule::holds => S::Holds(self.holds(part)),
            _ => return None,
        })
    }
}
