//! Verdicts and printouts of lists, with fixes for their errors.

use crate::builder::repair::single;
use crate::diagnostic::Diagnostic;
use crate::engine::{Ruleset, Session};
use crate::list::List;
use crate::source::{SourceId, Sources};
use crate::views::{self, Paper, Report, verdict};

/// The whole verdict. `found` are the diagnostics from reading the list.
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

/// Everything a printout of a list may show. `found` are the diagnostics from reading the list.
pub fn paper(
    rules: &Ruleset<'_>,
    sources: &Sources,
    source: SourceId,
    list: &List,
    found: &[Diagnostic],
) -> Paper {
    let renamed = rules.with_new_names(list);
    let session = rules.session(renamed.as_ref().unwrap_or(list));
    let text = sources.get(source).text();
    views::paper(&session, &report(&session, sources, source, found), text)
}

/// The same without fixes for its issues, which take long to find.
pub fn draft_paper(rules: &Ruleset<'_>, sources: &Sources, source: SourceId, list: &List) -> Paper {
    let renamed = rules.with_new_names(list);
    let session = rules.session(renamed.as_ref().unwrap_or(list));
    let text = sources.get(source).text();
    views::paper(&session, &verdict::report(&session, sources, source, &[], &[]), text)
}

fn report(
    session: &Session<'_, '_>,
    sources: &Sources,
    source: SourceId,
    found: &[Diagnostic],
) -> Report {
    verdict::report(session, sources, source, found, &single::find(session, sources))
}
