//! `orbat complete`: adds to a list until it is legal.

use std::path::PathBuf;

use clap::Args;

use super::changed_lines::changed_lines;
use super::list_file::{self, currency, lacks_faction};
use super::output::{FAINT, TITLE, complain, print, shown, styled};
use super::progress::Progress;
use super::{Failure, Global, Outcome, stock};
use crate::builder::{
    Builder, CompleteOptions, Completion, Conflict, ConflictPart, Proof, Remark, Stock,
};
use crate::engine::Ruleset;
use crate::engine::eval::Number;
use crate::workspace::ListFile;

/// Add to a list until it is legal, keeping everything in it
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/complete.txt").trim_ascii_end())]
pub(crate) struct CompleteArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// Spend as close to the limit as possible instead of adding just enough to make the list
    /// legal
    #[arg(long)]
    spend: bool,
    /// Use only the models of a collection
    #[arg(long, value_name = "FILE")]
    owned: Option<PathBuf>,
    /// Seed for the search; the same seed gives the same army
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this many seconds with the best list found so far
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = super::parse::seconds)]
    time: f64,
    /// Show up to this many completions that differ in the units they add, and write nothing
    #[arg(long, value_name = "N", value_parser = ways)]
    ways: Option<usize>,
    /// Apply the completion with this number of those that --ways shows
    #[arg(long, value_name = "N", requires = "ways")]
    apply: Option<usize>,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

/// More completions than anybody compares.
const MOST_WAYS: i64 = 9;

fn ways(text: &str) -> Result<usize, String> {
    let number = super::parse::number(text, 1, MOST_WAYS)?;
    usize::try_from(number).map_err(|error| error.to_string())
}

pub(crate) fn run(global: &Global, arguments: &CompleteArguments) -> Outcome {
    let file = list_file::open_to_change(global, &arguments.list)?;
    list_file::refuse_if_undecided(&file)?;
    let rules = Ruleset::new(&file.game);
    let limit = rules.assess(&file.list).limit();
    if arguments.spend && limit.is_none() {
        let path = shown(&arguments.list);
        return Err(Failure::Usage(format!(
            "the list states no points to spend; `orbat set {path} --points N` does"
        )));
    }
    let stock = stock::open(&file.game, arguments.owned.as_deref())?;
    if let Some(stock) = &stock {
        refuse_if_short(&file, &rules, stock)?;
    }
    let progress = Progress::new(arguments.time);
    let builder = Builder::new(&rules).owning(stock.as_ref()).within(progress.budget());
    let options = CompleteOptions {
        spend: arguments.spend,
        seed: arguments.seed,
        should_continue: &|doing| progress.should_continue(doing),
    };
    let mut completions = builder.proposals(&file.list, &options, arguments.ways.unwrap_or(1));
    progress.done();
    let is_done = |completion: &Completion| matches!(completion, Completion::Done { .. });
    if arguments.ways.is_some() && arguments.apply.is_none() && completions.iter().all(is_done) {
        print(&draw_ways(&file, &completions)?);
        return Ok(());
    }
    let number = arguments.apply.unwrap_or(1);
    let there = completions.len();
    let at = number.checked_sub(1).filter(|at| *at < there || !completions.iter().all(is_done));
    let Some(at) = at else {
        let there = if there == 1 { "only number 1".to_owned() } else { format!("1 to {there}") };
        return Err(Failure::Usage(format!("there is no number {number}; there is {there}")));
    };
    match completions.swap_remove(at.min(there.saturating_sub(1))) {
        Completion::Done { list, points, proof } => {
            let saved = list_file::save(&file, &list, arguments.dry_run)?;
            if !saved.is_legal {
                return Err(Failure::Data);
            }
            for (name, value) in
                list.derived.iter().filter(|stated| !file.list.derived.contains(stated))
            {
                let remark =
                    Remark::Updated { name: name.value.clone(), value: value.words() }.to_string();
                print(&format!("{}\n", styled(FAINT, &remark)));
            }
            print(&format!(
                "{}\n",
                styled(
                    FAINT,
                    &words(proof, (points, currency(&file.game)), limit, !saved.is_changed)
                )
            ));
            Ok(())
        }
        Completion::Impossible { culprits, remaining } => {
            complain(&impossible(&file, &culprits, &remaining, arguments.time));
            Err(Failure::Data)
        }
    }
}

