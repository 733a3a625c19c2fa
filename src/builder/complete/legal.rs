//! Makes a list legal by always taking the best next step.

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::alike::distinct_lines;
use crate::builder::candidate::{Candidate, addition, take};
use crate::builder::complete::Rng;
use crate::builder::complete::task::{LEGAL, Task};
use crate::builder::force::{missing_charts, possible_forces};
use crate::builder::step::Step;
use crate::diagnostic::codes;
use crate::engine::eval::Number;
use crate::list::{Edit, ForceRef, Holder, UnitLine};
use crate::model::EntryId;

/// More steps than any list needs.
const MOST_STEPS: usize = 60;

/// How often the search restarts.
const WAYS: u64 = 6;

/// How many first steps are tried if no single step helps.
const FIRST_STEPS: usize = 24;

/// How a legal list is looked for.
#[derive(Clone, Copy)]
pub(crate) struct SearchOptions {
    pub(crate) seed: u64,
    /// How much randomness distorts prices; with 0 the cheapest step is taken.
    pub(crate) luck: u64,
    /// Tries only single units and options, and does not restart.
    pub(crate) quick: bool,
}

impl Builder<'_, '_> {
    /// Adds what is missing. If that fails, the error is the nearest list that was found.
    pub(crate) fn make_legal(
        &self,
        candidate: Candidate,
        units: &[EntryId],
        task: &Task<'_>,
        search: SearchOptions,
    ) -> Result<Candidate, Box<Candidate>> {
        let list = candidate.list.clone();
        let mut nearest = match self.one_way(candidate, units, task, search) {
            Ok(legal) => return Ok(legal),
            Err(nearest) => nearest,
        };
        // The cheapest steps led to a dead end. Try again with more chance, and without one of the
        // units that were added.
        let taken = nearest.added_entries();
        for attempt in 1..WAYS {
            if search.quick || nearest.is_stuck() || !task.may_continue(LEGAL) {
                break;
            }
            let barred = usize::try_from(attempt - 1).ok().and_then(|at| taken.get(at));
            let others: Vec<EntryId> =
                units.iter().copied().filter(|unit| Some(unit) != barred).collect();
            let other = SearchOptions {
                seed: search.seed.wrapping_add(attempt),
                luck: search.luck + attempt,
                ..search
            };
            match self.one_way(self.candidate(list.clone()), &others, task, other) {
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
        task: &Task<'_>,
        search: SearchOptions,
    ) -> Result<Candidate, Box<Candidate>> {
        let mut rng = Rng::new(search.seed);
        for _ in 0..MOST_STEPS {
            if candidate.is_legal() {
                return Ok(candidate);
            }
            if !task.may_continue(LEGAL) {
                break;
            }
            let with_force =
                self.with_missing_chart(&candidate).or_else(|| self.with_missing_force(&candidate));
            if let Some(with_force) = with_force {
                candidate = with_force;
                continue;
            }
            if let Some(full) = self.with_full_deck(&candidate, task) {
                candidate = full;
                continue;
            }
            match self.next_step(&candidate, units, task, &mut rng, search) {
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
        task: &Task<'_>,
        rng: &mut Rng,
        search: SearchOptions,
    ) -> Option<Candidate> {
        let luck = search.luck;
        let mut steps = self.steps(candidate, units, rng, task);
        if let Some(step) = best_of(candidate, &steps, rng, luck) {
            return self.after_step(candidate, step);
        }
        if search.quick {
            return None;
        }
        let joined = self.joins(candidate, units, task);
        if let Some(step) = best_of(candidate, &joined, rng, luck) {
            return self.after_step(candidate, step);
        }
        // Pairs do not help against errors that no addition resolves, such as a wrong size.
        if candidate.is_stuck() {
            return None;
        }
        steps.extend(joined);
        steps.sort_by_key(|step| (step.distance, step.dearness));
        steps.truncate(FIRST_STEPS);
        let second = |first: &Step| {
            let with = self.after_step(candidate, first)?;
            let seconds = self.steps(&with, units, &mut Rng::new(luck), task);
            let second = seconds.into_iter().min_by_key(|two| (two.distance, two.points))?;
            Some(first.then(second))
        };
        let together = steps.iter().filter_map(second);
        let together = together.filter(|two| two.distance < candidate.distance());
        let best = together.min_by_key(|two| (two.distance, two.points))?;
        self.after_step(candidate, &best)
    }

    /// Every affordable step that adds one unit or option.
    fn steps(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        rng: &mut Rng,
        task: &Task<'_>,
    ) -> Vec<Step> {
        let keys = candidate.assessment.keys();
        let step =
            |edits: Vec<Edit>, after: &Candidate| Step::repairable(candidate, &keys, edits, after);
        let should_continue = || task.may_continue(LEGAL);
        let with_unit = |(entry, to): &(EntryId, ForceRef)| {
            should_continue().then_some(())?;
            let (with, unit) = self.with_unit(&candidate.list, *entry, to)?;
            step(vec![addition(&with, unit, to)?], &with)
        };
        let session = self.rules.session(&candidate.list);
        let lines = distinct_lines(&candidate.list);
        let mut holders: Vec<Holder> = lines.iter().map(|line| Holder::Unit(line.line())).collect();
        holders.push(Holder::Army);
        holders.extend(candidate.list.force_lines().map(|force| Holder::Force(force.line())));
        let mut offered: Vec<Edit> = Vec::new();
        for of in &holders {
            offered.extend(session.offered(of).iter().map(|option| take(of, option)));
        }
        let with_option = |edit: &Edit| {
            should_continue().then_some(())?;
            let with = self.after(&candidate.list, edit)?;
            step(vec![edit.clone()], &with)
        };
        let with_size = |line: &&UnitLine| {
            should_continue().then_some(())?;
            let sized = self.sized(candidate, line.line())?;
            let models = sized.list.unit(line.line())?.models.clone();
            step(vec![Edit::SetModels { unit: line.line(), models }], &sized)
        };
        let additions = self.additions(&candidate.list, units);
        if !task.affords(additions.len() + offered.len(), candidate) {
            return Vec::new();
        }
        let mut steps: Vec<Step> = additions.par_iter().filter_map(with_unit).collect();
        steps.par_extend(offered.par_iter().filter_map(with_option));
        steps.extend(lines.iter().filter_map(with_size));
        // Equally good steps are chosen at random.
        let turn = usize::try_from(rng.below(steps.len() as u64)).unwrap_or(0);
        steps.rotate_left(turn);
        steps
    }
}

/// The cheapest of the steps that help most, or at random one that costs a little more.
fn best_of<'s>(
    candidate: &Candidate,
    steps: &'s [Step],
    rng: &mut Rng,
    luck: u64,
) -> Option<&'s Step> {
    let nearest = steps.iter().map(|step| step.distance).min();
    let nearest = nearest.filter(|nearest| *nearest < candidate.distance())?;
    let mut dearness = |step: &Step| {
        let times = Number::whole(1 + i64::try_from(rng.below(1 + luck * 2)).unwrap_or(0));
        step.dearness.multiply(times).unwrap_or(Number::ZERO)
    };
    steps.iter().filter(|step| step.distance == nearest).min_by_key(|step| dearness(step))
}
