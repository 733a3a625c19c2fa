//! Single changes to a list. They name units by where they stand in the text, so that they can be made in any order.

use crate::build::bench::{Draft, Workbench, changed};
use crate::build::force::force_places;
use crate::build::take::take;
use crate::model::EntryId;
use crate::roster::{Edit, List, Located, Models, OtherValue, UnitLine, places};
use crate::source::{Sources, Span};
use crate::validate::{Offered, WeighedUnit};

pub(super) struct Step {
    change: Change,
    /// For people.
    pub words: String,
}

enum Change {
    Remove(Span),
    Add(Box<UnitLine>, Option<(usize, usize)>),
    Size(Span, i64),
    Take(Span, Box<Offered>),
    /// A whole force, by the place of its key and its place below it.
    Disband(usize, usize),
    /// What the head of the list says at a place: a word of the army or an optional rule.
    Unsay(Span),
    /// What the validator knows to try: drops, charts, words, joins and the like.
    Edit(Box<Edit>),
}

/// More sizes of one unit are not tried: the nearest and the ends.
const MOST_SIZES: i64 = 12;

impl Step {
    pub(super) fn apply(&self, bench: &Workbench<'_, '_>, list: &List) -> Option<List> {
        match &self.change {
            Change::Remove(at) => {
                let place = places(list).into_iter().find(|(_, line)| line.unit.span == *at).map(|(place, _)| place)?;
                Edit::RemoveUnit(place).apply(list)
            }
            Change::Add(line, home) => bench.with_line(list, line, *home).map(|(draft, _)| draft.list),
            Change::Size(at, size) => changed(list, *at, |line| line.models = Models::Total(Located::new(*size, *at))),
            Change::Take(at, option) => changed(list, *at, |line| take(line, option, None, *at)),
            Change::Disband(key, at) => {
                let mut list = list.clone();
                match &mut list.others.get_mut(*key)?.value {
                    OtherValue::Forces(forces) if *at < forces.len() => forces.remove(*at),
                    _ => return None,
                };
                Some(list)
            }
            Change::Unsay(at) => {
                let mut list = list.clone();
                list.others.retain(|other| other.key.span != *at);
                list.optional.retain(|name| name.span != *at);
                Some(list)
            }
            Change::Edit(edit) => edit.apply(list),
        }
    }

    /// Whether a unit comes or goes.
    pub(super) fn changes_a_unit(&self) -> bool {
        matches!(self.change, Change::Remove(_) | Change::Add(..) | Change::Disband(..))
    }

    /// Whether it counts lines of the list as it is, so that it must be made before any other change.
    pub(super) fn is_by_place(&self) -> bool {
        matches!(self.change, Change::Edit(_) | Change::Disband(..))
    }
}

