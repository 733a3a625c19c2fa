//! Sets: what is below a node, what a condition leaves, what a `for each` visits.

use super::super::Resolver;
use super::super::scope::{Scope, Subject};
use super::{make, unknown};
use crate::diagnostic::codes;
use crate::model::{Binder, Expr, ExprKind, NodeFilter, NodeKind, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Name;

impl<'t> Resolver<'t> {
    /// `X in N`: everything of a sort below a node, or membership in a set.
    pub(crate) fn in_(
        &mut self,
        scope: &mut Scope<'t>,
        what: &ast::Expr<'t>,
        of: &ast::Expr<'t>,
        directly: bool,
        span: Span,
    ) -> Expr {
        if let ast::ExprKind::Set(_) | ast::ExprKind::Range(..) = of.kind {
            let value = self.expr(scope, what, None);
            let set = self.expr(scope, of, Some(&value.ty));
            return self.membership(value, set, span);
        }
        let of = self.expr(scope, of, None);
        let nodes = matches!(&of.ty, Type::Node(_))
            || matches!(&of.ty, Type::Set(element) if matches!(**element, Type::Node(_)));
        if nodes && let Some(what) = self.what(scope, what) {
            let ty = Type::Set(Box::new(self.what_type(what)));
            return make(ExprKind::Below { what, of: Box::new(of), directly }, ty, span);
        }
        let element = match &of.ty {
            Type::Set(element) => Some(element.as_ref().clone()),
            _ => None,
        };
        let value = self.expr(scope, what, element.as_ref());
        self.membership(value, of, span)
    }

    fn membership(&mut self, value: Expr, set: Expr, span: Span) -> Expr {
        let element = match &set.ty {
            _ if value.ty == Type::Unknown => return unknown(span),
            Type::Set(element) => element,
            Type::Unknown => return unknown(span),
            _ => return self.wrong_type("a set or something that holds units", &set, ""),
        };
        if super::unify(&value.ty, element).is_none() {
            let (found, held) = (self.describe(&value.ty), self.describe(element));
            let message = format!("this is {found}, but the set holds {held}");
            self.report(codes::TYPE_MISMATCH.at(value.span, message));
            return unknown(span);
        }
        make(ExprKind::Member(Box::new(value), Box::new(set)), Type::Bool, span)
    }

    pub(crate) fn literal_set(
        &mut self,
        scope: &mut Scope<'t>,
        elements: &[ast::Expr<'t>],
        expected: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mut values: Vec<Expr> = Vec::new();
        let mut ty = Type::Nothing;
        for element in elements {
            let value = self.expr(scope, element, expected);
            ty = match (super::unify(&ty, &value.ty), values.first()) {
                (Some(ty), _) => ty,
                (None, Some(first)) => {
                    let first = first.clone();
                    self.agree(&first, &value, "the elements of a set")
                }
                (None, None) => Type::Unknown,
            };
            values.push(value);
        }
        make(ExprKind::Set(values), Type::Set(Box::new(ty)), span)
    }

    /// An expression that must be a set, and the type of its elements.
    pub(crate) fn set(
        &mut self,
        scope: &mut Scope<'t>,
        expr: &ast::Expr<'t>,
        variable: &'t str,
    ) -> (Expr, Type) {
        let set = match &expr.kind {
            // The variable is visible in the condition: `d in {2, 3} where d <= size`
            ast::ExprKind::Where(set, condition) => {
                self.where_(scope, variable, set, condition, expr.span)
            }
            _ => self.expr(scope, expr, None),
        };
        match &set.ty {
            Type::Set(element) => {
                let element = element.as_ref().clone();
                (set, element)
            }
            Type::Unknown => (set, Type::Unknown),
            _ => {
                let written = self.sources.text(set.span);
                let help = match &set.ty {
                    Type::Entry(_) => format!("how many there are is `{written}.count`"),
                    _ => "sets are `units`, `models in u`, `u.options`, `{1, 2}`, `1..3` …"
                        .to_owned(),
                };
                (self.wrong_type("a set", &set, &help), Type::Unknown)
            }
        }
    }

    pub(crate) fn where_(
        &mut self,
        scope: &mut Scope<'t>,
        variable: &'t str,
        set: &ast::Expr<'t>,
        condition: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let (set, element) = self.set(scope, set, "");
        let (mut inner, variable) = scope.visiting(variable, element);
        let condition = Box::new(self.condition(&mut inner, condition));
        let ty = set.ty.clone();
        make(ExprKind::Where { set: Box::new(set), variable, condition }, ty, span)
    }

    pub(crate) fn from(
        &mut self,
        scope: &mut Scope<'t>,
        set: &ast::Expr<'t>,
        choose: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let (set, _) = self.set(scope, set, "");
        match self.what(scope, choose) {
            Some(NodeFilter::Choose(id)) => {
                let ty = set.ty.clone();
                make(ExprKind::From(Box::new(set), id), ty, span)
            }
            _ => {
                let name = Name { text: self.sources.text(choose.span), span: choose.span };
                let known: Vec<_> = self.names.visible(scope.owner, scope.root).collect();
                self.unknown(&codes::UNKNOWN_OPTION, name, "choice", known);
                unknown(span)
            }
        }
    }

    pub(crate) fn quantified(
        &mut self,
        scope: &mut Scope<'t>,
        all: bool,
        variable: Name<'t>,
        set: &ast::Expr<'t>,
        condition: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let (set, element) = self.set(scope, set, variable.text);
        let mut inner = scope.clone();
        let id = inner.bind(variable.text, element);
        let condition = Box::new(self.condition(&mut inner, condition));
        make(
            ExprKind::Quantified { all, variable: id, set: Box::new(set), condition },
            Type::Bool,
            span,
        )
    }

    /// `highest LD of units`: the subject of the measure is the candidate.
    pub(crate) fn highest(
        &mut self,
        scope: &mut Scope<'t>,
        measure: &ast::Expr<'t>,
        set: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let (set, element) = self.set(scope, set, "");
        let (mut inner, variable) = scope.visiting("", element.clone());
        let mut measure = self.expr(&mut inner, measure, Some(&Type::Number));
        if !self.is_ordered(&measure.ty) {
            measure = self.as_number(measure);
        }
        let measure = Box::new(measure);
        make(ExprKind::Highest { measure, variable, set: Box::new(set) }, element, span)
    }

    /// The head of a `for each`; its variable stays in scope.
    pub(crate) fn binder(
        &mut self,
        scope: &mut Scope<'t>,
        binder: &ast::Binder<'t>,
    ) -> Option<Binder> {
        let name = binder.variable.map_or("", |name| name.text);
        let found = match (binder.kind, &binder.set) {
            (Some(kind), of) => self.kind_set(scope, kind, of.as_ref()),
            (None, Some(set)) => Some(self.set(scope, set, "")),
            (None, None) => None,
        };
        let Some((set, element)) = found else {
            // Reported already. Bind the variable, so that its uses are not reported too.
            scope.bind(name, Type::Unknown);
            return None;
        };
        let variable = scope.bind(name, element.clone());
        let condition = binder.condition.as_ref().map(|condition| {
            let mut inner = scope.about(Subject::Variable(variable, element));
            self.condition(&mut inner, condition)
        });
        let name = binder.variable.map(|name| name.text.to_owned());
        Some(Binder { variable, name, set, condition, span: binder.span })
    }

    /// `unit`, `wing`, `weapon` …: every node of the kind, in the army or in the given node or set.
    fn kind_set(
        &mut self,
        scope: &mut Scope<'t>,
        kind: Name<'t>,
        of: Option<&ast::Expr<'t>>,
    ) -> Option<(Expr, Type)> {
        let what = match kind.text {
            "unit" => NodeFilter::Kind(NodeKind::Unit),
            "model" => NodeFilter::Kind(NodeKind::Model),
            "option" => NodeFilter::Kind(NodeKind::Option),
            "force" => NodeFilter::Kind(NodeKind::Force(None)),
            "entry" => NodeFilter::Entries,
            name => match (self.names.profiles.get(name), self.names.forces.get(name)) {
                (Some((profile, _)), _) => NodeFilter::Kind(NodeKind::Gear(*profile)),
                (None, Some((force, _))) => NodeFilter::Kind(NodeKind::Force(Some(*force))),
                (None, None) => {
                    let mut known = vec!["unit", "model", "option", "force", "entry"];
                    known.extend(self.names.profiles.keys());
                    known.extend(self.names.forces.keys());
                    self.unknown(&codes::UNKNOWN_KIND, kind, "kind of thing", known);
                    return None;
                }
            },
        };
        let of = match of {
            Some(of) => self.expr(scope, of, None),
            None => make(ExprKind::Army, Type::Node(NodeKind::Army), kind.span),
        };
        let element = self.what_type(what);
        let ty = Type::Set(Box::new(element.clone()));
        Some((
            make(ExprKind::Below { what, of: Box::new(of), directly: false }, ty, kind.span),
            element,
        ))
    }
}
