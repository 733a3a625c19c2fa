//! Handles calculations without a value. Their error propagates, so that no price, bound or rule is
//! decided by an overflow; `otherwise` replaces it, like any `none`.

use crate::engine::army::NodeId;
use crate::engine::check::kind::bounded;
use crate::engine::eval::{Env, EvalError, EvalErrorKind, Evaluator, Number, Value};
use crate::model::{Expr, Op};

/// A formula that something depends on and that has no value, and the node it was worked out for.
pub(crate) type FailedFormula = (EvalError, Option<NodeId>);

/// The most failed formulas that are reported.
const MOST_FAULTS: usize = 50;

impl<'g> Evaluator<'_, 'g> {
    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &'g Expr, env: &mut Env<'g>) -> bool {
        let value = self.value(condition, env);
        self.note(condition, &value, env);
        value.holds()
    }

    /// Whether a requirement is met. It also counts as met if it has no value, which is reported
    /// separately, or compares with points that were never agreed on.
    pub(crate) fn is_met(&self, condition: &'g Expr, env: &mut Env<'g>) -> bool {
        let value = self.value(condition, env);
        self.note(condition, &value, env);
        value.holds() || value.error().is_some()
    }

    /// The value of a bound or a price as a number, if it has one.
    pub(crate) fn number(&self, expr: &'g Expr, env: &mut Env<'g>) -> Option<Number> {
        let value = self.value(expr, env);
        self.note(expr, &value, env);
        value.number()
    }

    /// How many places a line gives; as many as are wanted if that depends on points that were
    /// never agreed on.
    pub(crate) fn places(&self, expr: &'g Expr, env: &mut Env<'g>, wanted: usize) -> i64 {
        let value = self.value(expr, env);
        self.note(expr, &value, env);
        match value.error() {
            Some(EvalError { kind: EvalErrorKind::NoPoints, .. }) => {
                i64::try_from(wanted).unwrap_or(i64::MAX)
            }
            _ => value.number().map_or(0, |number| bounded(number.floor())),
        }
    }

    /// Notes that something depends on a calculation that failed.
    fn note(&self, expr: &'g Expr, value: &Value<'g>, env: &Env<'g>) {
        match value.error() {
            Some(error)
                if matches!(error.kind, EvalErrorKind::Overflow | EvalErrorKind::DividedByZero) =>
            {
                self.fault(error, env.this.node());
            }
            Some(EvalError { kind: EvalErrorKind::TooExpensive, .. }) => {
                drop(self.too_expensive(expr, env))
            }
            _ => {}
        }
    }

    /// The result of an expression when no steps are left; the expressions around it are recorded
    /// as the cause.
    #[cold]
    pub(crate) fn too_expensive(&self, expr: &Expr, env: &Env<'g>) -> Value<'g> {
        let node = env.this.node().filter(|node| *node != NodeId::ARMY);
        self.meter.set_cause(expr.span, node.map(|node| self.army.node(node).span));
        Value::Error(EvalError { at: expr.span, kind: EvalErrorKind::TooExpensive })
    }

    pub(crate) fn fault(&self, error: EvalError, of: Option<NodeId>) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS && !faults.contains(&(error, of)) {
            faults.push((error, of));
        }
    }
}

/// A number as a value, or an error if it overflowed.
pub(crate) fn or_overflow<'g>(number: Option<Number>, expr: &Expr) -> Value<'g> {
    let error = EvalError { at: expr.span, kind: EvalErrorKind::Overflow };
    number.map_or(Value::Error(error), Value::Number)
}

/// The result of two operands that are not both numbers.
pub(crate) fn missing<'g>(left: &Value<'g>, right: &Value<'g>) -> Value<'g> {
    left.error().or(right.error()).map_or(Value::None, Value::Error)
}

/// `and` and `or`: `no and …` is no and `yes or …` is yes whatever the other operand is, even if
/// its calculation failed.
pub(crate) fn both_or_either<'g>(
    op: Op,
    left: Value<'g>,
    right: impl FnOnce() -> Value<'g>,
) -> Value<'g> {
    let decides = op == Op::Or;
    if left.error().is_none() && left.holds() == decides {
        return Value::Bool(decides);
    }
    let right = right();
    if right.error().is_none() && right.holds() == decides {
        return Value::Bool(decides);
    }
    left.error().or(right.error()).map_or(Value::Bool(!decides), Value::Error)
}
