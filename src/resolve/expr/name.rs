//! Bare names: what each may mean, in the order it is tried, and `has` and `is`.

use super::super::Resolver;
use super::super::names::Admits;
use super::super::scope::{Scope, Subject};
use super::facts::BUILTIN_NAMES;
use super::{make, unknown, variable};
use crate::diagnostic::codes;
use crate::model::{Bearer, EntryId, EntryKind, Expr, ExprKind, NodeKind, Symbol, Type, What};
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
        if let Some(fact) = self.find_fact(scope, &subject, name) {
            return Expr { span, ..fact };
        }
        if let Some(value) = self.army_name(scope, name) {
            return value;
        }
        if let Some(entry) = self.find_entry(scope.owner, scope.root, name.text, Admits::Any) {
            if expected == Some(&Type::Bool) && matches!(subject.ty, Type::Node(_) | Type::Entry(_))
            {
                return make(ExprKind::Is(Box::new(subject), What::Entry(entry)), Type::Bool, span);
            }
            let kind = self.entry_node(entry);
            return make(ExprKind::Symbol(Symbol::Entry(entry)), Type::Entry(kind), span);
        }
        self.unknown_name(scope, name, &subject)
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
            let diagnostic = codes::UNKNOWN_NAME.at(name.span, message).suggest(name.text, known);
            self.report(self.advise(diagnostic, name));
        }
        unknown(name.span)
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
    pub(crate) fn what(&mut self, scope: &Scope<'t>, expr: &ast::Expr<'t>) -> Option<What> {
        if let ast::ExprKind::Member(of, option) = &expr.kind {
            // `doktrin.any`: an option by its choice
            let ast::ExprKind::Name(choose) = &of.kind else { return None };
            if scope.variable(choose.text).is_some() {
                return None;
            }
            let choose = self.find_choose(scope.owner, scope.root, choose.text)?;
            return self.member_named(choose, option.text).map(What::Entry);
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
        category
            .map(What::Category)
            .or(entry.map(What::Entry))
            .or_else(|| self.find_choose(scope.owner, scope.root, name.text).map(What::Choose))
    }

    fn kind_named(&self, name: &str) -> Option<What> {
        Some(match name {
            "units" => What::Kind(NodeKind::Unit),
            "models" => What::Kind(NodeKind::Model),
            "options" => What::Kind(NodeKind::Option),
            "weapons" => What::Kind(NodeKind::AnyGear),
            "forces" => What::Kind(NodeKind::Force(None)),
            "entries" => What::Entries,
            _ => {
                if let Some((profile, _)) = self.names.profiles.get(name) {
                    return Some(What::Kind(NodeKind::Gear(*profile)));
                }
                let (force, _) = self.names.forces.get(name)?;
                What::Kind(NodeKind::Force(Some(*force)))
            }
        })
    }

    /// The type of the nodes of a sort.
    pub(crate) fn what_type(&self, what: What) -> Type {
        match what {
            What::Kind(kind) => Type::Node(kind),
            What::Entries => Type::Entry(NodeKind::Any),
            What::Entry(entry) => Type::Node(self.entry_node(entry)),
            What::Choose(_) => Type::Node(NodeKind::Option),
            What::Category(category) => match self.game.categories[category].on.as_slice() {
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

/// What bare facts in the expression belong to.
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
