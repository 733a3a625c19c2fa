//! What must be taken for something to be available.

use crate::model::{Body, Effect, EntryId, EntryKind, Expr, ExprKind, When};
use crate::views::TermView;
use crate::views::catalogue::offer::Offers;
use crate::wording::sentence::body::{StatementWords, only_hides, taken};

impl<'g> Offers<'_, 'g> {
    /// What must hold for a body to be available: `only with A`.
    pub(crate) fn only(&self, body: &'g Body) -> Vec<String> {
        let words = |effect: &'g Effect| match effect {
            Effect::When(when) => self.speak(|speaker| speaker.availability(when)),
            _ => None,
        };
        body.effects.iter().filter_map(words).collect()
    }

    /// The same, with the source text.
    pub(crate) fn only_terms(&self, body: &'g Body) -> Vec<TermView> {
        let told = |effect: &'g Effect| match effect {
            Effect::When(when) => {
                let words = self.speak(|speaker| speaker.availability(when))?;
                Some(StatementWords::new(when.span, words))
            }
            _ => None,
        };
        self.terms(body.effects.iter().filter_map(told).collect())
    }

    /// Whether a body is hidden unless the army itself has chosen something.
    pub(crate) fn needs_army(&self, body: &'g Body) -> bool {
        body.effects.iter().any(|effect| match effect {
            Effect::When(When {
                condition: Expr { kind: ExprKind::Not(inner), .. }, body, ..
            }) => only_hides(body) && self.is_of_army(inner),
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
}
