//! What might mend an problem, the likeliest first. Nothing here is promised: every candidate is
//! tried.

use crate::builder::fix::FixCandidate;

use crate::builder::force::force_places;
use crate::diagnostic::{Family, codes};
use crate::engine::army::{NodeIs, UnitIndex};
use crate::engine::check::kind::SlotKind;
use crate::engine::check::{Kind, Problem};
use crate::engine::eval::{Evaluator, Number};
use crate::list::{Edit, ModelLine, Models, Spanned, UnitLine, UnitPlace, places};
use crate::model::{AttributeType, Bearer, EntryId, ExprKind, NodeKind, Owner};
use crate::source::Sources;

/// How many units are tried for one that is missing.
const MOST_ADDED: usize = 40;

pub(crate) fn of(
    evaluator: &Evaluator<'_, '_>,
    sources: &Sources,
    problem: &Problem<'_>,
) -> Vec<FixCandidate> {
    let search = Search { evaluator, sources, places: places(evaluator.army.list) };
    let code = problem.code();
    let mut all = Vec::new();
    // What was misspelt.
    if let Some(near) = &problem.suggestion {
        all.push(candidate(Edit::Rename(problem.at, near.clone()), "write", format!("`{near}`")));
        return all;
    }
    if [&codes::SLOT_TOO_FEW, &codes::UNLOCK_UNPAID, &codes::UNIT_NOT_BROUGHT].contains(&code) {
        search.additions(problem, &mut all);
    }
    if code == &codes::UNIT_SIZE {
        search.sizes(problem, &mut all);
    }
    search.relations(problem, &mut all);
    search.options(problem, &mut all);
    if code == &codes::OPTION_TOO_FEW {
        search.members(problem, &mut all);
    }
    search.cards_and_values(problem, &mut all);
    if code.family == Family::Slot {
        search.slots(problem, &mut all);
    }
    if code == &codes::RULE_BROKEN {
        search.attributes(problem, &mut all);
        search.sizes(problem, &mut all);
        search.unit_options(problem, &mut all);
        search.removals(problem, &mut all);
        search.additions(problem, &mut all);
    } else {
        search.removals(problem, &mut all);
    }
    if code == &codes::POINTS_OVER_LIMIT {
        search.unit_options(problem, &mut all);
    }
    if code.family == Family::Slot || code == &codes::CHART_UNKNOWN {
        search.charts(&mut all);
    }
    all
}

fn candidate(edit: Edit, verb: &'static str, object: String) -> FixCandidate {
    FixCandidate { edit, verb, object, last_resort: false }
}

struct Search<'s, 'a, 'g> {
    evaluator: &'s Evaluator<'a, 'g>,
    sources: &'s Sources,
    places: Vec<(UnitPlace, &'a UnitLine)>,
}

