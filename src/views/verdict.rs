//! Makes the [`Report`] on a list.

use crate::diagnostic::{Code, Diagnostic, Family, Severity, codes};
use crate::engine::Session;
use crate::engine::army::{Army, NodeId, UnitIndex};
use crate::engine::check::Problem;
use crate::engine::eval::{Evaluator, Value};
use crate::engine::slots::Filled;
use crate::engine::slots::allocate::types::Placement;
use crate::list::List;
use crate::list::Points;
use crate::model::Game;
use crate::source::{SourceId, Sources, Span};
use crate::views::catalogue::term::one_line;
use crate::views::fingerprint;
use crate::views::{
    Amount, CauseView, CountedView, Derived, DerivedValue, FilePlace, IssueView, REPORT_VERSION,
    Report, SlotRow, Titles, UnitRow, UnlockedRow, Versions,
};
use crate::wording;
use crate::wording::edit::join::FixWords;
use crate::wording::slot_title;

/// The diagnostic for a list of an unknown game.
pub fn unknown_system<'n>(list: &List, known: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let message = format!("there is no game `{}`", list.system.value);
    let diagnostic = Diagnostic::new(&codes::LIST_UNKNOWN_NAME, list.system.span, message);
    diagnostic
        .suggest(&list.system.value, known)
        .help("`orbat systems` lists them; one of your own needs `--data FOLDER`")
}

/// The report on a list that could not be read, or whose game is not known.
pub fn unreadable(
    sources: &Sources,
    source: SourceId,
    list: Option<&List>,
    found: &[Diagnostic],
) -> Report {
    let file = sources.get(source).path().to_owned();
    let name = |name: &crate::list::Name| name.value.clone();
    Report {
        version: REPORT_VERSION,
        list: list.and_then(|list| list.name.as_ref()).map_or_else(|| stem(&file), name),
        player: list.and_then(|list| list.player.as_ref()).map(name),
        file,
        legal: false,
        readable: false,
        system: list.map(|list| list.system.value.clone()),
        faction: list.and_then(|list| list.faction.as_ref()).map(name),
        chart: list.and_then(|list| list.chart.as_ref()).map(name),
        points: None,
        limit: list.and_then(|list| list.points.as_ref()).and_then(only_amount),
        other_costs: Vec::new(),
        units: Vec::new(),
        slots: Vec::new(),
        derived: Derived::default(),
        issues: found.iter().map(|diagnostic| diagnostic_view(sources, diagnostic)).collect(),
        more_issues: 0,
        fingerprint: None,
        data: None,
        versions: Versions::default(),
        titles: Titles::default(),
    }
}

fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// The greatest number of issues in a report.
const MOST_SHOWN: usize = 200;

/// The report on a list: errors in its text, then its problems, each with its fixes.
pub(crate) fn report(
    session: &Session<'_, '_>,
    sources: &Sources,
    source: SourceId,
    read: &[Diagnostic],
    fixes: &[Vec<FixWords>],
) -> Report {
    let evaluator = session.evaluator();
    let (army, game) = (&evaluator.army, evaluator.game);
    let list = army.list;
    let file = sources.get(source).path().to_owned();
    let problems = session.problems();
    // Compute all values before the issues: any issue may be the last that the output budget
    // allows.
    let points = evaluator.cost(NodeId::ARMY).map(Amount::from);
    let other_costs = evaluator.army_costs();
    let forces = evaluator.force_titles();
    let units = army.unit_indices().map(|index| unit_row(evaluator, sources, &forces, index));
    let units = units.collect();
    let slots = session.slots().iter().flat_map(|filled| slot_rows(evaluator, &forces, filled));
    let slots = slots.collect();
    let derived = derived(evaluator);
    let fingerprint = fingerprint::of_army(evaluator).filter(|_| read.is_empty());
    if let Some(undecided) = undecided(session, sources, source) {
        return undecided;
    }
    let is_of_list =
        |problem: &Problem<'_>| problem.code().family == Family::List && problem.is_error();
    let read_views = read.iter().map(|diagnostic| diagnostic_view(sources, diagnostic));
    let problem_views = problems.iter().enumerate().map(|(place, problem)| {
        let fixes = fixes.get(place).map_or(&[][..], Vec::as_slice);
        IssueView {
            fixes: fixes.iter().map(|fix| fix.with_lines.clone()).collect(),
            plain_fixes: fixes.iter().map(|fix| fix.without_lines.clone()).collect(),
            ..problem_view(evaluator, sources, problem)
        }
    });
    let mut issues: Vec<IssueView> = Vec::new();
    for issue in read_views.chain(problem_views).take(MOST_SHOWN) {
        // Wording an issue computes values, which may use up the budget.
        if let Some(undecided) = undecided(session, sources, source) {
            return undecided;
        }
        // The first issue is always shown.
        if !evaluator.meter.put_out(length(&issue)) && !issues.is_empty() {
            break;
        }
        issues.push(issue);
    }
    Report {
        version: REPORT_VERSION,
        list: list.name.as_ref().map_or_else(|| stem(&file), |name| name.value.clone()),
        player: list.player.as_ref().map(|player| player.value.clone()),
        file,
        legal: read.is_empty() && !problems.iter().any(Problem::is_error),
        readable: read.is_empty() && !problems.iter().any(is_of_list),
        system: Some(game.id.clone()),
        faction: army.faction.map(|faction| game.factions[faction].id.clone()),
        chart: army.chart.map(|chart| game.charts[chart].id.clone()),
        points,
        limit: army.limit().map(|limit| Amount::from(limit.most)),
        other_costs,
        units,
        slots,
        derived,
        more_issues: (read.len() + problems.len()).saturating_sub(issues.len()),
        issues,
        fingerprint,
        data: Some(fingerprint::of_data(game)),
        versions: Versions {
            system: game.version.clone(),
            faction: army.faction.and_then(|faction| game.factions[faction].version.clone()),
            event: army.event.and_then(|event| game.events[event].version.clone()),
        },
        titles: titles(game, army),
    }
}

