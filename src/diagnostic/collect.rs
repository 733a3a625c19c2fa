use super::{Diagnostic, Severity};
use crate::source::Span;

/// How many diagnostics one file may raise: noise is not reported line by line.
const MOST_PER_FILE: usize = 100;

/// Collects everything that is found, so that all of it comes at once.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|one| one.code.severity == Severity::Error)
    }

    /// In order of file and place; the same thing at the same place is said once, and no file
    /// floods the rest.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut all = self.found;
        all.sort_by(|a, b| {
            (a.at.span, a.code.name, &a.message).cmp(&(b.at.span, b.code.name, &b.message))
        });
        all.dedup_by(|a, b| {
            a.at.span == b.at.span && a.code.name == b.code.name && a.message == b.message
        });
        let mut file: Option<Span> = None;
        let mut count = 0;
        all.retain(|one| {
            if file.is_none_or(|last| last.source != one.at.span.source) {
                (file, count) = (Some(one.at.span), 0);
            }
            count += 1;
            count <= MOST_PER_FILE
        });
        all
    }
}
