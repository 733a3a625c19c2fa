//! Evaluating expressions. Every evaluation ends: facts do not depend on each other in a circle
//! (the compiler sees to that), sets are those of the list, and what is absent is `none`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::diagnostic::{Family, codes};
use crate::engine::Ruleset;
use crate::engine::army::{Army, Book, NodeId, UnitIndex};
use crate::engine::check::joins::Leaving;
use crate::engine::eval::{
    Block, BodyIndex, Fault, KindSet, Lost, Number, OffStep, Pick, Tie, Value, Visitor, Why,
    both_or_either, carried_blocks, missing, or_overflow, visitors,
};
use crate::engine::slots::full::OpenSlot;
use crate::model::{
    Binder, Expr, ExprKind, Fact, Fold, Game, KeywordUse, Op, Round, Symbol, Type, VariableId,
};

/// What names mean at a place: the node in whose body it stands, and the variables bound around it.
#[derive(Debug, Clone)]
pub struct Env<'g> {
    pub this: Value<'g>,
    /// Few, so they are stored inline.
    variables: SmallVec<[Value<'g>; 4]>,
}

impl<'g> Env<'g> {
    pub fn at(this: NodeId) -> Self {
        Env { this: Value::Node(this), variables: SmallVec::new() }
    }

    pub fn of(this: Value<'g>) -> Self {
        Env { this, variables: SmallVec::new() }
    }

    /// Binds a variable; those bound further inside are forgotten.
    pub fn set(&mut self, variable: VariableId, value: Value<'g>) {
        self.variables.truncate(variable.0);
        while self.variables.len() < variable.0 {
            self.variables.push(Value::None);
        }
        self.variables.push(value);
    }

    pub(crate) fn variable(&self, variable: VariableId) -> Value<'g> {
        self.variables.get(variable.0).cloned().unwrap_or(Value::None)
    }
}

/// The key of a cached fact: the node, the sort of fact and which of them.
pub(crate) type Known = (u32, u8, u32);

/// The largest set of numbers a range makes.
const LONGEST_RANGE: i64 = 10_000;

