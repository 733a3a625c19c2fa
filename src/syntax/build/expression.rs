use super::super::ast::{Argument, BinaryOp, Binder, Expr, ExprKind};
use super::super::grammar::Rule;
use super::super::tree::Pairs;
use super::{Builder, P};
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
    pub(crate) fn expr(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        self.deeper(span, |builder| builder.expr_inside(pair, span))
    }

    pub(crate) fn interpolation(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let expr = pair.into_inner().find(|part| part.as_rule() == Rule::expr)?;
        self.expr(expr)
    }

    fn expr_inside(&mut self, pair: P<'_>, span: Span) -> Option<Expr<'a>> {
        let mut parts = pair.into_inner().peekable();
        if parts.peek()?.as_rule() == Rule::if_ {
            let mut exprs = parts.next()?.into_inner().filter(|part| part.as_rule() == Rule::expr);
            let mut branch = || exprs.next().and_then(|part| self.expr(part)).map(Box::new);
            let kind = ExprKind::If(branch()?, branch()?, branch()?);
            return Some(Expr { kind, span });
        }
        let mut parts = Operands::of(parts);
        let mut value = self.climb(&mut parts, 0)?;
        for length in 0.. {
            self.bounded(length, span)?;
            if parts.peek().is_none_or(|part| part.as_rule() != Rule::w_otherwise) {
                break;
            }
            parts.next();
            let fallback = self.climb(&mut parts, 0)?;
            value = Expr { kind: ExprKind::Otherwise(Box::new(value), Box::new(fallback)), span };
        }
        Some(value)
    }

    /// A run of operands and operators without `if` and `otherwise`.
    pub(crate) fn flat(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let mut parts = Operands::of(pair.into_inner());
        self.climb(&mut parts, 0)
    }

    fn climb(&mut self, parts: &mut Operands<'_>, least: u8) -> Option<Expr<'a>> {
        let first = parts.peek().map(|part| self.span(part))?;
        let mut left = self.operand(parts)?;
        for length in 0.. {
            self.bounded(length, left.span)?;
            let Some(part) = parts.peek() else { return Some(left) };
            match part.as_rule() {
                Rule::infix => {
                    let op = operator(self.written(part))?;
                    if strength(op) < least {
                        return Some(left);
                    }
                    parts.next();
                    let right = self.climb(parts, strength(op) + 1)?;
                    // An operand in parentheses has the place of what is inside them; the whole
                    // begins and ends outside.
                    let span = self.up_to(first, parts);
                    left =
                        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
                }
                Rule::is_ | Rule::has_ | Rule::from_ | Rule::below if COMPARISON >= least => {
                    let part = parts.next()?;
                    let span = first.to(self.span(&part));
                    left = Expr { span, ..self.postfix(left, part)? };
                }
                _ => return Some(left),
            }
        }
        Some(left)
    }

    /// From the start of a span to the end of what came last.
    fn up_to(&self, first: Span, parts: &Operands<'_>) -> Span {
        Span::new(first.source, first.start(), self.base + parts.end)
    }

    fn operand(&mut self, parts: &mut Operands<'_>) -> Option<Expr<'a>> {
        let part = parts.next()?;
        let span = self.span(&part);
        match part.as_rule() {
            Rule::prefix => {
                let not = self.written(&part) == "not";
                let least = if not { NOT } else { NEGATE };
                let inner = Box::new(self.deeper(span, |builder| builder.climb(parts, least))?);
                let span = self.up_to(span, parts);
                let kind = if not { ExprKind::Not(inner) } else { ExprKind::Negate(inner) };
                Some(Expr { kind, span })
            }
            Rule::quantified => self.quantified(part),
            _ => self.primary(part),
        }
    }

    fn postfix(&mut self, left: Expr<'a>, part: P<'_>) -> Option<Expr<'a>> {
        let span = left.span.to(self.span(&part));
        let kind = match part.as_rule() {
            Rule::is_ => {
                let path = part.into_inner().find(|part| part.as_rule() == Rule::path)?;
                ExprKind::Is(Box::new(left), Box::new(self.path(path)?))
            }
            Rule::has_ => ExprKind::Has(Some(Box::new(left)), self.keyword_test(part)?),
            Rule::from_ => return self.from(left, part),
            _ => return self.below(left, part),
        };
        Some(Expr { kind, span })
    }

    fn from(&mut self, set: Expr<'a>, part: P<'_>) -> Option<Expr<'a>> {
        let span = set.span.to(self.span(&part));
        let path = part.into_inner().find(|part| part.as_rule() == Rule::path)?;
        Some(Expr { kind: ExprKind::From(Box::new(set), Box::new(self.path(path)?)), span })
    }

    fn below(&mut self, what: Expr<'a>, part: P<'_>) -> Option<Expr<'a>> {
        let span = what.span.to(self.span(&part));
        let directly = part.into_inner().any(|part| part.as_rule() == Rule::w_directly);
        let of = part.into_inner().find(|part| part.as_rule() == Rule::set_primary)?;
        let of = Box::new(self.set_primary(of)?);
        Some(Expr { kind: ExprKind::In { what: Box::new(what), of, directly }, span })
    }

    fn keyword_test(&mut self, pair: P<'_>) -> Option<super::Name<'a>> {
        let test = pair.into_inner().find(|part| part.as_rule() == Rule::keyword_test)?;
        Some(self.name(&test))
    }

    fn quantified(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        let (mut all, mut variable, mut set, mut condition) = (false, None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::w_all => all = true,
                Rule::id | Rule::plain_id => variable = Some(self.name(&part)),
                Rule::set => set = Some(self.set(part)?),
                Rule::paren => condition = Some(self.paren(part)?),
                _ => {}
            }
        }
        let kind = ExprKind::Quantified {
            all,
            variable: variable?,
            set: Box::new(set?),
            condition: Box::new(condition?),
        };
        Some(Expr { kind, span })
    }

    fn primary(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        let part = pair.into_inner().next()?;
        let kind = match part.as_rule() {
            Rule::w_none => ExprKind::None,
            Rule::string => ExprKind::Text(self.text(&part)),
            Rule::has_ => ExprKind::Has(None, self.keyword_test(part)?),
            Rule::highest => {
                let mut measure_and_set = part
                    .into_inner()
                    .filter(|part| matches!(part.as_rule(), Rule::measure | Rule::set));
                let measure = self.flat(measure_and_set.next()?)?;
                let set = self.set(measure_and_set.next()?)?;
                ExprKind::Highest(Box::new(measure), Box::new(set))
            }
            Rule::span => return self.range_or_bound(part),
            _ => return self.path(part),
        };
        Some(Expr { kind, span })
    }

    fn range_or_bound(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        let mut bounds = pair.into_inner().filter(|part| part.as_rule() == Rule::bound);
        let low = self.bound(bounds.next()?)?;
        let Some(high) = bounds.next() else { return Some(low) };
        let high = self.bound(high)?;
        Some(Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), span })
    }

    /// A number or a parenthesis: also what the grammar calls an amount.
    pub(crate) fn bound(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let part = pair.into_inner().next()?;
        match part.as_rule() {
            Rule::paren => self.paren(part),
            _ => {
                let number = self.number(&part);
                Some(Expr { kind: ExprKind::Number(number.value), span: number.span })
            }
        }
    }

    pub(crate) fn paren(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let filtered = pair.into_inner().find(|part| part.as_rule() == Rule::filtered)?;
        self.filtered(filtered.into_inner())
    }

    /// `E [where C]`
    fn filtered(&mut self, parts: Pairs<'_>) -> Option<Expr<'a>> {
        let mut value = None;
        for part in parts {
            match part.as_rule() {
                Rule::expr => value = Some(self.expr(part)?),
                Rule::where_ => value = Some(self.filter(value?, part)?),
                _ => {}
            }
        }
        value
    }

    fn filter(&mut self, set: Expr<'a>, part: P<'_>) -> Option<Expr<'a>> {
        let span = set.span.to(self.span(&part));
        let condition = self.where_(part)?;
        Some(Expr { kind: ExprKind::Where(Box::new(set), Box::new(condition)), span })
    }

    pub(crate) fn where_(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let condition = pair.into_inner().find(|part| part.as_rule() == Rule::condition)?;
        self.flat(condition)
    }

    pub(crate) fn path(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let mut parts = pair.into_inner();
        let first = self.name(&parts.next()?);
        let mut value = Expr { kind: ExprKind::Name(first), span: first.span };
        for (length, part) in parts.enumerate() {
            let span = value.span.to(self.span(&part));
            self.bounded(length, span)?;
            let kind = match part.as_rule() {
                Rule::arguments => ExprKind::Call(Box::new(value), self.arguments(part)?),
                _ => ExprKind::Member(Box::new(value), self.name(&part)),
            };
            value = Expr { kind, span };
        }
        Some(value)
    }

    fn arguments(&mut self, pair: P<'_>) -> Option<Vec<Argument<'a>>> {
        let mut arguments: Vec<Argument<'a>> = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => arguments.push(Argument { expr: self.expr(part)?, each: None }),
                Rule::filtered => {
                    arguments.push(Argument { expr: self.filtered(part.into_inner())?, each: None })
                }
                Rule::where_ => {
                    let last = arguments.pop()?;
                    arguments.push(Argument { expr: self.filter(last.expr, part)?, each: None });
                }
                Rule::each_of => {
                    let mut inner = part
                        .into_inner()
                        .filter(|part| matches!(part.as_rule(), Rule::plain_id | Rule::set));
                    let variable = self.name(&inner.next()?);
                    arguments.last_mut()?.each = Some((variable, self.set(inner.next()?)?));
                }
                _ => {}
            }
        }
        Some(arguments)
    }

    pub(crate) fn set(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let mut value = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::set_in => value = Some(self.set_in(part)?),
                Rule::where_ => value = Some(self.filter(value?, part)?),
                _ => {}
            }
        }
        value
    }

    fn set_in(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let mut value = None;
        for (length, part) in pair.into_inner().enumerate() {
            self.bounded(length, self.span(&part))?;
            match part.as_rule() {
                Rule::set_primary => value = Some(self.set_primary(part)?),
                Rule::from_ => value = Some(self.from(value?, part)?),
                Rule::below => value = Some(self.below(value?, part)?),
                _ => {}
            }
        }
        value
    }

    fn set_primary(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        let part = pair.into_inner().next()?;
        match part.as_rule() {
            Rule::span => self.range_or_bound(part),
            Rule::literal_set => {
                let elements = part.into_inner().filter(|part| part.as_rule() == Rule::element);
                let elements =
                    elements.map(|element| self.element(element)).collect::<Option<_>>()?;
                Some(Expr { kind: ExprKind::Set(elements), span })
            }
            _ => self.path(part),
        }
    }

    fn element(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let part = pair.into_inner().next()?;
        let span = self.span(&part);
        let kind = match part.as_rule() {
            Rule::signed => ExprKind::Number(self.number(&part).value),
            Rule::string => ExprKind::Text(self.text(&part)),
            _ => ExprKind::Name(self.name(&part)),
        };
        Some(Expr { kind, span })
    }

    pub(crate) fn binder(&mut self, pair: P<'_>) -> Option<Binder<'a>> {
        let span = self.span(&pair);
        let mut binder = Binder { kind: None, variable: None, set: None, condition: None, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kind_word => binder.kind = Some(self.name(&part)),
                Rule::id | Rule::plain_id => binder.variable = Some(self.name(&part)),
                Rule::set_in => binder.set = Some(self.set_in(part)?),
                Rule::below => {
                    let of = part.into_inner().find(|part| part.as_rule() == Rule::set_primary)?;
                    binder.set = Some(self.set_primary(of)?);
                }
                Rule::where_ => binder.condition = Some(self.where_(part)?),
                _ => {}
            }
        }
        Some(binder)
    }

    pub(crate) fn binders(&mut self, pair: P<'_>) -> Option<Vec<Binder<'a>>> {
        let binders = pair.into_inner().filter(|part| part.as_rule() == Rule::binder);
        binders.map(|part| self.binder(part)).collect()
    }

    /// An open condition: names with `and`, `or`, `not`; anything else in parentheses.
    pub(crate) fn open_condition(&mut self, pair: P<'_>) -> Option<Expr<'a>> {
        let span = self.span(&pair);
        self.deeper(span, |builder| builder.open_condition_inside(pair, span))
    }

    fn open_condition_inside(&mut self, pair: P<'_>, span: Span) -> Option<Expr<'a>> {
        match pair.as_rule() {
            Rule::names => self.open_chain(BinaryOp::Or, pair),
            Rule::names_and => self.open_chain(BinaryOp::And, pair),
            Rule::names_not => {
                let mut parts = pair.into_inner();
                let first = parts.next()?;
                if first.as_rule() != Rule::w_not {
                    return self.open_condition(first);
                }
                let inner = self.open_condition(parts.next()?)?;
                Some(Expr { kind: ExprKind::Not(Box::new(inner)), span })
            }
            Rule::paren => self.paren(pair),
            _ => Some(Expr { kind: ExprKind::Name(self.name(&pair)), span }),
        }
    }

    fn open_chain(&mut self, op: BinaryOp, pair: P<'_>) -> Option<Expr<'a>> {
        let mut value: Option<Expr<'a>> = None;
        let parts = pair
            .into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::names_and | Rule::names_not));
        for (length, part) in parts.enumerate() {
            self.bounded(length, self.span(&part))?;
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

/// Operands and operators still to come, and where the last one ended.
struct Operands<'p> {
    parts: std::iter::Peekable<std::vec::IntoIter<P<'p>>>,
    end: usize,
}

impl<'p> Operands<'p> {
    fn of(parts: impl Iterator<Item = P<'p>>) -> Self {
        Operands { parts: parts.collect::<Vec<_>>().into_iter().peekable(), end: 0 }
    }

    fn peek(&mut self) -> Option<&P<'p>> {
        self.parts.peek()
    }

    fn next(&mut self) -> Option<P<'p>> {
        let part = self.parts.next()?;
        self.end = part.range().end;
        Some(part)
    }
}

fn operator(written: &str) -> Option<BinaryOp> {
    Some(match written {
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
