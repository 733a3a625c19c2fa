//! What may be added to a list now. Everything that is suggested has been tried.

use serde::Serialize;

use crate::builder::address::UnitLookup;
use crate::builder::candidate::Candidate;
use crate::builder::derived::without_numbers;
use crate::builder::find::{faction_of, is_at_home};
use crate::builder::force::{further_force, stations};
use crate::builder::{Builder, LookupError};
use crate::diagnostic::codes;
use crate::engine::eval::Number;
use crate::engine::{AssessedForce, ProblemKey};
use crate::list::{ForceRef, GameKey, GameValue, LineId, List, Models, OptionPick};
use crate::model::EntryId;
use crate::source::Sources;

/// A unit that may be added.
#[derive(Debug, Clone, Serialize)]
pub struct Suggestion {
    pub unit: String,
    pub title: String,
    /// The least it costs here, with what it must take.
    #[serde(serialize_with = "number")]
    pub price: Number,
    pub models: i64,
    /// The slot it would fill.
    pub slot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// It brings the list nearer to being legal.
    pub needed: bool,
    /// Options it must take, as `--option` wants them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The design of the list that its models are of, as `--design` wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<String>,
    /// Words it must state, as `--set` wants them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stated: Vec<String>,
    /// Units that may be added only then.
    pub opens: Vec<String>,
    #[serde(skip)]
    order: (usize, usize),
}

/// An option that a unit of the list may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenOption {
    /// As `--option` wants it: with its choice where two offers bear its id.
    pub option: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The model or option it belongs to, if not to the unit itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    #[serde(serialize_with = "number")]
    pub price: Number,
}

/// What a unit of the list may still have.
#[derive(Debug, Clone, Serialize)]
pub struct OpenUnit {
    pub id: String,
    pub title: String,
    pub models: i64,
    /// What one more model costs, if there may be one.
    #[serde(serialize_with = "maybe_number")]
    pub next_model: Option<Number>,
    pub options: Vec<OpenOption>,
}

fn number<S: serde::Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    match number.to_whole() {
        Some(whole) => serializer.serialize_i64(whole),
        None => serializer.serialize_str(&number.to_string()),
    }
}

fn maybe_number<S: serde::Serializer>(
    value: &Option<Number>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}

/// So many pairs are tried to find what a unit would open; in larger games the cheapest units are
/// looked at.
const MOST_PAIRS: usize = 4_000;

/// A unit that fits, and the list with it.
struct Fit {
    entry: EntryId,
    to: ForceRef,
    draft: Candidate,
    unit: LineId,
}

impl Builder<'_, '_> {
    /// Every unit that may be added and leaves the list as legal as it is: those that are needed
    /// first, then by slots, then by price.
    pub fn suggest(&self, list: &List) -> Vec<Suggestion> {
        // Sums that the list states follow what is added.
        let base = self.candidate(without_numbers(list));
        let keys = base.assessment.keys();
        let (fits, barred) = self.fits(&base, &keys);
        let mut all: Vec<Suggestion> = fits.iter().map(|fit| self.suggestion(&base, fit)).collect();
        // The larger a list, the longer it takes to judge it.
        let mut pairs = MOST_PAIRS / (1 + base.assessment.units.len() / 20);
        for (suggestion, fit) in all.iter_mut().zip(&fits) {
            let keys = fit.draft.assessment.keys();
            for (entry, to) in &barred {
                if pairs == 0 || suggestion.opens.contains(&self.game.entries[*entry].id) {
                    continue;
                }
                pairs -= 1;
                let opened = self.with_unit(&fit.draft.list, *entry, to);
                if opened.is_some_and(|(opened, _)| opened.is_as_legal_as(&fit.draft, &keys)) {
                    suggestion.opens.push(self.game.entries[*entry].id.clone());
                }
            }
        }
        all.sort_by(|a, b| {
            (!a.needed, a.order, a.price, &a.title).cmp(&(!b.needed, b.order, b.price, &b.title))
        });
        all
    }

    /// Units that fit, and those that something forbids which another unit might change.
    fn fits(&self, base: &Candidate, keys: &[ProblemKey]) -> (Vec<Fit>, Vec<(EntryId, ForceRef)>) {
        let (mut fits, mut barred): (Vec<Fit>, Vec<(EntryId, ForceRef)>) = (Vec::new(), Vec::new());
        let mut units = self.all_units(&base.list);
        // An army that does not say whose it is would be offered everybody's.
        if faction_of(self.game, &base.list).is_none() {
            units.retain(|unit| is_at_home(None, &self.game.entries[*unit]));
        }
        let mut additions: Vec<(&List, EntryId, ForceRef)> = self
            .additions(&base.list, &units)
            .into_iter()
            .map(|(entry, to)| (&base.list, entry, to))
            .collect();
        // What was begun too early already is not gone on with.
        let is_early = base.has_error(&codes::FORCE_NOT_FULL);
        let further = further_force(self.game, &base.list).filter(|_| !is_early);
        if let Some((begun, force)) = &further {
            additions.extend(units.iter().map(|unit| (begun, *unit, ForceRef::Force(*force))));
        }
        for (list, entry, to) in additions {
            let Some((draft, unit)) = self.with_unit(list, entry, &to) else { continue };
            if draft.is_as_legal_as(base, keys) {
                fits.push(Fit { entry, to, draft, unit });
            } else if let Some(draft) = self
                .worded(&draft, unit)
                .into_iter()
                .find(|worded| worded.is_as_legal_as(base, keys))
            {
                fits.push(Fit { entry, to, draft, unit });
            } else {
                let new = draft.assessment.new_errors(keys);
                let never = [
                    &codes::UNIT_NOT_AVAILABLE,
                    &codes::POINTS_OVER_LIMIT,
                    &codes::PICK_OUT_OF_RANGE,
                    &codes::UNIT_UNIQUE,
                ];
                let is_open = std::ptr::eq(list, &base.list) && draft.short <= base.short;
                if is_open && !new.iter().any(|issue| never.contains(&issue.code)) {
                    barred.push((entry, to));
                }
            }
        }
        // A unit that stands in the army itself is not tried in forces besides, and the other way
        // round.
        let held: Vec<EntryId> =
            fits.iter().filter(|fit| fit.to == ForceRef::Army).map(|fit| fit.entry).collect();
        fits.retain(|fit| fit.to == ForceRef::Army || !held.contains(&fit.entry));
        barred.retain(|(entry, _)| !fits.iter().any(|fit| fit.entry == *entry));
        (fits, barred)
    }

