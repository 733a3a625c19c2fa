//! Why a list cannot be completed: the smallest part of it that alone makes it impossible.

use rustc_hash::FxHashSet;

use crate::builder::candidate::Candidate;
use crate::builder::complete::legal::SearchOptions;
use crate::builder::complete::task::{CONFLICT, Task};
use crate::builder::{Builder, Completion};
use crate::diagnostic::{Code, codes};
use crate::list::{
    Edit, HeadKey, Holder, LineId, List, Models, Name, SpannedNumber, UnitKey, UnitLine,
};
use crate::wording::error_messages;

/// How many parts are tried to find the smallest. Beyond that, the search settles for a part from
/// which nothing can be left out.
const MOST_PARTS: usize = 400;

/// Up to how many units all subsets are tried.
const MOST_FOR_ALL_PARTS: usize = 12;

/// Errors that no addition can resolve.
const LASTING: &[&Code] =
    &[&codes::POINTS_OVER_LIMIT, &codes::UNIT_UNKNOWN, &codes::OPTION_UNKNOWN, &codes::UNIT_UNIQUE];

/// A unit that keeps a list from being completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictPart {
    /// Its line.
    pub unit: LineId,
    /// The key of its line that causes the conflict, if a single key does.
    pub key: Option<&'static str>,
}

/// What keeps a list from being completed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conflict {
    /// No legal list that holds all of these units was found.
    Units {
        /// The units that conflict.
        units: Vec<ConflictPart>,
        /// Whether it is certain that no fewer units conflict.
        smallest: bool,
    },
    /// The head alone, with the keys that each make completion impossible: without any one of them
    /// the list could be completed.
    Head(Vec<String>),
    /// The search was ended before an answer was found.
    Unknown,
}

impl Builder<'_, '_> {
    pub(crate) fn impossible(
        &self,
        list: &List,
        nearest: &Candidate,
        task: &Task<'_>,
    ) -> Completion {
        let remaining = error_messages(self.rules, &nearest.list, &[]);
        let culprits = self.culprits(list, nearest, task);
        // A search that was ended early proves nothing.
        let is_ended = !task.may_continue(CONFLICT);
        Completion::Impossible {
            culprits: if is_ended { Conflict::Unknown } else { culprits },
            remaining,
        }
    }

    fn culprits(&self, list: &List, nearest: &Candidate, task: &Task<'_>) -> Conflict {
        let all: Vec<LineId> = list.unit_lines().map(UnitLine::line).collect();
        // Without units, only the head can be to blame.
        if all.is_empty() || !self.can_be_completed(&|| only(list, &[]), task) {
            return Conflict::Head(self.head_keys(list, task));
        }
        let stands = |part: &[LineId]| !self.can_be_completed(&|| only(list, part), task);
        let (units, smallest) = if all.len() <= MOST_FOR_ALL_PARTS {
            smallest_part(&all, &stands)
        } else {
            // The units named by the remaining errors are the likeliest.
            let named = suspects(list, nearest);
            let begin = if !named.is_empty() && stands(&named) { named } else { all };
            (irreducible_part(begin, &stands), false)
        };
        let smallest = smallest && !task.is_used_up();
        let kept = only(list, &units);
        let units = units
            .into_iter()
            .map(|unit| ConflictPart { unit, key: self.key_in_conflict(&kept, unit, task) })
            .collect();
        Conflict::Units { units, smallest }
    }

    fn can_be_completed(&self, list: &dyn Fn() -> List, task: &Task<'_>) -> bool {
        if !task.may_continue(CONFLICT) {
            return true;
        }
        if task.is_used_up() {
            return true;
        }
        let candidate = self.candidate(list());
        if candidate.assessment.errors.iter().any(|problem| LASTING.contains(&problem.code)) {
            return false;
        }
        if candidate.is_legal() {
            return true;
        }
        let units = self.available(&candidate.list, &|| task.may_continue(CONFLICT));
        let search = |quick| SearchOptions { seed: task.seed, luck: 0, quick };
        let list = candidate.list.clone();
        self.make_legal(candidate, &units, task, search(true)).is_ok()
            || self.make_legal(self.candidate(list), &units, task, search(false)).is_ok()
            // Parts that could not be tried prove nothing.
            || task.is_used_up()
    }

