//! The formats of printouts. Everything that differs between them is here: the templates, the marks
//! around words, and how text is escaped.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use tera::EscapeFn;

use super::Sheet;
use crate::source::is_hidden;

/// The format of a printout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputFormat {
    /// A page for browsers and printers.
    Html,
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// BBCode, for forums.
    Bbcode,
    /// Discord's dialect of Markdown.
    Discord,
}

/// What text formats put around words. Templates see it as `mark`.
#[derive(Serialize)]
pub(crate) struct Marks {
    title: [&'static str; 2],
    heading: [&'static str; 2],
    bold: [&'static str; 2],
    faint: [&'static str; 2],
    item: &'static str,
}

impl OutputFormat {
    /// The templates that print these sheets, in order.
    pub(crate) fn templates(self, sheets: &[Sheet], short: bool) -> Vec<&'static str> {
        if self == OutputFormat::Html {
            return vec![if sheets.contains(&Sheet::Play) { "play.html" } else { "page.html" }];
        }
        let mut names = Vec::new();
        for sheet in sheets {
            names.push(match (sheet, self, short) {
                (Sheet::Roster | Sheet::Tournament, _, true) => "compact.post",
                (Sheet::Roster | Sheet::Tournament, OutputFormat::Text, false) => "roster.txt",
                (Sheet::Roster | Sheet::Tournament, ..) => "roster.post",
                (Sheet::Cards | Sheet::Play, ..) => "cards.post",
                (Sheet::Reference, ..) => "reference.post",
            });
        }
        names
    }

    pub(crate) fn marks(self) -> Marks {
        let (title, heading, bold, faint, item) = match self {
            OutputFormat::Html | OutputFormat::Text => {
                (["", ""], ["", ""], ["", ""], ["", ""], "- ")
            }
            OutputFormat::Markdown => (["# ", "\n"], ["## ", "\n"], ["**", "**"], ["*", "*"], "- "),
            OutputFormat::Discord => (["# ", ""], ["### ", ""], ["**", "**"], ["-# ", ""], "- "),
            OutputFormat::Bbcode => (
                ["[size=5][b]", "[/b][/size]"],
                ["[b][u]", "[/u][/b]"],
                ["[b]", "[/b]"],
                ["[i]", "[/i]"],
                "• ",
            ),
        };
        Marks { title, heading, bold, faint, item }
    }

    /// How Tera escapes every text it fills in.
    pub(crate) fn escape(self) -> EscapeFn {
        match self {
            OutputFormat::Html => |text, output| {
                // Line breaks in notes are kept.
                let lines: Vec<Cow<'_, str>> = text.split('\n').map(clean).collect();
                tera::escape_html(&lines.join("\n"), output)
            },
            OutputFormat::Text => |text, output| output.write_all(clean(text).as_bytes()),
            OutputFormat::Markdown => |text, output| write_escaped(text, output, MARKDOWN, "@"),
            OutputFormat::Discord => |text, output| write_escaped(text, output, DISCORD, "@"),
            // BBCode has no escapes: a zero-width space breaks tags, mentions and addresses.
            OutputFormat::Bbcode => |text, output| write_escaped(text, output, &[], "[@"),
        }
    }
}

/// The characters with a meaning in Markdown.
const MARKDOWN: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'];

/// The same, and colons, which Discord uses around names of emoji.
const DISCORD: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', ':'];

/// Turns invisible characters into spaces: line ends, control characters, and those that change the
/// direction of text. Joiners of letters and emoji stay.
fn clean(text: &str) -> Cow<'_, str> {
    let is_unwanted = |char: char| is_hidden(char) && !matches!(char, '\u{200C}' | '\u{200D}');
    if !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::new();
    for char in text.chars() {
        if !is_unwanted(char) {
            clean.push(char);
        } else if !clean.ends_with(' ') {
            clean.push(' ');
        }
    }
    Cow::Owned(clean)
}

/// `special` characters get a backslash; those in `calling` are followed by a zero-width space, so
/// that the name of a unit pings nobody. Addresses are broken likewise, so that none becomes a
/// link.
fn write_escaped(
    input: &str,
    output: &mut dyn Write,
    special: &[char],
    calling: &str,
) -> io::Result<()> {
    let mut text = String::new();
    let input = clean(input);
    let mut rest = input.chars();
    while let Some(char) = rest.next() {
        let is_link = match char {
            ':' => rest.as_str().starts_with("//"),
            '.' => text.to_ascii_lowercase().ends_with("www"),
            _ => false,
        };
        if special.contains(&char) || is_link && !special.is_empty() {
            text.push('\\');
        }
        text.push(char);
        if calling.contains(char) || is_link && special.is_empty() {
            text.push('\u{200B}');
        }
    }
    output.write_all(text.as_bytes())
}

/// A text as a cell of a spreadsheet: anything that would be read as a formula is prefixed with an
/// apostrophe, which spreadsheets do not show. Not for numbers.
pub fn table_cell(text: &str) -> Cow<'_, str> {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || text.starts_with(['\t', '\r', '\n', '\'']);
    match clean(text) {
        text if is_formula => Cow::Owned(format!("'{text}")),
        text => text,
    }
}

/// Makes invisible characters visible: XML cannot express most of them, and logs are viewed in
/// terminals.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' | '\t' => printable.push(char),
            char if is_hidden(char) => printable.extend(char.escape_unicode()),
            char => printable.push(char),
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, format: OutputFormat) -> String {
        let mut output = Vec::new();
        format.escape()(text, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn every_form_has_its_own_dangers() {
        assert_eq!(escaped("a\nb\u{1b}[31m", OutputFormat::Text), "a b [31m");
        assert_eq!(escaped("*M-40* [x](y)", OutputFormat::Markdown), "\\*M-40\\* \\[x\\](y)");
        assert_eq!(
            escaped("@everyone ||x||", OutputFormat::Discord),
            "@\u{200B}everyone \\|\\|x\\|\\|"
        );
        assert_eq!(escaped("[img]x", OutputFormat::Bbcode), "[\u{200B}img]x");
        assert_eq!(escaped("<b>\u{202E}x\n\u{1b}", OutputFormat::Html), "&lt;b&gt; x\n ");
    }

    #[test]
    fn no_name_is_a_link_or_calls_anybody() {
        let name = "see https://x.y or WWW.x.y, @all, a@b.c: 5";
        let (markdown, zero) = ("see https\\://x.y or WWW\\.x.y", "\u{200B}");
        let rest = format!(", @{zero}all, a@{zero}b.c");
        assert_eq!(escaped(name, OutputFormat::Markdown), format!("{markdown}{rest}: 5"));
        assert_eq!(escaped(name, OutputFormat::Discord), format!("{markdown}{rest}\\: 5"));
        assert_eq!(
            escaped(name, OutputFormat::Bbcode),
            format!("see https:{zero}//x.y or WWW.{zero}x.y{rest}: 5")
        );
        assert_eq!(escaped(name, OutputFormat::Text), name);
    }

    #[test]
    fn no_name_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\u{FF1D}1", "'=1"] {
            assert_eq!(table_cell(text), format!("'{text}"));
        }
        assert_eq!(table_cell("\t=1"), "' =1");
        assert_eq!(table_cell("M-40 (5+)"), "M-40 (5+)");
    }
}
