//! Gives every definition its id before anything is looked up, so that the order in a file never matters.

use rustc_hash::FxHashMap;

use super::entry::{Pending, PendingKind};
use super::names::{Admits, RootId, Thing};
use super::option::PendingChoose;
use super::rule::PendingDerive;
use super::scope::{Scope, Subject};
use super::text::{plain, title_of};
use super::{Resolver, expr};
use crate::model::{
    Body, Card, Category, Chart, Choose, Currency, Deck, Derive, Entry, EntryId, EntryKind, Force, Home, NodeKind, Optional,
    Profile, Range, Rule, RuleContent, RuleWeight, Section,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, Statement, StatementKind};
use crate::syntax::declaration_words;

/// A reference between definitions whose inner names become visible to each other, kept until all names are known.
pub(super) struct Link<'t> {
    from: RootId,
    home: Home,
    to: Name<'t>,
}

impl<'t> Resolver<'t> {
    /// The definitions of a system, faction or event that stand in its own braces.
    pub(super) fn declare_top(&mut self, home: Home, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Currency(one) => {
                    let currency = Currency { id: one.id.text.to_owned(), title: plain(one.title), span: one.id.span };
                    let id = self.game.currencies.add(currency);
                    self.define(|names| &mut names.currencies, one.id, "currency", id);
                }
                StatementKind::Profile(one) => {
                    let profile = Profile {
                        id: one.id.text.to_owned(),
                        title: title_of(one.id.text, one.title),
                        span: one.id.span,
                        extends: None,
                        characteristics: Vec::new(),
                    };
                    let id = self.game.profiles.add(profile);
                    self.define(|names| &mut names.profiles, one.id, "profile", id);
                }
                StatementKind::Section(one) => {
                    let section =
                        Section { id: one.id.text.to_owned(), title: plain(one.title), span: one.id.span, keywords: Vec::new() };
                    let id = self.game.sections.add(section);
                    self.define(|names| &mut names.sections, one.id, "section", id);
                    one.keywords.iter().for_each(|keyword| self.declare_keyword(keyword, Some(id)));
                }
                StatementKind::Keyword(one) => self.declare_keyword(one, None),
                StatementKind::Categories(one) => self.declare_categories(one),
                StatementKind::Attribute(one) => self.declare_attribute(one),
                StatementKind::Optional(one) => {
                    let cites = Self::cites(&one.cites);
                    let id = self.game.optionals.add(Optional {
                        id: one.id.text.to_owned(),
                        title: plain(one.title),
                        span: one.id.span,
                        cites,
                    });
                    self.define(|names| &mut names.optionals, one.id, "optional rule", id);
                }
                StatementKind::Force(one) => self.declare_force(one),
                StatementKind::Chart(one) => self.declare_chart(home, one),
                StatementKind::Deck(one) => self.declare_deck(home, one, statement.span),
                _ => {}
            }
        }
    }

    /// Units, other entries and groups; by now the profiles of all files are known.
    pub(super) fn declare_top_entries(&mut self, home: Home, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Entry(one) => {
                    self.declare_entry(home, None, None, one, statement.span);
                }
                StatementKind::Group(one) => {
                    let root = self.names.new_root();
                    let id = self.declare_choose(home, root, one, statement.span);
                    let level = self.names.top.entry((home, one.id.text)).or_default();
                    let first = level.iter().find_map(|thing| match thing {
                        Thing::Choose(first) => Some(*first),
                        Thing::Entry(_) => None,
                    });
                    level.push(Thing::Choose(id));
                    if let Some(first) = first {
                        self.duplicate(one.id, "group", self.game.chooses[first].span);
                    }
                    self.names.root_of_choose.insert(id, root);
                }
                _ => {}
            }
        }
    }

    fn declare_categories(&mut self, one: &ast::Categories<'t>) {
        for (name, title) in &one.names {
            let category = Category {
                id: name.text.to_owned(),
                title: title_of(name.text, *title),
                span: name.span,
                on: Vec::new(),
                defined: None,
                cites: Self::cites(&one.cites),
            };
            let id = self.game.categories.add(category);
            if self.define_fact(*name, "category") {
                self.define(|names| &mut names.categories, *name, "category", id);
            }
        }
    }

    fn declare_force(&mut self, one: &'t ast::Force<'t>) {
        let force = |id: Name<'t>, title, cites: &[Name<'t>]| Force {
            id: id.text.to_owned(),
            title: plain(title),
            span: id.span,
            within: None,
            one_chart: false,
            full_before_next: false,
            holds: Vec::new(),
            body: Body::default(),
            cites: Self::cites(cites),
        };
        let id = self.game.forces.add(force(one.id, one.title, &one.cites));
        self.define(|names| &mut names.forces, one.id, "force", id);
        for statement in &one.statements {
            if let StatementKind::Subforce(sub) = &statement.kind {
                let id = self.game.forces.add(force(sub.id, sub.title, &sub.cites));
                self.define(|names| &mut names.forces, sub.id, "force", id);
            }
        }
    }

    fn declare_chart(&mut self, home: Home, one: &'t ast::Chart<'t>) {
        let chart = Chart {
            id: one.id.text.to_owned(),
            title: plain(one.title),
            span: one.id.span,
            home,
            force: None,
            extends: None,
            slots: Vec::new(),
            trades: Vec::new(),
            unlocks: Vec::new(),
            unlocks_once: None,
            offers: Vec::new(),
            body: Body::default(),
            cites: Self::cites(&one.modifiers.cites),
        };
        let id = self.game.charts.add(chart);
        self.charts.push((home, Some(one), false));
        self.define(|names| &mut names.charts, one.id, "chart", id);
        for statement in &one.body.statements {
            if let StatementKind::Slot(slot) = &statement.kind {
                self.names.slots.insert(slot.id.text, slot.id.span);
            }
        }
    }

    fn declare_deck(&mut self, home: Home, one: &'t ast::Deck<'t>, span: Span) {
        if let Some(first) = self.decks.insert(one.id.text, one.id.span) {
            self.duplicate(one.id, "deck", first);
        }
        self.once_each(one.cards.iter().map(|card| ("card", card.id)));
        let deck = Deck {
            id: one.id.text.to_owned(),
            title: plain(one.title),
            span,
            when: None,
            size: None,
            copies: None,
            types: one.types.iter().map(|name| name.text.to_owned()).collect(),
            cards: Vec::new(),
            rules: Vec::new(),
            cites: Self::cites(&one.cites),
        };
        let id = self.game.decks.add(deck);
        for card in &one.cards {
            let root = self.names.new_root();
            let pending = PendingKind::Card(card);
            let entry = self.add_entry(home, root, None, card.id, card.title, EntryKind::Card(id), pending, span);
            let types = card.tags.iter().map(|tag| tag.text.to_owned()).collect();
            self.game.decks.get_mut(id).cards.push(Card { entry, types });
        }
        one.rules.iter().for_each(|rule| self.declare_rule(rule));
    }

    /// A unit, or an entry of a profile's kind, at the top or inside another.
    fn declare_entry(&mut self, home: Home, root: Option<RootId>, parent: Option<EntryId>, one: &'t ast::Entry<'t>, span: Span) {
        let kind = match one.kind.text {
            "unit" => EntryKind::Unit,
            kind => match self.names.profiles.get(kind) {
                Some((profile, _)) => EntryKind::Profile(*profile),
                None => {
                    let mut known: Vec<&'t str> = self.names.profiles.keys().copied().collect();
                    known.extend(declaration_words());
                    self.unknown(&crate::diagnostic::codes::UNKNOWN_PROFILE, one.kind, "profile", known);
                    self.lost.insert(one.id.text);
                    return;
                }
            },
        };
        let own_root = root.unwrap_or_else(|| self.names.new_root());
        let id = self.add_entry(home, own_root, parent, one.id, one.title, kind, PendingKind::Entry(one), span);
        if root.is_none() {
            self.define_top_entry(home, one.id, kind, id);
        }
        if let Some(base) = one.modifiers.extends {
            self.links.push(Link { from: own_root, home, to: base });
        }
    }

    /// Units share one set of names in a game, because a list may take them from any faction.
    fn define_top_entry(&mut self, home: Home, name: Name<'t>, kind: EntryKind, id: EntryId) {
        let what = if kind == EntryKind::Unit { "unit" } else { "entry" };
        let same_kind =
            |this: &Self, other: EntryId| (this.game.entries[other].kind == EntryKind::Unit) == (kind == EntryKind::Unit);
        let level = self.names.top.get(&(home, name.text)).cloned().unwrap_or_default();
        let taken = level.iter().find_map(|thing| match thing {
            Thing::Entry(other) if same_kind(self, *other) => Some(*other),
            _ => None,
        });
        let taken = taken.or_else(|| self.names.units.get(name.text).copied().filter(|_| kind == EntryKind::Unit));
        if let Some(other) = taken {
            let first = self.game.entries[other].span;
            self.duplicate(name, what, first);
            return;
        }
        self.names.top.entry((home, name.text)).or_default().push(Thing::Entry(id));
        if kind == EntryKind::Unit {
            self.names.units.insert(name.text, id);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one plain record, made in one place")]
    fn add_entry(
        &mut self,
        home: Home,
        root: RootId,
        parent: Option<EntryId>,
        name: Name<'t>,
        title: Option<ast::Text<'t>>,
        kind: EntryKind,
        pending: PendingKind<'t>,
        span: Span,
    ) -> EntryId {
        let entry = Entry {
            id: name.text.to_owned(),
            title: title_of(name.text, title),
            span: name.span,
            kind,
            home,
            parent,
            categories: Vec::new(),
            unique: false,
            only_for: Vec::new(),
            cites: Vec::new(),
            body: Body::default(),
        };
        let id = self.game.entries.add(entry);
        self.entries.push(Pending::new(pending, home, root, span));
        self.entry_ids.insert((home, name.span), id);
        self.names.root_of_entry.insert(id, root);
        id
    }

    /// Everything defined inside the bodies of a home's declarations.
    pub(super) fn declare_inside(&mut self, home: Home, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Entry(one) => {
                    if let Some(&id) = self.entry_ids.get(&(home, one.id.span))
                        && let Some(&root) = self.names.root_of_entry.get(&id)
                    {
                        let owner = self.body_subject(id);
                        self.walk(home, root, owner, Some(id), &one.body.statements);
                    }
                }
                StatementKind::Group(one) => {
                    if let Some(&id) = self.choose_ids.get(&(home, one.id.span))
                        && let Some(&root) = self.names.root_of_choose.get(&id)
                    {
                        self.walk_choose(home, root, Subject::This(NodeKind::Any), None, one);
                    }
                }
                StatementKind::Army(body) => {
                    let root = match self.names.army_roots.get(&home) {
                        Some(root) => *root,
                        None => self.names.new_root(),
                    };
                    self.names.army_roots.insert(home, root);
                    self.walk(home, root, Subject::Army, None, &body.statements);
                }
                StatementKind::Chart(one) => {
                    let root = self.names.new_root();
                    self.chart_roots.insert((home, one.id.span), root);
                    self.walk(home, root, Subject::Army, None, &one.body.statements);
                }
                StatementKind::Force(one) => {
                    let root = self.force_root(home);
                    self.walk(home, root, Subject::This(NodeKind::Force(None)), None, &one.statements);
                }
                StatementKind::Derive(_) | StatementKind::Rule(_) | StatementKind::When(_) | StatementKind::ForEach(_) => {
                    let root = self.force_root(home);
                    self.walk(home, root, Subject::Army, None, std::slice::from_ref(*statement));
                }
                _ => {}
            }
        }
    }

    /// The root of what stands loose in a system, faction or event: its inner names are the army's.
    pub(super) fn force_root(&mut self, home: Home) -> RootId {
        if let Some(root) = self.names.army_roots.get(&home) {
            return *root;
        }
        let root = self.names.new_root();
        self.names.army_roots.insert(home, root);
        root
    }

    /// Names that stand side by side must differ; deeper or elsewhere the same name may mean another thing.
    fn once_each(&mut self, names: impl Iterator<Item = (&'static str, Name<'t>)>) {
        let mut known: FxHashMap<(&str, &str), Span> = FxHashMap::default();
        for (what, name) in names {
            if let Some(first) = known.insert((what, name.text), name.span) {
                self.duplicate(name, what, first);
            }
        }
    }

    fn walk(&mut self, home: Home, root: RootId, owner: Subject, parent: Option<EntryId>, statements: &'t [Statement<'t>]) {
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
                self.declare_entry(home, Some(root), parent, one, statement.span);
                if self.game.entries.len() > before
                    && let Some(&id) = self.entry_ids.get(&(home, one.id.span))
                {
                    self.define_inner(root, one.id, Thing::Entry(id));
                }
            }
        }
        for statement in statements {
            self.walk_statement(home, root, &owner, parent, statement);
        }
    }

    fn walk_statement(
        &mut self,
        home: Home,
        root: RootId,
        owner: &Subject,
        parent: Option<EntryId>,
        statement: &'t Statement<'t>,
    ) {
        match &statement.kind {
            StatementKind::Entry(one) => {
                if let Some(&id) = self.entry_ids.get(&(home, one.id.span)) {
                    let owner = self.body_subject(id);
                    self.walk(home, root, owner, Some(id), &one.body.statements);
                }
            }
            StatementKind::Option(line) => self.walk_option(home, root, parent, line),
            StatementKind::Choose(one) => {
                let id = self.declare_choose(home, root, one, statement.span);
                self.define_inner(root, one.id, Thing::Choose(id));
                self.names.root_of_choose.insert(id, root);
                self.walk_choose(home, root, owner.clone(), parent, one);
            }
            StatementKind::Include(one) => {
                self.links.push(Link { from: root, home, to: one.name });
                if let Some(body) = &one.body {
                    self.walk(home, root, owner.clone(), parent, &body.statements);
                }
            }
            StatementKind::Models(one) => {
                let links = one.lines.iter().map(|line| Link { from: root, home, to: line.model });
                self.links.extend(links);
            }
            StatementKind::When(one) => self.walk(home, root, owner.clone(), parent, &one.body.statements),
            StatementKind::ForEach(one) => self.walk(home, root, owner.clone(), parent, &one.body.statements),
            StatementKind::Subforce(one) => {
                if let Some(body) = &one.body {
                    self.walk(home, root, Subject::This(NodeKind::Force(None)), parent, &body.statements);
                }
            }
            StatementKind::Derive(one) => self.declare_derive(home, root, owner, one),
            StatementKind::Rule(one) => self.declare_rule(one),
            _ => {}
        }
    }

    fn walk_option(&mut self, home: Home, root: RootId, parent: Option<EntryId>, line: &'t ast::OptionLine<'t>) {
        // `choose hand 1 { fist  rifle }` offers what is already defined.
        let offered = line.title.is_none() && line.body.is_none();
        if offered && self.find_entry(home, Some(root), line.id.text, Admits::Profiled).is_some() {
            return;
        }
        let id = self.add_entry(home, root, parent, line.id, line.title, EntryKind::Option, PendingKind::Option(line), line.span);
        self.define_inner(root, line.id, Thing::Entry(id));
        if let Some(body) = &line.body {
            self.walk(home, root, Subject::This(NodeKind::Option), Some(id), &body.statements);
        }
    }

    fn declare_choose(&mut self, home: Home, root: RootId, one: &'t ast::Choose<'t>, span: Span) -> crate::model::ChooseId {
        let choose = Choose {
            id: one.id.text.to_owned(),
            title: title_of(one.id.text, one.title),
            span: one.id.span,
            home,
            range: Range { low: None, high: None, span: one.range.span },
            default: None,
            pool: None,
            target: None,
            categories: Vec::new(),
            members: Vec::new(),
            body: Body::default(),
            cites: Self::cites(&one.cites),
        };
        let id = self.game.chooses.add(choose);
        self.chooses.push(PendingChoose { ast: one, home, root, span });
        self.choose_ids.insert((home, one.id.span), id);
        id
    }

    fn walk_choose(&mut self, home: Home, root: RootId, owner: Subject, parent: Option<EntryId>, one: &'t ast::Choose<'t>) {
        self.once_each(one.options.iter().map(|line| ("option", line.id)));
        one.options.iter().for_each(|line| self.walk_option(home, root, parent, line));
        self.walk(home, root, owner, parent, &one.body.statements);
    }

    fn define_inner(&mut self, root: RootId, name: Name<'t>, thing: Thing) {
        if let Some(root) = self.names.root_mut(root) {
            root.inner.entry(name.text).or_default().push(thing);
        }
    }

    fn declare_rule(&mut self, one: &ast::Rule<'t>) {
        let rule = Rule {
            id: one.id.text.to_owned(),
            title: one.title.map(plain),
            span: one.id.span,
            weight: RuleWeight::Error,
            cites: Vec::new(),
            content: RuleContent::Clauses(Vec::new()),
        };
        let id = self.game.rules.add(rule);
        self.define(|names| &mut names.rules, one.id, "rule", id);
    }

    fn declare_derive(&mut self, home: Home, root: RootId, owner: &Subject, one: &'t ast::Derive<'t>) {
        let derive = Derive {
            id: one.id.text.to_owned(),
            title: one.title.map(plain),
            span: one.id.span,
            binders: Vec::new(),
            on: NodeKind::Army,
            value: expr::unknown(one.value.span),
            cites: Self::cites(&one.cites),
        };
        let id = self.game.derives.add(derive);
        self.derives.push(PendingDerive::new(one, Scope::new(home, Some(root), owner.clone())));
        if self.define_fact(one.id, "derived value") {
            self.define(|names| &mut names.derives, one.id, "derived value", id);
        }
    }

    /// Makes the inner names of what is extended, included or taken visible.
    pub(super) fn link(&mut self) {
        for Link { from, home, to } in std::mem::take(&mut self.links) {
            let entry = self.find_entry(home, Some(from), to.text, Admits::Any);
            let entry_root = entry.and_then(|id| self.names.root_of_entry.get(&id).copied());
            let choose = self.find_choose(home, Some(from), to.text);
            let choose_root = choose.and_then(|id| self.names.root_of_choose.get(&id).copied());
            for target in entry_root.into_iter().chain(choose_root).filter(|target| *target != from) {
                if let Some(root) = self.names.root_mut(from)
                    && !root.links.contains(&target)
                {
                    root.links.push(target);
                }
            }
        }
    }

    /// Whom statements in the body of an entry speak of.
    pub(super) fn body_subject(&self, id: EntryId) -> Subject {
        Subject::This(match self.game.entries[id].kind {
            EntryKind::Unit => NodeKind::Unit,
            EntryKind::Option => NodeKind::Option,
            EntryKind::Profile(profile) => NodeKind::Gear(profile),
            EntryKind::Card(_) => NodeKind::Any,
        })
    }
}
