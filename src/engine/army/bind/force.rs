//! Binds the forces of a list: their factions, charts and points, and what they contain.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::corrections::OptionHolder;
use crate::engine::army::{ForceNode, Node, NodeId, NodeIs, forces_of};
use crate::engine::check::Problem;
use crate::engine::check::kind::{FactionFault, ForceKind, Subject};
use crate::list::{FORCE_KEYS, ForceLine, GameKey};
use crate::model::{Body, FactionId, ForceId, NodeKind};
use crate::source::Span;

impl<'g, 'l> Binder<'g, 'l, '_> {
    /// Binds the forces under the keys of the army, or of the force at index `within`.
    pub(crate) fn forces(&mut self, others: &'l [GameKey], within: Option<usize>, parent: NodeId) {
        let outer = within.and_then(|place| self.army.forces.get(place));
        let (outer, around) =
            outer.map_or((None, self.army.chart), |outer| (Some(outer.kind), outer.chart));
        for (kind, line) in forces_of(self.army.force_kinds(), others, outer) {
            let span = line.name.as_ref().map_or(line.span.span, |name| name.span);
            let (faction, is_allied) = self.faction_of_force(kind, line, within);
            // A chart of the army is handed down to its own forces only.
            let around = around.filter(|_| !is_allied);
            let chart = match &line.chart {
                Some(name) => self.chart(name, Some(kind), faction),
                None => self.unnamed_chart(Some(kind), faction, around, span),
            };
            let place = self.army.forces.len();
            let is = NodeIs::Force(place);
            let node =
                self.push(Node { is, entry: None, parent, end: 0, count: 1, span, unit: None });
            let chosen = self.chosen(&line.others, NodeKind::Force(Some(kind)), FORCE_KEYS);
            let limits = self.stated_limits(line.points.as_ref());
            let line_id = line.line();
            self.army.forces.push(ForceNode {
                node,
                line: line_id,
                kind,
                within,
                faction,
                is_allied,
                chart,
                limits,
                chosen,
                span,
            });
            self.enter(OptionHolder::Force(place));
            (self.force, self.chart_in_force, self.current_entry) = (Some(place), chart, None);
            let bodies = self.army.menu_bodies_of_force(place);
            let bodies: Vec<&'g Body> = bodies.into_iter().map(|(body, _)| body).collect();
            self.options_of_bodies(node, &bodies, &line.options);
            self.units(&line.units, Some(place), node);
            self.forces(&line.others, Some(place), node);
            self.close(node);
        }
    }

    /// The faction of a force, and whether the force has that faction of its own.
    fn faction_of_force(
        &mut self,
        kind: ForceId,
        line: &'l ForceLine,
        within: Option<usize>,
    ) -> (Option<FactionId>, bool) {
        let game = self.army.game;
        let around = self.army.faction_at(within);
        let stated = line.faction.as_ref().map(|name| (self.faction(name), name.span));
        let Some(allied) = &game.forces[kind].allied else {
            if let Some((Some(_), span)) = stated {
                self.wrong_faction(kind, FactionFault::NoneOfItsOwn, Vec::new(), span);
            }
            return (around, false);
        };
        let may_be = |id: FactionId| Some(id) != around && allied.admits(id, &game.factions[id]);
        let known = || game.factions.ids().filter(|id| may_be(*id)).collect();
        match stated {
            None => self.wrong_faction(kind, FactionFault::Unstated, known(), line.span.span),
            Some((Some(faction), span)) if Some(faction) == around => {
                self.wrong_faction(kind, FactionFault::Same, known(), span)
            }
            Some((Some(faction), span)) if !may_be(faction) => {
                self.wrong_faction(kind, FactionFault::NotAllied(faction), known(), span)
            }
            Some(_) => {}
        }
        (stated.and_then(|(faction, _)| faction), true)
    }

    /// Reports a wrong faction of the force that is bound next.
    fn wrong_faction(&mut self, kind: ForceId, why: FactionFault, known: Vec<FactionId>, at: Span) {
        let (force, kind) = (Subject::Force(self.army.forces.len()), &self.army.game.forces[kind]);
        let problem = Problem::new(ForceKind::Faction { force, why, known }, at);
        self.army.problems.push(problem.rule(kind.span, &kind.cites));
    }
}
