//! Fills the slots of each force: builds the allocator's input from the chart, and keeps its
//! answer. Start at [`Filled`].

use crate::engine::army::{NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::engine::slots::allocate::types::{
    Allocation, AllocationInput, AllowedPlacements, Grant, Placement, SlotBounds, Trade, Unlock,
};
use crate::engine::slots::{allocate, full};
use crate::model::{CategoryId, Chart, ChartId, ForceId, GrantTo, VariableId};

/// The slots of one force, filled as well as possible.
pub(crate) struct Filled<'g> {
    /// The index of the force; none for the army itself.
    pub force: Option<usize>,
    pub chart: ChartId,
    /// The units that need a slot, in the order of the army.
    pub units: Vec<UnitIndex>,
    pub grants: Vec<&'g crate::model::Grant>,
    /// How many places each grant gives.
    pub granted: Vec<i64>,
    pub allocation: AllocationInput,
    pub answer: Allocation,
}

impl Filled<'_> {
    /// The units in a slot.
    pub(crate) fn in_slot(&self, slot: usize) -> impl Iterator<Item = UnitIndex> + '_ {
        self.units
            .iter()
            .zip(&self.answer.places)
            .filter(move |(_, place)| place.and_then(Placement::slot) == Some(slot))
            .map(|(unit, _)| *unit)
    }
}

