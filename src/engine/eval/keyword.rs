//! The keywords of nodes.

use std::rc::Rc;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{BodyQuery, Evaluator, Item, Reach, Value};
use crate::model::{KeywordId, KeywordUse, ModelRole};

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
        let mut uses: Vec<&'g KeywordUse> = Vec::new();
        self.in_force(id, Reach::Own, BodyQuery::Keywords, &mut |item, _, _| {
            if let Item::Body(body) = item {
                uses.extend(&body.keywords);
            }
        });
        let uses: Rc<[&'g KeywordUse]> = uses.into();
        if let Some(place) = self.keywords.borrow_mut().get_mut(id.index()) {
            *place = Some(uses.clone());
        }
        uses
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

pub(crate) fn same_use(used: &KeywordUse, other: &KeywordUse) -> bool {
    used.keyword == other.keyword && used.arguments == other.arguments
}
