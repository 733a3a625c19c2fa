//! The options of a unit as items to hand out to its models.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::equip::{Carried, contested, effects};
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::engine::army::{Menu, Recipients};
use crate::engine::handout::{Class, Handout, HandoutItem, ItemTarget, UNWANTED};
use crate::model::{ChooseId, EntryId, EntryKind, ModelFilter};

/// Where the list takes an option that is handed out.
pub(crate) struct ItemSource {
    pub place: ItemPlace,
    /// Whether the models that receive the option list it as given to them.
    pub to_models: bool,
}

/// The position of an option among the choices: the index of the outermost option, then of each
/// inner one.
pub(crate) type Path = Vec<usize>;

pub(crate) enum ItemPlace {
    Unit(Path),
    /// Taken by the models of a group, not by the unit.
    Own(usize, usize),
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

impl<'g> Binder<'g, '_, '_> {
    /// An option inside another is for the same models unless it names its own recipients. What one
    /// model gets stays with that model.
    pub(super) fn set_recipients(&self, choice: &mut Choice<'g>) {
        choice.recipients = Menu::recipients(self.army.game, &choice.offer);
        let is_unit = self.army.game.entries[choice.offer.entry].kind == EntryKind::Unit;
        if !is_unit && choice.recipients.as_ref().is_none_or(|to| to.number.is_none()) {
            choice.inner.iter_mut().for_each(|inner| self.set_recipients(inner));
        }
    }

    pub(super) fn handout(
        &self,
        groups: &[Group<'g>],
        choices: &[Choice<'g>],
    ) -> (Handout, Vec<ItemSource>) {
        let mut dealing = ItemCollector {
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
                let to = ItemTarget::All { classes: vec![class], strict: true };
                dealing.add(ItemPlace::Own(class, place), carried, to, false);
            }
        }
        let everybody: Vec<usize> = (0..groups.len()).collect();
        // Written options come last, so they are reported as wrong before automatic ones.
        for automatic in [true, false] {
            for (place, choice) in choices.iter().enumerate() {
                if choice.automatic.is_some() == automatic {
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
}

/// The items of a handout while they are collected.
struct ItemCollector<'a, 'g> {
    groups: &'a [Group<'g>],
    /// The weapons that any option replaces.
    contested: Vec<EntryId>,
    items: Vec<HandoutItem>,
    taken: Vec<ItemSource>,
    kinds: Vec<(EntryId, Option<ChooseId>)>,
}

impl<'g> ItemCollector<'_, 'g> {
    fn add(&mut self, place: ItemPlace, carried: Carried, to: ItemTarget, to_models: bool) {
        // Options without recipients that do nothing to what models carry need not be dealt.
        if !to_models && carried.is_empty() {
            return;
        }
        self.items.push(carried.item(to));
        self.taken.push(ItemSource { place, to_models });
    }

    /// Adds an option of the unit, and the options inside it that go to other models. `within`
    /// holds the classes that the surrounding option goes to.
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
            None => (choice.times, ItemTarget::All { classes, strict: false }),
            Some(number) => {
                let rank = |class| (class, self.rank(class, choice));
                let classes = classes.into_iter().map(rank).collect();
                let models = choice.times.saturating_mul(number);
                (1, ItemTarget::Some { classes, models, kind: self.kind(choice) })
            }
        };
        let carried = effects(choice, times, &self.contested);
        self.add(ItemPlace::Unit(path), carried, to, choice.recipients.is_some());
    }

    /// An offer that a list takes in several places is one kind. Another choice may offer the same
    /// option to the same model.
    fn kind(&mut self, choice: &Choice<'g>) -> usize {
        let offered = (choice.offer.entry, choice.offer.chooses.first().copied());
        let known = self.kinds.iter().position(|known| *known == offered);
        known.unwrap_or_else(|| {
            self.kinds.push(offered);
            self.kinds.len() - 1
        })
    }

    /// Models written with the option come first, the leader last. A model that replaced the leader
    /// takes none, unless the option names such models.
    fn rank(&self, class: usize, choice: &Choice<'g>) -> u8 {
        let Some(group) = self.groups.get(class) else { return UNWANTED };
        let elsewhere = choice.written.is_some() && choice.written != group.written;
        let named = choice.recipients.as_ref().is_some_and(Recipients::name_a_model);
        let unwanted = if group.replacement && !named { UNWANTED } else { 0 };
        unwanted + 2 * u8::from(elsewhere) + u8::from(group.leads)
    }
}

fn may_get(group: &Group<'_>, to: &Recipients) -> bool {
    let is = |who: &ModelFilter| match who {
        ModelFilter::Any => true,
        ModelFilter::Leader => group.leads,
        ModelFilter::NotLeader => !group.leads,
        ModelFilter::Model(model) => group.entry == *model,
    };
    let all = to.who.is_empty() && to.number.is_none();
    // A unit without models has no model to give the option to.
    group.line.is_some() && to.who.iter().all(is) && !(all && group.replacement)
}
