//! Headings: of sections, of forces, of decks with the cards below them.

use super::{CutLine, Scan};

use crate::desk::read::draft::{ForceDraft, LineKind};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{Meaning, NEAR, SAME_STEM, Score};
use crate::desk::read::lexicon::Term;
use crate::desk::read::line::HeadingMark;
use crate::desk::read::segment::SegmentPrefix;
use crate::desk::read::words::head_word;

impl Scan<'_, '_> {
    /// Headings: of sections, forces, decks.
    pub(super) fn heading(&mut self, cut: &CutLine) -> Option<LineKind> {
        let (line, first) = (&cut.line, cut.segments.first()?);
        let has_value = cut.segments.iter().skip(1).any(|segment| !fold(&segment.name).is_empty());
        let is_short = !has_value || line.heading == HeadingMark::Decorated;
        let term = self.term(&first.name);
        let unit = self.unit_score(&first.name);
        let (term, score) = term.unwrap_or((Term::Section, 0));
        let is_bare = self.units_have_marks && !first.has_numbers() && line.bullet.is_none();
        let is_heading = line.heading != HeadingMark::No || is_bare;
        let is_term =
            score >= SAME_STEM.saturating_sub(5) && (score > unit || (is_heading && score >= unit));
        match term {
            Term::Designs if is_term && is_short => {
                (self.in_designs, self.in_deck) = (true, false);
                return Some(LineKind::Section);
            }
            Term::Deck(_) if is_term && (line.bullet.is_none()) => {
                (self.in_deck, self.card_level) = (true, None);
                self.cards_of(cut, 1);
                return Some(LineKind::Section);
            }
            Term::Section if is_term && is_short && line.bullet.is_none() => {
                (self.in_deck, self.in_designs) = (false, false);
                self.section = Some(fold(&first.name));
                return Some(LineKind::Section);
            }
            _ => {}
        }
        self.force(cut, unit)
    }

    /// The heading of a force: it has the title of its kind, names a chart, or is the only thing
    /// that a heading can be.
    fn force(&mut self, cut: &CutLine, unit: Score) -> Option<LineKind> {
        let (line, first) = (&cut.line, cut.segments.first()?);
        let game = self.lexicon.game;
        let nested =
            || game.forces.values().filter(|force| force.within.is_some() || force.range.is_some());
        if nested().next().is_none() || line.bullet.is_some() || unit >= NEAR {
            return None;
        }
        let folded = fold(&first.name);
        let says_kind = nested().any(|force| {
            let title = fold(&force.title);
            folded.split(' ').any(|word| word.trim_end_matches('s') == title.trim_end_matches('s'))
        });
        let chart = cut.segments.iter().skip(1).find_map(|segment| {
            let found =
                self.lexicon.terms.find(&segment.name, &|term| matches!(term, Term::Chart(_)));
            match found.first().filter(|found| found.score >= SAME_STEM)?.term {
                Term::Chart(chart) => Some(chart),
                _ => None,
            }
        });
        let is_head = line.heading == HeadingMark::Decorated
            || (line.heading == HeadingMark::Maybe && !self.draft.units.is_empty());
        let is_known = head_word(&folded).is_some()
            || self.term(&first.name).is_some_and(|(_, score)| score >= SAME_STEM);
        let is_guess = is_head
            && !says_kind
            && chart.is_none()
            && !is_known
            && (!self.draft.units.is_empty() || first.has_numbers());
        // A heading with a list of its own is a label.
        let is_label = cut
            .segments
            .get(1)
            .is_some_and(|next| next.mark == SegmentPrefix::Colon && !fold(&next.name).is_empty());
        if is_label
            || !(says_kind && (is_head || first.name.split(' ').count() < 5)
                || chart.is_some() && is_head
                || is_guess)
        {
            return None;
        }
        let name = unsheltered(&first.name);
        let name = first.quoted.clone().unwrap_or(name);
        let name = match first.count {
            Some(count) => format!("{} {name}", count.number),
            None => name,
        };
        let name = first.bare.first().map_or(name.clone(), |number| format!("{name} {number}"));
        self.draft.forces.push(ForceDraft {
            line: line.number,
            name: Some(name),
            chart,
            is_guess,
            parts: Vec::new(),
        });
        (self.in_deck, self.in_designs) = (false, false);
        Some(LineKind::Section)
    }

    /// Cards of a deck on a line; false if the line has none.
    pub(super) fn cards(&mut self, cut: &CutLine) -> bool {
        self.cards_of(cut, 0)
    }

    fn cards_of(&mut self, cut: &CutLine, from: usize) -> bool {
        let mut found = false;
        for segment in cut.segments.iter().skip(from) {
            let meaning = self.lexicon.cards.meaning(&segment.name, &|_| true);
            if let Meaning::Sure(card) | Meaning::Likely(card) = meaning {
                let count =
                    segment.count.map(|count| count.number).or(segment.bare.first().copied());
                self.draft.deck.push((card, count.unwrap_or(1)));
                found = true;
            }
        }
        found
    }
}
