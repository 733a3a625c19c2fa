//! Forces inside the army.

use crate::engine::army::{Book, NodeId};
use crate::engine::check::kind::{ChartKind, ForceKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Cite, Owner};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_forces(&self, problems: &mut Vec<Problem<'g>>) {
        for (kind, force) in self.game.forces.iter().filter(|(_, force)| self.sees(force.owner)) {
            let Some((within, range)) = &force.within else { continue };
            let own: Vec<(usize, _)> = self
                .army
                .forces
                .iter()
                .enumerate()
                .filter(|(_, force)| force.kind == kind)
                .collect();
            let limits = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits;
            let count = i64::try_from(own.len()).unwrap_or(i64::MAX);
            let cites = if force.cites.is_empty() {
                &self.game.forces[*within].cites
            } else {
                &force.cites
            };
            if count < limits.low && !self.lost_units {
                let kind = ForceKind::TooFew { force: kind, count, limits: limits.clone() };
                problems.push(Problem::new(kind, self.army.span()).rule(force.span, cites));
            }
            if limits.high.is_some_and(|high| count > high) {
                let at = own.last().map_or(self.army.span(), |(_, last)| last.span);
                let kind = ForceKind::TooMany { force: kind, count, limits };
                problems.push(Problem::new(kind, at).rule(force.span, cites));
            }
            if force.full_before_next && !self.lost_units {
                let own = own.iter().map(|(place, _)| *place);
                self.check_full(own.collect(), (force.span, cites), problems);
            }
        }
        self.check_one_chart(problems);
    }

    /// Forces of a kind of which only one may have room for more units. That is the one with the
    /// most open slots: the others take fewer to fill.
    fn check_full(
        &self,
        mut forces: Vec<usize>,
        (defined, cites): (Span, &'g [Cite]),
        problems: &mut Vec<Problem<'g>>,
    ) {
        let open = self.open_slots.borrow();
        let open_slots =
            |place: usize| open.get(place).and_then(Option::as_deref).unwrap_or_default();
        forces.retain(|place| !open_slots(*place).is_empty());
        let Some(exempt) = forces.iter().copied().max_by_key(|place| open_slots(*place).len())
        else {
            return;
        };
        let subject = |place: usize| self.army.forces.get(place);
        for place in forces.into_iter().filter(|place| *place != exempt) {
            let (Some(force), Some(other)) = (subject(place), subject(exempt)) else { continue };
            let (at, chart) = (force.span, force.chart);
            let (force, other) = (self.subject(force.node), self.subject(other.node));
            let kind = ForceKind::NotFull { force, other };
            let mut problem = Problem::new(kind, at).rule(defined, cites);
            for open in open_slots(place) {
                let slots = chart.map(|chart| &self.game.charts[chart].slots);
                if let Some(slot) = slots.and_then(|slots| slots.get(open.slot)) {
                    let (title, count, wanted) = (slot.title.as_str(), open.count, open.wanted);
                    problem.cause(CauseKind::OpenSlot { title, count, wanted }, slot.span, &[]);
                }
            }
            problems.push(problem);
        }
    }

    /// Forces that must all use the same chart.
    fn check_one_chart(&self, problems: &mut Vec<Problem<'g>>) {
        for (outer, definition) in
            self.game.forces.iter().filter(|(_, force)| force.one_chart && self.sees(force.owner))
        {
            let inside = |kind| {
                self.game.forces[kind].within.as_ref().is_some_and(|(within, _)| *within == outer)
            };
            let mut forces = self.army.forces.iter().filter(|force| inside(force.kind));
            let chart = forces.next().and_then(|first| first.chart);
            if let Some(other) = forces.find(|force| force.chart != chart) {
                let kind = ChartKind::Other { force: self.subject(other.node) };
                let problem = Problem::new(kind, other.span);
                problems.push(problem.rule(definition.span, &definition.cites));
            }
        }
    }

    /// Whether a declaration of this owner concerns the army.
    pub(crate) fn sees(&self, owner: Owner) -> bool {
        Book::sees(self.army.faction, self.army.event, owner)
    }
}
