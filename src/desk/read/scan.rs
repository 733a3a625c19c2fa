//! Goes through the lines of a text and decides what each is: head, heading, unit, part of a unit,
//! sum, or nothing that counts.

use rustc_hash::FxHashMap;

use crate::desk::read::draft::{Draft, ForceDraft, LineKind, Part, Role, Unclear, UnitDraft};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::head;
use crate::desk::read::index::{MARGIN, Match, Meaning, NEAR, SAME, SAME_STEM, Score, meaning};
use crate::desk::read::lexicon::{Lexicon, Term};
use crate::desk::read::line::{Heading, Line};
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::desk::read::segment::{Mark, Segment, segments};
use crate::desk::read::words::{
    HeadWord, UnitWord, head_word, is_chatter, is_lack, is_message, is_signature,
    leading_unit_word, unit_word,
};
use crate::engine::Ruleset;
use crate::list::{Holder, Ignored, List, UnitLine};
use crate::model::{EntryId, FactionId};

/// A line and its parts.
pub(crate) struct CutLine {
    pub line: Line,
    pub segments: Vec<Segment>,
}

/// Cuts the lines of a text.
pub(crate) fn cut(lexicon: &Lexicon<'_>, lines: Vec<Line>) -> Vec<CutLine> {
    let cut = |line: Line| {
        let text = lexicon.shelter_names(&line.text);
        let segments = segments(&text, &lexicon.currencies);
        CutLine { line, segments }
    };
    lines.into_iter().map(cut).collect()
}

/// How much less a unit counts that is not of the army's faction.
const FOREIGN: Score = 40;

/// What a name means as a unit, where those of a faction come first.
pub(crate) fn units_named(
    lexicon: &Lexicon<'_>,
    faction: Option<FactionId>,
    name: &str,
) -> Vec<Match<EntryId>> {
    let mut found = lexicon.units.find(name, &|_| true);
    for found in &mut found {
        if !lexicon.is_of(faction, found.term) {
            found.score = found.score.saturating_sub(FOREIGN);
        }
    }
    found.sort_by_key(|found| std::cmp::Reverse(found.score));
    found
}

pub(crate) struct Scan<'a, 'g> {
    pub lexicon: &'a Lexicon<'g>,
    rules: &'a Ruleset<'g>,
    pub draft: Draft,
    menus: FxHashMap<EntryId, UnitMenu>,
    /// What the army itself may take.
    pub army_menu: UnitMenu,
    base: List,
    /// What is being read: a deck, or units.
    in_deck: bool,
    in_designs: bool,
    /// The last heading, folded.
    section: Option<String>,
    /// Most units have prices, counts or bullets: a bare name is a heading.
    units_have_marks: bool,
}

/// What a line is.
type Found = LineKind;

impl<'a, 'g> Scan<'a, 'g> {
    pub(crate) fn new(
        rules: &'a Ruleset<'g>,
        lexicon: &'a Lexicon<'g>,
        draft: Draft,
        base: List,
    ) -> Self {
        let army_menu = UnitMenu::of_holder(rules, &base, &Holder::Army);
        let menus = FxHashMap::default();
        Scan {
            lexicon,
            rules,
            draft,
            menus,
            army_menu,
            base,
            in_deck: false,
            in_designs: false,
            section: None,
            units_have_marks: false,
        }
    }

    pub(crate) fn run(mut self, lines: &[CutLine], designs: &[bool]) -> Draft {
        self.units_have_marks = self.are_marked(lines);
        for (at, cut) in lines.iter().enumerate() {
            let kind = if designs.get(at) == Some(&true) { LineKind::Head } else { self.line(cut) };
            self.draft.kinds.push(kind);
        }
        self.draft
    }

    /// Whether most lines that name a unit have a price, a count or a bullet.
    fn are_marked(&self, lines: &[CutLine]) -> bool {
        let (mut marked, mut bare) = (0, 0);
        for cut in lines {
            let Some(first) = cut.segments.first() else { continue };
            if self.unit_score(&first.name) >= SAME_STEM {
                let is_marked = first.has_numbers() || cut.line.bullet.is_some();
                *(if is_marked { &mut marked } else { &mut bare }) += 1;
            }
        }
        marked > bare
    }

    fn line(&mut self, cut: &CutLine) -> Found {
        let line = &cut.line;
        let folded = fold(&line.text);
        if line.text.is_empty() {
            return LineKind::Blank;
        }
        if let Some(mark) = fingerprint(&line.raw) {
            self.draft.fingerprint = Some(mark);
            return LineKind::Skipped;
        }
        if is_signature(&folded, &line.raw) || is_stats(&cut.segments) || folded.is_empty() {
            return self.sum_or(cut, LineKind::Skipped);
        }
        if is_lack(&folded)
            || line.text.split_once(':').is_some_and(|(key, _)| is_message(&fold(key)))
        {
            return LineKind::Skipped;
        }
        let Some(first) = cut.segments.first() else { return LineKind::Skipped };
        if fold(&first.name).is_empty() && first.inside.is_empty() && cut.segments.len() == 1 {
            if let (Some(models), Some(unit)) = (first.models, self.draft.units.last_mut()) {
                unit.models = Some(models);
                return LineKind::Part;
            }
            return self.sum_or(cut, LineKind::Total);
        }
        if let Some(kind) = self.heading(cut) {
            return kind;
        }
        if self.in_deck && self.cards(cut) {
            return LineKind::Part;
        }
        let is_inner = self.draft.units.last().is_some_and(|unit| line.level > unit.level);
        if is_inner && self.is_part(cut) {
            return self.parts(cut, 0, None);
        }
        if let Some(kind) = self.head(cut) {
            return kind;
        }
        self.unit_or_part(cut, is_inner)
    }

