//! Numbers and other values: as a noun ("twice the number of models"), as what is allowed ("one per
//! 10 models"), and as a price ("2 per model").

use crate::model::{Builtin, Expr, ExprKind, Fact, Fold, Op, Round};
use crate::wording::all_of;
use crate::wording::sentence::{Noun, Speaker};

impl<'g> Speaker<'_, 'g> {
    /// A value as a noun.
    pub(crate) fn amount(&self, expr: &'g Expr) -> String {
        if let Some(words) = self.worded(expr) {
            return words.to_owned();
        }
        match &expr.kind {
            ExprKind::Number(number) => return number.to_string(),
            ExprKind::Negate(inner) => return format!("-{}", self.amount(inner)),
            _ => {}
        }
        if let Some(number) = self.known(expr) {
            return number;
        }
        match &expr.kind {
            ExprKind::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            ExprKind::Text(text) => format!("“{text}”"),
            ExprKind::None => "nothing".to_owned(),
            ExprKind::Fact(of, Fact::Builtin(Builtin::Size)) => {
                let owner = self.thing(of);
                format!("the number of models in {}", owner.text())
            }
            ExprKind::Fact(_, Fact::Builtin(Builtin::Limit)) => "the agreed points".to_owned(),
            ExprKind::Count(set) => format!("the number of {}", self.set(set).many()),
            ExprKind::CountDistinct(set) => {
                format!("the number of different {}", self.set(set).many())
            }
            ExprKind::Fold { fold, value, variable, set } => {
                let inner = self.naming(*variable, Noun::Whoever);
                let which = match fold {
                    Fold::Sum => "the total",
                    Fold::Max => "the highest",
                    Fold::Min => "the lowest",
                };
                format!("{which} {} of {}", inner.fact_name(value), self.set(set).many())
            }
            ExprKind::Extreme { fold, values } => {
                let values: Vec<String> = values.iter().map(|value| self.amount(value)).collect();
                let which = if *fold == Fold::Min { "lower" } else { "higher" };
                format!("the {which} of {}", all_of(&values))
            }
            ExprKind::Round(round, inner) => {
                let inner = self.amount(inner);
                match round {
                    Round::Floor => format!("{inner}, rounded down"),
                    Round::Ceil => format!("{inner}, rounded up"),
                    Round::Abs => format!("{inner} without its sign"),
                }
            }
            ExprKind::Binary(op, left, right) => self.calculation(*op, left, right, expr),
            ExprKind::If(condition, then, other) => format!(
                "{} if {}, otherwise {}",
                self.amount(then),
                self.sentence(condition),
                self.amount(other)
            ),
            ExprKind::Otherwise(value, fallback) => {
                format!("{} ({} if there is none)", self.amount(value), self.amount(fallback))
            }
            ExprKind::Set(_)
            | ExprKind::Range(..)
            | ExprKind::Below { .. }
            | ExprKind::Where { .. }
            | ExprKind::From(..)
            | ExprKind::Each { .. } => self.set(expr).many(),
            ExprKind::Not(_)
            | ExprKind::NotEmpty(_)
            | ExprKind::Is(..)
            | ExprKind::IsValue(..)
            | ExprKind::Has(..)
            | ExprKind::Member(..)
            | ExprKind::Quantified { .. }
            | ExprKind::OptionalRule(_) => format!("whether {}", self.sentence(expr)),
            _ => self.thing(expr).text().to_owned(),
        }
    }

    fn calculation(&self, op: Op, left: &'g Expr, right: &'g Expr, whole: &'g Expr) -> String {
        let number = |expr: &Expr| match expr.kind {
            ExprKind::Number(number) if expr.words.is_none() => Some(number),
            _ => None,
        };
        match (op, number(left), number(right)) {
            (Op::Multiply, Some(2), _) => return format!("twice {}", self.operand(right)),
            (Op::Multiply, _, Some(2)) => return format!("twice {}", self.operand(left)),
            (Op::Multiply, _, Some(times)) => {
                return format!("{times} times {}", self.operand(left));
            }
            (Op::Divide, None, Some(2)) => return format!("half of {}", self.operand(left)),
            (Op::Divide, None, Some(3)) => return format!("a third of {}", self.operand(left)),
            (Op::Divide, None, Some(4)) => return format!("a quarter of {}", self.operand(left)),
            (Op::Divide, Some(top), Some(bottom)) => return format!("{top}/{bottom}"),
            (Op::Div, _, Some(2)) => {
                return format!("half of {}, rounded down", self.operand(left));
            }
            _ => {}
        }
        let comma = match &left.kind {
            ExprKind::Extreme { .. } | ExprKind::If(..) if left.words.is_none() => ",",
            _ => "",
        };
        let (left, right) = match op {
            Op::Add | Op::Subtract => (self.amount(left), self.amount(right)),
            _ => (self.operand(left), self.operand(right)),
        };
        match op {
            Op::Add => format!("{left}{comma} plus {right}"),
            Op::Subtract => format!("{left}{comma} minus {right}"),
            Op::Multiply => format!("{left} times {right}"),
            Op::Divide => format!("{left} divided by {right}"),
            Op::Div => format!("{left} divided by {right}, rounded down"),
            _ => format!("whether {}", self.sentence(whole)),
        }
    }

    /// A part of a product or quotient, so that it is clear how far it goes.
    fn operand(&self, expr: &'g Expr) -> String {
        match &expr.kind {
            _ if expr.words.is_some() => self.amount(expr),
            ExprKind::Binary(Op::Add, left, right) => {
                format!("the sum of {} and {}", self.amount(left), self.amount(right))
            }
            ExprKind::Binary(Op::Subtract, left, right) => {
                format!("the difference of {} and {}", self.amount(left), self.amount(right))
            }
            _ => self.amount(expr),
        }
    }

    /// How many are allowed: "2", "one per 10 models", "one for each Captain in the army".
    pub(crate) fn allowance(&self, expr: &'g Expr) -> String {
        if expr.words.is_some() || self.known(expr).is_some() {
            return self.amount(expr);
        }
        if let Some(words) = self.per(expr, 1, "one") {
            return words;
        }
        match &expr.kind {
            ExprKind::Binary(Op::Multiply, left, right) => {
                let times = |number: &Expr, per: &'g Expr| match number.kind {
                    ExprKind::Number(times) => self.per(per, times, &times.to_string()),
                    _ => None,
                };
                let words = times(left, right).or_else(|| times(right, left));
                words.unwrap_or_else(|| self.amount(expr))
            }
            ExprKind::Extreme { fold, values } => match (fold, values.as_slice()) {
                (Fold::Max, [least, value] | [value, least]) if is_number(least) => {
                    format!("{}, but at least {}", self.allowance(value), self.amount(least))
                }
                (Fold::Min, [most, value] | [value, most]) if is_number(most) => {
                    format!("{}, but at most {}", self.allowance(value), self.amount(most))
                }
                _ => self.amount(expr),
            },
            ExprKind::If(condition, then, other) => format!(
                "{} if {}, otherwise {}",
                self.allowance(then),
                self.sentence(condition),
                self.allowance(other)
            ),
            ExprKind::Round(Round::Floor, inner) => self.allowance(inner),
            _ => self.amount(expr),
        }
    }

    /// `2 per 10 models`; none if it is nothing that is had for something else.
    pub(crate) fn per(&self, expr: &'g Expr, times: i64, number: &str) -> Option<String> {
        if expr.words.is_some() || times < 1 {
            return None;
        }
        match &expr.kind {
            ExprKind::Count(set) => {
                Some(format!("{number} for each {}", self.set(set).one_anywhere()))
            }
            ExprKind::Fact(_, Fact::Builtin(Builtin::Size)) => Some(format!("{number} per model")),
            ExprKind::Binary(Op::Subtract, left, right)
                if is_size(left) && matches!(right.kind, ExprKind::Number(1)) =>
            {
                Some(format!("{number} per model after the first"))
            }
            ExprKind::Binary(Op::Div | Op::Divide, left, right) => {
                let ExprKind::Number(each) = right.kind else { return None };
                match &left.kind {
                    _ if left.words.is_some() => None,
                    ExprKind::Count(set) => {
                        Some(format!("{number} for every {each} {}", self.set(set).many_anywhere()))
                    }
                    ExprKind::Fact(_, Fact::Builtin(Builtin::Size)) => {
                        Some(format!("{number} per {each} models"))
                    }
                    ExprKind::Fact(_, Fact::Builtin(Builtin::Limit)) => {
                        Some(format!("{number} per {each} points agreed"))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// An amount of a price: "2 per model", "10 if …, otherwise 5".
    pub(crate) fn price_amount(&self, expr: &'g Expr) -> String {
        if expr.words.is_some() || self.known(expr).is_some() {
            return self.amount(expr);
        }
        let times = |number: &Expr, per: &'g Expr| match number.kind {
            ExprKind::Number(times) => self.per(per, times, &times.to_string()),
            _ => None,
        };
        let words = match &expr.kind {
            ExprKind::Binary(Op::Multiply, left, right) => {
                times(left, right).or_else(|| times(right, left))
            }
            _ => self.per(expr, 1, "1"),
        };
        match (&words, &expr.kind) {
            (Some(words), _) => words.clone(),
            (None, ExprKind::Negate(inner)) => format!("-{}", self.price_amount(inner)),
            _ => self.amount(expr),
        }
    }
}

fn is_size(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Fact(_, Fact::Builtin(Builtin::Size))) && expr.words.is_none()
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_)) && expr.words.is_none()
}
