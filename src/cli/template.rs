//! `orbat template`: the templates of printouts, to read and to change.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::data::not_found;
use super::output::{TITLE, print, styled};
use super::table::Table;
use super::{Failure, Outcome, file};
use crate::render::templates;

#[derive(Subcommand)]
pub(crate) enum TemplateCommand {
    /// Lists the templates
    List,
    /// Copies templates into a folder, for `orbat print --template`
    Copy {
        /// The folder; it is made if it is not there
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Which ones; all if none is named
        names: Vec<String>,
    },
}

/// What each template is.
const ABOUT: &[(&str, &str)] = &[
    ("cards.html", "the cards of a list"),
    ("cards.js", "the script that puts cards on sheets"),
    ("cards.post", "cards as text, Markdown, BBCode and for Discord"),
    ("compact.post", "the short roster in the same forms: a line for each unit"),
    ("page.html", "the whole page; it takes in the others"),
    ("reference.html", "the reference sheet"),
    ("reference.post", "the same as text"),
    ("roster.html", "the roster"),
    ("roster.post", "the roster as Markdown, BBCode and for Discord"),
    ("roster.txt", "the roster as plain text"),
    ("style.css", "how pages look"),
];

/// A template of this size is none.
const LARGEST: u64 = 1 << 20;

/// More templates than anybody writes.
const MOST: usize = 200;

pub(crate) fn run(command: &TemplateCommand) -> Outcome {
    match command {
        TemplateCommand::List => {
            let mut table = Table::default();
            for (name, _) in templates() {
                let about =
                    ABOUT.iter().find(|(known, _)| known == name).map_or("", |(_, about)| about);
                table.row([styled(TITLE, name), about.to_owned()]);
            }
            print(&table.draw(0));
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
        .filter(|(name, _)| names.is_empty() || names.iter().any(|one| one == name))
        .collect();
    if let Some((name, _)) = wanted.iter().find(|(name, _)| folder.join(name).exists()) {
        let path = folder.join(name);
        return Err(Failure::Usage(format!(
            "`{}` is there already; nothing was copied",
            path.display()
        )));
    }
    fs::create_dir_all(folder).map_err(|error| {
        Failure::Usage(format!("`{}` cannot be made: {error}", folder.display()))
    })?;
    for (name, text) in &wanted {
        file::write(&folder.join(name), text.as_bytes())?;
    }
    print(&format!(
        "{}: {} templates; `orbat print --template {0}` uses them\n",
        folder.display(),
        wanted.len()
    ));
    Ok(())
}

/// The templates in a folder, by name: files only, and none that a link brings in from elsewhere.
pub(crate) fn read(folder: &Path) -> Result<Vec<(String, String)>, Failure> {
    let cannot = |path: &Path, why: &str| {
        Failure::Usage(format!("`{}` cannot be read: {why}", path.display()))
    };
    let entries = fs::read_dir(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => cannot(folder, "there is no such folder"),
        _ => cannot(folder, &error.to_string()),
    })?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let metadata =
            fs::symlink_metadata(&path).map_err(|error| cannot(&path, &error.to_string()))?;
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_template =
            [".html", ".css", ".js", ".txt", ".post"].iter().any(|ending| name.ends_with(ending));
        if metadata.is_dir() || !is_template {
            continue;
        }
        if metadata.is_symlink() {
            return Err(cannot(&path, "it is a link, and templates stand in their folder"));
        }
        if metadata.len() > LARGEST || found.len() >= MOST {
            return Err(cannot(&path, "templates have at most 1 MB, and there are at most 200"));
        }
        let text = fs::read_to_string(&path).map_err(|error| cannot(&path, &error.to_string()))?;
        found.push((name, text));
    }
    if found.is_empty() {
        return Err(Failure::Usage(format!(
            "there are no templates in `{}`; `orbat template copy {0}` puts ours there",
            folder.display()
        )));
    }
    Ok(found)
}
