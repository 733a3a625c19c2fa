//! Binds a [`List`] to a game, which makes an [`Army`]: names are looked up, and units become trees
//! of nodes. Start at [`bind`].
//!
//! `header` binds the head of the list and `unit` makes the nodes of a unit, with `models` for its
//! models and `options` for its options; `assign` decides which models get which. What cannot be
//! bound is reported and left out; nothing is judged here.

pub(crate) mod assign;
mod automatic;
pub(crate) mod corrections;
pub(crate) mod equip;
mod first_army;
mod force;
mod handout_failure;
pub(crate) mod header;
pub(crate) mod items;
pub(crate) mod models;
mod old_option;
pub(crate) mod options;
pub(crate) mod unit;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::engine::army::bind::corrections::{Corrections, OptionHolder};
use crate::engine::army::{Army, Book, Node, NodeId, NodeIs, SharedMenus, UnitIndex, model_lines};
use crate::engine::check::Problem;
use crate::engine::check::kind::{ListKind, NameKind, ProblemKind};
use crate::engine::eval::Evaluator;
use crate::engine::meter::Meter;
use crate::list::{List, MOST_UNITS, Name, UnitLine};
use crate::model::{Body, ChartId, EntryId, ModelsLine, Range};
use crate::source::Span;

/// The most nodes that all units together may have.
const MOST_NODES: usize = 50_000;

/// Binds a list. If formulas or conditions decide something, the army has `needs_rebind` set: the
/// list is bound again, and they are evaluated in the `first` army.
pub(crate) fn bind<'g, 'l>(
    book: &'l Book<'g>,
    list: &'l List,
    first: Option<&Evaluator<'_, 'g>>,
    corrections: &Corrections,
    meter: &Meter,
) -> Army<'g, 'l> {
    let game = book.game;
    let army = Army {
        game,
        list,
        faction: None,
        opponent: None,
        event: None,
        chart: None,
        optional: Vec::new(),
        limits: Vec::new(),
        nodes: Vec::with_capacity(list.units.len() * 8 + 8),
        models: Vec::new(),
        options: Vec::new(),
        units: Vec::with_capacity(list.units.len()),
        ids: FxHashMap::default(),
        forces: Vec::new(),
        chosen: Vec::new(),
        deck: Vec::new(),
        problems: Vec::new(),
        misread: Vec::new(),
        needs_rebind: false,
        loose_bodies: Vec::new(),
    };
    let mut binder = Binder {
        book,
        army,
        first,
        given: FxHashSet::default(),
        designs: list
            .designs
            .iter()
            .enumerate()
            .map(|(place, design)| (design.name.value.as_str(), place))
            .collect(),
        stated: FxHashSet::default(),
        numbers: FxHashMap::default(),
        current_entry: None,
        chart_in_force: None,
        force: None,
        corrections,
        meter,
        holder: OptionHolder::Army,
        automatics: Vec::new(),
    };
    binder.stated =
        list.unit_lines().filter_map(|line| line.id.as_ref()).map(|id| id.value.as_str()).collect();
    binder.header();
    binder.army_node();
    binder.relations();
    binder.deck();
    binder.army
}

struct Binder<'g, 'l, 'f> {
    book: &'l Book<'g>,
    army: Army<'g, 'l>,
    first: Option<&'f Evaluator<'f, 'g>>,
    /// Ids that have been given out.
    given: FxHashSet<String>,
    /// Designs by name.
    designs: FxHashMap<&'l str, usize>,
    /// The ids that lines state.
    stated: FxHashSet<&'l str>,
    /// How many units without an id there are of each entry.
    numbers: FxHashMap<&'l str, usize>,
    /// The unit whose models are being made.
    current_entry: Option<EntryId>,
    /// The chart of the force it stands in.
    chart_in_force: Option<ChartId>,
    /// The index of that force; none for the army itself.
    force: Option<usize>,
    corrections: &'f Corrections,
    meter: &'f Meter,
    /// Where options are being taken, and the entries that were taken there automatically.
    holder: OptionHolder,
    automatics: Vec<EntryId>,
}

