//! Every way to read a unit with its options, tried against the price that the text states.

use super::parts::PossibleOption;
use super::sizes::PossibleSize;
use super::{Doubt, ReadUnit, UnitReader};
use crate::desk::read::draft::UnitDraft;
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::list::{Edit, Holder, LineId, List, ModelLine, Models, Offer, OptionPick};
use crate::number::Number;

/// How many further ways to read a unit are kept.
const MOST_OTHERS: usize = 12;

/// How many ways to read a unit are tried.
const MOST_WAYS: usize = 96;

/// One way to take a part: the place of the offer, and how often.
pub(super) type OptionCount = (usize, i64);

impl UnitReader<'_, '_> {
    /// Tries all ways to read the unit and takes the best.
    #[expect(clippy::too_many_arguments, reason = "what is known of the unit so far")]
    pub(super) fn best_way(
        &self,
        draft: &UnitDraft,
        list: &List,
        id: LineId,
        menu: &UnitMenu,
        taken: &[PossibleOption],
        kinds: &[(Pick, i64)],
        doubts: &mut Vec<Doubt>,
    ) -> Option<ReadUnit> {
        let sizes = self.sizes(draft, list, id, kinds);
        let entry = self.rules.book.unit(&list.units.first()?.unit.value)?;
        let mut best: Vec<(ReadUnit, String)> = Vec::new();
        let mut rank_of_best: Option<Rank> = None;
        let ways = combinations(taken);
        let is_of_model =
            |at: &usize| menu.offers.get(*at).is_some_and(|offer| offer.model.is_some());
        let has_models = taken.iter().any(|taken| taken.offers.iter().any(is_of_model));
        let spreads: &[Spread] = if has_models { &Spread::ALL } else { &[Spread::Together] };
        let mut tried: Vec<ReadUnit> = Vec::new();
        let tries = sizes.iter().flat_map(|size| ways.iter().map(move |way| (size, way)));
        let tries =
            tries.flat_map(|(size, way)| spreads.iter().map(move |spread| (size, way, *spread)));
        for (size, way, spread) in tries.take(MOST_WAYS) {
            let rank_of = |worked: &ReadUnit| rank(draft, worked, size).0;
            let mut with = self.build(list, id, menu, way, &size.models, spread);
            if let Some(line) = with.units.first_mut()
                && size.count > 1
            {
                line.count = Some(list.added(size.count));
            }
            let mut worked = self.assessed(&with, entry, id)?;
            // The number may count the models that options bring.
            if let Models::Total(total) = &size.models
                && let Some(fewer) = total.value.checked_sub(worked.models - total.value)
                && fewer > 0
                && fewer < total.value
            {
                let fewer = Models::Total(list.added(fewer));
                let mut other = self.build(list, id, menu, way, &fewer, spread);
                if let (Some(to), Some(from)) = (other.units.first_mut(), with.units.first()) {
                    to.count.clone_from(&from.count);
                }
                let other = self.assessed(&other, entry, id)?;
                if other.models == total.value && rank_of(&other) < rank_of(&worked) {
                    worked = other;
                }
            }
            let (rank, is_confirmed) = rank(draft, &worked, size);
            if !rank.is_off {
                tried.push(worked.clone());
            }
            // Texts do not say which model leads.
            if spread == Spread::LeadersFirst {
                continue;
            }
            let is_better = rank_of_best.is_none_or(|best| rank < best);
            if is_better {
                best.clear();
                rank_of_best = Some(rank);
            }
            let is_same = |(known, _): &(ReadUnit, String)| {
                known.identity.is_some() && known.identity == worked.identity
            };
            if rank_of_best == Some(rank) && !best.iter().any(is_same) {
                let is_each = rank.is_each;
                best.push((ReadUnit { is_confirmed, is_each, ..worked }, size.words.clone()));
            }
        }
        let plausible: Vec<(String, String)> =
            best.iter().map(|(worked, words)| (words.clone(), describe(worked, words))).collect();
        let several = best.len() > 1;
        let (mut first, _) = best.into_iter().next()?;
        let is_other = |other: &&ReadUnit| other.identity != first.identity;
        first.others = tried
            .iter()
            .filter(is_other)
            .map(|other| other.line.clone())
            .take(MOST_OTHERS)
            .collect();
        let (line, written) = (draft.line, draft.written.clone());
        if several {
            let differ_in_size = plausible
                .iter()
                .any(|(words, _)| Some(words) != plausible.first().map(|(words, _)| words));
            doubts.push(if differ_in_size {
                Doubt::Number { line, written: written.clone(), candidates: plausible }
            } else {
                Doubt::Reading { line, written: written.clone(), candidates: plausible }
            });
        }
        if let (Some(stated), false, Some(cost)) = (draft.price, first.is_confirmed, first.cost) {
            doubts.push(Doubt::Price { line, written, stated, cost });
        } else if let (Some(bare), false, Some(Rank { is_odd: true, .. }), Some(cost)) =
            (draft.bare.last(), first.is_confirmed, rank_of_best, first.cost)
        {
            doubts.push(Doubt::Price { line, written, stated: Number::whole(*bare), cost });
        }
        Some(first)
    }

