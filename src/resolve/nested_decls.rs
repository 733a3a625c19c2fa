//! What is defined inside the bodies of declarations: models, options, choices, rules and derived
//! values.

use rustc_hash::FxHashMap;

use crate::diagnostic::Severity;
use crate::model::{
    Body, Choose, Derive, EntryId, EntryKind, NodeKind, Owner, Range, Rule, RuleContent,
};
use crate::resolve::entry::PendingKind;
use crate::resolve::names::{Admits, RootId, Thing};
use crate::resolve::option::PendingChoose;
use crate::resolve::rule::PendingDerive;
use crate::resolve::scope::{Scope, Subject};
use crate::resolve::text::{plain, title_of};
use crate::resolve::{Resolver, expr};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{Name, Statement, StatementKind};

/// A reference between definitions whose inner names become visible to each other, kept until all
/// names are known.
pub(crate) struct Link<'t> {
    pub from: RootId,
    pub owner: Owner,
    pub to: Name<'t>,
}

impl<'t> Resolver<'t> {
    /// Everything defined inside the bodies of a owner's declarations.
    pub(crate) fn declare_inside(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Entry(one) => {
                    if let Some(&id) = self.entry_ids.get(&(owner, one.id.span))
                        && let Some(&root) = self.names.root_of_entry.get(&id)
                    {
                        let subject = self.body_subject(id);
                        self.walk(owner, root, subject, Some(id), &one.body);
                    }
                }
                StatementKind::Group(one) => {
                    if let Some(&id) = self.choose_ids.get(&(owner, one.id.span))
                        && let Some(&root) = self.names.root_of_choose.get(&id)
                    {
                        self.walk_choose(owner, root, Subject::This(NodeKind::Any), None, one);
                    }
                }
                StatementKind::Army(body) => {
                    let root = match self.names.army_roots.get(&owner) {
                        Some(root) => *root,
                        None => self.names.new_root(),
                    };
                    self.names.army_roots.insert(owner, root);
                    self.walk(owner, root, Subject::Army, None, body);
                }
                StatementKind::Chart(one) => {
                    let root = self.names.new_root();
                    self.chart_roots.insert((owner, one.id.span), root);
                    self.walk(owner, root, Subject::Army, None, &one.body);
                }
                StatementKind::Force(one) => {
                    let root = self.force_root(owner);
                    self.walk(owner, root, Subject::This(NodeKind::Force(None)), None, &one.body);
                }
                StatementKind::Derive(_)
                | StatementKind::Rule(_)
                | StatementKind::When(_)
                | StatementKind::ForEach(_) => {
                    let root = self.force_root(owner);
                    self.walk(owner, root, Subject::Army, None, std::slice::from_ref(*statement));
                }
                _ => {}
            }
        }
    }

    /// The root of what stands loose in a system, faction or event: its inner names are the army's.
    pub(crate) fn force_root(&mut self, owner: Owner) -> RootId {
        if let Some(root) = self.names.army_roots.get(&owner) {
            return *root;
        }
        let root = self.names.new_root();
        self.names.army_roots.insert(owner, root);
        root
    }

    /// Names that stand side by side must differ; deeper or elsewhere the same name may mean
    /// another thing.
    pub(crate) fn once_each(&mut self, names: impl Iterator<Item = (&'static str, Name<'t>)>) {
        let mut known: FxHashMap<(&str, &str), Span> = FxHashMap::default();
        for (what, name) in names {
            if let Some(first) = known.insert((what, name.text), name.span) {
                self.duplicate(name, what, first);
            }
        }
    }

    fn walk(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: Subject,
        parent: Option<EntryId>,
        statements: &'t [Statement<'t>],
    ) {
        self.once_each(statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Entry(one) => Some(("entry", one.id)),
            StatementKind::Choose(one) => Some(("choice", one.id)),
            StatementKind::Option(one) => Some(("option", one.id)),
            _ => None,
        }));
        // Inner entries first: a choice may offer a model that is defined below it.
        for statement in statements {
            if let StatementKind::Entry(one) = &statement.kind {
                let before = self.game.entries.len();
                self.declare_entry(owner, Some(root), parent, one, statement.span);
                if self.game.entries.len() > before
                    && let Some(&id) = self.entry_ids.get(&(owner, one.id.span))
                {
                    self.define_inner(root, one.id, Thing::Entry(id));
                }
            }
        }
        for statement in statements {
            self.walk_statement(owner, root, &subject, parent, statement);
        }
    }

    fn walk_statement(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: &Subject,
        parent: Option<EntryId>,
        statement: &'t Statement<'t>,
    ) {
        match &statement.kind {
            StatementKind::Entry(one) => {
                if let Some(&id) = self.entry_ids.get(&(owner, one.id.span)) {
                    let subject = self.body_subject(id);
                    self.walk(owner, root, subject, Some(id), &one.body);
                }
            }
            StatementKind::Option(line) => self.walk_option(owner, root, parent, line),
            StatementKind::Choose(one) => {
                let id = self.declare_choose(owner, root, one, statement.span);
                self.define_inner(root, one.id, Thing::Choose(id));
                self.names.root_of_choose.insert(id, root);
                self.walk_choose(owner, root, subject.clone(), parent, one);
            }
            StatementKind::Include(one) => {
                self.links.push(Link { from: root, owner, to: one.name });
                self.walk(owner, root, subject.clone(), parent, &one.body);
            }
            StatementKind::Models(one) => {
                let links = one.lines.iter().map(|line| Link { from: root, owner, to: line.model });
                self.links.extend(links);
            }
            StatementKind::When(one) => self.walk(owner, root, subject.clone(), parent, &one.body),
            StatementKind::ForEach(one) => {
                self.walk(owner, root, subject.clone(), parent, &one.body)
            }
            StatementKind::Subforce(one) => {
                self.walk(owner, root, Subject::This(NodeKind::Force(None)), parent, &one.body);
            }
            StatementKind::Derive(one) => self.declare_derive(owner, root, subject, one),
            StatementKind::Rule(one) => self.declare_rule(one),
            _ => {}
        }
    }

    fn walk_option(
        &mut self,
        owner: Owner,
        root: RootId,
        parent: Option<EntryId>,
        line: &'t ast::OptionLine<'t>,
    ) {
        // `choose hand 1 { fist  rifle }` offers what is already defined.
        let offered = line.title.is_none() && line.body.is_none();
        if offered && self.find_entry(owner, Some(root), line.id.text, Admits::Profiled).is_some() {
            return;
        }
        let id = self.add_entry(
            owner,
            root,
            parent,
            line.id,
            line.title,
            EntryKind::Option,
            PendingKind::Option(line),
            line.span,
        );
        self.define_inner(root, line.id, Thing::Entry(id));
        if let Some(body) = &line.body {
            self.walk(owner, root, Subject::This(NodeKind::Option), Some(id), body);
        }
    }

    pub(crate) fn declare_choose(
        &mut self,
        owner: Owner,
        root: RootId,
        one: &'t ast::Choose<'t>,
        span: Span,
    ) -> crate::model::ChooseId {
        let choose = Choose {
            id: one.id.text.to_owned(),
            title: title_of(one.id.text, one.title),
            span: one.id.span,
            owner,
            range: Range { low: None, high: None, span: one.range.span },
            default: None,
            pool: None,
            target: None,
            categories: Vec::new(),
            members: Vec::new(),
            body: Body::default(),
            cites: self.cites(&one.cites),
        };
        let id = self.game.chooses.add(choose);
        self.chooses.push(PendingChoose { ast: one, owner, root, span });
        self.choose_ids.insert((owner, one.id.span), id);
        id
    }

    fn walk_choose(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: Subject,
        parent: Option<EntryId>,
        one: &'t ast::Choose<'t>,
    ) {
        self.once_each(one.options.iter().map(|line| ("option", line.id)));
        one.options.iter().for_each(|line| self.walk_option(owner, root, parent, line));
        self.walk(owner, root, subject, parent, &one.body);
    }

    fn define_inner(&mut self, root: RootId, name: Name<'t>, thing: Thing) {
        if let Some(root) = self.names.root_mut(root) {
            root.inner.entry(name.text).or_default().push(thing);
        }
    }

    pub(crate) fn declare_rule(&mut self, one: &ast::Rule<'t>) {
        let rule = Rule {
            id: one.id.text.to_owned(),
            title: one.title.map(plain),
            span: one.id.span,
            weight: Severity::Error,
            cites: Vec::new(),
            content: RuleContent::Clauses(Vec::new()),
        };
        let id = self.game.rules.add(rule);
        self.define(|names| &mut names.rules, one.id, "rule", id);
    }

    fn declare_derive(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: &Subject,
        one: &'t ast::Derive<'t>,
    ) {
        let derive = Derive {
            id: one.id.text.to_owned(),
            title: one.title.map(plain),
            span: one.id.span,
            binders: Vec::new(),
            on: NodeKind::Army,
            value: expr::unknown(one.value.span),
            cites: self.cites(&one.cites),
        };
        let id = self.game.derives.add(derive);
        self.derives.push(PendingDerive::new(one, Scope::new(owner, Some(root), subject.clone())));
        if self.define_fact(one.id, "derived value") {
            self.define(|names| &mut names.derives, one.id, "derived value", id);
        }
    }

    /// Makes the inner names of what is extended, included or taken visible.
    pub(crate) fn link(&mut self) {
        for Link { from, owner, to } in std::mem::take(&mut self.links) {
            let entry = self.find_entry(owner, Some(from), to.text, Admits::Any);
            let entry_root = entry.and_then(|id| self.names.root_of_entry.get(&id).copied());
            let choose = self.find_choose(owner, Some(from), to.text);
            let choose_root = choose.and_then(|id| self.names.root_of_choose.get(&id).copied());
            for target in entry_root.into_iter().chain(choose_root).filter(|target| *target != from)
            {
                if let Some(root) = self.names.root_mut(from)
                    && !root.links.contains(&target)
                {
                    root.links.push(target);
                }
            }
        }
    }
}
