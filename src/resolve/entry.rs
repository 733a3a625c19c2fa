//! Units, models, weapons and options: headers, bodies, and what they take over from what they
//! extend.

use super::Resolver;
use super::body::Place;
use super::names::{Admits, RootId};
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Bearer, Body, CategoryId, EntryId, EntryKind, FactionId, NodeKind, Owner};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Name;

/// An entry that has its id and waits for the rest.
pub(crate) struct Pending<'t> {
    kind: PendingKind<'t>,
    owner: Owner,
    root: RootId,
    span: Span,
    state: State,
}

#[derive(Clone, Copy)]
pub(crate) enum PendingKind<'t> {
    Entry(&'t ast::Entry<'t>),
    Option(&'t ast::OptionLine<'t>),
    Card(&'t ast::Entry<'t>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Underway,
    Done,
}

impl<'t> Pending<'t> {
    pub(crate) fn new(kind: PendingKind<'t>, owner: Owner, root: RootId, span: Span) -> Self {
        Pending { kind, owner, root, span, state: State::Waiting }
    }
}

impl<'t> Resolver<'t> {
    pub(crate) fn lower_entries(&mut self) {
        for id in self.game.entries.ids() {
            self.lower_entry(id);
        }
    }

    /// Resolves one entry, and before it the one it extends. `false`: it is underway, so it extends
    /// itself.
    fn lower_entry(&mut self, id: EntryId) -> bool {
        let Some(pending) = self.entries.get_mut(id.index()) else { return true };
        match pending.state {
            State::Done => return true,
            State::Underway => return false,
            State::Waiting => pending.state = State::Underway,
        }
        let (kind, owner, root, span) = (pending.kind, pending.owner, pending.root, pending.span);
        match kind {
            PendingKind::Entry(one) => self.lower_full_entry(id, one, owner, root, span),
            PendingKind::Option(line) => self.lower_option_entry(id, line, owner, root),
            PendingKind::Card(one) => self.lower_card(id, one, owner, root),
        }
        if let Some(pending) = self.entries.get_mut(id.index()) {
            pending.state = State::Done;
        }
        true
    }

    fn lower_full_entry(
        &mut self,
        id: EntryId,
        one: &'t ast::Entry<'t>,
        owner: Owner,
        root: RootId,
        span: Span,
    ) {
        let kind = self.game.entries[id].kind;
        let base = one.modifiers.extends.and_then(|base| self.base_of(id, base, owner, root));
        let node = self.entry_node(id);
        let mut categories = self.categories_on(&one.tags, &[node]);
        let (only_for, place) = (self.factions(&one.modifiers.for_names), place_of(kind));
        let mut scope = Scope::new(owner, Some(root), self.body_subject(id));
        let mut body = self.body(&mut scope, place, &one.body);
        if let Some(base) = base {
            let base = &self.game.entries[base];
            if categories.is_empty() {
                categories = base.categories.clone();
            }
            body = inherit(
                base.body.clone(),
                body,
                |choose| self.game.chooses[choose].id.clone(),
                |entry| self.game.entries[entry].id.clone(),
            );
        }
        let cites = self.cites(&one.modifiers.cites);
        let entry = self.game.entries.get_mut(id);
        entry.categories = categories;
        entry.only_for = only_for;
        entry.unique = one.modifiers.unique.is_some();
        entry.cites = cites;
        entry.body = body;
        // Without what it extends nobody knows what is missing.
        if base.is_some() || one.modifiers.extends.is_none() {
            self.check_entry(id, one, span);
        }
    }

    /// The entry another extends, resolved first.
    fn base_of(
        &mut self,
        id: EntryId,
        base: Name<'t>,
        owner: Owner,
        root: RootId,
    ) -> Option<EntryId> {
        let unit = self.game.entries[id].kind == EntryKind::Unit;
        let (admits, what) =
            if unit { (Admits::Unit, "unit") } else { (Admits::Profiled, "model") };
        // An inner model may extend a top-level one of its own name.
        let found =
            self.find_entry(owner, Some(root), base.text, admits).filter(|found| *found != id);
        let found = match found.or_else(|| self.find_entry(owner, None, base.text, admits)) {
            Some(found) => found,
            None => self.need_entry(owner, Some(root), base, admits, what)?,
        };
        if found == id || !self.deeper(base.span, |resolver| resolver.lower_entry(found)) {
            let name = self.game.entries[id].id.clone();
            self.extends_cycle(base.span, &name);
            return None;
        }
        let (own, other) = (self.game.entries[id].kind, self.game.entries[found].kind);
        if let (EntryKind::Profile(own), EntryKind::Profile(other)) = (own, other)
            && !self.game.is_or_extends(own, other)
        {
            let (own, other) =
                (self.game.profiles[own].id.clone(), self.game.profiles[other].id.clone());
            let message = format!("a {own} cannot extend a {other}");
            self.report(Diagnostic::new(&codes::TYPE_MISMATCH, base.span, message));
            return None;
        }
        Some(found)
    }

