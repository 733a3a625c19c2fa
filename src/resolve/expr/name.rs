//! Bare names: what each may mean, in the order in which meanings are tried; also `has` and `is`.

use super::super::Resolver;
use super::super::names::Admits;
use super::super::scope::{Scope, Subject};
use super::facts::{BUILTIN_NAMES, builtin};
use super::{make, unknown, variable};
use crate::diagnostic::codes;
use crate::model::{
    Bearer, EntryId, EntryKind, Expr, ExprKind, NodeFilter, NodeKind, Symbol, Type,
};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Name;

impl<'t> Resolver<'t> {
    /// A bare name: a variable, a value of the type the other side has, a fact of the subject, a
    /// set, a scope, an entry.
    pub(crate) fn name(
        &mut self,
        scope: &mut Scope<'t>,
        name: Name<'t>,
        expected: Option<&Type>,
    ) -> Expr {
        let span = name.span;
        if let Some((id, ty)) = scope.variable(name.text) {
            return variable(id, ty.clone(), span);
        }
        if let Some(symbol) = expected.and_then(|ty| self.symbol(ty, name.text)) {
            let ty = expected.cloned().unwrap_or(Type::Unknown);
            return make(ExprKind::Symbol(symbol), ty, span);
        }
        if let Some(scoped) = self.scope_word(scope, name) {
            return scoped;
        }
        let subject = subject_of(scope, span);
        if expected == Some(&Type::Bool)
            && let Some(asked) = self.named_like_a_fact(scope, &subject, name)
        {
            return asked;
        }
        if let Some(fact) = self.find_fact(scope, &subject, name) {
            return Expr { span, ..fact };
        }
        if let Some(value) = self.army_name(scope, name) {
            return value;
        }
        if let Some(entry) = self.find_entry(scope.owner, scope.root, name.text, Admits::Any) {
            if expected == Some(&Type::Bool) && can_be(&subject) {
                let what = NodeFilter::Entry(entry);
                return make(ExprKind::Is(Box::new(subject), what), Type::Bool, span);
            }
            let kind = self.entry_node(entry);
            return make(ExprKind::Symbol(Symbol::Entry(entry)), Type::Entry(kind), span);
        }
        if expected == Some(&Type::Bool)
            && can_be(&subject)
            && let Some(choose) = self.find_choose(scope.owner, scope.root, name.text)
        {
            let what = NodeFilter::Choose(choose);
            return make(ExprKind::Is(Box::new(subject), what), Type::Bool, span);
        }
        self.unknown_name(scope, name, &subject)
    }

    /// `ammo.slug` where a condition is expected: whether the subject is that option.
    pub(crate) fn is_member(
        &mut self,
        scope: &mut Scope<'t>,
        member: &ast::Expr<'t>,
        expected: Option<&Type>,
    ) -> Option<Expr> {
        let subject = subject_of(scope, member.span);
        let ast::ExprKind::Member(of, _) = &member.kind else { return None };
        let ast::ExprKind::Name(choose) = of.kind else { return None };
        if expected != Some(&Type::Bool)
            || !can_be(&subject)
            || self.scope_word(scope, choose).is_some()
            || self.find_fact(scope, &subject, choose).is_some()
            || self.army_name(scope, choose).is_some()
        {
            return None;
        }
        let what = self.what(scope, member)?;
        Some(make(ExprKind::Is(Box::new(subject), what), Type::Bool, member.span))
    }

    /// A category or an entry that shares its name with a built-in fact, where a condition is
    /// expected. A truth value is taken as the fact, a set is ambiguous, and with any other fact
    /// the category or entry is meant.
    fn named_like_a_fact(
        &mut self,
        scope: &Scope<'t>,
        subject: &Expr,
        name: Name<'t>,
    ) -> Option<Expr> {
        let (_, ty) = builtin(&subject.ty, name.text)?;
        let category = self.names.categories.get(name.text).map(|(id, _)| *id);
        let entry = match category {
            Some(_) => None,
            None => self.find_entry(scope.owner, scope.root, name.text, Admits::Any),
        };
        let (what, kind, at) = match (category, entry) {
            (Some(id), _) => {
                (NodeFilter::Category(id), "a category", self.game.categories[id].span)
            }
            (None, Some(id)) => (NodeFilter::Entry(id), "an entry", self.game.entries[id].span),
            (None, None) => return None,
        };
        match ty {
            Type::Bool => None,
            Type::Set(_) => {
                let message = format!("`{}` is a fact of units and {kind}", name.text);
                self.report(codes::AMBIGUOUS_NAME.at(name.span, message).related(at, kind).help(
                    format!("write `self is {0}`, or `count({0}) > 0` for the fact", name.text),
                ));
                Some(unknown(name.span))
            }
            _ => {
                let subject = Box::new(subject.clone());
                Some(make(ExprKind::Is(subject, what), Type::Bool, name.span))
            }
        }
    }

