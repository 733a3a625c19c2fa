//! `orbat add`, `orbat remove`, `orbat set`: changes to a list, by name.

use std::path::{Path, PathBuf};

use clap::Args;

use super::list_file::ListFile;
use super::{Failure, Global, Outcome};
use crate::build::{Change, HeadChange, UnitChange, Unknown};
use crate::validate::Checker;

#[derive(Args)]
pub(super) struct AddArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// The id or name of a unit, or a part that only one bears
    unit: String,
    /// The force it stands in, by name or number
    #[arg(long = "in", value_name = "FORCE")]
    force: Option<String>,
    #[command(flatten)]
    unit_arguments: UnitArguments,
    /// Shows what would change, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(super) struct RemoveArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list: what verdicts call it, its name or its entry's, or `@13` for the one on line 13
    unit: String,
    /// Shows what would change, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Args)]
pub(super) struct SetArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list: what verdicts call it, its name or its entry's, or `@13` for the one on line 13; none means the list
    /// itself
    unit: Option<String>,
    #[command(flatten)]
    unit_arguments: UnitArguments,
    /// The chart of the list
    #[arg(long, conflicts_with = "unit")]
    chart: Option<String>,
    /// The points agreed
    #[arg(long, conflicts_with = "unit", value_parser = clap::value_parser!(i64).range(0..=1_000_000))]
    points: Option<i64>,
    /// The player's name
    #[arg(long, conflicts_with = "unit")]
    player: Option<String>,
    /// Shows what would change, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

/// What can be said of a unit.
#[derive(Args)]
struct UnitArguments {
    /// How many models
    #[arg(long, short, value_parser = clap::value_parser!(i64).range(0..=1_000_000))]
    models: Option<i64>,
    /// Takes an option once more, or `NAME=N` times in all. May be repeated
    #[arg(long = "option", short, value_name = "NAME[=N]")]
    options: Vec<String>,
    /// Takes an option no more. May be repeated
    #[arg(long, value_name = "NAME")]
    drop: Vec<String>,
    /// The unit of the list it joins, by name or as `@13`; empty to stand alone
    #[arg(long, value_name = "UNIT")]
    join: Option<String>,
    /// The unit of the list it rides in, by name or as `@13`; empty to walk
    #[arg(long, value_name = "UNIT")]
    ride: Option<String>,
    /// The slot it fills; empty to let it be found
    #[arg(long)]
    slot: Option<String>,
    /// A name for people; empty for none
    #[arg(long)]
    name: Option<String>,
    /// An id for others to refer to
    #[arg(long)]
    id: Option<String>,
    /// So many units that are alike
    #[arg(long, value_parser = clap::value_parser!(i64).range(1..=1000))]
    count: Option<i64>,
}

impl UnitArguments {
    fn change(&self) -> Result<UnitChange, Failure> {
        let take = self.options.iter().map(|option| match option.split_once('=') {
            None => Ok((option.clone(), None)),
            Some((name, times)) => match times.parse::<i64>() {
                Ok(times @ 0..=1_000_000) => Ok((name.to_owned(), Some(times))),
                _ => Err(Failure::Usage(format!("`{option}`: behind `=` stands how often, a number"))),
            },
        });
        Ok(UnitChange {
            models: self.models,
            count: self.count,
            name: self.name.clone(),
            id: self.id.clone(),
            slot: self.slot.clone(),
            take: take.collect::<Result<_, _>>()?,
            drop: self.drop.clone(),
            join: self.join.clone(),
            ride: self.ride.clone(),
        })
    }

    /// Nothing is said but perhaps a name, which a list has too.
    fn says_nothing_else(&self) -> bool {
        let texts = [&self.join, &self.ride, &self.slot, &self.id];
        let numbers = [self.models, self.count];
        texts.iter().all(|text| text.is_none())
            && numbers.iter().all(Option::is_none)
            && self.options.is_empty()
            && self.drop.is_empty()
    }
}

/// Reads a list, changes it and writes it.
fn change(global: &Global, path: &Path, dry_run: bool, work: impl FnOnce(&mut Change<'_, '_>) -> Result<(), Unknown>) -> Outcome {
    let file = ListFile::open_to_change(global, path)?;
    let checker = Checker::new(&file.game);
    let mut change = Change { checker: &checker, game: &file.game, sources: &file.sources, list: file.list.clone() };
    work(&mut change).map_err(|Unknown(why)| Failure::Usage(why))?;
    let text = file.with(&change.list)?;
    file.save(&text, dry_run).map(|_| ())
}

pub(super) fn add(global: &Global, arguments: &AddArguments) -> Outcome {
    let wanted = arguments.unit_arguments.change()?;
    change(global, &arguments.list, arguments.dry_run, |change| {
        change.add(&arguments.unit, arguments.force.as_deref(), &wanted).map(|_| ())
    })
}

pub(super) fn remove(global: &Global, arguments: &RemoveArguments) -> Outcome {
    change(global, &arguments.list, arguments.dry_run, |change| change.remove(&arguments.unit).map(|_| ()))
}

pub(super) fn set(global: &Global, arguments: &SetArguments) -> Outcome {
    let unit = &arguments.unit_arguments;
    let head = HeadChange {
        name: unit.name.clone().filter(|_| arguments.unit.is_none()),
        player: arguments.player.clone(),
        chart: arguments.chart.clone(),
        points: arguments.points,
    };
    let of_head = [&head.name, &head.player, &head.chart].iter().any(|text| text.is_some()) || head.points.is_some();
    match &arguments.unit {
        None if !of_head || !unit.says_nothing_else() => Err(Failure::Usage(
            "say what to set: a unit and --models, --option …, or for the list itself --chart, --points, --name, --player"
                .to_owned(),
        )),
        None => change(global, &arguments.list, arguments.dry_run, |change| change.set_head(&head)),
        Some(_) if unit.says_nothing_else() && unit.name.is_none() => Err(Failure::Usage(
            "say what to set: --models, --option, --drop, --join, --ride, --slot, --name, --id or --count".to_owned(),
        )),
        Some(name) => {
            let wanted = unit.change()?;
            change(global, &arguments.list, arguments.dry_run, |change| change.set(name, &wanted).map(|_| ()))
        }
    }
}
