//! Writes to standard output and standard error: text, errors, JSON. The only module that does, so
//! that nothing reaches a terminal unescaped: [`Screen`] is all that it writes there.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

pub(crate) use crate::diagnostic::screen::styled;
use crate::diagnostic::screen::{Screen, marked};
use crate::diagnostic::{Diagnostic, draw};
pub(crate) use crate::render::terminal::{FAINT, HEAD, TITLE};
use crate::source::{Sources, is_hidden};
use crate::workspace::Saved;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The first error of standard output. Commands go on, for they may have files to write.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

fn write_out(screen: &Screen) {
    note(anstream::stdout().lock().write_all(screen.as_bytes()));
}

fn write_err(screen: &Screen) {
    // There is nobody to tell.
    let _ = anstream::stderr().lock().write_all(screen.as_bytes());
}

/// Prints text; its styles are removed if nobody sees them.
pub(crate) fn print(text: &str) {
    write_out(&Screen::new(text));
}

/// Prints a file, such as a roster: byte for byte, but on a terminal like any text.
pub(crate) fn print_document(text: &str) {
    if is_terminal() { print(text) } else { print_bytes(text.as_bytes()) }
}

/// Prints JSON, which is escaped as JSON is.
pub(crate) fn print_plain(json: &str) {
    print_bytes(json.as_bytes());
}

/// Prints a file that nobody reads on a terminal, such as a PDF.
pub(crate) fn print_bytes(bytes: &[u8]) {
    note(io::stdout().lock().write_all(bytes));
}

/// Prints text to standard error, such as a question.
pub(crate) fn print_aside(text: &str) {
    write_err(&Screen::new(text));
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
    let mut text = escape_json(serde_json::to_string_pretty(value).unwrap_or_default());
    text.push('\n');
    print_plain(&text);
}

/// A value as an element of an array that is printed piece by piece.
pub(crate) fn json_element<T: Serialize>(value: &T) -> String {
    let mut array = serde_json::to_string_pretty(&[value]).unwrap_or_default();
    if !array.starts_with("[\n") || !array.ends_with("\n]") {
        return String::new();
    }
    array.truncate(array.len() - "\n]".len());
    array.drain(.."[\n".len());
    escape_json(array)
}

/// The same JSON with everything escaped that a terminal would obey or not show.
fn escape_json(json: String) -> String {
    // Inside texts all line ends are escaped already.
    let is_plain = |char: char| char == '\n' || !is_hidden(char);
    // Most verdicts are ASCII, whose bytes need not be decoded one by one.
    let is_plain_byte = |byte: u8| matches!(byte, b'\n' | b' '..=b'~');
    if json.bytes().all(is_plain_byte) || json.chars().all(is_plain) {
        return json;
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
    escaped
}

/// Prints an error message to standard error.
pub(crate) fn complain(message: &str) {
    print_aside(&format!("{} {message}\n", styled(ERROR, "error:")));
}

/// Prints a note to standard error.
pub(crate) fn hint(message: &str) {
    let style = AnsiColor::Yellow.on_default().bold();
    print_aside(&format!("{} {message}\n", styled(style, "note:")));
}

/// Says what in a folder was not read.
pub(crate) fn tell_skipped(paths: &[PathBuf]) {
    for path in paths {
        hint(&format!("`{}` is skipped: it is not a regular file", path.display()));
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
        let json = escape_json(serde_json::to_string_pretty(&[name]).unwrap());
        assert!(json.chars().all(|char| char == '\n' || !is_hidden(char)), "{json}");
        assert!(json.contains("Ördög"), "{json}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [name]);
    }
}
