//! A list bound to its game: a tree of nodes, each an entry taken a number of times.
//!
//! Nodes are stored in one row, parents before children, so that "everything below" is a slice.

use rustc_hash::FxHashMap;

use crate::engine::army::{ForceKinds, Offer, Recipients};
use crate::engine::check::Problem;
use crate::list::{Amount, LineId, List, Name, Scalar, UnitLine};
use crate::model::{
    AttributeId, Body, ChartId, CurrencyId, EntryId, EventId, FactionId, ForceId, Game, ModelRole,
    ModelsLine, OptionalId,
};
use crate::number::Number;
use crate::source::Span;

/// The place of a node in [`Army::nodes`].
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
    /// What it is an instance of; none for the army and its forces.
    pub entry: Option<EntryId>,
    pub parent: NodeId,
    /// The first node behind everything below this one.
    pub end: u32,
    /// How many, for one copy of the parent.
    pub count: i64,
    pub span: Span,
    /// The unit it belongs to or is.
    pub unit: Option<UnitIndex>,
}

/// What a node is.
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
    /// The line it was taken from; none if it replaced the leader.
    pub line: Option<&'g ModelsLine>,
    pub role: ModelRole,
    pub leads: bool,
    /// The design it follows, by its place in the list.
    pub design: Option<usize>,
    /// Options of the unit that went to this model.
    pub given: Vec<NodeId>,
}

/// An option that was taken.
#[derive(Debug, Clone)]
pub(crate) struct OptionNode<'g> {
    pub offer: Offer<'g>,
    /// The models of the unit it goes to; none if it stays with what it is taken in.
    pub recipients: Option<Recipients>,
    /// Taken automatically, as nothing else could be.
    pub automatic: bool,
    /// Which of the automatic ones of its entry, in its unit or in the army itself.
    pub nth: u32,
    /// The same, or named by the list though it need not be. Never where a list may say which model
    /// takes it.
    pub is_default: bool,
    pub lack: Option<Lack>,
    /// How many copies of a weapon that it is were replaced by other options.
    pub given_up: i64,
}

impl OptionNode<'_> {
    /// Whether each copy goes to models of its own.
    pub(crate) fn is_for_some_models(&self) -> bool {
        self.recipients.as_ref().is_some_and(|to| to.number.is_some())
    }
}

/// Why an option could not be handed out to all models it should go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lack {
    /// There are too few models for so many copies.
    Models {
        /// The copies that go to nobody.
        excess: i64,
    },
    /// Too few models have what it replaces.
    Weapons(Box<Shortage>),
}

/// Weapons that would have to be replaced more often than they are carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// What the option replaces.
    pub replaced: Vec<EntryId>,
    /// Each copy goes to models of its own, so models are counted and not weapons.
    pub by_model: bool,
    /// How often it should be replaced.
    pub wanted: i64,
    /// How much of it there is on the models that the option may go to, replaced or not.
    pub there: i64,
    /// Other options that replace the same, and how often.
    pub others: Vec<(EntryId, i64)>,
}

/// The place of a unit in [`Army::units`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitIndex(pub u32);

impl UnitIndex {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a unit beyond its node.
#[derive(Debug, Clone)]
pub(crate) struct Unit<'l> {
    pub node: NodeId,
    pub entry: EntryId,
    pub line: &'l UnitLine,
    /// The force it stands in, by its place in [`Army::forces`]; none for the army itself.
    pub force: Option<usize>,
    /// What verdicts call it: its own id, or that of its entry, numbered.
    pub id: String,
    pub leader: Option<NodeId>,
    pub size: i64,
    /// Who has joined it, and where the list says so.
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
    /// The force it stands in, by its place; none for the army itself.
    pub within: Option<usize>,
    pub chart: Option<ChartId>,
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
    /// What the list says that the army may cost.
    pub limits: Vec<StatedLimit>,
    pub nodes: Vec<Node<'g>>,
    /// The nodes of all models and of all options, in order.
    pub models: Vec<NodeId>,
    pub options: Vec<NodeId>,
    pub units: Vec<Unit<'l>>,
    /// Units by what they can be referred to: their ids, and their entries' ids where there is only
    /// one.
    pub ids: FxHashMap<String, UnitIndex>,
    /// Each before those inside it.
    pub forces: Vec<ForceNode<'l>>,
    pub chosen: Vec<Chosen<'l>>,
    pub deck: Vec<(EntryId, &'l Name, &'l Amount)>,
    /// What could not be bound, and why.
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
        let first = self.game.currencies.ids().next();
        self.limits.iter().find(|limit| limit.currency == first)
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

    /// Whether a node is somewhere in another.
    pub(crate) fn is_below(&self, id: NodeId, top: NodeId) -> bool {
        top.0 < id.0 && id.0 < self.node(top).end
    }

    /// What a node holds directly.
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

    /// How many copies of a node there are in one copy of another that holds it.
    pub(crate) fn copies_below(&self, id: NodeId, top: NodeId) -> i64 {
        let node = self.node(id);
        if id == top || id == NodeId::ARMY {
            1
        } else {
            node.count.saturating_mul(self.copies_below(node.parent, top))
        }
    }

    /// The same for something carried: what other options replaced is not counted.
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

    /// The kinds of force that the army sees.
    pub(crate) fn force_kinds(&self) -> ForceKinds<'g> {
        ForceKinds { game: self.game, faction: self.faction, event: self.event }
    }

    /// The kind of a force by its place; none is the army itself.
    pub(crate) fn force_kind(&self, place: Option<usize>) -> Option<ForceId> {
        place.and_then(|place| self.forces.get(place)).map(|force| force.kind)
    }

    /// The chart of a force by its place, or of the army itself.
    pub(crate) fn chart_at(&self, place: Option<usize>) -> Option<ChartId> {
        place.and_then(|place| self.forces.get(place)).map_or(self.chart, |force| force.chart)
    }

    /// The army itself and every force, each before those inside it.
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

    /// The force around a place and those around that, up to the army itself, which is none.
    pub(crate) fn places_around(
        &self,
        place: Option<usize>,
    ) -> impl Iterator<Item = Option<usize>> + '_ {
        let outer = |place: &Option<usize>| Some(self.forces.get((*place)?)?.within);
        std::iter::successors(outer(&place), outer)
    }

    /// The chart of a force, if no force around it uses the same: what a chart says counts once.
    pub(crate) fn own_chart(&self, place: usize) -> Option<ChartId> {
        let chart = self.chart_at(Some(place));
        let is_around = self.places_around(Some(place)).any(|outer| self.chart_at(outer) == chart);
        chart.filter(|_| !is_around)
    }

    /// What the game, the faction and the event say of the army itself.
    pub(crate) fn own_bodies(&self) -> Vec<&'g Body> {
        let faction = self.faction.map(|faction| &self.game.factions[faction].army);
        let forces = self.force_kinds().of_army().map(|kind| &self.game.forces[kind].body);
        std::iter::once(&self.game.army).chain(faction).chain(forces).collect()
    }

    /// Where a problem of the whole army points: the faction, or else the game.
    pub(crate) fn span(&self) -> Span {
        self.list.faction.as_ref().map_or(self.list.system.span, |faction| faction.span)
    }

    /// The chart in use and where the list says so.
    pub(crate) fn chart_span(&self) -> Span {
        self.list.chart.as_ref().map_or_else(|| self.span(), |chart| chart.span)
    }
}
