//! Builds expressions. The grammar gives a flat run of operands and operators; this module applies
//! their precedence.

use super::super::ast::{Argument, BinaryOp, Binder, Expr, ExprKind, Name};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;
use crate::source::Span;

/// How tightly an operator binds. `otherwise` binds loosest and is handled apart.
fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Add | BinaryOp::Subtract => 5,
        BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Div => 6,
        _ => COMPARISON,
    }
}

const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const NEGATE: u8 = 7;

impl<'a> Builder<'a> {
    pub(crate) fn expr(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        self.deeper(self.span(pair), |builder| builder.expr_inside(pair))
    }

    /// The expression inside a pair that also holds other things.
    pub(crate) fn inner_expr(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        self.need(pair, Rule::expr, Self::expr)
    }

    fn expr_inside(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let span = self.span(pair);
        if let Some(if_) = pair.part(Rule::if_) {
            let mut branches = self.each(if_, Rule::expr, Self::expr)?.into_iter().map(Box::new);
            let kind = ExprKind::If(branches.next()?, branches.next()?, branches.next()?);
            return Some(Expr { kind, span });
        }
        let mut operands = Operands::of(pair);
        let mut value = self.climb(&mut operands, 0)?;
        for length in 0.. {
            self.bounded(length, span)?;
            if operands.peek().is_none_or(|part| part.rule() != Rule::w_otherwise) {
                break;
            }
            operands.next();
            let fallback = self.climb(&mut operands, 0)?;
            value = Expr { kind: ExprKind::Otherwise(Box::new(value), Box::new(fallback)), span };
        }
        Some(value)
    }

    /// A run of operands and operators without `if` and `otherwise`.
    fn flat(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        self.climb(&mut Operands::of(pair), 0)
    }

