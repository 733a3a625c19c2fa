use super::super::ast::{Deck, Layout, Sheet, SheetPart, Text};
use super::super::grammar::Rule;
use super::{Builder, P};

impl<'a> Builder<'a> {
    pub(crate) fn deck(&mut self, pair: P<'_>) -> Option<Deck<'a>> {
        let mut parts = pair.into_inner().skip(1);
        let id = self.name(&parts.next()?);
        let title = self.text(&parts.next()?);
        let mut deck = Deck {
            id,
            title,
            when: None,
            cites: Vec::new(),
            size: None,
            copies: None,
            types: Vec::new(),
            cards: Vec::new(),
            rules: Vec::new(),
        };
        for part in parts {
            match part.as_rule() {
                Rule::expr => deck.when = Some(self.expr(part)?),
                Rule::cite => deck.cites = self.names(part),
                Rule::deck_size => {
                    let span = self.span(&part);
                    let size = self.range(part.into_inner().nth(1)?)?;
                    self.once(&mut deck.size, size, span);
                }
                Rule::deck_copies => {
                    let span = self.span(&part);
                    let copies = self.range(part.into_inner().nth(1)?)?;
                    self.once(&mut deck.copies, copies, span);
                }
                Rule::deck_types => deck.types = self.names(part.into_inner().nth(1)?),
                Rule::card => deck.cards.extend(self.entry(part)),
                Rule::rule_ => deck.rules.extend(self.rule(part)),
                _ => {}
            }
        }
        Some(deck)
    }

    pub(crate) fn layout(&mut self, pair: P<'_>) -> Option<Layout<'a>> {
        let mut layout = Layout::default();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::track => layout.tracks.extend(self.names(part.into_inner().nth(1)?)),
                Rule::show => layout.shown.extend(self.names(part.into_inner().nth(1)?)),
                Rule::boxes => {
                    for boxed in part.into_inner().filter(|part| part.as_rule() == Rule::boxed) {
                        let mut parts = boxed.into_inner();
                        let name = self.name(&parts.next()?);
                        layout.boxes.push((name, parts.next().map(|part| self.name(&part))));
                    }
                }
                Rule::columns => {
                    let profile =
                        part.into_inner().find(|part| part.as_rule() == Rule::profile_id)?;
                    layout.columns.push((self.name(&profile), self.names(part)));
                }
                Rule::accent => {
                    let span = self.span(&part);
                    let colour = self.text(&part.into_inner().nth(1)?);
                    self.once(&mut layout.accent, colour, span);
                }
                _ => {}
            }
        }
        Some(layout)
    }

    pub(crate) fn sheet(&mut self, pair: P<'_>) -> Option<Sheet<'a>> {
        let (mut title, mut when, mut parts) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::string => title = Some(self.text(&part)),
                Rule::expr => when = Some(self.expr(part)?),
                Rule::step => {
                    let mut texts = part.into_inner().filter(|part| part.as_rule() == Rule::string);
                    let title = self.text(&texts.next()?);
                    parts.push(SheetPart::Step {
                        title,
                        text: texts.next().map(|text| self.text(&text)),
                    });
                }
                Rule::table => parts.push(self.table(part)),
                _ => {}
            }
        }
        Some(Sheet { title: title?, when, parts })
    }

    fn table(&mut self, pair: P<'_>) -> SheetPart<'a> {
        let (mut head, mut rows) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::cells => head = self.cells(part),
                Rule::row => rows.extend(part.into_inner().nth(1).map(|cells| self.cells(cells))),
                _ => {}
            }
        }
        SheetPart::Table { head, rows }
    }

    fn cells(&mut self, pair: P<'_>) -> Vec<Text<'a>> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Rule::string)
            .map(|part| self.text(&part))
            .collect()
    }
}
