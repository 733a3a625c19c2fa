//! Writes to standard output and standard error: text, errors, JSON.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anstyle::AnsiColor;
use serde::Serialize;

use crate::diagnostic::{Diagnostic, draw};
pub(crate) use crate::render::terminal::{FAINT, HEAD, TITLE, styled};
use crate::source::Sources;
use crate::workspace::Saved;

/// The first error of standard output. Commands go on, for they may have files to write.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints text; its styles are removed if nobody sees them.
pub(crate) fn print(text: &str) {
    note(anstream::stdout().lock().write_all(text.as_bytes()));
}

/// Prints text without styles, which is faster.
pub(crate) fn print_plain(text: &str) {
    print_bytes(text.as_bytes());
}

pub(crate) fn print_bytes(bytes: &[u8]) {
    note(io::stdout().lock().write_all(bytes));
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

/// Says what in a folder was not read.
pub(crate) fn tell_skipped(paths: &[PathBuf]) {
    for path in paths {
        hint(&format!("`{}` is skipped: it is not a regular file", path.display()));
    }
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
