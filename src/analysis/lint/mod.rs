//! Lints: data that is valid but probably not what was meant. Start at [`check`]. A comment
//! `// orbat: allow(code) reason` in the data silences a warning at its place (`resolve/allow.rs`).

mod contents;
mod empty;
mod free_unit;
mod limits;
mod offers;
mod titles;
mod unused;

use contents::Contents;

use crate::analysis::Changeable;
use crate::diagnostic::Diagnostic;
use crate::model::Game;

/// Warns about things that are unused, empty, free or alike, and about limits and options that can
/// never matter.
pub(super) fn check(game: &Game, changeable: &Changeable<'_>, found: &mut Vec<Diagnostic>) {
    let contents = Contents::of(game);
    unused::check(game, &contents, found);
    free_unit::check(game, found);
    titles::check(game, found);
    empty::check(game, changeable, &contents, found);
    limits::check(game, changeable, found);
    offers::check(game, changeable, found);
}