    /// Notes a sum of points.
    fn sum_or(&mut self, cut: &CutLine, kind: LineKind) -> LineKind {
        let number = cut.line.number;
        let mut kind = kind;
        for segment in &cut.segments {
            if let Some((sum, limit)) = segment.of {
                self.draft.totals.push((number, sum));
                self.draft.limit = Some(limit);
                kind = LineKind::Total;
            } else if let Some(sum) = segment.price {
                self.draft.totals.push((number, sum));
                kind = LineKind::Total;
            }
        }
        kind
    }

    fn term(&self, name: &str) -> Option<(Term, Score)> {
        let found = self.lexicon.terms.find(name, &|_| true);
        let best = found.first()?;
        // Two things of one name: whichever is no mere heading.
        let same: Vec<&Match<Term>> =
            found.iter().filter(|other| other.score == best.score).collect();
        let is_deck = |found: &&&Match<Term>| matches!(found.term, Term::Deck(_));
        let is_more = |found: &&&Match<Term>| found.term != Term::Section;
        let term =
            same.iter().find(is_deck).or_else(|| same.iter().find(is_more)).or(same.first())?;
        Some((term.term, best.score))
    }

    fn unit_score(&self, name: &str) -> Score {
        units_named(self.lexicon, self.draft.faction, name).first().map_or(0, |found| found.score)
    }

