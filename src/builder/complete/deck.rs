//! Fills a deck that lacks cards.

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::builder::complete::task::{LEGAL, Task};
use crate::diagnostic::codes;
use crate::list::{Edit, List};

/// More cards than any deck holds.
const MOST_CARDS: usize = 400;

impl Builder<'_, '_> {
    /// The list with cards added, one of each in turn as long as the rules allow it, until the deck
    /// is full. `None` if nothing is missing or the cards do not suffice.
    pub(crate) fn with_full_deck(
        &self,
        candidate: &Candidate,
        task: &Task<'_>,
    ) -> Option<Candidate> {
        let lacks = |candidate: &Candidate| candidate.has_error(&codes::DECK_TOO_FEW);
        if !lacks(candidate) {
            return None;
        }
        let mut cards: Vec<&str> = self
            .game
            .decks
            .values()
            .flat_map(|deck| &deck.cards)
            .map(|card| card.entry)
            .map(|card| self.game.entries[card].id.as_str())
            .collect();
        cards.sort_unstable();
        cards.dedup();
        let mut full = self.candidate(candidate.list.clone());
        let mut refused = 0;
        for card in cards.iter().cycle().take(MOST_CARDS) {
            if !task.may_continue(LEGAL) {
                break;
            }
            let Some(with) = self.after(&full.list, &one_more(&full.list, card)) else { break };
            if with.is_as_legal_as(&full, &full.assessment.keys()) {
                (full, refused) = (with, 0);
            } else {
                refused += 1;
            }
            if !lacks(&full) || refused >= cards.len() {
                break;
            }
        }
        Some(full).filter(|full| !lacks(full))
    }
}

/// One more of a card.
fn one_more(list: &List, card: &str) -> Edit {
    let now = list.deck.iter().find(|(name, _)| name.value == card);
    let count = now.map_or(0, |(_, count)| count.value) + 1;
    Edit::SetCard { card: card.to_owned(), count }
}
