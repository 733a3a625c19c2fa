//! Fingerprints: short marks that tell one army from another and one state of the data from
//! another, to be compared by eye and read aloud.

use sha2::{Digest, Sha256};

use crate::engine::army::Army;
use crate::engine::eval::Evaluator;
use crate::model::Game;

/// What a fingerprint begins with. The number changes when armies are described in another way.
const FORM: &str = "orbat1";

/// Digits and capitals, without those that are mistaken for another: I, L, O and U.
const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The fingerprint of an army, such as `orbat1-7K3M-Q2XF`. None if part of the list was not
/// understood.
pub(crate) fn of_army(evaluator: &Evaluator<'_, '_>) -> Option<String> {
    let hash = Sha256::digest(evaluator.identity()?.as_bytes());
    Some(format!("{FORM}-{}-{}", signs(&hash, 0), signs(&hash, 1)))
}

/// The mark of the data of a game, such as `9BTD`: the same for the same declarations.
pub fn of_data(game: &Game) -> String {
    signs(&game.digest, 0)
}

/// A title with the version that people know it by: `Dust and Iron 2.1`.
pub(crate) fn versioned(title: &str, version: Option<&str>) -> String {
    version.map_or_else(|| title.to_owned(), |version| format!("{title} {version}"))
}

/// The game of an army with its version, then its faction and event if they have one.
pub(crate) fn versions(army: &Army<'_, '_>) -> Vec<String> {
    let game = army.game;
    let faction = army.faction.map(|id| &game.factions[id]);
    let event = army.event.map(|id| &game.events[id]);
    let faction = faction.and_then(|faction| Some((&faction.title, faction.version.as_deref()?)));
    let event = event.and_then(|event| Some((&event.title, event.version.as_deref()?)));
    let others = faction.into_iter().chain(event);
    std::iter::once(versioned(&game.title, game.version.as_deref()))
        .chain(others.map(|(title, version)| versioned(title, Some(version))))
        .collect()
}

/// Four signs made of twenty bits: the first, or those behind them.
fn signs(bytes: &[u8], place: usize) -> String {
    let bits = bytes.iter().take(8).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let first = 59 - 20 * place;
    let sign = |at: usize| SIGNS.get((bits >> (first - 5 * at) & 31) as usize).copied();
    (0..4).filter_map(sign).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::signs;

    #[test]
    fn bits_become_signs_from_the_left() {
        let bytes = [0x00, 0x44, 0x32, 0x14, 0xC7, 0xFF, 0xFF, 0xFF];
        assert_eq!((signs(&bytes, 0), signs(&bytes, 1)), ("0123".into(), "4567".into()));
        assert_eq!(signs(&[0xFF; 32], 0), "ZZZZ");
    }
}
