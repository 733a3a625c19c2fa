//! Opens the list a command works on, and saves it when changed.

use std::path::Path;

use super::changed_lines::changed_lines;
use super::output::{FAINT, print, shown, styled, tell};
use super::{Failure, Global, verdict};
use crate::list::{CannotRewrite, List};
use crate::model::Game;
use crate::views::Report;
use crate::workspace::{ListFile, save, undo};

pub(crate) fn open(global: &Global, path: &Path) -> Result<ListFile, Failure> {
    Ok(ListFile::open(&*global.data()?, path)?)
}

/// Opens a list that will be written back.
pub(crate) fn open_to_change(global: &Global, path: &Path) -> Result<ListFile, Failure> {
    Ok(ListFile::open_to_change(&*global.data()?, path)?)
}

/// Ends a command that searches if the list is too expensive to decide: no answer would be true.
pub(crate) fn refuse_if_undecided(file: &ListFile) -> Result<(), Failure> {
    file.undecided().map_or(Ok(()), |report| Err(undecided(file, &report)))
}

/// Shows the report on a list that is too expensive to decide.
pub(crate) fn undecided(file: &ListFile, report: &Report) -> Failure {
    print(&verdict::draw(report, &file.sources, verdict::Show::default()));
    Failure::Unreadable
}

/// A list that was saved, or would be.
pub(crate) struct Saved {
    /// Whether the text differs from the one that was read.
    pub is_changed: bool,
    /// What `orbat check` says about the text.
    pub is_legal: bool,
}

/// Saves a changed list, and prints the changes and the verdict on the new text.
pub(crate) fn save(file: &ListFile, list: &List, dry_run: bool) -> Result<Saved, Failure> {
    let text = text_of(file, list)?;
    let is_changed = text != file.text();
    let report = file.judge(&text).ok_or(Failure::Unreadable)?;
    if !dry_run {
        tell(&file.save(&text)?);
        if is_changed {
            undo::remember(&file.path, file.text(), &text);
        }
    }
    print(&changed_lines(file.text(), &text));
    if !is_changed {
        print(&format!("{}\n", styled(FAINT, "Nothing changes.")));
    }
    print(&verdict::brief(&report));
    if dry_run && is_changed {
        print(&format!("{}\n", styled(FAINT, "Nothing was written.")));
    }
    Ok(Saved { is_changed, is_legal: report.legal })
}

/// The text of the file, rewritten to say what a changed list says.
pub(crate) fn text_of(file: &ListFile, list: &List) -> Result<String, Failure> {
    file.with(list).map_err(|CannotRewrite(reason)| {
        let path = shown(&file.path);
        Failure::Usage(format!("`{path}`: {reason}; change it by hand. The file is unchanged"))
    })
}

/// Replaces the text of a list, and remembers the change.
pub(crate) fn replace(path: &Path, old: &str, new: &str) -> Result<(), Failure> {
    tell(&save::replace(path, old, new)?);
    undo::remember(path, old, new);
    Ok(())
}

/// What is wrong with the faction of a list, and which factions there are.
pub(crate) fn lacks_faction(file: &ListFile) -> Option<(String, String)> {
    let factions: Vec<&str> =
        file.game.factions.values().map(|faction| faction.id.as_str()).collect();
    let told = match &file.list.faction {
        Some(named) if factions.contains(&named.value.as_str()) => return None,
        Some(named) => format!("{} has no faction `{}`", file.game.title, named.value),
        None => "the list names no faction".to_owned(),
    };
    (!factions.is_empty()).then(|| (told, factions.join(", ")))
}

/// What the game counts: `points`, for example.
pub(crate) fn currency(game: &Game) -> &str {
    game.currencies.values().next().map_or("points", |currency| currency.title.as_str())
}
