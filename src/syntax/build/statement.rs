use super::super::ast::{Body, Statement, StatementKind};
use super::super::grammar::Rule;
use super::super::tree::Pairs;
use super::{Builder, P};

impl<'a> Builder<'a> {
    /// The statements of `declarations` or `statements`; what stands in `choice_lines` is only
    /// checked, never kept.
    pub(crate) fn statements(&mut self, pairs: Pairs<'_>) -> Vec<Statement<'a>> {
        pairs.filter_map(|part| self.statement(part)).collect()
    }

    pub(crate) fn body(&mut self, pair: P<'_>) -> Body<'a> {
        let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::statement);
        Body { statements: parts.filter_map(|part| self.statement(part)).collect() }
    }

    pub(crate) fn statement(&mut self, pair: P<'_>) -> Option<Statement<'a>> {
        if !matches!(pair.as_rule(), Rule::statement | Rule::declaration) {
            return None;
        }
        let part = pair.into_inner().next()?;
        let span = self.span(&part);
        Some(Statement { kind: self.statement_kind(part)?, span })
    }

    fn statement_kind(&mut self, part: P<'_>) -> Option<StatementKind<'a>> {
        Some(match part.as_rule() {
            Rule::use_ => StatementKind::Use(self.text(&part.into_inner().nth(1)?)),
            Rule::currency => StatementKind::Currency(self.currency(part)?),
            Rule::profile => StatementKind::Profile(self.profile(part)?),
            Rule::section => StatementKind::Section(self.section(part)?),
            Rule::keyword => StatementKind::Keyword(self.keyword(part)?),
            Rule::category => StatementKind::Categories(self.categories(part)?),
            Rule::attribute => StatementKind::Attribute(self.attribute(part)?),
            Rule::optional => StatementKind::Optional(self.optional(part)?),
            Rule::chart => StatementKind::Chart(self.chart(part)?),
            Rule::force => StatementKind::Force(self.force(part)?),
            Rule::deck => StatementKind::Deck(self.deck(part)?),
            Rule::layout => StatementKind::Layout(self.layout(part)?),
            Rule::sheet => StatementKind::Sheet(self.sheet(part)?),
            Rule::army => StatementKind::Army(self.body(part.into_inner().nth(1)?)),
            Rule::group => StatementKind::Group(self.choose(part)?),
            Rule::unit | Rule::entry | Rule::kind_entry => StatementKind::Entry(self.entry(part)?),
            Rule::named => self.named(part)?,
            Rule::points => StatementKind::Points(self.range(part.into_inner().nth(1)?)?),
            Rule::charts => StatementKind::Charts(self.names(part.into_inner().nth(1)?)),
            Rule::derive => StatementKind::Derive(self.derive(part)?),
            Rule::grant => StatementKind::Grant(self.grant(part)?),
            Rule::allow | Rule::ban => StatementKind::Permit(self.permit(part)?),
            Rule::waive => StatementKind::Waive(self.waive(part)?),
            Rule::for_each => StatementKind::ForEach(self.for_each(part)?),
            Rule::when => StatementKind::When(self.when(part)?),
            Rule::rule_ => StatementKind::Rule(self.rule(part)?),
            Rule::at_most => StatementKind::AtMost(self.at_most(part)?),
            Rule::models => StatementKind::Models(self.models(part)?),
            Rule::mode => StatementKind::Mode(self.mode(part)?),
            Rule::weapons => StatementKind::Weapons(self.weapons(part)?),
            Rule::has => StatementKind::Has(self.has(part)?),
            Rule::choose => StatementKind::Choose(self.choose(part)?),
            Rule::option => StatementKind::Option(self.option_line(part.into_inner().nth(1)?)?),
            Rule::include => StatementKind::Include(self.include(part)?),
            Rule::cost => StatementKind::Cost(self.cost(part)?),
            Rule::may_join => StatementKind::MayJoin(self.may_join(part)?),
            Rule::may_ride => StatementKind::MayRide(self.may_ride(part)?),
            Rule::brings => StatementKind::Brings(self.brings(part)?),
            Rule::note => StatementKind::Note(self.text(&part.into_inner().nth(1)?)),
            Rule::hide => StatementKind::Hide,
            Rule::set_bound => StatementKind::SetBound(self.set_bound(part)?),
            Rule::add => StatementKind::Add(self.names(part.into_inner().nth(1)?)),
            Rule::remove => StatementKind::Remove(self.names(part.into_inner().nth(1)?)),
            Rule::stat => self.stat(part)?,
            Rule::slot => StatementKind::Slot(self.slot(part)?),
            Rule::trade => StatementKind::Trade(self.trade(part)?),
            Rule::unlock => StatementKind::Unlock(self.unlock(part)?),
            Rule::unlock_once => StatementKind::UnlockOnce(self.cites_of(part)),
            Rule::offers => StatementKind::Offers(self.offers(part)?),
            Rule::holds => StatementKind::Holds(self.holds(part)?),
            _ => return None,
        })
    }
}
