//! What may be added to a list: units ([`Builder::suggest`]) and options of a unit
//! ([`Builder::open_options`]). Everything that is suggested has been tried.

use serde::Serialize;

use crate::builder::address::UnitLookup;
use crate::builder::candidate::Candidate;
use crate::builder::derived::without_numbers;
use crate::builder::find::{faction_of, is_at_home};
use crate::builder::force::{PossibleForce, possible_forces, stations, with_new_forces};
use crate::builder::{Builder, LookupError};
use crate::diagnostic::codes;
use crate::engine::eval::Number;
use crate::engine::{AssessedForce, AssessedUnit, Offered, ProblemKey};
use crate::list::{Edit, ForceRef, GameKey, GameValue, Holder, LineId, List, Models, OptionPick};
use crate::model::EntryId;
use crate::source::Sources;
use crate::views::Cost;
use crate::wording::{force_title, problem};

/// A unit that may be added.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Suggestion {
    /// The id of its entry.
    pub unit: String,
    /// Its name.
    pub title: String,
    /// The least it costs here, with what it must take.
    pub price: Number,
    /// What it costs in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
    /// How many models it has at that price.
    pub models: i64,
    /// The slot it would fill.
    pub slot: Option<String>,
    /// The force it would stand in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// Whether it brings the list nearer to being legal.
    pub needed: bool,
    /// Options it must take, in the form that `--option` expects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Options it could take instead of one of these, with the price of the unit then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Alternative>,
    /// The design that its models use, in the form that `--design` expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<String>,
    /// Keys it must state, in the form that `--set` expects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stated: Vec<String>,
    /// Units that can be added only after this one.
    pub opens: Vec<String>,
    #[serde(skip)]
    order: (usize, usize),
}

/// An option that a suggested unit could take instead of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Alternative {
    /// In the form that `--option` expects.
    pub option: String,
    /// Its name.
    pub title: String,
    /// What the unit costs with it.
    pub price: Number,
    /// What the unit costs with it in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
}

/// An option that a unit of the list may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OpenOption {
    /// In the form that `--option` expects: with its choice where two offers share its id.
    pub option: String,
    /// Its name.
    pub title: String,
    /// The title of the choice that offers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The model or option it belongs to, if not to the unit itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What it adds to the cost of the list.
    pub price: Number,
    /// What it adds in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_costs: Vec<Cost>,
}

/// What a unit of the list may still have.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct OpenUnit {
    /// What verdicts call it.
    pub id: String,
    /// Its name.
    pub title: String,
    /// How many models it has.
    pub models: i64,
    /// How many models the next larger size has more; none if it may not be larger.
    pub more_models: i64,
    /// What these cost.
    pub next_model: Option<Number>,
    /// What these cost in the game's other currencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_model_costs: Vec<Cost>,
    /// The options it may still take.
    pub options: Vec<OpenOption>,
}

/// How many options are tried in the place of one.
const MOST_INSTEAD: usize = 12;

/// How many pairs of units are tried to find what a unit makes possible.
const MOST_PAIRS: usize = 4_000;

/// Of how many units it is tried what they may still take.
const MOST_OPEN_UNITS: usize = 60;

/// A unit that fits, and the list with it.
struct Fit {
    entry: EntryId,
    to: ForceRef,
    candidate: Candidate,
    unit: LineId,
}

impl Builder<'_, '_> {
    /// Every unit that may be added and leaves the list as legal as it is: those that are needed
    /// first, then by slots, then by price.
    pub fn suggest(&self, list: &List) -> Vec<Suggestion> {
        // Every addition would make the sums that the list states wrong.
        let base = self.candidate(without_numbers(list));
        let keys = base.assessment.keys();
        let (fits, barred) = self.fits(&base, &keys);
        let mut all: Vec<Suggestion> =
            fits.iter().map(|fit| self.suggestion(&base, fit, &keys)).collect();
        // A larger list takes longer to assess, so fewer pairs are tried.
        let mut pairs = MOST_PAIRS / (1 + base.assessment.units.len() / 20);
        for (suggestion, fit) in all.iter_mut().zip(&fits) {
            let keys = fit.candidate.assessment.keys();
            for (entry, to) in &barred {
                if pairs == 0 || suggestion.opens.contains(&self.game.entries[*entry].id) {
                    continue;
                }
                pairs -= 1;
                let opened = self.with_unit(&fit.candidate.list, *entry, to);
                let opens = |opened: &Candidate| {
                    opened.is_as_legal_as(&fit.candidate, &keys)
                        && opened.has_more_units(&fit.candidate)
                };
                if opened.is_some_and(|(opened, _)| opens(&opened)) {
                    suggestion.opens.push(self.game.entries[*entry].id.clone());
                }
            }
        }
        all.sort_by(|a, b| {
            (!a.needed, a.order, a.price, &a.title).cmp(&(!b.needed, b.order, b.price, &b.title))
        });
        all
    }

