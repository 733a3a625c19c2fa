//! Builds entries and the statements of their bodies: models, weapons, keywords, characteristics,
//! changes.

use super::super::ast::{
    AttributeValue, BoundValue, Brings, Change, ChangeValue, Cost, Entry, KeywordUse, MayJoin,
    MayRide, Mode, ModelPrice, ModelRole, Models, ModelsLine, Modifiers, Name, NumberLimits,
    SetBound, Stat, StatGiven, StatValue, StatementKind, Weapons,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

impl<'a> Builder<'a> {
    /// A statement that begins with a name the game defines: an entry, a change or a fact.
    pub(crate) fn named(&mut self, pair: Pair<'_>) -> Option<StatementKind<'a>> {
        let name = self.id(pair)?;
        let value = pair.parts().nth(1)?;
        Some(match value.rule() {
            Rule::alteration | Rule::set_to => {
                StatementKind::Change(Change { name, value: self.change_value(value)? })
            }
            Rule::attr_value => {
                let values = self.each(pair, Rule::attr_value, Self::value_word)?;
                StatementKind::AttributeValue(AttributeValue { name, values })
            }
            _ => StatementKind::Entry(Box::new(self.entry(pair)?)),
        })
    }

    /// `unit`, `card` and entries of a profile's kind: the first part names the kind.
    pub(crate) fn entry(&mut self, pair: Pair<'_>) -> Option<Entry<'a>> {
        let mut parts = pair.parts();
        let (kind, id) = (self.name(parts.next()?), self.name(parts.next()?));
        Some(Entry {
            kind,
            id: self.declared(id, pair),
            title: self.title(pair),
            tags: self.tags(pair),
            modifiers: self.modifiers(pair),
            body: self.body(pair),
        })
    }

    pub(crate) fn modifiers(&mut self, pair: Pair<'_>) -> Modifiers<'a> {
        let mut modifiers = Modifiers::default();
        for part in pair.parts_of(Rule::modifier).filter_map(|modifier| modifier.parts().next()) {
            let span = self.span(part);
            match part.rule() {
                Rule::w_unique => self.once(&mut modifiers.unique, span, span),
                Rule::extends => {
                    if let Some(base) = self.extends(part) {
                        self.once(&mut modifiers.extends, base, span);
                    }
                }
                Rule::for_names => {
                    modifiers.for_names = self.names_of(part, Rule::ids);
                    let section = part.part(Rule::w_section).map(|section| self.name(section));
                    modifiers.for_names.extend(section);
                }
                _ => modifiers.cites.extend(self.names(part)),
            }
        }
        modifiers
    }

    pub(crate) fn extends(&mut self, pair: Pair<'_>) -> Option<Name<'a>> {
        pair.parts().nth(1).map(|name| self.name(name))
    }

    pub(crate) fn mode(&mut self, pair: Pair<'_>) -> Option<Mode<'a>> {
        Some(Mode { title: self.title(pair)?, body: self.body(pair) })
    }

    pub(crate) fn models(&mut self, pair: Pair<'_>) -> Option<Models<'a>> {
        let Some(group) = pair.part(Rule::model_group) else {
            let lines = self.each(pair, Rule::model_line, Self::model_line)?;
            return Some(Models { group: None, lines, cites: Vec::new() });
        };
        let (id, range) = (self.id(group)?, self.need(group, Rule::range, Self::range)?);
        Some(Models {
            group: Some((id, range)),
            lines: self.each(group, Rule::model_line, Self::model_line)?,
            cites: self.cites(group),
        })
    }

    fn model_line(&mut self, pair: Pair<'_>) -> Option<ModelsLine<'a>> {
        Some(ModelsLine {
            range: self.need(pair, Rule::range, Self::range)?,
            model: self.id(pair)?,
            price: self.opt(pair, Rule::model_price, Self::model_price)?,
            role: match (pair.has(Rule::w_added), pair.has(Rule::w_leading)) {
                (true, _) => ModelRole::Added,
                (_, true) => ModelRole::Leading,
                _ => ModelRole::Ordinary,
            },
            cites: self.cites(pair),
        })
    }

    fn model_price(&mut self, pair: Pair<'_>) -> Option<ModelPrice<'a>> {
        let mut prices = self.each(pair, Rule::price, Self::price)?.into_iter();
        Some(ModelPrice {
            price: prices.next()?,
            first: pair.part(Rule::number).map(|number| self.number(number)),
            then: prices.next(),
        })
    }

    pub(crate) fn weapons(&mut self, pair: Pair<'_>) -> Weapons<'a> {
        Weapons { group: self.title(pair), names: self.names_of(pair, Rule::ids) }
    }

    pub(crate) fn keyword_use(&mut self, pair: Pair<'_>) -> Option<KeywordUse<'a>> {
        Some(KeywordUse {
            name: self.name(pair.part(Rule::name)?),
            arguments: self.each(pair, Rule::argument, Self::value_word)?,
            span: self.span(pair),
        })
    }

    pub(crate) fn brings(&mut self, pair: Pair<'_>) -> Option<Brings<'a>> {
        Some(Brings {
            range: self.need(pair, Rule::range, Self::range)?,
            unit: self.id(pair)?,
            cites: self.cites(pair),
        })
    }

    pub(crate) fn cost(&mut self, pair: Pair<'_>) -> Option<Cost<'a>> {
        let change = self.opt(pair, Rule::change_price, Self::change_price)?;
        // `cost swc -1` has its sign after the name.
        let named = pair.part(Rule::price).and_then(|price| price.part(Rule::named_amount));
        let signed = named.is_some_and(|named| named.has(Rule::plus) || named.has(Rule::minus));
        Some(Cost {
            change: change.is_some() || signed,
            price: match change {
                Some(price) => price,
                None => self.need(pair, Rule::price, Self::price)?,
            },
            cites: self.cites(pair),
        })
    }

    pub(crate) fn may_join(&mut self, pair: Pair<'_>) -> Option<MayJoin<'a>> {
        Some(MayJoin {
            hosts: self.need(pair, Rule::names, Self::open_condition)?,
            takes_no_slot: pair.has(Rule::no_slot),
            most_each: self.opt(pair, Rule::most_each, |builder, most| {
                builder.need(most, Rule::bound, Self::bound)
            })?,
            of_a_kind: pair.part(Rule::most_each).is_some_and(|most| most.has(Rule::of_a_kind)),
            cites: self.cites(pair),
        })
    }

    pub(crate) fn may_ride(&mut self, pair: Pair<'_>) -> Option<MayRide<'a>> {
        let carriers = self.need(pair, Rule::names, Self::open_condition)?;
        Some(MayRide { carriers, cites: self.cites(pair) })
    }

    pub(crate) fn set_bound(&mut self, pair: Pair<'_>) -> Option<SetBound<'a>> {
        Some(SetBound {
            upper: pair.has(Rule::w_max),
            choose: self.id(pair),
            value: match pair.part(Rule::alteration) {
                Some(by) => BoundValue::By(self.number(by).value),
                None => BoundValue::To(self.need(pair, Rule::bound, Self::bound)?),
            },
        })
    }

    /// `+1`, `= 3`
    fn change_value(&mut self, pair: Pair<'_>) -> Option<ChangeValue<'a>> {
        if pair.rule() == Rule::alteration {
            return Some(ChangeValue::By(self.number(pair)));
        }
        let value = pair.parts().nth(1)?;
        Some(match value.rule() {
            Rule::paren => ChangeValue::Expr(self.paren(value)?),
            _ => ChangeValue::Token(self.stat_token(value)),
        })
    }

    /// A characteristic's value, or a change to it: both begin with its name.
    pub(crate) fn stat(&mut self, pair: Pair<'_>) -> Option<StatementKind<'a>> {
        let name = self.name(pair.part(Rule::name)?);
        let value = pair.parts().nth(1)?;
        let value = match value.rule() {
            Rule::set_to | Rule::alteration => {
                let value = self.change_value(value)?;
                return Some(StatementKind::Change(Change { name, value }));
            }
            Rule::w_pick => {
                let picks = pair.part(Rule::picks)?;
                let steps = self.steps(picks, Rule::picked, Rule::signed);
                let open = NumberLimits { low: None, high: None, span: self.span(picks) };
                let limits = picks.part(Rule::limits).map_or(open, |limits| self.limits(limits));
                StatGiven::Pick(self.span(value), limits, steps)
            }
            _ => {
                let values = pair.parts().skip(1);
                let values =
                    values.filter(|part| matches!(part.rule(), Rule::string | Rule::stat_token));
                StatGiven::Values(values.map(|part| self.stat_token(part)).collect())
            }
        };
        Some(StatementKind::Stat(Stat { name, value }))
    }

    fn stat_token(&mut self, pair: Pair<'_>) -> StatValue<'a> {
        if pair.rule() == Rule::string {
            let text = self.string(pair);
            return StatValue { raw: text.raw, quoted: true, span: text.span };
        }
        StatValue { raw: self.source_text(pair), quoted: false, span: self.span(pair) }
    }
}
