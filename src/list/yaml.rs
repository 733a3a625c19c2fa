//! From YAML text to a tree in which every value knows its place.
//!
//! The only file that sees the YAML crate. YAML errors end the reading; everything else is checked
//! by `read`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Budget, DuplicateKeyPolicy, Error, Options, Spanned};

use crate::diagnostic::{Code, Diagnostic, codes};
use crate::source::{SourceId, Sources, Span};

/// The largest list that is read, in bytes. A tournament's longest has some ten thousand.
pub(crate) const LARGEST_LIST: usize = 1024 * 1024;

/// How deep a list may nest; honest ones stay below ten.
const DEEPEST: usize = 32;

/// How many values a list may hold, those of repeated anchors included.
const MOST_NODES: usize = 100_000;

/// A value with its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    /// Its first line.
    pub span: Span,
    /// Where all of it ends.
    pub end: usize,
    /// Where it is really written, if only an alias stands here.
    pub borrowed: Option<usize>,
    pub kind: Kind,
}

/// A key, where it stands, and its value.
pub(crate) type Pair = (String, Span, Tree);

impl Tree {
    /// A single value on one line.
    pub(crate) fn at(span: Span, kind: Kind) -> Self {
        Tree { span, end: span.end(), borrowed: None, kind }
    }
}

/// What a value is.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Nothing,
    Bool(bool),
    Int(i64),
    /// A number that is not whole or too large, as it was written: only names are.
    OtherNumber(String),
    Text(String),
    Sequence(Vec<Tree>),
    Map(Vec<Pair>),
}

/// Parses a text. Each YAML error becomes a diagnostic.
pub(crate) fn parse(sources: &Sources, source: SourceId) -> (Option<Tree>, Vec<Diagnostic>) {
    let text = sources.get(source).text();
    let whole = Span::new(source, 0, 0);
    if text.len() > LARGEST_LIST {
        let message = format!(
            "a list of {} MB is too large; {} MB are read",
            text.len() >> 20,
            LARGEST_LIST >> 20
        );
        return (None, vec![Diagnostic::new(&codes::LIST_TOO_LARGE, whole, message)]);
    }
    match parse_with(text, source, DuplicateKeyPolicy::Error) {
        Ok(tree) => (Some(tree), Vec::new()),
        Err(error) => {
            let fault = fault(&error, source, text);
            // A duplicate key is reported, and the first is kept, so that the rest is checked too.
            let rest = (fault.code == &codes::LIST_DUPLICATE_KEY)
                .then(|| parse_with(text, source, DuplicateKeyPolicy::FirstWins).ok())
                .flatten();
            (rest, vec![fault])
        }
    }
}

fn parse_with(text: &str, source: SourceId, duplicates: DuplicateKeyPolicy) -> Result<Tree, Error> {
    let mut budget = Budget::default();
    budget.max_nodes = MOST_NODES;
    budget.max_depth = DEEPEST;
    budget.max_total_scalar_bytes = LARGEST_LIST * 2;
    let mut options = Options::default();
    options.budget = Some(budget);
    options.duplicate_keys = duplicates;
    options.strict_booleans = true;
    let read: Spanned<Raw> = serde_yaml::from_str_with_options(text, options)?;
    Ok(read.place(source, text))
}

/// The YAML crate's error in our words.
fn fault(error: &Error, source: SourceId, text: &str) -> Diagnostic {
    let error = error.without_snippet();
    let at = error.location().map_or(Span::new(source, 0, 0), |location| {
        let start = location
            .span()
            .byte_offset()
            .map_or_else(|| byte_of(text, location.line(), location.column()), narrow);
        // An error at the end of the file belongs to the last line with content.
        let start = floor(text, start.min(text.trim_end().len().saturating_sub(1)));
        let start = if error.to_string().to_lowercase().contains("tab") {
            tab_after(text, start)
        } else {
            start
        };
        let length =
            text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(source, start, start + length)
    });
    let (code, message): (&'static Code, String) = match error {
        Error::MultipleDocuments { .. } => {
            (&codes::LIST_SYNTAX, "a file holds one list; a second begins here".to_owned())
        }
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or("this key");
            (&codes::LIST_DUPLICATE_KEY, format!("`{key}` stands twice in one block"))
        }
        Error::Budget { .. } => (
            &codes::LIST_TOO_LARGE,
            "the list nests too deeply or holds too much to be an army".to_owned(),
        ),
        Error::Eof { .. } => (&codes::LIST_SYNTAX, "the list is empty".to_owned()),
        other => plain_words(&other.to_string()),
    };
    Diagnostic::new(code, at, message)
}

