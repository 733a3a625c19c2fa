//! Tries values for the keys of the head that a list leaves open.

use crate::builder::Builder;
use crate::builder::complete::task::{LEGAL, Task};
use crate::builder::stated::{attributes, words_of};
use crate::list::{Edit, Holder, List, Scalar};
use crate::model::{Attribute, NodeKind};

/// How many values of the head are tried if nothing else reaches the points limit.
const MOST_STATED: usize = 4;

impl Builder<'_, '_> {
    /// The list with each value that the army could state; those that allow most units first.
    pub(crate) fn stated(&self, list: &List, task: &Task<'_>) -> Vec<List> {
        let should_continue = || task.may_continue(LEGAL);
        let is_open = |attribute: &&Attribute| {
            !list.others.iter().any(|other| other.key.value == attribute.id)
        };
        let keys = self.candidate(list.clone()).assessment.keys();
        let mut all: Vec<(usize, List)> = Vec::new();
        for attribute in attributes(self.game, NodeKind::Army).filter(is_open) {
            for word in words_of(self.game, attribute) {
                let value = Some(Scalar::Text(list.added(word.to_owned())));
                let edit = Edit::SetKey { of: Holder::Army, key: attribute.id.clone(), value };
                let Some(with) = self.after(list, &edit).filter(|_| should_continue()) else {
                    continue;
                };
                if with.assessment.new_errors(&keys).is_empty() {
                    all.push((self.available(&with.list, &should_continue).len(), with.list));
                }
            }
        }
        all.sort_by_key(|(open, _)| std::cmp::Reverse(*open));
        all.into_iter().take(MOST_STATED).map(|(_, list)| list).collect()
    }
}
