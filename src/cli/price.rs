//! Prices in all currencies, as commands draw them.

use super::list_file::currency;
use crate::engine::{Assessment, Number};
use crate::model::Game;
use crate::views::{Amount, Cost};
use crate::wording::{Quantity, added_words, of_currency, price_words, signed};

/// `28 points, 0.5 SWC`
pub(crate) fn price(game: &Game, price: Number, others: &[Cost]) -> String {
    price_words(amounts(Some(price), currency(game), others))
}

/// What something adds to the price: `+6 points, −1 SWC`
pub(crate) fn added(game: &Game, price: Number, others: &[Cost]) -> String {
    added_words(amounts(Some(price), currency(game), others))
}

/// An amount of the first currency and those of others, as far as they are known.
pub(crate) fn amounts<'c>(
    price: Option<Number>,
    currency: &'c str,
    others: &'c [Cost],
) -> impl Iterator<Item = (Quantity, &'c str)> {
    let others = others.iter().map(|cost| (cost.amount.map(Amount::number), &*cost.title));
    let all = std::iter::once((price, currency)).chain(others);
    all.filter_map(|(amount, title)| Some((Quantity::Number(amount?), title)))
}

/// What changes if a list costs something else: `−8 points: 120 of 250`, and the same for every
/// other currency of which it costs another amount.
pub(crate) fn moved(game: &Game, before: &Assessment, after: &[Number]) -> String {
    let mut all = Vec::new();
    for (place, (id, currency)) in game.currencies.iter().enumerate() {
        let (Some(now), Some(then)) = (before.costs.get(place), after.get(place)) else { continue };
        let moved = then.subtract(*now).unwrap_or(Number::ZERO);
        if place > 0 && moved == Number::ZERO {
            continue;
        }
        let moved = match moved == Number::ZERO {
            true => format!("±{moved}"),
            false => signed(Quantity::Number(moved)),
        };
        let limit = before.limit_of(id).map(|limit| format!(" of {limit}")).unwrap_or_default();
        let moved = of_currency(&moved, &currency.title);
        all.push(format!("{moved}: {then}{limit}"));
    }
    all.join(", ")
}
