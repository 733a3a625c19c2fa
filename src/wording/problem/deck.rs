//! What is wrong with a deck of cards, in words.

use super::{ProblemWords, unit};
use crate::engine::army::NodeId;
use crate::engine::check::kind::DeckKind;
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Card, Game};
use crate::wording::{faction_titles, limits_words, many};

pub(crate) fn words<'g>(evaluator: &Evaluator<'_, 'g>, kind: &DeckKind<'g>) -> ProblemWords {
    let game = evaluator.game;
    match *kind {
        DeckKind::NotInPlay { deck } => {
            ProblemWords::new(format!("{} is not in play in this army", game.decks[deck].title))
        }
        DeckKind::TooFew { deck, count, ref limits }
        | DeckKind::TooMany { deck, count, ref limits } => {
            let (title, cards) = (&game.decks[deck].title, many(count, "card"));
            ProblemWords::new(format!("{title} has {cards}, but takes {}", limits_words(limits)))
        }
        DeckKind::TooManyCopies { card, count, most } => {
            let title = &game.entries[card].title;
            ProblemWords::new(format!("{title} is in the deck {count} times, {most} at most"))
        }
        DeckKind::WrongType { card, deck } => {
            let (card, deck) = (&game.entries[card].title, &game.decks[deck]);
            ProblemWords::new(format!("{card} is of no type that {} takes", deck.title))
                .help(format!("it takes {}", deck.types.join(", ")))
        }
        DeckKind::Banned { card, by } => {
            let mut env = Env::at(NodeId::ARMY);
            let message = match &by.0.say {
                Some(say) => evaluator.text(say, &mut env),
                None => format!("{} may not be taken", game.entries[card].title),
            };
            let help = by.0.help.as_ref().map(|help| evaluator.text(help, &mut env));
            ProblemWords { help, ..ProblemWords::new(message) }
        }
        DeckKind::Foreign { card, deck } => {
            let mut cards = game.decks[deck].cards.iter();
            foreign(evaluator, card, cards.find(|listed| listed.entry == card))
        }
    }
}

/// A card that is reserved for other factions, or whose effects all are.
fn foreign(
    evaluator: &Evaluator<'_, '_>,
    card: crate::model::EntryId,
    listed: Option<&Card>,
) -> ProblemWords {
    let game = evaluator.game;
    let card = &game.entries[card];
    let faction = evaluator.army.faction;
    if !card.only_for.is_empty() && !faction.is_some_and(|id| card.only_for.contains(&id)) {
        let names = unit::factions(game, &card.only_for);
        return ProblemWords::new(format!("{} is a card of {names}", card.title));
    }
    let who = faction.map_or("this army", |id| game.factions[id].title.as_str());
    ProblemWords::new(format!("no effect of {} is for {who}", card.title))
        .help(format!("its effects are for {}", users(game, listed).join(", ")))
}

/// The titles of all factions that may use an effect of the card.
fn users<'g>(game: &'g Game, card: Option<&Card>) -> Vec<&'g str> {
    let mut all = Vec::new();
    for effect in card.into_iter().flat_map(|card| &card.effects) {
        for title in faction_titles(game, &effect.users) {
            if !all.contains(&title) {
                all.push(title);
            }
        }
    }
    all
}
