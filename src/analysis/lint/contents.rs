//! Computes what can contain what: the models of units, what they carry, and what they are offered.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{
    Body, ChooseId, Effect, EntryId, EntryKind, Game, Include, Included, Pool, PoolSource, Terms,
};

/// Everything that each definition and each choice can hold.
pub(super) struct Contents {
    of_entries: FxHashMap<EntryId, FxHashSet<EntryId>>,
    of_chooses: FxHashMap<ChooseId, FxHashSet<EntryId>>,
    /// What the army, forces, charts and visiting blocks give to whatever they visit.
    loose: FxHashSet<EntryId>,
}

impl Contents {
    pub(super) fn of(game: &Game) -> Self {
        let mut changed: FxHashMap<ChooseId, Vec<&Include>> = FxHashMap::default();
        for include in game.each_body().flat_map(|body| &body.includes) {
            if let Included::Choose(choose) = include.what {
                changed.entry(choose).or_default().push(include);
            }
        }
        let mut of_chooses = FxHashMap::default();
        for id in game.chooses.ids() {
            of_chooses.insert(id, members(game, id, &changed, &mut FxHashSet::default()));
        }
        let mut contents =
            Contents { of_entries: FxHashMap::default(), of_chooses, loose: FxHashSet::default() };
        let mut of_entries = FxHashMap::default();
        for (id, entry) in game.entries.iter() {
            let mut held = FxHashSet::default();
            contents.body(&entry.body, &mut held);
            of_entries.insert(id, held);
        }
        contents.of_entries = of_entries;
        let mut loose = FxHashSet::default();
        for body in game.each_body() {
            for effect in &body.effects {
                if let Effect::ForEach(each) = effect {
                    contents.body(&each.body, &mut loose);
                }
            }
        }
        contents.loose = loose;
        contents
    }

    /// Everything that can be below one of these, at any depth.
    pub(super) fn below(&self, of: &FxHashSet<EntryId>) -> FxHashSet<EntryId> {
        let mut found = FxHashSet::default();
        let inside = |id: &EntryId| self.of_entries.get(id).into_iter().flatten().copied();
        let mut open: Vec<EntryId> =
            of.iter().flat_map(inside).chain(self.loose.iter().copied()).collect();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(inside(&id));
            }
        }
        found
    }

    /// What can be taken from a choice.
    pub(super) fn members(&self, choose: ChooseId) -> FxHashSet<EntryId> {
        self.of_chooses.get(&choose).cloned().unwrap_or_default()
    }

    /// Adds everything that a body holds or offers, including its blocks, choices and groups.
    pub(super) fn body(&self, body: &Body, held: &mut FxHashSet<EntryId>) {
        held.extend(body.models.iter().map(|line| line.model));
        held.extend(body.weapons.iter().flat_map(|group| &group.weapons));
        for member in &body.options {
            held.insert(member.entry);
            of_terms(&member.terms, held);
        }
        for choose in &body.chooses {
            held.extend(self.of_chooses.get(choose).into_iter().flatten());
        }
        for include in &body.includes {
            match include.what {
                Included::Choose(choose) => {
                    held.extend(self.of_chooses.get(&choose).into_iter().flatten())
                }
                Included::Entry(entry) => _ = held.insert(entry),
            }
            self.body(&include.body, held);
        }
        for effect in &body.effects {
            match effect {
                Effect::Change(_) => {}
                Effect::When(when) => self.body(&when.body, held),
                Effect::ForEach(each) => self.body(&each.body, held),
            }
        }
    }
}

/// What the terms of an option give to the model or unit that takes it.
fn of_terms(terms: &Terms, held: &mut FxHashSet<EntryId>) {
    held.extend(terms.replacing.iter().flat_map(|replacing| &replacing.new));
    held.extend(terms.replaces_leader);
}

/// What a choice offers: its own lines, its pool, choices inside it, what `include` adds.
fn members(
    game: &Game,
    id: ChooseId,
    changed: &FxHashMap<ChooseId, Vec<&Include>>,
    seen: &mut FxHashSet<ChooseId>,
) -> FxHashSet<EntryId> {
    let mut held = FxHashSet::default();
    if !seen.insert(id) {
        return held;
    }
    let choose = &game.chooses[id];
    for member in &choose.members {
        held.insert(member.entry);
        of_terms(&member.terms, &mut held);
    }
    if let Some(pool) = &choose.pool {
        let (drawn, others) = pooled(game, pool);
        held.extend(drawn);
        others.into_iter().for_each(|other| held.extend(members(game, other, changed, seen)));
    }
    let added = changed.get(&id).into_iter().flatten().map(|include| &include.body);
    let mut open: Vec<&Body> = std::iter::once(&choose.body).chain(added).collect();
    while let Some(body) = open.pop() {
        for member in &body.options {
            held.insert(member.entry);
            of_terms(&member.terms, &mut held);
        }
        body.chooses.iter().for_each(|other| held.extend(members(game, *other, changed, seen)));
        for include in &body.includes {
            match include.what {
                Included::Choose(other) => held.extend(members(game, other, changed, seen)),
                Included::Entry(entry) => _ = held.insert(entry),
            }
            open.push(&include.body);
        }
        for effect in &body.effects {
            match effect {
                Effect::Change(_) => {}
                Effect::When(when) => open.push(&when.body),
                Effect::ForEach(each) => open.push(&each.body),
            }
        }
    }
    held
}

/// The entries that a pool draws, and the choices it draws from.
fn pooled(game: &Game, pool: &Pool) -> (Vec<EntryId>, Vec<ChooseId>) {
    let (mut entries, mut chooses) = (Vec::new(), Vec::new());
    for source in &pool.from {
        match source {
            PoolSource::Entry(entry) => entries.push(*entry),
            PoolSource::Choose(choose) => chooses.push(*choose),
            PoolSource::Profile(profile) => {
                let of_profile = game.entries.iter().filter(|(_, entry)| {
                    entry.kind == EntryKind::Profile(*profile) && entry.parent.is_none()
                });
                entries.extend(of_profile.map(|(id, _)| id));
            }
        }
    }
    (entries, chooses)
}
