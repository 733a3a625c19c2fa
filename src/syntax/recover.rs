//! Parses a file piece by piece; what is wrong is reported, blanked out and the rest parsed again.

use std::borrow::Cow;
use std::ops::Range;

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use rayon::prelude::*;

use super::Parsed;
use super::ast::{Expr, Item, Statement};
use super::build::{Builder, reserved_word};
use super::expected;
use super::grammar::{Grammar, Rule};
use super::hole;
use super::hole::Hole;
use super::lexer::{Lexer, Token, TokenKind, code_end};
use super::split;
use super::split::{Header, Run};
use super::tree::{Prepared, Tree};
use super::words::{
    DECLARATION_WORDS, ITEM_WORDS, RESERVED_WORDS, STATEMENT_WORDS, is_word_byte, names_nothing,
    word_at,
};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
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
    /// Places whose statements may belong elsewhere, because a brace is missing or too many.
    shifted: Vec<Span>,
    problems: Vec<Diagnostic>,
    /// The tree of the file, if it is one of the program's own.
    prepared: Option<&'c Prepared>,
}

pub(crate) fn parse_file<'a>(
    source: SourceId,
    text: &'a str,
    prepared: Option<&Prepared>,
) -> Parsed<'a> {
    let cut = split::split(source, text);
    let code = if prepared.is_some() { Cow::Borrowed(text) } else { without(text, &cut.skipped) };
    let (holes, shifted, problems) = (Vec::new(), Vec::new(), cut.problems);
    let mut recovery = Recovery { source, text, code: &code, holes, shifted, problems, prepared };
    let mut items = Vec::new();
    for piece in &cut.items {
        let head = piece.header.as_ref().map(|header| recovery.header(header));
        let statements = recovery.runs(&piece.runs);
        match head {
            None => items.push(Item::Part(statements)),
            Some(Some((Rule::system_header, head))) => items.push(Item::System(head, statements)),
            Some(Some((Rule::faction_header, head))) => items.push(Item::Faction(head, statements)),
            Some(Some((_, head))) => items.push(Item::Event(head, statements)),
            // Without a header nobody knows what the declarations belong to.
            Some(None) => recovery.lose_item(piece),
        }
    }
    let lost_words = recovery.holes.iter().flat_map(|hole| words_in(text, *hole)).collect();
    recovery.holes.extend(recovery.shifted);
    Parsed { items, holes: recovery.holes, lost_words, problems: recovery.problems }
}

pub(crate) fn parse_interpolation<'a>(
    text: &'a str,
    span: Span,
    problems: &mut Vec<Diagnostic>,
) -> Option<Expr<'a>> {
    let piece = text.get(span.start()..span.end())?;
    match Grammar::parse(Rule::interpolation, piece) {
        Ok(pairs) => {
            let mut builder = Builder::new(span.source, text, span.start());
            let expr = builder.inner_expr(Tree::of(pairs).pairs().next()?);
            problems.extend(builder.problems);
            expr
        }
        Err(error) => {
            let (at, rules) = location(&error);
            let message =
                format!("expected {} inside the braces of a text", expected::list(&rules));
            let place = Span::new(span.source, span.start() + at, span.end());
            problems.push(
                Diagnostic::new(&codes::UNEXPECTED, place, message)
                    .help("a brace that is only a brace is written `\\{`"),
            );
            None
        }
    }
}

/// The names a lost place may have defined: what follows a word that declares, what begins a line
/// or block, what follows a comma. Names that were only used there, and words inside texts, are
/// none.
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

fn location(error: &Error<Rule>) -> (usize, Vec<Rule>) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => (at, positives.clone()),
        ErrorVariant::CustomError { .. } => (at, Vec::new()),
    }
}

