//! Decks, the layout of cards, and reference sheets.

use super::Resolver;
use super::scope::{Scope, Subject};
use super::text::plain;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Home, Sheet, SheetPart, Shown};
use crate::syntax::ast::{self, Name, Statement, StatementKind};

impl<'t> Resolver<'t> {
    pub(super) fn lower_paper(&mut self, home: Home, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Deck(one) => self.lower_deck(home, one, statement.span),
                StatementKind::Layout(one) => self.lower_layout(one),
                StatementKind::Sheet(one) => {
                    let parts = one.parts.iter().map(|part| self.sheet_part(part)).collect();
                    self.game.sheets.push(Sheet { title: plain(one.title), span: statement.span, parts });
                }
                _ => {}
            }
        }
    }

    fn lower_deck(&mut self, home: Home, one: &'t ast::Deck<'t>, span: crate::source::Span) {
        let Some(id) = self.game.decks.iter().find(|(_, deck)| deck.span == span).map(|(id, _)| id) else { return };
        let root = Some(self.force_root(home));
        let mut scope = Scope::new(home, root, Subject::Army);
        let when = one.when.as_ref().map(|condition| self.condition(&mut scope, condition));
        let size = one.size.as_ref().map(|range| self.range(&mut scope, range));
        let copies = one.copies.as_ref().map(|range| self.range(&mut scope, range));
        let rules = one.rules.iter().filter_map(|rule| self.lower_rule(&scope, rule)).collect();
        let deck = self.game.decks.get_mut(id);
        (deck.when, deck.size, deck.copies, deck.rules) = (when, size, copies, rules);
    }

    fn lower_layout(&mut self, one: &ast::Layout<'t>) {
        for name in &one.tracks {
            if let Some((id, _)) = self.names.derives.get(name.text).copied() {
                self.game.layout.tracks.push(id);
            } else {
                self.not_shown(*name);
            }
        }
        for name in &one.shown {
            if let Some((id, _)) = self.names.derives.get(name.text).copied() {
                self.game.layout.shown.push(Shown::Derive(id));
            } else if let Some((id, _)) = self.names.attributes.get(name.text).copied() {
                self.game.layout.shown.push(Shown::Attribute(id));
            } else {
                self.not_shown(*name);
            }
        }
    }

    fn not_shown(&mut self, name: Name<'t>) {
        let mut known: Vec<_> = self.names.derives.keys().copied().collect();
        known.extend(self.names.attributes.keys());
        self.unknown(&codes::UNKNOWN_NAME, name, "derived value or attribute", known);
    }

    fn sheet_part(&mut self, part: &ast::SheetPart<'t>) -> SheetPart {
        match part {
            ast::SheetPart::Step { title, text } => SheetPart::Step { title: plain(*title), text: text.map(plain) },
            ast::SheetPart::Table { head, rows } => {
                for row in rows.iter().filter(|row| row.len() != head.len()) {
                    if let (Some(first), Some(last)) = (row.first(), row.last()) {
                        let message = format!("the row has {} cells, the table {}", row.len(), head.len());
                        self.report(Diagnostic::new(&codes::STAT_SHAPE, first.span.to(last.span), message));
                    }
                }
                let cells = |cells: &Vec<ast::Text<'t>>| cells.iter().map(|cell| plain(*cell)).collect();
                SheetPart::Table { head: cells(head), rows: rows.iter().map(cells).collect() }
            }
        }
    }
}
