//! Issues as a page shows them: the units they are about, whether something is wrong or only
//! missing, and changes that mend them.

use serde::Serialize;

use crate::builder::repair::single::{self, Fix};
use crate::diagnostic::{Severity, codes};
use crate::engine::army::UnitIndex;
use crate::engine::assess::key;
use crate::engine::check::Problem;
use crate::engine::{ProblemKey, Session};
use crate::list::{Edit, List, UnitLine};
use crate::source::Sources;
use crate::views::{Amount, CauseView, Cost, IssueView, others, points, told};

/// Something wrong with a list, or missing in it.
#[derive(Debug, Serialize)]
pub(crate) struct Issue {
    pub code: &'static str,
    pub kind: IssueKind,
    pub message: String,
    pub help: Option<String>,
    /// The rule of the book.
    pub rule: Option<String>,
    pub cites: Vec<String>,
    /// What the rule says, in words.
    pub definition: Option<String>,
    pub defined_at: Option<String>,
    /// The line of the list that it is about.
    pub line: usize,
    /// The ids of the units it is about.
    pub units: Vec<String>,
    /// Whether these were counted against a limit.
    pub counted: bool,
    pub causes: Vec<String>,
    pub fixes: Vec<FixView>,
}

/// Unfinished is not wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IssueKind {
    /// A rule is broken.
    Fix,
    /// Something is still missing.
    Add,
    /// Worth knowing.
    Note,
}

/// A change that mends an issue.
#[derive(Debug, Serialize)]
pub(crate) struct FixView {
    pub text: String,
    /// How the points change.
    pub points: Option<Amount>,
    pub other_costs: Vec<Cost>,
    /// How many issues it mends.
    pub mends: usize,
    pub edits: Vec<Edit>,
}

/// The issues of a list in the order of its report.
pub(crate) fn issues(
    session: &Session<'_, '_>,
    sources: &Sources,
    views: Vec<IssueView>,
    read: usize,
) -> Vec<Issue> {
    let missing = missing_from_the_start(session);
    let mut fixes = single::fixes(session, sources).into_iter();
    let mut problems = session.problems().iter();
    let mut all = Vec::new();
    for (place, view) in views.into_iter().enumerate() {
        let problem = if place < read { None } else { problems.next() };
        let fixes = if place < read { Vec::new() } else { fixes.next().unwrap_or_default() };
        all.push(issue(session, view, problem, fixes, &missing));
    }
    all
}

fn issue(
    session: &Session<'_, '_>,
    view: IssueView,
    problem: Option<&Problem<'_>>,
    fixes: Vec<Fix>,
    missing: &[ProblemKey],
) -> Issue {
    let id = |unit: &UnitIndex| session.evaluator().army.unit(*unit).id.clone();
    let units = problem.map(|problem| problem.units.iter().map(id).collect()).unwrap_or_default();
    Issue {
        kind: kind(&view, problem, missing),
        code: view.code.name,
        message: sentence(&view.message),
        help: view.help.map(|help| sentence(&help)),
        rule: view.rule,
        cites: view.cites,
        definition: view.rule_words.map(|words| sentence(&words)),
        defined_at: view.defined_at.map(|at| format!("{}:{}", at.file, at.line)),
        line: view.at.line,
        units,
        counted: problem.is_some_and(|problem| problem.counts_units),
        causes: view.causes.into_iter().map(|cause: CauseView| sentence(&cause.text)).collect(),
        fixes: told_apart(session, fixes.into_iter().map(|fix| fix_view(session, fix)).collect()),
    }
}

/// Fixes that read alike are about units of one name: how many models each has tells them apart.
fn told_apart(session: &Session<'_, '_>, mut fixes: Vec<FixView>) -> Vec<FixView> {
    let texts: Vec<String> = fixes.iter().map(|fix| fix.text.clone()).collect();
    let army = &session.evaluator().army;
    for fix in &mut fixes {
        if texts.iter().filter(|text| **text == fix.text).count() < 2 {
            continue;
        }
        let lines = fix.edits.iter().flat_map(Edit::lines);
        let mut sizes =
            lines.filter_map(|line| session.unit_of(line)).map(|unit| army.unit(unit).size);
        if let Some(size) = sizes.next() {
            fix.text += &format!(" ({})", crate::wording::models_words(size));
        }
    }
    // If even the sizes are the same, any of the units will do, so one fix is enough.
    let mut told: Vec<String> = Vec::new();
    fixes.retain(|fix| {
        let is_new = !told.contains(&fix.text);
        told.push(fix.text.clone());
        is_new
    });
    fixes
}

fn fix_view(session: &Session<'_, '_>, fix: Fix) -> FixView {
    let game = session.evaluator().game;
    FixView {
        // A page shows no line numbers.
        text: sentence(&fix.words.without_file().to_string()),
        points: points(Some(&fix.costs)),
        other_costs: told(&others(game, Some(&fix.costs))),
        mends: fix.mends,
        edits: vec![fix.edit],
    }
}

/// What the list would lack without any unit: only additions mend it.
fn missing_from_the_start(session: &Session<'_, '_>) -> Vec<ProblemKey> {
    if session.problems().is_empty() {
        return Vec::new();
    }
    let mut empty: List = session.list().clone();
    let lines: Vec<_> = empty.unit_lines().map(UnitLine::line).collect();
    for unit in lines {
        // A line that was removed together with another need not be removed again.
        let _ = Edit::RemoveLine { unit }.apply(&mut empty);
    }
    session.rules.assess(&empty).keys()
}

fn kind(view: &IssueView, problem: Option<&Problem<'_>>, missing: &[ProblemKey]) -> IssueKind {
    if view.severity != Severity::Error {
        return IssueKind::Note;
    }
    let Some(problem) = problem else { return IssueKind::Fix };
    let unfinished = [
        &codes::SLOT_TOO_FEW,
        &codes::FORCE_TOO_FEW,
        &codes::FORCE_NOT_FULL,
        &codes::OPTION_TOO_FEW,
        &codes::UNIT_NOT_BROUGHT,
        &codes::POINTS_MISSING,
    ];
    let is_missing = unfinished.contains(&problem.code())
        || missing.iter().any(|known| known.covers(key(problem)));
    if is_missing { IssueKind::Add } else { IssueKind::Fix }
}

/// With a capital letter, as sentences on a page begin.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