impl Workbench<'_, '_> {
    /// Every single change to a list.
    pub(super) fn steps_from(&self, sources: &Sources, base: &Draft, units: &[EntryId]) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut seen: Vec<Span> = Vec::new();
        for unit in &base.weighed.units {
            if !seen.contains(&unit.at) {
                seen.push(unit.at);
                self.steps_of_unit(sources, base, unit, &mut steps);
            }
        }
        // Units that the game does not know are no units of the army.
        for (_, line) in places(&base.list).into_iter().filter(|(_, line)| !seen.contains(&line.unit.span)) {
            let words = format!("remove `{}` (line {})", line.unit.value, sources.place(line.unit.span).line);
            steps.push(Step { change: Change::Remove(line.unit.span), words });
        }
        steps.extend(steps_of_head(base));
        self.steps_of_army(base, units, &mut steps);
        // Removing, adding and sizes are above; what is dropped or named otherwise the validator knows.
        for (edit, words) in self.checker.edits(sources, &base.list) {
            let known = matches!(edit, Edit::RemoveUnit(_) | Edit::AddUnit { .. } | Edit::Models(..) | Edit::Chart(_));
            if !known && !steps.iter().any(|step| step.words == words) {
                steps.push(Step { change: Change::Edit(Box::new(edit)), words });
            }
        }
        steps
    }

    fn steps_of_unit(&self, sources: &Sources, base: &Draft, unit: &WeighedUnit, steps: &mut Vec<Step>) {
        let Some(line) = self.line_of(base, unit.at) else { return };
        let name = named(sources, unit);
        let one = if line.count.as_ref().is_some_and(|count| count.value > 1) { "one " } else { "" };
        steps.push(Step { change: Change::Remove(unit.at), words: format!("remove {one}{name}") });
        if !matches!(line.models, Models::Lines(_))
            && let Some((low, high)) = self.checker.sizes(&base.list, line)
        {
            let near = |size: &i64| (size - unit.size).abs() <= MOST_SIZES / 2 || *size == low || Some(*size) == high;
            let high = high.unwrap_or(unit.size.saturating_add(MOST_SIZES));
            for size in (low..=high.min(low.saturating_add(200))).filter(|size| *size != unit.size && near(size)) {
                let models = if size == 1 { "1 model".to_owned() } else { format!("{size} models") };
                steps.push(Step { change: Change::Size(unit.at, size), words: format!("take {models} of {name}") });
            }
        }
        for option in self.checker.offered(&base.list, line) {
            let words = format!("take {} for {name}", option.title);
            steps.push(Step { change: Change::Take(unit.at, Box::new(option)), words });
        }
        fn taken(options: &[crate::roster::Taken], drops: &mut Vec<(Span, String)>) {
            for one in options {
                if one.inner.is_empty() {
                    drops.push((one.name.span, one.name.value.clone()));
                }
                taken(&one.inner, drops);
            }
        }
        let mut drops = Vec::new();
        taken(&line.options, &mut drops);
        if let Models::Lines(lines) = &line.models {
            lines.iter().for_each(|line| taken(&line.options, &mut drops));
        }
        for (at, option) in drops {
            let title = self.game.entries.values().find(|entry| entry.id == option).map_or(option.as_str(), |entry| &entry.title);
            let words = format!("drop one {title} of {name}");
            steps.push(Step { change: Change::Edit(Box::new(Edit::DropOption(at))), words });
        }
    }

    fn steps_of_army(&self, base: &Draft, units: &[EntryId], steps: &mut Vec<Step>) {
        let list = &base.list;
        let keys = base.weighed.keys();
        for (entry, home) in self.additions(list, units) {
            let Some((with, at)) = self.with_unit(list, entry, home) else { continue };
            // A unit that the army may not take never mends anything.
            let barred = ["unit.not_available", "unit.unique"];
            if with.short > base.short || with.weighed.new_errors(&keys).iter().any(|issue| barred.contains(&issue.code.name)) {
                continue;
            }
            if let Some(line) = self.line_of(&with, at) {
                let options = crate::build::bench::option_words(&line.options);
                let options = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
                let force = with
                    .unit(at)
                    .and_then(|unit| unit.force)
                    .and_then(|force| with.weighed.forces.iter().find(|one| one.force == Some(force)));
                let force = force.map(|force| format!(" to {}", force.title)).unwrap_or_default();
                let words = format!("add {}{options}{force}", self.game.entries[entry].title);
                steps.push(Step { change: Change::Add(Box::new(line.clone()), home), words });
            }
        }
        for (number, (key, at)) in (1..).zip(force_places(self.game, list)) {
            // With more than one unit it would be more than one change.
            let units = places(list).into_iter().filter(|(place, _)| place.force == Some((key, at))).count();
            if units > 1 {
                continue;
            }
            let force = base.weighed.forces.iter().find(|force| force.force == Some(number - 1));
            let title = force.map_or_else(|| format!("force {number}"), |force| force.title.clone());
            steps.push(Step { change: Change::Disband(key, at), words: format!("remove {title} with its unit") });
        }
        for chart in self.game.charts.values().filter(|chart| list.chart.as_ref().is_none_or(|now| now.value != chart.id)) {
            let words = format!("play the {} chart", chart.title);
            steps.push(Step { change: Change::Edit(Box::new(Edit::Chart(chart.id.clone()))), words });
        }
    }
}

/// What the head says and the verdict complains of.
fn steps_of_head(base: &Draft) -> Vec<Step> {
    let is_wrong = |at: Span| base.weighed.errors.iter().any(|issue| issue.at == at);
    let drop = |at: Span, words: String| Step { change: Change::Unsay(at), words };
    let words = base.list.others.iter().filter_map(|other| {
        let OtherValue::Scalars(values) = &other.value else { return None };
        let wrong = is_wrong(other.key.span) || values.iter().any(|value| is_wrong(value.span()));
        wrong.then(|| drop(other.key.span, format!("drop `{}` from the head", other.key.value)))
    });
    let rules = base.list.optional.iter().filter(|name| is_wrong(name.span));
    words.chain(rules.map(|name| drop(name.span, format!("drop the optional rule `{}`", name.value)))).collect()
}

/// A unit with the line it stands in.
fn named(sources: &Sources, unit: &WeighedUnit) -> String {
    if crate::build::bench::is_added(unit.at) {
        return unit.title.clone();
    }
    format!("{} (line {})", unit.title, sources.place(unit.at).line)
}
