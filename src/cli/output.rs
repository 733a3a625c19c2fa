//! Writes to standard output and standard error: text, errors, JSON.

use std::io::{self, IsTerminal, Write};

use anstyle::AnsiColor;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, draw};
pub(crate) use crate::render::terminal::{FAINT, HEAD, TITLE, styled};
use crate::source::Sources;

/// Prints text; its styles are removed if nobody sees them. A closed pipe (`| head`) is no error.
pub(crate) fn print(text: &str) {
    let _ = anstream::stdout().lock().write_all(text.as_bytes());
}

/// Prints text without styles, which is faster.
pub(crate) fn print_plain(text: &str) {
    print_bytes(text.as_bytes());
}

pub(crate) fn print_bytes(bytes: &[u8]) {
    let _ = io::stdout().lock().write_all(bytes);
}

pub(crate) fn print_json<T: Serialize>(value: &T) {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    print_plain(&text);
}

/// A value as an element of an array that is printed piece by piece.
pub(crate) fn json_element<T: Serialize>(value: &T) -> String {
    let array = serde_json::to_string_pretty(&[value]).unwrap_or_default();
    array
        .strip_prefix("[\n")
        .and_then(|rest| rest.strip_suffix("\n]"))
        .unwrap_or_default()
        .to_owned()
}

/// Prints an error message to standard error.
pub(crate) fn complain(message: &str) {
    let style = AnsiColor::Red.on_default().bold();
    let _ = anstream::stderr()
        .lock()
        .write_all(format!("{} {message}\n", styled(style, "error:")).as_bytes());
}

/// Prints a note to standard error.
pub(crate) fn hint(message: &str) {
    let style = AnsiColor::Yellow.on_default().bold();
    let _ = anstream::stderr()
        .lock()
        .write_all(format!("{} {message}\n", styled(style, "note:")).as_bytes());
}

/// Prints diagnostics for people: to standard error if other output follows, else to standard
/// output.
pub(crate) fn print_diagnostics(diagnostics: &[Diagnostic], sources: &Sources, to_stderr: bool) {
    let terminal = if to_stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let text: String = diagnostics
        .iter()
        .map(|diagnostic| format!("{}\n", draw(diagnostic, sources, terminal, width())))
        .collect();
    if to_stderr {
        let _ = anstream::stderr().lock().write_all(text.as_bytes());
    } else {
        print(&text);
    }
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
