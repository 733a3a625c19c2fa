//! Types calls of the built-in functions.

use super::super::Resolver;
use super::super::scope::Scope;
use super::{make, unknown};
use crate::diagnostic::codes;
use crate::model::{Expr, ExprKind, Fold, NodeKind, Round, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Argument;

/// The functions, for suggestions.
const FUNCTIONS: &[&str] = &["count", "sum", "max", "min", "floor", "ceil", "abs"];

impl<'t> Resolver<'t> {
    pub(crate) fn call(
        &mut self,
        scope: &mut Scope<'t>,
        function: &ast::Expr<'t>,
        arguments: &[Argument<'t>],
        span: Span,
    ) -> Expr {
        if let [Argument { distinct: Some(word), expr, each }] = arguments {
            return match &function.kind {
                ast::ExprKind::Name(name) if name.text == "count" => {
                    self.count_distinct(scope, expr, each.as_ref(), span)
                }
                _ => {
                    let message = "only `count` tells what is distinct";
                    self.report(codes::TYPE_BAD_CALL.at(*word, message));
                    unknown(span)
                }
            };
        }
        match (&function.kind, arguments) {
            (ast::ExprKind::Name(name), _) => match (name.text, arguments) {
                ("count", [Argument { expr, each: None, .. }]) => {
                    let (set, _) = self.set(scope, expr, "");
                    make(ExprKind::Count(Box::new(set)), Type::Number, span)
                }
                ("sum", [Argument { expr, each: Some(each), .. }]) => {
                    self.fold(scope, Fold::Sum, expr, each, span)
                }
                ("max", [Argument { expr, each: Some(each), .. }]) => {
                    self.fold(scope, Fold::Max, expr, each, span)
                }
                ("min", [Argument { expr, each: Some(each), .. }]) => {
                    self.fold(scope, Fold::Min, expr, each, span)
                }
                ("max", [_, _, ..]) => self.extreme(scope, Fold::Max, arguments, span),
                ("min", [_, _, ..]) => self.extreme(scope, Fold::Min, arguments, span),
                ("floor", [Argument { expr, each: None, .. }]) => {
                    self.round(scope, Round::Floor, expr, span)
                }
                ("ceil", [Argument { expr, each: None, .. }]) => {
                    self.round(scope, Round::Ceil, expr, span)
                }
                ("abs", [Argument { expr, each: None, .. }]) => {
                    self.round(scope, Round::Abs, expr, span)
                }
                (text, _) => self.bad_call(text, name.span, span),
            },
            (ast::ExprKind::Member(of, member), [Argument { expr, each: None, .. }])
                if member.text == "option" =>
            {
                let of = self.expr(scope, of, None);
                if of.ty != Type::Node(NodeKind::Army) {
                    return self.bad_call(member.text, member.span, span);
                }
                self.army_option(expr, span)
            }
            _ => self.bad_call(self.sources.text(function.span), function.span, span),
        }
    }

    fn bad_call(&mut self, name: &str, at: Span, span: Span) -> Expr {
        let usage = match name {
            "count" => "write `count(SET)` or `count(distinct VALUE for v in SET)`",
            "sum" => "write `sum(VALUE for v in SET)`",
            "max" | "min" => "write `max(A, B)` or `max(VALUE for v in SET)`",
            "floor" | "ceil" | "abs" => "it takes one number",
            "option" => "write `army.option(NAME)`",
            _ => {
                let diagnostic =
                    codes::TYPE_BAD_CALL.at(at, format!("there is no function `{name}`"));
                self.report(
                    diagnostic
                        .suggest(name, FUNCTIONS.iter().copied())
                        .help("the functions are count, sum, max, min, floor, ceil and abs"),
                );
                return unknown(span);
            }
        };
        self.report(
            codes::TYPE_BAD_CALL.at(span, format!("wrong arguments for `{name}`")).help(usage),
        );
        unknown(span)
    }

    fn fold(
        &mut self,
        scope: &mut Scope<'t>,
        fold: Fold,
        value: &ast::Expr<'t>,
        each: &(ast::Name<'t>, ast::Expr<'t>),
        span: Span,
    ) -> Expr {
        let (variable, set) = each;
        let (set, element) = self.set(scope, set, variable.text);
        let mut inner = scope.clone();
        let id = inner.bind(variable.text, element);
        let value = Box::new(self.number(&mut inner, value));
        make(ExprKind::Fold { fold, value, variable: id, set: Box::new(set) }, Type::Number, span)
    }

    /// `count(distinct SET)`, `count(distinct VALUE for v in SET)`
    fn count_distinct(
        &mut self,
        scope: &mut Scope<'t>,
        value: &ast::Expr<'t>,
        each: Option<&(ast::Name<'t>, ast::Expr<'t>)>,
        span: Span,
    ) -> Expr {
        let Some((variable, set)) = each else {
            let (set, _) = self.set(scope, value, "");
            return make(ExprKind::CountDistinct(Box::new(set)), Type::Number, span);
        };
        let (set, element) = self.set(scope, set, variable.text);
        let mut inner = scope.clone();
        let id = inner.bind(variable.text, element);
        let value = self.expr(&mut inner, value, None);
        let ty = match &value.ty {
            set @ Type::Set(_) => set.clone(),
            single => Type::Set(Box::new(single.clone())),
        };
        let (set, value) = (Box::new(set), Box::new(value));
        let values = make(ExprKind::Each { value, variable: id, set }, ty, span);
        make(ExprKind::CountDistinct(Box::new(values)), Type::Number, span)
    }

    fn extreme(
        &mut self,
        scope: &mut Scope<'t>,
        fold: Fold,
        arguments: &[Argument<'t>],
        span: Span,
    ) -> Expr {
        let values = arguments.iter().map(|argument| self.number(scope, &argument.expr)).collect();
        make(ExprKind::Extreme { fold, values }, Type::Number, span)
    }

    fn round(
        &mut self,
        scope: &mut Scope<'t>,
        round: Round,
        value: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let value = Box::new(self.number(scope, value));
        make(ExprKind::Round(round, value), Type::Number, span)
    }
}
