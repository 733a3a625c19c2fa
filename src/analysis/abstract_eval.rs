//! Evaluates expressions without a list: finds out whether they can be true or false, and the
//! bounds of their values. Start at [`AbstractEval`].

use crate::analysis::Changeable;
use crate::model::{
    AttributeId, AttributeValue, Builtin, CategoryId, EntryId, Expr, ExprKind, Fact, Fold, Game,
    NodeFilter, Op, Round, Symbol, VariableId,
};

/// What a value may be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AbstractValue {
    /// A truth value: whether it may be true, and whether it may be false.
    Truth {
        yes: bool,
        no: bool,
    },
    /// A number within these bounds, never `none`.
    Number {
        low: Option<i64>,
        high: Option<i64>,
    },
    Symbol(Symbol),
    Unknown,
}

const EITHER: AbstractValue = AbstractValue::Truth { yes: true, no: true };

impl AbstractValue {
    fn known(truth: bool) -> AbstractValue {
        AbstractValue::Truth { yes: truth, no: !truth }
    }

    fn exactly(number: i64) -> AbstractValue {
        AbstractValue::Number { low: Some(number), high: Some(number) }
    }

    fn at_least(number: i64) -> AbstractValue {
        AbstractValue::Number { low: Some(number), high: None }
    }

    pub(crate) fn may_be_yes(&self) -> bool {
        !matches!(self, AbstractValue::Truth { yes: false, .. })
    }

    pub(crate) fn may_be_no(&self) -> bool {
        !matches!(self, AbstractValue::Truth { no: false, .. })
    }
}

/// How an expression refers to the known unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitReference {
    Variable(VariableId),
    This,
}

/// Evaluates expressions, perhaps with a known unit.
pub(crate) struct AbstractEval<'g> {
    pub game: &'g Game,
    pub changeable: &'g Changeable<'g>,
    pub unit: Option<(UnitReference, EntryId)>,
}

