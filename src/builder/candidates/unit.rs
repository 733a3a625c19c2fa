//! Edits to one unit of a list.

use crate::builder::candidates::Candidates;
use crate::builder::force::{PossibleForce, forces, possible_forces};
use crate::builder::stated::{attributes, words_of};
use crate::engine::Offered;
use crate::engine::army::UnitIndex;
use crate::list::{
    Edit, ForceRef, GameKey, GameValue, Holder, LineId, Models, Scalar, UnitKey, UnitLine,
};
use crate::model::{Attribute, NodeKind};

/// How many sizes near the current one are tried.
const MOST_SIZES: i64 = 12;

/// How many smaller numbers of an option are tried next to the current one, and as many next to 1.
const MOST_LESS: i64 = 6;

/// The greatest number of further copies of an option that are tried.
const MOST_MORE: i64 = 4;

/// How far above the smallest size other sizes are tried.
const LARGEST: i64 = 200;

/// How many values of one attribute are tried.
const MOST_WORDS: usize = 40;

impl Candidates<'_, '_, '_> {
    pub(crate) fn of_unit(&self, line: &UnitLine) -> Vec<Edit> {
        let unit = line.line();
        let mut edits = vec![Edit::RemoveUnit { unit }];
        // A unit that the game does not know can only be removed.
        let Some(index) = self.session.unit_of(unit) else { return edits };
        edits.extend(self.near_sizes(index));
        edits.extend(self.takes(&Holder::Unit(unit)));
        edits.extend(self.counts(line));
        edits.extend(line.holders().iter().flat_map(|holder| self.drops(holder)));
        edits.extend(self.relations(line));
        edits.extend(self.slot(line));
        edits.extend(self.moves(unit));
        edits.extend(self.words(&Holder::Unit(unit), NodeKind::Unit, &line.others));
        edits
    }

    /// Takes each option that is offered once more.
    pub(crate) fn takes(&self, of: &Holder) -> Vec<Edit> {
        let offered = self.session.offered(of).into_iter();
        let take = |option: Offered| Edit::TakeOption {
            of: of.clone(),
            offer: option.offer(),
            times: None,
        };
        offered.map(take).collect()
    }

    /// Fewer units on a line that stands for several. One less is tried elsewhere.
    fn counts(&self, line: &UnitLine) -> Vec<Edit> {
        let unit = line.line();
        fewer(line.copies()).into_iter().map(|count| Edit::SetCount { unit, count }).collect()
    }

    /// Sizes near the current one, the smallest and the largest.
    fn near_sizes(&self, index: UnitIndex) -> Vec<Edit> {
        let unit = self.session.evaluator().army.unit(index);
        let line = unit.line;
        if matches!(line.models, Models::Lines(_)) {
            return Vec::new();
        }
        let sizes = self.session.evaluator().sizes(unit);
        let next = [sizes.from(unit.size.saturating_add(1)), sizes.up_to(unit.size - 1)];
        let near = |size: &i64| {
            let is_end = *size == sizes.low || Some(*size) == sizes.high;
            (size - unit.size).abs() <= MOST_SIZES / 2 || is_end || next.contains(&Some(*size))
        };
        let last = sizes.high.unwrap_or(unit.size.saturating_add(MOST_SIZES));
        let last = last.min(sizes.low.saturating_add(LARGEST));
        let all = sizes.numbers().take_while(|size| *size <= last);
        all.filter(|size| *size != unit.size && near(size))
            .map(|size| self.size(line.line(), size))
            .collect()
    }

    pub(crate) fn size(&self, unit: LineId, size: i64) -> Edit {
        Edit::SetModels { unit, models: Models::Total(self.list.added(size)) }
    }

    /// Drops options, or takes them fewer or more times. One time less or more is tried elsewhere.
    pub(crate) fn drops(&self, of: &Holder) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (option, pick) in self.list.options_below(of) {
            if pick.inner.is_empty() {
                edits.push(Edit::DropOption(option.clone()));
            }
            let now = pick.copies();
            for times in fewer(now).into_iter().chain(now + 2..=now + MOST_MORE) {
                edits.push(Edit::SetTimes { option: option.clone(), times });
            }
        }
        edits
    }

    /// Detaches the units that join the unit, and lets it leave its transport.
    pub(crate) fn relations(&self, line: &UnitLine) -> Vec<Edit> {
        let unit = line.line();
        let leave = |guest: &str| Edit::Leave { host: unit, guest: guest.to_owned() };
        let mut edits: Vec<Edit> = line.joined.iter().map(|guest| leave(&guest.value)).collect();
        if line.rides.is_some() {
            edits.push(Edit::SetUnitText { unit, key: UnitKey::Rides, value: None });
        }
        edits
    }

    /// Removes the stated slot, so that the engine chooses one.
    pub(crate) fn slot(&self, line: &UnitLine) -> Option<Edit> {
        let unit = line.line();
        line.slot.as_ref().map(|_| Edit::SetUnitText { unit, key: UnitKey::Slot, value: None })
    }

    /// Moves the unit to each other force, and to a new one.
    fn moves(&self, unit: LineId) -> Vec<Edit> {
        let now = self.list.force_of(unit);
        let mut to: Vec<ForceRef> = forces(self.game, self.list)
            .into_iter()
            .filter(|force| now != Some(*force))
            .map(ForceRef::Force)
            .collect();
        to.extend(now.map(|_| ForceRef::Army));
        to.extend(possible_forces(self.game, self.list).iter().flat_map(PossibleForce::stations));
        to.into_iter().map(|to| Edit::MoveUnit { unit, to }).collect()
    }

    /// Removes the stated keys, or gives them other values.
    pub(crate) fn words(&self, of: &Holder, kind: NodeKind, others: &[GameKey]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for other in others.iter().filter(|other| !matches!(other.value, GameValue::Forces(_))) {
            let key = other.key.value.clone();
            edits.push(Edit::SetKey { of: of.clone(), key, value: None });
        }
        for attribute in attributes(self.game, kind) {
            edits.extend(self.words_for(of, attribute).take(MOST_WORDS));
        }
        edits
    }

    /// Edits for each value that an attribute may have.
    pub(crate) fn words_for(
        &self,
        of: &Holder,
        attribute: &Attribute,
    ) -> impl Iterator<Item = Edit> {
        words_of(self.game, attribute).into_iter().map(|word| {
            let value = Some(Scalar::Text(self.list.added(word.to_owned())));
            Edit::SetKey { of: of.clone(), key: attribute.id.clone(), value }
        })
    }
}

/// Numbers below the current one, except one less: the nearest and the smallest.
fn fewer(now: i64) -> Vec<i64> {
    let is_near = |number: &i64| *number <= MOST_LESS || now - number <= MOST_LESS + 1;
    (1..now.min(LARGEST) - 1).rev().filter(is_near).collect()
}
