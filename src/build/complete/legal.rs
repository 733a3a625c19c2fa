//! The shortest way to a legal list that is found by always taking the best next step.

use super::{Dice, Wish};
use crate::build::bench::{Draft, Workbench, is_added};
use crate::build::force::with_force;
use crate::model::EntryId;
use crate::validate::Number;

/// More steps than any list needs.
const MOST_STEPS: usize = 60;

/// How many ways are tried from the beginning.
const WAYS: u64 = 6;

/// How many first steps are tried where none helps by itself.
const FIRST_STEPS: usize = 24;

impl Workbench<'_, '_> {
    /// Adds what is missing. If there is no way that is seen, the nearest list comes back.
    pub(super) fn make_legal(&self, draft: Draft, units: &[EntryId], wish: &Wish<'_>, seed: u64) -> Result<Draft, Box<Draft>> {
        let list = draft.list.clone();
        let mut nearest = match self.one_way(draft, units, wish, &mut Dice::new(seed), 0) {
            Ok(legal) => return Ok(legal),
            Err(nearest) => nearest,
        };
        // The cheapest steps led nowhere: dearer ones may not.
        for attempt in 1..WAYS {
            if !(wish.go_on)("making the list legal") {
                break;
            }
            match self.one_way(self.draft(list.clone()), units, wish, &mut Dice::new(seed.wrapping_add(attempt)), attempt) {
                Ok(legal) => return Ok(legal),
                Err(other) if other.distance() < nearest.distance() => nearest = other,
                Err(_) => {}
            }
        }
        Err(nearest)
    }

    /// The best step again and again; `luck` lets steps that cost more by so many times come first.
    fn one_way(
        &self,
        mut draft: Draft,
        units: &[EntryId],
        wish: &Wish<'_>,
        dice: &mut Dice,
        luck: u64,
    ) -> Result<Draft, Box<Draft>> {
        for _ in 0..MOST_STEPS {
            if draft.is_legal() {
                return Ok(draft);
            }
            if !(wish.go_on)("making the list legal") {
                break;
            }
            let begun = draft.weighed.errors.iter().any(|issue| issue.code.name == "force.too_few");
            if let Some(list) = with_force(self.game, &draft.list).filter(|_| begun) {
                draft = self.draft(list);
                continue;
            }
            let mut steps = self.steps(&draft, units, dice, wish);
            let best = steps.iter().map(Draft::distance).min().filter(|best| *best < draft.distance());
            let found = match best {
                Some(best) => steps.into_iter().filter(|step| step.distance() == best).min_by_key(|step| {
                    let times = Number::whole(1 + i64::try_from(dice.below(1 + luck * 2)).unwrap_or(0));
                    self.dearness(&draft, step).multiply(times).unwrap_or(Number::ZERO)
                }),
                None => {
                    // Two that help only together.
                    steps.sort_by_key(|step| (step.distance(), self.dearness(&draft, step)));
                    steps.truncate(FIRST_STEPS);
                    let second = |step: &Draft| {
                        self.steps(step, units, &mut Dice::new(luck), wish)
                            .into_iter()
                            .min_by_key(|two| (two.distance(), two.weighed.points))
                    };
                    steps
                        .iter()
                        .filter_map(second)
                        .filter(|two| two.distance() < draft.distance())
                        .min_by_key(|two| (two.distance(), two.weighed.points))
                }
            };
            match found {
                Some(next) => draft = next,
                None => return Err(Box::new(draft)),
            }
        }
        if draft.is_legal() { Ok(draft) } else { Err(Box::new(draft)) }
    }

    /// What a step costs; another of what is there already counts half as much again.
    fn dearness(&self, before: &Draft, step: &Draft) -> Number {
        let price = step.price_over(before);
        let count = |draft: &Draft, entry: EntryId| draft.weighed.units.iter().filter(|unit| unit.entry == entry).count();
        let added = step.weighed.units.iter().find(|unit| is_added(unit.at) && before.unit(unit.at).is_none());
        let again = added.is_some_and(|unit| count(before, unit.entry) > 0);
        let half = price.divide(Number::whole(2)).filter(|_| again);
        half.and_then(|half| price.plus(half)).unwrap_or(price)
    }

    /// Every list with one unit or one option more that costs no more than may be spent.
    fn steps(&self, draft: &Draft, units: &[EntryId], dice: &mut Dice, wish: &Wish<'_>) -> Vec<Draft> {
        let limit = draft.list.points.as_ref().map(|points| Number::whole(points.value));
        let was_over = limit.is_some_and(|limit| draft.weighed.points > limit);
        let keys = draft.weighed.keys();
        let affordable = |step: &Draft| {
            let within = was_over || limit.is_none_or(|limit| step.weighed.points <= limit);
            within && step.is_mendable_after(draft, &keys)
        };
        let mut steps: Vec<Draft> = Vec::new();
        let goes_on = || (wish.go_on)("making the list legal");
        for (entry, home) in self.additions(&draft.list, units).into_iter().take_while(|_| goes_on()) {
            let step = self.with_unit(&draft.list, entry, home).map(|(step, _)| step);
            steps.extend(step.filter(affordable));
        }
        for unit in draft.weighed.units.iter().take_while(|_| goes_on()) {
            for option in self.offered(&draft.list, unit.at) {
                steps.extend(self.with_option(&draft.list, unit.at, &option).filter(affordable));
            }
        }
        // Which of two that are as good comes first is a matter of chance.
        let turn = usize::try_from(dice.below(steps.len() as u64)).unwrap_or(0);
        steps.rotate_left(turn);
        steps
    }
}