    /// Units that fit, and those that might fit if another unit were added first.
    fn fits(&self, base: &Candidate, keys: &[ProblemKey]) -> (Vec<Fit>, Vec<(EntryId, ForceRef)>) {
        let (mut fits, mut barred): (Vec<Fit>, Vec<(EntryId, ForceRef)>) = (Vec::new(), Vec::new());
        let mut units = self.all_units(&base.list);
        // A list without a faction would be offered the units of every faction.
        if faction_of(self.game, &base.list).is_none() {
            units.retain(|unit| is_at_home(None, &self.game.entries[*unit]));
        }
        let mut additions: Vec<(&List, EntryId, ForceRef)> = self
            .additions(&base.list, &units)
            .into_iter()
            .map(|(entry, to)| (&base.list, entry, to))
            .collect();
        // While an earlier force must still be filled, no further one is offered.
        let is_early = base.has_error(&codes::FORCE_NOT_FULL);
        let further = possible_forces(self.game, &base.list);
        let further = further.iter().filter(|_| !is_early).flat_map(PossibleForce::stations);
        let further: Vec<(List, LineId)> =
            further.filter_map(|to| with_new_forces(&base.list, &to)).collect();
        for (list, force) in &further {
            additions.extend(units.iter().map(|unit| (list, *unit, ForceRef::Force(*force))));
        }
        for (list, entry, to) in additions {
            let Some((candidate, unit)) = self.with_unit(list, entry, &to) else { continue };
            if !candidate.has_more_units(base) {
                continue; // it comes with another, written or not
            }
            if candidate.is_as_legal_as(base, keys) {
                fits.push(Fit { entry, to, candidate, unit });
            } else if let Some(candidate) =
                self.worded(&candidate, unit).find(|worded| worded.is_as_legal_as(base, keys))
            {
                fits.push(Fit { entry, to, candidate, unit });
            } else {
                let new = candidate.assessment.new_errors(keys);
                let never = [
                    &codes::UNIT_NOT_AVAILABLE,
                    &codes::POINTS_OVER_LIMIT,
                    &codes::PICK_OUT_OF_RANGE,
                    &codes::UNIT_UNIQUE,
                ];
                let is_open = std::ptr::eq(list, &base.list) && candidate.short <= base.short;
                if is_open && !new.iter().any(|problem| never.contains(&problem.code)) {
                    barred.push((entry, to));
                }
            }
        }
        // A unit that the army itself holds without a slot is not offered in a force as well.
        let is_held = |fit: &&Fit| {
            let unit = fit.candidate.unit(fit.unit);
            fit.to == ForceRef::Army && unit.is_some_and(|unit| unit.slot.is_none())
        };
        let held: Vec<EntryId> = fits.iter().filter(is_held).map(|fit| fit.entry).collect();
        fits.retain(|fit| fit.to == ForceRef::Army || !held.contains(&fit.entry));
        barred.retain(|(entry, _)| !fits.iter().any(|fit| fit.entry == *entry));
        (fits, barred)
    }

    /// Every unit of the game, those of the list's faction first.
    pub(crate) fn all_units(&self, list: &List) -> Vec<EntryId> {
        let faction = faction_of(self.game, list);
        let mut units: Vec<EntryId> = self.game.units().map(|(id, _)| id).collect();
        units.sort_by_key(|id| !is_at_home(faction, &self.game.entries[*id]));
        units
    }

    /// Each unit in each force it might stand in.
    pub(crate) fn additions(&self, list: &List, units: &[EntryId]) -> Vec<(EntryId, ForceRef)> {
        let stations = stations(self.game, list);
        units.iter().flat_map(|unit| stations.iter().map(|to| (*unit, to.clone()))).collect()
    }

