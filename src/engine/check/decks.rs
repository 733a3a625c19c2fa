//! Decks of cards.

use crate::diagnostic::codes;
use crate::engine::army::NodeId;
use crate::engine::check::Issue;
use crate::engine::eval::{Env, Evaluator};
use crate::model::Deck;
use crate::wording::{bounds_words, many};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn in_play(&self, deck: &'g Deck) -> bool {
        self.sees(deck.owner)
            && deck.when.as_ref().is_none_or(|when| self.holds(when, &mut Env::at(NodeId::ARMY)))
    }

    pub(crate) fn check_decks(&self, issues: &mut Vec<Issue>) {
        for deck in self.game.decks.values() {
            let of_deck =
                |card: &crate::model::EntryId| deck.cards.iter().any(|one| one.entry == *card);
            let cards: Vec<_> = self.army.deck.iter().filter(|(card, ..)| of_deck(card)).collect();
            if !self.in_play(deck) {
                if let Some((_, name, _)) = cards.first() {
                    let message = format!("{} is not in play in this army", deck.title);
                    issues.push(
                        Issue::new(&codes::DECK_NOT_AVAILABLE, name.span, message)
                            .rule(deck.span, &deck.cites),
                    );
                }
                continue;
            }
            let mut env = Env::at(NodeId::ARMY);
            let count =
                cards.iter().map(|(_, _, amount)| amount.value).fold(0, i64::saturating_add);
            if let Some(range) = &deck.size {
                let bounds = self.bounds(range, &mut env);
                let (code, wrong) = if count < bounds.low {
                    (&codes::DECK_TOO_FEW, true)
                } else {
                    (&codes::DECK_TOO_MANY, !bounds.admits(count))
                };
                if wrong {
                    let at = self.army.list.deck_at.unwrap_or_else(|| self.army.span());
                    let words = bounds_words(bounds.low, bounds.high);
                    let message =
                        format!("{} has {}, it takes {words}", deck.title, many(count, "card"));
                    issues.push(Issue::new(code, at, message).rule(range.span, &deck.cites));
                }
            }
            for (card, name, amount) in cards {
                let entry = &self.game.entries[*card];
                let mut most = deck
                    .copies
                    .as_ref()
                    .map(|range| (self.bounds(range, &mut env).high, range.span));
                if entry.unique {
                    most = Some((Some(1), entry.span));
                }
                if let Some((Some(most), span)) = most
                    && amount.value > most
                {
                    let message = format!(
                        "{} is in the deck {} times, {most} at most",
                        entry.title, amount.value
                    );
                    issues.push(
                        Issue::new(&codes::DECK_TOO_MANY_COPIES, name.span, message)
                            .rule(span, &deck.cites),
                    );
                }
                let types = deck
                    .cards
                    .iter()
                    .find(|one| one.entry == *card)
                    .map_or(&[][..], |one| &one.types);
                if !deck.types.is_empty() && !types.iter().any(|one| deck.types.contains(one)) {
                    let message =
                        format!("{} is of no type that {} takes", entry.title, deck.title);
                    let help = format!("it takes {}", deck.types.join(", "));
                    issues.push(
                        Issue::new(&codes::DECK_WRONG_TYPE, name.span, message)
                            .rule(entry.span, &deck.cites)
                            .help(help),
                    );
                }
                if !entry.only_for.is_empty()
                    && !self.army.faction.is_some_and(|faction| entry.only_for.contains(&faction))
                {
                    let names: Vec<&str> = entry
                        .only_for
                        .iter()
                        .map(|one| self.game.factions[*one].title.as_str())
                        .collect();
                    let message = format!("{} is a card of {}", entry.title, names.join(", "));
                    issues.push(
                        Issue::new(&codes::DECK_NOT_AVAILABLE, name.span, message)
                            .rule(entry.span, &deck.cites),
                    );
                }
            }
        }
    }
}
