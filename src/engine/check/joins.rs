//! Which lines let units join a host, how many units may join it, and which of them leave their
//! slots to it.
//!
//! Several lines of a unit may admit the host. Units may all join it if there is some way to give
//! each unit a line that keeps all bounds.

use std::rc::Rc;

use crate::engine::army::UnitIndex;
use crate::engine::check::kind::{RelationKind, TooManyOf};
use crate::engine::check::problem::Problem;
use crate::engine::eval::{BodyItem, BodyQuery, Evaluator, Number, OptionReach, Value};
use crate::model::{EntryId, Join, VariableId};

/// A line that says which units a unit may join.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JoinLine<'g> {
    pub join: &'g Join,
    /// Whether it admits the host.
    pub admits: bool,
    most: Option<i64>,
}

/// The bounds of the lines by which a unit may join a host: the loosest of each kind.
#[derive(Debug, Clone, Copy, Default)]
struct JoinBounds {
    free: bool,
    in_all: Option<i64>,
    of_kind: Option<i64>,
}

/// A unit that has joined a host which some line admits.
#[derive(Debug, Clone)]
struct JoinedUnit<'g> {
    unit: UnitIndex,
    entry: EntryId,
    lines: Vec<JoinLine<'g>>,
}

/// Which units that have joined a host leave their slots to it.
#[derive(Debug, Clone)]
pub(crate) struct LeavingUnits {
    /// The units that may leave their slots, by some line.
    pub may: Vec<UnitIndex>,
    /// How many of them at most, if not all.
    pub most: Option<i64>,
}

impl<'g> JoinedUnit<'g> {
    fn bounds(&self, leaving: bool) -> (EntryId, JoinBounds) {
        let mut bounds = JoinBounds::default();
        for line in self.lines.iter().filter(|line| line.join.takes_no_slot || !leaving) {
            match line.most {
                None => bounds.free = true,
                Some(most) if line.join.of_a_kind => {
                    bounds.of_kind = bounds.of_kind.max(Some(most));
                }
                Some(most) => bounds.in_all = bounds.in_all.max(Some(most)),
            }
        }
        (self.entry, bounds)
    }

    fn may_leave(&self) -> bool {
        self.lines.iter().any(|line| line.join.takes_no_slot)
    }
}

