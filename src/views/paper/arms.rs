//! The arms of a faction and the symbols of units: as stated in the data, or else derived from
//! their ids.

use serde::Serialize;

use crate::model::emblem::{DIVISIONS, PATTERNS, SHAPES};
use crate::model::{Emblem, Game, Owner};

/// What a faction is recognised by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Arms {
    /// The shape of the shield.
    pub shape: String,
    /// How the shield is divided.
    pub division: String,
    /// The symbol on the shield.
    pub charge: String,
    /// What the author drew to stand there instead: a path in a square of 100 by 100.
    pub emblem: Option<String>,
    /// The id of the picture that takes the place of the shield.
    pub picture: Option<String>,
    /// What lies behind symbols.
    pub pattern: String,
}

/// Symbols that suit a shield, and units of which nothing is known.
const CHARGES: [&str; 12] = [
    "star", "gear", "bolt", "ring", "compass", "swords", "flame", "wings", "claws", "chevrons",
    "tower", "eye",
];

impl Arms {
    /// The arms of a faction, or of the game itself. No two factions of a game have the same
    /// shield.
    pub fn of(game: &Game, owner: Owner) -> Self {
        let id = match owner {
            Owner::Faction(faction) => game.factions[faction].id.as_str(),
            _ => game.id.as_str(),
        };
        let mut ids: Vec<&str> =
            game.factions.values().map(|faction| faction.id.as_str()).collect();
        ids.push(&game.id);
        ids.sort_unstable();
        ids.dedup();
        let mut arms = Arms::numbered(shield(id, &ids), hash(id));
        if let Some([shape, division, charge]) = game.layout.arms(owner) {
            (arms.shape, arms.division, arms.charge) =
                (shape.to_owned(), division.to_owned(), charge.to_owned());
        }
        match game.layout.emblem(owner) {
            Some(Emblem::Path(path)) => arms.emblem = Some(path.clone()),
            Some(Emblem::Picture(id)) => arms.picture = Some(id.clone()),
            None => {}
        }
        if let Some(pattern) = game.layout.pattern(owner) {
            arms.pattern = pattern.to_owned();
        }
        arms
    }

    fn numbered(shield: usize, hash: u32) -> Self {
        let pick = |all: &[&str], number: usize| {
            all.get(number % all.len()).copied().unwrap_or_default().to_owned()
        };
        let (rest, shape) = (shield / SHAPES.len(), shield % SHAPES.len());
        Arms {
            shape: pick(&SHAPES, shape),
            charge: pick(&CHARGES, rest),
            division: pick(&DIVISIONS, rest / CHARGES.len()),
            pattern: pick(&PATTERNS, (hash >> 23) as usize),
            emblem: None,
            picture: None,
        }
    }
}

/// The number of a shield, derived from its id. If two ids give the same number, the later one
/// takes the next.
fn shield(id: &str, sorted: &[&str]) -> usize {
    let all = SHAPES.len() * CHARGES.len() * DIVISIONS.len();
    let mut taken = vec![false; all];
    let mut own = 0;
    for known in sorted {
        let first = hash(known) as usize % all;
        let free = (0..all).map(|step| (first + step) % all);
        let place = free.into_iter().find(|at| !taken.get(*at).copied().unwrap_or(false));
        let place = place.unwrap_or(first);
        if let Some(taken) = taken.get_mut(place) {
            *taken = true;
        }
        if *known == id {
            own = place;
        }
    }
    own
}

/// The symbol of a unit or card without one in the data: the same for all of a kind.
pub(crate) fn symbol_of(kind: &str) -> &'static str {
    CHARGES.get(hash(kind) as usize % CHARGES.len()).copied().unwrap_or("star")
}

/// FNV-1a with a final mix, because ids often differ in only a few letters.
fn hash(text: &str) -> u32 {
    let byte = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let mut hash = text.bytes().fold(0x811c_9dc5, byte);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2c1b_3c6d);
    hash ^ (hash >> 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_factions_have_the_same_shield() {
        let ids: Vec<String> = (0..600).map(|number| format!("faction_{number:03}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut shields: Vec<usize> = ids.iter().map(|id| shield(id, &ids)).collect();
        shields.sort_unstable();
        shields.dedup();
        assert_eq!(shields.len(), 600);
        // Another faction does not change existing shields, unless its id claims one of them.
        assert_eq!(shield("alpha", &["alpha"]), shield("alpha", &["alpha", "beta", "gamma"]));
        assert_eq!(Arms::numbered(0, 0), Arms::numbered(0, 0));
    }
}
