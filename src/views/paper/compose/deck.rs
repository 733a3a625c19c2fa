//! The decks of an army: cards with their effects, and the marks of the factions that may use them.

use crate::engine::army::NodeId;
use crate::engine::eval::{Env, Evaluator};
use crate::model::{Card, CardEffect, Deck, FactionId, Game, Owner, SomeFactions, Symbolised};
use crate::views::PLAIN_ACCENT;
use crate::views::paper::arms::{Arms, symbol_of};
use crate::views::paper::deck::{DeckCard, DeckEffect, DeckPart, EffectUser, Mark};
use crate::views::paper::palette::Palette;
use crate::wording::{effect_cost, effect_line};

/// The greatest number of copies of one card of a deck that is printed.
const MOST_COPIES: usize = 100;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn deck_parts(&self) -> Vec<DeckPart> {
        let mut parts = Vec::new();
        for deck in self.game.decks.values() {
            let mut cards = Vec::new();
            for (entry, _, amount) in &self.army.deck {
                let card = deck.cards.iter().find(|card| card.entry == *entry);
                cards.extend(card.map(|card| self.deck_card(deck, card, amount.value)));
            }
            if !cards.is_empty() {
                let count = cards.iter().map(|card| card.count).fold(0, i64::saturating_add);
                parts.push(DeckPart { title: deck.title.clone(), count, cards });
            }
        }
        parts
    }

    fn deck_card(&self, deck: &'g Deck, card: &'g Card, count: i64) -> DeckCard {
        let entry = &self.game.entries[card.entry];
        let of = || card.types.iter().cloned().map(Symbolised::CardType);
        let kind = card.types.join(", ").replace('_', " ");
        DeckCard {
            id: entry.id.clone(),
            name: entry.title.clone(),
            count,
            copies: usize::try_from(count).unwrap_or(0).min(MOST_COPIES),
            symbol: self.game.layout.symbol(of()).unwrap_or_else(|| symbol_of(&kind)).to_owned(),
            portrait: self.game.layout.portrait(of()).map(str::to_owned),
            kind,
            notes: self.stated_notes(&entry.body),
            effects: card.effects.iter().map(|effect| self.deck_effect(deck, effect)).collect(),
        }
    }

    fn deck_effect(&self, deck: &Deck, effect: &'g CardEffect) -> DeckEffect {
        let text = self.text(&effect.text, &mut Env::at(NodeId::ARMY));
        DeckEffect {
            users: users(self.game, &effect.users),
            usable: effect.serves(self.game, self.army.faction),
            cost: effect_cost(deck, effect),
            line: effect_line(self.game, deck, effect, &text),
            text,
        }
    }
}

fn users(game: &Game, some: &SomeFactions) -> Vec<EffectUser> {
    let mut users: Vec<EffectUser> = Vec::new();
    for id in &some.factions {
        let faction = &game.factions[*id];
        users.push(EffectUser { title: faction.title.clone(), mark: Some(faction.id.clone()) });
    }
    for id in &some.categories {
        let mut of_it = game.factions.values().filter(|faction| faction.categories.contains(id));
        let mark = match (of_it.next(), of_it.next()) {
            (Some(only), None) => Some(only.id.clone()),
            _ => None,
        };
        users.push(EffectUser { title: game.categories[*id].title.clone(), mark });
    }
    users
}

/// The marks that the effects of these cards name, each once.
pub(crate) fn marks(game: &Game, decks: &[DeckPart]) -> Vec<Mark> {
    let effects = decks.iter().flat_map(|deck| &deck.cards).flat_map(|card| &card.effects);
    let mut named: Vec<&str> =
        effects.flat_map(|effect| &effect.users).filter_map(|user| user.mark.as_deref()).collect();
    named.sort_unstable();
    named.dedup();
    let ids = named.into_iter().filter_map(|id| game.faction(id));
    ids.map(|id| mark(game, id)).collect()
}

fn mark(game: &Game, id: FactionId) -> Mark {
    let owner = Owner::Faction(id);
    let accent = game.layout.accent(owner).unwrap_or(PLAIN_ACCENT);
    Mark {
        id: game.factions[id].id.clone(),
        arms: Arms::of(game, owner),
        colour: Palette::of(accent).deep,
    }
}
