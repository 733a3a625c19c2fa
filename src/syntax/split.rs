//! Cuts a file into headers and runs of declarations, each of which is then parsed alone.
//!
//! Braces decide where to cut. Where they are not balanced, the words that begin a line decide: a
//! declaration inside a body shows that the body was never closed, a declaration after the end
//! shows a surplus closing brace.

use std::ops::Range;

use super::DEEPEST;
use super::build::too_deep;
use super::failure::missing_brace;
use super::lexer::{Lexer, Token, TokenKind, word_at};
use super::words::{BODY_WORDS, DECLARATION_WORDS, ITEM_WORDS, OUTER_WORDS, names_nothing};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::{SourceId, Span};

/// A piece that is parsed alone.
#[derive(Debug)]
pub(crate) struct Run {
    pub range: Range<usize>,
    /// How many closing braces it lacks; they have been reported.
    pub missing: usize,
    /// Byte replacements that balance the braces: a missing brace replaces white space, a surplus
    /// one is blanked out. Both have been reported.
    pub patches: Vec<(usize, &'static str)>,
    /// Where a brace was left open or closed too early: what follows may belong elsewhere.
    pub shifted: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct CutItem {
    /// From `system`, `faction` or `event` to its `{`; none for loose declarations.
    pub header: Option<Header>,
    pub runs: Vec<Run>,
}

#[derive(Debug)]
pub(crate) struct Header {
    pub range: Range<usize>,
    /// The `{` is missing: the header ends before a declaration.
    pub unopened: bool,
}

#[derive(Debug, Default)]
pub(crate) struct SplitSource {
    pub items: Vec<CutItem>,
    /// Comments and the like, which are hidden from the parser.
    pub skipped: Vec<Range<usize>>,
    pub problems: Vec<Diagnostic>,
}

/// A `{` that waits for its `}`.
#[derive(Clone, Copy)]
struct OpenBrace {
    at: usize,
    indent: usize,
}

struct Splitter<'a> {
    source: SourceId,
    text: &'a str,
    cut: SplitSource,
    /// Open braces inside the current item. The first is the item's own; loose declarations have
    /// none.
    open: Vec<OpenBrace>,
    parens: usize,
    state: State,
    /// Where the current run began.
    run: Option<usize>,
    patches: Vec<(usize, &'static str)>,
    shifted: Option<usize>,
    /// A `}` that ended a declaration but is indented further than the declaration.
    early_close: Option<usize>,
    /// Where the token before this one ended.
    previous_end: usize,
    /// A brace whose closing partner is indented less than it should be.
    suspect: Option<usize>,
    /// The brace that closed the last item.
    last_close: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    Header(usize),
    /// In the declarations of an item (`base` 1) or of a part (`base` 0).
    Inside {
        base: usize,
    },
}

pub(crate) fn split(source: SourceId, text: &str) -> SplitSource {
    let mut splitter = Splitter {
        source,
        text,
        cut: SplitSource::default(),
        open: Vec::new(),
        parens: 0,
        state: State::Outside,
        run: None,
        patches: Vec::new(),
        shifted: None,
        early_close: None,
        previous_end: 0,
        suspect: None,
        last_close: 0,
    };
    let mut lexer = Lexer::new(text);
    for token in lexer.by_ref() {
        splitter.token(token);
        splitter.previous_end = token.end;
        if splitter.open.len() > DEEPEST || splitter.parens > DEEPEST {
            splitter.cut.items.clear();
            splitter.cut.problems = vec![too_deep(splitter.span(token.start, token.end))];
            return splitter.cut;
        }
    }
    splitter.finish();
    splitter.cut.skipped = lexer.skipped;
    splitter.cut
}

impl Splitter<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    fn token(&mut self, token: Token) {
        match self.state {
            State::Outside => self.outside(token),
            State::Header(start) => self.in_header(start, token),
            State::Inside { base } => self.token_inside(base, token),
        }
    }

    fn outside(&mut self, token: Token) {
        let word = word_at(self.text, token.start);
        let item = ITEM_WORDS.contains(&word)
            || (token.kind == TokenKind::Word
                && !names_nothing(word)
                && did_you_mean(word, ITEM_WORDS.iter().copied()).is_some());
        if item {
            self.state = State::Header(token.start);
        } else if token.kind == TokenKind::Close {
            self.stray(token.start, "this `}` closes nothing");
        } else if self.cut.items.last().is_some_and(|item| item.header.is_some())
            && self.starts_declaration(&token)
        {
            let message = "this `}` ends the whole item, but more declarations follow";
            self.stray(self.last_close, message);
            self.open.push(OpenBrace { at: self.last_close, indent: 0 });
            self.enter(1, token);
        } else {
            self.cut.items.push(CutItem { header: None, runs: Vec::new() });
            self.enter(0, token);
        }
    }

    fn enter(&mut self, base: usize, token: Token) {
        self.state = State::Inside { base };
        self.token_inside(base, token);
    }

    fn in_header(&mut self, start: usize, token: Token) {
        let unopened = token.first
            && self.starts_declaration(&token)
            && !ITEM_WORDS.contains(&word_at(self.text, token.start));
        if token.kind != TokenKind::Open && !unopened {
            return;
        }
        let end = if unopened { self.previous_end } else { token.end };
        let header = Header { range: start..end, unopened };
        self.cut.items.push(CutItem { header: Some(header), runs: Vec::new() });
        self.open.push(OpenBrace { at: token.start, indent: 0 });
        self.state = State::Inside { base: 1 };
        if unopened {
            self.token_inside(1, token);
        }
    }

    fn token_inside(&mut self, base: usize, token: Token) {
        if token.first && self.open.len() > base && self.shows_missing_brace(&token) {
            let missing = self.open.len() - base;
            self.unclosed(token.start, missing);
            self.end_run(token.start, missing);
        }
        let word = word_at(self.text, token.start);
        if token.first
            && ITEM_WORDS.contains(&word)
            && self.followed_by_name(token.end)
            && self.open.len() <= base
        {
            if base == 1 {
                self.unclosed(token.start, 1);
            }
            self.end_run(token.start, 0);
            self.open.clear();
            self.state = State::Header(token.start);
            return;
        }
        if self.open.len() == base
            && self.run.is_some()
            && token.first
            && self.starts_declaration(&token)
        {
            self.end_run(token.start, 0);
        }
        if self.open.len() == base && token.first && self.shows_unopened_body(&token) {
            self.unopened_body(token);
        } else if self.open.len() == base && token.first && BODY_WORDS.contains(&word) {
            self.closed_too_early();
        }
        self.braces(base, token);
    }

    /// Whether a statement stands where only declarations may, right after the header of something
    /// that has a body.
    fn shows_unopened_body(&self, token: &Token) -> bool {
        let Some(header) = self.run.and_then(|start| self.text.get(start..token.start)) else {
            return false;
        };
        let word = word_at(header, 0);
        let has_body = matches!(word, "unit" | "model" | "chart" | "army") || !names_nothing(word);
        let statement = word_at(self.text, token.start);
        let in_body = BODY_WORDS.contains(&statement)
            || statement.starts_with(|char: char| char.is_ascii_uppercase());
        let one_line = self
            .run
            .and_then(|start| self.text.get(start..self.previous_end))
            .is_some_and(|header| !header.contains('\n'));
        has_body && in_body && one_line && !header.contains(['{', '='])
    }

    /// Handles a statement after a declaration whose `}` was indented too far: that brace was
    /// surplus.
    fn closed_too_early(&mut self) {
        if let (Some(at), Some(_)) = (self.early_close.take(), self.run) {
            self.stray(at, "this `}` ends the declaration, but its statements go on");
            self.patches.push((at, " "));
            self.shifted.get_or_insert(at);
            self.open.push(OpenBrace { at, indent: 0 });
        }
    }

    fn unopened_body(&mut self, token: Token) {
        let end = self.previous_end;
        let word = word_at(self.text, self.run.unwrap_or(end));
        self.cut.problems.push(missing_brace(word, self.span(end, end)));
        self.patches.push((token.start - 1, "{"));
        self.open.push(OpenBrace { at: token.start - 1, indent: 0 });
    }

    fn braces(&mut self, base: usize, token: Token) {
        match token.kind {
            TokenKind::Close if self.open.len() <= base => {
                self.end_run(token.start, 0);
                self.last_close = token.start;
                if self.open.pop().is_none() {
                    self.stray(token.start, "this `}` closes nothing");
                } else {
                    self.state = State::Outside;
                }
                return;
            }
            TokenKind::Close => {
                if let Some(open) = self.open.pop().filter(|_| token.first) {
                    if token.indent < open.indent {
                        self.suspect.get_or_insert(open.at);
                    }
                    let ends_declaration = self.open.len() == base;
                    self.early_close =
                        (ends_declaration && token.indent > open.indent).then_some(token.start);
                }
            }
            TokenKind::Open => {
                self.run.get_or_insert(token.start);
                self.open.push(OpenBrace { at: token.start, indent: token.indent });
                self.parens = 0;
                return;
            }
            TokenKind::OpenParen => self.parens += 1,
            TokenKind::CloseParen => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        self.run.get_or_insert(token.start);
    }

    fn end_run(&mut self, end: usize, missing: usize) {
        if let Some(start) = self.run.take()
            && let Some(item) = self.cut.items.last_mut()
        {
            let (patches, shifted) = (std::mem::take(&mut self.patches), self.shifted.take());
            item.runs.push(Run { range: start..end, missing, patches, shifted });
        }
        self.open.truncate(self.open.len().saturating_sub(missing));
        self.suspect = None;
        self.early_close = None;
        self.parens = 0;
    }

    /// Reports the brace that was left open when a declaration (or the end) was met at `before`.
    fn unclosed(&mut self, before: usize, missing: usize) {
        let innermost = self
            .open
            .len()
            .checked_sub(missing)
            .and_then(|base| self.open.get(base))
            .map(|open| open.at);
        let Some(at) = self.suspect.or(innermost) else { return };
        self.shifted.get_or_insert(at);
        let mut diagnostic =
            codes::UNCLOSED_BRACE.at(self.span(at, at + 1), "this `{` is never closed");
        if before < self.text.len() {
            diagnostic = diagnostic.related(
                self.span(before, before + word_at(self.text, before).len()),
                "a `}` is missing before this",
            );
        }
        // The braces go on lines of their own, with the indentation of what follows.
        let begin =
            self.text.get(..before).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let indent = self.text.get(begin..before).filter(|text| text.trim().is_empty());
        let line = format!("}}\n{}", indent.unwrap_or(""));
        let first = if before < self.text.len() || self.text.ends_with('\n') { "" } else { "\n" };
        let braces = format!("{first}{}", line.repeat(missing.max(1)));
        let diagnostic = diagnostic.replace(self.span(before, before), braces);
        self.cut.problems.push(diagnostic.help("add a `}` where the block ends"));
    }

    fn stray(&mut self, at: usize, message: &str) {
        let diagnostic = codes::STRAY_BRACE.at(self.span(at, at + 1), message);
        let diagnostic = diagnostic.help("remove it, or open the block it should close");
        self.cut.problems.push(diagnostic.replace(self.span(at, at + 1), ""));
    }

    fn finish(&mut self) {
        let end = self.text.len();
        match self.state {
            State::Outside => {}
            State::Header(start) => {
                let header = Header { range: start..self.previous_end, unopened: true };
                self.cut.items.push(CutItem { header: Some(header), runs: Vec::new() });
            }
            State::Inside { base } => {
                let missing = self.open.len().saturating_sub(base);
                if !self.open.is_empty() {
                    self.unclosed(end, self.open.len());
                }
                self.end_run(end, missing);
            }
        }
    }

    fn shows_missing_brace(&self, token: &Token) -> bool {
        let word = word_at(self.text, token.start);
        // A declaration indented further than the one around it was meant to be inside: the braces
        // are right, it is just not allowed there.
        let outermost = self.open.get(usize::from(matches!(self.state, State::Inside { base: 1 })));
        let inside = outermost.is_some_and(|open| token.indent > open.indent);
        OUTER_WORDS.contains(&word) && self.followed_by_name(token.end) && !inside
    }

    fn starts_declaration(&self, token: &Token) -> bool {
        let word = word_at(self.text, token.start);
        token.kind == TokenKind::Word
            && (DECLARATION_WORDS.contains(&word) && self.followed_by_name(token.end)
                || ITEM_WORDS.contains(&word)
                || self.looks_like_entry(token.start))
    }

    /// Whether a space and something that can continue a declaration follow.
    fn followed_by_name(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or("");
        let next = rest.trim_start();
        next.len() < rest.len()
            && next.starts_with(|char: char| {
                char.is_alphanumeric() || matches!(char, '"' | '“' | '{' | '_')
            })
    }

    /// `kind id "Title"`, `kind id : …`, `kind id {`
    fn looks_like_entry(&self, at: usize) -> bool {
        let kind = word_at(self.text, at);
        let after_kind = at + kind.len();
        let rest = self.text.get(after_kind..).unwrap_or("");
        let id_at = after_kind + (rest.len() - rest.trim_start_matches([' ', '\t']).len());
        let id = word_at(self.text, id_at);
        if id_at == after_kind
            || names_nothing(kind)
            || names_nothing(id)
            || !starts_lower(kind)
            || !starts_lower(id)
        {
            return false;
        }
        let next = self.text.get(id_at + id.len()..).unwrap_or("").trim_start_matches([' ', '\t']);
        next.starts_with(['"', '“', ':', '{'])
            || ["extends ", "unique ", "for ", "cite "].iter().any(|word| next.starts_with(word))
    }
}

fn starts_lower(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_lowercase())
}