    /// Derived values of the army and the sets of everything in it may be named from anywhere.
    fn army_name(&mut self, scope: &Scope<'t>, name: Name<'t>) -> Option<Expr> {
        let army = make(ExprKind::Army, Type::Node(NodeKind::Army), name.span);
        let is_set =
            matches!(name.text, "units" | "models" | "options" | "weapons" | "forces" | "entries");
        if !is_set && !self.names.derives.contains_key(name.text) {
            return None;
        }
        let fact = self.find_fact(scope, &army, name)?;
        Some(Expr { span: name.span, ..fact })
    }

    fn scope_word(&mut self, scope: &Scope<'t>, name: Name<'t>) -> Option<Expr> {
        match name.text {
            "self" => Some(subject_of(scope, name.span)),
            "outer" => {
                if let Some(outer) = &scope.outer {
                    return Some(expr_of_subject(outer, name.span));
                }
                let subject = subject_of(scope, name.span);
                let parent = Name { text: "parent", ..name };
                let fact = self.find_fact(scope, &subject, parent)?;
                Some(Expr { span: name.span, ..fact })
            }
            "army" => Some(make(ExprKind::Army, Type::Node(NodeKind::Army), name.span)),
            "unit" | "model" | "force" | "parent" => {
                let subject = subject_of(scope, name.span);
                let same = matches!(
                    (name.text, &subject.ty),
                    ("unit", Type::Node(NodeKind::Unit))
                        | ("model", Type::Node(NodeKind::Model))
                        | ("force", Type::Node(NodeKind::Force(_)))
                );
                if same {
                    return Some(subject);
                }
                let fact = self.find_fact(scope, &subject, name)?;
                Some(Expr { span: name.span, ..fact })
            }
            _ => None,
        }
    }

    /// A name as a value of a type: `assault` where a stage is meant.
    pub(crate) fn symbol(&self, ty: &Type, name: &str) -> Option<Symbol> {
        match ty {
            Type::Choice(id) | Type::NumberOr(id) => {
                Some(Symbol::Choice(*id, self.game.choices[*id].position(name)?))
            }
            Type::Category => self.names.categories.get(name).map(|(id, _)| Symbol::Category(*id)),
            Type::Faction => self.names.factions.get(name).map(|(id, _)| Symbol::Faction(*id)),
            Type::Chart => self.names.charts.get(name).map(|(id, _)| Symbol::Chart(*id)),
            Type::Slot => {
                self.names.slots.contains_key(name).then(|| Symbol::Slot(name.to_owned()))
            }
            Type::Section => self.names.sections.get(name).map(|(id, _)| Symbol::Section(*id)),
            Type::Event => self.names.events.get(name).map(|(id, _)| Symbol::Event(*id)),
            Type::Set(element) => self.symbol(element, name),
            _ => None,
        }
    }

    fn unknown_name(&mut self, scope: &Scope<'t>, name: Name<'t>, subject: &Expr) -> Expr {
        if !self.lost.contains(name.text) {
            let suggest = self.may_suggest();
            let mut known: Vec<&str> = BUILTIN_NAMES.to_vec();
            known.extend(self.names.facts.keys());
            known.extend(scope.variables.iter().map(|(name, _)| *name));
            known.extend(self.names.visible(scope.owner, scope.root));
            known.extend(self.names.units.keys());
            let stats = self.stat_names();
            known.extend(stats.iter().map(String::as_str));
            let owner = self.describe(&subject.ty);
            let message = format!(
                "cannot find `{}`: it is not a fact of {owner}, an entry or a variable",
                name.text
            );
            known.truncate(if suggest { known.len() } else { 0 });
            let diagnostic = codes::UNKNOWN_NAME.at(name.span, message);
            let diagnostic = match self.choice_with(scope, name) {
                Some(choose) => diagnostic
                    .help(format!("it is an option of `{choose}`: `{choose}.{}`", name.text)),
                None => self.advise(diagnostic.suggest(name.text, known), name),
            };
            self.report(diagnostic);
        }
        unknown(name.span)
    }

