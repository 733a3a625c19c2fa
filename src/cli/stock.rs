//! The collection a command is given, and what is short of it.

use std::path::Path;

use super::Failure;
use super::output::{FAINT, TITLE, styled, width};
use super::table::Table;
use crate::builder::{Shortage, Stock};
use crate::model::Game;
use crate::workspace::open_owned;

/// The models of a collection, for the game of a list.
pub(crate) fn open(game: &Game, path: Option<&Path>) -> Result<Option<Stock>, Failure> {
    Ok(path.map(|path| open_owned(game, path)).transpose()?)
}

/// What is short, a line for each kind of model.
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
