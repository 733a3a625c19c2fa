//! Lines that begin a unit, and lines that tell more of the unit above them.

use super::{CutLine, FOREIGN, Scan, units_named};

use crate::desk::read::draft::{DraftPart, LineKind, Role, UnitDraft};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{MARGIN, Match, Meaning, NEAR, SAME, SAME_STEM, meaning};
use crate::desk::read::menu::Pick;
use crate::desk::read::segment::{Segment, SegmentPrefix};
use crate::desk::read::words::{UnitWord, head_word, leading_unit_word, unit_word};
use crate::model::EntryId;

impl Scan<'_, '_> {
    /// Whether a line that stands further in is about the unit above it.
    pub(super) fn is_part(&mut self, cut: &CutLine) -> bool {
        let Some(first) = cut.segments.first() else { return false };
        let folded = fold(&first.name);
        let is_label = cut.segments.get(1).is_some_and(|next| next.mark == SegmentPrefix::Colon);
        if is_label && (unit_word(&folded).is_some() || self.attribute_of_unit(&folded).is_some()) {
            return true;
        }
        if leading_unit_word(&first.name).is_some() {
            return true;
        }
        let (part, unit) = (self.part_score(&first.name), self.unit_score(&first.name));
        part >= NEAR && part >= unit
    }

    fn attribute_of_unit(&self, folded: &str) -> Option<crate::model::AttributeId> {
        let attributes = self.lexicon.game.attributes.iter();
        let chosen = attributes.filter(|(_, attribute)| attribute.chosen);
        let named = |attribute: &crate::model::Attribute| {
            fold(&attribute.title) == *folded || fold(&attribute.id) == *folded
        };
        chosen.into_iter().find(|(_, attribute)| named(attribute)).map(|(id, _)| id)
    }

    pub(super) fn unit_or_part(&mut self, cut: &CutLine, is_inner: bool) -> LineKind {
        let first = cut.segments.first().map_or("", |first| first.name.as_str());
        // A key of the head without its value.
        let is_key = cut.segments.len() == 1 && cut.line.text.ends_with(':');
        if is_key && head_word(&fold(first)).is_some() && self.unit_score(first) < SAME_STEM {
            return LineKind::Head;
        }
        if let Some((at, entries, name)) = self.unit_in(cut, is_inner) {
            self.begin(cut, at, entries, name);
            return LineKind::Unit;
        }
        if self.draft.units.is_empty() {
            return self.outside(cut);
        }
        let Some(first) = cut.segments.first() else { return LineKind::Skipped };
        let part = self.part_score(&first.name);
        // Indents may be lost: what names a part of the unit above is one.
        if part >= NEAR || (is_inner && self.has_part(cut)) {
            return self.parts(cut, 0, None);
        }
        self.outside(cut)
    }

    /// Whether any name on the line is a part of the unit.
    fn has_part(&mut self, cut: &CutLine) -> bool {
        let names: Vec<String> = cut.segments.iter().map(|segment| segment.name.clone()).collect();
        names.iter().any(|name| self.part_score(name) >= NEAR)
    }

