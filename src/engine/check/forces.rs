//! Forces inside the army.

use crate::engine::army::{Book, NodeId};
use crate::engine::check::kind::{ChartKind, ForceKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Owner, Slot};

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
            let limits = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits();
            let count = i64::try_from(own.len()).unwrap_or(i64::MAX);
            let cites = if force.cites.is_empty() {
                &self.game.forces[*within].cites
            } else {
                &force.cites
            };
            if count < limits.low && !self.lost_units {
                let kind = ForceKind::TooFew { force: kind, count, limits };
                problems.push(Problem::new(kind, self.army.span()).rule(force.span, cites));
            }
            if limits.high.is_some_and(|high| count > high) {
                let at = own.last().map_or(self.army.span(), |(_, last)| last.span);
                let kind = ForceKind::TooMany { force: kind, count, limits };
                problems.push(Problem::new(kind, at).rule(force.span, cites));
            }
            if force.full_before_next {
                let full = self.full.borrow();
                let begun_early = own.windows(2).find(
                    |pair| matches!(pair, [(place, _), _] if full.get(*place) != Some(&true)),
                );
                if let Some([(place, first), (_, next)]) = begun_early {
                    let (next_force, first) = (self.subject(next.node), self.subject(first.node));
                    let kind = ForceKind::NotFull { next: next_force, first };
                    let mut problem = Problem::new(kind, next.span).rule(force.span, cites);
                    for slot in self.empty_slots(*place) {
                        problem.cause(CauseKind::EmptySlot(&slot.title), slot.span, &[]);
                    }
                    problems.push(problem);
                }
            }
        }
        self.check_one_chart(problems);
    }

    /// The slots of a force that no unit fills.
    fn empty_slots(&self, force: usize) -> impl Iterator<Item = &'g Slot> {
        let chart = self.army.forces.get(force).and_then(|force| force.chart);
        let of_force =
            self.army.unit_indices().filter(|unit| self.army.unit(*unit).force == Some(force));
        let slots = self.slots.borrow();
        let filled: Vec<&str> =
            of_force.filter_map(|unit| slots.get(unit.index()).copied().flatten()).collect();
        let all = chart.map_or(&[][..], |chart| &self.game.charts[chart].slots);
        all.iter().filter(move |slot| !filled.contains(&slot.id.as_str()))
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
