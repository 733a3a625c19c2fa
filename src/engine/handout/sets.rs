//! Lists the sets of items that a model of a class can bear. Start at `sets_of`.

use super::bear::Loadout;
use super::{Handout, ItemTarget};

/// The steps allowed for each set that could be listed.
const STEPS_FOR_A_SET: usize = 10;

/// Every set of these items that a model of the class can bear, up to a maximum number of sets; the
/// empty set comes first.
pub(super) fn sets_of(
    handout: &Handout,
    class: usize,
    items: &[usize],
    most: usize,
) -> Vec<Vec<usize>> {
    let reaches = |item: &&usize| match handout.items.get(**item).map(|item| &item.to) {
        Some(ItemTarget::All { classes, .. }) => classes.contains(&class),
        Some(ItemTarget::Some { classes, .. }) => classes.iter().any(|(known, _)| *known == class),
        None => false,
    };
    let items: Vec<usize> = items.iter().filter(reaches).copied().collect();
    let spare = handout.ever_carried(class, &items);
    let mut walk =
        Walk { handout, class, items, most, chosen: Vec::new(), found: Vec::new(), steps: 0 };
    walk.step(0, spare);
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
    /// Leaves out or includes each item in turn. `spare` is what a model would have left if it got
    /// everything that the chosen and the undecided items bring. Once that is negative, no set from
    /// here on can be borne.
    fn step(&mut self, at: usize, spare: Loadout) {
        self.steps += 1;
        let enough = self.found.len() > self.most || self.steps > STEPS_FOR_A_SET * self.most;
        if enough {
            self.handout.is_cut.set(true);
        }
        if enough || spare.has_debts() {
            return;
        }
        let Some(place) = self.items.get(at).copied() else {
            if self.handout.can_bear(self.class, &self.chosen) {
                self.found.push(self.chosen.clone());
            }
            return;
        };
        let Some(item) = self.handout.items.get(place) else { return };
        let mut without = spare.clone();
        item.gives.iter().for_each(|(weapon, count)| without.add(*weapon, -count));
        for (swap, times) in &item.swaps {
            swap.new.iter().for_each(|weapon| without.add(*weapon, -times));
        }
        self.step(at + 1, without);
        if !self.chosen.iter().any(|chosen| self.handout.excludes(*chosen, place)) {
            let mut with = spare;
            for (swap, times) in &item.swaps {
                swap.old.iter().for_each(|weapon| with.add(*weapon, -times));
            }
            self.chosen.push(place);
            self.step(at + 1, with);
            self.chosen.pop();
        }
    }
}
