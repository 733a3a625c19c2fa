//! Reports what the allocator could not place, as problems with their proofs.

use crate::engine::army::UnitIndex;
use crate::engine::check::kind::{ListKind, NameKind, SlotKind, SlotPlace};
use crate::engine::check::problem::{CauseKind, Problem, own_or};
use crate::engine::eval::Evaluator;
use crate::engine::slots::Filled;
use crate::engine::slots::allocate::types::{AllowedPlacements, Placement};
use crate::model::{Chart, ChartId, ForceId, Offers};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_slots(&self, all: &[Filled<'g>], problems: &mut Vec<Problem<'g>>) {
        self.check_outside(problems);
        self.check_named_slots(problems);
        for filled in all {
            let chart = &self.game.charts[filled.chart];
            self.too_many(filled, chart, problems);
            if !self.lost_units {
                self.too_few(filled, chart, problems);
                self.unpaid(filled, chart, problems);
            }
        }
    }

    /// Reports units that stand next to the forces of an army, or of a force, that is made up of
    /// forces.
    fn check_outside(&self, problems: &mut Vec<Problem<'g>>) {
        let (army, kinds) = (&self.army, self.army.force_kinds());
        for place in army.force_places().filter(|place| !self.has_slots(*place)) {
            let outer = army.force_kind(place);
            // A missing chart of a force that needs its own has already been reported.
            let lacks_chart = self.game.charts.ids().any(|chart| kinds.is_for(chart, outer));
            if let Some(kind) = kinds.inside(outer).next()
                && kinds.is_divided(outer)
                && !lacks_chart
            {
                self.check_outside_of(place, kind, problems);
            }
        }
    }

    fn check_outside_of(
        &self,
        place: Option<usize>,
        kind: ForceId,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let force = &self.game.forces[kind];
        for index in self
            .army
            .unit_indices()
            .filter(|unit| self.army.unit(*unit).force == place && self.needs_slot(*unit))
        {
            let kind = SlotKind::InNoForce { unit: index, force: kind };
            let problem = Problem::new(kind, self.unit_span(index));
            problems.push(problem.rule(force.span, &force.cites).concerns([index]));
        }
    }

    fn unit_span(&self, index: UnitIndex) -> Span {
        self.army.node(self.army.unit(index).node).span
    }

    /// Reports slots that the list names but the chart does not have.
    fn check_named_slots(&self, problems: &mut Vec<Problem<'g>>) {
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            let chart = self.army.chart_at(unit.force);
            let (Some(name), Some(chart)) = (&unit.line.slot, chart) else { continue };
            if self.game.charts[chart].slot(&name.value).is_none() {
                let known = self.game.charts[chart].slots.iter().map(|slot| slot.id.as_str());
                let what = NameKind::Slot(chart);
                let kind = ListKind::UnknownName { written: name.value.clone(), what };
                let problem = Problem::new(kind, name.span).suggest(&name.value, known);
                // A slot named after a category shares the old names of that category.
                let categories = &self.game.categories;
                let slots = self.game.charts[chart].slots.iter().flat_map(|slot| {
                    let category = categories.values().find(|category| category.id == slot.id);
                    let spans = [Some(slot.span), category.map(|category| category.span)];
                    spans.into_iter().flatten().map(|span| (slot.id.as_str(), span))
                });
                problems.push(problem.was(self.game, name, slots));
            }
        }
    }

    /// Reports units without a place: no slot accepts them, or those that do are full.
    fn too_many(&self, filled: &Filled<'g>, chart: &'g Chart, problems: &mut Vec<Problem<'g>>) {
        let mut by_slot: Vec<Vec<UnitIndex>> = vec![Vec::new(); chart.slots.len()];
        for ((index, place), places) in
            filled.units.iter().zip(&filled.answer.places).zip(&filled.allocation.units)
        {
            if place.is_some() {
                continue;
            }
            match places.slots.first().and_then(|slot| by_slot.get_mut(*slot)) {
                Some(units) => units.push(*index),
                None if !places.grants.is_empty() => {
                    self.grant_used_up(filled, places, *index, problems)
                }
                None => {
                    let lines = places.offers.iter().filter_map(|place| {
                        let open = filled.allocation.offers.get(*place)?;
                        Some((chart.offer_line(*place)?, *open))
                    });
                    let offered = lines.reduce(|(line, sum), (_, open)| (line, sum + open));
                    problems.extend(self.not_allowed(*index, filled.chart, offered));
                }
            }
        }
        for (slot, extra) in by_slot.into_iter().enumerate() {
            if let (Some(last), Some(definition)) = (extra.last(), chart.slots.get(slot)) {
                let units: Vec<UnitIndex> =
                    filled.in_slot(slot).chain(extra.iter().copied()).collect();
                let count = i64::try_from(units.len()).unwrap_or(i64::MAX);
                let most = filled.answer.maxima.get(slot).copied().flatten().unwrap_or(0);
                let traded = filled
                    .allocation
                    .slots
                    .get(slot)
                    .is_some_and(|bounds| bounds.max != Some(most));
                let place = SlotPlace { chart: filled.chart, force: filled.force, slot };
                let kind = SlotKind::TooMany { place, count, most, traded, extra: extra.len() };
                let cites = own_or(&definition.cites, &chart.cites);
                let mut problem = Problem::new(kind, self.unit_span(*last))
                    .rule(definition.span, cites)
                    .counted(units);
                trades_as_causes(filled, chart, slot, &mut problem);
                grants_as_causes(filled, &extra, &mut problem);
                problems.push(problem);
            }
        }
    }

    /// The problem of a unit that no slot accepts. `offered` is a line that opens places for the
    /// unit, and how many places all such lines open.
    fn not_allowed(
        &self,
        unit: UnitIndex,
        id: ChartId,
        offered: Option<(&'g Offers, i64)>,
    ) -> Option<Problem<'g>> {
        let chart = &self.game.charts[id];
        let problem = match (&self.army.unit(unit).line.slot, offered) {
            (Some(name), _) => {
                let slot = chart.slots.iter().find(|slot| slot.id == name.value)?;
                Problem::new(SlotKind::Refused { unit, slot: &slot.id }, name.span)
                    .rule(slot.span, own_or(&slot.cites, &chart.cites))
            }
            (None, Some((line, open))) => {
                Problem::new(SlotKind::OffersTaken { unit, open }, self.unit_span(unit))
                    .rule(line.span, &chart.cites)
            }
            (None, _) => {
                Problem::new(SlotKind::NoneTakes { unit, chart: id }, self.unit_span(unit))
                    .rule(chart.span, &chart.cites)
            }
        };
        Some(problem.counted([unit]))
    }

    /// The problem of a unit that fits only by a grant that is used up or whose slot is full.
    fn grant_used_up(
        &self,
        filled: &Filled<'g>,
        places: &AllowedPlacements,
        unit: UnitIndex,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let granted = places.grants.first().and_then(|place| {
            Some((*place, *filled.grants.get(*place)?, *filled.granted.get(*place)?))
        });
        let Some((place, grant, most)) = granted else { return };
        let others = filled
            .units
            .iter()
            .zip(&filled.answer.places)
            .filter(|(_, stands)| is_by_grant(**stands, place))
            .map(|(unit, _)| *unit);
        let units: Vec<UnitIndex> = others.chain([unit]).collect();
        let (chart, slot) = (filled.chart, grant.slot.as_str());
        let kind = match i64::try_from(units.len()).unwrap_or(i64::MAX) > most {
            true => SlotKind::GrantUsedUp { unit, chart, slot, most },
            false => SlotKind::GrantWithoutRoom { unit, chart, slot },
        };
        let problem = Problem::new(kind, self.unit_span(unit));
        problems.push(problem.rule(grant.span, &grant.cites).counted(units));
    }

    fn too_few(&self, filled: &Filled<'g>, chart: &'g Chart, problems: &mut Vec<Problem<'g>>) {
        for (slot, short) in filled.answer.short.iter().enumerate().filter(|(_, short)| **short > 0)
        {
            let Some(definition) = chart.slots.get(slot) else { continue };
            let units: Vec<UnitIndex> = filled.in_slot(slot).collect();
            let count = i64::try_from(units.len()).unwrap_or(i64::MAX);
            let force = filled.force.and_then(|place| self.army.forces.get(place));
            let place = SlotPlace { chart: filled.chart, force: filled.force, slot };
            let kind = SlotKind::TooFew { place, count, short: *short };
            let at = force.map_or_else(|| self.army.chart_span(), |force| force.span);
            let cites = own_or(&definition.cites, &chart.cites);
            problems.push(Problem::new(kind, at).rule(definition.span, cites).counted(units));
        }
    }

    /// Reports units that are not unlocked, one problem for each unlock.
    fn unpaid(&self, filled: &Filled<'g>, chart: &'g Chart, problems: &mut Vec<Problem<'g>>) {
        for (place, unlock) in chart.unlocks.iter().enumerate() {
            let of_unlock = filled.answer.helpers.iter().filter(|helped| helped.unlock == place);
            let (unpaid, paid): (Vec<_>, Vec<_>) = of_unlock.partition(|helped| helped.missing > 0);
            let Some(unit) = unpaid.last().and_then(|helped| filled.units.get(helped.unit)) else {
                continue;
            };
            let missing = unpaid.iter().map(|helped| helped.missing).sum();
            let kind = SlotKind::Unpaid {
                unit: *unit,
                others: unpaid.len() - 1,
                chart: filled.chart,
                unlock: place,
                missing,
            };
            let mut problem = Problem::new(kind, self.unit_span(*unit))
                .rule(unlock.span, &unlock.cites)
                .counted(unpaid.iter().filter_map(|demand| filled.units.get(demand.unit).copied()));
            for helped in paid {
                if let Some(unit) = filled.units.get(helped.unit).copied() {
                    let by = helped.by.iter().filter_map(|by| filled.units.get(*by).copied());
                    let kind = CauseKind::UnlockedBy { unit, by: by.collect() };
                    problem.cause(kind, self.unit_span(unit), &unlock.cites);
                }
            }
            problem.cite(chart.unlocks_once.as_deref().unwrap_or_default());
            problems.push(problem);
        }
    }
}

