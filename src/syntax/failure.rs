//! Explains why a piece of text could not be parsed.
//!
//! The parser knows only which rules it expected at which byte. Start at [`Failure::explain`],
//! which checks for the mistakes people make, the most specific first.

use std::ops::Range;

use super::build::reserved_word;
use super::expected;
use super::grammar::Rule;
use super::lexer::{Lexer, Token, TokenKind, code_end, is_word_byte, word_at};
use super::words::{
    DECLARATION_WORDS, ITEM_WORDS, RESERVED_WORDS, STATEMENT_WORDS, names_nothing, synonym,
};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::{SourceId, Span};

/// Where the parser gave up, and what it expected there.
pub(crate) struct Failure<'p> {
    pub source: SourceId,
    /// Where the piece begins in the source.
    pub base: usize,
    pub piece: &'p str,
    pub at: usize,
    /// The rules the parser expected.
    pub rules: &'p [Rule],
    /// The first word of the faulty statement.
    pub word: Range<usize>,
    /// The rule the piece was parsed as.
    pub parsed: Rule,
}

impl Failure<'_> {
    pub(crate) fn explain(&self) -> Diagnostic {
        if let Some(quote) = unclosed_text(self.piece, self.at) {
            let rest = self.piece.get(quote..).unwrap_or("");
            let end = rest.find('\n').map_or(self.piece.len(), |length| quote + length);
            let text = self.piece.get(quote..end).unwrap_or("").trim_end();
            // A brace that ends the line opens a block.
            let text = text.strip_suffix('{').map_or(text, str::trim_end);
            let close = self.span(quote + text.len()..quote + text.len());
            let mark = if text.starts_with('“') { "”" } else { "\"" };
            return codes::UNCLOSED_TEXT
                .at(self.span(quote..end), "this text is not closed on its line")
                .help("end it with a quote; a quote inside a text is written `\\\"`")
                .replace(close, mark);
        }
        if let Some(mistake) = self.known_mistake() {
            return mistake;
        }
        // In a profile every line begins with a name that the game defines.
        let in_profile = expected::wants_capital(self.rules)
            && !expected::wants_id(self.rules)
            && !self.rules.contains(&Rule::statement);
        let mistake = if in_profile {
            self.wrong_name().or_else(|| self.misspelt())
        } else {
            self.misspelt().or_else(|| self.wrong_name())
        };
        mistake.or_else(|| self.missing_between()).unwrap_or_else(|| self.unexpected())
    }

    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, self.base + range.start, self.base + range.end)
    }

    /// The plain form: what was expected and what was found.
    fn unexpected(&self) -> Diagnostic {
        let expected = expected::list(self.rules);
        if first_on_line(self.piece, self.at) && !expected::admits_statement(self.rules) {
            let end = code_end(self.piece, self.at);
            return codes::UNEXPECTED
                .at(self.span(end..end), format!("expected {expected} before the line ends"))
                .label("something is missing here");
        }
        let found = found_at(self.piece, self.at);
        let what = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        let span = self.span(self.at..self.at + found.len());
        let diagnostic = codes::UNEXPECTED.at(span, format!("expected {expected}, found {what}"));
        match self.hint() {
            Some(hint) => diagnostic.help(hint),
            None => diagnostic,
        }
    }

    /// The first word of a statement is not a word of the language but similar to one.
    pub(crate) fn misspelt(&self) -> Option<Diagnostic> {
        let word = self.piece.get(self.word.clone())?;
        let tables = [ITEM_WORDS, DECLARATION_WORDS, STATEMENT_WORDS, RESERVED_WORDS];
        if tables.iter().any(|words| words.contains(&word))
            || word.starts_with(|char: char| !char.is_ascii_lowercase())
        {
            return None;
        }
        let words = match self.parsed {
            Rule::item_header => ITEM_WORDS.to_vec(),
            _ => [STATEMENT_WORDS, DECLARATION_WORDS].concat(),
        };
        let glued = |known: &&&str| {
            let rest = word.strip_prefix(**known).filter(|_| known.len() > 2);
            rest.is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()))
        };
        let message = format!("no statement begins with `{word}`");
        let diagnostic = codes::UNKNOWN_WORD.at(self.span(self.word.clone()), message);
        if let Some(known) = words.iter().find(glued) {
            return Some(diagnostic.label(format!("write `{known}` and a space")));
        }
        if let Some(ours) = synonym(word).filter(|ours| words.contains(ours)) {
            let span = diagnostic.at.span;
            let help = format!("`{word}` is called `{ours}` here");
            return Some(diagnostic.help(help).replace(span, ours));
        }
        let known = words.iter().copied().filter(|known| known.strip_suffix('s') != Some(word));
        let suggestion = Some(did_you_mean(word, known)?.to_owned());
        Some(Diagnostic { suggestion, ..diagnostic })
    }

    /// A missing comma or value is noticed one token late, because the next name could begin a new
    /// statement.
    fn missing_between(&self) -> Option<Diagnostic> {
        let tokens: Vec<Token> = Lexer::new(self.piece.get(..self.at)?).collect();
        let [.., previous, last] = tokens.as_slice() else { return None };
        if last.kind != TokenKind::Word || last.first || previous.kind != TokenKind::Word {
            return None;
        }
        let before = self.piece.get(previous.start..previous.end)?;
        let name = self.piece.get(last.start..last.end)?;
        let capital = |name: &str| name.starts_with(|char: char| char.is_ascii_uppercase());
        let call = self.piece.get(self.at..)?.starts_with('(');
        let lacks_comma = || format!("expected `,` before `{name}`");
        let (message, is_comma) = if capital(name) && capital(before) {
            if call {
                // `has Ranger Fear(2)`
                (lacks_comma(), true)
            } else if expected::admits_statement(self.rules) {
                // `SP CC 12/0`
                (format!("expected a value for `{before}`, found `{name}`"), false)
            } else {
                return None;
            }
        } else {
            // `weapons rifle knife`, `category troop veteran`
            let names = !capital(name) && !names_nothing(name) && !names_nothing(before);
            if !names || self.rules.is_empty() || !self.rules.iter().all(follows_name) {
                return None;
            }
            (lacks_comma(), true)
        };
        let span = self.span(last.start..last.end);
        let diagnostic = codes::UNEXPECTED.at(span, message);
        let between = self.span(previous.end..last.start);
        Some(if is_comma { diagnostic.replace(between, ", ") } else { diagnostic })
    }

    /// A name with letters that are not allowed, or a word of the language in place of a name.
    fn wrong_name(&self) -> Option<Diagnostic> {
        let (piece, at, rules) = (self.piece, self.at, self.rules);
        let (wants_id, wants_capital) = (expected::wants_id(rules), expected::wants_capital(rules));
        let rest = piece.get(at..)?;
        let first = rest.chars().next()?;
        let word = word_at(piece, at);
        let end = at + found_at(piece, at).len();
        if !first.is_ascii() && first.is_alphabetic() {
            // The letters before this one may have been read as a name.
            let before = piece.get(..at)?.bytes().rev();
            let start = at - before.take_while(|&byte| is_word_byte(byte)).count();
            if start < at || wants_id || wants_capital {
                return Some(
                    codes::BAD_NAME
                        .at(self.span(start..end), "names can only use a to z, digits and `_`")
                        .help("the title in quotes can use any letter"),
                );
            }
        }
        // A choice allows both options and statements; a title shows which one was meant.
        let titled = rest.get(word.len()..).is_some_and(|rest| rest.trim_start().starts_with('"'));
        if wants_id
            && names_nothing(word)
            && !first_on_line(piece, at)
            && (titled || !expected::admits_statement(rules))
        {
            return Some(reserved_word(word, self.span(at..end)));
        }
        if wants_id && !wants_capital && first.is_uppercase() {
            let message = format!("the name `{word}` must be in lower case");
            let better = word.to_lowercase();
            return Some(
                codes::BAD_NAME
                    .at(self.span(at..end), message)
                    .help(format!("write `{better}`; people see the title in quotes"))
                    .replace(self.span(at..end), better),
            );
        }
        if wants_capital && !wants_id && first.is_ascii_lowercase() {
            let better: String = first.to_uppercase().chain(word.chars().skip(1)).collect();
            let message = format!("the name `{word}` must begin with a capital letter");
            return Some(
                codes::BAD_NAME
                    .at(self.span(at..end), message)
                    .help(format!("write `{better}`, like all keywords and characteristics"))
                    .replace(self.span(at..end), better),
            );
        }
        None
    }

    /// A common mistake at this place, and what to write instead.
    fn hint(&self) -> Option<&'static str> {
        let rest = self.piece.get(self.at..)?;
        let before = self.piece.get(..self.at)?.trim_end();
        let wants = |rule: Rule| self.rules.contains(&rule);
        let digit = rest.starts_with(|char: char| char.is_ascii_digit());
        let letter = rest.starts_with(|char: char| char.is_ascii_alphabetic());
        if rest.starts_with("if") || (wants(Rule::bound) && letter) {
            Some("put the formula in parentheses")
        } else if rest.starts_with(['*', '/']) {
            Some("put a formula in parentheses; write a value such as `12/0` without spaces")
        } else if rest.starts_with('(')
            && before.ends_with(|char: char| char.is_ascii_alphanumeric())
        {
            Some("write it without a space, like `Fear(2)` or `18(12)`")
        } else if rest.starts_with(['=', '<', '>', '!']) && expected::admits_statement(self.rules) {
            Some("put the comparison in parentheses")
        } else if wants(Rule::lparen) && before.ends_with(':') {
            Some("put the condition after `:` in parentheses")
        } else if wants(Rule::rule_id) && rest.starts_with(|char: char| char.is_ascii_uppercase()) {
            Some("a rule of the book has a hyphen, like `AB-12`; other names are in lower case")
        } else if wants(Rule::w_at) && digit {
            Some("a price follows the word `at`")
        } else {
            None
        }
    }
}

