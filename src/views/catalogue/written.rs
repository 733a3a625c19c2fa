//! Formulas and statements that are shown as written in the data.

use crate::model::{Body, Effect, Expr, ExprKind, NodeKind, Price, Range, When};
use crate::source::Span;
use crate::views::catalogue::offer::Offers;
use crate::wording::RangeText;

impl<'g> Offers<'_, 'g> {
    /// Amounts by currency: `12, 1 glory`.
    pub(crate) fn price(&self, price: &'g Price) -> String {
        self.amounts(price, false)
    }

    /// The same with the name of every currency: `12 points, 1 glory`.
    pub(crate) fn price_in_words(&self, price: &'g Price) -> String {
        self.amounts(price, true)
    }

    /// A price that options may change, without any options.
    pub(crate) fn bare_price(&self, price: &'g Price) -> Option<String> {
        let [(currency, formula)] = price.amounts.as_slice() else { return None };
        if matches!(formula.kind, ExprKind::Number(_)) || self.number(formula).is_some() {
            return None;
        }
        let bare = self.bare_number(formula)?;
        Some(format!("{bare} {}", self.game.currencies[*currency].title))
    }

    fn amounts(&self, price: &'g Price, name_first: bool) -> String {
        let first = self.game.currencies.ids().next();
        let amount = |(currency, amount): &'g (crate::model::CurrencyId, Expr)| {
            let amount = self.amount(amount);
            let named = name_first || first != Some(*currency);
            if named {
                format!("{amount} {}", self.game.currencies[*currency].title)
            } else {
                amount
            }
        };
        price.amounts.iter().map(amount).collect::<Vec<_>>().join(", ")
    }

    /// A number, or the formula as written.
    pub(crate) fn amount(&self, expr: &'g Expr) -> String {
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Negate(inner) => format!("-{}", self.amount(inner)),
            // Formulas are written in parentheses, here too.
            _ => self.number(expr).unwrap_or_else(|| format!("({})", self.as_written(expr.span))),
        }
    }

    pub(crate) fn range(&self, range: &'g Range) -> RangeText {
        let bound = |bound: &'g Option<Expr>| {
            bound.as_ref().map(|bound| self.amount(bound)).unwrap_or_default()
        };
        RangeText::new(bound(&range.low), bound(&range.high)).with_steps(&range.steps)
    }

    pub(crate) fn condition(&self, when: &When) -> String {
        self.as_written(when.condition.span)
    }

    /// Whom it may join or ride in, how often it may be taken, what it brings, and what changes
    /// under a condition. Blocks that hide it are left out if `only` has words for them.
    pub(crate) fn statements(&self, body: &Body) -> Vec<String> {
        self.statement_spans(body).into_iter().map(|span| self.as_written(span)).collect()
    }

    pub(crate) fn statement_spans(&self, body: &Body) -> Vec<Span> {
        let caps = body.caps.iter().filter(|cap| cap.within != NodeKind::Model).map(|cap| cap.span);
        let limits = body.limits.iter().map(|limit| limit.span);
        let joins = body.joins.iter().map(|join| join.span);
        let rides = body.rides.iter().map(|ride| ride.span);
        let brings = body.brings.iter().map(|brings| brings.span);
        let changes = body.effects.iter().filter_map(|effect| match effect {
            Effect::When(when) if !only_offers(&when.body) && self.hides(effect).is_none() => {
                Some(when.span)
            }
            _ => None,
        });
        caps.chain(limits).chain(joins).chain(rides).chain(brings).chain(changes).collect()
    }

    pub(crate) fn as_written(&self, span: Span) -> String {
        one_line(self.sources.text(span))
    }
}

/// Whether a block only offers choices, which are shown with all others.
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

/// Tells whether a scan is inside a quoted text, and what closes it.
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
