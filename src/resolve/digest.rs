//! A hash of everything a game is made of. Equal declarations give equal hashes, however they are
//! split over files, spaced and commented.

use sha2::{Digest, Sha256};

use super::load::MergedItem;
use super::picture::Pictures;
use super::text::plain;
use crate::source::Sources;
use crate::syntax::ast::{Head, Item, Name, Statement, StatementKind};

/// The hashes of a game: of the system and its factions, and of each event by its id.
pub(crate) struct Digests<'t> {
    pub game: [u8; 8],
    pub events: Vec<(&'t str, [u8; 8])>,
}

/// The hashes of all items of a game with the parts they use. Left out are version numbers, which
/// add nothing to the rest, and names in other languages and answers, which change no army.
/// Pictures are hashed by the bytes of their files.
pub(crate) fn digests<'t>(
    sources: &Sources,
    wholes: &[MergedItem<'t>],
    pictures: &Pictures<'_>,
) -> Digests<'t> {
    let mut items: Vec<(&str, &'t Head<'t>, &MergedItem<'t>)> = Vec::new();
    for whole in wholes {
        match whole.item {
            Item::System(head, _) => items.push(("system", head, whole)),
            Item::Faction(head, _) => items.push(("faction", head, whole)),
            Item::Event(head, _) => items.push(("event", head, whole)),
            Item::Part(_) => {}
        }
    }
    items.sort_by_key(|(word, head, _)| (*word, head.id.text));
    let mut of_game = Sha256::new();
    let mut events = Vec::new();
    let mut text = String::new();
    for (word, head, whole) in items {
        let mut of_event = Sha256::new();
        let hasher = if word == "event" { &mut of_event } else { &mut of_game };
        text.clear();
        text.push_str(word);
        let names = |text: &mut String, mark: &str, names: &[Name<'_>]| {
            text.push_str(mark);
            names.iter().for_each(|name| text.extend([" ", name.text]));
        };
        names(&mut text, "", &[head.id]);
        text.push_str(head.title.raw);
        names(&mut text, " of", head.of.as_slice());
        names(&mut text, " :", &head.tags);
        names(&mut text, " cite", &head.cites);
        for statement in whole.statements.iter().filter(|line| !is_learned(line)) {
            let span = statement.span;
            let source = sources.get(span.source).text();
            text.push('\n');
            push_plain(&mut text, source.get(span.start()..span.end()).unwrap_or(""));
        }
        hasher.update(text.as_bytes());
        hasher.update([0]);
        for statement in whole.statements.iter().filter(|_| !pictures.is_empty()) {
            for bytes in pictures_of(statement, pictures) {
                hasher.update(Sha256::digest(bytes));
            }
        }
        if word == "event" {
            events.push((head.id.text, first_bytes(of_event)));
        }
    }
    Digests { game: first_bytes(of_game), events }
}

fn first_bytes(hasher: Sha256) -> [u8; 8] {
    let hash = hasher.finalize();
    std::array::from_fn(|at| hash.get(at).copied().unwrap_or(0))
}

/// Whether a line only gives names to things or pins the version of the data.
fn is_learned(line: &Statement<'_>) -> bool {
    matches!(
        line.kind,
        StatementKind::Alias(_) | StatementKind::Answer(_) | StatementKind::DataPin(_)
    )
}

/// The bytes of the pictures that a statement names, in its order.
fn pictures_of<'p>(statement: &Statement<'_>, pictures: &Pictures<'p>) -> Vec<&'p [u8]> {
    let StatementKind::Layout(layout) = &statement.kind else { return Vec::new() };
    let portraits = layout.portraits.iter().map(|(picture, _)| picture);
    let names = layout.emblem.iter().chain(portraits);
    let read = |text| pictures.get(&(statement.span.source, plain(text).as_str())).copied();
    names.filter_map(|text| read(*text)?.as_deref().ok()).collect()
}

/// Appends a text without comments, with every run of white space reduced to one space.
fn push_plain(plain: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let end = rest.bytes().position(may_matter).unwrap_or(rest.len());
        let (before, after) = rest.split_at(end);
        plain.push_str(before);
        let Some(mark) = after.chars().next() else { return };
        let length = match mark {
            '"' => text_length(after, '"'),
            '“' => text_length(after, '”'),
            '/' if after.starts_with("//") => {
                rest = after.get(after.find('\n').unwrap_or(after.len())..).unwrap_or("");
                continue;
            }
            ' ' | '\t' | '\r' | '\n' => {
                if !plain.ends_with([' ', '\n']) {
                    plain.push(' ');
                }
                rest = after.trim_start();
                continue;
            }
            _ => mark.len_utf8(),
        };
        let (kept, behind) = after.split_at_checked(length).unwrap_or((after, ""));
        plain.push_str(kept);
        rest = behind;
    }
}

/// Whether a byte may begin a text, a comment or white space. `0xE2` is the first byte of `“`.
fn may_matter(byte: u8) -> bool {
    // Two comparisons rule out letters and digits, which most bytes are.
    (byte <= b'/' || byte == 0xE2)
        && matches!(byte, b'"' | b'/' | b' ' | b'\t' | b'\r' | b'\n' | 0xE2)
}

/// The length of the quoted text that begins here; an unclosed text ends with its line.
fn text_length(text: &str, close: char) -> usize {
    let mut escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if char == close => return at + char.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
