//! The forces of a list: which it has, where units may stand, and which forces can be added.

use crate::builder::charts_of;
use crate::engine::army::{ForceKinds, forces_in_order};
use crate::list::{Edit, ForceRef, GameKey, LineId, List, NewForce};
use crate::model::{Chart, ChartId, FactionId, ForceId, Game};

/// How many ways to begin a force, with its possible factions, are tried.
const MOST_WAYS: usize = 64;

/// Every force of a list, in order, each followed by the forces inside it.
pub(crate) fn forces(game: &Game, list: &List) -> Vec<LineId> {
    forces_in_order(game, list).into_iter().map(|force| force.line.line()).collect()
}

/// Every place a unit might stand in: the forces, then the army itself.
pub(crate) fn stations(game: &Game, list: &List) -> Vec<ForceRef> {
    let forces = forces(game, list).into_iter().map(ForceRef::Force);
    forces.chain([ForceRef::Army]).collect()
}

/// A force that might be added, with the forces that it must then contain.
pub(crate) struct PossibleForce {
    /// The force it goes into; none for the army itself.
    within: Option<LineId>,
    /// The new forces, each inside the one before it.
    forces: Vec<NewForce>,
    /// The charts that the innermost may name; empty if it need not name any.
    charts: Vec<String>,
    /// Whether there must be a force of this kind.
    pub is_needed: bool,
    /// Whether the list has no force of this kind yet.
    pub is_first: bool,
}

impl PossibleForce {
    /// Each of its forces as a place for a unit, the innermost first, by each chart it may name.
    pub(crate) fn stations(&self) -> Vec<ForceRef> {
        let new = |forces: Vec<NewForce>| ForceRef::New { within: self.within, forces };
        let mut all = Vec::new();
        for count in (1..=self.forces.len()).rev() {
            let forces: Vec<NewForce> = self.forces.iter().take(count).cloned().collect();
            if count < self.forces.len() || self.charts.is_empty() {
                all.push(new(forces));
                continue;
            }
            for chart in &self.charts {
                let mut forces = forces.clone();
                if let Some(last) = forces.last_mut() {
                    last.chart = Some(chart.clone());
                }
                all.push(new(forces));
            }
        }
        all
    }

    /// Whether it has a faction of its own.
    pub(crate) fn is_allied(&self) -> bool {
        self.forces.iter().any(|force| force.faction.is_some())
    }

    /// The keys of its forces.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.forces.iter().map(|force| force.key.clone()).collect()
    }

    /// The list with all of its forces, once for each chart that the innermost may name.
    pub(crate) fn made(&self, list: &List) -> impl Iterator<Item = List> {
        let whole = self.stations().into_iter().take(self.charts.len().max(1));
        whole.filter_map(|to| Some(with_new_forces(list, &to)?.0))
    }
}

/// The list with new forces, and the line of the innermost.
pub(crate) fn with_new_forces(list: &List, to: &ForceRef) -> Option<(List, LineId)> {
    let ForceRef::New { within, forces } = to else { return None };
    let (mut list, mut within) = (list.clone(), *within);
    for force in forces {
        within = Edit::AddForce { within, force: force.clone() }.apply(&mut list).ok()?;
    }
    Some((list, within?))
}

/// Every force that might be added: in the army itself, then in each force.
pub(crate) fn possible_forces(game: &Game, list: &List) -> Vec<PossibleForce> {
    let kinds = ForceKinds::of(game, list);
    let all = forces_in_order(game, list);
    let mut outer: Vec<(Option<LineId>, Option<ForceId>, &[GameKey])> =
        vec![(None, None, &list.others)];
    outer.extend(
        all.iter().map(|force| (Some(force.line.line()), Some(force.kind), &*force.line.others)),
    );
    let mut possible = Vec::new();
    for (within, of, others) in outer {
        let around = all.iter().position(|force| Some(force.line.line()) == within);
        for kind in kinds.inside(of) {
            let is_first = !all.iter().any(|force| force.kind == kind && force.within == around);
            let chain: Vec<ForceId> = std::iter::once(kind).chain(kinds.needed_in(kind)).collect();
            let key = key_of(kinds, others, of, kind);
            let is_needed = kinds.is_needed(kind);
            for begun in ways_to_begin(kinds, list, within, &chain) {
                let Begun { mut forces, charts, .. } = begun;
                if let Some(first) = forces.first_mut() {
                    first.key.clone_from(&key);
                }
                possible.push(PossibleForce { within, forces, charts, is_needed, is_first });
            }
        }
    }
    possible
}

/// Forces to begin, each inside the one before it.
#[derive(Clone)]
struct Begun {
    forces: Vec<NewForce>,
    /// The faction of the innermost.
    faction: Option<FactionId>,
    /// The charts that it must choose from.
    charts: Vec<String>,
}

/// The forces for a chain of kinds, once for each combination of allied factions.
fn ways_to_begin(
    kinds: ForceKinds<'_>,
    list: &List,
    within: Option<LineId>,
    chain: &[ForceId],
) -> Vec<Begun> {
    let faction = faction_at(kinds, list, within);
    let mut ways = vec![Begun { forces: Vec::new(), faction, charts: Vec::new() }];
    for kind in chain {
        let mut longer = Vec::new();
        for way in &ways {
            let own = allied_factions(kinds, *kind, way.faction);
            let own: Vec<Option<FactionId>> = match &kinds.game.forces[*kind].allied {
                Some(_) => own.into_iter().map(Some).collect(),
                None => vec![None],
            };
            for own in own {
                let mut way = way.clone();
                way.faction = own.or(way.faction);
                way.charts = charts_for(kinds, list, within, *kind, way.faction);
                way.forces.push(NewForce {
                    key: kinds.game.forces[*kind].key(),
                    faction: own.map(|id| kinds.game.factions[id].id.clone()),
                    chart: way.charts.first().cloned(),
                });
                longer.push(way);
            }
        }
        longer.truncate(MOST_WAYS);
        ways = longer;
    }
    ways
}

