//! Spends the remaining points on further units: the solver chooses them, the validator judges the
//! choice.

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::alike::distinct_lines;
use crate::builder::candidate::Candidate;
use crate::builder::complete::Rng;
use crate::builder::complete::currency::{LimitRow, Spending};
use crate::builder::complete::legal::SearchOptions;
use crate::builder::complete::refine::RefineScope;
use crate::builder::complete::task::{ADDING, SPENDING, Task};
use crate::builder::force::possible_forces;
use crate::diagnostic::{Code, Family, codes};
use crate::engine::Assessment;
use crate::engine::eval::Number;
use crate::engine::slots::allocate::choose;
use crate::engine::slots::allocate::choose::{Column, KnapsackInput};
use crate::engine::slots::allocate::types::AllowedPlacements;
use crate::list::{Edit, ForceRef, Holder, LineId, List, UnitLine};
use crate::model::EntryId;

/// Rounds of spending: each may begin a force or add units that the previous round made available.
const ROUNDS: usize = 6;

/// How often the solver is asked again with what the validator objected to.
const OBJECTIONS: usize = 16;

/// How many branches the solver may explore.
const BRANCHES: u64 = 1000;

/// Roughly how many forms of a unit are tried, for estimates of effort.
const CHANGES_OF_A_UNIT: usize = 4;

/// How many units of one entry are chosen at once.
const MOST_ALIKE: u64 = 3;

/// A way to take a unit.
struct Addition {
    entry: EntryId,
    to: ForceRef,
    line: UnitLine,
    column: Column,
    spending: Spending,
    /// How many of its entry fit at once, in this form or others.
    alike: u64,
    /// The pools of the collection it draws on, and how many models of each.
    models: Vec<(usize, i64)>,
}

/// The ways to add to the first list of a search, kept because every attempt begins with the same
/// list if that was legal already.
#[derive(Default)]
pub(crate) struct FirstAdditions(Option<(List, Vec<Addition>)>);

impl Builder<'_, '_> {
    /// The list that spends as much as the search can.
    pub(crate) fn spend(
        &self,
        mut candidate: Candidate,
        first: &mut FirstAdditions,
        units: &[EntryId],
        limit: Number,
        rng: &mut Rng,
        task: &Task<'_>,
    ) -> Candidate {
        for round in 0..ROUNDS {
            let before = candidate.assessment.points;
            if before == limit || !task.may_continue(SPENDING) {
                break;
            }
            let left = self.limit_in_parts(limit).saturating_sub(self.price_in_parts(before));
            candidate = match &first.0 {
                Some((list, ways)) if *list == candidate.list => {
                    self.add_units(candidate, ways, left, rng, task)
                }
                _ => {
                    let ways = self.ways(&candidate, units, left, task);
                    let with = (round == 0).then(|| candidate.list.clone());
                    candidate = self.add_units(candidate, &ways, left, rng, task);
                    if let Some(list) = with {
                        first.0.get_or_insert((list, ways));
                    }
                    candidate
                }
            };
            candidate = self.refine(candidate, limit, RefineScope::Added, task);
            if candidate.assessment.points == before {
                match self.begin_force(&candidate, units, limit, task, rng) {
                    Some(begun) => candidate = begun,
                    None => break,
                }
            }
        }
        candidate
    }

    /// The list with one more force, if it can be made legal.
    fn begin_force(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        limit: Number,
        task: &Task<'_>,
        rng: &mut Rng,
    ) -> Option<Candidate> {
        let all = possible_forces(self.game, &candidate.list);
        all.iter().flat_map(|force| force.made(&candidate.list)).find_map(|begun| {
            let with = self.candidate(begun);
            let search = SearchOptions { seed: rng.below(u64::MAX), luck: 0, quick: true };
            let legal = self.make_legal(with, units, task, search).ok()?;
            (legal.assessment.points <= limit
                && legal.assessment.points > candidate.assessment.points)
                .then_some(legal)
        })
    }

