//! Writes to standard output and standard error: text, errors, JSON. The only module that does, so
//! that nothing reaches a terminal unescaped: [`Screen`] is all that it writes there.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

pub(crate) use crate::diagnostic::screen::styled;
use crate::diagnostic::screen::{Screen, marked};
use crate::diagnostic::{Diagnostic, draw};
use crate::render::table::{seen_width, wrap};
pub(crate) use crate::render::terminal::{FAINT, HEAD, TITLE};
use crate::source::{Sources, is_hidden};
use crate::workspace::Saved;

/// How much further a line is indented where it goes on.
const HANG: usize = 2;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The first error of standard output. Commands go on, for they may have files to write.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Writes to standard output what has been escaped:
///
/// ```
/// use orbat::internals::terminal::{Screen, show};
/// show(&Screen::new("no more than text: \u{1b}[2J"));
/// ```
///
/// Text as it came does not compile,
///
/// ```compile_fail
/// use orbat::internals::terminal::show;
/// show("\u{1b}[2J");
/// ```
///
/// and there is no other way to make a screen of it.
///
/// ```compile_fail
/// use orbat::internals::terminal::Screen;
/// Screen(String::from("\u{1b}[2J"));
/// ```
pub fn show(screen: &Screen) {
    note(anstream::stdout().lock().write_all(screen.as_bytes()));
}

fn write_err(screen: &Screen) {
    // There is nobody to tell.
    let _ = anstream::stderr().lock().write_all(screen.as_bytes());
}

/// Prints text for people; its styles are removed if nobody sees them. What is longer than the
/// terminal is wide goes on in the next line, without breaking a word.
pub(crate) fn print(text: &str) {
    show(&Screen::new(&fitted(text)));
}

/// Text whose long lines are wrapped.
fn fitted(text: &str) -> Cow<'_, str> {
    let width = width();
    if text.lines().all(|line| line.len() <= width) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').map(|line| match seen_width(line.trim_end()) > width {
        true => Cow::Owned(wrap(line, HANG, width)),
        false => Cow::Borrowed(line),
    });
    Cow::Owned(lines.collect())
}

/// Prints lines that must stay as they are, such as those of a file.
pub(crate) fn print_lines(text: &str) {
    show(&Screen::new(text));
}

/// Prints a file, such as a roster: byte for byte, but on a terminal like any text.
pub(crate) fn print_document(text: &str) {
    if !print_bytes(text.as_bytes()) {
        print_lines(text);
    }
}

/// Prints JSON.
pub(crate) fn print_plain(json: &Json) {
    write_bytes(json.0.as_bytes());
}

/// Prints a file that nobody reads on a terminal, such as a PDF. False if this is a terminal.
pub(crate) fn print_bytes(bytes: &[u8]) -> bool {
    let is_read = !is_terminal();
    if is_read {
        write_bytes(bytes);
    }
    is_read
}

fn write_bytes(bytes: &[u8]) {
    note(io::stdout().lock().write_all(bytes));
}

/// Prints text to standard error, such as a question.
pub(crate) fn print_aside(text: &str) {
    let fitted = if is_terminal_aside() { fitted(text) } else { Cow::Borrowed(text) };
    write_err(&Screen::new(&fitted));
    let _ = io::stderr().flush();
}

/// Whether somebody reads standard output as it comes.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The same for standard error.
pub(crate) fn is_terminal_aside() -> bool {
    io::stderr().is_terminal()
}

/// Prints what the parser of the command line has to say: help, or an error with what was typed.
pub(crate) fn print_answer(answer: &clap::Error) {
    if !answer.use_stderr() {
        return print(&marked(&answer.render().ansi().to_string()));
    }
    let text = answer.render().to_string();
    match text.strip_prefix("error: ") {
        Some(rest) => print_aside(&format!("{} {rest}", styled(ERROR, "error:"))),
        None => print_aside(&text),
    }
}

/// Remembers that standard output failed. A closed pipe (`| head`) is no failure.
pub(crate) fn note(outcome: io::Result<()>) {
    if let Err(error) = outcome
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// Prints what is still held back. The error if anything that was printed is lost.
pub(crate) fn finish() -> io::Result<()> {
    note(io::stdout().flush());
    let failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner).take();
    failed.map_or(Ok(()), Err)
}

/// Says what else changed with a file that was written.
pub(crate) fn tell(saved: &Saved) {
    saved.words().for_each(|notice| hint(&notice));
}

