//! Spends the last points: the solver chooses sizes and further options of units, so that the total
//! comes as near to the limit as possible.

use crate::engine::check::kind::Limits;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::complete::currency::Spending;
use crate::builder::complete::task::{CHOOSING, Task};
use crate::diagnostic::codes;
use crate::engine::Offered;
use crate::engine::eval::Number;
use crate::engine::slots::allocate::choose;
use crate::engine::slots::allocate::choose::{Column, KnapsackInput};
use crate::list::{Edit, Holder, LineId, List, Models, OptionPick, UnitLine};

/// Sizes that are tried for one unit.
const MOST_SIZES: i64 = 8;

/// Options that are looked at for one size of a unit.
const MOST_EXTRAS: usize = 12;

/// Roughly how many sizes and options of a unit are tried, for estimates of effort.
const CHANGES_OF_A_UNIT: usize = 8;

/// How often the solver is asked again with what the validator objected to.
const OBJECTIONS: usize = 12;

/// How many branches the solver may explore.
const BRANCHES: u64 = 250;

/// Whose sizes and options are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefineScope {
    /// Of units that were added: any size and option.
    Added,
    /// Of the player's own units too, but only additions to what the list states.
    Everyones,
}

/// A size of a unit, and the extra options it may take.
struct UnitVariant {
    models: Models,
    options: Vec<OptionPick>,
    costs: Vec<Number>,
    extras: Vec<Extra>,
}

/// An option that may be taken once more, and what it adds to the price in each currency.
struct Extra {
    option: Offered,
    costs: Vec<Number>,
}

/// A unit with its variants; the first is its current one.
struct VariableUnit {
    line: LineId,
    variants: Vec<UnitVariant>,
}

/// What was chosen for a unit: a variant, and some of its extras.
struct ChosenVariant {
    unit: usize,
    variant: usize,
    extras: Vec<usize>,
}

impl Builder<'_, '_> {
    /// The list with other sizes and options, if that spends more.
    pub(crate) fn refine(
        &self,
        candidate: Candidate,
        limit: Number,
        whose: RefineScope,
        task: &Task<'_>,
    ) -> Candidate {
        if candidate.assessment.points >= limit || !task.may_continue(CHOOSING) {
            return candidate;
        }
        let mut units: Vec<LineId> =
            candidate.assessment.units.iter().map(|unit| unit.line).collect();
        let added: FxHashSet<LineId> = candidate
            .list
            .unit_lines()
            .filter(|line| !line.is_in_text())
            .map(UnitLine::line)
            .collect();
        units.retain(|line| added.contains(line) || whose == RefineScope::Everyones);
        if !task.affords(units.len().saturating_mul(CHANGES_OF_A_UNIT), &candidate) {
            return candidate;
        }
        let open = |line: &LineId| VariableUnit {
            line: *line,
            variants: self.variants_of(&candidate, *line, task),
        };
        let mut units: Vec<VariableUnit> = units.par_iter().map(open).collect();
        units.retain(|unit| !unit.variants.is_empty());
        for _ in 0..OBJECTIONS {
            let Some(chosen) = self.nearest(&candidate, &units, limit) else { break };
            let full = self.candidate(with_chosen(&candidate.list, &units, &chosen));
            let within = full.assessment.points <= limit;
            if full.is_as_legal_as(&candidate, &[]) && within {
                return if full.assessment.points > candidate.assessment.points {
                    full
                } else {
                    candidate
                };
            }
            if !forbid(&full, &mut units, &chosen) || !task.may_continue(CHOOSING) {
                break;
            }
        }
        candidate
    }

