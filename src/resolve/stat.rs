//! Characteristics: values decoded by the shape their profile declares.

use super::{Resolver, shape};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Characteristic, ProfileId, ShapePart, Stat, StatBase, StatType, StatValue};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::StatGiven;

/// Bounds in words: "1 to 20", "at least 0".
pub(crate) fn bounds(low: Option<i64>, high: Option<i64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) if low == high => format!("{low}"),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("at least {low}"),
        (None, Some(high)) => format!("at most {high}"),
        (None, None) => "any number".to_owned(),
    }
}

impl<'t> Resolver<'t> {
    /// One characteristic in the body of an entry of this profile.
    pub(crate) fn stat(&mut self, profile: ProfileId, stat: &ast::Stat<'t>) -> Option<Stat> {
        if let StatGiven::Values(values) = &stat.value
            && let ([value], Some(one)) =
                (values.as_slice(), self.game.profiles[profile].characteristic(stat.name.text))
            && let Some(value) = self.good_value(&one.shape, *value)
        {
            return Some(Stat { name: stat.name.text.to_owned(), value, span: stat.name.span });
        }
        let characteristic = self.characteristic(profile, stat.name)?;
        let value = match &stat.value {
            StatGiven::Pick(word, limits) => {
                let (low, high) = self.limits(Some(*limits));
                self.check_pick(&characteristic, (low, high), *word, limits.span);
                StatValue::Pick(low, high)
            }
            StatGiven::Values(values) => self.stat_values(&characteristic, values)?,
        };
        Some(Stat { name: stat.name.text.to_owned(), value, span: stat.name.span })
    }

    /// Only numbers are picked, and within the bounds of the characteristic.
    fn check_pick(
        &mut self,
        one: &Characteristic,
        (low, high): (Option<i64>, Option<i64>),
        word: Span,
        span: Span,
    ) {
        if !matches!(one.shape.base, StatBase::Int | StatBase::Inches) || one.shape.list {
            let message =
                format!("`{}` cannot be picked: it is {}", one.name, self.stat_words(&one.shape));
            self.report(Diagnostic::new(&codes::STAT_SHAPE, word, message));
            return;
        }
        if low.is_none() && high.is_none() {
            return; // a reversed range, which has been reported
        }
        let (least, most) = one.shape.limits;
        let below = least.is_some_and(|least| low.is_none_or(|low| low < least));
        let above = most.is_some_and(|most| high.is_none_or(|high| high > most));
        if below || above {
            let message = format!("what may be picked for `{}` is out of its range", one.name);
            self.report(
                Diagnostic::new(&codes::STAT_RANGE, span, message)
                    .help(format!("it is {}", bounds(least, most))),
            );
        }
    }

    fn characteristic(
        &mut self,
        profile: ProfileId,
        name: ast::Name<'t>,
    ) -> Option<Characteristic> {
        let found = self.game.profiles[profile].characteristic(name.text).cloned();
        if found.is_none() && !self.lost.contains(name.text) {
            let profile = &self.game.profiles[profile];
            let known: Vec<String> =
                profile.characteristics.iter().map(|one| one.name.clone()).collect();
            let message =
                format!("the profile `{}` has no characteristic `{}`", profile.id, name.text);
            let diagnostic = Diagnostic::new(&codes::UNKNOWN_STAT, name.span, message)
                .suggest(name.text, known.iter().map(String::as_str));
            self.report(diagnostic.note(format!("it has {}", known.join(", "))));
        }
        found
    }

