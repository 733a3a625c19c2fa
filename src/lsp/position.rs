//! Places as editors count them: lines and columns from 0, columns in bytes or UTF-16 units.

use std::ops::Range;

use serde_json::{Value, json};

/// How columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes if the editor offers that, else what the protocol asks for.
    pub(crate) fn offered(params: &Value) -> Self {
        let offered = params.pointer("/capabilities/general/positionEncodings");
        let utf8 =
            offered.and_then(Value::as_array).is_some_and(|all| all.contains(&json!("utf-8")));
        if utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    fn width(self, char: char) -> usize {
        match self {
            Encoding::Utf8 => char.len_utf8(),
            Encoding::Utf16 => char.len_utf16(),
        }
    }
}

/// The places where the lines of a text begin.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str, encoding: Encoding) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Lines { text, starts, encoding }
    }

    /// The line and column of a byte.
    pub(crate) fn place(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..byte).unwrap_or("");
        (line, before.chars().map(|char| self.encoding.width(char)).sum())
    }

    /// A place for the editor.
    pub(crate) fn position(&self, byte: usize) -> Value {
        let (line, character) = self.place(byte);
        json!({ "line": line, "character": character })
    }

    pub(crate) fn range(&self, range: Range<usize>) -> Value {
        json!({ "start": self.position(range.start), "end": self.position(range.end) })
    }

    /// The byte at an editor's place; the end of the line or text if it lies behind that.
    pub(crate) fn byte(&self, position: &Value) -> Option<usize> {
        let line = usize::try_from(position.get("line")?.as_u64()?).ok()?;
        let wanted = usize::try_from(position.get("character")?.as_u64()?).ok()?;
        let Some(start) = self.starts.get(line).copied() else { return Some(self.text.len()) };
        let rest = self.text.get(start..)?;
        let (mut at, mut column) = (start, 0);
        for char in rest.chars() {
            if column >= wanted || char == '\n' {
                break;
            }
            column += self.encoding.width(char);
            at += char.len_utf8();
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_as_the_editor_counts() {
        let text = "a\n“é𝄞”x\n";
        let end = text.find('x').unwrap();
        for (encoding, column) in [(Encoding::Utf8, 12), (Encoding::Utf16, 5)] {
            let lines = Lines::of(text, encoding);
            assert_eq!(lines.place(end), (1, column));
            assert_eq!(lines.byte(&lines.position(end)), Some(end));
        }
        let lines = Lines::of(text, Encoding::Utf8);
        assert_eq!(lines.byte(&json!({ "line": 0, "character": 99 })), Some(1));
        assert_eq!(lines.byte(&json!({ "line": 99, "character": 0 })), Some(text.len()));
    }
}
