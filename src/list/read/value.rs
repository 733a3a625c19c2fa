//! Reads single values: names, texts, numbers, and blocks of them.

use crate::diagnostic::{Diagnostic, codes};
use crate::list::read::{Pairs, Reader, unknown_key};
use crate::list::yaml::scalar::on_one_line;
use crate::list::yaml::{Tree, YamlKind};
use crate::list::{
    Ignored, MOST_UNITS, Name, Points, Scalar, Spanned, SpannedNumber, StatedAmount,
};
use crate::number::Number;
use crate::source::Span;

/// The largest number in a list; no army comes near it.
const LARGEST_NUMBER: i64 = 1_000_000;

impl Reader {
    pub(crate) fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.found.push(Diagnostic::new(&codes::LIST_WRONG_TYPE, span, message));
    }

    /// A name from the data: text, even if it looks like a number.
    pub(crate) fn name(&mut self, value: Tree, what: &str) -> Option<Name> {
        match value.kind {
            YamlKind::Text(text) if !text.trim().is_empty() => {
                Some(Spanned::new(on_one_line(text), value.span))
            }
            YamlKind::Int(number) => Some(Spanned::new(number.to_string(), value.span)),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a name"));
                None
            }
        }
    }

    /// A name for players; any single value will do.
    pub(crate) fn text(&mut self, value: Tree, what: &str) -> Option<Name> {
        let text = self.lines(value, what)?;
        Some(Spanned::new(on_one_line(text.value), text.span))
    }

    /// A text for players, with any number of lines.
    fn lines(&mut self, value: Tree, what: &str) -> Option<Name> {
        match value.kind {
            YamlKind::Nothing => None,
            YamlKind::Text(text) => {
                (!text.trim().is_empty()).then(|| Spanned::new(text, value.span))
            }
            YamlKind::Bool(flag) => Some(Spanned::new(flag.to_string(), value.span)),
            YamlKind::OtherNumber(written) => Some(Spanned::new(written, value.span)),
            _ => self.name(value, what),
        }
    }

    pub(crate) fn amount(&mut self, value: Tree, what: &str) -> Option<SpannedNumber> {
        match value.kind {
            YamlKind::Int(number @ 0..=LARGEST_NUMBER) => Some(Spanned::new(number, value.span)),
            YamlKind::Int(_) => {
                let message = format!("`{what}` is a number from 0 to {LARGEST_NUMBER}");
                self.found.push(Diagnostic::new(&codes::LIST_NUMBER, value.span, message));
                None
            }
            YamlKind::OtherNumber(written) if written.chars().all(|char| char.is_ascii_digit()) => {
                let message = format!("`{what}` is a number from 0 to {LARGEST_NUMBER}");
                self.found.push(Diagnostic::new(&codes::LIST_NUMBER, value.span, message));
                None
            }
            YamlKind::Text(text) if text.trim().parse::<i64>().is_ok() => {
                self.wrong(value.span, format!("`{what}` needs a number without quotes"));
                None
            }
            _ => {
                self.wrong(value.span, format!("`{what}` needs a whole number and nothing else"));
                None
            }
        }
    }

    /// A number, or numbers by the names of currencies.
    pub(crate) fn points(&mut self, value: Tree) -> Option<Points> {
        let span = Ignored(value.span);
        if !matches!(value.kind, YamlKind::Map(_)) {
            let amount = self.price(value, "points")?;
            return Some(Points { amounts: vec![StatedAmount { currency: None, amount }], span });
        }
        let mut amounts = Vec::new();
        let pairs = self.map(value, "points");
        if pairs.is_empty() {
            self.wrong(span.0, "`points` needs a number, or one for each currency");
        }
        for (key, at, value) in pairs {
            if let Some(amount) = self.price(value, &key) {
                amounts.push(StatedAmount { currency: Some(Spanned::new(key, at)), amount });
            }
        }
        (!amounts.is_empty()).then_some(Points { amounts, span })
    }

    /// A number that may have a fraction: `6`, `0.5`, `1/2`.
    fn price(&mut self, value: Tree, what: &str) -> Option<Spanned<Number>> {
        let fraction = match &value.kind {
            YamlKind::OtherNumber(written) => Number::parse(written),
            YamlKind::Text(text) if text.contains('/') => Number::parse(text),
            _ => None,
        };
        let most = Number::whole(LARGEST_NUMBER);
        match fraction.filter(|number| *number >= Number::ZERO && *number <= most) {
            Some(number) => Some(Spanned::new(number, value.span)),
            None => {
                let amount = self.amount(value, what)?;
                Some(Spanned::new(Number::whole(amount.value), amount.span))
            }
        }
    }

    /// How many identical units a line stands for.
    pub(crate) fn copies(&mut self, value: Tree) -> Option<SpannedNumber> {
        let span = value.span;
        let count = self.amount(value, "count")?;
        if !(1..=MOST_UNITS as i64).contains(&count.value) {
            let message = format!("`count` is a number from 1 to {MOST_UNITS}");
            self.found.push(Diagnostic::new(&codes::LIST_NUMBER, span, message));
            return None;
        }
        Some(count)
    }

    /// A number that may be negative: a characteristic, an attribute.
    pub(crate) fn signed(&mut self, value: Tree, what: &str) -> Option<SpannedNumber> {
        match value.kind {
            YamlKind::Int(number) if (-LARGEST_NUMBER..0).contains(&number) => {
                Some(Spanned::new(number, value.span))
            }
            _ => self.amount(value, what),
        }
    }

    /// One name or several.
    pub(crate) fn names(&mut self, value: Tree, what: &str) -> Vec<Name> {
        match value.kind {
            YamlKind::Nothing => Vec::new(),
            YamlKind::Sequence(all) => {
                let mut names: Vec<Name> =
                    all.into_iter().filter_map(|item| self.name(item, what)).collect();
                names.sort();
                names
            }
            _ => self.name(value, what).into_iter().collect(),
        }
    }

    /// One text for players or several, in order.
    pub(crate) fn texts(&mut self, value: Tree, what: &str) -> Vec<Name> {
        match value.kind {
            YamlKind::Sequence(all) => {
                all.into_iter().filter_map(|item| self.lines(item, what)).collect()
            }
            _ => self.lines(value, what).into_iter().collect(),
        }
    }

    pub(crate) fn map(&mut self, value: Tree, what: &str) -> Pairs {
        match value.kind {
            YamlKind::Map(pairs) => pairs,
            YamlKind::Nothing => Vec::new(),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a block of keys"));
                Vec::new()
            }
        }
    }

    pub(crate) fn sequence(&mut self, value: Tree, what: &str) -> Vec<Tree> {
        match value.kind {
            YamlKind::Sequence(all) => all,
            YamlKind::Nothing => Vec::new(),
            _ => {
                self.wrong(value.span, format!("`{what}` needs a list: lines that begin with `-`"));
                Vec::new()
            }
        }
    }

    pub(crate) fn unknown_key(&mut self, key: &str, at: Span, known: &[&str]) {
        self.found.push(unknown_key(key, at, known.iter().copied()));
    }

    pub(crate) fn scalar(&mut self, value: Tree, what: &str) -> Option<Scalar> {
        let span = value.span;
        Some(match value.kind {
            YamlKind::Int(_) => Scalar::Int(self.signed(value, what)?),
            YamlKind::Text(text) => Scalar::Text(Spanned::new(on_one_line(text), span)),
            YamlKind::Bool(flag) => Scalar::Bool(Spanned::new(flag, span)),
            _ => {
                self.wrong(span, format!("`{what}` needs a number or a name"));
                return None;
            }
        })
    }
}