impl<'a> Recovery<'a, '_> {
    fn header(&mut self, header: &Header) -> Option<(Rule, super::ast::Head<'a>)> {
        let range = header.range.clone();
        if let Some(mut pairs) = self.prepared.and_then(|prepared| prepared.within(&range)) {
            let header = pairs.next()?;
            return self.build(0, |builder| builder.head(header));
        }
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
            let message = format!(
                "expected `{{` after the header of this {}",
                word_at(self.text, range.start)
            );
            self.problems.push(
                Diagnostic::new(&codes::UNEXPECTED, Span::new(self.source, end, end), message)
                    .label("`{` is missing here"),
            );
        }
        match result {
            Ok(pairs) => {
                let tree = Tree::of(pairs);
                let header = tree.pairs().next()?.parts().next()?;
                self.build(range.start, |builder| builder.head(header))
            }
            Err(error) => {
                let (at, rules) = location(&error);
                let problem = self.problem(
                    &piece,
                    range.start,
                    at,
                    &rules,
                    Some(0..word_at(&piece, 0).len()),
                    Rule::item_header,
                );
                self.problems.push(problem);
                None
            }
        }
    }

    /// Builds the ast of a piece that begins at `base`, and keeps what the builder reports.
    fn build<T>(&mut self, base: usize, build: impl FnOnce(&mut Builder<'a>) -> T) -> T {
        let mut builder = Builder::new(self.source, self.text, base);
        let built = build(&mut builder);
        self.problems.extend(builder.problems);
        built
    }

    /// An item whose header is wrong is left out, but all its names are remembered as lost.
    fn lose_item(&mut self, piece: &split::CutItem) {
        let start = piece.header.as_ref().map_or(0, |header| header.range.start);
        let end = piece.runs.last().map_or(start, |run| run.range.end);
        let header_end = piece.header.as_ref().map_or(start, |header| header.range.end);
        self.holes.push(Span::new(self.source, start, end.max(header_end)));
    }

    /// The runs of an item know nothing of each other, so they are parsed side by side.
    fn runs(&mut self, runs: &[Run]) -> Vec<Statement<'a>> {
        let parse = |run: &Run| {
            let mut own = Recovery {
                source: self.source,
                text: self.text,
                code: self.code,
                holes: Vec::new(),
                shifted: Vec::new(),
                problems: Vec::new(),
                prepared: self.prepared,
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
        }
        all
    }

    fn run(&mut self, run: &Run) -> Vec<Statement<'a>> {
        if let Some(pairs) = self.prepared.and_then(|prepared| prepared.within(&run.range)) {
            return self.build(0, |builder| builder.statements(pairs));
        }
        let piece = self.code.get(run.range.clone()).unwrap_or("");
        let mut piece = Cow::Borrowed(piece);
        if run.missing > 0 {
            piece = Cow::Owned(format!("{piece}\n{}", "}".repeat(run.missing)));
        }
        for &(at, instead) in &run.patches {
            // One byte for another: nothing moves.
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
            let problem = self.problem(&piece, base, at, &rules, Some(hole.word.clone()), rule);
            self.problems.push(problem);
            self.check_block(&piece, base, at, &hole);
            self.holes.push(Span::new(self.source, base + hole.range.start, base + hole.range.end));
            if !blank(piece.to_mut(), hole.range) {
                break;
            }
        }
        // Given up: whatever else it defines is lost.
        self.holes.push(Span::new(self.source, base, base + piece.len()));
        Vec::new()
    }

    /// The block of a faulty statement may hold errors of its own; what it defines is lost all the
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

    /// The error at byte `at` of a piece, in the words that help most.
    fn problem(
        &self,
        piece: &str,
        base: usize,
        at: usize,
        rules: &[Rule],
        word: Option<Range<usize>>,
        parsed: Rule,
    ) -> Diagnostic {
        let span =
            |range: Range<usize>| Span::new(self.source, base + range.start, base + range.end);
        if let Some(quote) = unclosed_text(piece, at) {
            let end = piece
                .get(quote..)
                .and_then(|rest| rest.find('\n'))
                .map_or(piece.len(), |length| quote + length);
            return Diagnostic::new(
                &codes::UNCLOSED_TEXT,
                span(quote..end),
                "this text is not closed on its line",
            )
            .help("end it with a quote; a quote inside a text is written `\\\"`");
        }
        let found = found_at(piece, at);
        let misspelt = || word.and_then(|range| self.misspelt(piece, base, range, parsed));
        let wrong_name = || wrong_name(piece, at, rules, span);
        // In a profile every line begins with a name of the game's own.
        let in_profile = expected::wants_capital(rules)
            && !expected::wants_id(rules)
            && !rules.contains(&Rule::statement);
        let problem = if in_profile {
            wrong_name().or_else(misspelt)
        } else {
            misspelt().or_else(wrong_name)
        };
        if let Some(problem) = problem {
            return problem;
        }
        if let Some((range, message)) = missing_between(piece, at, rules) {
            return Diagnostic::new(&codes::UNEXPECTED, span(range), message);
        }
        let expected = expected::list(rules);
        if first_on_line(piece, at) && !expected::admits_statement(rules) {
            let end = code_end(piece, at);
            return Diagnostic::new(
                &codes::UNEXPECTED,
                span(end..end),
                format!("expected {expected} before the line ends"),
            )
            .label("something is missing here");
        }
        let what = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        let problem = Diagnostic::new(
            &codes::UNEXPECTED,
            span(at..at + found.len()),
            format!("expected {expected}, found {what}"),
        );
        match hint(piece, at, rules) {
            Some(hint) => problem.help(hint),
            None => problem,
        }
    }

    /// The first word of a statement is no word of the language, but near one.
    fn misspelt(
        &self,
        piece: &str,
        base: usize,
        range: Range<usize>,
        parsed: Rule,
    ) -> Option<Diagnostic> {
        let word = piece.get(range.clone())?;
        let known = |word: &str| {
            ITEM_WORDS.contains(&word)
                || DECLARATION_WORDS.contains(&word)
                || STATEMENT_WORDS.contains(&word)
        };
        if known(word)
            || RESERVED_WORDS.contains(&word)
            || word.starts_with(|char: char| !char.is_ascii_lowercase())
        {
            return None;
        }
        let here: &[&[&str]] = match parsed {
            Rule::item_header => &[ITEM_WORDS],
            _ => &[STATEMENT_WORDS, DECLARATION_WORDS],
        };
        let words = || here.iter().flat_map(|words| words.iter().copied());
        let glued = words().filter(|known| known.len() > 2).find(|known| {
            word.strip_prefix(known)
                .is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
        });
        let near = glued.or_else(|| {
            did_you_mean(word, words().filter(|known| known.strip_suffix('s') != Some(word)))
        })?;
        let span = Span::new(self.source, base + range.start, base + range.end);
        let label = if glued.is_some() {
            format!("write `{near}` and a space")
        } else {
            format!("did you mean `{near}`?")
        };
        Some(
            Diagnostic::new(
                &codes::UNKNOWN_WORD,
                span,
                format!("nothing begins with the word `{word}`"),
            )
            .label(label),
        )
    }
}

