//! Which unit of a list a player means: what verdicts call it, its name or its entry's, or `@` and the line it stands on.

use super::bench::{is_added, option_words};
use super::find::{SHORTEST, Unknown, simple};
use crate::diagnostic::did_you_mean;
use crate::model::Game;
use crate::roster::{List, Models, UnitLine, UnitPlace, places};
use crate::source::Sources;
use crate::validate::{Weighed, WeighedUnit};

/// A list whose units are spoken of.
pub(super) struct Roll<'a> {
    pub game: &'a Game,
    pub sources: &'a Sources,
    pub list: &'a List,
    pub weighed: &'a Weighed,
}

/// A line of a unit, and the units that verdicts make of it: several if it has a count, none if the game does not know it.
struct Candidate<'a> {
    place: UnitPlace,
    line: &'a UnitLine,
    number: usize,
    units: Vec<&'a WeighedUnit>,
}

impl<'a> Roll<'a> {
    /// A unit that stands in the list.
    pub(super) fn unit(&self, name: &str) -> Result<&'a WeighedUnit, Unknown> {
        let all = self.candidates();
        let found = self.meant(&all, name)?;
        let unknown = || {
            let (title, unit) = (&self.game.title, &found.line.unit.value);
            Unknown(format!("{title} has no unit `{unit}` (line {}): it can only be removed", found.number))
        };
        found.units.first().copied().ok_or_else(unknown)
    }

    /// The line of a unit, even of one that the game does not know.
    pub(super) fn place(&self, name: &str) -> Result<(UnitPlace, String), Unknown> {
        let all = self.candidates();
        let found = self.meant(&all, name)?;
        let title = found.units.first().map_or(&found.line.unit.value, |unit| &unit.title);
        Ok((found.place, title.clone()))
    }

    /// Every line of the text, in its order.
    fn candidates(&self) -> Vec<Candidate<'a>> {
        let mut lines = places(self.list);
        lines.retain(|(_, line)| !is_added(line.unit.span));
        lines.sort_by_key(|(_, line)| line.unit.span.start());
        let candidate = |(place, line): (UnitPlace, &'a UnitLine)| Candidate {
            place,
            line,
            number: self.sources.place(line.unit.span).line,
            units: self.weighed.units.iter().filter(|unit| unit.at == line.unit.span).collect(),
        };
        lines.into_iter().map(candidate).collect()
    }

    fn meant<'c>(&self, all: &'c [Candidate<'a>], name: &str) -> Result<&'c Candidate<'a>, Unknown> {
        let found = match name.strip_prefix('@').map(str::parse::<usize>) {
            Some(Ok(number)) => all.iter().filter(|one| one.number == number).collect(),
            _ => self.exactly(all, name).map_or_else(|| self.roughly(all, name), |one| vec![one]),
        };
        match found.as_slice() {
            [one] => Ok(one),
            [] => Err(self.nobody(all, name)),
            several => Err(Unknown(several_units(name, several))),
        }
    }

    /// By an id of one's own, even where it is the entry of several; or as verdicts say, where that is no name of others too.
    fn exactly<'c>(&self, all: &'c [Candidate<'a>], name: &str) -> Option<&'c Candidate<'a>> {
        let stated = all.iter().find(|one| one.line.id.as_ref().is_some_and(|id| id.value == name));
        if stated.is_some() {
            return stated;
        }
        let called = |id: &str| all.iter().find(|one| one.units.iter().any(|unit| unit.id == id));
        let shared = all.iter().filter(|one| self.names(one).iter().any(|known| simple(known) == simple(name))).count() > 1;
        if let Some(found) = called(name) {
            return (!shared || name.contains('-')).then_some(found);
        }
        // Of several that are alike the first has no number in verdicts: `hussars-1` means just that one.
        name.strip_suffix("-1").and_then(called)
    }

    /// By the whole of a name, or else by a part of it.
    fn roughly<'c>(&self, all: &'c [Candidate<'a>], name: &str) -> Vec<&'c Candidate<'a>> {
        let wanted = simple(name);
        let whole = |one: &str| simple(one) == wanted;
        let part = |one: &str| wanted.chars().count() >= SHORTEST && simple(one).contains(&wanted);
        let tests: [&dyn Fn(&str) -> bool; 2] = [&whole, &part];
        let by = |test: &&dyn Fn(&str) -> bool| {
            let found: Vec<_> = all.iter().filter(|one| self.names(one).iter().any(|known| test(known))).collect();
            (!found.is_empty()).then_some(found)
        };
        tests.iter().find_map(by).unwrap_or_default()
    }

    /// What a line is called besides its ids in verdicts.
    fn names<'c>(&'c self, one: &Candidate<'a>) -> Vec<&'c str>
    where
        'a: 'c,
    {
        let of_unit = one.units.iter().flat_map(|unit| [unit.title.as_str(), self.game.entries[unit.entry].title.as_str()]);
        std::iter::once(one.line.unit.value.as_str()).chain(of_unit).collect()
    }

    fn nobody(&self, all: &[Candidate<'a>], name: &str) -> Unknown {
        if let Some(line) = name.strip_prefix('@') {
            let mut numbers: Vec<String> = all.iter().map(|one| format!("@{}", one.number)).collect();
            numbers.dedup();
            let known = if numbers.is_empty() { "it holds none".to_owned() } else { format!("there is {}", numbers.join(", ")) };
            return Unknown(format!("no unit of this list stands on line `{line}`; {known}"));
        }
        let ids = all.iter().flat_map(|one| one.units.iter().map(|unit| unit.id.as_str()));
        let entries = || all.iter().map(|one| one.line.unit.value.as_str());
        let by_title = || {
            let titled: Vec<(&str, &str)> =
                all.iter().flat_map(|one| one.units.iter().map(|unit| (unit.title.as_str(), unit.id.as_str()))).collect();
            let near = did_you_mean(name, titled.iter().map(|(title, _)| *title))?;
            titled.iter().find(|(title, _)| *title == near).map(|(_, id)| *id)
        };
        let near = did_you_mean(name, entries()).or_else(|| did_you_mean(name, ids)).or_else(by_title);
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Unknown(format!("no unit of this list is called `{name}`{hint}"))
    }
}

/// Several lines bear a name: each with what tells it from the others.
fn several_units(name: &str, found: &[&Candidate<'_>]) -> String {
    let mut text = format!("`{name}` is {} units of this list; say which, by its line:", found.len());
    for one in found {
        let ids: Vec<String> = one.units.iter().map(|unit| format!("`{}`", unit.id)).collect();
        let ids = if ids.is_empty() { format!("`{}`, unknown", one.line.unit.value) } else { ids.join(", ") };
        text += &format!("\n  @{}  {ids}", one.number);
        if let Some(unit) = one.units.first() {
            text += &if unit.size == 1 { ", 1 model".to_owned() } else { format!(", {} models", unit.size) };
        }
        let mut options = option_words(&one.line.options);
        if let Models::Lines(lines) = &one.line.models {
            options.extend(lines.iter().flat_map(|line| option_words(&line.options)));
        }
        if !options.is_empty() {
            text += &format!(", with {}", options.join(", "));
        }
    }
    text
}
