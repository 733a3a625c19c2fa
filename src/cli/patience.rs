//! Long work: shows that it goes on once a second has passed, and ends it when its time is up.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// Nobody looks up before that.
const QUIET: Duration = Duration::from_secs(1);

pub(super) struct Patience {
    began: Instant,
    most: Duration,
    bar: RefCell<Option<ProgressBar>>,
}

impl Patience {
    pub(super) fn new(seconds: f64) -> Self {
        let most = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Patience { began: Instant::now(), most, bar: RefCell::new(None) }
    }

    /// Whether there is time for more. The bar is on a terminal only, and gone when the work is done.
    pub(super) fn go_on(&self, doing: &str) -> bool {
        let passed = self.began.elapsed();
        if passed > QUIET {
            let mut bar = self.bar.borrow_mut();
            let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
            bar.set_message(format!("{doing} ({} s)", passed.as_secs()));
            bar.tick();
        }
        passed < self.most
    }

    pub(super) fn done(&self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}

/// Seconds on the command line.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0".to_owned()),
    }
}
