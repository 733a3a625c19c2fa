//! What may be added to a list: units ([`Builder::suggest`], found in `fit`) and options of a unit
//! ([`Builder::open_options`]). Everything that is suggested has been tried.

use serde::Serialize;

use crate::builder::address::UnitLookup;
use crate::builder::candidate::Candidate;
use crate::builder::find::{faction_of, is_native};
use crate::builder::force::stations;
use crate::builder::{Builder, LookupError};
use crate::engine::AssessedUnit;
use crate::engine::eval::Number;
use crate::list::{ForceRef, Holder, List, Models};
use crate::model::EntryId;
use crate::source::Sources;
use crate::views::Cost;

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
    /// The chart of that force, if the force would be new and may have one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<String>,
    /// Whether it brings the list nearer to being legal.
    pub needed: bool,
    /// What is wrong with the list that it mends or helps to mend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed_for: Option<String>,
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
    pub(crate) order: (usize, Option<usize>, usize),
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

/// For how many units of a list open options are tried.
const MOST_OPEN_UNITS: usize = 60;

impl Builder<'_, '_> {
    /// Every unit of the game, those of the list's faction first.
    pub(crate) fn all_units(&self, list: &List) -> Vec<EntryId> {
        let faction = faction_of(self.game, list);
        let mut units: Vec<EntryId> = self.game.units().map(|(id, _)| id).collect();
        units.sort_by_key(|id| !is_native(faction, &self.game.entries[*id]));
        units
    }

    /// Each unit in each force it might stand in.
    pub(crate) fn additions(&self, list: &List, units: &[EntryId]) -> Vec<(EntryId, ForceRef)> {
        let stations = stations(self.game, list);
        units.iter().flat_map(|unit| stations.iter().map(|to| (*unit, to.clone()))).collect()
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
        // If models are stated line by line, there is no total to raise.
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
