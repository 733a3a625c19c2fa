//! Derived values that a list states of itself: sums follow the list, names are the player's word.

use crate::diagnostic::codes;
use crate::engine::Checker;
use crate::list::{List, Name, Scalar};

/// The list without the numbers it states of itself: every change of units would make them wrong.
pub(crate) fn without_numbers(list: &List) -> List {
    let mut list = list.clone();
    list.derived.retain(|(_, value)| !matches!(value, Scalar::Int(_)));
    list
}

/// Whether a value that the list states is a number.
pub(crate) fn is_sum(list: &List, name: &Name) -> bool {
    list.derived.iter().any(|(one, value)| one == name && matches!(value, Scalar::Int(_)))
}

pub(crate) fn without_derived(list: &List) -> List {
    List { derived: Vec::new(), ..list.clone() }
}

/// The values that a list states and that are others by the rules.
pub(crate) fn wrong(checker: &Checker<'_>, list: &List) -> Vec<Name> {
    let problems = checker.problems(list);
    let is_wrong = |value: &Scalar| {
        let disagrees = &codes::DERIVED_DISAGREES;
        problems.iter().any(|problem| problem.code() == disagrees && problem.at == value.span())
    };
    list.derived.iter().filter(|(_, value)| is_wrong(value)).map(|(name, _)| name.clone()).collect()
}

/// The list with what it states put right, or left out where that cannot be said.
pub(crate) fn put_right(checker: &Checker<'_>, list: &List, names: &[Name]) -> List {
    let mut right = list.clone();
    let session = checker.session(list);
    for (name, value) in right.derived.iter_mut().filter(|(name, _)| names.contains(name)) {
        if let Some(now) = session.derived_value(name) {
            *value = now;
        }
    }
    // A unit without a name of its own cannot be named.
    let still = wrong(checker, &right);
    right.derived.retain(|(name, _)| !(names.contains(name) && still.contains(name)));
    right
}
