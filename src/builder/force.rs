//! The forces of a list: which there are, where units may stand, how another is added.

use crate::builder::charts_of;
use crate::engine::army::{ForceKinds, forces_in_order};
use crate::list::{Edit, ForceRef, GameKey, LineId, List, NewForce};
use crate::model::{Chart, ChartId, ForceId, Game};

/// Every force of a list, in order, each before those inside it.
pub(crate) fn forces(game: &Game, list: &List) -> Vec<LineId> {
    forces_in_order(game, list).into_iter().map(|force| force.line.line()).collect()
}

/// Everywhere a unit might stand: the forces, then the army itself.
pub(crate) fn stations(game: &Game, list: &List) -> Vec<ForceRef> {
    let forces = forces(game, list).into_iter().map(ForceRef::Force);
    forces.chain([ForceRef::Army]).collect()
}

/// A force that might be added, with those that must then be inside it.
pub(crate) struct PossibleForce {
    /// The force it goes into; none for the army itself.
    within: Option<LineId>,
    /// The force, and those inside it, each inside the force before.
    forces: Vec<NewForce>,
    /// The charts that the innermost may name; empty if it need not name any.
    charts: Vec<String>,
    /// Whether there must be a force of this kind.
    pub is_needed: bool,
    /// Whether there is none of this kind yet.
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

    /// The keys of its forces.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.forces.iter().map(|force| force.key.clone()).collect()
    }

    /// The list with all of its forces, by each chart that the innermost may name.
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
            let mut charts = Vec::new();
            let mut forces = Vec::new();
            for inner in chain {
                charts = charts_for(kinds, list, within, inner);
                let chart = charts.first().cloned();
                forces.push(NewForce { key: game.forces[inner].key(), chart });
            }
            if let Some(first) = forces.first_mut() {
                first.key = key_of(kinds, others, of, kind);
            }
            let is_needed = kinds.is_needed(kind);
            possible.push(PossibleForce { within, forces, charts, is_needed, is_first });
        }
    }
    possible
}

/// The charts that a force inside `around` must choose from: several are for its kind, and none is
/// handed down to it.
fn charts_for(
    kinds: ForceKinds<'_>,
    list: &List,
    around: Option<LineId>,
    kind: ForceId,
) -> Vec<String> {
    let charts: Vec<(ChartId, &Chart)> = charts_of(kinds.game, kinds.faction);
    let ids: Vec<ChartId> = charts.iter().map(|(id, _)| *id).collect();
    let outer = std::iter::successors(around, |force| list.force_around(*force));
    let named = outer.filter_map(|force| list.force(force)?.chart.as_ref()).chain(&list.chart);
    let named: Vec<&str> = named.map(|chart| chart.value.as_str()).collect();
    let is_handed = |(id, chart): &(ChartId, &Chart)| {
        named.contains(&chart.id.as_str()) && kinds.fits(&ids, *id, Some(kind))
    };
    let own = charts.iter().filter(|(id, _)| kinds.is_for(*id, Some(kind)));
    let own: Vec<String> = own.map(|(_, chart)| chart.id.clone()).collect();
    if own.len() < 2 || charts.iter().any(is_handed) { Vec::new() } else { own }
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

/// Names each of the charts that a force must choose from.
pub(crate) fn charts_to_name(
    game: &Game,
    list: &List,
    kind: ForceId,
    force: LineId,
) -> impl Iterator<Item = Edit> {
    let around = list.force_around(force);
    let charts = charts_for(ForceKinds::of(game, list), list, around, kind).into_iter();
    charts.map(move |chart| Edit::SetForceChart { force, chart })
}

/// Names a chart for the first force that names none of several, each in turn.
pub(crate) fn missing_charts(game: &Game, list: &List) -> Vec<Edit> {
    let forces = forces_in_order(game, list);
    let unnamed = forces.iter().filter(|force| force.line.chart.is_none());
    let mut edits = unnamed
        .map(|force| charts_to_name(game, list, force.kind, force.line.line()).collect::<Vec<_>>());
    edits.find(|edits| !edits.is_empty()).unwrap_or_default()
}
