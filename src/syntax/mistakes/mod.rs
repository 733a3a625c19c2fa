//! Mistakes that beginners make, each answered with the line to write instead.
//!
//! The parser only knows what it expected. This module compares the text around the place where it
//! gave up with what people write after one reading of the docs: another language's operators, a
//! title without an id, a price without its sign. Start at [`Failure::known_mistake`].

mod expression;
mod header;
mod marks;
mod option;
mod rule;
mod statement;
mod value;

use std::ops::Range;

use super::failure::{Failure, first_on_line};
use super::lexer::{Lexer, Token, TokenKind, word_at};
use super::words::names_nothing;
use crate::diagnostic::{Diagnostic, codes};

impl<'p> Failure<'p> {
    /// The answer to a mistake with a known shape.
    pub(crate) fn known_mistake(&self) -> Option<Diagnostic> {
        let tokens: Vec<Token> = Lexer::new(self.piece.get(..self.at)?).collect();
        self.comment()
            .or_else(|| self.inches())
            .or_else(|| self.late_was())
            .or_else(|| self.option_mistake(&tokens))
            .or_else(|| self.header_mistake(&tokens))
            .or_else(|| self.statement_mistake(&tokens))
            .or_else(|| self.value_mistake(&tokens))
            .or_else(|| self.rule_mistake(&tokens))
            .or_else(|| self.expression_mistake(&tokens))
            .or_else(|| self.mark_mistake(&tokens))
    }

    /// `# a comment`, `/* a comment */`, `-- a comment`
    fn comment(&self) -> Option<Diagnostic> {
        let marks = ["#", "/*", "--", "<!--"];
        let mark = marks.into_iter().find(|mark| self.rest().starts_with(mark))?;
        let range = self.at..self.at + mark.len();
        let diagnostic = self.answer(range.clone(), "a comment begins with `//`", None);
        let close = if mark == "<!--" { "-->" } else { "*/" };
        // A comment of several lines gets the mark on each.
        Some(match self.rest().split_once(close) {
            Some((inside, _)) if matches!(mark, "/*" | "<!--") => {
                let lines: Vec<&str> = inside.get(mark.len()..)?.lines().map(str::trim).collect();
                let lines = lines.iter().map(|line| line.trim_start_matches("* "));
                let text: Vec<String> = lines.map(|line| format!("// {line}")).collect();
                let end = self.at + inside.len() + close.len();
                diagnostic.replace(self.span(self.at..end), text.join("\n"))
            }
            _ => diagnostic.replace(self.span(range), "//"),
        })
    }

    /// `R 24"`: the sign for inches would begin a text.
    fn inches(&self) -> Option<Diagnostic> {
        let digit = self.piece.get(..self.at)?.ends_with(|char: char| char.is_ascii_digit());
        if !digit || !self.rest().starts_with('"') {
            return None;
        }
        let number = word_before(self.piece, self.at);
        let range = self.at..self.at + 1;
        Some(
            self.answer(
                range.clone(),
                "inches are written without the mark",
                Some(format!("write `{}`", self.piece.get(number)?)),
            )
            .replace(self.span(range), ""),
        )
    }

    /// `unit a "A" : troop was b`: the old name stands too late.
    fn late_was(&self) -> Option<Diagnostic> {
        let after = self.rest().strip_prefix("was")?;
        if !after.starts_with(char::is_whitespace) {
            return None;
        }
        let message = "`was` directly follows the title, or the id of what has no title";
        let help = "a keyword has it behind its text".to_owned();
        Some(self.answer(self.at..self.at + "was".len(), message, Some(help)))
    }

    fn rest(&self) -> &'p str {
        self.piece.get(self.at..).unwrap_or("")
    }

    /// The rest of the line on which the parser gave up, without a comment.
    fn line_rest(&self) -> &'p str {
        self.rest().lines().next().unwrap_or("").trim_end()
    }

    fn text(&self, token: &Token) -> &'p str {
        self.piece.get(token.start..token.end).unwrap_or("")
    }

    /// The word that the faulty statement begins with.
    fn statement_word(&self) -> &'p str {
        self.piece.get(self.word.clone()).unwrap_or("")
    }

    fn answer(&self, range: Range<usize>, message: &str, help: Option<String>) -> Diagnostic {
        let diagnostic = codes::UNEXPECTED.at(self.span(range), message);
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// An answer whose help shows what to write in place of `range`.
    fn instead(&self, range: Range<usize>, message: &str, text: &str) -> Diagnostic {
        let span = self.span(range.clone());
        self.answer(range, message, Some(format!("write `{text}`"))).replace(span, text)
    }
}

/// The word that ends before a byte.
fn word_before(piece: &str, at: usize) -> Range<usize> {
    let before = piece.get(..at).unwrap_or("").bytes().rev();
    at - before.take_while(|&byte| super::lexer::is_word_byte(byte)).count()..at
}

/// An id derived from a title: `"Heavy Marines"` gives `heavy_marines`.
fn id_of(title: &str) -> String {
    let mut id = String::new();
    for char in title.chars() {
        if char.is_ascii_alphanumeric() {
            id.push(char.to_ascii_lowercase());
        } else if !id.is_empty() && !id.ends_with('_') && !matches!(char, '\'' | '’') {
            id.push('_');
        }
    }
    let id = id.trim_end_matches('_');
    if !id.starts_with(|char: char| char.is_ascii_lowercase()) || names_nothing(id) {
        format!("the_{id}").trim_end_matches('_').to_owned()
    } else {
        id.to_owned()
    }
}

/// A title derived from an id: `heavy_marines` gives `Heavy marines`.
fn title_of(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The token that begins at or after a byte, on the same line.
fn token_at(piece: &str, at: usize) -> Option<Token> {
    let line = piece.get(at..)?.lines().next()?;
    let token = Lexer::new(line).next()?;
    let first = first_on_line(piece, at + token.start);
    Some(Token { start: token.start + at, end: token.end + at, first, ..token })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a token is one of these words.
fn is_word(piece: &str, token: &Token, words: &[&str]) -> bool {
    token.kind == TokenKind::Word && words.contains(&word_at(piece, token.start))
}
