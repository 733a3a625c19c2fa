//! Parses a file piece by piece: an error is reported, its statement blanked out and the rest
//! parsed again.
//!
//! Start at [`parse_file`]. `split` has cut the file into pieces, `hole` decides what to blank out,
//! `failure` explains the error.

use std::borrow::Cow;
use std::ops::Range;

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use rayon::prelude::*;

use super::Parsed;
use super::ast::{DeclaredNames, Expr, Head, Item, Statement};
use super::build::{Builder, OldNames};
use super::expected;
use super::failure::{Failure, first_on_line, missing_brace};
use super::grammar::{Grammar, Rule};
use super::hole::{self, Hole};
use super::lexer::{Lexer, Token, TokenKind, blanked, word_at};
use super::split::{self, CutItem, Header, Run};
use super::tree::Tree;
use super::words::RESERVED_WORDS;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

/// How often one piece is parsed again. Each time costs the whole piece, so large pieces are
/// allowed fewer.
const MOST_TRIES: usize = 25;
const LARGE_PIECE: usize = 256 * 1024;

struct Recovery<'a, 'c> {
    source: SourceId,
    text: &'a str,
    /// The text with comments blanked out: what the parser sees.
    code: &'c str,
    holes: Vec<Span>,
    /// Places whose statements may belong elsewhere, because of a missing or surplus brace.
    shifted: Vec<Span>,
    problems: Vec<Diagnostic>,
    names: DeclaredNames<'a>,
    renamed: Option<&'a OldNames<'a>>,
}

pub(crate) fn parse_file<'a>(
    source: SourceId,
    text: &'a str,
    renamed: Option<&'a OldNames<'a>>,
) -> Parsed<'a> {
    let cut = split::split(source, text);
    let code = blanked(text, &cut.skipped);
    let (holes, shifted, problems) = (Vec::new(), Vec::new(), cut.problems);
    let code = &*code;
    let names = DeclaredNames::default();
    let mut recovery = Recovery { source, text, code, holes, shifted, problems, names, renamed };
    let mut items = Vec::new();
    for piece in &cut.items {
        let head = piece.header.as_ref().map(|header| recovery.header(header));
        let statements = recovery.runs(&piece.runs);
        match head {
            None => items.push(Item::Part(statements)),
            Some(Some((rule, head))) => items.push(item(rule, head, statements)),
            // Without its header it is unknown what the declarations belong to.
            Some(None) => recovery.lose_item(piece),
        }
    }
    let lost_words = recovery.holes.iter().flat_map(|hole| words_in(text, *hole)).collect();
    recovery.holes.extend(recovery.shifted);
    Parsed {
        items,
        holes: recovery.holes,
        lost_words,
        names: recovery.names,
        problems: recovery.problems,
    }
}

/// The item with this kind of header.
pub(crate) fn item<'a>(rule: Rule, head: Head<'a>, statements: Vec<Statement<'a>>) -> Item<'a> {
    match rule {
        Rule::system_header => Item::System(head, statements),
        Rule::faction_header => Item::Faction(head, statements),
        _ => Item::Event(head, statements),
    }
}

pub(crate) fn parse_interpolation<'a>(
    text: &'a str,
    span: Span,
    problems: &mut Vec<Diagnostic>,
    renamed: Option<&'a OldNames<'a>>,
) -> Option<Expr<'a>> {
    let piece = text.get(span.start()..span.end())?;
    match Grammar::parse(Rule::interpolation, piece) {
        Ok(pairs) => {
            let mut builder = Builder::new(span.source, text, span.start(), renamed);
            let expr = builder.inner_expr(Tree::of(pairs).pairs().next()?);
            problems.extend(builder.problems);
            expr
        }
        Err(error) => {
            let (at, rules) = location(&error);
            let message =
                format!("expected {} inside the braces of a text", expected::list(&rules));
            let rest = Span::new(span.source, span.start() + at, span.end());
            problems.push(codes::UNEXPECTED.at(rest, message).help(match piece.starts_with('{') {
                true => "one brace is enough: `{u}`; a literal brace is written `\\{`",
                false => "write `\\{` for a literal brace",
            }));
            None
        }
    }
}

