//! The canonical layout of data files, for `orbat data fmt`.
//!
//! Start at [`format()`]. Only white space changes: the author's line breaks stay, everything
//! inside a line is laid out anew. This works on tokens alone, so it is fast and can format a file
//! whose names are wrong. `line` splits tokens into lines, `columns` keeps what the author aligned;
//! this file indents.

mod columns;
mod line;

use std::ops::Range;

use line::Line;

use super::DEEPEST;
use super::lexer::{Lexer, Token, TokenKind};

/// Why a text cannot be formatted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CannotFormat {
    /// A text that is not closed on its line.
    UnclosedText(Range<usize>),
    /// A brace that is never closed.
    UnclosedBrace(Range<usize>),
    /// A brace inside too many others.
    TooDeep(Range<usize>),
    /// A brace that closes nothing.
    SurplusBrace(Range<usize>),
}

/// One level of indentation.
const STEP: usize = 2;

/// How often a text is laid out again at most until nothing changes.
const MOST_ROUNDS: usize = 8;

/// The text in its canonical layout.
pub fn format(text: &str) -> Result<String, CannotFormat> {
    let mut laid_out = lay_out(text)?;
    // Text that was written without spaces may only now line up as a column.
    for _ in 0..MOST_ROUNDS {
        let again = lay_out(&laid_out)?;
        if again == laid_out {
            break;
        }
        laid_out = again;
    }
    Ok(laid_out)
}

fn lay_out(text: &str) -> Result<String, CannotFormat> {
    let mut lexer = Lexer::new(text);
    let tokens: Vec<Token> = lexer.by_ref().collect();
    check(&tokens)?;
    let mut lines = line::lines(text, &tokens, &lexer.skipped);
    indent(&mut lines);
    columns::align(&mut lines);
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for line in &lines {
        if line.blank_before {
            out.push('\n');
        }
        line.write(&mut out);
        out.push('\n');
    }
    Ok(out)
}

/// Checks that braces and texts are closed, without which the layout makes no sense.
fn check(tokens: &[Token]) -> Result<(), CannotFormat> {
    let mut open: Vec<Range<usize>> = Vec::new();
    for token in tokens {
        let range = token.start..token.end;
        match token.kind {
            TokenKind::UnclosedText => return Err(CannotFormat::UnclosedText(range)),
            TokenKind::Open if open.len() >= DEEPEST => return Err(CannotFormat::TooDeep(range)),
            TokenKind::Open => open.push(range),
            TokenKind::Close if open.pop().is_none() => {
                return Err(CannotFormat::SurplusBrace(range));
            }
            _ => {}
        }
    }
    open.pop().map_or(Ok(()), |range| Err(CannotFormat::UnclosedBrace(range)))
}

/// An open block: how far its lines are indented, and how far the author indented the lines that
/// the next one may continue.
struct Block {
    indent: usize,
    written: Vec<usize>,
}

/// Indents lines by the blocks they stand in. A line that the author indented further than the one
/// before continues it, and is indented further here too.
fn indent(lines: &mut [Line]) {
    let mut blocks = vec![Block { indent: 0, written: Vec::new() }];
    for (index, line) in lines.iter_mut().enumerate() {
        let mut closed = None;
        for _ in 0..line.closes_first {
            closed = if blocks.len() > 1 { blocks.pop() } else { None };
        }
        // A line after a blank line continues nothing.
        if let Some(block) = blocks.last_mut().filter(|_| line.blank_before) {
            block.written.clear();
        }
        line.indent = match (closed, blocks.last_mut()) {
            (Some(closed), _) => closed.indent.saturating_sub(STEP),
            (None, Some(block)) => block.indent + STEP * block.continued(line.written),
            (None, None) => 0,
        };
        line.blank_before &= index > 0;
        for _ in 0..line.closes {
            if blocks.len() > 1 {
                blocks.pop();
            }
        }
        for _ in 0..line.opens {
            blocks.push(Block { indent: line.indent + STEP, written: Vec::new() });
        }
    }
}

impl Block {
    /// How many lines a line with this indentation continues.
    fn continued(&mut self, indent: usize) -> usize {
        while self.written.last().is_some_and(|last| indent < *last) {
            self.written.pop();
        }
        if self.written.last() != Some(&indent) {
            self.written.push(indent);
        }
        self.written.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::{CannotFormat, format};

    fn formatted(text: &str) -> String {
        let once = format(text).unwrap();
        assert_eq!(format(&once).unwrap(), once, "formatting again changes nothing");
        once
    }

    #[test]
    fn blocks_are_indented_by_two() {
        let text = "unit a \"A\" {\n      models 5 b\n  when x {\nhas Y\n}\n }\n";
        assert_eq!(
            formatted(text),
            "unit a \"A\" {\n  models 5 b\n  when x {\n    has Y\n  }\n}\n"
        );
    }

    #[test]
    fn lines_that_continue_others_are_indented_further() {
        let text = "rule a {\n  require x\n      say \"y\"\n      help \"z\"\n  require b\n}\n";
        assert_eq!(
            formatted(text),
            "rule a {\n  require x\n    say \"y\"\n    help \"z\"\n  require b\n}\n"
        );
    }

    #[test]
    fn commas_and_braces_have_their_spaces() {
        assert_eq!(formatted("models { 3 ,6 } a\n"), "models {3, 6} a\n");
        assert_eq!(formatted("model a{SP 5 CC 12/0}\n"), "model a { SP 5 CC 12/0 }\n");
        assert_eq!(formatted("has Fear( 2 ),Ranger\n"), "has Fear(2), Ranger\n");
        assert_eq!(formatted("choose x 0..1 {}\n"), "choose x 0..1 {}\n");
        assert_eq!(
            formatted("army { when x in { a, b } { hide } }"),
            "army { when x in {a, b} { hide } }\n"
        );
    }

    #[test]
    fn columns_stay_aligned() {
        assert_eq!(formatted("a       b\nlonger  c  // d\n"), "a       b\nlonger  c  // d\n");
        assert_eq!(formatted("a      b\nlonger c // d\n"), "a      b\nlonger c  // d\n");
        assert_eq!(formatted("a,b     c\nlonger  c\n"), "a, b    c\nlonger  c\n");
        assert_eq!(formatted("a    b\n\nlonger  c\n"), "a  b\n\nlonger  c\n");
        assert_eq!(formatted("a    b\nlonger c\n"), "a  b\nlonger c\n");
    }

    #[test]
    fn comments_and_blank_lines_stay() {
        assert_eq!(formatted("// a\r\n\r\n\r\n\tb{ // c\r\n\r\n}\r\n"), "// a\n\nb {  // c\n\n}\n");
    }

    #[test]
    fn what_has_no_layout_is_refused() {
        assert_eq!(format("a {"), Err(CannotFormat::UnclosedBrace(2..3)));
        assert_eq!(format("}"), Err(CannotFormat::SurplusBrace(0..1)));
        assert_eq!(format("a \"b\n"), Err(CannotFormat::UnclosedText(2..4)));
    }
}
