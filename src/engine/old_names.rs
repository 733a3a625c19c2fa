//! Reads lists that use old names: things renamed in the data (`was`) are read by their new names.

use crate::diagnostic::Severity;
use crate::engine::Ruleset;
use crate::engine::army::Army;
use crate::engine::check::Problem;
use crate::engine::check::kind::ListKind;
use crate::list::{List, Name, OldName};
use crate::model::Game;
use crate::source::Span;

/// The most rounds of looking for old names: those inside something renamed are only found once its
/// new name is known.
const MOST_ROUNDS: usize = 40;

impl<'g> Problem<'g> {
    /// Notes the current name if the name written is the old name of something known. The known ids
    /// come with the places where they are declared.
    pub(crate) fn was<'n>(
        self,
        game: &Game,
        written: &Name,
        known: impl IntoIterator<Item = (&'n str, Span)>,
    ) -> Self {
        let now = now(game, &written.value, known).map(str::to_owned);
        self.renamed(written, now)
    }

    /// Notes the current name, if there is one.
    pub(crate) fn renamed(mut self, written: &Name, now: Option<String>) -> Self {
        if let Some(now) = now {
            self.suggestion = Some(now.clone());
            self.renamed = Some((written.span, now));
        }
        self
    }
}

/// The current name of the thing that used to have this name.
pub(crate) fn now<'n>(
    game: &Game,
    written: &str,
    known: impl IntoIterator<Item = (&'n str, Span)>,
) -> Option<&'n str> {
    if game.old_ids.is_empty() {
        return None;
    }
    known.into_iter().find(|(_, span)| game.was(*span, written)).map(|(id, _)| id)
}

/// The problem of a list that uses an old name.
pub(crate) fn problem<'g>(name: &OldName) -> Problem<'g> {
    let (written, now) = (name.old.value.clone(), name.now.clone());
    let kind = ListKind::OldName { written, now };
    Problem { severity: Severity::Warning, ..Problem::new(kind, name.old.span) }
}

impl Army<'_, '_> {
    /// The id of a unit whose entry was renamed: `old-2` becomes `new-2`.
    pub(crate) fn new_reference(&self, written: &str) -> Option<String> {
        let units = || self.units.iter().map(|unit| &self.game.entries[unit.entry]);
        let now =
            |old: &str| now(self.game, old, units().map(|unit| (unit.id.as_str(), unit.span)));
        if let Some(now) = now(written) {
            return Some(now.to_owned());
        }
        let (old, number) = written.rsplit_once('-')?;
        now(old).map(|now| format!("{now}-{number}"))
    }
}

impl Ruleset<'_> {
    /// The list with new names in place of old ones; none if it uses no old name.
    pub fn with_new_names(&self, list: &List) -> Option<List> {
        if !self.may_use_old_names(list) {
            return None;
        }
        let mut renamed: Option<List> = None;
        for _ in 0..MOST_ROUNDS {
            let list = renamed.as_ref().unwrap_or(list);
            let problems = self.problems(list);
            let found: Vec<(Span, String)> =
                problems.into_iter().filter_map(|problem| problem.renamed).collect();
            let mut next = list.clone();
            let mut is_changed = false;
            for (span, now) in found {
                let old = next.rename_at(span, &now);
                is_changed |= old.is_some();
                next.old_names.0.extend(old.map(|old| OldName { old, now }));
            }
            if !is_changed {
                break;
            }
            next.old_names.0.sort_by_key(|name| name.old.span);
            next.sort();
            renamed = Some(next);
        }
        renamed
    }

    /// Whether any name in the list is an old name of something.
    fn may_use_old_names(&self, list: &List) -> bool {
        let old = &self.book.old_names;
        let is_old = |name: &str| {
            let mut words = name.split(['.', '-']);
            old.contains(name.strip_suffix('s').unwrap_or(name))
                || words.any(|word| old.contains(word))
        };
        !old.is_empty() && list.names().into_iter().any(|(_, name)| is_old(&name.value))
    }
}
