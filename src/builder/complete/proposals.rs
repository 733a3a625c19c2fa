//! Several completions of a list that differ in which units they add, and how many.

use crate::builder::{Builder, CompleteOptions, Completion};
use crate::list::{List, UnitLine};
use crate::model::EntryId;

/// The greatest number of completions that are searched to find different ones.
const MOST_TRIED: usize = 12;

impl Builder<'_, '_> {
    /// Up to `most` completions. The first is what [`Builder::complete`] gives; each further one
    /// avoids some units that earlier ones add, or adds none at all. Those that spend most come
    /// first. If the list cannot be completed, that is the only answer.
    pub fn proposals(
        &self,
        list: &List,
        options: &CompleteOptions<'_>,
        most: usize,
    ) -> Vec<Completion> {
        self.proposals_told(list, options, most, &mut |_| ())
    }

    /// The same; each completion is passed to `tell` when it is found.
    pub(crate) fn proposals_told(
        &self,
        list: &List,
        options: &CompleteOptions<'_>,
        most: usize,
        tell: &mut dyn FnMut(&Completion),
    ) -> Vec<Completion> {
        let first = self.complete(list, options);
        let Completion::Done { list: done, .. } = &first else { return vec![first] };
        tell(&first);
        let added = added(list, done);
        let mut known = vec![added.clone()];
        let mut armies: Vec<Option<String>> = vec![self.army_of(done)];
        let mut all = vec![first];
        for barred in self.bars(&added).into_iter().take(MOST_TRIED) {
            if all.len() >= most || !(options.should_continue)("looking for other completions") {
                break;
            }
            let other = self.complete_without(list, options, &barred);
            let Completion::Done { list: done, .. } = &other else { continue };
            let (units, army) = (self::added(list, done), self.army_of(done));
            if !known.contains(&units) && (army.is_none() || !armies.contains(&army)) {
                known.push(units);
                armies.push(army);
                tell(&other);
                all.push(other);
            }
        }
        all.sort_by_key(|completion| match completion {
            Completion::Done { points, .. } => std::cmp::Reverse(Some(*points)),
            Completion::Impossible { .. } => std::cmp::Reverse(None),
        });
        all
    }

    /// The identity of a list's army, equal for lists that mean the same army.
    fn army_of(&self, list: &List) -> Option<String> {
        self.rules.evaluator(list).identity()
    }

    /// Sets of units to avoid: all that were added, each one alone, and every unit of the game.
    fn bars(&self, added: &[String]) -> Vec<Vec<EntryId>> {
        let units: Vec<(EntryId, &str)> =
            self.game.units().map(|(id, unit)| (id, unit.id.as_str())).collect();
        let named = |names: &[String]| -> Vec<EntryId> {
            let is_named = |name: &str| names.iter().any(|known| known == name);
            units.iter().filter(|(_, name)| is_named(name)).map(|(id, _)| *id).collect()
        };
        let mut kinds = added.to_vec();
        kinds.dedup();
        let mut bars = vec![named(added)];
        bars.extend(kinds.iter().map(|kind| named(std::slice::from_ref(kind))));
        bars.push(units.iter().map(|(id, _)| *id).collect());
        bars
    }
}

/// The names of the units that were added, in order.
fn added(before: &List, after: &List) -> Vec<String> {
    let is_new = |line: &&UnitLine| before.unit(line.line()).is_none();
    let new = after.unit_lines().filter(is_new);
    let mut names: Vec<String> = new
        .flat_map(|line| {
            let copies = usize::try_from(line.copies()).unwrap_or(1);
            std::iter::repeat_n(line.unit.value.clone(), copies)
        })
        .collect();
    names.sort_unstable();
    names
}
