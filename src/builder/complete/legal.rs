//! Makes a list legal by always taking the best next step.

use rayon::prelude::*;

use crate::builder::candidate::Candidate;
use crate::builder::complete::Rng;
use crate::builder::force::{missing_charts, possible_forces};
use crate::builder::{Builder, CompleteOptions};
use crate::diagnostic::codes;
use crate::engine::Offered;
use crate::engine::eval::Number;
use crate::list::{ForceRef, Holder};
use crate::model::EntryId;

/// More steps than any list needs.
const MOST_STEPS: usize = 60;

/// How often the search starts again.
const WAYS: u64 = 6;

/// How many first steps are tried if no single step helps.
const FIRST_STEPS: usize = 24;

/// How a legal list is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    pub(crate) seed: u64,
    /// How much chance distorts prices: with 0 the cheapest step is taken.
    pub(crate) luck: u64,
    /// Tries only single units and options, and does not start again.
    pub(crate) quick: bool,
}

impl Builder<'_, '_> {
    /// Adds what is missing. If that fails, the error is the nearest list that was found.
    pub(crate) fn make_legal(
        &self,
        candidate: Candidate,
        units: &[EntryId],
        options: &CompleteOptions<'_>,
        search: Search,
    ) -> Result<Candidate, Box<Candidate>> {
        let list = candidate.list.clone();
        let mut nearest = match self.one_way(candidate, units, options, search) {
            Ok(legal) => return Ok(legal),
            Err(nearest) => nearest,
        };
        // The cheapest steps led to a dead end. Try again with more chance, and without one of the
        // units that were added.
        let taken = nearest.added_entries();
        for attempt in 1..WAYS {
            if search.quick
                || nearest.is_stuck()
                || !(options.should_continue)("making the list legal")
            {
                break;
            }
            let barred = usize::try_from(attempt - 1).ok().and_then(|at| taken.get(at));
            let others: Vec<EntryId> =
                units.iter().copied().filter(|unit| Some(unit) != barred).collect();
            let other = Search {
                seed: search.seed.wrapping_add(attempt),
                luck: search.luck + attempt,
                ..search
            };
            match self.one_way(self.candidate(list.clone()), &others, options, other) {
                Ok(legal) => return Ok(legal),
                Err(other) if other.distance() < nearest.distance() => nearest = other,
                Err(_) => {}
            }
        }
        Err(nearest)
    }

    /// Takes the best step until the list is legal or no step helps.
    fn one_way(
        &self,
        mut candidate: Candidate,
        units: &[EntryId],
        options: &CompleteOptions<'_>,
        search: Search,
    ) -> Result<Candidate, Box<Candidate>> {
        let mut rng = Rng::new(search.seed);
        for _ in 0..MOST_STEPS {
            if candidate.is_legal() {
                return Ok(candidate);
            }
            if !(options.should_continue)("making the list legal") {
                break;
            }
            let with_force =
                self.with_missing_chart(&candidate).or_else(|| self.with_missing_force(&candidate));
            if let Some(with_force) = with_force {
                candidate = with_force;
                continue;
            }
            if let Some(full) = self.with_full_deck(&candidate) {
                candidate = full;
                continue;
            }
            match self.next_step(&candidate, units, options, &mut rng, search) {
                Some(next) => candidate = next,
                None => return Err(Box::new(candidate)),
            }
        }
        if candidate.is_legal() { Ok(candidate) } else { Err(Box::new(candidate)) }
    }

    /// The list with a chart for a force that must name one.
    fn with_missing_chart(&self, candidate: &Candidate) -> Option<Candidate> {
        if !candidate.has_error(&codes::CHART_UNKNOWN) {
            return None;
        }
        let charts = missing_charts(self.game, &candidate.list);
        let with = charts.iter().filter_map(|edit| self.after(&candidate.list, edit));
        let best = with.min_by_key(|with| (with.is_stuck(), with.distance()))?;
        let errors = |candidate: &Candidate| {
            let errors = candidate.assessment.errors.iter();
            errors.filter(|error| error.code == &codes::CHART_UNKNOWN).count()
        };
        (errors(&best) < errors(candidate)).then_some(best)
    }

    /// The list with a force that it lacks.
    fn with_missing_force(&self, candidate: &Candidate) -> Option<Candidate> {
        let lacking = |candidate: &Candidate| {
            let errors = candidate.assessment.errors.iter();
            errors.filter(|error| error.code == &codes::FORCE_TOO_FEW).count()
        };
        let before = lacking(candidate);
        if before == 0 {
            return None;
        }
        let all = possible_forces(self.game, &candidate.list);
        let needed = all.iter().filter(|force| force.is_needed);
        let begun = needed.flat_map(|force| force.made(&candidate.list));
        begun
            .map(|list| self.candidate(list))
            .min_by_key(lacking)
            .filter(|begun| lacking(begun) <= before)
    }

