//! Every single change to a list that is tried: to its units, and units that come.

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::candidate::{Candidate, is_added, option_words};
use crate::builder::force::{begun_force, force_places};
use crate::builder::repair::step::Change;
use crate::builder::repair::step::{Home, Place, Step, place_of};
use crate::diagnostic::codes;
use crate::engine::Session;
use crate::list::{Edit, GameValue, List, Models, OptionPick, UnitLine, places};
use crate::model::EntryId;
use crate::source::{Sources, Span};

/// More sizes of one unit are not tried: the nearest and the ends.
const MOST_SIZES: i64 = 12;

/// How many smaller numbers of an option are tried beside one less and none.
const MOST_LESS: usize = 4;

/// Sizes beyond the least.
const LARGEST: i64 = 200;

/// Where a unit might be added: the list with that home in it, its place there, and its words.
type Begun = (Home, List, Place, String);

pub(crate) fn step(change: Change, words: impl Into<String>) -> Step {
    Step { change, words: words.into(), by: 0 }
}

/// A change of one number to another.
pub(crate) fn step_by(change: Change, words: impl Into<String>, before: i64, after: i64) -> Step {
    Step { by: after.saturating_sub(before).saturating_abs(), ..step(change, words) }
}

/// What is named, with the line it stands in.
pub(crate) fn lined(sources: &Sources, name: &str, at: Span) -> String {
    if is_added(at) { name.to_owned() } else { format!("{name} (line {})", sources.place(at).line) }
}

impl Builder<'_, '_> {
    /// Every single change to a list.
    pub(crate) fn steps_from(
        &self,
        sources: &Sources,
        base: &Candidate,
        units: &[EntryId],
    ) -> Vec<Step> {
        let lines = places(&base.list);
        let session = self.checker.session(&base.list);
        let of_units =
            lines.iter().map(|(_, line)| self.steps_of_unit(sources, &session, base, line));
        let mut steps: Vec<Step> = of_units.flatten().collect();
        steps.extend(self.steps_of_head(sources, base));
        steps.extend(self.steps_of_forces(sources, base));
        steps.extend(self.additions_to(base, units));
        // What the validator knows to try beyond that: names spelt right, numbers of one kind of
        // model, other hosts.
        for (mut edit, words) in self.checker.edits(sources, &base.list) {
            let at = edit.place_mut().map(|place| *place);
            let at = at
                .and_then(|at| lines.iter().find(|(place, _)| *place == at))
                .map(|(_, line)| line.unit.span);
            let words = match &edit {
                Edit::Rename(span, name) => {
                    format!("write `{name}` in line {}", sources.place(*span).line)
                }
                Edit::Join { guest, .. } => {
                    words.replacen("let it", &format!("let {}", self.called(base, &guest.value)), 1)
                }
                Edit::ModelCount(..) | Edit::Derived(..) => words,
                Edit::TakeOption { place: None, .. } => words,
                _ => continue,
            };
            if !steps.iter().any(|step| step.words == words) {
                steps.push(step(Change::Edit(Box::new(edit), at), words));
            }
        }
        steps
    }

    fn steps_of_unit(
        &self,
        sources: &Sources,
        session: &Session<'_, '_>,
        base: &Candidate,
        line: &UnitLine,
    ) -> Vec<Step> {
        let at = line.unit.span;
        let Some(unit) = base.unit(at) else {
            // Units that the game does not know are no units of the army.
            let name = lined(sources, &format!("`{}`", line.unit.value), at);
            return vec![step(Change::Remove(at), format!("remove {name}"))];
        };
        let name = lined(sources, &unit.title, at);
        let one =
            if line.count.as_ref().is_some_and(|count| count.value > 1) { "one " } else { "" };
        let mut steps = vec![step(Change::Remove(at), format!("remove {one}{name}"))];
        if !matches!(line.models, Models::Lines(_))
            && let Some((low, high)) = session.sizes(line)
        {
            let near = |size: &i64| {
                (size - unit.size).abs() <= MOST_SIZES / 2 || *size == low || Some(*size) == high
            };
            let last = high
                .unwrap_or(unit.size.saturating_add(MOST_SIZES))
                .min(low.saturating_add(LARGEST));
            for size in (low..=last).filter(|size| *size != unit.size && near(size)) {
                let words = format!("take {size} instead of {} models of {name}", unit.size);
                steps.push(step_by(Change::Size(at, size), words, unit.size, size));
            }
        }
        for option in session.offered(line) {
            let words = format!("take {} for {name}", option.title);
            steps.push(step(Change::Take(at, Box::new(option)), words));
        }
        steps.extend(self.drops(&line.options, &name));
        if let Models::Lines(lines) = &line.models {
            steps.extend(lines.iter().flat_map(|line| self.drops(&line.options, &name)));
        }
        let edit = |edit: Edit, words: String| step(Change::Edit(Box::new(edit), Some(at)), words);
        if let Some(place) = place_of(&base.list, at) {
            for guest in &line.joined {
                let leave = Edit::Leave { host: place, guest: guest.value.clone() };
                steps.push(edit(
                    leave,
                    format!("let {} not join {name}", self.called(base, &guest.value)),
                ));
            }
            if line.rides.is_some() {
                steps.push(edit(Edit::GetOff(place), format!("let {name} walk")));
            }
            if let Some(slot) = &line.slot {
                steps.push(edit(
                    Edit::AnySlot(place),
                    format!("leave out `slot: {}` of {name}", slot.value),
                ));
            }
            for (home, force) in self.other_homes(base, place.force) {
                steps.push(step(Change::Move(at, home), format!("move {name} to {force}")));
            }
        }
        steps.extend(self.words_of_unit(line, &name));
        steps
    }

