//! Verdicts and printouts of lists, with fixes for their errors.

use crate::builder::repair::single;
use crate::diagnostic::Diagnostic;
use crate::engine::{Ruleset, Session};
use crate::list::List;
use crate::source::{SourceId, Sources};
use crate::views::{self, Paper, Report, verdict};

/// The whole verdict on a list. `found` are the diagnostics from reading it.
pub fn judge(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
    found: &[Diagnostic],
) -> Report {
    let renamed = rules.with_new_names(list);
    report(&rules.session(renamed.as_ref().unwrap_or(list)), sources, source, found)
}

/// Everything a printout of a list may show, or the report on a list that is too expensive to
/// decide or print. `found` are the diagnostics from reading the list.
pub fn paper(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
    found: &[Diagnostic],
) -> Result<Paper, Box<Report>> {
    let renamed = rules.with_new_names(list);
    let session = rules.session(renamed.as_ref().unwrap_or(list));
    views::paper(&session, &report(&session, sources, source, found), sources, source)
}

/// The same without fixes for its issues, which take long to find.
pub fn draft_paper(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
) -> Result<Paper, Box<Report>> {
    let renamed = rules.with_new_names(list);
    let session = rules.session(renamed.as_ref().unwrap_or(list));
    let report = verdict::report(&session, sources, source, &[], &[]);
    views::paper(&session, &report, sources, source)
}

/// The report on a list that is too expensive to decide, or `None` if it is not. No search works on
/// such a list.
pub(crate) fn undecided(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
) -> Option<Report> {
    let session = rules.session(list);
    let report = verdict::report(&session, sources, source, &[], &[]);
    verdict::undecided(&session, sources, source).map(|_| report)
}

fn report(
    session: &Session<'_, '_>,
    sources: &Sources,
    source: SourceId,
    found: &[Diagnostic],
) -> Report {
    verdict::report(session, sources, source, found, &single::find(session, sources))
}
