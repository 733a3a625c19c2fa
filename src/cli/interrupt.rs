//! Ctrl-C and other signals that end programs: end a command with a message before it has written
//! anything, and clean up its line on the terminal.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

use super::output::{complain, print_aside};

/// The exit code of a command that was stopped.
const INTERRUPTED: i32 = 130;

/// Handles Ctrl-C until the command begins to write.
#[derive(Clone)]
pub(crate) struct Interrupt {
    state: Arc<Mutex<InterruptState>>,
}

#[derive(Default)]
struct InterruptState {
    bar: Option<ProgressBar>,
    is_writing: bool,
}

impl Interrupt {
    pub(crate) fn watch() -> Self {
        let interrupt = Interrupt { state: Arc::default() };
        let watched = interrupt.clone();
        // If there can be no handler, Ctrl-C still ends the program, only without a message.
        let _ = ctrlc::set_handler(move || watched.end());
        interrupt
    }

    /// Works on the progress bar, if any. Ctrl-C waits meanwhile.
    pub(crate) fn with_bar<T>(&self, work: impl FnOnce(&mut Option<ProgressBar>) -> T) -> T {
        work(&mut self.state().bar)
    }

    /// From here on Ctrl-C is ignored: the little that is left is finished.
    pub(crate) fn write_begins(&self) {
        self.state().is_writing = true;
    }

    fn state(&self) -> MutexGuard<'_, InterruptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs on a thread of its own; the command cannot begin to write meanwhile.
    fn end(&self) {
        let mut state = self.state();
        if state.is_writing {
            return;
        }
        match state.bar.take() {
            Some(bar) => bar.finish_and_clear(),
            // The terminal has printed ^C, perhaps after a question.
            None => print_aside("\n"),
        }
        complain("stopped; nothing was written");
        std::process::exit(INTERRUPTED);
    }
}
