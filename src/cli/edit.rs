//! `orbat add`, `orbat remove`, `orbat set`: changes to a list, by name.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{FAINT, print, styled};
use super::parse::LARGEST;
use super::{Failure, Global, Outcome, list_file, parse};
use crate::builder::{Change, HeadChange, LookupError, Remarks, UnitChange};
use crate::engine::Ruleset;

fn copies(text: &str) -> Result<i64, String> {
    parse::number(text, 1, 1_000)
}

/// Add a unit to a list
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/add.txt").trim_ascii_end())]
pub(crate) struct AddArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// The id or name of a unit, or any unambiguous part of it
    unit: String,
    #[command(flatten)]
    unit_arguments: UnitArguments,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// Remove a unit from a list
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/remove.txt").trim_ascii_end())]
pub(crate) struct RemoveArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list, by id or name, or `@13` for the unit on line 13
    unit: String,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// Change a unit of a list, or the list itself
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/set.txt").trim_ascii_end())]
pub(crate) struct SetArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list, by id or name, or `@13` for the unit on line 13 [default: the list
    /// itself]
    unit: Option<String>,
    #[command(flatten)]
    unit_arguments: UnitArguments,
    /// The chart of the list
    #[arg(long, conflicts_with = "unit")]
    chart: Option<String>,
    /// The points limit
    #[arg(long, conflicts_with = "unit", allow_negative_numbers = true, value_parser = super::parse::amount)]
    points: Option<i64>,
    /// The player's name
    #[arg(long, conflicts_with = "unit")]
    player: Option<String>,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// The flags for a unit.
#[derive(Args)]
struct UnitArguments {
    /// Number of models
    #[arg(long, short, allow_negative_numbers = true, value_parser = super::parse::amount)]
    models: Option<i64>,
    /// A design of the list, for its models
    #[arg(long, value_name = "DESIGN")]
    design: Option<String>,
    /// Set a key the game defines, for the unit or, without a unit, for the army; `KEY=` clears
    /// it. May be repeated
    #[arg(long = "set", value_name = "KEY=WORD", value_parser = super::parse::key_and_word)]
    stated: Vec<(String, String)>,
    /// The force it belongs to, by name or number; empty for the army itself
    #[arg(long = "in", value_name = "FORCE")]
    force: Option<String>,
    /// Take an option once more, or with `=N` N times in total; name the choice if several offer
    /// it. May be repeated
    #[arg(long = "option", short, value_name = "[CHOICE=]NAME[=N]")]
    options: Vec<String>,
    /// Drop an option. May be repeated
    #[arg(long, value_name = "NAME")]
    drop: Vec<String>,
    /// The unit of the list it joins, by name or as `@13`; empty for none
    #[arg(long, value_name = "UNIT")]
    join: Option<String>,
    /// The unit of the list it rides in, by name or as `@13`; empty for none
    #[arg(long, value_name = "UNIT")]
    ride: Option<String>,
    /// The slot it fills; empty to choose one automatically
    #[arg(long)]
    slot: Option<String>,
    /// A display name; empty for none
    #[arg(long)]
    name: Option<String>,
    /// An id that other units can refer to
    #[arg(long)]
    id: Option<String>,
    /// Number of identical units
    #[arg(long, allow_negative_numbers = true, value_parser = copies)]
    count: Option<i64>,
}

impl UnitArguments {
    fn change(&self) -> Result<UnitChange, Failure> {
        let take = self.options.iter().map(|option| match option.rsplit_once('=') {
            Some((name, times)) if times.is_empty() || times.parse::<i128>().is_ok() => {
                match times.parse::<i64>() {
                    Ok(times @ 0..=LARGEST) => Ok((name.to_owned(), Some(times))),
                    _ => Err(Failure::Usage(format!(
                        "`{option}`: write the number of times after `=`, from 0 to {LARGEST}"
                    ))),
                }
            }
            _ => Ok((option.clone(), None)),
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
            force: self.force.clone(),
            design: self.design.clone(),
            stated: self.stated.clone(),
        })
    }

    /// Whether no flag is given but `--name` and `--set`, which a list has too.
    fn has_only_list_flags(&self) -> bool {
        let texts = [&self.join, &self.ride, &self.slot, &self.id, &self.force, &self.design];
        let numbers = [self.models, self.count];
        texts.iter().all(|text| text.is_none())
            && numbers.iter().all(Option::is_none)
            && self.options.is_empty()
            && self.drop.is_empty()
    }
}

/// Opens a list, changes it and saves it.
fn change(
    global: &Global,
    path: &Path,
    dry_run: bool,
    work: impl FnOnce(&mut Change<'_, '_>) -> Result<Remarks, LookupError>,
) -> Outcome {
    let file = list_file::open_to_change(global, path)?;
    let rules = Ruleset::new(&file.game);
    let mut change =
        Change { rules: &rules, game: &file.game, sources: &file.sources, list: file.list.clone() };
    let remarks = work(&mut change)?;
    list_file::save(&file, &change.list, dry_run)?;
    remarks.iter().for_each(|remark| print(&format!("{}\n", styled(FAINT, &remark.to_string()))));
    Ok(())
}

pub(crate) fn add(global: &Global, arguments: &AddArguments) -> Outcome {
    let wanted = arguments.unit_arguments.change()?;
    change(global, &arguments.list, arguments.dry_run, |change| {
        change.add(&arguments.unit, &wanted)
    })
}

pub(crate) fn remove(global: &Global, arguments: &RemoveArguments) -> Outcome {
    change(global, &arguments.list, arguments.dry_run, |change| change.remove(&arguments.unit))
}

pub(crate) fn set(global: &Global, arguments: &SetArguments) -> Outcome {
    let unit = &arguments.unit_arguments;
    let head = HeadChange {
        name: unit.name.clone().filter(|_| arguments.unit.is_none()),
        player: arguments.player.clone(),
        chart: arguments.chart.clone(),
        points: arguments.points,
        stated: unit.stated.clone(),
    };
    let of_head = [&head.name, &head.player, &head.chart].iter().any(|text| text.is_some())
        || head.points.is_some()
        || !head.stated.is_empty();
    match &arguments.unit {
        None if !of_head || !unit.has_only_list_flags() => Err(Failure::Usage(
            "say what to set: a unit and --models, --option …, or for the list itself --chart, --points, --name, --player, --set"
                .to_owned(),
        )),
        None => change(global, &arguments.list, arguments.dry_run, |change| change.set_head(&head).map(|()| Vec::new())),
        Some(_) if unit.has_only_list_flags() && unit.name.is_none() && unit.stated.is_empty() => Err(Failure::Usage(
            "say what to set: --models, --option, --drop, --join, --ride, --in, --slot, --name, --id, --count, --design or --set"
                .to_owned(),
        )),
        Some(name) => {
            let wanted = unit.change()?;
            change(global, &arguments.list, arguments.dry_run, |change| change.set(name, &wanted))
        }
    }
}
