//! Splits tokens and comments into lines, and decides where spaces stand between them.

use std::ops::Range;

use super::super::lexer::{Token, TokenKind};

/// A line to be laid out.
pub(crate) struct Line<'t> {
    /// How far the author indented it.
    pub written: usize,
    pub indent: usize,
    pub blank_before: bool,
    pub pieces: Vec<Piece<'t>>,
    /// How many blocks of earlier lines the line closes at its beginning.
    pub closes_first: usize,
    /// How many further blocks of earlier lines it closes.
    pub closes: usize,
    /// How many blocks it leaves open.
    pub opens: usize,
}

/// A token or a comment.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'t> {
    text: &'t str,
    start: usize,
    /// `None` for a comment.
    kind: Option<TokenKind>,
    /// A brace of a set of values, `{3, 6}`, not of a block.
    of_set: bool,
    /// The column of the line where the author wrote it.
    pub written: usize,
    /// How many spaces to put before it.
    pub spaces: usize,
    /// The author put more than one space before it.
    pub wide: bool,
}

impl Piece<'_> {
    pub(crate) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// The lines of a text.
pub(crate) fn lines<'t>(
    text: &'t str,
    tokens: &[Token],
    skipped: &[Range<usize>],
) -> Vec<Line<'t>> {
    let mut lines: Vec<Line<'t>> = Vec::new();
    let mut end = 0;
    for piece in pieces(text, tokens, skipped) {
        let gap = text.get(end..piece.start).unwrap_or("");
        end = piece.start + piece.text.len();
        let breaks = gap.bytes().filter(|&byte| byte == b'\n').count();
        if breaks > 0 || lines.is_empty() {
            lines.push(Line {
                written: gap.rsplit('\n').next().unwrap_or("").chars().count(),
                indent: 0,
                blank_before: breaks > 1,
                pieces: Vec::new(),
                closes_first: 0,
                closes: 0,
                opens: 0,
            });
        }
        if let Some(line) = lines.last_mut() {
            line.add(gap, piece);
        }
    }
    lines
}

impl<'t> Line<'t> {
    pub(crate) fn write(&self, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', self.indent));
        for piece in &self.pieces {
            out.extend(std::iter::repeat_n(' ', piece.spaces));
            out.push_str(piece.text);
        }
    }

    fn add(&mut self, gap: &str, mut piece: Piece<'t>) {
        let before = self.pieces.last();
        match piece.kind {
            Some(TokenKind::Open) => self.opens += 1,
            Some(TokenKind::Close) if self.opens > 0 => self.opens -= 1,
            Some(TokenKind::Close) if self.closes_first == self.pieces.len() => {
                self.closes_first += 1;
            }
            Some(TokenKind::Close) => self.closes += 1,
            _ => {}
        }
        piece.written = before
            .map_or(self.written, |before| before.written + before.width() + gap.chars().count());
        let apart = before.is_some_and(|before| are_apart(before, gap, &piece));
        piece.wide =
            apart && (gap.chars().count() > 1 || gap.contains('\t') || piece.kind.is_none());
        piece.spaces = usize::from(apart) + usize::from(piece.wide);
        self.pieces.push(piece);
    }
}

/// Whether a space stands between two pieces of one line.
fn are_apart(before: &Piece<'_>, gap: &str, piece: &Piece<'_>) -> bool {
    let opens = before.kind == Some(TokenKind::Open);
    let closes = piece.kind == Some(TokenKind::Close);
    if opens || closes {
        let of_set = if opens { before.of_set } else { piece.of_set };
        return !(of_set || opens && closes);
    }
    if piece.text == "," || before.text == "(" || piece.text == ")" {
        return false;
    }
    let of_block = piece.kind == Some(TokenKind::Open) || before.kind == Some(TokenKind::Close);
    of_block || before.text == "," || piece.kind.is_none() || !gap.is_empty()
}

/// Tokens and comments in text order. Byte order marks and odd spaces that the lexer skips are left
/// out.
fn pieces<'t>(text: &'t str, tokens: &[Token], skipped: &[Range<usize>]) -> Vec<Piece<'t>> {
    let mut all = Vec::with_capacity(tokens.len() + skipped.len());
    let of_set = sets(text, tokens);
    let mut skipped = skipped.iter().peekable();
    let comment = |range: &Range<usize>| {
        let words = text.get(range.clone()).unwrap_or("").trim_end();
        words.starts_with("//").then(|| piece(words, range.start, None, false))
    };
    for (token, of_set) in tokens.iter().zip(of_set) {
        while let Some(range) = skipped.next_if(|range| range.start < token.start) {
            all.extend(comment(range));
        }
        let words = text.get(token.start..token.end).unwrap_or("");
        all.push(piece(words, token.start, Some(token.kind), of_set));
    }
    all.extend(skipped.filter_map(comment));
    all
}

fn piece(text: &str, start: usize, kind: Option<TokenKind>, of_set: bool) -> Piece<'_> {
    Piece { text, start, kind, of_set, written: 0, spaces: 0, wide: false }
}

/// Which braces are those of a set of values: `{3, 6}`, `{left, right}`.
fn sets(text: &str, tokens: &[Token]) -> Vec<bool> {
    let mut of_set = vec![false; tokens.len()];
    let mut open: Vec<(usize, Shape)> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let words = text.get(token.start..token.end).unwrap_or("");
        match token.kind {
            TokenKind::Open => {
                if let Some((_, shape)) = open.last_mut() {
                    shape.is_set = false;
                }
                open.push((place, Shape { is_set: true, ..Shape::default() }));
            }
            TokenKind::Close => {
                let Some((start, shape)) = open.pop() else { continue };
                if shape.is_set && !shape.wants_value && (shape.commas > 0 || shape.number) {
                    for brace in [start, place] {
                        of_set.get_mut(brace).into_iter().for_each(|of_set| *of_set = true);
                    }
                }
            }
            _ => {
                if let Some((_, shape)) = open.last_mut() {
                    shape.take(token, words);
                }
            }
        }
    }
    of_set
}

/// What is known about the inside of a pair of braces, to decide whether it is a set.
#[derive(Default)]
struct Shape {
    is_set: bool,
    commas: usize,
    /// The last token was a comma or a sign.
    wants_value: bool,
    has_value: bool,
    number: bool,
}

impl Shape {
    fn take(&mut self, token: &Token, words: &str) {
        match token.kind {
            TokenKind::Word | TokenKind::Text => {
                self.is_set &= !self.has_value || self.wants_value;
                self.number = words.bytes().all(|byte| byte.is_ascii_digit());
                (self.has_value, self.wants_value) = (true, false);
            }
            TokenKind::Other if words == "," => {
                self.is_set &= self.has_value && !self.wants_value;
                self.commas += 1;
                self.wants_value = true;
            }
            TokenKind::Other if words == "-" && (self.wants_value || !self.has_value) => {
                self.wants_value = true;
            }
            _ => self.is_set = false,
        }
    }
}
