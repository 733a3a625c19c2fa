//! Names as they are compared: small letters without accents, marks and most white space.

/// Separators inside a name that the data knows are moved here before a line is cut at separators.
pub(crate) const SHELTER: u32 = 0xE000;

/// A name in small plain letters, its words parted by single spaces. Apostrophes go without a
/// trace, so that `Zephyr's` and `Zephyrs` are alike.
pub(crate) fn fold(name: &str) -> String {
    let name = unsheltered(name);
    if name.is_ascii() { folded(&name) } else { folded(&plain(&name)) }
}

#[cfg(feature = "terminal")]
fn plain(name: &str) -> String {
    deunicode::deunicode(name)
}

#[cfg(not(feature = "terminal"))]
use crate::desk::read::letters::plain;

/// The same of a name in plain letters.
pub(crate) fn folded(plain: &str) -> String {
    let mut folded = String::with_capacity(plain.len());
    for char in plain.chars() {
        if char.is_alphanumeric() {
            folded.extend(char.to_lowercase());
        } else if !matches!(char, '\'' | '`' | '"') && !folded.ends_with(' ') && !folded.is_empty()
        {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The same without spaces.
pub(crate) fn without_spaces(folded: &str) -> String {
    folded.chars().filter(|char| *char != ' ').collect()
}

/// The words of a folded name in the singular, as far as spelling tells.
pub(crate) fn stem(folded: &str) -> String {
    folded.split(' ').map(singular).collect()
}

fn singular(word: &str) -> &str {
    if word.len() < 4 || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word;
    }
    let endings = ["es", "s"];
    endings
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word)
        .trim_end_matches('e')
}

/// Hides separators inside a name, so that lines are not cut at them.
pub(crate) fn sheltered(name: &str) -> String {
    let move_away = |char: char| match char {
        '\u{21}'..='\u{7e}' if !char.is_ascii_alphabetic() => {
            char::from_u32(SHELTER + u32::from(char)).unwrap_or(char)
        }
        ' ' => char::from_u32(SHELTER + 32).unwrap_or(' '),
        other => other,
    };
    name.chars().map(move_away).collect()
}

/// Puts the hidden separators back into a name.
pub(crate) fn unsheltered(name: &str) -> String {
    let back = |char: char| match u32::from(char).checked_sub(SHELTER) {
        Some(code @ 0x20..=0x7e) => char::from_u32(code).unwrap_or(char),
        _ => char,
    };
    name.chars().map(back).collect()
}
