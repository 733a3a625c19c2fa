//! `orbat event`: everything about a tournament. `check` judges what was sent, `answer`
//! keeps answers to questions, `lock` keeps what
//! the lists were, `serve` is a page (`event_serve`).

mod answer;
mod check;
mod lock;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

#[cfg(feature = "serve")]
use super::event_serve::EventServeArguments;
use super::{Failure, Global, Outcome};
use crate::desk::{EventDesk, Inbox};
use crate::workspace::Data;
use crate::workspace::data::{layers, open_folder};

/// Judge the lists of a tournament
#[derive(Args)]
pub(crate) struct EventArguments {
    #[command(subcommand)]
    command: EventCommand,
}

#[derive(Subcommand)]
enum EventCommand {
    Check(check::EventCheckArguments),
    Answer(answer::EventAnswerArguments),
    Lock(lock::EventLockArguments),
    Verify(lock::EventVerifyArguments),
    Recheck(lock::EventRecheckArguments),
    Key(lock::EventKeyArguments),
    #[cfg(feature = "serve")]
    Serve(EventServeArguments),
}

/// What was sent, and how its tables are read.
#[derive(Args)]
struct SentArguments {
    /// Which column of a table is what: `player=Name`. May be repeated
    #[arg(long, value_name = "WHAT=COLUMN")]
    column: Vec<String>,
    /// The game, if several have an event of this id
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
}

pub(crate) fn run(global: &Global, arguments: &EventArguments) -> Outcome {
    match &arguments.command {
        EventCommand::Check(arguments) => check::run(global, arguments),
        EventCommand::Answer(arguments) => answer::run(global, arguments),
        EventCommand::Lock(arguments) => lock::lock(global, arguments),
        EventCommand::Verify(arguments) => lock::verify(global, arguments),
        EventCommand::Recheck(arguments) => lock::recheck(global, arguments),
        EventCommand::Key(arguments) => lock::key(arguments),
        #[cfg(feature = "serve")]
        EventCommand::Serve(arguments) => super::event_serve::run(global, arguments),
    }
}

/// An event with the data that it belongs to.
pub(super) struct FoundEvent {
    pub(super) data: Data,
    /// The id of its game.
    pub(super) system: String,
    /// Its own id.
    pub(super) event: String,
}

/// Finds an event by its file or id.
pub(super) fn open_event(
    global: &Global,
    event: &Path,
    system: Option<&str>,
) -> Result<FoundEvent, Failure> {
    let mut folders = global.folders()?;
    let is_file = event.is_file();
    if is_file {
        folders.push(open_folder(event)?);
    }
    let data = Data::of(&layers(&folders));
    let systems: Vec<String> = match (system, is_file) {
        (Some(system), _) => vec![system.to_owned()],
        (None, true) => data.library().systems_of_last_layer(),
        (None, false) => data.systems().iter().map(|heading| heading.id.clone()).collect(),
    };
    let own = event.to_string_lossy().into_owned();
    for system in systems {
        let loaded = data.game(&system)?;
        let written = own.replace('\\', "/");
        let is_meant = |event: &&crate::model::Event| {
            let place = loaded.sources.get(event.span.source).path();
            if is_file {
                written.ends_with(place.trim_start_matches("./"))
                    || place.ends_with(file_of(&written))
            } else {
                event.id == own
            }
        };
        let found = loaded.game.events.values().find(is_meant).map(|event| event.id.clone());
        if let Some(event) = found {
            return Ok(FoundEvent { data, system, event });
        }
    }
    let what = if is_file { "no event stands in" } else { "there is no event" };
    Err(Failure::Usage(format!("{what} `{own}`")))
}

fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

impl SentArguments {
    /// Everything below these paths.
    fn inbox(&self, paths: &[PathBuf]) -> Result<Inbox, Failure> {
        let mut columns = Vec::new();
        for column in &self.column {
            let Some((what, name)) = column
                .split_once('=')
                .filter(|(what, _)| ["player", "team", "list"].contains(what))
            else {
                return Err(Failure::Usage(format!(
                    "`{column}`: write `player=COLUMN`, `team=COLUMN` or `list=COLUMN`"
                )));
            };
            columns.push((what.to_owned(), name.to_owned()));
        }
        let mut inbox = Inbox::with_columns(columns);
        inbox.add_paths(paths);
        Ok(inbox)
    }
}

impl FoundEvent {
    /// The event made ready to judge lists.
    pub(super) fn desk(&self) -> Result<EventDesk<'_>, Failure> {
        let missing = || Failure::Usage(format!("there is no event `{}`", self.event));
        EventDesk::new(self.data.game(&self.system)?, &self.event).ok_or_else(missing)
    }
}
