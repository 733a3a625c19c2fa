//! Resolves rules, derived values, grants, permits, caps and blocks of changes.

use super::Resolver;
use super::body::BodyKind;
use super::scope::{Scope, Subject};
use crate::diagnostic::{Code, codes};
use crate::model::{
    Binder, Body, Cap, Cite, Clause, DeriveId, Effect, EntryId, ExprKind, ForEach, Grant, GrantTo,
    NodeKind, Permit, Permitted, Requirement, RuleContent, RuleId, Type, Waive, When,
};
use crate::resolve::expr::facts::BUILTIN_NAMES;
use crate::resolve::fact_graph::Node;
use crate::source::Span;
use crate::syntax::ast;

/// A derived value that has its id but not its type yet.
pub(crate) struct PendingDerive<'t> {
    pub ast: &'t ast::Derive<'t>,
    pub scope: Scope<'t>,
    /// It is resolved or being resolved.
    pub begun: bool,
}

impl<'t> Resolver<'t> {
    pub(crate) fn lower_derives(&mut self) {
        for id in self.game.derives.ids() {
            self.resolve_derive(id);
        }
    }

    /// Resolves a derived value when it is first needed, because its type is that of its
    /// expression.
    pub(crate) fn resolve_derive(&mut self, id: DeriveId) {
        let Some(pending) = self.derives.get_mut(id.index()) else { return };
        // A value that reads itself keeps the unknown type; the graph of facts reports the cycle.
        if std::mem::replace(&mut pending.begun, true) {
            return;
        }
        let (derive, mut scope) = (pending.ast, pending.scope.clone());
        scope.reads_slots = true;
        let binders = self.binders(&mut scope, &derive.binders);
        let on = match binders.first().map(|binder| &binder.set.ty) {
            None => match scope.subject {
                Subject::This(kind) => kind,
                _ => NodeKind::Army,
            },
            Some(Type::Set(element)) => match element.as_ref() {
                Type::Node(kind) => *kind,
                _ => NodeKind::Army,
            },
            Some(_) => NodeKind::Army,
        };
        // Set before the value is resolved: if the value asks for it, that is a cycle and not a
        // missing fact.
        self.game.derives.get_mut(id).on = on;
        let guards = std::mem::take(&mut self.reads.guards);
        set_subject(&mut scope, &binders);
        let mut value = super::expr::unknown(derive.value.span);
        self.deeper(derive.id.span, |resolver| {
            value = resolver.expr(&mut scope, &derive.value, None);
            true
        });
        self.reads.guards = guards;
        for binder in &binders {
            self.reads.add_binder(Node::Derive(id), binder);
        }
        self.reads.add_expr(Node::Derive(id), &value);
        let derive = self.game.derives.get_mut(id);
        (derive.binders, derive.on, derive.value) = (binders, on, value);
    }

