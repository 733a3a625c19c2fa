//! Mending a list: the smallest sets of changes that make it legal.
//!
//! All single changes are tried, then all pairs of them, then longer sets from the most promising ones. Every set that comes
//! out was judged legal by the validator; one or two changes are proven to be the fewest, unless the search was ended. Where
//! so much is wrong that two can hardly be enough, pairs are left out and nothing is claimed.

mod step;

use rustc_hash::FxHashSet;

use super::bench::{Draft, Workbench};
use crate::model::EntryId;
use crate::roster::List;
use crate::source::Sources;
use crate::validate::Number;
use step::Step;

/// Changes that make a list legal together.
pub struct Mending {
    pub list: List,
    /// Each in words.
    pub changes: Vec<String>,
    /// How many units come or go.
    pub units: usize,
    pub points: Number,
    /// No smaller set makes the list legal.
    pub is_proven: bool,
}

/// How many sets are shown.
const MOST_SHOWN: usize = 3;

/// Pairs that are tried at most; beyond that only the most promising first changes have partners.
const MOST_PAIRS: usize = 60_000;

/// Pairs that are tried where one change is enough.
const FURTHER_PAIRS: usize = 4_000;

/// So few changes are paired whatever is wrong.
const FEW_STEPS: usize = 100;

/// Sets that are carried on to the next change.
const BEAM: usize = 12;

/// More changes than anybody makes at once.
const DEEPEST: usize = 12;

/// A list on the way, and the changes that led there.
struct Way {
    draft: Draft,
    steps: Vec<usize>,
}

