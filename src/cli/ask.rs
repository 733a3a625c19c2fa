//! Questions on a terminal: asked again until the answer is one. Whoever stops answering leaves
//! nothing behind.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin};

use super::Failure;
use super::output::{FAINT, TITLE, styled};
use crate::builder::{LookupError, resolve_name};

/// Whether there is somebody to ask.
pub(crate) fn is_possible() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// One of several things, each with its id and title: by number, id, title or a part of them.
pub(crate) fn choose(
    question: &str,
    what: &str,
    known: &[(String, String)],
) -> Result<String, Failure> {
    show(&menu(question, known));
    until("Number or name:", |said| {
        if said.is_empty() { Err(String::new()) } else { choice(what, said, known) }
    })
}

/// The same, or none of them.
pub(crate) fn choose_or_none(
    question: &str,
    what: &str,
    known: &[(String, String)],
) -> Result<Option<String>, Failure> {
    show(&menu(question, known));
    until("Number or name (empty: none):", |said| {
        if said.is_empty() { Ok(None) } else { choice(what, said, known).map(Some) }
    })
}

/// Asks until the answer is understood. Why it was not is told; without a word the question alone
/// is asked again.
pub(crate) fn until<T>(
    question: &str,
    understand: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    loop {
        match understand(&answer(question)?) {
            Ok(answer) => return Ok(answer),
            Err(why) if why.is_empty() => {}
            Err(why) => show(&format!("  {why}\n")),
        }
    }
}

fn choice(what: &str, said: &str, known: &[(String, String)]) -> Result<String, String> {
    if let Ok(number) = said.parse::<usize>() {
        let numbered = number.checked_sub(1).and_then(|at| known.get(at)).map(|(id, _)| id.clone());
        return numbered
            .ok_or_else(|| format!("there is no number {number}; there is 1 to {}", known.len()));
    }
    resolve_name(what, said, known).map(str::to_owned).map_err(|LookupError(why)| why)
}

fn menu(question: &str, known: &[(String, String)]) -> String {
    let mut menu = format!("{}\n", styled(TITLE, question));
    for (number, (id, title)) in (1..).zip(known) {
        menu += &format!("  {number:>2}  {title}  {}\n", styled(FAINT, id));
    }
    menu
}

fn show(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// A line from the terminal, without the spaces around it.
fn answer(question: &str) -> Result<String, Failure> {
    show(&format!("{question} "));
    let _ = stderr().flush();
    let mut line = Vec::new();
    match stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => {
            show("\n");
            Err(Failure::Usage("there was no answer; nothing was written".to_owned()))
        }
        Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_owned()),
    }
}