    /// The variants that a unit could have. What the player states stays: a size changes only if it
    /// was left open.
    fn variants_of(
        &self,
        candidate: &Candidate,
        unit: LineId,
        task: &Task<'_>,
    ) -> Vec<UnitVariant> {
        let Some((line, now)) = candidate.list.unit(unit).zip(candidate.unit(unit)) else {
            return Vec::new();
        };
        let is_added = !line.is_in_text();
        if line.copies() > 1 {
            return Vec::new();
        }
        let allowed = self.sizes(&candidate.list, unit);
        let allowed = allowed.unwrap_or(Limits::every(now.size, Some(now.size)));
        let low = if is_added { allowed.low } else { now.size };
        let high = allowed.high.unwrap_or(now.size.saturating_add(MOST_SIZES)).max(low);
        let varies = match &line.models {
            Models::Unstated => true,
            Models::Total(_) => is_added,
            Models::Lines(lines) => is_added && lines.len() == 1,
        };
        let step = ((high - low) / MOST_SIZES).max(1);
        let grid = std::iter::successors(allowed.from(low), |size| {
            allowed.from(size.checked_add(step)?).filter(|next| *next <= high)
        });
        let sizes = grid.chain(allowed.up_to(high)).filter(|size| varies && *size != now.size);
        let mut variants: Vec<UnitVariant> = Vec::new();
        for size in std::iter::once(None).chain(sizes.map(Some)) {
            if !task.may_continue(CHOOSING) {
                return Vec::new();
            }
            let sized = match size {
                None => self.candidate(candidate.list.clone()),
                Some(size) => match self.with_size(&candidate.list, unit, size) {
                    Some(sized) => sized,
                    None => continue,
                },
            };
            let Some((line, now)) = sized.list.unit(unit).zip(sized.unit(unit)) else { continue };
            let costs = now.costs.clone();
            if !is_right(&sized, candidate) || variants.iter().any(|variant| variant.costs == costs)
            {
                continue;
            }
            // Options are tried for the current, the smallest and the largest size only.
            let ends = size.is_none_or(|size| size == low || size == high);
            let extras = if ends { self.extras(&sized, unit, task) } else { Vec::new() };
            variants.push(UnitVariant {
                models: line.models.clone(),
                options: line.options.clone(),
                costs,
                extras,
            });
        }
        variants
    }

    /// The extra options that the unit may take, each tried alone.
    fn extras(&self, sized: &Candidate, unit: LineId, task: &Task<'_>) -> Vec<Extra> {
        let Some(now) = sized.unit(unit) else { return Vec::new() };
        let extra = |option: Offered| {
            task.may_continue(CHOOSING).then_some(())?;
            let with = self
                .with_option(&sized.list, &Holder::Unit(unit), &option)
                .filter(|with| is_right(with, sized))?;
            let with = with.unit(unit)?;
            let costs = with.costs.iter().zip(&now.costs);
            let costs: Option<Vec<Number>> = costs.map(|(with, now)| with.subtract(*now)).collect();
            (with.cost() > now.cost()).then_some(Extra { option, costs: costs? })
        };
        let mut offered = self.offered(&sized.list, unit);
        // The player's own units keep their numbers of options.
        let line = sized.list.unit(unit);
        let taken = line.map(|line| option_names(&line.options)).unwrap_or_default();
        offered.retain(|option| sized.is_added(unit) || !taken.contains(&option.option));
        offered.into_iter().filter_map(extra).take(MOST_EXTRAS).collect()
    }
}

/// The names of the options taken, including those inside other options.
fn option_names(taken: &[OptionPick]) -> Vec<String> {
    taken
        .iter()
        .flat_map(|pick| std::iter::once(pick.option().to_owned()).chain(option_names(&pick.inner)))
        .collect()
}

/// Whether nothing is wrong, except perhaps that it costs too much.
fn is_right(candidate: &Candidate, before: &Candidate) -> bool {
    candidate.short <= before.short
        && candidate
            .assessment
            .errors
            .iter()
            .all(|problem| problem.code == &codes::POINTS_OVER_LIMIT)
}

/// A variant of a unit as a column of the solver, and its extras as others.
struct VariantColumn {
    unit: usize,
    variant: usize,
    column: usize,
    extras: Vec<usize>,
}

