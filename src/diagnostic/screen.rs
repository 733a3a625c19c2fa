//! Makes text safe for a terminal. Names, texts and file names come from strangers; none may move
//! the cursor, change a title or reverse a line.
//!
//! Only a [`Screen`] is ever written to a terminal, and escaping is the only way to make one.
//! Styles survive escaping because they are marked with a word that is random in every run, so no
//! input can contain it.

use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

use anstyle::Style;

use crate::source::is_hidden;

/// Delimiters of a style: noncharacters that no text should contain.
const START: char = '\u{FDD0}';
const END: char = '\u{FDD1}';

/// The word that tells our marks from forged ones.
static WORD: LazyLock<String> =
    LazyLock::new(|| format!("{:016x}:", RandomState::new().build_hasher().finish()));

/// Text that is safe to show on a terminal: its only control characters are line ends, tabs and the
/// codes of our styles.
pub struct Screen(String);

impl Screen {
    /// Escapes everything that a terminal would obey or not show.
    pub fn new(text: &str) -> Self {
        let mut screen = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(char) = rest.chars().next() {
            if let Some((codes, after)) = split_mark(rest) {
                // Writing to a string cannot fail.
                let _ = write!(screen, "\u{1b}[{codes}m");
                rest = after;
                continue;
            }
            rest = rest.get(char.len_utf8()..).unwrap_or_default();
            let is_line_end = char == '\n' || char == '\r' && rest.starts_with('\n');
            if is_line_end || char == '\t' || !is_hidden(char) {
                screen.push(char);
            } else {
                screen.extend(char.escape_unicode());
            }
        }
        Screen(screen)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The text joined into one line.
    pub(crate) fn into_line(self) -> String {
        if self.0.contains(['\n', '\r']) { self.0.replace(['\n', '\r'], " ") } else { self.0 }
    }
}

/// Text in a style, which is dropped if the output is not a terminal.
pub(crate) fn styled(style: Style, text: &str) -> String {
    if text.is_empty() {
        return String::new(); // empty styles would hide trailing spaces from `trim_end`
    }
    format!("{}{text}{}", marked(&style.to_string()), marked(&format!("{style:#}")))
}

/// Text with its style codes turned into marks. Only for text that has been escaped already.
pub(crate) fn marked(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        marked.push_str(before);
        let (codes, after) = after.split_once('m').unwrap_or((after, ""));
        let _ = write!(marked, "{START}{}{codes}{END}", *WORD);
        rest = after;
    }
    marked + rest
}

/// Text without its styles.
pub(crate) fn unstyled(text: &str) -> Cow<'_, str> {
    if !text.contains(START) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        match split_mark(rest) {
            Some((_, after)) => rest = after,
            None => {
                plain.push(char);
                rest = rest.get(char.len_utf8()..).unwrap_or_default();
            }
        }
    }
    Cow::Owned(plain)
}

/// Splits a text that begins with one of our marks into the style codes and what follows.
fn split_mark(text: &str) -> Option<(&str, &str)> {
    let (codes, after) = text.strip_prefix(START)?.strip_prefix(WORD.as_str())?.split_once(END)?;
    let are_codes = codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
    are_codes.then_some((codes, after))
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    fn screen(text: &str) -> String {
        Screen::new(text).0
    }

    #[test]
    fn nothing_but_our_styles_reaches_a_terminal() {
        assert_eq!(screen("Ördög 5″ · × 👍🏽\n\tx\r\n"), "Ördög 5″ · × 👍🏽\n\tx\r\n");
        assert_eq!(screen("a\u{1b}[2J\u{7}b"), "a\\u{1b}[2J\\u{7}b");
        assert_eq!(screen("\u{1b}]0;title\u{9c}"), "\\u{1b}]0;title\\u{9c}");
        assert_eq!(screen("safe\rfake\u{8}"), "safe\\u{d}fake\\u{8}");
        assert_eq!(
            screen("\u{202E}x\u{2066}\u{200B}\u{9b}1A\u{7f}\u{ad}"),
            "\\u{202e}x\\u{2066}\\u{200b}\\u{9b}1A\\u{7f}\\u{ad}"
        );
        let red = AnsiColor::Red.on_default().bold();
        assert_eq!(screen(&styled(red, "a\u{1b}b")), "\u{1b}[1m\u{1b}[31ma\\u{1b}b\u{1b}[0m");
    }

    /// A mark without this run's word is ordinary text.
    #[test]
    fn styles_cannot_be_forged() {
        assert_eq!(screen("\u{FDD0}31\u{FDD1}"), "\\u{fdd0}31\\u{fdd1}");
        assert_eq!(
            screen("\u{FDD0}0123456789abcdef:31\u{FDD1}x"),
            "\\u{fdd0}0123456789abcdef:31\\u{fdd1}x"
        );
    }

    #[test]
    fn styles_take_no_room() {
        let text = format!("a {} c", styled(Style::new().bold(), "b"));
        assert_eq!(unstyled(&text), "a b c");
        assert_eq!(unstyled("\u{FDD0}x"), "\u{FDD0}x");
    }
}
