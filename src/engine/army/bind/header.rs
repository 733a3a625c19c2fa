//! The head of a list: faction, chart, event, optional rules, chosen attributes.

use crate::engine::army::bind::Binder;
use crate::engine::army::{Book, Chosen, Place};
use crate::engine::check::Problem;
use crate::engine::check::kind::{ChartFault, ChartKind, ListKind, Named};
use crate::list::{ForceLine, GameKey, GameValue, LIST_KEYS, List, Name, Scalar, Spanned};
use crate::model::{AttributeType, Bearer, ChartId, FactionId, ForceId, Game, NodeKind, Owner};
use crate::source::Span;

/// The force inside the army that a key of the list means: its id, or its id with an `s`.
pub(crate) fn force_of_key(game: &Game, key: &str) -> Option<ForceId> {
    let nested = game.forces.iter().filter(|(_, force)| force.within.is_some());
    let mut found = nested
        .filter(|(_, force)| force.id == key || key.strip_suffix('s') == Some(force.id.as_str()));
    found.next().map(|(id, _)| id)
}

/// The forces of a list with their kinds, in the order used everywhere: by kind as the game
/// declares them, whatever the order of the keys, then as listed.
pub(crate) fn forces_in_order<'l>(game: &Game, list: &'l List) -> Vec<(ForceId, &'l ForceLine)> {
    let mut all = Vec::new();
    for other in &list.others {
        if let (Some(kind), GameValue::Forces(lines)) =
            (force_of_key(game, &other.key.value), &other.value)
        {
            all.extend(lines.iter().map(|line| (kind, line)));
        }
    }
    all.sort_by_key(|(kind, _)| *kind);
    all
}

