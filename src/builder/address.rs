//! Finds the unit of a list that a player means: by its id in verdicts, its name, the title of its
//! entry, or its line number (`@12`).

use crate::builder::find::{SHORTEST, simple};
use crate::diagnostic::did_you_mean;
use crate::engine::{AssessedUnit, Assessment};
use crate::list::{LineId, List, Models, UnitLine};
use crate::model::Game;
use crate::source::Sources;
use crate::wording::{LookupError, PossibleLine, option_words};

/// Looks up the units of a list.
pub(crate) struct UnitLookup<'a> {
    pub game: &'a Game,
    pub sources: &'a Sources,
    pub list: &'a List,
    pub assessment: &'a Assessment,
}

/// A line of a list and the units it stands for: several if it has a count, none if the game does
/// not know the unit.
struct NamedLine<'a> {
    line: &'a UnitLine,
    number: usize,
    units: Vec<&'a AssessedUnit>,
}

/// The line that a name refers to.
pub(crate) struct UnitRef {
    pub line: LineId,
    pub title: String,
    /// The number of its line in the file.
    pub number: usize,
    /// A unique name for each of its units.
    pub copies: Vec<String>,
    /// Which of its units was named, if it was a single one.
    pub copy: Option<usize>,
}

impl NamedLine<'_> {
    fn reference(&self, copy: Option<usize>) -> UnitRef {
        let title = self.units.first().map_or(&self.line.unit.value, |unit| &unit.title).clone();
        let copy_name = |unit: &&AssessedUnit| {
            if unit.is_numbered { unit.id.clone() } else { format!("{}-1", unit.id) }
        };
        let copies = self.units.iter().map(copy_name).collect();
        UnitRef { line: self.line.line(), title, number: self.number, copies, copy }
    }
}

