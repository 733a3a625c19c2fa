//! `orbat event check`: judges everything that was sent to an event.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::check::junit;
use super::output::{print, print_json, tell, width};
use super::{Failure, Format, Global, Outcome};
use crate::desk::{DeskEntry, DeskVerdict, EventDesk, Inbox, file_name, verdict_words};
use crate::render::table::Table;
use crate::render::{OutputFormat, PrintJob, Renderer, Sheet};
use crate::views::Report;
use crate::workspace::data::{layers, open_folder};
use crate::workspace::{Data, save};

/// Judge the lists of a tournament
#[derive(Args)]
pub(crate) struct EventArguments {
    #[command(subcommand)]
    command: EventCommand,
}

#[derive(Subcommand)]
enum EventCommand {
    Check(EventCheckArguments),
}

/// Check everything that players sent: folders, archives, tables, mails, texts and lists
#[derive(Args)]
pub(crate) struct EventCheckArguments {
    /// The event: its file (.orbat), or its id in the data
    #[arg(value_name = "EVENT")]
    event: PathBuf,
    /// Folders and files: YAML and JSON lists, pasted text, ZIP, CSV, DOCX, HTML, mail (.eml)
    #[arg(required = true, value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    /// The game, if several have an event of this id
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
    /// Which column of a table is what: `player=Name`. May be repeated
    #[arg(long, value_name = "WHAT=COLUMN")]
    column: Vec<String>,
    /// Write a report, tables, replies and printouts to a folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

pub(crate) fn run(global: &Global, arguments: &EventArguments) -> Outcome {
    match &arguments.command {
        EventCommand::Check(arguments) => check(global, arguments),
    }
}

fn check(global: &Global, arguments: &EventCheckArguments) -> Outcome {
    let mut columns = Vec::new();
    for column in &arguments.column {
        let Some((what, name)) =
            column.split_once('=').filter(|(what, _)| ["player", "team", "list"].contains(what))
        else {
            return Err(Failure::Usage(format!(
                "`{column}`: write `player=COLUMN`, `team=COLUMN` or `list=COLUMN`"
            )));
        };
        columns.push((what.to_owned(), name.to_owned()));
    }
    let mut folders = global.folders()?;
    let is_file = arguments.event.is_file();
    if is_file {
        folders.push(open_folder(&arguments.event)?);
    }
    let data = Data::of(&layers(&folders));
    let systems: Vec<String> = match (&arguments.system, is_file) {
        (Some(system), _) => vec![system.clone()],
        (None, true) => data.library().systems_of_last_layer(),
        (None, false) => data.systems().iter().map(|heading| heading.id.clone()).collect(),
    };
    let own = arguments.event.to_string_lossy();
    for system in &systems {
        let loaded = data.game(system)?;
        let written = own.replace('\\', "/");
        let is_meant = |event: &&crate::model::Event| {
            let place = loaded.sources.get(event.span.source).path();
            if is_file {
                written.ends_with(place.trim_start_matches("./"))
                    || place.ends_with(file_of(&written))
            } else {
                event.id == own
            }
        };
        let Some(event) = loaded.game.events.values().find(is_meant).map(|event| event.id.clone())
        else {
            continue;
        };
        let Some(desk) = EventDesk::new(loaded, &event) else { continue };
        return judge(&desk, columns, arguments);
    }
    let what = if is_file { "no event stands in" } else { "there is no event" };
    Err(Failure::Usage(format!("{what} `{own}`")))
}

fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn judge(
    desk: &EventDesk<'_>,
    columns: Vec<(String, String)>,
    arguments: &EventCheckArguments,
) -> Outcome {
    let mut inbox = Inbox::with_columns(columns);
    inbox.add_paths(&arguments.submissions);
    let entries = desk.judge(&inbox.submissions);
    match arguments.format {
        Format::Json => print_json(&entries),
        Format::Human => print(&drawn(&entries)),
    }
    if let Some(folder) = &arguments.out {
        write(desk, &entries, folder)?;
    }
    let has = |verdict: DeskVerdict| entries.iter().any(|entry| entry.verdict == verdict);
    if has(DeskVerdict::Unreadable) || has(DeskVerdict::NotAList) {
        return Err(Failure::Unreadable);
    }
    if has(DeskVerdict::Illegal) || has(DeskVerdict::Questions) {
        Err(Failure::Data)
    } else {
        Ok(())
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

/// Writes the report, tables, replies and printouts.
fn write(desk: &EventDesk<'_>, entries: &[DeskEntry], folder: &std::path::Path) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::Usage(format!("the report cannot be made: {error}"))
    };
    let mut files: Vec<(String, String)> = Vec::new();
    let own = desk.files(entries).map_err(|error| failed(&error))?;
    files.extend(own.into_iter().map(|file| (file.name, file.text)));
    let reports: Vec<Report> = entries.iter().filter_map(|entry| entry.report.clone()).collect();
    files.push(("results.xml".to_owned(), junit::suite(&reports)));
    let open = Renderer::new(OutputFormat::Text, &[]).map_err(|error| failed(&error))?;
    let closed = Renderer::new(OutputFormat::Html, &[]).map_err(|error| failed(&error))?;
    for entry in entries {
        let Some(paper) = &entry.paper else { continue };
        let name = format!("printouts/{:03}-{}", entry.number, file_name(&entry.player));
        let job = PrintJob { sheets: vec![Sheet::Roster], ..PrintJob::new(vec![paper.clone()]) };
        let short = PrintJob { short: true, ..job.clone() };
        files.push((
            format!("{name}-open.txt"),
            open.print(&short).map_err(|error| failed(&error))?,
        ));
        files.push((
            format!("{name}-closed.html"),
            closed.print(&job).map_err(|error| failed(&error))?,
        ));
    }
    for part in ["", "replies", "printouts"] {
        save::create_folder(&folder.join(part))?;
    }
    for (name, text) in files {
        tell(&save::write(&folder.join(name), text.as_bytes())?);
    }
    Ok(())
}
