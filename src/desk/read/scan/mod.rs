//! Goes through the lines of a text and decides what each is: head, heading, unit, part of a unit,
//! sum, or nothing that counts.

mod heading;
mod unit;

use rustc_hash::FxHashMap;

use crate::desk::read::draft::{Draft, LineKind, UnreadLine};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::head;
use crate::desk::read::index::{Match, NEAR, SAME_STEM, Score};
use crate::desk::read::lexicon::{Lexicon, Term};
use crate::desk::read::line::{HeadingMark, TextLine};
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::desk::read::segment::{Segment, segments};
use crate::desk::read::words::{is_chatter, is_lack, is_message, is_quoting, is_signature};
use crate::engine::Ruleset;
use crate::list::{Holder, Ignored, List, UnitLine};
use crate::model::{EntryId, FactionId};
use crate::number::Number;

/// A line and its parts.
pub(crate) struct CutLine {
    pub line: TextLine,
    pub segments: Vec<Segment>,
}

/// Cuts the lines of a text.
pub(crate) fn cut(lexicon: &Lexicon<'_>, lines: Vec<TextLine>) -> Vec<CutLine> {
    let cut = |line: TextLine| {
        let text = lexicon.shelter_names(&line.text);
        let segments = segments(&text, &lexicon.currencies, &|name| lexicon.is_name(name));
        lexicon.answers().applied(CutLine { line, segments })
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
    /// How far in the cards of the deck stand.
    card_level: Option<usize>,
    in_designs: bool,
    /// The last heading, folded.
    section: Option<String>,
    /// Most units have prices, counts or bullets: a bare name is a heading.
    units_have_marks: bool,
    /// Nearly all units have prices: a line without one needs a certain name.
    units_have_prices: bool,
}

impl<'a, 'g> Scan<'a, 'g> {
    pub(crate) fn new(
        rules: &'a Ruleset<'g>,
        lexicon: &'a Lexicon<'g>,
        draft: Draft,
        base: List,
    ) -> Self {
        let army_menu = UnitMenu::of_holder(rules, lexicon, &base, &Holder::Army);
        let menus = FxHashMap::default();
        Scan {
            lexicon,
            rules,
            draft,
            menus,
            army_menu,
            base,
            in_deck: false,
            card_level: None,
            in_designs: false,
            section: None,
            units_have_marks: false,
            units_have_prices: false,
        }
    }

    pub(crate) fn run(mut self, lines: &[CutLine], designs: &[bool]) -> Draft {
        self.units_have_marks = self.are_marked(lines);
        self.units_have_prices = self.are_priced(lines);
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

    /// Whether nearly all lines that name a unit have a price.
    fn are_priced(&self, lines: &[CutLine]) -> bool {
        let (mut priced, mut all) = (0, 0);
        for cut in lines {
            let Some(first) = cut.segments.first() else { continue };
            if self.unit_score(&first.name) >= SAME_STEM {
                let has_price = |segment: &Segment| segment.price.is_some();
                priced += usize::from(cut.segments.iter().any(has_price) || !first.bare.is_empty());
                all += 1;
            }
        }
        priced > 1 && priced * 5 >= all * 4
    }

    fn line(&mut self, cut: &CutLine) -> LineKind {
        let line = &cut.line;
        let folded = fold(&line.text);
        if line.text.is_empty() {
            return LineKind::Blank;
        }
        if let Some(mark) = fingerprint(&line.raw) {
            self.draft.fingerprint = Some(mark);
            return LineKind::Skipped;
        }
        if is_quoting(&folded) {
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
        // What a card does, below its name.
        let is_below = self.card_level.is_some_and(|level| line.level > level);
        if self.in_deck && is_below && line.bullet.is_none() {
            return LineKind::Skipped;
        }
        if let Some(kind) = self.heading(cut) {
            return kind;
        }
        if self.in_deck && self.cards(cut) {
            self.card_level.get_or_insert(line.level);
            return LineKind::Part;
        }
        let is_inner = self.draft.units.last().is_some_and(|unit| line.level > unit.level);
        if is_inner && self.is_part(cut) {
            return self.parts(cut, 0, None);
        }
        if let Some(kind) = head::line(self, cut) {
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
        // Of two things with the same name, the one that is not just a heading.
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

    /// The menu of the unit that is read now.
    fn menu(&mut self) -> Option<&UnitMenu> {
        let unit = self.draft.units.last()?;
        let entry = *unit.entries.first()?;
        let (rules, lexicon, base, game) =
            (self.rules, self.lexicon, &self.base, self.lexicon.game);
        let menu = self.menus.entry(entry).or_insert_with(|| {
            let mut list = base.clone();
            let mut line = UnitLine::new(list.added(game.entries[entry].id.clone()));
            line.line = Ignored(list.ids.0.give());
            let id = line.line.0;
            list.units = vec![line];
            UnitMenu::of(rules, lexicon, &list, id)
        });
        Some(menu)
    }

    /// What a name means at the unit that is read now.
    fn part_score(&mut self, name: &str) -> Score {
        let Some(menu) = self.menu() else { return 0 };
        let found = menu.find(name, &|pick| pick != Pick::Choice);
        found.first().map_or(0, |found| found.score)
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
        if line.heading != HeadingMark::No && best < NEAR {
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
            if is_early && has_price && !is_prose {
                self.note_early(cut, first, &near);
            }
            if is_early && !is_prose {
                if self.draft.name.is_none() && words < 9 && !has_price {
                    self.draft.name = Some(unsheltered(&line.text));
                }
                return self.sum_or(cut, LineKind::Head);
            }
            return LineKind::Skipped;
        }
        let units = near.iter().take(5).map(|found| found.term).collect();
        self.draft.unclear.push(UnreadLine {
            line: line.number,
            written: unsheltered(if cut.segments.len() == 1 { &first.name } else { &line.text }),
            units,
            is_near: best >= NEAR,
            price: price_on(cut),
        });
        LineKind::Unclear
    }

    /// Notes a line with a price above all units: the sum of the army, or a unit nobody knows.
    fn note_early(&mut self, cut: &CutLine, first: &Segment, near: &[Match<EntryId>]) {
        self.draft.early.push(UnreadLine {
            line: cut.line.number,
            written: unsheltered(&first.name),
            units: near.iter().take(5).map(|found| found.term).collect(),
            is_near: false,
            price: price_on(cut),
        });
    }
}

/// The first price on a line.
fn price_on(cut: &CutLine) -> Option<Number> {
    let bare = |segment: &Segment| segment.bare.first().copied().map(Number::whole);
    cut.segments.iter().find_map(|segment| segment.price.or(bare(segment)))
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
