//! Assigns options to the models of a unit, and works out what each model carries in the end. A
//! group of alike models is split when only some of its models get an option.

use crate::engine::army::HandoutFailure;
use crate::engine::army::bind::Binder;
use crate::engine::army::bind::equip::counted;
use crate::engine::army::bind::items::{ItemPlace, ItemSource, choice_at_mut};
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::engine::handout::{Handout, HandoutResult, hand_out, models};
use crate::model::{EntryId, ModelRole};
use crate::source::Span;

impl<'g> Binder<'g, '_, '_> {
    /// Hands options out to the models of a unit. Returns what a unit without models carries
    /// itself.
    pub(crate) fn assign(
        &mut self,
        unit: EntryId,
        span: Span,
        groups: &mut Vec<Group<'g>>,
        choices: &mut [Choice<'g>],
    ) -> Vec<(EntryId, i64)> {
        let is_bare = groups.is_empty();
        if is_bare {
            groups.push(Group::of_unit(unit));
        }
        self.hand_out(unit, span, groups, choices);
        let bare = groups.drain(..if is_bare { groups.len() } else { 0 });
        bare.flat_map(|group| group.weapons).collect()
    }

    fn hand_out(
        &mut self,
        unit: EntryId,
        span: Span,
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
            if group.own.is_empty() && group.design.is_none() && group.line.is_some() {
                // The list names no options here, so the group takes only the automatic ones.
                group.own = self.inner(group.entry, true, &[], 0, span);
                group.own_is_automatic = true;
            }
        }
        for choice in choices.iter_mut() {
            self.set_recipients(choice);
        }
        if choices.is_empty() && groups.iter().all(|group| group.own.is_empty()) {
            return;
        }
        let (handout, taken) = self.handout(groups, choices);
        if !handout.items.is_empty() {
            let at = self.army.game.entries[unit].span;
            let dealt = hand_out(&handout);
            if dealt.is_undecided {
                self.meter.give_up(at, span);
            }
            self.meter.steps(dealt.steps, at);
            self.deal(&handout, &taken, &dealt, groups, choices);
            self.number_automatic(&dealt, groups, span);
        }
    }

    /// After a group is split, each part takes its own automatic options.
    fn number_automatic(&mut self, dealt: &HandoutResult, groups: &mut [Group<'g>], span: Span) {
        let mut before = None;
        for (part, group) in dealt.parts.iter().zip(groups) {
            let parted = before.replace(part.class) == Some(part.class);
            if parted && !group.own.is_empty() && group.own_is_automatic {
                let own = self.inner(group.entry, true, &[], 0, span);
                if own.len() == group.own.len() {
                    let own = own.iter().map(|choice| choice.automatic);
                    let numbered = group.own.iter_mut().zip(own);
                    numbered.for_each(|(choice, automatic)| choice.automatic = automatic);
                } else {
                    group.own = own;
                }
            }
        }
    }

    /// What a model carries before options: the unit's weapons, its own, and those from open
    /// blocks.
    fn issued(&mut self, unit: EntryId, group: &Group<'g>) -> Vec<(EntryId, i64)> {
        let entries = &self.army.game.entries;
        let weapons = |entry: EntryId| {
            entries[entry].body.weapons.iter().flat_map(|group| group.weapons.iter().copied())
        };
        let own = (group.entry != unit).then(|| weapons(group.entry));
        let mut all: Vec<EntryId> = weapons(unit).chain(own.into_iter().flatten()).collect();
        if self.book.blocks_hold_weapons() {
            self.army.needs_rebind = true;
            all.extend(self.asked_weapons(group.entry));
        }
        counted(&all)
    }

    /// Splits the groups according to how the options were dealt, and notes which options were not.
    fn deal(
        &self,
        handout: &Handout,
        taken: &[ItemSource],
        dealt: &HandoutResult,
        groups: &mut Vec<Group<'g>>,
        choices: &mut [Choice<'g>],
    ) {
        let mut failures: Vec<Option<HandoutFailure>> = Vec::new();
        for (item, unmet) in dealt.unmet.iter().enumerate() {
            let failure = |item| self.failure(handout, taken, dealt, item, groups, choices);
            let for_nobody = taken.get(item).is_some_and(|taken| taken.to_models)
                && handout.items.get(item).is_some_and(|item| item.to.is_nobody());
            failures.push((*unmet > 0 || for_nobody).then(|| failure(item)).flatten());
        }
        let classes = std::mem::take(groups);
        for part in &dealt.parts {
            let Some(class) = classes.get(part.class) else { continue };
            let mut group = Group { count: part.count, ..class.clone() };
            let (mut given, mut own) = (Vec::new(), Vec::new());
            for (item, taken) in taken.iter().enumerate() {
                match (&taken.place, part.items.contains(&item)) {
                    (ItemPlace::Unit(path), true) => {
                        given.push(path);
                        group.given.extend(taken.to_models.then(|| path.clone()));
                    }
                    (ItemPlace::Own(class, place), true) if *class == part.class => {
                        own.push(*place)
                    }
                    // Reported once for all models of a line.
                    (ItemPlace::Own(class, place), false) if *class == part.class => {
                        let failure = failures.get_mut(item).and_then(Option::take);
                        group
                            .own
                            .get_mut(*place)
                            .into_iter()
                            .for_each(|own| own.failure = failure.clone());
                    }
                    _ => {}
                }
            }
            given.sort_unstable();
            group.given.sort_unstable();
            self.equip(&mut group, &given, &own, choices);
            groups.push(group);
        }
        for (item, (taken, failure)) in taken.iter().zip(failures).enumerate() {
            let ItemPlace::Unit(path) = &taken.place else { continue };
            let Some(choice) = choice_at_mut(choices, path) else { continue };
            choice.failure = failure;
            let bearers = dealt.parts.iter().filter(|part| part.items.contains(&item));
            choice.settle_given_up(models(bearers));
        }
    }
}

/// The first model leads unless a line marks another as the leader. Added models never lead.
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
