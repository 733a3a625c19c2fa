//! Comparisons: "has 8 or more models", "its Stage is assault", "costs at most 100 points".

use crate::model::{Builtin, Expr, ExprKind, Fact, Op, Type};
use crate::number::Number;
use crate::wording::sentence::{Clause, ConditionWords, Noun, Speaker, Verb};
use crate::wording::{a, of_currency};

impl<'g> Speaker<'_, 'g> {
    pub(crate) fn comparison(
        &self,
        op: Op,
        left: &'g Expr,
        right: &'g Expr,
        yes: bool,
    ) -> ConditionWords {
        let op = if yes { op } else { opposite(op) };
        // The thing compared comes first, its value second.
        if is_value(left) && !is_value(right) {
            return self.comparison(turned(op), right, left, true);
        }
        if let Some(said) = self.with_none(op, left, right) {
            return said;
        }
        if let Some(said) = self.counted(op, left, right) {
            return said;
        }
        if let Some(said) = self.equal(op, left, right) {
            return said;
        }
        if let ExprKind::Fact(of, fact) = &left.kind
            && left.words.is_none()
            && let Some(said) = self.fact_compared(op, of, fact, right)
        {
            return said;
        }
        let is_number = matches!(left.ty, Type::Number | Type::NumberOr(_));
        match op {
            Op::Equal => self.about(left, self.amount(right)).holds(true),
            Op::NotEqual => self.about(left, self.amount(right)).holds(false),
            _ if is_number => {
                let subject = Noun::called(self.amount(left));
                Clause::new(subject, Verb::BE, bounded(op, &self.amount(right))).holds(true)
            }
            _ => self.about(left, bounded(op, &self.amount(right))).holds(true),
        }
    }

    /// Says that something has a value at all, or none.
    fn with_none(&self, op: Op, left: &'g Expr, right: &'g Expr) -> Option<ConditionWords> {
        let is_none = |expr: &Expr| matches!(expr.kind, ExprKind::None);
        if !is_none(right) || is_none(left) || left.words.is_some() {
            return None;
        }
        let there = op == Op::NotEqual;
        let states =
            |object: &str| Clause::new(Noun::called("the list"), Verb::STATE, object).holds(there);
        let ExprKind::Fact(of, fact) = &left.kind else {
            let noun = self.thing(left);
            let words = format!("there is {}{}", if there { "" } else { "no " }, noun.text());
            return Some(ConditionWords::Text(words));
        };
        Some(match fact {
            Fact::Builtin(Builtin::Limit) => states("its points"),
            Fact::Builtin(Builtin::Opponent) => states("an opponent"),
            Fact::Builtin(Builtin::Event) => states("an event"),
            Fact::Derive(_) if matches!(of.kind, ExprKind::Army) => {
                let label = self.fact_label(of, fact);
                ConditionWords::Text(format!(
                    "there is {}",
                    if there { a(&label) } else { format!("no {label}") }
                ))
            }
            _ => {
                let label = self.fact_label(of, fact);
                Clause::new(self.thing(of), Verb::HAVE, a(&label)).holds(there)
            }
        })
    }

    /// Comparisons of the number of things in a set.
    fn counted(&self, op: Op, left: &'g Expr, right: &'g Expr) -> Option<ConditionWords> {
        let (ExprKind::Count(set) | ExprKind::CountDistinct(set)) = &left.kind else {
            return None;
        };
        if left.words.is_some() || !matches!(right.kind, ExprKind::Number(_)) {
            return None;
        }
        let distinct = matches!(left.kind, ExprKind::CountDistinct(_));
        let counts = |number: i64| matches!(right.kind, ExprKind::Number(found) if found == number);
        let none = op == Op::Equal && counts(0)
            || op == Op::LessEqual && counts(0)
            || op == Op::Less && counts(1);
        let different = if distinct { "different " } else { "" };
        let number = match none {
            true => "no".to_owned(),
            false => self.quantity(op, right),
        };
        let is_one = counts(1) && !none && op != Op::NotEqual;
        let number = if is_one { one_in_words(op).to_owned() } else { number };
        let words = |noun: &str| format!("{number} {different}{noun}");
        match &set.kind {
            ExprKind::Below { what, of, .. }
                if set.words.is_none() && !matches!(of.ty, Type::Set(_)) =>
            {
                let (one, many) = self.what_names(*what);
                let noun = if is_one { one } else { many };
                let verb = self.holds_verb(*what, of);
                Some(Clause::new(self.thing(of), verb, words(&noun)).holds(true))
            }
            _ => {
                let noun = self.set(set);
                Some(ConditionWords::Text(match is_one {
                    true => format!("there is {}", words(&noun.one())),
                    false => format!("there are {}", words(&noun.many())),
                }))
            }
        }
    }

    /// Equations with their own phrases: "is in the same force as", "has the highest LD of".
    fn equal(&self, op: Op, left: &'g Expr, right: &'g Expr) -> Option<ConditionWords> {
        let yes = match op {
            Op::Equal => true,
            Op::NotEqual => false,
            _ => return None,
        };
        if left.words.is_some() || right.words.is_some() {
            return None;
        }
        let clause = self.same_fact(left, right).or_else(|| self.is_highest(left, right));
        let clause = clause.or_else(|| self.is_highest(right, left));
        clause.or_else(|| self.multiple(left, right)).map(|clause| clause.holds(yes))
    }

    /// The same fact of two things: "the other unit has the same Stage as the unit".
    fn same_fact(&self, left: &'g Expr, right: &'g Expr) -> Option<Clause> {
        let (ExprKind::Fact(one, fact), ExprKind::Fact(other, same)) = (&left.kind, &right.kind)
        else {
            return None;
        };
        let (one, label) = (self.thing(one), self.fact_label(one, fact));
        let other = match self.thing(other) {
            _ if fact != same => return None,
            other if other == one => return None,
            Noun::Whoever => "them".to_owned(),
            Noun::Called(other) => other,
        };
        Some(match (fact, &left.ty) {
            (Fact::Builtin(Builtin::Entry), _) => {
                Clause::new(one, Verb::BE, format!("of the same kind as {other}"))
            }
            (
                Fact::Builtin(Builtin::Force | Builtin::Around(_) | Builtin::Unit | Builtin::Model),
                Type::Node(kind),
            ) => {
                let place = self.kind_name(*kind);
                Clause::new(one, Verb::BE, format!("in the same {place} as {other}"))
            }
            _ => Clause::new(one, Verb::HAVE, format!("the same {label} as {other}")),
        })
    }

    /// "The unit has the highest LD of the units that …".
    fn is_highest(&self, thing: &'g Expr, highest: &'g Expr) -> Option<Clause> {
        let ExprKind::Highest { measure, variable, set } = &highest.kind else { return None };
        let measure = self.naming(*variable, Noun::Whoever).fact_name(measure);
        let object = format!("the highest {measure} of the {}", self.set(set).many());
        Some(Clause::new(self.thing(thing), Verb::HAVE, object))
    }

    /// `x = 25 * (x div 25)`: "x is a multiple of 25".
    fn multiple(&self, left: &'g Expr, right: &'g Expr) -> Option<Clause> {
        let ExprKind::Binary(Op::Multiply, one, other) = &right.kind else { return None };
        let (step, quotient) = match (&one.kind, &other.kind) {
            (ExprKind::Number(step), _) => (*step, other),
            (_, ExprKind::Number(step)) => (*step, one),
            _ => return None,
        };
        let (dividend, divisor) = match &quotient.kind {
            ExprKind::Binary(Op::Div, dividend, divisor) => (dividend, divisor),
            ExprKind::Round(_, inner) => match &inner.kind {
                ExprKind::Binary(Op::Divide, dividend, divisor) => (dividend, divisor),
                _ => return None,
            },
            _ => return None,
        };
        let same = matches!(divisor.kind, ExprKind::Number(number) if number == step);
        (same && self.amount(dividend) == self.amount(left)).then(|| {
            self.states(Number::whole(step));
            self.about(left, format!("a multiple of {step}"))
        })
    }

    /// `8 or more`
    fn quantity(&self, op: Op, number: &'g Expr) -> String {
        let amount = self.amount(number);
        match op {
            Op::MoreEqual => format!("{amount} or more"),
            Op::LessEqual => format!("at most {amount}"),
            Op::Less => format!("fewer than {amount}"),
            Op::More => format!("more than {amount}"),
            Op::NotEqual => format!("other than {amount}"),
            _ => format!("exactly {amount}"),
        }
    }

    fn fact_compared(
        &self,
        op: Op,
        of: &'g Expr,
        fact: &Fact,
        right: &'g Expr,
    ) -> Option<ConditionWords> {
        let subject = self.thing(of);
        let amount = self.amount(right);
        let is_number = matches!(right.kind, ExprKind::Number(_));
        let clause = |verb, object: String| Some(Clause::new(subject.clone(), verb, object));
        let clause = match fact {
            Fact::Builtin(Builtin::Size) if is_number => {
                let models = if is_number && amount == "1" { "model" } else { "models" };
                clause(Verb::HAVE, format!("{} {models}", self.quantity(op, right)))
            }
            Fact::Builtin(Builtin::Limit) => {
                let currency = self.game.currencies.values().next();
                let points = currency.map_or("points", |currency| currency.title.as_str());
                let object = format!("for {}", of_points(op, &amount, points));
                Some(Clause::new(Noun::called("the game"), Verb::BE, object))
            }
            Fact::Builtin(Builtin::Count) if is_number => {
                let times = self.quantity(op, right);
                let times = match amount.as_str() {
                    "1" => times.replace('1', "once"),
                    _ => format!("{times} times"),
                };
                clause(Verb::BE, format!("taken {times}"))
            }
            Fact::Builtin(Builtin::Count) if matches!(op, Op::LessEqual | Op::MoreEqual) => {
                self.per(right, 1).and_then(|per| {
                    clause(Verb::BE, format!("taken {}", bounded(op, &format!("once {per}"))))
                })
            }
            Fact::Builtin(Builtin::Entry) if matches!(op, Op::Equal | Op::NotEqual) => {
                let clause = Clause::new(subject, Verb::BE, amount);
                return Some(clause.holds(op == Op::Equal));
            }
            Fact::Cost(currency) => {
                let title = &self.game.currencies[*currency].title;
                clause(Verb::COST, of_points(op, &amount, title))
            }
            // "Whose Rank is 2", but "that have Rank 2 or more".
            Fact::Attribute(_) | Fact::Stat(..) if matches!(op, Op::Equal | Op::NotEqual) => None,
            Fact::Attribute(_) | Fact::Stat(..) | Fact::Parameter(_) if is_number => {
                let label = self.fact_label(of, fact);
                clause(Verb::HAVE, labelled(op, &label, &amount))
            }
            _ => None,
        };
        clause.map(|clause| clause.holds(true))
    }
}