    pub(crate) fn stat_values(
        &mut self,
        one: &Characteristic,
        values: &[ast::StatValue<'t>],
    ) -> Option<StatValue> {
        match values {
            [value] if !one.shape.list => self.stat_value(&one.name, &one.shape, *value),
            [first, .., last] if !one.shape.list => {
                let span = first.span.to(last.span);
                let message = format!("`{}` has one value, not a list", one.name);
                self.report(Diagnostic::new(&codes::STAT_SHAPE, span, message));
                None
            }
            [ast::StatValue { raw: "-", .. }] if one.shape.optional => Some(StatValue::None),
            values => {
                let each =
                    values.iter().map(|value| self.stat_value(&one.name, &one.shape, *value));
                let decoded: Vec<Option<StatValue>> = each.collect();
                decoded.into_iter().collect::<Option<Vec<_>>>().map(StatValue::List)
            }
        }
    }

    fn stat_value(
        &mut self,
        name: &str,
        ty: &StatType,
        value: ast::StatValue<'t>,
    ) -> Option<StatValue> {
        if value.raw == "-" && !value.quoted {
            if ty.optional {
                return Some(StatValue::None);
            }
            let message = format!("`{name}` needs a value, `-` is not allowed");
            let diagnostic = Diagnostic::new(&codes::STAT_SHAPE, value.span, message);
            self.report(diagnostic.help(format!(
                "it is {}; a `?` after the type would allow `-`",
                self.stat_words(ty)
            )));
            return None;
        }
        let decoded = self.decode(ty, value);
        match decoded {
            None => self.wrong_shape(name, ty, value),
            Some(StatValue::Int(number)) => self.check_range(name, ty, number, value.span),
            Some(_) => {}
        }
        decoded
    }

    /// The value if nothing is wrong with it, as with nearly all of them.
    fn good_value(&self, ty: &StatType, value: ast::StatValue<'t>) -> Option<StatValue> {
        if ty.list || value.raw == "-" {
            return None;
        }
        let (low, high) = ty.limits;
        self.decode(ty, value).filter(|decoded| match decoded {
            StatValue::Int(number) => {
                low.is_none_or(|low| *number >= low) && high.is_none_or(|high| *number <= high)
            }
            _ => true,
        })
    }

    fn decode(&self, ty: &StatType, value: ast::StatValue<'t>) -> Option<StatValue> {
        let word = |words| {
            let position =
                self.game.choices[words].words.iter().position(|choice| choice.word == value.raw);
            position.map(|position| StatValue::Word(words, position))
        };
        ty.words.and_then(word).or_else(|| match &ty.base {
            StatBase::Int | StatBase::Inches => {
                value.raw.parse().ok().filter(|_| value.raw.len() <= 10).map(StatValue::Int)
            }
            StatBase::Text => Some(StatValue::Text(unescape(value.raw))),
            StatBase::Shape(shape) => shape::read(shape, value.raw)
                .map(|numbers| StatValue::Shaped { written: value.raw.to_owned(), numbers }),
            StatBase::Choice(words) => word(*words),
        })
    }

    fn wrong_shape(&mut self, name: &str, ty: &StatType, value: ast::StatValue<'t>) {
        let needed = self.stat_words(ty);
        let message = format!("`{}` is no value for `{name}`", value.raw);
        let diagnostic = Diagnostic::new(&codes::STAT_SHAPE, value.span, message)
            .help(format!("it is {needed}"));
        let words =
            [ty.words, if let StatBase::Choice(words) = ty.base { Some(words) } else { None }];
        let known: Vec<String> = words
            .into_iter()
            .flatten()
            .flat_map(|id| self.game.choices[id].words.iter())
            .map(|choice| choice.word.clone())
            .collect();
        self.report(diagnostic.suggest(value.raw, known.iter().map(String::as_str)));
    }

    fn check_range(&mut self, name: &str, ty: &StatType, number: i64, span: Span) {
        let (low, high) = ty.limits;
        if low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high) {
            let message = format!("{number} is out of range for `{name}`");
            self.report(
                Diagnostic::new(&codes::STAT_RANGE, span, message)
                    .help(format!("it is {}", bounds(low, high))),
            );
        }
    }

    /// What a characteristic's value looks like, in words.
    fn stat_words(&self, ty: &StatType) -> String {
        let list = |id| {
            let words: Vec<&str> =
                self.game.choices[id].words.iter().map(|choice| choice.word.as_str()).collect();
            words.join(", ")
        };
        let mut words = match &ty.base {
            StatBase::Int => format!("a number ({})", bounds(ty.limits.0, ty.limits.1)),
            StatBase::Inches => "a number of inches".to_owned(),
            StatBase::Text => "a text".to_owned(),
            StatBase::Shape(shape) => format!("written like `{}`", example(&shape.parts)),
            StatBase::Choice(id) => format!("one of {}", list(*id)),
        };
        if let Some(id) = ty.words {
            words.push_str(&format!(" or {}", list(id)));
        }
        if ty.optional {
            words.push_str(" or `-`");
        }
        words
    }
}

/// A value of a shape, without what may be missing.
fn example(parts: &[ShapePart]) -> String {
    let part = |part: &ShapePart| match part {
        ShapePart::Literal(text) => text.clone(),
        ShapePart::Number(position) => (4 + 2 * position).to_string(),
        ShapePart::Optional(_) => String::new(),
    };
    parts.iter().map(part).collect()
}

/// A value in quotes may hold escapes.
pub(crate) fn unescape(raw: &str) -> String {
    raw.replace("\\\"", "\"").replace("\\{", "{").replace("\\\\", "\\")
}
