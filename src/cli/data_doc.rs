//! `orbat data doc`: a game as a book to browse.

use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{print, shown, tell};
use super::progress::Progress;
use super::{Failure, Global, Outcome};
use crate::engine::Ruleset;
use crate::render::book::book_pages;
use crate::views::book;
use crate::wording::many;
use crate::workspace::save;

/// Write a game as a book of web pages: charts, units, keywords and rules in words
///
/// The pages need no network and no other files. Open index.html in a browser, or put the folder on
/// any web server.
#[derive(Args)]
pub(crate) struct DataDocArguments {
    /// The game; with --data, also one of your own
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The folder for the pages [default: the id of the game]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(global: &Global, arguments: &DataDocArguments) -> Outcome {
    let data = global.data()?;
    let loaded = data.game(&arguments.system)?;
    let (game, sources) = (&loaded.game, &loaded.sources);
    let rules = Ruleset::new(game);
    let progress = Progress::new(f64::MAX);
    let book = book(&rules, sources, &mut |chapter| _ = progress.should_continue(chapter));
    let pages = book_pages(&book).map_err(|error| Failure::Usage(error.to_string()))?;
    progress.done();
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new(&game.id).to_path_buf());
    save::create_folder(&folder)?;
    for (name, text) in &pages {
        tell(&save::write(&folder.join(name), text.as_bytes())?);
    }
    let first = folder.join("index.html");
    print(&format!("{}: {}\n", shown(&first), many(pages.len(), "page")));
    Ok(())
}