    /// Adds units that the solver chooses. What the validator objects to is capped, and the solver
    /// is asked again.
    fn add_units(
        &self,
        candidate: Candidate,
        ways: &[Addition],
        left: i64,
        rng: &mut Rng,
        task: &Task<'_>,
    ) -> Candidate {
        let spending: Vec<Spending> = ways.iter().map(|way| way.spending.clone()).collect();
        let mut choice = KnapsackInput {
            allocations: candidate
                .assessment
                .forces
                .iter()
                .map(|force| force.allocation.clone())
                .collect(),
            columns: ways.iter().map(|way| way.column.clone()).collect(),
            budget: left,
            caps: caps(ways, rng)
                .into_iter()
                .chain(self.stock_rows(&candidate, ways))
                .chain(self.currency_rows(&candidate.assessment.limits, &spending, &[]))
                .collect(),
            one_of: Vec::new(),
            gap: 0.01,
            branches: BRANCHES,
        };
        let mut chosen: Vec<&Addition> = Vec::new();
        for _ in 0..OBJECTIONS {
            let Some(counts) = choose(&choice) else { break };
            if counts.iter().all(|count| *count == 0) || !task.may_continue(SPENDING) {
                break;
            }
            let copies = |count: i64| usize::try_from(count).unwrap_or(0);
            chosen = ways
                .iter()
                .zip(&counts)
                .flat_map(|(way, count)| std::iter::repeat_n(way, copies(*count)))
                .collect();
            let Some(full) = self.with_ways(&candidate.list, chosen.iter().copied()) else { break };
            if full.is_as_legal_as(&candidate, &[]) {
                return full;
            }
            choice.caps.push(objection(&full, &candidate, ways, &counts));
        }
        self.as_far_as_fits(candidate, &chosen, task)
    }

    /// Adds the units one after the other, skipping those that do not fit.
    fn as_far_as_fits(
        &self,
        mut candidate: Candidate,
        ways: &[&Addition],
        task: &Task<'_>,
    ) -> Candidate {
        for way in ways.iter().take_while(|_| task.may_continue(SPENDING)) {
            let with = self.with_line(&candidate.list, &way.line, &way.to).map(|(with, _)| with);
            candidate =
                with.filter(|with| with.is_as_legal_as(&candidate, &[])).unwrap_or(candidate);
        }
        candidate
    }

