//! What the parts of a unit's lines are: options, kinds of models, what it has anyway.

use super::{Doubt, UnitReader};
use crate::desk::read::draft::{DraftPart, Role};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{CLOSE, MARGIN, Match, Meaning, SAME, SAME_STEM, meaning};
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::engine::Offered;

/// A part that is an option: what it may be, how often, for whom.
#[derive(Clone)]
pub(super) struct PossibleOption {
    pub offers: Vec<usize>,
    /// How often, the likeliest first.
    pub times: Vec<i64>,
}

/// An option that is probably meant, and what to ask if nothing confirms it.
pub(super) type ProbableOption = (Option<Offered>, Doubt);

/// What the parts of a unit were taken for.
#[derive(Default)]
pub(super) struct MatchedParts<'p> {
    pub taken: Vec<PossibleOption>,
    /// Kinds of models, and how many there are; as gear those that options bring.
    pub kinds: Vec<(Pick, i64)>,
    /// The lines that are understood, each with what it was taken for.
    pub understood: Vec<(usize, String)>,
    pub doubts: Vec<Doubt>,
    pub guesses: Vec<ProbableOption>,
    /// Parts that are unknown.
    pub open: Vec<&'p DraftPart>,
}

impl MatchedParts<'_> {
    /// Takes an option, so many times if the text says so.
    fn take(&mut self, menu: &UnitMenu, line: usize, offers: Vec<usize>, times: Option<i64>) {
        let offer = offers.first().and_then(|at| menu.offers.get(*at));
        self.understood.extend(offer.map(|offer| (line, offer.title.clone())));
        let times = times.filter(|times| (1..=1000).contains(times)).unwrap_or(1);
        match self.taken.iter_mut().find(|known| known.offers == offers) {
            // The same part twice: it is taken twice, or mentioned twice.
            Some(known) => {
                let before = known.times.first().copied().unwrap_or(1);
                known.times = vec![before.saturating_add(times), before.max(times), 1];
            }
            None if times > 1 => {
                self.taken.push(PossibleOption { offers, times: vec![times, 1] });
            }
            None => self.taken.push(PossibleOption { offers, times: vec![1] }),
        }
    }
}

