//! The identity of an army as a canonical text: the same however its list is written, and different
//! for every other army.
//!
//! Everything is taken from the bound army and named by ids, so the text does not depend on prices,
//! values or titles in the data. The army, its forces and its units are the vertices of a graph;
//! its edges say which force contains what, which units have joined which, and which ride in which.
//! Ids that a list gives to units are not part of the identity, so vertices are told apart by their
//! own text and by their neighbours.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::engine::army::{Chosen, NodeId, NodeIs, StatedLimit};
use crate::engine::eval::{BodyQuery, Env, Evaluator, Value};
use crate::model::{AttributeValue, VariableId};

/// A vertex: the army, a force or a unit.
struct Vertex {
    text: String,
    /// For each edge, what it means and the vertex it leads to.
    edges: Vec<(&'static str, String, usize)>,
}

/// A vertex at the other end of an edge: whether the edge leads there, what it means, and the
/// vertex's rank.
type Neighbour<'v> = (bool, &'v str, &'v str, usize);

/// The most rounds of comparing neighbours; more than any army needs to tell its units apart.
const MOST_ROUNDS: usize = 16;

impl Evaluator<'_, '_> {
    /// The canonical text of the army. None if part of the list could not be bound, because its
    /// meaning is unknown.
    pub(crate) fn identity(&self) -> Option<String> {
        let is_whole = !self.army.problems.iter().any(|problem| problem.is_error());
        is_whole.then(|| canonical_text(&self.vertices()))
    }

    fn vertices(&self) -> Vec<Vertex> {
        let army = &self.army;
        // The army, then its forces, then the units.
        let of_force = |force: usize| force + 1;
        let of_unit = |unit: usize| unit + 1 + army.forces.len();
        let of_node = |node: NodeId| match army.node(node).is {
            NodeIs::Force(place) => of_force(place),
            _ => 0,
        };
        let mut all = vec![self.army_vertex(of_unit)];
        for force in &army.forces {
            let mut text = format!("force {}", self.game.forces[force.kind].id);
            let own = force.faction.filter(|_| force.is_allied);
            push_id(&mut text, "faction", own.map(|id| &self.game.factions[id].id));
            self.push_limits(&mut text, &force.limits);
            push_id(&mut text, "chart", force.chart.map(|chart| &self.game.charts[chart].id));
            self.push_chosen(&mut text, &force.chosen);
            self.push_parts(&mut text, force.node);
            let parent = of_node(army.node(force.node).parent);
            all.push(Vertex { text, edges: vec![("in", String::new(), parent)] });
        }
        for unit in &army.units {
            let mut text = format!("unit {}", self.game.entries[unit.entry].id);
            self.push_chosen(&mut text, &unit.chosen);
            push_id(&mut text, "slot", self.decided_slot(unit));
            self.push_parts(&mut text, unit.node);
            let parent = of_node(army.node(unit.node).parent);
            let mut edges = vec![("in", String::new(), parent)];
            let joined = unit.joined.iter().map(|(guest, _)| ("joined", guest));
            let rides = unit.rides.iter().map(|(carrier, _)| ("rides", carrier));
            for (what, other) in joined.chain(rides) {
                edges.push((what, String::new(), of_unit(other.index())));
            }
            all.push(Vertex { text, edges });
        }
        all
    }