    fn lower_option_entry(
        &mut self,
        id: EntryId,
        line: &'t ast::OptionLine<'t>,
        owner: Owner,
        root: RootId,
    ) {
        let categories = self.categories_on(&line.tags, &[NodeKind::Option]);
        let mut scope = Scope::new(owner, Some(root), self.body_subject(id));
        let body = match &line.body {
            Some(body) => self.body(&mut scope, Place::Option, body),
            None => Body::default(),
        };
        let cites = self.cites(&line.cites);
        let entry = self.game.entries.get_mut(id);
        entry.categories = categories;
        entry.unique = line.unique;
        entry.cites = cites;
        entry.body = body;
    }

    fn lower_card(&mut self, id: EntryId, one: &'t ast::Entry<'t>, owner: Owner, root: RootId) {
        if let Some(base) = one.modifiers.extends {
            self.report(Diagnostic::new(&codes::MISPLACED, base.span, "a card extends nothing"));
        }
        let only_for = self.factions(&one.modifiers.for_names);
        let mut scope = Scope::new(owner, Some(root), self.body_subject(id));
        let body = self.body(&mut scope, Place::Card, &one.body);
        let cites = self.cites(&one.modifiers.cites);
        let entry = self.game.entries.get_mut(id);
        entry.only_for = only_for;
        entry.unique = one.modifiers.unique.is_some();
        entry.cites = cites;
        entry.body = body;
    }

