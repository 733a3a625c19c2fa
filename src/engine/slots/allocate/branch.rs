//! The exact search that is used when the solver gives up. Start at `search`.
//!
//! Without unlocks and trades, the cheapest flow of units into places is the answer. With them, the
//! search bounds the number of units in each slot that unlocks mention, and the number of times
//! each trade is made: each combination of bounds is a box. The cheapest flow in a box, with the
//! fewest missing helpers that the box allows, is never worse than the best plan in the box. The
//! most promising box comes first. If its flow keeps the promise, it is the answer; otherwise the
//! box is split.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::{Budget, Exceeded};
use crate::engine::slots::allocate::helpers;
use crate::engine::slots::allocate::network::{EdgeId, FlowPoint, Network};
use crate::engine::slots::allocate::plan::{Class, Plan, Score};
use crate::engine::slots::allocate::types::{AllocationInput, Placement};

/// The best plan.
pub(crate) fn search(
    allocation: &AllocationInput,
    classes: &[Class],
    budget: &Budget,
) -> Result<Plan, Exceeded> {
    let search = BranchAndBound { allocation, classes, budget };
    let mut open = BinaryHeap::new();
    let mut best: Option<(Score, Plan)> = None;
    let mut made = 0_usize;
    let mut add = |open: &mut BinaryHeap<_>, region: Region| -> Result<(), Exceeded> {
        if let Some((promise, plan)) = search.promise(&region)? {
            let size = classes.len() + plan.counts.iter().flatten().count();
            let size = size + region.numbers.len() * 2 + region.trades.len() * 3 + 16;
            budget.keep(u64::try_from(size * size_of::<i64>()).unwrap_or(u64::MAX))?;
            open.push(Reverse(OpenRegion { promise, made, plan, region }));
            made += 1;
        }
        Ok(())
    };
    add(&mut open, search.everything())?;
    while let Some(Reverse(OpenRegion { promise, plan, region, .. })) = open.pop() {
        if best.as_ref().is_some_and(|(score, _)| *score <= promise) {
            break;
        }
        let score = plan.score(allocation, classes);
        for part in search.split(&region, &plan, score, promise) {
            add(&mut open, part)?;
        }
        if let Some(score) =
            score.filter(|score| best.as_ref().is_none_or(|(best, _)| score < best))
        {
            best = Some((score, plan));
        }
    }
    Ok(best.map_or_else(|| nobody(allocation, classes), |(_, plan)| plan))
}

/// The plan in which no unit has a place.
fn nobody(allocation: &AllocationInput, classes: &[Class]) -> Plan {
    Plan {
        counts: classes.iter().map(|class| vec![0; class.places.len()]).collect(),
        trades: vec![0; allocation.trades.len()],
    }
}

/// A box: the plans whose numbers lie within these inclusive bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Region {
    /// The bounds on the units in each slot.
    numbers: Vec<(i64, i64)>,
    /// The bounds on the times each trade is made.
    trades: Vec<(i64, i64)>,
}

/// A box that is still to be searched; the best promise sorts first.
struct OpenRegion {
    promise: Score,
    /// Breaks ties: older boxes come first.
    made: usize,
    plan: Plan,
    region: Region,
}

impl OpenRegion {
    fn key(&self) -> (Score, usize) {
        (self.promise, self.made)
    }
}

impl PartialEq for OpenRegion {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for OpenRegion {}

impl PartialOrd for OpenRegion {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenRegion {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

struct BranchAndBound<'a> {
    allocation: &'a AllocationInput,
    classes: &'a [Class],
    budget: &'a Budget,
}

impl BranchAndBound<'_> {
    fn everything(&self) -> Region {
        let units = |slot: usize| {
            let stands =
                |class: &&Class| class.places.iter().any(|place| place.slot() == Some(slot));
            (0, self.classes.iter().filter(stands).map(Class::size).sum())
        };
        let times = self.allocation.trades.iter().map(|trade| self.allocation.trade_limit(trade));
        Region {
            numbers: (0..self.allocation.slots.len()).map(units).collect(),
            trades: times.map(|most| (0, most)).collect(),
        }
    }