impl<'a> UnitLookup<'a> {
    /// A unit that stands in the list.
    pub(crate) fn unit(&self, name: &str) -> Result<&'a AssessedUnit, LookupError> {
        let all = self.lines();
        let (found, copy) = self.meant(&all, name)?;
        found.units.get(copy.unwrap_or(0)).copied().ok_or_else(|| self.not_of_the_game(found))
    }

    /// The line of a unit that the game knows.
    pub(crate) fn line(&self, name: &str) -> Result<UnitRef, LookupError> {
        let all = self.lines();
        let (found, copy) = self.meant(&all, name)?;
        if found.units.is_empty() {
            return Err(self.not_of_the_game(found));
        }
        Ok(found.reference(copy))
    }

    /// The line of a unit, even of one that the game does not know.
    pub(crate) fn any_line(&self, name: &str) -> Result<UnitRef, LookupError> {
        let all = self.lines();
        let (found, copy) = self.meant(&all, name)?;
        Ok(found.reference(copy))
    }

    fn not_of_the_game(&self, found: &NamedLine<'_>) -> LookupError {
        let (game, unit) = (self.game.title.clone(), found.line.unit.value.clone());
        LookupError::UnitUnknown { game, unit, line: found.number }
    }

    /// Every line of the list, in order.
    fn lines(&self) -> Vec<NamedLine<'a>> {
        let mut lines: Vec<&UnitLine> =
            self.list.unit_lines().filter(|line| line.is_in_text()).collect();
        lines.sort_by_key(|line| line.unit.span.start());
        let named = |line: &'a UnitLine| NamedLine {
            line,
            number: self.sources.place(line.unit.span).line,
            units: self.assessment.units.iter().filter(|unit| unit.line == line.line()).collect(),
        };
        lines.into_iter().map(named).collect()
    }

    fn meant<'c>(
        &self,
        all: &'c [NamedLine<'a>],
        name: &str,
    ) -> Result<(&'c NamedLine<'a>, Option<usize>), LookupError> {
        let found = match name.strip_prefix('@').map(str::parse::<usize>) {
            Some(Ok(number)) => {
                all.iter().filter(|line| line.number == number).map(|line| (line, None)).collect()
            }
            _ => match self.exactly(all, name) {
                Some(found) => vec![found],
                None => {
                    self.roughly(all, name).into_iter().map(|line| (line, None)).collect::<Vec<_>>()
                }
            },
        };
        match found.as_slice() {
            [found] => Ok(*found),
            [] => Err(self.nobody(all, name)),
            several => Err(LookupError::SeveralUnits {
                name: name.to_owned(),
                lines: several.iter().map(|(line, _)| possible_line(line)).collect(),
            }),
        }
    }

    /// An id that a line states comes first, even if it is also the entry of other lines. Ids of
    /// verdicts come next, unless other lines share the name. An id with a number means one unit,
    /// even if its line stands for several.
    fn exactly<'c>(
        &self,
        all: &'c [NamedLine<'a>],
        name: &str,
    ) -> Option<(&'c NamedLine<'a>, Option<usize>)> {
        let stated =
            all.iter().find(|named| named.line.id.as_ref().is_some_and(|id| id.value == name));
        if let Some(stated) = stated {
            return Some((stated, None));
        }
        let called = |id: &str| {
            all.iter().find_map(|named| {
                Some((named, Some(named.units.iter().position(|unit| unit.id == id)?)))
            })
        };
        let shared = all
            .iter()
            .filter(|named| self.names(named).iter().any(|known| simple(known) == simple(name)))
            .count()
            > 1;
        if let Some((found, copy)) = called(name) {
            let is_entry = found.line.unit.value == name;
            return (!shared || name.contains('-')).then_some((found, copy.filter(|_| !is_entry)));
        }
        // Verdicts number units that are alike from the second on: `hussars-1` is the first one,
        // which they call `hussars`.
        name.strip_suffix("-1").and_then(called)
    }

    /// Lines whose whole name matches, or else a part of it.
    fn roughly<'c>(&self, all: &'c [NamedLine<'a>], name: &str) -> Vec<&'c NamedLine<'a>> {
        let wanted = simple(name);
        let matching = |test: &dyn Fn(&str) -> bool| -> Vec<&'c NamedLine<'a>> {
            let has_name =
                |named: &&NamedLine<'a>| self.names(named).iter().any(|known| test(&simple(known)));
            all.iter().filter(has_name).collect()
        };
        let whole = matching(&|known| known == wanted);
        if !whole.is_empty() || wanted.chars().count() < SHORTEST {
            return whole;
        }
        matching(&|known| known.contains(&wanted))
    }

    /// What a line is called, apart from its ids in verdicts.
    fn names<'c>(&'c self, named: &NamedLine<'a>) -> Vec<&'c str>
    where
        'a: 'c,
    {
        let of_unit = named
            .units
            .iter()
            .flat_map(|unit| [unit.title.as_str(), self.game.entries[unit.entry].title.as_str()]);
        std::iter::once(named.line.unit.value.as_str()).chain(of_unit).collect()
    }

    fn nobody(&self, all: &[NamedLine<'a>], name: &str) -> LookupError {
        if let Some(line) = name.strip_prefix('@') {
            let lines = all.iter().map(|named| named.number).collect();
            return LookupError::NoUnitOnLine { line: line.to_owned(), lines };
        }
        let ids = all.iter().flat_map(|named| named.units.iter().map(|unit| unit.id.as_str()));
        let entries = || all.iter().map(|named| named.line.unit.value.as_str());
        let by_title = || {
            let titled: Vec<(&str, &str)> = all
                .iter()
                .flat_map(|named| {
                    named.units.iter().map(|unit| (unit.title.as_str(), unit.id.as_str()))
                })
                .collect();
            let near = did_you_mean(name, titled.iter().map(|(title, _)| *title))?;
            titled.iter().find(|(title, _)| *title == near).map(|(_, id)| *id)
        };
        let near =
            did_you_mean(name, entries()).or_else(|| did_you_mean(name, ids)).or_else(by_title);
        LookupError::NoUnitCalled { name: name.to_owned(), near: near.map(str::to_owned) }
    }
}

/// What distinguishes a line from others with the same name.
fn possible_line(named: &NamedLine<'_>) -> PossibleLine {
    let mut options = option_words(&named.line.options);
    if let Models::Lines(lines) = &named.line.models {
        options.extend(lines.iter().flat_map(|line| option_words(&line.options)));
    }
    PossibleLine {
        line: named.number,
        ids: named.units.iter().map(|unit| unit.id.clone()).collect(),
        unit: named.line.unit.value.clone(),
        models: named.units.first().map(|unit| unit.size),
        options,
    }
}
