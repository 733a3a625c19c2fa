//! `orbat new`: begins a list. What the flags leave open is asked for on a terminal.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use super::data::{Layers, not_found};
use super::output::{FAINT, TITLE, print, styled};
use super::{Failure, Global, Outcome, file};
use crate::build::{Beginning, charts_of, fresh, simple};
use crate::model::{FactionId, Game};
use crate::validate::Checker;

#[derive(Args)]
pub(super) struct NewArguments {
    /// The file to write; it must not be there yet
    file: Option<PathBuf>,
    /// The game
    #[arg(long)]
    system: Option<String>,
    /// The army book
    #[arg(long)]
    faction: Option<String>,
    /// The organisation chart
    #[arg(long)]
    chart: Option<String>,
    /// The points agreed
    #[arg(long, allow_negative_numbers = true, value_parser = super::edit::amount)]
    points: Option<i64>,
    /// What the list is called
    #[arg(long)]
    name: Option<String>,
    /// Shows the list, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(global: &Global, arguments: &NewArguments) -> Outcome {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !asks {
        refuse_if_incomplete(arguments)?;
    }
    if let Some(file) = arguments.file.as_ref().filter(|file| !arguments.dry_run && file.exists()) {
        return Err(Failure::Usage(format!("`{}` is there already; nothing was written", file.display())));
    }
    let layers = global.layers()?;
    let system = system(&layers, arguments.system.as_deref())?;
    let (game, _) = layers.load(&system)?;
    let faction = faction(&game, arguments.faction.as_deref(), asks)?;
    let charts: Vec<(String, String)> =
        charts_of(&game, faction).into_iter().map(|(_, chart)| (chart.id.clone(), chart.title.clone())).collect();
    let chart = match (charts.as_slice(), &arguments.chart) {
        ([], None) => None,
        ([one], None) => Some(one.0.clone()),
        (_, Some(name)) => Some(meant("chart", name, &charts)?),
        (_, None) if asks => Some(choose("Which chart?", &charts)?),
        _ => return Err(missing("--chart", &charts)),
    };
    let chart = chart.and_then(|id| game.charts.iter().find(|(_, one)| one.id == id).map(|(id, _)| id));
    let points = match arguments.points {
        None if asks => points()?,
        points => points,
    };
    let beginning = Beginning { name: arguments.name.clone(), faction, chart, points };
    let text = fresh(&Checker::new(&game), &game, &beginning);
    if arguments.dry_run {
        print(&text);
        return Ok(());
    }
    let file = match &arguments.file {
        Some(file) => file.clone(),
        None => PathBuf::from(answer("Which file? (list.yaml)")?.unwrap_or_else(|| "list.yaml".to_owned())),
    };
    file::create(&file, &text)?;
    print(&text);
    let path = file.display();
    print(&styled(
        FAINT,
        &format!("\nWritten to {path}. Next: orbat suggest {path}, orbat add {path} UNIT, orbat complete {path}\n"),
    ));
    Ok(())
}

/// Without a terminal nobody can be asked: everything that is missing is named at once.
fn refuse_if_incomplete(arguments: &NewArguments) -> Outcome {
    let wanted = [("FILE", arguments.file.is_some() || arguments.dry_run), ("--system", arguments.system.is_some())];
    let missing: Vec<&str> = wanted.iter().filter(|(_, given)| !given).map(|(name, _)| *name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "there is no terminal to ask on; give {} as well. All of it: orbat new FILE --system GAME --faction FACTION --chart CHART --points N",
        missing.join(" and ")
    )))
}

fn missing(flag: &str, known: &[(String, String)]) -> Failure {
    let known: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
    Failure::Usage(format!("there is no terminal to ask on; give {flag} with one of {}", known.join(", ")))
}

fn system(layers: &Layers, given: Option<&str>) -> Result<String, Failure> {
    let known: Vec<(String, String)> = layers.systems().into_iter().map(|system| (system.id, system.title)).collect();
    match given {
        Some(name) => meant("game", name, &known),
        None => choose("Which game?", &known),
    }
}

fn faction(game: &Game, given: Option<&str>, asks: bool) -> Result<Option<FactionId>, Failure> {
    let known: Vec<(String, String)> = game.factions.values().map(|one| (one.id.clone(), one.title.clone())).collect();
    let id = match given {
        Some(name) => meant("faction", name, &known)?,
        None if known.is_empty() => return Ok(None),
        None if asks => choose("Which faction?", &known)?,
        None => return Err(missing("--faction", &known)),
    };
    Ok(game.factions.iter().find(|(_, one)| one.id == id).map(|(id, _)| id))
}

/// What is meant by an id or a title.
fn meant(what: &str, name: &str, known: &[(String, String)]) -> Result<String, Failure> {
    let by_id = known.iter().find(|(id, _)| id == name);
    let found = by_id.or_else(|| known.iter().find(|(id, title)| simple(id) == simple(name) || simple(title) == simple(name)));
    let ids: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
    let help = if ids.is_empty() { "there is none".to_owned() } else { format!("there is {}", ids.join(", ")) };
    found.map(|(id, _)| id.clone()).ok_or_else(|| not_found(what, name, ids.iter().copied(), &help))
}

/// Asks until one of the choices is named, by its number, id or title.
fn choose(question: &str, known: &[(String, String)]) -> Result<String, Failure> {
    let mut menu = format!("{}\n", styled(TITLE, question));
    for (number, (id, title)) in (1..).zip(known) {
        menu += &format!("  {number:>2}  {title}  {}\n", styled(FAINT, id));
    }
    let _ = anstream::stderr().lock().write_all(menu.as_bytes());
    loop {
        let Some(said) = answer("Number or name:")? else { continue };
        let numbered = said.parse::<usize>().ok().and_then(|number| known.get(number.checked_sub(1)?));
        let named = || known.iter().find(|(id, title)| simple(id) == simple(&said) || simple(title) == simple(&said));
        if let Some((id, _)) = numbered.or_else(named) {
            return Ok(id.clone());
        }
        let _ = anstream::stderr().lock().write_all(format!("  There is no `{said}` here.\n").as_bytes());
    }
}

fn points() -> Result<Option<i64>, Failure> {
    loop {
        let Some(said) = answer("How many points? (empty: no limit)")? else { return Ok(None) };
        match said.parse::<i64>() {
            Ok(points @ 0..=1_000_000) => return Ok(Some(points)),
            _ => {
                let _ = anstream::stderr().lock().write_all(b"  A whole number, please.\n");
            }
        }
    }
}

/// A line from the terminal; none if it is empty.
fn answer(question: &str) -> Result<Option<String>, Failure> {
    let mut stderr = anstream::stderr().lock();
    let _ = stderr.write_all(format!("{question} ").as_bytes());
    let _ = stderr.flush();
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => Err(Failure::Usage("nothing more was answered; nothing was written".to_owned())),
        Ok(_) => Ok(Some(line.trim().to_owned()).filter(|line| !line.is_empty())),
    }
}