impl Workbench<'_, '_> {
    /// Up to three smallest sets of changes. None if the list is legal or no set was found.
    pub fn mend(&self, sources: &Sources, list: &List, go_on: &dyn Fn(&str) -> bool) -> Vec<Mending> {
        let base = self.draft(list.clone());
        if base.is_legal() {
            return Vec::new();
        }
        let units = self.available(&base);
        let steps = self.steps_from(sources, &base, &units);
        let mut singles: Vec<Way> = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            if !go_on("trying single changes") {
                break;
            }
            singles.extend(step.apply(self, list).map(|list| Way { draft: self.draft(list), steps: vec![at] }));
        }
        let (legal, singles): (Vec<Way>, Vec<Way>) = singles.into_iter().partition(|way| way.draft.is_legal());
        if !legal.is_empty() {
            return self.with_pairs(list, &base, &steps, &legal, &singles, go_on);
        }
        // Where the best single change leaves most of what is wrong, two will hardly be enough.
        let best = singles.iter().map(|way| way.draft.distance()).min().unwrap_or(i64::MAX);
        let hopeless = steps.len() > FEW_STEPS && best > 2 && best.saturating_mul(2) > base.distance();
        let (pairs, complete) =
            if hopeless { (Vec::new(), false) } else { self.pairs(list, &steps, &singles, MOST_PAIRS, go_on) };
        let ways = self.legal_of(&pairs);
        if !ways.is_empty() {
            return self.shown(&base, &steps, ways, complete);
        }
        let begun = if pairs.is_empty() { singles } else { pairs };
        self.longer(sources, &base, &units, steps, begun, go_on)
    }

    /// Single changes that are enough; where they are few, pairs of others that are not, which may change less.
    fn with_pairs(
        &self,
        list: &List,
        base: &Draft,
        steps: &[Step],
        legal: &[Way],
        singles: &[Way],
        go_on: &dyn Fn(&str) -> bool,
    ) -> Vec<Mending> {
        let mut shown = self.shown(base, steps, legal.iter().collect(), true);
        if shown.len() < MOST_SHOWN {
            let (pairs, _) = self.pairs(list, steps, singles, FURTHER_PAIRS, go_on);
            let further = self.shown(base, steps, self.legal_of(&pairs), true);
            shown.extend(further);
            shown.truncate(MOST_SHOWN);
        }
        shown
    }

    fn legal_of<'w>(&self, ways: &'w [Way]) -> Vec<&'w Way> {
        ways.iter().filter(|way| way.draft.is_legal()).collect()
    }

    /// Every two of the single changes, those that are legal or the nearest to it; and whether these were all.
    fn pairs(&self, list: &List, steps: &[Step], singles: &[Way], most: usize, go_on: &dyn Fn(&str) -> bool) -> (Vec<Way>, bool) {
        let among: FxHashSet<usize> = singles.iter().flat_map(|way| way.steps.iter().copied()).collect();
        let mut order: Vec<&Way> = singles.iter().collect();
        order.sort_by_key(|way| nearness(&way.draft));
        let mut kept: Vec<Way> = Vec::new();
        let mut left = most;
        let mut complete = true;
        let mut tried: FxHashSet<(usize, usize)> = FxHashSet::default();
        for first in order {
            let Some(at) = first.steps.first().copied() else { continue };
            for (other, step) in steps.iter().enumerate().filter(|(other, _)| *other != at && among.contains(other)) {
                if !tried.insert((at.min(other), at.max(other))) {
                    continue;
                }
                if left == 0 || !go_on("trying pairs of changes") {
                    complete = false;
                    break;
                }
                left -= 1;
                // What names places of the list as it was comes first.
                let made = match step.is_by_place() {
                    true => step.apply(self, list).and_then(|list| steps.get(at)?.apply(self, &list)),
                    false => step.apply(self, &first.draft.list),
                };
                let Some(made) = made else { continue };
                kept.push(Way { draft: self.draft(made), steps: vec![at, other] });
                if kept.len() > BEAM * 64 {
                    thin(&mut kept, BEAM * 8);
                }
            }
        }
        thin(&mut kept, BEAM * 8);
        (kept, complete)
    }

    /// Sets of three changes and more: the nearest ones get one more each time.
    fn longer(
        &self,
        sources: &Sources,
        base: &Draft,
        units: &[EntryId],
        mut steps: Vec<Step>,
        mut ways: Vec<Way>,
        go_on: &dyn Fn(&str) -> bool,
    ) -> Vec<Mending> {
        for _ in 2..DEEPEST {
            thin(&mut ways, BEAM);
            let mut next: Vec<Way> = Vec::new();
            let mut seen: FxHashSet<String> = FxHashSet::default();
            for way in &ways {
                for step in self.steps_from(sources, &way.draft, units) {
                    if !go_on("trying larger sets of changes") {
                        return Vec::new();
                    }
                    let Some(list) = step.apply(self, &way.draft.list) else { continue };
                    if !seen.insert(list.canonical()) {
                        continue;
                    }
                    let draft = self.draft(list);
                    if draft.distance() <= way.draft.distance() {
                        steps.push(step);
                        let steps = way.steps.iter().copied().chain([steps.len() - 1]).collect();
                        next.push(Way { draft, steps });
                    }
                }
            }
            let legal = self.legal_of(&next);
            if !legal.is_empty() {
                return self.shown(base, &steps, legal, false);
            }
            if next.is_empty() {
                break;
            }
            ways = next;
        }
        Vec::new()
    }

    /// Those that change least: units first, then points. A set of which a part would do is none.
    fn shown(&self, base: &Draft, steps: &[Step], mut ways: Vec<&Way>, is_proven: bool) -> Vec<Mending> {
        let units = |way: &Way| way.steps.iter().filter_map(|at| steps.get(*at)).filter(|step| step.changes_a_unit()).count();
        let moved = |way: &Way| way.draft.price_over(base).abs().unwrap_or(Number::ZERO);
        let words =
            |way: &Way| way.steps.iter().filter_map(|at| steps.get(*at)).map(|step| step.words.clone()).collect::<Vec<_>>();
        ways.sort_by_cached_key(|way| (units(way), moved(way), words(way)));
        let mut seen: FxHashSet<String> = FxHashSet::default();
        ways.retain(|way| seen.insert(way.draft.list.canonical()));
        let mending = |way: &Way| Mending {
            list: way.draft.list.clone(),
            changes: words(way),
            units: units(way),
            points: way.draft.weighed.points,
            is_proven,
        };
        ways.into_iter().take(MOST_SHOWN).map(mending).collect()
    }
}

/// How near a list is to being legal; of two that are as near, the one that is less over its points.
fn nearness(draft: &Draft) -> (i64, Number) {
    let limit = draft.list.points.as_ref().map(|points| Number::whole(points.value));
    let over = limit.and_then(|limit| draft.weighed.points.subtract(limit)).filter(|over| *over > Number::ZERO);
    (draft.distance(), over.unwrap_or(Number::ZERO))
}

/// Keeps the nearest; those that are legal always.
fn thin(ways: &mut Vec<Way>, most: usize) {
    ways.sort_by_key(|way| (!way.draft.is_legal(), nearness(&way.draft)));
    let legal = ways.iter().take_while(|way| way.draft.is_legal()).count();
    ways.truncate(most.max(legal));
}
