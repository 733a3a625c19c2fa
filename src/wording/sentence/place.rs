//! The sentence for the statement at a place in the data. Start at [`sentence_at`].

use crate::model::{
    Body, Choose, Effect, Entry, ForEach, Force, Game, Member, Range, Slot, ValueLimits,
};
use crate::number::Number;
use crate::source::Span;
use crate::wording::sentence::{Sentence, Speaker, nothing_known};
use crate::wording::{RangeText, either, faction_titles};

/// What the line of the data at a place says; `None` if nothing there can be put into a sentence.
pub(crate) fn sentence_at(game: &Game, span: Span) -> Option<Sentence> {
    let speaker = Speaker::new(game, &nothing_known);
    let mut found = true;
    let sentence = speaker.telling(|speaker| {
        let words = speaker
            .in_charts(span)
            .or_else(|| speaker.in_declarations(span))
            .or_else(|| speaker.in_choices(span))
            .or_else(|| speaker.in_entries(span))
            .or_else(|| speaker.in_rules(span))
            .or_else(|| speaker.in_bodies(span));
        found = words.is_some();
        words.unwrap_or_default()
    });
    found.then_some(sentence)
}

impl<'g> Speaker<'_, 'g> {
    fn in_charts(&self, span: Span) -> Option<String> {
        for chart in self.game.charts.values() {
            if chart.span == span {
                let slots: Vec<String> = chart.slots.iter().map(|slot| self.slot(slot)).collect();
                return Some(format!("{}: {}", chart.title, slots.join("; ")));
            }
            if let Some(slot) = chart.slots.iter().find(|slot| slot.span == span) {
                return Some(self.slot(slot));
            }
            if let Some(trade) = chart.trades.iter().find(|trade| trade.span == span) {
                return Some(self.trade(chart, trade));
            }
            if let Some(unlock) = chart.unlocks.iter().find(|unlock| unlock.span == span) {
                return Some(self.unlock(chart, unlock));
            }
            if let Some(offers) = chart.offers.iter().find(|offers| offers.span == span) {
                return Some(self.offers(offers));
            }
        }
        None
    }

    /// `Troops: 2 to 4`
    pub(crate) fn slot(&self, slot: &'g Slot) -> String {
        let words = format!("{}: {}", slot.title, self.range(&slot.range).words());
        let takes = self.whom(&slot.takes);
        if takes == slot.title { words } else { format!("{words}, {takes}") }
    }

    fn in_declarations(&self, span: Span) -> Option<String> {
        let game = self.game;
        let force = game.forces.values().find(|force| force.span == span);
        if let Some(words) = force.map(|force| self.force(force)) {
            return Some(words);
        }
        for deck in game.decks.values() {
            let at = |range: &&Range| range.span == span;
            if let Some(size) = deck.size.as_ref().filter(at) {
                return Some(format!("{}: {} cards", deck.title, self.range(size).words()));
            }
            if let Some(copies) = deck.copies.as_ref().filter(at) {
                let copies = self.range(copies).words();
                return Some(format!("{}: {copies} of each card", deck.title));
            }
            if deck.span == span {
                return Some(match &deck.when {
                    Some(when) => format!("{}: only if {}", deck.title, self.sentence(when)),
                    None => deck.title.clone(),
                });
            }
        }
        for event in game.events.values() {
            if let Some(points) = event.points.as_ref().filter(|points| points.span == span) {
                let points = self.range(points).words();
                return Some(format!("{} is played at {points} points", event.title));
            }
            if let Some(allowed) = event.factions.as_ref().filter(|known| known.span == span) {
                let names = either(&faction_titles(game, &allowed.of));
                return Some(format!("{} is played by {names}", event.title));
            }
            let mut switches = event.optionals.iter();
            if let Some(switch) = switches.find(|switch| switch.span == span) {
                let how = if switch.is_on { "with" } else { "without" };
                let rule = &game.optionals[switch.rule].title;
                return Some(format!("{} is played {how} the rule {rule}", event.title));
            }
        }
        let characteristics = game.profiles.values().flat_map(|profile| &profile.characteristics);
        let mut found = characteristics.filter(|known| known.span == span);
        if let Some(known) = found.next() {
            return Some(format!("{}: {}", known.label(), self.limits(known.shape.limits)));
        }
        let attribute = game.attributes.values().find(|attribute| attribute.span == span)?;
        Some(format!("{}: {}", attribute.title, self.limits(attribute.limits)))
    }

    fn force(&self, force: &'g Force) -> String {
        let mut words = force.title.clone();
        if let Some(range) = &force.range {
            words += &format!(": {}", self.range(range).words());
        }
        if let Some(outer) = force.within.map(|outer| &self.game.forces[outer]) {
            words += &format!(" in {}", outer.title);
        }
        if let Some(allied) = &force.allied {
            let may_be = self.game.factions.iter().filter(|(id, of)| allied.admits(*id, of));
            let titles: Vec<&str> = may_be.map(|(_, of)| of.title.as_str()).collect();
            words += &format!("; of another faction than the army: {}", titles.join(", "));
        }
        if force.full_before_next {
            words += "; each full before the next";
        }
        if force.one_chart {
            words += "; all inside it use the same chart";
        }
        words
    }

    fn in_choices(&self, span: Span) -> Option<String> {
        self.game.chooses.values().find_map(|choose| {
            if choose.span == span {
                return Some(self.choice(choose));
            }
            choose
                .members
                .iter()
                .find(|member| member.span == span)
                .map(|member| self.option(member))
        })
    }

    fn choice(&self, choose: &'g Choose) -> String {
        format!("{}: {}", choose.title, self.range(&choose.range).words())
    }

    fn option(&self, member: &'g Member) -> String {
        let title = self.title(member.entry);
        let mut terms: Vec<String> = Vec::new();
        if let Some(times) = &member.terms.times {
            terms.push(self.range(times).times_words());
        }
        if let Some(target) = member.terms.target {
            terms.push(format!("for {}", crate::wording::target_words(self.game, target)));
        }
        if let Some(swap) = &member.terms.replacing {
            let names = |ids: &[crate::model::EntryId]| {
                ids.iter().map(|id| self.title(*id)).collect::<Vec<_>>().join(", ")
            };
            terms.push(format!("replaces {}", names(&swap.old)));
        }
        if terms.is_empty() { title } else { format!("{title}: {}", terms.join(", ")) }
    }

    fn in_entries(&self, span: Span) -> Option<String> {
        for entry in self.game.entries.values() {
            if entry.span == span {
                return Some(self.entry(entry));
            }
            if let Some(stat) = entry.body.stats.iter().find(|stat| stat.span == span) {
                let value = crate::wording::stat_words(self.game, &stat.value);
                return Some(format!("{} of {}: {value}", stat.name, entry.title));
            }
        }
        None
    }

    /// What the header of an entry says about who may take it.
    fn entry(&self, entry: &'g Entry) -> String {
        let mut words = entry.title.clone();
        if entry.unique {
            self.states(Number::whole(1));
            words += ": unique, only one in the army";
        }
        if !entry.only_for.is_empty() {
            let names: Vec<&str> =
                entry.only_for.iter().map(|id| self.game.factions[*id].title.as_str()).collect();
            words += &format!(": only for {}", either(&names));
        }
        words
    }

    fn in_rules(&self, span: Span) -> Option<String> {
        for rule in self.game.rules.values() {
            let title = || rule.title.clone().unwrap_or_else(|| rule.id.replace('_', " "));
            if rule.span == span {
                return Some(title());
            }
            let crate::model::RuleContent::Clauses(clauses) = &rule.content else { continue };
            for clause in clauses {
                let found = clause.requirements.iter().find(|line| line.span == span);
                let Some(requirement) = found else { continue };
                return Some(match (&rule.title, &requirement.condition.words) {
                    (_, Some(words)) => words.to_string(),
                    (Some(title), None) if requirement.say.is_some() => title.clone(),
                    (Some(title), None) => {
                        let inner = self.visiting(&clause.binders);
                        format!("{title}: {}", inner.sentence(&requirement.condition))
                    }
                    (None, None) => self.visiting(&clause.binders).sentence(&requirement.condition),
                });
            }
        }
        let derive = self.game.derives.values().find(|derive| derive.span == span)?;
        Some(derive.label())
    }

    fn in_bodies(&self, span: Span) -> Option<String> {
        let game = self.game;
        for force in game.forces.values() {
            if let Some(cap) =
                force.body.caps.iter().find(|cap| cap.span == span && cap.of.is_none())
            {
                return Some(format!("{}: {}", force.title, self.force_cap(cap)));
            }
        }
        let own = [&game.body, &game.army];
        let factions = game.factions.values().flat_map(|faction| [&faction.body, &faction.army]);
        let events = game.events.values().map(|event| &event.body);
        let charts = game.charts.values().map(|chart| &chart.body);
        let forces = game.forces.values().map(|force| &force.body);
        let chooses = game.chooses.values().map(|choose| &choose.body);
        let bodies = own.into_iter().chain(factions).chain(events).chain(charts).chain(forces);
        let entries = game.entries.values().map(|entry| &entry.body);
        bodies.chain(chooses).chain(entries).find_map(|body| self.in_body(body, span))
    }

    fn in_body(&self, body: &'g Body, span: Span) -> Option<String> {
        let mut told = self.relations(body).into_iter().chain(self.permissions(body));
        if let Some(told) = told.find(|told| told.span == span) {
            told.numbers.iter().for_each(|number| self.states(*number));
            return Some(told.words);
        }
        if let Some(line) = body.models.iter().find(|line| line.span == span) {
            let count = self.range(&line.range).model_words();
            return Some(format!("{}: {count}", self.title(line.model)));
        }
        if let Some(group) = body.groups.iter().find(|group| group.span == span) {
            let count = self.range(&group.range).model_words();
            return Some(format!("{}: {count}", group.id.replace('_', " ")));
        }
        if let Some(member) = body.options.iter().find(|member| member.span == span) {
            return Some(self.option(member));
        }
        if let Some(cap) = body.caps.iter().find(|cap| cap.span == span) {
            return Some(self.cap(cap));
        }
        for effect in &body.effects {
            let found = match effect {
                Effect::Change(change) => (change.span == span).then(|| self.change(change)),
                Effect::When(when) if when.span == span => self.when(when),
                Effect::When(when) => self.in_body(&when.body, span),
                Effect::ForEach(each) if each.span == span => self.for_each(each),
                Effect::ForEach(ForEach { binders, body, .. }) => {
                    self.visiting(binders).in_body(body, span)
                }
            };
            if found.is_some() {
                return found;
            }
        }
        body.includes.iter().find_map(|include| {
            if include.span == span {
                let title = match include.what {
                    crate::model::Included::Choose(id) => self.game.chooses[id].title.clone(),
                    crate::model::Included::Entry(id) => self.title(id),
                };
                let range = include.range.as_ref().map(|range| self.range(range).words());
                return Some(
                    range.map_or_else(|| title.clone(), |range| format!("{title}: {range}")),
                );
            }
            self.in_body(&include.body, span)
        })
    }
    fn limits(&self, (low, high): ValueLimits) -> String {
        low.into_iter().chain(high).for_each(|number| self.states(Number::whole(number)));
        RangeText::of_numbers(low, high).words()
    }
}
