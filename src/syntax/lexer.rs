//! A small lexer for what must be known before a text is parsed: where words, braces, texts and
//! comments are.
//!
//! Start at [`Lexer`]. `build.rs` compiles this file too, so it may not use any other part of the
//! library.

use std::borrow::Cow;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word,
    Open,
    Close,
    OpenParen,
    CloseParen,
    /// A text that is closed.
    Text,
    UnclosedText,
    Other,
}

/// A token and its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// Only white space stands before it on its line.
    pub first: bool,
    /// How far its line is indented.
    pub indent: usize,
}

/// The tokens of `text` from `at` on, without comments and white space.
pub(crate) struct Lexer<'a> {
    /// The comments and byte order marks skipped so far.
    pub skipped: Vec<Range<usize>>,
    text: &'a str,
    at: usize,
    first: bool,
    line: usize,
    indent: usize,
}

/// Where the last token before a byte ends: comments and white space after it do not count.
pub(crate) fn code_end(text: &str, at: usize) -> usize {
    Lexer::new(text.get(..at).unwrap_or("")).last().map_or(0, |token| token.end)
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Lexer { skipped: Vec::new(), text, at: 0, first: true, line: 0, indent: 0 }
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => (self.first, self.line) = (true, self.at + 1),
                b' ' | b'\t' | b'\r' => {}
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    let end = self.line_end();
                    self.skipped.push(self.at..end);
                    self.at = end;
                    continue;
                }
                0x80.. => {
                    // The byte order mark, and unusual spaces that come with pasted text.
                    let odd = |char: &char| *char == '\u{FEFF}' || char.is_whitespace();
                    let Some(char) =
                        self.text.get(self.at..).and_then(|rest| rest.chars().next()).filter(odd)
                    else {
                        return;
                    };
                    self.skipped.push(self.at..self.at + char.len_utf8());
                    self.at += char.len_utf8();
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn follows_digit(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|before| self.text.as_bytes().get(before));
        before.is_some_and(u8::is_ascii_digit)
    }

    fn line_end(&self) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        self.at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
    }

    /// The end of the text that begins here, and whether it is closed.
    fn text_end(&self, close: char) -> (usize, bool) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, char)) = chars.next() {
            match char {
                '\\' => drop(chars.next()),
                '\n' => break,
                _ if char == close => return (self.at + at + char.len_utf8(), true),
                _ => {}
            }
        }
        // A missing quote must not hide the brace that ends the line.
        let line_end = self.line_end();
        let line = self.text.get(self.at..line_end).unwrap_or("").trim_end();
        let end =
            if line.len() > 1 && line.ends_with('{') { self.at + line.len() - 1 } else { line_end };
        (end, false)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_space();
        let start = self.at;
        let char = self.text.get(start..)?.chars().next()?;
        let mut end = start + char.len_utf8();
        let kind = match char {
            '{' => TokenKind::Open,
            '}' => TokenKind::Close,
            '(' => TokenKind::OpenParen,
            ')' => TokenKind::CloseParen,
            // Inches, `24"`: a text never directly follows a digit.
            '"' if self.follows_digit() => TokenKind::Other,
            // Comments of other languages: their braces and quotes do not count.
            '#' => {
                end = self.line_end();
                TokenKind::Other
            }
            '/' if self.text.get(start..).is_some_and(|rest| rest.starts_with("/*")) => {
                let close = self.text.get(start..).and_then(|rest| rest.find("*/"));
                end = close.map_or_else(|| self.line_end(), |length| start + length + 2);
                TokenKind::Other
            }
            '"' | '“' => {
                let (text_end, closed) = self.text_end(if char == '"' { '"' } else { '”' });
                end = text_end;
                if closed { TokenKind::Text } else { TokenKind::UnclosedText }
            }
            _ if char.is_ascii_alphanumeric() || char == '_' => {
                end = start + word_at(self.text, start).len();
                TokenKind::Word
            }
            _ => TokenKind::Other,
        };
        let first = std::mem::replace(&mut self.first, false);
        if first {
            self.indent = start - self.line;
        }
        self.at = end;
        Some(Token { kind, start, end, first, indent: self.indent })
    }
}

/// The text with these ranges overwritten by spaces, so that everything else keeps its place.
pub(crate) fn blanked<'a>(text: &'a str, places: &[Range<usize>]) -> Cow<'a, str> {
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

pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The word that begins at this byte; empty if none does.
pub(crate) fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let length = rest.bytes().take_while(|&byte| is_word_byte(byte)).count();
    rest.get(..length).unwrap_or("")
}
