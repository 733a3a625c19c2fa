//! Decides which models of a unit get which options, where options replace what models carry.
//!
//! This is exact: if there is a way to hand out the options, it is found. Options that replace the
//! same weapons are handled together and apart from all others. Each is handed out in turn, to the
//! models that players expect. Where that fails, an integer program decides, over classes of alike
//! models and the sets of options that each class can bear. Start at [`hand_out`].

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
    /// The models, grouped into classes of alike models.
    pub classes: Vec<Class>,
    /// The options, the first to be blamed last.
    pub items: Vec<HandoutItem>,
    /// How many states of models have been explored.
    states: Cell<usize>,
    /// How many steps have been taken in all.
    steps: Cell<usize>,
    /// Whether the search was cut short because there were too many possibilities, so that there
    /// may be a better way.
    is_cut: Cell<bool>,
}

/// Models that are alike.
#[derive(Debug, Clone)]
pub struct Class {
    /// How many there are.
    pub count: i64,
    /// The weapons each model carries before any option, with their counts.
    pub carries: Vec<(Weapon, i64)>,
}

/// An option, and what it does to a model that gets it.
#[derive(Debug, Clone)]
pub struct HandoutItem {
    /// The weapons it adds, with their counts.
    pub gives: Vec<(Weapon, i64)>,
    /// Its swaps, and how often each is made.
    pub swaps: Vec<(Swap, i64)>,
    /// The models it goes to.
    pub to: ItemTarget,
}

/// Weapons replaced by others.
#[derive(Debug, Clone)]
pub struct Swap {
    /// The weapons taken away; the model must have all of them, counting repeats.
    pub old: Vec<Weapon>,
    /// The weapons it gets instead.
    pub new: Vec<Weapon>,
}

/// The models an option goes to.
#[derive(Debug, Clone)]
pub enum ItemTarget {
    /// All models of these classes that ever have what is replaced; if `strict`, also those that
    /// never have it.
    All {
        /// The classes.
        classes: Vec<usize>,
        /// Whether no model may go without the item.
        strict: bool,
    },
    /// A number of different models.
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

/// Models of a class that get the same items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EquippedModels {
    /// Their class.
    pub class: usize,
    /// How many there are.
    pub count: i64,
    /// The items that each model gets.
    pub items: Vec<usize>,
}

/// Which models get which items, and what is left over.
#[derive(Debug, Clone)]
pub struct HandoutResult {
    /// All models, grouped by what they get, in the order of the classes.
    pub parts: Vec<EquippedModels>,
    /// For each item, how many models that should have it do not.
    pub unmet: Vec<i64>,
    /// Whether something is left over, but there were too many ways to prove that it must be.
    pub is_undecided: bool,
    /// How many steps it took.
    pub steps: usize,
}

/// The total number of models in these parts.
pub fn models<'p>(parts: impl Iterator<Item = &'p EquippedModels>) -> i64 {
    total(parts.map(|part| part.count))
}

/// A saturating sum.
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
    /// A handout of these items to these models, with nothing handed out yet.
    pub fn new(classes: Vec<Class>, items: Vec<HandoutItem>) -> Self {
        let (states, steps, is_cut) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Handout { classes, items, states, steps, is_cut }
    }

    fn count_steps(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    /// Whether models ever have what an item replaces, given their other items.
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

    /// How many models that should have an item do not. An item for all models that no model has
    /// counts as one.
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