pub(crate) fn print_json<T: Serialize>(value: &T) {
    let mut json = Json::new(serde_json::to_string_pretty(value).unwrap_or_default());
    json.0.push('\n');
    print_plain(&json);
}

/// JSON in which everything is escaped that a terminal would obey or not show.
pub(crate) struct Json(String);

impl Json {
    fn new(json: String) -> Self {
        // Inside texts all line ends are escaped already.
        let is_plain = |char: char| char == '\n' || !is_hidden(char);
        // Most verdicts are ASCII, whose bytes need not be decoded one by one.
        let is_plain_byte = |byte: u8| matches!(byte, b'\n' | b' '..=b'~');
        // Without a way out inside a chunk many bytes are looked at in one instruction.
        let is_plain_chunk =
            |chunk: &[u8]| chunk.iter().fold(true, |plain, byte| plain & is_plain_byte(*byte));
        if json.as_bytes().chunks(64).all(is_plain_chunk) || json.chars().all(is_plain) {
            return Json(json);
        }
        let mut escaped = String::with_capacity(json.len());
        for char in json.chars() {
            if is_plain(char) {
                escaped.push(char);
            } else {
                let units = char.encode_utf16(&mut [0; 2]).to_vec();
                escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
            }
        }
        Json(escaped)
    }

    /// A value as an element of an array that is printed piece by piece.
    pub(crate) fn element<T: Serialize>(value: &T) -> Self {
        let mut array = serde_json::to_string_pretty(&[value]).unwrap_or_default();
        if !array.starts_with("[\n") || !array.ends_with("\n]") {
            return Json(String::new());
        }
        array.truncate(array.len() - "\n]".len());
        array.drain(.."[\n".len());
        Json::new(array)
    }

    /// What stands before and between the elements of an array, and after the last.
    pub(crate) fn before_element(is_first: bool) -> Self {
        Json(if is_first { "[\n" } else { ",\n" }.to_owned())
    }

    pub(crate) fn array_end() -> Self {
        Json("\n]\n".to_owned())
    }
}

/// Prints an error message to standard error.
pub(crate) fn complain(message: &str) {
    print_aside(&format!("{} {}\n", styled(ERROR, "error:"), hung(message)));
}

/// A message whose further lines are indented. A name in it, such as that of a file, may have line
/// breaks: what follows one must not look like a message of its own.
fn hung(message: &str) -> String {
    let mut lines = message.split('\n');
    let mut hung = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let is_hung = line.is_empty() || line.starts_with("  ");
        hung.push_str(if is_hung { "\n" } else { "\n  " });
        hung.push_str(line);
    }
    hung
}

/// Prints a note to standard error.
pub(crate) fn hint(message: &str) {
    let style = AnsiColor::Yellow.on_default().bold();
    print_aside(&format!("{} {}\n", styled(style, "note:"), hung(message)));
}

/// A path on one line: the name of a file may have line breaks.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string().replace('\n', "\\u{a}")
}

/// Says what in a folder was not read.
pub(crate) fn tell_skipped(paths: &[PathBuf]) {
    for path in paths {
        hint(&format!("`{}` is skipped: it is not a regular file", shown(path)));
    }
}

/// Prints diagnostics for people: to standard error if other output follows, else to standard
/// output.
pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic], sources: &Sources, to_stderr: bool) {
    let terminal = if to_stderr { is_terminal_aside() } else { is_terminal() };
    let text: String = diagnostics
        .iter()
        .map(|diagnostic| format!("{}\n", draw(diagnostic, sources, terminal, width())))
        .collect();
    if to_stderr { print_aside(&text) } else { print(&text) }
}

/// The width of the terminal, or 100.
pub(crate) fn width() -> usize {
    let stated = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || {
        terminal_size::terminal_size_of(io::stdout())
            .map(|(width, _)| usize::from(width.0))
            .filter(|width| *width > 0)
    };
    stated.or_else(seen).unwrap_or(100).clamp(40, 140)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_and_moves_no_cursor() {
        let name = "a\u{1b}[2J\u{9b}b\u{202E}c\u{7f}\u{E0041} Ördög\n";
        let json = Json::new(serde_json::to_string_pretty(&[name]).unwrap()).0;
        assert!(json.chars().all(|char| char == '\n' || !is_hidden(char)), "{json}");
        assert!(json.contains("Ördög"), "{json}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [name]);
    }
}
