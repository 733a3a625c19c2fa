//! Units on their way to places, as a network: what each way holds and costs, and the cheapest flow
//! through it. All in whole numbers.

use std::collections::VecDeque;

use crate::budget::{Budget, Exceeded};

/// A point where ways meet.
pub(crate) type Point = usize;
/// A way from one point to another.
pub(crate) type Way = usize;
/// What it costs to get to a point, and the last way to it.
type Reached = (i128, Option<Way>);

/// Ways that hold so much and cost so much. Every way has one back at the next place, which holds
/// what has been sent.
#[derive(Default)]
pub(crate) struct Network {
    ways: Vec<WayTo>,
    from: Vec<Vec<Way>>,
}

struct WayTo {
    to: Point,
    room: i64,
    cost: i128,
}

/// How many ways are looked at for a step of the budget.
const WAYS_FOR_A_STEP: u64 = 8;

impl Network {
    pub(crate) fn point(&mut self) -> Point {
        self.from.push(Vec::new());
        self.from.len() - 1
    }

    pub(crate) fn way(&mut self, from: Point, to: Point, room: i64, cost: i128) -> Way {
        let way = self.ways.len();
        self.ways.push(WayTo { to, room, cost });
        self.ways.push(WayTo { to: from, room: 0, cost: -cost });
        for (point, way) in [(from, way), (to, way + 1)] {
            self.from.get_mut(point).into_iter().for_each(|ways| ways.push(way));
        }
        way
    }

    /// How much a way carries.
    pub(crate) fn carried(&self, way: Way) -> i64 {
        self.ways.get(way + 1).map_or(0, |back| back.room)
    }

    /// Sends all there is, as cheaply as can be. The ways alone must not lead in a circle.
    pub(crate) fn send(
        &mut self,
        source: Point,
        sink: Point,
        budget: &Budget,
    ) -> Result<(), Exceeded> {
        loop {
            let (reached, looked_at) = self.least_cost_from(source);
            budget.spend(looked_at / WAYS_FOR_A_STEP + 1)?;
            let Some(path) = path(&reached, &self.ways, source, sink) else { return Ok(()) };
            let room = |way: &Way| self.ways.get(*way).map_or(0, |way| way.room);
            let amount = path.iter().map(room).min().unwrap_or(0);
            for way in path {
                self.ways.get_mut(way).into_iter().for_each(|way| way.room -= amount);
                self.ways.get_mut(way ^ 1).into_iter().for_each(|back| back.room += amount);
            }
        }
    }

    /// For each point the cheapest cost to get there and the last way to it, and how many ways were
    /// looked at.
    fn least_cost_from(&self, source: Point) -> (Vec<Option<Reached>>, u64) {
        let mut reached: Vec<Option<Reached>> = vec![None; self.from.len()];
        let mut is_open = vec![false; self.from.len()];
        let mut open = VecDeque::from([source]);
        reached.get_mut(source).into_iter().for_each(|start| *start = Some((0, None)));
        let mut looked_at = 0_u64;
        while let Some(point) = open.pop_front() {
            is_open.get_mut(point).into_iter().for_each(|open| *open = false);
            let Some((cost, _)) = reached.get(point).copied().flatten() else { continue };
            for way in self.from.get(point).into_iter().flatten() {
                looked_at += 1;
                let Some(next) = self.ways.get(*way).filter(|next| next.room > 0) else { continue };
                let cost = cost + next.cost;
                let Some(known) = reached.get_mut(next.to) else { continue };
                if known.is_none_or(|(known, _)| cost < known) {
                    *known = Some((cost, Some(*way)));
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

/// The ways from source to sink, the last first; nothing if none leads there.
fn path(
    reached: &[Option<Reached>],
    ways: &[WayTo],
    source: Point,
    sink: Point,
) -> Option<Vec<Way>> {
    let mut path = Vec::new();
    let mut at = sink;
    while at != source {
        let (_, way) = reached.get(at).copied().flatten()?;
        path.push(way?);
        at = ways.get(way? ^ 1)?.to;
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
        network.way(source, a, 1, 0);
        network.way(source, b, 1, 0);
        let a_near = network.way(a, near, 1, 1);
        let a_far = network.way(a, far, 1, 2);
        let b_near = network.way(b, near, 1, 5);
        network.way(near, sink, 1, 0);
        network.way(far, sink, 1, -1);
        network.send(source, sink, &Budget::default()).unwrap();
        let carried = [a_near, a_far, b_near].map(|way| network.carried(way));
        assert_eq!(carried, [0, 1, 1]);
    }
}
