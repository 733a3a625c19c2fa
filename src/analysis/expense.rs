//! How many steps a formula takes at least, whatever the list.

use crate::analysis::constant;
use crate::budget::BudgetLimits;
use crate::engine::Number;
use crate::model::{Expr, ExprKind};

/// Whether a formula, but none of its parts, takes more steps than judging a list may.
pub(crate) fn is_too_much(expr: &Expr) -> bool {
    let most = BudgetLimits::default().steps;
    if !repeats(expr) || steps(expr) <= most {
        return false;
    }
    let mut is_first = true;
    expr.children(|part| is_first &= steps(part) <= most);
    is_first
}

fn repeats(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Fold { .. }
            | ExprKind::Quantified { all: true, .. }
            | ExprKind::Highest { .. }
            | ExprKind::Each { .. }
            | ExprKind::Where { .. }
    )
}

/// The steps of a formula. Sets that depend on a list count as one element.
fn steps(expr: &Expr) -> u64 {
    let (body, set) = match &expr.kind {
        ExprKind::Fold { value, variable, set, .. } => {
            let is_plain = match &value.kind {
                ExprKind::Variable(own) => own == variable,
                ExprKind::Number(_) => true,
                _ => false,
            };
            // The sum of a plain range is computed at once.
            if is_plain && matches!(set.kind, ExprKind::Range(..)) {
                return 1;
            }
            (value, set)
        }
        ExprKind::Each { value, set, .. } => (value, set),
        ExprKind::Highest { measure, set, .. } => (measure, set),
        ExprKind::Quantified { all: true, set, condition, .. }
        | ExprKind::Where { set, condition, .. } => (condition, set),
        _ => {
            let mut all = 1_u64;
            expr.children(|part| all = all.saturating_add(steps(part)));
            return all;
        }
    };
    let each = steps(body).saturating_add(1);
    elements(set).saturating_mul(each).saturating_add(steps(set))
}

/// The least number of elements in a set, as far as that does not depend on a list.
fn elements(set: &Expr) -> u64 {
    match &set.kind {
        ExprKind::Range(low, high) => {
            let ends = constant::number(low).zip(constant::number(high));
            let count = |(low, high): (Number, Number)| {
                high.floor().saturating_sub(low.ceil()).saturating_add(1)
            };
            ends.map(count).and_then(|count| u64::try_from(count).ok()).unwrap_or(1)
        }
        ExprKind::Where { set, .. } => elements(set),
        ExprKind::Each { set, value, .. } => elements(set).saturating_mul(elements(value)),
        _ => 1,
    }
}
