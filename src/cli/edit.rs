//! `orbat add`, `orbat remove`, `orbat set`: changes to a list, by name.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{FAINT, print, styled};
use super::parse::LARGEST;
use super::{Failure, Global, Outcome, list_file, parse};
use crate::builder::{DesignChange, HeadChange, ListEditor, LookupError, Remarks, UnitChange};
use crate::engine::Ruleset;
use crate::list::Points;

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

/// Remove a unit, a force or a design from a list
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/remove.txt").trim_ascii_end())]
pub(crate) struct RemoveArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list, by id or name, or `@13` for the unit on line 13
    #[arg(required_unless_present_any = ["force", "design"])]
    unit: Option<String>,
    /// Remove the whole line, even if it stands for several units
    #[arg(long, requires = "unit")]
    all: bool,
    /// Remove a force with all its units, by name or number
    #[arg(long, value_name = "FORCE", conflicts_with = "unit")]
    force: Option<String>,
    /// Remove a design
    #[arg(long, value_name = "DESIGN", conflicts_with_all = ["unit", "force"])]
    design: Option<String>,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// Change a unit of a list, one of its designs, or the list itself
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
    #[command(flatten)]
    list_arguments: ListArguments,
    /// The model of a design, with --design and no unit
    #[arg(long, conflicts_with = "unit", requires = "design")]
    model: Option<String>,
    /// A characteristic of a design, with --design and no unit. May be repeated
    #[arg(long = "pick", value_name = "NAME=N", conflicts_with = "unit", requires = "design", value_parser = super::parse::name_and_number)]
    picks: Vec<(String, i64)>,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// The flags for the list itself.
#[derive(Args)]
struct ListArguments {
    /// A force, by name or number: --name, --faction, --chart, --points, --set, --option and --drop
    /// are then about it
    #[arg(long = "force", value_name = "FORCE", conflicts_with_all = ["unit", "design", "player", "event", "opponent", "optional", "no_optional", "cards", "notes"])]
    of_force: Option<String>,
    /// The faction of the army, or of the force
    #[arg(long, conflicts_with = "unit")]
    faction: Option<String>,
    /// The chart of the list, or of the force
    #[arg(long, conflicts_with = "unit")]
    chart: Option<String>,
    /// The points limit, or limits of several currencies: `pts=300,swc=6`; empty for none
    #[arg(long, conflicts_with = "unit", value_name = "N", allow_negative_numbers = true, value_parser = super::parse::points)]
    points: Option<Points>,
    /// The player's name; empty for none
    #[arg(long, conflicts_with = "unit")]
    player: Option<String>,
    /// The event it is for; empty for none
    #[arg(long, conflicts_with = "unit")]
    event: Option<String>,
    /// The opponent's faction; empty for none
    #[arg(long, value_name = "FACTION", conflicts_with = "unit")]
    opponent: Option<String>,
    /// Play with an optional rule. May be repeated
    #[arg(long, value_name = "RULE", conflicts_with = "unit")]
    optional: Vec<String>,
    /// Play without an optional rule. May be repeated
    #[arg(long, value_name = "RULE", conflicts_with = "unit")]
    no_optional: Vec<String>,
    /// How many copies of a card the deck has. May be repeated
    #[arg(long = "card", value_name = "NAME=N", conflicts_with = "unit", value_parser = super::parse::name_and_number)]
    cards: Vec<(String, i64)>,
}

/// The flags for a unit.
#[derive(Args)]
struct UnitArguments {
    /// Number of models
    #[arg(long, short, allow_negative_numbers = true, value_parser = super::parse::amount)]
    models: Option<i64>,
    /// A design of the list, for its models; without a unit, the design to add or change
    #[arg(long, value_name = "DESIGN")]
    design: Option<String>,
    /// Add a note; empty to remove all notes. May be repeated
    #[arg(long = "note", value_name = "TEXT")]
    notes: Vec<String>,
    /// Set a key the game defines, for the unit or, without a unit, for the army; `KEY=` clears
    /// it. May be repeated
    #[arg(long = "set", value_name = "KEY=WORD", value_parser = super::parse::key_and_word)]
    stated: Vec<(String, String)>,
    /// The force it belongs to, by name or number; empty for the army itself
    #[arg(long = "in", value_name = "FORCE")]
    force: Option<String>,
    /// Take an option once more, or with `=N` N times in total; name the choice if several offer
    /// it. Without a unit, an option of the army. May be repeated
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
    /// Options to take, and how often in all.
    fn take(&self) -> Result<Vec<(String, Option<i64>)>, Failure> {
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
        take.collect()
    }

