//! A list bound to its game: a tree of nodes, each an entry taken a number of times. Start at
//! [`Army`].
//!
//! Nodes are stored in one vector, parents before children, so that everything below a node is a
//! contiguous range.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::engine::army::{ForceKinds, Offer, Recipients};
use crate::engine::check::Problem;
use crate::list::{LineId, List, Name, Scalar, SpannedNumber, UnitLine};
use crate::model::{
    AttributeId, Body, ChartId, CurrencyId, EntryId, EventId, FactionId, ForceId, Game, ModelRole,
    ModelsLine, OptionalId, Owner,
};
use crate::number::Number;
use crate::source::Span;

/// The index of a node in [`Army::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const ARMY: NodeId = NodeId(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of the army: an entry taken a number of times, the army itself, or a force.
#[derive(Debug, Clone)]
pub(crate) struct Node<'g> {
    pub is: NodeIs<'g>,
    /// The entry it is an instance of; none for the army and its forces.
    pub entry: Option<EntryId>,
    pub parent: NodeId,
    /// The index after the last node below this one.
    pub end: u32,
    /// The number of copies in one copy of the parent.
    pub count: i64,
    pub span: Span,
    /// The unit it belongs to or is.
    pub unit: Option<UnitIndex>,
}

/// The kind of a node, with its details.
#[derive(Debug, Clone)]
pub(crate) enum NodeIs<'g> {
    Army,
    Force(usize),
    Unit,
    Model(ModelNode<'g>),
    Option(OptionNode<'g>),
    /// A weapon or the like that a model carries.
    Gear,
}

/// A group of alike models of a unit.
#[derive(Debug, Clone)]
pub(crate) struct ModelNode<'g> {
    /// The `models` line it was taken from; none if it replaced the leader.
    pub line: Option<&'g ModelsLine>,
    pub role: ModelRole,
    pub leads: bool,
    /// The design it follows, by its index in the list.
    pub design: Option<usize>,
    /// Options of the unit that went to this model.
    pub given: Vec<NodeId>,
}

/// An option that was taken.
#[derive(Debug, Clone)]
pub(crate) struct OptionNode<'g> {
    pub offer: Offer<'g>,
    /// The models of the unit it goes to; none if it stays with its holder.
    pub recipients: Option<Recipients>,
    /// Whether it was taken automatically because nothing else could be.
    pub automatic: bool,
    /// Its number among the automatic options of its entry, in its unit or in the army itself.
    pub nth: u32,
    /// Whether it would be taken automatically; also set if the list names it unnecessarily. Never
    /// set where a list may say which models take it.
    pub is_default: bool,
    pub failure: Option<HandoutFailure>,
    /// If it is a weapon: how many copies other options replaced.
    pub given_up: i64,
}

impl OptionNode<'_> {
    /// Whether each copy goes to different models.
    pub(crate) fn is_for_some_models(&self) -> bool {
        self.recipients.as_ref().is_some_and(|to| to.number.is_some())
    }
}

/// Why an option could not be handed out to all models it should go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HandoutFailure {
    /// There are too few models for all the copies.
    Models {
        /// The number of copies left over.
        excess: i64,
    },
    /// Too few models have the weapons it replaces.
    Weapons(Box<WeaponShortage>),
}

/// Weapons that would have to be replaced more often than they are carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeaponShortage {
    /// The weapons that the option replaces.
    pub replaced: Vec<EntryId>,
    /// Whether each copy goes to different models, so that models are counted, not weapons.
    pub by_model: bool,
    /// How often the weapons should be replaced.
    pub wanted: i64,
    /// How many of the weapons are on the models that the option may go to, replaced or not.
    pub there: i64,
    /// Other options that replace the same weapons, and how often.
    pub others: Vec<(EntryId, i64)>,
}

/// The index of a unit in [`Army::units`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitIndex(pub u32);

