//! Comparisons.

use super::super::Resolver;
use super::super::scope::Scope;
use super::{make, unify, unknown};
use crate::diagnostic::codes;
use crate::model::{Expr, ExprKind, Op, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::BinaryOp;

impl<'t> Resolver<'t> {
    /// `=` and `!=` compare values of one type; the others compare numbers.
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
            let (left, right) = (self.number(scope, left), self.number(scope, right));
            return make(ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Bool, span);
        }
        let (left, right) = self.sides(scope, left, right);
        if unify(&left.ty, &right.ty).is_none() {
            let (left_type, right_type) = (self.describe(&left.ty), self.describe(&right.ty));
            self.report(
                codes::TYPE_MISMATCH
                    .at(right.span, format!("cannot compare {left_type} with {right_type}"))
                    .label(format!("this is {right_type}"))
                    .related(left.span, format!("this is {left_type}")),
            );
            return unknown(span);
        }
        make(ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Bool, span)
    }

    /// Both sides of `=`, each as a value of the other's type if it is a bare name.
    fn sides(
        &mut self,
        scope: &mut Scope<'t>,
        left: &ast::Expr<'t>,
        right: &ast::Expr<'t>,
    ) -> (Expr, Expr) {
        // A word on the left (`assault = u.stage`) has a meaning only once the right side is known.
        let word = matches!(&left.kind, ast::ExprKind::Name(name) if scope.variable(name.text).is_none())
            && !matches!(right.kind, ast::ExprKind::Name(_) | ast::ExprKind::None);
        if word {
            let right = self.expr(scope, right, None);
            let left = self.expr(scope, left, Some(&right.ty));
            return (left, right);
        }
        let left = self.expr(scope, left, None);
        let right = self.expr(scope, right, Some(&left.ty));
        (left, right)
    }
}
