//! What the head of a list says, where completing bears on it: words that the army may state, and derived values.

use crate::build::bench::Workbench;
use crate::diagnostic::codes;
use crate::model::{Attribute, AttributeType, Bearer, NodeKind};
use crate::roster::{List, Located, Other, OtherValue, Scalar};

/// How many words of the head are tried where nothing else reaches the limit.
const MOST_STATED: usize = 4;

impl Workbench<'_, '_> {
    /// The list with each word that the army may state and does not; those that open most first.
    pub(super) fn stated(&self, list: &List) -> Vec<List> {
        let game = self.game;
        let on_army = |one: &&Attribute| one.chosen && one.on.contains(&Bearer::Node(NodeKind::Army));
        let is_open = |one: &&Attribute| !list.others.iter().any(|other| other.key.value == one.id);
        let keys = self.draft(list.clone()).weighed.keys();
        let mut all: Vec<(usize, List)> = Vec::new();
        for attribute in game.attributes.values().filter(on_army).filter(is_open) {
            let words: Vec<&str> = match attribute.shape {
                AttributeType::Choice(choices) => game.choices[choices].words.iter().map(|word| word.word.as_str()).collect(),
                AttributeType::Category => game.categories.values().map(|category| category.id.as_str()).collect(),
                AttributeType::Int | AttributeType::Text => continue,
            };
            for word in words {
                let mut with = list.clone();
                let key = Located::new(attribute.id.clone(), list.span);
                let value = OtherValue::Scalars(vec![Scalar::Text(Located::new(word.to_owned(), list.span))]);
                with.others.push(Other { key, value });
                with.others.sort_by(|a, b| a.key.cmp(&b.key));
                let draft = self.draft(with);
                if draft.weighed.new_errors(&keys).is_empty() {
                    all.push((self.available(&draft).len(), draft.list));
                }
            }
        }
        all.sort_by_key(|(open, _)| std::cmp::Reverse(*open));
        all.into_iter().take(MOST_STATED).map(|(_, list)| list).collect()
    }

    /// A completed list with the derived values that the one before stated, each put right if it is another now.
    pub(super) fn with_derived(&self, before: &List, done: List) -> List {
        let with = List { derived: before.derived.clone(), ..done };
        let wrong: Vec<_> = self.checker.issues(&with).into_iter().filter(|one| one.code == &codes::DERIVED_DISAGREES).collect();
        let mut right = with.clone();
        for (name, value) in &mut right.derived {
            if wrong.iter().any(|issue| issue.at == value.span())
                && let Some(now) = self.checker.derived_value(&List { derived: Vec::new(), ..with.clone() }, name)
            {
                *value = now;
            }
        }
        right
    }
}

/// The list without the numbers it states of itself: every addition would change them.
pub(super) fn without_numbers(list: &List) -> List {
    let mut list = list.clone();
    list.derived.retain(|(_, value)| !matches!(value, Scalar::Int(_)));
    list
}

pub(super) fn without_derived(list: &List) -> List {
    List { derived: Vec::new(), ..list.clone() }
}