/// The factions that an allied force of a kind may have inside a force of the faction `around`.
pub(crate) fn allied_factions(
    kinds: ForceKinds<'_>,
    kind: ForceId,
    around: Option<FactionId>,
) -> Vec<FactionId> {
    let Some(allied) = &kinds.game.forces[kind].allied else { return Vec::new() };
    let factions = kinds.game.factions.iter();
    let may_be = factions.filter(|(id, of)| Some(*id) != around && allied.admits(*id, of));
    may_be.map(|(id, _)| id).collect()
}

/// The faction of a force of the list, or of the army itself.
pub(crate) fn faction_at(
    kinds: ForceKinds<'_>,
    list: &List,
    force: Option<LineId>,
) -> Option<FactionId> {
    let mut around = std::iter::successors(force, |force| list.force_around(*force));
    let stated = around.find_map(|force| list.force(force)?.faction.as_ref());
    stated.map_or(kinds.faction, |name| kinds.game.faction(&name.value))
}

/// The factions whose units a list may hold: the army's own, those of its allied forces, and those
/// of allied forces that might be begun.
pub(crate) fn factions_of(game: &Game, list: &List) -> Vec<FactionId> {
    let of_forces = list.force_lines().filter_map(|force| force.faction.clone());
    let possible = possible_forces(game, list).into_iter().flat_map(|possible| possible.forces);
    let names = of_forces.map(|name| name.value).chain(possible.filter_map(|new| new.faction));
    let mut all: Vec<FactionId> = ForceKinds::of(game, list).faction.into_iter().collect();
    all.extend(names.filter_map(|name| game.faction(&name)));
    all.sort_unstable();
    all.dedup();
    all
}

/// The charts that a force inside `around` must choose from: empty unless several are for its kind
/// and it inherits none. An allied force inherits no chart.
fn charts_for(
    kinds: ForceKinds<'_>,
    list: &List,
    around: Option<LineId>,
    kind: ForceId,
    faction: Option<FactionId>,
) -> Vec<String> {
    let is_allied = faction != faction_at(kinds, list, around);
    let is_own = |(id, _): &(ChartId, &Chart)| kinds.is_for(*id, Some(kind));
    let mut charts: Vec<(ChartId, &Chart)> = charts_of(kinds.game, faction);
    let of_army = charts_of(kinds.game, kinds.faction).into_iter().filter(is_own);
    charts.extend(of_army.filter(|_| is_allied));
    charts.sort_by_key(|(id, _)| *id);
    charts.dedup_by_key(|(id, _)| *id);
    let ids: Vec<ChartId> = charts.iter().map(|(id, _)| *id).collect();
    let outer = std::iter::successors(around, |force| list.force_around(*force));
    let named = outer.filter_map(|force| list.force(force)?.chart.as_ref()).chain(&list.chart);
    let named: Vec<&str> = named.map(|chart| chart.value.as_str()).collect();
    let fits = |id: ChartId| kinds.fits(&ids, id, Some(kind));
    let is_handed =
        |(id, chart): &(ChartId, &Chart)| named.contains(&chart.id.as_str()) && fits(*id);
    let mut own: Vec<&(ChartId, &Chart)> = charts.iter().filter(|chart| is_own(chart)).collect();
    if own.is_empty() && is_allied {
        own = charts.iter().filter(|(id, _)| fits(*id)).collect();
    }
    let is_decided = own.len() < 2 || !is_allied && charts.iter().any(is_handed);
    if is_decided { Vec::new() } else { own.iter().map(|(_, chart)| chart.id.clone()).collect() }
}

/// The key of a kind of force, as the list spells it already.
fn key_of(
    kinds: ForceKinds<'_>,
    others: &[GameKey],
    outer: Option<ForceId>,
    kind: ForceId,
) -> String {
    let known = others.iter().map(|other| &other.key.value);
    let mut known = known.filter(|key| kinds.of_key(outer, key) == Some(kind));
    known.next().cloned().unwrap_or_else(|| kinds.game.forces[kind].key())
}

/// Edits that name each of the charts that a force must choose from.
pub(crate) fn charts_to_name(
    game: &Game,
    list: &List,
    kind: ForceId,
    force: LineId,
) -> impl Iterator<Item = Edit> {
    let around = list.force_around(force);
    let kinds = ForceKinds::of(game, list);
    let faction = faction_at(kinds, list, Some(force));
    let charts = charts_for(kinds, list, around, kind, faction).into_iter();
    charts.map(move |chart| Edit::SetForceChart { force, chart })
}

/// Edits that name a chart for the first force that must name one: one edit for each chart.
pub(crate) fn missing_charts(game: &Game, list: &List) -> Vec<Edit> {
    let forces = forces_in_order(game, list);
    let unnamed = forces.iter().filter(|force| force.line.chart.is_none());
    let mut edits = unnamed
        .map(|force| charts_to_name(game, list, force.kind, force.line.line()).collect::<Vec<_>>());
    edits.find(|edits| !edits.is_empty()).unwrap_or_default()
}
