//! Works out one unit: which of all that its lines may mean costs what the text says and can be
//! taken. What remains open is left as a doubt.

use crate::desk::read::draft::{Part, Role, UnitDraft};
use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{CLOSE, Meaning, SAME_STEM, meaning};
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::diagnostic::codes;
use crate::engine::army::model_lines;
use crate::engine::{Offered, Ruleset};
use crate::list::{
    Edit, Holder, Ignored, LineId, List, ModelLine, Models, Offer, OptionPick, UnitLine,
};
use crate::model::EntryId;
use crate::number::Number;
use crate::views::fingerprint;

/// Something about a unit that its lines leave open.
#[derive(Debug, Clone)]
pub(crate) enum Doubt {
    /// A part that may be any of these, by id and title.
    Part { line: usize, written: String, candidates: Vec<(String, String)> },
    /// The number may be of models or of units.
    Number { line: usize, written: String, candidates: Vec<(String, String)> },
    /// Several ways to read the unit cost and fit the same.
    Reading { line: usize, written: String, candidates: Vec<(String, String)> },
    /// What it costs is not what the text says.
    Price { line: usize, written: String, stated: Number, cost: Number },
}

/// A unit worked out.
#[derive(Debug, Clone)]
pub(crate) struct Worked {
    pub line: UnitLine,
    pub entry: EntryId,
    pub cost: Option<Number>,
    /// The text states its price, and that is what it costs.
    pub is_confirmed: bool,
    pub doubts: Vec<Doubt>,
    /// What was understood on which line.
    pub understood: Vec<(usize, String)>,
    /// Other ways to read it at the same price, which only a fingerprint can tell apart.
    pub others: Vec<UnitLine>,
    /// The same for the same unit with the same equipment.
    pub identity: Option<String>,
    /// How wrong it is: less is better.
    errors: usize,
}

/// How many further ways to read a unit are kept.
const MOST_OTHERS: usize = 12;

/// How many ways to read a unit are tried.
const MOST_WAYS: usize = 96;

/// A part that is an option: what it may be, how often, for whom.
#[derive(Clone)]
struct Taken {
    offers: Vec<usize>,
    /// How often, the likeliest first.
    times: Vec<i64>,
}

/// An option that is probably meant, and what to ask if nothing confirms it.
type Guess = (Option<Offered>, Doubt);

/// One way to take a part: the place of the offer, and how often.
type Way = (usize, i64);

pub(crate) struct Worker<'a, 'g> {
    pub rules: &'a Ruleset<'g>,
    /// The list without units.
    pub base: &'a List,
}

impl<'a, 'g> Worker<'a, 'g> {
    /// Works a unit out: the best of all entries it may be.
    pub(crate) fn work(&self, draft: &UnitDraft) -> Option<Worked> {
        let mut all: Vec<Worked> =
            draft.entries.iter().filter_map(|entry| self.with_entry(draft, *entry)).collect();
        let rank = |worked: &Worked| {
            let is_off = draft.price.is_some() && !worked.is_confirmed;
            let unknown =
                worked.doubts.iter().filter(|doubt| matches!(doubt, Doubt::Part { .. })).count();
            (is_off, unknown, worked.errors)
        };
        all.sort_by_key(rank);
        let best = rank(all.first()?);
        let tied = all.iter().filter(|worked| rank(worked) == best).count();
        let titles: Vec<(String, String)> =
            all.iter().map(|worked| self.named(worked.entry)).collect();
        let mut first = all.into_iter().next()?;
        let is_far = draft.score < CLOSE && !first.is_confirmed;
        if tied > 1 || (titles.len() > 1 && !first.is_confirmed) || is_far {
            let (line, written) = (draft.line, draft.written.clone());
            first.doubts.push(Doubt::Part { line, written, candidates: titles });
        }
        Some(first)
    }

    fn named(&self, entry: EntryId) -> (String, String) {
        let entry = &self.rules.book.game.entries[entry];
        (entry.id.clone(), entry.title.clone())
    }

