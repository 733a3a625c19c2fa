//! Calculations without a value. They pass through all that is made of them, so that no price, bound
//! or rule is decided by an overflow; `otherwise` replaces them, like any `none`.

use crate::engine::army::NodeId;
use crate::engine::check::kind::bounded;
use crate::engine::eval::{Env, Evaluator, Lost, Number, Value, Why};
use crate::model::{Expr, Op};

/// A formula that something depends on and that has no value, and the node it was worked out for.
pub(crate) type Fault = (Lost, Option<NodeId>);

/// How many faults are told.
const MOST_FAULTS: usize = 50;

impl<'g> Evaluator<'_, 'g> {
    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &'g Expr, env: &mut Env<'g>) -> bool {
        let value = self.value(condition, env);
        self.note(condition, &value, env);
        value.holds()
    }

    /// Whether a requirement is met. One that compares with points that nobody agreed on, or that
    /// has no value, is not broken: the latter is told on its own.
    pub(crate) fn is_met(&self, condition: &'g Expr, env: &mut Env<'g>) -> bool {
        let value = self.value(condition, env);
        self.note(condition, &value, env);
        value.holds() || value.lost().is_some()
    }

    /// The number of a bound or the like; none if there is none.
    pub(crate) fn number(&self, expr: &'g Expr, env: &mut Env<'g>) -> Option<Number> {
        let value = self.value(expr, env);
        self.note(expr, &value, env);
        value.number()
    }

    /// How many places a line gives. Where that depends on points that nobody agreed on, as many as
    /// are wanted.
    pub(crate) fn places(&self, expr: &'g Expr, env: &mut Env<'g>, wanted: usize) -> i64 {
        let value = self.value(expr, env);
        self.note(expr, &value, env);
        match value.lost() {
            Some(Lost { why: Why::NoPoints, .. }) => i64::try_from(wanted).unwrap_or(i64::MAX),
            _ => value.number().map_or(0, |number| bounded(number.floor())),
        }
    }

    /// Notes that something depends on a calculation that failed.
    fn note(&self, expr: &'g Expr, value: &Value<'g>, env: &Env<'g>) {
        match value.lost() {
            Some(lost) if matches!(lost.why, Why::Overflow | Why::DividedByZero) => {
                self.fault(lost, env.this.node());
            }
            Some(Lost { why: Why::TooExpensive, .. }) => drop(self.too_expensive(expr, env)),
            _ => {}
        }
    }

    /// What an expression comes to when there are no steps left, with those around it to blame.
    #[cold]
    pub(crate) fn too_expensive(&self, expr: &Expr, env: &Env<'g>) -> Value<'g> {
        let node = env.this.node().filter(|node| *node != NodeId::ARMY);
        self.meter.blame(expr.span, node.map(|node| self.army.node(node).span));
        Value::Lost(Lost { at: expr.span, why: Why::TooExpensive })
    }

    pub(crate) fn fault(&self, lost: Lost, of: Option<NodeId>) {
        let mut faults = self.faults.borrow_mut();
        if faults.len() < MOST_FAULTS && !faults.contains(&(lost, of)) {
            faults.push((lost, of));
        }
    }
}

/// A number, or how it was lost.
pub(crate) fn or_overflow<'g>(number: Option<Number>, expr: &Expr) -> Value<'g> {
    let lost = Lost { at: expr.span, why: Why::Overflow };
    number.map_or(Value::Lost(lost), Value::Number)
}

/// What two operands come to if they are not both numbers.
pub(crate) fn missing<'g>(left: &Value<'g>, right: &Value<'g>) -> Value<'g> {
    left.lost().or(right.lost()).map_or(Value::None, Value::Lost)
}

/// Whether one or the other is decided: `no and …` is no, `yes or …` is yes, whatever the other is.
pub(crate) fn both_or_either<'g>(
    op: Op,
    left: Value<'g>,
    right: impl FnOnce() -> Value<'g>,
) -> Value<'g> {
    let decides = op == Op::Or;
    if left.lost().is_none() && left.holds() == decides {
        return Value::Bool(decides);
    }
    let right = right();
    if right.lost().is_none() && right.holds() == decides {
        return Value::Bool(decides);
    }
    left.lost().or(right.lost()).map_or(Value::Bool(!decides), Value::Lost)
}
