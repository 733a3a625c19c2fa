//! What is in force for a node: its own body, the options it took, and the blocks elsewhere that visit it.
//!
//! Changes to one fact apply in text order. A block is entered only if it holds something of the sort that is asked for,
//! so its condition is not asked for in vain, and never in a circle.

use rustc_hash::FxHashSet;

use super::eval::{Env, Evaluator, Visitor};
use super::value::Value;
use crate::model::{
    AttributeId, Binder, Body, CategoryId, Change, ChangeKind, Effect, Expr, ExprKind, Fact, ForEach, Game, NodeKind, What, When,
};
use crate::roster::{Army, NodeId, NodeIs, OptionNode, visits};

/// Something met on the way through a body.
pub(super) enum Item<'g> {
    /// A body or block as it is entered: what stands in it beside changes.
    Body(&'g Body),
    Change(&'g Change),
}

/// What is looked for: blocks without it are not entered.
pub(super) type Wanted<'w> = &'w dyn Fn(&Body) -> bool;

/// Receives what is met, what names mean there, and how many variables are bound.
pub(super) type Receive<'r, 'g> = &'r mut dyn FnMut(Item<'g>, &mut Env<'g>, usize);

/// Which options count for a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// No options: what they bring is counted with them.
    Itself,
    /// Those that go to this node: for a unit, those that go to no model of it.
    Own,
    /// For a unit also those that go to its models, because models do not have the fact.
    Whole,
}

/// The blocks that visit, with everything that must hold for them to be open.
pub(super) fn visitors<'g>(army: &Army<'g, '_>) -> Vec<Visitor<'g>> {
    let top = NodeId::ARMY;
    let mut all: Vec<Visitor<'g>> = Vec::new();
    for place in &army.places {
        blocks(place.body, top, top, &mut Vec::new(), &mut all);
    }
    for force in &army.forces {
        let chart = force.chart.filter(|chart| Some(*chart) != army.chart).map(|chart| &army.game.charts[chart].body);
        for body in chart.into_iter().chain([&army.game.forces[force.kind].body]) {
            blocks(body, force.node, force.node, &mut Vec::new(), &mut all);
        }
    }
    for (index, node) in (0..).zip(&army.nodes) {
        if let Some(entry) = node.entry {
            blocks(&army.game.entries[entry].body, NodeId(index), top, &mut Vec::new(), &mut all);
        }
    }
    all
}

fn blocks<'g>(body: &'g Body, this: NodeId, within: NodeId, whens: &mut Vec<&'g When>, all: &mut Vec<Visitor<'g>>) {
    for effect in &body.effects {
        match effect {
            Effect::Change(_) => {}
            Effect::When(when) => {
                whens.push(when);
                blocks(&when.body, this, within, whens, all);
                whens.pop();
            }
            Effect::ForEach(each) => all.push(Visitor { each, whens: whens.clone(), this, within }),
        }
    }
}

/// Whether a body or a block in it meets a test.
pub(super) fn anywhere(body: &Body, test: Wanted<'_>) -> bool {
    test(body)
        || body.effects.iter().any(|effect| match effect {
            Effect::Change(_) => false,
            Effect::When(when) => anywhere(&when.body, test),
            Effect::ForEach(each) => anywhere(&each.body, test),
        })
}

/// Whether a body itself holds a change of some sort.
pub(super) fn changes(body: &Body, test: impl Fn(&Change) -> bool) -> bool {
    body.effects.iter().any(|effect| matches!(effect, Effect::Change(change) if test(change)))
}

