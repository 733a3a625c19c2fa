//! Checks the decks of cards that a list states.

use crate::diagnostic::codes;
use crate::engine::army::NodeId;
use crate::engine::check::kind::DeckKind;
use crate::engine::check::problem::Problem;
use crate::engine::eval::{Env, Evaluator};
use crate::list::{Name, SpannedNumber};
use crate::model::{Deck, DeckId, EntryId};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn in_play(&self, deck: &'g Deck) -> bool {
        self.sees(deck.owner)
            && deck.when.as_ref().is_none_or(|when| self.holds(when, &mut Env::at(NodeId::ARMY)))
    }

    fn has_unknown_card(&self) -> bool {
        self.army.problems.iter().any(|problem| problem.code() == &codes::DECK_UNKNOWN)
    }

    pub(crate) fn check_decks(&self, problems: &mut Vec<Problem<'g>>) {
        for (id, deck) in self.game.decks.iter() {
            let of_deck = |card: &EntryId| deck.cards.iter().any(|listed| listed.entry == *card);
            let cards: Vec<_> = self.army.deck.iter().filter(|(card, ..)| of_deck(card)).collect();
            if !self.in_play(deck) {
                if let Some((_, name, _)) = cards.first() {
                    let kind = DeckKind::NotInPlay { deck: id };
                    problems.push(Problem::new(kind, name.span).rule(deck.span, &deck.cites));
                }
                continue;
            }
            let count =
                cards.iter().map(|(_, _, amount)| amount.value).fold(0, i64::saturating_add);
            if let Some(range) = &deck.size {
                let limits = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits;
                let at = self.army.list.deck_at.unwrap_or_else(|| self.army.span());
                // An unknown card may be the missing one, misspelt.
                let is_unsure = count < limits.low && self.has_unknown_card();
                if !limits.admit(count) && !is_unsure {
                    let kind = match count < limits.low {
                        true => DeckKind::TooFew { deck: id, count, limits },
                        false => DeckKind::TooMany { deck: id, count, limits },
                    };
                    problems.push(Problem::new(kind, at).rule(range.span, &deck.cites));
                }
            }
            for (card, name, amount) in cards {
                self.check_card(id, *card, name, amount, problems);
            }
        }
    }

    fn check_card(
        &self,
        id: DeckId,
        card: EntryId,
        name: &Name,
        amount: &SpannedNumber,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let (deck, entry) = (&self.game.decks[id], &self.game.entries[card]);
        let most = match &deck.copies {
            _ if entry.unique => Some((1, entry.span)),
            Some(range) => {
                let high = self.bounds(range, &mut Env::at(NodeId::ARMY)).limits.high;
                high.map(|high| (high, range.span))
            }
            None => None,
        };
        if let Some((most, span)) = most
            && amount.value > most
        {
            let kind = DeckKind::TooManyCopies { card, count: amount.value, most };
            problems.push(Problem::new(kind, name.span).rule(span, &deck.cites));
        }
        let Some(listed) = deck.cards.iter().find(|listed| listed.entry == card) else { return };
        let is_allowed = |of_card: &String| deck.types.contains(of_card);
        if !deck.types.is_empty() && !listed.types.iter().any(is_allowed) {
            let kind = DeckKind::WrongType { card, deck: id };
            problems.push(Problem::new(kind, name.span).rule(entry.span, &deck.cites));
        }
        if !listed.serves(self.game, self.army.faction) {
            let kind = DeckKind::Foreign { card, deck: id };
            problems.push(Problem::new(kind, name.span).rule(entry.span, &deck.cites));
        }
    }
}
