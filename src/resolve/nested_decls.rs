//! Declares what is defined inside bodies: models, options, choices, rules and derived values. Each
//! gets its id here; `entry`, `option` and `rule` resolve it later.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Severity, codes};
use crate::model::{
    Body, Choose, ChooseId, Derive, EntryId, EntryKind, NodeKind, Owner, Range, Rule, RuleContent,
    Steps,
};
use crate::resolve::entry::PendingKind;
use crate::resolve::names::{Admits, InnerItem, RootId};
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

/// The surroundings of nested declarations.
#[derive(Clone)]
struct Nesting {
    owner: Owner,
    /// The definition that collects the inner names.
    root: RootId,
    subject: Subject,
    /// The enclosing entry.
    parent: Option<EntryId>,
}

impl<'t> Resolver<'t> {
    /// Declares everything defined inside the bodies of an owner's declarations.
    pub(crate) fn declare_inside(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            let army = |root| Nesting { owner, root, subject: Subject::Army, parent: None };
            match &statement.kind {
                StatementKind::Entry(entry) => {
                    if let Some(&id) = self.entry_ids.get(&(owner, entry.id.span))
                        && let Some(&root) = self.names.root_of_entry.get(&id)
                    {
                        let subject = self.body_subject(id);
                        self.walk(&Nesting { owner, root, subject, parent: Some(id) }, &entry.body);
                    }
                }
                StatementKind::Group(group) => {
                    if let Some(&id) = self.choose_ids.get(&(owner, group.id.span))
                        && let Some(&root) = self.names.root_of_choose.get(&id)
                    {
                        let subject = Subject::This(NodeKind::Any);
                        self.walk_choose(&Nesting { owner, root, subject, parent: None }, group);
                    }
                }
                StatementKind::Army(body) => {
                    let root = self.army_root(owner);
                    self.walk(&army(root), body);
                }
                StatementKind::Chart(chart) => {
                    let root = self.names.new_root();
                    self.chart_roots.insert((owner, chart.id.span), root);
                    self.walk(&army(root), &chart.body);
                }
                StatementKind::Force(force) => {
                    let root = self.army_root(owner);
                    let subject = Subject::This(NodeKind::Force(None));
                    self.walk(&Nesting { owner, root, subject, parent: None }, &force.body);
                }
                StatementKind::EventList(list) => {
                    let root = self.army_root(owner);
                    self.walk(&army(root), &list.body);
                }
                StatementKind::Derive(_)
                | StatementKind::Rule(_)
                | StatementKind::When(_)
                | StatementKind::ForEach(_) => {
                    let root = self.army_root(owner);
                    self.walk(&army(root), std::slice::from_ref(*statement));
                }
                _ => {}
            }
        }
    }

    /// The root of loose declarations in a system, faction or event: their inner names are the
    /// army's.
    pub(crate) fn army_root(&mut self, owner: Owner) -> RootId {
        if let Some(root) = self.names.army_roots.get(&owner) {
            return *root;
        }
        let root = self.names.new_root();
        self.names.army_roots.insert(owner, root);
        root
    }

    /// Reports duplicate names in one body; the same name deeper or elsewhere may mean something
    /// else.
    pub(crate) fn once_each(&mut self, names: impl Iterator<Item = (&'static str, Name<'t>)>) {
        let mut known: FxHashMap<(&str, &str), Span> = FxHashMap::default();
        for (what, name) in names {
            if let Some(first) = known.insert((what, name.text), name.span) {
                self.duplicate(name, what, first);
            }
        }
    }

    fn walk(&mut self, nesting: &Nesting, statements: &'t [Statement<'t>]) {
        self.once_each(statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Entry(entry) => Some(("entry", entry.id)),
            StatementKind::Choose(choose) => Some(("choice", choose.id)),
            StatementKind::Option(option) => Some(("option", option.id)),
            _ => None,
        }));
        // Inner entries first: a choice may offer a model that is defined below it.
        let Nesting { owner, root, parent, .. } = *nesting;
        for statement in statements {
            if let StatementKind::Entry(entry) = &statement.kind
                && let Some(id) =
                    self.declare_entry(owner, Some(root), parent, entry, statement.span)
            {
                self.define_inner(root, entry.id, InnerItem::Entry(id));
            }
        }
        for statement in statements {
            self.walk_statement(nesting, statement);
        }
    }

    fn walk_statement(&mut self, nesting: &Nesting, statement: &'t Statement<'t>) {
        let Nesting { owner, root, .. } = *nesting;
        match &statement.kind {
            StatementKind::Entry(entry) => {
                if let Some(&id) = self.entry_ids.get(&(owner, entry.id.span)) {
                    let subject = self.body_subject(id);
                    self.walk(&Nesting { owner, root, subject, parent: Some(id) }, &entry.body);
                }
            }
            StatementKind::Option(line) => self.walk_option(nesting, line),
            StatementKind::Choose(choose) => {
                let id = self.declare_choose(owner, root, choose, statement.span);
                self.define_inner(root, choose.id, InnerItem::Choose(id));
                self.walk_choose(nesting, choose);
            }
            StatementKind::Include(include) => {
                self.links.push(Link { from: root, owner, to: include.name });
                self.walk(nesting, &include.body);
            }
            StatementKind::Models(models) => {
                for line in &models.lines {
                    self.links.push(Link { from: root, owner, to: line.model });
                }
            }
            StatementKind::When(when) => self.walk(nesting, &when.body),
            StatementKind::ForEach(for_each) => self.walk(nesting, &for_each.body),
            StatementKind::Subforce(subforce) => {
                let subject = Subject::This(NodeKind::Force(None));
                self.walk(&Nesting { subject, ..nesting.clone() }, &subforce.body);
            }
            StatementKind::Derive(derive) => self.declare_derive(nesting, derive),
            StatementKind::Rule(rule) => self.declare_rule(rule),
            _ => {}
        }
    }

    fn walk_option(&mut self, nesting: &Nesting, line: &'t ast::OptionLine<'t>) {
        let Nesting { owner, root, parent, .. } = *nesting;
        // `choose hand 1 { fist  rifle }` offers entries that already exist.
        let offered = line.title.is_none() && line.body.is_none();
        if offered && self.find_entry(owner, Some(root), line.id.text, Admits::Profiled).is_some() {
            if let Some(old) = self.game.old_ids_of(line.id.span).first() {
                let message = "`was` is not allowed where something is only offered";
                let misplaced = codes::MISPLACED.at(old.span, message);
                self.report(
                    misplaced.help(format!("write it where `{}` is defined", line.id.text)),
                );
            }
            return;
        }
        let pending = PendingKind::Option(line);
        let id = self.add_entry(owner, root, parent, EntryKind::Option, pending, line.span);
        self.define_inner(root, line.id, InnerItem::Entry(id));
        if let Some(body) = &line.body {
            let subject = Subject::This(NodeKind::Option);
            self.walk(&Nesting { owner, root, subject, parent: Some(id) }, body);
        }
    }

    pub(crate) fn declare_choose(
        &mut self,
        owner: Owner,
        root: RootId,
        decl: &'t ast::Choose<'t>,
        span: Span,
    ) -> ChooseId {
        let id = self.game.chooses.add(Choose {
            id: decl.id.text.to_owned(),
            title: title_of(decl.id.text, decl.title),
            span: decl.id.span,
            owner,
            range: Range { low: None, high: None, steps: Steps::Every, span: decl.range.span },
            default: None,
            pool: None,
            target: None,
            mounted: decl.mounted,
            categories: Vec::new(),
            members: Vec::new(),
            body: Body::default(),
            cites: self.cites(&decl.cites),
        });
        self.chooses.push(PendingChoose { ast: decl, owner, root, span });
        self.choose_ids.insert((owner, decl.id.span), id);
        self.names.root_of_choose.insert(id, root);
        id
    }

    fn walk_choose(&mut self, nesting: &Nesting, choose: &'t ast::Choose<'t>) {
        self.once_each(choose.options.iter().map(|line| ("option", line.id)));
        for line in &choose.options {
            self.walk_option(nesting, line);
        }
        self.walk(nesting, &choose.body);
    }

    fn define_inner(&mut self, root: RootId, name: Name<'t>, thing: InnerItem) {
        if let Some(root) = self.names.root_mut(root) {
            root.inner.entry(name.text).or_default().push(thing);
        }
    }

    pub(crate) fn declare_rule(&mut self, decl: &ast::Rule<'t>) {
        let id = self.game.rules.add(Rule {
            id: decl.id.text.to_owned(),
            title: decl.title.map(plain),
            span: decl.id.span,
            weight: Severity::Error,
            cites: Vec::new(),
            content: RuleContent::Clauses(Vec::new()),
        });
        self.define(|names| &mut names.rules, decl.id, "rule", id);
    }

    fn declare_derive(&mut self, nesting: &Nesting, decl: &'t ast::Derive<'t>) {
        let id = self.game.derives.add(Derive {
            id: decl.id.text.to_owned(),
            title: decl.title.map(plain),
            span: decl.id.span,
            binders: Vec::new(),
            on: NodeKind::Army,
            value: expr::unknown(decl.value.span),
            cites: self.cites(&decl.cites),
        });
        let scope = Scope::new(nesting.owner, Some(nesting.root), nesting.subject.clone());
        self.derives.push(PendingDerive { ast: decl, scope, begun: false });
        if self.define_fact(decl.id, "derived value") {
            self.define(|names| &mut names.derives, decl.id, "derived value", id);
        }
    }

    /// Makes the inner names of definitions that are extended, included or taken visible.
    pub(crate) fn link(&mut self) {
        for Link { from, owner, to } in std::mem::take(&mut self.links) {
            let entry = self.find_entry(owner, Some(from), to.text, Admits::Any);
            let choose = self.find_choose(owner, Some(from), to.text);
            let targets = [
                entry.and_then(|id| self.names.root_of_entry.get(&id).copied()),
                choose.and_then(|id| self.names.root_of_choose.get(&id).copied()),
            ];
            let Some(root) = self.names.root_mut(from) else { continue };
            for target in targets.into_iter().flatten() {
                if target != from && !root.links.contains(&target) {
                    root.links.push(target);
                }
            }
        }
    }
}