/// `at least one`
fn one_in_words(op: Op) -> &'static str {
    match op {
        Op::MoreEqual => "at least one",
        Op::LessEqual => "at most one",
        Op::More => "more than one",
        _ => "exactly one",
    }
}

/// `Rank 2 or more`
fn labelled(op: Op, label: &str, amount: &str) -> String {
    match op {
        Op::MoreEqual => format!("{label} {amount} or more"),
        Op::LessEqual => format!("{label} {amount} or less"),
        Op::More => format!("{label} above {amount}"),
        Op::Less => format!("{label} below {amount}"),
        Op::NotEqual => format!("{label} other than {amount}"),
        _ => format!("{label} {amount}"),
    }
}

/// `1500 points or more`
fn of_points(op: Op, amount: &str, points: &str) -> String {
    let amount = of_currency(amount, points);
    match op {
        Op::MoreEqual => format!("{amount} or more"),
        Op::LessEqual => format!("{amount} or less"),
        Op::More => format!("more than {amount}"),
        Op::Less => format!("less than {amount}"),
        Op::NotEqual => format!("other than {amount}"),
        _ => format!("exactly {amount}"),
    }
}

fn bounded(op: Op, amount: &str) -> String {
    match op {
        Op::MoreEqual => format!("at least {amount}"),
        Op::LessEqual => format!("at most {amount}"),
        Op::More => format!("more than {amount}"),
        Op::Less => format!("less than {amount}"),
        _ => amount.to_owned(),
    }
}

/// Whether an expression is a literal value, not something to compare.
fn is_value(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Number(_) | ExprKind::Symbol(_) | ExprKind::Text(_) | ExprKind::None
    )
}

fn opposite(op: Op) -> Op {
    match op {
        Op::Equal => Op::NotEqual,
        Op::NotEqual => Op::Equal,
        Op::Less => Op::MoreEqual,
        Op::LessEqual => Op::More,
        Op::More => Op::LessEqual,
        Op::MoreEqual => Op::Less,
        other => other,
    }
}

/// The operator after both sides are swapped.
fn turned(op: Op) -> Op {
    match op {
        Op::Less => Op::More,
        Op::LessEqual => Op::MoreEqual,
        Op::More => Op::Less,
        Op::MoreEqual => Op::LessEqual,
        other => other,
    }
}