impl<'g, 'l> Binder<'g, 'l, '_> {
    /// The unit that is being bound.
    fn current(&self) -> UnitIndex {
        UnitIndex(u32::try_from(self.army.units.len()).unwrap_or(u32::MAX))
    }

    /// Evaluates bounds that are formulas in the first army; none in the first binding.
    fn asked(&mut self, range: &'g Range) -> Option<(i64, Option<i64>)> {
        self.army.needs_rebind = true;
        self.first.map(|first| first.bounds_for(self.current(), range))
    }

    fn asked_weapons(&self, model: EntryId) -> Vec<EntryId> {
        self.first.map(|first| first.weapons_for(self.current(), model)).unwrap_or_default()
    }

    /// Whether the blocks around a line of models are open.
    fn is_open_line(&self, body: &'g Body, line: &ModelsLine) -> bool {
        let whens = model_lines(body)
            .into_iter()
            .find(|(known, _)| std::ptr::eq(*known, line))
            .map(|(_, whens)| whens);
        self.first
            .is_some_and(|first| first.all_hold_for(self.current(), &whens.unwrap_or_default()))
    }

    fn report(&mut self, kind: impl Into<ProblemKind<'g>>, at: Span) {
        self.army.problems.push(Problem::new(kind, at));
    }

    /// Reports an unknown name, with a suggestion.
    fn unknown<'n>(
        &mut self,
        what: NameKind,
        name: &Name,
        known: impl Iterator<Item = (&'n str, Span)> + Clone,
    ) {
        let kind = ListKind::UnknownName { written: name.value.clone(), what };
        let near = known.clone().map(|(id, _)| id);
        let problem = Problem::new(kind, name.span).suggest(&name.value, near);
        self.army.problems.push(problem.was(self.army.game, name, known));
    }

    fn push(&mut self, node: Node<'g>) -> NodeId {
        let id = NodeId(u32::try_from(self.army.nodes.len()).unwrap_or(u32::MAX));
        match node.is {
            NodeIs::Model(_) => self.army.models.push(id),
            NodeIs::Option(_) => self.army.options.push(id),
            _ => {}
        }
        self.army.nodes.push(node);
        id
    }

    /// Closes a node, once everything below it has been made.
    fn close(&mut self, id: NodeId) {
        let end = u32::try_from(self.army.nodes.len()).unwrap_or(u32::MAX);
        if let Some(node) = self.army.nodes.get_mut(id.index()) {
            node.end = end;
        }
    }

    fn army_node(&mut self) {
        let list = self.army.list;
        let span = self.army.span();
        let is = NodeIs::Army;
        let army = self.push(Node {
            is,
            entry: None,
            parent: NodeId::ARMY,
            end: 0,
            count: 1,
            span,
            unit: None,
        });
        let bodies = self.army.own_bodies();
        self.options_of_bodies(army, &bodies, &list.options);
        self.units(&list.units, None, army);
        self.forces(&list.others, None, army);
        self.close(army);
    }

    fn units(&mut self, lines: &'l [UnitLine], force: Option<usize>, parent: NodeId) {
        for (line, brought) in self.with_free(lines, force) {
            let copies = line.count.as_ref().map_or(1, |count| count.value);
            for copy in 0..copies {
                if self.army.units.len() >= MOST_UNITS || self.army.nodes.len() >= MOST_NODES {
                    let span = line.count.as_ref().map_or(line.unit.span, |count| count.span);
                    let (units, things) = (MOST_UNITS, MOST_NODES);
                    self.report(ListKind::TooManyUnits { units, things }, span);
                    return;
                }
                self.unit((line, brought), copy, force, parent);
            }
        }
    }

    /// Records which units have joined which, and which ride in which.
    fn relations(&mut self) {
        for index in self.army.unit_indices() {
            let line = self.army.unit(index).line;
            self.relations_of(index, line);
        }
    }

    fn relations_of(&mut self, index: UnitIndex, line: &'l UnitLine) {
        for name in &line.joined {
            let Some(other) = self.reference(name, index) else { continue };
            if let Some(unit) = self.army.units.get_mut(index.index()) {
                unit.joined.push((other, name.span));
            }
            if let Some(unit) = self.army.units.get_mut(other.index()) {
                unit.joins.push(index);
            }
        }
        if let Some(name) = &line.rides
            && let Some(carrier) = self.reference(name, index)
        {
            if let Some(unit) = self.army.units.get_mut(index.index()) {
                unit.rides = Some((carrier, name.span));
            }
            if let Some(unit) = self.army.units.get_mut(carrier.index()) {
                unit.riders.push(index);
            }
        }
    }

    fn reference(&mut self, name: &Name, from: UnitIndex) -> Option<UnitIndex> {
        match self.army.ids.get(name.value.as_str()) {
            Some(found) if *found == from => {
                self.report(ListKind::RefersToItself, name.span);
                None
            }
            Some(found) => Some(*found),
            None => {
                // Suggestions stop after a hundred problems, because each compares the name with
                // every id.
                let few = self.army.problems.len() < 100;
                let known = self.army.ids.keys().map(String::as_str).filter(|_| few);
                let several = self.numbers.get(name.value.as_str()).is_some_and(|count| *count > 1);
                let kind = ListKind::Dangling { written: name.value.clone(), several };
                let problem = Problem::new(kind, name.span).suggest(&name.value, known);
                let now = self.army.new_reference(&name.value);
                self.army.problems.push(problem.renamed(name, now));
                None
            }
        }
    }

    fn deck(&mut self) {
        let (game, list) = (self.army.game, self.army.list);
        for (name, amount) in &list.deck {
            let cards = || game.decks.values().flat_map(|deck| &deck.cards).map(|card| card.entry);
            match cards().find(|card| game.entries[*card].id == name.value) {
                Some(card) => self.army.deck.push((card, name, amount)),
                None => {
                    let known = cards().map(|card| &game.entries[card]);
                    let known = known.map(|card| (card.id.as_str(), card.span));
                    self.unknown(NameKind::Card, name, known);
                }
            }
        }
    }

    fn loose(
        &self,
        force: Option<usize>,
        chart: Option<ChartId>,
    ) -> SmallVec<[&'l SharedMenus<'g>; 4]> {
        self.book.loose_menus(&self.army.factions_at(force), chart, self.army.event)
    }

    fn span_of(&self, id: NodeId) -> Span {
        self.army.node(id).span
    }
}
