//! Resolves characteristics: decodes values by the shape their profile declares.

use super::{Resolver, shape};
use crate::diagnostic::codes;
use crate::model::{
    Characteristic, ChoicesId, Picks, ProfileId, ShapePart, StatBase, StatType, StatValue, Steps,
    ValueLimits,
};
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
    /// The value of a characteristic in the body of an entry of this profile.
    pub(crate) fn stat(&mut self, profile: ProfileId, stat: &ast::Stat<'t>) -> Option<StatValue> {
        // Fast path: nearly all values are valid and need no copy of the type.
        if let StatGiven::Values(values) = &stat.value
            && let [value] = values.as_slice()
            && let Some(known) = self.game.profiles[profile].characteristic(stat.name.text)
            && let Some(value) = self.good_value(&known.shape, *value)
        {
            return Some(value);
        }
        let characteristic = self.characteristic(profile, stat.name)?;
        match &stat.value {
            StatGiven::Pick(word, limits, steps) => {
                let steps = self.steps(steps);
                let (low, high) = match &steps {
                    Steps::Only(numbers) => (numbers.first().copied(), numbers.last().copied()),
                    _ => self.limits(Some(*limits)),
                };
                self.check_pick(&characteristic, (low, high), *word, limits.span);
                Some(StatValue::Pick(Picks { low, high, steps }))
            }
            StatGiven::Values(values) => self.stat_values(&characteristic, values),
        }
    }

    /// `pick` needs a characteristic of numbers, and bounds within its limits.
    fn check_pick(
        &mut self,
        characteristic: &Characteristic,
        (low, high): (Option<i64>, Option<i64>),
        word: Span,
        span: Span,
    ) {
        if !matches!(characteristic.shape.base, StatBase::Int | StatBase::Inches)
            || characteristic.shape.list
        {
            let message = format!(
                "`{}` cannot be picked: it is {}",
                characteristic.name,
                self.stat_words(&characteristic.shape)
            );
            self.report(codes::STAT_SHAPE.at(word, message));
            return;
        }
        if low.is_none() && high.is_none() {
            return; // a reversed range, which has been reported
        }
        let (least, most) = characteristic.shape.limits;
        let below = least.is_some_and(|least| low.is_none_or(|low| low < least));
        let above = most.is_some_and(|most| high.is_none_or(|high| high > most));
        if below || above {
            let message = format!(
                "the values to pick from for `{}` are out of its range",
                characteristic.name
            );
            self.report(
                codes::STAT_RANGE.at(span, message).help(format!("it is {}", bounds(least, most))),
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
            let known: Vec<String> = profile
                .characteristics
                .iter()
                .map(|characteristic| characteristic.name.clone())
                .collect();
            let message =
                format!("the profile `{}` has no characteristic `{}`", profile.id, name.text);
            self.report(
                codes::UNKNOWN_STAT
                    .at(name.span, message)
                    .suggest(name.text, known.iter().map(String::as_str))
                    .note(format!("it has {}", known.join(", "))),
            );
        }
        found
    }

    pub(crate) fn stat_values(
        &mut self,
        characteristic: &Characteristic,
        values: &[ast::StatValue<'t>],
    ) -> Option<StatValue> {
        match values {
            [value] if !characteristic.shape.list => {
                self.stat_value(&characteristic.name, &characteristic.shape, *value)
            }
            [first, .., last] if !characteristic.shape.list => {
                let span = first.span.to(last.span);
                let message = format!("`{}` takes one value, not a list", characteristic.name);
                self.report(codes::STAT_SHAPE.at(span, message));
                None
            }
            [ast::StatValue { raw: "-", .. }] if characteristic.shape.optional => {
                Some(StatValue::None)
            }
            values => {
                let each = values.iter().map(|value| {
                    self.stat_value(&characteristic.name, &characteristic.shape, *value)
                });
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
            let message = format!("`{name}` needs a value; `-` is not allowed");
            self.report(codes::STAT_SHAPE.at(value.span, message).help(format!(
                "it is {}; a `?` after the type would allow `-`",
                self.stat_words(ty)
            )));
            return None;
        }
        let decoded = self.decode(ty, value);
        match decoded {
            None => self.wrong_shape(name, ty, value),
            Some(StatValue::Int(number)) => self.check_range(name, ty.limits, number, value.span),
            Some(StatValue::Shaped { ref numbers, .. }) => {
                for (position, number) in numbers.iter().enumerate() {
                    let Some(number) = *number else { continue };
                    self.check_range(name, ty.limits_of(position), number, value.span);
                }
            }
            Some(_) => {}
        }
        decoded
    }

    /// The value if it is valid, as nearly all are.
    fn good_value(&self, ty: &StatType, value: ast::StatValue<'t>) -> Option<StatValue> {
        if ty.list || value.raw == "-" {
            return None;
        }
        self.decode(ty, value).filter(|decoded| match decoded {
            StatValue::Int(number) => admits(ty.limits, *number),
            StatValue::Shaped { numbers, .. } => numbers
                .iter()
                .enumerate()
                .all(|(at, number)| number.is_none_or(|number| admits(ty.limits_of(at), number))),
            _ => true,
        })
    }

    fn decode(&self, ty: &StatType, value: ast::StatValue<'t>) -> Option<StatValue> {
        let word = ty.words.and_then(|words| self.stat_word(words, value.raw));
        word.or_else(|| match &ty.base {
            StatBase::Int | StatBase::Inches => {
                value.raw.parse().ok().filter(|_| value.raw.len() <= 10).map(StatValue::Int)
            }
            StatBase::Text => Some(StatValue::Text(unescape(value.raw))),
            StatBase::Shape(shape) => shape::read(shape, value.raw)
                .map(|numbers| StatValue::Shaped { written: value.raw.to_owned(), numbers }),
            StatBase::Choice(words) => self.stat_word(*words, value.raw),
        })
    }

    fn stat_word(&self, words: ChoicesId, word: &str) -> Option<StatValue> {
        let position = self.game.choices[words].position(word)?;
        Some(StatValue::Word(words, position))
    }

    fn wrong_shape(&mut self, name: &str, ty: &StatType, value: ast::StatValue<'t>) {
        let mut known: Vec<&str> = Vec::new();
        known.extend(ty.words.iter().flat_map(|words| self.game.choices[*words].names()));
        if let StatBase::Choice(words) = ty.base {
            known.extend(self.game.choices[words].names());
        }
        let message = format!("`{}` is not a valid value for `{name}`", value.raw);
        let mut diagnostic = codes::STAT_SHAPE
            .at(value.span, message)
            .help(format!("it is {}", self.stat_words(ty)))
            .suggest(value.raw, known);
        // `24in`, `24''`
        let number = value.raw.trim_end_matches(|char: char| !char.is_ascii_digit());
        let unit = value.raw.get(number.len()..).unwrap_or("");
        let is_unit = matches!(unit, "in" | "inch" | "inches" | "''" | "’’" | "”" | "″");
        if is_unit && number.parse::<u32>().is_ok() {
            diagnostic = diagnostic.help(format!("write `{number}`")).replace(value.span, number);
        }
        self.report(diagnostic);
    }

    fn check_range(&mut self, name: &str, limits: ValueLimits, number: i64, span: Span) {
        let (low, high) = limits;
        if !admits(limits, number) {
            let message = format!("{number} is out of range for `{name}`");
            self.report(
                codes::STAT_RANGE.at(span, message).help(format!("it is {}", bounds(low, high))),
            );
        }
    }

    /// What a characteristic's value looks like, in words.
    fn stat_words(&self, ty: &StatType) -> String {
        let mut words = match &ty.base {
            StatBase::Int => format!("a number ({})", bounds(ty.limits.0, ty.limits.1)),
            StatBase::Inches => "a number of inches".to_owned(),
            StatBase::Text => "a text".to_owned(),
            StatBase::Shape(shape) => format!("written like `{}`", example(&shape.parts)),
            StatBase::Choice(id) => format!("one of {}", self.words(*id)),
        };
        if let Some(id) = ty.words {
            words.push_str(&format!(" or {}", self.words(id)));
        }
        if ty.optional {
            words.push_str(" or `-`");
        }
        words
    }
}

fn admits((low, high): ValueLimits, number: i64) -> bool {
    low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high)
}

/// An example value of a shape, without its optional parts.
fn example(parts: &[ShapePart]) -> String {
    let part = |part: &ShapePart| match part {
        ShapePart::Literal(text) => text.clone(),
        ShapePart::Number(position) => (4 + 2 * position).to_string(),
        ShapePart::Optional(_) => String::new(),
    };
    parts.iter().map(part).collect()
}

/// Undoes the escapes of a quoted value.
pub(crate) fn unescape(raw: &str) -> String {
    raw.replace("\\\"", "\"").replace("\\{", "{").replace("\\\\", "\\")
}
