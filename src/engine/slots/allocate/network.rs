//! A flow network with costs: units flow through their places to a sink, and [`Network::send`]
//! finds the cheapest flow. All in whole numbers.

use std::collections::VecDeque;

use crate::budget::{Budget, Exceeded};

/// The index of a point where edges meet.
pub(crate) type FlowPoint = usize;
/// The index of an edge from one point to another.
pub(crate) type EdgeId = usize;
/// The cost of reaching a point, and the last edge on the way.
type Reached = (i128, Option<EdgeId>);

/// Every edge is followed by its reverse edge, whose room is what has been sent.
#[derive(Default)]
pub(crate) struct Network {
    edges: Vec<Edge>,
    from: Vec<Vec<EdgeId>>,
}

struct Edge {
    to: FlowPoint,
    room: i64,
    cost: i128,
}

/// How many edges cost one step of the budget to look at.
const EDGES_PER_STEP: u64 = 8;

impl Network {
    pub(crate) fn point(&mut self) -> FlowPoint {
        self.from.push(Vec::new());
        self.from.len() - 1
    }

    pub(crate) fn edge(&mut self, from: FlowPoint, to: FlowPoint, room: i64, cost: i128) -> EdgeId {
        let edge = self.edges.len();
        self.edges.push(Edge { to, room, cost });
        self.edges.push(Edge { to: from, room: 0, cost: -cost });
        for (point, edge) in [(from, edge), (to, edge + 1)] {
            self.from.get_mut(point).into_iter().for_each(|edges| edges.push(edge));
        }
        edge
    }

    /// How much flows through an edge.
    pub(crate) fn carried(&self, edge: EdgeId) -> i64 {
        self.edges.get(edge + 1).map_or(0, |back| back.room)
    }

    /// Sends as much as possible from source to sink, as cheaply as possible. The edges must not
    /// form a cycle.
    pub(crate) fn send(
        &mut self,
        source: FlowPoint,
        sink: FlowPoint,
        budget: &Budget,
    ) -> Result<(), Exceeded> {
        loop {
            let (reached, looked_at) = self.least_cost_from(source);
            budget.spend(looked_at / EDGES_PER_STEP + 1)?;
            let Some(path) = path(&reached, &self.edges, source, sink) else { return Ok(()) };
            let room = |edge: &EdgeId| self.edges.get(*edge).map_or(0, |edge| edge.room);
            let amount = path.iter().map(room).min().unwrap_or(0);
            for edge in path {
                self.edges.get_mut(edge).into_iter().for_each(|edge| edge.room -= amount);
                self.edges.get_mut(edge ^ 1).into_iter().for_each(|back| back.room += amount);
            }
        }
    }

    /// For each point, the cheapest cost of reaching it and the last edge on the way; and how many
    /// edges were looked at.
    fn least_cost_from(&self, source: FlowPoint) -> (Vec<Option<Reached>>, u64) {
        let mut reached: Vec<Option<Reached>> = vec![None; self.from.len()];
        let mut is_open = vec![false; self.from.len()];
        let mut open = VecDeque::from([source]);
        reached.get_mut(source).into_iter().for_each(|start| *start = Some((0, None)));
        let mut looked_at = 0_u64;
        while let Some(point) = open.pop_front() {
            is_open.get_mut(point).into_iter().for_each(|open| *open = false);
            let Some((cost, _)) = reached.get(point).copied().flatten() else { continue };
            for edge in self.from.get(point).into_iter().flatten() {
                looked_at += 1;
                let Some(next) = self.edges.get(*edge).filter(|next| next.room > 0) else {
                    continue;
                };
                let cost = cost + next.cost;
                let Some(known) = reached.get_mut(next.to) else { continue };
                if known.is_none_or(|(known, _)| cost < known) {
                    *known = Some((cost, Some(*edge)));
                    if let Some(open_at) = is_open.get_mut(next.to).filter(|open| !**open) {
                        *open_at = true;
                        open.push_back(next.to);
                    }
                }
            }
        }
        (reached, looked_at)
    }
}

/// The edges from source to sink, the last first; none if the sink was not reached.
fn path(
    reached: &[Option<Reached>],
    edges: &[Edge],
    source: FlowPoint,
    sink: FlowPoint,
) -> Option<Vec<EdgeId>> {
    let mut path = Vec::new();
    let mut at = sink;
    while at != source {
        let (_, edge) = reached.get(at).copied().flatten()?;
        path.push(edge?);
        at = edges.get(edge? ^ 1)?.to;
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
    use super::*;

    #[test]
    fn what_was_sent_is_sent_elsewhere_if_that_is_cheaper_in_all() {
        let mut network = Network::default();
        let [source, a, b, near, far, sink] = [(); 6].map(|()| network.point());
        network.edge(source, a, 1, 0);
        network.edge(source, b, 1, 0);
        let a_near = network.edge(a, near, 1, 1);
        let a_far = network.edge(a, far, 1, 2);
        let b_near = network.edge(b, near, 1, 5);
        network.edge(near, sink, 1, 0);
        network.edge(far, sink, 1, -1);
        network.send(source, sink, &Budget::default()).unwrap();
        let carried = [a_near, a_far, b_near].map(|edge| network.carried(edge));
        assert_eq!(carried, [0, 1, 1]);
    }
}
