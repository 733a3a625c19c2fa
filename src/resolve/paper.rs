//! Resolves decks, the layout of cards, and reference sheets.

use super::Resolver;
use super::scope::{Scope, Subject};
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::emblem::{DIVISIONS, PATTERNS, SHAPES, SYMBOLS};
use crate::model::{
    Boxes, Characteristic, KeywordId, Owner, Parameter, ParameterKind, Sheet, SheetPart, Shown,
    Side, StatBase, Symbolised,
};
use crate::syntax::ast;
use crate::syntax::ast::{Name, Statement, StatementKind};

impl<'t> Resolver<'t> {
    pub(crate) fn lower_paper(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Deck(deck) => self.lower_deck(owner, deck, statement.span),
                StatementKind::Layout(layout) => self.lower_layout(owner, layout),
                StatementKind::Sheet(sheet) => {
                    let mut scope = Scope::new(owner, Some(self.army_root(owner)), Subject::Army);
                    let when =
                        sheet.when.as_ref().map(|condition| self.condition(&mut scope, condition));
                    let parts = sheet.parts.iter().map(|part| self.sheet_part(part)).collect();
                    self.game.sheets.push(Sheet {
                        title: plain(sheet.title),
                        span: statement.span,
                        owner,
                        when,
                        parts,
                    });
                }
                _ => {}
            }
        }
    }

    fn lower_deck(&mut self, owner: Owner, decl: &'t ast::Deck<'t>, span: crate::source::Span) {
        let Some(id) = self.game.decks.iter().find(|(_, deck)| deck.span == span).map(|(id, _)| id)
        else {
            return;
        };
        let root = Some(self.army_root(owner));
        let mut scope = Scope::new(owner, root, Subject::Army);
        let when = decl.when.as_ref().map(|condition| self.condition(&mut scope, condition));
        let size = decl.size.as_ref().map(|range| self.range(&mut scope, range));
        let copies =
            decl.copies.as_ref().map(|range| self.whole_range(&mut scope, range, "copies"));
        let rules = decl.rules.iter().filter_map(|rule| self.lower_rule(&scope, rule)).collect();
        let deck = self.game.decks.get_mut(id);
        (deck.when, deck.size, deck.copies, deck.rules) = (when, size, copies, rules);
    }

    fn lower_layout(&mut self, owner: Owner, layout: &ast::Layout<'t>) {
        let colour = layout.accent.and_then(|text| self.colour(text));
        self.game.layout.accents.extend(colour.map(|colour| (owner, colour)));
        for (symbol, things) in &layout.symbols {
            self.lower_symbol(*symbol, things);
        }
        if let Some([shape, division, charge]) = layout.arms {
            let shape = self.drawing(shape, "shape of a shield", &SHAPES);
            let division = self.drawing(division, "division of a shield", &DIVISIONS);
            let charge = self.drawing(charge, "symbol", &SYMBOLS);
            if let (Some(shape), Some(division), Some(charge)) = (shape, division, charge) {
                self.game.layout.arms.push((owner, [shape, division, charge]));
            }
        }
        if let Some(emblem) = layout.emblem {
            self.lower_emblem(owner, emblem);
        }
        for (picture, things) in &layout.portraits {
            self.lower_portrait(*picture, things);
        }
        let pattern = layout.pattern.and_then(|name| self.drawing(name, "pattern", &PATTERNS));
        self.game.layout.patterns.extend(pattern.map(|pattern| (owner, pattern)));
        if let Some((title, count)) = &layout.turns {
            let none = count.as_ref().filter(|count| count.value < 1);
            let count = count.as_ref().map(|count| count.value).filter(|count| *count >= 1);
            if let Some(none) = none {
                self.report(codes::STAT_SHAPE.at(none.span, "a game has at least one turn"));
            }
            self.game.layout.turns = self.brief(*title).map(|title| (title, count));
        }
        for text in &layout.counters {
            let Some(counter) = self.brief(*text) else { continue };
            if self.game.layout.counters.contains(&counter) {
                let message = format!("there is already a counter \"{counter}\"");
                self.report(codes::REPEATED.at(text.span, message));
            } else {
                self.game.layout.counters.push(counter);
            }
        }
        for (profiles, side) in [(&layout.front, Side::Front), (&layout.back, Side::Back)] {
            for name in profiles {
                let profile = self.profile(*name);
                self.game.layout.sides.extend(profile.map(|profile| (profile, side)));
                if side == Side::Back && layout.front.iter().any(|front| front.text == name.text) {
                    let message = format!("`{}` cannot be on both sides of a card", name.text);
                    self.report(codes::REPEATED.at(name.span, message));
                }
            }
        }
        layout.hidden.iter().for_each(|category| self.lower_hidden(*category));
        layout.short.iter().for_each(|(stat, text)| self.lower_short(*stat, *text));
        layout.boxes.iter().for_each(|(stat, part)| self.lower_boxes(*stat, *part));
        layout.columns.iter().for_each(|(profile, columns)| self.lower_columns(*profile, columns));
        for name in &layout.tracks {
            if let Some((id, _)) = self.names.derives.get(name.text).copied() {
                self.game.layout.tracks.push(id);
            } else {
                self.not_shown(*name);
            }
        }
        for name in &layout.shown {
            if let Some((id, _)) = self.names.derives.get(name.text).copied() {
                self.game.layout.shown.push(Shown::Derive(id));
            } else if let Some((id, _)) = self.names.attributes.get(name.text).copied() {
                self.game.layout.shown.push(Shown::Attribute(id));
            } else {
                self.not_shown(*name);
            }
        }
    }

    /// Looks up the name of something that can be drawn.
    fn drawing(
        &mut self,
        name: Name<'t>,
        what: &str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        let found = known.iter().copied().find(|known| *known == name.text);
        if found.is_none() {
            self.unknown(&codes::UNKNOWN_NAME, name, what, known.iter().copied());
        }
        found
    }

    /// `symbol helmet for troop, marines`
    fn lower_symbol(&mut self, symbol: Name<'t>, things: &[Name<'t>]) {
        let symbol = self.drawing(symbol, "symbol", &SYMBOLS);
        for name in things {
            let of = self.symbolised(*name);
            self.game.layout.symbols.extend(of.zip(symbol));
        }
    }

    /// A unit, category or type of card that has a symbol or a portrait.
    pub(super) fn symbolised(&mut self, name: Name<'t>) -> Option<Symbolised> {
        if let Some(unit) = self.names.units.get(name.text) {
            return Some(Symbolised::Unit(*unit));
        }
        if let Some((category, _)) = self.names.categories.get(name.text) {
            return Some(Symbolised::Category(*category));
        }
        let mut types = self.game.decks.values().flat_map(|deck| &deck.types);
        if types.any(|known| known == name.text) {
            return Some(Symbolised::CardType(name.text.to_owned()));
        }
        let mut known: Vec<&str> = self.names.units.keys().copied().collect();
        known.extend(self.names.categories.keys());
        self.unknown(&codes::UNKNOWN_NAME, name, "unit, category or type of card", known);
        None
    }

    /// `#7a1f1f`. Nothing else is allowed: the text ends up in a style sheet.
    fn colour(&mut self, text: ast::Text<'t>) -> Option<String> {
        let digits = text.raw.strip_prefix('#').filter(|digits| digits.len() == 6);
        if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            return Some(text.raw.to_ascii_lowercase());
        }
        let message = "expected a colour such as `#7a1f1f`: `#` and six hexadecimal digits";
        self.report(codes::STAT_SHAPE.at(text.span, message));
        None
    }

    /// A text for a narrow place: a column header, a counter.
    fn brief(&mut self, text: ast::Text<'t>) -> Option<String> {
        const MOST: usize = 24;
        let brief = plain(text).trim().to_owned();
        let letters = brief.chars().count();
        if (1..=MOST).contains(&letters) {
            return Some(brief);
        }
        let message = format!("expected a text of 1 to {MOST} letters, but this has {letters}");
        self.report(codes::STAT_SHAPE.at(text.span, message));
        None
    }

    /// `hide no_officer`
    fn lower_hidden(&mut self, name: Name<'t>) {
        match self.names.categories.get(name.text) {
            Some((category, _)) => self.game.layout.hidden.push(*category),
            None => {
                let known: Vec<&str> = self.names.categories.keys().copied().collect();
                self.unknown(&codes::UNKNOWN_NAME, name, "category", known);
            }
        }
    }

    /// `short Movement "Mov"`
    fn lower_short(&mut self, stat: Name<'t>, text: ast::Text<'t>) {
        let all = self.game.profiles.values().flat_map(|profile| &profile.characteristics);
        let known: Vec<String> = all.map(|characteristic| characteristic.name.clone()).collect();
        if known.iter().any(|name| name == stat.text) {
            let short = self.brief(text).map(|short| (stat.text.to_owned(), short));
            return self.game.layout.short.extend(short);
        }
        let known = known.iter().map(String::as_str);
        self.unknown(&codes::UNKNOWN_STAT, stat, "characteristic", known);
    }

    fn lower_boxes(&mut self, stat: Name<'t>, part: Option<Name<'t>>) {
        if let Some((keyword, _)) = self.names.keywords.get(stat.text).copied() {
            return self.lower_keyword_boxes(keyword, stat, part);
        }
        let all = || self.game.profiles.values().flat_map(|profile| &profile.characteristics);
        let of_that_name: Vec<&Characteristic> =
            all().filter(|characteristic| characteristic.name == stat.text).collect();
        if of_that_name.is_empty() {
            let known: Vec<String> =
                all().map(|characteristic| characteristic.name.clone()).collect();
            return self.unknown(
                &codes::UNKNOWN_STAT,
                stat,
                "characteristic",
                known.iter().map(String::as_str),
            );
        }
        let counts = |characteristic: &&Characteristic| match (&characteristic.shape.base, part) {
            (StatBase::Int | StatBase::Inches, None) => true,
            (StatBase::Shape(shape), None) => shape.names.len() == 1,
            (StatBase::Shape(shape), Some(part)) => {
                shape.names.iter().any(|name| name == part.text)
            }
            _ => false,
        };
        if of_that_name.iter().any(counts) {
            let part = part.map(|part| part.text.to_owned());
            let stat = stat.text.to_owned();
            return self.game.layout.boxes.push(Boxes::Stat { stat, part });
        }
        let message = match part {
            Some(part) => {
                format!("cannot draw boxes for `{}`: it has no number `{}`", stat.text, part.text)
            }
            None => format!("cannot draw boxes for `{}`: it is not a single number", stat.text),
        };
        self.report(codes::STAT_SHAPE.at(part.unwrap_or(stat).span, message));
    }

    /// `boxes Tough.X`: a parameter that is a number; the name of the only one may be left out.
    fn lower_keyword_boxes(&mut self, id: KeywordId, name: Name<'t>, part: Option<Name<'t>>) {
        let parameters = &self.game.keywords[id].parameters;
        let is_meant = |parameter: &Parameter| {
            parameter.kind == ParameterKind::Int
                && part.is_none_or(|part| part.text == parameter.name)
        };
        let mut meant = (0..).zip(parameters).filter(|(_, parameter)| is_meant(parameter));
        match (meant.next(), meant.next()) {
            (Some((place, _)), None) => {
                self.game.layout.boxes.push(Boxes::Keyword(id, place));
            }
            _ => {
                let message =
                    format!("cannot draw boxes for `{}`: name one of its numbers", name.text);
                self.report(codes::STAT_SHAPE.at(part.unwrap_or(name).span, message));
            }
        }
    }

    fn lower_columns(&mut self, profile: Name<'t>, columns: &[Name<'t>]) {
        let Some(id) = self.profile(profile) else { return };
        let known: Vec<String> = self.game.profiles[id]
            .characteristics
            .iter()
            .map(|characteristic| characteristic.name.clone())
            .collect();
        for column in columns.iter().filter(|column| !known.iter().any(|name| name == column.text))
        {
            self.unknown(
                &codes::UNKNOWN_STAT,
                *column,
                "characteristic",
                known.iter().map(String::as_str),
            );
        }
        let columns = columns
            .iter()
            .map(|column| column.text.to_owned())
            .filter(|column| known.contains(column))
            .collect();
        self.game.layout.columns.push((id, columns));
    }

    fn not_shown(&mut self, name: Name<'t>) {
        let mut known: Vec<_> = self.names.derives.keys().copied().collect();
        known.extend(self.names.attributes.keys());
        self.unknown(&codes::UNKNOWN_NAME, name, "derived value or attribute", known);
    }

    fn sheet_part(&mut self, part: &ast::SheetPart<'t>) -> SheetPart {
        match part {
            ast::SheetPart::Step { title, text } => {
                SheetPart::Step { title: plain(*title), text: text.map(plain) }
            }
            ast::SheetPart::Table { head, rows } => {
                for row in rows.iter().filter(|row| row.len() != head.len()) {
                    if let (Some(first), Some(last)) = (row.first(), row.last()) {
                        let message = format!(
                            "this row has {} cells, but the table has {} columns",
                            row.len(),
                            head.len()
                        );
                        self.report(codes::STAT_SHAPE.at(first.span.to(last.span), message));
                    }
                }
                let cells =
                    |cells: &Vec<ast::Text<'t>>| cells.iter().map(|cell| plain(*cell)).collect();
                SheetPart::Table { head: cells(head), rows: rows.iter().map(cells).collect() }
            }
        }
    }
}