/// Each completion with its number, what it costs and the lines it changes.
fn draw_ways(file: &ListFile, completions: &[Completion]) -> Result<String, Failure> {
    let mut text = String::new();
    for (number, completion) in (1..).zip(completions) {
        let Completion::Done { list, points, .. } = completion else { continue };
        let new = list_file::text_of(file, list)?;
        let lead = styled(TITLE, &format!("{number}."));
        text += &format!("{lead} {points} {}\n", currency(&file.game));
        text += &changed_lines(file.text(), &new);
    }
    let path = shown(&file.path);
    let hint = format!("`orbat complete {path} … --ways N --apply N` writes one of them.\n");
    Ok(text + &styled(FAINT, &hint))
}

/// If the list itself already takes models the player lacks, no addition can help.
fn refuse_if_short(file: &ListFile, rules: &Ruleset<'_>, stock: &Stock) -> Outcome {
    let short = stock.shortages(&file.game, &[rules.assess(&file.list)]);
    if short.is_empty() {
        return Ok(());
    }
    let table = stock::table_of(&short);
    complain(&format!(
        "`{}` itself takes models that the collection lacks; it is as it was\n{}",
        shown(&file.path),
        table.trim_end()
    ));
    Err(Failure::Data)
}

fn words(
    proof: Proof,
    (points, currency): (Number, &str),
    limit: Option<Number>,
    unchanged: bool,
) -> String {
    let left = limit
        .and_then(|limit| limit.subtract(points))
        .map(|left| left.to_string())
        .unwrap_or_default();
    match proof {
        Proof::LimitReached if unchanged => {
            "The list costs the limit exactly and is legal: nothing was added.".to_owned()
        }
        Proof::LimitReached => "Every point is spent: proven best.".to_owned(),
        Proof::BestFound => format!(
            "{left} left: the best that was found, not proven. Another --seed may spend more."
        ),
        Proof::Stopped => {
            format!(
                "{left} left: the best that was found in the time given, not proven. More --time may spend more."
            )
        }
        Proof::NothingToSpend => {
            let done = if unchanged {
                "The list is legal as it is: nothing was added."
            } else {
                "Legal now."
            };
            let left = limit.and_then(|limit| limit.subtract(points));
            match left.filter(|left| *left > Number::ZERO) {
                Some(left) => format!("{done} {left} {currency} left: --spend uses them up."),
                None => done.to_owned(),
            }
        }
    }
}

fn impossible(file: &ListFile, culprits: &Conflict, remaining: &[String], seconds: f64) -> String {
    let mut text = match culprits {
        Conflict::Unknown => {
            format!("no legal list was found in {seconds} seconds; give it more with --time")
        }
        _ => format!(
            "no legal list was found that keeps all of `{}`; it is as it was",
            shown(&file.path)
        ),
    };
    match culprits {
        Conflict::Unknown => {}
        Conflict::Head(keys) => {
            text += "\n  in the way: the head of the list; even without its units it cannot be completed";
            if !keys.is_empty() {
                text += &format!(", but could without its `{}`", keys.join("` or its `"));
            }
        }
        Conflict::Units { units, smallest } => {
            let words: Vec<String> =
                units.iter().filter_map(|unit| culprit_words(file, unit)).collect();
            let together = if words.len() > 1 { ", all of them together" } else { "" };
            let more = words.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let named: Vec<String> = words.into_iter().take(MOST_NAMED).collect();
            text += &format!("\n  in the way: {}{more}{together}", named.join(", "));
            if !smallest {
                text +=
                    "\n  fewer of them may be enough to stand in the way: not all parts were tried";
            }
        }
    }
    for message in remaining {
        text += &format!("\n  still wrong: {message}");
    }
    if let Some((told, factions)) = lacks_faction(file) {
        text += &format!("\n  {told}: write `faction:` with one of {factions}");
    }
    let is_fixable = matches!(culprits, Conflict::Units { .. });
    text + if is_fixable { "\n  `orbat fix` looks for changes that would help" } else { "" }
}

/// The greatest number of units that are named.
const MOST_NAMED: usize = 8;

/// A unit with its line, and the key that is in the way.
fn culprit_words(file: &ListFile, unit: &ConflictPart) -> Option<String> {
    let line = file.list.unit(unit.unit)?;
    let number = file.sources.place(line.unit.span).line;
    let key = unit.key.map(|key| format!(" for its `{key}`")).unwrap_or_default();
    Some(format!("`{}` (line {number}){key}", line.unit.value))
}
