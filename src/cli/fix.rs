//! `orbat fix`: the smallest changes that make a list legal.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::output::{FAINT, TITLE, print, print_json, shown, styled};
use super::progress::Progress;
use super::{Failure, Format, Global, Outcome, Printing};
use super::{list_file, price};
use crate::builder::{Builder, Minimality, PartialRepair, Repair, Repairs};
use crate::engine::Assessment;
use crate::engine::Ruleset;
use crate::engine::eval::Number;
use crate::wording::error_messages;
use crate::workspace::ListFile;

/// Find the smallest changes that make a list legal
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/fix.txt").trim_ascii_end())]
pub(crate) struct FixArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// Apply the set of changes with this number
    #[arg(long, value_name = "N")]
    apply: Option<usize>,
    /// Stop searching after this many seconds
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = super::parse::seconds)]
    time: f64,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &FixArguments) -> Outcome {
    let file = list_file::open_to_change(global, &arguments.list)?;
    list_file::refuse_if_undecided(&file)?;
    let rules = Ruleset::new(&file.game);
    let before = rules.assess(&file.list);
    let is_legal = before.is_legal();
    let progress = Progress::new(arguments.time);
    let builder = Builder::new(&rules).within(progress.budget());
    let found = builder.repair(&file.sources, &file.list, &|doing| progress.should_continue(doing));
    progress.done();
    if let Some(number) = arguments.apply {
        return apply(&file, &found, number, is_legal, arguments.dry_run);
    }
    match arguments.printing.format {
        Format::Json => print_json(&FixReport::new(&found, is_legal)),
        Format::Human if is_legal => print(&draw_legal(&found, &file)),
        Format::Human if found.ways.is_empty() => print(&draw_none(&found, &rules, &file)),
        Format::Human => print(&draw(&found, &before, &file)),
    }
    if is_legal { Ok(()) } else { Err(Failure::Data) }
}

/// Makes the changes with a number. Those that do not make the list legal end in a failure.
fn apply(file: &ListFile, found: &Repair, number: usize, is_legal: bool, dry_run: bool) -> Outcome {
    let partial = found.partial.as_ref().map(|partial| &partial.repairs);
    let offered: Vec<&Repairs> = found.ways.iter().chain(partial).collect();
    if is_legal && offered.is_empty() {
        print("The list is legal as it is: there is nothing to apply.\n");
        return Ok(());
    }
    let there = match offered.len() {
        0 => "no changes were found that could be applied".to_owned(),
        1 => format!("there is no number {number}; there is only number 1"),
        most => format!("there is no number {number}; there is 1 to {most}"),
    };
    let chosen = number.checked_sub(1).and_then(|at| offered.get(at));
    let chosen = chosen.ok_or(Failure::Usage(there))?;
    let saved = list_file::save(file, &chosen.list, dry_run)?;
    if saved.is_legal { Ok(()) } else { Err(Failure::Data) }
}

/// The outcome for programs.
#[derive(Serialize)]
struct FixReport<'r> {
    legal: bool,
    ways: Vec<WayReport<'r>>,
    fewest: &'static str,
    partial: Option<PartialReport<'r>>,
}

#[derive(Serialize)]
struct WayReport<'r> {
    changes: &'r [String],
    units: usize,
    costs: &'r [Number],
}

#[derive(Serialize)]
struct PartialReport<'r> {
    #[serde(flatten)]
    way: WayReport<'r>,
    remaining: &'r [String],
}

impl<'r> FixReport<'r> {
    fn new(found: &'r Repair, legal: bool) -> Self {
        let way = |way: &'r Repairs| WayReport {
            changes: &way.changes,
            units: way.units,
            costs: &way.costs,
        };
        let fewest = match found.fewest {
            Minimality::Proven => "proven",
            Minimality::Found => "found",
            Minimality::TimeRanOut => "time_ran_out",
        };
        let partial = found.partial.as_ref().map(|partial| PartialReport {
            way: way(&partial.repairs),
            remaining: &partial.remaining,
        });
        FixReport { legal, ways: found.ways.iter().map(way).collect(), fewest, partial }
    }
}

/// A legal list may use old names, and leave ties open.
fn draw_legal(found: &Repair, file: &ListFile) -> String {
    let mut text = "The list is legal as it is.\n".to_owned();
    if found.ways.is_empty() {
        return text;
    }
    let has_old_names = !file.list.old_names.0.is_empty();
    for (number, way) in (1..).zip(&found.ways) {
        if number == 1 && has_old_names {
            text += "It uses old names:\n";
        } else if number == 1 + usize::from(has_old_names) {
            text += "Where several tie, it may name one:\n";
        }
        let changes = way.changes.join(",\n   ");
        text += &format!("{} {changes}\n", styled(TITLE, &format!("{number}.")));
    }
    let path = shown(&file.path);
    text + &styled(FAINT, &format!("`orbat fix {path} --apply N` writes it.\n"))
}

fn draw(found: &Repair, before: &Assessment, file: &ListFile) -> String {
    let mut text = String::new();
    for (number, way) in (1..).zip(&found.ways) {
        let points = price::moved(&file.game, before, &way.costs);
        for (at, change) in way.changes.iter().enumerate() {
            let lead = if at == 0 { styled(TITLE, &format!("{number}.")) } else { "  ".to_owned() };
            let tail = if at + 1 == way.changes.len() {
                format!("   {}", styled(FAINT, &points))
            } else {
                String::new()
            };
            text += &format!("{lead} {change}{tail}\n");
        }
    }
    let changes = found.ways.first().map_or(0, |way| way.changes.len());
    let fewest = match (changes, found.fewest) {
        (1, _) => "One change is enough.".to_owned(),
        (_, Minimality::Proven) => {
            format!("Fewer than {changes} changes are not enough: all were tried.")
        }
        (_, Minimality::Found) => {
            format!("{changes} changes are the fewest that were found; fewer were not all tried.")
        }
        (_, Minimality::TimeRanOut) => {
            format!("{changes} changes are the fewest that were found in the time given (--time).")
        }
    };
    let path = shown(&file.path);
    text + &styled(FAINT, &format!("{fewest} `orbat fix {path} --apply N` makes them.\n"))
}

/// Nothing was found that makes the list legal: shows what comes nearest.
fn draw_none(found: &Repair, rules: &Ruleset<'_>, file: &ListFile) -> String {
    let path = shown(&file.path);
    let in_time = match found.fewest {
        Minimality::TimeRanOut => " in the time given (--time)",
        _ => "",
    };
    let mut text = format!("No set of changes that makes the list legal was found{in_time}.\n");
    let Some(PartialRepair { repairs, remaining, .. }) = &found.partial else {
        text += "What is wrong:\n";
        let now = error_messages(rules, &file.list, &[]);
        text.extend(now.iter().map(|message| format!("   {message}\n")));
        return text + &styled(FAINT, &format!("`orbat check {path}` says more.\n"));
    };
    text += "A partial repair:\n";
    for (at, change) in repairs.changes.iter().enumerate() {
        let lead = if at == 0 { styled(TITLE, "1.") } else { "  ".to_owned() };
        text += &format!("{lead} {change}\n");
    }
    text += "What is still wrong then:\n";
    text.extend(remaining.iter().map(|message| format!("   {message}\n")));
    text + &styled(FAINT, &format!("`orbat fix {path} --apply 1` makes these changes.\n"))
}
