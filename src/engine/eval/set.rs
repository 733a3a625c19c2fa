//! Evaluates sets: visits their elements, and counts, sums and picks from them.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::engine::eval::{Env, Evaluator, Number, Value, or_overflow, ranked};
use crate::model::{Binder, Expr, ExprKind, Fact, Fold, VariableId};

/// Receives an element of a set and its number of copies, and returns whether to continue.
pub(crate) type ElementVisitor<'v, 'g> = &'v mut dyn FnMut(&mut Env<'g>, Value<'g>, i64) -> bool;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn collect(&self, set: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        let mut all = Vec::new();
        self.visit(set, env, &mut |_, value, copies| self.push(&mut all, value, copies, set));
        Value::Set(Rc::new(all))
    }

    /// Visits each element of a set with its number of copies until the visitor stops.
    pub(crate) fn visit(&self, set: &'g Expr, env: &mut Env<'g>, visit: ElementVisitor<'_, 'g>) {
        match &set.kind {
            ExprKind::Below { what, of, directly } => {
                self.visit_below(*what, of, *directly, env, visit)
            }
            ExprKind::Where { set, variable, condition } => {
                self.visit(set, env, &mut |env, value, copies| {
                    env.set(*variable, value.clone());
                    !self.holds(condition, env) || visit(env, value, copies)
                });
            }
            ExprKind::From(set, choose) => {
                self.visit(set, env, &mut |env, value, copies| {
                    let from = value.node().is_some_and(|node| self.comes_from(node, *choose));
                    !from || visit(env, value, copies)
                });
            }
            ExprKind::Each { value, variable, set } => {
                self.visit(set, env, &mut |env, element, _| {
                    env.set(*variable, element);
                    let value = self.value(value, env);
                    self.visit_value(value, env, visit)
                });
            }
            ExprKind::Set(values) => {
                for value in values {
                    let value = self.value(value, env);
                    if !visit(env, value, 1) {
                        return;
                    }
                }
            }
            ExprKind::Range(low, high) => self.visit_range(low, high, env, visit),
            ExprKind::Fact(of, fact) if !matches!(fact, Fact::Parameter(_)) => {
                self.visit_fact(of, fact, env, visit)
            }
            _ => {
                let value = self.value(set, env);
                self.visit_value(value, env, visit);
            }
        }
    }

    /// Adds an element to a set under construction; false if the memory budget is used up.
    pub(crate) fn push(
        &self,
        all: &mut Vec<(Value<'g>, i64)>,
        value: Value<'g>,
        copies: i64,
        set: &'g Expr,
    ) -> bool {
        if all.len() == all.capacity() {
            let more = all.capacity().max(4);
            if !self.meter.keep(more * size_of::<(Value<'g>, i64)>(), set.span) {
                return false;
            }
            all.reserve_exact(more);
        }
        all.push((value, copies));
        true
    }

    /// Visits a value, or each element if the value is a set.
    pub(crate) fn visit_value(
        &self,
        value: Value<'g>,
        env: &mut Env<'g>,
        visit: ElementVisitor<'_, 'g>,
    ) -> bool {
        match value {
            Value::None | Value::Error(_) => true,
            Value::Set(all) => {
                let mut all = all.iter();
                all.all(|(value, copies)| {
                    self.meter.step(self.game.span) && visit(env, value.clone(), *copies)
                })
            }
            single => visit(env, single, 1),
        }
    }

    fn visit_range(
        &self,
        low: &'g Expr,
        high: &'g Expr,
        env: &mut Env<'g>,
        visit: ElementVisitor<'_, 'g>,
    ) {
        let at = low.span.to(high.span);
        let Some((low, high)) = self.ends(low, high, env) else { return };
        for number in low..=high {
            if !self.meter.step(at) || !visit(env, Value::whole(number), 1) {
                return;
            }
        }
    }

    /// The first and the last whole number of a range; none if the range is empty.
    pub(crate) fn ends(
        &self,
        low: &'g Expr,
        high: &'g Expr,
        env: &mut Env<'g>,
    ) -> Option<(i64, i64)> {
        let (low, high) = (self.number(low, env)?.ceil(), self.number(high, env)?.floor());
        (low <= high).then_some((low, high))
    }

    /// How many whole numbers a range has; none if the set is not a range.
    fn count_of_range(&self, set: &'g Expr, env: &mut Env<'g>) -> Option<i64> {
        let ExprKind::Range(low, high) = &set.kind else { return None };
        let count = |(low, high): (i64, i64)| high.saturating_sub(low).saturating_add(1);
        Some(self.ends(low, high, env).map_or(0, count))
    }

    pub(crate) fn is_empty(&self, set: &'g Expr, env: &mut Env<'g>) -> bool {
        if let Some(count) = self.count_of_range(set, env) {
            return count == 0;
        }
        let mut empty = true;
        self.visit(set, env, &mut |_, value, _| {
            empty = value.is_none();
            empty
        });
        empty
    }

    pub(crate) fn count(&self, set: &'g Expr, env: &mut Env<'g>) -> i64 {
        if let Some(count) = self.count_of_range(set, env) {
            return count;
        }
        let mut count = 0_i64;
        self.visit(set, env, &mut |_, _, copies| {
            count = count.saturating_add(copies);
            true
        });
        count
    }

    /// Nodes of one definition count as one value, whatever they took; `none` does not count.
    pub(crate) fn count_distinct(&self, set: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        if let Some(count) = self.count_of_range(set, env) {
            return Value::whole(count);
        }
        let mut known: FxHashSet<Value<'g>> = FxHashSet::default();
        let mut error = None;
        self.visit(set, env, &mut |_, value, _| {
            error = value.error();
            let entry = value.node().and_then(|node| self.army.node(node).entry);
            if !value.is_none() && known.insert(entry.map_or(value, Value::Entry)) {
                return self.meter.keep(size_of::<Value<'g>>() * 2, set.span) && error.is_none();
            }
            error.is_none()
        });
        let count = i64::try_from(known.len()).unwrap_or(i64::MAX);
        error.map_or(Value::whole(count), Value::Error)
    }

    pub(crate) fn fold(
        &self,
        fold: Fold,
        value: &'g Expr,
        variable: VariableId,
        set: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        if let Some(known) = self.fold_of_range(fold, value, variable, set, env) {
            return known;
        }
        let mut result = if fold == Fold::Sum { Value::Number(Number::ZERO) } else { Value::None };
        self.visit(set, env, &mut |env, element, copies| {
            env.set(variable, element);
            let number = match self.value(value, env) {
                Value::Number(number) => number,
                Value::Error(error) => {
                    result = Value::Error(error);
                    return false;
                }
                // Elements without a value are skipped.
                _ => return true,
            };
            result = match (fold, result.number()) {
                (Fold::Sum, Some(sum)) => {
                    let all = number.multiply(Number::whole(copies));
                    or_overflow(all.and_then(|all| sum.plus(all)), value)
                }
                (_, Some(best)) => Value::Number(pick(fold, best, number)),
                (_, None) => Value::Number(number),
            };
            result.error().is_none()
        });
        result
    }

    /// The sum, least or greatest number of a range, or the sum of a constant over it, without
    /// visiting each number.
    fn fold_of_range(
        &self,
        fold: Fold,
        value: &'g Expr,
        variable: VariableId,
        set: &'g Expr,
        env: &mut Env<'g>,
    ) -> Option<Value<'g>> {
        let ExprKind::Range(low, high) = &set.kind else { return None };
        let factor = match &value.kind {
            ExprKind::Variable(own) if *own == variable => None,
            ExprKind::Number(number) => Some(Number::whole(*number)),
            _ => return None,
        };
        let Some((low, high)) = self.ends(low, high, env) else {
            let sum = Value::Number(Number::ZERO);
            return Some(if fold == Fold::Sum { sum } else { Value::None });
        };
        let (low, high) = (Number::whole(low), Number::whole(high));
        let count = || high.subtract(low)?.plus(Number::whole(1));
        Some(match (fold, factor) {
            (Fold::Sum, Some(each)) => {
                or_overflow(count().and_then(|count| each.multiply(count)), value)
            }
            (Fold::Sum, None) => {
                let mean = low.plus(high).and_then(|ends| ends.divide(Number::whole(2)));
                let sum = mean.zip(count()).and_then(|(mean, count)| mean.multiply(count));
                or_overflow(sum, value)
            }
            (_, Some(each)) => Value::Number(each),
            (Fold::Min, None) => Value::Number(low),
            (_, None) => Value::Number(high),
        })
    }

    /// The element with the greatest value, or the first of equals. An element without a value is
    /// never the highest.
    pub(crate) fn highest(
        &self,
        measure: &'g Expr,
        variable: VariableId,
        set: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        let mut best: Option<(Number, Value<'g>)> = None;
        self.visit(set, env, &mut |env, element, _| {
            env.set(variable, element.clone());
            if let Some(number) = ranked(self.value(measure, env), &measure.ty).number()
                && best.as_ref().is_none_or(|(most, _)| number > *most)
            {
                best = Some((number, element));
            }
            true
        });
        best.map_or(Value::None, |(_, element)| element)
    }

    /// All elements that share the highest value, each once.
    pub(crate) fn all_highest(&self, expr: &'g Expr, env: &mut Env<'g>) -> Vec<Value<'g>> {
        let ExprKind::Highest { measure, variable, set } = &expr.kind else { return Vec::new() };
        let mut best: Option<Number> = None;
        let mut all: Vec<Value<'g>> = Vec::new();
        self.visit(set, env, &mut |env, element, _| {
            env.set(*variable, element.clone());
            if let Some(number) = ranked(self.value(measure, env), &measure.ty).number() {
                if best.is_none_or(|most| number > most) {
                    best = Some(number);
                    all.clear();
                }
                if best == Some(number) && !all.contains(&element) {
                    all.push(element);
                }
            }
            true
        });
        all
    }

    /// Visits every way to bind the variables of a block header.
    pub(crate) fn each(
        &self,
        binders: &'g [Binder],
        env: &mut Env<'g>,
        visit: &mut dyn FnMut(&mut Env<'g>) -> bool,
    ) -> bool {
        let Some((first, rest)) = binders.split_first() else { return visit(env) };
        let mut should_continue = true;
        self.visit(&first.set, env, &mut |env, value, _| {
            env.set(first.variable, value);
            let fits = first.condition.as_ref().is_none_or(|condition| self.holds(condition, env));
            should_continue = !fits || self.each(rest, env, visit);
            should_continue
        });
        should_continue
    }
}

pub(crate) fn pick(fold: Fold, first: Number, other: Number) -> Number {
    match fold {
        Fold::Min => first.min(other),
        _ => first.max(other),
    }
}