/// One list under evaluation. Facts are worked out when they are first asked for.
pub(crate) struct Evaluator<'a, 'g> {
    pub army: Army<'g, 'a>,
    pub game: &'g Game,
    pub book: &'a Book<'g>,
    pub(crate) known: RefCell<FxHashMap<Known, Value<'g>>>,
    /// The slot of each unit, once slots are given; the chart's own words for it.
    pub(crate) slots: RefCell<Vec<Option<&'g str>>>,
    /// The slots of each force that are not full, once slots are given; none without a chart.
    pub(crate) open_slots: RefCell<Vec<Option<Vec<OpenSlot>>>>,
    /// Who leaves its slot to the unit it has joined, by that unit.
    pub(crate) leaving: RefCell<FxHashMap<UnitIndex, Rc<Leaving>>>,
    /// A title is being put together, and may not need itself.
    pub(crate) in_title: Cell<bool>,
    /// Whether the list names options that do not exist, which may be what seems to be missing.
    /// `lost_units` is the same for units.
    pub(crate) lost_options: bool,
    pub(crate) lost_units: bool,
    /// Loose blocks that visit other things, and those of options and units that were taken.
    pub(crate) visitors: Vec<Visitor<'a, 'g>>,
    pub(crate) carried: Vec<(NodeId, Block<'g>)>,
    /// The sorts of all these blocks together.
    pub(crate) visited_sorts: KindSet,
    pub(crate) contents: &'a BodyIndex<'g>,
    /// Cached by node: keywords and prices.
    pub(crate) keywords: RefCell<Vec<Option<Rc<[&'g KeywordUse]>>>>,
    /// Every currency of the first node, then of the next.
    pub(crate) costs: RefCell<Vec<Option<Option<Number>>>>,
    /// Amounts met that are no multiples of a step, one for each formula.
    pub(crate) off_step: RefCell<Vec<OffStep>>,
    /// Whether a price that is `none` makes the whole price unknown, instead of counting as
    /// nothing.
    pub(crate) strict: bool,
    /// Which of several that tie for a derived value are taken; the first of all others.
    pub(crate) picks: Vec<Pick>,
    /// The ties met so far that the list does not decide.
    pub(crate) ties: RefCell<Vec<Tie>>,
    /// Formulas that something depends on and that have no value.
    pub(crate) faults: RefCell<Vec<Fault>>,
}

/// Receives an element of a set and its number of copies; returns whether to go on.
pub(crate) type Visit<'v, 'g> = &'v mut dyn FnMut(&mut Env<'g>, Value<'g>, i64) -> bool;

impl<'a, 'g> Evaluator<'a, 'g> {
    pub(crate) fn new(rules: &'a Ruleset<'g>, army: Army<'g, 'a>, picks: Vec<Pick>) -> Self {
        let (book, contents) = (&rules.book, &rules.contents);
        let (known, slots) = (RefCell::default(), RefCell::default());
        let lost = |code| army.problems.iter().any(|problem| problem.code() == code);
        let incomplete = army.list.incomplete
            || army.problems.iter().any(|problem| problem.code().family == Family::List);
        let (lost_options, lost_units) =
            (incomplete || lost(&codes::OPTION_UNKNOWN), incomplete || lost(&codes::UNIT_UNKNOWN));
        let (visitors, carried) = (visitors(&army, contents), carried_blocks(&army, contents));
        let loose = visitors.iter().fold(0, |sorts, visitor| sorts | visitor.block.sorts);
        let visited_sorts = carried.iter().fold(loose, |sorts, (_, block)| sorts | block.sorts);
        let keywords = RefCell::new(vec![None; army.nodes.len()]);
        let costs = vec![None; army.nodes.len() * army.game.currencies.len()];
        Evaluator {
            in_title: Cell::new(false),
            game: army.game,
            army,
            book,
            known,
            slots,
            open_slots: RefCell::default(),
            leaving: RefCell::default(),
            lost_options,
            lost_units,
            visitors,
            carried,
            visited_sorts,
            contents,
            keywords,
            costs: RefCell::new(costs),
            off_step: RefCell::default(),
            strict: false,
            picks,
            ties: RefCell::default(),
            faults: RefCell::default(),
        }
    }

    /// Forgets all facts: what was asked before slots are filled may have asked for them.
    pub(crate) fn forget(&mut self) {
        self.known.get_mut().clear();
        self.leaving.get_mut().clear();
        self.faults.get_mut().clear();
        self.keywords.get_mut().fill(None);
        self.costs.get_mut().fill(None);
    }

    pub(crate) fn value(&self, expr: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        match &expr.kind {
            ExprKind::Number(number) => Value::whole(*number),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Text(text) => Value::Text(text.as_str().into()),
            ExprKind::None => Value::None,
            ExprKind::Symbol(symbol) => symbol_value(symbol),
            ExprKind::Variable(variable) => env.variable(*variable),
            ExprKind::This => env.this.clone(),
            ExprKind::Army => Value::Node(NodeId::ARMY),
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
                    result.lost().is_some() || result.holds() == *all
                });
                result
            }
            ExprKind::Not(inner) => match self.value(inner, env) {
                Value::Lost(lost) => Value::Lost(lost),
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
                Value::Lost(lost) if lost.why != Why::NoPoints => Value::Lost(lost),
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

    fn collect(&self, set: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        let mut all = Vec::new();
        self.visit(set, env, &mut |_, value, copies| {
            all.push((value, copies));
            true
        });
        Value::Set(Rc::new(all))
    }

    /// Visits each element of a set with its copies, until the visitor says stop.
    pub(crate) fn visit(&self, set: &'g Expr, env: &mut Env<'g>, visit: Visit<'_, 'g>) {
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
                    let mut go_on = true;
                    visit_value(self.value(value, env), env, &mut |env, value, copies| {
                        go_on = visit(env, value, copies);
                        go_on
                    });
                    go_on
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
                visit_value(value, env, visit);
            }
        }
    }

