//! Checks the head of a list against its event, and counts what the event limits over several
//! lists.

use crate::engine::army::NodeId;
use crate::engine::check::kind::EventKind;
use crate::engine::check::problem::{Problem, own_or};
use crate::engine::eval::{Env, Evaluator};
use crate::model::{EntryId, FactionId, SharedCap, SharedThings};

/// Something that is counted over several lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SharedThing {
    Faction(FactionId),
    Entry(EntryId),
}

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_event(&self, problems: &mut Vec<Problem<'g>>) {
        let Some(id) = self.army.event else { return };
        let event = &self.game.events[id];
        if let (Some(allowed), Some(faction)) = (&event.factions, self.army.faction)
            && !allowed.of.admits(faction, &self.game.factions[faction])
        {
            let kind = EventKind::Faction { event: id, faction };
            let cites = own_or(&allowed.cites, &event.cites);
            problems.push(Problem::new(kind, self.army.span()).rule(allowed.span, cites));
        }
        for switch in event.optionals.iter().filter(|switch| !switch.is_on) {
            let rule = &self.game.optionals[switch.rule];
            let stated = self.army.list.optional.iter().find(|name| name.value == rule.id);
            if let Some(name) = stated {
                let kind = EventKind::Optional { event: id, rule: switch.rule };
                let cites = own_or(&switch.cites, &event.cites);
                problems.push(Problem::new(kind, name.span).rule(switch.span, cites));
            }
        }
    }

    /// What an event counts over the lists of a player or team, with how often this army has it.
    pub(crate) fn shared_count(&self, cap: &'g SharedCap) -> Vec<(SharedThing, i64)> {
        let SharedThings::Entries(binder) = &cap.of else {
            let faction = self.army.faction.map(|id| (SharedThing::Faction(id), 1));
            return faction.into_iter().collect();
        };
        let mut entries: Vec<EntryId> = Vec::new();
        let mut env = Env::at(NodeId::ARMY);
        self.each(std::slice::from_ref(binder.as_ref()), &mut env, &mut |env| {
            let node = env.variable(binder.variable).node();
            entries.extend(node.and_then(|node| self.army.node(node).entry));
            true
        });
        entries.sort_unstable();
        entries.dedup();
        let count = |entry: &EntryId| {
            let nodes = self.army.below(NodeId::ARMY);
            nodes
                .filter(|id| self.army.node(*id).entry == Some(*entry))
                .map(|id| self.army.copies_below(id, NodeId::ARMY))
                .fold(0, i64::saturating_add)
        };
        entries.iter().map(|entry| (SharedThing::Entry(*entry), count(entry))).collect()
    }
}
