//! Derived values that a list states. Sums are updated with the list; names are the player's
//! choice.

use crate::diagnostic::codes;
use crate::engine::Ruleset;
use crate::list::{Edit, List, Name, Scalar};

/// The list without the sums it states, which every change of units would make wrong.
pub(crate) fn without_numbers(list: &List) -> List {
    let mut without = list.clone();
    for (name, value) in &list.derived {
        if matches!(value, Scalar::Int(_)) {
            state(&mut without, name, None);
        }
    }
    without
}

/// The changed list, stating every value that the original states.
pub(crate) fn with_values_of(original: &List, mut changed: List) -> List {
    for (name, value) in &original.derived {
        state(&mut changed, name, Some(value.clone()));
    }
    changed
}

/// States a derived value, or removes it.
fn state(list: &mut List, name: &Name, value: Option<Scalar>) {
    // This edit applies to every list.
    let _ = Edit::SetDerived { name: name.value.clone(), value }.apply(list);
}

/// Whether a value that the list states is a number.
pub(crate) fn is_sum(list: &List, name: &Name) -> bool {
    list.derived.iter().any(|(known, value)| known == name && matches!(value, Scalar::Int(_)))
}

/// The stated values that differ from what the rules give.
pub(crate) fn wrong(rules: &Ruleset<'_>, list: &List) -> Vec<Name> {
    let problems = rules.problems(list);
    let is_wrong = |value: &Scalar| {
        let disagrees = &codes::DERIVED_DISAGREES;
        problems.iter().any(|problem| problem.code() == disagrees && problem.at == value.span())
    };
    list.derived.iter().filter(|(_, value)| is_wrong(value)).map(|(name, _)| name.clone()).collect()
}

/// The list with these values corrected, or removed if they cannot be stated correctly.
pub(crate) fn put_right(rules: &Ruleset<'_>, list: &List, names: &[Name]) -> List {
    let mut right = list.clone();
    let session = rules.session(list);
    for name in names {
        if let Some(value) = session.derived_value(name) {
            state(&mut right, name, Some(value));
        }
    }
    // A value may name a unit that has no unique name.
    let still = wrong(rules, &right);
    names.iter().filter(|name| still.contains(name)).for_each(|name| state(&mut right, name, None));
    right
}
