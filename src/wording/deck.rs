//! Cards of decks in words: who may use an effect and what it costs.

use crate::model::{CardEffect, Deck, Game, SomeFactions};

/// The titles of factions and categories; empty if all are meant.
pub(crate) fn faction_titles<'g>(game: &'g Game, some: &SomeFactions) -> Vec<&'g str> {
    let factions = some.factions.iter().map(|id| game.factions[*id].title.as_str());
    let categories = some.categories.iter().map(|id| game.categories[*id].title.as_str());
    let mut titles = Vec::new();
    for title in factions.chain(categories) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles
}

/// What an effect costs: `RES 2`, or `cost 2` where the deck does not name what is paid.
pub(crate) fn effect_cost(deck: &Deck, effect: &CardEffect) -> Option<String> {
    let resource = deck.resource.as_deref().unwrap_or("cost");
    effect.cost.map(|cost| format!("{resource} {cost}"))
}

/// An effect in one line: `Lakes, Hills, RES 2: …`. An effect that is free for all is just its
/// text.
pub(crate) fn effect_line(game: &Game, deck: &Deck, effect: &CardEffect, text: &str) -> String {
    let mut terms = faction_titles(game, &effect.users);
    let cost = effect_cost(deck, effect);
    if terms.is_empty() && cost.is_some() {
        terms.push("All");
    }
    terms.extend(cost.as_deref());
    if terms.is_empty() { text.to_owned() } else { format!("{}: {text}", terms.join(", ")) }
}
