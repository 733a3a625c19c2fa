//! Answers questions that binding alone cannot, by evaluating the army from the first binding.
//! Units are in the same order both times.

use crate::engine::army::{Menu, NodeId, NodeIs, OfferedChoice, UnitIndex};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach};
use crate::model::{EntryId, Range, When};

impl<'g> Evaluator<'_, 'g> {
    pub(super) fn bounds_for(&self, unit: UnitIndex, range: &'g Range) -> (i64, Option<i64>) {
        let bounds = self.bounds(range, &mut Env::at(self.unit_node(unit)));
        (bounds.limits.low, bounds.limits.high)
    }

    /// Whether a choice is open to a unit, and not hidden.
    pub(super) fn is_open_to(
        &self,
        unit: UnitIndex,
        menu: &Menu<'g>,
        point: &OfferedChoice<'g>,
    ) -> bool {
        let node = self.unit_node(unit);
        self.is_open(node, &point.guards) && self.is_hidden(node, menu, point).is_none()
    }

    pub(super) fn all_hold_for(&self, unit: UnitIndex, whens: &[&'g When]) -> bool {
        let mut env = Env::at(self.unit_node(unit));
        whens.iter().all(|when| self.holds(&when.condition, &mut env))
    }

    /// The weapons that open blocks give to the models of an entry.
    pub(super) fn weapons_for(&self, unit: UnitIndex, model: EntryId) -> Vec<EntryId> {
        let unit = self.unit_node(unit);
        let of_model = |child: &NodeId| {
            matches!(self.army.node(*child).is, NodeIs::Model(_))
                && self.army.node(*child).entry == Some(model)
        };
        let mut found = Vec::new();
        for node in std::iter::once(unit).chain(self.army.children(unit).find(of_model)) {
            self.in_force(node, OptionReach::Own, BodyQuery::Weapons, &mut |item, env, _| {
                let BodyItem::Body(body) = item else { return };
                // Weapons directly in a definition are known without an evaluation.
                let owner = env.this.node().and_then(|node| self.army.node(node).entry);
                if !owner.is_some_and(|owner| std::ptr::eq(&self.game.entries[owner].body, body)) {
                    found.extend(
                        body.weapons.iter().flat_map(|group| group.weapons.iter().copied()),
                    );
                }
            });
        }
        found
    }

    /// A unit of the first army; the army itself if there were fewer.
    fn unit_node(&self, unit: UnitIndex) -> NodeId {
        self.army.units.get(unit.index()).map_or(NodeId::ARMY, |unit| unit.node)
    }
}
