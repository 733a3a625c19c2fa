//! Charts and forces: how an army is organised.

use super::super::ast::{
    Allied, Body, Chart, Expr, ExprKind, Force, ForceModifiers, Holds, Offer, Offers, Slot,
    Statement, StatementKind, Subforce, Trade, Unlock, Unlocked,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

impl<'a> Builder<'a> {
    pub(crate) fn chart(&mut self, pair: Pair<'_>) -> Option<Chart<'a>> {
        Some(Chart {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            modifiers: self.modifiers(pair),
            body: self.body(pair),
        })
    }

    pub(crate) fn slot(&mut self, pair: Pair<'_>) -> Option<Slot<'a>> {
        let takes = self.opt(pair, Rule::names, Self::open_condition)?;
        // Without a condition, its id is the name of a category that is declared elsewhere.
        let id = self.id(pair)?;
        if takes.is_some() {
            self.note_declared(id, pair);
        }
        self.old_names(id, pair);
        Some(Slot {
            id,
            title: self.title(pair),
            range: self.need(pair, Rule::range, Self::range)?,
            takes,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn trade(&mut self, pair: Pair<'_>) -> Option<Trade<'a>> {
        let mut numbers = pair.parts_of(Rule::number);
        let (give, get) = (self.number(numbers.next()?), self.number(numbers.next()?));
        let mut slots = self.names(pair).into_iter();
        Some(Trade {
            give: (give, slots.next()?),
            get: (get, slots.next()?),
            most: self.need(pair, Rule::bound, Self::bound)?,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn unlock(&mut self, pair: Pair<'_>) -> Option<Unlock<'a>> {
        Some(Unlock {
            slots: self.each(pair, Rule::unlocked, Self::unlocked)?,
            count: self.number(pair.part(Rule::number)?),
            by: self.names_of(pair, Rule::ids),
            cites: self.cites(pair),
        })
    }

    fn unlocked(&mut self, pair: Pair<'_>) -> Option<Unlocked<'a>> {
        Some(Unlocked { slot: self.id(pair)?, after_the_first: pair.has(Rule::after_first) })
    }

    pub(crate) fn offers(&mut self, pair: Pair<'_>) -> Option<Offers<'a>> {
        Some(Offers {
            by: self.id(pair)?,
            offers: self.each(pair, Rule::offer, Self::offer)?,
            cites: self.cites(pair),
        })
    }

    fn offer(&mut self, pair: Pair<'_>) -> Option<Offer<'a>> {
        let count = self.number(pair.part(Rule::number)?);
        let to = match self.opt(pair, Rule::names, Self::open_condition)? {
            Some(condition) => condition,
            None => {
                let name = self.id(pair)?;
                Expr { kind: ExprKind::Name(name), span: name.span }
            }
        };
        Some(Offer { count, to })
    }

    pub(crate) fn holds(&mut self, pair: Pair<'_>) -> Holds<'a> {
        Holds { categories: self.names_of(pair, Rule::ids), cites: self.cites(pair) }
    }

    pub(crate) fn force(&mut self, pair: Pair<'_>) -> Option<Force<'a>> {
        Some(Force {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            modifiers: self.force_modifiers(pair, Rule::force_modifier),
            body: self.force_body(pair),
        })
    }

    fn subforce(&mut self, pair: Pair<'_>) -> Option<Subforce<'a>> {
        let id = self.name(pair.part(Rule::force_id)?);
        Some(Subforce {
            id: self.declared(id, pair),
            title: self.title(pair)?,
            range: self.need(pair, Rule::range, Self::range)?,
            modifiers: self.force_modifiers(pair, Rule::subforce_modifier),
            body: self.force_body(pair),
        })
    }

    fn force_modifiers(&mut self, pair: Pair<'_>, rule: Rule) -> ForceModifiers<'a> {
        let mut modifiers = ForceModifiers::default();
        for part in pair.parts_of(rule).filter_map(|modifier| modifier.parts().next()) {
            let span = self.span(part);
            match part.rule() {
                Rule::one_chart => self.once(&mut modifiers.one_chart, span, span),
                Rule::full_first => self.once(&mut modifiers.full_before_next, span, span),
                Rule::allied => {
                    let allied = Allied { with: self.names_of(part, Rule::ids) };
                    self.once(&mut modifiers.allied, allied, span);
                }
                _ => modifiers.cites.extend(self.names(part)),
            }
        }
        modifiers
    }

    /// Statements, and nested forces at any depth.
    fn force_body(&mut self, pair: Pair<'_>) -> Body<'a> {
        let mut body = Vec::new();
        for part in pair.part(Rule::force_body).into_iter().flat_map(|body| body.parts()) {
            if part.rule() == Rule::subforce {
                let sub = self.subforce(part).map(|sub| StatementKind::Subforce(Box::new(sub)));
                body.extend(sub.map(|kind| Statement { kind, span: self.span(part) }));
            } else {
                body.extend(self.statement(part));
            }
        }
        body
    }
}