/// Adds the trades that changed a slot's maximum, or could not change it enough, as causes.
fn trades_as_causes<'g>(
    filled: &Filled<'g>,
    chart: &'g Chart,
    slot: usize,
    problem: &mut Problem<'g>,
) {
    for (trade, times) in chart.trades.iter().zip(&filled.answer.trades) {
        if trade.give.1 != slot && trade.get.1 != slot {
            continue;
        }
        problem.cite(&trade.cites);
        if *times > 0 {
            let kind = CauseKind::Traded {
                chart: filled.chart,
                give: (trade.give.0.saturating_mul(*times), trade.give.1),
                get: (trade.get.0.saturating_mul(*times), trade.get.1),
            };
            problem.cause(kind, trade.span, &trade.cites);
        }
    }
}

/// Whether a unit has its place by this grant.
fn is_by_grant(stands: Option<Placement>, by: usize) -> bool {
    matches!(stands, Some(Placement::Slot { grant: Some(grant), .. }) if grant == by)
}

/// Adds used-up grants that would have taken these units as causes. A grant with room left, whose
/// slot is full, is not the reason: only its rules are cited.
fn grants_as_causes<'g>(filled: &Filled<'g>, extra: &[UnitIndex], problem: &mut Problem<'g>) {
    for (place, (grant, most)) in filled.grants.iter().zip(&filled.granted).enumerate() {
        let reaches = |unit: &UnitIndex| {
            let at = filled.units.iter().position(|placed| placed == unit);
            at.and_then(|at| filled.allocation.units.get(at))
                .is_some_and(|places| places.grants.contains(&place))
        };
        if extra.iter().any(reaches) {
            let by_grant = |stands: &&Option<Placement>| is_by_grant(**stands, place);
            let used = filled.answer.places.iter().filter(by_grant).count();
            if i64::try_from(used).unwrap_or(i64::MAX) < *most {
                problem.cite(&grant.cites);
                continue;
            }
            let (chart, slot) = (filled.chart, grant.slot.as_str());
            let kind = CauseKind::GrantUsed { chart, slot, most: *most, used };
            problem.cause(kind, grant.span, &grant.cites);
        }
    }
}
