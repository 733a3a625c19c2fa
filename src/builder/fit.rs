//! Finds the units that fit a list, and those that would fit after another unit.
//!
//! Answers are reported as they are found: first units of the list's own faction, then all others,
//! then the units that each of them opens.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::builder::candidate::Candidate;
use crate::builder::derived::without_numbers;
use crate::builder::find::{faction_of, is_native};
use crate::builder::force::{possible_forces, stations, with_new_forces};
use crate::builder::{Alternative, Builder, Suggestion};
use crate::diagnostic::{Code, codes};
use crate::engine::assess::remove_covering;
use crate::engine::{AssessedForce, AssessedProblem, Offered, ProblemKey};
use crate::list::{Edit, ForceRef, GameKey, GameValue, Holder, LineId, List, Models, OptionPick};
use crate::model::EntryId;
use crate::source::Span;
use crate::wording::{error_messages, force_title, problem};

/// How many options are tried in place of an option.
const MOST_INSTEAD: usize = 12;

/// How many pairs of units are tried to find what a unit makes possible. A larger list takes longer
/// to judge, so fewer are tried.
const MOST_PAIRS: usize = 4_000;

/// How many units are tried before those that fit are reported.
const AT_ONCE: usize = 24;

/// Errors that keep a unit out, whatever else is added.
const NEVER: &[&Code] = &[
    &codes::UNIT_NOT_AVAILABLE,
    &codes::POINTS_OVER_LIMIT,
    &codes::PICK_OUT_OF_RANGE,
    &codes::UNIT_UNIQUE,
];

/// A result of a search for suggestions, reported as soon as it is found.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum SuggestUpdate {
    /// A unit that may be added. What it opens is not known yet.
    Unit(Box<Suggestion>),
    /// What the unit with this number, counted from 0 in the order in which they were reported,
    /// opens.
    Opens(usize, Vec<String>),
}

/// A place where a unit fits, and the list with it.
struct Fit {
    to: ForceRef,
    list: List,
}

/// The places where an entry fits, or might fit later.
#[derive(Default)]
struct TriedEntry {
    fits: Vec<(Fit, Suggestion)>,
    /// Where it might fit if another unit were added first.
    barred: Vec<ForceRef>,
}

/// Another force that might be begun.
struct FurtherForce {
    /// The list with it, and its line.
    list: List,
    line: LineId,
    /// The judged list and its errors, if there must be such a force: its other slots may be filled
    /// later.
    begun: Option<(Candidate, Vec<ProblemKey>)>,
}

/// What a force that was just begun may lack.
const LATER: &[&Code] = &[&codes::SLOT_TOO_FEW, &codes::FORCE_TOO_FEW];

/// What a search for suggestions compares with.
struct Baseline<'b> {
    candidate: &'b Candidate,
    keys: Vec<ProblemKey>,
    /// The words for its errors, in their order.
    messages: Vec<String>,
    further: Vec<FurtherForce>,
    stations: Vec<ForceRef>,
}

impl Builder<'_, '_> {
    /// Every unit that may be added and leaves the list as legal as it is: those that are needed
    /// first, then by slots, then by price.
    pub fn suggest(&self, list: &List) -> Vec<Suggestion> {
        let mut all: Vec<Suggestion> = Vec::new();
        let _ = self.suggest_each(list, &mut |found| {
            match found {
                SuggestUpdate::Unit(unit) => all.push(*unit),
                SuggestUpdate::Opens(at, opens) => {
                    if let Some(unit) = all.get_mut(at) {
                        unit.opens = opens;
                    }
                }
            }
            ControlFlow::Continue(())
        });
        all.sort_by(|a, b| {
            (!a.needed, a.order, a.price, &a.title).cmp(&(!b.needed, b.order, b.price, &b.title))
        });
        all
    }

