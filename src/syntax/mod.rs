//! From text to ast: the pest grammar, recovery after errors, and error messages in words that a
//! player understands.
//!
//! Start at [`parse`], which returns what could be read *and* every error; it never stops at the
//! first. `split` cuts the file, `recover` parses each piece into a `tree` and blanks out faulty
//! statements, `build` makes the ast, `failure` explains an error, and `mistakes` recognises what
//! beginners get wrong.

pub(crate) mod ast;
pub(crate) mod build;
pub(crate) mod expected;
pub(crate) mod failure;
pub(crate) mod format;
pub(crate) mod grammar;
pub(crate) mod header;
pub(crate) mod hole;
pub(crate) mod lexer;
mod mistakes;
pub(crate) mod next;
pub(crate) mod place;
pub(crate) mod prepared;
pub(crate) mod recover;
pub(crate) mod split;
pub(crate) mod tree;
pub(crate) mod words;

pub use header::headings;
pub(crate) use header::{heading, pictures, uses};

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use ast::{DeclaredNames, Expr, Item};
pub(crate) use build::OldNames;

/// How deep braces, parentheses and expressions may nest. Real data stays below ten.
pub(crate) const DEEPEST: usize = 64;

/// How many operators, members and the like one expression may chain.
pub(crate) const LONGEST: usize = 256;

/// The longest text, in bytes: titles, rules, notes. They are shown again and again, so long ones
/// would bury everything else.
pub(crate) const LONGEST_TEXT: usize = 2_000;

/// The longest name of a declaration. A name also serves as the title if there is no other.
pub(crate) const LONGEST_NAME: usize = 100;

/// Runs with enough stack for one more level: threads have little, and debug builds need much.
pub(crate) fn with_stack<T>(inside: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, inside)
}

/// A file as far as it could be read.
#[derive(Debug)]
pub struct Parsed<'a> {
    pub items: Vec<Item<'a>>,
    /// Places that were left out because of errors there.
    pub holes: Vec<Span>,
    /// Words in those places: a name missing elsewhere may have been defined there.
    pub lost_words: FxHashSet<&'a str>,
    pub names: DeclaredNames<'a>,
    pub problems: Vec<Diagnostic>,
}

/// Parses one file.
pub fn parse(source: SourceId, text: &str) -> Parsed<'_> {
    parse_prepared(source, text, None, None)
}

/// Parses one file, from its prepared tree if there is one. Old names are read as their current
/// names in `renamed`.
pub(crate) fn parse_prepared<'a>(
    source: SourceId,
    text: &'a str,
    tree: Option<&[u8]>,
    renamed: Option<&'a OldNames<'a>>,
) -> Parsed<'a> {
    match tree.and_then(tree::Tree::read) {
        Some(tree) => prepared::build(source, text, &tree, renamed),
        None => recover::parse_file(source, text, renamed),
    }
}

/// Parses the inside of `{…}` in a text; `span` is its place.
pub(crate) fn parse_interpolation<'a>(
    text: &'a str,
    span: Span,
    problems: &mut Vec<Diagnostic>,
    renamed: Option<&'a OldNames<'a>>,
) -> Option<Expr<'a>> {
    recover::parse_interpolation(text, span, problems, renamed)
}
