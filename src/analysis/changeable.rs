//! Decides whether a list can change a fact: because lists state it, or because something a list
//! can take alters it.

use crate::model::{
    AlteredFacts, AttributeId, Body, CategoryId, ChangeKind, Effect, Game, KeywordId,
};

pub(crate) struct Changeable<'g> {
    game: &'g Game,
    altered: AlteredFacts<'g>,
    /// Only the unit's own `models` lines decide how many models it has.
    sizes_are_fixed: bool,
}

impl<'g> Changeable<'g> {
    /// Assumes that changes may stand anywhere in the game.
    pub(crate) fn anywhere(game: &'g Game) -> Self {
        let altered = AlteredFacts::by(game.each_body());
        Changeable { game, altered, sizes_are_fixed: sizes_are_fixed(game) }
    }

    /// Assumes that changes stand only in these bodies.
    pub(crate) fn by(game: &'g Game, bodies: &[&'g Body]) -> Self {
        let altered = AlteredFacts::by(bodies.iter().copied());
        Changeable { game, altered, sizes_are_fixed: false }
    }

    /// Whether something may gain or lose a category. A computed category changes when its
    /// condition does.
    pub(crate) fn category(&self, id: CategoryId) -> bool {
        self.altered.categories.contains(&id)
    }

    pub(crate) fn attribute(&self, id: AttributeId) -> bool {
        self.game.attributes[id].chosen || self.altered.attributes.contains(&id)
    }

    /// Whether options, blocks or changed limits may give a unit other numbers of models.
    pub(crate) fn sizes(&self) -> bool {
        !self.sizes_are_fixed
    }

    /// Whether a keyword may be removed. Finding where one may be added requires looking at the
    /// bodies.
    pub(crate) fn keyword(&self, id: KeywordId) -> bool {
        self.altered.all_keywords || self.altered.keywords.contains(&id)
    }

    pub(crate) fn stat(&self, name: &str) -> bool {
        self.altered.stats.contains(name)
    }
}

fn sizes_are_fixed(game: &Game) -> bool {
    let changes_size = |effect: &Effect| match effect {
        Effect::Change(change) => matches!(change.kind, ChangeKind::Bound { choose: None, .. }),
        Effect::When(_) | Effect::ForEach(_) => false,
    };
    let own: usize = game.units().map(|(_, unit)| unit.body.models.len()).sum();
    let all: usize = game.each_body().map(|body| body.models.len()).sum();
    own == all && !game.each_body().any(|body| body.effects.iter().any(changes_size))
}
