//! Interprets an unquoted word: as nothing, a boolean, a number, or a text. Start at `plain`.
//!
//! `no` is a name and not false, so that a country or an option may have that name.

use super::YamlKind;

pub(super) fn is_null(value: &str) -> bool {
    value.is_empty() || value == "~" || value.eq_ignore_ascii_case("null")
}

/// None for numbers that lists cannot hold: infinite, or not a number.
pub(super) fn plain(value: &str) -> Option<YamlKind> {
    let first = value.bytes().next().unwrap_or(b'~');
    Some(match first {
        b'~' | b'n' | b'N' if is_null(value) => YamlKind::Nothing,
        b't' | b'T' if value.eq_ignore_ascii_case("true") => YamlKind::Bool(true),
        b'f' | b'F' if value.eq_ignore_ascii_case("false") => YamlKind::Bool(false),
        b'0'..=b'9' | b'+' | b'-' | b'.' => return number(value),
        _ => YamlKind::Text(value.to_owned()),
    })
}

fn number(value: &str) -> Option<YamlKind> {
    if let Some(whole) = whole(value) {
        let small = i64::try_from(whole).map(YamlKind::Int);
        return Some(small.unwrap_or_else(|_| YamlKind::OtherNumber(value.to_owned())));
    }
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    if [".nan", ".inf"].iter().any(|word| unsigned.eq_ignore_ascii_case(word)) {
        return None;
    }
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() => Some(YamlKind::OtherNumber(value.to_owned())),
        Ok(_) if unsigned.starts_with(|char: char| char.is_ascii_digit()) => None,
        _ => Some(YamlKind::Text(value.to_owned())),
    }
}

/// A whole number of at most 64 bits, possibly with `_` between its digits or in another base.
/// Decimal numbers do not start with a zero: `007` may be a name.
fn whole(value: &str) -> Option<i128> {
    let (negative, unsigned) = match value.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let (radix, digits) = match unsigned.get(..2) {
        Some("0x" | "0X") => (16, unsigned.get(2..)?),
        Some("0o" | "0O") => (8, unsigned.get(2..)?),
        Some("0b" | "0B") => (2, unsigned.get(2..)?),
        _ if unsigned.starts_with('0') && unsigned != "0" => return None,
        _ => (10, unsigned),
    };
    let parts = || digits.split('_');
    if parts().any(|part| part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    {
        return None;
    }
    let number = if digits.contains('_') {
        u64::from_str_radix(&parts().collect::<String>(), radix)
    } else {
        u64::from_str_radix(digits, radix)
    };
    let number = i128::from(number.ok()?);
    if !negative {
        return Some(number);
    }
    i64::try_from(-number).ok().map(i128::from)
}

/// Puts a name on one line: text after a line break would look like a line of our own output.
pub(crate) fn on_one_line(name: String) -> String {
    if !name.contains('\n') {
        return name;
    }
    let lines = name.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}
