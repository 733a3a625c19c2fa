//! `orbat fix`: the smallest changes that make a list legal.

use std::path::PathBuf;

use clap::Args;

use super::output::{FAINT, TITLE, print, styled};
use super::progress::Patience;
use super::{Failure, Global, Outcome};
use super::{list_file, price};
use crate::builder::{Builder, Fewest, Repair};
use crate::engine::Assessment;
use crate::engine::Ruleset;
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
}

pub(crate) fn run(global: &Global, arguments: &FixArguments) -> Outcome {
    let file = list_file::open_to_change(global, &arguments.list)?;
    let rules = Ruleset::new(&file.game);
    let builder = Builder::new(&rules);
    let before = rules.assess(&file.list);
    let is_legal = before.is_legal();
    let patience = Patience::new(arguments.time);
    let found = builder.repair(&file.sources, &file.list, &|doing| patience.should_continue(doing));
    patience.done();
    if is_legal && (found.ways.is_empty() || arguments.apply.is_none()) {
        print(&draw_legal(&found, &file));
        return Ok(());
    }
    if found.ways.is_empty() {
        print(&draw_none(&found, &rules, &file));
        return Err(Failure::Data);
    }
    match arguments.apply {
        None => {
            print(&draw(&found, &before, &file));
            Err(Failure::Data)
        }
        Some(number) => {
            let chosen = number.checked_sub(1).and_then(|at| found.ways.get(at));
            let there = match found.ways.len() {
                1 => "only number 1".to_owned(),
                most => format!("1 to {most}"),
            };
            let chosen = chosen.ok_or_else(|| {
                Failure::Usage(format!("there is no number {number}; there is {there}"))
            })?;
            list_file::save(&file, &chosen.list, arguments.dry_run).map(|_| ())
        }
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
    let path = file.path.display();
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
        (_, Fewest::Proven) => {
            format!("Fewer than {changes} changes are not enough: all were tried.")
        }
        (_, Fewest::Found) => {
            format!("{changes} changes are the fewest that were found; fewer were not all tried.")
        }
        (_, Fewest::TimeRanOut) => {
            format!("{changes} changes are the fewest that were found in the time given (--time).")
        }
    };
    let path = file.path.display();
    text + &styled(FAINT, &format!("{fewest} `orbat fix {path} --apply N` makes them.\n"))
}

/// Nothing was found: shows how close the search came.
fn draw_none(found: &Repair, rules: &Ruleset<'_>, file: &ListFile) -> String {
    let path = file.path.display();
    let mut text = match found.fewest {
        Fewest::TimeRanOut => {
            "No set of changes that makes the list legal was found in the time given; --time gives more.\n".to_owned()
        }
        _ => "No set of changes was found that makes the list legal.\n".to_owned(),
    };
    let (changes, wrong) = &found.nearest;
    let now = error_messages(rules, &file.list, &[]);
    let is_nearer = !changes.is_empty() && wrong.len() < now.len();
    if is_nearer {
        text += "The nearest:\n";
        text.extend(changes.iter().map(|change| format!("   {change}\n")));
    }
    text += if is_nearer { "What is still wrong then:\n" } else { "What is wrong:\n" };
    text.extend(
        if is_nearer { wrong } else { &now }.iter().map(|message| format!("   {message}\n")),
    );
    text + &styled(FAINT, &format!("`orbat check {path}` says more.\n"))
}
