//! Who joins whom, and who rides in what.

use crate::diagnostic::codes;
use crate::engine::army::UnitIndex;
use crate::engine::check::Issue;
use crate::engine::check::rules::MOST_ISSUES;
use crate::engine::eval::{BodyQuery, Env, Evaluator, Item, Number, Reach, Value};
use crate::model::{Join, VariableId};
use crate::source::Span;
use crate::wording::many;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_relations(&self, issues: &mut Vec<Issue>) {
        for host in self.army.unit_indices() {
            for (guest, span) in &self.army.unit(host).joined {
                if issues.len() < MOST_ISSUES {
                    self.check_join(*guest, host, *span, issues);
                }
            }
        }
        for guest in self.army.unit_indices() {
            self.check_one_host(guest, issues);
            self.check_ride(guest, issues);
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

    /// Whether a unit that stands by itself may join another.
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
        }) && !self.in_circle(guest)
    }

    /// Whether a unit has joined, through others, itself: then nobody stands in a slot.
    fn in_circle(&self, start: UnitIndex) -> bool {
        // A unit that stands with several others is refused for that; its first host tells the
        // circles.
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

    fn check_join(&self, guest: UnitIndex, host: UnitIndex, span: Span, issues: &mut Vec<Issue>) {
        let (guest_title, host_title) = (self.army.unit_title(guest), self.army.unit_title(host));
        if self.in_circle(guest) {
            // Said once, by the last of those who stand in the circle.
            if !self.in_circle(host) || guest < host {
                return;
            }
            let message = format!("{guest_title} and {host_title} have joined each other");
            issues.push(
                Issue::new(&codes::JOIN_NOT_ALLOWED, span, message).counted(self, [guest, host]),
            );
            return;
        }
        let joins = self.joins(guest, host);
        let admitted: Vec<_> = joins.iter().filter(|(_, admits, _)| *admits).collect();
        if admitted.is_empty() {
            let message = format!("{guest_title} may not join {host_title}");
            let mut issue =
                Issue::new(&codes::JOIN_NOT_ALLOWED, span, message).label("joined here");
            issue = match joins.first() {
                Some((join, ..)) => issue.rule(join.span, &join.cites),
                None => {
                    let entry = &self.game.entries[self.army.unit(guest).entry];
                    issue.rule(entry.span, &entry.cites).help(format!("{guest_title} joins nobody"))
                }
            };
            issues.push(issue.counted(self, [guest, host]));
            return;
        }
        let entry = self.army.unit(guest).entry;
        let alike: Vec<UnitIndex> = self
            .army
            .unit(host)
            .joined
            .iter()
            .map(|(one, _)| *one)
            .filter(|one| self.army.unit(*one).entry == entry)
            .collect();
        let count = i64::try_from(alike.len()).unwrap_or(i64::MAX);
        let room =
            admitted.iter().map(|(.., most)| most.unwrap_or(i64::MAX)).max().unwrap_or(i64::MAX);
        if count > room && alike.last() == Some(&guest) {
            let message =
                format!("{count} × {guest_title} have joined {host_title}, {room} at most");
            let issue = Issue::new(&codes::JOIN_TOO_MANY, span, message);
            let issue = admitted
                .first()
                .map_or(issue.clone(), |(join, ..)| issue.rule(join.span, &join.cites));
            issues.push(issue.counted(self, alike));
        }
    }

    fn check_one_host(&self, guest: UnitIndex, issues: &mut Vec<Issue>) {
        let hosts = &self.army.unit(guest).joins;
        let Some(last) = hosts.last().filter(|_| hosts.len() > 1) else { return };
        let span = self
            .army
            .unit(*last)
            .joined
            .iter()
            .rev()
            .find(|(one, _)| *one == guest)
            .map(|(_, span)| *span);
        let count = i64::try_from(hosts.len()).unwrap_or(i64::MAX);
        let message = format!(
            "{} has joined {}: it can stand with one",
            self.army.unit_title(guest),
            many(count, "unit")
        );
        let at = span.unwrap_or(self.army.node(self.army.unit(guest).node).span);
        issues.push(
            Issue::new(&codes::JOIN_TOO_MANY, at, message).counted(self, hosts.iter().copied()),
        );
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

    fn check_ride(&self, rider: UnitIndex, issues: &mut Vec<Issue>) {
        let Some((carrier, span)) = self.army.unit(rider).rides else { return };
        let node = self.army.unit(carrier).node;
        let mut lines: Vec<(&'g crate::model::Ride, bool)> = Vec::new();
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
            return; // said once, by the one that comes last
        }
        let message = format!(
            "{} may not ride in {}",
            self.army.unit_title(rider),
            self.army.unit_title(carrier)
        );
        let mut issue = Issue::new(&codes::RIDE_NOT_ALLOWED, span, message);
        issue = match lines.first() {
            Some((ride, _)) => issue.rule(ride.span, &ride.cites),
            None => issue.help(format!("nothing carries {}", self.army.unit_title(rider))),
        };
        issues.push(issue.counted(self, [rider, carrier]));
    }
}
