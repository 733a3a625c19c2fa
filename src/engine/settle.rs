//! Finds what binding could not know and only evaluating the army shows; see [`Corrections`].

use rustc_hash::FxHashMap;

use crate::engine::army::{
    Automatic, Corrections, FreeUnit, NodeId, NodeIs, OptionHolder, OptionNode, UnitIndex,
};
use crate::engine::check::limits::Demand;
use crate::engine::eval::{BodyQuery, Evaluator};
use crate::list::MOST_UNITS;
use crate::model::EntryId;

/// `MOST_UNITS` as a count in a list.
const MOST: i64 = MOST_UNITS as i64;

impl<'g> Evaluator<'_, 'g> {
    /// The corrections to bind with, if they differ from `before`; none if the army is as it should
    /// be.
    pub(crate) fn corrections(&self, before: &Corrections) -> Option<Corrections> {
        let mut after = before.clone();
        for id in &self.army.options {
            if let NodeIs::Option(option) = &self.army.node(*id).is
                && option.automatic
                && !self.may_be_taken(*id, option)
            {
                after.refused.insert(self.automatic(*id, option));
            }
        }
        if self.contents.holds(BodyQuery::Brings) {
            let choosy = |unit: &FreeUnit| self.has_choice(unit.entry);
            let found = before.free.iter().filter(|unit| choosy(unit)).map(|unit| unit.entry);
            after.choosy.extend(found.collect::<Vec<_>>());
            after.free = self.free_units(&after, before);
        }
        (after != *before).then_some(after)
    }

    fn automatic(&self, id: NodeId, option: &OptionNode<'g>) -> Automatic {
        let holder = match (self.army.node(id).unit, self.outer_force(id)) {
            (Some(unit), _) => OptionHolder::Unit(self.army.unit(unit).id.clone()),
            (None, Some(place)) => OptionHolder::Force(place),
            (None, None) => OptionHolder::Army,
        };
        Automatic { holder, entry: option.offer.entry, nth: option.nth }
    }

    /// The force that a node is or stands in.
    fn outer_force(&self, id: NodeId) -> Option<usize> {
        match self.army.node(id).is {
            NodeIs::Army => None,
            NodeIs::Force(place) => Some(place),
            _ => self.outer_force(self.army.node(id).parent),
        }
    }

    /// Whether an option may be taken where it is: its choice is open, and neither of them is
    /// hidden.
    fn may_be_taken(&self, id: NodeId, option: &OptionNode<'g>) -> bool {
        self.is_takable(id, option) && !self.is_choice_hidden(id, option)
    }

    /// Whether conditional blocks offer something to units of an entry.
    fn has_choice(&self, entry: EntryId) -> bool {
        let of_entry = |unit: &UnitIndex| self.army.unit(*unit).entry == entry;
        let Some(unit) = self.army.unit_indices().find(of_entry) else { return false };
        let node = self.army.unit(unit).node;
        std::iter::once(node).chain(self.army.children(node)).any(|id| {
            self.offered_menus(id).iter().any(|menu| {
                let mut offers = menu.offers.iter().filter(|offer| !offer.guards.is_empty());
                offers.any(|offer| self.is_open(id, &offer.guards))
                    || menu
                        .points
                        .iter()
                        .any(|point| !point.guards.is_empty() && self.is_open(id, &point.guards))
            })
        })
    }

    /// The units that come with others, leave no choice, and are not written.
    fn free_units(&self, after: &Corrections, before: &Corrections) -> Vec<FreeUnit> {
        let mut free = Vec::new();
        for (entry, demand) in self.brought() {
            if demand.low != demand.high || after.choosy.contains(&entry) {
                continue;
            }
            if self.book.free_line(entry).is_some() {
                self.missing(entry, &demand, before, &mut free);
            }
        }
        free
    }

    /// Adds the units of an entry that the list does not write, to the forces that lack them.
    fn missing(
        &self,
        entry: EntryId,
        demand: &Demand<'g>,
        before: &Corrections,
        free: &mut Vec<FreeUnit>,
    ) {
        let mut written: FxHashMap<Option<usize>, i64> = FxHashMap::default();
        for unit in self.army.units.iter().filter(|unit| unit.entry == entry) {
            *written.entry(unit.force).or_default() += 1;
        }
        for unit in before.free.iter().filter(|unit| unit.entry == entry) {
            *written.entry(unit.force).or_default() -= 1;
        }
        let mut left = demand.low.saturating_sub(written.values().sum());
        for (bringer, _, count) in &demand.by {
            let node = self.army.node(*bringer);
            let force = match node.unit {
                Some(unit) => self.army.unit(unit).force,
                None => self.outer_force(*bringer),
            };
            for _ in 0..(*count).min(MOST) {
                let there = written.entry(force).or_default();
                if *there > 0 {
                    *there -= 1;
                } else if left > 0 && free.len() < MOST_UNITS {
                    left -= 1;
                    free.push(FreeUnit { entry, force, span: node.span });
                }
            }
        }
    }
}
