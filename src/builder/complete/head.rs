//! Words of the head that a list leaves open.

use crate::builder::Builder;
use crate::list::{GameKey, GameValue, List, Scalar, Spanned};
use crate::model::{Attribute, AttributeType, Bearer, NodeKind};

/// How many words of the head are tried where nothing else reaches the limit.
const MOST_STATED: usize = 4;

impl Builder<'_, '_> {
    /// The list with each word that the army may state and does not; those that open most first.
    pub(crate) fn stated(&self, list: &List) -> Vec<List> {
        let game = self.game;
        let on_army =
            |one: &&Attribute| one.chosen && one.on.contains(&Bearer::Node(NodeKind::Army));
        let is_open = |one: &&Attribute| !list.others.iter().any(|other| other.key.value == one.id);
        let keys = self.draft(list.clone()).assessment.keys();
        let mut all: Vec<(usize, List)> = Vec::new();
        for attribute in game.attributes.values().filter(on_army).filter(is_open) {
            let words: Vec<&str> = match attribute.shape {
                AttributeType::Choice(choices) => {
                    game.choices[choices].words.iter().map(|word| word.word.as_str()).collect()
                }
                AttributeType::Category => {
                    game.categories.values().map(|category| category.id.as_str()).collect()
                }
                AttributeType::Int | AttributeType::Text => continue,
            };
            for word in words {
                let mut with = list.clone();
                let key = Spanned::new(attribute.id.clone(), list.span);
                let value = GameValue::Scalars(vec![Scalar::Text(Spanned::new(
                    word.to_owned(),
                    list.span,
                ))]);
                with.others.push(GameKey { key, value });
                with.others.sort_by(|a, b| a.key.cmp(&b.key));
                let draft = self.draft(with);
                if draft.assessment.new_errors(&keys).is_empty() {
                    all.push((self.available(&draft).len(), draft.list));
                }
            }
        }
        all.sort_by_key(|(open, _)| std::cmp::Reverse(*open));
        all.into_iter().take(MOST_STATED).map(|(_, list)| list).collect()
    }
}
