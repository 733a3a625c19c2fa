//! Checks units that join others, and units that ride in others.

use crate::engine::army::UnitIndex;
use crate::engine::check::kind::RelationKind;
use crate::engine::check::problem::Problem;
use crate::engine::check::rules::MOST_PROBLEMS;
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::model::{Ride, VariableId};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_relations(&self, problems: &mut Vec<Problem<'g>>) {
        for host in self.army.unit_indices() {
            for (guest, span) in &self.army.unit(host).joined {
                if problems.len() < MOST_PROBLEMS {
                    self.check_join(*guest, host, *span, problems);
                }
            }
            if !self.army.unit(host).joined.is_empty() {
                self.check_joined(host, problems);
            }
        }
        for guest in self.army.unit_indices() {
            self.check_one_host(guest, problems);
            self.check_ride(guest, problems);
        }
    }

    /// Whether a unit may join another, if it has not joined any.
    pub(crate) fn may_join(&self, guest: UnitIndex, host: UnitIndex) -> bool {
        guest != host
            && self.army.unit(guest).joins.is_empty()
            && self.join_lines(guest, host).iter().any(|line| line.admits)
    }

    /// Whether a unit has joined itself through others. Such units keep their slots, because no
    /// other unit in the cycle fills one for them.
    pub(crate) fn is_in_join_cycle(&self, start: UnitIndex) -> bool {
        // Several hosts are reported elsewhere; following only the first is enough to find cycles.
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
        let lines = self.join_lines(guest, host);
        if lines.iter().any(|line| line.admits) {
            return;
        }
        let entry = &self.game.entries[self.army.unit(guest).entry];
        let (defined, cites) = lines
            .first()
            .map_or((entry.span, &entry.cites), |line| (line.join.span, &line.join.cites));
        let kind = RelationKind::JoinNotAllowed { guest, host, anyone: !lines.is_empty() };
        problems.push(Problem::new(kind, span).rule(defined, cites).counted([guest, host]));
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

    /// Whether a unit rides in itself through others.
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
        let lines = self.ride_lines(rider, carrier);
        let rides_itself = self.rides_itself(rider);
        if lines.iter().any(|(_, admits)| *admits) && !rides_itself {
            return;
        }
        if rides_itself && carrier > rider {
            return; // reported once, with the last of them
        }
        let kind = RelationKind::RideNotAllowed { rider, carrier, anything: !lines.is_empty() };
        let mut problem = Problem::new(kind, span).counted([rider, carrier]);
        if let Some((ride, _)) = lines.first() {
            problem = problem.rule(ride.span, &ride.cites);
        }
        problems.push(problem);
    }

    /// Whether a unit may ride in another.
    pub(crate) fn may_ride(&self, rider: UnitIndex, carrier: UnitIndex) -> bool {
        rider != carrier && self.ride_lines(rider, carrier).iter().any(|(_, admits)| *admits)
    }

    /// Every line that lets a unit ride, and whether the line admits this carrier.
    fn ride_lines(&self, rider: UnitIndex, carrier: UnitIndex) -> Vec<(&'g Ride, bool)> {
        let node = self.army.unit(carrier).node;
        let mut lines: Vec<(&'g Ride, bool)> = Vec::new();
        self.in_force(
            self.army.unit(rider).node,
            OptionReach::Whole,
            BodyQuery::Rides,
            &mut |item, env, depth| {
                let BodyItem::Body(body) = item else { return };
                for ride in &body.rides {
                    let mut env: Env<'g> = env.clone();
                    env.set(VariableId(depth), Value::Node(node));
                    lines.push((ride, self.holds(&ride.carriers, &mut env)));
                }
            },
        );
        lines
    }
}
