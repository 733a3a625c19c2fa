//! Forces inside the army.

use crate::diagnostic::codes;
use crate::engine::army::{Book, NodeId};
use crate::engine::check::Issue;
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Owner, Slot};
use crate::wording::{bounds_words, many};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_forces(&self, issues: &mut Vec<Issue>) {
        for (kind, force) in self.game.forces.iter().filter(|(_, force)| self.sees(force.owner)) {
            let Some((within, range)) = &force.within else { continue };
            let own: Vec<(usize, _)> =
                self.army.forces.iter().enumerate().filter(|(_, one)| one.kind == kind).collect();
            let bounds = self.bounds(range, &mut Env::at(NodeId::ARMY));
            let count = i64::try_from(own.len()).unwrap_or(i64::MAX);
            let cites = if force.cites.is_empty() {
                &self.game.forces[*within].cites
            } else {
                &force.cites
            };
            let words = bounds_words(bounds.low, bounds.high);
            let message = format!(
                "the army has {}, it takes {words}",
                many(count, &force.title.to_lowercase())
            );
            if count < bounds.low && !self.lost_units {
                let issue = Issue::new(&codes::FORCE_TOO_FEW, self.army.span(), message.clone())
                    .rule(force.span, cites);
                issues.push(issue.help(format!("add a block under `{}s`", force.id)));
            }
            if bounds.high.is_some_and(|high| count > high) {
                let at = own.last().map_or(self.army.span(), |(_, last)| last.span);
                issues
                    .push(Issue::new(&codes::FORCE_TOO_MANY, at, message).rule(force.span, cites));
            }
            if force.full_before_next {
                let full = self.full.borrow();
                let begun_early = own.windows(2).find(
                    |pair| matches!(pair, [(place, _), _] if full.get(*place) != Some(&true)),
                );
                if let Some([(place, first), (_, next)]) = begun_early {
                    let message = format!(
                        "{} begins before {} is full",
                        self.title(next.node),
                        self.title(first.node)
                    );
                    let issue = Issue::new(&codes::FORCE_NOT_FULL, next.span, message)
                        .rule(force.span, cites);
                    let issue = self.empty_slots(*place).fold(issue, |issue, slot| {
                        issue.cause(format!("nothing stands in {}", slot.title), slot.span, &[])
                    });
                    issues.push(
                        issue.help(format!("fill every slot of {} first", self.title(first.node))),
                    );
                }
            }
        }
        self.check_one_chart(issues);
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
    fn check_one_chart(&self, issues: &mut Vec<Issue>) {
        for (outer, definition) in
            self.game.forces.iter().filter(|(_, force)| force.one_chart && self.sees(force.owner))
        {
            let inside = |kind| {
                self.game.forces[kind].within.as_ref().is_some_and(|(within, _)| *within == outer)
            };
            let mut forces = self.army.forces.iter().filter(|force| inside(force.kind));
            let chart = forces.next().and_then(|first| first.chart);
            if let Some(other) = forces.find(|force| force.chart != chart) {
                let message =
                    format!("{} uses another chart than the first", self.title(other.node));
                issues.push(
                    Issue::new(&codes::CHART_UNKNOWN, other.span, message)
                        .rule(definition.span, &definition.cites),
                );
            }
        }
    }

    /// Whether what is declared there concerns this army.
    pub(crate) fn sees(&self, owner: Owner) -> bool {
        Book::sees(self.army.faction, self.army.event, owner)
    }
}
