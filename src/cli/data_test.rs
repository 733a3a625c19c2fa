//! `orbat data test`: lists that carry their expected verdicts.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::data::check_data;
use super::output::{TITLE, hint, print, print_json, shown, styled, tell};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::views::{Report, blessed};
use crate::wording::many;
use crate::workspace::cases::Case;
use crate::workspace::{Cases, save};

#[derive(Serialize)]
struct CaseReport {
    lists: usize,
    legal: usize,
    illegal: usize,
    unreadable: usize,
    failed: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    file: String,
    differences: Vec<String>,
}

/// Check lists that carry their expected verdicts
///
/// A comment `#~ CODE RULE` under a line says that the line must raise the code and cite the rule
/// (which may be left out); `#~ points 815` says what the army must cost. A list without such
/// comments must be legal, without warnings. A data file `cup.orbat` next to lists such as
/// `cup.early.yaml` applies to those lists alone.
#[derive(Args)]
pub(crate) struct DataTestArguments {
    /// Folders of data and lists [default: the current folder]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write the verdicts of today into the lists as what is expected. Look at the changes before
    /// you keep them
    #[arg(long)]
    bless: bool,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &DataTestArguments) -> Outcome {
    let (folders, format) = (&arguments.folders, arguments.printing.format);
    if arguments.bless {
        let written = bless(&judge_cases(global, folders)?)?;
        hint(&format!("{} written", many(written, "list")));
    }
    let mut view = CaseReport { lists: 0, legal: 0, illegal: 0, unreadable: 0, failed: Vec::new() };
    for Case { report, differences, .. } in judge_cases(global, folders)? {
        view.lists += 1;
        match report {
            Report { legal: true, .. } => view.legal += 1,
            Report { readable: true, .. } => view.illegal += 1,
            _ => view.unreadable += 1,
        }
        if !differences.is_empty() {
            view.failed.push(Failed { file: report.file, differences });
        }
    }
    if format == Format::Json {
        print_json(&view);
    } else {
        print(&draw(&view));
    }
    if view.failed.is_empty() { Ok(()) } else { Err(Failure::Data) }
}

fn draw(view: &CaseReport) -> String {
    let mut text = String::new();
    for failed in &view.failed {
        text += &format!("{}\n", styled(TITLE, &failed.file));
        failed.differences.iter().for_each(|difference| text += &format!("  {difference}\n"));
    }
    let lists = many(view.lists, "list");
    let verdict = match view.failed.len() {
        0 => "as expected".to_owned(),
        failed => format!("{failed} not as expected"),
    };
    let sorts = match view {
        CaseReport { legal, illegal, unreadable: 0, .. } => {
            format!("{legal} legal and {illegal} illegal")
        }
        CaseReport { legal, illegal, unreadable, .. } => {
            format!("{legal} legal, {illegal} illegal and {unreadable} unreadable")
        }
    };
    text += &format!("{lists}, {sorts}: {verdict}\n");
    text
}

/// Writes what the verdicts say into the lists that expect something else. How many were written.
fn bless(cases: &[Case]) -> Result<usize, Failure> {
    let mut written = 0;
    for case in cases.iter().filter(|case| !case.differences.is_empty()) {
        let text = blessed(&case.text, &case.report);
        if text != case.text {
            tell(&save::replace(&case.path, &case.text, &text)?);
            written += 1;
        }
    }
    Ok(written)
}

/// Judges every list below the folders, each with its folder's data, which must have no errors.
fn judge_cases(global: &Global, folders: &[PathBuf]) -> Result<Vec<Case>, Failure> {
    let here = [PathBuf::from(".")];
    let folders = if folders.is_empty() { &here[..] } else { folders };
    let below = global.folders()?;
    let mut all: Vec<Case> = Vec::new();
    for folder in folders {
        let cases = Cases::gather(folder)?;
        if !cases.has_lists() {
            return Err(Failure::Usage(format!(
                "there are no lists (.yaml) in `{}`",
                shown(folder)
            )));
        }
        check_data(&cases, &below)?;
        all.extend(cases.judge(&below)?);
    }
    // Folders may overlap.
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all.dedup_by(|a, b| a.path == b.path);
    Ok(all)
}