impl Builder<'_, '_> {
    /// The variants and extras that come nearest to the limit: one variant of every unit, extras of
    /// that variant only, and at most one extra per choice.
    fn nearest(
        &self,
        candidate: &Candidate,
        units: &[VariableUnit],
        limit: Number,
    ) -> Option<Vec<ChosenVariant>> {
        let now: Vec<Spending> = units
            .iter()
            .filter_map(|unit| candidate.unit(unit.line))
            .map(|unit| Spending { force: unit.force, costs: unit.costs.clone() })
            .collect();
        let price = |costs: &[Number]| costs.first().map_or(0, |first| self.price_in_parts(*first));
        let replaced: i64 = now.iter().map(|spending| price(&spending.costs)).sum();
        let kept = self.price_in_parts(candidate.assessment.points) - replaced;
        let mut choice = KnapsackInput {
            budget: self.limit_in_parts(limit) - kept,
            branches: BRANCHES,
            ..KnapsackInput::default()
        };
        let mut spending: Vec<Spending> = Vec::new();
        let mut columns: Vec<VariantColumn> = Vec::new();
        for (unit, open) in units.iter().enumerate() {
            let force = candidate.unit(open.line).and_then(|unit| unit.force);
            let mut add = |choice: &mut KnapsackInput, costs: &[Number]| {
                choice.columns.push(Column { price: price(costs), most: 1, stands: None });
                spending.push(Spending { force, costs: costs.to_vec() });
                choice.columns.len() - 1
            };
            let first = columns.len();
            for (number, variant) in open.variants.iter().enumerate() {
                let column = add(&mut choice, &variant.costs);
                let extras: Vec<usize> =
                    variant.extras.iter().map(|extra| add(&mut choice, &extra.costs)).collect();
                choice.caps.extend(extras.iter().map(|extra| (vec![(*extra, 1), (column, -1)], 0)));
                choice.caps.extend(of_one_choice(&variant.extras, &extras));
                columns.push(VariantColumn { unit, variant: number, column, extras });
            }
            choice.one_of.push(columns.iter().skip(first).map(|variant| variant.column).collect());
        }
        choice.caps.extend(self.currency_rows(&candidate.assessment.limits, &spending, &now));
        let counts = choose(&choice)?;
        let is_taken = |column: usize| counts.get(column).is_some_and(|count| *count > 0);
        let taken = columns.into_iter().filter(|variant| is_taken(variant.column));
        let chosen = taken.map(|VariantColumn { unit, variant, extras, .. }| {
            let extras = extras.iter().enumerate().filter(|(_, column)| is_taken(**column));
            ChosenVariant { unit, variant, extras: extras.map(|(extra, _)| extra).collect() }
        });
        Some(chosen.collect())
    }
}

/// Rows that allow at most one more option of each choice.
fn of_one_choice(extras: &[Extra], columns: &[usize]) -> Vec<(Vec<(usize, i64)>, i64)> {
    let mut choices: Vec<&(String, String)> =
        extras.iter().filter_map(|extra| extra.option.choose.as_ref()).collect();
    choices.sort();
    choices.dedup();
    let of = |choice: &(String, String)| {
        let members = extras
            .iter()
            .zip(columns)
            .filter(|(extra, _)| extra.option.choose.as_ref() == Some(choice));
        (members.map(|(_, column)| (*column, 1)).collect(), 1)
    };
    choices.into_iter().map(of).collect()
}

fn with_chosen(list: &List, units: &[VariableUnit], chosen: &[ChosenVariant]) -> List {
    let mut list = list.clone();
    for choice in chosen {
        let Some(open) = units.get(choice.unit) else { continue };
        let Some(variant) = open.variants.get(choice.variant) else { continue };
        let (unit, of) = (open.line, Holder::Unit(open.line));
        let mut edits = vec![
            Edit::SetModels { unit, models: variant.models.clone() },
            Edit::SetOptions { of: of.clone(), options: variant.options.clone() },
        ];
        for extra in choice.extras.iter().filter_map(|extra| variant.extras.get(*extra)) {
            let offer = extra.option.offer();
            edits.push(Edit::TakeOption { of: of.clone(), offer, times: None });
        }
        for edit in edits {
            // The unit comes from this list, so the edit applies.
            let _ = edit.apply(&mut list);
        }
    }
    list
}

/// Removes one extra or variant of a unit that the validator objects to, or one of every unit if it
/// names none. The current variant of a unit always stays. Returns whether anything was removed.
fn forbid(full: &Candidate, units: &mut [VariableUnit], chosen: &[ChosenVariant]) -> bool {
    let about = full.assessment.errors.iter().flat_map(|problem| full.units_of(problem));
    let blamed: Vec<LineId> = about.map(|unit| unit.line).collect();
    let mut changed = false;
    for choice in chosen.iter().rev() {
        let Some(open) = units
            .get_mut(choice.unit)
            .filter(|open| blamed.is_empty() || blamed.contains(&open.line))
        else {
            continue;
        };
        let Some(variant) = open.variants.get_mut(choice.variant) else { continue };
        match choice.extras.last() {
            Some(extra) if *extra < variant.extras.len() => drop(variant.extras.remove(*extra)),
            _ if choice.variant > 0 => drop(open.variants.remove(choice.variant)),
            _ => continue,
        }
        changed = true;
        // Remove one at a time: the others may be legal without it.
        if !blamed.is_empty() {
            break;
        }
    }
    changed
}
