//! Checks how often things are taken, and whether the army may take them at all.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::army::{NodeId, NodeIs, Unit, UnitIndex};
use crate::engine::check::kind::{
    BelongsTo, ByAddress, DeckKind, ListKind, OptionKind, ProblemKind, Subject, UnitKind,
};
use crate::engine::check::problem::{CauseKind, Problem, own_or};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::model::{
    AttributeId, Brings, Cap, Change, Entry, EntryId, Expr, ExprKind, Fact, FactionId, NodeFilter,
    NodeKind, Owner, Permit, Permitted,
};

/// How many units of an entry come with other units, and which units bring at least how many.
#[derive(Default)]
pub(crate) struct Demand<'g> {
    pub low: i64,
    pub high: i64,
    pub by: Vec<(NodeId, &'g Brings, i64)>,
}

/// The caps that have been checked, each with the node it counts in and the entry it counts.
type SeenCaps = FxHashSet<(*const Cap, Option<NodeId>, Option<EntryId>)>;

impl<'g> Evaluator<'_, 'g> {
    /// Whether the faction is missing: the list names an unknown faction, or names none but has
    /// units of one.
    pub(crate) fn lacks_faction(&self) -> bool {
        let army = &self.army;
        let is_owned =
            |unit: &Unit<'_>| matches!(self.game.entries[unit.entry].owner, Owner::Faction(_));
        army.faction.is_none() && (army.list.faction.is_some() || army.units.iter().any(is_owned))
    }

    /// The problem of a list that names no faction.
    pub(crate) fn no_faction(&self) -> Problem<'g> {
        let of_units =
            self.army.units.iter().find_map(|unit| match self.game.entries[unit.entry].owner {
                Owner::Faction(faction) => Some(faction),
                _ => None,
            });
        Problem::new(ListKind::NoFaction { of_units }, self.army.list.system.span)
    }

    pub(crate) fn check_limits(&self, problems: &mut Vec<Problem<'g>>) {
        self.check_unique(problems);
        self.check_caps(problems);
        self.check_available(problems);
        self.check_brought(problems);
    }

    /// The nodes of an entry, in order.
    fn nodes_of(&self, entry: EntryId) -> impl Iterator<Item = NodeId> + '_ {
        self.army.below(NodeId::ARMY).filter(move |id| self.army.node(*id).entry == Some(entry))
    }

    fn check_unique(&self, problems: &mut Vec<Problem<'g>>) {
        let mut unique: Vec<EntryId> = self
            .army
            .nodes
            .iter()
            .filter_map(|node| node.entry)
            .filter(|entry| self.game.entries[*entry].unique)
            .collect();
        unique.sort_unstable();
        unique.dedup();
        for entry in unique {
            let definition = &self.game.entries[entry];
            let nodes: Vec<NodeId> = self
                .nodes_of(entry)
                .filter(|id| !matches!(self.army.node(*id).is, NodeIs::Gear))
                .collect();
            let count = nodes.iter().map(|id| self.army.copies(*id)).fold(0, i64::saturating_add);
            let Some(last) = nodes.last().copied().filter(|_| count > 1) else { continue };
            let is_option = matches!(self.army.node(last).is, NodeIs::Option(_));
            let kind = match is_option {
                true => OptionKind::Unique { entry, count }.into(),
                false => ProblemKind::Unit(UnitKind::Unique { entry, count }),
            };
            let mut problem = Problem::new(kind, self.army.node(last).span)
                .rule(definition.span, &definition.cites)
                .counted(nodes.iter().filter_map(|id| self.army.node(*id).unit));
            problem.option = is_option.then_some(last);
            problems.push(problem);
        }
    }

    fn check_caps(&self, problems: &mut Vec<Problem<'g>>) {
        if !self.contents.holds(BodyQuery::Caps) {
            return;
        }
        let mut seen: SeenCaps = FxHashSet::default();
        for id in self.holders(BodyQuery::Caps) {
            self.in_force(id, OptionReach::Itself, BodyQuery::Caps, &mut |item, env, _| {
                let BodyItem::Body(body) = item else { return };
                for cap in &body.caps {
                    self.check_cap(id, cap, env, &mut seen, problems);
                }
            });
        }
    }

    fn check_cap(
        &self,
        id: NodeId,
        cap: &'g Cap,
        env: &mut Env<'g>,
        seen: &mut SeenCaps,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let node = self.army.node(id);
        let mut once = |place: Option<NodeId>, entry: Option<EntryId>| {
            seen.insert((std::ptr::from_ref(cap), place, entry))
        };
        if let Some(binder) = &cap.of {
            let mut of: Vec<(EntryId, NodeId)> = Vec::new();
            self.each(std::slice::from_ref(binder), &mut env.clone(), &mut |env| {
                let value = env.variable(binder.variable);
                let node = value.node();
                of.extend(node.and_then(|node| Some((self.army.node(node).entry?, node))));
                true
            });
            for (entry, node) in of {
                env.set(binder.variable, Value::Node(node));
                let Some(place) = self.place(node, cap.within) else { continue };
                if once(Some(place), Some(entry)) {
                    problems.extend(self.over_cap(entry, place, cap, env));
                }
            }
            return;
        }
        match (&node.is, node.entry) {
            (NodeIs::Force(_), _) if once(Some(id), None) => {
                problems.extend(self.over_share(id, cap, env))
            }
            // The army itself is also a force.
            (NodeIs::Army, _) if cap.within == NodeKind::Force(None) && once(Some(id), None) => {
                problems.extend(self.over_share(id, cap, env))
            }
            (NodeIs::Force(_) | NodeIs::Army, _) => {}
            (_, Some(entry)) => {
                if let Some(place) = self.place(id, cap.within)
                    && once(Some(place), Some(entry))
                {
                    problems.extend(self.over_cap(entry, place, cap, env));
                }
            }
            _ => {}
        }
    }

    /// The node that a cap counts in, if there is such a node around this one.
    fn place(&self, id: NodeId, within: NodeKind) -> Option<NodeId> {
        let mut at = id;
        while at != NodeId::ARMY {
            at = self.army.node(at).parent;
            let fits = match within {
                NodeKind::Force(None) => {
                    matches!(self.army.node(at).is, NodeIs::Force(_) | NodeIs::Army)
                }
                kind => self.matches(at, NodeFilter::Kind(kind)),
            };
            if fits {
                return Some(at);
            }
        }
        None
    }

    fn over_cap(
        &self,
        entry: EntryId,
        place: NodeId,
        cap: &'g Cap,
        env: &mut Env<'g>,
    ) -> Option<Problem<'g>> {
        let most = self.number(&cap.most, env)?.floor();
        let nodes: Vec<NodeId> =
            self.army.below(place).filter(|id| self.army.node(*id).entry == Some(entry)).collect();
        let count =
            nodes.iter().map(|id| self.army.copies_below(*id, place)).fold(0, i64::saturating_add);
        let last = nodes.last().copied().filter(|_| count > most)?;
        let kind = UnitKind::TooMany { within: self.subject(place), entry, count, most };
        let mut problem = Problem::new(kind, self.army.node(last).span)
            .rule(cap.span, &cap.cites)
            .counted(nodes.iter().filter_map(|id| self.army.node(*id).unit));
        let mut changes: Vec<&'g Change> = Vec::new();
        self.changes_read(&cap.most, env, &mut changes);
        for change in changes {
            problem.cause(CauseKind::LimitChanged, change.span, &change.cites);
        }
        if matches!(self.army.node(last).is, NodeIs::Option(_)) {
            problem.option = Some(last);
        }
        Some(problem)
    }

    /// The changes to attributes that a formula reads, each once.
    pub(crate) fn changes_read(
        &self,
        formula: &'g Expr,
        env: &mut Env<'g>,
        changes: &mut Vec<&'g Change>,
    ) {
        if let ExprKind::Fact(of, Fact::Attribute(attribute)) = &formula.kind
            && let Some(node) = self.value(of, env).node()
        {
            for (change, _) in
                self.changes_of(&[(node, OptionReach::Own)], BodyQuery::Attribute(*attribute))
            {
                if !changes.iter().any(|known| std::ptr::eq(*known, change)) {
                    changes.push(change);
                }
            }
        }
        formula.children(|inner| self.changes_read(inner, env, changes));
    }

    /// A force that costs more than its share.
    fn over_share(&self, id: NodeId, cap: &'g Cap, env: &mut Env<'g>) -> Option<Problem<'g>> {
        let (most, cost) = (self.number(&cap.most, env)?, self.cost(id)?);
        if cost <= most {
            return None;
        }
        let kind = UnitKind::TooDear { force: self.subject(id), cost, most };
        let units = self
            .army
            .unit_indices()
            .filter(|unit| self.army.is_below(self.army.unit(*unit).node, id));
        let problem = Problem::new(kind, self.army.node(id).span).rule(cap.span, &cap.cites);
        Some(problem.counted(units))
    }

    /// The `allow` and `ban` lines in force.
    fn permits(&self) -> Vec<(&'g Permit, Env<'g>)> {
        let mut all = Vec::new();
        if !self.contents.holds(BodyQuery::Permits) {
            return all;
        }
        for id in self.holders(BodyQuery::Permits) {
            self.in_force(id, OptionReach::Itself, BodyQuery::Permits, &mut |item, env, _| {
                if let BodyItem::Body(body) = item {
                    all.extend(body.permits.iter().map(|permit| (permit, env.clone())));
                }
            });
        }
        all.retain(|(permit, env)| {
            permit.when.as_ref().is_none_or(|when| self.holds(when, &mut env.clone()))
        });
        all
    }

    pub(crate) fn check_available(&self, problems: &mut Vec<Problem<'g>>) {
        let permits = self.permits();
        let mut reported: FxHashMap<(EntryId, Option<FactionId>), usize> = FxHashMap::default();
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            let meets = |permit: &(&'g Permit, Env<'g>)| self.permit_meets(permit, unit.node);
            let entry = &self.game.entries[unit.entry];
            let allowed = permits.iter().any(|permit| permit.0.allow && meets(permit));
            // A ban that depends on an attribute with an invalid value is not applied.
            let banned = permits
                .iter()
                .find(|permit| !permit.0.allow && !self.reads_misread(permit.0) && meets(permit));
            let (kind, span, cites) = if let Some((permit, _)) = banned {
                let kind = UnitKind::Banned { unit: index, by: ByAddress(*permit) };
                (kind, permit.span, permit.cites.as_slice())
            } else if let Some(hidden) = self.is_hidden_itself(unit.node) {
                let cites = own_or(&hidden.cites, &entry.cites);
                (UnitKind::Hidden { unit: index }, hidden.span, cites)
            } else if !allowed && let Some(of) = self.foreign_owner(entry, unit.force) {
                let kind = UnitKind::Foreign { unit: index, of };
                (kind, entry.span, entry.cites.as_slice())
            } else {
                continue;
            };
            // Further units of the same entry are counted in the first unit's problem.
            let cause = (unit.entry, self.army.faction_at(unit.force));
            match reported.get(&cause).and_then(|place| problems.get_mut(*place)) {
                Some(problem) => problem.units.push(index),
                None => {
                    let at = self.army.node(unit.node).span;
                    reported.insert(cause, problems.len());
                    problems.push(Problem::new(kind, at).rule(span, cites).counted([index]));
                }
            }
        }
        self.check_banned_parts(&permits, problems);
    }

    /// Reports the options, models, weapons and cards that a line bans.
    fn check_banned_parts(
        &self,
        permits: &[(&'g Permit, Env<'g>)],
        problems: &mut Vec<Problem<'g>>,
    ) {
        let bans = permits.iter().filter(|(permit, _)| {
            !permit.allow
                && !matches!(permit.of, Permitted::Units(_))
                && !self.reads_misread(permit)
        });
        for ban in bans {
            let (permit, by) = (ban.0, ByAddress(ban.0));
            let mut told: FxHashMap<Option<EntryId>, usize> = FxHashMap::default();
            for part in self.army.below(NodeId::ARMY) {
                let node = self.army.node(part);
                let is_part = !matches!(node.is, NodeIs::Unit | NodeIs::Force(_) | NodeIs::Army);
                if !is_part || !self.permit_meets(ban, part) {
                    continue;
                }
                // Further nodes of the same entry are counted in the first node's problem.
                if let Some(problem) =
                    told.get(&node.entry).and_then(|place| problems.get_mut(*place))
                {
                    problem.units.extend(node.unit);
                    problem.units.dedup();
                    continue;
                }
                let owner = match node.unit {
                    Some(unit) => self.subject(self.army.unit(unit).node),
                    None => Subject::Army,
                };
                told.insert(node.entry, problems.len());
                let kind = OptionKind::Banned { owner, part, by };
                let mut problem = Problem::new(kind, node.span)
                    .rule(permit.span, &permit.cites)
                    .counted(node.unit);
                problem.option = matches!(node.is, NodeIs::Option(_)).then_some(part);
                problems.push(problem);
            }
            let Permitted::Named(names) = &permit.of else { continue };
            for (card, name, _) in self.army.deck.iter().filter(|(card, ..)| names.contains(card)) {
                let kind = DeckKind::Banned { card: *card, by };
                problems.push(Problem::new(kind, name.span).rule(permit.span, &permit.cites));
            }
        }
    }

    fn reads_misread(&self, permit: &Permit) -> bool {
        fn reads(expr: &Expr, misread: &[AttributeId]) -> bool {
            let mut found = matches!(&expr.kind, ExprKind::Fact(_, Fact::Attribute(id)) if misread.contains(id));
            expr.children(|part| found = found || reads(part, misread));
            found
        }
        let misread = self.army.misread.as_slice();
        !misread.is_empty()
            && permit.when.iter().chain(permit.of.set()).any(|condition| reads(condition, misread))
    }

    fn permit_meets(&self, (permit, env): &(&'g Permit, Env<'g>), unit: NodeId) -> bool {
        self.is_permitted(permit, &mut env.clone(), unit)
    }

    /// Whether something is what a line allows or bans.
    pub(crate) fn is_permitted(&self, permit: &'g Permit, env: &mut Env<'g>, node: NodeId) -> bool {
        match &permit.of {
            Permitted::Units(set) | Permitted::Parts(set) => self.contains(set, env, node),
            Permitted::Named(entries) => {
                self.army.node(node).entry.is_some_and(|entry| entries.contains(&entry))
            }
        }
    }

    /// Who the unit belongs to, if the army may not take it by default.
    fn foreign_owner(&self, entry: &'g Entry, force: Option<usize>) -> Option<BelongsTo<'g>> {
        let faction = self.army.faction_at(force);
        if faction.is_none() && force.is_some_and(|_| self.army.faction.is_some()) {
            return None; // the force lacks its faction, which is told once
        }
        if !entry.only_for.is_empty()
            && !faction.is_some_and(|faction| entry.only_for.contains(&faction))
        {
            return Some(BelongsTo::Factions(&entry.only_for));
        }
        match entry.owner {
            Owner::System => None,
            Owner::Faction(owner)
                if Some(owner) == faction
                    || (entry.only_for.iter().any(|allowed| Some(*allowed) == faction)) =>
            {
                None
            }
            Owner::Faction(owner) => Some(BelongsTo::Faction(owner)),
            Owner::Event(event) => {
                (self.army.whole_event() != Some(event)).then_some(BelongsTo::Event(event))
            }
        }
    }

    /// The entries of units that come with others, and how many there are.
    pub(crate) fn brought(&self) -> Vec<(EntryId, Demand<'g>)> {
        let mut demand: FxHashMap<EntryId, Demand<'g>> = FxHashMap::default();
        for id in self.holders(BodyQuery::Brings) {
            self.in_force(id, OptionReach::Itself, BodyQuery::Brings, &mut |item, env, _| {
                let BodyItem::Body(body) = item else { return };
                for brings in &body.brings {
                    let limits = self.bounds(&brings.range, env).limits;
                    let copies = self.army.copies(id);
                    let low = limits.low.saturating_mul(copies);
                    let high = limits.high.unwrap_or(limits.low).saturating_mul(copies);
                    let entry = demand.entry(brings.unit).or_default();
                    entry.low = entry.low.saturating_add(low);
                    entry.high = entry.high.saturating_add(high);
                    entry.by.push((id, brings, low));
                }
            });
        }
        let mut demand: Vec<_> = demand.into_iter().collect();
        demand.sort_unstable_by_key(|(entry, ..)| *entry);
        demand
    }

    /// Checks units that only come with others.
    fn check_brought(&self, problems: &mut Vec<Problem<'g>>) {
        if !self.contents.holds(BodyQuery::Brings) {
            return;
        }
        let mut demand: FxHashMap<EntryId, Demand<'g>> = self.brought().into_iter().collect();
        for entry in self
            .army
            .units
            .iter()
            .map(|unit| unit.entry)
            .filter(|entry| self.book.is_brought(*entry))
        {
            demand.entry(entry).or_default();
        }
        let mut demand: Vec<_> = demand.into_iter().collect();
        demand.sort_unstable_by_key(|(entry, ..)| *entry);
        for (entry, Demand { low, high, by }) in demand {
            let units: Vec<UnitIndex> = self
                .army
                .unit_indices()
                .filter(|index| self.army.unit(*index).entry == entry)
                .collect();
            let count = i64::try_from(units.len()).unwrap_or(i64::MAX);
            let definition = &self.game.entries[entry];
            let lines = self.lines_bringing(entry, by.first().map(|(_, brings, _)| *brings));
            let span = lines.first().map_or(definition.span, |line| line.span);
            let (kind, at, units) = if count > high {
                let at = units.last().map_or(self.army.span(), |last| {
                    self.army.node(self.army.unit(*last).node).span
                });
                (UnitKind::NotBrought { entry, count, brought: high }, at, units)
            } else if count < low
                && let Some((bringer, ..)) = by.first()
            {
                let kind = UnitKind::Brings { bringer: self.subject(*bringer), entry, low, count };
                (kind, self.army.node(*bringer).span, Vec::new())
            } else {
                continue;
            };
            let mut problem = Problem::new(kind, at).rule(span, &definition.cites).counted(units);
            for line in lines {
                problem.cite(&line.cites);
            }
            problems.push(problem);
        }
    }

    /// The line that brings a unit here, or else every line that could.
    fn lines_bringing(&self, unit: EntryId, here: Option<&'g Brings>) -> Vec<&'g Brings> {
        match here {
            Some(line) => vec![line],
            None => self
                .game
                .each_body()
                .flat_map(|body| &body.brings)
                .filter(|brings| brings.unit == unit)
                .collect(),
        }
    }
}