impl<'a, 'g> Search<'_, 'a, 'g> {
    fn place(&self, unit: UnitIndex) -> Option<UnitPlace> {
        let line = self.evaluator.army.unit(unit).line;
        self.places.iter().find(|(_, one)| std::ptr::eq(*one, line)).map(|(place, _)| *place)
    }

    /// A unit as a fix names it.
    fn name(&self, unit: UnitIndex) -> String {
        let army = &self.evaluator.army;
        let line = self.sources.place(army.node(army.unit(unit).node).span).line;
        let several = army.unit(unit).line.count.as_ref().is_some_and(|count| count.value > 1);
        format!("{}{} (line {line})", if several { "one " } else { "" }, army.unit_title(unit))
    }

    fn removals(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let mut units = problem.units.clone();
        if problem.code() == &codes::POINTS_OVER_LIMIT {
            // The least that is enough comes first.
            let cost = |unit: &UnitIndex| {
                self.evaluator.cost(self.evaluator.army.unit(*unit).node).unwrap_or(Number::ZERO)
            };
            units.sort_by_key(cost);
        }
        // Nobody removes a squad to get rid of one of its options.
        use Family::{Deck, Derived, Join, Option, Pick, Ride};
        let code = problem.code();
        let is_small = matches!(code.family, Option | Join | Ride | Pick | Deck | Derived);
        let last_resort = is_small || code == &codes::UNIT_SIZE;
        for unit in units {
            if let Some(place) = self.place(unit) {
                all.push(FixCandidate {
                    last_resort,
                    ..candidate(Edit::RemoveUnit(place), "remove", self.name(unit))
                });
            }
        }
    }

    /// Units that the army may look for at home, the cheapest first.
    fn additions(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        let mut units: Vec<_> = match army.faction {
            Some(faction) => game.units_of(faction).collect(),
            None => game.units().filter(|(_, unit)| unit.owner == Owner::System).collect(),
        };
        let lacking = match problem.kind {
            Kind::Slot(SlotKind::TooFew { place, .. }) => Some(place),
            _ => None,
        };
        if let Some(place) = lacking
            && let Some(slot) =
                army.chart.and_then(|chart| game.charts[chart].slots.get(place.slot))
        {
            // Those whose first heading is the slot's own are what people look for.
            let heading = |unit: &crate::model::Entry| {
                unit.categories
                    .first()
                    .is_none_or(|category| game.categories[*category].id != slot.id)
            };
            units.sort_by_key(|(_, unit)| heading(unit));
        }
        let force = lacking
            .and_then(|place| place.force)
            .or_else(|| problem.units.first().and_then(|unit| army.unit(*unit).force));
        let force = force.and_then(|force| self.force_place(force));
        for (_, unit) in units.into_iter().take(MOST_ADDED) {
            let line = Box::new(UnitLine::new(Spanned::new(unit.id.clone(), army.span())));
            let edit = Edit::AddUnit { line, force };
            all.push(candidate(edit, "add", unit.title.clone()));
        }
    }

    /// The place of a force in the list, from its place in the army.
    fn force_place(&self, force: usize) -> Option<(usize, usize)> {
        force_places(self.evaluator.game, self.evaluator.army.list).get(force).copied()
    }

    /// The sizes next to what is stated, and the least and most of the entry.
    fn sizes(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let (army, evaluator) = (&self.evaluator.army, self.evaluator);
        for index in &problem.units {
            let unit = army.unit(*index);
            let Some(place) = self.place(*index) else { continue };
            if let Models::Lines(lines) = &unit.line.models {
                self.line_sizes(*index, place, lines, all);
                continue;
            }
            let (low, high) = evaluator.sizes(unit);
            let stated = match &unit.line.models {
                Models::Total(total) => total.value,
                _ => low,
            };
            let mut sizes = vec![
                stated.clamp(low, high.unwrap_or(i64::MAX).max(low)),
                stated + 1,
                stated - 1,
                low,
            ];
            sizes.extend(high);
            sizes.retain(|size| {
                *size != stated && *size >= low && high.is_none_or(|high| *size <= high)
            });
            sizes.dedup();
            for size in sizes {
                let object = format!("{size} models of {}", self.name(*index));
                all.push(candidate(Edit::Models(place, size), "take", object));
            }
        }
    }

    /// The bounds of the lines of models that a list names.
    fn line_sizes(
        &self,
        index: UnitIndex,
        place: UnitPlace,
        lines: &[ModelLine],
        all: &mut Vec<FixCandidate>,
    ) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        let unit = army.unit(index);
        for (at, line) in lines.iter().enumerate() {
            let named = |entry: EntryId| game.entries[entry].id == line.model.value;
            let of_model = army.children(unit.node).find_map(|node| match &army.node(node).is {
                NodeIs::Model(model) if army.node(node).entry.is_some_and(named) => model.line,
                _ => None,
            });
            let Some(range) = of_model.map(|line| &line.range) else { continue };
            let bounds = self.evaluator.bounds(range, &mut crate::engine::eval::Env::at(unit.node));
            for count in [bounds.high, Some(bounds.low)].into_iter().flatten() {
                let object = format!("{count} × {} in {}", line.model.value, self.name(index));
                all.push(candidate(Edit::ModelCount(place, at, count), "take", object));
            }
        }
    }

    fn options(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        if let Some(option) = problem.option {
            let title = self.evaluator.title(option);
            let span = self.evaluator.army.node(option).span;
            all.push(candidate(Edit::DropOption(span), "drop", format!("one {title}")));
            let taken = self.evaluator.army.node(option).count;
            for count in [taken - 2, taken - 3, 2, 1]
                .into_iter()
                .filter(|count| (1..taken - 1).contains(count))
            {
                all.push(candidate(Edit::Times(span, count), "take", format!("{count} × {title}")));
            }
        }
    }

    /// Any option of the units concerned.
    fn unit_options(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let army = &self.evaluator.army;
        for index in &problem.units {
            let unit = army.unit(*index).node;
            for node in army.below(unit).filter(
                |node| matches!(&army.node(*node).is, NodeIs::Option(option) if !option.automatic),
            ) {
                let object = format!("one {} of {}", self.evaluator.title(node), self.name(*index));
                all.push(candidate(Edit::DropOption(army.node(node).span), "drop", object));
            }
        }
    }

    /// Members of choices that lack some.
    fn members(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let game = self.evaluator.game;
        let place = problem.units.first().and_then(|unit| self.place(*unit));
        let choose = game.chooses.values().find(|choose| problem.defined_at == Some(choose.span));
        for member in choose.iter().flat_map(|choose| &choose.members) {
            let Some(choose) = choose else { continue };
            let entry = &game.entries[member.entry];
            let edit = Edit::TakeOption {
                place,
                choose: choose.id.clone(),
                option: entry.id.clone(),
                span: problem.at,
            };
            all.push(candidate(edit, "take", entry.title.clone()));
        }
    }

    fn relations(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let army = &self.evaluator.army;
        if problem.code().family == Family::Join {
            let joined = army.unit_indices().find_map(|host| {
                let (guest, _) =
                    army.unit(host).joined.iter().find(|(_, span)| *span == problem.at)?;
                Some((host, *guest))
            });
            let Some((host, guest)) = joined else { return };
            let Some(name) =
                army.unit(host).line.joined.iter().find(|name| name.span == problem.at)
            else {
                return;
            };
            for other in army.unit_indices().filter(|other| *other != host && *other != guest) {
                if let Some(place) = self.place(other) {
                    let edit = Edit::Join { host: place, guest: name.clone() };
                    all.push(candidate(edit, "let it join", self.name(other)));
                }
            }
            if let Some(place) = self.place(host) {
                let edit = Edit::Leave { host: place, guest: name.value.clone() };
                all.push(candidate(edit, "let", format!("{} stand alone", self.name(guest))));
            }
        }
        if problem.code() == &codes::RIDE_NOT_ALLOWED
            && let Some(rider) = problem.units.first()
            && let Some(place) = self.place(*rider)
        {
            all.push(candidate(Edit::GetOff(place), "let", format!("{} walk", self.name(*rider))));
        }
        if problem.code() == &codes::RULE_BROKEN {
            for index in &problem.units {
                let unit = army.unit(*index);
                let Some(place) = self.place(*index) else { continue };
                for name in &unit.line.joined {
                    let edit = Edit::Leave { host: place, guest: name.value.clone() };
                    all.push(candidate(edit, "let", format!("{} stand alone", name.value)));
                }
                if unit.rides.is_some() {
                    all.push(candidate(
                        Edit::GetOff(place),
                        "let",
                        format!("{} walk", self.name(*index)),
                    ));
                }
            }
        }
    }

    fn slots(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        for index in &problem.units {
            if let (Some(slot), Some(place)) =
                (&self.evaluator.army.unit(*index).line.slot, self.place(*index))
            {
                let object = format!("`slot: {}` of {}", slot.value, self.name(*index));
                all.push(candidate(Edit::AnySlot(place), "leave out", object));
            }
        }
    }

    fn cards_and_values(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let (army, evaluator) = (&self.evaluator.army, self.evaluator);
        if let Some((card, name, amount)) = army
            .deck
            .iter()
            .find(|(_, name, _)| name.span == problem.at && problem.code().family == Family::Deck)
        {
            let title = &evaluator.game.entries[*card].title;
            for count in [3, 2, 1, 0].into_iter().filter(|count| *count < amount.value) {
                let object = if count == 0 {
                    format!("the card {title}")
                } else {
                    format!("{count} of {title}")
                };
                let verb = if count == 0 { "leave out" } else { "take" };
                all.push(candidate(Edit::Card(name.span, count), verb, object));
            }
        }
        if problem.code() == &codes::DERIVED_DISAGREES
            && let Some((name, _)) =
                army.list.derived.iter().find(|(_, value)| value.span() == problem.at)
            && let Some(value) = evaluator.stated_value(&name.value, problem.at)
        {
            let object = format!("`{}: {}`", name.value, value.words());
            all.push(candidate(Edit::Derived(name.value.clone(), value), "write", object));
        }
    }

    /// Other words for chosen attributes of the units concerned.
    fn attributes(&self, problem: &Problem<'_>, all: &mut Vec<FixCandidate>) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        let units: Vec<UnitIndex> = if problem.units.is_empty() {
            army.unit_indices().take(12).collect()
        } else {
            problem.units.clone()
        };
        for index in units {
            let Some(place) = self.place(index) else { continue };
            let line = army.unit(index).line;
            let chosen = game
                .attributes
                .values()
                .filter(|one| one.chosen && one.on.contains(&Bearer::Node(NodeKind::Unit)));
            for attribute in chosen {
                let AttributeType::Choice(choices) = attribute.shape else { continue };
                for word in &game.choices[choices].words {
                    let stated = line.others.iter().find(|other| other.key.value == attribute.id);
                    let edit = match stated {
                        Some(other) => {
                            Edit::Chosen { place, key: other.key.span, value: word.word.clone() }
                        }
                        None => Edit::Choose {
                            place,
                            key: attribute.id.clone(),
                            value: word.word.clone(),
                            span: line.unit.span,
                        },
                    };
                    let object =
                        format!("`{}: {}` for {}", attribute.id, word.word, self.name(index));
                    all.push(candidate(edit, "write", object));
                }
            }
        }
    }

    fn charts(&self, all: &mut Vec<FixCandidate>) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        if !army.forces.is_empty() {
            return;
        }
        for (id, chart) in game.charts.iter() {
            let constant = chart.slots.iter().all(|slot| {
                slot.range.low.as_ref().is_none_or(|low| matches!(low.kind, ExprKind::Number(_)))
            });
            if Some(id) != army.chart && constant {
                all.push(candidate(
                    Edit::Chart(chart.id.clone()),
                    "play",
                    format!("the {} chart", chart.title),
                ));
            }
        }
    }
}
