//! Formulas and statements in words, with their source text.

use serde::Serialize;

use crate::model::{Body, Effect, Expr, ExprKind, Price, Range};
use crate::source::Span;
use crate::views::catalogue::offer::Offers;
use crate::wording::sentence::Speaker;
use crate::wording::sentence::body::{StatementWords, only_hides};
use crate::wording::{RangeText, of_currency};

/// What a statement of the data says.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub struct TermView {
    /// In English.
    pub words: String,
    /// As written in the data, without comments and citations.
    pub source: String,
}

impl<'a, 'g> Offers<'a, 'g> {
    /// Puts formulas and statements into words.
    pub(crate) fn speak<T>(&self, told: impl FnOnce(&Speaker<'_, 'g>) -> T) -> T {
        let known = |formula: &'g Expr| self.number(formula);
        told(&Speaker::new(self.game, &known))
    }

    /// Amounts by currency as written: `12, 1 glory`.
    pub(crate) fn price_source(&self, price: &'g Price) -> String {
        let first = self.game.currencies.ids().next();
        let amount = |(currency, amount): &'g (crate::model::CurrencyId, Expr)| {
            let amount = self.amount_source(amount);
            match first == Some(*currency) {
                true => amount,
                false => format!("{amount} {}", self.game.currencies[*currency].title),
            }
        };
        price.amounts.iter().map(amount).collect::<Vec<_>>().join(", ")
    }

    /// What an option adds to a price: `+8`, `−2 per model`, `+5, +1 glory`.
    pub(crate) fn added(&self, price: &'g Price, per_model: bool) -> String {
        let first = self.game.currencies.ids().next();
        let each = if per_model { " per model" } else { "" };
        let amount = |(currency, amount): &'g (crate::model::CurrencyId, Expr)| {
            let (less, amount) = self.speak(|speaker| speaker.price_amount(amount)).sign();
            let sign = match (less, amount.begins_with_number()) {
                (false, true) => "+",
                (false, false) => "plus ",
                (true, true) => "−",
                (true, false) => "minus ",
            };
            match first == Some(*currency) {
                true => format!("{sign}{amount}{each}"),
                false => {
                    let title = &self.game.currencies[*currency].title;
                    format!("{sign}{}{each}", of_currency(&amount.to_string(), title))
                }
            }
        };
        price.amounts.iter().map(amount).collect::<Vec<_>>().join(", ")
    }

    /// A price that options may change, as it is without any.
    pub(crate) fn bare_price(&self, price: &'g Price) -> Option<String> {
        let [(currency, formula)] = price.amounts.as_slice() else { return None };
        if matches!(formula.kind, ExprKind::Number(_)) || self.number(formula).is_some() {
            return None;
        }
        let bare = self.bare_number(formula)?;
        Some(of_currency(&bare.to_string(), &self.game.currencies[*currency].title))
    }

    /// A number, or the formula as written.
    fn amount_source(&self, expr: &'g Expr) -> String {
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Negate(inner) => format!("-{}", self.amount_source(inner)),
            // Formulas are in parentheses, as in the data.
            _ => match self.number(expr) {
                Some(number) => number.to_string(),
                None => format!("({})", self.as_written(expr.span)),
            },
        }
    }

    pub(crate) fn range(&self, range: &'g Range) -> RangeText {
        let bound = |bound: &'g Option<Expr>| {
            bound.as_ref().map(|bound| self.amount_source(bound)).unwrap_or_default()
        };
        let words = self.speak(|speaker| speaker.range(range));
        words.with_source(bound(&range.low), bound(&range.high))
    }

    /// How often something may be taken, what it may join or ride in, what it brings, and what
    /// changes under a condition. Blocks that only say when something may be taken are left out;
    /// `only` returns those.
    pub(crate) fn statements(&self, body: &'g Body) -> Vec<TermView> {
        let mut all = self.speak(|speaker| speaker.relations(body));
        for effect in &body.effects {
            let Effect::When(when) = effect else { continue };
            if only_offers(&when.body) || only_hides(&when.body) {
                continue;
            }
            let words = self.speak(|speaker| speaker.when(when));
            all.extend(words.map(|words| StatementWords::new(when.span, words)));
        }
        self.terms(all)
    }

    pub(crate) fn terms(&self, told: Vec<StatementWords>) -> Vec<TermView> {
        let term = |told: StatementWords| TermView {
            words: told.words,
            source: self.as_written(told.span),
        };
        told.into_iter().map(term).collect()
    }

    pub(crate) fn as_written(&self, span: Span) -> String {
        let mut text = one_line(self.sources.text(span));
        // The span of a condition ends before the closing parentheses around its last part.
        let open = text.matches('(').count().saturating_sub(text.matches(')').count());
        text.push_str(&")".repeat(open));
        text
    }
}

