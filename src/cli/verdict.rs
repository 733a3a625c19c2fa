//! Draws a verdict for people: the outcome, then the issues with their evidence, then slots and
//! totals.

use anstyle::{AnsiColor, Style};

use super::output::{FAINT, HEAD, TITLE, is_terminal, styled, width};
use super::price;
use super::table::{Table, seen_width, wrap};
use crate::diagnostic::{Diagnostic, Severity, draw_titled};
use crate::source::Sources;
use crate::views::{Amount, IssueView, Report, SlotRow};
use crate::wording::{many, of_currency, price_words};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Longer names of forces do not widen the first column.
const LONGEST_NAME: usize = 24;

/// The least width of the first column.
const NARROWEST: usize = 10;

/// From this width on, a terminal has room for the units of a list.
const WIDE: usize = 110;

/// Whether the output is a terminal with room for the units.
pub(crate) fn is_wide() -> bool {
    is_terminal() && width() >= WIDE
}

/// The file of a list, its player, faction, points, verdict and first issue.
pub(crate) fn row_of(report: &Report) -> [String; 6] {
    let report = &cleaned(report);
    let amount = |amount: &Amount, limit: &Option<Amount>| {
        let limit = limit.as_ref().map(|limit| format!("/{limit}")).unwrap_or_default();
        format!("{amount}{limit}")
    };
    let points = report.points.iter().map(|points| amount(points, &report.limit));
    let others = report.other_costs.iter().filter(|cost| cost.is_worth_telling());
    let others = others.filter_map(|cost| {
        Some(format!("{} {}", amount(cost.amount.as_ref()?, &cost.limit), cost.title))
    });
    let points: Vec<String> = points.chain(others).collect();
    let first = report.issues.iter().find(|issue| issue.severity == Severity::Error);
    [
        report.file.clone(),
        report.player.clone().unwrap_or_default(),
        report.titles.faction.clone().unwrap_or_default(),
        points.join(", "),
        outcome(report),
        first.map(|issue| issue.message.clone()).unwrap_or_default(),
    ]
}

/// One line for each of several lists. Columns that are empty for all lists are left out.
pub(crate) fn table(rows: &[[String; 6]]) -> String {
    let mut table = Table::default();
    let folder = common_folder(rows);
    let file = if folder.is_empty() { "File".to_owned() } else { format!("File in {folder}") };
    let heads = [&file, "Player", "Faction", "Points", "Verdict", "First issue"];
    let is_used =
        |column: usize| rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()));
    let used = |cells: &[String]| -> Vec<String> {
        let cells = cells.iter().enumerate().filter(|(column, _)| is_used(*column));
        cells.map(|(_, cell)| cell.clone()).collect()
    };
    let heads: Vec<String> = heads.into_iter().map(|head| styled(HEAD, head)).collect();
    table.row(used(&heads));
    for row in rows {
        let mut row = row.clone();
        let [file, ..] = &mut row;
        *file = file.strip_prefix(&folder).unwrap_or(file).to_owned();
        table.row(used(&row));
    }
    format!("{}\n", table.draw_or_stack(0, width()))
}

/// The folder that all files of a table are in, with its last slash.
fn common_folder(rows: &[[String; 6]]) -> String {
    let folder_of = |path: &str| {
        let end = path.rfind('/').map_or(0, |at| at + 1);
        path.get(..end).unwrap_or_default().to_owned()
    };
    let mut folders = rows.iter().map(|[file, ..]| folder_of(file));
    let mut common = folders.next().unwrap_or_default();
    for folder in folders {
        while !folder.starts_with(&common) {
            common = folder_of(common.trim_end_matches('/'));
        }
    }
    common
}

