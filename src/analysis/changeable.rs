//! Whether a list can change a fact: by what it states itself, or by taking something whose changes
//! alter the fact.

use crate::model::{AlteredFacts, AttributeId, Body, CategoryId, Game, KeywordId};

pub(crate) struct Changeable<'g> {
    game: &'g Game,
    altered: AlteredFacts<'g>,
}

impl<'g> Changeable<'g> {
    /// Wherever in the game a change may stand.
    pub(crate) fn anywhere(game: &'g Game) -> Self {
        Changeable { game, altered: AlteredFacts::by(game.each_body()) }
    }

    /// Where changes can only stand in these bodies.
    pub(crate) fn by(game: &'g Game, bodies: &[&'g Body]) -> Self {
        Changeable { game, altered: AlteredFacts::by(bodies.iter().copied()) }
    }

    /// Whether something may be put into a category or taken out. A category that is defined by a
    /// condition changes when the condition does.
    pub(crate) fn category(&self, id: CategoryId) -> bool {
        self.altered.categories.contains(&id)
    }

    pub(crate) fn attribute(&self, id: AttributeId) -> bool {
        self.game.attributes[id].chosen || self.altered.attributes.contains(&id)
    }

    /// Whether a keyword may be taken away. Where one may be given is found by looking at bodies.
    pub(crate) fn keyword(&self, id: KeywordId) -> bool {
        self.altered.all_keywords || self.altered.keywords.contains(&id)
    }

    pub(crate) fn stat(&self, name: &str) -> bool {
        self.altered.stats.contains(name)
    }
}