    /// Options that are dropped, or taken less often.
    pub(crate) fn drops(&self, options: &[OptionPick], of: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        for one in options {
            let id = &one.name.value;
            let title = self
                .game
                .entries
                .values()
                .find(|entry| entry.id == *id)
                .map_or(id, |entry| &entry.title);
            let times = one.times.as_ref().map_or(1, |times| times.value);
            if one.inner.is_empty() {
                let count = if times > 1 { "one " } else { "" };
                let edit = Change::Edit(Box::new(Edit::DropOption(one.name.span)), None);
                steps.push(step_by(edit, format!("drop {count}{title} of {of}"), 1, 0));
            }
            for less in (1..times - 1).rev().take(MOST_LESS) {
                let words = format!("take {less} instead of {times} × {title} of {of}");
                let edit = Change::Edit(Box::new(Edit::Times(one.name.span, less)), None);
                steps.push(step_by(edit, words, times, less));
            }
            steps.extend(self.drops(&one.inner, of));
        }
        steps
    }

    /// A unit by what others call it, as people do.
    fn called(&self, base: &Candidate, id: &str) -> String {
        let unit = base.assessment.units.iter().find(|unit| {
            let line = self.line_of(base, unit.at);
            line.is_some_and(|line| line.id.as_ref().unwrap_or(&line.unit).value == id)
        });
        unit.map_or_else(|| format!("`{id}`"), |unit| unit.title.clone())
    }

    /// Forces that a unit might stand in instead, and a new one.
    fn other_homes(&self, base: &Candidate, now: Option<(usize, usize)>) -> Vec<(Home, String)> {
        let mut homes: Vec<(Home, String)> = Vec::new();
        for (number, (key, at)) in force_places(self.game, &base.list).into_iter().enumerate() {
            if let Some(home) = force_span(&base.list, (key, at)).filter(|_| now != Some((key, at)))
            {
                homes.push((Home::Force(home), self.force_title(base, number)));
            }
        }
        homes.extend(self.new_force().map(|title| (Home::NewForce, format!("a new {title}"))));
        homes
    }

    /// What a force is called that an army of this game may begin.
    fn new_force(&self) -> Option<String> {
        self.game
            .forces
            .values()
            .find(|force| force.within.is_some())
            .map(|force| force.title.to_lowercase())
    }

    pub(crate) fn force_title(&self, base: &Candidate, number: usize) -> String {
        let force = base.assessment.forces.iter().find(|force| force.force == Some(number));
        force.map_or_else(|| format!("force {}", number + 1), |force| force.title.clone())
    }

    /// Units that come, each with what it must take.
    fn additions_to(&self, base: &Candidate, units: &[EntryId]) -> Vec<Step> {
        let list = &base.list;
        let places = force_places(self.game, list);
        let mut homes: Vec<Begun> = Vec::new();
        if places.is_empty() || !list.units.is_empty() {
            homes.push((Home::Army, list.clone(), None, String::new()));
        }
        for (number, place) in places.iter().enumerate() {
            let words = format!(" to {}", self.force_title(base, number));
            homes.extend(
                force_span(list, *place)
                    .map(|at| (Home::Force(at), list.clone(), Some(*place), words)),
            );
        }
        let lacks_force =
            base.assessment.errors.iter().any(|issue| issue.code == &codes::FORCE_TOO_FEW);
        if let (true, Some(title), Some((with, place))) =
            (lacks_force, self.new_force(), begun_force(self.game, list))
        {
            homes.push((Home::NewForce, with, Some(place), format!(" in a new {title}")));
        }
        let keys = base.assessment.keys();
        let all: Vec<_> =
            units.iter().flat_map(|unit| homes.iter().map(move |home| (*unit, home))).collect();
        let steps = all.into_par_iter().filter_map(|(entry, (home, list, place, to))| {
            let (with, at) = self.with_unit(list, entry, *place)?;
            // A unit that the army may not take never mends anything.
            let barred = [&codes::UNIT_NOT_AVAILABLE, &codes::UNIT_UNIQUE];
            if with.short > base.short
                || with
                    .assessment
                    .new_errors(&keys)
                    .iter()
                    .any(|issue| barred.contains(&issue.code))
            {
                return None;
            }
            let line = self.line_of(&with, at)?;
            let options = option_words(&line.options);
            let options = if options.is_empty() {
                String::new()
            } else {
                format!(" with {}", options.join(", "))
            };
            let words = format!("add {}{options}{to}", self.game.entries[entry].title);
            Some(step(Change::Add(Box::new(line.clone()), *home), words))
        });
        steps.collect()
    }
}

/// Where a force is written.
pub(crate) fn force_span(list: &List, (key, at): (usize, usize)) -> Option<Span> {
    match &list.others.get(key)?.value {
        GameValue::Forces(forces) => forces.get(at).map(|force| force.span.span),
        _ => None,
    }
}