impl<'g> Evaluator<'_, 'g> {
    /// The lines that say which units a unit may join, and whether each line admits the host.
    pub(crate) fn join_lines(&self, guest: UnitIndex, host: UnitIndex) -> Vec<JoinLine<'g>> {
        let host = self.army.unit(host).node;
        let mut all = Vec::new();
        self.in_force(
            self.army.unit(guest).node,
            OptionReach::Whole,
            BodyQuery::Joins,
            &mut |item, env, depth| {
                let BodyItem::Body(body) = item else { return };
                for join in &body.joins {
                    // A bound without a value, such as a share of points that were never agreed on,
                    // does not apply.
                    let most = join.most_each.as_ref();
                    let most = most.and_then(|most| self.number(most, env)).map(Number::floor);
                    let mut env = env.clone();
                    env.set(VariableId(depth), Value::Node(host));
                    let admits = self.holds(&join.hosts, &mut env);
                    all.push(JoinLine { join, admits, most });
                }
            },
        );
        all
    }

    /// The units that have joined a host by lines that admit it.
    fn guests(&self, host: UnitIndex) -> Vec<JoinedUnit<'g>> {
        let joined = self.army.unit(host).joined.iter().map(|(unit, _)| *unit);
        let guests = joined.filter(|unit| !self.is_in_join_cycle(*unit)).map(|unit| {
            let mut lines = self.join_lines(unit, host);
            lines.retain(|line| line.admits);
            JoinedUnit { unit, entry: self.army.unit(unit).entry, lines }
        });
        guests.filter(|guest| !guest.lines.is_empty()).collect()
    }

    /// Whether a unit that has joined another certainly leaves its slot to it.
    pub(crate) fn leaves_slot(&self, guest: UnitIndex) -> bool {
        let hosts = &self.army.unit(guest).joins;
        hosts.iter().any(|host| {
            let leaving = self.leaving(*host);
            leaving.most.is_none() && leaving.may.contains(&guest)
        })
    }

    /// Which of the units that have joined a host leave their slots to it. If they cannot all join,
    /// that is reported elsewhere, and must not cause slot problems too.
    pub(crate) fn leaving(&self, host: UnitIndex) -> Rc<LeavingUnits> {
        if let Some((known, reads_tie)) = self.leaving.borrow().get(&host) {
            self.note_tie(*reads_tie);
            return Rc::clone(known);
        }
        let (leaving, reads_tie) = self.noting_ties(|| Rc::new(self.work_out_leaving(host)));
        self.leaving.borrow_mut().insert(host, (Rc::clone(&leaving), reads_tie));
        leaving
    }

    fn work_out_leaving(&self, host: UnitIndex) -> LeavingUnits {
        let guests = self.guests(host);
        let bounds = |leaves: &dyn Fn(usize) -> bool| {
            let of = |(place, guest): (usize, &JoinedUnit<'g>)| guest.bounds(leaves(place));
            guests.iter().enumerate().map(of).collect::<Vec<_>>()
        };
        let may: Vec<usize> = (0..guests.len())
            .filter(|at| guests.get(*at).is_some_and(JoinedUnit::may_leave))
            .collect();
        let all = can_join(&bounds(&|place| may.contains(&place)));
        let most = (!all && can_join(&bounds(&|_| false))).then(|| {
            let mut leaving: Vec<usize> = Vec::new();
            for place in &may {
                leaving.push(*place);
                if !can_join(&bounds(&|place| leaving.contains(&place))) {
                    leaving.pop();
                }
            }
            i64::try_from(leaving.len()).unwrap_or(i64::MAX)
        });
        let may = may.iter().filter_map(|place| Some(guests.get(*place)?.unit)).collect();
        LeavingUnits { may, most }
    }

    /// Reports a host that too many units have joined.
    pub(crate) fn check_joined(&self, host: UnitIndex, problems: &mut Vec<Problem<'g>>) {
        let mut guests = self.guests(host);
        guests.retain(|guest| !guest.bounds(false).1.free);
        let all: Vec<_> = guests.iter().map(|guest| guest.bounds(false)).collect();
        if can_join(&all) {
            return;
        }
        // A limit on one entry is easier to understand than one on all guests together.
        let too_many_alike = all.iter().map(|(entry, _)| *entry).find(|entry| {
            let alike: Vec<_> = all.iter().filter(|(of, _)| of == entry).copied().collect();
            alike.iter().all(|(_, bounds)| bounds.in_all.is_none()) && !can_join(&alike)
        });
        guests.retain(|guest| match too_many_alike {
            Some(entry) => guest.entry == entry,
            None => guest.bounds(false).1.in_all.is_some(),
        });
        let (of, by_kind) = match too_many_alike {
            Some(entry) => (TooManyOf::Kind(entry), true),
            None => (TooManyOf::All, false),
        };
        let lines = guests.iter().flat_map(|guest| &guest.lines);
        let strictest =
            lines.filter(|line| line.join.of_a_kind == by_kind).min_by_key(|line| line.most);
        let counted: Vec<UnitIndex> = guests.iter().map(|guest| guest.unit).collect();
        let bounds: Vec<_> = guests.iter().map(|guest| guest.bounds(false)).collect();
        let count = i64::try_from(counted.len()).unwrap_or(i64::MAX);
        let joined = &self.army.unit(host).joined;
        let last = joined.iter().rev().find(|(unit, _)| counted.last() == Some(unit));
        let (Some(strictest), Some((_, span))) = (strictest, last) else { return };
        let kind = RelationKind::TooManyJoined { of, host, count, most: largest(&bounds) };
        let problem = Problem::new(kind, *span).counted(counted);
        problems.push(problem.rule(strictest.join.span, &strictest.join.cites));
    }
}

