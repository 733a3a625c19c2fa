//! Resolves choices and options: what is offered, on which terms, and at which price.

use super::Resolver;
use super::body::BodyKind;
use super::expr::make;
use super::names::{Admits, NameUse, RootId};
use super::scope::{Scope, Subject};
use crate::diagnostic::codes;
use crate::model::{
    Body, ChooseId, EntryId, EntryKind, Expr, ExprKind, Include, Included, Member, ModelFilter,
    ModelRole, ModelsGroup, ModelsLine, NodeKind, Owner, Pool, PoolSource, Range, Replacing, Steps,
    Target, Terms, Type,
};
use crate::source::Span;
use crate::syntax::ast;

/// A choice that has its id but is not resolved yet.
#[derive(Clone, Copy)]
pub(crate) struct PendingChoose<'t> {
    pub ast: &'t ast::Choose<'t>,
    pub owner: Owner,
    pub root: RootId,
    pub span: Span,
}

impl<'t> Resolver<'t> {
    /// Resolves a choice in its body; a shared one is resolved with [`NodeKind::Any`] as subject.
    pub(crate) fn lower_choose(&mut self, scope: &mut Scope<'t>, id: ChooseId) {
        let Some(PendingChoose { ast: decl, span, .. }) = self.chooses.get(id.index()).copied()
        else {
            return;
        };
        let range = self.range(scope, &decl.range);
        let target = decl.target.and_then(|target| self.target(scope, target));
        let categories = self.categories_on(&decl.tags, &[NodeKind::Option]);
        let members: Vec<Member> =
            decl.options.iter().filter_map(|line| self.member(scope, line)).collect();
        let pool = decl.pool.as_ref().map(|pool| self.pool(scope, pool));
        let body = self.body(scope, BodyKind::Choose, &decl.body);
        if members.is_empty()
            && pool.is_none()
            && body.chooses.is_empty()
            && body.includes.is_empty()
            && !self.damaged(span)
        {
            let message = format!("the choice `{}` offers nothing", decl.id.text);
            self.report(codes::EMPTY_CHOICE.at(decl.id.span, message));
        }
        let choose = self.game.chooses.get_mut(id);
        (choose.range, choose.target, choose.categories) = (range, target, categories);
        (choose.members, choose.pool, choose.body) = (members, pool, body);
        if let Some(default) = decl.default {
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
        let PendingChoose { ast: choose, owner, root, .. } = *self.chooses.get(id.index())?;
        if let Some(line) = choose.options.iter().find(|line| line.id.text == name) {
            let own = self.entry_ids.get(&(owner, line.id.span)).copied();
            return own
                .or_else(|| self.find_entry(owner, Some(root), line.id.text, Admits::Profiled));
        }
        for statement in &choose.body {
            if let ast::StatementKind::Choose(inner) = &statement.kind
                && let Some(inner) = self.choose_ids.get(&(owner, inner.id.span))
                && let Some(entry) = self.member_named(*inner, name)
            {
                return Some(entry);
            }
        }
        // A pool may offer any entry of its kind.
        let pool = choose.pool.as_ref()?;
        let (_, name) = self.names.top.keys().find(|(_, known)| *known == name)?;
        let entry = self.find_entry(owner, Some(root), name, Admits::Profiled)?;
        let kind = self.game.entries[entry].kind;
        let in_pool = pool.names.iter().any(|source| {
            let profile = self.names.profiles.get(source.text);
            source.text == *name
                || profile.is_some_and(|(profile, _)| kind == EntryKind::Profile(*profile))
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
        let entry = match self.entry_ids.get(&(scope.owner, line.id.span)) {
            Some(own) => *own,
            None => self.need_entry(scope, line.id, NameUse::Option)?,
        };
        let terms = self.terms(scope, line);
        Some(Member { entry, terms, span: line.span })
    }

    fn terms(&mut self, scope: &mut Scope<'t>, line: &'t ast::OptionLine<'t>) -> Terms {
        let mut inner = scope.about(Subject::This(NodeKind::Option));
        Terms {
            price: line.price.as_ref().map(|price| self.price(&mut inner, price)),
            per_model: line.per_model,
            times: line.times.as_ref().map(|range| self.range(scope, range)),
            target: line.target.and_then(|target| self.target(scope, target)),
            replacing: line.replacing.as_ref().map(|replacing| Replacing {
                old: self.weapons(scope, &replacing.old),
                new: self.weapons(scope, &replacing.new),
                span: names_span(&replacing.old).unwrap_or(line.span),
            }),
            replaces_leader: line
                .replaces_leader
                .and_then(|name| self.need_entry(scope, name, NameUse::Model)),
            cites: self.cites(&line.cites),
        }
    }

    /// Looks up weapons by name; unknown ones are reported and left out.
    pub(crate) fn weapons(&mut self, scope: &Scope<'t>, names: &[ast::Name<'t>]) -> Vec<EntryId> {
        names.iter().filter_map(|name| self.need_entry(scope, *name, NameUse::Weapon)).collect()
    }

    fn target(&mut self, scope: &Scope<'t>, target: ast::Target<'t>) -> Option<Target> {
        if let Some(number) = target.number.filter(|number| number.value < 1) {
            self.report(
                codes::EMPTY_RANGE.at(number.span, "an option for 0 models goes to nobody"),
            );
        }
        let who = match target.who {
            ast::ModelFilter::Any => ModelFilter::Any,
            ast::ModelFilter::Leader => ModelFilter::Leader,
            ast::ModelFilter::NotLeader => ModelFilter::NotLeader,
            ast::ModelFilter::Model(name) => {
                ModelFilter::Model(self.need_entry(scope, name, NameUse::Model)?)
            }
        };
        Some(Target { number: target.number.map(|number| number.value.max(1)), who })
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
            } else if let Some(entry) = self.need_entry(scope, *name, NameUse::Option) {
                from.push(PoolSource::Entry(entry));
                kind = self.entry_node(entry);
            }
        }
        let (mut inner, _) = scope.visiting("", Type::Entry(kind));
        let condition =
            pool.condition.as_ref().map(|condition| self.condition(&mut inner, condition));
        Pool { from, condition }
    }

