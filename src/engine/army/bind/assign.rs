//! Which models get which options, and what each model carries in the end. Groups of alike models
//! are split where only some of them get one.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::equip::{Carried, contested, counted, effects};
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::engine::army::{Lack, Menu, Recipients, Shortage};
use crate::engine::handout::{
    Class, Dealt, Handout, Item, Part, To, UNWANTED, hand_out, models, total,
};
use crate::model::{ChooseId, EntryId, EntryKind, ModelRole, Who};
use crate::source::Span;

/// An option to hand out: where the list has it.
struct Taken {
    place: Place,
    /// Each recipient is told of it.
    to_models: bool,
}

/// Where an option is among the choices: first the place of the outermost, then inside.
pub(crate) type Path = Vec<usize>;

enum Place {
    Unit(Path),
    /// Taken by the models of a group themselves.
    Own(usize, usize),
}

impl<'g> Binder<'g, '_, '_> {
    /// Hands options out to the models of a unit.
    pub(crate) fn assign(
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
            if group.own.is_empty() && group.design.is_none() {
                // Nothing is written, so only what is automatic is taken.
                group.own = self.inner(group.entry, true, &[], 0, span);
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
            let dealt = hand_out(&handout);
            self.deal(&handout, &taken, &dealt, groups, choices);
        }
    }

    /// What a model carries before options: of the unit, its own, and what open blocks give.
    fn issued(&mut self, unit: EntryId, group: &Group<'g>) -> Vec<(EntryId, i64)> {
        let entries = &self.army.game.entries;
        let weapons = |entry: EntryId| {
            entries[entry].body.weapons.iter().flat_map(|group| group.weapons.iter().copied())
        };
        let mut all: Vec<EntryId> = weapons(unit).chain(weapons(group.entry)).collect();
        if self.book.blocks_hold_weapons() {
            self.army.needs_rebind = true;
            all.extend(self.asked_weapons(group.entry));
        }
        counted(&all)
    }

    /// An option inside another is for the same models, unless it says so itself. What one model
    /// gets stays with it.
    fn set_recipients(&self, choice: &mut Choice<'g>) {
        choice.recipients = Menu::recipients(self.army.game, &choice.offer);
        let is_unit = self.army.game.entries[choice.offer.entry].kind == EntryKind::Unit;
        if !is_unit && choice.recipients.as_ref().is_none_or(|to| to.number.is_none()) {
            choice.inner.iter_mut().for_each(|inner| self.set_recipients(inner));
        }
    }

