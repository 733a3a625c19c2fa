//! Types comparisons.

use super::super::Resolver;
use super::super::scope::Scope;
use super::{make, unify, unknown};
use crate::diagnostic::codes;
use crate::model::{Expr, ExprKind, Op, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::BinaryOp;

impl<'t> Resolver<'t> {
    /// `=` and `!=` compare values of one type; the other operators compare numbers, or words of
    /// one ordered enumeration.
    pub(crate) fn comparison(
        &mut self,
        scope: &mut Scope<'t>,
        op: BinaryOp,
        left: &ast::Expr<'t>,
        right: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let op = match op {
            BinaryOp::Equal => Op::Equal,
            BinaryOp::NotEqual => Op::NotEqual,
            BinaryOp::Less => Op::Less,
            BinaryOp::LessEqual => Op::LessEqual,
            BinaryOp::More => Op::More,
            _ => Op::MoreEqual,
        };
        if !matches!(op, Op::Equal | Op::NotEqual) {
            let (mut left, mut right) = self.sides(scope, left, right, Some(&Type::Number));
            let same = unify(&left.ty, &right.ty).is_some();
            match left.ty {
                Type::Choice(_) if same && self.is_ordered(&left.ty) => {}
                Type::Choice(_) if same => {
                    let help = "an `enum` that is `ordered` can be compared like this";
                    return self.wrong_type("a number", &left, help);
                }
                _ => (left, right) = (self.as_number(left), self.as_number(right)),
            }
            return make(ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Bool, span);
        }
        let (left, right) = self.sides(scope, left, right, None);
        if unify(&left.ty, &right.ty).is_none() {
            let (left_type, right_type) = (self.describe(&left.ty), self.describe(&right.ty));
            let mut diagnostic = codes::TYPE_MISMATCH
                .at(right.span, format!("cannot compare {left_type} with {right_type}"))
                .label(format!("this is {right_type}"))
                .related(left.span, format!("this is {left_type}"));
            if let (Type::Choice(words), Type::Choice(_)) = (&left.ty, &right.ty) {
                if left_type == right_type {
                    diagnostic = diagnostic.note("these are two lists of words that read alike");
                }
                let words = self.words(*words);
                diagnostic = diagnostic.help(format!(
                    "declare the words once, `enum NAME of {words}`, and give both `one of NAME`"
                ));
            }
            self.report(diagnostic);
            return unknown(span);
        }
        make(ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Bool, span)
    }

    /// Types both sides of `=`. A bare name is read as a value of the other side's type.
    fn sides(
        &mut self,
        scope: &mut Scope<'t>,
        left: &ast::Expr<'t>,
        right: &ast::Expr<'t>,
        hint: Option<&Type>,
    ) -> (Expr, Expr) {
        // A word on the left (`assault = u.stage`) has a meaning only once the right side is known.
        let word = matches!(&left.kind, ast::ExprKind::Name(name) if scope.variable(name.text).is_none())
            && !matches!(right.kind, ast::ExprKind::Name(_) | ast::ExprKind::None);
        if word {
            let right = self.expr(scope, right, hint);
            let left = self.expr(scope, left, Some(&right.ty));
            return (left, right);
        }
        let left = self.expr(scope, left, hint);
        let right = self.expr(scope, right, Some(&left.ty));
        (left, right)
    }

    /// Whether the words of a type are ordered from low to high.
    pub(crate) fn is_ordered(&self, ty: &Type) -> bool {
        matches!(ty, Type::Choice(choices) if self.game.choices[*choices].ordered)
    }
}
