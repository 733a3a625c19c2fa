//! Names that people gave, made harmless for what they are written into.

use std::io::{self, Write};

use super::Form;

/// The characters that a form gives a meaning, and what goes before each to take it away.
fn special(form: Form) -> (&'static [char], &'static str) {
    match form {
        Form::Html | Form::Text => (&[], ""),
        Form::Markdown => (&['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'], "\\"),
        Form::Discord => (&['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', ':'], "\\"),
        // There is no way to escape: a space of no width keeps a tag from being one.
        Form::Bbcode => (&['['], ""),
    }
}

/// Line ends and the like become spaces; what the form would take for its own is marked as text.
pub(super) fn plain(input: &str, output: &mut dyn Write, form: Form) -> io::Result<()> {
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
        if (form == Form::Discord && char == '@') || (form == Form::Bbcode && char == '[') {
            text.push('\u{200B}');
        }
    }
    output.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, form: Form) -> String {
        let mut output = Vec::new();
        plain(text, &mut output, form).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn every_form_has_its_own_dangers() {
        assert_eq!(escaped("a\nb\u{1b}[31m", Form::Text), "a b [31m");
        assert_eq!(escaped("*M-40* [x](y)", Form::Markdown), "\\*M-40\\* \\[x\\](y)");
        assert_eq!(escaped("@everyone ||x||", Form::Discord), "@\u{200B}everyone \\|\\|x\\|\\|");
        assert_eq!(escaped("[img]x", Form::Bbcode), "[\u{200B}img]x");
    }
}