    /// Headings: of sections, forces, decks.
    fn heading(&mut self, cut: &CutLine) -> Option<LineKind> {
        let (line, first) = (&cut.line, cut.segments.first()?);
        let has_value = cut.segments.iter().skip(1).any(|segment| !fold(&segment.name).is_empty());
        let is_short = !has_value || line.heading == Heading::Decorated;
        let term = self.term(&first.name);
        let unit = self.unit_score(&first.name);
        let (term, score) = term.unwrap_or((Term::Section, 0));
        let is_bare = self.units_have_marks && !first.has_numbers() && line.bullet.is_none();
        let is_heading = line.heading != Heading::No || is_bare;
        let is_term =
            score >= SAME_STEM.saturating_sub(5) && (score > unit || (is_heading && score >= unit));
        match term {
            Term::Designs if is_term && is_short => {
                (self.in_designs, self.in_deck) = (true, false);
                return Some(LineKind::Section);
            }
            Term::Deck(_) if is_term && (line.bullet.is_none()) => {
                self.in_deck = true;
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
        let is_head = line.heading == Heading::Decorated
            || (line.heading == Heading::Maybe && !self.draft.units.is_empty());
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
            .is_some_and(|next| next.mark == Mark::Colon && !fold(&next.name).is_empty());
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

    /// `Key: value` and lines of a title.
    fn head(&mut self, cut: &CutLine) -> Option<LineKind> {
        head::line(self, cut)
    }

    /// Cards of a deck on a line; false if the line has none.
    fn cards(&mut self, cut: &CutLine) -> bool {
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

    /// The menu of the unit that is read now.
    fn menu(&mut self) -> Option<&UnitMenu> {
        let unit = self.draft.units.last()?;
        let entry = *unit.entries.first()?;
        let (rules, base, game) = (self.rules, &self.base, self.lexicon.game);
        let menu = self.menus.entry(entry).or_insert_with(|| {
            let mut list = base.clone();
            let mut line = UnitLine::new(list.added(game.entries[entry].id.clone()));
            line.line = Ignored(list.ids.0.give());
            let id = line.line.0;
            list.units = vec![line];
            UnitMenu::of(rules, &list, id)
        });
        Some(menu)
    }

    /// What a name means at the unit that is read now.
    fn part_score(&mut self, name: &str) -> Score {
        let Some(menu) = self.menu() else { return 0 };
        let found = menu.index.find(name, &|pick| pick != Pick::Choice);
        found.first().map_or(0, |found| found.score)
    }

    /// Whether a line that stands further in is about the unit above it.
    fn is_part(&mut self, cut: &CutLine) -> bool {
        let Some(first) = cut.segments.first() else { return false };
        let folded = fold(&first.name);
        let is_label = cut.segments.get(1).is_some_and(|next| next.mark == Mark::Colon);
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

    fn unit_or_part(&mut self, cut: &CutLine, is_inner: bool) -> LineKind {
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
            if at > 0 && !matches!(segment.mark, Mark::Colon | Mark::Dash | Mark::Bar) {
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
                    // What stands level with the unit above and has a price of its own is no part.
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
            entries,
            count: segment.count.or(lead.and_then(|lead| lead.count)),
            models: segment.models,
            bare: segment.bare.clone(),
            price,
            name: segment.quoted.clone().or(name),
            parts: Vec::new(),
            force: self.draft.forces.len().checked_sub(1),
            section: self.section.clone(),
        });
        (self.in_deck, self.in_designs) = (false, false);
        let level = cut.line.level;
        for inner in inside {
            self.part(cut, inner, level + 1, Role::Pick, None);
        }
        self.parts(cut, at + 1, Some(level + 1));
        self.price_at_end(cut, at);
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
        if unit.price.is_some() || !unit.bare.is_empty() || last.is_extra {
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
            unit.parts.push(Part { line: cut.line.number, level, segment, role, target });
        }
    }

    /// The segments of a line from some place on, as parts of the unit that is read now, or as
    /// further units.
    fn parts(&mut self, cut: &CutLine, from: usize, level: Option<usize>) -> LineKind {
        let kind = if level.is_some() { LineKind::Unit } else { LineKind::Part };
        let level = level.unwrap_or(cut.line.level);
        let (mut role, mut target) = (Role::Pick, None);
        for (at, segment) in cut.segments.iter().enumerate().skip(from) {
            let next_is_value =
                cut.segments.get(at + 1).is_some_and(|next| next.mark == Mark::Colon);
            let folded = fold(&segment.name);
            let goes_on = matches!(segment.mark, Mark::Comma | Mark::Plus)
                || (segment.mark == Mark::Colon && at > from);
            if !goes_on {
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
                let found = self
                    .menu()
                    .map(|menu| menu.index.find(&segment.name, &|_| true))
                    .unwrap_or_default();
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
                    // A label that nobody knows says nothing.
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
                    if segment.mark == Mark::With {
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

    /// A line that is neither head nor unit nor part.
    fn outside(&mut self, cut: &CutLine) -> LineKind {
        let line = &cut.line;
        let Some(first) = cut.segments.first() else { return LineKind::Skipped };
        let folded = fold(&line.text);
        let words = folded.split(' ').count();
        let has_price =
            cut.segments.iter().any(|segment| segment.price.is_some() || !segment.bare.is_empty());
        let has_count =
            cut.segments.iter().any(|segment| segment.count.is_some() || segment.models.is_some());
        let is_prose = (words > 9 && !has_price && line.bullet.is_none())
            || is_chatter(&folded)
            || (line.text.ends_with(['.', '!', '?']) && words > 3 && !has_price && !has_count);
        let near: Vec<Match<EntryId>> = units_named(self.lexicon, self.draft.faction, &first.name);
        let best = near.first().map_or(0, |best| best.score);
        if line.heading != Heading::No && best < NEAR {
            return self.sum_or(cut, LineKind::Section);
        }
        let is_early = self.draft.units.is_empty();
        let is_marked = has_price || has_count || line.bullet.is_some();
        let is_inner = self.draft.units.last().is_some_and(|unit| line.level > unit.level);
        let asks = !is_prose
            && (is_marked && !is_early
                || is_inner
                || (!is_early && best >= 620)
                || best >= NEAR
                || (is_early && is_marked && best >= 560));
        if !asks {
            if is_early && !is_prose {
                if self.draft.name.is_none() && words < 9 && !has_price {
                    self.draft.name = Some(unsheltered(&line.text));
                }
                return self.sum_or(cut, LineKind::Head);
            }
            return LineKind::Skipped;
        }
        let units = near.iter().take(5).map(|found| found.term).collect();
        self.draft.unclear.push(Unclear {
            line: line.number,
            written: unsheltered(&line.text),
            units,
            is_near: best >= NEAR,
        });
        LineKind::Unclear
    }

    /// What a key of the head says.
    pub(crate) fn head_key(&self, folded: &str) -> Option<HeadWord> {
        head_word(folded)
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

/// `M(4) WS(3)`, `M 4 WS 3`: short words with a number each.
fn is_stats(segments: &[Segment]) -> bool {
    let folded: Vec<String> = segments.iter().map(|segment| fold(&segment.name)).collect();
    let words: Vec<&str> =
        folded.iter().flat_map(|name| name.split(' ')).filter(|word| !word.is_empty()).collect();
    let numbers: usize = segments
        .iter()
        .map(|segment| segment.bare.len() + usize::from(segment.count.is_some()))
        .sum();
    numbers >= 3 && words.len() >= 3 && words.iter().all(|word| word.len() <= 3)
}

/// The fingerprint that our own printouts end with.
fn fingerprint(raw: &str) -> Option<String> {
    let at = raw.find("orbat1-")?;
    let mark: String = raw
        .get(at..)?
        .chars()
        .take_while(|char| char.is_ascii_alphanumeric() || *char == '-')
        .collect();
    (mark.len() == "orbat1-0000-0000".len()).then_some(mark)
}
