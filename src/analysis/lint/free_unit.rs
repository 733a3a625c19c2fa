//! A lint: units that cost nothing although no line says so.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::army::model_lines;
use crate::model::{Body, ChangeKind, Effect, EntryId, Game};

/// Warns about units that state no price and whose models have none. Units that others bring are
/// paid for with those.
pub(super) fn check(game: &Game, found: &mut Vec<Diagnostic>) {
    let brought: FxHashSet<EntryId> =
        game.each_body().flat_map(|body| &body.brings).map(|brings| brings.unit).collect();
    let blocks = game.each_body().flat_map(|body| &body.effects);
    let priced_by_blocks = blocks.into_iter().any(|effect| match effect {
        Effect::ForEach(each) => states_price(&each.body),
        Effect::When(_) | Effect::Change(_) => false,
    });
    if game.currencies.is_empty() || priced_by_blocks {
        return;
    }
    for (id, unit) in game.units() {
        let lines = model_lines(&unit.body);
        let is_priced = states_price(&unit.body)
            || lines.iter().any(|(line, _)| {
                line.price.is_some() || states_price(&game.entries[line.model].body)
            });
        if !is_priced && !brought.contains(&id) && !costs_by_options(game, &unit.body) {
            let message = format!("`{}` costs nothing", unit.id);
            let help = "write what a model costs, `models 5..10 man at 12`, or `cost 0` if it is meant to be free";
            found.push(codes::FREE_UNIT.at(unit.span, message).help(help));
        }
    }
}

/// Whether a body, or a block nested in it, states a price.
fn states_price(body: &Body) -> bool {
    let changes = |effect: &Effect| match effect {
        Effect::Change(change) => matches!(change.kind, ChangeKind::Cost(_)),
        Effect::When(when) => states_price(&when.body),
        Effect::ForEach(each) => states_price(&each.body),
    };
    !body.prices.is_empty() || body.effects.iter().any(changes)
}

/// Whether a unit always costs something because it must take a priced option.
fn costs_by_options(game: &Game, body: &Body) -> bool {
    let chooses = body.chooses.iter().map(|choose| &game.chooses[*choose]);
    let must = chooses.into_iter().any(|choose| choose.range.low.is_some());
    must || !body.includes.is_empty()
}
