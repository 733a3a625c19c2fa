//! The forms of a printout. Everything that tells one from another is here: its templates, what it
//! puts around words, and how names are made harmless in it.

use std::io::{self, Write};

use serde::Serialize;
use tera::EscapeFn;

use super::Sheet;

/// What a printout is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    Html,
    Text,
    Markdown,
    Bbcode,
    Discord,
}

/// What stands around words in text that people paste: templates have it as `mark`.
#[derive(Serialize)]
pub(crate) struct Marks {
    title: [&'static str; 2],
    heading: [&'static str; 2],
    bold: [&'static str; 2],
    faint: [&'static str; 2],
    item: &'static str,
}

impl OutputFormat {
    /// The templates that print some sheets, in order.
    pub(crate) fn templates(self, sheets: &[Sheet], short: bool) -> Vec<&'static str> {
        if self == OutputFormat::Html {
            return vec!["page.html"];
        }
        let name = |sheet: &Sheet| match (sheet, self, short) {
            (Sheet::Roster, _, true) => "compact.post",
            (Sheet::Roster, OutputFormat::Text, false) => "roster.txt",
            (Sheet::Roster, ..) => "roster.post",
            (Sheet::Cards, ..) => "cards.post",
            (Sheet::Reference, ..) => "reference.post",
        };
        sheets.iter().map(name).collect()
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

    /// What Tera does to every text that it fills in.
    pub(crate) fn escape(self) -> EscapeFn {
        match self {
            OutputFormat::Html => tera::escape_html,
            OutputFormat::Text => |text, output| escape_text(text, output, &[], ""),
            OutputFormat::Markdown => |text, output| escape_text(text, output, MARKDOWN, ""),
            OutputFormat::Discord => |text, output| escape_text(text, output, DISCORD, "@"),
            // There is no way to escape: a space of no width keeps a tag from being one.
            OutputFormat::Bbcode => |text, output| escape_text(text, output, &[], "["),
        }
    }
}

/// The characters that Markdown gives a meaning.
const MARKDOWN: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'];

/// The same, and emoji by their names.
const DISCORD: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', ':'];

/// Line ends and the like become spaces. `special` characters get a backslash, and a space of no
/// width parts those in `calling` from what follows: nobody is called by the name of a unit.
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
