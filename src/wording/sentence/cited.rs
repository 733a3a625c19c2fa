//! The lines of a game that cite a rule of its book.

use crate::model::{Body, Cite, Effect, Game};
use crate::source::Span;

/// The places of all lines that cite a rule, in the order of the data.
pub(crate) fn cited(game: &Game, id: &str) -> Vec<Span> {
    let mut search = CiteFinder { id, found: Vec::new() };
    search.see(game.span, &game.cites);
    for rule in game.rules.values() {
        if rule.id == id {
            search.found.push(rule.span);
        }
        search.see(rule.span, &rule.cites);
    }
    for chart in game.charts.values() {
        search.see(chart.span, &chart.cites);
        chart.slots.iter().for_each(|slot| search.see(slot.span, &slot.cites));
        chart.trades.iter().for_each(|trade| search.see(trade.span, &trade.cites));
        chart.unlocks.iter().for_each(|unlock| search.see(unlock.span, &unlock.cites));
        chart.offers.iter().for_each(|offers| search.see(offers.span, &offers.cites));
        chart.unlocks_once.iter().for_each(|cites| search.see(chart.span, cites));
    }
    game.factions.values().for_each(|faction| search.see(faction.span, &faction.cites));
    game.events.values().for_each(|event| search.see(event.span, &event.cites));
    game.forces.values().for_each(|force| search.see(force.span, &force.cites));
    game.derives.values().for_each(|derive| search.see(derive.span, &derive.cites));
    game.categories.values().for_each(|category| search.see(category.span, &category.cites));
    game.optionals.values().for_each(|optional| search.see(optional.span, &optional.cites));
    game.decks.values().for_each(|deck| search.see(deck.span, &deck.cites));
    for profile in game.profiles.values() {
        profile.characteristics.iter().for_each(|known| search.see(known.span, &known.cites));
    }
    game.entries.values().for_each(|entry| search.see(entry.span, &entry.cites));
    for choose in game.chooses.values() {
        search.see(choose.span, &choose.cites);
        choose.members.iter().for_each(|member| search.see(member.span, &member.terms.cites));
    }
    game.each_body().for_each(|body| search.body(body));
    search.found.sort_unstable();
    search.found.dedup();
    search.found
}

struct CiteFinder<'n> {
    id: &'n str,
    found: Vec<Span>,
}

impl CiteFinder<'_> {
    fn see(&mut self, span: Span, cites: &[Cite]) {
        if cites.iter().any(|cite| cite.id == self.id) {
            self.found.push(span);
        }
    }

    fn body(&mut self, body: &Body) {
        body.models.iter().for_each(|line| self.see(line.span, &line.cites));
        body.groups.iter().for_each(|group| self.see(group.span, &group.cites));
        body.options.iter().for_each(|member| self.see(member.span, &member.terms.cites));
        body.includes.iter().for_each(|include| self.see(include.span, &include.cites));
        body.caps.iter().for_each(|cap| self.see(cap.span, &cap.cites));
        body.limits.iter().for_each(|limit| self.see(limit.span, &limit.cites));
        body.joins.iter().for_each(|join| self.see(join.span, &join.cites));
        body.rides.iter().for_each(|ride| self.see(ride.span, &ride.cites));
        body.brings.iter().for_each(|brings| self.see(brings.span, &brings.cites));
        body.grants.iter().for_each(|grant| self.see(grant.span, &grant.cites));
        body.permits.iter().for_each(|permit| self.see(permit.span, &permit.cites));
        body.waives.iter().for_each(|waive| self.see(waive.span, &waive.cites));
        body.points_required.iter().for_each(|line| self.see(line.span, &line.cites));
        for effect in &body.effects {
            match effect {
                // Changes repeat what the block around them cites.
                Effect::Change(_) => {}
                Effect::When(when) => self.see(when.span, &when.cites),
                Effect::ForEach(each) => self.see(each.span, &each.cites),
            }
        }
    }
}
