//! `orbat check`: the verdict on lists. Each output format for programs has a file here.

mod asked;
mod junit;
mod sarif;

use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::output::{
    Json, is_terminal, print, print_document, print_json, print_plain, tell_skipped,
};
use super::{Failure, Global, Outcome, verdict};
use crate::views::Report;
use crate::workspace::batch::{self, BatchList};
use crate::workspace::lists_of;

/// Check whether lists are legal, and explain what is wrong
#[derive(Args)]
pub(crate) struct CheckArguments {
    /// Lists (.yaml), folders of lists, or `-` for standard input
    #[arg(required = true, value_name = "LIST")]
    lists: Vec<PathBuf>,
    /// Judge the lists by an event, whatever they say themselves: its file (.orbat), or its id
    #[arg(long, value_name = "EVENT")]
    event: Option<PathBuf>,
    /// The game that the lists must be of
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
    /// The points that the lists must state
    #[arg(long, value_name = "N")]
    points: Option<i64>,
    /// The chart that the lists must use
    #[arg(long, value_name = "CHART")]
    chart: Option<String>,
    /// The faction that the lists must be of
    #[arg(long, value_name = "FACTION")]
    faction: Option<String>,
    /// List the units with their models, slots and points. A single list on a wide terminal always
    /// shows them
    #[arg(long)]
    units: bool,
    /// Show the line of the data behind each rule
    #[arg(long)]
    source: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ReportFormat {
    Human,
    Json,
    Sarif,
    Junit,
}

/// The number of lists by verdict.
#[derive(Default)]
struct Tally {
    legal: usize,
    illegal: usize,
    unreadable: usize,
}

/// A verdict as it is printed.
enum Drawn {
    Human(String),
    Json(Json),
    /// When all lists are judged.
    Later,
}

pub(crate) fn run(global: &Global, arguments: &CheckArguments) -> Outcome {
    let (lists, format) = (&arguments.lists, arguments.format);
    let asked::AskedLists { data, asked, event } = asked::open(global, arguments)?;
    let files = lists_of(lists)?;
    tell_skipped(files.skipped());
    let count = files.files().len();
    // A single list is printed as an object, anything else as an array, even if a folder turns out
    // to hold only one list.
    let is_array = lists.len() > 1 || lists.iter().any(|path| path.is_dir());
    let shown = verdict::Show {
        units: arguments.units || (count == 1 && verdict::is_wide()),
        source: arguments.source,
    };
    let progress = progress(count);
    let mut tally = Tally::default();
    let mut kept: Vec<Report> = Vec::new();
    let mut rows: Vec<[String; 6]> = Vec::new();
    let judge = |list: BatchList<'_, '_>| {
        let (report, sources) = match &asked {
            Some(asked) => list.judge_asked(asked, event.as_deref()),
            None => list.judge(),
        };
        let drawn = match format {
            ReportFormat::Human => Drawn::Human(verdict::draw(&report, &sources, shown)),
            ReportFormat::Json if is_array => Drawn::Json(Json::element(&report)),
            _ => Drawn::Later,
        };
        (report, drawn)
    };
    let mut is_first = true;
    let show = |(report, drawn): (Report, Drawn)| {
        tally.count(&report);
        match drawn {
            Drawn::Human(text) => {
                print(&text);
                rows.push(verdict::row_of(&report));
            }
            Drawn::Json(json) => {
                print_plain(&Json::before_element(is_first));
                print_plain(&json);
            }
            Drawn::Later => kept.push(report),
        }
        is_first = false;
        progress.inc(1);
    };
    let outcome = batch::run(&data, &files, judge, show);
    progress.finish_and_clear();
    if format == ReportFormat::Json && is_array && !is_first {
        print_plain(&Json::array_end());
    }
    outcome?;
    match format {
        ReportFormat::Human if count > 1 => {
            print(&verdict::table(&rows));
            print(&tally.summary());
        }
        ReportFormat::Sarif => print_json(&sarif::log(&kept)),
        ReportFormat::Junit => print_document(&junit::suite(&kept)),
        ReportFormat::Json => kept.iter().for_each(print_json),
        ReportFormat::Human => {}
    }
    match tally {
        Tally { unreadable: 1.., .. } => Err(Failure::Unreadable),
        Tally { illegal: 1.., .. } => Err(Failure::Data),
        _ => Ok(()),
    }
}

impl Tally {
    fn count(&mut self, report: &Report) {
        match (report.readable, report.legal) {
            (false, _) => self.unreadable += 1,
            (true, false) => self.illegal += 1,
            (true, true) => self.legal += 1,
        }
    }

    /// A line that sums up several lists.
    fn summary(&self) -> String {
        let Tally { legal, illegal, unreadable } = *self;
        let mut text = format!("{} lists: {legal} legal", legal + illegal + unreadable);
        if illegal > 0 {
            text += &format!(", {illegal} illegal");
        }
        if unreadable > 0 {
            text += &format!(", {unreadable} unreadable");
        }
        text + "\n"
    }
}

/// Fewer lists than this need no progress bar.
const QUICK: usize = 500;

/// A progress bar for many lists; hidden if standard output is a terminal, which shows the
/// verdicts.
fn progress(lists: usize) -> ProgressBar {
    if lists <= QUICK || is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(lists as u64).with_message("lists")
}