/// Reports a header that lacks the brace to open its body.
pub(crate) fn missing_brace(word: &str, at: Span) -> Diagnostic {
    let message = format!("expected `{{` after the header of this {word}");
    codes::UNEXPECTED.at(at, message).label("`{` is missing here")
}

/// Whether the parser expected what follows the first name of a statement.
fn follows_name(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::attr_value
            | Rule::set_to
            | Rule::equals
            | Rule::alteration
            | Rule::id
            | Rule::plain_id
    )
}

/// The word or sign at this byte; empty at the end of a line.
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
pub(crate) fn first_on_line(piece: &str, at: usize) -> bool {
    let before = piece.get(..at).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty() && !before.is_empty()
}

/// The opening quote of an unclosed text on the line of this byte.
fn unclosed_text(piece: &str, at: usize) -> Option<usize> {
    let line_start = piece.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
    let previous =
        piece.get(..line_start.saturating_sub(1))?.rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = piece.get(at..)?.find('\n').map_or(piece.len(), |length| at + length);
    // The parser may only notice at the first word of the next line.
    let start = if first_on_line(piece, at) { previous } else { line_start };
    let mut tokens = Lexer::new(piece.get(start..line_end)?);
    tokens.find(|token| token.kind == TokenKind::UnclosedText).map(|token| start + token.start)
}
