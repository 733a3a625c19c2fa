//! Text to the terminal: styles, errors, JSON.

use std::io::{self, IsTerminal, Write};

use anstyle::AnsiColor;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, draw};
pub(crate) use crate::render::terminal::{FAINT, HEAD, TITLE, styled};
use crate::source::Sources;

/// Writes to standard output. A reader that went away (`| head`) is no error.
pub(crate) fn print(text: &str) {
    let _ = anstream::stdout().lock().write_all(text.as_bytes());
}

/// Writes to standard output without looking for styles, where there are none.
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

/// A value as it stands in an array that is written piece by piece.
pub(crate) fn json_element<T: Serialize>(value: &T) -> String {
    let array = serde_json::to_string_pretty(&[value]).unwrap_or_default();
    array
        .strip_prefix("[\n")
        .and_then(|rest| rest.strip_suffix("\n]"))
        .unwrap_or_default()
        .to_owned()
}

pub(crate) fn complain(message: &str) {
    let style = AnsiColor::Red.on_default().bold();
    let _ = anstream::stderr()
        .lock()
        .write_all(format!("{} {message}\n", styled(style, "error:")).as_bytes());
}

/// Something to know that is no error.
pub(crate) fn hint(message: &str) {
    let style = AnsiColor::Yellow.on_default().bold();
    let _ = anstream::stderr()
        .lock()
        .write_all(format!("{} {message}\n", styled(style, "note:")).as_bytes());
}

/// Diagnostics for people: to the place where errors belong if other output follows, else to
/// standard output.
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

/// The terminal's width, or a page's.
pub(crate) fn width() -> usize {
    let stated = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || {
        terminal_size::terminal_size_of(io::stdout())
            .map(|(width, _)| usize::from(width.0))
            .filter(|width| *width > 0)
    };
    stated.or_else(seen).unwrap_or(100).clamp(40, 140)
}
