//! Crops the pictures in drawn diagnostics to the width of the terminal: the marked part of a long
//! line stays, the rest is cut.

use unicode_width::UnicodeWidthChar;

/// How many columns of a line are kept before the marked part.
const BEFORE: usize = 8;

/// The fewest columns of a line that are worth showing.
const NARROWEST: usize = 16;

/// Crops every picture in a drawn text. Lines are recognised only by what miette itself draws
/// before them, which no text in a file can imitate.
pub(super) fn cropped(drawn: &str, width: usize) -> String {
    let mut text = String::with_capacity(drawn.len());
    let mut picture: Vec<&str> = Vec::new();
    let mut gutter = None;
    for line in drawn.split_inclusive('\n') {
        match gutter {
            None => {
                text.push_str(line);
                gutter = column_of(line, "╭─[").map(|column| column + 2);
            }
            Some(gutter_width) if column_of(line, "╰────") == Some(gutter_width - 2) => {
                fit(&picture, gutter_width, width, &mut text);
                text.push_str(line);
                (picture, gutter) = (Vec::new(), None);
            }
            Some(_) => picture.push(line),
        }
    }
    picture.iter().for_each(|line| text.push_str(line));
    text
}

/// The lines of one picture, cut alike so that marks stay below what they point at.
fn fit(lines: &[&str], gutter: usize, width: usize, text: &mut String) {
    let room = width.saturating_sub(gutter).max(NARROWEST);
    let last = lines.iter().map(|line| seen(line)).max().unwrap_or(0).saturating_sub(gutter);
    let mut start = 0;
    if last > room {
        let marks = lines.iter().filter(|line| is_of_marks(line, gutter));
        let reach: Vec<(usize, usize)> = marks.filter_map(|line| reach(line, gutter)).collect();
        let first = reach.iter().map(|(first, _)| *first).min().unwrap_or(0);
        let end = reach.iter().map(|(_, end)| *end).max().unwrap_or(0);
        // One more column for the `…` that shows an omission.
        if end + 1 > room {
            start = (end + 1).saturating_sub(room).max(first.saturating_sub(BEFORE)).min(first);
        }
    }
    for line in lines {
        if last > room {
            cut(line, gutter, start, room, is_of_marks(line, gutter), text);
        } else {
            text.push_str(line);
        }
    }
}

/// Whether a line points at something in the line above it.
fn is_of_marks(line: &str, gutter: usize) -> bool {
    let sign = visible(line).filter(|(_, column)| *column + 2 == gutter).map(|(char, _)| char);
    sign.last() == Some('·')
}

/// The range of columns after the gutter that a line uses; the end is exclusive.
fn reach(line: &str, gutter: usize) -> Option<(usize, usize)> {
    let mut columns = visible(line)
        .filter(|(char, column)| *column >= gutter && !char.is_whitespace())
        .map(|(_, column)| column - gutter);
    let first = columns.next()?;
    Some((first, columns.last().unwrap_or(first) + 1))
}

/// Appends the part of a line that begins at `start` and has `room` columns; its styles stay.
fn cut(line: &str, gutter: usize, start: usize, room: usize, is_marks: bool, text: &mut String) {
    let all = seen(line).saturating_sub(gutter);
    let (left, right) = (start > 0 && !is_marks, all > start + room && !is_marks);
    // The line ends before the shown part begins.
    let is_left_out = left && all > 0 && all <= start;
    let mut column = 0;
    for piece in pieces(line) {
        let ScreenPart::Char(char) = piece else {
            let ScreenPart::Style(style) = piece else { continue };
            text.push_str(style);
            continue;
        };
        let place = column;
        column += char.width().unwrap_or(0);
        let inner = place.checked_sub(gutter);
        let first = left && inner == Some(start);
        let last = right && inner == Some(start + room - 1);
        match inner {
            _ if char == '\n' => text.push_str(if is_left_out { "…\n" } else { "\n" }),
            _ if first || last => text.push('…'),
            None => text.push(char),
            Some(inner) if inner >= start && inner < start + room => text.push(char),
            Some(_) => {}
        }
    }
}

/// The column of a sign, if only spaces and digits come before it.
fn column_of(line: &str, sign: &str) -> Option<usize> {
    let plain: String = visible(line).map(|(char, _)| char).collect();
    let before = plain.get(..plain.find(sign)?)?;
    let is_gutter = before.chars().all(|char| char == ' ' || char.is_ascii_digit());
    is_gutter.then_some(before.len())
}

/// The width of a line in columns.
fn seen(line: &str) -> usize {
    visible(line).map(|(char, column)| column + char.width().unwrap_or(0)).last().unwrap_or(0)
}

/// The visible characters, with their columns.
fn visible(line: &str) -> impl Iterator<Item = (char, usize)> {
    let chars = pieces(line).filter_map(|piece| match piece {
        ScreenPart::Char(char) if char != '\n' => Some(char),
        _ => None,
    });
    chars.scan(0, |column, char| {
        let place = *column;
        *column += char.width().unwrap_or(0);
        Some((char, place))
    })
}

enum ScreenPart<'a> {
    Char(char),
    /// An escape code that styles what follows.
    Style(&'a str),
}

fn pieces(line: &str) -> impl Iterator<Item = ScreenPart<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let char = rest.chars().next()?;
        let style = rest.starts_with("\u{1b}[").then(|| rest.find('m')).flatten();
        let length = style.map_or(char.len_utf8(), |end| end + 1);
        let (piece, after) = rest.split_at(length);
        rest = after;
        Some(if style.is_some() { ScreenPart::Style(piece) } else { ScreenPart::Char(char) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = "  × wrong\n   ╭─[a.yaml:2:40]\n 1 │ one\n 2 │ \
        units: [aaaa, bbbb, cccc, dddd, eeee, ffff, gggg]\n   ·                           \
        ──┬─\n   ·                             ╰── here\n   ╰────\n";

    #[test]
    fn what_is_pointed_at_stays_in_the_picture() {
        assert_eq!(cropped(PICTURE, 80), PICTURE);
        let narrow = cropped(PICTURE, 34);
        assert_eq!(
            narrow,
            "  × wrong\n   ╭─[a.yaml:2:40]\n 1 │ …\n 2 │ … cccc, dddd, eeee, ffff, gg…\n   \
             ·         ──┬─\n   ·           ╰── here\n   ╰────\n"
        );
        assert!(narrow.lines().all(|line| seen(line) <= 34));
    }

    #[test]
    fn styles_are_kept() {
        let styled = PICTURE.replace("──┬─", "\u{1b}[31m──┬─\u{1b}[0m");
        let narrow = cropped(&styled, 34);
        assert!(narrow.contains("\u{1b}[31m──┬─\u{1b}[0m"), "{narrow}");
    }
}
