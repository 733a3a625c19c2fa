//! Which models an option goes to: groups of alike models are split where only some of them take
//! it.

use crate::engine::army::Menu;
use crate::engine::army::bind::Binder;
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::model::{EntryId, ModelRole, Target};

impl<'g> Binder<'g, '_, '_> {
    /// Spreads options over the models they go to.
    pub(crate) fn assign(
        &mut self,
        unit: EntryId,
        groups: &mut Vec<Group<'g>>,
        choices: &mut [Choice<'g>],
    ) {
        lead(groups);
        split_leader(groups);
        for choice in choices.iter() {
            if let Some(model) = choice.offer.terms.and_then(|terms| terms.replaces_leader)
                && let Some(leader) = groups.iter_mut().find(|group| group.leads)
            {
                (leader.entry, leader.role, leader.replacement) = (model, ModelRole::Leading, true);
                leader.own = Vec::new();
            }
        }
        for group in groups.iter_mut() {
            group.weapons = self.issued(unit, group);
        }
        for (index, choice) in choices.iter_mut().enumerate() {
            let target = Menu::target(self.army.game, &choice.offer);
            let goes = |group: &Group<'g>| match target {
                None => true,
                Some(Target::All) => !group.replacement,
                Some(Target::Model(model)) => group.entry == model,
                Some(Target::Leader) => group.leads,
                Some(Target::NotLeader) => !group.leads,
                Some(Target::OneModel) => false,
            };
            if target == Some(Target::OneModel) {
                choice.unassigned = self.give_one_by_one(groups, index, choice);
                continue;
            }
            let to: Vec<&mut Group<'g>> = groups.iter_mut().filter(|group| goes(group)).collect();
            if to.is_empty() && target.is_some() {
                choice.unassigned = choice.times;
            }
            for group in to {
                self.equip(group, choice);
                if target.is_some() {
                    group.given.push(index);
                }
            }
        }
        for group in groups.iter_mut() {
            for choice in group.own.clone() {
                self.equip(group, &choice);
            }
        }
    }

    /// What a model carries before options: of the unit, its own, and what open blocks give.
    fn issued(&mut self, unit: EntryId, group: &Group<'g>) -> Vec<EntryId> {
        let entries = &self.army.game.entries;
        let weapons = |entry: EntryId| {
            entries[entry].body.weapons.iter().flat_map(|group| group.weapons.iter().copied())
        };
        let mut all: Vec<EntryId> = weapons(unit).chain(weapons(group.entry)).collect();
        if self.book.blocks_hold_weapons() {
            self.army.needs_rebind = true;
            all.extend(self.asked_weapons(group.entry));
        }
        all
    }

    /// Takes weapons away and gives others, as an option and those inside it say.
    fn equip(&self, group: &mut Group<'g>, choice: &Choice<'g>) {
        if let Some(replacing) = choice.offer.terms.and_then(|terms| terms.replacing.as_ref()) {
            for old in &replacing.old {
                if let Some(at) = group.weapons.iter().position(|weapon| weapon == old) {
                    group.weapons.remove(at);
                }
            }
            group.weapons.extend(&replacing.new);
        }
        let body = &self.army.game.entries[choice.offer.entry].body;
        group.weapons.extend(body.weapons.iter().flat_map(|group| group.weapons.iter().copied()));
        choice.inner.iter().for_each(|inner| self.equip(group, inner));
    }

    /// Gives each copy to a different model: those without such options first, the leader last.
    /// Returns how many copies found no model.
    fn give_one_by_one(
        &self,
        groups: &mut Vec<Group<'g>>,
        index: usize,
        choice: &Choice<'g>,
    ) -> i64 {
        let mut left = choice.times;
        let old: &[EntryId] = choice
            .offer
            .terms
            .and_then(|terms| terms.replacing.as_ref())
            .map_or(&[], |replacing| &replacing.old);
        // A model without the replaced weapon cannot take the replacement.
        let able = |group: &Group<'g>| old.iter().all(|weapon| group.weapons.contains(weapon));
        let rank = |group: &Group<'g>, at: usize| {
            let elsewhere = choice.written.is_some() && choice.written != group.written;
            (elsewhere, group.leads, group.given.len(), std::cmp::Reverse(at))
        };
        while left > 0 {
            let free = groups
                .iter()
                .enumerate()
                .filter(|(_, group)| !group.given.contains(&index) && able(group));
            let Some((at, _)) = free.min_by_key(|(at, group)| rank(group, *at)) else { break };
            let Some(group) = groups.get_mut(at) else { break };
            let taken = group.count.min(left);
            left -= taken;
            let mut part = Group { count: taken, ..group.clone() };
            self.equip(&mut part, choice);
            part.given.push(index);
            if group.count > taken {
                group.count -= taken;
                part.leads = false;
                groups.insert(at + 1, part);
            } else {
                *group = part;
            }
        }
        left
    }
}

/// The first model leads, unless a line says which does; added ones never do.
fn lead(groups: &mut [Group<'_>]) {
    let leading = groups.iter().position(|group| group.role == ModelRole::Leading);
    let first =
        leading.or_else(|| groups.iter().position(|group| group.role == ModelRole::Ordinary));
    if let Some(group) = first.and_then(|at| groups.get_mut(at)) {
        group.leads = true;
    }
}

/// Splits the leader off into a group of its own.
fn split_leader(groups: &mut Vec<Group<'_>>) {
    let Some(at) = groups.iter().position(|group| group.leads && group.count > 1) else { return };
    let Some(group) = groups.get_mut(at) else { return };
    group.count -= 1;
    group.leads = false;
    let leader = Group { count: 1, leads: true, ..group.clone() };
    groups.insert(at, leader);
}
