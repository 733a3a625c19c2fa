//! Evaluates expressions. Every evaluation ends: the compiler ensures that facts do not depend on
//! each other in a cycle, sets are as large as the list, absent things are `none`, and every step
//! is taken from the budget.

use crate::engine::eval::{
    Env, EvalError, EvalErrorKind, Evaluator, Number, Value, both_or_either, missing, or_overflow,
    pick,
};
use crate::model::{Expr, ExprKind, Fold, Op, Round, Symbol, Type};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn value(&self, expr: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        if !self.meter.step(expr.span) {
            return self.too_expensive(expr, env);
        }
        match &expr.kind {
            ExprKind::Number(number) => Value::whole(*number),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Text(text) => Value::Text(text.as_str().into()),
            ExprKind::None => Value::None,
            ExprKind::Symbol(symbol) => symbol_value(symbol),
            ExprKind::Variable(variable) => env.variable(*variable),
            ExprKind::This => env.this.clone(),
            ExprKind::Army => Value::Node(env.army),
            ExprKind::Fact(of, fact) => self.fact_expr(expr, of, fact, env),
            ExprKind::Count(set) => Value::whole(self.count(set, env)),
            ExprKind::CountDistinct(set) => self.count_distinct(set, env),
            ExprKind::Fold { fold, value, variable, set } => {
                self.fold(*fold, value, *variable, set, env)
            }
            ExprKind::Extreme { fold, values } => self.extreme(*fold, values, env),
            ExprKind::Highest { measure, variable, set } => {
                self.highest(measure, *variable, set, env)
            }
            ExprKind::Quantified { all, variable, set, condition } => {
                let op = if *all { Op::And } else { Op::Or };
                let mut result = Value::Bool(*all);
                self.visit(set, env, &mut |env, value, _| {
                    env.set(*variable, value);
                    let known = std::mem::replace(&mut result, Value::None);
                    result = both_or_either(op, known, || self.value(condition, env));
                    result.error().is_some() || result.holds() == *all
                });
                result
            }
            ExprKind::Not(inner) => match self.value(inner, env) {
                Value::Error(error) => Value::Error(error),
                value => Value::Bool(!value.holds()),
            },
            ExprKind::NotEmpty(set) => Value::Bool(!self.is_empty(set, env)),
            ExprKind::Negate(inner) => match self.value(inner, env) {
                Value::Number(number) => or_overflow(number.negate(), expr),
                other => other,
            },
            ExprKind::Round(round, inner) => match self.value(inner, env) {
                Value::Number(number) => or_overflow(rounded(*round, number), expr),
                other => other,
            },
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, (left, right), env),
            ExprKind::If(condition, yes, no) => match self.value(condition, env) {
                Value::Error(error) if error.kind != EvalErrorKind::NoPoints => Value::Error(error),
                condition => self.value(if condition.holds() { yes } else { no }, env),
            },
            ExprKind::Otherwise(value, other) => match self.value(value, env) {
                value if value.is_none() => self.value(other, env),
                found => found,
            },
            ExprKind::Is(subject, what) => {
                Value::Bool(self.any_of(subject, env, |value| self.is(value, *what)))
            }
            ExprKind::IsValue(subject, value) => {
                let wanted = self.value(value, env);
                Value::Bool(self.any_of(subject, env, |value| self.is_value(value, &wanted)))
            }
            ExprKind::Has(subject, keyword) => {
                Value::Bool(self.any_of(subject, env, |value| self.has(value, *keyword)))
            }
            ExprKind::Member(value, set) => self.member(value, set, env),
            ExprKind::OptionalRule(id) => Value::Bool(self.army.optional.contains(id)),
            ExprKind::Below { .. }
            | ExprKind::Where { .. }
            | ExprKind::From(..)
            | ExprKind::Each { .. }
            | ExprKind::Set(_)
            | ExprKind::Range(..) => self.collect(expr, env),
        }
    }

    fn extreme(&self, fold: Fold, values: &'g [Expr], env: &mut Env<'g>) -> Value<'g> {
        let mut result: Option<Value<'g>> = None;
        for value in values {
            let value = self.value(value, env);
            result = Some(match (result, value) {
                (Some(known), value) if known.is_none() || value.is_none() => {
                    missing(&known, &value)
                }
                (Some(Value::Number(best)), Value::Number(number)) => {
                    Value::Number(pick(fold, best, number))
                }
                (_, value) => value,
            });
        }
        result.unwrap_or(Value::None)
    }

    fn binary(
        &self,
        expr: &'g Expr,
        op: Op,
        (left, right): (&'g Expr, &'g Expr),
        env: &mut Env<'g>,
    ) -> Value<'g> {
        if matches!(op, Op::And | Op::Or) {
            let left = self.value(left, env);
            return both_or_either(op, left, || self.value(right, env));
        }
        let asks_for_none = [left, right].iter().any(|side| matches!(side.kind, ExprKind::None));
        let (left_type, right_type) = (&left.ty, &right.ty);
        let (left, right) = (self.value(left, env), self.value(right, env));
        if matches!(op, Op::Equal | Op::NotEqual) {
            let error = left
                .error()
                .or(right.error())
                .filter(|error| error.kind != EvalErrorKind::NoPoints);
            return match error.filter(|_| !asks_for_none) {
                Some(error) => Value::Error(error),
                None => Value::Bool(same(&left, &right) == (op == Op::Equal)),
            };
        }
        let (left, right) = (ranked(left, left_type), ranked(right, right_type));
        let compares = matches!(op, Op::Less | Op::LessEqual | Op::More | Op::MoreEqual);
        let (Value::Number(left), Value::Number(right)) = (&left, &right) else {
            return match missing(&left, &right) {
                Value::None if compares => Value::Bool(false),
                missing => missing,
            };
        };
        let (left, right) = (*left, *right);
        let number = match op {
            Op::Less => return Value::Bool(left < right),
            Op::LessEqual => return Value::Bool(left <= right),
            Op::More => return Value::Bool(left > right),
            Op::MoreEqual => return Value::Bool(left >= right),
            Op::Add => left.plus(right),
            Op::Subtract => left.subtract(right),
            Op::Multiply => left.multiply(right),
            _ if right == Number::ZERO => {
                return Value::Error(EvalError {
                    at: expr.span,
                    kind: EvalErrorKind::DividedByZero,
                });
            }
            Op::Divide => left.divide(right),
            _ => left.divide_down(right).map(Number::whole),
        };
        or_overflow(number, expr)
    }

    /// Whether a predicate holds for a value, or for any element of a set.
    fn any_of(
        &self,
        subject: &'g Expr,
        env: &mut Env<'g>,
        holds: impl Fn(&Value<'g>) -> bool,
    ) -> bool {
        if !matches!(subject.ty, Type::Set(_)) {
            let value = self.value(subject, env);
            return holds(&value);
        }
        let mut found = false;
        self.visit(subject, env, &mut |_, value, _| {
            found = holds(&value);
            !found
        });
        found
    }

    fn member(&self, value: &'g Expr, set: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        let wanted = self.value(value, env);
        if let Some(error) = wanted.error().filter(|error| error.kind != EvalErrorKind::NoPoints) {
            return Value::Error(error);
        }
        if let ExprKind::Range(low, high) = &set.kind {
            let ends = self.ends(low, high, env);
            let number = wanted.number().and_then(Number::to_whole);
            let is_between = |(low, high)| number.is_some_and(|at| (low..=high).contains(&at));
            return Value::Bool(ends.is_some_and(is_between));
        }
        let mut found = false;
        self.visit(set, env, &mut |_, value, _| {
            found = same(&value, &wanted);
            !found
        });
        Value::Bool(found)
    }
}