    /// Every unit of the game, those at home first.
    pub(crate) fn all_units(&self, list: &List) -> Vec<EntryId> {
        let faction = faction_of(self.game, list);
        let mut units: Vec<EntryId> = self.game.units().map(|(id, _)| id).collect();
        units.sort_by_key(|id| !is_at_home(faction, &self.game.entries[*id]));
        units
    }

    /// Units in every place where they might stand.
    pub(crate) fn additions(&self, list: &List, units: &[EntryId]) -> Vec<(EntryId, ForceRef)> {
        let stations = stations(self.game, list);
        units.iter().flat_map(|unit| stations.iter().map(|to| (*unit, to.clone()))).collect()
    }

    fn suggestion(&self, base: &Candidate, fit: &Fit) -> Suggestion {
        let entry = &self.game.entries[fit.entry];
        let assessment = fit.draft.unit(fit.unit);
        let force = assessment.and_then(|unit| unit.force);
        let is_it = |one: &&AssessedForce| one.force == force;
        let begun = || fit.draft.assessment.forces.iter().find(is_it);
        let before = base.assessment.forces.iter().find(is_it);
        let title = assessment.and_then(|unit| unit.slot.clone());
        let slot = before.and_then(|force| {
            force.slots.iter().position(|slot| Some(&slot.title) == title.as_ref())
        });
        let lacks = |at: usize| {
            before.and_then(|force| force.slots.get(at)).is_some_and(|slot| slot.used < slot.min)
        };
        let line = fit.draft.list.unit(fit.unit);
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
            price: fit.draft.price_over(base),
            models: assessment.map_or(0, |unit| unit.size),
            needed: slot.is_some_and(lacks) || fit.draft.distance() < base.distance(),
            slot: title,
            force: force.and(before.or_else(begun)).map(|force| force.title.clone()),
            options: line.map(|line| option_flags(&line.options)).unwrap_or_default(),
            design,
            stated: line
                .map(|line| line.others.iter().filter_map(stated_flag).collect())
                .unwrap_or_default(),
            opens: Vec::new(),
            // What stands in no force comes last.
            order: (force.unwrap_or(usize::MAX), slot.unwrap_or(usize::MAX)),
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
        let (unit, keys) = (found.line, base.assessment.keys());
        let open = |draft: Option<Candidate>| {
            let draft = draft.filter(|draft| draft.is_as_legal_as(&base, &keys))?;
            Some(draft.price_over(&base))
        };
        let mut options = Vec::new();
        for option in self.offered(list, unit) {
            if let Some(price) = open(self.with_option(list, unit, &option)) {
                let of = option.model.clone().or_else(|| option.within.last().cloned());
                let (choose, choice) = option.choose.unzip();
                let name = choose
                    .filter(|_| option.is_ambiguous)
                    .map(|choose| format!("{choose}.{}", option.option));
                let name = name.unwrap_or(option.option);
                options.push(OpenOption { option: name, title: option.title, choice, of, price });
            }
        }
        // Models that are written one by one are no number that could be raised.
        let is_number =
            list.unit(unit).is_some_and(|line| !matches!(line.models, Models::Lines(_)));
        let next_model =
            if is_number { open(self.with_size(list, unit, found.size + 1)) } else { None };
        Ok(OpenUnit {
            id: found.id.clone(),
            title: found.title.clone(),
            models: found.size,
            next_model,
            options,
        })
    }
}

/// A word that a unit states as a command is told of it.
fn stated_flag(other: &GameKey) -> Option<String> {
    match &other.value {
        GameValue::Scalars(values) => {
            values.first().map(|value| format!("{}={}", other.key.value, value.words()))
        }
        _ => None,
    }
}

/// Options as a command is told of them: `grenades`, `lmg=2`.
fn option_flags(taken: &[OptionPick]) -> Vec<String> {
    let flag = |one: &OptionPick| match &one.times {
        Some(times) if times.value != 1 => vec![format!("{}={}", one.name.value, times.value)],
        _ if one.inner.is_empty() => vec![one.name.value.clone()],
        _ => option_flags(&one.inner),
    };
    taken.iter().flat_map(flag).collect()
}
