//! Which models of a unit get which options, where options replace what models carry.
//!
//! Exact: if the options can be handed out in some way, they are. Options that replace the
//! same weapons are looked at together and apart from all others. Each is handed out in turn, to
//! the models that players expect; only where that fails, an integer program over classes of alike
//! models and the sets of options that each could bear decides. Start at [`hand_out`].

mod bear;
mod deal;
mod program;
mod sets;

use std::cell::Cell;

/// A weapon or the like, by its number.
pub type Weapon = usize;

/// The models of a unit, and the options that are to go to them.
#[derive(Debug)]
pub struct Handout {
    /// The models, alike ones together.
    pub classes: Vec<Class>,
    /// The options, the first to be blamed last.
    pub items: Vec<HandoutItem>,
    /// How many states of a model have been looked at.
    states: Cell<usize>,
    /// How many steps have been made in all.
    steps: Cell<usize>,
    /// Something was left out because there was too much of it, so there may be a better way.
    is_cut: Cell<bool>,
}

/// Models that are alike.
#[derive(Debug, Clone)]
pub struct Class {
    /// How many there are.
    pub count: i64,
    /// What each carries before any option, and how many of it.
    pub carries: Vec<(Weapon, i64)>,
}

/// An option, and what it does to a model that gets it.
#[derive(Debug, Clone)]
pub struct HandoutItem {
    /// What it adds, and how many of it.
    pub gives: Vec<(Weapon, i64)>,
    /// What it replaces, and how often.
    pub swaps: Vec<(Swap, i64)>,
    /// The models it goes to.
    pub to: ItemTarget,
}

/// Weapons taken away for others.
#[derive(Debug, Clone)]
pub struct Swap {
    /// What the model must have, one of each that is named.
    pub old: Vec<Weapon>,
    /// What it has instead.
    pub new: Vec<Weapon>,
}

/// The models an option goes to.
#[derive(Debug, Clone)]
pub enum ItemTarget {
    /// All of these classes that ever have what is replaced; if `strict`, those that never have it
    /// too.
    All {
        /// The classes.
        classes: Vec<usize>,
        /// Whether no model may go without.
        strict: bool,
    },
    /// So many different models.
    Some {
        /// The classes they may be of; the lowest rank first.
        classes: Vec<(usize, u8)>,
        /// How many models.
        models: i64,
        /// Items of the same kind never go to the same model.
        kind: usize,
    },
}

impl ItemTarget {
    /// Whether there is no model it could go to.
    pub fn is_nobody(&self) -> bool {
        match self {
            ItemTarget::All { classes, .. } => classes.is_empty(),
            ItemTarget::Some { classes, .. } => classes.is_empty(),
        }
    }
}

/// From this rank on a model should not get the item at all, but can.
pub const UNWANTED: u8 = 4;

/// Models of a class that get the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EquippedModels {
    /// Their class.
    pub class: usize,
    /// How many there are.
    pub count: i64,
    /// What each gets.
    pub items: Vec<usize>,
}

/// Who gets what, and what is left over.
#[derive(Debug, Clone)]
pub struct HandoutResult {
    /// All models, by what they get; the classes are in order.
    pub parts: Vec<EquippedModels>,
    /// For each item, how many models that should have it cannot.
    pub unmet: Vec<i64>,
    /// Something is left over, and there were too many ways to know that it must be.
    pub is_undecided: bool,
    /// How many steps it took.
    pub steps: usize,
}

/// How many models there are in parts.
pub fn models<'p>(parts: impl Iterator<Item = &'p EquippedModels>) -> i64 {
    total(parts.map(|part| part.count))
}

/// A sum that does not overflow.
pub(crate) fn total(counts: impl Iterator<Item = i64>) -> i64 {
    counts.fold(0, i64::saturating_add)
}

/// Hands the items out so that as few as possible are left over.
pub fn hand_out(handout: &Handout) -> HandoutResult {
    let parts = deal::deal(handout);
    let unmet: Vec<i64> =
        (0..handout.items.len()).map(|item| handout.unmet(&parts, item)).collect();
    let is_undecided = handout.is_cut.get() && unmet.iter().any(|unmet| *unmet > 0);
    HandoutResult { parts, unmet, is_undecided, steps: handout.steps.get() }
}

impl Handout {
    /// Nothing is handed out yet.
    pub fn new(classes: Vec<Class>, items: Vec<HandoutItem>) -> Self {
        let (states, steps, is_cut) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Handout { classes, items, states, steps, is_cut }
    }

    fn count_steps(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// Whether models ever have what an item replaces, as others give or replace it or not.
    pub fn ever_carries(&self, part: &EquippedModels, item: usize) -> bool {
        self.items.get(item).is_some_and(|item| self.ever_has(part.class, &part.items, item))
    }

    /// How much a model ever has of what an item replaces.
    pub fn most_of(&self, part: &EquippedModels, item: usize) -> i64 {
        let Some(wanted) = self.items.get(item) else { return 0 };
        let kit = self.ever_carried(part.class, &part.items);
        let old = wanted.swaps.iter().flat_map(|(swap, _)| &swap.old);
        old.map(|weapon| kit.count(*weapon)).min().unwrap_or(0)
    }

    /// How many models that should have an item do not. An item for all that nobody has is one.
    pub fn unmet(&self, parts: &[EquippedModels], item: usize) -> i64 {
        let Some(to) = self.items.get(item).map(|item| &item.to) else { return 0 };
        let has = |part: &&EquippedModels| part.items.contains(&item);
        let bearers = models(parts.iter().filter(has));
        match to {
            ItemTarget::Some { models, .. } => models.saturating_sub(bearers).max(0),
            ItemTarget::All { classes, .. } => {
                let missed = |part: &&EquippedModels| self.misses(part.class, &part.items, item);
                let missed = models(parts.iter().filter(missed));
                let nobody = bearers == 0 && missed == 0 && !classes.is_empty();
                missed + i64::from(nobody)
            }
        }
    }
}
