//! The head of a text: who plays what, under which limits.

use crate::desk::read::draft::{DraftPart, LineKind, Role};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{NEAR, SAME, SAME_STEM};
use crate::desk::read::lexicon::{Lexicon, Term};
use crate::desk::read::menu::Pick;
use crate::desk::read::scan::{CutLine, Scan, units_named};
use crate::desk::read::segment::{Segment, SegmentPrefix};
use crate::desk::read::words::{HeadWord, head_word};
use crate::model::{FactionId, Owner};

/// A line of the head; none if it is something else.
pub(crate) fn line(scan: &mut Scan<'_, '_>, cut: &CutLine) -> Option<LineKind> {
    let first = cut.segments.first()?;
    let is_key = cut.segments.get(1).is_some_and(|next| next.mark == SegmentPrefix::Colon)
        || (cut.line.text.contains(':') && first.has_numbers() && cut.segments.len() == 1)
        || (first.of.is_some() && cut.segments.len() == 1)
        || cut.line.text.split_once(':').is_some_and(|(key, _)| fold(key) == fold(&first.name));
    if is_key && let Some(kind) = key(scan, cut, first) {
        return Some(kind);
    }
    if !scan.draft.units.is_empty() {
        return summing(scan, cut, first).or_else(|| another_list(scan, cut, first));
    }
    title(scan, cut).or_else(|| summing(scan, cut, first))
}

/// The name of another faction below units begins another list; so does that of the same one alone,
/// or below a sum.
fn another_list(scan: &mut Scan<'_, '_>, cut: &CutLine, first: &Segment) -> Option<LineKind> {
    let is_alone = cut.segments.len() == 1;
    let names = |segment: &&Segment| {
        let lexicon = scan.lexicon;
        let found = lexicon
            .terms
            .find(&segment.name, &|term| matches!(term, Term::Faction(_) | Term::System));
        found.first().is_some_and(|found| {
            let unit = units_named(lexicon, None, &segment.name);
            let is_own = faction_of(&found.term) == scan.draft.faction;
            found.score >= SAME
                && unit.first().is_none_or(|unit| unit.score < found.score)
                && (!is_own || is_alone || scan.draft.has_sum_below_units())
        })
    };
    if cut.line.bullet.is_some() || cut.segments.len() > 4 {
        return None;
    }
    let is_there = cut.segments.iter().take(3).any(|segment| names(&segment));
    is_there.then(|| {
        scan.draft.others.push((cut.line.number, unsheltered(&first.name)));
        LineKind::Unclear
    })
}

/// `Total [1,990 pts]`, `1000 points total`
fn summing(scan: &mut Scan<'_, '_>, cut: &CutLine, first: &Segment) -> Option<LineKind> {
    let folded = fold(&first.name);
    let says_sum = head_word(&folded) == Some(HeadWord::Points);
    if !says_sum || cut.segments.len() > 1 {
        return None;
    }
    points(scan, cut, &folded);
    Some(LineKind::Total)
}

fn points(scan: &mut Scan<'_, '_>, cut: &CutLine, key: &str) {
    let number = cut.line.number;
    for segment in &cut.segments {
        let bare = segment.bare.first().copied().or(segment.count.map(|count| count.number));
        let sum = segment.price.or(bare.map(crate::number::Number::whole));
        match (segment.of, sum) {
            (Some((sum, limit)), _) => {
                scan.draft.totals.push((number, sum));
                scan.draft.limit = Some(limit);
            }
            (None, Some(sum)) if key.contains("limit") || key.contains("size") => {
                scan.draft.limit = Some(sum)
            }
            (None, Some(sum)) => scan.draft.totals.push((number, sum)),
            (None, None) => {}
        }
    }
}

/// `Key: value`
fn key(scan: &mut Scan<'_, '_>, cut: &CutLine, first: &Segment) -> Option<LineKind> {
    let folded = fold(&first.name);
    let value =
        cut.line.text.split_once(':').map(|(_, value)| value.trim().to_owned()).unwrap_or_default();
    let lexicon = scan.lexicon;
    if let Some(kind) = stated(scan, cut, first, &value) {
        return Some(kind);
    }
    if let Some(word) = head_word(&folded) {
        // A word like `units` over a line of units is a label.
        let holds_units = cut.segments.iter().skip(1).any(|segment| {
            units_named(lexicon, scan.draft.faction, &segment.name)
                .first()
                .is_some_and(|found| found.score >= SAME_STEM)
        });
        let is_weak =
            matches!(word, HeadWord::Other | HeadWord::ListName | HeadWord::Team | HeadWord::Chart);
        if holds_units && (is_weak || !scan.draft.units.is_empty()) {
            return None;
        }
        let text = (!value.is_empty()).then(|| value.clone());
        match word {
            HeadWord::Player => scan.draft.player = text,
            HeadWord::Team => scan.draft.team = text,
            HeadWord::ListName => scan.draft.name = text,
            HeadWord::Points => points(scan, cut, &folded),
            HeadWord::OptionalRules => terms(scan, cut, &|term| matches!(term, Term::Optional(_))),
            HeadWord::Opponent => {
                let found = cut
                    .segments
                    .iter()
                    .skip(1)
                    .find_map(|segment| faction_named(lexicon, &segment.name));
                scan.draft.opponent = found;
            }
            HeadWord::Chart => terms(scan, cut, &|term| matches!(term, Term::Chart(_))),
            HeadWord::Event => terms(scan, cut, &|term| matches!(term, Term::Event(_))),
            HeadWord::Faction => {
                terms(scan, cut, &|term| matches!(term, Term::Chart(_)));
                army_parts(scan, cut);
            }
            HeadWord::System | HeadWord::Verdict | HeadWord::Other => {}
        }
        return Some(LineKind::Head);
    }
    // Any key will do if its value is something that the army takes.
    let army = scan.draft.units.is_empty().then(|| army_parts(scan, cut));
    (army == Some(true)).then_some(LineKind::Head)
}