/// The units of a list with their models, slots and points.
fn units(report: &Report) -> String {
    let mut table = Table::default();
    for unit in &report.units {
        let slot = unit.slot.as_ref().map(|id| {
            let slot = report.slots.iter().find(|slot| slot.name == *id);
            slot.map_or_else(|| id.clone(), |slot| slot.title.clone())
        });
        let points = unit.points.map(Amount::number);
        let place: Vec<String> = unit.force.iter().cloned().chain(slot).collect();
        table.row([
            unit.name.clone(),
            many(unit.models, "model"),
            place.join(", "),
            price_words(price::amounts(points, &report.titles.currency, &unit.other_costs)),
            styled(FAINT, &format!("line {}", unit.line)),
        ]);
    }
    table.draw_within(2, width())
}

/// What a verdict shows beside the issues.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Show {
    pub units: bool,
    /// The lines of the data that were broken.
    pub source: bool,
}

pub(crate) fn draw(report: &Report, sources: &Sources, show: Show) -> String {
    let report = &cleaned(report);
    let mut text = format!("{}\n", headline(report));
    if show.units && !report.units.is_empty() {
        text.push_str(&units(report));
    }
    for issue in &report.issues {
        text.push_str(&format!("\n{}", draw_issue(issue, sources, show.source)));
    }
    if report.more_issues > 0 {
        text.push_str(&format!("\nand {} more issues\n", report.more_issues));
    }
    let totals = totals(report) + &fingerprint(report);
    if !totals.is_empty() {
        text.push_str(&format!("\n{totals}"));
    }
    text.push('\n');
    text
}

/// The short form: the outcome, one line per issue, slots and values.
pub(crate) fn brief(report: &Report) -> String {
    let report = &cleaned(report);
    let mut text = format!("{}\n", headline(report));
    for issue in &report.issues {
        let (sign, style) =
            if issue.severity == Severity::Error { ("×", BAD) } else { ("·", FAINT) };
        let rule = issue.cites.first().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let line = styled(FAINT, &format!("line {}", issue.at.line));
        let issue = format!("  {} {}{rule}   {line}\n", styled(style, sign), issue.message);
        text.push_str(&wrap(&issue, 2, width()));
    }
    if report.more_issues > 0 {
        text.push_str(&format!("    and {} more issues\n", report.more_issues));
    }
    text + &totals(report)
}

/// The report with every text on one line: a name must not look like a line of ours.
fn cleaned(report: &Report) -> Report {
    let mut report = report.clone();
    let clean = |text: &mut String| *text = text.replace(['\n', '\r', '\t'], " ");
    clean(&mut report.list);
    clean(&mut report.file);
    report.player.iter_mut().for_each(clean);
    for unit in &mut report.units {
        clean(&mut unit.name);
        unit.force.iter_mut().for_each(clean);
    }
    for issue in &mut report.issues {
        clean(&mut issue.message);
        clean(&mut issue.label);
        issue.rule_words.iter_mut().chain(&mut issue.definition).for_each(clean);
        issue.help.iter_mut().chain(&mut issue.fixes).chain(&mut issue.cites).for_each(clean);
        issue.counted.iter_mut().for_each(|counted| clean(&mut counted.what));
        issue.causes.iter_mut().for_each(|cause| clean(&mut cause.text));
    }
    report.slots.iter_mut().filter_map(|slot| slot.force.as_mut()).for_each(clean);
    report.derived.values.iter_mut().for_each(|derived| clean(&mut derived.words));
    report
}

fn outcome(report: &Report) -> String {
    match (report.readable, report.legal) {
        (false, _) => styled(BAD, "UNREADABLE"),
        (true, false) => styled(BAD, "ILLEGAL"),
        (true, true) => styled(GOOD, "legal"),
    }
}

/// `Patrol by Anna`; a list without a name is called what its file is called.
fn name_of(report: &Report) -> String {
    let name = if report.list.is_empty() { &report.file } else { &report.list };
    let by = report.player.as_ref().map(|player| format!(" by {player}")).unwrap_or_default();
    format!("{}{by}", styled(TITLE, name))
}