    fn change(&self) -> Result<UnitChange, Failure> {
        Ok(UnitChange {
            models: self.models,
            count: self.count,
            name: self.name.clone(),
            id: self.id.clone(),
            slot: self.slot.clone(),
            take: self.take()?,
            drop: self.drop.clone(),
            join: self.join.clone(),
            ride: self.ride.clone(),
            force: self.force.clone(),
            design: self.design.clone(),
            stated: self.stated.clone(),
            notes: self.notes.clone(),
        })
    }

    /// The flag that only a unit has, if one is given.
    fn of_unit_alone(&self) -> Option<&'static str> {
        let given = [
            ("--join", self.join.is_some()),
            ("--ride", self.ride.is_some()),
            ("--slot", self.slot.is_some()),
            ("--id", self.id.is_some()),
            ("--in", self.force.is_some()),
            ("--models", self.models.is_some()),
            ("--count", self.count.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag)
    }

    fn is_empty(&self) -> bool {
        self.of_unit_alone().is_none()
            && self.design.is_none()
            && self.name.is_none()
            && [&self.options, &self.drop, &self.notes].iter().all(|given| given.is_empty())
            && self.stated.is_empty()
    }
}

impl ListArguments {
    fn is_empty(&self) -> bool {
        let texts = [&self.faction, &self.chart, &self.player, &self.event, &self.opponent];
        texts.iter().all(|text| text.is_none())
            && self.points.is_none()
            && [&self.optional, &self.no_optional].iter().all(|given| given.is_empty())
            && self.cards.is_empty()
    }

    fn change(&self, unit: &UnitArguments) -> Result<HeadChange, Failure> {
        let optional = self.optional.iter().map(|rule| (rule.clone(), true));
        let without = self.no_optional.iter().map(|rule| (rule.clone(), false));
        Ok(HeadChange {
            name: unit.name.clone(),
            player: self.player.clone(),
            faction: self.faction.clone(),
            chart: self.chart.clone(),
            points: self.points.clone(),
            event: self.event.clone(),
            opponent: self.opponent.clone(),
            optional: optional.chain(without).collect(),
            take: unit.take()?,
            drop: unit.drop.clone(),
            cards: self.cards.clone(),
            notes: unit.notes.clone(),
            stated: unit.stated.clone(),
        })
    }
}

/// Opens a list, changes it and saves it.
fn change(
    global: &Global,
    path: &Path,
    dry_run: bool,
    work: impl FnOnce(&mut ListEditor<'_, '_>) -> Result<Remarks, LookupError>,
) -> Outcome {
    let file = list_file::open_to_change(global, path)?;
    let rules = Ruleset::new(&file.game);
    let mut change = ListEditor {
        rules: &rules,
        game: &file.game,
        sources: &file.sources,
        list: file.list.clone(),
    };
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
    let RemoveArguments { list, unit, all, force, design, dry_run } = arguments;
    change(global, list, *dry_run, |change| match (unit, force, design) {
        (Some(unit), ..) if *all => change.remove_line(unit),
        (Some(unit), ..) => change.remove(unit),
        (_, Some(force), _) => change.remove_force(force),
        (_, _, Some(design)) => change.remove_design(design).map(|()| Vec::new()),
        (None, None, None) => Ok(Vec::new()),
    })
}

pub(crate) fn set(global: &Global, arguments: &SetArguments) -> Outcome {
    let SetArguments { list, unit, unit_arguments, list_arguments, model, picks, dry_run } =
        arguments;
    match (unit, &unit_arguments.design) {
        (Some(_), _) if unit_arguments.is_empty() => Err(Failure::Usage(
            "say what to set: --models, --option, --drop, --join, --ride, --in, --slot, --name, --id, --count, --design, --note or --set"
                .to_owned(),
        )),
        (Some(name), _) => {
            let wanted = unit_arguments.change()?;
            change(global, list, *dry_run, |change| change.set(name, &wanted))
        }
        (None, Some(design)) => {
            let wanted = DesignChange {
                model: model.clone(),
                picks: picks.clone(),
                take: unit_arguments.take()?,
                drop: unit_arguments.drop.clone(),
            };
            change(global, list, *dry_run, |change| {
                change.set_design(design, &wanted).map(|()| Vec::new())
            })
        }
        (None, None) => {
            if let Some(flag) = unit_arguments.of_unit_alone() {
                return Err(Failure::Usage(format!("{flag} is for a unit: say which unit to set")));
            }
            if unit_arguments.is_empty() && list_arguments.is_empty() {
                return Err(Failure::Usage(
                    "say what to set: a unit and --models, --option …, or for the list itself --chart, --points, --name, --player, --set …"
                        .to_owned(),
                ));
            }
            let head = list_arguments.change(unit_arguments)?;
            if let Some(force) = &list_arguments.of_force {
                return change(global, list, *dry_run, |change| {
                    change.set_force(force, &head).map(|()| Vec::new())
                });
            }
            change(global, list, *dry_run, |change| change.set_head(&head).map(|()| Vec::new()))
        }
    }
}
