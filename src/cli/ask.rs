//! Questions on a terminal, repeated until the answer is understood. If input ends, nothing is
//! written.

use std::io::{BufRead, IsTerminal, stdin};

use super::Failure;
use super::output::{FAINT, TITLE, is_terminal_aside, print_aside, styled};
use crate::builder::resolve_name;

/// Whether there is a terminal to ask on.
pub(crate) fn is_possible() -> bool {
    stdin().is_terminal() && is_terminal_aside()
}

/// Asks for one of several things, each with its id and title. The answer is a number, or an id,
/// a title or an unambiguous part of them.
pub(crate) fn choose(
    question: &str,
    what: &str,
    known: &[(String, String)],
) -> Result<String, Failure> {
    print_aside(&menu(question, known));
    until("Number or name:", |said| {
        if said.is_empty() { Err(String::new()) } else { choice(what, said, known) }
    })
}

/// Asks likewise, but the answer may be empty.
pub(crate) fn choose_or_none(
    question: &str,
    what: &str,
    known: &[(String, String)],
) -> Result<Option<String>, Failure> {
    print_aside(&menu(question, known));
    until("Number or name (empty: none):", |said| {
        if said.is_empty() { Ok(None) } else { choice(what, said, known).map(Some) }
    })
}

/// Asks until `understand` accepts the answer. Shows its error, if not empty, and asks again.
pub(crate) fn until<T>(
    question: &str,
    understand: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    loop {
        match understand(&answer(question)?) {
            Ok(answer) => return Ok(answer),
            Err(error) if error.is_empty() => {}
            Err(error) => print_aside(&format!("  {error}\n")),
        }
    }
}

fn choice(what: &str, said: &str, known: &[(String, String)]) -> Result<String, String> {
    if let Ok(number) = said.parse::<usize>() {
        let numbered = number.checked_sub(1).and_then(|at| known.get(at)).map(|(id, _)| id.clone());
        return numbered
            .ok_or_else(|| format!("there is no number {number}; there is 1 to {}", known.len()));
    }
    resolve_name(what, said, known).map(str::to_owned).map_err(|error| error.to_string())
}

fn menu(question: &str, known: &[(String, String)]) -> String {
    let mut menu = format!("{}\n", styled(TITLE, question));
    for (number, (id, title)) in (1..).zip(known) {
        menu += &format!("  {number:>2}  {title}  {}\n", styled(FAINT, id));
    }
    menu
}

/// A line from the terminal, without the spaces around it.
fn answer(question: &str) -> Result<String, Failure> {
    print_aside(&format!("{question} "));
    let mut line = Vec::new();
    match stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => {
            print_aside("\n");
            Err(Failure::Usage("there was no answer; nothing was written".to_owned()))
        }
        Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_owned()),
    }
}