    /// The segment of a line that is a unit, what it may be, and the player's name for it.
    fn unit_in(
        &mut self,
        cut: &CutLine,
        is_inner: bool,
    ) -> Option<(usize, Vec<EntryId>, Option<String>)> {
        let faction = self.draft.faction;
        let named = |name: &str| units_named(self.lexicon, faction, name);
        for (at, segment) in cut.segments.iter().enumerate().take(2) {
            if at > 0
                && !matches!(
                    segment.mark,
                    SegmentPrefix::Colon | SegmentPrefix::Dash | SegmentPrefix::Bar
                )
            {
                break;
            }
            let mut found = named(&segment.name);
            // `Warden (Fire)`: brackets may belong to the name.
            if let [inner] = segment.inside.as_slice()
                && !inner.has_numbers()
            {
                let whole = named(&format!("{} {}", segment.name, inner.name));
                let score = |found: &[Match<EntryId>]| found.first().map_or(0, |best| best.score);
                if score(&whole) > score(&found) {
                    found = whole;
                }
            }
            // An id in brackets decides.
            let by_id =
                segment.inside.iter().find_map(|inner| self.lexicon.units.exactly(&inner.name));
            let best = found.first().map_or(0, |best| best.score);
            match (by_id, meaning(&found)) {
                (Some(id), Meaning::Sure(unit)) if id == unit => {
                    return Some((at, vec![unit], None));
                }
                (Some(id), Meaning::Unsure(units)) if units.contains(&id) && best >= SAME_STEM => {
                    return Some((at, vec![id], None));
                }
                (Some(id), Meaning::Sure(unit)) if best >= SAME_STEM => {
                    return Some((at, vec![id, unit], None));
                }
                // `First Company (Hussars)`: the player's own name comes first.
                (Some(id), _) => return Some((at, vec![id], Some(unsheltered(&segment.name)))),
                (None, Meaning::Sure(unit) | Meaning::Likely(unit)) => {
                    let is_weaker = best < SAME_STEM && is_inner && !segment.has_numbers();
                    let part = self.part_score(&segment.name);
                    // A line at the level of the unit above with a price of its own is no part of
                    // it.
                    let is_level = !is_inner
                        && (segment.price.is_some() || !segment.bare.is_empty())
                        && !segment.is_extra;
                    if (part > best && !(is_level && part < SAME))
                        || (is_weaker && part + 100 > best)
                    {
                        return None;
                    }
                    return Some((at, vec![unit], None));
                }
                (None, Meaning::Unsure(units)) if best >= SAME_STEM => {
                    return Some((at, units, None));
                }
                // A price will tell which it is.
                (None, Meaning::Unsure(units))
                    if best >= NEAR - MARGIN
                        && (segment.price.is_some() || !segment.bare.is_empty())
                        && !segment.is_extra
                        && !is_inner =>
                {
                    if self.part_score(&segment.name) >= SAME {
                        return None;
                    }
                    return Some((at, units, None));
                }
                (None, _) => {}
            }
        }
        None
    }

    fn begin(&mut self, cut: &CutLine, at: usize, entries: Vec<EntryId>, name: Option<String>) {
        let Some(segment) = cut.segments.get(at) else { return };
        let label = cut.segments.get(at.wrapping_sub(1)).filter(|_| at > 0);
        let lead = label.filter(|label| label.has_numbers());
        // The title stands in brackets behind the player's own name.
        let is_named = name.is_some();
        let price = segment.price.or(lead.and_then(|lead| lead.price));
        let is_id = |inner: &Segment| {
            entries.iter().any(|entry| self.lexicon.units.exactly(&inner.name) == Some(*entry))
        };
        let title = entries
            .first()
            .map(|entry| fold(&self.lexicon.game.entries[*entry].title))
            .unwrap_or_default();
        let is_of_title = |inner: &Segment| {
            let folded = fold(&inner.name);
            title.ends_with(&format!(" {folded}"))
        };
        let inside = segment.inside.iter().filter(|inner| !is_id(inner) && !is_of_title(inner));
        let inside: Vec<Segment> = inside.cloned().collect();
        let whole = segment.inside.first().map(|inner| format!("{} {}", segment.name, inner.name));
        let whole = whole.map_or(0, |whole| self.unit_score(&whole));
        self.draft.units.push(UnitDraft {
            line: cut.line.number,
            level: cut.line.level,
            written: unsheltered(&segment.name),
            score: self.unit_score(&segment.name).max(whole).max(if is_named { SAME } else { 0 }),
            entries: entries.clone(),
            count: segment.count.or(lead.and_then(|lead| lead.count)),
            models: segment.models,
            bare: segment.bare.clone(),
            price,
            lacks_price: false,
            name: segment.quoted.clone().or(name),
            parts: Vec::new(),
            force: self.draft.forces.len().checked_sub(1),
            section: self.section.clone(),
        });
        (self.in_deck, self.in_designs) = (false, false);
        let level = cut.line.level;
        // Words that the unit's name does not have say something of it, or something else.
        let rest = entries.first().filter(|_| !is_named && whole < SAME_STEM);
        let rest = rest.and_then(|entry| self.lexicon.units.unexplained(&segment.name, *entry));
        if let Some(rest) = rest {
            self.part(cut, Segment::named(&rest), level + 1, Role::Pick, None);
        }
        for inner in inside {
            self.part(cut, inner, level + 1, Role::Pick, None);
        }
        self.parts(cut, at + 1, Some(level + 1));
        self.price_at_end(cut, at);
        let have_prices = self.units_have_prices;
        let line = cut.line.number;
        if let Some(unit) = self.draft.units.last_mut().filter(|unit| unit.line == line) {
            let has_none = unit.price.is_none() && unit.bare.is_empty();
            unit.lacks_price = have_prices && has_none && unit.score < SAME;
        }
    }

