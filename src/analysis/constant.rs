//! Evaluates formulas made of numbers alone, which no list can change.

use crate::engine::Number;
use crate::model::{Builtin, Expr, ExprKind, Fact, Fold, Op, Round};

/// Why a formula of numbers alone has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoValue {
    DividesByZero,
    TooLarge,
}

/// Why a formula has no value although all its parts have one. `None` if it has a value, or if a
/// list may change it.
pub(crate) fn fails(expr: &Expr) -> Option<NoValue> {
    match value(expr, None) {
        Some(Err(why)) => Some(why),
        _ => None,
    }
}

/// The value of a formula made of numbers, and of the agreed points if they are given. `None` if it
/// has other parts, or parts without a value.
fn value(expr: &Expr, limit: Option<i64>) -> Option<Result<Number, NoValue>> {
    let number = |part: &Expr| value(part, limit)?.ok();
    let result = match &expr.kind {
        ExprKind::Number(number) => Some(Number::whole(*number)),
        ExprKind::Fact(of, Fact::Builtin(Builtin::Limit)) if matches!(of.kind, ExprKind::Army) => {
            Some(Number::whole(limit?))
        }
        ExprKind::Negate(inner) => number(inner)?.negate(),
        ExprKind::Round(Round::Floor, inner) => Some(Number::whole(number(inner)?.floor())),
        ExprKind::Round(Round::Ceil, inner) => Some(Number::whole(number(inner)?.ceil())),
        ExprKind::Round(Round::Abs, inner) => number(inner)?.abs(),
        ExprKind::Extreme { fold, values } => {
            let values: Option<Vec<Number>> = values.iter().map(number).collect();
            match fold {
                Fold::Max => values?.into_iter().max(),
                Fold::Min => values?.into_iter().min(),
                Fold::Sum => return None,
            }
        }
        ExprKind::If(condition, yes, no) => {
            return value(if holds(condition, limit)? { yes } else { no }, limit);
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (number(left)?, number(right)?);
            match op {
                Op::Add => left.plus(right),
                Op::Subtract => left.subtract(right),
                Op::Multiply => left.multiply(right),
                Op::Divide | Op::Div if right == Number::ZERO => {
                    return Some(Err(NoValue::DividesByZero));
                }
                Op::Divide => left.divide(right),
                Op::Div => left.divide_down(right).map(Number::whole),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(result.ok_or(NoValue::TooLarge))
}

/// Whether a comparison of such formulas holds.
fn holds(condition: &Expr, limit: Option<i64>) -> Option<bool> {
    let ExprKind::Binary(op, left, right) = &condition.kind else { return None };
    let (left, right) = (value(left, limit)?.ok()?, value(right, limit)?.ok()?);
    match op {
        Op::Equal => Some(left == right),
        Op::NotEqual => Some(left != right),
        Op::Less => Some(left < right),
        Op::LessEqual => Some(left <= right),
        Op::More => Some(left > right),
        Op::MoreEqual => Some(left >= right),
        _ => None,
    }
}

pub(crate) fn number(expr: &Expr) -> Option<Number> {
    value(expr, None)?.ok()
}

/// The value of a formula when this many points are agreed.
pub(crate) fn number_at(expr: &Expr, limit: i64) -> Option<Number> {
    value(expr, Some(limit))?.ok()
}
