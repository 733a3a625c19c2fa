//! Expressions: every name gets a meaning and every expression a type.
//!
//! Start at [`Resolver::expr`]. `name` defines the order in which the meanings of a name are tried,
//! `facts` which facts a thing has, `set` the sets, `call` the functions. After an error the type
//! is `Unknown`, which unifies with every type, so each mistake is reported once.

pub(crate) mod call;
pub(crate) mod compare;
pub(crate) mod describe;
pub(crate) mod facts;
pub(crate) mod name;
pub(crate) mod set;

pub(crate) use facts::bears;

use super::Resolver;
use super::scope::Scope;
use crate::analysis::constant::{self, NoValue};
use crate::analysis::expense;
use crate::diagnostic::codes;
use crate::model::{Expr, ExprKind, NodeKind, Op, Type, VariableId};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;
use crate::syntax::{ast, with_stack};

/// Replaces an expression whose error has been reported.
pub(crate) fn unknown(span: Span) -> Expr {
    make(ExprKind::None, Type::Unknown, span)
}

pub(crate) fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span, words: None }
}

impl<'t> Resolver<'t> {
    /// Gives an expression its type. `expected` is the type of the other side of a comparison: a
    /// bare name is first tried as a value of this type.
    pub(crate) fn expr(
        &mut self,
        scope: &mut Scope<'t>,
        expr: &ast::Expr<'t>,
        expected: Option<&Type>,
    ) -> Expr {
        let expr = with_stack(|| self.expr_inside(scope, expr, expected));
        if expense::is_too_much(&expr) {
            let message = "this takes more steps than a list may have";
            let warning = codes::TOO_EXPENSIVE.at(expr.span, message);
            self.report(warning.help("no list that needs it can be judged"));
        }
        expr
    }

