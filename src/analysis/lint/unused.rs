//! A lint: weapons, models, groups and categories that nothing uses.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::contents::Contents;
use crate::analysis::formulas;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Argument, AttributeType, AttributeValue, CategoryId, ChangeKind, ChooseId, Effect, EntryId,
    EntryKind, Expr, ExprKind, Fact, Game, Included, ModelFilter, NodeFilter, PoolSource, Symbol,
    Symbolised, Target,
};
use crate::source::Span;

pub(super) fn check(game: &Game, contents: &Contents, found: &mut Vec<Diagnostic>) {
    let uses = Uses::of(game, contents);
    // A part used by several factions is declared once; use in one of them is enough.
    let mut idle: BTreeMap<Span, Option<(String, String)>> = BTreeMap::new();
    let mut note = |span: Span, is_used: bool, what: (&'_ str, &'_ str)| {
        let known = idle.entry(span).or_insert(Some((what.0.to_owned(), what.1.to_owned())));
        if is_used {
            *known = None;
        }
    };
    for (id, entry) in game.entries.iter() {
        if let EntryKind::Profile(profile) = entry.kind {
            let is_used = uses.entries.contains(&id) || game.extended.contains(&id);
            note(entry.span, is_used, (&game.profiles[profile].id, &entry.id));
        }
    }
    for (id, choose) in game.chooses.iter() {
        note(choose.span, uses.chooses.contains(&id), ("group", &choose.id));
    }
    for (id, category) in game.categories.iter() {
        note(category.span, uses.categories.contains(&id), ("category", &category.id));
    }
    for (span, what) in idle {
        found.extend(what.map(|(what, id)| unused(span, &what, &id)));
    }
}

fn unused(span: Span, what: &str, id: &str) -> Diagnostic {
    let message = format!("nothing uses the {what} `{id}`");
    codes::UNUSED.at(span, message).help("use it, or take it out")
}

/// Everything that some line names or holds.
#[derive(Default)]
struct Uses {
    entries: FxHashSet<EntryId>,
    chooses: FxHashSet<ChooseId>,
    categories: FxHashSet<CategoryId>,
}

impl Uses {
    fn of(game: &Game, contents: &Contents) -> Self {
        let mut uses = Uses::default();
        formulas::each(game, &mut |formula| {
            formulas::parts(formula, &mut |part| uses.formula(part))
        });
        for body in game.each_body() {
            contents.body(body, &mut uses.entries);
            uses.chooses.extend(&body.chooses);
            for include in &body.includes {
                if let Included::Choose(choose) = include.what {
                    uses.chooses.insert(choose);
                }
            }
            let terms = body.options.iter().map(|member| &member.terms);
            uses.replaced(terms.flat_map(|terms| &terms.replacing).flat_map(|of| &of.old));
            let given =
                body.keywords.iter().chain(body.modes.iter().flat_map(|mode| &mode.keywords));
            for argument in given.flat_map(|given| &given.arguments) {
                if let Argument::Entry(entry) = argument {
                    uses.entries.insert(*entry);
                }
            }
            uses.values(body.attributes.iter().flat_map(|given| &given.values));
            for effect in &body.effects {
                if let Effect::Change(change) = effect {
                    uses.change(&change.kind);
                }
            }
        }
        uses.offered(game);
        uses.declared(game);
        uses
    }

    fn replaced<'g>(&mut self, old: impl Iterator<Item = &'g EntryId>) {
        self.entries.extend(old);
    }

    fn values<'g>(&mut self, values: impl Iterator<Item = &'g AttributeValue>) {
        for value in values {
            if let AttributeValue::Category(category) = value {
                self.categories.insert(*category);
            }
        }
    }

    /// Adds what choices draw from, and the models they are for.
    fn offered(&mut self, game: &Game) {
        let target = |uses: &mut Self, target: Option<Target>| {
            if let Some(Target { who: ModelFilter::Model(model), .. }) = target {
                uses.entries.insert(model);
            }
        };
        for choose in game.chooses.values() {
            target(self, choose.target);
            self.categories.extend(&choose.categories);
            for member in &choose.members {
                target(self, member.terms.target);
                self.replaced(member.terms.replacing.iter().flat_map(|of| &of.old));
            }
            for source in choose.pool.iter().flat_map(|pool| &pool.from) {
                if let PoolSource::Choose(other) = source {
                    self.chooses.insert(*other);
                }
            }
        }
        for member in game.each_body().flat_map(|body| &body.options) {
            target(self, member.terms.target);
        }
        for symbolised in game
            .layout
            .symbols
            .iter()
            .map(|(of, _)| of)
            .chain(game.layout.portraits.iter().map(|(of, _)| of))
        {
            if let Symbolised::Category(category) = symbolised {
                self.categories.insert(*category);
            }
        }
    }

    /// Adds the categories that something has or tests for.
    fn declared(&mut self, game: &Game) {
        self.categories.extend(game.entries.values().flat_map(|entry| &entry.categories));
        self.categories.extend(game.factions.values().flat_map(|faction| &faction.categories));
        for force in game.forces.values() {
            self.categories.extend(&force.holds);
            self.categories.extend(force.allied.iter().flat_map(|allied| &allied.categories));
        }
        for chart in game.charts.values() {
            self.categories.extend(chart.offers.iter().map(|offers| offers.by));
        }
        for deck in game.decks.values() {
            let effects = deck.cards.iter().flat_map(|card| &card.effects);
            self.categories.extend(effects.flat_map(|effect| &effect.users.categories));
        }
        for attribute in game.attributes.values() {
            self.values(attribute.default.iter());
            // A list may state any category for such an attribute.
            if attribute.chosen && attribute.shape == AttributeType::Category {
                self.categories.extend(game.categories.ids());
            }
        }
    }

    fn change(&mut self, change: &ChangeKind) {
        use crate::model::Alteration::Set;
        match change {
            ChangeKind::Add(category) | ChangeKind::Remove(category) => {
                self.categories.insert(*category);
            }
            ChangeKind::Attribute(_, Set(given)) => self.values(given.values.iter()),
            _ => {}
        }
    }

    fn formula(&mut self, part: &Expr) {
        match &part.kind {
            ExprKind::Symbol(Symbol::Entry(entry)) => _ = self.entries.insert(*entry),
            ExprKind::Symbol(Symbol::Category(category))
            | ExprKind::Fact(_, Fact::Category(category)) => {
                self.categories.insert(*category);
            }
            ExprKind::From(_, choose) => _ = self.chooses.insert(*choose),
            ExprKind::Below { what, .. } | ExprKind::Is(_, what) => match what {
                NodeFilter::Entry(entry) => _ = self.entries.insert(*entry),
                NodeFilter::Choose(choose) => _ = self.chooses.insert(*choose),
                NodeFilter::Category(category) => _ = self.categories.insert(*category),
                NodeFilter::Kind(_) | NodeFilter::Entries => {}
            },
            _ => {}
        }
    }
}