/// What the army or a force states under the game's own keys, and what the game works out.
fn stated(
    scan: &mut Scan<'_, '_>,
    cut: &CutLine,
    first: &Segment,
    value: &str,
) -> Option<LineKind> {
    let found = scan
        .lexicon
        .terms
        .find(&first.name, &|term| matches!(term, Term::Attribute(_) | Term::Derived(_)));
    let best = found.first().filter(|found| found.score >= SAME_STEM)?;
    match best.term {
        Term::Attribute(attribute) => {
            let segment = Segment { name: value.to_owned(), ..first.clone() };
            if let (false, Some(force)) =
                (scan.draft.units.is_empty(), scan.draft.forces.last_mut())
            {
                let line = cut.line.number;
                let role = Role::Key(attribute);
                force.parts.push(DraftPart { line, level: 0, segment, role, target: None });
            } else {
                scan.draft.keys.push((attribute, cut.line.number, segment));
            }
        }
        Term::Derived(derive) => scan.draft.derived.push((derive, value.to_owned())),
        _ => return None,
    }
    Some(LineKind::Head)
}

/// Options of the army on a line; false if it has none.
fn army_parts(scan: &mut Scan<'_, '_>, cut: &CutLine) -> bool {
    let mut is_any = false;
    for segment in cut.segments.iter().skip(1) {
        let found = scan.army_menu.find(&segment.name, &|pick| pick != Pick::Choice);
        if found.first().is_some_and(|found| found.score >= NEAR) {
            is_any = true;
            let (line, level, role) = (cut.line.number, cut.line.level, Role::Pick);
            scan.draft.parts.push(DraftPart {
                line,
                level,
                segment: segment.clone(),
                role,
                target: None,
            });
        }
    }
    is_any
}

/// Sets what the names on a line mean.
fn terms(scan: &mut Scan<'_, '_>, cut: &CutLine, keep: &dyn Fn(Term) -> bool) {
    for segment in cut.segments.iter().skip(1) {
        let found = scan.lexicon.terms.find(&segment.name, keep);
        let Some(found) = found.first().filter(|found| found.score >= NEAR) else { continue };
        match found.term {
            Term::Chart(chart) => scan.draft.chart = Some(chart),
            Term::Event(event) => scan.draft.event = Some(event),
            Term::Optional(rule) => scan.draft.optional.push(rule),
            _ => {}
        }
    }
}

/// `Game, Faction, Chart: 1143 of 1150 points, legal`: names of the head in a row.
fn title(scan: &mut Scan<'_, '_>, cut: &CutLine) -> Option<LineKind> {
    let mut is_head = false;
    for segment in &cut.segments {
        let name = segment.name.trim_start();
        if let Some(opponent) =
            ["against ", "vs ", "vs. "].iter().find_map(|word| name.strip_prefix(word))
        {
            scan.draft.opponent = faction_named(scan.lexicon, opponent);
            continue;
        }
        let unit = units_named(scan.lexicon, scan.draft.faction, &segment.name);
        let unit = unit.first().map_or(0, |found| found.score);
        let found = scan.lexicon.terms.find(&segment.name, &|_| true);
        let best = found.first().map_or(0, |found| found.score);
        if best >= SAME_STEM && best >= unit {
            for found in found.iter().filter(|found| found.score == best) {
                match found.term {
                    Term::Chart(chart) => scan.draft.chart = Some(chart),
                    Term::Event(event) => scan.draft.event = Some(event),
                    Term::System | Term::Faction(_) => {}
                    _ => continue,
                }
                is_head = true;
            }
        }
    }
    if is_head {
        points(scan, cut, "");
        return Some(LineKind::Head);
    }
    None
}

fn faction_named(lexicon: &Lexicon<'_>, name: &str) -> Option<FactionId> {
    let found = lexicon.terms.find(name, &|term| matches!(term, Term::Faction(_)));
    let best = found.first().filter(|found| found.score >= NEAR)?;
    faction_of(&best.term)
}