    /// Precedence climbing: takes operators that bind at least as tightly as `least`.
    fn climb(&mut self, operands: &mut Operands<'_>, least: u8) -> Option<Expr<'a>> {
        let first = self.span(operands.peek()?);
        let mut left = self.operand(operands)?;
        for length in 0.. {
            self.bounded(length, left.span)?;
            let Some(part) = operands.peek() else { break };
            match part.rule() {
                Rule::infix => {
                    let op = operator(self.source_text(part))?;
                    if strength(op) < least {
                        break;
                    }
                    operands.next();
                    let right = self.climb(operands, strength(op) + 1)?;
                    // The span of an operand in parentheses covers only their inside, but the whole
                    // expression includes the parentheses.
                    let span = self.up_to(first, operands);
                    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                    left = Expr { kind, span };
                }
                Rule::is_ | Rule::has_ | Rule::from_ | Rule::below if COMPARISON >= least => {
                    operands.next();
                    let span = first.to(self.span(part));
                    left = Expr { span, ..self.postfix(left, part)? };
                }
                _ => break,
            }
        }
        Some(left)
    }

    /// From the start of a span to the end of the operand taken last.
    fn up_to(&self, first: Span, operands: &Operands<'_>) -> Span {
        Span::new(first.source, first.start(), self.base + operands.end)
    }

    fn operand(&mut self, operands: &mut Operands<'_>) -> Option<Expr<'a>> {
        let part = operands.next()?;
        let span = self.span(part);
        match part.rule() {
            Rule::prefix => {
                let not = part.has(Rule::w_not);
                let least = if not { NOT } else { NEGATE };
                let inner = Box::new(self.deeper(span, |builder| builder.climb(operands, least))?);
                let kind = if not { ExprKind::Not(inner) } else { ExprKind::Negate(inner) };
                Some(Expr { kind, span: self.up_to(span, operands) })
            }
            Rule::quantified => {
                let kind = ExprKind::Quantified {
                    all: part.has(Rule::w_all),
                    variable: self.id(part)?,
                    set: Box::new(self.need(part, Rule::set, Self::set)?),
                    condition: Box::new(self.need(part, Rule::paren, Self::paren)?),
                };
                Some(Expr { kind, span })
            }
            _ => self.primary(part),
        }
    }

    /// What may follow an operand: `is`, `has`, `from`, `in`.
    fn postfix(&mut self, left: Expr<'a>, part: Pair<'_>) -> Option<Expr<'a>> {
        let span = left.span.to(self.span(part));
        let left = Box::new(left);
        let kind = match part.rule() {
            Rule::is_ => ExprKind::Is(left, Box::new(self.need(part, Rule::path, Self::path)?)),
            Rule::has_ => ExprKind::Has(Some(left), self.keyword_test(part)?),
            Rule::from_ => ExprKind::From(left, Box::new(self.need(part, Rule::path, Self::path)?)),
            _ => ExprKind::In {
                what: left,
                of: Box::new(self.need(part, Rule::set_primary, Self::set_primary)?),
                directly: part.has(Rule::w_directly),
            },
        };
        Some(Expr { kind, span })
    }

    fn keyword_test(&mut self, pair: Pair<'_>) -> Option<Name<'a>> {
        pair.part(Rule::keyword_test).map(|test| self.name(test))
    }

    fn primary(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let part = pair.parts().next()?;
        let kind = match part.rule() {
            Rule::w_none => ExprKind::None,
            Rule::string => ExprKind::Text(self.string(part)),
            Rule::has_ => ExprKind::Has(None, self.keyword_test(part)?),
            Rule::highest => ExprKind::Highest(
                Box::new(self.need(part, Rule::measure, Self::flat)?),
                Box::new(self.need(part, Rule::set, Self::set)?),
            ),
            Rule::span => return self.range_or_bound(part),
            _ => return self.path(part),
        };
        Some(Expr { kind, span: self.span(pair) })
    }

    fn range_or_bound(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let mut bounds = self.each(pair, Rule::bound, Self::bound)?.into_iter();
        let low = bounds.next()?;
        let Some(high) = bounds.next() else { return Some(low) };
        let kind = ExprKind::Range(Box::new(low), Box::new(high));
        Some(Expr { kind, span: self.span(pair) })
    }

    /// A number or a parenthesis, perhaps inside what the grammar calls a bound or an amount.
    pub(crate) fn bound(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        match pair.rule() {
            Rule::paren => self.paren(pair),
            Rule::number | Rule::counted => {
                let number = self.number(pair);
                Some(Expr { kind: ExprKind::Number(number.value), span: number.span })
            }
            Rule::fraction => self.fraction(pair),
            _ => self.bound(pair.parts().next()?),
        }
    }

    pub(crate) fn paren(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let inside = self.need(pair, Rule::filtered, Self::filtered)?;
        Some(match pair.part(Rule::in_words).and_then(|words| self.title(words)) {
            Some(words) => {
                let span = inside.span;
                Expr { kind: ExprKind::InWords(Box::new(inside), words), span }
            }
            None => inside,
        })
    }

    /// `E [where C]`
    fn filtered(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let value = self.inner_expr(pair)?;
        self.filter(value, pair)
    }

    /// Limits a set by the `where` of a pair, if it has one.
    fn filter(&mut self, set: Expr<'a>, pair: Pair<'_>) -> Option<Expr<'a>> {
        let Some(part) = pair.part(Rule::where_) else { return Some(set) };
        let span = set.span.to(self.span(part));
        let condition = self.where_(part)?;
        Some(Expr { kind: ExprKind::Where(Box::new(set), Box::new(condition)), span })
    }

    pub(crate) fn where_(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        self.need(pair, Rule::condition, Self::flat)
    }

    pub(crate) fn path(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let mut parts = pair.parts();
        let first = self.name(parts.next()?);
        let mut value = Expr { kind: ExprKind::Name(first), span: first.span };
        for (length, part) in parts.enumerate() {
            let span = value.span.to(self.span(part));
            self.bounded(length, span)?;
            let kind = match part.rule() {
                Rule::arguments => ExprKind::Call(Box::new(value), self.arguments(part)?),
                _ => ExprKind::Member(Box::new(value), self.name(part)),
            };
            value = Expr { kind, span };
        }
        Some(value)
    }

    /// The first argument may have a `for` or a `where` of its own.
    fn arguments(&mut self, pair: Pair<'_>) -> Option<Vec<Argument<'a>>> {
        let each = self.opt(pair, Rule::each_of, |builder, each| {
            Some((builder.id(each)?, builder.need(each, Rule::set, Self::set)?))
        })?;
        let distinct = pair.part(Rule::distinct).map(|word| self.span(word));
        let mut arguments = vec![Argument { distinct, expr: self.filtered(pair)?, each }];
        for expr in self.each(pair, Rule::filtered, Self::filtered)? {
            arguments.push(Argument { distinct: None, expr, each: None });
        }
        Some(arguments)
    }

    pub(crate) fn set(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let set = self.need(pair, Rule::set_in, Self::set_in)?;
        self.filter(set, pair)
    }

    fn set_in(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let mut parts = pair.parts();
        let mut set = self.set_primary(parts.next()?)?;
        for (length, part) in parts.enumerate() {
            self.bounded(length, self.span(part))?;
            set = self.postfix(set, part)?;
        }
        Some(set)
    }

    fn set_primary(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let part = pair.parts().next()?;
        match part.rule() {
            Rule::span => self.range_or_bound(part),
            Rule::literal_set => {
                let kind = ExprKind::Set(self.each(part, Rule::element, Self::element)?);
                Some(Expr { kind, span: self.span(pair) })
            }
            _ => self.path(part),
        }
    }

    fn element(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        let part = pair.parts().next()?;
        let kind = match part.rule() {
            Rule::signed => ExprKind::Number(self.number(part).value),
            Rule::string => ExprKind::Text(self.string(part)),
            _ => ExprKind::Name(self.name(part)),
        };
        Some(Expr { kind, span: self.span(part) })
    }

    pub(crate) fn binder(&mut self, pair: Pair<'_>) -> Option<Binder<'a>> {
        let set = match pair.parts_of(Rule::below).last() {
            Some(below) => Some(self.need(below, Rule::set_primary, Self::set_primary)?),
            None => self.opt(pair, Rule::set_in, Self::set_in)?,
        };
        Some(Binder {
            kind: pair.part(Rule::kind_word).map(|kind| self.name(kind)),
            variable: self.id(pair),
            set,
            condition: self.opt(pair, Rule::where_, Self::where_)?,
            span: self.span(pair),
        })
    }

    pub(crate) fn binders(&mut self, pair: Pair<'_>) -> Option<Vec<Binder<'a>>> {
        self.each(pair, Rule::binder, Self::binder)
    }

    /// An open condition: names with `and`, `or`, `not`; anything else in parentheses.
    pub(crate) fn open_condition(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        self.deeper(self.span(pair), |builder| builder.open_condition_inside(pair))
    }

    fn open_condition_inside(&mut self, pair: Pair<'_>) -> Option<Expr<'a>> {
        match pair.rule() {
            Rule::names => self.open_chain(BinaryOp::Or, pair, Rule::names_and),
            Rule::names_and => self.open_chain(BinaryOp::And, pair, Rule::names_not),
            Rule::names_not => {
                let Some(negated) = pair.part(Rule::names_not) else {
                    return self.open_condition(pair.parts().next()?);
                };
                let inner = self.open_condition(negated)?;
                Some(Expr { kind: ExprKind::Not(Box::new(inner)), span: self.span(pair) })
            }
            Rule::paren => self.paren(pair),
            _ => Some(Expr { kind: ExprKind::Name(self.name(pair)), span: self.span(pair) }),
        }
    }

    fn open_chain(&mut self, op: BinaryOp, pair: Pair<'_>, part: Rule) -> Option<Expr<'a>> {
        let mut value: Option<Expr<'a>> = None;
        for (length, part) in pair.parts_of(part).enumerate() {
            self.bounded(length, self.span(part))?;
            let right = self.open_condition(part)?;
            value = Some(match value {
                None => right,
                Some(left) => {
                    let span = left.span.to(right.span);
                    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
                }
            });
        }
        value
    }
}

/// The remaining operands and operators, and where the last operand ended.
struct Operands<'p> {
    parts: std::iter::Peekable<super::super::tree::Pairs<'p>>,
    end: usize,
}

impl<'p> Operands<'p> {
    fn of(pair: Pair<'p>) -> Self {
        Operands { parts: pair.parts().peekable(), end: 0 }
    }

    fn peek(&mut self) -> Option<Pair<'p>> {
        self.parts.peek().copied()
    }

    fn next(&mut self) -> Option<Pair<'p>> {
        let part = self.parts.next()?;
        self.end = part.range().end;
        Some(part)
    }
}

fn operator(symbol: &str) -> Option<BinaryOp> {
    Some(match symbol {
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "=" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::More,
        ">=" => BinaryOp::MoreEqual,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "div" => BinaryOp::Div,
        _ => return None,
    })
}
