//! Edits that might repair one problem, the likeliest first.

use crate::builder::candidates::Candidates;
use crate::builder::candidates::head::play;
use crate::builder::points::merged;
use crate::builder::stated::attributes;
use crate::diagnostic::{Family, codes};
use crate::engine::army::{Army, ForceNode, NodeId, NodeIs, UnitIndex};
use crate::engine::check::kind::{
    ChartKind, Demands, FactionFault, ForceKind, Limits, OptionKind, PickKind, PointsKind,
    SlotKind, Subject,
};
use crate::engine::check::{Problem, ProblemKind};
use crate::engine::eval::{Env, Number};
use crate::list::{
    Design, Edit, ForceKey, ForceLine, Holder, LineId, Models, Name, OptionPath, Points,
    SpannedNumber, UnitKey, UnitLine,
};
use crate::model::{AttributeType, Chart, Entry, EntryId, ExprKind, NodeKind, Owner};
use crate::source::Span;

/// How many entries are tried for a unit that is missing.
const MOST_ADDED: usize = 40;

/// How many units are tried with other values of their keys if a rule is about no unit in
/// particular.
const MOST_WORDED: usize = 12;

impl<'a, 'g> Candidates<'_, 'a, 'g> {
    pub(crate) fn for_problem(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let code = problem.code();
        if let Some(to) = problem.suggestion.clone() {
            let place = self.list.name_at(problem.at);
            return place.map(|place| Edit::Rename { place, to }).into_iter().collect();
        }
        let is_slot = code.family == Family::Slot;
        let is_rule = code == &codes::RULE_BROKEN;
        let mut edits = Vec::new();
        if [&codes::SLOT_TOO_FEW, &codes::UNLOCK_UNPAID, &codes::UNIT_NOT_BROUGHT].contains(&code) {
            edits.extend(self.additions(problem));
        }
        if code == &codes::UNIT_SIZE {
            edits.extend(self.sizes(problem));
        }
        edits.extend(self.other_relations(problem));
        edits.extend(self.option(problem));
        if code == &codes::OPTION_NO_TARGET {
            edits.extend(self.sizes(problem));
            edits.extend(self.unit_options(problem));
        }
        if code == &codes::OPTION_TOO_FEW {
            edits.extend(self.members(problem));
        }
        edits.extend(self.pick(problem));
        if is_rule || code.family == Family::Pick {
            edits.extend(self.designs_of(problem));
        }
        edits.extend(self.card(problem));
        edits.extend(self.derived(problem));
        edits.extend(self.points(problem));
        if is_slot {
            edits.extend(self.lines(problem).filter_map(|line| self.slot(line)));
        }
        if is_rule {
            edits.extend(self.attributes(problem));
            edits.extend(self.sizes(problem));
            edits.extend(self.unit_options(problem));
        }
        if code.family == Family::Value {
            edits.extend(self.unit_options(problem));
        }
        edits.extend(self.removals(problem));
        if is_rule {
            edits.extend(self.additions(problem));
        }
        if code == &codes::POINTS_OVER_LIMIT {
            edits.extend(self.unit_options(problem));
        }
        edits.extend(self.chart_of_force(problem));
        edits.extend(self.faction_of_force(problem));
        if (is_slot || code == &codes::CHART_UNKNOWN) && self.army().forces.is_empty() {
            edits.extend(self.charts().into_iter().filter(|chart| is_constant(chart)).map(play));
        }
        edits
    }

    fn army(&self) -> &Army<'g, 'a> {
        &self.session.evaluator().army
    }

    /// The lines of the units that the problem is about.
    fn lines(&self, problem: &Problem<'_>) -> impl Iterator<Item = &'a UnitLine> {
        problem.units.iter().map(|unit| self.army().unit(*unit).line)
    }

    fn line_of(&self, unit: UnitIndex) -> LineId {
        self.army().unit(unit).line.line()
    }

    fn removals(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let mut units = problem.units.clone();
        let over = match &problem.kind {
            ProblemKind::Points(points) => points.over(),
            _ => None,
        };
        if let Some(over) = over {
            // Prefer removing the cheapest unit that saves enough.
            let evaluator = self.session.evaluator();
            units.sort_by_key(|unit| {
                let node = self.army().unit(*unit).node;
                evaluator.cost_in(over.currency, node).unwrap_or(Number::ZERO)
            });
        }
        let amount = problem.kind.amount();
        let mut edits = Vec::new();
        for unit in units {
            let line = self.army().unit(unit).line;
            let rest = line.copies().saturating_sub(amount);
            let edit = if amount > 1 && rest > 0 {
                Edit::SetCount { unit: line.line(), count: rest }
            } else {
                Edit::RemoveUnit { unit: line.line() }
            };
            // The units of one line are all removed by the same edit.
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
        edits
    }

    /// The charts that a force may use, if it names none of them.
    fn chart_of_force(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let known = match &problem.kind {
            ProblemKind::Chart(
                ChartKind::Unusable { known, .. } | ChartKind::Unstated { known, .. },
            ) => known,
            _ => return Vec::new(),
        };
        let named = |line: &ForceLine| line.chart.as_ref().map(|chart| chart.span);
        let is_it = |force: &&ForceNode<'_>| {
            let named = self.list.force(force.line).and_then(named);
            named.unwrap_or(force.span) == problem.at
        };
        let Some(force) = self.army().forces.iter().find(is_it) else { return Vec::new() };
        let charts = known.iter().map(|chart| self.game.charts[*chart].id.clone());
        charts.map(|chart| Edit::SetForceChart { force: force.line, chart }).collect()
    }

    /// The factions that a force may have, if it states none of them.
    fn faction_of_force(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let ProblemKind::Force(ForceKind::Faction { force: Subject::Force(place), why, known }) =
            &problem.kind
        else {
            return Vec::new();
        };
        let Some(force) = self.army().forces.get(*place).map(|force| force.line) else {
            return Vec::new();
        };
        let set = |value| Edit::SetForceText { force, key: ForceKey::Faction, value };
        match why {
            FactionFault::NoneOfItsOwn => vec![set(None)],
            _ => known.iter().map(|id| set(Some(self.game.factions[*id].id.clone()))).collect(),
        }
    }

    /// Adds units of the faction of the army or force, units for the slot in question first.
    fn additions(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let (army, game) = (self.army(), self.game);
        let lacking = match problem.kind {
            ProblemKind::Slot(SlotKind::TooFew { place, .. }) => Some(place),
            _ => None,
        };
        let of_units = || problem.units.first().and_then(|unit| army.unit(*unit).force);
        let force = lacking.and_then(|place| place.force).or_else(of_units);
        let mut units: Vec<&Entry> = match army.faction_at(force) {
            Some(faction) => game.units_of(faction).map(|(_, unit)| unit).collect(),
            None => {
                let units = game.units().map(|(_, unit)| unit);
                units.filter(|unit| unit.owner == Owner::System).collect()
            }
        };
        if let Some(place) = lacking
            && let Some(slot) = game.charts[place.chart].slots.get(place.slot)
        {
            // Players expect the units whose main category is that of the slot.
            units.sort_by_key(|unit| {
                let first = unit.categories.first();
                first.is_none_or(|category| game.categories[*category].id != slot.id)
            });
        }
        let force = force.and_then(|force| army.forces.get(force)).map(|force| force.line);
        let add = |unit: &Entry| {
            let line = Box::new(UnitLine::new(self.list.added(unit.id.clone())));
            Edit::AddUnit { line, to: force.into() }
        };
        units.into_iter().take(MOST_ADDED).map(add).collect()
    }

    /// The sizes next to the current one, and the smallest and largest.
    fn sizes(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for index in &problem.units {
            let unit = self.army().unit(*index);
            let allowed = self.session.evaluator().sizes(unit);
            let stated = match &unit.line.models {
                Models::Total(total) => total.value,
                Models::Unstated => allowed.low,
                Models::Lines(_) => {
                    edits.extend(self.model_counts(*index));
                    continue;
                }
            };
            let (more, fewer) = (allowed.from(stated + 1), allowed.up_to(stated - 1));
            let mut sizes: Vec<i64> = more.into_iter().chain(fewer).collect();
            if !allowed.admit(stated) {
                sizes.sort_by_key(|size| size.abs_diff(stated));
            }
            sizes.extend(allowed.high.into_iter().chain([allowed.low]));
            let mut seen = Vec::new();
            sizes.retain(|size| {
                let is_new = *size != stated && !seen.contains(size);
                seen.push(*size);
                is_new
            });
            edits.extend(sizes.into_iter().map(|size| self.size(unit.line.line(), size)));
        }
        edits
    }

    /// The fewest and most of each kind of model, where a list states them line by line.
    fn model_counts(&self, index: UnitIndex) -> Vec<Edit> {
        let (army, game) = (self.army(), self.game);
        let unit = army.unit(index);
        let Models::Lines(lines) = &unit.line.models else { return Vec::new() };
        let mut edits = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let named = |entry: EntryId| game.entries[entry].id == line.model.value;
            let of_model = army.children(unit.node).find_map(|node| match &army.node(node).is {
                NodeIs::Model(model) if army.node(node).entry.is_some_and(named) => model.line,
                _ => None,
            });
            let Some(models) = of_model else { continue };
            let evaluator = self.session.evaluator();
            let bounds = evaluator.bounds(&models.range, &mut Env::at(unit.node));
            let limits = bounds.limits;
            let count = line.count.as_ref().map_or(limits.low, |count| count.value);
            let nearest = limits.from(count).into_iter().chain(limits.up_to(count));
            for count in nearest.chain(limits.high).chain([limits.low]) {
                edits.push(Edit::SetModelCount { unit: unit.line.line(), row, count });
            }
        }
        edits
    }

    /// Drops the option that the problem is about, or takes it less often.
    fn option(&self, problem: &Problem<'_>) -> Vec<Edit> {
        if let ProblemKind::Option(OptionKind::Unknown { .. } | OptionKind::NotInChoice { .. }) =
            problem.kind
        {
            return self.written_at(problem.at).map(Edit::DropOption).into_iter().collect();
        }
        let Some(node) = problem.option else { return Vec::new() };
        let Some(option) = self.path_of(node) else { return Vec::new() };
        let taken = self.army().node(node).count;
        // First drop exactly the excess, then other numbers.
        let enough = taken.saturating_sub(problem.kind.amount());
        let less = [enough, taken - 2, taken - 3, 2, 1];
        let less = less.into_iter().filter(|count| (1..taken - 1).contains(count));
        let allowed = match &problem.kind {
            ProblemKind::Option(OptionKind::TooRarely { limits, .. }) => {
                limits.from(taken).into_iter().chain(limits.up_to(taken)).collect()
            }
            _ => Vec::new(),
        };
        let allowed = allowed.into_iter().filter(|times| *times > 0);
        let times =
            allowed.chain(less).map(|times| Edit::SetTimes { option: option.clone(), times });
        let drop = std::iter::once(Edit::DropOption(option.clone()));
        if enough == taken - 1 { drop.chain(times).collect() } else { times.chain(drop).collect() }
    }

    /// The option named at a place in the list, even if no such option exists.
    fn written_at(&self, at: Span) -> Option<OptionPath> {
        self.list.holders().into_iter().find_map(|holder| {
            let mut all = self.list.options_below(&holder).into_iter();
            all.find(|(_, pick)| pick.name.span == at).map(|(path, _)| path)
        })
    }

    /// Where the list takes an option.
    fn path_of(&self, node: NodeId) -> Option<OptionPath> {
        let (army, node) = (self.army(), self.army().node(node));
        let id = node.entry.map(|entry| self.game.entries[entry].id.as_str());
        let own = node.unit.map(|unit| army.unit(unit).line.holders()).unwrap_or_default();
        for holder in own.into_iter().chain(self.list.holders()) {
            for (path, pick) in self.list.options_below(&holder) {
                let is_it = Some(pick.option()) == id;
                // An option that an edit added has no place in the text, so its name has to do.
                if pick.name.span == node.span && (is_it || !node.span.is_nowhere()) {
                    return Some(path);
                }
            }
        }
        None
    }

    /// Any option of the units concerned.
    fn unit_options(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let army = self.army();
        let mut edits = Vec::new();
        for index in &problem.units {
            for node in army.below(army.unit(*index).node) {
                if matches!(&army.node(node).is, NodeIs::Option(option) if !option.automatic) {
                    edits.extend(self.path_of(node).map(Edit::DropOption));
                }
            }
        }
        edits
    }

    /// Options of the choice that lacks some, for the unit, force or army that lacks them: as many
    /// as are missing, then one more.
    fn members(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let ProblemKind::Option(OptionKind::TooFewOfChoice { owner, choose, .. }) = problem.kind
        else {
            return Vec::new();
        };
        let choose = &self.game.chooses[choose].id;
        let of = match owner {
            Subject::Design(place) => {
                self.design(place).map(|design| Holder::Design(design.name.value.clone()))
            }
            Subject::Force(place) => {
                self.army().forces.get(place).map(|force| Holder::Force(force.line))
            }
            _ => problem.units.first().map(|unit| Holder::Unit(self.line_of(*unit))),
        };
        let of = of.unwrap_or(Holder::Army);
        let missing = problem.kind.amount();
        let mut edits = Vec::new();
        for times in [Some(missing).filter(|missing| *missing > 1), None] {
            for option in self.session.offered(&of) {
                let is_member = option.choose.as_ref().is_some_and(|(id, _)| id == choose);
                if !is_member {
                    continue;
                }
                let offer = option.offer();
                edits.push(Edit::TakeOption { of: of.clone(), offer, times });
            }
        }
        edits
    }

    fn design(&self, place: usize) -> Option<&'a Design> {
        self.list.designs.get(place)
    }

    /// Other picks and options of the designs that the units concerned follow, or that are wrong.
    fn designs_of(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let army = self.army();
        let mut places: Vec<usize> = Vec::new();
        for unit in &problem.units {
            for node in army.children(army.unit(*unit).node) {
                if let NodeIs::Model(model) = &army.node(node).is
                    && let Some(design) = model.design
                    && !places.contains(&design)
                {
                    places.push(design);
                }
            }
        }
        let is_wrong = |design: &Design| {
            let at = |span: Span| span == problem.at;
            at(design.name.span)
                || design.picks.iter().any(|(name, amount)| at(name.span) || at(amount.span))
        };
        let wrong = (0..self.list.designs.len()).filter(|place| {
            problem.code().family == Family::Pick && self.design(*place).is_some_and(is_wrong)
        });
        places.extend(wrong.collect::<Vec<_>>());
        places
            .into_iter()
            .filter_map(|place| self.design(place))
            .flat_map(|design| self.of_design(design))
            .collect()
    }

    fn other_relations(&self, problem: &Problem<'_>) -> Vec<Edit> {
        if problem.code().family == Family::Join {
            return self.other_hosts(problem);
        }
        if problem.code() == &codes::RIDE_NOT_ALLOWED {
            let walk = |unit: LineId| Edit::SetUnitText { unit, key: UnitKey::Rides, value: None };
            return self.lines(problem).take(1).map(|line| walk(line.line())).collect();
        }
        if problem.code() == &codes::RULE_BROKEN {
            return self.lines(problem).flat_map(|line| self.relations(line)).collect();
        }
        Vec::new()
    }

    /// Another unit to join, or none.
    fn other_hosts(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let army = self.army();
        let joined = army.unit_indices().find_map(|host| {
            let (guest, _) = army.unit(host).joined.iter().find(|(_, span)| *span == problem.at)?;
            Some((host, *guest))
        });
        let Some((host, guest)) = joined else { return Vec::new() };
        let names = &army.unit(host).line.joined;
        let Some(name) = names.iter().find(|name| name.span == problem.at) else {
            return Vec::new();
        };
        let others = army.unit_indices().filter(|other| *other != host && *other != guest);
        let mut edits: Vec<Edit> = others
            .map(|other| Edit::Join { host: self.line_of(other), guest: name.value.clone() })
            .collect();
        edits.push(Edit::Leave { host: self.line_of(host), guest: name.value.clone() });
        edits
    }

    /// Fewer of the card that the problem is about.
    fn card(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let is_it = problem.code().family == Family::Deck;
        let mut cards = self.army().deck.iter().filter(|_| is_it);
        let Some((_, name, amount)) = cards.find(|(_, name, _)| name.span == problem.at) else {
            return Vec::new();
        };
        let fewer = [3, 2, 1, 0].into_iter().filter(|count| *count < amount.value);
        fewer.map(|count| Edit::SetCard { card: name.value.clone(), count }).collect()
    }

    /// The numbers next to the one that was picked.
    fn pick(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let ProblemKind::Pick(PickKind::OutOfRange { picked, picks, .. }) = &problem.kind else {
            return Vec::new();
        };
        let limits = Limits::new(picks.low.unwrap_or(i64::MIN), picks.high, &picks.steps);
        let of_design = |design: &Design| {
            let stated = |(_, amount): &&(Name, SpannedNumber)| amount.span == problem.at;
            let (pick, _) = design.picks.iter().find(stated)?;
            Some((design.name.value.clone(), pick.value.clone()))
        };
        let Some((design, pick)) = self.list.designs.iter().find_map(of_design) else {
            return Vec::new();
        };
        let near = limits.from(*picked).into_iter().chain(limits.up_to(*picked));
        near.map(|value| Edit::SetPick { design: design.clone(), pick: pick.clone(), value })
            .collect()
    }

    /// States the derived value that the rules give.
    fn derived(&self, problem: &Problem<'_>) -> Option<Edit> {
        let is_it = problem.code() == &codes::DERIVED_DISAGREES;
        let mut stated = self.list.derived.iter().filter(|_| is_it);
        let (name, _) = stated.find(|(_, value)| value.span() == problem.at)?;
        let value = self.session.evaluator().stated_value(&name.value, problem.at)?;
        Some(Edit::SetDerived { name: name.value.clone(), value: Some(value) })
    }

    /// States the smallest points limit of the event that covers the cost of the army.
    fn points(&self, problem: &Problem<'_>) -> Option<Edit> {
        let ProblemKind::Points(PointsKind::Missing(Demands::Event { limits, .. })) = &problem.kind
        else {
            return None;
        };
        let cost = self.session.evaluator().cost(NodeId::ARMY)?.ceil();
        let points = Points::new([(None, Number::whole(limits.from(cost)?))]);
        let merged = merged(self.game, self.list.points.as_ref(), &points).ok()?;
        Some(Edit::SetPoints(Some(merged)))
    }

    /// Other values of the keys of the units concerned.
    fn attributes(&self, problem: &Problem<'_>) -> Vec<Edit> {
        let units: Vec<UnitIndex> = match problem.units.as_slice() {
            [] => self.army().unit_indices().take(MOST_WORDED).collect(),
            units => units.to_vec(),
        };
        let mut edits = Vec::new();
        for unit in units {
            let of = Holder::Unit(self.line_of(unit));
            for attribute in attributes(self.game, NodeKind::Unit) {
                if matches!(attribute.shape, AttributeType::Choice(_)) {
                    edits.extend(self.words_for(&of, attribute));
                }
            }
        }
        edits
    }
}

/// Whether the minimums of a chart are plain numbers.
fn is_constant(chart: &Chart) -> bool {
    chart.slots.iter().all(|slot| {
        slot.range.low.as_ref().is_none_or(|low| matches!(low.kind, ExprKind::Number(_)))
    })
}
