//! Single changes to what is said of the army, its forces and its units: words, rules, charts,
//! values, cards.

use crate::builder::candidate::Candidate;
use crate::builder::find::faction_of;
use crate::builder::force::force_places;
use crate::builder::repair::step::Change;
use crate::builder::repair::step::{Bears, Step};
use crate::builder::repair::steps::{force_span, lined, step, step_by};
use crate::builder::{Builder, charts_of};
use crate::diagnostic::Family;
use crate::list::{Edit, ForceLine, GameKey, GameValue, UnitLine, places};
use crate::model::{Attribute, AttributeType, Bearer, Chart, NodeKind};
use crate::source::Sources;

/// How far from what was picked others are tried.
const NEAR_PICKS: i64 = 3;

/// Words of one attribute that are tried.
const MOST_WORDS: usize = 40;

impl Builder<'_, '_> {
    /// Changes to the head of a list.
    pub(crate) fn steps_of_head(&self, sources: &Sources, base: &Candidate) -> Vec<Step> {
        let list = &base.list;
        let mut steps = self.words(&list.others, NodeKind::Army, Bears::Army, "the army");
        steps.extend(list.optional.iter().map(|name| {
            let words =
                lined(sources, &format!("drop the optional rule `{}`", name.value), name.span);
            step(Change::Unsay(name.span), words)
        }));
        let is_wrong = |at| base.assessment.errors.iter().any(|issue| issue.at == at);
        let names = [("event", &list.event), ("opponent", &list.opponent)];
        for (key, name) in names.into_iter().filter_map(|(key, name)| Some((key, name.as_ref()?))) {
            if is_wrong(name.span) {
                steps.push(step(Change::Unsay(name.span), format!("drop `{key}: {}`", name.value)));
            }
        }
        steps.extend(self.drops(&list.options, "the army"));
        for design in &list.designs {
            let name = lined(sources, &design.name.value, design.name.span);
            steps.extend(self.drops(&design.options, &name));
            for (pick, amount) in &design.picks {
                let near = (1..=NEAR_PICKS).flat_map(|by| [amount.value - by, amount.value + by]);
                steps.extend(near.map(|value| {
                    let words = format!(
                        "pick {value} instead of {} for {} of {name}",
                        amount.value, pick.value
                    );
                    step_by(Change::Pick(pick.span, value), words, amount.value, value)
                }));
            }
        }
        for (name, _) in &list.derived {
            steps.push(step(
                Change::Underive(Some(name.value.clone())),
                format!("leave `{}` unstated", name.value),
            ));
        }
        if list.derived.len() > 1 {
            steps.push(step(Change::Underive(None), "leave all of `derived` unstated"));
        }
        for chart in self.charts(base) {
            if list.chart.as_ref().is_none_or(|now| now.value != chart.id) {
                let edit = Edit::Chart(chart.id.clone());
                steps.push(step(
                    Change::Edit(Box::new(edit), None),
                    format!("play {}", chart_words(chart)),
                ));
            }
        }
        steps.extend(self.cards(base));
        steps
    }

