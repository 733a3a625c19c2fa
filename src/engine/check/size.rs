//! Checks how many models a unit has, against the bounds of its lines, groups and changes.

use crate::engine::army::{NodeId, NodeIs, Unit, UnitIndex, model_lines};
use crate::engine::check::kind::{Limits, SizedPart, UnitKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, Number, OptionReach};
use crate::list::Models;
use crate::model::{Body, BoundTo, Change, ChangeKind, Cite, EntryKind, ModelsLine, Range};
use crate::source::Span;

/// The allowed numbers, and the change that altered them last.
#[derive(Debug, Clone)]
pub(crate) struct SizeBounds<'g> {
    pub limits: Limits,
    pub altered: Option<&'g Change>,
}

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn bounds(&self, range: &'g Range, env: &mut Env<'g>) -> SizeBounds<'g> {
        let low = range.low.as_ref().and_then(|low| self.number(low, env)).map_or(0, Number::ceil);
        let high = range.high.as_ref().and_then(|high| self.number(high, env)).map(Number::floor);
        SizeBounds { limits: Limits::new(low, high, &range.steps), altered: None }
    }

    /// How many models a unit may have, by the lines of its entry, their groups, and changes to
    /// their number.
    pub(crate) fn sizes(&self, unit: &Unit<'_>) -> Limits {
        let body = &self.game.entries[unit.entry].body;
        let of = |range: &'g Range| self.bounds(range, &mut Env::at(unit.node)).limits;
        let alone = body
            .models
            .iter()
            .filter(|line| line.group.is_none_or(|group| group >= body.groups.len()))
            .map(|line| &line.range);
        let all = alone.chain(body.groups.iter().map(|group| &group.range)).map(of);
        let limits = all.fold(Limits::every(0, Some(0)), |sum, limits| sum.plus(&limits));
        altered(SizeBounds { limits, altered: None }, &self.models_change(unit.node)).limits
    }

    pub(crate) fn check_sizes(&self, problems: &mut Vec<Problem<'g>>) {
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            self.check_lines(index, unit, problems);
            let added = unit.leader.is_none() && unit.size > 0;
            if added {
                let entry = &self.game.entries[unit.entry];
                let at = self.army.node(unit.node).span;
                let problem = Problem::new(UnitKind::NoLeader { unit: index }, at);
                problems.push(problem.rule(entry.span, &entry.cites).concerns([index]));
            }
        }
    }

    fn check_lines(&self, index: UnitIndex, unit: &Unit<'_>, problems: &mut Vec<Problem<'g>>) {
        let body = &self.game.entries[unit.entry].body;
        let change = self.models_change(unit.node);
        let lines = self.lines_in_force(unit.node, body);
        if let (true, Models::Total(total)) = (lines.is_empty(), &unit.line.models)
            && total.value > 0
        {
            let entry = &self.game.entries[unit.entry];
            let none = SizeBounds { limits: Limits::every(0, Some(0)), altered: None };
            let rule = (entry.span, entry.cites.as_slice());
            problems.push(self.wrong_size(index, SizedPart::Unit, total.value, &none, rule));
            return;
        }
        let own = lines.iter().filter(|(_, owner, _)| *owner == unit.node);
        if let Some((bounds, count, line)) = self.whole(unit.node, body, own, &change) {
            // The list states one number for all lines, or a change bounds them together.
            let together =
                !matches!(unit.line.models, Models::Lines(_)) || bounds.altered.is_some();
            if together && !bounds.limits.admit(count) {
                problems.push(self.wrong_size(index, SizedPart::Unit, count, &bounds, line));
                return;
            }
        }
        let several = lines.len() > 1;
        let own = lines
            .iter()
            .filter(|(_, owner, bounds)| *owner == unit.node && bounds.limits.high != Some(0));
        let several_own = own.count() > 1;
        for (line, _, bounds) in &lines {
            let count = self.count_of_line(unit.node, line);
            // Bounds on the total replace those of lines that may vary.
            let varies = !several_own || bounds.limits.high != Some(bounds.limits.low);
            let replaced = !change.is_empty() && line.group.is_none() && varies;
            if !replaced && !bounds.limits.admit(count) {
                problems.push(self.wrong_size(
                    index,
                    if several { SizedPart::Line(line.model) } else { SizedPart::Unit },
                    count,
                    bounds,
                    (line.span, &line.cites),
                ));
                return;
            }
        }
        for (place, group) in body.groups.iter().enumerate() {
            let bounds = altered(self.bounds(&group.range, &mut Env::at(unit.node)), &change);
            let of_group = body.models.iter().filter(|line| line.group == Some(place));
            let count = of_group.map(|line| self.count_of_line(unit.node, line)).sum();
            if !bounds.limits.admit(count) {
                // Name the group of lines that are bounded together, unless it has all lines of the
                // unit.
                let all = body.models.iter().all(|line| line.group == Some(place));
                let of = if all { SizedPart::Unit } else { SizedPart::Group(&group.id) };
                let rule = (group.span, group.cites.as_slice());
                problems.push(self.wrong_size(index, of, count, &bounds, rule));
                return;
            }
        }
    }

    /// Every line of models of a unit, from its entry and from options taken, with its owner and
    /// bounds. Lines in closed blocks are left out.
    pub(crate) fn lines_in_force(
        &self,
        unit: NodeId,
        body: &'g Body,
    ) -> Vec<(&'g ModelsLine, NodeId, SizeBounds<'g>)> {
        let mut all = Vec::new();
        for (line, whens) in model_lines(body) {
            let open = whens.iter().all(|when| self.holds(&when.condition, &mut Env::at(unit)));
            let closed = SizeBounds { limits: Limits::every(0, Some(0)), altered: None };
            all.push((
                line,
                unit,
                if open { self.bounds(&line.range, &mut Env::at(unit)) } else { closed },
            ));
        }
        for option in
            self.army.below(unit).filter(|id| matches!(self.army.node(*id).is, NodeIs::Option(_)))
        {
            let Some(entry) = self.army.node(option).entry.map(|entry| &self.game.entries[entry])
            else {
                continue;
            };
            if entry.kind != EntryKind::Option {
                continue;
            }
            let copies = self.army.copies_below(option, unit);
            for line in &entry.body.models {
                let bounds = self.bounds(&line.range, &mut Env::at(option));
                let limits = bounds.limits.times(copies);
                all.push((line, option, SizeBounds { limits, altered: None }));
            }
        }
        all
    }

    /// The bounds of all lines of an entry together, unless groups bound them, and how many models
    /// they have.
    fn whole<'a>(
        &self,
        unit: NodeId,
        body: &'g Body,
        own: impl Iterator<Item = &'a (&'g ModelsLine, NodeId, SizeBounds<'g>)> + Clone,
        change: &[BoundChange<'g>],
    ) -> Option<GroupBounds<'g>>
    where
        'g: 'a,
    {
        if !body.groups.is_empty() {
            return None;
        }
        let each = own.clone().map(|(.., bounds)| &bounds.limits);
        let limits = each.fold(Limits::every(0, Some(0)), |sum, limits| sum.plus(limits));
        let count = own
            .clone()
            .map(|(line, ..)| self.count_of_line(unit, line))
            .fold(0, i64::saturating_add);
        let varies = own.clone().find(|(.., bounds)| bounds.limits.high != Some(bounds.limits.low));
        let (line, ..) = varies.or(own.clone().next())?;
        Some((
            altered(SizeBounds { limits, altered: None }, change),
            count,
            (line.span, &line.cites),
        ))
    }

    pub(crate) fn count_of_line(&self, unit: NodeId, line: &ModelsLine) -> i64 {
        let models = self.army.models_of_line(unit, line);
        models.map(|child| self.army.node(child).count).sum()
    }

    /// The changes like `max models 12` in force for a unit.
    fn models_change(&self, unit: NodeId) -> Vec<BoundChange<'g>> {
        let mut found = Vec::new();
        self.in_force(unit, OptionReach::Whole, BodyQuery::Size, &mut |item, env, _| {
            if let BodyItem::Change(change) = item
                && let ChangeKind::Bound { upper, choose: None, to } = &change.kind
            {
                found.push(match to {
                    BoundTo::By(amount) => (change, *upper, None, Some(*amount)),
                    BoundTo::To(expr) => (change, *upper, self.number(expr, env), None),
                });
            }
        });
        found
    }

    fn wrong_size(
        &self,
        unit: UnitIndex,
        of: SizedPart<'g>,
        count: i64,
        bounds: &SizeBounds<'g>,
        (defined, cites): (Span, &'g [Cite]),
    ) -> Problem<'g> {
        let Unit { line, node, .. } = self.army.unit(unit);
        let unit_span = self.army.node(*node).span;
        let at = match &line.models {
            Models::Total(total) => total.span,
            Models::Lines(lines) => {
                let model = match of {
                    SizedPart::Line(model) => Some(self.game.entries[model].id.as_str()),
                    _ => None,
                };
                let named = lines.iter().find(|stated| Some(stated.model.value.as_str()) == model);
                named.or(lines.first()).map_or(unit_span, |line| line.model.span)
            }
            Models::Unstated => unit_span,
        };
        let kind = UnitKind::Size { unit, of, count, limits: bounds.limits.clone() };
        let mut problem = Problem::new(kind, at).rule(defined, cites).concerns([unit]);
        if let Some(change) = bounds.altered {
            problem.cause(CauseKind::SizeChanged, change.span, &change.cites);
        }
        problem
    }
}

/// The bounds of several lines together, how many models they have, and the place of the first line
/// that may vary.
type GroupBounds<'g> = (SizeBounds<'g>, i64, (Span, &'g [Cite]));

/// A change to the number of models: which bound, and the new value or the amount added.
type BoundChange<'g> = (&'g Change, bool, Option<Number>, Option<i64>);

fn altered<'g>(mut bounds: SizeBounds<'g>, found: &[BoundChange<'g>]) -> SizeBounds<'g> {
    for (change, upper, to, by) in found {
        bounds.altered = Some(change);
        let limits = &mut bounds.limits;
        match (upper, to, by) {
            (true, Some(to), _) => limits.set_high(Some(to.floor())),
            (true, None, Some(by)) => {
                limits.set_high(limits.high.map(|high| high.saturating_add(*by)));
            }
            (false, Some(to), _) => limits.set_low(to.ceil()),
            (false, None, Some(by)) => limits.set_low(limits.low.saturating_add(*by)),
            _ => {}
        }
    }
    bounds
}