impl UnitIndex {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about a unit beyond its node.
#[derive(Debug, Clone)]
pub(crate) struct Unit<'l> {
    pub node: NodeId,
    pub entry: EntryId,
    pub line: &'l UnitLine,
    /// The index in [`Army::forces`] of the force it stands in; none for the army itself.
    pub force: Option<usize>,
    /// Its id in verdicts: its own, or its entry's id with a number.
    pub id: String,
    /// Whether a number was added to that id to make it unique.
    pub is_numbered: bool,
    pub leader: Option<NodeId>,
    pub size: i64,
    /// The units that have joined it, and where the list says so.
    pub joined: Vec<(UnitIndex, Span)>,
    pub joins: Vec<UnitIndex>,
    pub rides: Option<(UnitIndex, Span)>,
    pub riders: Vec<UnitIndex>,
    pub chosen: Vec<Chosen<'l>>,
}

/// A chosen attribute's values as the list states them.
#[derive(Debug, Clone)]
pub(crate) struct Chosen<'l> {
    pub attribute: AttributeId,
    pub values: &'l [Scalar],
}

/// A force inside the army or another force.
#[derive(Debug, Clone)]
pub(crate) struct ForceNode<'l> {
    pub node: NodeId,
    pub line: LineId,
    pub kind: ForceId,
    /// The index of the force it stands in; none for the army itself.
    pub within: Option<usize>,
    /// Its own faction, or that of the force around it.
    pub faction: Option<FactionId>,
    /// Whether it has a faction of its own.
    pub is_allied: bool,
    pub chart: Option<ChartId>,
    /// The points limits that the list states for it.
    pub limits: Vec<StatedLimit>,
    pub chosen: Vec<Chosen<'l>>,
    pub span: Span,
}

/// An amount that the list states as its limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedLimit {
    /// None in a game without currencies.
    pub currency: Option<CurrencyId>,
    pub most: Number,
    pub span: Span,
}

/// A list bound to its game.
#[derive(Debug)]
pub(crate) struct Army<'g, 'l> {
    pub game: &'g Game,
    pub list: &'l List,
    pub faction: Option<FactionId>,
    pub opponent: Option<FactionId>,
    pub event: Option<EventId>,
    /// The chart of the army itself; nested forces may have their own.
    pub chart: Option<ChartId>,
    pub optional: Vec<OptionalId>,
    /// The points limits that the list states for the army.
    pub limits: Vec<StatedLimit>,
    pub nodes: Vec<Node<'g>>,
    /// The nodes of all models and of all options, in order.
    pub models: Vec<NodeId>,
    pub options: Vec<NodeId>,
    pub units: Vec<Unit<'l>>,
    /// Units by the names that refer to them: their ids, and the ids of their entries where an
    /// entry has only one unit.
    pub ids: FxHashMap<String, UnitIndex>,
    /// Each force comes before the forces inside it.
    pub forces: Vec<ForceNode<'l>>,
    pub chosen: Vec<Chosen<'l>>,
    pub deck: Vec<(EntryId, &'l Name, &'l SpannedNumber)>,
    /// Problems found while binding.
    pub problems: Vec<Problem<'g>>,
    /// Attributes that the list states with a value they cannot have.
    pub misread: Vec<AttributeId>,
    /// Whether something depends on formulas or conditions, so that the list must be bound again
    /// once they can be evaluated.
    pub needs_rebind: bool,
    /// Loose bodies of the system, faction, chart and event that are in force.
    pub loose_bodies: Vec<&'g Body>,
}

impl<'g, 'l> Army<'g, 'l> {
    /// The agreed points: the limit in the first currency.
    pub(crate) fn limit(&self) -> Option<&StatedLimit> {
        self.limit_at(None)
    }

    /// Like `limit`, for a force: its own stated limit, or else that of the force around it.
    pub(crate) fn limit_at(&self, place: Option<usize>) -> Option<&StatedLimit> {
        let first = self.game.currencies.ids().next();
        let force = place.and_then(|place| self.forces.get(place));
        let stated = force.map_or(&self.limits, |force| &force.limits);
        let own = stated.iter().find(|limit| limit.currency == first);
        own.or_else(|| force.and_then(|force| self.limit_at(force.within)))
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node<'g> {
        #[expect(clippy::indexing_slicing, reason = "ids are only made by `bind`")]
        &self.nodes[id.index()]
    }

