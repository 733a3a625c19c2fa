//! What an option changes, in a word or two.

use crate::model::{Effect, Entry};
use crate::views::catalogue::offer::Offers;
use crate::wording::Quantity;

impl<'g> Offers<'_, 'g> {
    /// What an option changes, if a word or two can say it.
    pub(crate) fn changes(&self, entry: &'g Entry) -> Vec<String> {
        let body = &entry.body;
        let models = body.models.iter().map(|line| {
            let range = self.speak(|speaker| speaker.range(&line.range));
            let count = range.only().map_or_else(|| range.words(), Quantity::to_string);
            format!("{count} {}", self.game.entries[line.model].title)
        });
        let changes = body.effects.iter().filter_map(|effect| match effect {
            Effect::Change(change) => {
                Some(self.speak(|speaker| speaker.about_own(&entry.title).change(change)))
            }
            _ => None,
        });
        models.chain(changes).collect()
    }
}
