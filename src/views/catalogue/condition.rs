//! Words for conditions that only ask whether something was taken.

use crate::model::{Body, ChangeKind, Effect, EntryId, EntryKind, Expr, ExprKind, Op, What, When};
use crate::views::catalogue::offer::Offers;
use crate::wording::needs_words;

impl<'g> Offers<'_, 'g> {
    /// `only with A or B`, `not with A`; none for a condition of any other shape.
    pub(crate) fn needs(&self, condition: &Expr, negated: bool) -> Option<String> {
        if let ExprKind::Not(inner) = &condition.kind {
            return self.needs(inner, !negated);
        }
        let mut asked = Vec::new();
        taken(condition, &mut asked)?;
        let game = self.game;
        let names: Vec<&str> =
            asked.iter().map(|(entry, _)| game.entries[*entry].title.as_str()).collect();
        // Only for units do the words say that they may be anywhere in the army.
        let units = asked
            .iter()
            .all(|(entry, in_army)| *in_army && game.entries[*entry].kind == EntryKind::Unit);
        Some(needs_words(&names, units, negated))
    }

    /// What must or must not be taken for a body to be shown.
    pub(crate) fn only(&self, body: &'g Body) -> Vec<String> {
        body.effects.iter().filter_map(|effect| self.hides(effect)).collect()
    }

    /// Whether a body is hidden unless the army itself has chosen something.
    pub(crate) fn needs_army(&self, body: &'g Body) -> bool {
        body.effects.iter().any(|effect| match effect {
            Effect::When(When { condition: Expr { kind: ExprKind::Not(inner), .. }, .. }) => {
                self.hides(effect).is_some() && self.is_of_army(inner)
            }
            _ => false,
        })
    }

    /// Whether a condition asks only for options of the army.
    pub(crate) fn is_of_army(&self, condition: &Expr) -> bool {
        let mut asked = Vec::new();
        let is_option = |entry: EntryId| self.game.entries[entry].kind == EntryKind::Option;
        taken(condition, &mut asked).is_some()
            && asked.iter().all(|(entry, in_army)| *in_army && is_option(*entry))
    }

    /// The words for a block that only hides something, if there are any.
    pub(crate) fn hides(&self, effect: &Effect) -> Option<String> {
        let Effect::When(When { condition, body, .. }) = effect else { return None };
        let hides = matches!(body.effects.as_slice(), [Effect::Change(change)] if matches!(change.kind, ChangeKind::Hide));
        hides.then(|| self.needs(condition, true)).flatten()
    }
}

/// The entries of which one must be taken, and for each whether it may be anywhere in the army.
fn taken(condition: &Expr, all: &mut Vec<(EntryId, bool)>) -> Option<()> {
    match &condition.kind {
        ExprKind::Binary(Op::Or, left, right) => {
            taken(left, all)?;
            taken(right, all)
        }
        ExprKind::NotEmpty(set) => match &set.kind {
            ExprKind::Below { what: What::Entry(entry), of, .. } => {
                all.push((*entry, matches!(of.kind, ExprKind::Army)));
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}