    pub(crate) fn unit(&self, index: UnitIndex) -> &Unit<'l> {
        #[expect(clippy::indexing_slicing, reason = "indices are only made by `bind`")]
        &self.units[index.index()]
    }

    pub(crate) fn unit_indices(&self) -> impl Iterator<Item = UnitIndex> + use<'g, 'l> {
        (0..u32::try_from(self.units.len()).unwrap_or(u32::MAX)).map(UnitIndex)
    }

    /// Everything below a node, in order.
    pub(crate) fn below(&self, id: NodeId) -> impl ExactSizeIterator<Item = NodeId> + use<'g, 'l> {
        (id.0 + 1..self.node(id).end).map(NodeId)
    }

    /// Whether a node is inside another, at any depth.
    pub(crate) fn is_below(&self, id: NodeId, top: NodeId) -> bool {
        top.0 < id.0 && id.0 < self.node(top).end
    }

    /// The direct children of a node.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.node(id).end;
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            let child = NodeId(next);
            (next < end).then(|| {
                next = self.node(child).end;
                child
            })
        })
    }

    /// The models of a unit that were taken from a line, in groups.
    pub(crate) fn models_of_line(
        &self,
        unit: NodeId,
        line: &ModelsLine,
    ) -> impl Iterator<Item = NodeId> {
        self.children(unit).filter(move |child| match &self.node(*child).is {
            NodeIs::Model(model) => model.line.is_some_and(|own| std::ptr::eq(own, line)),
            _ => false,
        })
    }

    /// How many copies of a node there are in the whole army.
    pub(crate) fn copies(&self, id: NodeId) -> i64 {
        let node = self.node(id);
        if id == NodeId::ARMY { 1 } else { node.count.saturating_mul(self.copies(node.parent)) }
    }

    /// How many copies of a node there are in one copy of an ancestor.
    pub(crate) fn copies_below(&self, id: NodeId, top: NodeId) -> i64 {
        let node = self.node(id);
        if id == top || id == NodeId::ARMY {
            1
        } else {
            node.count.saturating_mul(self.copies_below(node.parent, top))
        }
    }

    /// Like `copies_below`, but without the copies that other options replaced.
    pub(crate) fn carried_below(&self, id: NodeId, top: NodeId) -> i64 {
        let node = self.node(id);
        let given_up = match &node.is {
            NodeIs::Option(option) if id != top => option.given_up.min(node.count),
            _ => 0,
        };
        match given_up {
            0 => self.copies_below(id, top),
            given_up => (node.count - given_up).saturating_mul(self.copies_below(node.parent, top)),
        }
    }

    /// The event itself, where the army is for one of its lists.
    pub(crate) fn whole_event(&self) -> Option<EventId> {
        self.event.map(|event| self.game.whole_event(event))
    }

    /// The kinds of force that the army sees.
    pub(crate) fn force_kinds(&self) -> ForceKinds<'g> {
        ForceKinds { game: self.game, faction: self.faction, event: self.whole_event() }
    }

    /// The kind of a force by its index; none for the army itself.
    pub(crate) fn force_kind(&self, place: Option<usize>) -> Option<ForceId> {
        place.and_then(|place| self.forces.get(place)).map(|force| force.kind)
    }

    /// The faction of a force by its index, or of the army itself.
    pub(crate) fn faction_at(&self, place: Option<usize>) -> Option<FactionId> {
        place.and_then(|place| self.forces.get(place)).map_or(self.faction, |force| force.faction)
    }

    /// The factions whose declarations are in force in a force: the army's, and that of each allied
    /// force around it.
    pub(crate) fn factions_at(&self, place: Option<usize>) -> SmallVec<[FactionId; 2]> {
        let mut all: SmallVec<[FactionId; 2]> = self.faction.into_iter().collect();
        for place in std::iter::once(place).chain(self.places_around(place)) {
            let faction = self.faction_at(place).filter(|faction| !all.contains(faction));
            all.extend(faction);
        }
        all
    }

    /// The faction that a force has of its own and that nothing around it has, so that its
    /// declarations concern that force alone.
    pub(crate) fn faction_of_its_own(&self, place: usize) -> Option<FactionId> {
        let force = self.forces.get(place).filter(|force| force.is_allied)?;
        let around = self.factions_at(force.within);
        force.faction.filter(|faction| !around.contains(faction))
    }

    /// What `army` means in a chart that a force uses: in a chart of its own faction, the force
    /// that has this faction.
    pub(crate) fn army_of_chart(&self, place: Option<usize>, chart: ChartId) -> NodeId {
        let Owner::Faction(owner) = self.game.charts[chart].owner else { return NodeId::ARMY };
        let around = std::iter::once(place).chain(self.places_around(place)).flatten();
        let mut of_owner = around.filter(|place| self.faction_of_its_own(*place) == Some(owner));
        let force = of_owner.next().and_then(|place| self.forces.get(place));
        force.map_or(NodeId::ARMY, |force| force.node)
    }

    /// The bodies that offer something to a force, from its kind and from its own faction, with
    /// what `army` means in each.
    pub(crate) fn menu_bodies_of_force(&self, place: usize) -> Vec<(&'g Body, NodeId)> {
        let Some(force) = self.forces.get(place) else { return Vec::new() };
        let faction = self.faction_of_its_own(place);
        let faction = faction.map(|id| (&self.game.factions[id].army, force.node));
        let kind = (&self.game.forces[force.kind].body, NodeId::ARMY);
        std::iter::once(kind).chain(faction).collect()
    }

    /// The limits that the list states for a node: the army itself, or a force.
    pub(crate) fn stated_limits_of(&self, node: NodeId) -> &[StatedLimit] {
        match self.node(node).is {
            NodeIs::Army => &self.limits,
            NodeIs::Force(place) => self.forces.get(place).map_or(&[], |force| &force.limits),
            _ => &[],
        }
    }

    /// The chart of a force by its index, or of the army itself.
    pub(crate) fn chart_at(&self, place: Option<usize>) -> Option<ChartId> {
        place.and_then(|place| self.forces.get(place)).map_or(self.chart, |force| force.chart)
    }

    /// The army itself (none) and the index of every force, each before the forces inside it.
    pub(crate) fn force_places(&self) -> impl Iterator<Item = Option<usize>> + use<'g, 'l> {
        std::iter::once(None).chain((0..self.forces.len()).map(Some))
    }

    /// A force, or the army itself, and the forces inside it at any depth.
    pub(crate) fn places_below(
        &self,
        place: Option<usize>,
    ) -> impl Iterator<Item = Option<usize>> + '_ {
        let top = place.and_then(|place| self.forces.get(place));
        let end = self.node(top.map_or(NodeId::ARMY, |force| force.node)).end;
        let inside = self.forces.iter().enumerate().skip(place.map_or(0, |place| place + 1));
        let inside = inside.take_while(move |(_, force)| force.node.0 < end);
        std::iter::once(place).chain(inside.map(|(place, _)| Some(place)))
    }

    /// The forces around a force, from the inside out, ending with the army itself, which is none.
    pub(crate) fn places_around(
        &self,
        place: Option<usize>,
    ) -> impl Iterator<Item = Option<usize>> + '_ {
        let outer = |place: &Option<usize>| Some(self.forces.get((*place)?)?.within);
        std::iter::successors(outer(&place), outer)
    }

    /// The chart of a force, unless a force around it uses the same chart: a chart's declarations
    /// count once.
    pub(crate) fn own_chart(&self, place: usize) -> Option<ChartId> {
        let chart = self.chart_at(Some(place));
        let is_around = self.places_around(Some(place)).any(|outer| self.chart_at(outer) == chart);
        chart.filter(|_| !is_around)
    }

    /// The bodies that the game, the faction and the event have for the army itself.
    pub(crate) fn own_bodies(&self) -> Vec<&'g Body> {
        let faction = self.faction.map(|faction| &self.game.factions[faction].army);
        let forces = self.force_kinds().of_army().map(|kind| &self.game.forces[kind].body);
        std::iter::once(&self.game.army).chain(faction).chain(forces).collect()
    }

    /// The span for problems of the whole army: the faction, or else the game.
    pub(crate) fn span(&self) -> Span {
        self.list.faction.as_ref().map_or(self.list.system.span, |faction| faction.span)
    }

    /// Where the list names the chart, or else the span of the whole army.
    pub(crate) fn chart_span(&self) -> Span {
        self.list.chart.as_ref().map_or_else(|| self.span(), |chart| chart.span)
    }
}