    fn army_vertex(&self, of_unit: impl Fn(usize) -> usize) -> Vertex {
        let (army, game) = (&self.army, self.game);
        let mut text = format!("army {}", game.id);
        push_id(&mut text, "faction", army.faction.map(|id| &game.factions[id].id));
        push_id(&mut text, "opponent", army.opponent.map(|id| &game.factions[id].id));
        push_id(&mut text, "event", army.event.map(|id| &game.events[id].id));
        push_id(&mut text, "chart", army.chart.map(|id| &game.charts[id].id));
        self.push_limits(&mut text, &army.limits);
        let mut rules: Vec<&str> =
            army.optional.iter().map(|id| game.optionals[*id].id.as_str()).collect();
        rules.sort_unstable();
        rules.dedup();
        rules.into_iter().for_each(|rule| push_id(&mut text, "rule", Some(rule)));
        self.push_chosen(&mut text, &army.chosen);
        let mut deck: BTreeMap<&str, i64> = BTreeMap::new();
        for (card, _, amount) in army.deck.iter().filter(|(.., amount)| amount.value > 0) {
            let count = deck.entry(&game.entries[*card].id).or_default();
            *count = count.saturating_add(amount.value);
        }
        for (card, count) in deck {
            push_id(&mut text, "card", Some(format_args!("{count} {card}")));
        }
        self.push_parts(&mut text, NodeId::ARMY);
        let ties = self.decided_ties();
        let edges = ties.map(|(id, unit)| ("derived", id.to_owned(), of_unit(unit)));
        Vertex { text, edges: edges.collect() }
    }

    /// Adds the limits that the list states for the army or a force.
    fn push_limits(&self, text: &mut String, limits: &[StatedLimit]) {
        let mut limits = limits.to_vec();
        limits.sort_by_key(|limit| limit.currency);
        for limit in limits {
            let currency = limit.currency.filter(|currency| currency.index() > 0);
            let of = currency.map(|id| format!("points.{}", self.game.currencies[id].id));
            push_id(text, of.as_deref().unwrap_or("points"), Some(limit.most));
        }
    }

    /// The ties that the list decides, each with the unit that it names.
    fn decided_ties(&self) -> impl Iterator<Item = (&str, usize)> {
        let values = self.army_values().into_iter();
        values.filter_map(|derive| {
            Some((self.game.derives[derive].id.as_str(), self.decided(derive)?.index()))
        })
    }

    /// The slot that a unit names, unless it could only stand there anyway.
    fn decided_slot(&self, unit: &crate::engine::army::Unit<'_>) -> Option<&str> {
        let named = unit.line.slot.as_ref()?;
        let force = unit.force.and_then(|force| self.army.forces.get(force));
        let chart = &self.game.charts[force.map_or(self.army.chart, |force| force.chart)?];
        let at = chart.slot(&named.value)?;
        let mut env = Env::at(unit.node);
        let others = chart.slots.iter().enumerate().any(|(place, slot)| {
            env.set(VariableId(0), Value::Node(unit.node));
            place != at && self.holds(&slot.takes, &mut env)
        });
        let opened = !chart.offers.is_empty() || self.contents.holds(BodyQuery::Grants);
        (others || opened).then(|| chart.slots.get(at).map(|slot| slot.id.as_str())).flatten()
    }

