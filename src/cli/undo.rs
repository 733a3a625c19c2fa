//! `orbat undo`: takes back the last change this program made to a list.

use std::path::PathBuf;

use clap::Args;

use super::changed_lines::changed_lines;
use super::output::{FAINT, print, shown, styled};
use super::{Failure, Global, Outcome, list_file};
use crate::workspace::undo::{last_change, text_of};

/// Undo the last change that this program made to a list
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/undo.txt").trim_ascii_end())]
pub(crate) struct UndoArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// Show what would change without writing anything
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(_: &Global, arguments: &UndoArguments) -> Outcome {
    let path = shown(&arguments.list);
    let now = text_of(&arguments.list)
        .ok_or_else(|| Failure::Usage(format!("`{path}` cannot be read")))?;
    let change = last_change(&arguments.list).ok_or_else(|| {
        Failure::Usage(format!("there is nothing to undo: no change to `{path}` is known"))
    })?;
    if now != change.after {
        return Err(Failure::Usage(format!(
            "`{path}` was edited since the last change; undoing it would lose those edits"
        )));
    }
    if !arguments.dry_run {
        list_file::replace(&arguments.list, &now, &change.before)?;
    }
    print(&changed_lines(&now, &change.before));
    let done =
        if arguments.dry_run { "Nothing was written." } else { "`orbat undo` again redoes it." };
    print(&format!("{}\n", styled(FAINT, done)));
    Ok(())
}
