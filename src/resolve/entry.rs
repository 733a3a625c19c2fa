//! Resolves units, models, weapons and options: their headers, their bodies, and what they inherit
//! from the entry they extend.

use super::Resolver;
use super::body::BodyKind;
use super::names::{Admits, NameUse, RootId};
use super::scope::Scope;
use crate::diagnostic::codes;
use crate::model::{
    Bearer, Body, CardEffect, CategoryId, Characteristic, ChooseId, EntryId, EntryKind, FactionId,
    Game, NodeKind, Owner, ProfileId, Stat,
};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::{Name, StatementKind};
use crate::syntax::lexer::{Lexer, TokenKind};

/// An entry that has its id but is not resolved yet.
pub(crate) struct Pending<'t> {
    kind: PendingKind<'t>,
    owner: Owner,
    root: RootId,
    span: Span,
    state: LoweringState,
}

/// The declaration of an entry that is still to be resolved.
#[derive(Clone, Copy)]
pub(crate) enum PendingKind<'t> {
    Entry(&'t ast::Entry<'t>),
    Option(&'t ast::OptionLine<'t>),
    /// A card, and its place in its deck.
    Card(&'t ast::Entry<'t>, usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LoweringState {
    Waiting,
    Underway,
    Done,
}

impl<'t> Pending<'t> {
    pub(crate) fn new(kind: PendingKind<'t>, owner: Owner, root: RootId, span: Span) -> Self {
        Pending { kind, owner, root, span, state: LoweringState::Waiting }
    }
}

impl<'t> Resolver<'t> {
    pub(crate) fn lower_entries(&mut self) {
        for id in self.game.entries.ids() {
            self.lower_entry(id);
        }
    }

    /// Resolves an entry after the entry it extends. Returns `false` if the entry is already being
    /// resolved, which means that it extends itself.
    fn lower_entry(&mut self, id: EntryId) -> bool {
        let Some(pending) = self.entries.get_mut(id.index()) else { return true };
        match pending.state {
            LoweringState::Done => return true,
            LoweringState::Underway => return false,
            LoweringState::Waiting => pending.state = LoweringState::Underway,
        }
        let (kind, owner, root, span) = (pending.kind, pending.owner, pending.root, pending.span);
        match kind {
            PendingKind::Entry(entry) => self.lower_full_entry(id, entry, owner, root, span),
            PendingKind::Option(line) => self.lower_option_entry(id, line, owner, root),
            PendingKind::Card(card, place) => self.lower_card(id, (card, place), owner, root),
        }
        if let Some(pending) = self.entries.get_mut(id.index()) {
            pending.state = LoweringState::Done;
        }
        true
    }

    fn lower_full_entry(
        &mut self,
        id: EntryId,
        decl: &'t ast::Entry<'t>,
        owner: Owner,
        root: RootId,
        span: Span,
    ) {
        let kind = self.game.entries[id].kind;
        let mut scope = Scope::new(owner, Some(root), self.body_subject(id));
        let base = decl.modifiers.extends.and_then(|base| self.base_of(&scope, id, base));
        let node = self.entry_node(id);
        let mut categories = self.categories_on(&decl.tags, &[node]);
        let (only_for, body_kind) = (self.factions(&decl.modifiers.for_names), body_kind(kind));
        let mut body = self.body(&mut scope, body_kind, &decl.body);
        if let Some(base) = base {
            let base = &self.game.entries[base];
            if categories.is_empty() {
                categories = base.categories.clone();
            }
            body = inherit(&self.game, base.body.clone(), body);
        }
        let cites = self.cites(&decl.modifiers.cites);
        let entry = self.game.entries.get_mut(id);
        entry.categories = categories;
        entry.only_for = only_for;
        entry.unique = decl.modifiers.unique.is_some();
        entry.cites = cites;
        entry.body = body;
        // If the base is unknown, so is what the entry lacks.
        if base.is_some() || decl.modifiers.extends.is_none() {
            self.check_entry(id, decl, span);
        }
    }

    /// The entry another extends, resolved first.
    fn base_of(&mut self, scope: &Scope<'t>, id: EntryId, base: Name<'t>) -> Option<EntryId> {
        let (admits, wanted) = match self.game.entries[id].kind {
            EntryKind::Unit => (Admits::Unit, NameUse::Unit),
            _ => (Admits::Profiled, NameUse::Model),
        };
        let near = self.find_entry(scope.owner, scope.root, base.text, admits);
        // An inner model may extend a top-level one of its own name.
        let far = || self.find_entry(scope.owner, None, base.text, admits);
        let found = match near.filter(|found| *found != id).or_else(far) {
            Some(found) => found,
            None => self.need_entry(scope, base, wanted)?,
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
            self.report(codes::TYPE_MISMATCH.at(base.span, message));
            return None;
        }
        self.game.extended.insert(found);
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
            Some(body) => self.body(&mut scope, BodyKind::Option, body),
            None => Body::default(),
        };
        let cites = self.cites(&line.cites);
        let entry = self.game.entries.get_mut(id);
        entry.categories = categories;
        entry.unique = line.unique;
        entry.cites = cites;
        entry.body = body;
    }

    fn lower_card(
        &mut self,
        id: EntryId,
        (decl, place): (&'t ast::Entry<'t>, usize),
        owner: Owner,
        root: RootId,
    ) {
        if let Some(base) = decl.modifiers.extends {
            self.report(codes::MISPLACED.at(base.span, "a card cannot extend anything"));
        }
        let only_for = self.factions(&decl.modifiers.for_names);
        let mut scope = Scope::new(owner, Some(root), self.body_subject(id));
        let (mut body, mut effects) = (Body::default(), Vec::new());
        for statement in &decl.body {
            match &statement.kind {
                StatementKind::CardEffect(effect) => effects.push(CardEffect {
                    users: self.some_factions(&effect.users),
                    cost: effect.cost.as_ref().map(|cost| cost.value),
                    text: self.text(&mut scope, effect.text),
                    span: statement.span,
                }),
                _ => self.statement(&mut scope, BodyKind::Card, statement, &mut body),
            }
        }
        let cites = self.cites(&decl.modifiers.cites);
        let entry = self.game.entries.get_mut(id);
        entry.only_for = only_for;
        entry.unique = decl.modifiers.unique.is_some();
        entry.cites = cites;
        entry.body = body;
        if let EntryKind::Card(deck) = entry.kind {
            let card = self.game.decks.get_mut(deck).cards.get_mut(place);
            card.into_iter().for_each(|card| card.effects = std::mem::take(&mut effects));
        }
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
            if let Some(defined) = &category.defined {
                let span = defined.span;
                let message =
                    format!("the category `{}` is computed and cannot be stated", tag.text);
                self.report(
                    codes::CATEGORY_PLACE.at(tag.span, message).related(span, "defined here"),
                );
            } else if !kinds.iter().any(|kind| super::expr::bears(&category.on, *kind)) {
                self.misplaced_category(*tag, category.span, "this kind of thing");
            } else if categories.contains(&id) {
                let message = format!("the category `{}` is listed twice", tag.text);
                self.report(codes::REPEATED.at(tag.span, message));
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
                self.misplaced_category(*tag, category.span, "a faction");
            }
        }
        categories
    }

    fn misplaced_category(&mut self, tag: Name<'t>, declared: Span, on: &str) {
        let message = format!("the category `{}` is not allowed on {on}", tag.text);
        self.report(codes::CATEGORY_PLACE.at(tag.span, message).related(declared, "declared here"));
    }

    /// Checks that need the whole entry.
    fn check_entry(&mut self, id: EntryId, decl: &ast::Entry<'t>, span: Span) {
        if self.damaged(span) {
            return;
        }
        let name = decl.id;
        match self.game.entries[id].kind {
            // A unit that extends another inherits its models. With a price of its own, a unit is
            // meant to have none.
            EntryKind::Unit
                if decl.modifiers.extends.is_none() && !has_models(decl) && !has_price(decl) =>
            {
                let message = format!("the unit `{}` has neither models nor a price", name.text);
                self.report(codes::NO_MODELS.at(name.span, message).help(
                    "add a line such as `models 5..10 trooper at 12`; a unit without models has a \
                     price, such as `cost 40`",
                ));
            }
            EntryKind::Profile(profile) => self.check_stats(id, profile, name),
            _ => {}
        }
    }

    /// Checks that every characteristic has a value: in the entry, or in each of its modes.
    fn check_stats(&mut self, id: EntryId, profile: ProfileId, name: Name<'t>) {
        let body = &self.game.entries[id].body;
        let profile = &self.game.profiles[profile];
        // A misspelt name is reported already; do not report the right one as missing too.
        if body.stats.iter().any(|stat| profile.characteristic(&stat.name).is_none()) {
            return;
        }
        let states = |stats: &[Stat], name: &str| stats.iter().any(|stat| stat.name == name);
        let mut missing = Vec::new();
        for Characteristic { name, .. } in &profile.characteristics {
            let in_modes =
                !body.modes.is_empty() && body.modes.iter().all(|mode| states(&mode.stats, name));
            if !in_modes && !states(&body.stats, name) {
                missing.push(name.as_str());
            }
        }
        if missing.is_empty() {
            return;
        }
        let message = format!("`{}` has no value for {}", name.text, missing.join(", "));
        let order: Vec<&str> =
            profile.characteristics.iter().map(|characteristic| &*characteristic.name).collect();
        let note = format!("a {} has {}", profile.id, order.join(" "));
        let values = profile.characteristics.iter().filter(|known| missing.contains(&&*known.name));
        let values: String =
            values.map(|known| format!("{} {} ", known.name, known.sample(&self.game))).collect();
        let first = body.stats.iter().map(|stat| stat.span).min_by_key(|span| span.start());
        let mut diagnostic = codes::STAT_MISSING.at(name.span, message).note(note);
        if let Some(first) = first.filter(|first| first.source == name.span.source) {
            let before = Span::new(first.source, first.start(), first.start());
            diagnostic = diagnostic.replace(before, values);
        } else if let Some(brace) = self.brace_behind(name.span) {
            diagnostic = diagnostic.replace(brace, format!(" {}", values.trim_end()));
        }
        self.report(diagnostic);
    }
}