fn faction_of(term: &Term) -> Option<FactionId> {
    match term {
        Term::Faction(faction) => Some(*faction),
        _ => None,
    }
}

/// The factions that a text may be of, the likeliest first; several if they are equally likely.
pub(crate) fn factions(lexicon: &Lexicon<'_>, lines: &[CutLine]) -> Vec<FactionId> {
    let (mut stated, mut mentioned): (Vec<FactionId>, Vec<FactionId>) = (Vec::new(), Vec::new());
    let ids: Vec<FactionId> = lexicon.game.factions.ids().collect();
    let mut fitting: Vec<(usize, FactionId)> = ids.iter().map(|id| (0, *id)).collect();
    let (mut units, mut is_common) = (0, true);
    for cut in lines {
        let Some(first) = cut.segments.first() else { continue };
        let is_key = cut.segments.get(1).is_some_and(|next| next.mark == SegmentPrefix::Colon);
        let word = head_word(&fold(&first.name));
        if is_key && word == Some(HeadWord::Faction) {
            stated.extend(
                cut.segments
                    .iter()
                    .skip(1)
                    .filter_map(|segment| faction_named(lexicon, &segment.name)),
            );
            continue;
        }
        if is_key && word == Some(HeadWord::Opponent) {
            continue;
        }
        let named = cut.segments.iter().filter_map(|segment| {
            let found = lexicon
                .terms
                .find(&segment.name, &|term| matches!(term, Term::Faction(_) | Term::System));
            found.first().filter(|found| found.score >= SAME_STEM).map(|found| found.term)
        });
        let named: Vec<Term> = named.collect();
        if units == 0 && named.contains(&Term::System) {
            mentioned.extend(named.iter().filter_map(faction_of));
            continue;
        }
        let candidates = cut
            .segments
            .iter()
            .take(2)
            .flat_map(|segment| std::iter::once(segment).chain(segment.inside.iter()));
        let mut is_unit = false;
        for segment in candidates {
            let found = lexicon.units.find(&segment.name, &|_| true);
            let best = found.first().map_or(0, |found| found.score);
            if best >= NEAR {
                is_unit = true;
                let owner = found.first().map(|found| lexicon.game.entries[found.term].owner);
                is_common &= owner == Some(Owner::System);
                for (count, faction) in &mut fitting {
                    let fits = found.iter().any(|found| {
                        found.score + 30 >= best && lexicon.is_of(Some(*faction), found.term)
                    });
                    *count += usize::from(fits);
                }
                break;
            }
        }
        units += usize::from(is_unit);
        if units == 0 {
            mentioned.extend(named.iter().filter_map(faction_of));
        }
    }
    if let Some(last) = stated.last() {
        return vec![*last];
    }
    let best = fitting.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let fits = |faction: &FactionId| {
        fitting.iter().any(|(count, other)| other == faction && *count * 2 >= best)
    };
    if let Some(last) = mentioned.iter().rev().find(|faction| fits(faction)) {
        return vec![*last];
    }
    if units == 0 || best == 0 {
        return mentioned.last().copied().into_iter().collect();
    }
    // Units that every army may have say nothing about the faction.
    if fitting.iter().all(|(count, _)| *count == best) && fitting.len() > 1 && is_common {
        return Vec::new();
    }
    fitting.into_iter().filter(|(count, _)| *count == best).map(|(_, faction)| faction).collect()
}

/// How many lines of a text name something of the game.
pub(crate) fn familiarity(lexicon: &Lexicon<'_>, lines: &[CutLine]) -> usize {
    let mut score = 0;
    for cut in lines {
        let candidates = cut
            .segments
            .iter()
            .take(2)
            .flat_map(|segment| std::iter::once(segment).chain(segment.inside.iter()));
        let best = candidates.map(|segment| {
            let unit =
                lexicon.units.find(&segment.name, &|_| true).first().map_or(0, |found| found.score);
            let term = lexicon
                .terms
                .find(&segment.name, &|term| matches!(term, Term::System | Term::Faction(_)));
            let term = term.first().map_or(0, |found| found.score);
            match (unit, term) {
                (_, SAME_STEM..) => 6,
                (SAME_STEM.., _) => 4,
                (NEAR.., _) => 2,
                _ => 0,
            }
        });
        score += best.max().unwrap_or(0);
    }
    score
}

/// The text of a segment with its numbers, as a value of a key.
pub(crate) fn value_text(segment: &Segment) -> String {
    let number = segment.bare.first().copied().or(segment.count.map(|count| count.number));
    let name = unsheltered(&segment.name);
    match (name.trim().is_empty(), number, segment.price) {
        (true, Some(number), _) => number.to_string(),
        (true, None, Some(price)) => price.to_string(),
        _ => name.trim().to_owned(),
    }
}
