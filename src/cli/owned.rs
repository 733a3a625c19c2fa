//! `orbat owned check`: whether the models of a collection suffice for lists; and the collection
//! for other commands.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::builder::{Shortage, Stock};
use crate::cli::list_file::ListFile;
use crate::cli::output::{FAINT, TITLE, print, print_diagnostics, print_json, styled, width};
use crate::cli::table::Table;
use crate::cli::{Failure, Format, Global, Outcome, Printing, check};
use crate::engine::Checker;
use crate::list::{Owned, load_owned};
use crate::model::Game;
use crate::source::Sources;

#[derive(clap::Subcommand)]
pub(crate) enum OwnedCommand {
    /// Says which models are short for a list, or for several at once
    #[command(after_help = crate::cli::examples::OWNED_CHECK)]
    Check {
        /// Lists (.yaml); several are meant to be played at the same time
        #[arg(required = true, value_name = "LIST")]
        lists: Vec<PathBuf>,
        /// The collection
        #[arg(long, value_name = "FILE", default_value = "owned.yaml")]
        owned: PathBuf,
        #[command(flatten)]
        printing: Printing,
    },
}

/// The collection in a file, and its text.
fn read(path: &Path) -> Result<(Owned, Sources), Failure> {
    if path.is_dir() {
        return Err(Failure::Usage(format!(
            "`{}` is a folder; name the file of a collection",
            path.display()
        )));
    }
    let text = check::read(path).map_err(|(_, why)| {
        let hint = if path.exists() {
            ""
        } else {
            "; `orbat owned check --help` shows how a collection is written"
        };
        Failure::Usage(format!(
            "`{}`: {}{hint}",
            path.display(),
            why.replace("the list", "the collection")
        ))
    })?;
    let mut sources = Sources::default();
    let source = sources.add(path.display().to_string(), text);
    let (owned, mut found) = load_owned(&sources, source);
    found.iter_mut().for_each(|one| {
        one.message = one.message.replace("a list has no key", "a collection has no key")
    });
    print_diagnostics(&found, &sources, true);
    owned.filter(|_| found.is_empty()).map(|owned| (owned, sources)).ok_or(Failure::Unreadable)
}

/// The models of a collection, for the game of a list.
pub(crate) fn open(game: &Game, path: Option<&Path>) -> Result<Option<Stock>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let (owned, sources) = read(path)?;
    if owned.system.value != game.id {
        let message = format!(
            "`{}` is a collection for `{}`, the list is for `{}`",
            path.display(),
            owned.system.value,
            game.id
        );
        return Err(Failure::Usage(message));
    }
    Stock::new(game, &owned).map(Some).map_err(|found| {
        print_diagnostics(&found, &sources, true);
        Failure::Unreadable
    })
}

#[derive(Serialize)]
struct Answer {
    enough: bool,
    short: Vec<Shortage>,
}

pub(crate) fn run(global: &Global, command: &OwnedCommand) -> Outcome {
    let OwnedCommand::Check { lists, owned, printing } = command;
    let files: Vec<ListFile> =
        lists.iter().map(|path| ListFile::open(global, path)).collect::<Result<_, _>>()?;
    let Some(first) = files.first() else { return Ok(()) };
    if let Some(other) = files.iter().find(|file| file.game.id != first.game.id) {
        let (one, two) =
            ((first.path.display(), &first.game.title), (other.path.display(), &other.game.title));
        let message =
            format!("`{}` is for {}, `{}` for {}: check them apart", one.0, one.1, two.0, two.1);
        return Err(Failure::Usage(message));
    }
    let Some(stock) = open(&first.game, Some(owned))? else { return Ok(()) };
    let checker = Checker::new(&first.game);
    let assessment: Vec<_> = files.iter().map(|file| checker.assess(&file.list)).collect();
    let short = stock.shortages(&first.game, &assessment);
    let answer = Answer { enough: short.is_empty(), short };
    match printing.format {
        Format::Json => print_json(&answer),
        Format::Human => print(&draw(&answer, files.len())),
    }
    if answer.enough { Ok(()) } else { Err(Failure::Data) }
}

fn draw(answer: &Answer, lists: usize) -> String {
    let whom =
        if lists == 1 { "the list".to_owned() } else { format!("all {lists} lists at once") };
    if answer.enough {
        return format!("You have every model for {whom}.\n");
    }
    format!("Models are short for {whom}:\n{}", table_of(&answer.short))
}

/// What is short, a line for each kind of model.
pub(crate) fn table_of(short: &[Shortage]) -> String {
    let mut table = Table::default();
    for one in short {
        let counts = format!("{} short", one.short);
        let have = format!("{} of {}", one.owned, one.needed);
        table.row([
            styled(TITLE, &one.models.join(", ")),
            counts,
            have,
            styled(FAINT, &format!("for {}", one.units.join(", "))),
        ]);
    }
    table.draw_within(2, width())
}