fn headline(report: &Report) -> String {
    let titles = &report.titles;
    let mut parts = vec![format!("{}: {}", name_of(report), outcome(report))];
    let chart = titles.chart.as_ref().map(|chart| format!("{chart} chart"));
    let game: Vec<&str> = [Some(&titles.system), titles.faction.as_ref(), chart.as_ref()]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    if !titles.system.is_empty() {
        parts.push(game.join(", "));
    }
    let amount = |amount: &Amount, limit: &Option<Amount>, currency: &str| match limit {
        Some(limit) => format!("{amount} of {limit} {currency}"),
        None => of_currency(&amount.to_string(), currency),
    };
    let points = report.points.iter().map(|points| amount(points, &report.limit, &titles.currency));
    let others = report.other_costs.iter().filter(|cost| cost.is_worth_telling());
    let others =
        others.filter_map(|cost| Some(amount(cost.amount.as_ref()?, &cost.limit, &cost.title)));
    let costs: Vec<String> = points.chain(others).collect();
    if !costs.is_empty() {
        parts.push(costs.join(", "));
    }
    let count = |severity: Severity, noun: &str| {
        let more = if severity == Severity::Error { report.more_issues } else { 0 };
        let count = report.issues.iter().filter(|issue| issue.severity == severity).count() + more;
        (count > 0).then(|| many(count, noun))
    };
    let counts = [
        count(Severity::Error, "issue"),
        count(Severity::Warning, "warning"),
        count(Severity::Note, "note"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if !counts.is_empty() {
        parts.push(counts.join(", "));
    }
    let stem = std::path::Path::new(&report.file).file_stem().map(|stem| stem.to_string_lossy());
    if stem.is_some_and(|stem| stem != report.list) {
        parts.push(styled(FAINT, &report.file));
    }
    lines_of(&parts)
}

/// The parts of a line, on further lines where they do not fit.
fn lines_of(parts: &[String]) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for part in parts {
        let seen = seen_width(part);
        let (gap, before) = match used {
            0 => ("", 0),
            used if used + 3 + seen > width() => ("\n  ", 2),
            used => ("   ", used + 3),
        };
        used = before + seen;
        text.push_str(gap);
        text.push_str(part);
    }
    text
}

fn draw_issue(issue: &IssueView, sources: &Sources, with_source: bool) -> String {
    let title = if issue.cites.is_empty() {
        issue.code.name.to_owned()
    } else {
        format!("{} ({})", issue.code.name, issue.cites.join(", "))
    };
    let diagnostic =
        Diagnostic::new(issue.code, issue.span, issue.message.clone()).label(issue.label.clone());
    let is_fancy = is_terminal();
    let mut text = draw_titled(&diagnostic, &title, issue.severity, sources, is_fancy, width());
    let mut line = |name: &str, number: &str, value: String| {
        let line = format!("  {} {number}{value}\n", styled(FAINT, &format!("{name:<8}")));
        text.push_str(&wrap(&line, "because: ".len() + number.len(), width()));
    };
    if !issue.counted.is_empty() {
        line("counted:", "", counted(issue));
    }
    for cause in &issue.causes {
        let rule = cause.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let place = format!("{}:{}", cause.at.file, cause.at.line);
        let place =
            if cause.at.file == issue.at.file { format!("line {}", cause.at.line) } else { place };
        line("because:", "", format!("{}{rule}   {}", cause.text, styled(FAINT, &place)));
    }
    if let Some(at) = &issue.defined_at {
        let place = styled(FAINT, &format!("{}:{}", at.file, at.line));
        let words = issue.rule_words.iter().map(|words| format!("{words}   ")).collect::<String>();
        line("rule:", "", format!("{words}{place}"));
    }
    if let Some(definition) = issue.definition.as_ref().filter(|_| with_source) {
        line("source:", "", definition.trim_end_matches('{').trim_end().to_owned());
    }
    for (number, fix) in (1..).zip(&issue.fixes) {
        let name = if number == 1 { "fix:" } else { "" };
        let number = if issue.fixes.len() > 1 { format!("{number}. ") } else { String::new() };
        line(name, &number, fix.clone());
    }
    if let Some(help) = &issue.help {
        line("help:", "", help.clone());
    }
    text
}

/// `Hussars (lines 11, 14), Rangers (19)`
fn counted(issue: &IssueView) -> String {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for counted in &issue.counted {
        match groups.iter_mut().find(|(what, _)| *what == counted.what) {
            Some((_, lines)) => lines.push(counted.at.line),
            None => groups.push((&counted.what, vec![counted.at.line])),
        }
    }
    let mut words = Vec::new();
    for (place, (what, mut lines)) in groups.into_iter().enumerate() {
        lines.sort_unstable();
        let copies = lines.len();
        lines.dedup();
        let several = if copies > lines.len() { format!("{copies} × ") } else { String::new() };
        let word = match (place, lines.len()) {
            (0, 1) => "line ",
            (0, _) => "lines ",
            _ => "",
        };
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        words.push(format!("{several}{what} ({word}{})", lines.join(", ")));
    }
    words.join(", ")
}

/// What tells this army, and the data it was judged by, from others.
fn fingerprint(report: &Report) -> String {
    match (&report.fingerprint, &report.data) {
        (Some(army), Some(data)) => {
            let data = format!("{army}/{data}   {}", report.titles.versions.join(", "));
            row("List", &[data], NARROWEST)
        }
        _ => String::new(),
    }
}

/// Slots and derived values.
fn totals(report: &Report) -> String {
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    let mut forces: Vec<Option<&String>> =
        report.slots.iter().map(|slot| slot.force.as_ref()).collect();
    forces.dedup();
    for force in forces {
        let slots = report
            .slots
            .iter()
            .filter(|slot| slot.force.as_ref() == force)
            .map(slot_words)
            .collect();
        rows.push((force.map_or("Slots", String::as_str), slots));
    }
    let unlocked = report.slots.iter().flat_map(|slot| &slot.unlocked);
    let unlocked: Vec<String> =
        unlocked.map(|row| format!("{} by {}", row.unit, row.by.join(" and "))).collect();
    rows.push(("Unlocked", unlocked));
    let derived: Vec<String> = report
        .derived
        .values
        .iter()
        .filter(|derived| !derived.value.is_null())
        .map(|derived| format!("{} {}", lower(&derived.title), derived.words))
        .collect();
    rows.push(("Values", derived));
    rows.retain(|(_, parts)| !parts.is_empty());
    // A very long name sticks out rather than moving all the others.
    let names =
        rows.iter().map(|(name, _)| seen_width(name)).filter(|length| *length <= LONGEST_NAME);
    let indent = names.map(|length| length + 2).chain([NARROWEST]).max().unwrap_or_default();
    rows.iter().map(|(name, parts)| row(name, parts, indent)).collect()
}

fn slot_words(slot: &SlotRow) -> String {
    let bounds = match slot.max {
        Some(max) if max == slot.min => format!(" of {max}"),
        Some(max) => format!(" of {}–{max}", slot.min),
        None if slot.min == 0 => String::new(),
        None => format!(" of {}+", slot.min),
    };
    let words = format!("{} {}{bounds}", lower(&slot.title), slot.used);
    let wrong = slot.used < slot.min || slot.max.is_some_and(|max| slot.used > max);
    if wrong { styled(BAD, &words) } else { words }
}

/// A title in the middle of a line: its first letter in lower case, except in abbreviations.
fn lower(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => title.to_owned(),
    }
}

/// A heading and its parts, wrapped at the width of the terminal.
fn row(name: &str, parts: &[String], indent: usize) -> String {
    let mut text = String::new();
    let mut line = String::new();
    let mut length = 0;
    for part in parts {
        let seen = seen_width(part);
        if length > 0 && indent + length + 3 + seen > width() {
            text.push_str(&format!("{}\n{:indent$}", line, ""));
            (line, length) = (String::new(), 0);
        }
        let gap = if length == 0 { "" } else { "   " };
        line.push_str(&format!("{gap}{part}"));
        length += gap.len() + seen;
    }
    let gap = indent.saturating_sub(seen_width(name)).max(2);
    format!("{}{:gap$}{text}{line}\n", styled(HEAD, name), "")
}