    fn binders(&mut self, scope: &mut Scope<'t>, binders: &[ast::Binder<'t>]) -> Vec<Binder> {
        binders.iter().filter_map(|binder| self.binder(scope, binder)).collect()
    }

    pub(crate) fn lower_rule(
        &mut self,
        scope: &Scope<'t>,
        decl: &'t ast::Rule<'t>,
    ) -> Option<RuleId> {
        let (id, at) = self.names.rules.get(decl.id.text).copied()?;
        if at != decl.id.span {
            return None; // a second definition of the name, already reported
        }
        let content = match &decl.content {
            ast::RuleContent::Covers(codes) => {
                RuleContent::Covers(codes.iter().filter_map(|code| self.check(*code)).collect())
            }
            ast::RuleContent::Clauses(clauses) => RuleContent::Clauses(
                clauses.iter().map(|clause| self.clause(scope, clause)).collect(),
            ),
        };
        let mut cites = self.cites(&decl.cites);
        // A rule whose id is its number in the book cites itself.
        if decl.id.text.starts_with(|char: char| char.is_ascii_uppercase()) {
            cites.insert(0, Cite { id: decl.id.text.to_owned(), span: decl.id.span });
            self.cited.borrow_mut().insert(decl.id.text);
        }
        let rule = self.game.rules.get_mut(id);
        (rule.weight, rule.cites, rule.content) = (decl.weight, cites, content);
        Some(id)
    }

    fn check(&mut self, code: ast::Name<'t>) -> Option<&'static Code> {
        let checks = codes::ALL.iter().copied().filter(|code| code.is_check());
        let found = checks.clone().find(|check| check.name == code.text);
        if found.is_none() {
            let known = checks.map(|check| check.name);
            self.unknown(&codes::UNKNOWN_CHECK, code, "built-in check", known);
        }
        found
    }

    fn clause(&mut self, scope: &Scope<'t>, clause: &'t ast::Clause<'t>) -> Clause {
        let mut scope = scope.clone();
        let binders = self.binders(&mut scope, &clause.binders);
        set_subject(&mut scope, &binders);
        let requirements = clause
            .requirements
            .iter()
            .map(|requirement| self.requirement(&mut scope, requirement))
            .collect();
        Clause { binders, requirements }
    }

    fn requirement(
        &mut self,
        scope: &mut Scope<'t>,
        requirement: &'t ast::Requirement<'t>,
    ) -> Requirement {
        let condition = self.condition(scope, &requirement.condition);
        // Messages are written after slots are filled, so they may read slots.
        let mut telling = Scope { reads_slots: true, ..scope.clone() };
        let say = requirement.say.map(|text| self.text(&mut telling, text));
        let help = requirement.help.map(|text| self.text(&mut telling, text));
        Requirement { condition, say, help, span: requirement.span }
    }

    pub(crate) fn grant(
        &mut self,
        scope: &Scope<'t>,
        grant: &'t ast::Grant<'t>,
        span: Span,
    ) -> Option<Grant> {
        let mut scope = scope.clone();
        if !self.names.slots.contains_key(grant.slot.text) {
            let known: Vec<_> = self.names.slots.keys().copied().collect();
            self.unknown(&codes::UNKNOWN_SLOT, grant.slot, "slot", known);
        }
        let each = grant.each.as_ref().and_then(|binder| self.binder(&mut scope, binder));
        let up_to = self.number(&mut scope, &grant.up_to);
        let when = grant.when.as_ref().map(|condition| self.condition(&mut scope, condition));
        let to = self.grant_to(&scope, &grant.to)?;
        for expr in each.iter().map(|binder| &binder.set).chain([&up_to]).chain(&when) {
            self.reads.add_expr(Node::Slots, expr);
        }
        Some(Grant {
            slot: grant.slot.text.to_owned(),
            to,
            up_to,
            each,
            when,
            span,
            cites: self.cites(&grant.cites),
        })
    }

    /// The target of a grant: the definition of a unit, or a condition on the unit.
    fn grant_to(&mut self, scope: &Scope<'t>, to: &ast::Expr<'t>) -> Option<GrantTo> {
        let (mut inner, _) = scope.visiting("", Type::Node(NodeKind::Unit));
        let value = self.expr(&mut inner, to, None);
        match value.ty {
            Type::Entry(NodeKind::Unit) => Some(GrantTo::Entry(value)),
            Type::Unknown => None,
            _ => Some(GrantTo::Units(self.as_condition(value))),
        }
    }

    /// `allow units where …`: a condition on the definitions of units.
    pub(crate) fn permit(
        &mut self,
        scope: &Scope<'t>,
        permit: &'t ast::Permit<'t>,
        span: Span,
    ) -> Option<Permit> {
        let mut scope = scope.clone();
        let (of, subject) = match &permit.set {
            ast::PermitSet::Set(set) => self.permitted_set(&mut scope, set, permit.allow)?,
            ast::PermitSet::Names(names, _) => match self.permitted_names(names) {
                Some(named) => (Permitted::Named(named), NodeKind::Any),
                // A single name that stands for a set, such as `units`.
                None => {
                    let [name] = names.as_slice() else { return None };
                    let kind = ast::ExprKind::Name(*name);
                    let set = ast::Expr { kind, span: name.span };
                    self.permitted_set(&mut scope, &set, permit.allow)?
                }
            },
        };
        let when = permit.when.as_ref().map(|condition| self.condition(&mut scope, condition));
        let mut telling = scope.clone();
        telling.subject = Subject::This(subject);
        let say = permit.say.map(|text| self.text(&mut telling, text));
        let help = permit.help.map(|text| self.text(&mut telling, text));
        Some(Permit {
            allow: permit.allow,
            of,
            when,
            span,
            cites: self.cites(&permit.cites),
            say,
            help,
        })
    }

    /// A set of units, or for a ban also a set of what units have, with the kind of its elements.
    fn permitted_set(
        &mut self,
        scope: &mut Scope<'t>,
        set: &ast::Expr<'t>,
        allow: bool,
    ) -> Option<(Permitted, NodeKind)> {
        let (set, element) = self.set(scope, set, "");
        match element {
            Type::Unknown => None,
            Type::Node(NodeKind::Unit) => Some((Permitted::Units(set), NodeKind::Unit)),
            Type::Node(
                kind @ (NodeKind::Model | NodeKind::Option | NodeKind::Gear(_) | NodeKind::AnyGear),
            ) if !allow => Some((Permitted::Parts(set), kind)),
            other => {
                let found = self.describe(&other);
                let message =
                    format!("`allow` and `ban` take a set of units, not a set ({found} each)");
                let help = "write `units where …`; a ban may also be of `options`, `models` or `weapons`, or of things by their names";
                self.report(codes::TYPE_MISMATCH.at(set.span, message).help(help));
                None
            }
        }
    }

    /// Units, options, models, weapons and cards by their names; none if a single name stands for
    /// something else.
    fn permitted_names(&mut self, names: &[ast::Name<'t>]) -> Option<Vec<EntryId>> {
        let mut found: Vec<EntryId> = Vec::new();
        for name in names {
            let of_name = self.game.entries.iter().filter(|(_, entry)| entry.id == name.text);
            let before = found.len();
            found.extend(of_name.map(|(id, _)| id));
            let is_fact =
                self.names.facts.contains_key(name.text) || BUILTIN_NAMES.contains(&name.text);
            if found.len() > before && (names.len() > 1 || !is_fact) {
                continue;
            }
            if names.len() == 1 && is_fact {
                return None;
            }
            let known: Vec<&str> =
                self.game.entries.values().map(|entry| entry.id.as_str()).collect();
            let near = crate::diagnostic::did_you_mean(name.text, known).map(str::to_owned);
            self.unknown(&codes::UNKNOWN_NAME, *name, "unit, option or card", near.as_deref());
        }
        Some(found)
    }

    pub(crate) fn waive(
        &mut self,
        scope: &Scope<'t>,
        waive: &'t ast::Waive<'t>,
        span: Span,
    ) -> Waive {
        let rules = waive.rules.iter().filter_map(|name| self.rule_id(*name)).collect();
        let condition = waive.condition.as_ref().map(|condition| self.about_unit(scope, condition));
        Waive { rules, condition, span, cites: self.cites(&waive.cites) }
    }

    pub(crate) fn when(
        &mut self,
        scope: &mut Scope<'t>,
        body_kind: BodyKind,
        when: &'t ast::When<'t>,
        span: Span,
    ) -> When {
        let condition = self.condition(scope, &when.condition);
        self.reads.guards.push(condition.clone());
        let inner = if body_kind == BodyKind::Choose { BodyKind::Choose } else { BodyKind::Block };
        let mut body = Box::new(self.body(scope, inner, &when.body));
        self.reads.guards.pop();
        let cites = self.cites(&when.cites);
        cite_changes(&mut body, &cites);
        When { condition, body, span, cites }
    }

    pub(crate) fn for_each(
        &mut self,
        scope: &Scope<'t>,
        for_each: &'t ast::ForEach<'t>,
        span: Span,
    ) -> Option<ForEach> {
        let mut scope = scope.clone();
        let binders = self.binders(&mut scope, &for_each.binders);
        set_subject(&mut scope, &binders);
        let guards = binders.iter().filter_map(|binder| binder.condition.clone());
        let before = self.reads.guards.len();
        self.reads.guards.extend(guards);
        let mut body = Box::new(self.body(&mut scope, BodyKind::Block, &for_each.body));
        self.reads.guards.truncate(before);
        let cites = self.cites(&for_each.cites);
        cite_changes(&mut body, &cites);
        (!binders.is_empty()).then_some(ForEach { binders, body, span, cites })
    }

    pub(crate) fn cap(
        &mut self,
        scope: &mut Scope<'t>,
        at_most: &'t ast::AtMost<'t>,
        span: Span,
    ) -> Option<Cap> {
        let most = self.number(scope, &at_most.most);
        if let ExprKind::Negate(_) = most.kind {
            self.report(codes::EMPTY_RANGE.at(most.span, "a limit below zero can never hold"));
        }
        let mut inner = scope.clone();
        let of = match &at_most.of {
            None => None,
            Some(binder) => Some(self.binder(&mut inner, binder)?),
        };
        let within = match at_most.scope {
            None => NodeKind::Army,
            Some(name) => self.cap_scope(name)?,
        };
        let label = at_most.label.map(|name| name.text.to_owned());
        let words = at_most.words.map(super::text::plain);
        Some(Cap { most, of, within, label, words, span, cites: self.cites(&at_most.cites) })
    }

    fn cap_scope(&mut self, name: ast::Name<'t>) -> Option<NodeKind> {
        Some(match name.text {
            "army" => NodeKind::Army,
            "force" => NodeKind::Force(None),
            "unit" => NodeKind::Unit,
            "model" => NodeKind::Model,
            other => match self.names.forces.get(other) {
                Some((force, _)) => NodeKind::Force(Some(*force)),
                None => {
                    let mut known: Vec<&str> = vec!["army", "force", "unit", "model"];
                    known.extend(self.names.forces.keys());
                    self.unknown(&codes::UNKNOWN_FORCE, name, "place to count in", known);
                    return None;
                }
            },
        })
    }
}

/// Copies the rules that a block cites to its changes; the innermost block that cites any wins.
fn cite_changes(body: &mut Body, cites: &[Cite]) {
    for effect in body.effects.iter_mut().filter(|_| !cites.is_empty()) {
        match effect {
            Effect::Change(change) if change.cites.is_empty() => change.cites = cites.to_vec(),
            Effect::When(when) if when.cites.is_empty() => cite_changes(&mut when.body, cites),
            Effect::ForEach(each) if each.cites.is_empty() => cite_changes(&mut each.body, cites),
            _ => {}
        }
    }
}

/// Makes the first thing a `for each` visits the subject of bare facts.
fn set_subject(scope: &mut Scope<'_>, binders: &[Binder]) {
    if let Some(first) = binders.first()
        && let Type::Set(element) = &first.set.ty
    {
        scope.subject = Subject::Variable(first.variable, element.as_ref().clone());
    }
}