impl<'g> Evaluator<'_, 'g> {
    /// Fills the slots of every force. From then on, facts about slots can be evaluated.
    pub(crate) fn fill_slots(&self) -> Vec<Filled<'g>> {
        let mut all = Vec::new();
        for place in self.army.force_places().filter(|place| self.has_slots(*place)) {
            all.extend(self.army.chart_at(place).map(|chart| self.fill(place, chart)));
        }
        let mut slots = vec![None; self.army.units.len()];
        let mut open = vec![None; self.army.forces.len() + 1];
        for filled in &all {
            let chart = &self.game.charts[filled.chart];
            for (unit, place) in filled.units.iter().zip(&filled.answer.places) {
                if let (Some(Placement::Slot { slot, .. }), Some(known)) =
                    (place, slots.get_mut(unit.index()))
                {
                    *known = chart.slots.get(*slot).map(|slot| slot.id.as_str());
                }
            }
            if let Some(known) = open.get_mut(full::index_of(filled.force)) {
                *known = Some(full::open_slots(&filled.allocation, &filled.answer));
            }
        }
        *self.slots.borrow_mut() = slots;
        *self.open_slots.borrow_mut() = open;
        all
    }

    /// Whether a force, or the army itself, has slots for its own units. Its chart may only be for
    /// the forces inside it.
    pub(crate) fn has_slots(&self, place: Option<usize>) -> bool {
        let (army, kind) = (&self.army, self.army.force_kind(place));
        army.chart_at(place).is_some_and(|chart| army.force_kinds().fills(chart, kind))
    }

    fn fill(&self, force: Option<usize>, chart: ChartId) -> Filled<'g> {
        let units: Vec<UnitIndex> = self
            .army
            .unit_indices()
            .filter(|unit| self.army.unit(*unit).force == force && self.needs_slot(*unit))
            .collect();
        let definition = &self.game.charts[chart];
        let around = Env::at(self.force_node(force)).in_army(self.army.army_of_chart(force, chart));
        let mut env = around.clone();
        let slots = definition.slots.iter().map(|slot| {
            let bounds = self.bounds(&slot.range, &mut env);
            SlotBounds { min: bounds.limits.low, max: bounds.limits.high }
        });
        let slots = slots.collect();
        let mut allocation = AllocationInput { slots, ..AllocationInput::default() };
        allocation.units = units.iter().map(|unit| self.own_slots(*unit, definition)).collect();
        let grants = self.grants(force, definition, &units, &mut allocation);
        self.offers(definition, &units, &mut allocation);
        self.shared_joins(definition, &units, &mut allocation);
        let times = |expr| self.places(expr, &mut around.clone(), units.len());
        allocation.trades = definition
            .trades
            .iter()
            .map(|trade| Trade { give: trade.give, get: trade.get, most: times(&trade.most) })
            .collect();
        let unlock = |unlock: &crate::model::Unlock| Unlock {
            slots: unlock.slots.clone(),
            count: unlock.count,
            by: unlock.by.clone(),
        };
        allocation.unlocks = definition.unlocks.iter().map(unlock).collect();
        allocation.unlocks_once = definition.unlocks_once.is_some();
        let answer = self.meter.with_budget(definition.span, |budget| {
            let answer = allocate::allocate(&allocation, budget)?;
            match self.must_be_full(force) {
                true => full::try_to_fill(&allocation, answer, budget),
                false => Ok(answer),
            }
        });
        // Without an answer there is no verdict, so any allocation will do.
        let answer = answer.unwrap_or_else(|| allocation.nobody());
        let granted = allocation.grants.iter().map(|grant| grant.most).collect();
        Filled { force, chart, units, grants, granted, allocation, answer }
    }

    /// Whether all but one of the forces of this kind, or of a kind around it, must be full.
    fn must_be_full(&self, force: Option<usize>) -> bool {
        let mut places = std::iter::once(force).chain(self.army.places_around(force));
        places.any(|place| {
            let kind = self.army.force_kind(place);
            kind.is_some_and(|kind| self.game.forces[kind].full_before_next)
        })
    }

    /// The node of a force, or of the army itself.
    pub(crate) fn force_node(&self, force: Option<usize>) -> NodeId {
        force.and_then(|place| self.army.forces.get(place)).map_or(NodeId::ARMY, |force| force.node)
    }

    /// Whether a unit needs a slot. It does not if it leaves its slot to a unit it has joined, if
    /// it comes with other units, or if its force holds it directly.
    pub(crate) fn needs_slot(&self, index: UnitIndex) -> bool {
        let unit = self.army.unit(index);
        let in_category = |category: &CategoryId| self.in_category(unit.node, *category);
        let holds = |kind: ForceId| self.game.forces[kind].holds.iter().any(in_category);
        let stands = match self.army.force_kind(unit.force) {
            Some(kind) => holds(kind),
            None => self.army.force_kinds().of_army().any(holds),
        };
        !stands
            && !self.book.is_brought(unit.entry)
            && (unit.joins.is_empty() || !self.leaves_slot(index))
    }

    /// Adds a pool outside of all slots for each host to which only some of its units may leave
    /// their slots; those that do stand in the pool.
    fn shared_joins(&self, chart: &Chart, units: &[UnitIndex], allocation: &mut AllocationInput) {
        let mut hosts: Vec<UnitIndex> =
            units.iter().flat_map(|unit| self.army.unit(*unit).joins.iter().copied()).collect();
        hosts.sort_unstable();
        hosts.dedup();
        for host in hosts {
            let leaving = self.leaving(host);
            let Some(most) = leaving.most else { continue };
            let pool = allocation.offers.len();
            allocation.offers.push(most);
            for (unit, places) in units.iter().zip(&mut allocation.units) {
                if leaving.may.contains(unit) && self.named_slot(*unit, chart).is_none() {
                    places.offers.push(pool);
                }
            }
        }
    }

    /// The slot a unit names, if the chart has it. A wrong name is reported elsewhere and ignored
    /// here.
    fn named_slot(&self, index: UnitIndex, chart: &Chart) -> Option<&str> {
        let named = self.army.unit(index).line.slot.as_ref().map(|slot| slot.value.as_str());
        named.filter(|name| chart.slot(name).is_some())
    }

    /// The slots that take a unit; only the slot it names, if it names one.
    fn own_slots(&self, index: UnitIndex, chart: &'g Chart) -> AllowedPlacements {
        let unit = self.army.unit(index);
        let mut env = Env::at(unit.node);
        let mut takes = |slot: &'g crate::model::Slot| {
            env.set(VariableId(0), Value::Node(unit.node));
            self.holds(&slot.takes, &mut env)
        };
        let wanted = self.named_slot(index, chart);
        let slots = chart
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| wanted.is_none_or(|wanted| wanted == slot.id) && takes(slot))
            .map(|(place, _)| place);
        AllowedPlacements { slots: slots.collect(), ..AllowedPlacements::default() }
    }

    /// The grants in force. Each element of a `for each` gives its own.
    fn grants(
        &self,
        force: Option<usize>,
        chart: &'g Chart,
        units: &[UnitIndex],
        allocation: &mut AllocationInput,
    ) -> Vec<&'g crate::model::Grant> {
        if !self.contents.holds(BodyQuery::Grants) {
            return Vec::new();
        }
        let mut found: Vec<(&'g crate::model::Grant, Env<'g>, usize)> = Vec::new();
        for id in self.holders(BodyQuery::Grants) {
            let elsewhere =
                matches!(self.army.node(id).is, NodeIs::Force(place) if Some(place) != force);
            if elsewhere {
                continue;
            }
            self.in_force(id, OptionReach::Itself, BodyQuery::Grants, &mut |item, env, depth| {
                if let BodyItem::Body(body) = item {
                    found.extend(body.grants.iter().map(|grant| (grant, env.clone(), depth)));
                }
            });
        }
        let mut grants = Vec::new();
        for (grant, mut env, depth) in found {
            let Some(slot) = chart.slot(&grant.slot) else { continue };
            let binders = grant.each.as_slice();
            self.each(binders, &mut env, &mut |env| {
                if grant.when.as_ref().is_none_or(|when| self.holds(when, env)) {
                    let most = self.places(&grant.up_to, env, units.len());
                    let place = allocation.grants.len();
                    allocation.grants.push(Grant { slot, most });
                    grants.push(grant);
                    self.grant_to(
                        &grant.to,
                        place,
                        slot,
                        depth + binders.len(),
                        env,
                        units,
                        chart,
                        allocation,
                    );
                }
                true
            });
        }
        grants
    }

    #[expect(clippy::too_many_arguments, reason = "a step of `grants`")]
    fn grant_to(
        &self,
        to: &'g GrantTo,
        place: usize,
        slot: usize,
        depth: usize,
        env: &mut Env<'g>,
        units: &[UnitIndex],
        chart: &Chart,
        allocation: &mut AllocationInput,
    ) {
        let entry = match to {
            GrantTo::Entry(expr) => Some(self.value(expr, env)),
            GrantTo::Units(_) => None,
        };
        for (index, places) in units.iter().zip(&mut allocation.units) {
            let unit = self.army.unit(*index);
            let wanted = self.named_slot(*index, chart);
            let named = wanted
                .is_none_or(|wanted| chart.slots.get(slot).is_some_and(|slot| slot.id == wanted));
            let meets = match (to, &entry) {
                (GrantTo::Units(condition), _) => {
                    env.set(VariableId(depth), Value::Node(unit.node));
                    self.holds(condition, env)
                }
                (GrantTo::Entry(_), Some(Value::Entry(entry))) => *entry == unit.entry,
                _ => false,
            };
            if meets && named && !places.slots.contains(&slot) {
                places.grants.push(place);
            }
        }
    }

    /// Adds the places that units open to other units.
    fn offers(&self, chart: &'g Chart, units: &[UnitIndex], allocation: &mut AllocationInput) {
        for offers in &chart.offers {
            let by = units
                .iter()
                .filter(|unit| self.in_category(self.army.unit(**unit).node, offers.by))
                .count();
            for (count, to) in &offers.offers {
                let place = allocation.offers.len();
                allocation.offers.push(count.saturating_mul(i64::try_from(by).unwrap_or(i64::MAX)));
                for (index, places) in units.iter().zip(&mut allocation.units) {
                    let unit = self.army.unit(*index);
                    let mut env = Env::at(unit.node);
                    env.set(VariableId(0), Value::Node(unit.node));
                    if self.named_slot(*index, chart).is_none() && self.holds(to, &mut env) {
                        places.offers.push(place);
                    }
                }
            }
        }
    }
}