impl<'g> Evaluator<'_, 'g> {
    /// Everything in force for a node, in text order: its definition, its options, what visits it.
    pub(super) fn in_force(&self, id: NodeId, reach: Reach, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        let node = self.army.node(id);
        for body in self.bodies(id) {
            self.walk(body, &mut Env::at(id), 0, wanted, receive);
        }
        if let NodeIs::Option(option) = &node.is {
            self.including_line(option, node.parent, wanted, receive);
        }
        if reach != Reach::Itself {
            self.options_in_force(id, reach, wanted, receive);
        }
        self.visits_of(id, wanted, receive);
    }

    /// The bodies a node has by itself.
    fn bodies(&self, id: NodeId) -> Vec<&'g Body> {
        let (army, game) = (self.army, self.game);
        match &army.node(id).is {
            NodeIs::Army => {
                let faction = army.faction.map(|faction| &game.factions[faction].army);
                let loose = army.places.iter().map(|place| place.body);
                std::iter::once(&game.army).chain(faction).chain(loose).collect()
            }
            NodeIs::Force(place) => {
                let Some(force) = army.forces.get(*place) else { return Vec::new() };
                let chart = force.chart.filter(|chart| Some(*chart) != army.chart).map(|chart| &game.charts[chart].body);
                std::iter::once(&game.forces[force.kind].body).chain(chart).collect()
            }
            _ => army.node(id).entry.map(|entry| &game.entries[entry].body).into_iter().collect(),
        }
    }

    /// The braces of the line that offers an option: changes that count here only.
    fn including_line(&self, option: &OptionNode<'g>, parent: NodeId, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        if let Some(include) = option.offer.include
            && matches!(include.what, crate::model::Included::Entry(_))
            && anywhere(&include.body, wanted)
        {
            self.walk(&include.body, &mut Env::at(parent), 0, wanted, receive);
        }
    }

    fn options_in_force(&self, id: NodeId, reach: Reach, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        let army = self.army;
        let mut given: &[NodeId] = &[];
        if let NodeIs::Model(model) = &army.node(id).is {
            given = &model.given;
        }
        let is_unit = matches!(army.node(id).is, NodeIs::Unit);
        for child in army.children(id) {
            match &army.node(child).is {
                NodeIs::Option(option) if !is_unit || option.target.is_none() || reach == Reach::Whole => {
                    self.option_in_force(child, wanted, receive);
                }
                NodeIs::Model(_) if reach == Reach::Whole && is_unit => {
                    for inner in army.children(child).filter(|inner| matches!(army.node(*inner).is, NodeIs::Option(_))) {
                        self.option_in_force(inner, wanted, receive);
                    }
                }
                _ => {}
            }
        }
        for option in given {
            self.option_in_force(*option, wanted, receive);
        }
    }

    /// What taking an option means, with what is taken inside it.
    fn option_in_force(&self, option: NodeId, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        let Some(entry) = self.army.node(option).entry else { return };
        let entry = &self.game.entries[entry];
        if entry.kind == crate::model::EntryKind::Option && anywhere(&entry.body, wanted) {
            self.walk(&entry.body, &mut Env::at(option), 0, wanted, receive);
        }
        for child in self.army.children(option) {
            if matches!(self.army.node(child).is, NodeIs::Option(_)) {
                self.option_in_force(child, wanted, receive);
            }
        }
    }

    /// A body in text order; blocks under a condition only while it holds.
    pub(super) fn walk(&self, body: &'g Body, env: &mut Env<'g>, depth: usize, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        receive(Item::Body(body), env, depth);
        for effect in &body.effects {
            match effect {
                Effect::Change(change) => receive(Item::Change(change), env, depth),
                Effect::When(when) => {
                    if anywhere(&when.body, wanted) && self.holds(&when.condition, env) {
                        self.walk(&when.body, env, depth, wanted, receive);
                    }
                }
                Effect::ForEach(_) => {}
            }
        }
    }

    /// The blocks anywhere that visit a node.
    fn visits_of(&self, id: NodeId, wanted: Wanted<'_>, receive: Receive<'_, 'g>) {
        for visitor in &self.visitors {
            let inside = visitor.within.0 <= id.0 && id.0 < self.army.node(visitor.within).end;
            if !inside || !visits(visitor.each, self.kind(id)) || !anywhere(&visitor.each.body, wanted) {
                continue;
            }
            let mut env = Env::at(visitor.this);
            if visitor.whens.iter().all(|when| self.holds(&when.condition, &mut env)) {
                let body = &visitor.each.body;
                self.visited(visitor.each, id, &mut env, &mut |env, depth| self.walk(body, env, depth, wanted, receive));
            }
        }
    }

    /// Calls back for every way in which a block visits a node first.
    pub(super) fn visited(&self, each: &'g ForEach, id: NodeId, env: &mut Env<'g>, call: &mut dyn FnMut(&mut Env<'g>, usize)) {
        let Some((first, rest)) = each.binders.split_first() else { return };
        if !self.contains(&first.set, env, id) {
            return;
        }
        env.set(first.variable, Value::Node(id));
        if !self.fits(first, env) {
            return;
        }
        let depth = each.binders.last().map_or(0, |last| last.variable.0 + 1);
        self.each(rest, env, &mut |env| {
            call(env, depth);
            true
        });
    }

    fn fits(&self, binder: &'g Binder, env: &mut Env<'g>) -> bool {
        binder.condition.as_ref().is_none_or(|condition| self.holds(condition, env))
    }

    /// Whether a node is in a set; the usual sets need no counting through.
    fn contains(&self, set: &'g Expr, env: &mut Env<'g>, id: NodeId) -> bool {
        match &set.kind {
            ExprKind::Below { what, of, directly: false } if matches!(of.kind, ExprKind::Army) => self.matches(id, *what),
            ExprKind::Fact(of, Fact::Builtin(crate::model::Builtin::Units)) if matches!(of.kind, ExprKind::Army) => {
                self.matches(id, What::Kind(NodeKind::Unit))
            }
            ExprKind::Where { set, variable, condition } => {
                if !self.contains(set, env, id) {
                    return false;
                }
                env.set(*variable, Value::Node(id));
                self.holds(condition, env)
            }
            _ => {
                let mut found = false;
                self.visit(set, env, &mut |_, value, _| {
                    found = value.node() == Some(id);
                    !found
                });
                found
            }
        }
    }
}

/// What some change somewhere alters: everything else is as it was stated, without looking further.
#[derive(Debug, Default)]
pub(super) struct Changed<'g> {
    pub categories: FxHashSet<CategoryId>,
    pub attributes: FxHashSet<AttributeId>,
    pub stats: FxHashSet<&'g str>,
}

impl<'g> Changed<'g> {
    pub(super) fn of(game: &'g Game) -> Self {
        let mut changed = Changed::default();
        game.each_change(&mut |change| match &change.kind {
            ChangeKind::Add(category) | ChangeKind::Remove(category) => {
                changed.categories.insert(*category);
            }
            ChangeKind::Attribute(attribute, _) => {
                changed.attributes.insert(*attribute);
            }
            ChangeKind::Stat(name, _) => {
                changed.stats.insert(name);
            }
            ChangeKind::Hide | ChangeKind::Bound { .. } | ChangeKind::Cost(_) => {}
        });
        changed
    }
}