/// Whether each guest can be given a line so that all bounds are kept.
fn can_join<K: Copy + Ord>(guests: &[(K, JoinBounds)]) -> bool {
    let bound: Vec<_> = guests.iter().filter(|(_, bounds)| !bounds.free).copied().collect();
    let mut entries: Vec<K> = bound.iter().map(|(entry, _)| *entry).collect();
    entries.sort_unstable();
    entries.dedup();
    // `total` is how many units may join by lines that count all guests.
    (0..=bound.len()).any(|total| {
        let by_entry = entries.iter().map(|entry| {
            let alike = bound.iter().filter(|(of, _)| of == entry).map(|(_, bounds)| bounds);
            fewest_in_all(&alike.collect::<Vec<_>>(), total)
        });
        by_entry.sum::<Option<usize>>().is_some_and(|in_all| in_all <= total)
    })
}

/// The fewest of some alike guests that join by lines that count all guests, if those lines count
/// no more than a total.
fn fewest_in_all(alike: &[&JoinBounds], total: usize) -> Option<usize> {
    let fits = |most: Option<i64>, count: usize| {
        most.is_some_and(|most| i64::try_from(count).is_ok_and(|count| count <= most))
    };
    let of_kind = (0..=alike.len()).rev().find(|of_kind| {
        let may = alike.iter().filter(|bounds| fits(bounds.of_kind, *of_kind)).count();
        let must = alike.iter().filter(|bounds| !fits(bounds.in_all, total));
        let must_fit = must.clone().all(|bounds| fits(bounds.of_kind, *of_kind));
        must_fit && must.count() <= *of_kind && *of_kind <= may
    });
    of_kind.map(|of_kind| alike.len() - of_kind)
}

/// The largest number of these guests that may join together, trying the loosest bounds first.
fn largest(guests: &[(EntryId, JoinBounds)]) -> i64 {
    let mut order: Vec<_> = guests.to_vec();
    order.sort_by_key(|(_, bounds)| std::cmp::Reverse((bounds.in_all, bounds.of_kind)));
    let mut joined = Vec::new();
    for guest in order {
        joined.push(guest);
        if !can_join(&joined) {
            joined.pop();
        }
    }
    i64::try_from(joined.len()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether some way to give each guest one of its lines keeps all bounds.
    fn by_trying(guests: &[(u8, JoinBounds)]) -> bool {
        let ways = |bounds: &JoinBounds| {
            let free = bounds.free.then_some((false, i64::MAX, false));
            let in_all = bounds.in_all.map(|most| (true, most, false));
            let of_kind = bounds.of_kind.map(|most| (false, most, true));
            [free, in_all, of_kind].into_iter().flatten().collect::<Vec<_>>()
        };
        let mut given = vec![Vec::new()];
        for (kind, bounds) in guests {
            let longer = given.iter().flat_map(|before: &Vec<_>| {
                ways(bounds).into_iter().map(move |way| {
                    let mut more = before.clone();
                    more.push((*kind, way));
                    more
                })
            });
            given = longer.collect();
        }
        given.iter().any(|given| {
            given.iter().all(|(kind, (in_all, most, of_kind))| {
                let counts = given.iter().filter(|(other, (all, _, alike))| {
                    (*in_all && *all) || (*of_kind && *alike && other == kind)
                });
                i64::try_from(counts.count()).is_ok_and(|count| count <= *most)
            })
        })
    }

    fn bounds() -> impl Strategy<Value = JoinBounds> {
        let most = || prop::option::of(0..4_i64);
        let free = prop::bool::weighted(0.1);
        (free, most(), most()).prop_map(|(free, in_all, of_kind)| JoinBounds {
            free,
            in_all,
            of_kind,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        #[test]
        fn lines_are_given_as_well_as_by_trying_all(
            guests in prop::collection::vec((0..3_u8, bounds()), 0..6)
        ) {
            prop_assert_eq!(can_join(&guests), by_trying(&guests));
        }
    }
}
