//! Edits to the head of a list and to its forces: keys, rules, charts, designs, cards.

use crate::builder::candidates::Candidates;
use crate::builder::charts_of;
use crate::builder::find::faction_of;
use crate::builder::force::{allied_factions, charts_to_name};
use crate::diagnostic::Family;
use crate::engine::army::{ForceKinds, forces_in_order};
use crate::engine::offers::picks_of_design;
use crate::list::{Design, Edit, ForceKey, ForceLine, HeadKey, Holder};
use crate::model::{Chart, ForceId, NodeKind};

/// How many values of a pick are tried, the nearest to the current one first.
const MOST_PICKS: usize = 40;

/// How far from the current value of a pick others are searched.
const FARTHEST_PICK: i64 = 200;

impl<'g> Candidates<'_, '_, 'g> {
    pub(crate) fn of_head(&self) -> Vec<Edit> {
        let list = self.list;
        let mut edits = self.words(&Holder::Army, NodeKind::Army, &list.others);
        edits.extend(list.optional.iter().map(|name| Edit::DropRule(name.value.clone())));
        for key in [HeadKey::Event, HeadKey::Opponent] {
            let errors = self.session.problems().iter().filter(|problem| problem.is_error());
            let is_wrong = |span| errors.clone().any(|problem| problem.at == span);
            if list.head(key).is_some_and(|name| is_wrong(name.span)) {
                edits.push(Edit::SetHead { key, value: None });
            }
        }
        edits.extend(self.drops(&Holder::Army));
        edits.extend(self.takes(&Holder::Army));
        edits.extend(self.list.designs.iter().flat_map(|design| self.of_design(design)));
        for (name, _) in &list.derived {
            edits.push(Edit::SetDerived { name: name.value.clone(), value: None });
        }
        edits.extend((list.derived.len() > 1).then_some(Edit::ClearDerived));
        edits.extend(self.charts().into_iter().map(play));
        edits.extend(self.cards());
        edits
    }

    /// Other picks and options of a design.
    pub(crate) fn of_design(&self, design: &Design) -> Vec<Edit> {
        let of = Holder::Design(design.name.value.clone());
        let mut edits = self.picks(design);
        edits.extend(self.drops(&of));
        edits.extend(self.takes(&of));
        edits
    }

    /// Values for the characteristics that the model of a design leaves to the player.
    fn picks(&self, design: &Design) -> Vec<Edit> {
        let place = self.list.designs.iter().position(|known| known.name == design.name);
        let open = place.map(|place| picks_of_design(self.session.evaluator(), place));
        let mut edits = Vec::new();
        for (stat, picks) in open.into_iter().flatten() {
            let stated = design.picks.iter().find(|(name, _)| name.value == stat);
            let now = stated.map(|(_, amount)| amount.value);
            let (low, high) = (picks.low.unwrap_or(i64::MIN), picks.high.unwrap_or(i64::MAX));
            let from = now.unwrap_or(0).clamp(low, high.max(low));
            let by = 0..=FARTHEST_PICK;
            let near = by.flat_map(|by| [from.saturating_sub(by), from.saturating_add(by)]);
            let mut values: Vec<i64> = near
                .filter(|value| Some(*value) != now && picks.admit(*value))
                .take(MOST_PICKS * 2)
                .collect();
            values.dedup();
            values.truncate(MOST_PICKS);
            edits.extend(values.into_iter().map(|value| Edit::SetPick {
                design: design.name.value.clone(),
                pick: stat.to_owned(),
                value,
            }));
        }
        edits
    }

    /// Other charts for the army.
    pub(crate) fn charts(&self) -> Vec<&'g Chart> {
        let now = self.list.chart.as_ref();
        let mut charts = self.known_charts();
        charts.retain(|chart| now.is_none_or(|now| now.value != chart.id));
        charts
    }

    fn known_charts(&self) -> Vec<&'g Chart> {
        let charts = charts_of(self.game, faction_of(self.game, self.list));
        charts.into_iter().map(|(_, chart)| chart).collect()
    }

    pub(crate) fn of_forces(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for force in forces_in_order(self.game, self.list) {
            // Removing a force with several units would not count as a single change.
            if force.line.units_below().count() <= 1 {
                edits.push(Edit::RemoveForce { force: force.line.line() });
            }
            edits.extend(self.of_force(force.kind, force.line));
        }
        edits
    }

    fn of_force(&self, kind: ForceId, line: &ForceLine) -> Vec<Edit> {
        let force = line.line();
        let of = Holder::Force(force);
        let mut edits = self.words(&of, NodeKind::Force(Some(kind)), &line.others);
        edits.extend(self.drops(&of));
        if let Some(now) = &line.faction {
            let kinds = ForceKinds::of(self.game, self.list);
            let others = allied_factions(kinds, kind, kinds.faction).into_iter();
            let others = others.map(|id| self.game.factions[id].id.clone());
            edits.extend(others.filter(|id| *id != now.value).map(|id| Edit::SetForceText {
                force,
                key: ForceKey::Faction,
                value: Some(id),
            }));
        }
        match &line.chart {
            Some(now) => {
                let others = self.known_charts().into_iter().filter(|chart| now.value != chart.id);
                edits.extend(others.map(|chart| {
                    let chart = chart.id.clone();
                    Edit::SetForceChart { force, chart }
                }));
            }
            None => edits.extend(charts_to_name(self.game, self.list, kind, force)),
        }
        edits
    }

    /// Other numbers of each card, if the deck has errors.
    fn cards(&self) -> Vec<Edit> {
        let mut errors = self.session.problems().iter().filter(|problem| problem.is_error());
        if !errors.any(|problem| problem.code().family == Family::Deck) {
            return Vec::new();
        }
        let deck = &self.list.deck;
        let cards = self.game.decks.values().flat_map(|deck| &deck.cards);
        let known = cards.map(|card| self.game.entries[card.entry].id.as_str());
        let mut edits = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for card in known.chain(deck.iter().map(|(name, _)| name.value.as_str())) {
            if seen.contains(&card) {
                continue;
            }
            seen.push(card);
            let now = deck.iter().find(|(name, _)| name.value == card);
            let now = now.map_or(0, |(_, amount)| amount.value);
            let none = (now > 0).then_some(0);
            let others = [now + 1, now - 1, 1, 2, 3];
            let others = others.into_iter().filter(|count| *count > 0 && *count != now);
            edits.extend(
                none.into_iter()
                    .chain(others)
                    .map(|count| Edit::SetCard { card: card.to_owned(), count }),
            );
        }
        edits
    }
}

/// The edit that switches to another chart.
pub(crate) fn play(chart: &Chart) -> Edit {
    Edit::SetHead { key: HeadKey::Chart, value: Some(chart.id.clone()) }
}