    /// Adds chosen attributes, except those at their default.
    fn push_chosen(&self, text: &mut String, chosen: &[Chosen<'_>]) {
        let mut all = BTreeMap::new();
        for stated in chosen.iter().filter(|stated| !self.is_default(stated)) {
            let mut words: Vec<String> = stated.values.iter().map(|value| value.words()).collect();
            words.sort_unstable();
            words.dedup();
            all.insert(self.game.attributes[stated.attribute].id.as_str(), words);
        }
        for (id, words) in all {
            push_id(text, id, Some(format_args!("{words:?}")));
        }
    }

    /// Whether a chosen attribute has its default value.
    pub(crate) fn is_default(&self, chosen: &Chosen<'_>) -> bool {
        let attribute = &self.game.attributes[chosen.attribute];
        let default = attribute.default.as_ref().map(|value| match value {
            AttributeValue::Int(number) => number.to_string(),
            AttributeValue::Text(text) => text.clone(),
            AttributeValue::Category(id) => self.game.categories[*id].id.clone(),
            AttributeValue::Choice(at) => {
                attribute.choices().map_or("", |id| self.game.choices[id].word(*at)).to_owned()
            }
        });
        match chosen.values {
            [] => true,
            [only] => default == Some(only.words()),
            _ => false,
        }
    }

    /// Adds the models and options below a node, with alike ones merged.
    fn push_parts(&self, text: &mut String, id: NodeId) {
        let mut parts: BTreeMap<String, i64> = BTreeMap::new();
        for child in self.army.children(id) {
            if let Some(part) = self.part(child) {
                let count = parts.entry(part).or_default();
                *count = count.saturating_add(self.army.node(child).count);
            }
        }
        if !parts.is_empty() {
            text.push('(');
            for (part, count) in parts {
                let _ = write!(text, "{count} {part};");
            }
            text.push(')');
        }
    }

    /// The text of a model or option; none for what models carry, which follows from these, and for
    /// units, which are vertices.
    fn part(&self, id: NodeId) -> Option<String> {
        let node = self.army.node(id);
        let entry = &self.game.entries[node.entry?].id;
        let mut text = match &node.is {
            NodeIs::Model(model) => {
                let mut text = format!("model {entry}");
                if model.leads {
                    text.push_str(" leads");
                }
                if let Some(design) = model.design.and_then(|at| self.army.list.designs.get(at)) {
                    for (name, amount) in &design.picks {
                        push_id(&mut text, &name.value, Some(amount.value));
                    }
                }
                let mut given: Vec<String> =
                    model.given.iter().filter_map(|option| self.part(*option)).collect();
                given.sort_unstable();
                given.iter().for_each(|option| push_id(&mut text, "given", Some(option)));
                text
            }
            NodeIs::Option(option) => {
                let mut text = "option ".to_owned();
                for choose in option.offer.chooses.iter().rev() {
                    let _ = write!(text, "{}.", self.game.chooses[*choose].id);
                }
                text + entry
            }
            NodeIs::Army | NodeIs::Force(_) | NodeIs::Unit | NodeIs::Gear => return None,
        };
        self.push_parts(&mut text, id);
        Some(text)
    }
}

fn push_id(text: &mut String, key: &str, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        let _ = write!(text, " {key}={value}");
    }
}

/// The vertices with their edges, in an order that depends only on their content.
fn canonical_text(vertices: &[Vertex]) -> String {
    let ranks = ranks(vertices);
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (vertex, rank) in vertices.iter().zip(&ranks) {
        let mut edges: Vec<(&str, &str, usize)> = Vec::new();
        for (what, name, to) in &vertex.edges {
            edges.extend(ranks.get(*to).map(|rank| (*what, name.as_str(), *rank)));
        }
        edges.sort_unstable();
        let mut line = format!("{rank} {}", vertex.text);
        for (what, name, to) in edges {
            let _ = write!(line, " {what}{name}>{to}");
        }
        lines.push((*rank, line));
    }
    lines.sort_unstable();
    lines.into_iter().flat_map(|(_, line)| [line, "\n".to_owned()]).collect()
}

/// A rank for each vertex, equal for alike ones: first by text, then by the ranks of neighbours,
/// until no more vertices can be told apart.
fn ranks(vertices: &[Vertex]) -> Vec<usize> {
    let mut ranks = ranked(vertices.iter().map(|vertex| vertex.text.as_str()).collect());
    for _ in 0..MOST_ROUNDS {
        let mut seen: Vec<(usize, Vec<Neighbour<'_>>)> =
            ranks.iter().map(|rank| (*rank, Vec::new())).collect();
        for (from, vertex) in vertices.iter().enumerate() {
            for (what, name, to) in &vertex.edges {
                for (of, other, outward) in [(from, *to, true), (*to, from, false)] {
                    if let (Some((_, near)), Some(rank)) = (seen.get_mut(of), ranks.get(other)) {
                        near.push((outward, what, name, *rank));
                    }
                }
            }
        }
        seen.iter_mut().for_each(|(_, near)| near.sort_unstable());
        let next = ranked(seen);
        if next == ranks {
            break;
        }
        ranks = next;
    }
    ranks
}

/// The position of each element among the sorted distinct elements.
fn ranked<T: Ord>(all: Vec<T>) -> Vec<usize> {
    let mut different: Vec<&T> = all.iter().collect();
    different.sort_unstable();
    different.dedup();
    all.iter().map(|element| different.binary_search(&element).unwrap_or(0)).collect()
}