/// The names that an unparsed place may have defined: words after a declaring word, at the
/// beginning of a line or block, or after a comma. Names that are only used there do not count, nor
/// do words inside texts.
fn words_in(text: &str, span: Span) -> Vec<&str> {
    let lost = text.get(span.start()..span.end()).unwrap_or("");
    let mut words = Vec::new();
    let mut before: Option<Token> = None;
    for token in Lexer::new(lost) {
        let word = lost.get(token.start..token.end).unwrap_or("");
        let previous = before.map_or("{", |token| lost.get(token.start..token.end).unwrap_or(""));
        let declares = !RESERVED_WORDS.contains(&previous) && !USING_WORDS.contains(&previous);
        let starts = token.first || matches!(previous, "{" | ",");
        let follows_word = before.is_some_and(|token| token.kind == TokenKind::Word) && declares;
        if token.kind == TokenKind::Word && (starts || follows_word) {
            words.push(word);
        }
        before = Some(token);
    }
    words
}

/// Words after which a name is used, not defined.
const USING_WORDS: &[&str] = &[
    "weapons", "models", "include", "join", "ride", "max", "min", "add", "remove", "trade",
    "unlock", "holds", "brings", "waive", "of",
];

pub(crate) fn location(error: &Error<Rule>) -> (usize, Vec<Rule>) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => (at, positives.clone()),
        ErrorVariant::CustomError { .. } => (at, Vec::new()),
    }
}

