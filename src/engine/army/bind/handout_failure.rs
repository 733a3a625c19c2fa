//! Why options cannot be handed out: too few models, or too few with the weapons they replace.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::equip::contested;
use crate::engine::army::bind::items::{ItemPlace, ItemSource, choice_at};
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::Choice;
use crate::engine::army::{HandoutFailure, WeaponShortage};
use crate::engine::handout::{EquippedModels, Handout, HandoutResult, ItemTarget, models, total};
use crate::model::EntryId;

impl<'g> Binder<'g, '_, '_> {
    /// Why an option is not dealt to all the models it should go to.
    pub(super) fn failure(
        &self,
        handout: &Handout,
        taken: &[ItemSource],
        dealt: &HandoutResult,
        item: usize,
        groups: &[Group<'g>],
        choices: &[Choice<'g>],
    ) -> Option<HandoutFailure> {
        let game = self.army.game;
        let find = |item: usize| match &taken.get(item)?.place {
            ItemPlace::Unit(path) => choice_at(choices, path),
            ItemPlace::Own(class, place) => groups.get(*class)?.own.get(*place),
        };
        let (wanted, choice) = (handout.items.get(item)?, find(item)?);
        let unmet = dealt.unmet.get(item).copied().unwrap_or(0);
        let each = choice.recipients.as_ref().and_then(|to| to.number).unwrap_or(1).max(1);
        let reach: Vec<usize> = match &wanted.to {
            ItemTarget::All { classes, .. } => classes.clone(),
            ItemTarget::Some { classes, .. } => classes.iter().map(|(class, _)| *class).collect(),
        };
        let there = handout.classes.iter().enumerate();
        let there = there.filter(|(class, _)| reach.contains(class));
        let there = total(there.map(|(_, class)| class.count));
        let (asked, too_few) = match wanted.to {
            ItemTarget::Some { models, .. } => (Some(models), models > there),
            ItemTarget::All { .. } => (None, there == 0),
        };
        if wanted.swaps.is_empty() || too_few {
            let copies = |models: i64| models.saturating_add(each - 1) / each;
            let excess = if there == 0 { choice.times } else { copies(unmet) };
            return Some(HandoutFailure::Models { excess });
        }
        let mut replaced = Vec::new();
        contested(game, choice, &mut replaced);
        let within = || dealt.parts.iter().filter(|part| reach.contains(&part.class));
        let by_model = asked.is_some();
        let copies = |choice: &Choice<'_>| if by_model { 1 } else { choice.copies_each() };
        let weapons =
            |part: &EquippedModels| if by_model { 1 } else { handout.most_of(part, item) };
        let carriers = || within().filter(|part| handout.ever_carries(part, item));
        let there = total(carriers().map(|part| part.count.saturating_mul(weapons(part))));
        let mut others: Vec<(EntryId, i64)> = Vec::new();
        for other in (0..handout.items.len()).filter(|other| *other != item) {
            let Some(choice) = find(other) else { continue };
            let mut same = Vec::new();
            contested(game, choice, &mut same);
            let bearers = carriers().filter(|part| part.items.contains(&other));
            let models = models(bearers);
            if models > 0 && same.iter().any(|weapon| replaced.contains(weapon)) {
                let (entry, times) = (choice.offer.entry, models.saturating_mul(copies(choice)));
                // The leader and the models after it may have taken this option separately.
                match others.iter_mut().find(|(known, _)| *known == entry) {
                    Some((_, known)) => *known = known.saturating_add(times),
                    None => others.push((entry, times)),
                }
            }
        }
        let all = || models(carriers()).saturating_mul(copies(choice));
        let wanted = asked.unwrap_or_else(all);
        let shortage = WeaponShortage { replaced, by_model, wanted, there, others };
        Some(HandoutFailure::Weapons(Box::new(shortage)))
    }
}
