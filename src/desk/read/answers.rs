//! Answers that organisers gave to questions about earlier lists: they settle the same words in
//! later ones.

use rustc_hash::FxHashMap;

use crate::desk::read::fold::{fold, sheltered, unsheltered};
use crate::desk::read::scan::CutLine;
use crate::desk::read::segment::Segment;
use crate::model::{AnswerMeaning, EntryId, EventId, Game};

/// Answers by the folded words that were asked about.
pub(crate) struct Answers<'g> {
    game: &'g Game,
    everywhere: FxHashMap<String, &'g AnswerMeaning>,
    of_units: FxHashMap<(EntryId, String), &'g AnswerMeaning>,
}

impl<'g> Answers<'g> {
    /// Those that an event knows.
    pub(crate) fn of(game: &'g Game, event: Option<EventId>) -> Self {
        let mut answers =
            Answers { game, everywhere: FxHashMap::default(), of_units: FxHashMap::default() };
        let event = event.map(|id| &game.events[game.whole_event(id)]);
        // The last answer to a question counts.
        for answer in event.into_iter().flat_map(|event| &event.answers) {
            let written = fold(&answer.written);
            match answer.of {
                Some(unit) => answers.of_units.insert((unit, written), &answer.meant),
                None => answers.everywhere.insert(written, &answer.meant),
            };
        }
        answers
    }

    /// What was answered about the parts of a unit.
    pub(crate) fn of_unit(&self, unit: EntryId) -> impl Iterator<Item = (&str, &'g AnswerMeaning)> {
        let all = self.of_units.iter().filter(move |((of, _), _)| *of == unit);
        all.map(|((_, written), meant)| (written.as_str(), *meant))
    }

    /// A line in which what was answered stands by its own name. Without anything left it says
    /// nothing.
    pub(crate) fn applied(&self, mut cut: CutLine) -> CutLine {
        if self.everywhere.is_empty() {
            return cut;
        }
        if let Some(meant) = self.everywhere.get(&fold(&unsheltered(&cut.line.text))) {
            match meant {
                AnswerMeaning::Unit(unit) if !cut.segments.is_empty() => {
                    cut.segments.truncate(1);
                    cut.segments.iter_mut().for_each(|segment| self.rename(segment, *unit));
                }
                _ => cut.segments.clear(),
            }
            return cut;
        }
        let meaning = |segment: &Segment| self.everywhere.get(&fold(&unsheltered(&segment.name)));
        cut.segments.retain(|segment| meaning(segment) != Some(&&AnswerMeaning::Nothing));
        for segment in &mut cut.segments {
            if let Some(AnswerMeaning::Unit(unit)) = meaning(segment) {
                self.rename(segment, *unit);
            }
        }
        cut
    }

    /// Gives a segment the title of a unit, and its id in brackets, which leaves no doubt.
    fn rename(&self, segment: &mut Segment, unit: EntryId) {
        let entry = &self.game.entries[unit];
        segment.name = sheltered(&entry.title);
        segment.inside.push(Segment::named(&entry.id));
    }
}
