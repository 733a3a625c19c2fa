//! Numbers and other values: as a noun ("twice the number of models"), as what is allowed ("one per
//! 10 models"), and as a price ("2 per model").

use crate::model::{Builtin, Expr, ExprKind, Fact, Fold, Op, Round};
use crate::number::Number;
use crate::wording::sentence::{Noun, Speaker};
use crate::wording::{Quantity, all_of};

impl<'g> Speaker<'_, 'g> {
    /// A value as a noun.
    pub(crate) fn amount(&self, expr: &'g Expr) -> String {
        let worded = self.worded(expr);
        if let Some(number) = self.plain_number(expr) {
            self.states(number);
            return worded.map_or_else(|| number.to_string(), str::to_owned);
        }
        match (worded, &expr.kind) {
            (Some(words), _) => return words.to_owned(),
            (None, ExprKind::Negate(inner)) => return format!("-{}", self.amount(inner)),
            _ => {}
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
                let set = self.set(set).many();
                match &value.kind {
                    ExprKind::Fact(..) if value.words.is_none() => {
                        format!("{which} {} of {set}", inner.fact_name(value))
                    }
                    _ => format!("{which} of {} for all {set}", inner.amount(value)),
                }
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

    /// A literal number, or the constant value of a formula.
    fn plain_number(&self, expr: &'g Expr) -> Option<Number> {
        match &expr.kind {
            ExprKind::Number(number) => Some(Number::whole(*number)),
            ExprKind::Negate(inner) if inner.words.is_none() => self.plain_number(inner)?.negate(),
            _ => self.known(expr),
        }
    }

    /// A number, or the formula as a noun.
    fn quantity_of(&self, expr: &'g Expr) -> Quantity {
        let words = self.amount(expr);
        match self.plain_number(expr).filter(|_| self.worded(expr).is_none()) {
            Some(number) => Quantity::Number(number),
            None => Quantity::Words(words),
        }
    }

    /// A part of the agreed points: "a quarter of the agreed points".
    pub(crate) fn share_of_points(&self, expr: &'g Expr) -> Option<String> {
        let is_limit = |expr: &Expr| {
            matches!(expr.kind, ExprKind::Fact(_, Fact::Builtin(Builtin::Limit)))
                && expr.words.is_none()
        };
        if expr.words.is_some() || self.known(expr).is_some() {
            return None;
        }
        if is_limit(expr) {
            return Some("the agreed points".to_owned());
        }
        let number = |expr: &'g Expr| self.plain_number(expr).filter(|_| expr.words.is_none());
        let (of, part) = match &expr.kind {
            ExprKind::Round(Round::Floor, inner) => return self.share_of_points(inner),
            ExprKind::Binary(Op::Multiply, left, right) => match (number(left), number(right)) {
                (None, Some(part)) => (left, part),
                (Some(part), None) => (right, part),
                _ => return None,
            },
            ExprKind::Binary(Op::Div | Op::Divide, left, right) => {
                let divisor = number(right)?;
                match &left.kind {
                    ExprKind::Binary(Op::Multiply, of, times) if left.words.is_none() => {
                        (of, number(times)?.divide(divisor)?)
                    }
                    _ => (left, Number::whole(1).divide(divisor)?),
                }
            }
            _ => return None,
        };
        is_limit(of).then(|| fraction_words(part))?.map(|part| format!("{part} the agreed points"))
    }

    fn calculation(&self, op: Op, left: &'g Expr, right: &'g Expr, whole: &'g Expr) -> String {
        if let Some(share) = self.share_of_points(whole) {
            return share;
        }
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

    /// A factor of a product or quotient, worded so that it is clear where it ends.
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

    /// How many things are allowed: "2", "one per 10 models", "one for each Captain in the army".
    pub(crate) fn allowance(&self, expr: &'g Expr) -> Quantity {
        if expr.words.is_some() || self.known(expr).is_some() {
            return self.quantity_of(expr);
        }
        if let Some(per) = self.per(expr, 1) {
            return Quantity::rate("one", per);
        }
        Quantity::Words(match &expr.kind {
            ExprKind::Binary(Op::Multiply, left, right) => {
                let rate = self.rate(left, right).or_else(|| self.rate(right, left));
                return rate.unwrap_or_else(|| self.quantity_of(expr));
            }
            ExprKind::Extreme { fold, values } => match (fold, values.as_slice()) {
                (Fold::Max, [least, value] | [value, least]) if is_number(least) => {
                    format!("{}, but at least {}", self.allowance(value), self.amount(least))
                }
                (Fold::Min, [most, value] | [value, most]) if is_number(most) => {
                    format!("{}, but at most {}", self.allowance(value), self.amount(most))
                }
                _ => return self.quantity_of(expr),
            },
            ExprKind::If(condition, then, other) => format!(
                "{} if {}, otherwise {}",
                self.allowance(then),
                self.sentence(condition),
                self.allowance(other)
            ),
            ExprKind::Round(Round::Floor, inner) => return self.allowance(inner),
            ExprKind::Binary(Op::Add, left, right) => {
                let more = |first: &'g Expr, rate: &'g Expr| match self.allowance(rate) {
                    Quantity::Rate { number, per } if self.plain_number(first).is_some() => {
                        Some(format!("{} and {number} more {per}", self.amount(first)))
                    }
                    _ => None,
                };
                match more(left, right).or_else(|| more(right, left)) {
                    Some(words) => words,
                    None => return self.quantity_of(expr),
                }
            }
            _ => return self.quantity_of(expr),
        })
    }

    /// A rate: `2 per model`.
    fn rate(&self, number: &'g Expr, per: &'g Expr) -> Option<Quantity> {
        let ExprKind::Number(times) = number.kind else { return None };
        let per = self.per(per, times)?;
        self.states(Number::whole(times));
        Some(Quantity::rate(times.to_string(), per))
    }

    /// `per 10 models`; `None` if the formula is not a rate.
    pub(crate) fn per(&self, expr: &'g Expr, times: i64) -> Option<String> {
        if expr.words.is_some() || times < 1 {
            return None;
        }
        match &expr.kind {
            ExprKind::Count(set) => Some(format!("for each {}", self.set(set).one_anywhere())),
            ExprKind::Fact(_, Fact::Builtin(Builtin::Size)) => Some("per model".to_owned()),
            ExprKind::Binary(Op::Subtract, left, right)
                if is_size(left) && matches!(right.kind, ExprKind::Number(1)) =>
            {
                Some("per model after the first".to_owned())
            }
            ExprKind::Binary(Op::Div | Op::Divide, left, right) => {
                let ExprKind::Number(each) = right.kind else { return None };
                let per = match &left.kind {
                    _ if left.words.is_some() => return None,
                    ExprKind::Count(set) => {
                        format!("for every {each} {}", self.set(set).many_anywhere())
                    }
                    ExprKind::Fact(_, Fact::Builtin(Builtin::Size)) => {
                        format!("per {each} models")
                    }
                    ExprKind::Fact(_, Fact::Builtin(Builtin::Limit)) => {
                        format!("per {each} points agreed")
                    }
                    _ => return None,
                };
                self.states(Number::whole(each));
                Some(per)
            }
            _ => None,
        }
    }

    /// An amount of a price: "2 per model", "10 if …, otherwise 5".
    pub(crate) fn price_amount(&self, expr: &'g Expr) -> Quantity {
        if expr.words.is_some() || self.known(expr).is_some() {
            return self.quantity_of(expr);
        }
        let rate = match &expr.kind {
            ExprKind::Binary(Op::Multiply, left, right) => {
                self.rate(left, right).or_else(|| self.rate(right, left))
            }
            ExprKind::If(condition, then, other) => self.plain_number(then).map(|then| {
                self.states(then);
                let (sign, number) = Quantity::Number(then).sign();
                let rest =
                    format!("if {}, otherwise {}", self.sentence(condition), self.amount(other));
                let either = Quantity::rate(number.to_string(), rest);
                if sign { Quantity::Less(Box::new(either)) } else { either }
            }),
            _ => self.per(expr, 1).map(|per| Quantity::rate("1", per)),
        };
        match (rate, &expr.kind) {
            (Some(rate), _) => rate,
            (None, ExprKind::Negate(inner)) if self.plain_number(inner).is_none() => {
                Quantity::Less(Box::new(self.price_amount(inner)))
            }
            _ => self.quantity_of(expr),
        }
    }
}

fn is_size(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Fact(_, Fact::Builtin(Builtin::Size))) && expr.words.is_none()
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_)) && expr.words.is_none()
}

/// `half of`, `three quarters of`, `30 % of`; `None` if nobody would put it that way.
fn fraction_words(part: Number) -> Option<String> {
    let hundredths = part.multiply(Number::whole(100))?;
    let words = match hundredths.to_whole() {
        Some(50) => "half of",
        Some(25) => "a quarter of",
        Some(75) => "three quarters of",
        Some(20) => "a fifth of",
        Some(10) => "a tenth of",
        Some(percent @ 11..100) => return Some(format!("{percent} % of")),
        None if Number::whole(1).divide(part)? == Number::whole(3) => "a third of",
        None if Number::whole(2).divide(part)? == Number::whole(3) => "two thirds of",
        _ => return None,
    };
    Some(words.to_owned())
}
