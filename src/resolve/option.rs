//! Choices, options, prices and ranges.

use super::Resolver;
use super::body::Place;
use super::names::{Admits, RootId};
use super::scope::{Scope, Subject};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    ChooseId, EntryId, Include, Included, Member, ModelPrice, ModelRole, ModelsGroup, ModelsLine,
    NodeKind, Owner, Pool, PoolSource, Price, Range, Replacing, Target, Terms, Type,
};
use crate::source::Span;
use crate::syntax::ast;

/// A choice that has its id and waits for the rest.
#[derive(Clone, Copy)]
pub(crate) struct PendingChoose<'t> {
    pub ast: &'t ast::Choose<'t>,
    pub owner: Owner,
    pub root: RootId,
    pub span: Span,
}

impl<'t> Resolver<'t> {
    /// A choice where it stands; a shared one has no owner and is lowered with [`NodeKind::Any`].
    pub(crate) fn lower_choose(&mut self, scope: &mut Scope<'t>, id: ChooseId) {
        let Some(PendingChoose { ast: one, span, .. }) = self.chooses.get(id.index()).copied()
        else {
            return;
        };
        let range = self.range(scope, &one.range);
        let target = one.target.and_then(|target| self.target(scope, target));
        let categories = self.categories_on(&one.tags, &[NodeKind::Option]);
        let mut members = Vec::new();
        for line in &one.options {
            members.extend(self.member(scope, line));
        }
        let pool = one.pool.as_ref().map(|pool| self.pool(scope, pool));
        let body = self.body(scope, Place::Choose, &one.body);
        if members.is_empty()
            && pool.is_none()
            && body.chooses.is_empty()
            && body.includes.is_empty()
            && !self.damaged(span)
        {
            let message = format!("the choice `{}` offers nothing", one.id.text);
            self.report(Diagnostic::new(&codes::EMPTY_CHOICE, one.id.span, message));
        }
        let choose = self.game.chooses.get_mut(id);
        (choose.range, choose.target, choose.categories) = (range, target, categories);
        (choose.members, choose.pool, choose.body) = (members, pool, body);
        if let Some(default) = one.default {
            self.default_member(id, default);
        }
    }

    fn default_member(&mut self, id: ChooseId, name: ast::Name<'t>) {
        match self.member_named(id, name.text) {
            Some(entry) => self.game.chooses.get_mut(id).default = Some(entry),
            None => {
                let known = self.member_names(id);
                self.unknown(
                    &codes::UNKNOWN_OPTION,
                    name,
                    "option",
                    known.iter().map(String::as_str),
                );
            }
        }
    }

    /// An option of a choice by name, nested choices included.
    pub(crate) fn member_named(&self, id: ChooseId, name: &str) -> Option<EntryId> {
        let PendingChoose { ast: one, owner, root, .. } = self.chooses.get(id.index()).copied()?;
        if let Some(line) = one.options.iter().find(|line| line.id.text == name) {
            let own = self.entry_ids.get(&(owner, line.id.span)).copied();
            return own
                .or_else(|| self.find_entry(owner, Some(root), line.id.text, Admits::Profiled));
        }
        let inner = one.body.iter().filter_map(|statement| match &statement.kind {
            ast::StatementKind::Choose(inner) => {
                self.choose_ids.get(&(owner, inner.id.span)).copied()
            }
            _ => None,
        });
        let mut found = inner.filter_map(|inner| self.member_named(inner, name));
        if let Some(found) = found.next() {
            return Some(found);
        }
        // From a pool any entry of its kind may come.
        let pool = one.pool.as_ref()?;
        let name =
            self.names.top.keys().find(|(_, known)| *known == name).map(|(_, known)| *known)?;
        let entry = self.find_entry(owner, Some(root), name, Admits::Profiled)?;
        let kind = self.game.entries[entry].kind;
        let in_pool = pool.names.iter().any(|source| {
            let profile = self.names.profiles.get(source.text).map(|(profile, _)| *profile);
            profile.is_some_and(|profile| kind == crate::model::EntryKind::Profile(profile))
                || source.text == name
        });
        in_pool.then_some(entry)
    }