/// The approximate size of an issue in bytes.
fn length(issue: &IssueView) -> usize {
    const PLACE: usize = 100;
    let help = issue.help.iter().chain(&issue.fixes).chain(&issue.definition);
    let texts = help.map(String::len).sum::<usize>() + issue.message.len() + issue.label.len();
    let counted = issue.counted.iter().map(|counted| counted.what.len() + PLACE);
    let causes = issue.causes.iter().map(|cause| cause.text.len() + PLACE);
    texts + counted.chain(causes).sum::<usize>() + PLACE
}

/// The report on a list that exceeds the budget; `None` if it has sufficed so far. Computed numbers
/// may be incomplete, so none is shown.
pub(crate) fn undecided(
    session: &Session<'_, '_>,
    sources: &Sources,
    source: SourceId,
) -> Option<Report> {
    let evaluator = session.evaluator();
    let (game, army) = (evaluator.game, &evaluator.army);
    let problem = evaluator.too_expensive_to_decide()?;
    Some(Report {
        issues: vec![problem_view(evaluator, sources, &problem)],
        titles: titles(game, army),
        ..unreadable(sources, source, Some(army.list), &[])
    })
}

fn titles(game: &Game, army: &Army<'_, '_>) -> Titles {
    Titles {
        system: game.title.clone(),
        faction: army.faction.map(|faction| game.factions[faction].title.clone()),
        chart: army.chart.map(|chart| game.charts[chart].title.clone()),
        currency: game
            .currencies
            .values()
            .next()
            .map(|currency| currency.title.clone())
            .unwrap_or_default(),
        versions: fingerprint::versions(army),
    }
}

/// The amount that a list states without naming a currency.
fn only_amount(points: &Points) -> Option<Amount> {
    points.amounts().find(|(name, _)| name.is_none()).map(|(_, amount)| Amount::from(amount))
}

fn unit_row(
    evaluator: &Evaluator<'_, '_>,
    sources: &Sources,
    forces: &[String],
    index: UnitIndex,
) -> UnitRow {
    let army = &evaluator.army;
    let unit = army.unit(index);
    UnitRow {
        id: unit.id.clone(),
        name: evaluator.unit_title(index),
        unit: evaluator.game.entries[unit.entry].id.clone(),
        models: unit.size,
        points: evaluator.cost(unit.node).map(Amount::from),
        other_costs: evaluator.other_costs(unit.node),
        slot: evaluator.slots.borrow().get(index.index()).copied().flatten().map(str::to_owned),
        force: unit.force.and_then(|force| forces.get(force)).cloned(),
        line: sources.place(army.node(unit.node).span).line,
    }
}

fn slot_rows(
    evaluator: &Evaluator<'_, '_>,
    forces: &[String],
    filled: &Filled<'_>,
) -> Vec<SlotRow> {
    let chart = &evaluator.game.charts[filled.chart];
    let id = |unit: UnitIndex| evaluator.army.unit(unit).id.clone();
    let force = filled.force.and_then(|force| forces.get(force)).cloned();
    let row = |(place, slot): (usize, &crate::model::Slot)| {
        let units: Vec<String> = filled.in_slot(place).map(id).collect();
        let here = |unit: usize| matches!(filled.answer.places.get(unit), Some(Some(Placement::Slot { slot, .. })) if *slot == place);
        let helped = filled
            .answer
            .helpers
            .iter()
            .filter(|helped| here(helped.unit) && helped.missing == 0 && !helped.by.is_empty());
        let unlocked = helped.map(|helped| UnlockedRow {
            unit: filled.units.get(helped.unit).map(|unit| id(*unit)).unwrap_or_default(),
            by: helped
                .by
                .iter()
                .filter_map(|unit| filled.units.get(*unit))
                .map(|unit| id(*unit))
                .collect(),
        });
        SlotRow {
            name: slot.id.clone(),
            title: slot_title(evaluator.game, filled.chart, &slot.id),
            force: force.clone(),
            min: filled.allocation.slots.get(place).map_or(0, |bounds| bounds.min),
            max: filled.answer.maxima.get(place).copied().flatten(),
            used: i64::try_from(units.len()).unwrap_or(i64::MAX),
            units,
            unlocked: unlocked.collect(),
        }
    };
    chart.slots.iter().enumerate().map(row).collect()
}

