//! The sets of items that a model of a class can bear.

use super::{Handout, To, Weapon};

/// How many steps are made to find the sets of one class.
const MOST_STEPS: usize = 20_000;

/// Every set of the items that a model of the class can bear, up to so many; the empty one comes
/// first.
pub(super) fn sets_of(
    handout: &Handout,
    class: usize,
    items: &[usize],
    most: usize,
) -> Vec<Vec<usize>> {
    let reaches = |item: &&usize| match handout.items.get(**item).map(|item| &item.to) {
        Some(To::All { classes, .. }) => classes.contains(&class),
        Some(To::Some { classes, .. }) => classes.iter().any(|(known, _)| *known == class),
        None => false,
    };
    let items: Vec<usize> = items.iter().filter(reaches).copied().collect();
    let mut walk =
        Walk { handout, class, items, most, chosen: Vec::new(), found: Vec::new(), steps: 0 };
    walk.step(0);
    walk.found
}

struct Walk<'h> {
    handout: &'h Handout,
    class: usize,
    items: Vec<usize>,
    most: usize,
    chosen: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps: usize,
}

impl Walk<'_> {
    /// Leaves out or takes in each item in turn.
    fn step(&mut self, at: usize) {
        self.steps += 1;
        let enough = self.found.len() > self.most || self.steps > MOST_STEPS;
        if enough || self.is_hopeless(at) {
            return;
        }
        let Some(item) = self.items.get(at).copied() else {
            if self.handout.can_bear(self.class, &self.chosen) {
                self.found.push(self.chosen.clone());
            }
            return;
        };
        self.step(at + 1);
        if !self.chosen.iter().any(|chosen| self.handout.excludes(*chosen, item)) {
            self.chosen.push(item);
            self.step(at + 1);
            self.chosen.pop();
        }
    }

    /// Whether more is replaced than the model has and all that is chosen or still open could
    /// bring.
    fn is_hopeless(&self, at: usize) -> bool {
        let open = self.items.get(at..).unwrap_or_default();
        let items = |items: &[usize]| {
            items.iter().filter_map(|item| self.handout.items.get(*item)).collect::<Vec<_>>()
        };
        let chosen = items(&self.chosen);
        let comes = |weapon: Weapon| -> i64 {
            let carried = self.handout.classes.get(self.class).map_or(&[][..], |c| &c.carries);
            let brought = chosen.iter().copied().chain(items(open));
            let brought = brought.map(|item| {
                let new = item.swaps.iter().map(|(swap, times)| times * of(&swap.new, weapon));
                new.sum::<i64>() + sum_of(&item.gives, weapon)
            });
            brought.sum::<i64>() + sum_of(carried, weapon)
        };
        let goes = |weapon: Weapon| -> i64 {
            let swaps = chosen.iter().flat_map(|item| &item.swaps);
            swaps.map(|(swap, times)| times * of(&swap.old, weapon)).sum()
        };
        let replaced = chosen.iter().flat_map(|item| &item.swaps).flat_map(|(swap, _)| &swap.old);
        replaced.into_iter().any(|weapon| goes(*weapon) > comes(*weapon))
    }
}

fn of(weapons: &[Weapon], weapon: Weapon) -> i64 {
    i64::try_from(weapons.iter().filter(|known| **known == weapon).count()).unwrap_or(i64::MAX)
}

fn sum_of(weapons: &[(Weapon, i64)], weapon: Weapon) -> i64 {
    weapons.iter().filter(|(known, _)| *known == weapon).map(|(_, count)| *count).sum()
}