impl<'a> Recovery<'a, '_> {
    fn header(&mut self, header: &Header) -> Option<(Rule, Head<'a>)> {
        let range = header.range.clone();
        let piece = self.code.get(range.clone())?;
        // A header that lacks its brace is parsed with one, so that only the brace is reported.
        let piece = if header.unopened {
            Cow::Owned(format!("{}{{", piece.trim_end()))
        } else {
            Cow::Borrowed(piece)
        };
        let result = Grammar::parse(Rule::item_header, &piece);
        if header.unopened && result.is_ok() {
            let end = range.start + piece.len() - 1;
            let word = word_at(self.text, range.start);
            self.problems.push(missing_brace(word, Span::new(self.source, end, end)));
        }
        match result {
            Ok(pairs) => {
                let tree = Tree::of(pairs);
                let header = tree.pairs().next()?.parts().next()?;
                self.build(range.start, |builder| builder.head(header))
            }
            Err(error) => {
                let (at, rules) = location(&error);
                let word = 0..word_at(&piece, 0).len();
                self.failed(&piece, range.start, at, &rules, word, Rule::item_header);
                None
            }
        }
    }

    /// Builds the ast of a piece that begins at `base`, and keeps what the builder reports.
    fn build<T>(&mut self, base: usize, build: impl FnOnce(&mut Builder<'a>) -> T) -> T {
        let mut builder = Builder::new(self.source, self.text, base, self.renamed);
        let built = build(&mut builder);
        self.problems.extend(builder.problems);
        self.keep(builder.names);
        built
    }

    fn keep(&mut self, names: DeclaredNames<'a>) {
        self.names.now.extend(names.now);
        self.names.old.extend(names.old);
        self.names.aliases.extend(names.aliases);
    }

    /// An item whose header is wrong is left out, but all its names are remembered as lost.
    fn lose_item(&mut self, piece: &CutItem) {
        let start = piece.header.as_ref().map_or(0, |header| header.range.start);
        let end = piece.runs.last().map_or(start, |run| run.range.end);
        let header_end = piece.header.as_ref().map_or(start, |header| header.range.end);
        self.holes.push(Span::new(self.source, start, end.max(header_end)));
    }

    /// The runs of an item are independent, so they are parsed in parallel.
    fn runs(&mut self, runs: &[Run]) -> Vec<Statement<'a>> {
        let parse = |run: &Run| {
            let mut own = Recovery {
                source: self.source,
                text: self.text,
                code: self.code,
                holes: Vec::new(),
                shifted: Vec::new(),
                problems: Vec::new(),
                names: DeclaredNames::default(),
                renamed: self.renamed,
            };
            (own.run(run), own)
        };
        let parsed: Vec<_> = runs.par_iter().with_min_len(8).map(parse).collect();
        let mut all = Vec::new();
        for (statements, own) in parsed {
            all.extend(statements);
            self.holes.extend(own.holes);
            self.shifted.extend(own.shifted);
            self.problems.extend(own.problems);
            self.keep(own.names);
        }
        all
    }

    fn run(&mut self, run: &Run) -> Vec<Statement<'a>> {
        let piece = self.code.get(run.range.clone()).unwrap_or("");
        let mut piece = Cow::Borrowed(piece);
        if run.missing > 0 {
            piece = Cow::Owned(format!("{piece}\n{}", "}".repeat(run.missing)));
        }
        for &(at, instead) in &run.patches {
            // One byte replaces another, so nothing moves.
            let at = at.saturating_sub(run.range.start);
            if piece.as_bytes().get(at).is_some_and(u8::is_ascii) {
                piece.to_mut().replace_range(at..=at, instead);
            }
        }
        if let Some(from) = run.shifted {
            self.shifted.push(Span::new(self.source, from, run.range.end));
        }
        self.piece(Rule::declarations, piece, run.range.start)
    }

    /// Parses a piece again and again, each time with one more faulty statement blanked out.
    fn piece(&mut self, rule: Rule, mut piece: Cow<'_, str>, base: usize) -> Vec<Statement<'a>> {
        let tries = if piece.len() > LARGE_PIECE { 2 } else { MOST_TRIES };
        for _ in 0..tries {
            let error = match Grammar::parse(rule, &piece) {
                Ok(pairs) => {
                    let tree = Tree::of(pairs);
                    let Some(whole) = tree.pairs().next() else { return Vec::new() };
                    return self.build(base, |builder| builder.statements(whole.parts()));
                }
                Err(error) => error,
            };
            let (at, rules) = location(&error);
            let before = first_on_line(&piece, at) && !expected::admits_statement(&rules);
            let Some(hole) = hole::around(&piece, at, before) else { break };
            self.failed(&piece, base, at, &rules, hole.word.clone(), rule);
            self.check_block(&piece, base, at, &hole);
            self.holes.push(Span::new(self.source, base + hole.range.start, base + hole.range.end));
            if !blank(piece.to_mut(), hole.range) {
                break;
            }
        }
        // Give up: whatever else the piece defines is lost.
        self.holes.push(Span::new(self.source, base, base + piece.len()));
        Vec::new()
    }

    /// Reports that a piece could not be parsed from the byte `at` on.
    fn failed(
        &mut self,
        piece: &str,
        base: usize,
        at: usize,
        rules: &[Rule],
        word: Range<usize>,
        parsed: Rule,
    ) {
        let failure = Failure { source: self.source, base, piece, at, rules, word, parsed };
        self.problems.push(failure.explain());
    }

    /// Checks the block of a faulty statement for further errors; what it defines is lost all the
    /// same.
    fn check_block(&mut self, piece: &str, base: usize, at: usize, hole: &Hole) {
        let Some(block) = hole.block.clone().filter(|block| !block.contains(&at)) else { return };
        let rule = match word_at(piece, hole.word.start) {
            "unit" | "model" | "option" | "when" | "for" | "chart" | "mode" | "army"
            | "include" => Rule::statements,
            "choose" | "group" => Rule::choice_lines,
            _ => return,
        };
        let inside = piece.get(block.clone()).unwrap_or("").to_owned();
        self.piece(rule, Cow::Owned(inside), base + block.start);
    }
}

/// Overwrites with spaces, so that every other byte keeps its place. `false` if there was nothing
/// to overwrite.
fn blank(text: &mut String, range: Range<usize>) -> bool {
    let Some(old) = text.get(range.clone()) else { return false };
    let blanks: String = old.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let changed = blanks != old;
    text.replace_range(range, &blanks);
    changed
}