    /// The list with its only unit equipped in one way.
    pub(super) fn build(
        &self,
        list: &List,
        id: LineId,
        menu: &UnitMenu,
        way: &[OptionCount],
        models: &Models,
        spread: Spread,
    ) -> List {
        let mut list = list.clone();
        if let Some(line) = list.units.first_mut() {
            line.models = models.clone();
        }
        for (at, times) in way {
            let Some(offer) = menu.offers.get(*at) else { continue };
            let offer = offer.offer();
            if spread != Spread::Together && offer.model.is_some() {
                self.take_apart(&mut list, &offer, *times, spread);
                continue;
            }
            let edit = Edit::TakeOption { of: Holder::Unit(id), offer, times: Some(*times) };
            if let Ok(changed) = edit.applied_to(&list) {
                list = changed;
            }
        }
        list
    }

    /// Gives an option to models of their own.
    fn take_apart(&self, list: &mut List, offer: &Offer, times: i64, spread: Spread) {
        let pick =
            OptionPick { name: list.added(offer.option.clone()), times: None, inner: Vec::new() };
        let (name, count) =
            (list.added(offer.model.clone().unwrap_or_default()), list.added(times));
        let Some(line) = list.units.first_mut() else { return };
        let new =
            ModelLine { model: name, design: Some(false), count: Some(count), options: vec![pick] };
        match &mut line.models {
            Models::Lines(lines) => {
                // Models without options are those that take some.
                if let Some(plain) =
                    lines.iter_mut().find(|line| line.model == new.model && line.options.is_empty())
                    && let Some(count) = &mut plain.count
                {
                    count.value -= times;
                }
                lines.retain(|line| line.count.as_ref().is_none_or(|count| count.value > 0));
                if spread == Spread::LeadersFirst {
                    lines.insert(0, new);
                } else {
                    lines.push(new);
                }
            }
            Models::Total(total) => {
                let rest = ModelLine {
                    count: Some(crate::list::Spanned::new(total.value - times, total.span)),
                    options: Vec::new(),
                    ..new.clone()
                };
                let both = if spread == Spread::LeadersFirst { [new, rest] } else { [rest, new] };
                let lines = both
                    .into_iter()
                    .filter(|line| line.count.as_ref().is_some_and(|count| count.value > 0));
                line.models = Models::Lines(lines.collect());
            }
            Models::Unstated => line.models = Models::Lines(vec![new]),
        }
    }
}

fn describe(worked: &ReadUnit, words: &str) -> String {
    let options: Vec<&str> =
        worked.line.options.iter().map(|option| option.name.value.as_str()).collect();
    match options.as_slice() {
        [] => words.to_owned(),
        options => format!("{words} with {}", options.join(", ")),
    }
}

/// Whether options of models are all on the same models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spread {
    Together,
    Apart,
    /// Apart, and the models with options lead.
    LeadersFirst,
}

impl Spread {
    const ALL: [Spread; 3] = [Spread::Together, Spread::Apart, Spread::LeadersFirst];
}

/// Every way to take the parts, the likeliest first.
pub(super) fn combinations(taken: &[PossibleOption]) -> Vec<Vec<OptionCount>> {
    let mut all: Vec<Vec<OptionCount>> = vec![Vec::new()];
    for taken in taken {
        let mut next = Vec::new();
        let ways = || {
            taken.times.iter().flat_map(|times| taken.offers.iter().map(|offer| (*offer, *times)))
        };
        for begun in &all {
            next.extend(ways().map(|way| [begun.as_slice(), &[way]].concat()));
        }
        next.truncate(MOST_WAYS);
        all = next;
    }
    all
}

/// How badly a way to read a unit fits: less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// It does not cost what the text says.
    is_off: bool,
    /// A number of the text means nothing.
    is_odd: bool,
    /// The price is that of one unit of several.
    is_each: bool,
    errors: usize,
}

fn rank(draft: &UnitDraft, worked: &ReadUnit, size: &PossibleSize) -> (Rank, bool) {
    let each = worked.cost;
    let whole = each.and_then(|each| each.multiply(Number::whole(size.count)));
    let is = |number: Number| Some(number) == whole;
    let is_each = |number: Number| Some(number) == each;
    let bare = || draft.bare.iter().map(|bare| Number::whole(*bare));
    let (right, each_right) = match draft.price {
        Some(price) => (is(price), is_each(price)),
        None => (bare().any(is), bare().any(is_each)),
    };
    // `2 Hussars (60)` may be two for 60 or 60 for each; `2x` says that there are two of a thing.
    let each_right = each_right && draft.count.is_some_and(|count| count.is_times);
    let each_right = each_right || right;
    let is_off = draft.price.is_some() && !each_right;
    let is_odd = draft.price.is_none() && !draft.bare.is_empty() && !each_right && !size.uses_bare;
    (Rank { is_off, is_odd, is_each: each_right && !right, errors: worked.errors }, each_right)
}