    fn expr_inside(
        &mut self,
        scope: &mut Scope<'t>,
        expr: &ast::Expr<'t>,
        expected: Option<&Type>,
    ) -> Expr {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Number(value) => make(ExprKind::Number(*value), Type::Number, span),
            ast::ExprKind::Fraction(number) => fraction(*number, span),
            ast::ExprKind::Text(text) => {
                make(ExprKind::Text(super::text::plain(*text)), Type::Text, span)
            }
            ast::ExprKind::None => make(ExprKind::None, Type::Nothing, span),
            ast::ExprKind::Name(name) => self.name(scope, *name, expected),
            ast::ExprKind::Member(of, member) => match self.is_member(scope, expr, expected) {
                Some(asked) => asked,
                None => self.fact(scope, of, *member),
            },
            ast::ExprKind::Call(function, arguments) => self.call(scope, function, arguments, span),
            ast::ExprKind::Has(subject, keyword) => {
                self.has(scope, subject.as_deref(), *keyword, span)
            }
            ast::ExprKind::Is(subject, what) => self.is(scope, subject, what, span),
            ast::ExprKind::In { what, of, directly } => self.in_(scope, what, of, *directly, span),
            ast::ExprKind::From(set, choose) => self.from(scope, set, choose, span),
            ast::ExprKind::Where(set, condition) => self.where_(scope, "", set, condition, span),
            ast::ExprKind::Not(inner) => {
                let inner = self.condition(scope, inner);
                make(ExprKind::Not(Box::new(inner)), Type::Bool, span)
            }
            ast::ExprKind::Negate(inner) => {
                let inner = self.number(scope, inner);
                make(ExprKind::Negate(Box::new(inner)), Type::Number, span)
            }
            ast::ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right, span),
            ast::ExprKind::If(condition, yes, no) => {
                self.if_(scope, [condition, yes, no], expected, span)
            }
            ast::ExprKind::Otherwise(value, fallback) => {
                let value = self.expr(scope, value, expected);
                let fallback = self.expr(scope, fallback, Some(&value.ty));
                let ty = self.agree(&value, &fallback, "the value and what follows `otherwise`");
                make(ExprKind::Otherwise(Box::new(value), Box::new(fallback)), ty, span)
            }
            ast::ExprKind::Quantified { all, variable, set, condition } => {
                self.quantified(scope, *all, *variable, set, condition, span)
            }
            ast::ExprKind::Highest(measure, set) => self.highest(scope, measure, set, span),
            ast::ExprKind::Range(low, high) => {
                let (low, high) =
                    (Box::new(self.number(scope, low)), Box::new(self.number(scope, high)));
                if let (ExprKind::Number(least), ExprKind::Number(most)) = (&low.kind, &high.kind)
                    && least > most
                {
                    self.empty_range(span, *least, *most);
                }
                make(ExprKind::Range(low, high), Type::Set(Box::new(Type::Number)), span)
            }
            ast::ExprKind::Set(elements) => self.literal_set(scope, elements, expected, span),
            ast::ExprKind::InWords(inner, words) => {
                let inner = self.expr(scope, inner, expected);
                Expr { words: Some(super::text::plain(*words).into()), ..inner }
            }
        }
    }

    fn if_(
        &mut self,
        scope: &mut Scope<'t>,
        [condition, yes, no]: [&ast::Expr<'t>; 3],
        expected: Option<&Type>,
        span: Span,
    ) -> Expr {
        let condition = self.condition(scope, condition);
        let yes = self.expr(scope, yes, expected);
        let hint = if yes.ty == Type::Nothing { expected } else { Some(&yes.ty) };
        let no = self.expr(scope, no, hint);
        let ty = self.agree(&yes, &no, "`then` and `else`");
        make(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), ty, span)
    }

    fn binary(
        &mut self,
        scope: &mut Scope<'t>,
        op: BinaryOp,
        left: &ast::Expr<'t>,
        right: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let (op, ty) = match op {
            BinaryOp::Or => (Op::Or, Type::Bool),
            BinaryOp::And => (Op::And, Type::Bool),
            BinaryOp::Add => (Op::Add, Type::Number),
            BinaryOp::Subtract => (Op::Subtract, Type::Number),
            BinaryOp::Multiply => (Op::Multiply, Type::Number),
            BinaryOp::Divide => (Op::Divide, Type::Number),
            BinaryOp::Div => (Op::Div, Type::Number),
            _ => return self.comparison(scope, op, left, right, span),
        };
        let (left, right) = if ty == Type::Bool {
            (self.condition(scope, left), self.condition(scope, right))
        } else {
            (self.number(scope, left), self.number(scope, right))
        };
        let whole = make(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span);
        if let Some(why) = constant::fails(&whole) {
            let message = match why {
                NoValue::DividesByZero => "this divides by zero",
                NoValue::TooLarge => "this comes to a number that is too large",
            };
            self.report(codes::NO_VALUE.at(span, message));
        }
        whole
    }

    /// An expression that must be true or false. A set means "not empty"; the name of an entry
    /// tests whether the subject is that entry.
    pub(crate) fn condition(&mut self, scope: &mut Scope<'t>, expr: &ast::Expr<'t>) -> Expr {
        let value = self.expr(scope, expr, Some(&Type::Bool));
        self.as_condition(value)
    }

    pub(crate) fn as_condition(&mut self, value: Expr) -> Expr {
        match &value.ty {
            Type::Bool | Type::Unknown => value,
            Type::Set(_) => {
                let (span, words) = (value.span, value.words.clone());
                let whole = make(ExprKind::NotEmpty(Box::new(value)), Type::Bool, span);
                Expr { words, ..whole }
            }
            _ => {
                let help = "compare it with something, or ask `… != none`";
                self.wrong_type("a condition", &value, help)
            }
        }
    }

    pub(crate) fn number(&mut self, scope: &mut Scope<'t>, expr: &ast::Expr<'t>) -> Expr {
        let value = self.expr(scope, expr, Some(&Type::Number));
        self.as_number(value)
    }

    /// A value that must be a number.
    fn as_number(&mut self, value: Expr) -> Expr {
        match value.ty {
            Type::Number | Type::NumberOr(_) | Type::Unknown | Type::Nothing => value,
            Type::Set(_) => {
                let (help, text) = self.counted(&value);
                let message = format!("expected a number, found {}", self.describe(&value.ty));
                let diagnostic = codes::TYPE_MISMATCH.at(value.span, message).help(help);
                self.report(diagnostic.replace(value.span, text));
                unknown(value.span)
            }
            _ => self.wrong_type("a number", &value, ""),
        }
    }

    /// An expression that must be of a given type.
    pub(crate) fn expr_of(
        &mut self,
        scope: &mut Scope<'t>,
        expr: &ast::Expr<'t>,
        wanted: &Type,
    ) -> Expr {
        let value = self.expr(scope, expr, Some(wanted));
        if unify(&value.ty, wanted).is_none() {
            let wanted = self.describe(wanted);
            return self.wrong_type(&wanted, &value, "");
        }
        value
    }

    /// Reports a value of the wrong type, and returns a replacement.
    fn wrong_type(&mut self, expected: &str, value: &Expr, help: &str) -> Expr {
        let message = format!("expected {expected}, found {}", self.describe(&value.ty));
        let mut diagnostic = codes::TYPE_MISMATCH.at(value.span, message);
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
        unknown(value.span)
    }

    /// The common type of two expressions; reports an error if there is none.
    fn agree(&mut self, left: &Expr, right: &Expr, what: &str) -> Type {
        if let Some(ty) = unify(&left.ty, &right.ty) {
            return ty;
        }
        let (left_type, right_type) = (self.describe(&left.ty), self.describe(&right.ty));
        let message = format!("{what} have different types: {left_type} and {right_type}");
        self.report(
            codes::TYPE_MISMATCH
                .at(right.span, message)
                .related(left.span, format!("this is {left_type}")),
        );
        Type::Unknown
    }
}

/// The type that covers both types, if there is one.
fn unify(left: &Type, right: &Type) -> Option<Type> {
    Some(match (left, right) {
        _ if left == right => left.clone(),
        (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
        (Type::Nothing, other) | (other, Type::Nothing) => other.clone(),
        (Type::Number, Type::NumberOr(words)) | (Type::NumberOr(words), Type::Number) => {
            Type::NumberOr(*words)
        }
        (Type::NumberOr(words), Type::Choice(other))
        | (Type::Choice(other), Type::NumberOr(words))
            if words == other =>
        {
            Type::NumberOr(*words)
        }
        (Type::KeywordUse(_), Type::KeywordUse(_)) => Type::KeywordUse(None),
        (Type::Node(_), Type::Node(_)) => Type::Node(NodeKind::Any),
        (Type::Entry(_), Type::Entry(_)) => Type::Entry(NodeKind::Any),
        (Type::Set(left), Type::Set(right)) => Type::Set(Box::new(unify(left, right)?)),
        _ => return None,
    })
}

/// A fraction as written, turned into a division.
fn fraction(number: Number, span: Span) -> Expr {
    let whole = |value| Box::new(make(ExprKind::Number(value), Type::Number, span));
    let (top, bottom) = (whole(number.top()), whole(number.bottom()));
    make(ExprKind::Binary(Op::Divide, top, bottom), Type::Number, span)
}

pub(crate) fn variable(id: VariableId, ty: Type, span: Span) -> Expr {
    make(ExprKind::Variable(id), ty, span)
}