    fn with_entry(&self, draft: &UnitDraft, entry: EntryId) -> Option<Worked> {
        let (list, id) = self.alone(entry);
        let menu = UnitMenu::of(self.rules, &list, id);
        let mut doubts = Vec::new();
        let mut understood = Vec::new();
        let mut kinds: Vec<(Pick, i64)> = Vec::new();
        let mut guesses = Vec::new();
        let parts = with_inner(&menu, &draft.parts);
        let all: Vec<&Part> = parts.iter().collect();
        let (mut taken, open) =
            self.match_parts(&menu, &mut kinds, &mut understood, &mut doubts, &mut guesses, &all);
        // Options inside options are offered once the outer one is taken.
        let mut menu = menu;
        if !open.is_empty() && !taken.is_empty() {
            let first = combinations(&taken).into_iter().next().unwrap_or_default();
            let with = self.build(&list, id, &menu, &first, &Models::Unstated, Spread::Together);
            let inner = UnitMenu::of(self.rules, &with, id);
            let known = menu.offers.clone();
            let (more, still_open) = self.match_parts(
                &inner,
                &mut kinds,
                &mut understood,
                &mut Vec::new(),
                &mut guesses,
                &open,
            );
            for mut more in more {
                for offer in &mut more.offers {
                    let Some(found) = inner.offers.get(*offer) else { continue };
                    *offer = known.iter().position(|known| known == found).unwrap_or_else(|| {
                        menu.offers.push(found.clone());
                        menu.offers.len() - 1
                    });
                }
                taken.push(more);
            }
            self.doubt_open(&menu, &still_open, &mut doubts);
        } else {
            self.doubt_open(&menu, &open, &mut doubts);
        }
        // Outer options first, so that the inner ones find them.
        taken.sort_by_key(|taken| {
            taken
                .offers
                .first()
                .and_then(|at| menu.offers.get(*at))
                .map_or(0, |offer| offer.within.len())
        });
        let best = self.best_way(draft, &list, id, &menu, &taken, &kinds, &mut doubts)?;
        // A price that fits confirms what was guessed, unless that is free.
        for (offer, doubt) in guesses {
            let has_price = offer.is_some_and(|offer| self.has_price(&list, id, &offer));
            if !(best.is_confirmed && has_price) {
                doubts.push(doubt);
            }
        }
        understood.insert(0, (draft.line, self.rules.book.game.entries[entry].title.clone()));
        Some(Worked { doubts, understood, entry, ..best })
    }

    /// Whether an option changes what the unit costs.
    fn has_price(&self, list: &List, id: LineId, offer: &Offered) -> bool {
        let cost = |list: &List| self.rules.assess(list).costs;
        let edit = Edit::TakeOption { of: Holder::Unit(id), offer: offer.offer(), times: Some(1) };
        edit.applied_to(list).is_ok_and(|with| cost(&with) != cost(list))
    }

    /// A list with one unit and nothing at it.
    fn alone(&self, entry: EntryId) -> (List, LineId) {
        let mut list = self.base.clone();
        let mut line = UnitLine::new(list.added(self.rules.book.game.entries[entry].id.clone()));
        let id = list.ids.0.give();
        line.line = Ignored(id);
        list.units = vec![line];
        (list, id)
    }

