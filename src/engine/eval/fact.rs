//! Evaluates facts: what expressions can ask about nodes, definitions, keywords and factions.

use std::rc::Rc;

use crate::engine::army::{ModelNode, NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{ElementVisitor, Env, EvalError, EvalErrorKind, Evaluator, Value};
use crate::model::{
    Argument, Builtin, CategoryId, ChooseId, EntryId, EntryKind, Expr, Fact, FactionId, KeywordUse,
    NodeFilter, NodeKind, Owner, Type,
};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn fact_expr(
        &self,
        expr: &'g Expr,
        of: &'g Expr,
        fact: &'g Fact,
        env: &mut Env<'g>,
    ) -> Value<'g> {
        if !matches!(of.ty, Type::Set(_)) {
            let value = self.value(of, env);
            return self.fact(&value, fact);
        }
        let mut all: Vec<(Value<'g>, i64)> = Vec::new();
        self.visit(of, env, &mut |env, element, copies| {
            let value = self.fact(&element, fact);
            self.visit_value(value, env, &mut |_, value, more| {
                self.push(&mut all, value, copies.saturating_mul(more), expr)
            })
        });
        match expr.ty {
            // `u.K.X`: the highest of several uses
            Type::Number => all
                .iter()
                .filter_map(|(value, _)| value.number())
                .max()
                .map_or(Value::None, Value::Number),
            _ => Value::Set(Rc::new(all)),
        }
    }

    pub(crate) fn visit_fact(
        &self,
        of: &'g Expr,
        fact: &'g Fact,
        env: &mut Env<'g>,
        visit: ElementVisitor<'_, 'g>,
    ) {
        if !matches!(of.ty, Type::Set(_)) {
            let value = self.value(of, env);
            if let (Value::Node(node), Fact::Builtin(builtin)) = (&value, fact)
                && let Some(what) = below(*builtin)
            {
                self.visit_nodes_below(*node, what, false, 1, env, visit);
                return;
            }
            let value = self.fact(&value, fact);
            self.visit_value(value, env, visit);
            return;
        }
        self.visit(of, env, &mut |env, element, copies| {
            let value = self.fact(&element, fact);
            self.visit_value(value, env, &mut |env, value, more| {
                visit(env, value, copies.saturating_mul(more))
            })
        });
    }

    pub(crate) fn visit_below(
        &self,
        what: NodeFilter,
        of: &'g Expr,
        directly: bool,
        env: &mut Env<'g>,
        visit: ElementVisitor<'_, 'g>,
    ) {
        self.visit(of, env, &mut |env, top, copies| match top.node() {
            Some(top) if what == NodeFilter::Entries => self.visit_entries(top, env, visit),
            Some(top) => self.visit_nodes_below(top, what, directly, copies, env, visit),
            None => true,
        });
    }

    fn visit_nodes_below(
        &self,
        top: NodeId,
        what: NodeFilter,
        directly: bool,
        copies: i64,
        env: &mut Env<'g>,
        visit: ElementVisitor<'_, 'g>,
    ) -> bool {
        let army = &self.army;
        if top == NodeId::ARMY && !directly {
            let all = match what {
                NodeFilter::Kind(NodeKind::Unit) => {
                    return army.units.iter().all(|unit| visit(env, Value::Node(unit.node), 1));
                }
                NodeFilter::Kind(NodeKind::Model) => Some(&army.models),
                NodeFilter::Kind(NodeKind::Option) => Some(&army.options),
                _ => None,
            };
            if let Some(all) = all {
                return all.iter().all(|id| visit(env, Value::Node(*id), army.copies(*id)));
            }
        }
        // Looking at a node costs less than a step.
        if !self.meter.steps(army.below(top).len() / 8, self.game.span) {
            return false;
        }
        for id in army.below(top) {
            let right = !directly || army.node(id).parent == top;
            if right && self.matches(id, what) {
                let each = match what {
                    NodeFilter::Kind(NodeKind::Option) => army.copies_below(id, top),
                    _ => army.carried_below(id, top),
                };
                let copies = each.saturating_mul(copies);
                if each > 0 && !visit(env, Value::Node(id), copies) {
                    return false;
                }
            }
        }
        true
    }

    /// The definitions taken below a node, each once.
    fn visit_entries(&self, top: NodeId, env: &mut Env<'g>, visit: ElementVisitor<'_, 'g>) -> bool {
        let mut entries: Vec<EntryId> =
            self.army.below(top).filter_map(|id| self.army.node(id).entry).collect();
        entries.sort_unstable();
        entries.dedup();
        entries.into_iter().all(|entry| visit(env, Value::Entry(entry), 1))
    }

    fn fact(&self, of: &Value<'g>, fact: &'g Fact) -> Value<'g> {
        match (of, fact) {
            (Value::Node(id), Fact::Builtin(builtin)) => self.builtin(*id, *builtin),
            (Value::Node(id), Fact::Cost(currency)) => {
                let error = EvalError { at: self.game.span, kind: EvalErrorKind::NoPrice };
                self.cost_of_one(*currency, *id).map_or(Value::Error(error), Value::Number)
            }
            (Value::Node(id), Fact::Attribute(attribute)) => self.attribute(*id, *attribute),
            (Value::Node(id), Fact::Category(category)) => {
                Value::Bool(self.in_category(*id, *category))
            }
            (Value::Node(id), Fact::Derive(derive)) => self.derived(*id, *derive),
            (Value::Node(id), Fact::Stat(name, part)) => self.stat(*id, name, part.as_deref()),
            (Value::Node(id), Fact::Keyword(keyword)) => {
                let uses = self.uses_of(*id, *keyword).into_iter();
                set(uses.map(Value::Keyword))
            }
            (Value::Node(id), Fact::Kind(kind)) => {
                Value::Bool(self.matches(*id, NodeFilter::Kind(*kind)))
            }
            (Value::Entry(id), fact) => self.entry_fact(*id, fact),
            (Value::Keyword(used), Fact::Parameter(index)) => argument(used, *index),
            (Value::Keyword(used), Fact::Builtin(Builtin::Section)) => {
                self.game.keywords[used.keyword].section.map_or(Value::None, Value::Section)
            }
            (Value::Faction(id), Fact::Category(category)) => {
                Value::Bool(self.game.factions[*id].categories.contains(category))
            }
            _ => Value::None,
        }
    }

    fn builtin(&self, id: NodeId, builtin: Builtin) -> Value<'g> {
        let army = &self.army;
        let node = army.node(id);
        let unit = node.unit.map(|index| army.unit(index));
        let optional = |node: Option<NodeId>| node.map_or(Value::None, Value::Node);
        match builtin {
            Builtin::Limit => {
                let error = EvalError { at: self.game.span, kind: EvalErrorKind::NoPoints };
                let limit = army.limit_at(self.place_of(id));
                limit.map_or(Value::Error(error), |limit| Value::Number(limit.most))
            }
            Builtin::Faction => {
                army.faction_at(self.place_of(id)).map_or(Value::None, Value::Faction)
            }
            Builtin::Opponent => army.opponent.map_or(Value::None, Value::Faction),
            Builtin::Event => army.whole_event().map_or(Value::None, Value::Event),
            Builtin::Chart => self.chart_of(id).map_or(Value::None, Value::Chart),
            Builtin::Size => unit.map_or(Value::None, |unit| Value::whole(unit.size)),
            Builtin::Own => Value::Bool(node.entry.is_some_and(|entry| self.is_own(entry))),
            Builtin::Unique => {
                Value::Bool(node.entry.is_some_and(|entry| self.game.entries[entry].unique))
            }
            Builtin::Slot => self.slot_of(node.unit),
            Builtin::Full => match node.is {
                NodeIs::Force(place) => Value::Bool(self.is_full(Some(place))),
                NodeIs::Army => Value::Bool(self.is_full(None)),
                _ => Value::None,
            },
            Builtin::Joined => {
                units(unit.map(|unit| unit.joined.iter().map(|(index, _)| army.unit(*index).node)))
            }
            Builtin::Joins => {
                units(unit.map(|unit| unit.joins.iter().map(|index| army.unit(*index).node)))
            }
            Builtin::Riders => {
                units(unit.map(|unit| unit.riders.iter().map(|index| army.unit(*index).node)))
            }
            Builtin::Rides => {
                units(unit.map(|unit| unit.rides.iter().map(|(index, _)| army.unit(*index).node)))
            }
            Builtin::Units
            | Builtin::Models
            | Builtin::Options
            | Builtin::Weapons
            | Builtin::Forces
            | Builtin::Entries => self.set_below(id, builtin),
            Builtin::Keywords => set(self.keywords(id).into_iter().map(Value::Keyword)),
            Builtin::Factions => node.entry.map_or(Value::None, |entry| {
                set(self.factions_of(entry).into_iter().map(Value::Faction))
            }),
            Builtin::Leader => optional(unit.and_then(|unit| unit.leader)),
            Builtin::Leads => Value::Bool(matches!(&node.is, NodeIs::Model(model) if model.leads)),
            Builtin::Entry => node.entry.map_or(Value::None, Value::Entry),
            Builtin::Count => Value::whole(self.count_of(id)),
            Builtin::Single => Value::Bool(
                matches!(&node.is, NodeIs::Option(option) if option.is_for_some_models()),
            ),
            Builtin::Section => Value::None,
            Builtin::Parent => optional((id != NodeId::ARMY).then_some(node.parent)),
            Builtin::Model => {
                let around = self.above(id, |node| matches!(node, NodeIs::Model(_)));
                optional(around.or_else(|| self.target_of(id)))
            }
            Builtin::Unit => optional(unit.map(|unit| unit.node)),
            Builtin::Force => {
                optional(self.above(id, |node| matches!(node, NodeIs::Force(_) | NodeIs::Army)))
            }
            Builtin::Around(kind) => {
                let of_kind = NodeFilter::Kind(NodeKind::Force(Some(kind)));
                optional(self.nearest(id, |node| self.matches(node, of_kind)))
            }
        }
    }

    /// The first model of a unit that an option, or the option around it, goes to.
    fn target_of(&self, id: NodeId) -> Option<NodeId> {
        let unit = self.army.node(id).unit.map(|unit| self.army.unit(unit).node)?;
        let given = |model: &NodeId, option: NodeId| matches!(&self.army.node(*model).is, NodeIs::Model(model) if model.given.contains(&option));
        let mut option = id;
        while matches!(self.army.node(option).is, NodeIs::Option(_)) {
            if let Some(model) = self.army.children(unit).find(|model| given(model, option)) {
                return Some(model);
            }
            option = self.army.node(option).parent;
        }
        None
    }

    /// How many copies there are of a node. Models of one line are counted together, even where
    /// options have split them.
    fn count_of(&self, id: NodeId) -> i64 {
        let node = self.army.node(id);
        let NodeIs::Model(ModelNode { line: Some(line), .. }) = &node.is else { return node.count };
        self.army
            .models_of_line(node.parent, line)
            .map(|other| self.army.node(other))
            .filter(|other| other.entry == node.entry)
            .fold(0, |count, other| count.saturating_add(other.count))
    }

    fn set_below(&self, id: NodeId, builtin: Builtin) -> Value<'g> {
        let mut all = Vec::new();
        let mut take = |_: &mut Env<'g>, value: Value<'g>, copies: i64| {
            all.push((value, copies));
            true
        };
        match below(builtin) {
            Some(what) => self.visit_nodes_below(id, what, false, 1, &mut Env::at(id), &mut take),
            None => self.visit_entries(id, &mut Env::at(id), &mut take),
        };
        Value::Set(Rc::new(all))
    }

    /// The nearest node that passes a test, from the node itself upwards.
    fn above(&self, id: NodeId, test: impl Fn(&NodeIs<'g>) -> bool) -> Option<NodeId> {
        self.nearest(id, |node| test(&self.army.node(node).is))
    }

    fn nearest(&self, id: NodeId, test: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let mut at = id;
        loop {
            if test(at) {
                return Some(at);
            }
            if at == NodeId::ARMY {
                return None;
            }
            at = self.army.node(at).parent;
        }
    }

    /// The index of a force; none for other nodes.
    fn place_of(&self, id: NodeId) -> Option<usize> {
        match self.army.node(id).is {
            NodeIs::Force(place) => Some(place),
            _ => None,
        }
    }

    pub(crate) fn chart_of(&self, id: NodeId) -> Option<crate::model::ChartId> {
        match self.army.node(id).is {
            NodeIs::Force(place) => self.army.forces.get(place).and_then(|force| force.chart),
            _ => self.army.chart,
        }
    }

    fn slot_of(&self, unit: Option<UnitIndex>) -> Value<'g> {
        let slots = self.slots.borrow();
        unit.and_then(|unit| slots.get(unit.index()).copied().flatten())
            .map_or(Value::None, Value::Slot)
    }

    /// Whether a definition belongs to the army's faction: defined there, or made for it.
    pub(crate) fn is_own(&self, entry: EntryId) -> bool {
        self.army.faction.is_some_and(|faction| self.factions_of(entry).contains(&faction))
    }

    fn factions_of(&self, entry: EntryId) -> Vec<FactionId> {
        let entry = &self.game.entries[entry];
        match entry.owner {
            Owner::Faction(owner) if entry.only_for.is_empty() => vec![owner],
            _ => entry.only_for.clone(),
        }
    }

    fn entry_fact(&self, id: EntryId, fact: &'g Fact) -> Value<'g> {
        let entry = &self.game.entries[id];
        match fact {
            Fact::Builtin(Builtin::Count) => Value::whole(self.taken(id)),
            Fact::Builtin(Builtin::Unique) => Value::Bool(entry.unique),
            Fact::Builtin(Builtin::Own) => Value::Bool(self.is_own(id)),
            Fact::Builtin(Builtin::Factions) => {
                set(self.factions_of(id).into_iter().map(Value::Faction))
            }
            Fact::Builtin(Builtin::Keywords) => set(entry.body.keywords.iter().map(Value::Keyword)),
            Fact::Attribute(attribute) => self.stated_attribute(*attribute, &entry.body.attributes),
            Fact::Category(category) => Value::Bool(self.entry_in_category(id, *category)),
            Fact::Stat(name, part) => self.stated_stat(id, name, part.as_deref()),
            Fact::Keyword(keyword) => set(entry
                .body
                .keywords
                .iter()
                .filter(|used| used.keyword == *keyword)
                .map(Value::Keyword)),
            Fact::Kind(kind) => Value::Bool(self.entry_is_kind(id, *kind)),
            _ => Value::None,
        }
    }

    /// How often a definition is in the army.
    pub(crate) fn taken(&self, entry: EntryId) -> i64 {
        if !self.meter.steps(self.army.nodes.len() / 8, self.game.span) {
            return 0;
        }
        let nodes =
            self.army.below(NodeId::ARMY).filter(|id| self.army.node(*id).entry == Some(entry));
        nodes.map(|id| self.army.copies(id)).fold(0, i64::saturating_add)
    }

    fn entry_in_category(&self, id: EntryId, category: CategoryId) -> bool {
        match &self.game.categories[category].defined {
            Some(condition) => self.holds(condition, &mut Env::of(Value::Entry(id))),
            None => self.game.entries[id].categories.contains(&category),
        }
    }

    fn entry_is_kind(&self, id: EntryId, kind: NodeKind) -> bool {
        match (self.game.entries[id].kind, kind) {
            (_, NodeKind::Any)
            | (EntryKind::Unit, NodeKind::Unit)
            | (EntryKind::Option, NodeKind::Option) => true,
            (EntryKind::Profile(own), NodeKind::Gear(profile)) => {
                self.game.is_or_extends(own, profile)
            }
            (EntryKind::Profile(_), NodeKind::AnyGear | NodeKind::Model) => true,
            _ => false,
        }
    }

    pub(crate) fn comes_from(&self, id: NodeId, choose: ChooseId) -> bool {
        matches!(&self.army.node(id).is, NodeIs::Option(option) if option.offer.chooses.contains(&choose))
    }

    pub(crate) fn kind(&self, id: NodeId) -> NodeKind {
        let node = self.army.node(id);
        match (&node.is, node.entry.map(|entry| self.game.entries[entry].kind)) {
            (NodeIs::Army, _) => NodeKind::Army,
            (NodeIs::Force(place), _) => {
                NodeKind::Force(self.army.forces.get(*place).map(|force| force.kind))
            }
            (NodeIs::Unit, _) => NodeKind::Unit,
            (NodeIs::Model(_), _) => NodeKind::Model,
            (NodeIs::Gear, Some(EntryKind::Profile(profile))) => NodeKind::Gear(profile),
            (NodeIs::Gear, _) => NodeKind::AnyGear,
            (NodeIs::Option(_), _) => NodeKind::Option,
        }
    }

    /// The gear kind of an option that has a profile.
    pub(crate) fn gear_kind(&self, id: NodeId) -> Option<NodeKind> {
        let node = self.army.node(id);
        match (&node.is, self.game.entries[node.entry?].kind) {
            (NodeIs::Option(_), EntryKind::Profile(profile)) => Some(NodeKind::Gear(profile)),
            _ => None,
        }
    }

    /// Whether a node matches a filter.
    pub(crate) fn matches(&self, id: NodeId, what: NodeFilter) -> bool {
        let node = self.army.node(id);
        match what {
            NodeFilter::Entries => node.entry.is_some(),
            NodeFilter::Entry(entry) => node.entry == Some(entry),
            NodeFilter::Choose(choose) => self.comes_from(id, choose),
            NodeFilter::Category(category) => self.in_category(id, category),
            NodeFilter::Kind(kind) => match (kind, &node.is) {
                (NodeKind::Any, _)
                | (NodeKind::Army, NodeIs::Army)
                | (NodeKind::Force(None), NodeIs::Force(_)) => true,
                (NodeKind::Unit, NodeIs::Unit)
                | (NodeKind::Model, NodeIs::Model(_))
                | (NodeKind::Option, NodeIs::Option(_)) => true,
                (NodeKind::Force(Some(_)), NodeIs::Force(_)) => self.kind(id) == kind,
                (NodeKind::Force(Some(kind)), NodeIs::Army) => {
                    self.army.force_kinds().of_army().any(|own| own == kind)
                }
                (NodeKind::AnyGear, NodeIs::Gear | NodeIs::Option(_)) => {
                    node.entry.is_some_and(|entry| self.entry_is_kind(entry, kind))
                }
                (NodeKind::Gear(_), NodeIs::Gear | NodeIs::Option(_) | NodeIs::Model(_)) => {
                    node.entry.is_some_and(|entry| self.entry_is_kind(entry, kind))
                }
                _ => false,
            },
        }
    }

    pub(crate) fn is(&self, value: &Value<'g>, what: NodeFilter) -> bool {
        match (value, what) {
            (Value::Node(id), what) => self.matches(*id, what),
            (Value::Entry(id), NodeFilter::Entry(entry)) => *id == entry,
            (Value::Entry(id), NodeFilter::Category(category)) => {
                self.entry_in_category(*id, category)
            }
            (Value::Entry(id), NodeFilter::Kind(kind)) => self.entry_is_kind(*id, kind),
            (Value::Faction(id), NodeFilter::Category(category)) => {
                self.game.factions[*id].categories.contains(&category)
            }
            _ => false,
        }
    }

    pub(crate) fn is_value(&self, value: &Value<'g>, wanted: &Value<'g>) -> bool {
        match wanted {
            Value::Category(category) => self.is(value, NodeFilter::Category(*category)),
            Value::Entry(entry) => self.is(value, NodeFilter::Entry(*entry)),
            _ => false,
        }
    }
}

/// The filter for the nodes in a built-in set.
fn below(builtin: Builtin) -> Option<NodeFilter> {
    Some(NodeFilter::Kind(match builtin {
        Builtin::Units => NodeKind::Unit,
        Builtin::Models => NodeKind::Model,
        Builtin::Options => NodeKind::Option,
        Builtin::Weapons => NodeKind::AnyGear,
        Builtin::Forces => NodeKind::Force(None),
        _ => return None,
    }))
}

pub(crate) fn set<'g>(values: impl Iterator<Item = Value<'g>>) -> Value<'g> {
    Value::Set(Rc::new(values.map(|value| (value, 1)).collect()))
}

fn units<'g>(nodes: Option<impl Iterator<Item = NodeId>>) -> Value<'g> {
    nodes.map_or(Value::None, |nodes| set(nodes.map(Value::Node)))
}

fn argument<'g>(used: &'g KeywordUse, index: usize) -> Value<'g> {
    match used.arguments.get(index) {
        Some(Argument::Int(number)) => Value::whole(*number),
        Some(Argument::Text(text)) => Value::Text(text.as_str().into()),
        Some(Argument::Entry(entry)) => Value::Entry(*entry),
        None => Value::None,
    }
}
