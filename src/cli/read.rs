//! `orbat read`: pasted text as a list, with what was understood line by line.

use std::path::PathBuf;

use clap::Args;

use super::output::{print, print_json, shown, tell};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::desk::{self, LineKind, ReadHints, Reading, TextKind};
use crate::list::LARGEST_LIST;
use crate::source::{NamedFiles, SourceProvider};
use crate::workspace::error::TextError;
use crate::workspace::save;

/// Read a list from pasted text, and show what was understood
#[derive(Args)]
pub(crate) struct ReadArguments {
    /// A text file, or `-` for standard input
    #[arg(value_name = "TEXT")]
    text: PathBuf,
    /// The game, if the text does not tell
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
    /// The faction, if the text does not tell
    #[arg(long, value_name = "FACTION")]
    faction: Option<String>,
    /// The chart, if the text does not tell
    #[arg(long, value_name = "CHART")]
    chart: Option<String>,
    /// The points agreed on, if the text does not tell
    #[arg(long, value_name = "NUMBER")]
    points: Option<i64>,
    /// Write the list to a file
    #[arg(short, long, value_name = "LIST")]
    output: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &ReadArguments) -> Outcome {
    let data = global.data()?;
    let text = desk::decode(&bytes(arguments)?);
    let hints = ReadHints {
        faction: arguments.faction.clone(),
        chart: arguments.chart.clone(),
        points: arguments.points,
        ..ReadHints::default()
    };
    let reading = desk::read_text(&data, arguments.system.as_deref(), &text, &hints)?;
    match arguments.printing.format {
        Format::Json => print_json(&reading),
        Format::Human => print(&drawn(&reading)),
    }
    if let (Some(path), Some(list)) = (&arguments.output, &reading.list) {
        tell(&save::create(path, list)?);
    }
    match reading.kind {
        TextKind::List => Ok(()),
        TextKind::Questions => Err(Failure::Data),
        TextKind::NotAList => Err(Failure::Unreadable),
    }
}

fn bytes(arguments: &ReadArguments) -> Result<Vec<u8>, Failure> {
    let path = &arguments.text;
    if path.is_dir() {
        return Err(Failure::Usage(format!("{} is a folder; name one text in it", shown(path))));
    }
    let files = NamedFiles::new(vec![path.clone()], LARGEST_LIST);
    let name = path.to_string_lossy();
    files.read(&name).map_err(|error| {
        let error = TextError::from(error).words("text");
        Failure::Usage(format!("`{}`: {error}", files.display(&name)))
    })
}

fn drawn(reading: &Reading) -> String {
    let mut text = String::new();
    if reading.kind == TextKind::NotAList {
        return "Not a list: nothing in this text names a unit of a game.\n".to_owned();
    }
    for line in reading.lines.iter().filter(|line| line.kind != LineKind::Blank) {
        let (number, kind, raw) = (line.number, words(line.kind), line.text.trim_end());
        text += &format!("{number:>4}  {kind:<8} {raw}\n");
        if !line.understood.is_empty() {
            text += &format!("{:15}→ {}\n", "", line.understood.join(", "));
        }
    }
    for question in &reading.questions {
        text += &format!("\n? {}\n", desk::ask(question));
        for candidate in &question.candidates {
            text += &format!("    {} [{}]\n", candidate.title, candidate.id);
        }
    }
    for remark in &reading.remarks {
        text += &format!("\n! {}\n", desk::remark(remark));
    }
    let questions = match reading.questions.len() {
        0 => "no questions".to_owned(),
        1 => "1 question".to_owned(),
        count => format!("{count} questions"),
    };
    text + &format!(
        "\nRead as a list of {}, {questions}.\n",
        reading.system.as_deref().unwrap_or("?")
    )
}

fn words(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Blank => "",
        LineKind::Head => "head",
        LineKind::Section => "heading",
        LineKind::Unit => "unit",
        LineKind::Part => "part",
        LineKind::Total => "sum",
        LineKind::Skipped => "skipped",
        LineKind::Unclear => "unclear",
    }
}