    /// What a unit could take in the place of each option that it must take.
    fn alternatives(&self, base: &Candidate, fit: &Fit, keys: &[ProblemKey]) -> Vec<Alternative> {
        let list = &fit.candidate.list;
        let of = Holder::Unit(fit.unit);
        let taken = list.unit(fit.unit).map(|line| line.options.clone()).unwrap_or_default();
        let offered =
            if taken.is_empty() { Vec::new() } else { self.rules.session(list).offered(&of) };
        let names = |offered: &Offered, pick: &OptionPick| {
            pick.inner.is_empty()
                && pick.name.value.rsplit('.').next() == Some(offered.option.as_str())
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

    fn suggestion(&self, base: &Candidate, fit: &Fit, keys: &[ProblemKey]) -> Suggestion {
        let entry = &self.game.entries[fit.entry];
        let assessment = fit.candidate.unit(fit.unit);
        let force = assessment.and_then(|unit| unit.force);
        let is_it = |other: &&AssessedForce| other.force == force;
        let before = base.assessment.forces.iter().find(is_it);
        let slot = assessment.and_then(|unit| unit.slot);
        let known = slot
            .filter(|(chart, _)| before.is_some_and(|force| force.chart == *chart))
            .map(|(_, at)| at);
        let lacks = |at: usize| {
            before.and_then(|force| force.slots.get(at)).is_some_and(|slot| slot.used < slot.min)
        };
        let line = fit.candidate.list.unit(fit.unit);
        let design = line.and_then(|line| match &line.models {
            Models::Lines(lines) => lines
                .iter()
                .find(|line| line.design == Some(true))
                .map(|line| line.model.value.clone()),
            _ => None,
        });
        Suggestion {
            unit: entry.id.clone(),
            title: entry.title.clone(),
            price: fit.candidate.price_over(base),
            other_costs: self.other_costs(&fit.candidate, base),
            models: assessment.map_or(0, |unit| unit.size),
            needed: known.is_some_and(lacks) || fit.candidate.distance() < base.distance(),
            slot: slot.map(|(chart, at)| problem::slot::slot(self.game, chart, at).to_owned()),
            force: fit
                .candidate
                .list
                .force_of(fit.unit)
                .map(|force| force_title(self.game, &fit.candidate.list, force)),
            options: line.map(|line| option_flags(&line.options)).unwrap_or_default(),
            instead: self.alternatives(base, fit, keys),
            design,
            stated: line
                .map(|line| line.others.iter().filter_map(stated_flag).collect())
                .unwrap_or_default(),
            opens: Vec::new(),
            // Units outside every force come last.
            order: (force.unwrap_or(usize::MAX), known.unwrap_or(usize::MAX)),
        }
    }

    /// What a unit of the list may still take.
    pub fn open_options(
        &self,
        sources: &Sources,
        list: &List,
        name: &str,
    ) -> Result<OpenUnit, LookupError> {
        let base = self.candidate(list.clone());
        let found = UnitLookup { game: self.game, sources, list, assessment: &base.assessment }
            .unit(name)?;
        Ok(self.open_unit(&base, found))
    }

    /// The units of a list that may still take something.
    pub fn open_units(&self, list: &List) -> Vec<OpenUnit> {
        let base = self.candidate(list.clone());
        let units = base.assessment.units.iter().take(MOST_OPEN_UNITS);
        let open = units.map(|unit| self.open_unit(&base, unit));
        open.filter(|unit| unit.next_model.is_some() || !unit.options.is_empty()).collect()
    }

    fn open_unit(&self, base: &Candidate, found: &AssessedUnit) -> OpenUnit {
        let list = &base.list;
        let (unit, keys) = (found.line, base.assessment.keys());
        let open = |candidate: Option<Candidate>| {
            let candidate = candidate.filter(|candidate| candidate.is_as_legal_as(base, &keys))?;
            Some((candidate.price_over(base), self.other_costs(&candidate, base)))
        };
        let mut options = Vec::new();
        for option in self.offered(list, unit) {
            if let Some((price, other_costs)) =
                open(self.with_option(list, &Holder::Unit(unit), &option))
            {
                let of = option.model.clone().or_else(|| option.within.last().cloned());
                let (name, choice) = (option.flag(), option.choose.map(|(_, title)| title));
                let title = option.title;
                options.push(OpenOption { option: name, title, choice, of, price, other_costs });
            }
        }
        // Where models are written line by line there is no number that could be raised.
        let is_number =
            list.unit(unit).is_some_and(|line| !matches!(line.models, Models::Lines(_)));
        let larger = self.sizes(list, unit).and_then(|sizes| sizes.from(found.size + 1));
        let larger = larger.filter(|_| is_number);
        let next_model = larger.and_then(|size| open(self.with_size(list, unit, size)));
        let more_models =
            larger.filter(|_| next_model.is_some()).map_or(0, |size| size - found.size);
        let (next_model, next_model_costs) = next_model.unzip();
        OpenUnit {
            id: found.id.clone(),
            title: found.title.clone(),
            models: found.size,
            more_models,
            next_model,
            next_model_costs: next_model_costs.unwrap_or_default(),
            options,
        }
    }
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