    fn with_ways<'w>(
        &self,
        list: &List,
        ways: impl Iterator<Item = &'w Addition>,
    ) -> Option<Candidate> {
        let mut list = list.clone();
        for way in ways {
            let edit = Edit::AddUnit { line: Box::new(way.line.clone()), to: way.to.clone() };
            edit.apply(&mut list).ok()?;
        }
        Some(self.candidate(list))
    }

    /// The ways to take each unit that fits: bare, at its largest, and with every option.
    fn ways(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        left: i64,
        task: &Task<'_>,
    ) -> Vec<Addition> {
        let keys = candidate.assessment.keys();
        let ways_of = |(entry, to): &(EntryId, ForceRef)| {
            task.may_continue(ADDING).then_some(())?;
            let (bare, unit) = self.with_unit(&candidate.list, *entry, to)?;
            // The solver handles minimums and unlocks; everything else must be legal immediately.
            let placing =
                |code: &'static Code| [&codes::SLOT_TOO_FEW, &codes::UNLOCK_UNPAID].contains(&code);
            let fits = |with: &Candidate| {
                with.short <= candidate.short
                    && with.assessment.new_errors(&keys).iter().all(|problem| placing(problem.code))
            };
            let price = self.price_in_parts(bare.price_over(candidate));
            if price <= 0 || price > left {
                return None;
            }
            let with = if fits(&bare) { bare } else { self.worded(&bare, unit).find(fits)? };
            let mut ways = self.forms(candidate, with, unit, left);
            ways.iter_mut().for_each(|way| way.to = to.clone());
            let alike = ways.first().map_or(1, |way| self.alike(candidate, way));
            ways.iter_mut().for_each(|way| way.alike = alike);
            Some(ways)
        };
        let additions = self.additions(&candidate.list, units);
        if !task.affords(additions.len().saturating_mul(CHANGES_OF_A_UNIT), candidate) {
            return Vec::new();
        }
        let again = self.lines_again(candidate, left, task);
        additions.par_iter().filter_map(ways_of).flatten().chain(again).collect()
    }

    /// Another copy of each unit of the list, with the same equipment.
    fn lines_again(&self, candidate: &Candidate, left: i64, task: &Task<'_>) -> Vec<Addition> {
        let again = |line: &UnitLine| {
            task.may_continue(ADDING).then_some(())?;
            let to = ForceRef::from(candidate.list.force_of(line.line()));
            let (models, options, others) =
                (line.models.clone(), line.options.clone(), line.others.clone());
            let line = UnitLine { models, options, others, ..UnitLine::new(line.unit.clone()) };
            let (with, unit) = self.with_line(&candidate.list, &line, &to)?;
            let price = self.price_in_parts(with.price_over(candidate));
            let fits = price > 0 && price <= left && with.is_as_legal_as(candidate, &[]);
            let mut way = self.way(candidate, &with, unit).filter(|_| fits)?;
            way.to = to;
            way.alike = self.alike(candidate, &way);
            Some(way)
        };
        distinct_lines(&candidate.list).into_iter().filter_map(again).collect()
    }

    /// The addition that takes a unit as it stands in `candidate`.
    fn way(&self, base: &Candidate, candidate: &Candidate, unit: LineId) -> Option<Addition> {
        let (line, unit) = candidate.list.unit(unit).zip(candidate.unit(unit))?;
        let most = i64::try_from(MOST_ALIKE).unwrap_or(1);
        let price = self.price_in_parts(candidate.price_over(base));
        let column = Column {
            price,
            most,
            stands: stands(&base.assessment, &candidate.assessment, unit.line),
        };
        let models = self.stock.map(|stock| stock.pools_of(unit)).unwrap_or_default();
        let line = UnitLine { id: None, ..line.clone() };
        let spending = Spending { force: unit.force, costs: candidate.prices_over(base) };
        let (entry, to) = (unit.entry, ForceRef::Army);
        Some(Addition { entry, to, line, column, spending, alike: 1, models })
    }

    /// How many copies of a unit fit at once, up to `MOST_ALIKE`.
    fn alike(&self, candidate: &Candidate, way: &Addition) -> u64 {
        let keys = candidate.assessment.keys();
        let placing = |code: &'static Code| {
            matches!(code.family, Family::Slot | Family::Unlock | Family::Points)
        };
        let fit = |several: &Candidate| {
            several.short <= candidate.short
                && several.assessment.new_errors(&keys).iter().all(|problem| placing(problem.code))
        };
        let more = (2..=MOST_ALIKE).take_while(|copies| {
            let copies = usize::try_from(*copies).unwrap_or(1);
            self.with_ways(&candidate.list, std::iter::repeat_n(way, copies))
                .is_some_and(|several| fit(&several))
        });
        more.last().unwrap_or(1)
    }

    /// The forms of a unit, with their prices and where they would stand.
    fn forms(&self, base: &Candidate, bare: Candidate, unit: LineId, left: i64) -> Vec<Addition> {
        let mut all: Vec<Addition> = Vec::new();
        let mut add =
            |candidate: &Candidate| {
                let way = self.way(base, candidate, unit).filter(|way| way.column.price <= left);
                all.extend(way.filter(|way| {
                    !all.iter().any(|known| known.spending.costs == way.spending.costs)
                }));
            };
        add(&bare);
        let keys = bare.assessment.keys();
        let large = self.largest(&bare, unit);
        let large = large.filter(|large| {
            large.is_as_legal_as(&bare, &keys)
                && self.price_in_parts(large.price_over(base)) <= left
        });
        large.iter().for_each(&mut add);
        let mut loaded = large.unwrap_or(bare);
        for option in self.offered(&loaded.list, unit) {
            let keys = loaded.assessment.keys();
            let with = self.with_option(&loaded.list, &Holder::Unit(unit), &option);
            let fits = |with: &Candidate| {
                with.is_as_legal_as(&loaded, &keys)
                    && self.price_in_parts(with.price_over(base)) <= left
            };
            if let Some(with) = with.filter(fits) {
                loaded = with;
            }
        }
        add(&loaded);
        all
    }

    /// The unit with as many models as its entry allows.
    fn largest(&self, candidate: &Candidate, unit: LineId) -> Option<Candidate> {
        let high = self.sizes(&candidate.list, unit)?.high;
        let now = candidate.unit(unit)?.size;
        self.with_size(&candidate.list, unit, high.filter(|high| *high > now)?)
    }

    /// Rows that keep the chosen additions within the unused models of the collection.
    fn stock_rows(&self, candidate: &Candidate, ways: &[Addition]) -> Vec<LimitRow> {
        let left = self.stock.map(|stock| stock.left(&candidate.assessment)).unwrap_or_default();
        let row = |(pool, left): (usize, i64)| {
            let of_pool = |(at, way): (usize, &Addition)| {
                Some((at, way.models.iter().find(|(of, _)| *of == pool)?.1))
            };
            (ways.iter().enumerate().filter_map(of_pool).collect(), left.max(0))
        };
        left.into_iter()
            .enumerate()
            .map(row)
            .filter(|(columns, _): &LimitRow| !columns.is_empty())
            .collect()
    }
}

