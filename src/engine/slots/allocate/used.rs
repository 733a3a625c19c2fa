//! How full slots, grants and offers are.

use crate::engine::slots::allocate::types::{AllocationInput, Placement};

/// How many units each slot, grant and offer holds.
pub(crate) struct Used {
    pub(crate) slots: Vec<i64>,
    grants: Vec<i64>,
    offers: Vec<i64>,
}

impl Used {
    pub(crate) fn new(allocation: &AllocationInput) -> Used {
        Used {
            slots: vec![0; allocation.slots.len()],
            grants: vec![0; allocation.grants.len()],
            offers: vec![0; allocation.offers.len()],
        }
    }

    /// Adds this many units at a place (removes them if negative).
    pub(crate) fn add(&mut self, place: Placement, units: i64) {
        let add = |list: &mut Vec<i64>, index: usize| {
            if let Some(number) = list.get_mut(index) {
                *number += units;
            }
        };
        match place {
            Placement::Slot { slot, grant } => {
                add(&mut self.slots, slot);
                if let Some(grant) = grant {
                    add(&mut self.grants, grant);
                }
            }
            Placement::Offer(offer) => add(&mut self.offers, offer),
        }
    }

    /// How many more units may stand at a place.
    pub(crate) fn room(
        &self,
        place: Placement,
        allocation: &AllocationInput,
        maxima: &[Option<i64>],
    ) -> i64 {
        let left = |most: i64, used: Option<&i64>| (most.max(0) - used.unwrap_or(&0)).max(0);
        match place {
            Placement::Slot { slot, grant } => {
                let max = maxima.get(slot).copied().flatten();
                let here = max.map_or(i64::MAX, |max| left(max, self.slots.get(slot)));
                let most = grant.and_then(|grant| {
                    Some(left(allocation.grants.get(grant)?.most, self.grants.get(grant)))
                });
                here.min(most.unwrap_or(i64::MAX))
            }
            Placement::Offer(offer) => {
                left(allocation.offers.get(offer).copied().unwrap_or(0), self.offers.get(offer))
            }
        }
    }

    /// Whether no slot, grant or offer is overfull.
    pub(crate) fn within(
        &self,
        allocation: &AllocationInput,
        maxima: impl Iterator<Item = Option<i64>>,
    ) -> bool {
        self.slots
            .iter()
            .zip(maxima)
            .all(|(number, max)| max.is_none_or(|max| *number <= max.max(0)))
            && self
                .grants
                .iter()
                .zip(&allocation.grants)
                .all(|(number, grant)| *number <= grant.most.max(0))
            && self
                .offers
                .iter()
                .zip(&allocation.offers)
                .all(|(number, most)| *number <= (*most).max(0))
    }

    /// How far each slot is below its minimum.
    pub(crate) fn short<'a>(
        &'a self,
        allocation: &'a AllocationInput,
    ) -> impl Iterator<Item = i64> + 'a {
        self.slots
            .iter()
            .zip(&allocation.slots)
            .map(|(number, bounds)| (bounds.min - number).max(0))
    }
}
