//! `orbat diff`: what two lists differ in.

use std::path::PathBuf;

use anstyle::AnsiColor;
use clap::Args;

use super::output::{FAINT, TITLE, print, print_json, styled};
use super::{Failure, Format, Global, Outcome, Printing, list_file};
use crate::views::{Difference, ListHead, UnitDifference, difference, signed_amount};
use crate::wording::many;
use crate::workspace::ListFile;

/// Show what two lists differ in: units, models, options, points
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/diff.txt").trim_ascii_end())]
pub(crate) struct DiffArguments {
    /// The older list
    #[arg(value_name = "LIST")]
    before: PathBuf,
    /// The newer list
    #[arg(value_name = "LIST")]
    after: PathBuf,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &DiffArguments) -> Outcome {
    let data = global.data()?;
    let before = ListFile::open(&data, &arguments.before)?;
    let after = ListFile::open(&data, &arguments.after)?;
    if before.game.id != after.game.id {
        return Err(Failure::Usage(format!(
            "the lists are of two games: {} and {}",
            before.game.title, after.game.title
        )));
    }
    let paper =
        |file: &ListFile| file.draft_paper().map_err(|report| list_file::undecided(file, &report));
    let found = difference(&paper(&before)?, &paper(&after)?);
    match arguments.printing.format {
        Format::Json => print_json(&found),
        Format::Human => print(&drawn(&found)),
    }
    if found.is_same_army == Some(true) { Ok(()) } else { Err(Failure::Data) }
}

fn drawn(found: &Difference) -> String {
    let head = |sign: &str, head: &ListHead| {
        let points = head.points.map(|points| format!(", {points} {}", found.currency));
        let verdict = if head.legal { "legal" } else { "illegal" };
        let name = styled(TITLE, &head.name);
        format!("{sign} {name}{}, {verdict}\n", points.unwrap_or_default())
    };
    let mut text = head("−", &found.before) + &head("+", &found.after) + "\n";
    for line in found.army_lines() {
        text += &format!("~ {line}\n");
    }
    for unit in &found.units {
        let (sign, colour) = sign(unit);
        let is_changed = unit.before.is_some() && unit.after.is_some();
        let delta = signed_amount(unit.delta.filter(|_| is_changed));
        let line = format!("{sign} {}", unit.line(&found.currency));
        text += styled(colour.on_default(), &line).trim_end();
        text += &format!(" {}\n", styled(FAINT, &delta));
    }
    if found.is_same_army == Some(true) {
        text += "The same army.\n";
    } else {
        if found.lines().is_empty() {
            text += "No difference was found, but not everything could be read.\n";
        }
        text += &format!("\n{} alike", many(found.same.len(), "unit"));
        if let Some(delta) = found.delta {
            text += &format!(", {} {}", signed_amount(Some(delta)), found.currency);
        }
        text.push('\n');
    }
    text
}

fn sign(unit: &UnitDifference) -> (char, AnsiColor) {
    match (&unit.before, &unit.after) {
        (None, _) => ('+', AnsiColor::Green),
        (_, None) => ('−', AnsiColor::Red),
        _ => ('~', AnsiColor::Yellow),
    }
}
