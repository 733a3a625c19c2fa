//! Forces inside the army.

use crate::engine::army::{force_of_key, forces_in_order};
use crate::list::{ForceLine, GameKey, GameValue, Ignored, List, Spanned};
use crate::model::Game;

/// Every force of a list in order, by the place of its key and its place below it.
pub(crate) fn force_places(game: &Game, list: &List) -> Vec<(usize, usize)> {
    let place = |line: &ForceLine| {
        list.others.iter().enumerate().find_map(|(key, other)| match &other.value {
            GameValue::Forces(lines) => {
                lines.iter().position(|one| one.line() == line.line()).map(|at| (key, at))
            }
            _ => None,
        })
    };
    forces_in_order(game, list).into_iter().filter_map(|(_, line)| place(line)).collect()
}

/// The list with one more force of the first kind that armies of this game hold.
pub(crate) fn with_force(game: &Game, list: &List) -> Option<List> {
    let kind = game.forces.values().find(|force| force.within.is_some())?;
    let mut list = list.clone();
    let span = list.span;
    let line = ForceLine {
        line: Ignored(list.ids.0.give()),
        name: None,
        chart: None,
        options: Vec::new(),
        units: Vec::new(),
        others: Vec::new(),
        span: Spanned::new((), span),
    };
    let key = list.others.iter().position(|other| {
        force_of_key(game, &other.key.value).is_some_and(|id| game.forces[id].id == kind.id)
    });
    match key.and_then(|key| list.others.get_mut(key)) {
        Some(other) => match &mut other.value {
            GameValue::Forces(lines) => lines.push(line),
            value => *value = GameValue::Forces(vec![line]),
        },
        None => {
            let key = Spanned::new(format!("{}s", kind.id), span);
            list.others.push(GameKey { key, value: GameValue::Forces(vec![line]) });
            list.others.sort_by(|a, b| a.key.cmp(&b.key));
        }
    }
    Some(list)
}

/// The list with a force more than it has, and the place of that one.
pub(crate) fn begun_force(game: &Game, list: &List) -> Option<(List, (usize, usize))> {
    let known = force_places(game, list);
    let begun = with_force(game, list)?;
    let place = force_places(game, &begun).into_iter().find(|place| !known.contains(place))?;
    Some((begun, place))
}

/// The same where the list has a force already.
pub(crate) fn further_force(game: &Game, list: &List) -> Option<(List, (usize, usize))> {
    begun_force(game, list).filter(|_| !force_places(game, list).is_empty())
}
