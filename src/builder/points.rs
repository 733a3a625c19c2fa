//! The points of a list, by the names that people give to currencies.

use crate::builder::{LookupError, resolve_name};
use crate::list::Points;
use crate::model::Game;
use crate::number::Number;

/// The points of a list after some amounts are replaced; the others stay.
pub(crate) fn merged(
    game: &Game,
    old: Option<&Points>,
    new: &Points,
) -> Result<Points, LookupError> {
    let known: Vec<(String, String)> = game
        .currencies
        .values()
        .map(|currency| (currency.id.clone(), currency.title.clone()))
        .collect();
    let first = known.first().map(|(id, _)| id.as_str());
    let mut all: Vec<(Option<String>, Number)> = Vec::new();
    for (name, amount) in old.into_iter().flat_map(Points::amounts) {
        all.push((name.or(first).map(str::to_owned), amount));
    }
    for (name, amount) in new.amounts() {
        let id = match name {
            Some(name) => Some(resolve_name("currency", name, &known)?),
            None => first,
        };
        match all.iter_mut().find(|(stated, _)| stated.as_deref() == id) {
            Some((_, stated)) => *stated = amount,
            None => all.push((id.map(str::to_owned), amount)),
        }
    }
    let place =
        |id: &Option<String>| known.iter().position(|(known, _)| Some(known) == id.as_ref());
    all.sort_by_key(|(id, _)| place(id).unwrap_or(usize::MAX));
    // The first currency needs no name if it is the only one.
    if let [(name, _)] = all.as_mut_slice()
        && name.as_deref() == first
    {
        *name = None;
    }
    Ok(Points::new(all))
}
