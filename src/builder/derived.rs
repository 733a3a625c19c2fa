//! Derived values that a list states of itself: sums follow the list, names are the player's word.

use crate::diagnostic::codes;
use crate::engine::Ruleset;
use crate::list::{Edit, List, Name, Scalar};

/// The list without the numbers it states of itself: every change of units would make them wrong.
pub(crate) fn without_numbers(list: &List) -> List {
    let mut without = list.clone();
    for (name, value) in &list.derived {
        if matches!(value, Scalar::Int(_)) {
            state(&mut without, name, None);
        }
    }
    without
}

/// States a derived value, or none.
fn state(list: &mut List, name: &Name, value: Option<Scalar>) {
    // It fits every list.
    let _ = Edit::SetDerived { name: name.value.clone(), value }.apply(list);
}

/// Whether a value that the list states is a number.
pub(crate) fn is_sum(list: &List, name: &Name) -> bool {
    list.derived.iter().any(|(known, value)| known == name && matches!(value, Scalar::Int(_)))
}

/// The values that a list states and that are others by the rules.
pub(crate) fn wrong(rules: &Ruleset<'_>, list: &List) -> Vec<Name> {
    let problems = rules.problems(list);
    let is_wrong = |value: &Scalar| {
        let disagrees = &codes::DERIVED_DISAGREES;
        problems.iter().any(|problem| problem.code() == disagrees && problem.at == value.span())
    };
    list.derived.iter().filter(|(_, value)| is_wrong(value)).map(|(name, _)| name.clone()).collect()
}

/// The list with what it states put right, or left out where that cannot be said.
pub(crate) fn put_right(rules: &Ruleset<'_>, list: &List, names: &[Name]) -> List {
    let mut right = list.clone();
    let session = rules.session(list);
    for name in names {
        if let Some(value) = session.derived_value(name) {
            state(&mut right, name, Some(value));
        }
    }
    // A unit without a name of its own cannot be named.
    let still = wrong(rules, &right);
    names.iter().filter(|name| still.contains(name)).for_each(|name| state(&mut right, name, None));
    right
}