/// Rows that cap how often each entry is taken: at random fewer times than fit, and sometimes
/// without one of its forms. This is what makes armies of different seeds differ.
fn caps(ways: &[Addition], rng: &mut Rng) -> Vec<LimitRow> {
    let mut entries: Vec<EntryId> = ways.iter().map(|way| way.entry).collect();
    entries.sort_unstable();
    entries.dedup();
    let mut caps = Vec::new();
    for entry in entries {
        let columns: Vec<usize> = (0..ways.len())
            .filter(|at| ways.get(*at).is_some_and(|way| way.entry == entry))
            .collect();
        let alike =
            columns.iter().filter_map(|at| ways.get(*at)).map(|way| way.alike).max().unwrap_or(1);
        let most = alike - rng.below(alike);
        if columns.len() > 1 && rng.below(4) == 0 {
            let skipped = usize::try_from(rng.below(columns.len() as u64))
                .ok()
                .and_then(|at| columns.get(at));
            caps.extend(skipped.map(|at| (vec![(*at, 1)], 0)));
        }
        caps.push((
            columns.into_iter().map(|at| (at, 1)).collect(),
            i64::try_from(most).unwrap_or(1),
        ));
    }
    caps
}

/// The force that a unit would join, and its places there that do not depend on the unit itself.
fn stands(
    before: &Assessment,
    with: &Assessment,
    line: LineId,
) -> Option<(usize, AllowedPlacements)> {
    let unit = with.units.iter().position(|unit| unit.line == line)?;
    let force = with.forces.iter().position(|force| force.units.contains(&unit))?;
    let (new, old) = (with.forces.get(force)?, before.forces.get(force)?);
    let place = new.units.iter().position(|other| *other == unit)?;
    let mut places = new.allocation.units.get(place)?.clone();
    // Ignore grants and offers that only the unit itself brings.
    places.grants.retain(|grant| {
        old.allocation
            .grants
            .get(*grant)
            .is_some_and(|known| Some(known) == new.allocation.grants.get(*grant))
    });
    places.offers.retain(|offer| old.allocation.offers.get(*offer).is_some());
    Some((force, places))
}

/// What the validator objects to, as a row: the columns of the units it names may not all be taken
/// together again. If all are of one entry, there are too many of that entry, in any form.
fn objection(full: &Candidate, before: &Candidate, ways: &[Addition], counts: &[i64]) -> LimitRow {
    let mut blamed: Vec<EntryId> = Vec::new();
    for problem in &full.assessment.errors {
        let new = full.units_of(problem).filter(|unit| before.unit(unit.line).is_none());
        blamed.extend(new.map(|unit| unit.entry));
    }
    blamed.sort_unstable();
    blamed.dedup();
    let concerns = |at: &usize| {
        let (Some(way), Some(count)) = (ways.get(*at), counts.get(*at)) else { return false };
        match blamed.as_slice() {
            [] => *count > 0,
            [entry] => way.entry == *entry,
            several => *count > 0 && several.contains(&way.entry),
        }
    };
    let columns: Vec<usize> = (0..ways.len()).filter(concerns).collect();
    let taken: i64 = columns.iter().filter_map(|at| counts.get(*at)).sum();
    (columns.into_iter().map(|at| (at, 1)).collect(), (taken - 1).max(0))
}
