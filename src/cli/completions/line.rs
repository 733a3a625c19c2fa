//! The command line being completed: what its other words say.

use std::path::PathBuf;

use clap::{ArgMatches, CommandFactory};

use crate::cli::Arguments;
use crate::list::{LARGEST_LIST, List};
use crate::model::{FactionId, Game};
use crate::resolve::{Compiled, Library};
use crate::source::{NamedFiles, Sources};
use crate::workspace::data::{layers, open_folder};
use crate::workspace::read_list;

/// The words typed so far, as far as they are understood.
pub(crate) struct CommandLine {
    matches: Option<ArgMatches>,
}

/// What the line is about: the game, and the list if it names one.
pub(crate) struct CommandSubject {
    pub game: Game,
    pub sources: Sources,
    pub list: Option<List>,
    pub faction: Option<FactionId>,
}

impl CommandLine {
    /// Reads the words that the shell passes after `--`.
    pub(crate) fn read() -> Self {
        let words = std::env::args_os().skip_while(|word| word != "--").skip(1);
        // An unfinished command line is rarely valid.
        let parsed = Arguments::command().ignore_errors(true).try_get_matches_from(words);
        let mut matches = parsed.ok();
        while let Some((_, inner)) = matches.as_mut().and_then(ArgMatches::remove_subcommand) {
            matches = Some(inner);
        }
        CommandLine { matches }
    }

    /// The values of an argument.
    fn values(&self, argument: &str) -> Vec<String> {
        let raw = self.matches.as_ref().and_then(|found| found.try_get_raw(argument).ok()?);
        raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect()
    }

    pub(crate) fn value(&self, argument: &str) -> Option<String> {
        self.values(argument).into_iter().next()
    }

    /// The embedded data and the folders of `--data` that can be read.
    pub(crate) fn library(&self) -> Library {
        let folders = self.values("data");
        let folders: Vec<_> =
            folders.iter().filter_map(|folder| open_folder(folder.as_ref()).ok()).collect();
        Library::open(&layers(&folders))
    }

    /// The list, its game and its faction, or those that the flags name.
    pub(crate) fn subject(&self) -> Option<CommandSubject> {
        let list = self.list();
        let system = list.as_ref().map(|list| list.system.value.clone());
        let system = system.or_else(|| self.value("system"))?;
        let faction = list.as_ref().and_then(|list| Some(list.faction.as_ref()?.value.clone()));
        let faction = faction.or_else(|| self.value("faction"));
        let Compiled { game, sources, .. } = self.library().compile(&system);
        let game = game?;
        let faction = faction.and_then(|faction| game.faction(&faction));
        Some(CommandSubject { game, sources, list, faction })
    }

    fn list(&self) -> Option<List> {
        let path = PathBuf::from(self.value("list")?);
        // A pipe would make the shell wait.
        if !path.is_file() {
            return None;
        }
        let files = NamedFiles::new(vec![path.clone()], LARGEST_LIST);
        read_list(&files, &path.to_string_lossy()).list
    }
}
