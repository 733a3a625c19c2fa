//! Gives every definition its id before anything is looked up, so that the order in a file never
//! matters.

use super::Resolver;
use super::entry::{Pending, PendingKind};
use super::names::{InnerItem, RootId};
use super::scope::Subject;
use super::text::{plain, title_of};
use crate::diagnostic::codes;
use crate::model::{
    Body, Card, Category, Chart, Deck, Entry, EntryId, EntryKind, Force, ForceId, Optional, Owner,
    Profile, Section,
};
use crate::resolve::nested_decls::Link;
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{Name, Statement, StatementKind};
use crate::syntax::words::DECLARATION_WORDS;

/// How deep forces may nest. A list nested this deep must stay within the depth the list reader
/// accepts.
const DEEPEST_FORCE: usize = 8;

impl<'t> Resolver<'t> {
    /// Declares the definitions that stand directly in the braces of a system, faction or event.
    pub(crate) fn declare_top(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Currency(decl) => self.declare_currency(decl),
                StatementKind::Profile(decl) => {
                    let profile = Profile {
                        id: decl.id.text.to_owned(),
                        title: title_of(decl.id.text, decl.title),
                        span: decl.id.span,
                        extends: None,
                        characteristics: Vec::new(),
                    };
                    let id = self.game.profiles.add(profile);
                    self.define(|names| &mut names.profiles, decl.id, "profile", id);
                }
                StatementKind::Section(decl) => {
                    let section = Section {
                        id: decl.id.text.to_owned(),
                        title: plain(decl.title),
                        span: decl.id.span,
                        keywords: Vec::new(),
                    };
                    let id = self.game.sections.add(section);
                    self.define(|names| &mut names.sections, decl.id, "section", id);
                    decl.keywords
                        .iter()
                        .for_each(|keyword| self.declare_keyword(keyword, Some(id)));
                }
                StatementKind::Keyword(keyword) => self.declare_keyword(keyword, None),
                StatementKind::Categories(categories) => self.declare_categories(categories),
                StatementKind::Attribute(attribute) => self.declare_attribute(attribute),
                StatementKind::Optional(optional) => {
                    let cites = self.cites(&optional.cites);
                    let id = self.game.optionals.add(Optional {
                        id: optional.id.text.to_owned(),
                        title: plain(optional.title),
                        span: optional.id.span,
                        cites,
                    });
                    self.define(|names| &mut names.optionals, optional.id, "optional rule", id);
                }
                StatementKind::Enumeration(decl) => {
                    let title = title_of(decl.id.text, decl.title);
                    let id = self.enumeration(&decl.words, &title, decl.ordered);
                    self.define(|names| &mut names.enumerations, decl.id, "enumeration", id);
                }
                StatementKind::Force(force) => self.declare_force(force, owner),
                StatementKind::Chart(chart) => self.declare_chart(owner, chart),
                StatementKind::Deck(deck) => self.declare_deck(owner, deck, statement.span),
                _ => {}
            }
        }
    }

    /// Declares units, other entries and groups; by now the profiles of all files are known.
    pub(crate) fn declare_top_entries(&mut self, owner: Owner, statements: &[&'t Statement<'t>]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Entry(entry) => {
                    self.declare_entry(owner, None, None, entry, statement.span);
                }
                StatementKind::Group(group) => {
                    let root = self.names.new_root();
                    let id = self.declare_choose(owner, root, group, statement.span);
                    let level = self.names.top.entry((owner, group.id.text)).or_default();
                    let first = level.iter().find_map(|thing| match thing {
                        InnerItem::Choose(first) => Some(*first),
                        InnerItem::Entry(_) => None,
                    });
                    level.push(InnerItem::Choose(id));
                    if let Some(first) = first {
                        self.duplicate(group.id, "group", self.game.chooses[first].span);
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_categories(&mut self, categories: &ast::Categories<'t>) {
        for (name, title) in &categories.names {
            let category = Category {
                id: name.text.to_owned(),
                title: title_of(name.text, *title),
                span: name.span,
                on: Vec::new(),
                defined: None,
                cites: self.cites(&categories.cites),
            };
            let id = self.game.categories.add(category);
            if self.define_fact(*name, "category") {
                self.define(|names| &mut names.categories, *name, "category", id);
            }
        }
    }

    fn declare_force(&mut self, decl: &'t ast::Force<'t>, owner: Owner) {
        let id = self.declare_force_kind(owner, decl.id, decl.title, &decl.modifiers, None);
        self.declare_subforces(owner, id, &decl.body, 1);
    }

    fn declare_subforces(
        &mut self,
        owner: Owner,
        within: ForceId,
        body: &'t [Statement<'t>],
        depth: usize,
    ) {
        for statement in body {
            let StatementKind::Subforce(sub) = &statement.kind else { continue };
            if depth > DEEPEST_FORCE {
                let message = format!("forces nest at most {DEEPEST_FORCE} deep");
                self.report(codes::TOO_DEEP.at(sub.id.span, message));
                continue;
            }
            let id =
                self.declare_force_kind(owner, sub.id, sub.title, &sub.modifiers, Some(within));
            self.declare_subforces(owner, id, &sub.body, depth + 1);
        }
    }

    fn declare_force_kind(
        &mut self,
        owner: Owner,
        id: Name<'t>,
        title: ast::Text<'t>,
        modifiers: &ast::ForceModifiers<'t>,
        within: Option<ForceId>,
    ) -> ForceId {
        let force = self.game.forces.add(Force {
            id: id.text.to_owned(),
            title: plain(title),
            span: id.span,
            owner,
            within,
            range: None,
            one_chart: modifiers.one_chart.is_some(),
            full_before_next: modifiers.full_before_next.is_some(),
            allied: None,
            holds: Vec::new(),
            body: Body::default(),
            cites: self.cites(&modifiers.cites),
        });
        self.define(|names| &mut names.forces, id, "force", force);
        force
    }

    fn declare_chart(&mut self, owner: Owner, decl: &'t ast::Chart<'t>) {
        let chart = Chart {
            id: decl.id.text.to_owned(),
            title: plain(decl.title),
            span: decl.id.span,
            owner,
            force: None,
            extends: None,
            slots: Vec::new(),
            trades: Vec::new(),
            unlocks: Vec::new(),
            unlocks_once: None,
            offers: Vec::new(),
            body: Body::default(),
            cites: self.cites(&decl.modifiers.cites),
        };
        let id = self.game.charts.add(chart);
        self.charts.push((owner, Some(decl), false));
        self.define(|names| &mut names.charts, decl.id, "chart", id);
        for statement in &decl.body {
            if let StatementKind::Slot(slot) = &statement.kind {
                self.names.slots.insert(slot.id.text, slot.id.span);
            }
        }
    }

    fn declare_deck(&mut self, owner: Owner, decl: &'t ast::Deck<'t>, span: Span) {
        if let Some(first) = self.decks.insert(decl.id.text, decl.id.span) {
            self.duplicate(decl.id, "deck", first);
        }
        self.once_each(decl.cards.iter().map(|card| ("card", card.id)));
        let deck = Deck {
            id: decl.id.text.to_owned(),
            title: plain(decl.title),
            span,
            owner,
            when: None,
            size: None,
            copies: None,
            types: decl.types.iter().map(|name| name.text.to_owned()).collect(),
            resource: decl.resource.map(plain),
            cards: Vec::new(),
            rules: Vec::new(),
            cites: self.cites(&decl.cites),
        };
        let id = self.game.decks.add(deck);
        for (place, card) in decl.cards.iter().enumerate() {
            let root = self.names.new_root();
            let (kind, pending) = (EntryKind::Card(id), PendingKind::Card(card, place));
            let entry = self.add_entry(owner, root, None, kind, pending, span);
            let types = card.tags.iter().map(|tag| tag.text.to_owned()).collect();
            self.game.decks.get_mut(id).cards.push(Card { entry, types, effects: Vec::new() });
        }
        decl.rules.iter().for_each(|rule| self.declare_rule(rule));
    }

    /// Declares a unit, or an entry of a profile's kind, at the top level or inside another entry.
    pub(crate) fn declare_entry(
        &mut self,
        owner: Owner,
        root: Option<RootId>,
        parent: Option<EntryId>,
        entry: &'t ast::Entry<'t>,
        span: Span,
    ) -> Option<EntryId> {
        let kind = match self.names.profiles.get(entry.kind.text) {
            _ if entry.kind.text == "unit" => EntryKind::Unit,
            Some((profile, _)) => EntryKind::Profile(*profile),
            None => {
                let mut known: Vec<&'t str> = self.names.profiles.keys().copied().collect();
                known.extend(DECLARATION_WORDS);
                self.unknown(&codes::UNKNOWN_PROFILE, entry.kind, "profile", known);
                self.lost.insert(entry.id.text);
                return None;
            }
        };
        let own_root = root.unwrap_or_else(|| self.names.new_root());
        let id = self.add_entry(owner, own_root, parent, kind, PendingKind::Entry(entry), span);
        if root.is_none() {
            self.define_top_entry(owner, entry.id, kind, id);
        }
        if let Some(base) = entry.modifiers.extends {
            self.links.push(Link { from: own_root, owner, to: base });
        }
        Some(id)
    }

    /// Units share one set of names in a game, because a list may take them from any faction.
    fn define_top_entry(&mut self, owner: Owner, name: Name<'t>, kind: EntryKind, id: EntryId) {
        let is_unit = kind == EntryKind::Unit;
        let mut taken = None;
        for thing in self.names.top.entry((owner, name.text)).or_default() {
            if let InnerItem::Entry(other) = thing
                && (self.game.entries[*other].kind == EntryKind::Unit) == is_unit
            {
                taken.get_or_insert(*other);
            }
        }
        if is_unit {
            taken = taken.or_else(|| self.names.units.get(name.text).copied());
        }
        if let Some(other) = taken {
            let what = if is_unit { "unit" } else { "entry" };
            self.duplicate(name, what, self.game.entries[other].span);
            return;
        }
        self.names.top.entry((owner, name.text)).or_default().push(InnerItem::Entry(id));
        if is_unit {
            self.names.units.insert(name.text, id);
        }
    }

    pub(crate) fn add_entry(
        &mut self,
        owner: Owner,
        root: RootId,
        parent: Option<EntryId>,
        kind: EntryKind,
        pending: PendingKind<'t>,
        span: Span,
    ) -> EntryId {
        let (name, title) = match pending {
            PendingKind::Entry(entry) | PendingKind::Card(entry, _) => (entry.id, entry.title),
            PendingKind::Option(line) => (line.id, line.title),
        };
        let id = self.game.entries.add(Entry {
            id: name.text.to_owned(),
            title: title_of(name.text, title),
            span: name.span,
            kind,
            owner,
            parent,
            categories: Vec::new(),
            unique: false,
            only_for: Vec::new(),
            cites: Vec::new(),
            body: Body::default(),
        });
        self.entries.push(Pending::new(pending, owner, root, span));
        self.entry_ids.insert((owner, name.span), id);
        self.names.root_of_entry.insert(id, root);
        id
    }

    /// The subject of bare facts in the body of an entry.
    pub(crate) fn body_subject(&self, id: EntryId) -> Subject {
        Subject::This(self.entry_node(id))
    }
}