    /// The same, reported as found, in no particular order. The search ends when `tell` returns
    /// `Break`.
    pub fn suggest_each(
        &self,
        list: &List,
        tell: &mut dyn FnMut(SuggestUpdate) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Any addition would make the sums that the list states wrong.
        let candidate = self.candidate(without_numbers(list));
        let base = self.base(&candidate);
        let mut units = self.all_units(&candidate.list);
        // A list without a faction would be offered the units of every faction.
        if faction_of(self.game, &candidate.list).is_none() {
            units.retain(|unit| is_native(None, &self.game.entries[*unit]));
        }
        let (mut fits, mut barred): (Vec<Fit>, Vec<(EntryId, ForceRef)>) = Default::default();
        for some in units.chunks(AT_ONCE) {
            let tried: Vec<TriedEntry> =
                some.par_iter().map(|entry| self.tried(&base, *entry)).collect();
            for (entry, tried) in some.iter().zip(tried) {
                if tried.fits.is_empty() {
                    barred.extend(tried.barred.into_iter().map(|to| (*entry, to)));
                }
                for (fit, suggestion) in tried.fits {
                    tell(SuggestUpdate::Unit(Box::new(suggestion)))?;
                    fits.push(fit);
                }
            }
        }
        let mut pairs = MOST_PAIRS / (1 + candidate.assessment.units.len() / 20);
        for (at, fit) in fits.iter().enumerate() {
            let some: Vec<&(EntryId, ForceRef)> = barred.iter().take(pairs).collect();
            pairs -= some.len();
            let opens = self.opens(fit, &some);
            if !opens.is_empty() {
                tell(SuggestUpdate::Opens(at, opens))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn base<'b>(&self, candidate: &'b Candidate) -> Baseline<'b> {
        let list = &candidate.list;
        // No new force is offered while an earlier one must still be filled.
        let is_early = candidate.has_error(&codes::FORCE_NOT_FULL);
        let further = possible_forces(self.game, list);
        let keys = candidate.assessment.keys();
        let further = further.iter().filter(|_| !is_early).flat_map(|force| {
            let is_needed = force.is_needed && force.is_first;
            let lists = force.stations().into_iter().filter_map(|to| with_new_forces(list, &to));
            lists.map(move |made| (made, is_needed)).collect::<Vec<_>>()
        });
        let further = further.map(|((list, line), is_needed)| {
            let begun = is_needed.then(|| self.candidate(list.clone()));
            let begun = begun.filter(|begun| {
                let new = begun.assessment.new_errors(&keys);
                new.iter().all(|error| LATER.contains(&error.code))
            });
            let begun = begun.map(|begun| {
                let keys = begun.assessment.keys();
                (begun, keys)
            });
            FurtherForce { list, line, begun }
        });
        Baseline {
            candidate,
            messages: error_messages(self.rules, list, &[]),
            further: further.collect(),
            stations: stations(self.game, list),
            keys,
        }
    }

    /// Tries a unit in every place it might stand in.
    fn tried(&self, base: &Baseline<'_>, entry: EntryId) -> TriedEntry {
        let mut tried = TriedEntry::default();
        let here = base.stations.iter().map(|to| (&base.candidate.list, to.clone(), None));
        let further = base.further.iter();
        let further = further.map(|of| (&of.list, ForceRef::Force(of.line), of.begun.as_ref()));
        let mut is_held = false;
        for (list, to, begun) in here.chain(further) {
            let (before, keys) = match begun {
                Some((begun, keys)) => (begun, keys),
                None => (base.candidate, &base.keys),
            };
            let Some((candidate, unit)) = self.with_unit(list, entry, &to) else { continue };
            if !candidate.has_more_units(base.candidate) {
                continue; // another unit brings it anyway
            }
            let is_fit = |with: &Candidate| with.is_as_legal_as(before, keys);
            let new = candidate.assessment.new_errors(keys);
            let is_never = new.iter().any(|problem| NEVER.contains(&problem.code));
            let is_open = std::ptr::eq(list, &base.candidate.list)
                && candidate.short <= base.candidate.short
                && !is_never;
            let fitting = if is_fit(&candidate) {
                Some(candidate)
            } else if new.iter().any(|problem| problem.code == &codes::UNIT_NOT_AVAILABLE) {
                None
            } else {
                self.worded(&candidate, unit).find(is_fit)
            };
            match fitting {
                Some(with) => {
                    let is_outside = with.unit(unit).is_some_and(|unit| unit.slot.is_none());
                    is_held |= to == ForceRef::Army && is_outside;
                    let mut suggestion = self.suggestion(base, entry, &with, unit);
                    suggestion.needed |= begun.is_some() && with.distance() < before.distance();
                    tried.fits.push((Fit { to, list: with.list }, suggestion));
                }
                None if is_open => tried.barred.push(to),
                None => {}
            }
        }
        // A unit that the army itself holds without a slot is not offered in a force as well.
        tried.fits.retain(|(fit, _)| fit.to == ForceRef::Army || !is_held);
        tried
    }

    /// The units that fit after another one.
    fn opens(&self, fit: &Fit, barred: &[&(EntryId, ForceRef)]) -> Vec<String> {
        if barred.is_empty() {
            return Vec::new();
        }
        let with = self.candidate(fit.list.clone());
        let keys = with.assessment.keys();
        let fits = |(entry, to): &&(EntryId, ForceRef)| {
            let opened = self.with_unit(&with.list, *entry, to).map(|(opened, _)| opened);
            let is_fit = |opened: Candidate| {
                opened.is_as_legal_as(&with, &keys) && opened.has_more_units(&with)
            };
            opened.is_some_and(is_fit).then_some(*entry)
        };
        let opened: Vec<EntryId> = barred.par_iter().filter_map(fits).collect();
        let mut opens: Vec<String> = Vec::new();
        for id in opened.into_iter().map(|entry| &self.game.entries[entry].id) {
            if !opens.contains(id) {
                opens.push(id.clone());
            }
        }
        opens
    }

    /// What a unit could take in place of each option that it must take.
    fn alternatives(
        &self,
        base: &Baseline<'_>,
        with: &Candidate,
        unit: LineId,
    ) -> Vec<Alternative> {
        let (list, base, keys) = (&with.list, base.candidate, &base.keys);
        let of = Holder::Unit(unit);
        let taken = list.unit(unit).map(|line| line.options.clone()).unwrap_or_default();
        let offered =
            if taken.is_empty() { Vec::new() } else { self.rules.session(list).offered(&of) };
        let names = |offered: &Offered, pick: &OptionPick| {
            pick.inner.is_empty() && pick.option() == offered.option
        };
        let mut all: Vec<Alternative> = Vec::new();
        for pick in &taken {
            let Some(now) = offered.iter().find(|offered| names(offered, pick)) else { continue };
            let take = |offered: &Offered, times| Edit::TakeOption {
                of: of.clone(),
                offer: offered.offer(),
                times,
            };
            let Ok(without) = take(now, Some(0)).applied_to(list) else { continue };
            let others =
                offered.iter().filter(|other| other.choose == now.choose && other.choose.is_some());
            for other in others.filter(|other| other.option != now.option).take(MOST_INSTEAD) {
                let with = self.after(&without, &take(other, Some(pick.copies())));
                if let Some(with) = with.filter(|with| with.is_as_legal_as(base, keys)) {
                    let title = other.title.clone();
                    let option = match pick.copies() {
                        1 => other.flag(),
                        times => format!("{}={times}", other.flag()),
                    };
                    let (price, other_costs) =
                        (with.price_over(base), self.other_costs(&with, base));
                    all.push(Alternative { option, title, price, other_costs });
                }
            }
        }
        all
    }

    fn suggestion(
        &self,
        base: &Baseline<'_>,
        entry: EntryId,
        with: &Candidate,
        unit: LineId,
    ) -> Suggestion {
        let entry = &self.game.entries[entry];
        let before_it = base.candidate;
        let assessment = with.unit(unit);
        let force = assessment.and_then(|unit| unit.force);
        let is_it = |other: &&AssessedForce| other.force == force;
        let before = before_it.assessment.forces.iter().find(is_it);
        let slot = assessment.and_then(|unit| unit.slot);
        let known = slot
            .filter(|(chart, _)| before.is_some_and(|force| force.chart == *chart))
            .map(|(_, at)| at);
        let is_new = before.is_none();
        // A new force that names its chart could also have a different one.
        let named = with.list.force_of(unit).filter(|_| is_new);
        let named = named.and_then(|line| with.list.force(line)?.chart.as_ref());
        let chart = slot.map(|(chart, _)| chart).filter(|_| named.is_some());
        let place = if is_new { slot.map(|(_, at)| at) } else { known };
        let lacks = |at: usize| {
            before.and_then(|force| force.slots.get(at)).is_some_and(|slot| slot.used < slot.min)
        };
        let line = with.list.unit(unit);
        let design = line.and_then(|line| match &line.models {
            Models::Lines(lines) => lines
                .iter()
                .find(|line| line.design == Some(true))
                .map(|line| line.model.value.clone()),
            _ => None,
        });
        let needed = known.is_some_and(lacks) || with.distance() < before_it.distance();
        let slot_span = slot
            .and_then(|(chart, at)| self.game.charts[chart].slots.get(at))
            .map(|slot| slot.span);
        Suggestion {
            unit: entry.id.clone(),
            title: entry.title.clone(),
            price: with.price_over(before_it),
            other_costs: self.other_costs(with, before_it),
            models: assessment.map_or(0, |unit| unit.size),
            needed,
            needed_for: if needed { resolved_problem(base, with, slot_span) } else { None },
            slot: slot.map(|(chart, at)| problem::slot::slot(self.game, chart, at).to_owned()),
            force: with.list.force_of(unit).map(|force| force_title(self.game, &with.list, force)),
            chart: chart.map(|chart| self.game.charts[chart].id.clone()),
            options: line.map(|line| option_flags(&line.options)).unwrap_or_default(),
            instead: self.alternatives(base, with, unit),
            design,
            stated: line
                .map(|line| line.others.iter().filter_map(stated_flag).collect())
                .unwrap_or_default(),
            opens: Vec::new(),
            // Units outside every force come last.
            order: (
                force.unwrap_or(usize::MAX),
                chart.map(crate::model::ChartId::index),
                place.unwrap_or(usize::MAX),
            ),
        }
    }
}

/// The message of an error that the unit resolves, or else of what is missing in its slot.
fn resolved_problem(base: &Baseline<'_>, with: &Candidate, slot: Option<Span>) -> Option<String> {
    let mut left = base.keys.clone();
    for error in &with.assessment.errors {
        remove_covering(&mut left, error.key);
    }
    let errors = &base.candidate.assessment.errors;
    let is_gone = |error: &&AssessedProblem| left.contains(&error.key);
    let is_lack =
        |error: &&AssessedProblem| error.code == &codes::SLOT_TOO_FEW && error.defined_at == slot;
    let at = errors.iter().position(|error| is_lack(&error));
    let at = at.or_else(|| errors.iter().position(|error| is_gone(&error)));
    at.and_then(|at| base.messages.get(at).cloned())
}

/// A key that a unit states, in the form that `--set` expects.
fn stated_flag(other: &GameKey) -> Option<String> {
    match &other.value {
        GameValue::Scalars(values) => {
            values.first().map(|value| format!("{}={}", other.key.value, value.words()))
        }
        _ => None,
    }
}

/// Options in the form that `--option` expects: `grenades`, `lmg=2`.
fn option_flags(taken: &[OptionPick]) -> Vec<String> {
    let flag = |pick: &OptionPick| match &pick.times {
        Some(times) if times.value != 1 => vec![format!("{}={}", pick.name.value, times.value)],
        _ if pick.inner.is_empty() => vec![pick.name.value.clone()],
        _ => option_flags(&pick.inner),
    };
    taken.iter().flat_map(flag).collect()
}