/// A comma or a value that is missing shows one token late, because the next name could begin a
/// statement of its own.
fn missing_between(piece: &str, at: usize, rules: &[Rule]) -> Option<(Range<usize>, String)> {
    let tokens: Vec<Token> = Lexer::new(piece.get(..at)?).collect();
    let (last, before) = tokens.split_last()?;
    let previous = before.last()?;
    let text = |token: &Token| piece.get(token.start..token.end).unwrap_or("");
    let capital = |token: &Token| text(token).starts_with(|char: char| char.is_ascii_uppercase());
    if last.kind != TokenKind::Word || last.first || previous.kind != TokenKind::Word {
        return None;
    }
    let rest = piece.get(at..)?;
    let (name, range) = (text(last), last.start..last.end);
    // `SP CC 12/0`
    if capital(last)
        && capital(previous)
        && expected::admits_statement(rules)
        && !rest.starts_with('(')
    {
        return Some((range, format!("expected a value for `{}`, found `{name}`", text(previous))));
    }
    // `has Ranger Fear(2)`
    if capital(last) && capital(previous) && rest.starts_with('(') {
        return Some((range, format!("expected `,` before `{name}`")));
    }
    // `weapons rifle knife`, `category troop veteran`
    let begins = |rule: &Rule| {
        matches!(
            rule,
            Rule::attr_value
                | Rule::set_to
                | Rule::equals
                | Rule::alteration
                | Rule::id
                | Rule::plain_id
        )
    };
    let follows_name = !capital(last) && !names_nothing(name) && !names_nothing(text(previous));
    (follows_name && !rules.is_empty() && rules.iter().all(begins))
        .then(|| (range, format!("expected `,` before `{name}`")))
}

/// A name in the wrong letters, or a word of the language in the place of a name.
fn wrong_name(
    piece: &str,
    at: usize,
    rules: &[Rule],
    place: impl Fn(Range<usize>) -> Span,
) -> Option<Diagnostic> {
    let rest = piece.get(at..)?;
    let first = rest.chars().next()?;
    let word = word_at(piece, at);
    let span = place(at..at + found_at(piece, at).len());
    if !first.is_ascii() && first.is_alphabetic() {
        // The letters before it may well have been read as a name.
        let start =
            at - piece.get(..at)?.bytes().rev().take_while(|&byte| is_word_byte(byte)).count();
        if start < at || expected::wants_id(rules) || expected::wants_capital(rules) {
            let message = "names are written in the letters a to z, digits and `_`";
            let diagnostic = Diagnostic::new(
                &codes::BAD_NAME,
                place(start..at + found_at(piece, at).len()),
                message,
            );
            return Some(diagnostic.help("any letter may stand in the title in quotes"));
        }
    }
    // In the list of a choice both options and statements may stand; a title shows which one was
    // meant.
    let named = rest.get(word.len()..).is_some_and(|rest| rest.trim_start().starts_with('"'));
    let begins_line = first_on_line(piece, at);
    if expected::wants_id(rules)
        && names_nothing(word)
        && !begins_line
        && (named || !expected::admits_statement(rules))
    {
        return Some(reserved_word(word, span));
    }
    if expected::wants_id(rules) && first.is_uppercase() && !expected::wants_capital(rules) {
        let message = format!("the name `{word}` must be in lower case");
        let better = word.to_lowercase();
        return Some(
            Diagnostic::new(&codes::BAD_NAME, span, message)
                .help(format!("write `{better}`; what people read is the title in quotes")),
        );
    }
    if expected::wants_capital(rules) && !expected::wants_id(rules) && first.is_ascii_lowercase() {
        let better: String = first.to_uppercase().chain(word.chars().skip(1)).collect();
        let message = format!("the name `{word}` must begin with a capital letter");
        return Some(
            Diagnostic::new(&codes::BAD_NAME, span, message)
                .help(format!("keywords and characteristics do: `{better}`")),
        );
    }
    None
}