/// The tab that is meant: the first in the indentation of this line or a later one.
fn tab_after(text: &str, byte: usize) -> usize {
    let line = text.get(..byte).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let mut at = line;
    for line in text.get(line..).unwrap_or("").split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if let Some(tab) = line.get(..indent).and_then(|indent| indent.find('\t')) {
            return at + tab;
        }
        at += line.len();
    }
    byte
}

/// The message of the YAML crate, in words for players.
fn plain_words(message: &str) -> (&'static Code, String) {
    const KNOWN: &[(&[&str], &str)] = &[
        (&["tab"], "a tab stands where spaces must: YAML is indented with spaces"),
        (&["quoted scalar", "unclosed quote"], "a quote is opened and never closed"),
        (
            &["flow sequence", "flow mapping", "unclosed bracket", "']'", "'}'"],
            "a bracket or brace is opened and not closed before this",
        ),
        (&["mapping values are not allowed"], "a text with `: ` in it needs quotes"),
        (&["cannot start any token", "reserved"], "a text that begins with this sign needs quotes"),
        (
            &["simple key", "could not find expected ':'", "expected ':'"],
            "a `:` with a space behind it is missing here",
        ),
        (
            &["indent", "block collection", "block mapping", "block end"],
            "this line is not indented like its neighbours",
        ),
        (
            &["null into string", "expected string scalar", "string scalar"],
            "a key must be a plain word",
        ),
        (
            &["recursive", "recursion types", "alias", "anchor"],
            "an anchor is used that does not work here: write the value out",
        ),
    ];
    let lower = message.to_lowercase();
    if ["budget", "recursion limit", "depth", "too many"].iter().any(|word| lower.contains(word)) {
        return (
            &codes::LIST_TOO_LARGE,
            "the list nests too deeply or holds too much to be an army".to_owned(),
        );
    }
    if lower.contains("infinite") || lower.contains("non-finite") || lower.contains("nan") {
        return (&codes::LIST_WRONG_TYPE, "this is no number a list can hold".to_owned());
    }
    let known = KNOWN.iter().find(|(words, _)| words.iter().any(|word| lower.contains(word)));
    let first = || {
        message.split(" at line ").next().unwrap_or(message).lines().next().unwrap_or("").to_owned()
    };
    (
        &codes::LIST_SYNTAX,
        known.map_or_else(
            || format!("this is not YAML: {}", first()),
            |(_, words)| (*words).to_owned(),
        ),
    )
}