    /// `Hussars with lance, pistol (85)`: a price at the end of a line is that of its unit.
    fn price_at_end(&mut self, cut: &CutLine, at: usize) {
        let Some(last) = cut.segments.last().filter(|_| at + 1 < cut.segments.len()) else {
            return;
        };
        let Some(unit) = self.draft.units.last_mut().filter(|unit| unit.line == cut.line.number)
        else {
            return;
        };
        let sum = cut.segments.iter().skip(at).find_map(|segment| segment.sum);
        if let Some(sum) = sum {
            // `Hussars 100 + Lance 10 = 110`
            unit.price = Some(sum);
            unit.bare.clear();
            return;
        }
        if unit.price.is_some() || last.is_extra || (last.price.is_none() && !unit.bare.is_empty())
        {
            return;
        }
        unit.price = last.price;
        unit.bare.extend(&last.bare);
        if let Some(part) = unit.parts.last_mut() {
            part.segment.price = None;
            part.segment.bare.clear();
        }
    }

    fn part(
        &mut self,
        cut: &CutLine,
        segment: Segment,
        level: usize,
        role: Role,
        target: Option<String>,
    ) {
        if let Some(unit) = self.draft.units.last_mut() {
            unit.parts.push(DraftPart { line: cut.line.number, level, segment, role, target });
        }
    }

    /// The segments of a line from some place on, as parts of the unit that is read now, or as
    /// further units.
    pub(super) fn parts(&mut self, cut: &CutLine, from: usize, level: Option<usize>) -> LineKind {
        let kind = if level.is_some() { LineKind::Unit } else { LineKind::Part };
        let level = level.unwrap_or(cut.line.level);
        let (mut role, mut target) = (Role::Pick, None);
        for (at, segment) in cut.segments.iter().enumerate().skip(from) {
            let next_is_value =
                cut.segments.get(at + 1).is_some_and(|next| next.mark == SegmentPrefix::Colon);
            let folded = fold(&segment.name);
            let may_continue = matches!(segment.mark, SegmentPrefix::Comma | SegmentPrefix::Plus)
                || (segment.mark == SegmentPrefix::Colon && at > from);
            if !may_continue {
                (role, target) = (Role::Pick, None);
            }
            if next_is_value && segment.inside.is_empty() {
                match unit_word(&folded) {
                    Some(UnitWord::Note) => return kind,
                    Some(word) => {
                        role = role_of(word);
                        continue;
                    }
                    None => {}
                }
                if let Some(attribute) = self.attribute_of_unit(&folded) {
                    role = Role::Key(attribute);
                    continue;
                }
                let found =
                    self.menu().map(|menu| menu.find(&segment.name, &|_| true)).unwrap_or_default();
                match found
                    .first()
                    .filter(|found| found.score >= SAME_STEM - 50)
                    .map(|found| found.term)
                {
                    Some(Pick::Choice) => continue,
                    Some(Pick::Model(_) | Pick::Design(_)) if role == Role::Pick => {
                        target = Some(unsheltered(&segment.name));
                        if segment.count.is_some() {
                            self.part(cut, segment.clone(), level, Role::Models, None);
                        }
                        continue;
                    }
                    Some(Pick::Offer(_) | Pick::Gear | Pick::Model(_) | Pick::Design(_)) => {}
                    // An unknown label is ignored.
                    None => continue,
                }
            }
            if let Some((word, rest)) = leading_unit_word(&segment.name) {
                role = role_of(word);
                let rest = Segment { name: rest.to_owned(), ..segment.clone() };
                self.part(cut, rest, level, role, None);
                continue;
            }
            if role == Role::Pick && self.is_further_unit(segment) {
                let found = units_named(self.lexicon, self.draft.faction, &segment.name);
                if let Meaning::Sure(unit) = meaning(&found) {
                    if segment.mark == SegmentPrefix::With {
                        self.part(cut, segment.clone(), level, Role::Joins, None);
                        continue;
                    }
                    self.begin(cut, at, vec![unit], None);
                    return LineKind::Unit;
                }
            }
            self.part(cut, segment.clone(), level, role, target.clone());
        }
        kind
    }

    fn is_further_unit(&mut self, segment: &Segment) -> bool {
        let (part, unit) = (self.part_score(&segment.name), self.unit_score(&segment.name));
        unit >= SAME_STEM - FOREIGN && unit > part
    }
}

fn role_of(word: UnitWord) -> Role {
    match word {
        UnitWord::Options | UnitWord::Note => Role::Pick,
        UnitWord::Models => Role::Models,
        UnitWord::JoinedBy => Role::JoinedBy,
        UnitWord::Joins => Role::Joins,
        UnitWord::RidesIn => Role::RidesIn,
    }
}
