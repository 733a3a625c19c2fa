//! Works out the keywords of nodes. Start at [`Evaluator::keywords`].

use std::rc::Rc;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::model::{Body, Change, ChangeKind, Effect, KeywordId, KeywordUse, ModelRole};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    /// Visits the keywords of a node until the visitor stops. A unit also has the keywords of its
    /// models, except of added models; a model also has those of its unit.
    pub(crate) fn each_keyword(&self, id: NodeId, visit: &mut dyn FnMut(&'g KeywordUse) -> bool) {
        self.each_of(id, &|id| self.own_keywords(id), visit);
    }

    /// Like `each_keyword`, where `own` gives all or some of a node's own keywords.
    fn each_of(
        &self,
        id: NodeId,
        own: &dyn Fn(NodeId) -> Rc<[&'g KeywordUse]>,
        visit: &mut dyn FnMut(&'g KeywordUse) -> bool,
    ) {
        let node = self.army.node(id);
        if !own(id).iter().all(|used| visit(used)) {
            return;
        }
        match (&node.is, node.unit) {
            (NodeIs::Unit, _) => {
                let counts = |child: &NodeId| matches!(&self.army.node(*child).is, NodeIs::Model(model) if model.role != ModelRole::Added);
                self.army
                    .children(id)
                    .filter(counts)
                    .all(|child| own(child).iter().all(|used| visit(used)));
            }
            (NodeIs::Model(_), Some(unit)) => {
                own(self.army.unit(unit).node).iter().all(|used| visit(used));
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

    /// The uses of one keyword by a node, each once.
    pub(crate) fn uses_of(&self, id: NodeId, keyword: KeywordId) -> Vec<&'g KeywordUse> {
        let mut all: Vec<&'g KeywordUse> = Vec::new();
        self.each_use_of(id, keyword, &mut |used| {
            if used.keyword == keyword && !all.iter().any(|known| same_use(known, used)) {
                all.push(used);
            }
            true
        });
        all
    }

    /// Visits the uses of one keyword, and possibly of others. Whether a node has a keyword may
    /// depend on another keyword. While all keywords of a node are being worked out, such a
    /// question is answered for the single keyword, to avoid infinite recursion.
    fn each_use_of(
        &self,
        id: NodeId,
        keyword: KeywordId,
        visit: &mut dyn FnMut(&'g KeywordUse) -> bool,
    ) {
        match self.in_keywords.get() {
            true => self.each_of(id, &|id| self.own_uses_of(id, keyword), visit),
            false => self.each_keyword(id, visit),
        }
    }

    fn own_uses_of(&self, id: NodeId, keyword: KeywordId) -> Rc<[&'g KeywordUse]> {
        if let Some((known, reads_tie)) = self.single_keywords.borrow().get(&(id, keyword)) {
            self.note_tie(*reads_tie);
            return known.clone();
        }
        let (uses, reads_tie) = self.noting_ties(|| self.own(id, BodyQuery::Keyword(keyword)));
        let uses: Rc<[_]> = uses.iter().filter(|used| used.keyword == keyword).copied().collect();
        self.single_keywords.borrow_mut().insert((id, keyword), (uses.clone(), reads_tie));
        uses
    }

    /// The keywords given to a node itself.
    pub(crate) fn own_keywords(&self, id: NodeId) -> Rc<[&'g KeywordUse]> {
        if let Some(Some((known, reads_tie))) = self.keywords.borrow().get(id.index()) {
            self.note_tie(*reads_tie);
            return known.clone();
        }
        let is_outermost = !self.in_keywords.replace(true);
        let (uses, reads_tie) = self.noting_ties(|| self.own(id, BodyQuery::Keywords));
        if is_outermost {
            self.in_keywords.set(false);
        }
        if let Some(place) = self.keywords.borrow_mut().get_mut(id.index()) {
            *place = Some((uses.clone(), reads_tie));
        }
        uses
    }

    /// The keywords that bodies give a node itself, limited to those the query asks for.
    fn own(&self, id: NodeId, sought: BodyQuery<'_>) -> Rc<[&'g KeywordUse]> {
        let mut met: Vec<VisitedItem<'g>> = Vec::new();
        self.own_in_force(id, OptionReach::Own, sought, &mut meet(&mut met));
        if met.iter().any(|met| met.loses().is_some()) {
            // Options apply in the order of the data, not of the list.
            met.sort_by_key(|met| self.place_of_option(id, met.this));
        }
        self.visits_of(id, sought, &mut meet(&mut met));
        // An option removes keywords from its recipients, not from itself.
        let loses = !matches!(self.army.node(id).is, NodeIs::Option(_));
        let mut uses: Vec<(&'g KeywordUse, &'g Body)> = Vec::new();
        for met in &met {
            match (met.loses(), &met.item) {
                (None, BodyItem::Body(body)) => {
                    uses.extend(body.keywords.iter().map(|used| (used, *body)))
                }
                (Some((change, keyword)), _) if loses => uses.retain(|(used, body)| {
                    keyword.is_some_and(|keyword| keyword != used.keyword)
                        || (used.after_removal && holds_change(body, change))
                }),
                _ => {}
            }
        }
        uses.into_iter().map(|(used, _)| used).collect()
    }

    /// The place in the data of the option whose body an item came from; none for the node's own
    /// body.
    fn place_of_option(&self, id: NodeId, this: Option<NodeId>) -> Option<(bool, Span)> {
        let node = self.army.node(this.filter(|this| *this != id)?);
        let included = matches!(&node.is, NodeIs::Option(option) if option.offer.include.is_some());
        Some((included, self.game.entries[node.entry?].span))
    }

    pub(crate) fn has(&self, value: &Value<'g>, keyword: KeywordId) -> bool {
        match value {
            Value::Node(id) => {
                let mut found = false;
                self.each_use_of(*id, keyword, &mut |used| {
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

/// An item found while walking bodies, and the node whose body it came from.
struct VisitedItem<'g> {
    item: BodyItem<'g>,
    this: Option<NodeId>,
}

impl<'g> VisitedItem<'g> {
    /// A change that removes one keyword, or all of them.
    fn loses(&self) -> Option<(&'g Change, Option<KeywordId>)> {
        match self.item {
            BodyItem::Change(change @ Change { kind: ChangeKind::Lose(keyword), .. }) => {
                Some((change, *keyword))
            }
            _ => None,
        }
    }
}

/// A receiver that collects the items that concern keywords.
fn meet<'m, 'g>(
    met: &'m mut Vec<VisitedItem<'g>>,
) -> impl FnMut(BodyItem<'g>, &mut Env<'g>, usize) + 'm {
    |item, env, _| {
        let met_now = VisitedItem { item, this: env.this.node() };
        let is_about = match met_now.item {
            BodyItem::Body(body) => !body.keywords.is_empty(),
            BodyItem::Change(_) => met_now.loses().is_some(),
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
