//! The allocator's input and output: the chart with its slots and rules, the units, and the answer.
//! Start at [`AllocationInput`] and [`Allocation`].
//!
//! Out-of-range indices are never a place, a helper or a usable trade.

/// The smallest and the largest number of units of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SlotBounds {
    pub min: i64,
    /// `None` means that there is no maximum.
    pub max: Option<i64>,
}

/// Lets units into a slot they do not fit by themselves, at most `most` in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grant {
    pub slot: usize,
    pub most: i64,
}

/// Up to `most` times: the maximum of the slot `give.1` falls by `give.0`, that of `get.1` rises by
/// `get.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Trade {
    pub give: (i64, usize),
    pub get: (i64, usize),
    pub most: i64,
}

/// Every unit in one of `slots` needs `count` other units in `by` slots; `true`: the first unit
/// there is free.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unlock {
    pub slots: Vec<(usize, bool)>,
    pub count: i64,
    pub by: Vec<usize>,
}

/// Where a unit may stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedPlacements {
    pub slots: Vec<usize>,
    pub grants: Vec<usize>,
    pub offers: Vec<usize>,
}

/// The problem to solve: units, and the slots of a chart that they may fill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllocationInput {
    pub slots: Vec<SlotBounds>,
    /// In canonical order.
    pub units: Vec<AllowedPlacements>,
    pub grants: Vec<Grant>,
    /// How many places each pool outside of all slots has.
    pub offers: Vec<i64>,
    pub trades: Vec<Trade>,
    pub unlocks: Vec<Unlock>,
    /// Each unit helps at most one other unit, over all unlocks.
    pub unlocks_once: bool,
}

/// Where a unit stands: in a slot, by itself or by a grant, or in a pool outside of all slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Placement {
    Slot { slot: usize, grant: Option<usize> },
    Offer(usize),
}

/// One unit that needs helpers by one unlock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Helped {
    pub unit: usize,
    pub unlock: usize,
    /// The helping units.
    pub by: Vec<usize>,
    pub missing: i64,
}

/// The best way to place the units, and how far it falls short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    /// The place of each unit.
    pub places: Vec<Option<Placement>>,
    /// How many times each trade was used.
    pub trades: Vec<i64>,
    /// The maximum of each slot, after trades.
    pub maxima: Vec<Option<i64>>,
    /// How far each slot is below its minimum.
    pub short: Vec<i64>,
    /// Sorted by unlock, then by unit.
    pub helpers: Vec<Helped>,
}

impl Allocation {
    /// Whether all units are placed, all minima met and all unlocks paid.
    #[must_use]
    pub fn feasible(&self) -> bool {
        self.places.iter().all(Option::is_some)
            && self.short.iter().all(|short| *short == 0)
            && self.helpers.iter().all(|helped| helped.missing == 0)
    }
}

impl Placement {
    pub(crate) fn slot(self) -> Option<usize> {
        match self {
            Placement::Slot { slot, .. } => Some(slot),
            Placement::Offer(_) => None,
        }
    }

    /// The position in chart order: slots by index, each slot's own units before those by grant,
    /// then the offers.
    pub(crate) fn position(self, allocation: &AllocationInput) -> i64 {
        let position = match self {
            Placement::Slot { slot, grant: None } => 2 * slot,
            Placement::Slot { slot, grant: Some(_) } => 2 * slot + 1,
            Placement::Offer(offer) => 2 * allocation.slots.len() + offer,
        };
        i64::try_from(position).unwrap_or(i64::MAX)
    }

    /// A total order that refines chart order: two grants into one slot share a position.
    pub(crate) fn order(self, allocation: &AllocationInput) -> (i64, usize) {
        let grant = match self {
            Placement::Slot { grant: Some(grant), .. } => grant,
            Placement::Slot { grant: None, .. } | Placement::Offer(_) => 0,
        };
        (self.position(allocation), grant)
    }
}

impl AllowedPlacements {
    /// All valid places, in the order they were given.
    pub(crate) fn iter<'a>(
        &'a self,
        allocation: &'a AllocationInput,
    ) -> impl Iterator<Item = Placement> + 'a {
        let own = self.slots.iter().filter(|slot| **slot < allocation.slots.len());
        let granted = self
            .grants
            .iter()
            .filter_map(|grant| Some((*grant, allocation.grants.get(*grant)?.slot)));
        let granted = granted.filter(|(_, slot)| *slot < allocation.slots.len());
        let offered = self.offers.iter().filter(|offer| **offer < allocation.offers.len());
        own.map(|slot| Placement::Slot { slot: *slot, grant: None })
            .chain(granted.map(|(grant, slot)| Placement::Slot { slot, grant: Some(grant) }))
            .chain(offered.map(|offer| Placement::Offer(*offer)))
    }
}

impl AllocationInput {
    /// How often a trade can be used at most.
    pub(crate) fn trade_limit(&self, trade: &Trade) -> i64 {
        let known = trade.give.1 < self.slots.len() && trade.get.1 < self.slots.len();
        if known { trade.most.clamp(0, crate::engine::slots::allocate::plan::LIMIT) } else { 0 }
    }

    /// The answer that leaves every unit out.
    pub(crate) fn nobody(&self) -> Allocation {
        Allocation {
            places: vec![None; self.units.len()],
            trades: vec![0; self.trades.len()],
            maxima: self.maxima(&[]),
            short: self.slots.iter().map(|bounds| bounds.min.max(0)).collect(),
            helpers: Vec::new(),
        }
    }

    /// Advances the trades like the digits of a number; false after the last combination.
    pub(crate) fn next_trades(&self, trades: &mut [i64]) -> bool {
        for (trade, times) in self.trades.iter().zip(trades) {
            if *times < self.trade_limit(trade) {
                *times += 1;
                return true;
            }
            *times = 0;
        }
        false
    }

    /// The maximum of every slot after trades.
    pub(crate) fn maxima(&self, trades: &[i64]) -> Vec<Option<i64>> {
        let changed = |(slot, bounds): (usize, &SlotBounds)| {
            let part = |(amount, of): (i64, usize), times: i64| {
                if of == slot { amount.saturating_mul(times) } else { 0 }
            };
            let used = self.trades.iter().zip(trades);
            let changes = used.map(|(trade, times)| {
                part(trade.get, *times).saturating_sub(part(trade.give, *times))
            });
            let change = changes.fold(0, i64::saturating_add);
            bounds.max.map(|max| max.max(0).saturating_add(change))
        };
        self.slots.iter().enumerate().map(changed).collect()
    }
}

impl SlotBounds {
    /// The lowest maximum that trades may leave.
    pub(crate) fn floor(&self) -> i64 {
        let wanted = self.min.max(0);
        self.max.map_or(wanted, |max| wanted.min(max.max(0)))
    }
}

impl Unlock {
    /// Whether the first unit in the slot is free, if units of the slot need helpers.
    pub(crate) fn needs(&self, slot: usize) -> Option<bool> {
        self.slots.iter().find(|(needing, _)| *needing == slot).map(|(_, free)| *free)
    }

    /// How many of the units in the slot need helpers.
    pub(crate) fn demanding(&self, slot: usize, number: i64) -> i64 {
        match self.needs(slot) {
            Some(free) if self.count > 0 => (number - i64::from(free)).max(0),
            _ => 0,
        }
    }
}