    /// A choice in scope that has an option of this name.
    fn choice_with(&self, scope: &Scope<'t>, option: Name<'t>) -> Option<&'t str> {
        let has_option = |choose: &&'t str| {
            let choose = self.find_choose(scope.owner, scope.root, choose);
            choose.is_some_and(|choose| self.member_named(choose, option.text).is_some())
        };
        self.names.visible(scope.owner, scope.root).filter(has_option).min()
    }

    /// The kind of node an entry becomes in a list.
    pub(crate) fn entry_node(&self, entry: EntryId) -> NodeKind {
        match self.game.entries[entry].kind {
            EntryKind::Unit => NodeKind::Unit,
            EntryKind::Option => NodeKind::Option,
            EntryKind::Profile(profile) => NodeKind::Gear(profile),
            EntryKind::Card(_) => NodeKind::Any,
        }
    }

    pub(crate) fn has(
        &mut self,
        scope: &mut Scope<'t>,
        subject: Option<&ast::Expr<'t>>,
        keyword: Name<'t>,
        span: Span,
    ) -> Expr {
        let subject = match subject {
            Some(subject) => self.expr(scope, subject, None),
            None => subject_of(scope, span),
        };
        let Some(keyword) = self.keyword(keyword) else { return unknown(span) };
        let element = match &subject.ty {
            Type::Set(element) => element,
            single => single,
        };
        match element {
            Type::Unknown => unknown(span),
            Type::Node(_) | Type::Entry(_) => {
                make(ExprKind::Has(Box::new(subject), keyword), Type::Bool, span)
            }
            _ => {
                let found = self.describe(&subject.ty);
                self.report(
                    codes::TYPE_MISMATCH.at(subject.span, format!("{found} has no keywords")),
                );
                unknown(span)
            }
        }
    }

    /// `n is X`: a category, an entry, a kind, or a value that is one of these.
    pub(crate) fn is(
        &mut self,
        scope: &mut Scope<'t>,
        subject: &ast::Expr<'t>,
        what: &ast::Expr<'t>,
        span: Span,
    ) -> Expr {
        let subject = self.expr(scope, subject, None);
        let element = match &subject.ty {
            Type::Set(element) => element,
            single => single,
        };
        match element {
            Type::Unknown => return unknown(span),
            Type::Node(_) | Type::Entry(_) | Type::Faction => {}
            _ => {
                let expected = "a unit, model, option or the like before `is`";
                self.wrong_type(expected, &subject, "values are compared with `=`");
                return unknown(span);
            }
        }
        if let Some(what) = self.what(scope, what) {
            return make(ExprKind::Is(Box::new(subject), what), Type::Bool, span);
        }
        let value = self.expr(scope, what, None);
        match value.ty {
            Type::Category | Type::Entry(_) | Type::Nothing => {
                make(ExprKind::IsValue(Box::new(subject), Box::new(value)), Type::Bool, span)
            }
            Type::Unknown => unknown(span),
            _ => {
                let expected = "a category, an entry or a kind after `is`";
                self.wrong_type(expected, &value, "values are compared with `=`");
                unknown(span)
            }
        }
    }

    /// A sort of thing: a kind, an entry, a choice or a category. Silent if the expression is none
    /// of these.
    pub(crate) fn what(&mut self, scope: &Scope<'t>, expr: &ast::Expr<'t>) -> Option<NodeFilter> {
        if let ast::ExprKind::Member(of, option) = &expr.kind {
            // `doktrin.any`: an option named through its choice
            let ast::ExprKind::Name(choose) = &of.kind else { return None };
            if scope.variable(choose.text).is_some() {
                return None;
            }
            let choose = self.find_choose(scope.owner, scope.root, choose.text)?;
            return self.member_named(choose, option.text).map(NodeFilter::Entry);
        }
        let ast::ExprKind::Name(name) = &expr.kind else { return None };
        if scope.variable(name.text).is_some() {
            return None;
        }
        if let Some(kind) = self.kind_named(name.text) {
            return Some(kind);
        }
        let category = self.names.categories.get(name.text).map(|(id, _)| *id);
        let entry = self.find_entry(scope.owner, scope.root, name.text, Admits::Any);
        if let (Some(category), Some(entry)) = (category, entry) {
            let (category, entry) =
                (self.game.categories[category].span, self.game.entries[entry].span);
            let message = format!("`{}` is both a category and an entry", name.text);
            self.report(
                codes::AMBIGUOUS_NAME
                    .at(name.span, message)
                    .related(category, "the category")
                    .related(entry, "the entry")
                    .help("rename one of them"),
            );
        }
        category.map(NodeFilter::Category).or(entry.map(NodeFilter::Entry)).or_else(|| {
            self.find_choose(scope.owner, scope.root, name.text).map(NodeFilter::Choose)
        })
    }

    fn kind_named(&self, name: &str) -> Option<NodeFilter> {
        Some(match name {
            "units" => NodeFilter::Kind(NodeKind::Unit),
            "models" => NodeFilter::Kind(NodeKind::Model),
            "options" => NodeFilter::Kind(NodeKind::Option),
            "weapons" => NodeFilter::Kind(NodeKind::AnyGear),
            "forces" => NodeFilter::Kind(NodeKind::Force(None)),
            "entries" => NodeFilter::Entries,
            _ => {
                if let Some((profile, _)) = self.names.profiles.get(name) {
                    return Some(NodeFilter::Kind(NodeKind::Gear(*profile)));
                }
                let (force, _) = self.names.forces.get(name)?;
                NodeFilter::Kind(NodeKind::Force(Some(*force)))
            }
        })
    }

    /// The type of the nodes that match a filter.
    pub(crate) fn what_type(&self, what: NodeFilter) -> Type {
        match what {
            NodeFilter::Kind(kind) => Type::Node(kind),
            NodeFilter::Entries => Type::Entry(NodeKind::Any),
            NodeFilter::Entry(entry) => Type::Node(self.entry_node(entry)),
            NodeFilter::Choose(_) => Type::Node(NodeKind::Option),
            NodeFilter::Category(category) => match self.game.categories[category].on.as_slice() {
                [Bearer::Node(kind)] => Type::Node(*kind),
                _ => Type::Node(NodeKind::Any),
            },
        }
    }

    pub(crate) fn army_option(&mut self, name: &ast::Expr<'t>, span: Span) -> Expr {
        let ast::ExprKind::Name(name) = &name.kind else {
            self.report(
                codes::TYPE_BAD_CALL
                    .at(span, "wrong arguments for `option`")
                    .help("write `army.option(NAME)`"),
            );
            return unknown(span);
        };
        if let Some((id, _)) = self.names.optionals.get(name.text) {
            return make(ExprKind::OptionalRule(*id), Type::Bool, span);
        }
        let known: Vec<_> = self.names.optionals.keys().copied().collect();
        self.unknown(&codes::UNKNOWN_NAME, *name, "optional rule", known);
        unknown(span)
    }
}

/// Whether the subject can be tested with `is ENTRY`.
fn can_be(subject: &Expr) -> bool {
    matches!(subject.ty, Type::Node(_) | Type::Entry(_))
}

/// The subject of bare facts in the expression.
fn subject_of(scope: &Scope<'_>, span: Span) -> Expr {
    expr_of_subject(&scope.subject, span)
}

fn expr_of_subject(subject: &Subject, span: Span) -> Expr {
    match subject {
        Subject::This(kind) => make(ExprKind::This, Type::Node(*kind), span),
        Subject::Variable(id, ty) => variable(*id, ty.clone(), span),
        Subject::Army => make(ExprKind::Army, Type::Node(NodeKind::Army), span),
    }
}
