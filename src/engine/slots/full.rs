//! Whether the slots of a force are all full, and a search for an answer that fills them. Start at
//! `is_full`.

use crate::budget::{Budget, Exceeded};
use crate::engine::eval::{Env, Evaluator};
use crate::engine::slots::allocate::allocate;
use crate::engine::slots::allocate::types::{Allocation, AllocationInput, SlotBounds};

/// A slot that could take more units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OpenSlot {
    pub slot: usize,
    pub count: i64,
    /// The number of units that makes it full.
    pub wanted: i64,
}

/// The index under which the open slots of a force, or of the army itself, are stored.
pub(crate) fn index_of(place: Option<usize>) -> usize {
    place.map_or(0, |place| place + 1)
}

impl Evaluator<'_, '_> {
    /// Whether a force, or the army itself, is full: it and the forces inside it have slots, all of
    /// these are full, and there are as many forces as there must be.
    pub(crate) fn is_full(&self, place: Option<usize>) -> bool {
        let open = self.open_slots.borrow();
        let has_slots = |place| matches!(open.get(index_of(place)), Some(Some(_)));
        self.army.places_below(place).any(has_slots) && !self.has_room(place)
    }

    /// Whether a slot of a force, or of a force inside it, is open, or a required force is missing.
    pub(crate) fn has_room(&self, place: Option<usize>) -> bool {
        let open = self.open_slots.borrow();
        let is_open =
            |place| matches!(open.get(index_of(place)), Some(Some(open)) if !open.is_empty());
        self.army.places_below(place).any(|place| is_open(place) || !self.has_enough_forces(place))
    }

    /// Whether there are as many forces directly inside as there must be.
    fn has_enough_forces(&self, outer: Option<usize>) -> bool {
        let mut kinds = self.army.force_kinds().inside(self.army.force_kind(outer));
        kinds.all(|kind| {
            let range = self.game.forces[kind].range.as_ref();
            let count = self.forces_inside(outer).filter(|(_, force)| force.kind == kind).count();
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            let mut env = Env::at(self.force_node(outer));
            range.is_none_or(|range| self.bounds(range, &mut env).limits.low <= count)
        })
    }
}

/// The slots that are not full.
pub(crate) fn open_slots(allocation: &AllocationInput, answer: &Allocation) -> Vec<OpenSlot> {
    let of_slot = |(slot, bounds): (usize, SlotBounds)| {
        let there = answer.places.iter().flatten().filter(|place| place.slot() == Some(slot));
        let count = i64::try_from(there.count()).unwrap_or(i64::MAX);
        OpenSlot { slot, count, wanted: bounds.max.unwrap_or_default() }
    };
    let wanted = full_slots(allocation, &answer.maxima).into_iter().enumerate();
    wanted.map(of_slot).filter(|open| open.count < open.wanted).collect()
}

/// An answer in which every slot is full, if the given one leaves some open and there is such an
/// answer.
pub(crate) fn try_to_fill(
    allocation: &AllocationInput,
    answer: Allocation,
    budget: &Budget,
) -> Result<Allocation, Exceeded> {
    if !answer.feasible() || open_slots(allocation, &answer).is_empty() {
        return Ok(answer);
    }
    let mut trades = vec![0; allocation.trades.len()];
    loop {
        budget.spend(1)?;
        if let Some(full) = filled_after(allocation, &trades, budget)? {
            return Ok(full);
        }
        if !allocation.next_trades(&mut trades) {
            return Ok(answer);
        }
    }
}

/// The answer in which every slot is full after these trades, if there is one.
fn filled_after(
    allocation: &AllocationInput,
    trades: &[i64],
    budget: &Budget,
) -> Result<Option<Allocation>, Exceeded> {
    let maxima = allocation.maxima(trades);
    let too_low = |(bounds, most): (&SlotBounds, &Option<i64>)| {
        most.is_some_and(|most| most < bounds.floor())
    };
    let slots = full_slots(allocation, &maxima);
    let wanted = slots.iter().filter_map(|slot| slot.max).fold(0, i64::saturating_add);
    let units = i64::try_from(allocation.units.len()).unwrap_or(i64::MAX);
    if wanted > units || allocation.slots.iter().zip(&maxima).any(too_low) {
        return Ok(None);
    }
    // A slot without a maximum takes any number of units once it is full.
    let slots = slots.into_iter().zip(&maxima);
    let slots = slots.map(|(slot, most)| SlotBounds { min: slot.min, max: *most }).collect();
    let asked = AllocationInput { slots, trades: Vec::new(), ..allocation.clone() };
    let full = Allocation { trades: trades.to_vec(), ..allocate(&asked, budget)? };
    Ok(full.feasible().then_some(full))
}

/// For each slot the number that makes it full: its maximum, or one unit where it has none.
fn full_slots(allocation: &AllocationInput, maxima: &[Option<i64>]) -> Vec<SlotBounds> {
    let wanted = |(bounds, most): (&SlotBounds, &Option<i64>)| {
        let wanted = most.unwrap_or(bounds.min.max(1));
        SlotBounds { min: wanted, max: Some(wanted) }
    };
    allocation.slots.iter().zip(maxima).map(wanted).collect()
}