    /// Whether units in a slot need helpers.
    fn demands(&self, slot: usize) -> bool {
        let mut unlocks = self.allocation.unlocks.iter().filter(|unlock| unlock.count > 0);
        unlocks.any(|unlock| unlock.needs(slot).is_some())
    }

    /// Whether units in a slot can help.
    fn helps(&self, slot: usize) -> bool {
        let mut unlocks = self.allocation.unlocks.iter().filter(|unlock| unlock.count > 0);
        unlocks.any(|unlock| unlock.by.contains(&slot))
    }

    /// A score that no plan in a box beats, and the plan that promises it. None if the box has no
    /// plan.
    fn promise(&self, region: &Region) -> Result<Option<(Score, Plan)>, Exceeded> {
        let Some(maxima) = self.maxima(region) else { return Ok(None) };
        let Some(counts) = self.least_cost(region, &maxima)? else { return Ok(None) };
        let plan = Plan { counts, trades: region.trades.iter().map(|(low, _)| *low).collect() };
        let (unplaced, short, position) = plan.costs(self.allocation, self.classes);
        let bounds = region.numbers.iter().zip(&maxima).enumerate();
        let (fewest, most): (Vec<i64>, Vec<i64>) = bounds
            .map(|(slot, ((low, high), max))| match self.demands(slot) || self.helps(slot) {
                true => (*low, max.map_or(*high, |max| max.min(*high))),
                false => (0, 0),
            })
            .unzip();
        let missing = helpers::least_missing(self.allocation, &fewest, &most);
        let trades = plan.trades.iter().sum();
        Ok(Some((Score { unplaced, short, missing, trades, position }, plan)))
    }

    /// The largest maximum that trades in the box give each slot; none if they always leave some
    /// slot less than it must have.
    fn maxima(&self, region: &Region) -> Option<Vec<Option<i64>>> {
        let slots = self.allocation.slots.iter().enumerate();
        slots
            .map(|(slot, bounds)| {
                let part = |(amount, of): (i64, usize)| if of == slot { amount } else { 0 };
                let trades = self.allocation.trades.iter().zip(&region.trades);
                let gains = trades.map(|(trade, (low, high))| {
                    let each = part(trade.get).saturating_sub(part(trade.give));
                    each.saturating_mul(*low).max(each.saturating_mul(*high))
                });
                let gain = gains.fold(0, i64::saturating_add);
                let max = bounds.max.map(|max| max.max(0).saturating_add(gain));
                max.is_none_or(|max| max >= bounds.floor()).then_some(max)
            })
            .collect()
    }

    /// How many units of each class stand in each of its places when as few as possible are left
    /// out, then minima are missed by as little as possible, then places come as early as possible
    /// in the chart.
    fn least_cost(
        &self,
        region: &Region,
        maxima: &[Option<i64>],
    ) -> Result<Option<Vec<Vec<i64>>>, Exceeded> {
        let positions = self.classes.iter().flat_map(|class| &class.places);
        let furthest = positions.map(|place| place.position(self.allocation)).max().unwrap_or(0);
        let units: i64 = self.classes.iter().map(Class::size).sum();
        // Each goal outweighs everything that the later goals can add up to.
        let units = i128::from(units) + 1;
        let short = i128::from(furthest).saturating_mul(units) + 1;
        let left_out = short.saturating_mul(units);
        let required = left_out.saturating_mul(units);

        let mut network = Network::default();
        let (source, sink) = (network.point(), network.point());
        let mut must = Vec::new();
        let mut slots: Vec<FlowPoint> = Vec::new();
        for ((bounds, max), (low, high)) in
            self.allocation.slots.iter().zip(maxima).zip(&region.numbers)
        {
            let point = network.point();
            slots.push(point);
            let most = max.map_or(*high, |max| max.max(0).min(*high));
            // The first units of a slot count most.
            let mut from = 0;
            for until in [(*low).min(bounds.min), (*low).max(bounds.min), most] {
                let until = until.clamp(from, most.max(from));
                let worth = if from < *low { required } else { 0 }
                    + if from < bounds.min { short } else { 0 };
                let edge = network.edge(point, sink, until - from, -worth);
                if from < *low {
                    must.push(edge);
                }
                from = until;
            }
        }
        let pools = self.pools(&mut network, &slots, sink);
        let mut counts: Vec<Vec<EdgeId>> = Vec::new();
        for class in self.classes {
            let point = network.point();
            network.edge(source, point, class.size(), 0);
            network.edge(point, sink, class.size(), left_out);
            let edge = |place: &Placement| {
                let to = match place {
                    Placement::Slot { slot, grant: None } => slots.get(*slot),
                    Placement::Slot { grant: Some(grant), .. } => pools.0.get(*grant),
                    Placement::Offer(offer) => pools.1.get(*offer),
                };
                let cost = i128::from(place.position(self.allocation));
                network.edge(point, to.copied().unwrap_or(source), class.size(), cost)
            };
            counts.push(class.places.iter().map(edge).collect());
        }
        network.send(source, sink, self.budget)?;
        let held: i64 = must.iter().map(|edge| network.carried(*edge)).sum();
        let wanted: i64 = region.numbers.iter().map(|(low, _)| low).sum();
        let carried =
            |edges: &Vec<EdgeId>| edges.iter().map(|edge| network.carried(*edge)).collect();
        Ok((held == wanted).then(|| counts.iter().map(carried).collect()))
    }

