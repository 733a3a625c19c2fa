//! Formulas of numbers alone, which no list can change.

use crate::engine::Number;
use crate::model::{Expr, ExprKind, Op, Round};

/// Why a formula of numbers alone has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoValue {
    DividesByZero,
    TooLarge,
}

/// Why a formula has no value although all its parts have one. None if it has one, or if a list may
/// change it.
pub(crate) fn fails(expr: &Expr) -> Option<NoValue> {
    match value(expr) {
        Some(Err(why)) => Some(why),
        _ => None,
    }
}

/// The value of a formula of numbers alone. None if it has other parts, or parts without a value.
fn value(expr: &Expr) -> Option<Result<Number, NoValue>> {
    let result = match &expr.kind {
        ExprKind::Number(number) => Some(Number::whole(*number)),
        ExprKind::Negate(inner) => number(inner)?.negate(),
        ExprKind::Round(Round::Floor, inner) => Some(Number::whole(number(inner)?.floor())),
        ExprKind::Round(Round::Ceil, inner) => Some(Number::whole(number(inner)?.ceil())),
        ExprKind::Round(Round::Abs, inner) => number(inner)?.abs(),
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

pub(crate) fn number(expr: &Expr) -> Option<Number> {
    value(expr)?.ok()
}
