//! `orbat check`: the verdict on lists. Each output format for programs has a file here.

pub(super) mod junit;
mod sarif;

use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;

use super::output::{
    is_terminal, json_element, print, print_document, print_json, print_plain, tell_skipped,
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

pub(crate) fn run(global: &Global, arguments: &CheckArguments) -> Outcome {
    let (lists, format) = (&arguments.lists, arguments.format);
    let data = global.data()?;
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
        let (report, sources) = list.judge();
        let text = match format {
            ReportFormat::Human => verdict::draw(&report, &sources, shown),
            ReportFormat::Json if is_array => json_element(&report),
            _ => String::new(),
        };
        (report, text)
    };
    let mut is_first = true;
    let show = |(report, text): (Report, String)| {
        tally.count(&report);
        match format {
            ReportFormat::Human => {
                print(&text);
                rows.push(verdict::row_of(&report));
            }
            ReportFormat::Json if is_array => {
                print_plain(if is_first { "[\n" } else { ",\n" });
                print_plain(&text);
            }
            _ => kept.push(report),
        }
        is_first = false;
        progress.inc(1);
    };
    let outcome = batch::run(&data, &files, judge, show);
    progress.finish_and_clear();
    if format == ReportFormat::Json && is_array && !is_first {
        print_plain("\n]\n");
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

/// So many lists are judged in no time.
const QUICK: usize = 500;

/// A progress bar for many lists; hidden if standard output is a terminal, which shows the verdicts.
fn progress(lists: usize) -> ProgressBar {
    if lists <= QUICK || is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(lists as u64).with_message("lists")
}
