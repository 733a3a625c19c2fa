//! Names that people gave, made harmless for what they are written into.

use std::io::{self, Write};

use super::OutputFormat;

/// The characters that a form gives a meaning, and what goes before each to take it away.
fn special(form: OutputFormat) -> (&'static [char], &'static str) {
    match form {
        OutputFormat::Html | OutputFormat::Text => (&[], ""),
        OutputFormat::Markdown => (&['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'], "\\"),
        OutputFormat::Discord => {
            (&['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', ':'], "\\")
        }
        // There is no way to escape: a space of no width keeps a tag from being one.
        OutputFormat::Bbcode => (&['['], ""),
    }
}

/// Line ends and the like become spaces; what the form would take for its own is marked as text.
pub(crate) fn plain(input: &str, output: &mut dyn Write, form: OutputFormat) -> io::Result<()> {
    let (characters, before) = special(form);
    let mut text = String::new();
    for char in input.chars() {
        if char.is_control() {
            if !text.ends_with(' ') {
                text.push(' ');
            }
            continue;
        }
        if characters.contains(&char) {
            text.push_str(before);
        }
        text.push(char);
        // Nobody is called by the name of a unit, and no tag is opened.
        if (form == OutputFormat::Discord && char == '@')
            || (form == OutputFormat::Bbcode && char == '[')
        {
            text.push('\u{200B}');
        }
    }
    output.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, form: OutputFormat) -> String {
        let mut output = Vec::new();
        plain(text, &mut output, form).unwrap();
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