impl AbstractEval<'_> {
    pub(crate) fn value(&self, expr: &Expr) -> AbstractValue {
        match &expr.kind {
            ExprKind::Number(value) => AbstractValue::exactly(*value),
            ExprKind::Bool(value) => AbstractValue::known(*value),
            ExprKind::Symbol(symbol) => AbstractValue::Symbol(symbol.clone()),
            ExprKind::Count(_) | ExprKind::CountDistinct(_) => AbstractValue::at_least(0),
            ExprKind::Fact(of, fact) => self.fact(of, fact),
            ExprKind::Is(of, what) => self.is(of, *what),
            ExprKind::Not(inner) => match self.value(inner) {
                AbstractValue::Truth { yes, no } => AbstractValue::Truth { yes: no, no: yes },
                _ => EITHER,
            },
            ExprKind::Negate(inner) => match self.value(inner) {
                AbstractValue::Number { low, high } => AbstractValue::Number {
                    low: high.and_then(i64::checked_neg),
                    high: low.and_then(i64::checked_neg),
                },
                _ => AbstractValue::Unknown,
            },
            ExprKind::Round(Round::Abs, inner) => match self.value(inner) {
                AbstractValue::Number { .. } => AbstractValue::at_least(0),
                _ => AbstractValue::Unknown,
            },
            ExprKind::Round(_, inner) => self.value(inner),
            ExprKind::Extreme { fold, values } => self.extreme(*fold, values),
            ExprKind::If(condition, yes, no) => match self.value(condition) {
                AbstractValue::Truth { yes: true, no: false } => self.value(yes),
                AbstractValue::Truth { yes: false, no: true } => self.value(no),
                _ => join(self.value(yes), self.value(no)),
            },
            ExprKind::Binary(op, left, right) => binary(*op, self.value(left), self.value(right)),
            ExprKind::Member(value, set) => self.member(value, set),
            _ => AbstractValue::Unknown,
        }
    }

    fn entry_of(&self, of: &Expr) -> Option<EntryId> {
        let (subject, entry) = self.unit?;
        let is_subject = match of.kind {
            ExprKind::Variable(variable) => subject == UnitReference::Variable(variable),
            ExprKind::This => subject == UnitReference::This,
            _ => false,
        };
        is_subject.then_some(entry)
    }

    fn fact(&self, of: &Expr, fact: &Fact) -> AbstractValue {
        match fact {
            Fact::Builtin(Builtin::Size) => self.size(of),
            Fact::Builtin(Builtin::Count | Builtin::Limit) => AbstractValue::at_least(0),
            Fact::Category(id) => self.category(of, *id),
            Fact::Attribute(id) => self.attribute(of, *id),
            _ => AbstractValue::Unknown,
        }
    }

    /// How many models the known unit may have.
    fn size(&self, of: &Expr) -> AbstractValue {
        let entry = self.entry_of(of).filter(|_| !self.changeable.sizes());
        let Some(entry) = entry else { return AbstractValue::at_least(0) };
        let (mut least, mut most) = (0_i64, Some(0_i64));
        for line in &self.game.entries[entry].body.models {
            let end = |end: Option<&Expr>| match end.map(|end| self.value(end)) {
                Some(AbstractValue::Number { low, high }) => (low, high),
                _ => (None, None),
            };
            least = least.saturating_add(end(line.range.low.as_ref()).0.unwrap_or(0));
            let high = end(line.range.high.as_ref()).1;
            most = most.zip(high).map(|(most, high)| most.saturating_add(high));
        }
        AbstractValue::Number { low: Some(least), high: most }
    }

    fn category(&self, of: &Expr, id: CategoryId) -> AbstractValue {
        let Some(entry) = self.entry_of(of) else { return EITHER };
        if let Some(defined) = &self.game.categories[id].defined {
            // Only one definition is followed: chains in which each uses others twice would take
            // exponential time.
            if matches!(self.unit, Some((UnitReference::This, _))) {
                return EITHER;
            }
            return AbstractEval { unit: Some((UnitReference::This, entry)), ..*self }
                .value(defined);
        }
        if self.changeable.category(id) {
            return EITHER;
        }
        AbstractValue::known(self.game.entries[entry].categories.contains(&id))
    }

    fn attribute(&self, of: &Expr, id: AttributeId) -> AbstractValue {
        let Some(entry) = self.entry_of(of) else { return AbstractValue::Unknown };
        let attribute = &self.game.attributes[id];
        if attribute.list || self.changeable.attribute(id) {
            return AbstractValue::Unknown;
        }
        let stated =
            self.game.entries[entry].body.attributes.iter().find(|given| given.attribute == id);
        match stated.and_then(|given| given.values.first()).or(attribute.default.as_ref()) {
            Some(AttributeValue::Int(value)) => AbstractValue::exactly(*value),
            Some(AttributeValue::Category(category)) => {
                AbstractValue::Symbol(Symbol::Category(*category))
            }
            Some(AttributeValue::Choice(position)) => {
                attribute.choices().map_or(AbstractValue::Unknown, |choices| {
                    AbstractValue::Symbol(Symbol::Choice(choices, *position))
                })
            }
            _ => AbstractValue::Unknown,
        }
    }

    fn is(&self, of: &Expr, what: NodeFilter) -> AbstractValue {
        match (what, self.entry_of(of)) {
            (NodeFilter::Category(category), _) => self.category(of, category),
            (NodeFilter::Entry(wanted), Some(entry)) => AbstractValue::known(wanted == entry),
            _ => EITHER,
        }
    }

    fn member(&self, value: &Expr, set: &Expr) -> AbstractValue {
        let ExprKind::Set(elements) = &set.kind else { return EITHER };
        let value = self.value(value);
        let equal =
            elements.iter().map(|element| binary(Op::Equal, value.clone(), self.value(element)));
        equal.fold(AbstractValue::known(false), |sum, value| binary(Op::Or, sum, value))
    }

    fn extreme(&self, fold: Fold, values: &[Expr]) -> AbstractValue {
        let bounds: Option<Vec<_>> = values
            .iter()
            .map(|value| match self.value(value) {
                AbstractValue::Number { low, high } => Some((low, high)),
                _ => None,
            })
            .collect();
        let Some(bounds) = bounds else { return AbstractValue::Unknown };
        let lows = bounds.iter().map(|(low, _)| *low);
        let highs = bounds.iter().map(|(_, high)| *high);
        if fold == Fold::Max {
            // One known lower bound is enough; the upper bound needs all of them.
            AbstractValue::Number {
                low: lows.flatten().max(),
                high: highs.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max()),
            }
        } else {
            AbstractValue::Number {
                low: lows.collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().min()),
                high: highs.flatten().min(),
            }
        }
    }
}

