//! Mistakes in expressions: operators of other languages, percentages, the place of `not`.

use super::super::failure::Failure;
use super::super::lexer::{Token, TokenKind};
use super::super::words::names_nothing;
use super::{is_number, token_at, word_before};
use crate::diagnostic::Diagnostic;

/// Operators of other languages, the longer ones first, and their equivalents here.
const OPERATORS: &[(&str, &str)] = &[
    ("===", "="),
    ("==", "="),
    ("=>", ">="),
    ("=<", "<="),
    ("!==", "!="),
    ("<>", "!="),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("&", "and"),
    ("|", "or"),
    ("÷", "/"),
    ("×", "*"),
    ("**", "*"),
    ("!", "not"),
    ("~", "not"),
];

impl Failure<'_> {
    pub(super) fn expression_mistake(&self, tokens: &[Token]) -> Option<Diagnostic> {
        self.operator(tokens).or_else(|| self.percentage(tokens)).or_else(|| self.not_in(tokens))
    }

    /// `a == b`, `a && b`, `!a`
    fn operator(&self, tokens: &[Token]) -> Option<Diagnostic> {
        // The parser may have taken the first half for one of our operators.
        let half = tokens.last().filter(|last| {
            last.end == self.at
                && last.kind == TokenKind::Other
                && matches!(self.text(last), "=" | "<" | ">")
        });
        let start = half.map_or(self.at, |last| last.start);
        let rest = self.piece.get(start..)?;
        let (typed, ours) = OPERATORS.iter().find(|(typed, _)| rest.starts_with(typed))?;
        let may_continue = token_at(self.piece, start + typed.len()).is_some();
        if !may_continue || !self.is_in_expression() {
            return None;
        }
        let range = start..start + typed.len();
        // `!a` needs a space after the word.
        let glued = rest.get(typed.len()..).is_some_and(|rest| !rest.starts_with(' '));
        let text = if *ours == "not" && glued { "not " } else { ours };
        let message = format!("`{typed}` is written `{ours}`");
        let span = self.span(range.clone());
        Some(self.answer(range, &message, None).replace(span, text))
    }

    /// `25% of army.limit`
    fn percentage(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let number = tokens.last()?;
        let percent = token_at(self.piece, self.at)?;
        if self.text(&percent) != "%" && self.text(&percent) != "percent"
            || !is_number(self.text(number))
        {
            return None;
        }
        // `army.limit * 25%`
        if let [.., times, _] = tokens
            && self.text(times) == "*"
        {
            let before = self.piece.get(..times.start)?.trim_end();
            let is_path = |char: char| char.is_ascii_alphanumeric() || "._".contains(char);
            let path = before.get(before.trim_end_matches(is_path).len()..)?;
            let text = share(self.text(number).parse().ok()?, path);
            let range = before.len() - path.len()..percent.end;
            return Some(self.instead(range, "a share is a product or a quotient", &text));
        }
        let of = token_at(self.piece, percent.end).filter(|of| self.text(of) == "of");
        let after = of.map_or(percent.end, |of| of.end);
        let rest = self.piece.get(after..)?.lines().next()?;
        let path = rest.trim_start();
        let length = path.find(|char: char| !(char.is_ascii_alphanumeric() || "._".contains(char)));
        let path = path.get(..length.unwrap_or(path.len()))?;
        let text = |whole| Some(share(self.text(number).parse().ok()?, whole));
        if path.is_empty() || names_nothing(path) {
            let range = number.start..percent.end;
            let message = "a share is a product or a quotient";
            return Some(self.instead(range, message, &text("army.limit")?));
        }
        let text = text(path)?;
        let end = after + (rest.len() - rest.trim_start().len()) + path.len();
        Some(self.instead(number.start..end, "a share is a product or a quotient", &text))
    }

    /// `captain not in army`
    fn not_in(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let last = tokens.last()?;
        let not = token_at(self.piece, self.at).filter(|not| self.text(not) == "not")?;
        let next = token_at(self.piece, not.end)?;
        if !matches!(self.text(&next), "in" | "is" | "has") || last.kind != TokenKind::Word {
            return None;
        }
        let rest = self.piece.get(next.start..)?.lines().next()?;
        let path = rest.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        // `captain is not in army`
        let subject = match tokens {
            [.., subject, is] if self.text(is) == "is" => subject,
            _ => last,
        };
        let name = word_before(self.piece, subject.end);
        let text = format!("not {} {path}", self.piece.get(name.clone())?);
        Some(self.instead(name.start..next.start + path.len(), "`not` stands first", &text))
    }

    /// Whether an operator could stand here: signs elsewhere mean other things.
    fn is_in_expression(&self) -> bool {
        use super::super::grammar::Rule;
        let continues = |rule: &Rule| {
            matches!(
                rule,
                Rule::infix
                    | Rule::compare
                    | Rule::w_and
                    | Rule::w_or
                    | Rule::plus
                    | Rule::times
                    | Rule::primary
                    | Rule::prefix
                    | Rule::expr
                    | Rule::quantified
                    | Rule::is_
                    | Rule::has_
                    | Rule::from_
                    | Rule::path
                    | Rule::fact
                    | Rule::condition
            )
        };
        self.rules.iter().any(continues)
    }
}

/// A decimal number as a quotient in parentheses: 25 of 100 is `1 / 4`.
pub(super) fn fraction(above: u64, below: u64) -> String {
    let divisor = gcd(above.max(1), below);
    match (above / divisor, below / divisor) {
        (above, 1) => above.to_string(),
        (above, below) => format!("({above} / {below})"),
    }
}

/// `25` percent of `army.limit` is `army.limit / 4`.
fn share(percent: u64, whole: &str) -> String {
    let divisor = gcd(percent.max(1), 100);
    match (percent / divisor, 100 / divisor) {
        (1, below) => format!("{whole} / {below}"),
        (above, 1) => format!("{whole} * {above}"),
        (above, below) => format!("{whole} * {above} / {below}"),
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
