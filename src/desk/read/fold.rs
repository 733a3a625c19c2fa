//! Names as they are compared: small letters without accents, marks and most white space.

use deunicode::deunicode;

/// Separators inside a name that the data knows are moved here before a line is cut at separators.
pub(crate) const SHELTER: u32 = 0xE000;

/// A name in small plain letters, its words parted by single spaces. Apostrophes go without a
/// trace, so that `Zephyr's` and `Zephyrs` are alike.
pub(crate) fn fold(name: &str) -> String {
    let name = unsheltered(name);
    let plain = if name.is_ascii() { name } else { deunicode(&name) };
    let mut folded = String::with_capacity(plain.len());
    for char in plain.chars() {
        if char.is_ascii_alphanumeric() {
            folded.push(char.to_ascii_lowercase());
        } else if !matches!(char, '\'' | '`' | '"') && !folded.ends_with(' ') && !folded.is_empty()
        {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// The same without spaces.
pub(crate) fn squeeze(folded: &str) -> String {
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

/// Moves the marks of a name out of the way of whoever cuts lines at them.
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

/// A name with its marks back in their places.
pub(crate) fn unsheltered(name: &str) -> String {
    let back = |char: char| match u32::from(char).checked_sub(SHELTER) {
        Some(code @ 0x20..=0x7e) => char::from_u32(code).unwrap_or(char),
        _ => char,
    };
    name.chars().map(back).collect()
}
