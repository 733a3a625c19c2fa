//! Ranges in words.

use std::fmt;

use crate::engine::check::kind::Limits;
use crate::model::Steps;
use crate::number::Number;
use crate::wording::phrases::some_numbers;
use crate::wording::{Quantity, either, limits_words};

/// A range as the data states it: numbers, or formulas in words. An end may be open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RangeText {
    pub low: Option<Quantity>,
    pub high: Option<Quantity>,
    pub steps: Steps,
    /// The source text of the ends, if they are formulas.
    written: Option<(String, String)>,
}

impl RangeText {
    pub(crate) fn new(low: Option<Quantity>, high: Option<Quantity>) -> Self {
        RangeText { low, high, steps: Steps::Every, written: None }
    }

    pub(crate) fn of_numbers(low: Option<i64>, high: Option<i64>) -> Self {
        RangeText::new(low.map(Quantity::whole), high.map(Quantity::whole))
    }

    /// The same, with the source text of the ends.
    pub(crate) fn with_source(self, low: String, high: String) -> Self {
        RangeText { written: Some((low, high)), ..self }
    }

    pub(crate) fn with_steps(self, steps: &Steps) -> Self {
        RangeText { steps: steps.clone(), ..self }
    }

    /// `0..2`, or `2` where both ends are the same; `5..20 by 5`, `{3, 6}`.
    pub(crate) fn text(&self) -> String {
        let told =
            |end: &Option<Quantity>| end.as_ref().map(Quantity::to_string).unwrap_or_default();
        let written = self.written.clone();
        let (low, high) = written.unwrap_or_else(|| (told(&self.low), told(&self.high)));
        match &self.steps {
            _ if low == high => low,
            Steps::Every => format!("{low}..{high}"),
            Steps::By(by) => format!("{low}..{high} by {by}"),
            Steps::Only(_) => format!("{{{}}}", self.numbers().join(", ")),
        }
    }

    /// What may be picked: `2–8`, `2, 4, 6 or 8`.
    pub(crate) fn pick_words(&self) -> String {
        let whole = |end: &Option<Quantity>| end.as_ref()?.number()?.to_whole();
        match (&self.steps, whole(&self.low), whole(&self.high)) {
            (Steps::Every, ..) => self.short(),
            (_, Some(low), Some(high)) => {
                let mut limits = Limits::every(low, Some(high));
                limits.steps = self.steps.clone();
                limits_words(&limits)
            }
            _ => self.words(),
        }
    }

    /// The numbers of a set.
    fn numbers(&self) -> Vec<String> {
        match &self.steps {
            Steps::Only(numbers) => some_numbers(numbers.iter().copied()),
            _ => Vec::new(),
        }
    }

    /// The words for the step, placed after the ends.
    fn step_words(&self) -> String {
        match &self.steps {
            Steps::By(by) => format!(" in steps of {by}"),
            _ => String::new(),
        }
    }

    fn ends(&self) -> (RangeEnd<'_>, RangeEnd<'_>) {
        (RangeEnd::of(self.low.as_ref()), RangeEnd::of(self.high.as_ref()))
    }

    /// `2–4`
    pub(crate) fn short(&self) -> String {
        match (&self.low, &self.high, &self.steps) {
            (Some(low), Some(high), Steps::Every) if low != high => format!("{low}–{high}"),
            (Some(low), Some(_), Steps::Every) => low.to_string(),
            _ => self.words(),
        }
    }

    /// The number, if only one is in range.
    pub(crate) fn only(&self) -> Option<&Quantity> {
        let is_plain = !matches!(self.steps, Steps::Only(_));
        self.low.as_ref().filter(|low| is_plain && self.high.as_ref() == Some(low))
    }

    /// How often something may be taken.
    pub(crate) fn times_words(&self) -> String {
        match self.ends() {
            (RangeEnd::Whole(1), RangeEnd::Whole(1)) => "exactly once".to_owned(),
            (RangeEnd::Whole(0) | RangeEnd::Open, RangeEnd::Whole(1)) => "once".to_owned(),
            (low, high) if low.is_number() && high.is_number() => {
                format!("{} times", self.words())
            }
            _ => self.words(),
        }
    }

    /// `0..2` is “up to 2”.
    pub(crate) fn words(&self) -> String {
        if let Steps::Only(_) = self.steps {
            return either(&self.numbers());
        }
        self.end_words() + &self.step_words()
    }

    fn end_words(&self) -> String {
        match self.ends() {
            (low, high) if low == high && low != RangeEnd::Open => format!("exactly {low}"),
            (RangeEnd::Whole(0) | RangeEnd::Open, RangeEnd::Open) => "any number".to_owned(),
            (RangeEnd::Whole(0) | RangeEnd::Open, high) => format!("up to {high}"),
            (low, RangeEnd::Open) if low.is_number() => format!("{low} or more"),
            (low, RangeEnd::Open) => format!("at least {low}"),
            (low, high) if low.is_number() && high.is_number() => format!("{low} to {high}"),
            (low, high) => format!("at least {low}, at most {high}"),
        }
    }

    /// `5..10` is “5–10 models”.
    pub(crate) fn model_words(&self) -> String {
        if let Steps::Only(_) = self.steps {
            return format!("{} models", either(&self.numbers()));
        }
        self.model_end_words() + &self.step_words()
    }

    fn model_end_words(&self) -> String {
        match self.ends() {
            (RangeEnd::Whole(1), RangeEnd::Whole(1)) => "1 model".to_owned(),
            (RangeEnd::Open, RangeEnd::Open) => "models: any number".to_owned(),
            (low, high) if low == high && low.is_number() => format!("{low} models"),
            (low, high) if low == high => format!("models: {low}"),
            (low, RangeEnd::Open) if low.is_number() => format!("{low} or more models"),
            (RangeEnd::Whole(0) | RangeEnd::Open, high) if high.is_number() => {
                format!("up to {high} model{}", if high == RangeEnd::Whole(1) { "" } else { "s" })
            }
            (low, high) if low.is_number() && high.is_number() => format!("{low}–{high} models"),
            (RangeEnd::Whole(0) | RangeEnd::Open, high) => format!("models: up to {high}"),
            (low, RangeEnd::Open) => format!("models: at least {low}"),
            (low, high) => format!("models: at least {low}, at most {high}"),
        }
    }
}

/// An end of a range, by how it affects the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RangeEnd<'r> {
    Open,
    Whole(i64),
    Fraction(Number),
    Formula(&'r Quantity),
}

impl<'r> RangeEnd<'r> {
    fn of(end: Option<&'r Quantity>) -> Self {
        let Some(end) = end else { return RangeEnd::Open };
        match end.number() {
            Some(number) => number.to_whole().map_or(RangeEnd::Fraction(number), RangeEnd::Whole),
            None => RangeEnd::Formula(end),
        }
    }

    fn is_number(self) -> bool {
        matches!(self, RangeEnd::Whole(_))
    }
}

impl fmt::Display for RangeEnd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RangeEnd::Open => Ok(()),
            RangeEnd::Whole(number) => number.fmt(f),
            RangeEnd::Fraction(number) => number.fmt(f),
            RangeEnd::Formula(quantity) => quantity.fmt(f),
        }
    }
}
