//! The cases that counting settles, without a solver.
//!
//! Either every unit can stand in its first place, or no unit has a choice.

use crate::engine::slots::allocate::helpers;
use crate::engine::slots::allocate::types::{Answer, Place, Problem};
use crate::engine::slots::allocate::used::Used;

/// The answer, if counting suffices.
pub(crate) fn count(problem: &Problem) -> Option<Answer> {
    let first = |unit: &crate::engine::slots::allocate::types::Places| {
        unit.iter(problem).min_by_key(|place| place.order(problem))
    };
    let places: Vec<_> = problem.units.iter().map(first).collect();
    let mut used = Used::new(problem);
    places.iter().flatten().for_each(|place| used.add(*place, 1));

    let fits = used.within(problem, problem.slots.iter().map(|bounds| bounds.max));
    let without_choice = || {
        let single = |unit: &crate::engine::slots::allocate::types::Places| {
            unit.iter(problem).take(2).count() < 2
        };
        problem.trades.iter().all(|trade| problem.trade_limit(trade) == 0)
            && problem.units.iter().all(single)
    };
    if fits && places.iter().all(Option::is_some) && used.short(problem).all(|short| short == 0) {
        let answer = answer(problem, places, &used);
        return (answer.feasible() || without_choice()).then_some(answer);
    }
    without_choice().then(|| trimmed(problem, &places))
}

/// Every unit has one place at most and there are no trades: the numbers are given, the last units
/// stay out.
fn trimmed(problem: &Problem, wanted: &[Option<Place>]) -> Answer {
    let maxima = problem.maxima(&[]);
    let mut used = Used::new(problem);
    let mut places = vec![None; wanted.len()];
    // Those who need a grant stand later in the chart, so the others go first.
    for granted in [false, true] {
        let of_this_kind =
            |place: &Place| matches!(place, Place::Slot { grant: Some(_), .. }) == granted;
        for (place, wanted) in places.iter_mut().zip(wanted) {
            *place = place.or_else(|| {
                wanted
                    .filter(of_this_kind)
                    .filter(|wanted| used.room(*wanted, problem, &maxima) > 0)
                    .inspect(|wanted| used.add(*wanted, 1))
            });
        }
    }
    answer(problem, places, &used)
}

fn answer(problem: &Problem, places: Vec<Option<Place>>, used: &Used) -> Answer {
    Answer {
        trades: vec![0; problem.trades.len()],
        maxima: problem.maxima(&[]),
        short: used.short(problem).collect(),
        helpers: helpers::assign(problem, &places, &used.slots),
        places,
    }
}
