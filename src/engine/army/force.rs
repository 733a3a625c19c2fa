//! The forces of a list, and the kinds of force that the game defines: how they nest, and which
//! charts they use. Start at [`ForceKinds`].

use crate::engine::army::Book;
use crate::list::{ForceLine, GameKey, GameValue, List};
use crate::model::{ChartId, EventId, ExprKind, FactionId, ForceId, Game};

/// The kinds of force that an army sees. In all methods, `None` as a kind stands for the army
/// itself.
#[derive(Clone, Copy)]
pub(crate) struct ForceKinds<'g> {
    pub game: &'g Game,
    pub faction: Option<FactionId>,
    pub event: Option<EventId>,
}

impl<'g> ForceKinds<'g> {
    /// The kinds for the faction and the event that a list names.
    pub(crate) fn of(game: &'g Game, list: &List) -> Self {
        let named = |name: &crate::list::Name| {
            game.factions.iter().find(|(_, faction)| faction.id == name.value).map(|(id, _)| id)
        };
        let event = |name: &crate::list::Name| {
            game.events.iter().find(|(_, event)| event.id == name.value).map(|(id, _)| id)
        };
        let faction = list.faction.as_ref().and_then(named);
        ForceKinds {
            game,
            faction,
            event: list.event.as_ref().and_then(event).map(|id| game.whole_event(id)),
        }
    }

    fn sees(self, kind: ForceId) -> bool {
        Book::sees(self.faction, self.event, self.game.forces[kind].owner)
    }

    /// The kinds that the army itself is.
    pub(crate) fn of_army(self) -> impl Iterator<Item = ForceId> + use<'g> {
        let ids = self.game.forces.ids();
        ids.filter(move |kind| self.game.forces[*kind].within.is_none() && self.sees(*kind))
    }

    /// The kinds directly inside another, in the order of the game.
    pub(crate) fn inside(self, outer: Option<ForceId>) -> impl Iterator<Item = ForceId> + use<'g> {
        self.game.forces.ids().filter(move |kind| {
            let within = self.game.forces[*kind].within;
            let fits = within.is_some_and(|within| match outer {
                Some(outer) => within == outer,
                None => self.game.forces[within].within.is_none(),
            });
            fits && self.sees(*kind)
        })
    }

    /// The kind that a key of a list means: its id, or its id with an `s`.
    pub(crate) fn of_key(self, outer: Option<ForceId>, key: &str) -> Option<ForceId> {
        let is = |id: &str| self.inside(outer).find(|kind| self.game.forces[*kind].id == id);
        is(key).or_else(|| is(key.strip_suffix('s')?))
    }

    /// Like `of_key`, but by the old names of kinds.
    pub(crate) fn of_old_key(self, outer: Option<ForceId>, key: &str) -> Option<ForceId> {
        let was = |id: &str| {
            let mut inside = self.inside(outer);
            inside.find(|kind| self.game.was(self.game.forces[*kind].span, id))
        };
        was(key).or_else(|| was(key.strip_suffix('s')?))
    }

    /// Whether units stand in the forces inside this kind, because some of those are required.
    pub(crate) fn is_divided(self, kind: Option<ForceId>) -> bool {
        self.needed(kind).is_some()
    }

    /// The first required kind of force inside.
    fn needed(self, outer: Option<ForceId>) -> Option<ForceId> {
        self.inside(outer).find(|kind| self.is_needed(*kind))
    }

    /// Whether there must be a force of a kind, at least in some lists.
    pub(crate) fn is_needed(self, kind: ForceId) -> bool {
        let low = self.game.forces[kind].range.as_ref().and_then(|range| range.low.as_ref());
        low.is_some_and(|low| !matches!(low.kind, ExprKind::Number(0)))
    }

    /// The kinds that must stand inside a force, each inside the one before.
    pub(crate) fn needed_in(self, kind: ForceId) -> impl Iterator<Item = ForceId> + use<'g> {
        std::iter::successors(self.needed(Some(kind)), move |inner| self.needed(Some(*inner)))
    }

    /// Whether a chart is `for` this kind.
    pub(crate) fn is_for(self, chart: ChartId, kind: Option<ForceId>) -> bool {
        let of = self.game.charts[chart].force;
        match kind {
            Some(_) => of == kind,
            None => of.is_some_and(|of| self.of_army().any(|top| top == of)),
        }
    }

    /// Whether a force of this kind fills the slots of its chart itself. If not, the chart is for
    /// the forces inside it.
    pub(crate) fn fills(self, chart: ChartId, kind: Option<ForceId>) -> bool {
        self.is_for(chart, kind) || !self.is_divided(kind)
    }

    /// Whether a kind stands inside another, at any depth.
    fn is_below(self, mut kind: ForceId, outer: Option<ForceId>) -> bool {
        while let Some(within) = self.game.forces[kind].within {
            if Some(within) == outer || outer.is_none() {
                return true;
            }
            kind = within;
        }
        false
    }

    /// Whether a force may name the chart, where `charts` are the charts it may use at all.
    pub(crate) fn fits(self, charts: &[ChartId], chart: ChartId, kind: Option<ForceId>) -> bool {
        if self.is_for(chart, kind) {
            return true;
        }
        let of = self.game.charts[chart].force;
        match self.is_divided(kind) {
            true => {
                let has_own = charts.iter().any(|own| self.is_for(*own, kind));
                !has_own && of.is_none_or(|of| self.is_below(of, kind))
            }
            false => of.is_none(),
        }
    }
}

/// A force of a list.
pub(crate) struct ListedForce<'l> {
    pub kind: ForceId,
    pub line: &'l ForceLine,
    /// The index of the force it stands in; none for the army itself.
    pub within: Option<usize>,
}

/// The forces of a list in the order used everywhere: by kind in the game's order (not the order of
/// the keys), then as listed. Each force comes before the forces inside it.
pub(crate) fn forces_in_order<'l>(game: &Game, list: &'l List) -> Vec<ListedForce<'l>> {
    let mut all = Vec::new();
    collect(ForceKinds::of(game, list), &list.others, None, None, &mut all);
    all
}

fn collect<'l>(
    kinds: ForceKinds<'_>,
    others: &'l [GameKey],
    outer: Option<ForceId>,
    within: Option<usize>,
    all: &mut Vec<ListedForce<'l>>,
) {
    for (kind, line) in forces_of(kinds, others, outer) {
        let place = all.len();
        all.push(ListedForce { kind, line, within });
        collect(kinds, &line.others, Some(kind), Some(place), all);
    }
}

/// The forces under the keys of one block, in order.
pub(crate) fn forces_of<'l>(
    kinds: ForceKinds<'_>,
    others: &'l [GameKey],
    outer: Option<ForceId>,
) -> Vec<(ForceId, &'l ForceLine)> {
    let mut all = Vec::new();
    for other in others {
        if let GameValue::Forces(lines) = &other.value
            && let Some(kind) = kinds.of_key(outer, &other.key.value)
        {
            all.extend(lines.iter().map(|line| (kind, line)));
        }
    }
    all.sort_by_key(|(kind, _)| *kind);
    all
}
