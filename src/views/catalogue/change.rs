//! What an option changes, in a word or two.

use crate::model::{Alteration, Body, BoundTo, Change, ChangeKind, Effect, TextPart};
use crate::views::catalogue::offer::Offers;
use crate::views::written;
use crate::wording::attribute_words;

impl<'g> Offers<'_, 'g> {
    /// What an option changes, as far as a word or two can say.
    pub(crate) fn changes(&self, body: &'g Body) -> Vec<String> {
        let models = body.models.iter().map(|line| {
            format!("{} {}", self.range(&line.range).text(), self.game.entries[line.model].title)
        });
        let changes = body.effects.iter().filter_map(|effect| match effect {
            Effect::Change(change) => Some(self.change(change)),
            _ => None,
        });
        models.chain(changes).collect()
    }

    fn change(&self, change: &'g Change) -> String {
        let signed = |by: &i64| format!("{by:+}");
        match &change.kind {
            ChangeKind::Stat(name, Alteration::By(by)) => format!("{name} {}", signed(by)),
            ChangeKind::Stat(name, Alteration::Set(value)) => {
                format!("{name} {}", written(self.game, value))
            }
            ChangeKind::Stat(name, Alteration::SetTo(value)) => {
                format!("{name} {}", self.amount(value))
            }
            ChangeKind::Attribute(id, alteration) => {
                let value = match alteration {
                    Alteration::By(by) => signed(by),
                    Alteration::Set(given) => attribute_words(self.game, given),
                    Alteration::SetTo(value) => self.amount(value),
                };
                format!("{} {value}", self.game.attributes[*id].title)
            }
            ChangeKind::Add(category) => {
                format!("counts as {}", self.game.categories[*category].title)
            }
            ChangeKind::Bound { upper, choose: None, to: BoundTo::By(by) } => {
                let models = if by.abs() == 1 { "model" } else { "models" };
                format!("{} {models} at {}", signed(by), if *upper { "most" } else { "least" })
            }
            ChangeKind::Remove(category) => {
                format!("no longer counts as {}", self.game.categories[*category].title)
            }
            ChangeKind::Title(text) => match text.parts.as_slice() {
                [TextPart::Plain(title)] => format!("becomes “{title}”"),
                _ => self.as_written(change.span),
            },
            ChangeKind::Lose(Some(keyword)) => {
                format!("loses {}", self.game.keywords[*keyword].name.replace('_', " "))
            }
            ChangeKind::Lose(None) => "loses all keywords".to_owned(),
            _ => self.as_written(change.span),
        }
    }
}