    fn visit_range(&self, low: &'g Expr, high: &'g Expr, env: &mut Env<'g>, visit: Visit<'_, 'g>) {
        let (Some(low), Some(high)) = (self.number(low, env), self.number(high, env)) else {
            return;
        };
        for number in low.ceil()..=high.floor().min(low.ceil().saturating_add(LONGEST_RANGE)) {
            if !visit(env, Value::whole(number), 1) {
                return;
            }
        }
    }

    pub(crate) fn is_empty(&self, set: &'g Expr, env: &mut Env<'g>) -> bool {
        let mut empty = true;
        self.visit(set, env, &mut |_, value, _| {
            empty = value.is_none();
            empty
        });
        empty
    }

    fn count(&self, set: &'g Expr, env: &mut Env<'g>) -> i64 {
        let mut count = 0_i64;
        self.visit(set, env, &mut |_, _, copies| {
            count = count.saturating_add(copies);
            true
        });
        count
    }

    /// Nodes of one definition are alike, whatever they took; what is `none` is nothing.
    fn count_distinct(&self, set: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        let mut known: FxHashSet<Value<'g>> = FxHashSet::default();
        let mut lost = None;
        self.visit(set, env, &mut |_, value, _| {
            lost = value.lost();
            let entry = value.node().and_then(|node| self.army.node(node).entry);
            if !value.is_none() {
                known.insert(entry.map_or(value, Value::Entry));
            }
            lost.is_none()
        });
        let count = i64::try_from(known.len()).unwrap_or(i64::MAX);
        lost.map_or(Value::whole(count), Value::Lost)
    }

    fn fold(
        &self,
        fold: Fold,
        value: &'g Expr,
        variable: VariableId,
        set: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        let mut result = if fold == Fold::Sum { Value::Number(Number::ZERO) } else { Value::None };
        self.visit(set, env, &mut |env, element, copies| {
            env.set(variable, element);
            let number = match self.value(value, env) {
                Value::Number(number) => number,
                Value::Lost(lost) => {
                    result = Value::Lost(lost);
                    return false;
                }
                // What has no value is skipped.
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
            result.lost().is_none()
        });
        result
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

    /// The element with the greatest value, the first of equals. An element without a value is
    /// never the highest.
    fn highest(
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
            let lost = left.lost().or(right.lost()).filter(|lost| lost.why != Why::NoPoints);
            return match lost.filter(|_| !asks_for_none) {
                Some(lost) => Value::Lost(lost),
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
                return Value::Lost(Lost { at: expr.span, why: Why::DividedByZero });
            }
            Op::Divide => left.divide(right),
            _ => left.divide_down(right).map(Number::whole),
        };
        or_overflow(number, expr)
    }

    /// Whether something holds of a value, or of one element of a set.
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
        if let Some(lost) = wanted.lost().filter(|lost| lost.why != Why::NoPoints) {
            return Value::Lost(lost);
        }
        let mut found = false;
        self.visit(set, env, &mut |_, value, _| {
            found = same(&value, &wanted);
            !found
        });
        Value::Bool(found)
    }

    /// Visits every way to bind the variables of a header.
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

/// Equality as people mean it: a set of a single element equals that element.
fn same(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Set(set), other) | (other, Value::Set(set)) if other.is_none() => set.is_empty(),
        (left, right) => left == right,
    }
}

pub(crate) fn visit_value<'g>(value: Value<'g>, env: &mut Env<'g>, visit: Visit<'_, 'g>) -> bool {
    match value {
        Value::None | Value::Lost(_) => true,
        Value::Set(all) => {
            for (value, copies) in all.iter() {
                if !visit(env, value.clone(), *copies) {
                    return false;
                }
            }
            true
        }
        single => visit(env, single, 1),
    }
}

fn pick(fold: Fold, first: Number, other: Number) -> Number {
    match fold {
        Fold::Min => first.min(other),
        _ => first.max(other),
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

/// A word of an enumeration as its place there, so that it can be compared. A word beside numbers
/// has none.
fn ranked<'g>(value: Value<'g>, ty: &Type) -> Value<'g> {
    match (value, ty) {
        (Value::Choice(_, position), Type::Choice(_)) => {
            Value::whole(i64::try_from(position).unwrap_or(i64::MAX))
        }
        (value, _) => value,
    }
}