    fn factions(&mut self, names: &[Name<'t>]) -> Vec<FactionId> {
        names.iter().filter_map(|name| self.faction(*name)).collect()
    }

    /// The categories in a header; each must be allowed on one of these kinds.
    pub(crate) fn categories_on(
        &mut self,
        tags: &[Name<'t>],
        kinds: &[NodeKind],
    ) -> Vec<CategoryId> {
        let mut categories = Vec::new();
        for tag in tags {
            let Some(id) = self.category(*tag) else { continue };
            let category = &self.game.categories[id];
            let allowed = kinds.iter().any(|kind| super::expr::bears(&category.on, *kind));
            if let Some(defined) = &category.defined {
                let (span, message) = (
                    defined.span,
                    format!("`{}` is a category by definition, nobody states it", tag.text),
                );
                self.report(
                    Diagnostic::new(&codes::CATEGORY_PLACE, tag.span, message)
                        .related(span, "defined here"),
                );
            } else if !allowed {
                let span = category.span;
                let message =
                    format!("the category `{}` does not belong on this kind of thing", tag.text);
                self.report(
                    Diagnostic::new(&codes::CATEGORY_PLACE, tag.span, message)
                        .related(span, "declared here"),
                );
            } else if categories.contains(&id) {
                let message = format!("the category `{}` stands twice", tag.text);
                self.report(Diagnostic::new(&codes::REPEATED, tag.span, message));
            } else {
                categories.push(id);
            }
        }
        categories
    }

    pub(crate) fn faction_categories(&mut self, tags: &[Name<'t>]) -> Vec<CategoryId> {
        let mut categories = Vec::new();
        for tag in tags {
            let Some(id) = self.category(*tag) else { continue };
            let category = &self.game.categories[id];
            if category.on.is_empty() || category.on.contains(&Bearer::Faction) {
                categories.push(id);
            } else {
                let span = category.span;
                let message = format!("the category `{}` does not belong on a faction", tag.text);
                self.report(
                    Diagnostic::new(&codes::CATEGORY_PLACE, tag.span, message)
                        .related(span, "declared here"),
                );
            }
        }
        categories
    }

    /// What can only be judged when the whole entry is known.
    fn check_entry(&mut self, id: EntryId, one: &ast::Entry<'t>, span: Span) {
        if self.damaged(span) {
            return;
        }
        let name = one.id;
        let models = |statement: &ast::Statement<'t>| {
            matches!(statement.kind, ast::StatementKind::Models(_))
        };
        match self.game.entries[id].kind {
            // What it extends is checked itself.
            EntryKind::Unit if one.modifiers.extends.is_none() && !one.body.iter().any(models) => {
                let message = format!("the unit `{}` has no models", name.text);
                let diagnostic = Diagnostic::new(&codes::NO_MODELS, name.span, message);
                self.report(diagnostic.help("add a line such as `models 5..10 trooper at 12`"));
            }
            EntryKind::Profile(profile) => self.check_stats(id, profile, name),
            _ => {}
        }
    }

    /// Every characteristic has a value: in the entry, or in each of its modes.
    fn check_stats(&mut self, id: EntryId, profile: crate::model::ProfileId, name: Name<'t>) {
        let body = &self.game.entries[id].body;
        // A misspelt name is reported itself; the right one is not missing too.
        let misspelt = |stat: &crate::model::Stat| {
            self.game.profiles[profile].characteristic(&stat.name).is_none()
        };
        if body.stats.iter().any(misspelt) {
            return;
        }
        let given = |stat: &str| body.stats.iter().any(|one| one.name == stat);
        let missing = |characteristic: &&crate::model::Characteristic| {
            let everywhere = !body.modes.is_empty()
                && body
                    .modes
                    .iter()
                    .all(|mode| mode.stats.iter().any(|one| one.name == characteristic.name));
            !given(&characteristic.name) && !everywhere
        };
        let profile = &self.game.profiles[profile];
        let missing: Vec<&str> =
            profile.characteristics.iter().filter(missing).map(|one| one.name.as_str()).collect();
        if missing.is_empty() {
            return;
        }
        let message = format!("`{}` has no value for {}", name.text, missing.join(", "));
        let diagnostic = Diagnostic::new(&codes::STAT_MISSING, name.span, message);
        let order: Vec<&str> =
            profile.characteristics.iter().map(|one| one.name.as_str()).collect();
        let note = format!("a {} has {}", profile.id, order.join(" "));
        self.report(diagnostic.note(note));
    }
}

fn place_of(kind: EntryKind) -> Place {
    match kind {
        EntryKind::Unit => Place::Unit,
        EntryKind::Profile(profile) => Place::Profiled(profile),
        EntryKind::Option => Place::Option,
        EntryKind::Card(_) => Place::Card,
    }
}

/// A body that extends another: models, weapons and prices written anew replace the old ones,
/// characteristics, attributes, choices and options replace those of the same name, everything else
/// is added.
fn inherit(
    mut base: Body,
    own: Body,
    choose_name: impl Fn(crate::model::ChooseId) -> String,
    entry_name: impl Fn(EntryId) -> String,
) -> Body {
    if !own.models.is_empty() {
        (base.models, base.groups) = (own.models, own.groups);
    }
    if !own.weapons.is_empty() {
        base.weapons = own.weapons;
    }
    if !own.prices.is_empty() {
        base.prices = own.prices;
    }
    if !own.modes.is_empty() {
        base.modes = own.modes;
    }
    base.stats.retain(|old| own.stats.iter().all(|new| new.name != old.name));
    base.stats.extend(own.stats);
    base.attributes.retain(|old| own.attributes.iter().all(|new| new.attribute != old.attribute));
    base.attributes.extend(own.attributes);
    base.chooses.retain(|old| own.chooses.iter().all(|new| choose_name(*new) != choose_name(*old)));
    base.chooses.extend(own.chooses);
    base.options
        .retain(|old| own.options.iter().all(|new| entry_name(new.entry) != entry_name(old.entry)));
    base.options.extend(own.options);
    base.keywords.extend(own.keywords);
    base.includes.extend(own.includes);
    base.caps.extend(own.caps);
    base.joins.extend(own.joins);
    base.rides.extend(own.rides);
    base.brings.extend(own.brings);
    base.notes.extend(own.notes);
    base.effects.extend(own.effects);
    base.derives.extend(own.derives);
    base.rules.extend(own.rules);
    base.grants.extend(own.grants);
    base.permits.extend(own.permits);
    base.waives.extend(own.waives);
    base
}
