//! Verdicts and printouts of lists, with the fixes that were found for their errors.

use crate::builder::fix;
use crate::diagnostic::Diagnostic;
use crate::engine::{Issue, Ruleset, Session};
use crate::list::List;
use crate::source::{SourceId, Sources};
use crate::views::{self, Paper, Report, verdict};

/// The whole verdict. `found` is what reading the list had to say.
pub fn judge(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
    found: &[Diagnostic],
) -> Report {
    report(&rules.session(list), sources, source, found)
}

/// Everything a printout of a list may show. `found` is what reading the list had to say.
pub fn paper(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
    found: &[Diagnostic],
) -> Paper {
    let session = rules.session(list);
    views::paper(&session, sources, &report(&session, sources, source, found))
}

fn report(
    session: &Session<'_, '_>,
    sources: &Sources,
    source: SourceId,
    found: &[Diagnostic],
) -> Report {
    let mut checked = session.issues().to_vec();
    if checked.iter().any(Issue::is_error) {
        fix::find(session, sources, &mut checked);
    }
    let mut issues: Vec<Issue> = found.iter().map(Issue::from).collect();
    issues.extend(checked);
    verdict::report(session, sources, source, &issues)
}
