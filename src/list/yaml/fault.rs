//! Explains YAML errors in words for players. Start at `syntax`.

use granit_parser::{ErrorKind, ScanError};

use super::floor;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::source::{SourceId, Span};

pub(super) fn second_list(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::LIST_SYNTAX, at, "a file holds one list; a second begins here")
}

pub(super) fn duplicate(key: &str, at: Span) -> Diagnostic {
    Diagnostic::new(&codes::LIST_DUPLICATE_KEY, at, format!("`{key}` stands twice in one block"))
}

pub(super) fn too_much(at: Span) -> Diagnostic {
    let message = "the list nests too deeply or holds too much to be an army";
    Diagnostic::new(&codes::LIST_TOO_LARGE, at, message)
}

pub(super) fn no_number(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::LIST_WRONG_TYPE, at, "this is no number a list can hold")
}

pub(super) fn no_key(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::LIST_SYNTAX, at, "a key must be a plain word")
}

pub(super) fn no_block(at: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::LIST_SYNTAX,
        at,
        "`<<` takes over the keys of a block, and this is none",
    )
}

pub(super) fn open_anchor(at: Span) -> Diagnostic {
    Diagnostic::new(&codes::LIST_SYNTAX, at, ANCHOR)
}

const ANCHOR: &str = "an anchor is used that does not work here: write the value out";

/// The diagnostic for an error of the parser.
pub(super) fn syntax(error: &ScanError, source: SourceId, text: &str) -> Diagnostic {
    let start = error.marker().byte_offset().unwrap_or(text.len());
    let start = if is_tab(error.kind()) { tab_after(text, start) } else { start };
    let at = char_at(source, text, start);
    if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
        return too_much(at);
    }
    let code: &'static Code = &codes::LIST_SYNTAX;
    match words(error.kind()) {
        Some(words) => Diagnostic::new(code, at, words),
        None => Diagnostic::new(code, at, format!("this is not YAML: {}", error.kind())),
    }
}

/// The character at a byte. An error at the end of the file belongs to the last line with content.
pub(super) fn char_at(source: SourceId, text: &str, byte: usize) -> Span {
    let start = floor(text, byte.min(text.trim_end().len().saturating_sub(1)));
    let length = text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    Span::new(source, start, start + length)
}

fn is_tab(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar
    )
}

fn words(kind: &ErrorKind) -> Option<&'static str> {
    use ErrorKind as Of;
    Some(match kind {
        kind if is_tab(kind) => "a tab stands where spaces must: YAML is indented with spaces",
        Of::DocumentIndicatorInQuotedScalar
        | Of::UnclosedQuotedScalar
        | Of::InvalidQuotedScalarIndent
        | Of::InvalidTrailingSingleQuotedScalar
        | Of::InvalidTrailingDoubleQuotedScalar
        | Of::UnknownQuotedScalarEscape
        | Of::InvalidQuotedScalarHexEscape
        | Of::InvalidLowSurrogateHexEscape
        | Of::InvalidLowSurrogate
        | Of::MissingLowSurrogate
        | Of::UnpairedLowSurrogate
        | Of::InvalidUnicodeEscape => "a quote is opened and never closed",
        Of::UnexpectedEofFlowSequence
        | Of::UnexpectedEofFlowMapping
        | Of::UnexpectedEofImplicitFlowMapping
        | Of::ExpectedFlowMappingSeparator
        | Of::ExpectedFlowSequenceSeparator
        | Of::UnclosedFlowCollection { .. }
        | Of::MismatchedFlowCollectionEnd { .. }
        | Of::FlowMappingValueAdjacentCollection => {
            "a bracket or brace is opened and not closed before this"
        }
        Of::MappingValueNotAllowed => "a text with `: ` in it needs quotes",
        Of::SimpleKeyExpected | Of::InvalidSimpleKey => {
            "a `:` with a space behind it is missing here"
        }
        Of::InvalidIndentation
        | Of::InvalidBlockScalarIndent
        | Of::ZeroBlockScalarIndent
        | Of::InvalidFlowScalarIndent
        | Of::UnexpectedEofBlockMapping
        | Of::ExpectedBlockMappingKey
        | Of::ExpectedBlockSequenceEntry => "this line is not indented like its neighbours",
        Of::UnknownAnchor | Of::AnchorCountOverflow | Of::MissingAnchorOrAliasName => ANCHOR,
        _ => return None,
    })
}

/// The position of the offending tab: the first in the indentation of this line or a later one.
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
