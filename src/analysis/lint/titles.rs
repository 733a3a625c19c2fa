//! A lint: things next to each other that have the same title, so that nobody can tell them apart.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Body, EntryKind, Game, Member, Owner};
use crate::source::Span;

/// The titles people choose from, with the id and place of each thing.
type Titles<'g> = Vec<(&'g str, &'g str, Span)>;

pub(super) fn check(game: &Game, found: &mut Vec<Diagnostic>) {
    let mut places: Vec<(&str, Titles<'_>)> = vec![
        ("faction", game.factions.values().map(|of| (&*of.title, &*of.id, of.span)).collect()),
        ("event", game.events.values().map(|of| (&*of.title, &*of.id, of.span)).collect()),
        ("force", game.forces.values().map(|of| (&*of.title, &*of.id, of.span)).collect()),
        ("category", game.categories.values().map(|of| (&*of.title, &*of.id, of.span)).collect()),
        ("section", game.sections.values().map(|of| (&*of.title, &*of.id, of.span)).collect()),
    ];
    let mut owned: FxHashMap<(Owner, Option<usize>), Titles<'_>> = FxHashMap::default();
    for entry in game.entries.values().filter(|entry| entry.parent.is_none()) {
        let kind = match entry.kind {
            EntryKind::Unit => None,
            EntryKind::Profile(profile) => Some(profile.index()),
            EntryKind::Option | EntryKind::Card(_) => continue,
        };
        // The same title may have a version for each faction.
        if entry.only_for.is_empty() {
            owned.entry((entry.owner, kind)).or_default().push((
                &entry.title,
                &entry.id,
                entry.span,
            ));
        }
    }
    let mut charts: FxHashMap<Owner, Titles<'_>> = FxHashMap::default();
    for chart in game.charts.values() {
        charts.entry(chart.owner).or_default().push((&chart.title, &chart.id, chart.span));
    }
    places.extend(charts.into_values().map(|titles| ("chart", titles)));
    for ((_, kind), titles) in owned {
        places.push((if kind.is_none() { "unit" } else { "definition" }, titles));
    }
    for body in game.each_body() {
        places.push(("option", offered(game, body, &body.options)));
    }
    for choose in game.chooses.values() {
        places.push(("option", offered(game, &choose.body, &choose.members)));
    }
    let mut alike: Vec<Diagnostic> =
        places.into_iter().flat_map(|(what, titles)| repeated(what, titles)).collect();
    alike.sort_by_key(|diagnostic| diagnostic.at.span);
    alike.dedup_by_key(|diagnostic| diagnostic.at.span);
    found.extend(alike);
}

fn offered<'g>(game: &'g Game, body: &'g Body, members: &'g [Member]) -> Titles<'g> {
    let options = members.iter().map(|member| &game.entries[member.entry]);
    let options = options.map(|entry| (&*entry.title, &*entry.id, entry.span));
    let chooses = body.chooses.iter().map(|choose| &game.chooses[*choose]);
    options.chain(chooses.map(|choose| (&*choose.title, &*choose.id, choose.span))).collect()
}

/// A warning for each thing whose title is already taken.
fn repeated(what: &str, mut titles: Titles<'_>) -> Vec<Diagnostic> {
    titles.sort_by_key(|(.., span)| *span);
    let mut first: FxHashMap<&str, (&str, Span)> = FxHashMap::default();
    let mut found = Vec::new();
    for (title, id, span) in titles {
        match first.get(title) {
            // The same definition may be reached in two ways.
            Some((other, at)) if *at != span => {
                let message = format!("the {what} `{id}` has the title of `{other}`: “{title}”");
                let help = "people could not tell them apart: give one another title";
                let told = codes::SAME_TITLE.at(span, message);
                found.push(told.related(*at, "the other one").help(help));
            }
            Some(_) => {}
            None => _ = first.insert(title, (id, span)),
        }
    }
    found
}
