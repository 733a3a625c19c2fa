//! The collection: how many models a player owns, and how many of them lists need.
//!
//! A line of `owned.yaml` is a pool of models: all kinds of a unit together, or one kind. Units
//! that take the very same models (one entry extends the other) share their pools.

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::builder::find::simple;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{AssessedUnit, Assessment};
use crate::list::{Name, Owned, OwnedCount};
use crate::model::{EntryId, Game};

/// The models of a collection, in pools.
pub struct Stock {
    /// How many models each pool holds.
    pools: Vec<i64>,
    /// The pool of each kind of model.
    of: FxHashMap<EntryId, usize>,
}

/// Models that the player owns too few of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Shortage {
    /// The models, by title.
    pub models: Vec<String>,
    /// The units that need them.
    pub units: Vec<String>,
    /// How many of them the list takes.
    pub needed: i64,
    /// How many the player owns.
    pub owned: i64,
    /// How many are missing.
    pub short: i64,
}

impl Stock {
    /// The pools of a collection. An unknown name is an error; otherwise its models would silently
    /// be ignored.
    pub fn new(game: &Game, owned: &Owned) -> Result<Stock, Vec<Diagnostic>> {
        let mut stock = Stock { pools: Vec::new(), of: FxHashMap::default() };
        let mut wrong = Vec::new();
        for (name, count) in &owned.units {
            let wanted = simple(&name.value);
            let by_id = game.units().find(|(_, unit)| unit.id == name.value);
            let found = by_id.or_else(|| {
                game.units()
                    .find(|(_, unit)| simple(&unit.id) == wanted || simple(&unit.title) == wanted)
            });
            let Some((id, unit)) = found else {
                let message = format!("{} has no unit `{}`", game.title, name.value);
                wrong.push(unknown(name, message, game.units().map(|(_, unit)| unit.id.as_str())));
                continue;
            };
            let models = models_of(game, id);
            match count {
                OwnedCount::All(count) if models.contains(&id) => stock.add(&[id], count.value),
                OwnedCount::All(count) => stock.add(&models, count.value),
                OwnedCount::Kinds(kinds) => {
                    for (kind, count) in kinds {
                        let named = models.iter().find(|model| {
                            let model = &game.entries[**model];
                            [&model.id, &model.title]
                                .iter()
                                .any(|name| simple(name) == simple(&kind.value))
                        });
                        let Some(model) = named else {
                            let ids: Vec<&str> = models
                                .iter()
                                .map(|model| game.entries[*model].id.as_str())
                                .collect();
                            let message = format!("{} has no model `{}`", unit.title, kind.value);
                            let help = format!("its models are {}", ids.join(", "));
                            wrong.push(unknown(kind, message, ids).help(help));
                            continue;
                        };
                        stock.add(&[*model], count.value);
                    }
                }
            }
        }
        if wrong.is_empty() { Ok(stock) } else { Err(wrong) }
    }

    /// Adds models, and merges the pools that share a kind.
    fn add(&mut self, models: &[EntryId], count: i64) {
        let mut joined: Vec<usize> =
            models.iter().filter_map(|model| self.of.get(model).copied()).collect();
        joined.sort_unstable();
        joined.dedup();
        let target = joined.first().copied().unwrap_or(self.pools.len());
        if joined.is_empty() {
            self.pools.push(0);
        }
        let moved: i64 =
            joined.iter().skip(1).map(|at| self.pools.get_mut(*at).map_or(0, std::mem::take)).sum();
        if let Some(pool) = self.pools.get_mut(target) {
            *pool = pool.saturating_add(count).saturating_add(moved);
        }
        self.of.values_mut().filter(|at| joined.contains(at)).for_each(|at| *at = target);
        for model in models {
            self.of.insert(*model, target);
        }
    }

    /// How many models a list needs that the player does not own.
    pub(crate) fn short(&self, assessment: &Assessment) -> i64 {
        let mut needed: FxHashMap<Option<usize>, i64> = FxHashMap::default();
        for (model, count) in assessment.units.iter().flat_map(|unit| &unit.models) {
            *needed.entry(self.of.get(model).copied()).or_default() += count;
        }
        needed.into_iter().map(|(pool, needed)| (needed - self.owned(pool)).max(0)).sum()
    }

    fn owned(&self, pool: Option<usize>) -> i64 {
        pool.and_then(|at| self.pools.get(at)).copied().unwrap_or(0)
    }

    /// The pools that the models of a unit come from, and how many of each.
    pub(crate) fn pools_of(&self, unit: &AssessedUnit) -> Vec<(usize, i64)> {
        let mut all: Vec<(usize, i64)> = Vec::new();
        for (model, count) in &unit.models {
            let Some(pool) = self.of.get(model).copied() else { continue };
            match all.iter_mut().find(|(known, _)| *known == pool) {
                Some((_, sum)) => *sum += count,
                None => all.push((pool, *count)),
            }
        }
        all
    }

    /// How many models of each pool a list leaves unused.
    pub(crate) fn left(&self, assessment: &Assessment) -> Vec<i64> {
        let mut left = self.pools.clone();
        for (pool, count) in assessment.units.iter().flat_map(|unit| self.pools_of(unit)) {
            left.get_mut(pool).into_iter().for_each(|left| *left -= count);
        }
        left
    }

    /// What is missing to field several lists at the same time.
    pub fn shortages(&self, game: &Game, lists: &[Assessment]) -> Vec<Shortage> {
        let mut needed: Vec<(Option<usize>, EntryId, Shortage)> = Vec::new();
        for unit in lists.iter().flat_map(|list| &list.units) {
            for (model, count) in &unit.models {
                let pool = self.of.get(model).copied();
                let known = needed
                    .iter()
                    .position(|(of, kind, _)| *of == pool && (pool.is_some() || kind == model));
                let at = known.unwrap_or_else(|| {
                    let owned = self.owned(pool);
                    needed.push((pool, *model, Shortage { owned, ..Shortage::default() }));
                    needed.len() - 1
                });
                let Some((.., shortage)) = needed.get_mut(at) else { continue };
                shortage.needed += count;
                let add = |all: &mut Vec<String>, title: &str| {
                    if !all.iter().any(|known| known == title) {
                        all.push(title.to_owned());
                    }
                };
                add(&mut shortage.models, &game.entries[*model].title);
                add(&mut shortage.units, &game.entries[unit.entry].title);
            }
        }
        let mut shortages = Vec::new();
        for (.., mut shortage) in needed {
            shortage.short = (shortage.needed - shortage.owned).max(0);
            shortages.push(shortage);
        }
        shortages.retain(|shortage| shortage.short > 0);
        shortages
    }
}

fn unknown<'k>(
    name: &Name,
    message: String,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    Diagnostic::new(&codes::LIST_UNKNOWN_NAME, name.span, message).suggest(&name.value, known)
}

/// Every kind of model that a unit may have, including those that its options bring. A unit without
/// models counts as one model itself.
fn models_of(game: &Game, unit: EntryId) -> Vec<EntryId> {
    let body = &game.entries[unit].body;
    let mut all: Vec<EntryId> =
        crate::engine::army::model_lines(body).iter().map(|(line, _)| line.model).collect();
    if all.is_empty() {
        all.push(unit);
    }
    let menu = crate::engine::army::Menu::of(game, body);
    for offer in &menu.offers {
        all.extend(offer.terms.and_then(|terms| terms.replaces_leader));
        all.extend(game.entries[offer.entry].body.models.iter().map(|line| line.model));
    }
    all.sort_unstable();
    all.dedup();
    all
}
