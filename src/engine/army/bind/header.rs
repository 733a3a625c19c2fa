//! Binds the head of a list: faction, chart, event, optional rules, chosen attributes.

use crate::engine::army::bind::Binder;
use crate::engine::army::{Book, Chosen, StatedLimit};
use crate::engine::check::Problem;
use crate::engine::check::kind::{ChartFault, ChartKind, ListKind, NameKind};
use crate::engine::old_names;
use crate::list::{GameKey, GameValue, LIST_KEYS, Name, OldName, Points, Scalar, Spanned};
use crate::model::{
    Attribute, AttributeType, Bearer, ChartId, Event, FactionId, ForceId, Game, NodeKind, Owner,
};
use crate::source::Span;

/// Whether a list of an event used to have this name: `event.list`, where either part may be an old
/// name.
fn was_list(game: &Game, event: &Event, list: &Event, written: &str) -> bool {
    let Some((outer, inner)) = written.split_once('.') else { return false };
    let own = list.id.rsplit_once('.').map_or("", |(_, own)| own);
    let is_outer = outer == event.id || game.was(event.span, outer);
    is_outer && (inner == own || game.was(list.span, inner))
}

impl<'g, 'l> Binder<'g, 'l, '_> {
    pub(crate) fn header(&mut self) {
        let (game, list) = (self.army.game, self.army.list);
        if list.system.value != game.id && game.was(game.span, &list.system.value) {
            let name = OldName { old: list.system.clone(), now: game.id.clone() };
            let problem = old_names::problem(&name).renamed(&name.old, Some(name.now.clone()));
            self.army.problems.push(problem);
        }
        self.army.faction = list.faction.as_ref().and_then(|name| self.faction(name));
        self.army.opponent = list.opponent.as_ref().and_then(|name| self.faction(name));
        if let Some(name) = &list.event {
            let found = game.events.iter().find(|(_, event)| event.id == name.value);
            self.army.event = found.map(|(id, _)| id);
            if found.is_none() {
                // A list of an event has an old name if either part of its name does.
                let lists = game.events.values().filter(|event| {
                    event.within.is_some_and(|outer| {
                        was_list(game, &game.events[outer], event, &name.value)
                    })
                });
                let now = lists.map(|event| event.id.clone()).next();
                let known = game.events.values().map(|event| (event.id.as_str(), event.span));
                self.unknown(NameKind::Event, name, known);
                if let (Some(now), Some(problem)) = (now, self.army.problems.last_mut()) {
                    problem.suggestion = Some(now.clone());
                    problem.renamed = Some((name.span, now));
                }
            }
        }
        self.army.limits = self.stated_limits(list.points.as_ref());
        for name in &list.optional {
            match game.optionals.iter().find(|(_, optional)| optional.id == name.value) {
                Some((id, _)) => self.army.optional.push(id),
                None => {
                    let known = game.optionals.values();
                    let known = known.map(|optional| (optional.id.as_str(), optional.span));
                    self.unknown(NameKind::OptionalRule, name, known);
                }
            }
        }
        self.switch_optionals();
        self.army.chart = match &list.chart {
            Some(name) => self.chart(name, None, self.army.faction),
            None => self.unnamed_chart(None, self.army.faction, None, self.army.span()),
        };
        self.army.chosen = self.chosen(&list.others, NodeKind::Army, LIST_KEYS);
        let faction = self.army.faction.map(|faction| &game.factions[faction].body);
        let chart = self.army.chart.map(|chart| &game.charts[chart].body);
        let event = self.army.event.map(|event| &game.events[event].body);
        // The force around all others is the army itself.
        let outer = game.forces.values().filter(|force| force.within.is_none());
        let (own, played) = (self.army.faction, self.army.whole_event());
        let outer = outer.filter(|force| match force.owner {
            Owner::System => true,
            Owner::Faction(faction) => own == Some(faction),
            Owner::Event(event) => played == Some(event),
        });
        let outer = outer.map(|force| &force.body);
        let bodies =
            std::iter::once(&game.body).chain(faction).chain(outer).chain(chart).chain(event);
        self.army.loose_bodies = bodies.collect();
    }

    /// Optional rules that the event switches on for all lists.
    fn switch_optionals(&mut self) {
        let Some(event) = self.army.event else { return };
        for switch in &self.army.game.events[event].optionals {
            if switch.is_on && !self.army.optional.contains(&switch.rule) {
                self.army.optional.push(switch.rule);
            }
        }
    }

    /// The points limits that the list states for the army or for a force.
    pub(crate) fn stated_limits(&mut self, points: Option<&'l Points>) -> Vec<StatedLimit> {
        let game = self.army.game;
        let mut limits = Vec::new();
        for stated in points.into_iter().flat_map(|points| &points.amounts) {
            let currency = match &stated.currency {
                None => game.currencies.ids().next(),
                Some(name) => {
                    let found = game.currencies.iter().find(|(_, of)| of.id == name.value);
                    if found.is_none() {
                        let known = game.currencies.values();
                        let known = known.map(|currency| (currency.id.as_str(), currency.span));
                        self.unknown(NameKind::Currency, name, known);
                        continue;
                    }
                    found.map(|(id, _)| id)
                }
            };
            let (most, span) = (stated.amount.value, stated.amount.span);
            let takes_fractions = currency.is_some_and(|id| game.currencies[id].step.is_some());
            if !takes_fractions && most.to_whole().is_none() {
                self.report(ListKind::FractionOf { currency }, span);
                continue;
            }
            limits.push(StatedLimit { currency, most, span });
        }
        limits
    }

    pub(crate) fn faction(&mut self, name: &Name) -> Option<FactionId> {
        let game = self.army.game;
        let found =
            game.factions.iter().find(|(_, faction)| faction.id == name.value).map(|(id, _)| id);
        if found.is_none() {
            let known = game.factions.values().map(|faction| (faction.id.as_str(), faction.span));
            self.unknown(NameKind::Faction, name, known);
        }
        found
    }

    /// The charts that the army, or a force of this kind and faction, may use at all. An allied
    /// force may use a chart of the army's faction only if the chart is for its kind.
    fn charts(&self, force: Option<ForceId>, faction: Option<FactionId>) -> Vec<ChartId> {
        let army = &self.army;
        let allowed = army.event.map(|event| &army.game.events[event].charts);
        let is_for = |id: &ChartId| force.is_some() && army.game.charts[*id].force == force;
        let may_use = |id: &ChartId| {
            let owner = army.game.charts[*id].owner;
            (Book::sees(faction, army.whole_event(), owner)
                || is_for(id) && Book::sees(army.faction, army.whole_event(), owner))
                && allowed.is_none_or(|charts| charts.is_empty() || charts.contains(id))
        };
        army.game.charts.ids().filter(may_use).collect()
    }

    /// The chart named by a force, or by the army itself.
    pub(crate) fn chart(
        &mut self,
        name: &Name,
        force: Option<ForceId>,
        faction: Option<FactionId>,
    ) -> Option<ChartId> {
        let (game, kinds) = (self.army.game, self.army.force_kinds());
        let charts = self.charts(force, faction);
        let found = game.charts.iter().find(|(_, chart)| chart.id == name.value).map(|(id, _)| id);
        let why = match found {
            Some(id) if charts.contains(&id) && kinds.fits(&charts, id, force) => return Some(id),
            Some(chart) => match (game.charts[chart].owner, self.army.event) {
                (Owner::Faction(owner), _) if Some(owner) != faction => {
                    ChartFault::OfFaction { chart, faction: owner }
                }
                (_, Some(event)) if !charts.contains(&chart) => {
                    ChartFault::NotPlayedAt { chart, event }
                }
                _ => ChartFault::OfOtherForce { chart, force },
            },
            None => ChartFault::Unknown { written: name.value.clone() },
        };
        let known: Vec<ChartId> =
            charts.iter().copied().filter(|id| kinds.fits(&charts, *id, force)).collect();
        let names: Vec<&str> = known.iter().map(|id| game.charts[*id].id.as_str()).collect();
        let all = known.iter().map(|id| &game.charts[*id]);
        let now =
            old_names::now(game, &name.value, all.map(|chart| (chart.id.as_str(), chart.span)));
        let mut problem = Problem::new(ChartKind::Unusable { why, known }, name.span)
            .suggest(&name.value, names)
            .renamed(name, now.map(str::to_owned));
        problem.defined_at = found.map(|id| game.charts[id].span);
        self.army.problems.push(problem);
        None
    }

    /// The chart of a force (or of the army itself) that names none. In order: the surrounding
    /// force's chart if that is `for` it, the only chart that is `for` it, the surrounding force's
    /// chart, or the only chart there is.
    pub(crate) fn unnamed_chart(
        &mut self,
        force: Option<ForceId>,
        faction: Option<FactionId>,
        around: Option<ChartId>,
        span: Span,
    ) -> Option<ChartId> {
        let (kinds, charts) = (self.army.force_kinds(), self.charts(force, faction));
        let around = around.filter(|chart| kinds.fits(&charts, *chart, force));
        if let Some(chart) = around.filter(|chart| kinds.is_for(*chart, force)) {
            return Some(chart);
        }
        let (own, fitting): (Vec<ChartId>, Vec<ChartId>) = charts
            .iter()
            .copied()
            .filter(|chart| kinds.fits(&charts, *chart, force))
            .partition(|chart| kinds.is_for(*chart, force));
        let known = match (own.as_slice(), around, fitting.as_slice()) {
            ([only], _, _) | ([], None, [only]) => return Some(*only),
            (_, Some(around), _) => return Some(around),
            ([], None, []) => return None,
            // Each of the forces inside names its own chart.
            ([], None, _) if kinds.is_divided(force) => return None,
            _ => own.into_iter().chain(fitting).collect(),
        };
        // An unknown chart of the army has been reported already.
        if force.is_none() || self.army.list.chart.is_none() || self.army.chart.is_some() {
            self.report(ChartKind::Unstated { force, known }, span);
        }
        None
    }

    /// Keys that the game defines: chosen attributes. Any other key is unknown.
    pub(crate) fn chosen(
        &mut self,
        others: &'l [GameKey],
        kind: NodeKind,
        keys: &[&str],
    ) -> Vec<Chosen<'l>> {
        let (game, kinds) = (self.army.game, self.army.force_kinds());
        // Only the army itself and forces can hold forces.
        let outer = match kind {
            NodeKind::Army => Some(None),
            NodeKind::Force(force) => Some(force),
            _ => None,
        };
        let mut chosen = Vec::new();
        for other in others {
            if outer.is_some_and(|outer| kinds.of_key(outer, &other.key.value).is_some()) {
                let empty = matches!(&other.value, GameValue::Scalars(none) if none.is_empty());
                if !matches!(other.value, GameValue::Forces(_)) && !empty {
                    let kind = ListKind::NoForces { written: other.key.value.clone() };
                    self.report(kind, other.key.span);
                }
                continue;
            }
            let attribute = game.attributes.iter().find(|(_, attribute)| {
                attribute.id == other.key.value && self.is_chosen_on(attribute, kind)
            });
            match (attribute, &other.value) {
                (Some((attribute, _)), GameValue::Scalars(values)) => {
                    if values.iter().all(|value| self.fits(attribute, value)) {
                        chosen.push(Chosen { attribute, values });
                    }
                }
                (Some((attribute, _)), _) => {
                    self.report(ListKind::NoScalar { attribute }, other.key.span);
                }
                (None, _) if self.is_misplaced_force(&other.key, kind) => {}
                (None, _) => self.unknown_key(&other.key, kind, outer, keys),
            }
        }
        chosen
    }

    /// Whether lists state the attribute for nodes of this kind.
    fn is_chosen_on(&self, attribute: &Attribute, kind: NodeKind) -> bool {
        let bears = |bearer: &Bearer| match (bearer, kind) {
            (Bearer::Node(NodeKind::Force(None)), NodeKind::Force(_)) => true,
            (Bearer::Node(NodeKind::Force(Some(top))), NodeKind::Army) => {
                self.army.force_kinds().of_army().any(|kind| kind == *top)
            }
            (Bearer::Node(bearer), kind) => *bearer == kind,
            _ => false,
        };
        attribute.chosen && attribute.on.iter().any(bears)
    }

    /// Reports a key that neither the list format nor the game defines. `keys` are the keys that
    /// every game has.
    fn unknown_key(
        &mut self,
        key: &Name,
        kind: NodeKind,
        outer: Option<Option<ForceId>>,
        keys: &[&str],
    ) {
        let (game, kinds) = (self.army.game, self.army.force_kinds());
        let attributes =
            || game.attributes.values().filter(|attribute| self.is_chosen_on(attribute, kind));
        let inside = outer.into_iter().flat_map(|outer| kinds.inside(outer));
        let nested: Vec<String> = inside.map(|kind| game.forces[kind].key()).collect();
        let known = keys
            .iter()
            .copied()
            .chain(attributes().map(|attribute| attribute.id.as_str()))
            .chain(nested.iter().map(String::as_str));
        let written = key.value.clone();
        let problem = Problem::new(ListKind::UnknownKey { written, on: kind }, key.span);
        // Hosts name their guests, not the other way round, so a similar key would not help.
        let problem = match kind == NodeKind::Unit && key.value == "joins" {
            true => problem,
            false => problem.suggest(&key.value, known),
        };
        let places = attributes().map(|attribute| (attribute.id.as_str(), attribute.span));
        let now = old_names::now(game, &key.value, places);
        let now = now.map(str::to_owned).or_else(|| {
            let kind = kinds.of_old_key(outer?, &key.value)?;
            Some(game.forces[kind].key())
        });
        self.army.problems.push(problem.renamed(key, now));
    }

    /// Whether a key names a force that belongs elsewhere. Reports it if so.
    fn is_misplaced_force(&mut self, key: &Name, on: NodeKind) -> bool {
        let (game, kinds) = (self.army.game, self.army.force_kinds());
        let outer = game.forces.ids().filter(|kind| kinds.inside(Some(*kind)).next().is_some());
        let force = outer.into_iter().find_map(|outer| kinds.of_key(Some(outer), &key.value));
        if let Some(force) = force {
            let kind = ListKind::MisplacedForce { written: key.value.clone(), force, on };
            self.report(kind, key.span);
        }
        // Which forces there are depends on a faction that could not be read.
        let is_any = |id: &str| game.forces.values().any(|force| force.id == id);
        let is_unsure = self.army.list.faction.is_some() && self.army.faction.is_none();
        force.is_some() || is_unsure && is_any(key.value.strip_suffix('s').unwrap_or(&key.value))
    }

    /// Whether the attribute can have this value. Reports it if not.
    fn fits(&mut self, id: crate::model::AttributeId, value: &Scalar) -> bool {
        let fits = self.is_value(id, value);
        if !fits {
            self.army.misread.push(id);
        }
        fits
    }

    fn is_value(&mut self, id: crate::model::AttributeId, value: &Scalar) -> bool {
        let game = self.army.game;
        let attribute = &game.attributes[id];
        let words: Vec<(&str, Span)> = match attribute.shape {
            AttributeType::Choice(choices) => {
                let words = game.choices[choices].words.iter();
                words.map(|choice| (choice.word.as_str(), choice.span)).collect()
            }
            AttributeType::Category => {
                let categories = game.categories.values();
                categories.map(|category| (category.id.as_str(), category.span)).collect()
            }
            AttributeType::Int => {
                let (low, high) = attribute.limits;
                return match value {
                    Scalar::Int(number)
                        if low.is_none_or(|low| low <= number.value)
                            && high.is_none_or(|high| number.value <= high) =>
                    {
                        true
                    }
                    _ => {
                        self.report(ListKind::NoNumber { attribute: id }, value.span());
                        false
                    }
                };
            }
            AttributeType::Text => return true,
        };
        let written = value.words();
        if words.iter().any(|(word, _)| *word == written) {
            return true;
        }
        let written = Spanned::new(written, value.span());
        self.unknown(NameKind::ValueOf(id), &written, words.into_iter());
        false
    }
}
