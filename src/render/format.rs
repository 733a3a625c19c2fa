//! The formats of printouts. Everything that differs between them is here: the templates, the marks
//! around words, and how text is escaped.

use std::io::{self, Write};

use serde::Serialize;
use tera::EscapeFn;

use super::Sheet;

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

/// What text formats put around words. Templates have it as `mark`.
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
            return vec!["page.html"];
        }
        let mut names = Vec::new();
        for sheet in sheets {
            names.push(match (sheet, self, short) {
                (Sheet::Roster, _, true) => "compact.post",
                (Sheet::Roster, OutputFormat::Text, false) => "roster.txt",
                (Sheet::Roster, ..) => "roster.post",
                (Sheet::Cards, ..) => "cards.post",
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
            OutputFormat::Html => tera::escape_html,
            OutputFormat::Text => |text, output| escape_text(text, output, &[], ""),
            OutputFormat::Markdown => |text, output| escape_text(text, output, MARKDOWN, ""),
            OutputFormat::Discord => |text, output| escape_text(text, output, DISCORD, "@"),
            // BBCode cannot escape: a zero-width space breaks the tag.
            OutputFormat::Bbcode => |text, output| escape_text(text, output, &[], "["),
        }
    }
}

/// The characters with a meaning in Markdown.
const MARKDOWN: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'];

/// The same, and the colons around names of emoji.
const DISCORD: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', ':'];

/// Control characters become spaces. `special` characters get a backslash; those in `calling` are
/// followed by a zero-width space, so that the name of a unit pings nobody.
fn escape_text(
    input: &str,
    output: &mut dyn Write,
    special: &[char],
    calling: &str,
) -> io::Result<()> {
    let mut text = String::new();
    for char in input.chars() {
        if char.is_control() {
            if !text.ends_with(' ') {
                text.push(' ');
            }
            continue;
        }
        if special.contains(&char) {
            text.push('\\');
        }
        text.push(char);
        if calling.contains(char) {
            text.push('\u{200B}');
        }
    }
    output.write_all(text.as_bytes())
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
    }
}
