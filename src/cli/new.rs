//! `orbat new`: starts a list, prompting for anything the flags omit.

use std::path::{Path, PathBuf};

use clap::Args;

use super::interrupt::Interrupt;
use super::output::{FAINT, print, print_document, shown, styled, tell};
use super::{Failure, Global, Outcome, ask};
use crate::builder::new_list::new_list;
use crate::builder::points::merged;
use crate::builder::{ArmyKey, NewList, charts_of, keys_of_army, resolve_name};
use crate::engine::Ruleset;
use crate::list::Points;
use crate::model::{ChartId, FactionId, Game};
use crate::workspace::{Data, save};

/// Start a list, prompting for anything the flags omit
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/new.txt").trim_ascii_end())]
pub(crate) struct NewArguments {
    /// The file to create
    file: Option<PathBuf>,
    /// The game, from `orbat systems`
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
    /// The faction, from `orbat factions GAME`
    #[arg(long)]
    faction: Option<String>,
    /// The organisation chart, from `orbat show FACTION`; not needed if there is only one
    #[arg(long)]
    chart: Option<String>,
    /// The points limit, or limits of several currencies: `pts=300,swc=6` [default: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = super::parse::points)]
    points: Option<Points>,
    /// The name of the list
    #[arg(long)]
    name: Option<String>,
    /// Set a key the game defines for armies, such as a subfaction. May be repeated
    #[arg(long, value_name = "KEY=WORD", value_parser = super::parse::key_and_word)]
    set: Vec<(String, String)>,
    /// Show the list without writing it
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(global: &Global, arguments: &NewArguments) -> Outcome {
    let asks = ask::is_possible();
    if !asks {
        refuse_if_incomplete(arguments)?;
    }
    if let Some(file) = arguments.file.as_deref().filter(|_| !arguments.dry_run) {
        is_free(file).map_err(Failure::Usage)?;
    }
    let interrupt = Interrupt::watch();
    let data = global.data()?;
    let system = system(&data, arguments.system.as_deref())?;
    let game = &data.game(&system)?.game;
    let rules = Ruleset::new(game);
    let faction = faction(game, arguments.faction.as_deref(), asks)?;
    let chart = chart(game, faction, arguments.chart.as_deref(), asks)?;
    let points = match &arguments.points {
        None if asks => ask::until("How many points? (empty: no limit)", points)?,
        points => points.clone(),
    };
    let points = points.map(|points| merged(game, None, &points)).transpose()?;
    let mut wanted =
        NewList { name: arguments.name.clone(), faction, chart, points, stated: Vec::new() };
    wanted.stated = stated(&rules, game, &wanted, &arguments.set, asks)?;
    let text = new_list(&rules, game, &wanted);
    if arguments.dry_run {
        print_document(&text);
        return Ok(());
    }
    let file = arguments.file.clone().map_or_else(file_name, Ok)?;
    interrupt.write_begins();
    let saved = save::create(&file, &text)?;
    print(&text);
    tell(&saved);
    let path = shown(&file);
    print(&styled(
        FAINT,
        &format!(
            "\nWritten to {path}. Next:\n  orbat suggest {path}\n  orbat add {path} UNIT\n  orbat complete {path}\n"
        ),
    ));
    Ok(())
}

/// Without a terminal there are no prompts: names everything that is missing at once.
fn refuse_if_incomplete(arguments: &NewArguments) -> Outcome {
    let wanted = [
        ("FILE", arguments.file.is_some() || arguments.dry_run),
        ("--system", arguments.system.is_some()),
    ];
    let missing: Vec<&str> =
        wanted.iter().filter(|(_, given)| !given).map(|(name, _)| *name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "there is no terminal to ask on; give {} as well. All of it:\n  orbat new FILE --system GAME --faction FACTION --chart CHART --points N",
        missing.join(" and ")
    )))
}

fn missing(flag: &str, known: &[(String, String)]) -> Failure {
    let known: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
    Failure::Usage(format!(
        "there is no terminal to ask on; give {flag} with one of {}",
        known.join(", ")
    ))
}

fn resolve(what: &str, name: &str, known: &[(String, String)]) -> Result<String, Failure> {
    Ok(resolve_name(what, name, known)?.to_owned())
}

