//! Checks the forces inside the army and inside each other: how many there are, whether they are
//! full, and which charts they use.

use crate::engine::army::{Book, ForceNode};
use crate::engine::check::kind::{ChartKind, ForceKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{Env, Evaluator};
use crate::engine::slots::full::{OpenSlot, index_of};
use crate::model::{Cite, ForceId, Owner};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_forces(&self, problems: &mut Vec<Problem<'g>>) {
        let kinds = self.army.force_kinds();
        for outer in self.army.force_places() {
            for kind in kinds.inside(self.army.force_kind(outer)) {
                self.check_force_count(outer, kind, problems);
                self.check_full(outer, kind, problems);
            }
            self.check_one_chart(outer, problems);
        }
    }

    /// The forces directly inside another force or inside the army itself, with their indices.
    pub(crate) fn forces_inside(
        &self,
        outer: Option<usize>,
    ) -> impl Iterator<Item = (usize, &ForceNode<'_>)> {
        self.army.forces.iter().enumerate().filter(move |(_, force)| force.within == outer)
    }

    /// The rules that a kind of force cites, or else those of the force around it.
    fn cites_of_force(&self, kind: ForceId) -> &'g [Cite] {
        let force = &self.game.forces[kind];
        match force.within {
            Some(outer) if force.cites.is_empty() => &self.game.forces[outer].cites,
            _ => &force.cites,
        }
    }

    fn span_of_force(&self, place: Option<usize>) -> Span {
        let force = place.and_then(|place| self.army.forces.get(place));
        force.map_or_else(|| self.army.span(), |force| force.span)
    }

    fn check_force_count(
        &self,
        outer: Option<usize>,
        kind: ForceId,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let force = &self.game.forces[kind];
        let Some(range) = &force.range else { return };
        let limits = self.bounds(range, &mut Env::at(self.force_node(outer))).limits;
        let mut last = None;
        let mut count = 0;
        for (_, own) in self.forces_inside(outer).filter(|(_, own)| own.kind == kind) {
            last = Some(own.span);
            count += 1;
        }
        let (within, cites) = (self.subject(self.force_node(outer)), self.cites_of_force(kind));
        if count < limits.low && !self.lost_units {
            let limits = limits.clone();
            let kind = ForceKind::TooFew { force: kind, within, count, limits };
            let at = self.span_of_force(outer);
            problems.push(Problem::new(kind, at).rule(force.span, cites));
        }
        if limits.high.is_some_and(|high| count > high) {
            let at = last.unwrap_or_else(|| self.span_of_force(outer));
            let kind = ForceKind::TooMany { force: kind, within, count, limits };
            problems.push(Problem::new(kind, at).rule(force.span, cites));
        }
    }

    /// Checks forces of a kind of which only one may have room for more units. That one is the
    /// force with the most open slots, because the others need fewer units to fill.
    fn check_full(&self, outer: Option<usize>, kind: ForceId, problems: &mut Vec<Problem<'g>>) {
        let force = &self.game.forces[kind];
        if !force.full_before_next || self.lost_units {
            return;
        }
        let own = self.forces_inside(outer).filter(|(_, own)| own.kind == kind);
        let open: Vec<(usize, Vec<(CauseKind<'g>, Span)>)> = own
            .filter(|(place, _)| self.has_room(Some(*place)))
            .map(|(place, _)| (place, self.open_slots_below(place)))
            .collect();
        let Some((exempt, _)) = open.iter().max_by_key(|(_, slots)| slots.len()) else { return };
        let subject = |place: usize| self.subject(self.force_node(Some(place)));
        for (place, causes) in open.iter().filter(|(place, _)| place != exempt) {
            let fault = ForceKind::NotFull { force: subject(*place), other: subject(*exempt) };
            let at = self.span_of_force(Some(*place));
            let mut problem = Problem::new(fault, at).rule(force.span, self.cites_of_force(kind));
            for (cause, span) in causes {
                problem.cause(cause.clone(), *span, &[]);
            }
            problems.push(problem);
        }
    }

    /// The open slots of a force and of those inside it, and where each is defined.
    fn open_slots_below(&self, top: usize) -> Vec<(CauseKind<'g>, Span)> {
        let open = self.open_slots.borrow();
        let mut all = Vec::new();
        for place in self.army.places_below(Some(top)) {
            let Some(chart) = self.army.chart_at(place) else { continue };
            let slots = open.get(index_of(place)).and_then(Option::as_deref).unwrap_or_default();
            for slot in slots {
                let OpenSlot { slot, count, wanted } = *slot;
                let Some(slot) = self.game.charts[chart].slots.get(slot) else { continue };
                let force = place.filter(|place| *place != top);
                let cause = CauseKind::OpenSlot { title: &slot.title, force, count, wanted };
                all.push((cause, slot.span));
            }
        }
        all
    }

    /// Checks that forces use the same chart where they must.
    fn check_one_chart(&self, outer: Option<usize>, problems: &mut Vec<Problem<'g>>) {
        let mut kinds = match self.army.force_kind(outer) {
            Some(kind) => vec![kind],
            None => self.army.force_kinds().of_army().collect(),
        };
        kinds.retain(|kind| self.game.forces[*kind].one_chart);
        for kind in kinds {
            let definition = &self.game.forces[kind];
            let mut forces = self
                .forces_inside(outer)
                .map(|(_, force)| force)
                .filter(|force| self.game.forces[force.kind].within == Some(kind));
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
        Book::sees(self.army.faction, self.army.whole_event(), owner)
    }
}
