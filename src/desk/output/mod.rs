//! The files that organisers get: a page, tables, replies. All are made of [`DeskEntry`]s; names
//! are escaped as each form needs.

mod junit;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::desk::event::{DeskEntry, DeskVerdict, EventDesk};
use crate::desk::together::TeamVerdict;
use crate::render::{OutputFormat, Pages, PrintJob, Renderer, Sheet, TemplateError, table_cell};
use crate::views::EventView;

const PAGES: [(&str, &str); 5] = [
    ("report.html", include_str!("../pages/report.html")),
    ("reply.html", include_str!("../pages/reply.html")),
    ("reply.txt", include_str!("../pages/reply.txt")),
    ("captain.html", include_str!("../pages/captain.html")),
    ("captain.txt", include_str!("../pages/captain.txt")),
];

/// A file to be written.
#[derive(Debug, Clone)]
pub(crate) struct OutputFile {
    /// Its path below the folder of the output.
    pub(crate) name: String,
    /// Its content.
    pub(crate) text: String,
}

/// A submission as templates get it.
#[derive(Serialize)]
struct SubmissionRow<'e> {
    number: usize,
    player: &'e str,
    team: &'e str,
    faction: &'e str,
    points: String,
    /// Which of several lists it is.
    part: &'e str,
    verdict: DeskVerdict,
    sign: &'static str,
    words: &'static str,
    first_issue: String,
    /// What its files are called.
    file: String,
    /// Everything that a search looks at, in small letters.
    search: String,
    entry: &'e DeskEntry,
}

#[derive(Serialize)]
struct Bar {
    name: String,
    count: usize,
    share: usize,
}

#[derive(Serialize)]
struct Count {
    verdict: DeskVerdict,
    words: &'static str,
    number: usize,
}

/// A verdict in words.
pub(crate) fn verdict_words(verdict: DeskVerdict) -> &'static str {
    match verdict {
        DeskVerdict::Legal => "legal",
        DeskVerdict::Illegal => "illegal",
        DeskVerdict::Questions => "questions",
        DeskVerdict::NotAList => "not a list",
        DeskVerdict::Unreadable => "unreadable",
    }
}

fn sign(verdict: DeskVerdict) -> &'static str {
    match verdict {
        DeskVerdict::Legal => "✓",
        DeskVerdict::Questions => "?",
        _ => "✗",
    }
}

fn row(entry: &DeskEntry) -> SubmissionRow<'_> {
    let words = [&entry.player, entry.team.as_ref().unwrap_or(&entry.origin), &entry.origin];
    let issues = entry.issues.iter().map(|issue| &issue.message);
    let words = words.into_iter().chain(&entry.faction).chain(&entry.units).chain(issues);
    SubmissionRow {
        number: entry.number,
        player: &entry.player,
        team: entry.team.as_deref().unwrap_or_default(),
        faction: entry.faction.as_deref().unwrap_or_default(),
        points: entry.points.as_ref().map(ToString::to_string).unwrap_or_default(),
        part: entry.part.as_deref().unwrap_or_default(),
        verdict: entry.verdict,
        sign: sign(entry.verdict),
        words: verdict_words(entry.verdict),
        first_issue: entry.first_issue(),
        file: entry.file(),
        search: words.map(|word| word.to_lowercase()).collect::<Vec<_>>().join(" "),
        entry,
    }
}

impl DeskEntry {
    /// What the files of this submission are called.
    pub(crate) fn file(&self) -> String {
        format!("{:03}-{}", self.number, file_name(&self.player))
    }
}

/// How many of each, the most first.
fn bars<'n>(names: impl Iterator<Item = &'n String>, most: usize) -> Vec<Bar> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let highest = all.first().map_or(1, |(_, count)| *count);
    let bar = |(name, count): (&str, usize)| Bar {
        name: name.to_owned(),
        count,
        share: count * 100 / highest.max(1),
    };
    all.into_iter().take(most).map(bar).collect()
}

impl EventDesk<'_> {
    /// Everything that `--out` writes but printouts.
    pub(crate) fn files(&self, entries: &[DeskEntry]) -> Result<Vec<OutputFile>, TemplateError> {
        let pages = Pages::new(&PAGES)?;
        let rows: Vec<SubmissionRow<'_>> = entries.iter().map(row).collect();
        let teams = self.teams(entries);
        let team_rows: Vec<TeamRow<'_>> = teams.iter().map(|team| team_row(team, &rows)).collect();
        let until = self.model().deadline.as_ref().map(|deadline| deadline.words.as_str());
        let report = ReportPage {
            event: &self.view(),
            data: self.data_mark(),
            found: entries.iter().filter(|entry| !entry.findings.is_empty()).count(),
            has_teams: entries.iter().any(|entry| entry.team.is_some()),
            rows: &rows,
            teams: &team_rows,
            counts: counts(entries),
            factions: bars(entries.iter().filter_map(|entry| entry.faction.as_ref()), 30),
            units: bars(entries.iter().flat_map(|entry| &entry.units), 20),
        };
        let file = |name: &str, text: String| OutputFile { name: name.to_owned(), text };
        let json = serde_json::to_string_pretty(entries).unwrap_or_default() + "\n";
        let mut files = vec![
            file("report.html", pages.fill("report.html", &report)?),
            file("results.csv", table(&rows)),
            file("results.json", json),
            file("results.xml", junit::suite(&self.title, entries)),
        ];
        for row in &rows {
            let reply = ReplyPage { title: &self.title, until, row };
            let name = format!("replies/{}", row.file);
            files.push(file(&format!("{name}.txt"), pages.fill("reply.txt", &reply)?));
            files.push(file(&format!("{name}.html"), pages.fill("reply.html", &reply)?));
        }
        for (at, team) in team_rows.iter().enumerate() {
            let page = CaptainPage { title: &self.title, until, team };
            let name = format!("replies/team-{:03}-{}", at + 1, file_name(team.name));
            files.push(file(&format!("{name}.txt"), pages.fill("captain.txt", &page)?));
            files.push(file(&format!("{name}.html"), pages.fill("captain.html", &page)?));
        }
        if !teams.is_empty() {
            let json = serde_json::to_string_pretty(&teams).unwrap_or_default() + "\n";
            files.push(file("teams.json", json));
            files.push(file("teams.csv", team_table(&team_rows)));
        }
        Ok(files)
    }
}

