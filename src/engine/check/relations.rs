//! Units that join others, and units that ride in others.

use crate::engine::army::UnitIndex;
use crate::engine::check::kind::RelationKind;
use crate::engine::check::problem::Problem;
use crate::engine::check::rules::MOST_PROBLEMS;
use crate::engine::eval::{BodyQuery, Env, Evaluator, Item, Number, Reach, Value};
use crate::model::{Join, Ride, VariableId};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_relations(&self, problems: &mut Vec<Problem<'g>>) {
        for host in self.army.unit_indices() {
            for (guest, span) in &self.army.unit(host).joined {
                if problems.len() < MOST_PROBLEMS {
                    self.check_join(*guest, host, *span, problems);
                }
            }
        }
        for guest in self.army.unit_indices() {
            self.check_one_host(guest, problems);
            self.check_ride(guest, problems);
        }
    }

    /// The lines that say whom a unit may join, and whether each admits the host.
    fn joins(&self, guest: UnitIndex, host: UnitIndex) -> Vec<(&'g Join, bool, Option<i64>)> {
        let host = self.army.unit(host).node;
        let mut all = Vec::new();
        self.in_force(
            self.army.unit(guest).node,
            Reach::Whole,
            BodyQuery::Joins,
            &mut |item, env, depth| {
                let Item::Body(body) = item else { return };
                for join in &body.joins {
                    let most = join
                        .most_each
                        .as_ref()
                        .and_then(|most| self.number(most, env))
                        .map(Number::floor);
                    let mut env = env.clone();
                    env.set(VariableId(depth), Value::Node(host));
                    all.push((join, self.holds(&join.hosts, &mut env), most));
                }
            },
        );
        all
    }

    /// Whether a unit that has joined none may join another.
    pub(crate) fn may_join(&self, guest: UnitIndex, host: UnitIndex) -> bool {
        guest != host
            && self.army.unit(guest).joins.is_empty()
            && self.joins(guest, host).iter().any(|(_, admits, _)| *admits)
    }

    /// Whether a unit that has joined another leaves its slot to it.
    pub(crate) fn leaves_slot(&self, guest: UnitIndex) -> bool {
        let hosts = &self.army.unit(guest).joins;
        hosts.iter().any(|host| {
            self.joins(guest, *host).iter().any(|(join, admits, _)| *admits && join.takes_no_slot)
        }) && !self.is_in_join_cycle(guest)
    }

    /// Whether a unit has joined itself through others. Such units keep their slots, as none of the
    /// others fills one for them.
    fn is_in_join_cycle(&self, start: UnitIndex) -> bool {
        // A unit with several hosts is reported elsewhere; following the first host finds cycles.
        let mut at = start;
        for _ in 0..self.army.units.len() {
            match self.army.unit(at).joins.first() {
                Some(host) if *host == start => return true,
                Some(host) => at = *host,
                None => return false,
            }
        }
        false
    }

    fn check_join(
        &self,
        guest: UnitIndex,
        host: UnitIndex,
        span: Span,
        problems: &mut Vec<Problem<'g>>,
    ) {
        if self.is_in_join_cycle(guest) {
            // A cycle is reported once, with its last unit.
            if !self.is_in_join_cycle(host) || guest < host {
                return;
            }
            let kind = RelationKind::JoinedEachOther { guest, host };
            problems.push(Problem::new(kind, span).counted([guest, host]));
            return;
        }
        let joins = self.joins(guest, host);
        let admitted: Vec<_> = joins.iter().filter(|(_, admits, _)| *admits).collect();
        if admitted.is_empty() {
            let entry = &self.game.entries[self.army.unit(guest).entry];
            let (defined, cites) = joins
                .first()
                .map_or((entry.span, &entry.cites), |(join, ..)| (join.span, &join.cites));
            let kind = RelationKind::JoinNotAllowed { guest, host, anyone: !joins.is_empty() };
            let problem = Problem::new(kind, span).rule(defined, cites);
            problems.push(problem.counted([guest, host]));
            return;
        }
        let entry = self.army.unit(guest).entry;
        let alike: Vec<UnitIndex> = self
            .army
            .unit(host)
            .joined
            .iter()
            .map(|(joined, _)| *joined)
            .filter(|joined| self.army.unit(*joined).entry == entry)
            .collect();
        let count = i64::try_from(alike.len()).unwrap_or(i64::MAX);
        let room =
            admitted.iter().map(|(.., most)| most.unwrap_or(i64::MAX)).max().unwrap_or(i64::MAX);
        if count > room && alike.last() == Some(&guest) {
            let kind = RelationKind::TooManyJoined { guest, host, count, most: room };
            let mut problem = Problem::new(kind, span).counted(alike);
            if let Some((join, ..)) = admitted.first() {
                problem = problem.rule(join.span, &join.cites);
            }
            problems.push(problem);
        }
    }

    fn check_one_host(&self, guest: UnitIndex, problems: &mut Vec<Problem<'g>>) {
        let hosts = &self.army.unit(guest).joins;
        let Some(last) = hosts.last().filter(|_| hosts.len() > 1) else { return };
        let span = self
            .army
            .unit(*last)
            .joined
            .iter()
            .rev()
            .find(|(joined, _)| *joined == guest)
            .map(|(_, span)| *span);
        let at = span.unwrap_or(self.army.node(self.army.unit(guest).node).span);
        let kind = RelationKind::SeveralHosts { guest, hosts: hosts.len() };
        problems.push(Problem::new(kind, at).counted(hosts.iter().copied()));
    }

    /// Whether a unit rides, through others, in itself.
    fn rides_itself(&self, start: UnitIndex) -> bool {
        let mut at = start;
        for _ in 0..self.army.units.len() {
            match self.army.unit(at).rides {
                Some((carrier, _)) if carrier == start => return true,
                Some((carrier, _)) => at = carrier,
                None => return false,
            }
        }
        false
    }

    fn check_ride(&self, rider: UnitIndex, problems: &mut Vec<Problem<'g>>) {
        let Some((carrier, span)) = self.army.unit(rider).rides else { return };
        let node = self.army.unit(carrier).node;
        let mut lines: Vec<(&'g Ride, bool)> = Vec::new();
        self.in_force(
            self.army.unit(rider).node,
            Reach::Whole,
            BodyQuery::Rides,
            &mut |item, env, depth| {
                let Item::Body(body) = item else { return };
                for ride in &body.rides {
                    let mut env: Env<'g> = env.clone();
                    env.set(VariableId(depth), Value::Node(node));
                    lines.push((ride, self.holds(&ride.carriers, &mut env)));
                }
            },
        );
        let circle = self.rides_itself(rider);
        if lines.iter().any(|(_, admits)| *admits) && !circle {
            return;
        }
        if circle && carrier > rider {
            return; // reported once, with the last of them
        }
        let kind = RelationKind::RideNotAllowed { rider, carrier, anything: !lines.is_empty() };
        let mut problem = Problem::new(kind, span).counted([rider, carrier]);
        if let Some((ride, _)) = lines.first() {
            problem = problem.rule(ride.span, &ride.cites);
        }
        problems.push(problem);
    }
}
