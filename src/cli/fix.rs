//! `orbat fix`: the smallest changes that make a list legal.

use std::path::PathBuf;

use clap::Args;

use super::list_file::ListFile;
use super::output::{FAINT, TITLE, print, styled};
use super::patience::Patience;
use super::{Failure, Global, Outcome};
use crate::build::{Mending, Workbench};
use crate::validate::{Checker, Number};

#[derive(Args)]
pub(super) struct FixArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// Makes the changes of this number; without it they are only shown
    #[arg(long, value_name = "N")]
    apply: Option<usize>,
    /// Seconds to look for them
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = super::patience::seconds)]
    time: f64,
    /// Shows what would change, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(global: &Global, arguments: &FixArguments) -> Outcome {
    let file = ListFile::open_to_change(global, &arguments.list)?;
    let checker = Checker::new(&file.game);
    let bench = Workbench { checker: &checker, game: &file.game, stock: None };
    let before = checker.weigh(&file.list);
    if before.is_legal() {
        if arguments.apply.is_some() {
            return Err(Failure::Usage("the list is legal as it is: there is nothing to apply".to_owned()));
        }
        print("The list is legal as it is.\n");
        return Ok(());
    }
    let patience = Patience::new(arguments.time);
    let found = bench.mend(&file.sources, &file.list, &|doing| patience.go_on(doing));
    patience.done();
    if found.is_empty() {
        let path = arguments.list.display();
        return Err(Failure::Usage(format!(
            "no set of changes was found that makes `{path}` legal; `orbat check {path}` says what is wrong"
        )));
    }
    match arguments.apply {
        None => {
            print(&draw(&found, before.points, &file));
            Err(Failure::Data)
        }
        Some(number) => {
            let chosen = number.checked_sub(1).and_then(|at| found.get(at));
            let wrong = || Failure::Usage(format!("there is no number {number}; there is 1 to {}", found.len()));
            let chosen = chosen.ok_or_else(wrong)?;
            let text = file.with(&chosen.list)?;
            file.save(&text, arguments.dry_run).map(|_| ())
        }
    }
}

fn draw(found: &[Mending], before: Number, file: &ListFile) -> String {
    let currency = file.game.currencies.values().next().map_or("points", |currency| currency.title.as_str());
    let mut text = String::new();
    for (number, one) in (1..).zip(found) {
        let moved = one.points.subtract(before).unwrap_or(Number::ZERO);
        let sign = if moved > Number::ZERO { "+" } else { "" };
        let limit = file.list.points.as_ref().map(|limit| format!(" of {}", limit.value)).unwrap_or_default();
        let points = format!("{sign}{moved} {currency}: {}{limit}", one.points).replace('-', "−");
        for (at, change) in one.changes.iter().enumerate() {
            let lead = if at == 0 { styled(TITLE, &format!("{number}.")) } else { "  ".to_owned() };
            let tail = if at + 1 == one.changes.len() { format!("   {}", styled(FAINT, &points)) } else { String::new() };
            text += &format!("{lead} {change}{tail}\n");
        }
    }
    let proven = found.iter().all(|one| one.is_proven);
    let changes = found.first().map_or(0, |one| one.changes.len());
    let fewest = match (changes, proven) {
        (1, _) => "One change is enough.".to_owned(),
        (_, true) => format!("Fewer than {changes} changes are not enough: all were tried."),
        (_, false) => format!("{changes} changes are the fewest that were found, not proven."),
    };
    text + &styled(FAINT, &format!("{fewest} orbat fix {} --apply N makes them.\n", file.path.display()))
}
