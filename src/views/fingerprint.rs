//! Fingerprints: short marks that tell one army from another and one state of the data from
//! another, to be compared by eye and read aloud.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::engine::army::Army;
use crate::engine::eval::Evaluator;
use crate::model::{Game, SIGNS, signs};

/// The prefix of a fingerprint. The number changes when armies are described differently.
const FORM: &str = "orbat1";

/// The fingerprint of an army, such as `orbat1-7K3M-Q2XF`. None if part of the list was not
/// understood.
pub(crate) fn of_army(evaluator: &Evaluator<'_, '_>) -> Option<String> {
    let hash = Sha256::digest(evaluator.identity()?.as_bytes());
    Some(format!("{FORM}-{}-{}", signs(&hash, 0), signs(&hash, 1)))
}

/// The mark of the data of a game, such as `9BTD`: the same for the same declarations. Events do
/// not count: they come and go, and have versions of their own.
pub fn of_data(game: &Game) -> String {
    signs(&game.digest, 0)
}

/// A code as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PrintedCode {
    pub(crate) fingerprint: String,
    /// The mark of the data, if the code states it.
    pub(crate) data: Option<String>,
}

/// Reads a code as people type it: in any case, with letters that look like digits, with spaces or
/// nothing between its parts.
pub(crate) fn printed_code(text: &str) -> Option<PrintedCode> {
    let text = text.trim().to_ascii_uppercase();
    let rest = text.strip_prefix("ORBAT1").unwrap_or(&text);
    let mut all = String::new();
    for sign in rest.chars() {
        let sign = match sign {
            'O' => '0',
            'I' | 'L' => '1',
            'U' => 'V',
            '-' | '/' | '–' | '.' | ':' => continue,
            sign if sign.is_whitespace() => continue,
            sign => sign,
        };
        all.push(char::from(*SIGNS.iter().find(|known| char::from(**known) == sign)?));
    }
    let part = |at: usize| all.get(at..at + 4).map(str::to_owned);
    let data = match all.len() {
        8 => None,
        12 => part(8),
        _ => return None,
    };
    Some(PrintedCode { fingerprint: format!("{FORM}-{}-{}", part(0)?, part(4)?), data })
}

/// The mark of any other text.
pub(crate) fn mark_of(text: &[u8]) -> String {
    signs(&Sha256::digest(text), 0)
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

#[cfg(test)]
mod tests {
    use super::printed_code;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = |text: &str| {
            printed_code(text).map(|code| (code.fingerprint, code.data.unwrap_or_default()))
        };
        let whole = Some(("orbat1-C0FV-1D4M".to_owned(), "NM6H".to_owned()));
        for text in ["orbat1-C0FV-1D4M/NM6H", " ORBAT1 COFU ID4M NM6H", "c0fv-ld4m/nm6h"] {
            assert_eq!(code(text), whole, "{text}");
        }
        let short = Some(("orbat1-C0FV-1D4M".to_owned(), String::new()));
        assert_eq!(code("orbat1-C0FV-1D4M"), short);
        for text in ["", "orbat1", "orbat2-C0FV-1D4M", "C0FV-1D4", "C0FV-1D4M/NM6", "C0FV-1D4Ä"] {
            assert_eq!(code(text), None, "{text}");
        }
    }
}