/// Prints what opponents may see of a list, and all of it.
pub(crate) struct Printouts {
    open: Renderer,
    closed: Renderer,
}

impl Printouts {
    pub(crate) fn new() -> Result<Self, TemplateError> {
        let open = Renderer::new(OutputFormat::Text, &[])?;
        Ok(Printouts { open, closed: Renderer::new(OutputFormat::Html, &[])? })
    }

    /// The two printouts of a submission; none if nothing in it could be read.
    pub(crate) fn of(
        &self,
        desk: &EventDesk<'_>,
        entry: &DeskEntry,
    ) -> Result<Vec<OutputFile>, TemplateError> {
        let Some(paper) = entry.list.as_deref().and_then(|list| desk.paper(list)) else {
            return Ok(Vec::new());
        };
        let name = format!("printouts/{}", entry.file());
        let job = PrintJob { sheets: vec![Sheet::Roster], ..PrintJob::new(vec![paper]) };
        let short = PrintJob { short: true, ..job.clone() };
        let open = OutputFile { name: format!("{name}-open.txt"), text: self.open.print(&short)? };
        let text = self.closed.print(&job)?;
        Ok(vec![open, OutputFile { name: format!("{name}-closed.html"), text }])
    }
}

/// A team as templates get it.
#[derive(Serialize)]
struct TeamRow<'e> {
    name: &'e str,
    players: String,
    verdict: DeskVerdict,
    sign: &'static str,
    words: &'static str,
    first_issue: String,
    team: &'e TeamVerdict,
    rows: Vec<&'e SubmissionRow<'e>>,
}

fn team_row<'e>(team: &'e TeamVerdict, rows: &'e [SubmissionRow<'e>]) -> TeamRow<'e> {
    TeamRow {
        name: &team.team,
        players: team.players.join(", "),
        verdict: team.verdict,
        sign: sign(team.verdict),
        words: verdict_words(team.verdict),
        first_issue: team.first_issue(),
        team,
        rows: rows.iter().filter(|row| team.lists.contains(&row.number)).collect(),
    }
}

/// What the templates of a captain's reply get.
#[derive(Serialize)]
struct CaptainPage<'e> {
    title: &'e str,
    /// The deadline, in the words of the event.
    until: Option<&'e str>,
    team: &'e TeamRow<'e>,
}

/// What the template of the report gets.
#[derive(Serialize)]
struct ReportPage<'e> {
    event: &'e EventView,
    data: String,
    /// How many lists have something in common with others.
    found: usize,
    has_teams: bool,
    rows: &'e [SubmissionRow<'e>],
    teams: &'e [TeamRow<'e>],
    counts: Vec<Count>,
    factions: Vec<Bar>,
    units: Vec<Bar>,
}

/// What the templates of a reply get.
#[derive(Serialize)]
struct ReplyPage<'e> {
    title: &'e str,
    /// The deadline, in the words of the event.
    until: Option<&'e str>,
    row: &'e SubmissionRow<'e>,
}

fn counts(entries: &[DeskEntry]) -> Vec<Count> {
    let verdicts = [
        DeskVerdict::Legal,
        DeskVerdict::Illegal,
        DeskVerdict::Questions,
        DeskVerdict::NotAList,
        DeskVerdict::Unreadable,
    ];
    let count = |verdict: DeskVerdict| {
        let number = entries.iter().filter(|entry| entry.verdict == verdict).count();
        Count { verdict, words: verdict_words(verdict), number }
    };
    verdicts.into_iter().map(count).filter(|count| count.number > 0).collect()
}

/// A table for spreadsheets, in which no text is a formula.
fn table(rows: &[SubmissionRow<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record([
        "number",
        "player",
        "team",
        "list",
        "faction",
        "points",
        "verdict",
        "first issue",
        "fingerprint",
        "origin",
    ]);
    for row in rows {
        let text = |text: &str| table_cell(text).into_owned();
        let fingerprint = row.entry.fingerprint.clone().unwrap_or_default();
        let _ = writer.write_record([
            row.number.to_string(),
            text(row.player),
            text(row.team),
            text(row.part),
            text(row.faction),
            row.points.clone(),
            row.words.to_owned(),
            text(&row.first_issue),
            fingerprint,
            text(&row.entry.origin),
        ]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn team_table(teams: &[TeamRow<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(["team", "players", "verdict", "first issue"]);
    for team in teams {
        let text = |text: &str| table_cell(text).into_owned();
        let cells = [text(team.name), text(&team.players), team.words.to_owned()];
        let _ = writer.write_record(cells.into_iter().chain([text(&team.first_issue)]));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A name that every file system takes.
fn file_name(player: &str) -> String {
    let safe: String = deunicode::deunicode(player)
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    let safe = safe.trim_matches('-').to_owned();
    if safe.is_empty() { "player".to_owned() } else { safe }
}
