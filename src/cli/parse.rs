//! Parsers for values that several commands take.

use crate::list::Points;
use crate::number::Number;

/// The largest number in a list.
pub(crate) const LARGEST: i64 = 1_000_000;

pub(crate) fn number(text: &str, least: i64, most: i64) -> Result<i64, String> {
    let found = text.parse::<i64>().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| format!("it must be a whole number from {least} to {most}"))
}

/// A number as a list may have it.
pub(crate) fn amount(text: &str) -> Result<i64, String> {
    number(text, 0, LARGEST)
}

/// The points of a list: `300`, `pts=300,swc=6` or `300,swc=6`; an empty text states none.
pub(crate) fn points(text: &str) -> Result<Points, String> {
    let mut amounts = Vec::new();
    if text.trim().is_empty() {
        return Ok(Points::new(amounts));
    }
    for part in text.split(',') {
        let (name, amount) = match part.split_once('=') {
            Some((name, amount)) => (Some(name.trim().to_owned()), amount.trim()),
            None => (None, part.trim()),
        };
        let most = Number::whole(LARGEST);
        let amount =
            Number::parse(amount).filter(|amount| *amount >= Number::ZERO && *amount <= most);
        let Some(amount) = amount else {
            return Err(format!("it must be a number from 0 to {LARGEST}, or NAME=N,NAME=N"));
        };
        amounts.push((name, amount));
    }
    Ok(Points::new(amounts))
}

/// `KEY=WORD`; the word may be empty.
pub(crate) fn key_and_word(text: &str) -> Result<(String, String), String> {
    let parted =
        text.split_once('=').map(|(key, word)| (key.trim().to_owned(), word.trim().to_owned()));
    parted.ok_or_else(|| "a key, `=` and a word".to_owned())
}

/// A positive number of seconds.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0".to_owned()),
    }
}

/// `NAME=N`
pub(crate) fn name_and_number(text: &str) -> Result<(String, i64), String> {
    let (name, number) =
        text.split_once('=').ok_or_else(|| "write NAME=N, a name and a number".to_owned())?;
    let number = number.trim().parse::<i64>().ok().filter(|number| number.abs() <= LARGEST);
    let number = number.ok_or_else(|| "write a whole number after `=`".to_owned())?;
    Ok((name.trim().to_owned(), number))
}
