//! Evaluating expressions. Every evaluation ends: facts do not depend on each other in a circle
//! (the compiler sees to that), sets are those of the list, and what is absent is `none`.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::diagnostic::{Family, codes};
use crate::engine::Ruleset;
use crate::engine::army::{Army, Book, NodeId, UnitIndex};
use crate::engine::check::joins::Leaving;
use crate::engine::eval::{
    Block, BodyIndex, KindSet, Number, Pick, Tie, Value, Visitor, carried_blocks, visitors,
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
    pub(crate) costs: RefCell<Vec<Option<Option<Number>>>>,
    /// Whether a price that overflows makes the whole price unknown, instead of counting as
    /// nothing.
    pub(crate) strict: bool,
    /// Which of several that tie for a derived value are taken; the first of all others.
    pub(crate) picks: Vec<Pick>,
    /// The ties met so far that the list does not decide.
    pub(crate) ties: RefCell<Vec<Tie>>,
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
        let costs = RefCell::new(vec![None; army.nodes.len()]);
        Evaluator {
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
            costs,
            strict: false,
            picks,
            ties: RefCell::default(),
        }
    }

    pub(crate) fn holds(&self, condition: &'g Expr, env: &mut Env<'g>) -> bool {
        self.value(condition, env).holds()
    }

    pub(crate) fn number(&self, expr: &'g Expr, env: &mut Env<'g>) -> Option<Number> {
        self.value(expr, env).number()
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
            ExprKind::Fold { fold, value, variable, set } => {
                self.fold(*fold, value, *variable, set, env)
            }
            ExprKind::Extreme { fold, values } => {
                let all = values.iter().map(|value| self.number(value, env));
                all.collect::<Option<Vec<Number>>>()
                    .and_then(|all| pick(*fold, all))
                    .map_or(Value::None, Value::Number)
            }
            ExprKind::Highest { measure, variable, set } => {
                self.highest(measure, *variable, set, env)
            }
            ExprKind::Quantified { all, variable, set, condition } => {
                let mut found = false;
                self.visit(set, env, &mut |env, value, _| {
                    env.set(*variable, value);
                    found = self.holds(condition, env) != *all;
                    !found
                });
                Value::Bool(found != *all)
            }
            ExprKind::Not(inner) => Value::Bool(!self.holds(inner, env)),
            ExprKind::NotEmpty(set) => Value::Bool(!self.is_empty(set, env)),
            ExprKind::Negate(inner) => {
                self.number(inner, env).and_then(Number::negate).map_or(Value::None, Value::Number)
            }
            ExprKind::Round(round, inner) => self
                .number(inner, env)
                .and_then(|number| rounded(*round, number))
                .map_or(Value::None, Value::Number),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, env),
            ExprKind::If(condition, yes, no) => {
                let branch = if self.holds(condition, env) { yes } else { no };
                self.value(branch, env)
            }
            ExprKind::Otherwise(value, other) => match self.value(value, env) {
                Value::None => self.value(other, env),
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

    fn fold(
        &self,
        fold: Fold,
        value: &'g Expr,
        variable: VariableId,
        set: &'g Expr,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        let mut result = if fold == Fold::Sum { Some(Number::ZERO) } else { None };
        let mut lost = false;
        self.visit(set, env, &mut |env, element, copies| {
            env.set(variable, element);
            let Some(number) = self.number(value, env) else { return true };
            result = match (fold, result) {
                (Fold::Sum, Some(sum)) => {
                    number.multiply(Number::whole(copies)).and_then(|number| sum.plus(number))
                }
                (_, Some(best)) => pick(fold, vec![best, number]),
                (_, None) => Some(number),
            };
            lost = result.is_none();
            !lost
        });
        result.filter(|_| !lost).map_or(Value::None, Value::Number)
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
            if let Some(number) = self.number(measure, env)
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
            if let Some(number) = self.number(measure, env) {
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

    fn binary(&self, op: Op, left: &'g Expr, right: &'g Expr, env: &mut Env<'g>) -> Value<'g> {
        match op {
            Op::And => return Value::Bool(self.holds(left, env) && self.holds(right, env)),
            Op::Or => return Value::Bool(self.holds(left, env) || self.holds(right, env)),
            Op::Equal | Op::NotEqual => {
                let (left, right) = (self.value(left, env), self.value(right, env));
                return Value::Bool(same(&left, &right) == (op == Op::Equal));
            }
            _ => {}
        }
        let (left, right) = (self.number(left, env), self.number(right, env));
        let compares = matches!(op, Op::Less | Op::LessEqual | Op::More | Op::MoreEqual);
        let (Some(left), Some(right)) = (left, right) else {
            return if compares { Value::Bool(false) } else { Value::None };
        };
        let number = match op {
            Op::Less => return Value::Bool(left < right),
            Op::LessEqual => return Value::Bool(left <= right),
            Op::More => return Value::Bool(left > right),
            Op::MoreEqual => return Value::Bool(left >= right),
            Op::Add => left.plus(right),
            Op::Subtract => left.subtract(right),
            Op::Multiply => left.multiply(right),
            Op::Divide => left.divide(right),
            _ => left.divide(right).map(|quotient| Number::whole(quotient.floor())),
        };
        number.map_or(Value::None, Value::Number)
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
        (Value::Set(set), Value::None) | (Value::None, Value::Set(set)) => set.is_empty(),
        (left, right) => left == right,
    }
}

pub(crate) fn visit_value<'g>(value: Value<'g>, env: &mut Env<'g>, visit: Visit<'_, 'g>) -> bool {
    match value {
        Value::None => true,
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

fn pick(fold: Fold, all: Vec<Number>) -> Option<Number> {
    match fold {
        Fold::Min => all.into_iter().min(),
        _ => all.into_iter().max(),
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