    fn charts<'s>(&'s self, base: &Candidate) -> impl Iterator<Item = &'s Chart> + use<'s> {
        charts_of(self.game, faction_of(self.game, &base.list)).into_iter().map(|(_, chart)| chart)
    }

    /// Changes to forces as a whole.
    pub(crate) fn steps_of_forces(&self, sources: &Sources, base: &Candidate) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, (key, at)) in force_places(self.game, &base.list).into_iter().enumerate() {
            let Some(span) = force_span(&base.list, (key, at)) else { continue };
            let name = lined(sources, &self.force_title(base, number), span);
            let units = places(&base.list)
                .into_iter()
                .filter(|(place, _)| place.force == Some((key, at)))
                .count();
            // With more than one unit it would be more than one change.
            match units {
                0 => steps
                    .push(step(Change::Disband(span), format!("remove {name}, which is empty"))),
                1 => {
                    steps.push(step(Change::Disband(span), format!("remove {name} with its unit")))
                }
                _ => {}
            }
            let Some(GameValue::Forces(forces)) =
                base.list.others.get(key).map(|other| &other.value)
            else {
                continue;
            };
            let Some(force) = forces.get(at) else { continue };
            steps.extend(self.steps_of_force(base, force, &name));
        }
        steps
    }

    fn steps_of_force(&self, base: &Candidate, force: &ForceLine, name: &str) -> Vec<Step> {
        let at = force.span.span;
        let mut steps = self.words(&force.others, NodeKind::Force(None), Bears::Force(at), name);
        steps.extend(self.drops(&force.options, name));
        for chart in self.charts(base) {
            if force.chart.as_ref().is_some_and(|now| now.value != chart.id) {
                steps.push(step(
                    Change::ForceChart(at, chart.id.clone()),
                    format!("play {} in {name}", chart_words(chart)),
                ));
            }
        }
        steps
    }

    pub(crate) fn words_of_unit(&self, line: &UnitLine, name: &str) -> Vec<Step> {
        self.words(&line.others, NodeKind::Unit, Bears::Unit(line.unit.span), name)
    }

    /// Words that are said and need not be, and others for them.
    fn words(&self, others: &[GameKey], kind: NodeKind, bears: Bears, of: &str) -> Vec<Step> {
        let mut steps = Vec::new();
        for other in others.iter().filter(|other| !matches!(other.value, GameValue::Forces(_))) {
            steps.push(step(
                Change::Unsay(other.key.span),
                format!("drop `{}` of {of}", other.key.value),
            ));
        }
        let is_borne = |one: &&Attribute| {
            one.on.iter().any(|bearer| match (bearer, kind) {
                (Bearer::Node(NodeKind::Force(_)), NodeKind::Force(_)) => true,
                (Bearer::Node(one), kind) => *one == kind,
                _ => false,
            })
        };
        for attribute in self.game.attributes.values().filter(|one| one.chosen).filter(is_borne) {
            let words: Vec<&str> = match attribute.shape {
                AttributeType::Choice(choices) => {
                    self.game.choices[choices].words.iter().map(|one| one.word.as_str()).collect()
                }
                AttributeType::Category => {
                    self.game.categories.values().map(|category| category.id.as_str()).collect()
                }
                AttributeType::Int | AttributeType::Text => continue,
            };
            for word in words.into_iter().take(MOST_WORDS) {
                let words = format!("write `{}: {word}` for {of}", attribute.id);
                steps.push(step(Change::Say(bears, attribute.id.clone(), word.to_owned()), words));
            }
        }
        steps
    }

    /// Cards that come and go, if something is wrong with the deck.
    fn cards(&self, base: &Candidate) -> Vec<Step> {
        if !base.assessment.errors.iter().any(|issue| issue.code.family == Family::Deck) {
            return Vec::new();
        }
        let deck = &base.list.deck;
        let now = |id: &str| {
            deck.iter().find(|(name, _)| name.value == id).map_or(0, |(_, amount)| amount.value)
        };
        let cards = self
            .game
            .decks
            .values()
            .flat_map(|deck| &deck.cards)
            .map(|card| &self.game.entries[card.entry]);
        let mut known: Vec<(&str, &str)> =
            cards.map(|card| (card.id.as_str(), card.title.as_str())).collect();
        known.extend(deck.iter().map(|(name, _)| (name.value.as_str(), name.value.as_str())));
        let mut seen: Vec<&str> = Vec::new();
        let mut steps = Vec::new();
        for (id, title) in known {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            let count = now(id);
            if count > 0 {
                steps.push(step(
                    Change::Card(id.to_owned(), 0),
                    format!("leave out the card {title}"),
                ));
            }
            for other in [count + 1, count - 1, 1, 2, 3]
                .into_iter()
                .filter(|other| *other > 0 && *other != count)
            {
                let words = match count {
                    0 => format!("add {other} × the card {title}"),
                    _ => format!("take {other} instead of {count} of the card {title}"),
                };
                steps.push(step_by(Change::Card(id.to_owned(), other), words, count, other));
            }
        }
        steps
    }
}

/// A chart in a sentence.
fn chart_words(chart: &Chart) -> String {
    let the = if chart.title.to_lowercase().starts_with("the ") { "" } else { "the " };
    format!("{the}{} chart", chart.title)
}
