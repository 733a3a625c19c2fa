//! Ranges in words.

use crate::model::Steps;
use crate::wording::either;

/// A range as the data states it: numbers, or what formulas come to in words. An end that is left
/// open is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RangeText {
    pub low: String,
    pub high: String,
    pub steps: Steps,
    /// The ends as they are written, where they are formulas.
    written: Option<(String, String)>,
}

impl RangeText {
    pub(crate) fn new(low: impl Into<String>, high: impl Into<String>) -> Self {
        RangeText { low: low.into(), high: high.into(), steps: Steps::Every, written: None }
    }

    /// The same with the ends as they are written.
    pub(crate) fn written(self, low: String, high: String) -> Self {
        RangeText { written: Some((low, high)), ..self }
    }

    pub(crate) fn with_steps(self, steps: &Steps) -> Self {
        RangeText { steps: steps.clone(), ..self }
    }

    /// `0..2`, or `2` where both ends are the same; `5..20 by 5`, `{3, 6}`.
    pub(crate) fn text(&self) -> String {
        let (low, high) =
            self.written.as_ref().map_or((&self.low, &self.high), |(low, high)| (low, high));
        match &self.steps {
            _ if low == high => low.clone(),
            Steps::Every => format!("{low}..{high}"),
            Steps::By(by) => format!("{low}..{high} by {by}"),
            Steps::Only(_) => format!("{{{}}}", self.numbers().join(", ")),
        }
    }

    /// The numbers of a set.
    fn numbers(&self) -> Vec<String> {
        match &self.steps {
            Steps::Only(numbers) => numbers.iter().map(i64::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// What is said of steps behind the ends.
    fn step_words(&self) -> String {
        match &self.steps {
            Steps::By(by) => format!(" in steps of {by}"),
            _ => String::new(),
        }
    }

    fn ends(&self) -> (&str, &str) {
        (&self.low, &self.high)
    }

    /// How often something may be taken.
    pub(crate) fn times_words(&self) -> String {
        match self.ends() {
            ("1", "1") => "exactly once".to_owned(),
            ("0" | "", "1") => "once".to_owned(),
            (low, high) if is_number(low) && is_number(high) => format!("{} times", self.words()),
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
            (low, high) if low == high => format!("exactly {low}"),
            ("0" | "", "") => "any number".to_owned(),
            ("0" | "", high) => format!("up to {high}"),
            (low, "") if is_number(low) => format!("{low} or more"),
            (low, "") => format!("at least {low}"),
            (low, high) if is_number(low) && is_number(high) => format!("{low} to {high}"),
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
            ("1", "1") => "1 model".to_owned(),
            (low, high) if low == high && is_number(low) => format!("{low} models"),
            (low, high) if low == high => format!("models: {low}"),
            (low, "") if is_number(low) => format!("{low} or more models"),
            ("0" | "", high) if is_number(high) => {
                format!("up to {high} model{}", if high == "1" { "" } else { "s" })
            }
            (low, high) if is_number(low) && is_number(high) => format!("{low}–{high} models"),
            ("0" | "", high) => format!("models: up to {high}"),
            (low, "") => format!("models: at least {low}"),
            (low, high) => format!("models: at least {low}, at most {high}"),
        }
    }
}

fn is_number(bound: &str) -> bool {
    bound.chars().all(|char| char.is_ascii_digit())
}
