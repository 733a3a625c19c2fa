//! What organisers take away: a page, tables, replies. All are made of [`DeskEntry`]s; names are
//! escaped as each form needs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::desk::event::{DeskEntry, DeskVerdict, EventDesk};
use crate::render::{Pages, TemplateError, table_cell};

const PAGES: [(&str, &str); 3] = [
    ("report.html", include_str!("pages/report.html")),
    ("reply.html", include_str!("pages/reply.html")),
    ("reply.txt", include_str!("pages/reply.txt")),
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
struct Row<'e> {
    number: usize,
    player: &'e str,
    team: &'e str,
    faction: &'e str,
    points: String,
    verdict: DeskVerdict,
    sign: &'static str,
    words: &'static str,
    first_issue: String,
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

fn row(entry: &DeskEntry) -> Row<'_> {
    let words = [&entry.player, entry.team.as_ref().unwrap_or(&entry.origin), &entry.origin];
    let words = words.into_iter().chain(&entry.faction).chain(&entry.units);
    Row {
        number: entry.number,
        player: &entry.player,
        team: entry.team.as_deref().unwrap_or_default(),
        faction: entry.faction.as_deref().unwrap_or_default(),
        points: entry.points.as_ref().map(ToString::to_string).unwrap_or_default(),
        verdict: entry.verdict,
        sign: sign(entry.verdict),
        words: verdict_words(entry.verdict),
        first_issue: entry.first_issue(),
        search: words.map(|word| word.to_lowercase()).collect::<Vec<_>>().join(" "),
        entry,
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
        let rows: Vec<Row<'_>> = entries.iter().map(row).collect();
        let report = ReportPage {
            title: &self.title,
            version: self.version.as_deref(),
            entries,
            rows: &rows,
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
        ];
        for row in &rows {
            let reply = ReplyPage { title: &self.title, row };
            let name = format!("replies/{:03}-{}", row.number, file_name(row.player));
            files.push(file(&format!("{name}.txt"), pages.fill("reply.txt", &reply)?));
            files.push(file(&format!("{name}.html"), pages.fill("reply.html", &reply)?));
        }
        Ok(files)
    }
}

/// What the template of the report gets.
#[derive(Serialize)]
struct ReportPage<'e> {
    title: &'e str,
    version: Option<&'e str>,
    entries: &'e [DeskEntry],
    rows: &'e [Row<'e>],
    counts: Vec<Count>,
    factions: Vec<Bar>,
    units: Vec<Bar>,
}

/// What the templates of a reply get.
#[derive(Serialize)]
struct ReplyPage<'e> {
    title: &'e str,
    row: &'e Row<'e>,
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
fn table(rows: &[Row<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record([
        "number",
        "player",
        "team",
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

/// A name that every file system takes.
pub(crate) fn file_name(player: &str) -> String {
    let safe: String = deunicode::deunicode(player)
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '-' })
        .take(40)
        .collect();
    let safe = safe.trim_matches('-').to_owned();
    if safe.is_empty() { "player".to_owned() } else { safe }
}
