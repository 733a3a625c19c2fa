//! Collects the facts that changes alter; all other facts stay as stated.

use rustc_hash::FxHashSet;

use crate::model::{AttributeId, Body, CategoryId, ChangeKind, Effect, KeywordId};

/// Facts that changes alter.
#[derive(Debug, Default)]
pub(crate) struct AlteredFacts<'g> {
    pub categories: FxHashSet<CategoryId>,
    pub attributes: FxHashSet<AttributeId>,
    pub stats: FxHashSet<&'g str>,
    /// Keywords that changes remove. If `all_keywords` is set, any keyword may be removed.
    pub keywords: FxHashSet<KeywordId>,
    pub all_keywords: bool,
}

impl<'g> AlteredFacts<'g> {
    /// The facts that the changes in these bodies alter, not counting nested blocks.
    pub(crate) fn by(bodies: impl IntoIterator<Item = &'g Body>) -> Self {
        let mut altered = AlteredFacts::default();
        for effect in bodies.into_iter().flat_map(|body| &body.effects) {
            let Effect::Change(change) = effect else { continue };
            match &change.kind {
                ChangeKind::Add(id) | ChangeKind::Remove(id) => _ = altered.categories.insert(*id),
                ChangeKind::Attribute(id, _) => _ = altered.attributes.insert(*id),
                ChangeKind::Stat(name, _) => _ = altered.stats.insert(name),
                ChangeKind::Lose(Some(id)) => _ = altered.keywords.insert(*id),
                ChangeKind::Lose(None) => altered.all_keywords = true,
                ChangeKind::Hide
                | ChangeKind::Bound { .. }
                | ChangeKind::Cost(_)
                | ChangeKind::Title(_) => {}
            }
        }
        altered
    }
}
