//! A lint: options that nobody can take.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::Changeable;
use crate::analysis::abstract_eval::{AbstractEval, AbstractValue};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::army::{Menu, model_lines};
use crate::model::{Body, ChangeKind, Effect, EntryId, EntryKind, Game, ModelFilter, Range};
use crate::source::Span;

pub(super) fn check(game: &Game, changeable: &Changeable<'_>, found: &mut Vec<Diagnostic>) {
    let eval = AbstractEval { game, changeable, unit: None };
    let none_of = |range: &Range| {
        let most = range.high.as_ref().map(|high| eval.value(high));
        matches!(most, Some(AbstractValue::Number { high: Some(high), .. }) if high <= 0)
    };
    let mut told: Vec<(Span, String)> = Vec::new();
    for choose in game.chooses.values().filter(|choose| none_of(&choose.range)) {
        // Something taken elsewhere may raise the range.
        if !raised(game) {
            told.push((choose.span, format!("nothing can ever be taken from `{}`", choose.id)));
        }
    }
    let members = game.chooses.values().flat_map(|choose| &choose.members);
    for member in members.chain(game.each_body().flat_map(|body| &body.options)) {
        let entry = &game.entries[member.entry];
        if member.terms.times.as_ref().is_some_and(none_of) {
            told.push((member.span, format!("`{}` can be taken 0 times", entry.id)));
        }
    }
    for entry in game.entries.values().filter(|entry| hides(&entry.body)) {
        told.push((entry.span, format!("`{}` is always hidden, so nobody can take it", entry.id)));
    }
    for_nobody(game, &mut told);
    told.sort();
    told.dedup_by_key(|(span, _)| *span);
    found.extend(told.into_iter().map(|(span, message)| {
        codes::OPTION_IMPOSSIBLE.at(span, message).help("change what it asks for, or take it out")
    }));
}

/// Whether some change raises a bound of a choice.
fn raised(game: &Game) -> bool {
    game.each_body().flat_map(|body| &body.effects).any(|effect| {
        matches!(effect, Effect::Change(change) if matches!(change.kind, ChangeKind::Bound { upper: true, choose: Some(_), .. }))
    })
}

/// Whether a body always hides what it belongs to.
fn hides(body: &Body) -> bool {
    body.effects.iter().any(
        |effect| matches!(effect, Effect::Change(change) if matches!(change.kind, ChangeKind::Hide)),
    )
}

/// Reports options for a model that no unit offering them has.
fn for_nobody(game: &Game, told: &mut Vec<(Span, String)>) {
    // The model each option names, and whether some unit has it.
    let mut named: FxHashMap<Span, (EntryId, EntryId, bool)> = FxHashMap::default();
    for (_, unit) in game.units() {
        let menu = Menu::of(game, &unit.body);
        let mut models: FxHashSet<EntryId> =
            model_lines(&unit.body).iter().map(|(line, _)| line.model).collect();
        let mut open: Vec<EntryId> = menu.offers.iter().map(|offer| offer.entry).collect();
        let mut seen = FxHashSet::default();
        models.extend(menu.offers.iter().filter_map(|offer| offer.terms?.replaces_leader));
        while let Some(option) = open.pop().filter(|_| seen.len() < MOST_OPTIONS) {
            let entry = &game.entries[option];
            if entry.kind == EntryKind::Option && seen.insert(option) {
                models.extend(model_lines(&entry.body).iter().map(|(line, _)| line.model));
                let inner = Menu::of(game, &entry.body);
                models.extend(inner.offers.iter().filter_map(|offer| offer.terms?.replaces_leader));
                open.extend(inner.offers.iter().map(|offer| offer.entry));
            }
        }
        for offer in &menu.offers {
            for who in Menu::recipients(game, offer).into_iter().flat_map(|to| to.who) {
                let ModelFilter::Model(model) = who else { continue };
                let known = named.entry(offer.span).or_insert((offer.entry, model, false));
                known.2 |= models.contains(&model);
            }
        }
    }
    for (span, (option, model, has)) in named {
        if !has {
            let (option, model) = (&game.entries[option].id, &game.entries[model].id);
            told.push((
                span,
                format!("`{option}` is for `{model}`, which no unit has that is offered it"),
            ));
        }
    }
}

/// How many nested options are examined in one unit.
const MOST_OPTIONS: usize = 2_000;