impl<'g, 'l> Binder<'g, 'l, '_> {
    pub(crate) fn header(&mut self) {
        let (game, list) = (self.army.game, self.army.list);
        self.army.faction = list.faction.as_ref().and_then(|name| self.faction(name));
        self.army.opponent = list.opponent.as_ref().and_then(|name| self.faction(name));
        if let Some(name) = &list.event {
            let found = game.events.iter().find(|(_, event)| event.id == name.value);
            self.army.event = found.map(|(id, _)| id);
            if found.is_none() {
                let known = game.events.values().map(|event| event.id.as_str());
                self.unknown(Named::Event, name, known);
            }
        }
        for name in &list.optional {
            match game.optionals.iter().find(|(_, optional)| optional.id == name.value) {
                Some((id, _)) => self.army.optional.push(id),
                None => {
                    let known = game.optionals.values().map(|optional| optional.id.as_str());
                    self.unknown(Named::OptionalRule, name, known);
                }
            }
        }
        self.army.chart = match &list.chart {
            Some(name) => self.chart(name, None),
            None => self.only_chart(),
        };
        self.army.chosen = self.chosen(&list.others, NodeKind::Army, LIST_KEYS);
        let faction = self.army.faction.map(|faction| &game.factions[faction].body);
        let chart = self.army.chart.map(|chart| &game.charts[chart].body);
        let event = self.army.event.map(|event| &game.events[event].body);
        // The force around all others is the army itself.
        let outer = game.forces.values().filter(|force| force.within.is_none());
        let (own, played) = (self.army.faction, self.army.event);
        let outer = outer.filter(|force| match force.owner {
            Owner::System => true,
            Owner::Faction(faction) => own == Some(faction),
            Owner::Event(event) => played == Some(event),
        });
        let outer = outer.map(|force| &force.body);
        let bodies =
            std::iter::once(&game.body).chain(faction).chain(outer).chain(chart).chain(event);
        self.army.places = bodies.map(|body| Place { body }).collect();
    }

    fn faction(&mut self, name: &Name) -> Option<FactionId> {
        let game = self.army.game;
        let found =
            game.factions.iter().find(|(_, faction)| faction.id == name.value).map(|(id, _)| id);
        if found.is_none() {
            let known = game.factions.values().map(|faction| faction.id.as_str());
            self.unknown(Named::Faction, name, known);
        }
        found
    }

    /// Whether the army may use a chart at all.
    fn may_use(&self, id: ChartId) -> bool {
        let army = &self.army;
        let chart = &army.game.charts[id];
        let allowed = army.event.map(|event| &army.game.events[event].charts);
        Book::sees(army.faction, army.event, chart.owner)
            && allowed.is_none_or(|charts| charts.is_empty() || charts.contains(&id))
    }

    pub(crate) fn chart(&mut self, name: &Name, force: Option<ForceId>) -> Option<ChartId> {
        let game = self.army.game;
        let fits = |id: ChartId| {
            force.is_none() || game.charts[id].force.is_none() || game.charts[id].force == force
        };
        let found = game.charts.iter().find(|(_, chart)| chart.id == name.value).map(|(id, _)| id);
        let why = match found {
            Some(id) if self.may_use(id) && fits(id) => return Some(id),
            Some(chart) => match (game.charts[chart].owner, self.army.event) {
                (Owner::Faction(faction), _) if Some(faction) != self.army.faction => {
                    ChartFault::OfFaction { chart, faction }
                }
                (_, Some(event)) => ChartFault::NotPlayedAt { chart, event },
                _ => ChartFault::OfOtherForce { chart },
            },
            None => ChartFault::Unknown { written: name.value.clone() },
        };
        let known: Vec<ChartId> =
            game.charts.ids().filter(|id| self.may_use(*id) && fits(*id)).collect();
        let names: Vec<&str> = known.iter().map(|id| game.charts[*id].id.as_str()).collect();
        let mut problem =
            Problem::new(ChartKind::Unusable { why, known }, name.span).suggest(&name.value, names);
        problem.defined_at = found.map(|id| game.charts[id].span);
        self.army.problems.push(problem);
        None
    }

    /// The chart of a list that names none, if there is only one.
    fn only_chart(&mut self) -> Option<ChartId> {
        let game = self.army.game;
        let charts: Vec<ChartId> = game.charts.ids().filter(|id| self.may_use(*id)).collect();
        if let [only] = charts.as_slice() {
            return Some(*only);
        }
        // Where the army holds forces, each has a chart of its own.
        let (faction, event) = (self.army.faction, self.army.event);
        let nested = game
            .forces
            .values()
            .any(|force| force.within.is_some() && Book::sees(faction, event, force.owner));
        if !charts.is_empty() && !nested {
            self.report(ChartKind::Unstated { force: None, known: charts }, self.army.span());
        }
        None
    }

    /// The chart of a force that names none: the army's, or the only one there is for it.
    pub(crate) fn chart_of_force(&mut self, force: ForceId, span: Span) -> Option<ChartId> {
        let game = self.army.game;
        let fits = |id: &ChartId| game.charts[*id].force.is_none_or(|of| of == force);
        if let Some(chart) = self.army.chart.filter(|chart| fits(chart)) {
            return Some(chart);
        }
        let charts: Vec<ChartId> =
            game.charts.ids().filter(|id| self.may_use(*id) && fits(id)).collect();
        match charts.as_slice() {
            [only] => Some(*only),
            [] => None,
            [_, _, ..] => {
                // An unknown chart has been reported already.
                if self.army.list.chart.is_none() || self.army.chart.is_some() {
                    let kind = ChartKind::Unstated { force: Some(force), known: charts };
                    self.report(kind, span);
                }
                None
            }
        }
    }

    /// Keys that the game defines: chosen attributes. Any other key is unknown.
    pub(crate) fn chosen(
        &mut self,
        others: &'l [GameKey],
        kind: NodeKind,
        keys: &[&str],
    ) -> Vec<Chosen<'l>> {
        let game = self.army.game;
        let mut chosen = Vec::new();
        for other in others {
            if kind == NodeKind::Army && force_of_key(game, &other.key.value).is_some() {
                let empty = matches!(&other.value, GameValue::Scalars(none) if none.is_empty());
                if !matches!(other.value, GameValue::Forces(_)) && !empty {
                    let kind = ListKind::NoForces { written: other.key.value.clone() };
                    self.report(kind, other.key.span);
                }
                continue;
            }
            let bears = |on: &[Bearer]| {
                on.iter().any(|bearer| match (bearer, kind) {
                    (Bearer::Node(NodeKind::Force(None)), NodeKind::Force(_)) => true,
                    (Bearer::Node(bearer), kind) => *bearer == kind,
                    _ => false,
                })
            };
            let attribute = game.attributes.iter().find(|(_, attribute)| {
                attribute.chosen && attribute.id == other.key.value && bears(&attribute.on)
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
                (None, _) => {
                    let attributes = game
                        .attributes
                        .values()
                        .filter(|attribute| attribute.chosen && bears(&attribute.on))
                        .map(|attribute| attribute.id.as_str());
                    let nested: Vec<String> = match kind {
                        NodeKind::Army => game
                            .forces
                            .values()
                            .filter(|force| force.within.is_some())
                            .map(|force| format!("{}s", force.id))
                            .collect(),
                        _ => Vec::new(),
                    };
                    let known = keys
                        .iter()
                        .copied()
                        .chain(attributes)
                        .chain(nested.iter().map(String::as_str));
                    let written = other.key.value.clone();
                    let problem =
                        Problem::new(ListKind::UnknownKey { written, on: kind }, other.key.span);
                    // Hosts name their guests and not the other way round, so no similar key helps.
                    let is_joins = kind == NodeKind::Unit && other.key.value == "joins";
                    self.army.problems.push(match is_joins {
                        true => problem,
                        false => problem.suggest(&other.key.value, known),
                    });
                }
            }
        }
        chosen
    }

    /// Whether the attribute can have a value. Reports it if not.
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
        let words: Vec<&str> = match attribute.shape {
            AttributeType::Choice(choices) => {
                game.choices[choices].words.iter().map(|choice| choice.word.as_str()).collect()
            }
            AttributeType::Category => {
                game.categories.values().map(|category| category.id.as_str()).collect()
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
        if words.contains(&written.as_str()) {
            return true;
        }
        self.unknown(Named::ValueOf(id), &Spanned::new(written, value.span()), words);
        false
    }
}
