//! `orbat data new`: data to begin with.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::data::not_found;
use super::output::{FAINT, print, print_document, shown, styled, tell};
use super::{Failure, Global, Outcome};
use crate::source::{Disk, SourceProvider};
use crate::syntax::format::format;
use crate::syntax::words::names_nothing;
use crate::views::scaffold::{NewFile, is_taken, new_faction, new_game, new_unit, with_unit};
use crate::workspace::data::open_folder;
use crate::workspace::{Data, save};

/// Write a game, faction or unit to begin with
///
/// What is written compiles as it stands; change it step by step and let `orbat data check` look.
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/data_new.txt").trim_ascii_end())]
pub(crate) struct DataNewArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A small game: rules, a faction, a legal list and one that is refused
    Game {
        /// Its id, such as `dust`
        id: String,
        /// What people call it [default: the id]
        #[arg(long)]
        title: Option<String>,
        /// The folder for the folder of the game
        #[arg(long, value_name = "DIR", default_value = ".")]
        to: PathBuf,
    },
    /// A faction of a game, with one unit
    Faction {
        /// The game, from `orbat systems`
        system: String,
        /// Its id
        id: String,
        /// What people call it [default: the id]
        #[arg(long)]
        title: Option<String>,
        /// The file to create [default: show it]
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
    /// A unit with all characteristics that the game wants
    Unit {
        /// The game, from `orbat systems`
        system: String,
        /// Its id
        id: String,
        /// What people call it [default: the id]
        #[arg(long)]
        title: Option<String>,
        /// The file of a faction to add it to [default: show it]
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
}

pub(crate) fn run(global: &Global, arguments: &DataNewArguments) -> Outcome {
    match &arguments.what {
        What::Game { id, title, to } => game(id, title.as_deref(), to),
        What::Faction { system, id, title, to } => {
            faction(global, system, id, title.as_deref(), to.as_deref())
        }
        What::Unit { system, id, title, to } => {
            unit(global, system, id, title.as_deref(), to.as_deref())
        }
    }
}

fn game(id: &str, title: Option<&str>, to: &Path) -> Outcome {
    check_id(id)?;
    let title = title.map_or_else(|| readable(id), str::to_owned);
    let files: Vec<NewFile> = new_game(id, &escaped_title(&title));
    for file in &files {
        save::is_free(&to.join(&file.path)).or_else(|error| match to.join(id).exists() {
            true => Err(Failure::from(error)),
            false => Ok(()),
        })?;
    }
    save::create_folder(&to.join(id).join("lists"))?;
    for NewFile { path, text } in &files {
        tell(&save::create(&to.join(path), text)?);
        print(&format!("{}\n", shown(&to.join(path))));
    }
    let folder = to.join(id);
    let folder = shown(&folder);
    print(&styled(
        FAINT,
        &format!(
            "\nNext:\n  orbat data check {folder}\n  orbat data test {folder}\n  orbat check {folder}/lists/first.yaml --data {folder}\n"
        ),
    ));
    Ok(())
}

fn faction(
    global: &Global,
    system: &str,
    id: &str,
    title: Option<&str>,
    to: Option<&Path>,
) -> Outcome {
    check_id(id)?;
    let data = global.data()?;
    let game = &data.game(system)?.game;
    if game.factions.values().any(|faction| faction.id == id) {
        return Err(Failure::Usage(format!("{} has a faction `{id}` already", game.title)));
    }
    let title = title.map_or_else(|| readable(id), str::to_owned);
    let text = formatted(&new_faction(game, id, &title));
    match to {
        None => print_document(&text),
        Some(file) => {
            tell(&save::create(file, &text)?);
            print(&format!("{}\n", shown(file)));
        }
    }
    Ok(())
}

fn unit(
    global: &Global,
    system: &str,
    id: &str,
    title: Option<&str>,
    to: Option<&Path>,
) -> Outcome {
    check_id(id)?;
    let folders = global.folders()?;
    let file = to.map(open_folder).transpose()?;
    let mut layers = crate::workspace::data::layers(&folders);
    layers.extend(file.iter().map(|file| file as &dyn SourceProvider));
    let data = Data::of(&layers);
    let known = data.systems().iter().map(|heading| heading.id.as_str());
    if !data.has_game(system) {
        return Err(not_found("game", system, known, "`orbat systems` lists them"));
    }
    let game = &data.game(system)?.game;
    if is_taken(game, id) {
        return Err(Failure::Usage(format!("{} has a unit `{id}` already", game.title)));
    }
    let title = title.map_or_else(|| readable(id), str::to_owned);
    let text = new_unit(game, id, &title);
    let Some(path) = to else {
        print_document(&formatted(&text));
        return Ok(());
    };
    let old = file.as_ref().and_then(text_of).unwrap_or_default();
    let Some(new) = with_unit(&old, &text) else {
        let path = shown(path);
        return Err(Failure::Usage(format!("`{path}` does not end with the brace of a faction")));
    };
    tell(&save::replace(path, &old, &formatted(&new))?);
    print(&format!("{}\n", shown(path)));
    Ok(())
}

fn text_of(file: &Disk) -> Option<String> {
    let path = file.paths().ok()?.into_iter().next()?;
    String::from_utf8(file.read(&path).ok()?).ok()
}

fn formatted(text: &str) -> String {
    format(text).unwrap_or_else(|_| text.to_owned())
}

fn escaped_title(title: &str) -> String {
    let plain: String = title.chars().filter(|char| !char.is_control()).collect();
    plain.replace('\\', "").replace(['"', '“', '”'], "'").replace(['{', '}'], "")
}

fn readable(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Ids are what files and lists write.
fn check_id(id: &str) -> Outcome {
    let begins = id.starts_with(|char: char| char.is_ascii_lowercase());
    let letters =
        id.chars().all(|char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '_');
    if begins && letters && !names_nothing(id) && id.len() <= 60 {
        return Ok(());
    }
    let help = "an id is made of a to z, digits and `_`, begins with a letter, and is no word of the language";
    Err(Failure::Usage(format!("`{id}` cannot be an id: {help}")))
}