    /// The flow points of grants and of offers.
    fn pools(
        &self,
        network: &mut Network,
        slots: &[FlowPoint],
        sink: FlowPoint,
    ) -> (Vec<FlowPoint>, Vec<FlowPoint>) {
        let (mut grants, mut offers) = (Vec::new(), Vec::new());
        for grant in &self.allocation.grants {
            let point = network.point();
            if let Some(slot) = slots.get(grant.slot) {
                network.edge(point, *slot, grant.most.max(0), 0);
            }
            grants.push(point);
        }
        for most in &self.allocation.offers {
            let point = network.point();
            network.edge(point, sink, (*most).max(0), 0);
            offers.push(point);
        }
        (grants, offers)
    }

    /// The parts of a box whose plan does not keep its promise; none if it does.
    fn split(
        &self,
        region: &Region,
        plan: &Plan,
        score: Option<Score>,
        promise: Score,
    ) -> Vec<Region> {
        let Some(score) = score else {
            // The promise needs trades.
            let open = region.trades.iter().enumerate().filter(|(_, (low, high))| low < high);
            let Some((trade, (low, high))) = open.max_by_key(|(_, (low, high))| high - low) else {
                return Vec::new();
            };
            let middle = low + (high - low) / 2;
            return parts(&region.trades, trade, middle)
                .map(|trades| Region { trades, ..region.clone() })
                .to_vec();
        };
        if score == promise {
            return Vec::new();
        }
        let numbers = plan.numbers(self.allocation, self.classes);
        let Some((slot, last)) = self.where_to_split(region, &numbers) else { return Vec::new() };
        parts(&region.numbers, slot, last)
            .map(|numbers| Region { numbers, ..region.clone() })
            .to_vec()
    }

    /// A slot to split at, and the last number of the first part: a slot where units demand more
    /// helpers than the box promised, or where fewer units help.
    fn where_to_split(&self, region: &Region, numbers: &[i64]) -> Option<(usize, i64)> {
        let open = || {
            let bounds = region.numbers.iter().zip(numbers).enumerate();
            bounds.filter(|(_, ((low, high), _))| low < high)
        };
        let mut more =
            open().filter(|(slot, ((low, _), number))| number > &low && self.demands(*slot));
        let mut fewer =
            open().filter(|(slot, ((_, high), number))| number < &high && self.helps(*slot));
        let mut any = open().filter(|(slot, _)| self.demands(*slot) || self.helps(*slot));
        let more = more.next().map(|(slot, (_, number))| (slot, number - 1));
        more.or_else(|| fewer.next().map(|(slot, (_, number))| (slot, *number)))
            .or_else(|| any.next().map(|(slot, ((low, _), _))| (slot, *low)))
    }
}

/// The bounds, with one of them split after a number.
fn parts(bounds: &[(i64, i64)], at: usize, last: i64) -> [Vec<(i64, i64)>; 2] {
    let (mut first, mut second) = (bounds.to_vec(), bounds.to_vec());
    first.get_mut(at).into_iter().for_each(|(_, high)| *high = last);
    second.get_mut(at).into_iter().for_each(|(low, _)| *low = last + 1);
    [first, second]
}
