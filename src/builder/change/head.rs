//! Changes to the head of a list.

use crate::builder::change::LookupResult;
use crate::builder::points::merged;
use crate::builder::stated::key_edit;
use crate::builder::{HeadChange, ListEditor, charts_of, find, resolve_name};
use crate::list::{Edit, HeadKey, Holder};
use crate::model::NodeKind;

impl ListEditor<'_, '_> {
    /// Changes the head of the list: everything except units and designs.
    pub fn set_head(&mut self, change: &HeadChange) -> LookupResult {
        let mut edits = self.names_of_head(change)?;
        if let Some(points) = &change.points {
            let is_stated = points.amounts().next().is_some();
            let points = merged(self.game, self.list.points.as_ref(), points)?;
            edits.push(Edit::SetPoints(Some(points).filter(|_| is_stated)));
        }
        for (key, word) in &change.stated {
            edits.push(key_edit(self.game, &self.list, NodeKind::Army, Holder::Army, key, word)?);
        }
        edits.extend(self.rules_and_cards(change)?);
        if !change.notes.is_empty() {
            let notes = with_notes(&self.list.notes, &change.notes);
            edits.push(Edit::SetNotes { unit: None, notes });
        }
        edits.iter().try_for_each(|edit| self.make(edit).map(drop))?;
        self.take_all(&Holder::Army, "the army", &change.take, &change.drop)
    }

    /// Texts, and names of things that the game knows; an empty one removes the key.
    fn names_of_head(&self, change: &HeadChange) -> LookupResult<Vec<Edit>> {
        let mut edits = Vec::new();
        for (key, text) in [(HeadKey::Name, &change.name), (HeadKey::Player, &change.player)] {
            let text = text.as_ref().map(|text| Some(text.clone()).filter(|text| !text.is_empty()));
            edits.extend(text.map(|value| Edit::SetHead { key, value }));
        }
        let titled = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        let factions: Vec<_> =
            self.game.factions.values().map(|known| titled(&known.id, &known.title)).collect();
        let events: Vec<_> =
            self.game.events.values().map(|known| titled(&known.id, &known.title)).collect();
        let charts = charts_of(self.game, find::faction_of(self.game, &self.list));
        let charts: Vec<_> =
            charts.into_iter().map(|(_, chart)| titled(&chart.id, &chart.title)).collect();
        for (key, what, name, known) in [
            (HeadKey::Faction, "faction", &change.faction, &factions),
            (HeadKey::Chart, "chart", &change.chart, &charts),
            (HeadKey::Event, "event", &change.event, &events),
            (HeadKey::Opponent, "faction", &change.opponent, &factions),
        ] {
            // A list needs its faction and chart, so these are replaced but not removed.
            let is_required = matches!(key, HeadKey::Faction | HeadKey::Chart);
            let value = match name.as_deref() {
                None => continue,
                Some("") if !is_required => None,
                Some(name) => Some(resolve_name(what, name, known)?.to_owned()),
            };
            edits.push(Edit::SetHead { key, value });
        }
        Ok(edits)
    }

    fn rules_and_cards(&self, change: &HeadChange) -> LookupResult<Vec<Edit>> {
        let mut edits = Vec::new();
        let optionals = self.game.optionals.values();
        let optionals: Vec<(String, String)> =
            optionals.map(|rule| (rule.id.clone(), rule.title.clone())).collect();
        for (name, plays) in &change.optional {
            let rule = resolve_name("optional rule", name, &optionals)?.to_owned();
            let has = self.list.optional.iter().any(|known| known.value == rule);
            match plays {
                true if has => {}
                true => edits.push(Edit::TakeRule(rule)),
                false => edits.push(Edit::DropRule(rule)),
            }
        }
        let cards = self.game.decks.values().flat_map(|deck| &deck.cards);
        let cards: Vec<(String, String)> = cards
            .map(|card| &self.game.entries[card.entry])
            .map(|entry| (entry.id.clone(), entry.title.clone()))
            .collect();
        for (name, count) in &change.cards {
            let card = resolve_name("card", name, &cards)?.to_owned();
            edits.push(Edit::SetCard { card, count: *count });
        }
        Ok(edits)
    }
}

/// The current notes and new ones; an empty note removes all before it.
pub(crate) fn with_notes(now: &[crate::list::Name], new: &[String]) -> Vec<String> {
    let mut notes: Vec<String> = now.iter().map(|note| note.value.clone()).collect();
    for note in new {
        if note.is_empty() { notes.clear() } else { notes.push(note.clone()) }
    }
    notes
}
