//! Lists in links and QR codes: the whole text, compressed, in characters that survive every chat
//! program. `docs/links.md` describes the format. Start at [`to_link`] and [`from_link`].

use std::fmt;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use sha2::{Digest, Sha256};

use crate::list::LARGEST_LIST;

/// The prefix of every link in this format. Another format would have another number.
const PREFIX: &str = "o1.";

/// How many bytes of the text's hash are kept, so that a link with a changed letter is refused.
const CHECK: usize = 3;

/// The highest compression level.
const SMALLEST: u8 = 10;

/// The characters of links; none of them has a special meaning in a URL.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Why a link cannot be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkError {
    /// It does not start like a link to a list.
    NotALink,
    /// It has a newer format.
    Newer,
    /// Part of it is missing or changed.
    Damaged,
    /// The list in it is larger than any army.
    TooLarge,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkError::NotALink => "this is not a link to a list",
            LinkError::Newer => "this link was made by a newer version of Orbat",
            LinkError::Damaged => {
                "the link is damaged: part of it is missing or changed, so ask for it again"
            }
            LinkError::TooLarge => "the list in this link is larger than any army",
        })
    }
}

impl std::error::Error for LinkError {}

/// Encodes the text of a list as the part of a link after `#`.
pub fn to_link(text: &str) -> String {
    let mut bytes = compress_to_vec(text.as_bytes(), SMALLEST);
    bytes.extend(check_of(text));
    let mut link = PREFIX.to_owned();
    encode(&bytes, ALPHABET, &mut link);
    link
}

/// The text of the list in a link: the whole URL, or the part after `#`.
pub fn from_link(link: &str) -> Result<String, LinkError> {
    let link = link.trim();
    let fragment = link.rsplit_once('#').map_or(link, |(_, fragment)| fragment);
    let Some(letters) = fragment.strip_prefix(PREFIX) else {
        let number = fragment.strip_prefix('o').and_then(|rest| rest.split_once('.'));
        let is_newer = number.is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        return Err(if is_newer { LinkError::Newer } else { LinkError::NotALink });
    };
    if letters.len() > LARGEST_LIST {
        return Err(LinkError::TooLarge);
    }
    let bytes = from_base64url(letters).ok_or(LinkError::Damaged)?;
    let at = bytes.len().checked_sub(CHECK).ok_or(LinkError::Damaged)?;
    let (packed, check) = bytes.split_at_checked(at).ok_or(LinkError::Damaged)?;
    let text = decompress_to_vec_with_limit(packed, LARGEST_LIST).map_err(|error| {
        let is_full = error.status == TINFLStatus::HasMoreOutput;
        if is_full { LinkError::TooLarge } else { LinkError::Damaged }
    })?;
    let text = String::from_utf8(text).map_err(|_| LinkError::Damaged)?;
    if check_of(&text).eq(check.iter().copied()) { Ok(text) } else { Err(LinkError::Damaged) }
}

fn check_of(text: &str) -> impl Iterator<Item = u8> {
    Sha256::digest(text.as_bytes()).into_iter().take(CHECK)
}

/// Base64 in these characters, without padding.
pub(crate) fn encode(bytes: &[u8], alphabet: &[u8; 64], link: &mut String) {
    for chunk in bytes.chunks(3) {
        let bits = (0..3)
            .fold(0_u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..=chunk.len() {
            let letter = alphabet.get((bits >> (18 - 6 * at) & 63) as usize);
            link.extend(letter.map(|letter| char::from(*letter)));
        }
    }
}

/// Bytes as base64url without padding.
pub(crate) fn encode_base64url(bytes: &[u8], letters: &mut String) {
    encode(bytes, ALPHABET, letters);
}

/// The bytes of base64url without padding.
pub(crate) fn from_base64url(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    for chunk in letters.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for at in 0..4 {
            let value = match chunk.get(at) {
                Some(letter) => ALPHABET.iter().position(|known| known == letter)?,
                None => 0,
            };
            bits = bits << 6 | value as u32;
        }
        let [_, all @ ..] = bits.to_be_bytes();
        // A single character does not hold a whole byte.
        bytes.extend(all.get(..chunk.len().checked_sub(1).filter(|count| *count > 0)?)?);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "orbat: 1\nsystem: small\nname: \"Ärger ✓\"\nunits: [guard, riders]\n";

    #[test]
    fn a_link_says_what_the_list_says() {
        for end in 0..=TEXT.len() {
            let Some(text) = TEXT.get(..end) else { continue };
            let link = to_link(text);
            assert_eq!(from_link(&link).as_deref(), Ok(text));
            assert!(
                link.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
            );
        }
        let link = format!(" https://example.org/a#b/#{}\n", to_link(TEXT));
        assert_eq!(from_link(&link).as_deref(), Ok(TEXT));
    }

    #[test]
    fn a_damaged_link_is_refused() {
        let link = to_link(TEXT);
        for at in PREFIX.len()..link.len() {
            assert!(from_link(&link[..at]).is_err(), "cut at {at}");
            let other = if &link[at..=at] == "A" { "B" } else { "A" };
            let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
            // The last character may hold unused bits.
            assert!(from_link(&changed).is_err() || at + 1 == link.len(), "changed at {at}");
        }
        assert_eq!(from_link("o1.§"), Err(LinkError::Damaged));
        assert_eq!(from_link("o1."), Err(LinkError::Damaged));
        assert_eq!(from_link("o2.AAAA"), Err(LinkError::Newer));
        assert_eq!(from_link("javascript:alert(1)"), Err(LinkError::NotALink));
        assert_eq!(from_link(""), Err(LinkError::NotALink));
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = to_link(&"a".repeat(LARGEST_LIST + 1));
        assert!(bomb.len() < 10_000);
        assert_eq!(from_link(&bomb), Err(LinkError::TooLarge));
        let long = format!("o1.{}", "A".repeat(LARGEST_LIST + 1));
        assert_eq!(from_link(&long), Err(LinkError::TooLarge));
    }
}
