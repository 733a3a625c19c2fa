//! The units of a roster, by force and slot.

use crate::engine::army::{NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{Evaluator, Number, Value};
use crate::model::CurrencyId;
use crate::views::{
    Amount, Cost, ForcePart, ModelCount, Report, RosterUnit, SlotPart, SlotRow, other_costs, takes,
    told,
};

impl Evaluator<'_, '_> {
    /// The army itself, then each force inside it. `cards` has the index of each unit's card.
    pub(crate) fn force_parts(
        &self,
        unplaced: &[UnitIndex],
        report: &Report,
        cards: &[usize],
    ) -> Vec<ForcePart> {
        let part = |place| (place, self.force_part(place, unplaced, report, cards));
        let parts = self.army.force_places().map(part);
        // A force without units of its own is shown as a heading for the forces inside it.
        let is_shown = |place: Option<usize>, part: &ForcePart| {
            let is_outer = place.is_some() && self.forces_inside(place).next().is_some();
            !part.groups.is_empty() || is_outer
        };
        parts.filter(|(place, part)| is_shown(*place, part)).map(|(_, part)| part).collect()
    }

    fn force_part(
        &self,
        force: Option<usize>,
        unplaced: &[UnitIndex],
        report: &Report,
        cards: &[usize],
    ) -> ForcePart {
        let node = force.and_then(|force| self.army.forces.get(force));
        let name = node.map(|force| self.title(force.node));
        let here: Vec<UnitIndex> = self
            .as_written()
            .into_iter()
            .filter(|unit| self.army.unit(*unit).force == force)
            .collect();
        let mut left = here.clone();
        let mut groups: Vec<SlotPart> = Vec::new();
        for row in report.slots.iter().filter(|row| row.force == name) {
            let fills = |unit: &UnitIndex| row.units.contains(&self.army.unit(*unit).id);
            let units: Vec<UnitIndex> = here.iter().copied().filter(fills).collect();
            left.retain(|unit| !units.contains(unit));
            groups.push(self.slot_part(row, &units, report, cards));
        }
        let has_slots = !groups.is_empty();
        let (too_many, left): (Vec<UnitIndex>, Vec<UnitIndex>) =
            left.into_iter().partition(|unit| unplaced.contains(unit));
        if !too_many.is_empty() {
            groups.push(self.without_room(&too_many, report, cards));
        }
        groups.extend(self.without_slot(&left, has_slots, report, cards));
        let chart = node.and_then(|force| force.chart).filter(|_| self.has_slots(force));
        let chart = chart.map(|chart| self.game.charts[chart].title.clone());
        let depth = self.army.places_around(force).count().saturating_sub(1);
        let faction = node.filter(|force| force.is_allied).and_then(|force| force.faction);
        let faction = faction.map(|id| self.game.factions[id].title.clone());
        let first = self.game.currencies.ids().next();
        let limit = node.and_then(|force| force.limits.iter().find(|of| of.currency == first));
        let limit = limit.map(|limit| Amount::from(limit.most));
        match node.map(|force| force.node) {
            Some(node) => ForcePart {
                points: self.cost(node).map(Amount::from),
                other_costs: self.told_costs(node),
                options: self.options_taken(node),
                chosen: self.chosen_lines(node),
                name,
                depth,
                faction,
                chart,
                limit,
                groups,
            },
            // Options and attributes of the army are at the top of the paper.
            None => ForcePart {
                points: self.points(&here),
                other_costs: self.other_costs_of(&here),
                options: Vec::new(),
                chosen: Vec::new(),
                name,
                depth,
                faction,
                chart,
                limit,
                groups,
            },
        }
    }

    fn slot_part(
        &self,
        row: &SlotRow,
        units: &[UnitIndex],
        report: &Report,
        cards: &[usize],
    ) -> SlotPart {
        SlotPart {
            slot: Some(row.name.clone()),
            title: row.title.clone(),
            used: row.used,
            min: row.min,
            max: row.max,
            takes: takes(row.min, row.max),
            points: self.points(units),
            other_costs: self.other_costs_of(units),
            units: units.iter().map(|unit| self.roster_unit(*unit, report, cards)).collect(),
        }
    }

    /// The group of units that need a slot but have none.
    fn without_room(&self, units: &[UnitIndex], report: &Report, cards: &[usize]) -> SlotPart {
        SlotPart {
            slot: None,
            title: "Too many: no slot is left".to_owned(),
            used: i64::try_from(units.len()).unwrap_or(i64::MAX),
            min: 0,
            max: Some(0),
            takes: String::new(),
            points: self.points(units),
            other_costs: self.other_costs_of(units),
            units: units.iter().map(|unit| self.roster_unit(*unit, report, cards)).collect(),
        }
    }

    /// Units without a slot: in one group if other units have slots, else by category.
    fn without_slot(
        &self,
        units: &[UnitIndex],
        has_slots: bool,
        report: &Report,
        cards: &[usize],
    ) -> Vec<SlotPart> {
        let category = |unit: &UnitIndex| {
            let own = self.game.entries[self.army.unit(*unit).entry].categories.first().copied();
            own.filter(|_| !has_slots)
        };
        let mut categories: Vec<_> = units.iter().map(category).collect();
        categories.sort();
        categories.dedup();
        let part = |wanted| {
            let units: Vec<UnitIndex> =
                units.iter().copied().filter(|unit| category(unit) == wanted).collect();
            SlotPart {
                slot: None,
                title: wanted.map_or_else(
                    || if has_slots { "Without a slot" } else { "Units" }.to_owned(),
                    |wanted| self.game.categories[wanted].title.clone(),
                ),
                used: i64::try_from(units.len()).unwrap_or(i64::MAX),
                min: 0,
                max: None,
                takes: String::new(),
                points: self.points(&units),
                other_costs: self.other_costs_of(&units),
                units: units.iter().map(|unit| self.roster_unit(*unit, report, cards)).collect(),
            }
        };
        categories.into_iter().map(part).collect()
    }

    fn points(&self, units: &[UnitIndex]) -> Option<Amount> {
        let first = self.game.currencies.ids().next();
        let sum = first.map_or(Some(Number::ZERO), |first| self.cost_together(first, units));
        sum.map(Amount::from)
    }

    fn other_costs_of(&self, units: &[UnitIndex]) -> Vec<Cost> {
        told(&other_costs(self.game, |currency| self.cost_together(currency, units)))
    }

    fn cost_together(&self, currency: CurrencyId, units: &[UnitIndex]) -> Option<Number> {
        let mut costs = units.iter().map(|unit| self.cost_in(currency, self.army.unit(*unit).node));
        costs.try_fold(Number::ZERO, |sum, cost| sum.plus(cost?))
    }

    fn roster_unit(&self, index: UnitIndex, report: &Report, cards: &[usize]) -> RosterUnit {
        let unit = self.army.unit(index);
        let entry = &self.game.entries[unit.entry];
        let title = |unit: &UnitIndex| self.unit_title(*unit);
        let unlocked =
            report.slots.iter().flat_map(|row| &row.unlocked).filter(|row| row.unit == unit.id);
        let helper = |id: &String| {
            self.army
                .unit_indices()
                .find(|unit| self.army.unit(*unit).id == *id)
                .map(|unit| title(&unit))
        };
        RosterUnit {
            id: unit.id.clone(),
            unit: entry.id.clone(),
            name: self.unit_title(index),
            title: self.title_of_unit(index),
            models: unit.size,
            points: self.cost(unit.node).map(Amount::from),
            other_costs: self.told_costs(unit.node),
            unique: entry.unique,
            roles: self.roles(unit.node),
            kinds: self.kinds(unit.node),
            options: self.options_taken(unit.node),
            chosen: self.chosen_lines(unit.node),
            joined: unit.joined.iter().map(|(unit, _)| title(unit)).collect(),
            joins: unit.joins.iter().map(title).collect(),
            rides: unit.rides.as_ref().map(|(unit, _)| title(unit)),
            riders: unit.riders.iter().map(title).collect(),
            unlocked_by: unlocked.flat_map(|row| &row.by).filter_map(helper).collect(),
            notes: unit.line.notes.iter().map(|note| note.value.clone()).collect(),
            card: cards.get(index.index()).copied().unwrap_or_default(),
        }
    }

    /// The derived values of the army that name this unit.
    fn roles(&self, id: NodeId) -> Vec<String> {
        let is_this = |value: &Value<'_>| matches!(value, Value::Node(node) if *node == id);
        let values = self
            .army_values()
            .into_iter()
            .filter(|derive| is_this(&self.derived(NodeId::ARMY, *derive)));
        values.filter_map(|derive| self.game.derives[derive].title.clone()).collect()
    }

    /// The models of a unit by kind.
    pub(crate) fn kinds(&self, unit: NodeId) -> Vec<ModelCount> {
        let mut kinds: Vec<ModelCount> = Vec::new();
        for id in self.models_of(unit) {
            let node = self.army.node(id);
            let (NodeIs::Model(model), Some(entry)) = (&node.is, node.entry) else { continue };
            let count = self.army.copies_below(id, unit);
            let kind = ModelCount {
                id: self.game.entries[entry].id.clone(),
                name: self.title(id),
                count,
                leads: model.leads,
            };
            match kinds.iter_mut().find(|known| known.name == kind.name && known.id == kind.id) {
                Some(known) => {
                    known.count = known.count.saturating_add(kind.count);
                    known.leads |= kind.leads;
                }
                None => kinds.push(kind),
            }
        }
        kinds
    }
}