    /// The key of a line whose removal would let the part be completed.
    fn key_in_conflict(&self, list: &List, unit: LineId, task: &Task<'_>) -> Option<&'static str> {
        let line = list.unit(unit)?;
        let text = |key: UnitKey| vec![Edit::SetUnitText { unit, key, value: None }];
        let leave = |guest: &Name| Edit::Leave { host: unit, guest: guest.value.clone() };
        let without: [(&'static str, Vec<Edit>); 6] = [
            ("models", vec![Edit::SetModels { unit, models: Models::Unstated }]),
            ("options", vec![Edit::SetOptions { of: Holder::Unit(unit), options: Vec::new() }]),
            ("joined", line.joined.iter().map(leave).collect()),
            ("rides", text(UnitKey::Rides)),
            ("slot", text(UnitKey::Slot)),
            ("count", vec![Edit::SetCount { unit, count: 1 }]),
        ];
        let mut without = without.into_iter();
        without.find(|(_, edits)| self.is_better_after(list, edits, task)).map(|(key, _)| key)
    }

    /// Whether edits change a list in a way that lets it be completed.
    fn is_better_after(&self, list: &List, edits: &[Edit], task: &Task<'_>) -> bool {
        let mut without = list.clone();
        let fits = edits.iter().all(|edit| edit.apply(&mut without).is_ok());
        fits && without != *list && self.can_be_completed(&|| without.clone(), task)
    }

    /// The keys of the head whose removal would let an empty list be completed.
    fn head_keys(&self, list: &List, task: &Task<'_>) -> Vec<String> {
        let empty = only(list, &[]);
        let head = |key: HeadKey| vec![Edit::SetHead { key, value: None }];
        let rule = |name: &Name| Edit::DropRule(name.value.clone());
        let card = |(name, _): &(Name, SpannedNumber)| Edit::SetCard {
            card: name.value.clone(),
            count: 0,
        };
        let mut without: Vec<(&str, Vec<Edit>)> = vec![
            ("points", vec![Edit::SetPoints(None)]),
            ("chart", head(HeadKey::Chart)),
            ("event", head(HeadKey::Event)),
            ("opponent", head(HeadKey::Opponent)),
            ("optional", empty.optional.iter().map(rule).collect()),
            ("options", vec![Edit::SetOptions { of: Holder::Army, options: Vec::new() }]),
            ("deck", empty.deck.iter().map(card).collect()),
        ];
        for other in &empty.others {
            let key = other.key.value.clone();
            let edit = Edit::SetKey { of: Holder::Army, key, value: None };
            without.push((&other.key.value, vec![edit]));
        }
        // What could not be tried is not named.
        without
            .retain(|(_, edits)| self.is_better_after(&empty, edits, task) && !task.is_used_up());
        without.into_iter().map(|(key, _)| key.to_owned()).collect()
    }
}

/// The smallest subset for which `holds` is true, if there are few enough to try; otherwise one
/// from which nothing can be left out. Also says whether it is certainly the smallest.
fn smallest_part(all: &[LineId], holds: &dyn Fn(&[LineId]) -> bool) -> (Vec<LineId>, bool) {
    if let Some(unit) = all.iter().find(|unit| holds(&[**unit])) {
        return (vec![*unit], true);
    }
    let kept = irreducible_part(all.to_vec(), holds);
    let mut tried = 0;
    for size in 2..kept.len() {
        for part in parts(all, size) {
            tried += 1;
            if tried > MOST_PARTS {
                return (kept, false);
            }
            if holds(&part) {
                return (part, true);
            }
        }
    }
    (kept, true)
}

/// A subset for which `holds` is true and from which nothing can be left out.
fn irreducible_part(all: Vec<LineId>, holds: &dyn Fn(&[LineId]) -> bool) -> Vec<LineId> {
    let mut kept = all.clone();
    for unit in all {
        let without: Vec<LineId> = kept.iter().copied().filter(|other| *other != unit).collect();
        if holds(&without) {
            kept = without;
        }
    }
    kept
}

/// The units of the text that the errors of a list are about.
fn suspects(list: &List, nearest: &Candidate) -> Vec<LineId> {
    let errors = nearest.assessment.errors.iter();
    let named: FxHashSet<LineId> =
        errors.flat_map(|error| nearest.units_of(error)).map(|unit| unit.line).collect();
    let lines = list.unit_lines().map(UnitLine::line);
    lines.filter(|line| named.contains(line)).collect()
}

/// Every subset of this size, in order, up to the number that is tried.
fn parts(all: &[LineId], size: usize) -> Vec<Vec<LineId>> {
    let Some(rest) = size.checked_sub(1) else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for (at, first) in all.iter().enumerate() {
        for part in parts(all.get(at + 1..).unwrap_or_default(), rest) {
            if found.len() > MOST_PARTS {
                return found;
            }
            found.push(std::iter::once(*first).chain(part).collect());
        }
    }
    found
}

/// The list with only the units in `kept` and those that edits added.
fn only(list: &List, kept: &[LineId]) -> List {
    let is_kept = |line: &UnitLine| !line.is_in_text() || kept.contains(&line.line());
    let mut only = list.with_only(&is_kept);
    // This edit applies to every list.
    let _ = Edit::ClearDerived.apply(&mut only);
    only
}