impl UnitReader<'_, '_> {
    /// Finds what the parts are.
    pub(super) fn match_parts<'p>(
        &self,
        menu: &UnitMenu,
        parts: &[&'p DraftPart],
    ) -> MatchedParts<'p> {
        let mut matched = MatchedParts::default();
        let mut group: Option<(usize, i64)> = None;
        for part in parts.iter().filter(|part| matches!(part.role, Role::Pick | Role::Models)) {
            let segment = &part.segment;
            let stated = segment.count.map(|count| count.number).or(segment.models);
            // `9 with A, B`: nine models have what follows.
            if fold(&segment.name).is_empty() {
                group = stated.or(segment.bare.first().copied()).map(|count| (part.line, count));
                continue;
            }
            let in_group = group.filter(|(line, _)| *line == part.line).map(|(_, count)| count);
            self.match_part(menu, &mut matched, part, stated.or(in_group));
        }
        matched
    }

    fn match_part<'p>(
        &self,
        menu: &UnitMenu,
        matched: &mut MatchedParts<'p>,
        part: &'p DraftPart,
        times: Option<i64>,
    ) {
        let segment = &part.segment;
        let keep = |pick: Pick| {
            part.role != Role::Models
                || matches!(pick, Pick::Model(_) | Pick::Design(_) | Pick::Gear)
        };
        let mut found = menu.find(&segment.name, &keep);
        // An id in brackets decides between things of one title.
        let id = segment.inside.iter().find_map(|inner| by_id(menu, &found, &inner.name));
        if let Some(id) = id {
            found.retain(|found| found.term == id);
        }
        let doubt = |picks: &mut dyn Iterator<Item = Pick>| Doubt::Part {
            line: part.line,
            written: unsheltered(&segment.name),
            candidates: picks.filter_map(|pick| titled(menu, self, pick)).collect(),
        };
        match meaning(&found) {
            Meaning::Sure(Pick::Offer(at)) => {
                // A model bears the same name, and is counted with the others.
                let near = found.iter().filter(|found| found.score + MARGIN >= SAME);
                let is_model =
                    |found: &Match<Pick>| matches!(found.term, Pick::Gear | Pick::Model(_));
                if let Some(times) = times.filter(|_| near.clone().any(is_model)) {
                    matched.kinds.push((Pick::Gear, times));
                }
                matched.take(menu, part.line, vec![at], times);
            }
            Meaning::Likely(Pick::Offer(at)) => {
                if found.first().is_some_and(|found| found.score < CLOSE) {
                    let doubt = doubt(&mut found.iter().take(5).map(|found| found.term));
                    matched.guesses.push((menu.offers.get(at).cloned(), doubt));
                }
                matched.take(menu, part.line, vec![at], times);
            }
            Meaning::Sure(pick @ (Pick::Model(_) | Pick::Design(_)))
            | Meaning::Likely(pick @ (Pick::Model(_) | Pick::Design(_))) => {
                matched.kinds.push((pick, times.unwrap_or(1)));
                matched.understood.push((part.line, unsheltered(&segment.name)));
            }
            Meaning::Sure(Pick::Gear | Pick::Choice)
            | Meaning::Likely(Pick::Gear | Pick::Choice) => {
                matched.understood.push((part.line, unsheltered(&segment.name)));
            }
            Meaning::Unsure(picks) => {
                let best = found.first().map_or(0, |found| found.score);
                let same: Vec<Pick> = found
                    .iter()
                    .filter(|found| found.score == best)
                    .map(|found| found.term)
                    .collect();
                let offer = |pick: &Pick| match pick {
                    Pick::Offer(at) => Some(*at),
                    _ => None,
                };
                let offers: Vec<usize> = same.iter().filter_map(offer).collect();
                let model =
                    same.iter().find(|pick| matches!(pick, Pick::Model(_) | Pick::Design(_)));
                match (best >= SAME_STEM - 60, offers.is_empty(), model) {
                    // A model and the option that brings it: the option, which says more.
                    (true, false, model) => {
                        if model.is_some() {
                            matched.kinds.push((Pick::Gear, times.unwrap_or(1)));
                        }
                        matched.take(menu, part.line, offers, times);
                    }
                    (true, true, Some(model)) => {
                        matched.kinds.push((*model, times.unwrap_or(1)));
                    }
                    (true, true, None) => {}
                    _ => matched.doubts.push(doubt(&mut picks.iter().copied())),
                }
            }
            _ => matched.open.push(part),
        }
    }

    pub(super) fn doubt_open(&self, menu: &UnitMenu, open: &[&DraftPart], doubts: &mut Vec<Doubt>) {
        for part in open {
            let found = menu.index.find(&part.segment.name, &|_| true);
            let candidates =
                found.iter().take(5).filter_map(|found| titled(menu, self, found.term)).collect();
            let written = unsheltered(&part.segment.name);
            doubts.push(Doubt::Part { line: part.line, written, candidates });
        }
    }
}

/// The parts, each followed by what stands in brackets behind it and is no mark of its own.
pub(super) fn with_inner(menu: &UnitMenu, parts: &[DraftPart]) -> Vec<DraftPart> {
    let mut all = Vec::new();
    for part in parts {
        all.push(part.clone());
        let found = menu.index.find(&part.segment.name, &|_| true);
        for inner in &part.segment.inside {
            let says_who = by_id(menu, &found, &inner.name).is_some()
                || model_named(menu, &inner.name).is_some();
            let is_id = menu.offers.iter().any(|offer| offer.option == unsheltered(&inner.name));
            if !says_who && !is_id && menu.index.exactly(&inner.name) != Some(Pick::Gear) {
                all.push(DraftPart {
                    segment: inner.clone(),
                    level: part.level + 1,
                    ..part.clone()
                });
            }
        }
    }
    all
}

/// The thing of this id among those found.
fn by_id(menu: &UnitMenu, found: &[Match<Pick>], id: &str) -> Option<Pick> {
    let id = unsheltered(id);
    let found = found.iter().find(|found| match found.term {
        Pick::Offer(at) => menu.offers.get(at).is_some_and(|offer| offer.option == id),
        _ => false,
    });
    found.map(|found| found.term)
}

/// The model of this name.
fn model_named(menu: &UnitMenu, name: &str) -> Option<String> {
    match menu.index.exactly(name)? {
        Pick::Model(_) | Pick::Design(_) => Some(unsheltered(name)),
        _ => None,
    }
}

fn titled(menu: &UnitMenu, worker: &UnitReader<'_, '_>, pick: Pick) -> Option<(String, String)> {
    match pick {
        Pick::Offer(at) => menu.offers.get(at).map(|offer| (offer.flag(), offer.title.clone())),
        Pick::Model(model) => Some(worker.named(model)),
        _ => None,
    }
}
