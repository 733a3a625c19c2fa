//! Opens the collection given to a command, and shows what it lacks.

use std::path::Path;

use super::Failure;
use super::output::{FAINT, TITLE, styled, width};
use super::table::Table;
use crate::builder::{Shortage, Stock};
use crate::model::Game;
use crate::workspace::open_owned;

/// Opens a collection for this game, if a path is given.
pub(crate) fn open(game: &Game, path: Option<&Path>) -> Result<Option<Stock>, Failure> {
    Ok(path.map(|path| open_owned(game, path)).transpose()?)
}

/// The missing models, one kind per line.
pub(crate) fn table_of(short: &[Shortage]) -> String {
    let mut table = Table::default();
    for shortage in short {
        let counts = format!("{} short", shortage.short);
        let have = format!("{} of {}", shortage.owned, shortage.needed);
        table.row([
            styled(TITLE, &shortage.models.join(", ")),
            counts,
            have,
            styled(FAINT, &format!("for {}", shortage.units.join(", "))),
        ]);
    }
    table.draw_within(2, width())
}
