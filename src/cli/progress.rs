//! Progress of long searches: a spinner after a moment, and the end when their time is up.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::budget::{Budget, BudgetLimits};
use crate::cli::interrupt::Interrupt;

/// No spinner before this.
const QUIET: Duration = Duration::from_millis(300);

/// How often the spinner moves.
const BEAT: Duration = Duration::from_millis(100);

pub(crate) struct Progress {
    began: Instant,
    most: Duration,
    interrupt: Interrupt,
}

impl Progress {
    pub(crate) fn new(seconds: f64) -> Self {
        let most = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Progress { began: Instant::now(), most, interrupt: Interrupt::watch() }
    }

    /// A budget that ends when the time is up.
    pub(crate) fn budget(&self) -> Budget {
        let (began, most) = (self.began, self.most);
        Budget::until(BudgetLimits::NONE, move || began.elapsed() >= most)
    }

    /// Whether there is time left. Shows the spinner, on a terminal only.
    pub(crate) fn should_continue(&self, doing: &str) -> bool {
        let passed = self.began.elapsed();
        if passed > QUIET {
            let message = format!("{doing} ({} s)", passed.as_secs());
            self.interrupt.with_bar(|bar| match bar {
                Some(bar) if bar.message() == message => {}
                Some(bar) => bar.set_message(message),
                None => {
                    let new = ProgressBar::new_spinner().with_message(message);
                    new.tick();
                    new.enable_steady_tick(BEAT);
                    *bar = Some(new);
                }
            });
        }
        passed < self.most
    }

    /// The search is done. What follows is short and can no longer be interrupted.
    pub(crate) fn done(&self) {
        if let Some(bar) = self.interrupt.with_bar(Option::take) {
            bar.finish_and_clear();
        }
        self.interrupt.write_begins();
    }
}
