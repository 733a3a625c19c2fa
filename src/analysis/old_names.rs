//! Checks for old names (`was`) that also mean something else, so that a list using them would be
//! ambiguous.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::army::Menu;
use crate::model::{EntryKind, Game, Owner};
use crate::source::Span;

/// Things whose ids share one namespace: the ids and where they are declared.
type DeclaredIds<'g> = Vec<(&'g str, Span)>;

/// Reports old names that are ids in the same namespace, or that two things claim.
pub(crate) fn check(game: &Game, found: &mut Vec<Diagnostic>) {
    if game.old_ids.is_empty() {
        return;
    }
    let mut reported = FxHashSet::default();
    for names in places(game) {
        let ids: FxHashMap<&str, Span> = names.iter().copied().collect();
        let mut claims: FxHashMap<&str, Span> = FxHashMap::default();
        for (id, span) in names {
            for old in game.old_ids_of(span) {
                let is = ids.get(old.id.as_str()).copied();
                let claimed = claims.insert(&old.id, span).filter(|first| *first != span);
                let (message, label, other) = match (is, claimed) {
                    (Some(other), _) => {
                        let message = format!(
                            "`{}` was the name of `{id}`, but something here is called so now",
                            old.id
                        );
                        (message, "has this name", other)
                    }
                    (None, Some(other)) => {
                        let message = format!("two things claim the old name `{}`", old.id);
                        (message, "the other one", other)
                    }
                    (None, None) => continue,
                };
                if reported.insert(old.span) {
                    let help =
                        "a list that says it could mean either: keep the name for one of them";
                    let taken = codes::OLD_NAME_TAKEN.at(old.span, message);
                    found.push(taken.related(other, label).help(help));
                }
            }
        }
    }
}

/// The namespaces of the game.
fn places(game: &Game) -> Vec<DeclaredIds<'_>> {
    macro_rules! all {
        ($($arena:ident).+) => { game.$($arena).+.values().map(|known| (known.id.as_str(), known.span)).collect() };
    }
    let mut places: Vec<DeclaredIds<'_>> = vec![
        all!(factions),
        all!(events),
        all!(charts),
        all!(forces),
        all!(optionals),
        all!(profiles),
        all!(sections),
        all!(rules),
        all!(decks),
        game.keywords.values().map(|keyword| (keyword.name.as_str(), keyword.span)).collect(),
    ];
    // These share one namespace.
    let mut facts: DeclaredIds<'_> = all!(currencies);
    facts.extend::<DeclaredIds<'_>>(all!(categories));
    facts.extend::<DeclaredIds<'_>>(all!(attributes));
    facts.extend::<DeclaredIds<'_>>(all!(derives));
    places.push(facts);
    places.extend(entries(game));
    for choices in game.choices.values() {
        places.push(choices.words.iter().map(|word| (word.word.as_str(), word.span)).collect());
    }
    for profile in game.profiles.values() {
        let stats = profile.characteristics.iter();
        places.push(stats.map(|stat| (stat.name.as_str(), stat.span)).collect());
    }
    for chart in game.charts.values() {
        places.push(chart.slots.iter().map(|slot| (slot.id.as_str(), slot.span)).collect());
    }
    for body in game.each_body() {
        let menu = Menu::of(game, body);
        let chooses = menu.points.iter().map(|point| &game.chooses[point.choose]);
        let entries = menu.offers.iter().map(|offer| &game.entries[offer.entry]);
        let entries = entries.map(|entry| (entry.id.as_str(), entry.span));
        places
            .push(chooses.map(|choose| (choose.id.as_str(), choose.span)).chain(entries).collect());
        let models = body.models.iter().map(|line| &game.entries[line.model]);
        places.push(models.map(|model| (model.id.as_str(), model.span)).collect());
    }
    places
}

/// The namespaces of entries: units and cards by kind, other definitions by owner.
fn entries(game: &Game) -> Vec<DeclaredIds<'_>> {
    let mut kinds: FxHashMap<(bool, bool, Option<Owner>), DeclaredIds<'_>> = FxHashMap::default();
    for entry in game.entries.values().filter(|entry| entry.parent.is_none()) {
        let key = match entry.kind {
            EntryKind::Unit => (true, false, None),
            EntryKind::Card(_) => (false, true, None),
            EntryKind::Profile(_) => (false, false, Some(entry.owner)),
            EntryKind::Option => continue,
        };
        kinds.entry(key).or_default().push((entry.id.as_str(), entry.span));
    }
    kinds.into_values().collect()
}
