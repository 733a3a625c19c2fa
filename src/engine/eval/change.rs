//! Finds what is in force for a node: its own body, the options it took, and blocks elsewhere that
//! visit it. Start at `in_force`.
//!
//! Changes to one fact apply in text order. A block is entered only if it contains something the
//! query asks for, so conditions are evaluated only where needed, and never in a cycle.

use crate::engine::army::{Army, Node, NodeId, NodeIs, OptionNode, visits};
use crate::engine::eval::{BodyIndex, BodyQuery, Env, Evaluator, Value, VisitBlock, blocks};
use crate::model::{
    Binder, Body, Change, Effect, Expr, ExprKind, Fact, ForEach, NodeFilter, NodeKind,
};

/// Something met on the way through a body.
pub(crate) enum BodyItem<'g> {
    /// A body or block as it is entered, for its contents other than changes.
    Body(&'g Body),
    Change(&'g Change),
}

/// Receives each item, what names mean there, and how many variables are bound.
pub(crate) type Receive<'r, 'g> = &'r mut dyn FnMut(BodyItem<'g>, &mut Env<'g>, usize);

/// Which options count for a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionReach {
    /// No options: what they bring is counted at their own nodes.
    Itself,
    /// The options that go to this node; for a unit, those that go to none of its models.
    Own,
    /// For a unit, also the options that go to its models, because models do not have the fact.
    Whole,
}

/// A visiting block, the node it stands in (`this`), and the node outside of which it visits
/// nothing (`within`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visitor<'a, 'g> {
    pub block: &'a VisitBlock<'g>,
    pub this: NodeId,
    pub within: NodeId,
    /// What `army` means in it.
    pub army: NodeId,
}

/// The loose blocks in force: of the system, the faction, the charts, the event and the forces.
pub(crate) fn visitors<'a, 'g>(
    army: &Army<'g, '_>,
    contents: &'a BodyIndex<'g>,
) -> Vec<Visitor<'a, 'g>> {
    let top = NodeId::ARMY;
    let faction = army.faction.and_then(|faction| contents.factions.get(faction.index()));
    let chart = army.chart.and_then(|chart| contents.charts.get(chart.index()));
    let event = army.event.and_then(|event| contents.events.get(event.index()));
    let loose = [Some(&contents.system), faction, chart, event].into_iter().flatten().flatten();
    let forces = army.force_kinds().of_army();
    let of_army = forces.filter_map(|kind| contents.forces.get(kind.index())).flatten();
    let mut all: Vec<Visitor<'a, 'g>> = loose
        .chain(of_army)
        .map(|block| Visitor { block, this: top, within: top, army: top })
        .collect();
    for (place, force) in army.forces.iter().enumerate() {
        let node = force.node;
        let mut add = |blocks: Option<&'a Vec<VisitBlock<'g>>>, army: NodeId| {
            let blocks = blocks.into_iter().flatten();
            all.extend(blocks.map(|block| Visitor { block, this: node, within: node, army }));
        };
        if let Some(chart) = army.own_chart(place) {
            let around = army.army_of_chart(Some(place), chart);
            add(contents.charts.get(chart.index()), around);
        }
        add(contents.forces.get(force.kind.index()), top);
        let faction = army.faction_of_its_own(place);
        let faction = faction.and_then(|faction| contents.factions.get(faction.index()));
        add(faction, node);
    }
    all
}

/// Visiting blocks in the bodies of what was taken, such as a banner that helps other units.
pub(crate) fn carried_blocks<'g>(
    army: &Army<'g, '_>,
    contents: &BodyIndex<'g>,
) -> Vec<(NodeId, VisitBlock<'g>)> {
    let mut all = Vec::new();
    for (index, node) in (0..).zip(&army.nodes) {
        if let Some(entry) = node.entry.filter(|entry| contents.entry_visits(*entry)) {
            all.extend(
                blocks(&army.game.entries[entry].body)
                    .into_iter()
                    .map(|block| (NodeId(index), block)),
            );
        }
    }
    all
}

