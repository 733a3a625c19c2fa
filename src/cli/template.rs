//! `orbat template`: lists and copies the templates of printouts.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::data::not_found;
use super::output::{TITLE, print, shown, styled, tell, width};
use super::table::Table;
use super::{Failure, Global, Outcome};
use crate::render::templates;
use crate::workspace::save;

/// List or copy the templates of printouts
#[derive(Args)]
pub(crate) struct TemplateArguments {
    #[command(subcommand)]
    command: TemplateCommand,
}

#[derive(Subcommand)]
enum TemplateCommand {
    /// List the templates
    List,
    /// Copy templates to a folder, for `orbat print --template`
    Copy {
        /// The folder to copy to; created if missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The templates to copy [default: all]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
}

/// What each template is.
const ABOUT: &[(&str, &str)] = &[
    ("cards.css", "how cards look"),
    ("cards.html", "the cards of a list"),
    ("cards.js", "the script that fits cards and puts them on sheets"),
    ("cards.post", "cards as text, Markdown, BBCode and for Discord"),
    ("compact.post", "the short roster in the same forms: a line for each unit"),
    ("fit.js", "what the scripts share: bands and tables that fit a width"),
    ("page.html", "the whole page; it takes in the others"),
    ("parts.html", "what sheets share: arms, characteristics, boxes, tables"),
    ("play.css", "how the page to play from looks"),
    ("play.html", "the page to play from"),
    ("play.js", "the script that keeps ticks, turns and counters"),
    ("reference.css", "how reference sheets look"),
    ("reference.html", "the reference sheet"),
    ("reference.js", "the script that shares it out over columns"),
    ("reference.post", "the same as text"),
    ("roster.css", "how rosters look"),
    ("roster.html", "the roster"),
    ("roster.js", "the script that shares units out over columns and pages"),
    ("roster.post", "the roster as Markdown, BBCode and for Discord"),
    ("roster.txt", "the roster as plain text"),
    ("screen.js", "the script that shows sheets smaller on narrow screens"),
    ("style.css", "what all sheets share: type, colours, tables"),
    ("tournament.css", "how tournament sheets look"),
    ("tournament.html", "the tournament sheet"),
    ("tournament.js", "the script that fits its list"),
];

pub(crate) fn run(_: &Global, arguments: &TemplateArguments) -> Outcome {
    match &arguments.command {
        TemplateCommand::List => {
            let mut table = Table::default();
            for (name, _) in templates() {
                let about =
                    ABOUT.iter().find(|(known, _)| known == name).map_or("", |(_, about)| about);
                table.row([styled(TITLE, name), about.to_owned()]);
            }
            print(&table.draw_within(0, width()));
            Ok(())
        }
        TemplateCommand::Copy { folder, names } => copy(folder, names),
    }
}

fn copy(folder: &Path, names: &[String]) -> Outcome {
    let known = || templates().iter().map(|(name, _)| *name);
    if let Some(name) = names.iter().find(|name| !known().any(|known| known == name.as_str())) {
        return Err(not_found("template", name, known(), "`orbat template list` shows them"));
    }
    let wanted: Vec<_> = templates()
        .iter()
        .filter(|(name, _)| names.is_empty() || names.iter().any(|wanted| wanted == name))
        .collect();
    let paths = wanted.iter().map(|(name, _)| folder.join(name));
    if let Some(path) = paths.into_iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(Failure::Usage(format!(
            "`{}` already exists; nothing was copied",
            shown(&path)
        )));
    }
    save::create_folder(folder)?;
    for (name, text) in &wanted {
        tell(&save::create(&folder.join(name), text)?);
    }
    print(&format!(
        "{}: {} templates; `orbat print --template {0}` uses them\n",
        shown(folder),
        wanted.len()
    ));
    Ok(())
}