fn join(left: AbstractValue, right: AbstractValue) -> AbstractValue {
    match (left, right) {
        (AbstractValue::Truth { yes: a, no: b }, AbstractValue::Truth { yes: c, no: d }) => {
            AbstractValue::Truth { yes: a || c, no: b || d }
        }
        (AbstractValue::Number { low: a, high: b }, AbstractValue::Number { low: c, high: d }) => {
            AbstractValue::Number {
                low: a.zip(c).map(|(a, c)| a.min(c)),
                high: b.zip(d).map(|(b, d)| b.max(d)),
            }
        }
        _ => AbstractValue::Unknown,
    }
}

fn binary(op: Op, left: AbstractValue, right: AbstractValue) -> AbstractValue {
    match (op, &left, &right) {
        (Op::And, _, _) => AbstractValue::Truth {
            yes: left.may_be_yes() && right.may_be_yes(),
            no: left.may_be_no() || right.may_be_no(),
        },
        (Op::Or, _, _) => AbstractValue::Truth {
            yes: left.may_be_yes() || right.may_be_yes(),
            no: left.may_be_no() && right.may_be_no(),
        },
        (Op::Equal, AbstractValue::Symbol(left), AbstractValue::Symbol(right)) => {
            AbstractValue::known(left == right)
        }
        (Op::NotEqual, AbstractValue::Symbol(left), AbstractValue::Symbol(right)) => {
            AbstractValue::known(left != right)
        }
        (
            _,
            AbstractValue::Number { low: a, high: b },
            AbstractValue::Number { low: c, high: d },
        ) => numbers(op, (*a, *b), (*c, *d)),
        (Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::More | Op::MoreEqual, _, _) => {
            EITHER
        }
        _ => AbstractValue::Unknown,
    }
}

type Interval = (Option<i64>, Option<i64>);

fn numbers(op: Op, left: Interval, right: Interval) -> AbstractValue {
    let surely = |left: Option<i64>, right: Option<i64>, holds: fn(&i64, &i64) -> bool| {
        left.zip(right).is_some_and(|(left, right)| holds(&left, &right))
    };
    let compare = |yes: bool, no: bool| AbstractValue::Truth { yes: !no, no: !yes };
    let ((a, b), (c, d)) = (left, right);
    match op {
        Op::Less => compare(surely(b, c, i64::lt), surely(a, d, i64::ge)),
        Op::LessEqual => compare(surely(b, c, i64::le), surely(a, d, i64::gt)),
        Op::More => numbers(Op::Less, right, left),
        Op::MoreEqual => numbers(Op::LessEqual, right, left),
        Op::Equal | Op::NotEqual => {
            let same = a.is_some() && a == b && b == c && c == d;
            let apart = surely(b, c, i64::lt) || surely(d, a, i64::lt);
            if op == Op::Equal { compare(same, apart) } else { compare(apart, same) }
        }
        Op::Add => AbstractValue::Number { low: sum(a, c), high: sum(b, d) },
        Op::Subtract => AbstractValue::Number {
            low: sum(a, d.and_then(i64::checked_neg)),
            high: sum(b, c.and_then(i64::checked_neg)),
        },
        Op::Multiply if a.is_some_and(|a| a >= 0) && c.is_some_and(|c| c >= 0) => {
            AbstractValue::Number { low: product(a, c), high: product(b, d) }
        }
        _ => AbstractValue::Unknown,
    }
}

fn sum(left: Option<i64>, right: Option<i64>) -> Option<i64> {
    left.zip(right).and_then(|(left, right)| left.checked_add(right))
}

fn product(left: Option<i64>, right: Option<i64>) -> Option<i64> {
    left.zip(right).and_then(|(left, right)| left.checked_mul(right))
}
