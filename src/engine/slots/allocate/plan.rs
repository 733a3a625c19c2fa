//! Classes of units with the same places, plans as numbers of units per class and place, and their
//! exact scores.

use crate::engine::slots::allocate::helpers;
use crate::engine::slots::allocate::model::Var;
use crate::engine::slots::allocate::types::{
    Allocation, AllocationInput, AllowedPlacements, Placement,
};
use crate::engine::slots::allocate::used::Used;

/// The solver clamps numbers to this: far above any list, and far below where floats lose
/// precision.
pub(crate) const LIMIT: i64 = 1_000_000;

/// Units with the same places, in canonical order.
pub(crate) struct Class {
    pub(crate) units: Vec<usize>,
    /// In chart order.
    pub(crate) places: Vec<Placement>,
    /// Variables for further units that are still to be chosen, with the maximum of each.
    pub(crate) further: Vec<(Var, i64)>,
}

impl Class {
    pub(crate) fn size(&self) -> i64 {
        i64::try_from(self.units.len()).unwrap_or(i64::MAX)
    }

    /// The most units there may be, including those still to be chosen.
    pub(crate) fn most(&self) -> i64 {
        self.further.iter().fold(self.size(), |sum, (_, most)| sum.saturating_add(*most))
    }
}

pub(crate) fn classes(allocation: &AllocationInput) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (unit, given) in allocation.units.iter().enumerate() {
        class_of(allocation, given, &mut classes).units.push(unit);
    }
    classes
}

/// The class of units with these places.
pub(crate) fn class_of<'c>(
    allocation: &AllocationInput,
    given: &AllowedPlacements,
    classes: &'c mut Vec<Class>,
) -> &'c mut Class {
    let mut places: Vec<Placement> = given.iter(allocation).collect();
    places.sort_unstable_by_key(|place: &Placement| place.order(allocation));
    places.dedup();
    let known = classes.iter().position(|class| class.places == places);
    let at = known.unwrap_or_else(|| {
        classes.push(Class { units: Vec::new(), places, further: Vec::new() });
        classes.len() - 1
    });
    #[expect(clippy::indexing_slicing, reason = "found or pushed above")]
    &mut classes[at]
}

/// The score of a plan, to be minimised, the first field first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score {
    pub(crate) unplaced: i64,
    pub(crate) short: i64,
    pub(crate) missing: i64,
    pub(crate) trades: i64,
    pub(crate) position: i64,
}

/// A way to place units: how many of each class go where, and which trades are used.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// The number of units, by class and by place of the class.
    pub(crate) counts: Vec<Vec<i64>>,
    /// How many times each trade is made.
    pub(crate) trades: Vec<i64>,
}

impl Plan {
    fn filled<'a>(&'a self, classes: &'a [Class]) -> impl Iterator<Item = (Placement, i64)> + 'a {
        let class = |(class, counts): (&'a Class, &'a Vec<i64>)| {
            class.places.iter().copied().zip(counts.iter().copied())
        };
        classes.iter().zip(&self.counts).flat_map(class)
    }

    fn used(&self, allocation: &AllocationInput, classes: &[Class]) -> Used {
        let mut used = Used::new(allocation);
        self.filled(classes).for_each(|(place, units)| used.add(place, units));
        used
    }

    /// How many units stand in each slot.
    pub(crate) fn numbers(&self, allocation: &AllocationInput, classes: &[Class]) -> Vec<i64> {
        self.used(allocation, classes).slots
    }

    /// The parts of the score that do not depend on helpers and trades: unplaced, short, position.
    pub(crate) fn costs(&self, allocation: &AllocationInput, classes: &[Class]) -> (i64, i64, i64) {
        let placed: i64 = self.counts.iter().flatten().sum();
        let units: i64 = classes.iter().map(Class::size).sum();
        let short = self.used(allocation, classes).short(allocation).sum();
        let position = self.filled(classes);
        let position = position.map(|(place, units)| place.position(allocation) * units).sum();
        (units - placed, short, position)
    }

    /// The score; none if the plan breaks a rule.
    pub(crate) fn score(&self, allocation: &AllocationInput, classes: &[Class]) -> Option<Score> {
        let unplaced: Vec<i64> = classes
            .iter()
            .zip(&self.counts)
            .map(|(class, counts)| class.size() - counts.iter().sum::<i64>())
            .collect();
        let whole = unplaced.iter().all(|number| *number >= 0)
            && self.counts.iter().flatten().all(|number| *number >= 0);
        let mut trades = allocation.trades.iter().zip(&self.trades);
        let allowed =
            trades.all(|(trade, times)| (0..=allocation.trade_limit(trade)).contains(times));
        let maxima = allocation.maxima(&self.trades);
        let mut bounds = allocation.slots.iter().zip(&maxima);
        let above_floor = bounds.all(|(bounds, max)| max.is_none_or(|max| max >= bounds.floor()));
        let used = self.used(allocation, classes);
        let legal =
            whole && allowed && above_floor && used.within(allocation, maxima.iter().copied());
        let (unplaced, short, position) = self.costs(allocation, classes);
        let trades = self.trades.iter().sum();
        legal.then(|| {
            let missing = helpers::missing(allocation, &used.slots);
            Score { unplaced, short, missing, trades, position }
        })
    }

    /// The allocation of a plan. The earlier units of a class get its earlier places; the last ones
    /// stay out.
    pub(crate) fn answer(&self, allocation: &AllocationInput, classes: &[Class]) -> Allocation {
        let mut places = vec![None; allocation.units.len()];
        for (class, counts) in classes.iter().zip(&self.counts) {
            let repeat = |(place, units): (&Placement, &i64)| {
                std::iter::repeat_n(*place, usize::try_from(*units).unwrap_or(0))
            };
            for (unit, place) in
                class.units.iter().zip(class.places.iter().zip(counts).flat_map(repeat))
            {
                if let Some(slot) = places.get_mut(*unit) {
                    *slot = Some(place);
                }
            }
        }
        let used = self.used(allocation, classes);
        Allocation {
            trades: self.trades.clone(),
            maxima: allocation.maxima(&self.trades),
            short: used.short(allocation).collect(),
            helpers: helpers::assign(allocation, &places, &used.slots),
            places,
        }
    }
}
