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
                StatementKind::Entry(entry) => {
                    if let Some(&id) = self.entry_ids.get(&(owner, entry.id.span))
                        && let Some(&root) = self.names.root_of_entry.get(&id)
                    {
                        let subject = self.body_subject(id);
                        self.walk(owner, root, subject, Some(id), &entry.body);
                    }
                }
                StatementKind::Group(group) => {
                    if let Some(&id) = self.choose_ids.get(&(owner, group.id.span))
                        && let Some(&root) = self.names.root_of_choose.get(&id)
                    {
                        self.walk_choose(owner, root, Subject::This(NodeKind::Any), None, group);
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
                StatementKind::Chart(chart) => {
                    let root = self.names.new_root();
                    self.chart_roots.insert((owner, chart.id.span), root);
                    self.walk(owner, root, Subject::Army, None, &chart.body);
                }
                StatementKind::Force(force) => {
                    let root = self.force_root(owner);
                    self.walk(owner, root, Subject::This(NodeKind::Force(None)), None, &force.body);
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
            StatementKind::Entry(entry) => Some(("entry", entry.id)),
            StatementKind::Choose(choose) => Some(("choice", choose.id)),
            StatementKind::Option(option) => Some(("option", option.id)),
            _ => None,
        }));
        // Inner entries first: a choice may offer a model that is defined below it.
        for statement in statements {
            if let StatementKind::Entry(entry) = &statement.kind {
                let before = self.game.entries.len();
                self.declare_entry(owner, Some(root), parent, entry, statement.span);
                if self.game.entries.len() > before
                    && let Some(&id) = self.entry_ids.get(&(owner, entry.id.span))
                {
                    self.define_inner(root, entry.id, Thing::Entry(id));
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
            StatementKind::Entry(entry) => {
                if let Some(&id) = self.entry_ids.get(&(owner, entry.id.span)) {
                    let subject = self.body_subject(id);
                    self.walk(owner, root, subject, Some(id), &entry.body);
                }
            }
            StatementKind::Option(line) => self.walk_option(owner, root, parent, line),
            StatementKind::Choose(choose) => {
                let id = self.declare_choose(owner, root, choose, statement.span);
                self.define_inner(root, choose.id, Thing::Choose(id));
                self.names.root_of_choose.insert(id, root);
                self.walk_choose(owner, root, subject.clone(), parent, choose);
            }
            StatementKind::Include(include) => {
                self.links.push(Link { from: root, owner, to: include.name });
                self.walk(owner, root, subject.clone(), parent, &include.body);
            }
            StatementKind::Models(models) => {
                let links =
                    models.lines.iter().map(|line| Link { from: root, owner, to: line.model });
                self.links.extend(links);
            }
            StatementKind::When(when) => {
                self.walk(owner, root, subject.clone(), parent, &when.body)
            }
            StatementKind::ForEach(for_each) => {
                self.walk(owner, root, subject.clone(), parent, &for_each.body)
            }
            StatementKind::Subforce(subforce) => {
                self.walk(
                    owner,
                    root,
                    Subject::This(NodeKind::Force(None)),
                    parent,
                    &subforce.body,
                );
            }
            StatementKind::Derive(derive) => self.declare_derive(owner, root, subject, derive),
            StatementKind::Rule(rule) => self.declare_rule(rule),
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
        decl: &'t ast::Choose<'t>,
        span: Span,
    ) -> crate::model::ChooseId {
        let choose = Choose {
            id: decl.id.text.to_owned(),
            title: title_of(decl.id.text, decl.title),
            span: decl.id.span,
            owner,
            range: Range { low: None, high: None, span: decl.range.span },
            default: None,
            pool: None,
            target: None,
            categories: Vec::new(),
            members: Vec::new(),
            body: Body::default(),
            cites: self.cites(&decl.cites),
        };
        let id = self.game.chooses.add(choose);
        self.chooses.push(PendingChoose { ast: decl, owner, root, span });
        self.choose_ids.insert((owner, decl.id.span), id);
        id
    }

    fn walk_choose(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: Subject,
        parent: Option<EntryId>,
        choose: &'t ast::Choose<'t>,
    ) {
        self.once_each(choose.options.iter().map(|line| ("option", line.id)));
        choose.options.iter().for_each(|line| self.walk_option(owner, root, parent, line));
        self.walk(owner, root, subject, parent, &choose.body);
    }

    fn define_inner(&mut self, root: RootId, name: Name<'t>, thing: Thing) {
        if let Some(root) = self.names.root_mut(root) {
            root.inner.entry(name.text).or_default().push(thing);
        }
    }

    pub(crate) fn declare_rule(&mut self, decl: &ast::Rule<'t>) {
        let rule = Rule {
            id: decl.id.text.to_owned(),
            title: decl.title.map(plain),
            span: decl.id.span,
            weight: Severity::Error,
            cites: Vec::new(),
            content: RuleContent::Clauses(Vec::new()),
        };
        let id = self.game.rules.add(rule);
        self.define(|names| &mut names.rules, decl.id, "rule", id);
    }

    fn declare_derive(
        &mut self,
        owner: Owner,
        root: RootId,
        subject: &Subject,
        decl: &'t ast::Derive<'t>,
    ) {
        let derive = Derive {
            id: decl.id.text.to_owned(),
            title: decl.title.map(plain),
            span: decl.id.span,
            binders: Vec::new(),
            on: NodeKind::Army,
            value: expr::unknown(decl.value.span),
            cites: self.cites(&decl.cites),
        };
        let id = self.game.derives.add(derive);
        let scope = Scope::new(owner, Some(root), subject.clone());
        self.derives.push(PendingDerive { ast: decl, scope, begun: false });
        if self.define_fact(decl.id, "derived value") {
            self.define(|names| &mut names.derives, decl.id, "derived value", id);
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
