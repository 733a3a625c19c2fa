//! Columns of text, aligned.

use unicode_width::UnicodeWidthStr;

/// Rows of cells under each other, two spaces between columns. Cells may carry styles: only what is seen counts.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    pub(super) fn draw(&self, indent: usize) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell: &String| seen_width(cell)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(width.saturating_sub(seen_width(cell)) + 2));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

pub(super) fn seen_width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().width()
}

/// Breaks a text into lines of at most `width`, each indented; the first follows `lead`.
pub(super) fn wrap(lead: &str, text: &str, indent: usize, width: usize) -> String {
    let mut lines = String::from(lead);
    let mut used = seen_width(lead);
    for word in text.split_whitespace() {
        let length = word.width();
        if used > indent && used + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = indent;
        } else if used > indent {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += length;
    }
    lines.push('\n');
    lines
}
