//! What stands in the way where a list cannot be completed: the smallest part of it that alone
//! makes it impossible.

use crate::builder::candidate::{Candidate, changed, is_added};
use crate::builder::complete::legal::Search;
use crate::builder::{Builder, CompleteOptions, Completion};
use crate::diagnostic::{Code, codes};
use crate::list::{GameValue, List, Models, UnitLine, places};
use crate::wording::error_messages;

/// How many parts are tried for the smallest one; beyond them one from which nothing can be left
/// out has to do.
const MOST_PARTS: usize = 400;

/// Errors that nothing more in the list takes away.
const LASTING: &[&Code] =
    &[&codes::POINTS_OVER_LIMIT, &codes::UNIT_UNKNOWN, &codes::OPTION_UNKNOWN, &codes::UNIT_UNIQUE];

/// A unit that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConflictPart {
    /// Where its name stands.
    pub at: usize,
    /// The key of its line without which it would not.
    pub key: Option<&'static str>,
}

/// What stands in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// Units that cannot stand together in any legal list that was found.
    Units { units: Vec<ConflictPart>, smallest: bool },
    /// The head of the list, and those of its keys without any one of which it could be completed.
    Head(Vec<String>),
    /// The search was ended: nobody knows whether there is a way, nor what stands in it.
    LookupError,
}

impl Builder<'_, '_> {
    pub(crate) fn impossible(
        &self,
        list: &List,
        nearest: &Candidate,
        wish: &CompleteOptions<'_>,
    ) -> Completion {
        let remaining = error_messages(self.checker, &nearest.list, &[]);
        let culprits = self.culprits(list, wish);
        // Where a search was ended nobody knows what it would have found.
        let is_ended = !(wish.should_continue)("looking for what stands in the way");
        Completion::Impossible {
            culprits: if is_ended { Conflict::LookupError } else { culprits },
            remaining,
        }
    }

    fn culprits(&self, list: &List, wish: &CompleteOptions<'_>) -> Conflict {
        let all: Vec<usize> =
            places(list).into_iter().map(|(_, line)| line.unit.span.start()).collect();
        if !self.can_be_completed(only(list, &[]), wish) {
            return Conflict::Head(self.head_keys(list, wish));
        }
        let stands = |part: &[usize]| !self.can_be_completed(only(list, part), wish);
        let (units, smallest) = smallest_part(&all, &stands);
        let kept = only(list, &units);
        let units = units
            .into_iter()
            .map(|at| ConflictPart { at, key: self.key_in_the_way(&kept, at, wish) })
            .collect();
        Conflict::Units { units, smallest }
    }

    fn can_be_completed(&self, list: List, wish: &CompleteOptions<'_>) -> bool {
        if !(wish.should_continue)("looking for what stands in the way") {
            return true;
        }
        let draft = self.draft(list);
        if draft.assessment.errors.iter().any(|issue| LASTING.contains(&issue.code)) {
            return false;
        }
        let units = self.available(&draft);
        let search = |quick| Search { seed: wish.seed, luck: 0, quick };
        let again = self.draft(draft.list.clone());
        self.make_legal(draft, &units, wish, search(true)).is_ok()
            || self.make_legal(again, &units, wish, search(false)).is_ok()
    }

    /// The key of a line without which the part could be completed.
    fn key_in_the_way(
        &self,
        list: &List,
        at: usize,
        wish: &CompleteOptions<'_>,
    ) -> Option<&'static str> {
        let (_, line) = places(list).into_iter().find(|(_, line)| line.unit.span.start() == at)?;
        let without: [(&'static str, UnitLine); 6] = [
            ("models", UnitLine { models: Models::Unstated, ..line.clone() }),
            ("options", UnitLine { options: Vec::new(), ..line.clone() }),
            ("joined", UnitLine { joined: Vec::new(), ..line.clone() }),
            ("rides", UnitLine { rides: None, ..line.clone() }),
            ("slot", UnitLine { slot: None, ..line.clone() }),
            ("count", UnitLine { count: None, ..line.clone() }),
        ];
        let helps = |without: &UnitLine| {
            let list = changed(list, line.unit.span, |line| *line = without.clone());
            without != line && list.is_some_and(|list| self.can_be_completed(list, wish))
        };
        without.into_iter().find(|(_, without)| helps(without)).map(|(key, _)| key)
    }

    /// The keys of the head without which even an empty list could be completed.
    fn head_keys(&self, list: &List, wish: &CompleteOptions<'_>) -> Vec<String> {
        let empty = only(list, &[]);
        let mut without: Vec<(String, List)> = vec![
            ("points".to_owned(), List { points: None, ..empty.clone() }),
            ("chart".to_owned(), List { chart: None, ..empty.clone() }),
            ("event".to_owned(), List { event: None, ..empty.clone() }),
            ("opponent".to_owned(), List { opponent: None, ..empty.clone() }),
            ("optional".to_owned(), List { optional: Vec::new(), ..empty.clone() }),
            ("options".to_owned(), List { options: Vec::new(), ..empty.clone() }),
            ("deck".to_owned(), List { deck: Vec::new(), ..empty.clone() }),
        ];
        for other in &empty.others {
            let mut list = empty.clone();
            list.others.retain(|one| one.key != other.key);
            without.push((other.key.value.clone(), list));
        }
        without.retain(|(_, list)| *list != empty);
        without
            .into_iter()
            .filter(|(_, list)| self.can_be_completed(list.clone(), wish))
            .map(|(key, _)| key)
            .collect()
    }
}

/// The fewest of all for which it holds, if few enough are to be tried, and whether that is sure;
/// else some of which none can be left out.
fn smallest_part(all: &[usize], holds: &dyn Fn(&[usize]) -> bool) -> (Vec<usize>, bool) {
    if let Some(one) = all.iter().find(|one| holds(&[**one])) {
        return (vec![*one], true);
    }
    let mut kept = all.to_vec();
    for one in all {
        let without: Vec<usize> = kept.iter().copied().filter(|other| other != one).collect();
        if holds(&without) {
            kept = without;
        }
    }
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

/// Every choice of so many, in order; no more of them than are tried.
fn parts(all: &[usize], size: usize) -> Vec<Vec<usize>> {
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

/// The list with only some of its units, by their places. Whoever spoke of the others speaks of
/// nobody.
fn only(list: &List, kept: &[usize]) -> List {
    let mut list = list.clone();
    let keep = |line: &UnitLine| kept.contains(&line.unit.span.start()) || is_added(line.unit.span);
    let mut gone: Vec<String> = Vec::new();
    for (_, line) in places(&list).into_iter().filter(|(_, line)| !keep(line)) {
        gone.push(line.id.as_ref().unwrap_or(&line.unit).value.clone());
    }
    let strip = |units: &mut Vec<UnitLine>| {
        units.retain(|line| keep(line));
        for line in units {
            line.joined.retain(|name| !gone.contains(&name.value));
            line.rides = line.rides.take().filter(|name| !gone.contains(&name.value));
        }
    };
    strip(&mut list.units);
    for other in &mut list.others {
        if let GameValue::Forces(forces) = &mut other.value {
            forces.iter_mut().for_each(|force| strip(&mut force.units));
        }
    }
    list.derived.clear();
    list
}
