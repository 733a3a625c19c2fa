//! Answers questions about all lists of a game at once: facts that no list can change, rules that
//! no list can break, slots that no unit can fill. Start at [`warnings`].

pub(crate) mod abstract_eval;
pub(crate) mod changeable;
pub(crate) mod const_analysis;
pub(crate) mod constant;
pub(crate) mod expense;
pub(crate) mod formulas;
pub(crate) mod lint;
pub(crate) mod old_names;
pub(crate) mod reach;
pub(crate) mod replacing;
pub(crate) mod rules;
pub(crate) mod unworded;

pub(crate) use changeable::Changeable;
pub(crate) use const_analysis::{ConstAnalysis, ExprContext, Referent};

use crate::diagnostic::Diagnostic;
use crate::model::Game;

/// Warnings about a game that has no errors, and errors that only show in the whole game.
pub(crate) fn warnings(game: &Game) -> Vec<Diagnostic> {
    let changeable = Changeable::anywhere(game);
    let mut warnings = Vec::new();
    rules::check(game, &changeable, &mut warnings);
    reach::check(game, &changeable, &mut warnings);
    replacing::check(game, &mut warnings);
    old_names::check(game, &mut warnings);
    unworded::check(game, &mut warnings);
    lint::check(game, &changeable, &mut warnings);
    warnings
}
