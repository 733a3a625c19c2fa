//! The keywords of nodes.

use std::rc::Rc;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{BodyQuery, Env, Evaluator, Item, Reach, Value};
use crate::model::{Body, Change, ChangeKind, Effect, KeywordId, KeywordUse, ModelRole};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    /// Visits the keywords of a node, until the visitor says stop: a unit has those of its models
    /// too, unless they were added; a model has those of its unit.
    pub(crate) fn each_keyword(&self, id: NodeId, visit: &mut dyn FnMut(&'g KeywordUse) -> bool) {
        let node = self.army.node(id);
        if !self.own_keywords(id).iter().all(|used| visit(used)) {
            return;
        }
        match (&node.is, node.unit) {
            (NodeIs::Unit, _) => {
                let counts = |child: &NodeId| matches!(&self.army.node(*child).is, NodeIs::Model(model) if model.role != ModelRole::Added);
                self.army
                    .children(id)
                    .filter(counts)
                    .all(|child| self.own_keywords(child).iter().all(|used| visit(used)));
            }
            (NodeIs::Model(_), Some(unit)) => {
                self.own_keywords(self.army.unit(unit).node).iter().all(|used| visit(used));
            }
            _ => {}
        }
    }

    /// The keywords of a node, each use once.
    pub(crate) fn keywords(&self, id: NodeId) -> Vec<&'g KeywordUse> {
        let mut all: Vec<&'g KeywordUse> = Vec::new();
        self.each_keyword(id, &mut |used| {
            if !all.iter().any(|known| same_use(known, used)) {
                all.push(used);
            }
            true
        });
        all
    }

    /// The keywords given to a node itself.
    pub(crate) fn own_keywords(&self, id: NodeId) -> Rc<[&'g KeywordUse]> {
        if let Some(Some(known)) = self.keywords.borrow().get(id.index()) {
            return known.clone();
        }
        let mut met: Vec<Met<'g>> = Vec::new();
        self.own_in_force(id, Reach::Own, BodyQuery::Keywords, &mut meet(&mut met));
        if met.iter().any(|met| met.loses().is_some()) {
            // Options count in the order of the data, not in that of the list.
            met.sort_by_key(|met| self.place_of_option(id, met.this));
        }
        self.visits_of(id, BodyQuery::Keywords, &mut meet(&mut met));
        // What an option takes away it takes from others.
        let loses = !matches!(self.army.node(id).is, NodeIs::Option(_));
        let mut uses: Vec<(&'g KeywordUse, &'g Body)> = Vec::new();
        for met in &met {
            match (met.loses(), &met.item) {
                (None, Item::Body(body)) => {
                    uses.extend(body.keywords.iter().map(|used| (used, *body)))
                }
                (Some((change, keyword)), _) if loses => uses.retain(|(used, body)| {
                    keyword.is_some_and(|keyword| keyword != used.keyword)
                        || (used.after_removal && holds_change(body, change))
                }),
                _ => {}
            }
        }
        let uses: Rc<[&'g KeywordUse]> = uses.into_iter().map(|(used, _)| used).collect();
        if let Some(place) = self.keywords.borrow_mut().get_mut(id.index()) {
            *place = Some(uses.clone());
        }
        uses
    }

    /// Where the option stands in the data by whose body something was met; none for the node's own.
    fn place_of_option(&self, id: NodeId, this: Option<NodeId>) -> Option<(bool, Span)> {
        let node = self.army.node(this.filter(|this| *this != id)?);
        let included = matches!(&node.is, NodeIs::Option(option) if option.offer.include.is_some());
        Some((included, self.game.entries[node.entry?].span))
    }

    pub(crate) fn has(&self, value: &Value<'g>, keyword: KeywordId) -> bool {
        match value {
            Value::Node(id) => {
                let mut found = false;
                self.each_keyword(*id, &mut |used| {
                    found = used.keyword == keyword;
                    !found
                });
                found
            }
            Value::Entry(id) => {
                self.game.entries[*id].body.keywords.iter().any(|used| used.keyword == keyword)
            }
            _ => false,
        }
    }
}

/// Something met on the way through bodies, and the node whose body it is.
struct Met<'g> {
    item: Item<'g>,
    this: Option<NodeId>,
}

impl<'g> Met<'g> {
    /// A change that takes a keyword away, or all.
    fn loses(&self) -> Option<(&'g Change, Option<KeywordId>)> {
        match self.item {
            Item::Change(change @ Change { kind: ChangeKind::Lose(keyword), .. }) => {
                Some((change, *keyword))
            }
            _ => None,
        }
    }
}

/// Keeps what is met, as far as it is about keywords.
fn meet<'m, 'g>(met: &'m mut Vec<Met<'g>>) -> impl FnMut(Item<'g>, &mut Env<'g>, usize) + 'm {
    |item, env, _| {
        let met_now = Met { item, this: env.this.node() };
        let is_about = match met_now.item {
            Item::Body(body) => !body.keywords.is_empty(),
            Item::Change(_) => met_now.loses().is_some(),
        };
        if is_about {
            met.push(met_now);
        }
    }
}

/// Whether a change stands directly in a body.
fn holds_change(body: &Body, change: &Change) -> bool {
    body.effects
        .iter()
        .any(|effect| matches!(effect, Effect::Change(other) if std::ptr::eq(other, change)))
}

pub(crate) fn same_use(used: &KeywordUse, other: &KeywordUse) -> bool {
    used.keyword == other.keyword && used.arguments == other.arguments
}
