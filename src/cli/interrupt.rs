//! Ctrl-C: ends a command before it has written anything, with a word, and leaves no half of a line
//! behind.

use std::io::{Write, stderr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

use super::output::complain;

/// What a shell calls a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Guards a command from here until it begins to write.
#[derive(Clone)]
pub(crate) struct Interrupt {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    is_writing: bool,
}

impl Interrupt {
    pub(crate) fn watch() -> Self {
        let interrupt = Interrupt { state: Arc::default() };
        let watched = interrupt.clone();
        // Where it cannot be caught, Ctrl-C ends the program all the same, only without a word.
        let _ = ctrlc::set_handler(move || watched.end());
        interrupt
    }

    /// The bar on the terminal, if there is one; whoever holds it is not interrupted.
    pub(crate) fn with_bar<T>(&self, work: impl FnOnce(&mut Option<ProgressBar>) -> T) -> T {
        work(&mut self.state().bar)
    }

    /// From here on it is too late: the little that is left is done whole.
    pub(crate) fn write_begins(&self) {
        self.state().is_writing = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs beside the command, which cannot begin to write meanwhile.
    fn end(&self) {
        let mut state = self.state();
        if state.is_writing {
            return;
        }
        match state.bar.take() {
            Some(bar) => bar.finish_and_clear(),
            // The terminal has shown ^C, perhaps behind a question.
            None => drop(stderr().write_all(b"\n")),
        }
        complain("stopped; nothing was written");
        std::process::exit(INTERRUPTED);
    }
}
