//! Builds what is printed: decks of cards, the layout of cards, reference sheets.

use super::super::ast::{
    CardEffect, Deck, Entry, Layout, Name, Number, Range, Sheet, SheetPart, Statement,
    StatementKind, Text,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

impl<'a> Builder<'a> {
    pub(crate) fn deck(&mut self, pair: Pair<'_>) -> Option<Deck<'a>> {
        Some(Deck {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            when: self.opt(pair, Rule::expr, Self::expr)?,
            cites: self.cites(pair),
            size: self.deck_range(pair, Rule::deck_size)?,
            copies: self.deck_range(pair, Rule::deck_copies)?,
            types: match pair.parts_of(Rule::deck_types).last() {
                Some(types) => self.names_of(types, Rule::ids),
                None => Vec::new(),
            },
            resource: self.resource(pair)?,
            cards: pair.parts_of(Rule::card).filter_map(|card| self.card(card)).collect(),
            rules: pair.parts_of(Rule::rule_).filter_map(|rule| self.rule(rule)).collect(),
        })
    }

    fn deck_range(&mut self, pair: Pair<'_>, rule: Rule) -> Option<Option<Range<'a>>> {
        let mut range = None;
        for line in pair.parts_of(rule) {
            let value = self.need(line, Rule::range, Self::range)?;
            self.once(&mut range, value, self.span(line));
        }
        Some(range)
    }

    fn resource(&mut self, pair: Pair<'_>) -> Option<Option<Text<'a>>> {
        let mut resource = None;
        for line in pair.parts_of(Rule::resource) {
            let title = self.title(line)?;
            self.once(&mut resource, title, self.span(line));
        }
        Some(resource)
    }

    fn card(&mut self, pair: Pair<'_>) -> Option<Entry<'a>> {
        let mut card = self.entry(pair)?;
        for part in pair.part(Rule::card_body).into_iter().flat_map(|body| body.parts()) {
            if part.rule() == Rule::card_effect {
                let effect = StatementKind::CardEffect(Box::new(self.card_effect(part)?));
                card.body.push(Statement { kind: effect, span: self.span(part) });
            } else {
                card.body.extend(self.statement(part));
            }
        }
        Some(card)
    }

    fn card_effect(&mut self, pair: Pair<'_>) -> Option<CardEffect<'a>> {
        Some(CardEffect {
            users: self.names_of(pair, Rule::ids),
            cost: self.opt_number(pair),
            text: self.title(pair)?,
        })
    }

    pub(crate) fn layout(&mut self, pair: Pair<'_>) -> Option<Layout<'a>> {
        let mut layout = Layout::default();
        for line in pair.parts() {
            match line.rule() {
                Rule::track => layout.tracks.extend(self.names_of(line, Rule::ids)),
                Rule::show => layout.shown.extend(self.names_of(line, Rule::facts)),
                Rule::unnamed => layout.hidden.extend(self.names_of(line, Rule::ids)),
                Rule::boxes => layout.boxes.extend(self.each(line, Rule::boxed, Self::boxed)?),
                Rule::columns => {
                    let profile = self.name(line.part(Rule::profile_id)?);
                    layout.columns.push((profile, self.names(line)));
                }
                Rule::accent => {
                    let colour = self.title(line)?;
                    self.once(&mut layout.accent, colour, self.span(line));
                }
                Rule::symbol => {
                    let symbol = self.name(line.part(Rule::drawing)?);
                    layout.symbols.push((symbol, self.names_of(line, Rule::ids)));
                }
                Rule::arms => {
                    let mut drawings = line.parts_of(Rule::drawing).map(|part| self.name(part));
                    let arms = [drawings.next()?, drawings.next()?, drawings.next()?];
                    self.once(&mut layout.arms, arms, self.span(line));
                }
                Rule::emblem => {
                    let emblem = self.title(line)?;
                    self.once(&mut layout.emblem, emblem, self.span(line));
                }
                Rule::portrait => {
                    let picture = self.title(line)?;
                    layout.portraits.push((picture, self.names_of(line, Rule::ids)));
                }
                Rule::pattern => {
                    let pattern = self.name(line.part(Rule::drawing)?);
                    self.once(&mut layout.pattern, pattern, self.span(line));
                }
                Rule::turns => {
                    let turns = (self.title(line)?, self.opt_number(line));
                    self.once(&mut layout.turns, turns, self.span(line));
                }
                Rule::counter => layout.counters.extend(self.texts(line)),
                Rule::side => {
                    let profiles: Vec<Name<'a>> =
                        line.parts_of(Rule::profile_id).map(|part| self.name(part)).collect();
                    match line.part(Rule::w_front) {
                        Some(_) => layout.front.extend(profiles),
                        None => layout.back.extend(profiles),
                    }
                }
                Rule::short => {
                    layout.short.extend(self.each(line, Rule::short_name, Self::short_name)?);
                }
                _ => {}
            }
        }
        Some(layout)
    }

    fn opt_number(&mut self, pair: Pair<'_>) -> Option<Number> {
        pair.part(Rule::number).map(|part| self.number(part))
    }

    fn short_name(&mut self, pair: Pair<'_>) -> Option<(Name<'a>, Text<'a>)> {
        Some((self.name(pair.part(Rule::name)?), self.title(pair)?))
    }

    fn boxed(&mut self, pair: Pair<'_>) -> Option<(Name<'a>, Option<Name<'a>>)> {
        let stat = self.name(pair.part(Rule::name)?);
        Some((stat, pair.part(Rule::member).map(|part| self.name(part))))
    }

    pub(crate) fn sheet(&mut self, pair: Pair<'_>) -> Option<Sheet<'a>> {
        let mut parts = Vec::new();
        for part in pair.parts() {
            match part.rule() {
                Rule::step => {
                    let mut texts = self.texts(part).into_iter();
                    parts.push(SheetPart::Step { title: texts.next()?, text: texts.next() });
                }
                Rule::table => {
                    let head = self.texts(part.part(Rule::cells)?);
                    let rows = self.each(part, Rule::row, |builder, row| {
                        Some(builder.texts(row.part(Rule::cells)?))
                    })?;
                    parts.push(SheetPart::Table { head, rows });
                }
                _ => {}
            }
        }
        let when = self.opt(pair, Rule::expr, Self::expr)?;
        Some(Sheet { title: self.title(pair)?, when, parts })
    }

    fn texts(&mut self, pair: Pair<'_>) -> Vec<Text<'a>> {
        pair.parts_of(Rule::string).map(|string| self.string(string)).collect()
    }
}