/// What people commonly write there and what it should be.
fn hint(piece: &str, at: usize, rules: &[Rule]) -> Option<&'static str> {
    let rest = piece.get(at..)?;
    let before = piece.get(..at)?.trim_end();
    let wants = |rule: Rule| rules.contains(&rule);
    if rest.starts_with("==") || before.ends_with('=') && rest.starts_with('=') {
        return Some("one `=` compares");
    }
    if rest.starts_with("if")
        || (wants(Rule::bound) && rest.starts_with(|char: char| char.is_ascii_alphabetic()))
    {
        return Some("a formula in this place stands in parentheses");
    }
    if rest.starts_with(['*', '/']) {
        return Some(
            "a formula stands in parentheses; a value like `12/0` is written without spaces",
        );
    }
    if rest.starts_with('(') && before.ends_with(|char: char| char.is_ascii_alphanumeric()) {
        return Some("write it without a space, like `Fear(2)` or `18(12)`");
    }
    if rest.starts_with(['=', '<', '>', '!']) && expected::admits_statement(rules) {
        return Some("a comparison in this place stands in parentheses");
    }
    if wants(Rule::lparen) && before.ends_with(':') {
        return Some("the condition after `:` stands in parentheses");
    }
    if before.ends_with(|char: char| char.is_ascii_digit())
        && rest.starts_with('-')
        && wants(Rule::dots)
    {
        return Some("a range is written with two dots: `4..10`");
    }
    if wants(Rule::rule_id) && rest.starts_with(|char: char| char.is_ascii_uppercase()) {
        return Some(
            "a rule of the book has a hyphen, like `AB-12`; a name of your own is in lower case",
        );
    }
    if wants(Rule::change_price) && rest.starts_with(|char: char| char.is_ascii_digit()) {
        return Some("the price of an option has a sign: `+8`");
    }
    if wants(Rule::w_at) && rest.starts_with(|char: char| char.is_ascii_digit()) {
        return Some("a price follows the word `at`");
    }
    None
}

fn found_at(piece: &str, at: usize) -> &str {
    let Some(rest) = piece.get(at..) else { return "" };
    match rest.chars().next() {
        None | Some('\n' | '\r') => "",
        Some(char) if char.is_alphanumeric() => {
            let length = rest
                .find(|char: char| !(char.is_alphanumeric() || char == '_'))
                .unwrap_or(rest.len());
            rest.get(..length).unwrap_or("")
        }
        Some(char) => rest.get(..char.len_utf8()).unwrap_or(""),
    }
}

/// Whether only white space stands between the line's start and this byte.
fn first_on_line(piece: &str, at: usize) -> bool {
    let before = piece.get(..at).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty() && !before.is_empty()
}

/// The opening quote of a text that is not closed on the line of this byte.
fn unclosed_text(piece: &str, at: usize) -> Option<usize> {
    let line_start = piece.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let previous =
        piece.get(..line_start.saturating_sub(1))?.rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = piece.get(at..)?.find('\n').map_or(piece.len(), |length| at + length);
    // The parser may notice only at the next line's first word.
    let start = if first_on_line(piece, at) { previous } else { line_start };
    let mut tokens = Lexer::new(piece.get(start..line_end)?);
    tokens.find(|token| token.kind == TokenKind::UnclosedText).map(|token| start + token.start)
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

/// The text with these places blanked out; every other byte keeps its place.
fn without<'a>(text: &'a str, places: &[Range<usize>]) -> Cow<'a, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut done = 0;
    for place in places {
        clean.push_str(text.get(done..place.start).unwrap_or(""));
        clean.extend(std::iter::repeat_n(' ', place.len()));
        done = place.end;
    }
    clean.push_str(text.get(done..).unwrap_or(""));
    Cow::Owned(clean)
}