    fn member_names(&self, id: ChooseId) -> Vec<String> {
        self.game.chooses[id]
            .members
            .iter()
            .map(|member| self.game.entries[member.entry].id.clone())
            .collect()
    }

    /// An option line: a new option, or something defined elsewhere that is offered here.
    pub(crate) fn member(
        &mut self,
        scope: &mut Scope<'t>,
        line: &'t ast::OptionLine<'t>,
    ) -> Option<Member> {
        let own = self.entry_ids.get(&(scope.owner, line.id.span)).copied();
        let entry = match own {
            Some(entry) => entry,
            None => {
                self.need_entry(scope.owner, scope.root, line.id, Admits::Profiled, "option")?
            }
        };
        let terms = self.terms(scope, line);
        Some(Member { entry, terms, span: line.span })
    }

    fn terms(&mut self, scope: &mut Scope<'t>, line: &'t ast::OptionLine<'t>) -> Terms {
        let mut inner = scope.about(Subject::This(NodeKind::Option));
        let price = line.price.as_ref().map(|price| self.price(&mut inner, price));
        let times = line.times.as_ref().map(|range| self.range(scope, range));
        let target = line.target.and_then(|target| self.target(scope, target));
        let replacing = line.replacing.as_ref().map(|replacing| {
            let mut list = |names: &[ast::Name<'t>]| -> Vec<EntryId> {
                names
                    .iter()
                    .filter_map(|name| {
                        self.need_entry(scope.owner, scope.root, *name, Admits::Profiled, "weapon")
                    })
                    .collect()
            };
            Replacing { old: list(&replacing.old), new: list(&replacing.new) }
        });
        let replaces_leader = line.replaces_leader.and_then(|name| {
            self.need_entry(scope.owner, scope.root, name, Admits::Profiled, "model")
        });
        Terms {
            price,
            per_model: line.per_model,
            times,
            target,
            replacing,
            replaces_leader,
            cites: self.cites(&line.cites),
        }
    }

    fn target(&mut self, scope: &Scope<'t>, target: ast::Target<'t>) -> Option<Target> {
        Some(match target {
            ast::Target::OneModel => Target::OneModel,
            ast::Target::Leader => Target::Leader,
            ast::Target::All => Target::All,
            ast::Target::NotLeader => Target::NotLeader,
            ast::Target::Model(name) => Target::Model(self.need_entry(
                scope.owner,
                scope.root,
                name,
                Admits::Profiled,
                "model",
            )?),
        })
    }

    fn pool(&mut self, scope: &mut Scope<'t>, pool: &ast::Pool<'t>) -> Pool {
        let mut from = Vec::new();
        let mut kind = NodeKind::Any;
        for name in &pool.names {
            if let Some((profile, _)) = self.names.profiles.get(name.text) {
                from.push(PoolSource::Profile(*profile));
                kind = NodeKind::Gear(*profile);
            } else if let Some(choose) = self.find_choose(scope.owner, scope.root, name.text) {
                from.push(PoolSource::Choose(choose));
            } else if let Some(entry) =
                self.need_entry(scope.owner, scope.root, *name, Admits::Profiled, "option")
            {
                from.push(PoolSource::Entry(entry));
                kind = self.entry_node(entry);
            }
        }
        let condition = pool.condition.as_ref().map(|condition| {
            let mut inner = scope.clone();
            let candidate = Type::Entry(kind);
            let variable = inner.bind("", candidate.clone());
            inner.subject = Subject::Variable(variable, candidate);
            self.condition(&mut inner, condition)
        });
        Pool { from, condition }
    }

