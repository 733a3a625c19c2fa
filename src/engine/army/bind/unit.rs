//! Makes the nodes of one unit: the unit itself, its models, and their options and weapons.

use smallvec::SmallVec;

use crate::diagnostic::did_you_mean;
use crate::engine::army::bind::Binder;
use crate::engine::army::bind::corrections::{AnyLine, OptionHolder};
use crate::engine::army::bind::items::choice_at;
use crate::engine::army::bind::models::Group;
use crate::engine::army::bind::options::{Choice, in_order};
use crate::engine::army::{Menu, ModelNode, Node, NodeId, NodeIs, Unit, UnitIndex};
use crate::engine::check::kind::{ListKind, UnitKind};
use crate::engine::check::{CauseKind, Problem};
use crate::list::{OptionPick, UNIT_KEYS, UnitLine};
use crate::model::{EntryId, EntryKind, ModelRole, NodeKind, Owner};
use crate::source::Span;

impl<'g, 'l> Binder<'g, 'l, '_> {
    pub(crate) fn unit(
        &mut self,
        (line, brought): AnyLine<'l>,
        copy: i64,
        force: Option<usize>,
        parent: NodeId,
    ) {
        let Some(entry) = self.book.unit(&line.unit.value) else {
            if copy == 0 {
                self.unknown_unit(line);
            }
            return;
        };
        let book = self.book;
        let index = UnitIndex(u32::try_from(self.army.units.len()).unwrap_or(u32::MAX));
        let chart = force
            .and_then(|force| self.army.forces.get(force))
            .map_or(self.army.chart, |force| force.chart);
        self.chart_in_force = chart;
        self.force = force;
        let loose = self.loose(force, chart);
        let menus: SmallVec<[&Menu<'g>; 4]> = book
            .menu(entry)
            .into_iter()
            .chain(loose.iter().map(|menus| &menus.units))
            .filter(|menu| !menu.is_empty())
            .collect();
        let span = brought.unwrap_or(line.unit.span);
        let (id, is_numbered) = self.id_of(line, copy, index);
        self.enter(OptionHolder::Unit(id.clone()));
        let before = self.army.problems.len();
        self.current_entry = Some(entry);
        let mut choices = if menus.is_empty() && line.options.is_empty() {
            Vec::new()
        } else {
            self.choices(&menus, &line.options, 0)
        };
        in_order(&mut choices);
        let mut groups = self.groups(line, &self.army.game.entries[entry].body, &mut choices);
        self.automatic(&menus, &mut choices, span, true);
        let gear = self.assign(entry, span, &mut groups, &mut choices);
        let chosen = self.chosen(&line.others, NodeKind::Unit, UNIT_KEYS);
        if copy > 0 {
            // Further copies of a line would only repeat its problems.
            self.army.problems.truncate(before);
        }
        let node = self.push(Node {
            is: NodeIs::Unit,
            entry: Some(entry),
            parent,
            end: 0,
            count: 1,
            span,
            unit: Some(index),
        });
        let size = groups.iter().map(|group| group.count).sum();
        let (joined, joins, rides, riders) = (Vec::new(), Vec::new(), None, Vec::new());
        self.army.units.push(Unit {
            node,
            entry,
            line,
            force,
            id,
            is_numbered,
            leader: None,
            size,
            joined,
            joins,
            rides,
            riders,
            chosen,
        });
        let models: Vec<NodeId> =
            groups.iter_mut().map(|group| self.model_node(group, node, index)).collect();
        for (weapon, count) in gear {
            self.gear_node(weapon, count, node, index);
        }
        for choice in &mut choices {
            self.option_node(choice, node, Some(index));
        }
        self.close(node);
        self.give(&models, &groups, &choices);
        let leader =
            models.iter().zip(&groups).find(|(_, group)| group.leads).map(|(node, _)| *node);
        if let Some(unit) = self.army.units.get_mut(index.index()) {
            unit.leader = leader;
        }
    }

    /// Records in each model node which options of the unit go to it.
    fn give(&mut self, models: &[NodeId], groups: &[Group<'g>], choices: &[Choice<'g>]) {
        for (model, group) in models.iter().zip(groups) {
            let given: Vec<NodeId> =
                group.given.iter().filter_map(|path| choice_at(choices, path)?.node).collect();
            if let Some(NodeIs::Model(node)) =
                self.army.nodes.get_mut(model.index()).map(|node| &mut node.is)
            {
                node.given = given;
            }
        }
    }

    fn model_node(&mut self, group: &mut Group<'g>, parent: NodeId, index: UnitIndex) -> NodeId {
        let model = ModelNode {
            line: group.line,
            role: group.role,
            leads: group.leads,
            design: group.design,
            given: Vec::new(),
        };
        let (entry, count) = (Some(group.entry), group.count);
        let span = self.army.node(parent).span;
        let node = self.push(Node {
            is: NodeIs::Model(model),
            entry,
            parent,
            end: 0,
            count,
            span,
            unit: Some(index),
        });
        for (weapon, count) in &group.weapons {
            self.gear_node(*weapon, *count, node, index);
        }
        for choice in &mut group.own {
            self.option_node(choice, node, Some(index));
        }
        self.close(node);
        node
    }

    fn gear_node(&mut self, weapon: EntryId, count: i64, parent: NodeId, index: UnitIndex) {
        let gear = self.push(Node {
            is: NodeIs::Gear,
            entry: Some(weapon),
            parent,
            end: 0,
            count,
            span: self.army.node(parent).span,
            unit: Some(index),
        });
        self.close(gear);
    }

    /// The models of a unit that is offered inside another unit: as few as it may have.
    pub(crate) fn models_of_included(
        &mut self,
        entry: EntryId,
        parent: NodeId,
        unit: Option<UnitIndex>,
        span: Span,
    ) {
        let game = self.army.game;
        if game.entries[entry].kind != EntryKind::Unit {
            return;
        }
        for line in &game.entries[entry].body.models {
            let count = self.least(&line.range);
            if count > 0 {
                let model = ModelNode {
                    line: Some(line),
                    role: ModelRole::Added,
                    leads: false,
                    design: None,
                    given: Vec::new(),
                };
                let node = self.push(Node {
                    is: NodeIs::Model(model),
                    entry: Some(line.model),
                    parent,
                    end: 0,
                    count,
                    span,
                    unit,
                });
                self.close(node);
            }
        }
    }

    /// Whether a menu has an option or a choice with this name.
    pub(crate) fn offers(&self, menu: &Menu<'g>, name: &str) -> bool {
        let game = self.army.game;
        let first = name.split('.').next().unwrap_or(name);
        menu.offers.iter().any(|offer| game.entries[offer.entry].id == name)
            || menu.points.iter().any(|point| game.chooses[point.choose].id == first)
            || (0..menu.points.len()).any(|point| self.drawn(menu, point, name).is_some())
    }

    /// Options of the unit that are written under a line of its models.
    pub(crate) fn unit_choices_for(
        &mut self,
        pick: &'l OptionPick,
        written: usize,
    ) -> Vec<Choice<'g>> {
        let Some(entry) = self.current_entry else { return Vec::new() };
        let book = self.book;
        let Some(menu) = book.menu(entry) else { return Vec::new() };
        let mut choices = self.choices(&[menu], std::slice::from_ref(pick), 0);
        choices.iter_mut().for_each(|choice| choice.written = Some(written));
        choices
    }

    fn unknown_unit(&mut self, line: &UnitLine) {
        let game = self.army.game;
        let faction = self.army.faction;
        let ours: Vec<&str> = match faction {
            Some(faction) => game.units_of(faction).map(|(_, unit)| unit.id.as_str()).collect(),
            None => game
                .units()
                .filter(|(_, unit)| unit.owner == Owner::System)
                .map(|(_, unit)| unit.id.as_str())
                .collect(),
        };
        // If the list gives a title, suggest the unit that has it, preferably one of the army's
        // own.
        let written = line.unit.value.to_lowercase();
        let titled = || {
            game.units()
                .filter(|(_, unit)| unit.title.to_lowercase() == written)
                .map(|(_, unit)| unit.id.as_str())
        };
        let titled = titled().find(|id| ours.contains(id)).or_else(|| titled().next());
        let near =
            titled.or_else(|| did_you_mean(&line.unit.value, ours.iter().copied())).or_else(|| {
                did_you_mean(&line.unit.value, game.units().map(|(_, unit)| unit.id.as_str()))
            });
        let kind = UnitKind::Unknown { written: line.unit.value.clone() };
        let suggestion = near.map(str::to_owned);
        let problem = Problem { suggestion, ..Problem::new(kind, line.unit.span) };
        let known = game.units().map(|(_, unit)| (unit.id.as_str(), unit.span));
        self.army.problems.push(problem.was(game, &line.unit, known));
    }

    /// The unique id of a unit in verdicts: its own, or its entry's with a number. Also returns
    /// whether a number was added.
    fn id_of(&mut self, line: &'l UnitLine, copy: i64, index: UnitIndex) -> (String, bool) {
        let base = line.id.as_ref().map_or(line.unit.value.as_str(), |id| id.value.as_str());
        if let Some(id) = line.id.as_ref().filter(|_| copy == 0) {
            let first =
                self.army.ids.get(base).and_then(|first| self.army.unit(*first).line.id.as_ref());
            if let Some(first) = first.map(|first| first.span) {
                let kind = ListKind::DuplicateId { id: id.value.clone() };
                let mut problem = Problem::new(kind, id.span);
                problem.cause(CauseKind::SameId, first, &[]);
                self.army.problems.push(problem);
            }
            self.army.ids.insert(id.value.clone(), index);
            self.given.insert(id.value.clone());
            return (id.value.clone(), false);
        }
        let number = self.numbers.entry(base).or_insert(0);
        *number += 1;
        let first = *number == 1 && line.id.is_none() && !self.stated.contains(base);
        if first {
            self.army.ids.entry(base.to_owned()).or_insert(index);
        } else if self
            .army
            .ids
            .get(base)
            .is_some_and(|first| self.army.unit(*first).line.id.is_none())
        {
            // With two units of an entry, the bare entry name is ambiguous.
            self.army.ids.remove(base);
        }
        let (mut id, mut is_numbered) = (base.to_owned(), false);
        let mut next =
            (*self.numbers.get(base).unwrap_or(&1)).max(if line.id.is_some() { 2 } else { 1 });
        while !first && (next < 2 || self.stated.contains(id.as_str()) || self.given.contains(&id))
        {
            next = next.max(2);
            (id, is_numbered) = (format!("{base}-{next}"), true);
            next += 1;
        }
        if !first {
            self.army.ids.entry(id.clone()).or_insert(index);
        }
        self.given.insert(id.clone());
        (id, is_numbered)
    }
}
