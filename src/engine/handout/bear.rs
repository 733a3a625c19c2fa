//! Whether a model can bear a set of items: there must be an order of its swaps in which each swap
//! finds the weapons it replaces.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{Handout, HandoutItem, ItemTarget, Swap, Weapon};

/// The most states that are explored in all before chains of swaps are given up.
const MOST_STATES: usize = 50_000;

/// The weapons of one model, with how many of each.
#[derive(Clone, Default)]
pub(super) struct Loadout(SmallVec<[(Weapon, i64); 8]>);

impl Loadout {
    pub(super) fn add(&mut self, weapon: Weapon, count: i64) {
        match self.0.iter_mut().find(|(known, _)| *known == weapon) {
            Some((_, have)) => *have = have.saturating_add(count),
            None => self.0.push((weapon, count)),
        }
    }

    fn add_all(&mut self, weapons: &[(Weapon, i64)]) {
        weapons.iter().for_each(|(weapon, count)| self.add(*weapon, *count));
    }

    fn exchange(&mut self, swap: &Swap, times: i64) {
        swap.old.iter().for_each(|weapon| self.add(*weapon, -times));
        swap.new.iter().for_each(|weapon| self.add(*weapon, times));
    }

    pub(super) fn count(&self, weapon: Weapon) -> i64 {
        self.0.iter().find(|(known, _)| *known == weapon).map_or(0, |(_, count)| *count)
    }

    pub(super) fn has_debts(&self) -> bool {
        self.0.iter().any(|(_, count)| *count < 0)
    }

    /// Whether everything that a swap replaces is there.
    fn allows(&self, swap: &Swap) -> bool {
        let mut left = self.clone();
        swap.old.iter().for_each(|weapon| left.add(*weapon, -1));
        !left.has_debts()
    }
}

impl Handout {
    fn carried(&self, class: usize) -> Loadout {
        let mut kit = Loadout::default();
        kit.add_all(self.classes.get(class).map_or(&[], |class| &class.carries));
        kit
    }

    fn chosen(&self, items: &[usize]) -> impl Iterator<Item = &HandoutItem> {
        items.iter().filter_map(|item| self.items.get(*item))
    }

    /// Whether a model of the class can have all of these items.
    pub(super) fn can_bear(&self, class: usize, items: &[usize]) -> bool {
        let swaps: SmallVec<[&(Swap, i64); 4]> =
            self.chosen(items).flat_map(|item| &item.swaps).collect();
        self.count_steps(1 + swaps.len());
        if swaps.is_empty() {
            return true;
        }
        let mut kit = self.carried(class);
        // Add the given weapons first: they never prevent a swap.
        self.chosen(items).for_each(|item| kit.add_all(&item.gives));
        let mut end = kit.clone();
        swaps.iter().for_each(|(swap, times)| end.exchange(swap, *times));
        if end.has_debts() {
            return false;
        }
        let gained = |weapon: &Weapon| swaps.iter().any(|(swap, _)| swap.new.contains(weapon));
        let chained = swaps.iter().any(|(swap, _)| swap.old.iter().any(gained));
        !chained || self.in_some_order(&kit, &swaps)
    }

    /// Everything that a model with these items has at some point.
    pub(super) fn ever_carried(&self, class: usize, items: &[usize]) -> Loadout {
        let mut kit = self.carried(class);
        for item in self.chosen(items) {
            kit.add_all(&item.gives);
            for (swap, times) in &item.swaps {
                swap.new.iter().for_each(|weapon| kit.add(*weapon, *times));
            }
        }
        kit
    }

    /// Whether a model ever has what the swaps of an item replace, not counting what its other
    /// swaps take away.
    pub(super) fn ever_has(&self, class: usize, items: &[usize], item: &HandoutItem) -> bool {
        if item.swaps.is_empty() {
            return true;
        }
        let others: SmallVec<[usize; 8]> =
            items.iter().copied().filter(|other| !self.is(*other, item)).collect();
        let mut kit = self.ever_carried(class, &others);
        kit.add_all(&item.gives);
        item.swaps.iter().enumerate().all(|(at, (swap, _))| {
            // The weapons that a swap itself yields do not make the swap possible.
            let mut kit = kit.clone();
            for (other, (swap, times)) in item.swaps.iter().enumerate() {
                if other != at {
                    swap.new.iter().for_each(|weapon| kit.add(*weapon, *times));
                }
            }
            kit.allows(swap)
        })
    }

    fn is(&self, place: usize, item: &HandoutItem) -> bool {
        self.items.get(place).is_some_and(|known| std::ptr::eq(known, item))
    }

    /// Whether a model with these items lacks an item that is for its whole class.
    pub(super) fn misses(&self, class: usize, items: &[usize], item: usize) -> bool {
        let Some(wanted) = self.items.get(item) else { return false };
        match &wanted.to {
            ItemTarget::All { classes, strict } => {
                classes.contains(&class)
                    && !items.contains(&item)
                    && (*strict || self.ever_has(class, items, wanted))
            }
            ItemTarget::Some { .. } => false,
        }
    }

    /// Whether all swaps can be made one after another in some order. Gives up after so many states
    /// that only absurd data reaches the limit.
    fn in_some_order(&self, kit: &Loadout, swaps: &[&(Swap, i64)]) -> bool {
        let all: SmallVec<[i64; 4]> = swaps.iter().map(|(_, times)| *times).collect();
        let mut open = vec![(kit.clone(), all.clone())];
        let mut seen = FxHashSet::from_iter([all]);
        while let Some((kit, left)) = open.pop() {
            if left.iter().all(|times| *times <= 0) {
                return true;
            }
            self.states.set(self.states.get() + 1);
            self.count_steps(swaps.len());
            if self.states.get() > MOST_STATES {
                self.is_cut.set(true);
                return false;
            }
            for (at, (swap, _)) in swaps.iter().enumerate() {
                let mut next = left.clone();
                match next.get_mut(at) {
                    Some(times) if *times > 0 && kit.allows(swap) => *times -= 1,
                    _ => continue,
                }
                if seen.insert(next.clone()) {
                    let mut kit = kit.clone();
                    kit.exchange(swap, 1);
                    open.push((kit, next));
                }
            }
        }
        false
    }
}
