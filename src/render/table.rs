//! Text for a terminal: wrapped lines and aligned columns.

use unicode_width::UnicodeWidthStr;

use crate::diagnostic::screen::unstyled;

/// Rows of cells in aligned columns, two spaces apart. Cells may have styles, which take no room.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    /// A text below the previous row, over the whole width.
    Below(String),
}

/// The narrowest column that text is wrapped in; with less room it starts on a new line.
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
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = seen_width(cell).max(*width);
            }
        }
        widths
    }

    /// The width of all columns but the last.
    pub(crate) fn width_before_last(&self) -> usize {
        self.widths().iter().rev().skip(1).map(|width| width + 2).sum()
    }

    pub(crate) fn draw(&self, indent: usize) -> String {
        self.draw_within(indent, usize::MAX)
    }

    /// The same, with the last column and texts wrapped at `most`.
    pub(crate) fn draw_within(&self, indent: usize, most: usize) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            match row {
                Row::Cells(cells) => text.push_str(&line(cells, &widths, indent, most)),
                Row::Below(below) => text.push_str(&indented(below, indent + 4, most)),
            }
        }
        text
    }

    /// The same, but if the columns do not fit, every row becomes a paragraph of named values. The
    /// first row holds the names of the columns.
    pub(crate) fn draw_or_stack(&self, indent: usize, most: usize) -> String {
        if self.width_before_last() <= most {
            return self.draw_within(indent, most);
        }
        let mut columns: &[String] = &[];
        let mut text = String::new();
        for row in &self.rows {
            match row {
                Row::Below(below) => text.push_str(&indented(below, indent + 4, most)),
                Row::Cells(cells) => {
                    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
                    text.push_str(&format!("{}{first}\n", " ".repeat(indent)));
                    let mut values = Vec::new();
                    let between = cells.len().saturating_sub(1);
                    for (column, value) in columns.iter().zip(cells).take(between).skip(1) {
                        if !column.is_empty() && !value.is_empty() && value != "-" {
                            values.push(format!("{} {value}", unstyled(column)));
                        }
                    }
                    for below in [values.join(", "), last.clone()] {
                        if !below.is_empty() && !columns.is_empty() {
                            text.push_str(&indented(&below, indent + 4, most));
                        }
                    }
                    columns = if columns.is_empty() { cells } else { columns };
                }
            }
        }
        text
    }

    /// The same, with the columns that do not fit moved to tables below.
    pub(crate) fn draw_folded(&self, indent: usize, most: usize) -> String {
        let widths = self.widths();
        let mut text = String::new();
        let mut start = 0;
        while start < widths.len() {
            let mut used = indent;
            let mut count = 0;
            for width in widths.iter().skip(start) {
                used += width + 2;
                if used > most + 2 && count > 0 {
                    break;
                }
                count += 1;
            }
            let mut part = Table::default();
            for row in &self.rows {
                if let Row::Cells(cells) = row {
                    part.row(cells.iter().skip(start).take(count).map(String::as_str));
                }
            }
            text.push_str(&part.draw(indent));
            start += count;
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
                // The first cell may be indented itself.
                let begin = line.len() - line.trim_start().len();
                return wrap(&format!("{line}{cell}\n"), start.saturating_sub(begin), most);
            }
            return format!("{}\n{}", line.trim_end(), indented(cell, indent + 4, most));
        }
        line.push_str(cell);
        line.push_str(&" ".repeat(width.saturating_sub(seen_width(cell)) + 2));
    }
    format!("{}\n", line.trim_end())
}

fn indented(text: &str, indent: usize, most: usize) -> String {
    wrap(&format!("{}{text}\n", " ".repeat(indent)), 0, most)
}

pub(crate) fn seen_width(text: &str) -> usize {
    unstyled(text).width()
}

/// Wraps lines longer than `width`. The rest of a line is indented by `hang` more than its start.
pub(crate) fn wrap(text: &str, hang: usize, width: usize) -> String {
    let mut lines = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        wrap_line(line.trim_end(), hang, width, &mut lines);
        lines.push_str(end);
    }
    lines
}

fn wrap_line(line: &str, hang: usize, width: usize, lines: &mut String) {
    let words = line.trim_start();
    let indent = line.len() - words.len();
    lines.push_str(&" ".repeat(indent));
    let (mut used, mut gap) = (indent, None);
    for word in words.split(' ') {
        if word.is_empty() {
            gap = gap.map(|gap: usize| gap + 1); // several spaces in a row
            continue;
        }
        let length = seen_width(word);
        match gap {
            Some(gap) if used + gap + length > width => {
                lines.push('\n');
                used = indent + hang;
                lines.push_str(&" ".repeat(used));
            }
            _ => {
                let gap = gap.unwrap_or_default();
                lines.push_str(&" ".repeat(gap));
                used += gap;
            }
        }
        lines.push_str(word);
        used += length;
        gap = Some(1);
    }
}

#[cfg(test)]
mod tests {
    use anstyle::Style;

    use super::*;
    use crate::diagnostic::screen::styled;

    #[test]
    fn long_lines_are_broken_and_hang_below_their_beginning() {
        let page = "short\n  Name  a text that goes on\n";
        assert_eq!(wrap(page, 2, 16), "short\n  Name  a text\n    that goes on\n");
        // Wrapped lines fit and are not wrapped again, so blocks can be nested.
        assert_eq!(wrap(&wrap(page, 4, 16), 2, 16), wrap(page, 4, 16));
        // A word that is too long sticks out.
        assert_eq!(wrap("a incomprehensible b", 0, 8), "a\nincomprehensible\nb");
    }

    #[test]
    fn styles_take_no_room() {
        let one = styled(Style::new().bold(), "one");
        assert_eq!(wrap(&format!("{one} two"), 0, 7), format!("{one} two"));
        let mut table = Table::default();
        table.row([one.as_str(), "1"]);
        table.row(["two", "2"]);
        assert_eq!(table.draw(0), format!("{one}  1\ntwo  2\n"));
    }

    #[test]
    fn tables_fit_a_narrow_terminal() {
        let mut table = Table::default();
        table.row(["Weapon", "Reach", "Force", ""]);
        table.row(["Long sling", "12", "-", "Loud"]);
        table.below("Burns what it hits.");
        assert_eq!(
            table.draw_or_stack(0, 30),
            "Weapon      Reach  Force\nLong sling  12     -      Loud\n    Burns what it hits.\n"
        );
        assert_eq!(
            table.draw_or_stack(0, 20),
            "Weapon\nLong sling\n    Reach 12\n    Loud\n    Burns what it\n    hits.\n"
        );
        let mut stats = Table::default();
        stats.row(["Move", "Nerve", "Wits"]);
        stats.row(["5", "6", "7"]);
        assert_eq!(stats.draw_folded(2, 14), "  Move  Nerve\n  5     6\n  Wits\n  7\n");
    }
}