    /// The best list that is nearer to being legal: with one more unit or option, with units that
    /// join, or with two units or options that help only together.
    fn next_step(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        options: &CompleteOptions<'_>,
        rng: &mut Rng,
        search: Search,
    ) -> Option<Candidate> {
        let luck = search.luck;
        let mut steps = self.steps(candidate, units, rng, options);
        if let Some(step) = self.take_best(candidate, &mut steps, rng, luck) {
            return Some(step);
        }
        if search.quick {
            return None;
        }
        let mut joined = self.with_joins(candidate, units, options);
        let keys = candidate.assessment.keys();
        joined.retain(|step| step.is_repairable_after(candidate, &keys));
        if let Some(step) = self.take_best(candidate, &mut joined, rng, luck) {
            return Some(step);
        }
        // Pairs do not help against errors that no addition resolves, such as a wrong size.
        if candidate.is_stuck() {
            return None;
        }
        steps.extend(joined);
        steps.sort_by_key(|step| (step.distance(), self.dearness(candidate, step)));
        steps.truncate(FIRST_STEPS);
        let second = |step: &Candidate| {
            let seconds = self.steps(step, units, &mut Rng::new(luck), options);
            seconds.into_iter().min_by_key(|two| (two.distance(), two.assessment.points))
        };
        let together =
            steps.iter().filter_map(second).filter(|two| two.distance() < candidate.distance());
        together.min_by_key(|two| (two.distance(), two.assessment.points))
    }

    /// The cheapest of the steps that help most; by chance one that costs a little more.
    fn take_best(
        &self,
        candidate: &Candidate,
        steps: &mut Vec<Candidate>,
        rng: &mut Rng,
        luck: u64,
    ) -> Option<Candidate> {
        let best = steps
            .iter()
            .map(Candidate::distance)
            .min()
            .filter(|best| *best < candidate.distance())?;
        let dearness = |step: &Candidate, rng: &mut Rng| {
            let times = Number::whole(1 + i64::try_from(rng.below(1 + luck * 2)).unwrap_or(0));
            self.dearness(candidate, step).multiply(times).unwrap_or(Number::ZERO)
        };
        let good = steps.iter().enumerate().filter(|(_, step)| step.distance() == best);
        let (place, _) = good.min_by_key(|(_, step)| dearness(step, rng))?;
        Some(steps.swap_remove(place))
    }

    /// What a step costs. A second unit of an entry counts half as much again, for variety.
    fn dearness(&self, before: &Candidate, step: &Candidate) -> Number {
        let price = step.price_over(before);
        let count = |candidate: &Candidate, entry: EntryId| {
            candidate.assessment.units.iter().filter(|unit| unit.entry == entry).count()
        };
        let added = step
            .assessment
            .units
            .iter()
            .find(|unit| step.is_added(unit.line) && before.unit(unit.line).is_none());
        let again = added.is_some_and(|unit| count(before, unit.entry) > 0);
        let half = price.divide(Number::whole(2)).filter(|_| again);
        half.and_then(|half| price.plus(half)).unwrap_or(price)
    }

    /// Every affordable list with one more unit or option.
    fn steps(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        rng: &mut Rng,
        options: &CompleteOptions<'_>,
    ) -> Vec<Candidate> {
        if !(options.should_continue)("making the list legal") {
            return Vec::new();
        }
        let with_unit = |(entry, to): &(EntryId, ForceRef)| {
            Some(self.with_unit(&candidate.list, *entry, to)?.0)
        };
        let session = self.rules.session(&candidate.list);
        let units_of_list = candidate.assessment.units.iter();
        let mut holders: Vec<Holder> = units_of_list.map(|unit| Holder::Unit(unit.line)).collect();
        holders.dedup();
        holders.push(Holder::Army);
        holders.extend(candidate.list.force_lines().map(|force| Holder::Force(force.line())));
        let mut offered: Vec<(&Holder, Offered)> = Vec::new();
        for of in &holders {
            offered.extend(session.offered(of).into_iter().map(|option| (of, option)));
        }
        let with_option =
            |(of, option): &(&Holder, Offered)| self.with_option(&candidate.list, of, option);
        let mut steps: Vec<Candidate> =
            self.additions(&candidate.list, units).par_iter().filter_map(with_unit).collect();
        steps.par_extend(offered.par_iter().filter_map(with_option));
        steps.extend(
            candidate.assessment.units.iter().filter_map(|unit| self.sized(candidate, unit.line)),
        );
        let keys = candidate.assessment.keys();
        steps.retain(|step| step.is_repairable_after(candidate, &keys));
        // Chance decides between steps that are equally good.
        let turn = usize::try_from(rng.below(steps.len() as u64)).unwrap_or(0);
        steps.rotate_left(turn);
        steps
    }
}
