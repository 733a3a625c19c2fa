//! The exact search for when the solver's floats fail: slow on large lists, but never wrong.
//!
//! All trades, then all numbers per class and place, cut off where the score can no longer get
//! better.

use crate::engine::slots::allocate::plan::{Class, Plan, Score};
use crate::engine::slots::allocate::types::{Allocation, Place};
use crate::engine::slots::allocate::used::Used;

pub(crate) fn search(allocation: &Allocation, classes: &[Class]) -> Plan {
    let nobody = Plan {
        counts: classes.iter().map(|class| vec![0; class.places.len()]).collect(),
        trades: vec![0; allocation.trades.len()],
    };
    let steps = classes.iter().enumerate().flat_map(|(index, class)| {
        let own = class.places.iter().map(move |place| Step::Fill(index, *place));
        std::iter::once(Step::Open(class.size())).chain(own).chain(std::iter::once(Step::Close))
    });
    let mut search = Search {
        allocation,
        classes,
        steps: steps.collect(),
        maxima: Vec::new(),
        used: Used::new(allocation),
        plan: Plan {
            counts: classes.iter().map(|_| Vec::new()).collect(),
            trades: nobody.trades.clone(),
        },
        best: nobody.score(allocation, classes),
        found: nobody,
    };
    loop {
        search.maxima = allocation.maxima(&search.plan.trades);
        let trades = search.plan.trades.iter().sum();
        search.run(0, 0, Score { unplaced: 0, short: 0, missing: 0, trades, position: 0 });
        if !allocation.next_trades(&mut search.plan.trades) {
            return search.found;
        }
    }
}

#[derive(Clone, Copy)]
enum Step {
    /// A class of so many units begins.
    Open(i64),
    /// So many of this class stand there.
    Fill(usize, Place),
    /// The rest of the class stays out.
    Close,
}

struct Search<'a> {
    allocation: &'a Allocation,
    classes: &'a [Class],
    steps: Vec<Step>,
    maxima: Vec<Option<i64>>,
    used: Used,
    plan: Plan,
    best: Option<Score>,
    found: Plan,
}

impl Search<'_> {
    /// `sure` is what the score is at least, `left` how many of the class at hand have no place
    /// yet.
    fn run(&mut self, step: usize, left: i64, sure: Score) {
        if self.best.is_some_and(|best| best <= sure) {
            return;
        }
        match self.steps.get(step).copied() {
            None => self.finish(),
            Some(Step::Open(size)) => self.run(step + 1, size, sure),
            Some(Step::Close) => {
                self.run(step + 1, 0, Score { unplaced: sure.unplaced + left, ..sure })
            }
            Some(Step::Fill(class, place)) => {
                for units in
                    (0..=left.min(self.used.room(place, self.allocation, &self.maxima))).rev()
                {
                    let position = sure.position + place.position(self.allocation) * units;
                    self.used.add(place, units);
                    self.plan
                        .counts
                        .get_mut(class)
                        .into_iter()
                        .for_each(|counts| counts.push(units));
                    self.run(step + 1, left - units, Score { position, ..sure });
                    self.plan.counts.get_mut(class).and_then(Vec::pop);
                    self.used.add(place, -units);
                }
            }
        }
    }

    fn finish(&mut self) {
        let score = self.plan.score(self.allocation, self.classes);
        if score.is_some_and(|score| self.best.is_none_or(|best| score < best)) {
            self.best = score;
            self.found = self.plan.clone();
        }
    }
}
