//! The shortest way to a legal list that is found by always taking the best next step.

use rayon::prelude::*;

use crate::builder::candidate::Candidate;
use crate::builder::complete::Rng;
use crate::builder::force::with_force;
use crate::builder::{Builder, CompleteOptions};
use crate::diagnostic::codes;
use crate::engine::Offered;
use crate::engine::eval::Number;
use crate::list::{ForceRef, LineId};
use crate::model::EntryId;

/// More steps than any list needs.
const MOST_STEPS: usize = 60;

/// How many ways are tried from the beginning.
const WAYS: u64 = 6;

/// How many first steps are tried where none helps by itself.
const FIRST_STEPS: usize = 24;

/// How a legal list is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    pub(crate) seed: u64,
    /// How many times its price a step may seem to cost: with 0 the cheapest come first.
    pub(crate) luck: u64,
    /// Single units and options only, and one way only.
    pub(crate) quick: bool,
}

impl Builder<'_, '_> {
    /// Adds what is missing. If there is no way that is seen, the nearest list comes back.
    pub(crate) fn make_legal(
        &self,
        candidate: Candidate,
        units: &[EntryId],
        wish: &CompleteOptions<'_>,
        search: Search,
    ) -> Result<Candidate, Box<Candidate>> {
        let list = candidate.list.clone();
        let mut nearest = match self.one_way(candidate, units, wish, search) {
            Ok(legal) => return Ok(legal),
            Err(nearest) => nearest,
        };
        // The cheapest steps led nowhere: dearer ones may not, nor those without a unit that the
        // first way took.
        let mut taken: Vec<EntryId> = nearest
            .assessment
            .units
            .iter()
            .filter(|unit| nearest.is_added(unit.line))
            .map(|unit| unit.entry)
            .collect();
        taken.dedup();
        for attempt in 1..WAYS {
            if search.quick
                || nearest.is_stuck()
                || !(wish.should_continue)("making the list legal")
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
            match self.one_way(self.candidate(list.clone()), &others, wish, other) {
                Ok(legal) => return Ok(legal),
                Err(other) if other.distance() < nearest.distance() => nearest = other,
                Err(_) => {}
            }
        }
        Err(nearest)
    }

    /// The best step again and again.
    fn one_way(
        &self,
        mut candidate: Candidate,
        units: &[EntryId],
        wish: &CompleteOptions<'_>,
        search: Search,
    ) -> Result<Candidate, Box<Candidate>> {
        let mut dice = Rng::new(search.seed);
        for _ in 0..MOST_STEPS {
            if candidate.is_legal() {
                return Ok(candidate);
            }
            if !(wish.should_continue)("making the list legal") {
                break;
            }
            let lacks_force = candidate.has_error(&codes::FORCE_TOO_FEW);
            if let Some((list, _)) = with_force(self.game, &candidate.list).filter(|_| lacks_force)
            {
                candidate = self.candidate(list);
                continue;
            }
            if let Some(full) = self.with_full_deck(&candidate) {
                candidate = full;
                continue;
            }
            match self.next_step(&candidate, units, wish, &mut dice, search) {
                Some(next) => candidate = next,
                None => return Err(Box::new(candidate)),
            }
        }
        if candidate.is_legal() { Ok(candidate) } else { Err(Box::new(candidate)) }
    }

    /// The best list that is nearer to being legal: with one unit or option more, with units in
    /// company, or with two units or options that help only together.
    fn next_step(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        wish: &CompleteOptions<'_>,
        dice: &mut Rng,
        search: Search,
    ) -> Option<Candidate> {
        let luck = search.luck;
        let mut steps = self.steps(candidate, units, dice, wish);
        if let Some(step) = self.take_best(candidate, &mut steps, dice, luck) {
            return Some(step);
        }
        if search.quick {
            return None;
        }
        let mut company = self.in_company(candidate, units, wish);
        company.retain(|step| is_affordable(candidate, step));
        if let Some(step) = self.take_best(candidate, &mut company, dice, luck) {
            return Some(step);
        }
        // Two additions do not mend what none does and company does not either: a wrong join, a
        // size that is stated.
        if candidate.is_stuck() {
            return None;
        }
        steps.extend(company);
        steps.sort_by_key(|step| (step.distance(), self.dearness(candidate, step)));
        steps.truncate(FIRST_STEPS);
        let second = |step: &Candidate| {
            let seconds = self.steps(step, units, &mut Rng::new(luck), wish);
            seconds.into_iter().min_by_key(|two| (two.distance(), two.assessment.points))
        };
        let together =
            steps.iter().filter_map(second).filter(|two| two.distance() < candidate.distance());
        together.min_by_key(|two| (two.distance(), two.assessment.points))
    }

    /// Of the steps that mend most the one that costs least; by chance another that costs a little
    /// more.
    fn take_best(
        &self,
        candidate: &Candidate,
        steps: &mut Vec<Candidate>,
        dice: &mut Rng,
        luck: u64,
    ) -> Option<Candidate> {
        let best = steps
            .iter()
            .map(Candidate::distance)
            .min()
            .filter(|best| *best < candidate.distance())?;
        let dearness = |step: &Candidate, dice: &mut Rng| {
            let times = Number::whole(1 + i64::try_from(dice.below(1 + luck * 2)).unwrap_or(0));
            self.dearness(candidate, step).multiply(times).unwrap_or(Number::ZERO)
        };
        let good = steps.iter().enumerate().filter(|(_, step)| step.distance() == best);
        let (place, _) = good.min_by_key(|(_, step)| dearness(step, dice))?;
        Some(steps.swap_remove(place))
    }

    /// What a step costs; another of what is there already counts half as much again.
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

    /// Every list with one unit or one option more that costs no more than may be spent.
    fn steps(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        dice: &mut Rng,
        wish: &CompleteOptions<'_>,
    ) -> Vec<Candidate> {
        if !(wish.should_continue)("making the list legal") {
            return Vec::new();
        }
        let with_unit = |(entry, to): &(EntryId, ForceRef)| {
            Some(self.with_unit(&candidate.list, *entry, to)?.0)
        };
        let session = self.rules.session(&candidate.list);
        let mut offered: Vec<(LineId, Offered)> = Vec::new();
        for unit in &candidate.assessment.units {
            let of_unit = session.offered(unit.line);
            offered.extend(of_unit.into_iter().map(|option| (unit.line, option)));
        }
        let with_option =
            |(unit, option): &(LineId, Offered)| self.with_option(&candidate.list, *unit, option);
        let mut steps: Vec<Candidate> =
            self.additions(&candidate.list, units).par_iter().filter_map(with_unit).collect();
        steps.par_extend(offered.par_iter().filter_map(with_option));
        steps.extend(
            candidate.assessment.units.iter().filter_map(|unit| self.sized(candidate, unit.line)),
        );
        steps.retain(|step| is_affordable(candidate, step));
        // Which of two that are as good comes first is a matter of chance.
        let turn = usize::try_from(dice.below(steps.len() as u64)).unwrap_or(0);
        steps.rotate_left(turn);
        steps
    }
}

/// Whether a step costs no more than may be spent and leaves nothing wrong that further ones could
/// not mend.
fn is_affordable(candidate: &Candidate, step: &Candidate) -> bool {
    let limit = candidate.list.points.as_ref().map(|points| Number::whole(points.value));
    let is_within = |points: Number| limit.is_none_or(|limit| points <= limit);
    let within = is_within(step.assessment.points) || !is_within(candidate.assessment.points);
    within && step.is_repairable_after(candidate, &candidate.assessment.keys())
}
