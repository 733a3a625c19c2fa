//! Checks values that changes push outside of strict limits, and values whose formulas fail.

use crate::engine::army::NodeId;
use crate::engine::check::kind::ValueKind;
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{BodyQuery, Evaluator, Number, Value, reach_of};
use crate::model::{AttributeId, Change, Characteristic, EntryKind, StatBase, ValueLimits};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_values(&self, problems: &mut Vec<Problem<'g>>) {
        let (stats, attributes) = (&self.contents.watched_stats, &self.contents.strict_attributes);
        if stats.is_empty() && attributes.is_empty() {
            return;
        }
        for id in (0..self.army.nodes.len()).map(|index| NodeId(index as u32)) {
            for attribute in attributes {
                self.check_attribute(id, *attribute, problems);
            }
            let Some(entry) = self.army.node(id).entry else { continue };
            let EntryKind::Profile(profile) = self.game.entries[entry].kind else { continue };
            for characteristic in &self.game.profiles[profile].characteristics {
                if stats.contains(characteristic.name.as_str()) {
                    self.check_characteristic(id, characteristic, problems);
                }
            }
        }
    }

    fn check_attribute(&self, id: NodeId, attribute: AttributeId, problems: &mut Vec<Problem<'g>>) {
        let declared = &self.game.attributes[attribute];
        let value = self.attribute(id, attribute);
        let Some(number) = number_outside(&value, declared.limits) else { return };
        let reach = reach_of(&declared.on);
        let changes = self.changes_of(&[(id, reach)], BodyQuery::Attribute(attribute));
        let changes: Vec<&'g Change> = changes.into_iter().map(|(change, _)| change).collect();
        // Values that the list states are checked when they are bound.
        if !changes.is_empty() {
            let kind = ValueKind {
                of: self.subject(id),
                title: &declared.title,
                value: number,
                limits: declared.limits,
            };
            let problem = Problem::new(kind, self.army.node(id).span).rule(declared.span, &[]);
            problems.push(self.with_causes(problem, id, &changes));
        }
    }

    fn check_characteristic(
        &self,
        id: NodeId,
        characteristic: &'g Characteristic,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let changes: Vec<&'g Change> = self
            .stat_changes(id, &characteristic.name)
            .into_iter()
            .map(|(change, _)| change)
            .collect();
        if changes.is_empty() {
            return;
        }
        let parts: Vec<Option<&str>> = match &characteristic.shape.base {
            StatBase::Shape(shape) if shape.names.len() > 1 => {
                shape.names.iter().map(|name| Some(name.as_str())).collect()
            }
            _ => vec![None],
        };
        for (position, part) in parts.into_iter().enumerate() {
            let value = self.stat(id, &characteristic.name, part);
            if let Some(error) = value.error() {
                self.fault(error, Some(id));
            }
            let limits = characteristic.shape.limits_of(position);
            let outside = number_outside(&value, limits).filter(|_| characteristic.shape.strict);
            let Some(value) = outside else { continue };
            let (of, title) = (self.subject(id), characteristic.label());
            let kind = ValueKind { of, title, value, limits };
            let problem = Problem::new(kind, self.army.node(id).span)
                .rule(characteristic.span, &characteristic.cites);
            problems.push(self.with_causes(problem, id, &changes));
        }
    }

    /// Adds the changes that led to a value, and the unit that has it.
    fn with_causes(&self, problem: Problem<'g>, id: NodeId, changes: &[&'g Change]) -> Problem<'g> {
        let mut problem = problem.concerns(self.army.node(id).unit);
        // An option that is taken twice applies its change twice; one cause is enough.
        for (at, change) in changes.iter().enumerate() {
            if changes.iter().take(at).any(|known| known.span == change.span) {
                continue;
            }
            problem.cause(CauseKind::ValueChanged, change.span, &change.cites);
        }
        problem
    }
}

/// A number outside of the limits, or the first such number of a list.
fn number_outside(value: &Value<'_>, (low, high): ValueLimits) -> Option<Number> {
    let is_outside = |number: &Number| {
        low.is_some_and(|low| *number < Number::whole(low))
            || high.is_some_and(|high| *number > Number::whole(high))
    };
    match value {
        Value::Set(all) => all.iter().filter_map(|(value, _)| value.number()).find(is_outside),
        value => value.number().filter(is_outside),
    }
}
