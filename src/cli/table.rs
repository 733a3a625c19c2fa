//! Columns of text, aligned.

use unicode_width::UnicodeWidthStr;

/// Rows of cells under each other, two spaces between columns. Cells may carry styles: only what is
/// seen counts.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    /// A text under the row before it, over the whole width.
    Below(String),
}

/// The narrowest column that a text is broken in; where there is less room it begins a line of its
/// own.
const NARROWEST: usize = 16;

impl Table {
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }

    pub(crate) fn below(&mut self, text: impl Into<String>) {
        self.rows.push(Row::Below(text.into()));
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = Vec::new();
        for row in &self.rows {
            let Row::Cells(cells) = row else { continue };
            widths.resize(widths.len().max(cells.len()), 0);
            widths
                .iter_mut()
                .zip(cells)
                .for_each(|(width, cell)| *width = seen_width(cell).max(*width));
        }
        widths
    }

    /// How wide everything but the last column is.
    pub(crate) fn width_before_last(&self) -> usize {
        let widths = self.widths();
        widths.iter().rev().skip(1).map(|width| width + 2).sum()
    }

    pub(crate) fn draw(&self, indent: usize) -> String {
        self.draw_within(indent, usize::MAX)
    }

    /// The same, with the last column and texts broken where `most` is reached.
    pub(crate) fn draw_within(&self, indent: usize, most: usize) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            match row {
                Row::Cells(cells) => text.push_str(&line(cells, &widths, indent, most)),
                Row::Below(below) => {
                    text.push_str(&wrap(&" ".repeat(indent + 4), below, indent + 4, most))
                }
            }
        }
        text
    }
}

fn line(cells: &[String], widths: &[usize], indent: usize, most: usize) -> String {
    let mut line = " ".repeat(indent);
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let start = seen_width(&line);
        if column + 1 == widths.len() && start.saturating_add(seen_width(cell)) > most {
            if most.saturating_sub(start) >= NARROWEST {
                return wrap(&line, cell, start, most);
            }
            return format!(
                "{}\n{}",
                line.trim_end(),
                wrap(&" ".repeat(indent + 4), cell, indent + 4, most)
            );
        }
        line.push_str(cell);
        line.push_str(&" ".repeat(width.saturating_sub(seen_width(cell)) + 2));
    }
    format!("{}\n", line.trim_end())
}

pub(crate) fn seen_width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().width()
}

/// Breaks a text into lines of at most `width`, each indented; the first follows `lead`.
pub(crate) fn wrap(lead: &str, text: &str, indent: usize, width: usize) -> String {
    let mut used = seen_width(lead);
    let start = lead.len() - lead.trim_start().len();
    if used > width && start < lead.len() {
        // A lead that does not fit is broken like the rest.
        let (blank, words) = lead.split_at_checked(start).unwrap_or(("", lead));
        return wrap(blank, &format!("{words} {text}"), indent, width);
    }
    let mut lines = String::from(lead);
    let mut is_blank = lead.trim().is_empty();
    for word in text.split_whitespace() {
        let length = seen_width(word);
        let gap = usize::from(!is_blank && !lines.ends_with(' '));
        if !is_blank && used + gap + length > width {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = indent;
        } else {
            lines.push_str(&" ".repeat(gap));
            used += gap;
        }
        lines.push_str(word);
        used += length;
        is_blank = false;
    }
    lines.truncate(lines.trim_end().len());
    lines.push('\n');
    lines
}