impl Resolver<'_> {
    /// The place after the brace that opens the body of the named thing.
    fn brace_behind(&self, name: Span) -> Option<Span> {
        let text = self.sources.get(name.source).text().get(name.end()..)?;
        let brace = Lexer::new(text).take(12).find(|token| token.kind == TokenKind::Open)?;
        let at = name.end() + brace.end;
        Some(Span::new(name.source, at, at))
    }
}

fn has_models(entry: &ast::Entry<'_>) -> bool {
    entry.body.iter().any(|statement| matches!(statement.kind, StatementKind::Models(_)))
}

fn has_price(entry: &ast::Entry<'_>) -> bool {
    let is_price =
        |kind: &StatementKind<'_>| matches!(kind, StatementKind::Cost(cost) if !cost.change);
    entry.body.iter().any(|statement| is_price(&statement.kind))
}

fn body_kind(kind: EntryKind) -> BodyKind {
    match kind {
        EntryKind::Unit => BodyKind::Unit,
        EntryKind::Profile(profile) => BodyKind::Profiled(profile),
        EntryKind::Option => BodyKind::Option,
        EntryKind::Card(_) => BodyKind::Card,
    }
}

/// Merges a body with the body it extends. Models, weapons and prices replace the inherited ones;
/// characteristics, attributes, choices and options replace those of the same name; everything else
/// is added.
fn inherit(game: &Game, mut base: Body, mut own: Body) -> Body {
    let choose_id = |id: ChooseId| &game.chooses[id].id;
    let entry_id = |id: EntryId| &game.entries[id].id;
    if own.models.is_empty() {
        own.groups.clear();
    } else {
        base.models.clear();
        base.groups.clear();
    }
    if !own.weapons.is_empty() {
        base.weapons.clear();
    }
    if !own.prices.is_empty() {
        base.prices.clear();
    }
    if !own.modes.is_empty() {
        base.modes.clear();
    }
    base.stats.retain(|old| own.stats.iter().all(|new| new.name != old.name));
    base.attributes.retain(|old| own.attributes.iter().all(|new| new.attribute != old.attribute));
    base.chooses.retain(|old| own.chooses.iter().all(|new| choose_id(*new) != choose_id(*old)));
    base.options
        .retain(|old| own.options.iter().all(|new| entry_id(new.entry) != entry_id(old.entry)));
    base.append(own);
    base
}