/// Equality as players understand it: a set of a single element equals that element.
fn same(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Set(set), other) | (other, Value::Set(set)) if other.is_none() => set.is_empty(),
        (left, right) => left == right,
    }
}

fn rounded(round: Round, number: Number) -> Option<Number> {
    match round {
        Round::Floor => Some(Number::whole(number.floor())),
        Round::Ceil => Some(Number::whole(number.ceil())),
        Round::Abs => number.abs(),
    }
}

fn symbol_value<'g>(symbol: &'g Symbol) -> Value<'g> {
    match symbol {
        Symbol::Choice(choices, position) => Value::Choice(*choices, *position),
        Symbol::Category(id) => Value::Category(*id),
        Symbol::Faction(id) => Value::Faction(*id),
        Symbol::Chart(id) => Value::Chart(*id),
        Symbol::Slot(name) => Value::Slot(name),
        Symbol::Section(id) => Value::Section(*id),
        Symbol::Event(id) => Value::Event(*id),
        Symbol::Entry(id) => Value::Entry(*id),
    }
}

/// The position of a word in its enumeration, so that words can be compared. A word in an
/// enumeration with numbers has no position.
pub(crate) fn ranked<'g>(value: Value<'g>, ty: &Type) -> Value<'g> {
    match (value, ty) {
        (Value::Choice(_, position), Type::Choice(_)) => {
            Value::whole(i64::try_from(position).unwrap_or(i64::MAX))
        }
        (value, _) => value,
    }
}