    pub(crate) fn include(
        &mut self,
        scope: &mut Scope<'t>,
        include: &'t ast::Include<'t>,
        span: Span,
    ) -> Option<Include> {
        let what = match self.find_choose(scope.owner, scope.root, include.name.text) {
            Some(choose) => Included::Choose(choose),
            None => Included::Entry(self.need_entry(scope, include.name, NameUse::Included)?),
        };
        let range = include.range.as_ref().map(|range| self.range(scope, range));
        let body = self.body(scope, BodyKind::Block, &include.body);
        Some(Include { what, range, body, span, cites: self.cites(&include.cites) })
    }

    pub(crate) fn range(&mut self, scope: &mut Scope<'t>, range: &ast::Range<'t>) -> Range {
        let steps = self.steps(&range.steps);
        let mut low = range.low.as_ref().map(|bound| self.number(scope, bound));
        let mut high = range.high.as_ref().map(|bound| self.number(scope, bound));
        if let Steps::Only(numbers) = &steps {
            let end = |number: &i64| make(ExprKind::Number(*number), Type::Number, range.span);
            (low, high) = (numbers.first().map(end), numbers.last().map(end));
        }
        if range.exact {
            high = high.or_else(|| low.clone());
        }
        if let (Some(least), Some(most)) = (constant(&low), constant(&high))
            && least > most
        {
            self.empty_range(range.span, least, most);
            (low, high) = (None, None);
        }
        Range { low, high, steps, span: range.span }
    }

    /// Resolves a range that must allow every number between its ends.
    pub(crate) fn whole_range(
        &mut self,
        scope: &mut Scope<'t>,
        range: &ast::Range<'t>,
        what: &str,
    ) -> Range {
        let range = self.range(scope, range);
        if range.steps == Steps::Every {
            return range;
        }
        let message = format!("{what} have a plain range, without steps");
        let help = "write a least and a most, such as `1..4`";
        self.report(codes::MISPLACED.at(range.span, message).help(help));
        Range { steps: Steps::Every, ..range }
    }

    pub(crate) fn steps(&mut self, steps: &ast::Steps) -> Steps {
        match steps {
            ast::Steps::Every => Steps::Every,
            ast::Steps::By(by) if by.value < 1 => {
                let message = "a step of nothing leads nowhere";
                self.report(codes::EMPTY_RANGE.at(by.span, message).help("write `by 1` or more"));
                Steps::Every
            }
            ast::Steps::By(by) if by.value == 1 => Steps::Every,
            ast::Steps::By(by) => Steps::By(by.value),
            ast::Steps::Only(numbers) => {
                let mut all: Vec<i64> = Vec::new();
                for number in numbers {
                    match all.binary_search(&number.value) {
                        Ok(_) => {
                            let message = format!("{} stands twice in the set", number.value);
                            self.report(codes::REPEATED.at(number.span, message));
                        }
                        Err(place) => all.insert(place, number.value),
                    }
                }
                Steps::Only(all)
            }
        }
    }

    pub(crate) fn models(
        &mut self,
        scope: &mut Scope<'t>,
        models: &'t ast::Models<'t>,
        body: &mut Body,
        span: Span,
    ) {
        let mut group = None;
        if let Some((name, range)) = &models.group {
            group = Some(body.groups.len());
            body.groups.push(ModelsGroup {
                id: name.text.to_owned(),
                range: self.range(scope, range),
                span,
                cites: self.cites(&models.cites),
            });
        }
        for line in &models.lines {
            let range = self.range(scope, &line.range);
            let price = line.price.as_ref().map(|price| self.model_price(scope, price));
            let Some(model) = self.need_entry(scope, line.model, NameUse::Model) else { continue };
            let role = match line.role {
                ast::ModelRole::Ordinary => ModelRole::Ordinary,
                ast::ModelRole::Added => ModelRole::Added,
                ast::ModelRole::Leading => ModelRole::Leading,
            };
            let (span, cites) = (line.model.span, self.cites(&line.cites));
            body.models.push(ModelsLine { range, model, price, role, group, span, cites });
        }
    }
}

fn names_span(names: &[ast::Name<'_>]) -> Option<Span> {
    Some(names.first()?.span.to(names.last()?.span))
}

/// The value of a bound that is a plain number.
fn constant(bound: &Option<Expr>) -> Option<i64> {
    match bound.as_ref()?.kind {
        ExprKind::Number(value) => Some(value),
        _ => None,
    }
}
