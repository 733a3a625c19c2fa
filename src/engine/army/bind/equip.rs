//! How options change what a model carries: what they give and what they replace.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::items::{Path, choice_at, choice_at_mut};
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::engine::handout::{HandoutItem, ItemTarget, Swap, Weapon};
use crate::model::{EntryId, EntryKind, Game};

/// What an option gives and replaces, including the options inside it that are for the same models.
#[derive(Default)]
pub(crate) struct Carried {
    given: Vec<(EntryId, i64)>,
    swaps: Vec<(Swap, i64)>,
    /// The options themselves: some are weapons.
    pub taken: Vec<(EntryId, i64)>,
}

impl Carried {
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty() && self.swaps.is_empty() && self.taken.is_empty()
    }

    pub(crate) fn item(self, to: ItemTarget) -> HandoutItem {
        let gives = self.given.iter().chain(&self.taken);
        let gives: Vec<(Weapon, i64)> = gives.map(|(id, count)| (id.index(), *count)).collect();
        HandoutItem { gives, swaps: self.swaps, to }
    }
}

/// Collects what several copies of an option give and replace.
pub(crate) fn effects(game: &Game, choice: &Choice<'_>, times: i64, carried: &mut Carried) {
    if let Some(replacing) = choice.offer.terms.and_then(|terms| terms.replacing.as_ref()) {
        let numbers = |ids: &[EntryId]| ids.iter().map(|id| id.index()).collect();
        let swap = Swap { old: numbers(&replacing.old), new: numbers(&replacing.new) };
        carried.swaps.push((swap, times));
    }
    carried.given.extend(weapons_of(game, choice).map(|weapon| (weapon, times)));
    carried.taken.push((choice.offer.entry, times));
    for inner in shared(game, choice) {
        effects(game, inner, times.saturating_mul(inner.times), carried);
    }
}

/// What is replaced by an option and by the options inside it that are for the same models.
pub(crate) fn contested(game: &Game, choice: &Choice<'_>, all: &mut Vec<EntryId>) {
    let replacing = choice.offer.terms.and_then(|terms| terms.replacing.as_ref());
    for old in replacing.iter().flat_map(|replacing| &replacing.old) {
        if !all.contains(old) {
            all.push(*old);
        }
    }
    shared(game, choice).for_each(|inner| contested(game, inner, all));
}

/// The options inside another that are for the same models. A unit offered as an option has models
/// of its own.
fn shared<'c, 'g>(
    game: &Game,
    choice: &'c Choice<'g>,
) -> impl Iterator<Item = &'c Choice<'g>> + use<'c, 'g> {
    let is_unit = game.entries[choice.offer.entry].kind == EntryKind::Unit;
    choice.inner.iter().filter(move |inner| !is_unit && inner.recipients.is_none())
}

/// The weapons that an option gives. A unit offered as an option keeps its own for its models.
fn weapons_of<'g>(game: &'g Game, choice: &Choice<'_>) -> impl Iterator<Item = EntryId> + use<'g> {
    let entry = &game.entries[choice.offer.entry];
    let groups = entry.body.weapons.iter().filter(|_| entry.kind != EntryKind::Unit);
    groups.flat_map(|group| group.weapons.iter().copied())
}

/// Each distinct weapon with its count.
pub(crate) fn counted(weapons: &[EntryId]) -> Vec<(EntryId, i64)> {
    let mut counted = Vec::new();
    weapons.iter().for_each(|weapon| add(&mut counted, *weapon, 1));
    counted
}

fn add(weapons: &mut Vec<(EntryId, i64)>, weapon: EntryId, count: i64) {
    match weapons.iter_mut().find(|(known, _)| *known == weapon) {
        Some((_, have)) => *have = have.saturating_add(count),
        None => weapons.push((weapon, count)),
    }
}

impl<'g> Binder<'g, '_, '_> {
    /// Removes and adds weapons as the options of the unit and of the models say.
    pub(crate) fn equip(
        &self,
        group: &mut Group<'g>,
        given: &[&Path],
        own: &[usize],
        choices: &mut [Choice<'g>],
    ) {
        for choice in given.iter().filter_map(|path| choice_at(choices, path)) {
            self.apply(&mut group.weapons, choice, choice.copies_each());
        }
        for choice in own.iter().filter_map(|place| group.own.get(*place)) {
            self.apply(&mut group.weapons, choice, choice.times);
        }
        // A weapon that is replaced without having been carried was itself taken as an option.
        for (weapon, count) in group.weapons.iter().filter(|(_, count)| *count < 0) {
            let mut lost = count.saturating_neg();
            for place in own {
                let choice = group.own.get_mut(*place);
                choice.into_iter().for_each(|choice| choice.give_up(*weapon, &mut lost, 1));
            }
            for path in given {
                let choice = choice_at_mut(choices, path);
                let models = group.count;
                choice.into_iter().for_each(|choice| choice.give_up(*weapon, &mut lost, models));
            }
        }
        group.weapons.retain(|(_, count)| *count > 0);
    }

    fn apply(&self, weapons: &mut Vec<(EntryId, i64)>, choice: &Choice<'g>, times: i64) {
        if let Some(replacing) = choice.offer.terms.and_then(|terms| terms.replacing.as_ref()) {
            replacing.old.iter().for_each(|old| add(weapons, *old, -times));
            replacing.new.iter().for_each(|new| add(weapons, *new, times));
        }
        weapons_of(self.army.game, choice).for_each(|weapon| add(weapons, weapon, times));
        for inner in shared(self.army.game, choice) {
            self.apply(weapons, inner, times.saturating_mul(inner.times));
        }
    }
}

impl Choice<'_> {
    /// How many copies each model has that gets it.
    pub(crate) fn copies_each(&self) -> i64 {
        let single = self.recipients.as_ref().is_some_and(|to| to.number.is_some());
        if single { 1 } else { self.times }
    }

    /// Converts the copies that models gave up into copies of the option: where one copy stands for
    /// all models, it is given up once none of them has it.
    pub(crate) fn settle_given_up(&mut self, bearers: i64) {
        self.given_up = match self.recipients.as_ref().and_then(|to| to.number) {
            _ if self.given_up == 0 => 0,
            Some(number) => self.given_up / number.max(1),
            None if self.given_up >= self.times.saturating_mul(bearers) => self.times,
            None => 0,
        };
        for inner in self.inner.iter_mut().filter(|inner| inner.recipients.is_none()) {
            inner.settle_given_up(bearers);
        }
    }

    /// Notes how many models gave up a weapon that they had taken as an option.
    fn give_up(&mut self, weapon: EntryId, lost: &mut i64, models: i64) {
        if self.offer.entry == weapon {
            let copies = self.copies_each().min(*lost);
            self.given_up = self.given_up.saturating_add(copies.saturating_mul(models));
            *lost -= copies;
        }
        for inner in self.inner.iter_mut().filter(|inner| inner.recipients.is_none()) {
            inner.give_up(weapon, lost, models);
        }
    }
}