    /// Finds what the parts are; those that are nothing known are given back.
    fn match_parts<'p>(
        &self,
        menu: &UnitMenu,
        kinds: &mut Vec<(Pick, i64)>,
        understood: &mut Vec<(usize, String)>,
        doubts: &mut Vec<Doubt>,
        guesses: &mut Vec<Guess>,
        parts: &[&'p Part],
    ) -> (Vec<Taken>, Vec<&'p Part>) {
        let (mut taken, mut open): (Vec<Taken>, Vec<&Part>) = (Vec::new(), Vec::new());
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
            let keep = |pick: Pick| {
                part.role != Role::Models
                    || matches!(pick, Pick::Model(_) | Pick::Design(_) | Pick::Gear)
            };
            let mut found = menu.index.find(&segment.name, &keep);
            // An id in brackets decides between things of one title.
            let id = segment.inside.iter().find_map(|inner| by_id(menu, &found, &inner.name));
            if let Some(id) = id {
                found.retain(|found| found.term == id);
            }
            let times = stated.or(in_group);
            let mut take = |offers: Vec<usize>| {
                let title = offers
                    .first()
                    .and_then(|at| menu.offers.get(*at))
                    .map(|offer| offer.title.clone());
                understood.extend(title.map(|title| (part.line, title)));
                let times = times.filter(|times| (1..=1000).contains(times)).unwrap_or(1);
                match taken.iter_mut().find(|known| known.offers == offers) {
                    // Twice the same: twice, or told of twice.
                    Some(known) => {
                        let before = known.times.first().copied().unwrap_or(1);
                        known.times = vec![before.saturating_add(times), before.max(times)];
                        known.times.push(1);
                    }
                    None if times > 1 => taken.push(Taken { offers, times: vec![times, 1] }),
                    None => taken.push(Taken { offers, times: vec![1] }),
                }
            };
            match meaning(&found) {
                Meaning::Sure(Pick::Offer(at)) => take(vec![at]),
                Meaning::Likely(Pick::Offer(at)) => {
                    if found.first().is_some_and(|found| found.score < CLOSE) {
                        let candidates = found
                            .iter()
                            .take(5)
                            .filter_map(|found| titled(menu, self, found.term))
                            .collect();
                        guesses.push((
                            menu.offers.get(at).cloned(),
                            Doubt::Part {
                                line: part.line,
                                written: unsheltered(&segment.name),
                                candidates,
                            },
                        ));
                    }
                    take(vec![at]);
                }
                Meaning::Sure(pick @ (Pick::Model(_) | Pick::Design(_)))
                | Meaning::Likely(pick @ (Pick::Model(_) | Pick::Design(_))) => {
                    let count = times.unwrap_or(1);
                    kinds.push((pick, count));
                    understood.push((part.line, unsheltered(&segment.name)));
                }
                Meaning::Sure(Pick::Gear | Pick::Choice)
                | Meaning::Likely(Pick::Gear | Pick::Choice) => {
                    understood.push((part.line, unsheltered(&segment.name)));
                }
                Meaning::Unsure(picks) => {
                    let best = found.first().map_or(0, |found| found.score);
                    let same =
                        found.iter().filter(|found| found.score == best).map(|found| found.term);
                    let same: Vec<Pick> = same.collect();
                    let offers: Vec<usize> = same
                        .iter()
                        .filter_map(|pick| match pick {
                            Pick::Offer(at) => Some(*at),
                            _ => None,
                        })
                        .collect();
                    let model =
                        same.iter().find(|pick| matches!(pick, Pick::Model(_) | Pick::Design(_)));
                    match (best >= SAME_STEM - 60, offers.is_empty(), model) {
                        // A model and the option that brings it: the option, which says more.
                        (true, false, _) => take(offers),
                        (true, true, Some(model)) => kinds.push((*model, times.unwrap_or(1))),
                        (true, true, None) => {}
                        _ => {
                            let candidates =
                                picks.iter().filter_map(|pick| titled(menu, self, *pick)).collect();
                            doubts.push(Doubt::Part {
                                line: part.line,
                                written: unsheltered(&segment.name),
                                candidates,
                            });
                        }
                    }
                }
                _ => open.push(part),
            }
        }
        (taken, open)
    }

    fn doubt_open(&self, menu: &UnitMenu, open: &[&Part], doubts: &mut Vec<Doubt>) {
        for part in open {
            let found = menu.index.find(&part.segment.name, &|_| true);
            let candidates =
                found.iter().take(5).filter_map(|found| titled(menu, self, found.term)).collect();
            let written = unsheltered(&part.segment.name);
            doubts.push(Doubt::Part { line: part.line, written, candidates });
        }
    }

    /// Tries all ways to read the unit and takes the best.
    #[expect(clippy::too_many_arguments, reason = "what is known of the unit so far")]
    fn best_way(
        &self,
        draft: &UnitDraft,
        list: &List,
        id: LineId,
        menu: &UnitMenu,
        taken: &[Taken],
        kinds: &[(Pick, i64)],
        doubts: &mut Vec<Doubt>,
    ) -> Option<Worked> {
        let sizes = self.sizes(draft, list, id, kinds);
        let entry = self.rules.book.unit(&list.units.first()?.unit.value)?;
        let mut best: Vec<(Worked, String)> = Vec::new();
        let mut rank_of_best: Option<Rank> = None;
        let ways = combinations(taken);
        let is_of_model =
            |at: &usize| menu.offers.get(*at).is_some_and(|offer| offer.model.is_some());
        let has_models = taken.iter().any(|taken| taken.offers.iter().any(is_of_model));
        let spreads: &[Spread] = if has_models { &Spread::ALL } else { &[Spread::Together] };
        let mut tried: Vec<Worked> = Vec::new();
        let tries = sizes.iter().flat_map(|size| ways.iter().map(move |way| (size, way)));
        let tries =
            tries.flat_map(|(size, way)| spreads.iter().map(move |spread| (size, way, *spread)));
        for (size, way, spread) in tries.take(MOST_WAYS) {
            let mut with = self.build(list, id, menu, way, &size.models, spread);
            if let Some(line) = with.units.first_mut()
                && size.count > 1
            {
                line.count = Some(list.added(size.count));
            }
            let worked = self.assessed(&with, entry, id)?;
            let (rank, is_confirmed) = rank(draft, &worked, size);
            if !rank.is_off {
                tried.push(worked.clone());
            }
            // Who leads is nothing that texts tell.
            if spread == Spread::LeadersFirst {
                continue;
            }
            let is_better = rank_of_best.is_none_or(|best| rank < best);
            if is_better {
                best.clear();
                rank_of_best = Some(rank);
            }
            let is_same = |(known, _): &(Worked, String)| {
                known.identity.is_some() && known.identity == worked.identity
            };
            if rank_of_best == Some(rank) && !best.iter().any(is_same) {
                best.push((Worked { is_confirmed, ..worked }, size.words.clone()));
            }
        }
        let plausible: Vec<(String, String)> =
            best.iter().map(|(worked, words)| (words.clone(), describe(worked, words))).collect();
        let several = best.len() > 1;
        let (mut first, _) = best.into_iter().next()?;
        let is_other = |other: &&Worked| other.identity != first.identity;
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

    fn assessed(&self, list: &List, entry: EntryId, id: LineId) -> Option<Worked> {
        let fingerprint = fingerprint::of_army(self.rules.session(list).evaluator());
        let assessment = self.rules.assess(list);
        let unit = assessment.units.iter().find(|unit| unit.line == id);
        let about_parts =
            ["option.", "unit.size", "list.", "pick.", "unit.leader", "value.", "formula."];
        let errors = assessment
            .errors
            .iter()
            .filter(|error| about_parts.iter().any(|code| error.code.name.starts_with(code)));
        let unknown =
            assessment.errors.iter().filter(|error| error.code == &codes::OPTION_UNKNOWN).count();
        Some(Worked {
            line: list.units.first()?.clone(),
            entry,
            cost: unit.and_then(|unit| unit.costs.first().copied()),
            is_confirmed: false,
            doubts: Vec::new(),
            understood: Vec::new(),
            others: Vec::new(),
            errors: errors.count() + unknown,
            identity: fingerprint,
        })
    }

    /// The list with its only unit equipped in one way.
    fn build(
        &self,
        list: &List,
        id: LineId,
        menu: &UnitMenu,
        way: &[Way],
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

    /// The kinds of models that a unit may have.
    fn kinds(&self, list: &List) -> Vec<String> {
        let game = self.rules.book.game;
        let entry = list.units.first().and_then(|unit| self.rules.book.unit(&unit.unit.value));
        let lines = entry.map(|entry| model_lines(&game.entries[entry].body)).unwrap_or_default();
        lines.iter().map(|(line, _)| game.entries[line.model].id.clone()).collect()
    }

    /// All that the numbers of a unit may mean.
    fn sizes(
        &self,
        draft: &UnitDraft,
        list: &List,
        id: LineId,
        kinds: &[(Pick, i64)],
    ) -> Vec<Size> {
        let session = self.rules.session(list);
        let limits = session.sizes(id);
        let admits = |count: i64| limits.as_ref().is_none_or(|limits| limits.admit(count));
        let game = self.rules.book.game;
        let total = |count: i64| Models::Total(list.added(count));
        let mut bases: Vec<(Models, bool)> = Vec::new();
        let sum: i64 = kinds.iter().map(|(_, count)| *count).fold(0, i64::saturating_add);
        let by_kind: Vec<ModelLine> = kinds
            .iter()
            .filter_map(|(pick, count)| {
                let (name, design) = match pick {
                    Pick::Model(model) => (game.entries[*model].id.clone(), false),
                    Pick::Design(at) => (list.designs.get(*at)?.name.value.clone(), true),
                    _ => return None,
                };
                Some(ModelLine {
                    model: list.added(name),
                    design: Some(design),
                    count: Some(list.added(*count)),
                    options: Vec::new(),
                })
            })
            .collect();
        let mut merged: Vec<ModelLine> = Vec::new();
        for line in by_kind {
            match merged.iter_mut().find(|known| known.model == line.model) {
                Some(known) => {
                    let more = line.count.map_or(0, |count| count.value);
                    known.count = known.count.take().map(|count| {
                        crate::list::Spanned::new(count.value.saturating_add(more), count.span)
                    });
                }
                None => merged.push(line),
            }
        }
        if !merged.is_empty() {
            bases.push((Models::Lines(merged), false));
            bases.push((total(sum), false));
        } else if !list.designs.is_empty() {
            // A unit of designs that the text does not name: any of them.
            let count = draft.models.or(draft.count.map(|count| count.number)).unwrap_or(1);
            let named = |design: &&crate::list::Design| {
                let name = fold(&design.name.value);
                let inside = draft.parts.iter().flat_map(|part| &part.segment.inside);
                let targets = draft.parts.iter().filter_map(|part| part.target.as_deref());
                inside
                    .map(|inner| inner.name.as_str())
                    .chain(targets)
                    .any(|inner| fold(inner) == name)
            };
            let told: Vec<&crate::list::Design> = list.designs.iter().filter(named).collect();
            let all = if told.is_empty() { list.designs.iter().collect() } else { told };
            bases.extend(
                all.iter()
                    .map(|design| (Models::of_design(list, &design.name.value, count), false)),
            );
        }
        bases.extend(draft.models.map(|count| (total(count), false)));
        // All models may be of one kind.
        let kinds_of_entry: Vec<_> = self.kinds(list);
        if let (Some(count), true, true) = (
            draft.models.or(draft.count.map(|count| count.number)),
            kinds.is_empty(),
            kinds_of_entry.len() > 1,
        ) {
            bases.push((total(count), false));
            bases.extend(kinds_of_entry.iter().map(|kind| {
                let (model, count) = (list.added(kind.clone()), Some(list.added(count)));
                (
                    Models::Lines(vec![ModelLine {
                        model,
                        design: Some(false),
                        count,
                        options: Vec::new(),
                    }]),
                    false,
                )
            }));
        }
        bases.extend(
            draft.bare.iter().filter(|count| admits(**count)).map(|count| (total(*count), true)),
        );
        let mut all: Vec<Size> = Vec::new();
        let number =
            draft.count.map(|count| count.number).filter(|count| (1..=1000).contains(count));
        for (models, uses_bare) in bases {
            let size = match &models {
                Models::Total(count) => count.value,
                Models::Lines(lines) => {
                    lines.iter().filter_map(|line| Some(line.count.as_ref()?.value)).sum()
                }
                Models::Unstated => sum,
            };
            // `2x Hussars` over lines for ten models.
            let count = number.filter(|number| *number != size && *number <= 20).unwrap_or(1);
            push(&mut all, models.clone(), 1, uses_bare, one_unit(size));
            if count > 1 {
                push(&mut all, models, count, uses_bare, units(count));
            }
        }
        if let Some(number) = number {
            if admits(number) && number > 0 {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
            let is_units = number > 1
                && number <= 30
                && draft.count.is_some_and(|count| count.is_times || !admits(number));
            if is_units {
                push(&mut all, Models::Unstated, number, false, units(number));
            }
            if !admits(number) {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
        }
        if all.is_empty()
            || (number.is_none_or(|number| number == 1)
                && kinds.is_empty()
                && draft.models.is_none())
        {
            push(&mut all, Models::Unstated, 1, false, "one unit".to_owned());
        }
        all
    }
}

fn push(all: &mut Vec<Size>, models: Models, count: i64, uses_bare: bool, words: String) {
    if !all.iter().any(|size| size.models == models && size.count == count) {
        all.push(Size { models, count, uses_bare, words });
    }
}

fn units(count: i64) -> String {
    format!("{count} units")
}

fn one_unit(size: i64) -> String {
    if size == 1 { "one model".to_owned() } else { format!("one unit of {size} models") }
}

fn describe(worked: &Worked, words: &str) -> String {
    let options: Vec<&str> =
        worked.line.options.iter().map(|option| option.name.value.as_str()).collect();
    match options.as_slice() {
        [] => words.to_owned(),
        options => format!("{words} with {}", options.join(", ")),
    }
}

/// How many models a unit may have and how many such units there may be.
struct Size {
    models: Models,
    count: i64,
    /// A number in brackets is the number of models.
    uses_bare: bool,
    words: String,
}

/// Whether options of models are all on the same models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spread {
    Together,
    Apart,
    /// Apart, and the models with options lead.
    LeadersFirst,
}

impl Spread {
    const ALL: [Spread; 3] = [Spread::Together, Spread::Apart, Spread::LeadersFirst];
}

/// Every way to take the parts, the likeliest first.
fn combinations(taken: &[Taken]) -> Vec<Vec<Way>> {
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
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

/// The parts, each followed by what stands in brackets behind it and is no mark of its own.
fn with_inner(menu: &UnitMenu, parts: &[Part]) -> Vec<Part> {
    let mut all = Vec::new();
    for part in parts {
        all.push(part.clone());
        let found = menu.index.find(&part.segment.name, &|_| true);
        for inner in &part.segment.inside {
            let says_who = by_id(menu, &found, &inner.name).is_some()
                || model_named(menu, &inner.name).is_some();
            let is_id = menu.offers.iter().any(|offer| offer.option == unsheltered(&inner.name));
            if !says_who && !is_id && menu.index.exactly(&inner.name) != Some(Pick::Gear) {
                all.push(Part { segment: inner.clone(), level: part.level + 1, ..part.clone() });
            }
        }
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

fn rank(draft: &UnitDraft, worked: &Worked, size: &Size) -> (Rank, bool) {
    let each = worked.cost;
    let whole = each.and_then(|each| each.multiply(Number::whole(size.count)));
    let is = |number: Number| Some(number) == whole;
    let is_one = |number: Number| Some(number) == each;
    let bare = || draft.bare.iter().map(|bare| Number::whole(*bare));
    let (right, one) = match draft.price {
        Some(price) => (is(price), is_one(price)),
        None => (bare().any(is), bare().any(is_one)),
    };
    let is_off = draft.price.is_some() && !right && !one;
    let is_odd =
        draft.price.is_none() && !draft.bare.is_empty() && !right && !one && !size.uses_bare;
    (Rank { is_off, is_odd, is_each: one && !right, errors: worked.errors }, right || one)
}

/// The thing of this id among those found.
fn by_id(
    menu: &UnitMenu,
    found: &[crate::desk::read::index::Match<Pick>],
    id: &str,
) -> Option<Pick> {
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

fn titled(menu: &UnitMenu, worker: &Worker<'_, '_>, pick: Pick) -> Option<(String, String)> {
    match pick {
        Pick::Offer(at) => menu.offers.get(at).map(|offer| (offer.flag(), offer.title.clone())),
        Pick::Model(model) => Some(worker.named(model)),
        _ => None,
    }
}
