//! One list under the rules of its game: bound once, then asked.

use std::cell::OnceCell;

use crate::engine::army::UnitIndex;
use crate::engine::check::{self, Problem};
use crate::engine::eval::Evaluator;
use crate::engine::slots::Filled;
use crate::engine::{Offered, Ruleset, offers};
use crate::list::{LineId, List, Name, Scalar};

/// Answers questions about a list. Slots are filled and checks run when first needed.
pub struct Session<'a, 'g> {
    pub(crate) rules: &'a Ruleset<'g>,
    evaluator: Evaluator<'a, 'g>,
    slots: OnceCell<Vec<Filled<'g>>>,
    problems: OnceCell<Vec<Problem<'g>>>,
}

impl<'a, 'g> Session<'a, 'g> {
    pub(crate) fn new(rules: &'a Ruleset<'g>, list: &'a List) -> Self {
        Session {
            rules,
            evaluator: rules.evaluator(list),
            slots: OnceCell::new(),
            problems: OnceCell::new(),
        }
    }

    pub fn list(&self) -> &'a List {
        self.evaluator.army.list
    }

    /// The evaluator, once the slots are filled: facts may ask for them, and are kept.
    pub(crate) fn evaluator(&self) -> &Evaluator<'a, 'g> {
        self.slots();
        &self.evaluator
    }

    /// The slots of every force with the units in them.
    pub(crate) fn slots(&self) -> &[Filled<'g>] {
        self.slots.get_or_init(|| {
            if self.evaluator.lacks_faction() { Vec::new() } else { self.evaluator.fill_slots() }
        })
    }

    /// What is wrong with the list.
    pub fn problems(&self) -> &[Problem<'g>] {
        self.problems.get_or_init(|| check::all(&self.evaluator, self.slots()))
    }

    pub(crate) fn into_parts(self) -> (Evaluator<'a, 'g>, Vec<Filled<'g>>, Vec<Problem<'g>>) {
        self.problems();
        let filled = self.slots.into_inner().unwrap_or_default();
        (self.evaluator, filled, self.problems.into_inner().unwrap_or_default())
    }

    /// The first unit of a line.
    pub(crate) fn unit_of(&self, line: LineId) -> Option<UnitIndex> {
        let army = &self.evaluator.army;
        army.unit_indices().find(|index| army.unit(*index).line.line() == line)
    }

    /// The least and most models that the entry of a unit names; other lines may alter that.
    pub fn sizes(&self, line: LineId) -> Option<(i64, Option<i64>)> {
        let unit = self.unit_of(line)?;
        Some(self.evaluator().sizes(self.evaluator.army.unit(unit)))
    }

    /// Every unit that has joined none and could join another, with that other, by their lines.
    pub fn joinable(&self) -> Vec<(LineId, LineId)> {
        let (evaluator, army) = (self.evaluator(), &self.evaluator.army);
        let mut pairs = Vec::new();
        for guest in army.unit_indices() {
            for host in army.unit_indices().filter(|host| evaluator.may_join(guest, *host)) {
                pairs.push((army.unit(guest).line.line(), army.unit(host).line.line()));
            }
        }
        pairs
    }

    /// The value of a derived value that the list may state: a number, or the unit it names.
    pub fn derived_value(&self, name: &Name) -> Option<Scalar> {
        self.evaluator().stated_value(&name.value, name.span)
    }

    /// Everything that the menus of a unit hold, whether it may be taken now or not.
    pub fn offered(&self, line: LineId) -> Vec<Offered> {
        let unit = self.unit_of(line);
        unit.map_or_else(Vec::new, |unit| offers::of_unit(&self.evaluator, unit))
    }
}
