//! `orbat event check`: a verdict for everything that was sent.

use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;

use super::lock::read_manifest;
use super::{SentArguments, open_event};
use crate::cli::output::{print, print_json, tell, width};
use crate::cli::{Failure, Format, Global, Outcome};
use crate::desk::{DeskEntry, DeskVerdict, EventDesk, Printouts, TeamVerdict, verdict_words};
use crate::render::TemplateError;
use crate::render::table::Table;
use crate::wording::many;
use crate::workspace::save;

/// Check everything that players sent: folders, archives, tables, mails, texts and lists
#[derive(Args)]
pub(in crate::cli) struct EventCheckArguments {
    /// The event: its file (.orbat), or its id in the data
    #[arg(value_name = "EVENT")]
    event: PathBuf,
    /// Folders and files: YAML and JSON lists, pasted text, ZIP, CSV, XLSX, DOCX, HTML, mail
    /// (.eml)
    #[arg(required = true, value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    #[command(flatten)]
    sent: SentArguments,
    /// The manifest of the last round: lists that changed since are pointed out
    #[arg(long, value_name = "MANIFEST")]
    since: Option<PathBuf>,
    /// Write a report, tables, replies and printouts to a folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(super) fn run(global: &Global, arguments: &EventCheckArguments) -> Outcome {
    let found = open_event(global, &arguments.event, arguments.sent.system.as_deref())?;
    let desk = &found.desk()?;
    let since = arguments.since.as_deref().map(read_manifest).transpose()?;
    let inbox = arguments.sent.inbox(&arguments.submissions)?;
    let progress = progress(inbox.submissions.len());
    let mut entries = desk.judge(&inbox.submissions, &|| progress.inc(1));
    progress.finish_and_clear();
    if let Some((_, manifest)) = &since {
        desk.find_changes(manifest, &mut entries);
    }
    let teams = desk.teams(&entries);
    match arguments.format {
        Format::Json => print_json(&entries),
        Format::Human => print(&(drawn(&entries) + &drawn_teams(&teams))),
    }
    if let Some(folder) = &arguments.out {
        write(desk, &entries, folder)?;
    }
    let has = |verdict: DeskVerdict| entries.iter().any(|entry| entry.verdict == verdict);
    if has(DeskVerdict::Unreadable) || has(DeskVerdict::NotAList) {
        return Err(Failure::Unreadable);
    }
    let is_team_wrong = teams.iter().any(|team| team.verdict != DeskVerdict::Legal);
    if has(DeskVerdict::Illegal) || has(DeskVerdict::Questions) || is_team_wrong {
        Err(Failure::Data)
    } else {
        Ok(())
    }
}

/// Fewer submissions than this need no progress bar.
const QUICK: usize = 200;

/// A progress bar on standard error, which is shown on a terminal only.
fn progress(submissions: usize) -> ProgressBar {
    match submissions <= QUICK {
        true => ProgressBar::hidden(),
        false => ProgressBar::new(submissions as u64).with_message("submissions"),
    }
}

fn drawn(entries: &[DeskEntry]) -> String {
    let mut table = Table::default();
    table.row(["No.", "Player", "Team", "Faction", "Points", "Verdict", "First issue"]);
    for entry in entries {
        let points = entry.points.as_ref().map(ToString::to_string).unwrap_or_default();
        table.row([
            entry.number.to_string(),
            entry.player.clone(),
            entry.team.clone().unwrap_or_default(),
            entry.faction.clone().unwrap_or_default(),
            points,
            verdict_words(entry.verdict).to_owned(),
            entry.first_issue(),
        ]);
    }
    let legal = entries.iter().filter(|entry| entry.verdict == DeskVerdict::Legal).count();
    let count = entries.len();
    table.draw_within(0, width())
        + &format!("\n{count} submissions: {legal} legal, {} to look at\n", count - legal)
}

fn drawn_teams(teams: &[TeamVerdict]) -> String {
    if teams.is_empty() {
        return String::new();
    }
    let mut table = Table::default();
    table.row(["Team", "Players", "Verdict", "First issue"]);
    for team in teams {
        table.row([
            team.team.clone(),
            team.players.join(", "),
            verdict_words(team.verdict).to_owned(),
            team.first_issue(),
        ]);
    }
    let legal = teams.iter().filter(|team| team.verdict == DeskVerdict::Legal).count();
    let rest = teams.len() - legal;
    let count = many(teams.len(), "team");
    format!("\n{}\n{count}: {legal} legal, {rest} to look at\n", table.draw_within(0, width()))
}

/// Writes the report, tables, replies and printouts.
fn write(desk: &EventDesk<'_>, entries: &[DeskEntry], folder: &Path) -> Outcome {
    let failed =
        |error: TemplateError| Failure::Usage(format!("the report cannot be made: {error}"));
    for part in ["", "replies", "printouts"] {
        save::create_folder(&folder.join(part))?;
    }
    let put = |name: &str, text: &str| -> Outcome {
        tell(&save::write(&folder.join(name), text.as_bytes())?);
        Ok(())
    };
    for file in desk.files(entries).map_err(failed)? {
        put(&file.name, &file.text)?;
    }
    let printouts = Printouts::new().map_err(failed)?;
    let progress = progress(entries.len());
    // One after another: thousands of rosters together would fill the memory.
    for entry in entries {
        for file in printouts.of(desk, entry).map_err(failed)? {
            put(&file.name, &file.text)?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}