/// The derived values of the army.
fn derived(evaluator: &Evaluator<'_, '_>) -> Derived {
    let game = evaluator.game;
    let value = |id: crate::model::DeriveId| {
        let derive = &game.derives[id];
        let value = evaluator.derived(NodeId::ARMY, id);
        let words = evaluator.words(&value);
        let json = match &value {
            Value::None | Value::Error(_) => serde_json::Value::Null,
            Value::Bool(yes) => (*yes).into(),
            Value::Number(number) => {
                number.to_whole().map_or_else(|| number.to_string().into(), Into::into)
            }
            Value::Node(node) => match evaluator.army.node(*node).unit {
                Some(unit) => evaluator.army.unit(unit).id.clone().into(),
                None => words.clone().into(),
            },
            _ => words.clone().into(),
        };
        let title = derive.label();
        DerivedValue { id: derive.id.clone(), title, value: json, words }
    };
    Derived { values: evaluator.army_values().into_iter().map(value).collect() }
}

fn problem_view<'g>(
    evaluator: &Evaluator<'_, 'g>,
    sources: &Sources,
    problem: &Problem<'g>,
) -> IssueView {
    let army = &evaluator.army;
    let words = wording::problem(evaluator, problem);
    let counted = problem.units.iter().filter(|_| problem.counts_units).map(|unit| CountedView {
        what: evaluator.unit_title(*unit),
        at: at(sources, army.node(army.unit(*unit).node).span),
    });
    let causes = problem.causes.iter().map(|cause| CauseView {
        text: wording::cause(evaluator, cause),
        rule: cause.cite.map(str::to_owned),
        at: at(sources, cause.at),
    });
    IssueView {
        severity: problem.severity,
        rule: problem.cites.first().map(|cite| (*cite).to_owned()),
        cites: problem.cites.iter().map(|cite| (*cite).to_owned()).collect(),
        label: words.label,
        help: words.help,
        defined_at: problem.defined_at.map(|span| at(sources, span)),
        rule_words: wording::rule(evaluator.game, problem),
        definition: problem.defined_at.map(|span| line_of(sources, span)),
        counted: counted.collect(),
        causes: causes.collect(),
        units: problem.units.iter().map(|unit| army.unit(*unit).id.clone()).collect(),
        ..bare_view(sources, problem.code(), problem.at, words.message)
    }
}

/// The view of an error in the text of a list.
fn diagnostic_view(sources: &Sources, diagnostic: &Diagnostic) -> IssueView {
    let causes = diagnostic.related.iter().map(|label| CauseView {
        text: label.text.clone(),
        rule: None,
        at: at(sources, label.span),
    });
    IssueView {
        label: diagnostic.place_text().into_owned(),
        help: diagnostic.help.clone(),
        causes: causes.collect(),
        ..bare_view(sources, diagnostic.code, diagnostic.at.span, diagnostic.message.clone())
    }
}

fn bare_view(sources: &Sources, code: &'static Code, span: Span, message: String) -> IssueView {
    IssueView {
        code,
        severity: Severity::Error,
        rule: None,
        cites: Vec::new(),
        message,
        label: String::new(),
        help: None,
        at: at(sources, span),
        defined_at: None,
        rule_words: None,
        definition: None,
        counted: Vec::new(),
        causes: Vec::new(),
        fixes: Vec::new(),
        units: Vec::new(),
        plain_fixes: Vec::new(),
        span,
    }
}

/// The greatest number of lines of a definition, and of characters.
const MOST_LINES: usize = 4;
const MOST_LETTERS: usize = 1_000;

/// The line at a place and the lines after it until all parentheses are closed, without comments
/// and citations.
fn line_of(sources: &Sources, span: Span) -> String {
    let source = sources.get(span.source);
    let before = source.text().get(..span.start()).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let mut shown = String::new();
    for line in source.text().get(start..).unwrap_or("").lines().take(MOST_LINES) {
        shown += line;
        shown.push('\n');
        if shown.matches('(').count() <= shown.matches(')').count() {
            break;
        }
    }
    let mut line = one_line(&shown);
    if let Some((end, _)) = line.char_indices().nth(MOST_LETTERS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

fn at(sources: &Sources, span: Span) -> FilePlace {
    let place = sources.place(span);
    FilePlace {
        file: sources.get(span.source).path().to_owned(),
        line: place.line,
        column: place.column,
    }
}