    fn handout(&self, groups: &[Group<'g>], choices: &[Choice<'g>]) -> (Handout, Vec<Taken>) {
        let mut dealing = Dealing {
            groups,
            contested: Vec::new(),
            items: Vec::new(),
            taken: Vec::new(),
            kinds: Vec::new(),
        };
        let game = self.army.game;
        let own = groups.iter().flat_map(|group| &group.own);
        let mut all = Vec::new();
        choices.iter().chain(own).for_each(|choice| contested(game, choice, &mut all));
        dealing.contested = all;
        let is_gear = |entry: EntryId| matches!(game.entries[entry].kind, EntryKind::Profile(_));
        let effects = |choice: &Choice<'g>, times: i64, contested: &[EntryId]| {
            let mut carried = Carried::default();
            effects(game, choice, times, &mut carried);
            carried.taken.retain(|(entry, _)| is_gear(*entry) && contested.contains(entry));
            carried
        };
        for (class, group) in groups.iter().enumerate() {
            for (place, choice) in group.own.iter().enumerate() {
                let carried = effects(choice, choice.times, &dealing.contested);
                let to = To::All { classes: vec![class], strict: true };
                dealing.add(Place::Own(class, place), carried, to, false);
            }
        }
        let everybody: Vec<usize> = (0..groups.len()).collect();
        // What is taken by itself is the last to be called wrong.
        for automatic in [true, false] {
            for (place, choice) in choices.iter().enumerate() {
                if choice.automatic == automatic {
                    dealing.unit_choice(choice, vec![place], &everybody, &effects);
                }
            }
        }
        let classes = groups.iter().map(|group| Class {
            count: group.count,
            carries: group.weapons.iter().map(|(id, count)| (id.index(), *count)).collect(),
        });
        (Handout::new(classes.collect(), dealing.items), dealing.taken)
    }

    /// Splits the groups as the options were dealt, and notes which options were not.
    fn deal(
        &self,
        handout: &Handout,
        taken: &[Taken],
        dealt: &Dealt,
        groups: &mut Vec<Group<'g>>,
        choices: &mut [Choice<'g>],
    ) {
        let mut lacking: Vec<Option<Lack>> = Vec::new();
        for (item, unmet) in dealt.unmet.iter().enumerate() {
            let lack = |item| self.lack(handout, taken, dealt, item, groups, choices);
            let for_nobody = taken.get(item).is_some_and(|taken| taken.to_models)
                && handout.items.get(item).is_some_and(|item| item.to.is_nobody());
            lacking.push((*unmet > 0 || for_nobody).then(|| lack(item)).flatten());
        }
        let classes = std::mem::take(groups);
        for part in &dealt.parts {
            let Some(class) = classes.get(part.class) else { continue };
            let mut group = Group { count: part.count, ..class.clone() };
            let (mut given, mut own) = (Vec::new(), Vec::new());
            for (item, taken) in taken.iter().enumerate() {
                match (&taken.place, part.items.contains(&item)) {
                    (Place::Unit(path), true) => {
                        given.push(path);
                        group.given.extend(taken.to_models.then(|| path.clone()));
                    }
                    (Place::Own(class, place), true) if *class == part.class => own.push(*place),
                    // Told once for all models of a line.
                    (Place::Own(class, place), false) if *class == part.class => {
                        let lack = lacking.get_mut(item).and_then(Option::take);
                        group
                            .own
                            .get_mut(*place)
                            .into_iter()
                            .for_each(|own| own.lack = lack.clone());
                    }
                    _ => {}
                }
            }
            given.sort_unstable();
            group.given.sort_unstable();
            self.equip(&mut group, &given, &own, choices);
            groups.push(group);
        }
        for (item, (taken, lack)) in taken.iter().zip(lacking).enumerate() {
            let Place::Unit(path) = &taken.place else { continue };
            let Some(choice) = choice_at_mut(choices, path) else { continue };
            choice.lack = lack;
            let bearers = dealt.parts.iter().filter(|part| part.items.contains(&item));
            choice.settle_given_up(models(bearers));
        }
    }

    /// Why an option is not dealt to all it should go to.
    fn lack(
        &self,
        handout: &Handout,
        taken: &[Taken],
        dealt: &Dealt,
        item: usize,
        groups: &[Group<'g>],
        choices: &[Choice<'g>],
    ) -> Option<Lack> {
        let game = self.army.game;
        let find = |item: usize| match &taken.get(item)?.place {
            Place::Unit(path) => choice_at(choices, path),
            Place::Own(class, place) => groups.get(*class)?.own.get(*place),
        };
        let (wanted, choice) = (handout.items.get(item)?, find(item)?);
        let unmet = dealt.unmet.get(item).copied().unwrap_or(0);
        let each = choice.recipients.as_ref().and_then(|to| to.number).unwrap_or(1).max(1);
        let reach: Vec<usize> = match &wanted.to {
            To::All { classes, .. } => classes.clone(),
            To::Some { classes, .. } => classes.iter().map(|(class, _)| *class).collect(),
        };
        let there = handout.classes.iter().enumerate();
        let there = there.filter(|(class, _)| reach.contains(class));
        let there = total(there.map(|(_, class)| class.count));
        let (asked, too_few) = match wanted.to {
            To::Some { models, .. } => (Some(models), models > there),
            To::All { .. } => (None, there == 0),
        };
        if wanted.swaps.is_empty() || too_few {
            let copies = |models: i64| models.saturating_add(each - 1) / each;
            let excess = if there == 0 { choice.times } else { copies(unmet) };
            return Some(Lack::Models { excess });
        }
        let mut replaced = Vec::new();
        contested(game, choice, &mut replaced);
        let within = || dealt.parts.iter().filter(|part| reach.contains(&part.class));
        let by_model = asked.is_some();
        let copies = |choice: &Choice<'_>| if by_model { 1 } else { choice.copies_each() };
        let weapons = |part: &Part| if by_model { 1 } else { handout.most_of(part, item) };
        let carriers = || within().filter(|part| handout.ever_carries(part, item));
        let there = total(carriers().map(|part| part.count.saturating_mul(weapons(part))));
        let mut others = Vec::new();
        for other in (0..handout.items.len()).filter(|other| *other != item) {
            let Some(choice) = find(other) else { continue };
            let mut same = Vec::new();
            contested(game, choice, &mut same);
            let bearers = carriers().filter(|part| part.items.contains(&other));
            let models = models(bearers);
            if models > 0 && same.iter().any(|weapon| replaced.contains(weapon)) {
                others.push((choice.offer.entry, models.saturating_mul(copies(choice))));
            }
        }
        let all = || models(carriers()).saturating_mul(copies(choice));
        let wanted = asked.unwrap_or_else(all);
        let shortage = Shortage { replaced, by_model, wanted, there, others };
        Some(Lack::Weapons(Box::new(shortage)))
    }
}

/// The items of a handout while they are collected.
struct Dealing<'a, 'g> {
    groups: &'a [Group<'g>],
    /// What any option replaces.
    contested: Vec<EntryId>,
    items: Vec<Item>,
    taken: Vec<Taken>,
    kinds: Vec<(EntryId, Option<ChooseId>)>,
}

impl<'g> Dealing<'_, 'g> {
    fn add(&mut self, place: Place, carried: Carried, to: To, to_models: bool) {
        // Options without recipients that do nothing to what models carry need not be dealt.
        if !to_models && carried.is_empty() {
            return;
        }
        self.items.push(carried.item(to));
        self.taken.push(Taken { place, to_models });
    }

    /// An option of the unit, and those inside it that go to other models. `within` are the classes
    /// that the option around it goes to.
    fn unit_choice(
        &mut self,
        choice: &Choice<'g>,
        path: Path,
        within: &[usize],
        effects: &dyn Fn(&Choice<'g>, i64, &[EntryId]) -> Carried,
    ) {
        let fits = |class: &usize| {
            let to = choice.recipients.as_ref();
            let group = self.groups.get(*class);
            group.is_some_and(|group| to.is_none_or(|to| may_get(group, to)))
        };
        let classes: Vec<usize> = within.iter().copied().filter(fits).collect();
        for (place, inner) in choice.inner.iter().enumerate() {
            let path = path.iter().copied().chain([place]).collect();
            if inner.recipients.is_some() {
                self.unit_choice(inner, path, &classes, effects);
            }
        }
        let number = choice.recipients.as_ref().and_then(|to| to.number);
        let (times, to) = match number {
            None => (choice.times, To::All { classes, strict: false }),
            Some(number) => {
                let rank = |class| (class, self.rank(class, choice));
                let classes = classes.into_iter().map(rank).collect();
                let models = choice.times.saturating_mul(number);
                (1, To::Some { classes, models, kind: self.kind(choice) })
            }
        };
        let carried = effects(choice, times, &self.contested);
        self.add(Place::Unit(path), carried, to, choice.recipients.is_some());
    }

    /// What is offered once and taken in several places of a list is one kind. Another choice may
    /// offer the same to the same model.
    fn kind(&mut self, choice: &Choice<'g>) -> usize {
        let offered = (choice.offer.entry, choice.offer.chooses.first().copied());
        let known = self.kinds.iter().position(|known| *known == offered);
        known.unwrap_or_else(|| {
            self.kinds.push(offered);
            self.kinds.len() - 1
        })
    }

    /// Models written with the option come first, the leader last. Who replaced the leader takes
    /// none, unless the option names such models.
    fn rank(&self, class: usize, choice: &Choice<'g>) -> u8 {
        let Some(group) = self.groups.get(class) else { return UNWANTED };
        let elsewhere = choice.written.is_some() && choice.written != group.written;
        let named = choice.recipients.as_ref().is_some_and(Recipients::name_a_model);
        let unwanted = if group.replacement && !named { UNWANTED } else { 0 };
        unwanted + 2 * u8::from(elsewhere) + u8::from(group.leads)
    }
}

fn may_get(group: &Group<'_>, to: &Recipients) -> bool {
    let is = |who: &Who| match who {
        Who::Any => true,
        Who::Leader => group.leads,
        Who::NotLeader => !group.leads,
        Who::Model(model) => group.entry == *model,
    };
    let all = to.who.is_empty() && to.number.is_none();
    to.who.iter().all(is) && !(all && group.replacement)
}

pub(crate) fn choice_at<'c, 'g>(
    choices: &'c [Choice<'g>],
    path: &[usize],
) -> Option<&'c Choice<'g>> {
    let (first, rest) = path.split_first()?;
    let choice = choices.get(*first)?;
    if rest.is_empty() { Some(choice) } else { choice_at(&choice.inner, rest) }
}

pub(crate) fn choice_at_mut<'c, 'g>(
    choices: &'c mut [Choice<'g>],
    path: &[usize],
) -> Option<&'c mut Choice<'g>> {
    let (first, rest) = path.split_first()?;
    let choice = choices.get_mut(*first)?;
    if rest.is_empty() { Some(choice) } else { choice_at_mut(&mut choice.inner, rest) }
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