fn narrow(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn byte_of(text: &str, line: u64, column: u64) -> usize {
    let mut start = 0;
    for (number, row) in (1..).zip(text.split_inclusive('\n')) {
        if number == line {
            let characters = row.char_indices().nth(narrow(column.saturating_sub(1)));
            return start + characters.map_or(row.len(), |(at, _)| at);
        }
        start += row.len();
    }
    text.len()
}

/// A value as the YAML crate gives it, before its place is worked out.
enum Raw {
    Nothing,
    Bool(bool),
    Int(i64),
    OtherNumber,
    Text(String),
    Sequence(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

trait InPlace {
    fn place(self, source: SourceId, text: &str) -> Tree;
}

impl InPlace for Spanned<Raw> {
    fn place(self, source: SourceId, text: &str) -> Tree {
        let span = span_of(&self, source, text);
        let (written, meant) = (self.referenced.span(), self.defined.span());
        let borrowed = (written.byte_offset() != meant.byte_offset())
            .then(|| meant.byte_offset().map_or(0, narrow));
        let end = written
            .byte_offset()
            .map_or(0, narrow)
            .saturating_add(written.byte_len().map_or(0, narrow));
        let end = floor(text, end);
        let kind = match self.value {
            Raw::Nothing => Kind::Nothing,
            Raw::Bool(value) => Kind::Bool(value),
            Raw::Int(value) => Kind::Int(value),
            Raw::OtherNumber => {
                Kind::OtherNumber(text.get(span.start()..span.end()).unwrap_or("").to_owned())
            }
            Raw::Text(value) => Kind::Text(value),
            Raw::Sequence(all) => {
                Kind::Sequence(all.into_iter().map(|item| item.place(source, text)).collect())
            }
            Raw::Map(all) => {
                let pair = |(key, value): (Spanned<String>, Spanned<Raw>)| {
                    let at = span_of(&key, source, text);
                    (key.value, at, value.place(source, text))
                };
                Kind::Map(all.into_iter().map(pair).collect())
            }
        };
        let end = end_of(&kind, span.start(), end, text);
        Tree { span, end, borrowed, kind }
    }
}

/// Where a value ends, with all it holds. The YAML crate tells it of single values only.
fn end_of(kind: &Kind, start: usize, end: usize, text: &str) -> usize {
    // Merged keys come last, wherever they are written.
    let last = match kind {
        Kind::Sequence(all) => all.iter().map(|item| item.end).max(),
        Kind::Map(all) => all.iter().map(|(_, key, value)| value.end.max(key.end())).max(),
        _ => return without_indent(text, start, end.max(start)),
    };
    let bracket = text
        .get(start..)
        .and_then(|rest| rest.chars().next())
        .filter(|first| ['[', '{'].contains(first));
    let from = last.unwrap_or(start + usize::from(bracket.is_some()));
    if bracket.is_none() {
        return behind_merges(text, start, from);
    }
    // Between the last value and the bracket are only commas, spaces and comments.
    let mut comment = false;
    for (at, char) in text.get(from..).unwrap_or("").char_indices() {
        match char {
            '\n' => comment = false,
            '#' => comment = true,
            ']' | '}' if !comment => return from + at + 1,
            _ => {}
        }
    }
    from
}

/// The end of a text of several lines without the spaces of the line below it, which the YAML crate
/// counts in.
fn without_indent(text: &str, start: usize, end: usize) -> usize {
    let written = text.get(start..end).unwrap_or_default().trim_end_matches(' ');
    if written.ends_with('\n') { start + written.len() } else { end }
}

/// The end of a block whose last lines merge in keys that are all overridden: no value marks those
/// lines.
fn behind_merges(text: &str, start: usize, mut end: usize) -> usize {
    let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let mut at = end;
    for line in text.get(end..).unwrap_or("").split_inclusive('\n') {
        let words = line.trim_start();
        let is_merge =
            at > end && words.starts_with("<<") && line.len() - words.len() == start - line_start;
        if is_merge {
            end = at + line.split(" #").next().unwrap_or(line).trim_end().len();
        } else if at > end && !words.is_empty() && !words.starts_with('#') {
            break;
        }
        at += line.len();
    }
    end
}

/// Where a value stands. Of a block only the first line is marked: a whole army underlined shows
/// nothing.
fn span_of<T>(value: &Spanned<T>, source: SourceId, text: &str) -> Span {
    let span = value.referenced.span();
    let start = span.byte_offset().map_or(0, narrow);
    let end = start.saturating_add(span.byte_len().map_or(0, narrow));
    let start = floor(text, start);
    let written = text.get(start..floor(text, end)).unwrap_or("");
    let line = written.lines().next().unwrap_or("").trim_end();
    Span::new(source, start, start + line.len())
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(i64::try_from(value).map_or(Raw::OtherNumber, Raw::Int))
    }

    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::OtherNumber)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::OtherNumber)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::OtherNumber)
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = access.next_element()? {
            all.push(item);
        }
        Ok(Raw::Sequence(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut all = Vec::new();
        while let Some(key) = access.next_key::<Spanned<String>>()? {
            if all.len() > MOST_NODES {
                return Err(A::Error::custom("too many keys"));
            }
            all.push((key, access.next_value()?));
        }
        Ok(Raw::Map(all))
    }
}