    pub(crate) fn include(
        &mut self,
        scope: &mut Scope<'t>,
        one: &'t ast::Include<'t>,
        span: Span,
    ) -> Option<Include> {
        let what = match self.find_choose(scope.owner, scope.root, one.name.text) {
            Some(choose) => Included::Choose(choose),
            None => Included::Entry(self.need_entry(
                scope.owner,
                scope.root,
                one.name,
                Admits::Any,
                "group or entry",
            )?),
        };
        let range = one.range.as_ref().map(|range| self.range(scope, range));
        let body = self.body(scope, Place::Block, &one.body);
        Some(Include { what, range, body, span, cites: self.cites(&one.cites) })
    }

    pub(crate) fn price(&mut self, scope: &mut Scope<'t>, price: &ast::Price<'t>) -> Price {
        let mut amounts = Vec::new();
        let first = self.game.currencies.ids().next();
        if first.is_none() && self.lost.is_empty() {
            let diagnostic = Diagnostic::new(
                &codes::UNKNOWN_COST,
                price.span,
                "the system has no currency for this price",
            );
            self.report(diagnostic.help("add a line such as `cost pts \"points\"` to the system"));
        }
        let others = price
            .others
            .iter()
            .map(|(name, amount)| (self.currency(*name), amount))
            .collect::<Vec<_>>();
        for (currency, amount) in std::iter::once((first, &price.amount)).chain(others) {
            let mut value = self.number(scope, amount);
            if price.negative {
                let span = value.span;
                value = super::expr::make(
                    crate::model::ExprKind::Negate(Box::new(value)),
                    Type::Number,
                    span,
                );
            }
            self.reads.add_expr(crate::resolve::fact_graph::Node::Price, &value);
            amounts.extend(currency.map(|currency| (currency, value)));
        }
        Price { amounts, span: price.span }
    }

    fn currency(&mut self, name: ast::Name<'t>) -> Option<crate::model::CurrencyId> {
        self.look_up(|names| &names.currencies, name, &codes::UNKNOWN_COST, "currency")
    }

    pub(crate) fn range(&mut self, scope: &mut Scope<'t>, range: &ast::Range<'t>) -> Range {
        let mut low = range.low.as_ref().map(|bound| self.number(scope, bound));
        let mut high = range.high.as_ref().map(|bound| self.number(scope, bound));
        if range.exact {
            high = high.or_else(|| low.clone());
        }
        if let (
            Some(crate::model::ExprKind::Number(least)),
            Some(crate::model::ExprKind::Number(most)),
        ) = (low.as_ref().map(|bound| &bound.kind), high.as_ref().map(|bound| &bound.kind))
            && least > most
        {
            let (least, most) = (*least, *most);
            self.empty_range(range.span, least, most);
            (low, high) = (None, None);
        }
        Range { low, high, span: range.span }
    }

    pub(crate) fn models(
        &mut self,
        scope: &mut Scope<'t>,
        models: &'t ast::Models<'t>,
        body: &mut crate::model::Body,
        span: Span,
    ) {
        let group = models.group.as_ref().map(|(name, range)| {
            let range = self.range(scope, range);
            body.groups.push(ModelsGroup {
                id: name.text.to_owned(),
                range,
                span,
                cites: self.cites(&models.cites),
            });
            body.groups.len() - 1
        });
        for line in &models.lines {
            let range = self.range(scope, &line.range);
            let price = line.price.as_ref().map(|price| self.model_price(scope, price));
            let Some(model) =
                self.need_entry(scope.owner, scope.root, line.model, Admits::Profiled, "model")
            else {
                continue;
            };
            let role = match line.role {
                ast::ModelRole::Ordinary => ModelRole::Ordinary,
                ast::ModelRole::Added => ModelRole::Added,
                ast::ModelRole::Leading => ModelRole::Leading,
            };
            let cites = self.cites(&line.cites);
            body.models.push(ModelsLine {
                range,
                model,
                price,
                role,
                group,
                span: line.model.span,
                cites,
            });
        }
    }

    fn model_price(&mut self, scope: &mut Scope<'t>, price: &ast::ModelPrice<'t>) -> ModelPrice {
        ModelPrice {
            price: self.price(scope, &price.price),
            first: price.first.map(|number| number.value),
            then: price.then.as_ref().map(|then| self.price(scope, then)),
        }
    }
}