/// Whether a block only offers choices, which are shown with the other choices.
fn only_offers(body: &Body) -> bool {
    let offers = !body.options.is_empty() || !body.chooses.is_empty() || !body.includes.is_empty();
    let changes = body
        .effects
        .iter()
        .any(|effect| !matches!(effect, Effect::When(when) if only_offers(&when.body)));
    let gives = !(body.keywords.is_empty()
        && body.weapons.is_empty()
        && body.models.is_empty()
        && body.notes.is_empty());
    let allows = !(body.joins.is_empty() && body.rides.is_empty() && body.brings.is_empty());
    let demands = !(body.caps.is_empty()
        && body.limits.is_empty()
        && body.prices.is_empty()
        && body.rules.is_empty());
    let others = !(body.grants.is_empty() && body.permits.is_empty() && body.waives.is_empty());
    offers && !(changes || gives || allows || demands || others)
}

/// A text of the data in one line, without comments and citations.
pub(crate) fn one_line(text: &str) -> String {
    let bare: Vec<&str> = text.lines().map(without_comment).collect();
    let bare = bare.join(" ");
    let mut words: Vec<&str> = Vec::new();
    let (mut quote, mut citing) = (Quote::default(), false);
    for word in bare.split_whitespace() {
        if citing {
            let behind = word.trim_start_matches(|char: char| {
                char.is_ascii_uppercase() || char.is_ascii_digit() || "-,".contains(char)
            });
            citing = word.ends_with(',');
            words.extend(Some(behind).filter(|behind| !behind.is_empty()));
        } else if word == "cite" && quote.closing.is_none() {
            citing = true;
        } else {
            word.chars().for_each(|char| quote.pass(char));
            words.push(word);
        }
    }
    words.join(" ")
}

fn without_comment(line: &str) -> &str {
    let mut quote = Quote::default();
    let mut before = ' ';
    for (at, char) in line.char_indices() {
        if quote.closing.is_none() && char == '/' && before == '/' {
            return line.get(..at - 1).unwrap_or(line);
        }
        quote.pass(char);
        before = char;
    }
    line
}

/// Tracks whether a scan is inside a quoted text, and which character closes it.
#[derive(Default)]
struct Quote {
    closing: Option<char>,
    escaped: bool,
}

impl Quote {
    fn pass(&mut self, char: char) {
        let escaped = std::mem::take(&mut self.escaped);
        match (self.closing, char) {
            (Some(_), _) if escaped => {}
            (Some(_), '\\') => self.escaped = true,
            (Some(closing), _) if char == closing => self.closing = None,
            (None, '"') => self.closing = Some('"'),
            (None, '“') => self.closing = Some('”'),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn comments_and_citations_are_left_out_and_nothing_else() {
        assert_eq!(one_line("when a cite AB-01, AB-02 {\n  // why\n  SP +1 }"), "when a { SP +1 }");
        assert_eq!(one_line("at most 2 in army cite AB-01"), "at most 2 in army");
        assert_eq!(
            one_line("has Odd(\"they cite AB-01 // so\") // not this"),
            "has Odd(\"they cite AB-01 // so\")"
        );
        assert_eq!(one_line("when b cite AB-01{ hide }"), "when b { hide }");
        assert_eq!(one_line("has K(\"the “old” one\") // gone"), "has K(\"the “old” one\")");
    }
}
