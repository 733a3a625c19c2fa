//! Finds which part of a text to leave out so that parsing can go on after an error.

use std::ops::Range;

use super::lexer::{Lexer, Token, TokenKind, word_at};
use super::words::{RESERVED_WORDS, STATEMENT_WORDS};

/// The faulty statement, and the block it opens, if any.
pub(crate) struct Hole {
    pub range: Range<usize>,
    /// The inside of the block the statement opens, which is checked for further errors on its own.
    pub block: Option<Range<usize>>,
    /// The word the statement begins with.
    pub word: Range<usize>,
}

/// The statement around the byte `at`. `before`: the error is that the statement *before* this
/// place is incomplete.
pub(crate) fn around(text: &str, at: usize, before: bool) -> Option<Hole> {
    let tokens: Vec<Token> = Lexer::new(text).collect();
    let mut here = tokens.partition_point(|token| token.start < at);
    if before || here >= tokens.len() {
        here = here.checked_sub(1)?;
    }
    // An error at a closing brace belongs to the block it closes.
    while here > 0 && tokens.get(here)?.kind == TokenKind::Close {
        here -= 1;
    }
    let first = statement_start(text, &tokens, here)?;
    let (last, block) = statement_end(text, &tokens, first, here)?;
    let word = tokens.get(first)?;
    Some(Hole { range: word.start..tokens.get(last)?.end, block, word: word.start..word.end })
}

/// The first token of the statement: the first of a line that begins a statement, or the one after
/// a brace.
fn statement_start(text: &str, tokens: &[Token], here: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut index = here;
    loop {
        let token = tokens.get(index)?;
        if index == 0 || (depth == 0 && token.first && begins_statement(text, token)) {
            return Some(index);
        }
        match tokens.get(index - 1)?.kind {
            TokenKind::Open if depth == 0 => return Some(index),
            TokenKind::Open => depth -= 1,
            // A block ended here: this token begins a new statement, unless it stands on the same
            // line.
            TokenKind::Close if depth == 0 && token.kind == TokenKind::Word => return Some(index),
            TokenKind::Close => depth += 1,
            _ => {}
        }
        index -= 1;
    }
}

/// The last token of the statement: before the next statement begins, before the brace that closes
/// the surrounding block, or at the end of the block the statement opens.
fn statement_end(
    text: &str,
    tokens: &[Token],
    first: usize,
    here: usize,
) -> Option<(usize, Option<Range<usize>>)> {
    let mut open: Vec<usize> = Vec::new();
    let mut block: Option<Range<usize>> = None;
    let mut index = first;
    let mut last = first;
    while let Some(token) = tokens.get(index) {
        match token.kind {
            TokenKind::Open => open.push(token.end),
            TokenKind::Close => {
                let Some(start) = open.pop() else { break };
                if open.is_empty() {
                    block = Some(start..token.start);
                    // A sign after the braces (`{1, 2} < 3`) shows that they were a set, not a
                    // block.
                    let may_continue = tokens
                        .get(index + 1)
                        .is_some_and(|next| next.kind == TokenKind::Other && !next.first);
                    if index >= here && !may_continue {
                        return Some((index, block));
                    }
                }
            }
            _ if open.is_empty()
                && index > here
                && token.first
                && begins_statement(text, token) =>
            {
                break;
            }
            _ => {}
        }
        last = index;
        index += 1;
    }
    Some((last, block))
}

/// Whether a line that begins with this token begins a statement rather than continuing one.
fn begins_statement(text: &str, token: &Token) -> bool {
    let word = word_at(text, token.start);
    let next = text.get(token.end..).unwrap_or("");
    let spaced = next.starts_with([' ', '\t', '\r', '\n', '{']);
    match token.kind {
        TokenKind::Word if STATEMENT_WORDS.contains(&word) => spaced,
        // `lmg "M-40"`, `type 1`, `rank = 2`, `SP 5`, `weapon x`: a name and what it is given
        TokenKind::Word => {
            let value = next.trim_start_matches([' ', '\t']);
            let given = value.starts_with(|char: char| {
                char.is_alphanumeric()
                    || matches!(char, '"' | '“' | '+' | '=' | '-' | '{' | '\r' | '\n')
            });
            !word.starts_with(|char: char| char.is_ascii_digit())
                && spaced
                && given
                && !RESERVED_WORDS.contains(&word)
        }
        TokenKind::Close => true,
        // A comment of another language, which the lexer reads as one token.
        TokenKind::Other => token.end - token.start > 1,
        _ => false,
    }
}