fn system(data: &Data, given: Option<&str>) -> Result<String, Failure> {
    let known: Vec<(String, String)> =
        data.systems().iter().map(|system| (system.id.clone(), system.title.clone())).collect();
    match given {
        Some(name) => resolve("game", name, &known),
        None => ask::choose("Which game?", "game", &known),
    }
}

fn faction(game: &Game, given: Option<&str>, asks: bool) -> Result<Option<FactionId>, Failure> {
    let known: Vec<(String, String)> =
        game.factions.values().map(|faction| (faction.id.clone(), faction.title.clone())).collect();
    let id = match given {
        Some(name) => resolve("faction", name, &known)?,
        None if known.is_empty() => return Ok(None),
        None if asks => ask::choose("Which faction?", "faction", &known)?,
        None => return Err(missing("--faction", &known)),
    };
    Ok(game.faction(&id))
}

fn chart(
    game: &Game,
    faction: Option<FactionId>,
    given: Option<&str>,
    asks: bool,
) -> Result<Option<ChartId>, Failure> {
    let charts = charts_of(game, faction);
    let known: Vec<(String, String)> =
        charts.iter().map(|(_, chart)| (chart.id.clone(), chart.title.clone())).collect();
    let id = match (given, known.as_slice()) {
        (Some(name), known) => resolve("chart", name, known)?,
        (None, []) => return Ok(None),
        (None, [(only, _)]) => only.clone(),
        (None, known) if asks => ask::choose("Which chart?", "chart", known)?,
        (None, known) => return Err(missing("--chart", known)),
    };
    Ok(charts.into_iter().find(|(_, chart)| chart.id == id).map(|(id, _)| id))
}

fn points(said: &str) -> Result<Option<Points>, String> {
    if said.is_empty() {
        return Ok(None);
    }
    super::parse::points(said).map(Some)
}

/// The keys of the army, from the flags or else from answers.
fn stated(
    rules: &Ruleset<'_>,
    game: &Game,
    wanted: &NewList,
    given: &[(String, String)],
    asks: bool,
) -> Result<Vec<(String, String)>, Failure> {
    let keys = keys_of_army(rules, game, wanted);
    let known: Vec<(String, String)> =
        keys.iter().map(|key| (key.id.clone(), key.title.clone())).collect();
    let value = |key: &ArmyKey, said: &str| {
        key.value(rules, game, wanted, said).map_err(|error| error.to_string())
    };
    let mut stated: Vec<(String, String)> = Vec::new();
    for (name, word) in given {
        let id = resolve("key", name, &known)?;
        if stated.iter().any(|(known, _)| *known == id) {
            return Err(Failure::Usage(format!("`{id}` is set twice")));
        }
        let Some(key) = keys.iter().find(|key| key.id == id) else { continue };
        stated.push((id, value(key, word).map_err(Failure::Usage)?));
    }
    // Only keys with a choice of words are asked for; numbers and texts are rarely wanted, and a
    // comment in the list shows them.
    for key in keys.iter().filter(|key| asks && !key.words.is_empty()) {
        if !stated.iter().any(|(id, _)| *id == key.id) {
            let word = ask::choose_or_none(
                &format!("{}?", key.title),
                &key.title.to_lowercase(),
                &key.words,
            )?;
            stated.extend(word.map(|word| (key.id.clone(), word)));
        }
    }
    Ok(stated)
}

/// Whether a new list can be created at this path.
fn is_free(file: &Path) -> Result<(), String> {
    if file == Path::new("-") {
        return Err("a list is written to a file; --dry-run shows it only".to_owned());
    }
    save::is_free(file).map_err(|error| error.to_string())
}

/// Asks for a file that does not exist yet.
fn file_name() -> Result<PathBuf, Failure> {
    let numbered = (2..1_000).map(|number| format!("list-{number}.yaml"));
    let free = std::iter::once("list.yaml".to_owned())
        .chain(numbered)
        .find(|name| is_free(Path::new(name)).is_ok());
    let free = free.unwrap_or_default();
    ask::until(&format!("Which file? (empty: {free})"), |said| {
        let file = PathBuf::from(if said.is_empty() { &free } else { said });
        is_free(&file).map(|()| file)
    })
}
