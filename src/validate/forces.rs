//! Forces inside the army, stated derived values, and decks.

use super::change::{Item, Reach};
use super::eval::{Env, Evaluator};
use super::issue::Issue;
use super::number::Number;
use super::sought::Sought;
use super::value::Value;
use super::words::{many, range_words};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Deck, DeriveId, Home, NodeKind, RuleWeight};
use crate::roster::{Book, NodeId, Scalar};

impl<'g> Evaluator<'_, 'g> {
    pub(super) fn check_forces(&self, issues: &mut Vec<Issue>) {
        for (kind, force) in self.game.forces.iter().filter(|(_, force)| self.sees(force.home)) {
            let Some((within, range)) = &force.within else { continue };
            let own: Vec<(usize, _)> = self.army.forces.iter().enumerate().filter(|(_, one)| one.kind == kind).collect();
            let bounds = self.bounds(range, &mut Env::at(NodeId::ARMY));
            let count = i64::try_from(own.len()).unwrap_or(i64::MAX);
            let cites = if force.cites.is_empty() { &self.game.forces[*within].cites } else { &force.cites };
            let words = range_words(bounds.low, bounds.high);
            let message = format!("the army has {}, it takes {words}", many(count, &force.title.to_lowercase()));
            if count < bounds.low && !self.lost_units {
                let issue = Issue::new(&codes::FORCE_TOO_FEW, self.army.span(), message.clone()).rule(force.span, cites);
                issues.push(issue.help(format!("add a block under `{}s`", force.id)));
            }
            if bounds.high.is_some_and(|high| count > high) {
                let at = own.last().map_or(self.army.span(), |(_, last)| last.span);
                issues.push(Issue::new(&codes::FORCE_TOO_MANY, at, message).rule(force.span, cites));
            }
            if force.full_before_next {
                let full = self.full.borrow();
                let begun_early = own.windows(2).find(|pair| matches!(pair, [(place, _), _] if full.get(*place) != Some(&true)));
                if let Some([(_, first), (_, next)]) = begun_early {
                    let message = format!("{} begins before {} is full", self.title(next.node), self.title(first.node));
                    let issue = Issue::new(&codes::FORCE_NOT_FULL, next.span, message).rule(force.span, cites);
                    issues.push(issue.help(format!("fill every slot of {} first", self.title(first.node))));
                }
            }
        }
        self.check_one_chart(issues);
    }

    /// Forces that must all use the same chart.
    fn check_one_chart(&self, issues: &mut Vec<Issue>) {
        for (outer, definition) in self.game.forces.iter().filter(|(_, force)| force.one_chart && self.sees(force.home)) {
            let inside = |kind| self.game.forces[kind].within.as_ref().is_some_and(|(within, _)| *within == outer);
            let mut forces = self.army.forces.iter().filter(|force| inside(force.kind));
            let chart = forces.next().and_then(|first| first.chart);
            if let Some(other) = forces.find(|force| force.chart != chart) {
                let message = format!("{} uses another chart than the first", self.title(other.node));
                issues.push(Issue::new(&codes::CHART_UNKNOWN, other.span, message).rule(definition.span, &definition.cites));
            }
        }
    }

    /// What the list states of derived values agrees with them; on a tie it should say who.
    pub(super) fn check_derived(&self, issues: &mut Vec<Issue>) {
        for (name, stated) in &self.army.list.derived {
            let values = self.army_values();
            let found = values.iter().map(|id| (*id, &self.game.derives[*id])).find(|(_, derive)| derive.id == name.value);
            let Some((id, derive)) = found else {
                let known = values.iter().map(|id| self.game.derives[*id].id.as_str());
                let message = format!("{} has no derived value `{}`", self.game.title, name.value);
                issues.push(Issue::from(
                    &Diagnostic::new(&codes::LIST_UNKNOWN_NAME, name.span, message).suggest(&name.value, known),
                ));
                continue;
            };
            let value = self.derived(NodeId::ARMY, id);
            if !self.agrees(&value, stated) {
                let title = derive.title.as_deref().unwrap_or(&derive.id);
                let message = format!("{title}: {} by the rules, the list says {}", self.words(&value), stated.words());
                let issue = Issue::new(&codes::DERIVED_DISAGREES, stated.span(), message).rule(derive.span, &derive.cites);
                issues.push(issue.counted(self, value.node().and_then(|node| self.army.node(node).unit)));
            }
        }
        for id in self.army_values() {
            let derive = &self.game.derives[id];
            let tied = self.all_highest(&derive.value, &mut Env::at(NodeId::ARMY));
            let stated = self.army.list.derived.iter().any(|(name, _)| name.value == derive.id);
            if tied.len() > 1 && !stated {
                let title = derive.title.as_deref().unwrap_or(&derive.id);
                let first = tied.first().map(|value| self.words(value)).unwrap_or_default();
                let message = format!("several tie for {title}: {first} is taken, the list may name another");
                let units: Vec<_> =
                    tied.iter().filter_map(|value| value.node().and_then(|node| self.army.node(node).unit)).collect();
                let mut issue = Issue::new(&codes::DERIVED_TIE, self.army.span(), message).rule(derive.span, &derive.cites);
                issue.weight = RuleWeight::Warning;
                let help = format!("give them ids and write `derived: {{{}: ID}}`", derive.id);
                issues.push(issue.help(help).counted(self, units));
            }
        }
    }

    /// Whether what is declared there concerns this army.
    pub(super) fn sees(&self, home: Home) -> bool {
        Book::sees(self.army.faction, self.army.event, home)
    }

    /// The derived values of the army that are in force for it.
    pub(super) fn army_values(&self) -> Vec<DeriveId> {
        let mut all = Vec::new();
        self.in_force(NodeId::ARMY, Reach::Itself, Sought::Derives, &mut |item, _, _| {
            if let Item::Body(body) = item {
                let of_army =
                    |id: &DeriveId| self.game.derives[*id].on == NodeKind::Army && self.game.derives[*id].binders.is_empty();
                all.extend(body.derives.iter().copied().filter(of_army));
            }
        });
        all
    }

    fn agrees(&self, value: &Value<'g>, stated: &Scalar) -> bool {
        match (value, stated) {
            (Value::Number(number), Scalar::Int(amount)) => *number == Number::whole(amount.value),
            (Value::Bool(yes), Scalar::Bool(stated)) => *yes == stated.value,
            (Value::Node(node), stated) => {
                let words = stated.words();
                self.unit_called(&words) == Some(*node) || self.title(*node) == words
            }
            (value, stated) => {
                let words = stated.words();
                self.words(value) == words || self.id_of(value).is_some_and(|id| id == words)
            }
        }
    }

    /// The id of a value that the data names.
    fn id_of(&self, value: &Value<'g>) -> Option<&'g str> {
        Some(match value {
            Value::Chart(id) => &self.game.charts[*id].id,
            Value::Faction(id) => &self.game.factions[*id].id,
            Value::Category(id) => &self.game.categories[*id].id,
            Value::Event(id) => &self.game.events[*id].id,
            Value::Section(id) => &self.game.sections[*id].id,
            Value::Entry(id) => &self.game.entries[*id].id,
            Value::Slot(slot) => slot,
            Value::Choice(choices, position) => &self.game.choices[*choices].words.get(*position)?.word,
            _ => return None,
        })
    }

    pub(super) fn in_play(&self, deck: &'g Deck) -> bool {
        self.sees(deck.home) && deck.when.as_ref().is_none_or(|when| self.holds(when, &mut Env::at(NodeId::ARMY)))
    }

    pub(super) fn check_decks(&self, issues: &mut Vec<Issue>) {
        for deck in self.game.decks.values() {
            let of_deck = |card: &crate::model::EntryId| deck.cards.iter().any(|one| one.entry == *card);
            let cards: Vec<_> = self.army.deck.iter().filter(|(card, ..)| of_deck(card)).collect();
            if !self.in_play(deck) {
                if let Some((_, name, _)) = cards.first() {
                    let message = format!("{} is not in play in this army", deck.title);
                    issues.push(Issue::new(&codes::DECK_NOT_AVAILABLE, name.span, message).rule(deck.span, &deck.cites));
                }
                continue;
            }
            let mut env = Env::at(NodeId::ARMY);
            let count = cards.iter().map(|(_, _, amount)| amount.value).fold(0, i64::saturating_add);
            if let Some(range) = &deck.size {
                let bounds = self.bounds(range, &mut env);
                let (code, wrong) = if count < bounds.low {
                    (&codes::DECK_TOO_FEW, true)
                } else {
                    (&codes::DECK_TOO_MANY, !bounds.admits(count))
                };
                if wrong {
                    let at = self.army.list.deck_at.unwrap_or_else(|| self.army.span());
                    let words = range_words(bounds.low, bounds.high);
                    let message = format!("{} has {}, it takes {words}", deck.title, many(count, "card"));
                    issues.push(Issue::new(code, at, message).rule(range.span, &deck.cites));
                }
            }
            for (card, name, amount) in cards {
                let entry = &self.game.entries[*card];
                let mut most = deck.copies.as_ref().map(|range| (self.bounds(range, &mut env).high, range.span));
                if entry.unique {
                    most = Some((Some(1), entry.span));
                }
                if let Some((Some(most), span)) = most
                    && amount.value > most
                {
                    let message = format!("{} is in the deck {} times, {most} at most", entry.title, amount.value);
                    issues.push(Issue::new(&codes::DECK_TOO_MANY_COPIES, name.span, message).rule(span, &deck.cites));
                }
                let types = deck.cards.iter().find(|one| one.entry == *card).map_or(&[][..], |one| &one.types);
                if !deck.types.is_empty() && !types.iter().any(|one| deck.types.contains(one)) {
                    let message = format!("{} is of no type that {} takes", entry.title, deck.title);
                    let help = format!("it takes {}", deck.types.join(", "));
                    issues.push(Issue::new(&codes::DECK_WRONG_TYPE, name.span, message).rule(entry.span, &deck.cites).help(help));
                }
                if !entry.only_for.is_empty() && !self.army.faction.is_some_and(|faction| entry.only_for.contains(&faction)) {
                    let names: Vec<&str> = entry.only_for.iter().map(|one| self.game.factions[*one].title.as_str()).collect();
                    let message = format!("{} is a card of {}", entry.title, names.join(", "));
                    issues.push(Issue::new(&codes::DECK_NOT_AVAILABLE, name.span, message).rule(entry.span, &deck.cites));
                }
            }
        }
    }
}
