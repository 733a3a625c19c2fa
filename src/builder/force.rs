//! The forces of a list: which there are, where units may stand, how another one is begun.

use crate::engine::army::{force_of_key, forces_in_order};
use crate::list::{Edit, ForceRef, LineId, List};
use crate::model::{Force, Game};

/// Every force of a list, in order.
pub(crate) fn forces(game: &Game, list: &List) -> Vec<LineId> {
    forces_in_order(game, list).into_iter().map(|(_, force)| force.line()).collect()
}

/// Everywhere a unit might stand: the forces, then the army itself.
pub(crate) fn stations(game: &Game, list: &List) -> Vec<ForceRef> {
    let forces = forces(game, list).into_iter().map(ForceRef::Force);
    forces.chain([ForceRef::Army]).collect()
}

/// The first kind of force that armies of this game hold.
pub(crate) fn first_kind(game: &Game) -> Option<&Force> {
    game.forces.values().find(|force| force.within.is_some())
}

/// The key of the list under which a further force is added.
pub(crate) fn force_key(game: &Game, list: &List) -> Option<String> {
    let kind = first_kind(game)?;
    let is_it = |key: &str| force_of_key(game, key).is_some_and(|id| game.forces[id].id == kind.id);
    let known = list.others.iter().map(|other| &other.key.value).find(|key| is_it(key));
    Some(known.cloned().unwrap_or_else(|| format!("{}s", kind.id)))
}

/// The list with one more force, and the line of that force.
pub(crate) fn with_force(game: &Game, list: &List) -> Option<(List, LineId)> {
    let mut list = list.clone();
    let force = Edit::AddForce { key: force_key(game, &list)? }.apply(&mut list).ok()??;
    Some((list, force))
}

/// The same, if the list has a force already.
pub(crate) fn further_force(game: &Game, list: &List) -> Option<(List, LineId)> {
    with_force(game, list).filter(|_| !forces(game, list).is_empty())
}
