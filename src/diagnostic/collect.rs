//! Collects diagnostics and puts them in order.

use super::{Diagnostic, Severity};

/// How many diagnostics one file may raise, so that a garbage file is not reported line by line.
const MOST_PER_FILE: usize = 100;

/// All diagnostics found so far, to be shown together.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a diagnostic.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Whether any of them is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.code.severity == Severity::Error)
    }

    /// Sorted by file and place, without duplicates, and with a limit so that no file floods the
    /// others.
    pub(crate) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut all = self.found;
        all.sort_by(|a, b| {
            (a.at.span, a.code.name, &a.message).cmp(&(b.at.span, b.code.name, &b.message))
        });
        all.dedup_by(|a, b| {
            a.at.span == b.at.span && a.code.name == b.code.name && a.message == b.message
        });
        let mut file = None;
        let mut count = 0;
        all.retain(|diagnostic| {
            let source = diagnostic.at.span.source;
            if file != Some(source) {
                (file, count) = (Some(source), 0);
            }
            count += 1;
            count <= MOST_PER_FILE
        });
        all
    }
}