impl<'g> Evaluator<'_, 'g> {
    /// Everything in force for a node, in text order: its definition, its options, and the blocks
    /// that visit it.
    pub(crate) fn in_force(
        &self,
        id: NodeId,
        reach: OptionReach,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        if !self.contents.holds(sought) {
            return;
        }
        self.own_in_force(id, reach, sought, receive);
        self.visits_of(id, sought, receive);
    }

    /// The nodes for which something the query asks for may be in force, except what models carry.
    pub(crate) fn holders(&self, sought: BodyQuery<'_>) -> impl Iterator<Item = NodeId> + '_ {
        let bit = sought.bit();
        let anywhere = self.contents.holds(sought);
        let visited = self.visited_sorts & bit != 0;
        let nodes = (0..).map(NodeId).zip(&self.army.nodes).filter(move |_| anywhere);
        let holds = move |node: &Node<'g>| match node.entry {
            None => true,
            Some(entry) => {
                self.contents.entry_sorts(entry) & bit != 0
                    || (visited && !matches!(node.is, NodeIs::Gear))
                    || matches!(&node.is, NodeIs::Option(option) if option.offer.include.is_some())
            }
        };
        nodes.filter(move |(_, node)| holds(node)).map(|(id, _)| id)
    }

    /// Like `in_force`, but without visiting blocks.
    pub(crate) fn own_in_force(
        &self,
        id: NodeId,
        reach: OptionReach,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        let node = self.army.node(id);
        // An option changes its recipient or something above that, never itself.
        let changes_others = matches!(node.is, NodeIs::Option(_)) && sought.is_fact();
        match node.entry {
            Some(entry) => {
                if self.contents.entry_has(entry, sought) && !changes_others {
                    self.walk(&self.game.entries[entry].body, &mut Env::at(id), 0, sought, receive);
                }
            }
            None => self.bodies(id).into_iter().for_each(|(body, army)| {
                self.walk(body, &mut Env::at(id).in_army(army), 0, sought, receive)
            }),
        }
        if let NodeIs::Option(option) = &node.is {
            self.including_line(option, node.parent, sought, receive);
        }
        if reach != OptionReach::Itself {
            self.options_in_force(id, reach, sought, receive);
        }
    }

    /// The changes of a fact of these nodes, in text order: first those of the definitions, then
    /// those of blocks that visit.
    pub(crate) fn changes_of(
        &self,
        nodes: &[(NodeId, OptionReach)],
        sought: BodyQuery<'_>,
    ) -> Vec<(&'g Change, Env<'g>)> {
        let mut all: Vec<(&'g Change, Env<'g>)> = Vec::new();
        if !self.contents.holds(sought) {
            return all;
        }
        let mut take = |item: BodyItem<'g>, env: &mut Env<'g>, _: usize| {
            if let BodyItem::Change(change) = item
                && sought.is_changed_by(change)
            {
                all.push((change, env.clone()));
            }
        };
        for (id, reach) in nodes {
            self.own_in_force(*id, *reach, sought, &mut take);
        }
        // Included bodies come after the definition that includes them.
        all.sort_by_key(|(change, env)| (self.is_included(env), change.span));
        let mut take = |item: BodyItem<'g>, env: &mut Env<'g>, _: usize| {
            if let BodyItem::Change(change) = item
                && sought.is_changed_by(change)
            {
                all.push((change, env.clone()));
            }
        };
        for (id, _) in nodes {
            self.visits_of(*id, sought, &mut take);
        }
        all
    }

    /// Whether the environment is that of an option of an included choice.
    fn is_included(&self, env: &Env<'g>) -> bool {
        let node = env.this.node().map(|node| &self.army.node(node).is);
        matches!(node, Some(NodeIs::Option(option)) if option.offer.include.is_some())
    }

    /// The bodies of the army or a force, with what `army` means in each.
    pub(crate) fn bodies(&self, id: NodeId) -> Vec<(&'g Body, NodeId)> {
        let (army, game) = (&self.army, self.game);
        match &army.node(id).is {
            NodeIs::Army => {
                let loose = army.loose_bodies.iter().copied();
                let all = army.own_bodies().into_iter().chain(loose);
                all.map(|body| (body, NodeId::ARMY)).collect()
            }
            NodeIs::Force(place) => {
                let chart = army.own_chart(*place);
                let faction = army.faction_of_its_own(*place).map(|id| &game.factions[id].body);
                let mut all = army.menu_bodies_of_force(*place);
                all.extend(chart.map(|chart| {
                    (&game.charts[chart].body, army.army_of_chart(Some(*place), chart))
                }));
                all.extend(faction.map(|body| (body, id)));
                all
            }
            _ => Vec::new(),
        }
    }

    /// The braces of the line that offers an option: its changes count only there.
    fn including_line(
        &self,
        option: &OptionNode<'g>,
        parent: NodeId,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        if let Some(include) = option.offer.include
            && matches!(include.what, crate::model::Included::Entry(_))
            && sought.is_in(&include.body)
        {
            self.walk(&include.body, &mut Env::at(parent), 0, sought, receive);
        }
    }

    fn options_in_force(
        &self,
        id: NodeId,
        reach: OptionReach,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        let army = &self.army;
        let mut given: &[NodeId] = &[];
        if let NodeIs::Model(model) = &army.node(id).is {
            given = &model.given;
        }
        let is_unit = matches!(army.node(id).is, NodeIs::Unit);
        for child in army.children(id) {
            match &army.node(child).is {
                NodeIs::Option(option)
                    if !is_unit || option.recipients.is_none() || reach == OptionReach::Whole =>
                {
                    self.option_in_force(child, reach, sought, receive);
                }
                NodeIs::Model(_) if reach == OptionReach::Whole && is_unit => {
                    for inner in army
                        .children(child)
                        .filter(|inner| matches!(army.node(*inner).is, NodeIs::Option(_)))
                    {
                        self.option_in_force(inner, reach, sought, receive);
                    }
                }
                _ => {}
            }
        }
        for option in given {
            self.option_in_force(*option, OptionReach::Itself, sought, receive);
        }
    }

    /// The bodies of an option that is taken, and of the options inside it. Unless the whole unit
    /// is considered, only those for the same models count.
    fn option_in_force(
        &self,
        option: NodeId,
        reach: OptionReach,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        let Some(entry) = self.army.node(option).entry else { return };
        let definition = &self.game.entries[entry];
        if definition.kind == crate::model::EntryKind::Option
            && self.contents.entry_has(entry, sought)
        {
            // An option taken twice counts twice, unless each copy went to different models.
            let node = self.army.node(option);
            let single = matches!(&node.is, NodeIs::Option(taken) if taken.is_for_some_models());
            for _ in 0..if single { 1 } else { node.count.max(1) } {
                if self.meter.exceeded().is_some() {
                    return;
                }
                self.walk(&definition.body, &mut Env::at(option), 0, sought, receive);
            }
        }
        for child in self.army.children(option) {
            if let NodeIs::Option(inner) = &self.army.node(child).is
                && (inner.recipients.is_none() || reach == OptionReach::Whole)
            {
                self.option_in_force(child, reach, sought, receive);
            }
        }
    }

    /// Walks a body in text order, entering conditional blocks only if their conditions hold.
    pub(crate) fn walk(
        &self,
        body: &'g Body,
        env: &mut Env<'g>,
        depth: usize,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        if !self.meter.steps(1 + body.effects.len() / 4, self.game.span) {
            return;
        }
        receive(BodyItem::Body(body), env, depth);
        for effect in &body.effects {
            match effect {
                Effect::Change(change) => receive(BodyItem::Change(change), env, depth),
                Effect::When(when) => {
                    if sought.is_in(&when.body) && self.holds(&when.condition, env) {
                        self.walk(&when.body, env, depth, sought, receive);
                    }
                }
                Effect::ForEach(_) => {}
            }
        }
    }

    /// Walks all blocks that visit a node, wherever they stand.
    pub(crate) fn visits_of(&self, id: NodeId, sought: BodyQuery<'_>, receive: Receive<'_, 'g>) {
        if !self.meter.steps(self.visitors.len() + self.carried.len(), self.game.span) {
            return;
        }
        for visitor in &self.visitors {
            self.visit_of(visitor, id, sought, receive);
        }
        for (this, block) in &self.carried {
            self.visit_of(
                &Visitor { block, this: *this, within: NodeId::ARMY, army: NodeId::ARMY },
                id,
                sought,
                receive,
            );
        }
    }

    fn visit_of(
        &self,
        visitor: &Visitor<'_, 'g>,
        id: NodeId,
        sought: BodyQuery<'_>,
        receive: Receive<'_, 'g>,
    ) {
        let block = visitor.block;
        if block.sorts & sought.bit() == 0 {
            return;
        }
        let inside = visitor.within.0 <= id.0 && id.0 < self.army.node(visitor.within).end;
        // An option whose entry has a profile may be visited either as an option or as gear.
        let kinds = [Some(self.kind(id)), self.gear_kind(id)];
        let visited = kinds.into_iter().flatten().any(|kind| visits(block.each, kind));
        if !inside || !visited || !sought.is_in(&block.each.body) {
            return;
        }
        let mut env = Env::at(visitor.this).in_army(visitor.army);
        if block.whens.iter().all(|when| self.holds(&when.condition, &mut env)) {
            let body = &block.each.body;
            self.visited(block.each, id, &mut env, &mut |env, depth| {
                self.walk(body, env, depth, sought, receive)
            });
        }
    }

    /// Calls back for every binding of a block's variables whose first variable is the node.
    pub(crate) fn visited(
        &self,
        each: &'g ForEach,
        id: NodeId,
        env: &mut Env<'g>,
        call: &mut dyn FnMut(&mut Env<'g>, usize),
    ) {
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

    fn is_in_army(&self, id: NodeId, env: &Env<'g>) -> bool {
        env.army == NodeId::ARMY || self.army.is_below(id, env.army)
    }

    /// Whether a node is in a set. Common sets need no enumeration.
    pub(crate) fn contains(&self, set: &'g Expr, env: &mut Env<'g>, id: NodeId) -> bool {
        match &set.kind {
            ExprKind::Below { what, of, directly: false } if matches!(of.kind, ExprKind::Army) => {
                self.is_in_army(id, env) && self.matches(id, *what)
            }
            ExprKind::Fact(of, Fact::Builtin(crate::model::Builtin::Units))
                if matches!(of.kind, ExprKind::Army) =>
            {
                self.is_in_army(id, env) && self.matches(id, NodeFilter::Kind(NodeKind::Unit))
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
