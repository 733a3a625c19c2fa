//! How two lists differ, as players see it: their units with models and options, what they cost,
//! and what the armies chose. Spelling, order and the player's notes do not count.
//!
//! Start at [`difference`]. `unit` compares two units, `words` puts everything into sentences.

mod unit;
mod words;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::views::{Amount, Paper, RosterUnit, Title};
use unit::{details, features};
pub(crate) use words::signed_amount;

/// Everything that two lists differ in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The first list.
    pub before: ListHead,
    /// The second.
    pub after: ListHead,
    /// What the army of the second costs more.
    pub delta: Option<Amount>,
    /// What the game counts, such as `points`.
    pub currency: String,
    /// Whether both are the same army, however they are written and whatever it costs; none if one
    /// of them was not understood.
    pub is_same_army: Option<bool>,
    /// What differs in the armies themselves and in their forces.
    pub army: Vec<Detail>,
    /// Units that differ, in the order of the lists: changed ones first.
    pub units: Vec<UnitDifference>,
    /// Units that both have.
    pub same: Vec<UnitSide>,
}

/// What identifies a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ListHead {
    /// Its name.
    pub name: String,
    /// The player's name.
    pub player: Option<String>,
    /// What the army costs.
    pub points: Option<Amount>,
    /// Whether it breaks no rule.
    pub legal: bool,
    /// The fingerprint of the army.
    pub fingerprint: Option<String>,
    /// The mark of the data it was judged by.
    pub data: String,
}

/// A unit that only one list has, or that is another in the second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnitDifference {
    /// In the first list; none if it was added.
    pub before: Option<UnitSide>,
    /// In the second; none if it was removed.
    pub after: Option<UnitSide>,
    /// What it costs more.
    pub delta: Option<Amount>,
    /// What else changed, if both have it.
    pub details: Vec<Detail>,
}

/// A unit as one of the lists has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct UnitSide {
    /// Its id in the list.
    pub id: String,
    /// The id of its entry.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// All of it in a line: `8 Hussars (Lances, Standard)`.
    pub words: String,
    /// What it costs.
    pub points: Option<Amount>,
}

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Detail {
    /// What kind of thing.
    pub about: DetailKind,
    /// Its title: of the option, the model, the choice.
    pub title: String,
    /// How many there were, or what it was; none if it was not there.
    pub before: Option<DetailValue>,
    /// How many there are, or what it is.
    pub after: Option<DetailValue>,
    /// The force in which it changed, or the model that takes the option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
}

/// How much there is of something, or what it is. A text in JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DetailValue {
    /// A number of things.
    Count(i64),
    /// What something is.
    Words(String),
}

impl From<i64> for DetailValue {
    fn from(count: i64) -> Self {
        DetailValue::Count(count)
    }
}

impl From<String> for DetailValue {
    fn from(words: String) -> Self {
        DetailValue::Words(words)
    }
}

impl fmt::Display for DetailValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DetailValue::Count(count) => fmt::Display::fmt(count, formatter),
            DetailValue::Words(words) => fmt::Display::fmt(words, formatter),
        }
    }
}

impl Serialize for DetailValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a detail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DetailKind {
    /// The faction, chart, event or opponent of the list, or the points agreed on.
    Head,
    /// The number of models of a kind.
    Models,
    /// An option, with how often it is taken.
    Option,
    /// What the list states under a key of the game.
    Choice,
    /// A unit that joins it.
    Joined,
    /// The unit it rides in.
    Rides,
    /// The force it belongs to.
    Force,
    /// A card of the deck.
    Card,
    /// A model whose characteristics the player picked.
    Design,
    /// The slot it fills. Stated only where nothing else tells two armies apart.
    Slot,
}

/// A unit with the force and the slot that it is in.
#[derive(Clone, Copy)]
struct Placed<'p> {
    unit: &'p RosterUnit,
    force: Option<&'p str>,
    slot: Option<&'p str>,
}

/// How many pairs of units of one entry are compared. Beyond that, units are paired in order.
const MOST_PAIRS: usize = 10_000;

/// What the second list has that the first has not, and the other way round.
pub fn difference(before: &Paper, after: &Paper) -> Difference {
    let is_same_army = before.fingerprint.as_ref().zip(after.fingerprint.as_ref());
    let is_same_army = is_same_army.map(|(before, after)| before == after);
    let mut found = Difference {
        before: head(before),
        after: head(after),
        delta: delta(before.points, after.points),
        currency: after.currency.clone(),
        is_same_army,
        army: army(before, after),
        units: Vec::new(),
        same: Vec::new(),
    };
    units(&placed(before), &placed(after), &mut found);
    let is_told = |unit: &UnitDifference| {
        unit.before.is_none() || unit.after.is_none() || !unit.details.is_empty()
    };
    if is_same_army == Some(false) && found.army.is_empty() && !found.units.iter().any(is_told) {
        found.army = hidden(before, after);
    }
    found
}

fn head(paper: &Paper) -> ListHead {
    ListHead {
        name: paper.name.clone(),
        player: paper.player.clone(),
        points: paper.points,
        legal: paper.legal,
        fingerprint: paper.fingerprint.clone(),
        data: paper.data.clone(),
    }
}

fn delta(before: Option<Amount>, after: Option<Amount>) -> Option<Amount> {
    after?.number().subtract(before?.number()).map(Amount::from)
}

fn placed(paper: &Paper) -> Vec<Placed<'_>> {
    let mut all = Vec::new();
    for force in &paper.forces {
        for group in &force.groups {
            let slot = group.slot.as_deref();
            let force = force.name.as_deref();
            all.extend(group.units.iter().map(|unit| Placed { unit, force, slot }));
        }
    }
    all
}

/// Finds the counterpart of each unit in the other list.
fn units(before: &[Placed<'_>], after: &[Placed<'_>], found: &mut Difference) {
    let mut left: Vec<(Placed<'_>, Vec<Detail>)> =
        after.iter().map(|placed| (*placed, features(*placed))).collect();
    let mut gone = Vec::new();
    for placed in before {
        let own = features(*placed);
        let is_same = |(other, theirs): &(Placed<'_>, Vec<Detail>)| {
            other.unit.unit == placed.unit.unit && *theirs == own
        };
        // Prefer the same price, so that no unchanged unit seems to change.
        let same_price = left
            .iter()
            .position(|other| is_same(other) && other.0.unit.points == placed.unit.points);
        match same_price.or_else(|| left.iter().position(is_same)) {
            Some(at) => {
                let (other, _) = left.remove(at);
                if other.unit.points == placed.unit.points {
                    found.same.push(side(*placed));
                } else {
                    found.units.push(changed(*placed, other, Vec::new()));
                }
            }
            None => gone.push((*placed, own)),
        }
    }
    pair(gone, left, found);
}

type Featured<'p> = (Placed<'p>, Vec<Detail>);

/// Pairs units of one entry, those that differ least first. Unpaired units were removed or added.
fn pair(mut gone: Vec<Featured<'_>>, mut come: Vec<Featured<'_>>, found: &mut Difference) {
    let pairs = gone.len().saturating_mul(come.len());
    let mut near: Vec<(usize, usize, usize)> = Vec::new();
    for (at, (placed, own)) in gone.iter().enumerate() {
        for (other, (their, theirs)) in come.iter().enumerate() {
            if their.unit.unit == placed.unit.unit {
                let far = if pairs > MOST_PAIRS { 0 } else { details(own, theirs).len() };
                near.push((far, at, other));
            }
        }
    }
    near.sort_unstable();
    let (mut used, mut taken) = (vec![false; gone.len()], vec![false; come.len()]);
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    for (_, at, other) in near {
        if let (Some(used @ false), Some(taken @ false)) = (used.get_mut(at), taken.get_mut(other))
        {
            (*used, *taken) = (true, true);
            chosen.push((at, other));
        }
    }
    chosen.sort_unstable();
    for (at, other) in &chosen {
        if let (Some((placed, own)), Some((their, theirs))) = (gone.get(*at), come.get(*other)) {
            found.units.push(changed(*placed, *their, details(own, theirs)));
        }
    }
    let (mut used, mut taken) = (used.into_iter(), taken.into_iter());
    gone.retain(|_| used.next() == Some(false));
    come.retain(|_| taken.next() == Some(false));
    let alone = |before: Option<Placed<'_>>, after: Option<Placed<'_>>| {
        let nothing = Some(Amount::Whole(0));
        let cost = |placed: Option<Placed<'_>>| placed.map_or(nothing, |placed| placed.unit.points);
        UnitDifference {
            before: before.map(side),
            after: after.map(side),
            delta: delta(cost(before), cost(after)),
            details: Vec::new(),
        }
    };
    found.units.extend(gone.into_iter().map(|(placed, _)| alone(Some(placed), None)));
    found.units.extend(come.into_iter().map(|(placed, _)| alone(None, Some(placed))));
}

fn changed(before: Placed<'_>, after: Placed<'_>, details: Vec<Detail>) -> UnitDifference {
    UnitDifference {
        before: Some(side(before)),
        after: Some(side(after)),
        delta: delta(before.unit.points, after.unit.points),
        details,
    }
}

fn side(placed: Placed<'_>) -> UnitSide {
    let unit = placed.unit;
    UnitSide {
        id: unit.id.clone(),
        unit: unit.unit.clone(),
        name: unit.name.clone(),
        words: words::unit(unit),
        points: unit.points,
    }
}

/// What differs in the armies themselves.
fn army(before: &Paper, after: &Paper) -> Vec<Detail> {
    let mut all = details(&head_details(before), &head_details(after));
    all.extend(details(&force_details(before), &force_details(after)));
    all.extend(details(&deck_details(before), &deck_details(after)));
    all
}

fn stated(
    about: DetailKind,
    title: &str,
    value: impl Into<DetailValue>,
    of: Option<&str>,
) -> Detail {
    Detail {
        about,
        title: title.to_owned(),
        before: Some(value.into()),
        after: None,
        of: of.map(str::to_owned),
    }
}

/// What a list states at its top.
fn head_details(paper: &Paper) -> Vec<Detail> {
    let mut all = Vec::new();
    let mut text = |title: &str, value: Option<String>| {
        all.extend(value.map(|value| stated(DetailKind::Head, title, value, None)));
    };
    let name = |title: &Option<Title>| title.as_ref().map(|title| title.title.clone());
    text("Game", Some(paper.system.title.clone()));
    text("Faction", name(&paper.faction));
    text("Chart", name(&paper.chart));
    text("Event", name(&paper.event));
    text("Opponent", name(&paper.opponent));
    text("Points agreed on", paper.limit.map(|limit| limit.to_string()));
    for cost in &paper.other_costs {
        let title = format!("{} agreed on", cost.title);
        text(&title, cost.limit.map(|limit| limit.to_string()));
    }
    let chosen = paper.chosen.iter();
    all.extend(
        chosen.map(|line| stated(DetailKind::Choice, &line.title, line.value.clone(), None)),
    );
    for design in &paper.designs {
        let picks = design.picks.iter().map(|pick| format!("{} {}", pick.title, pick.value));
        let words: Vec<String> = picks.chain(design.options.iter().cloned()).collect();
        let words = format!("{}: {}", design.model, words.join(", "));
        all.push(stated(DetailKind::Design, &design.id, words, None));
    }
    all
}

/// What forces inside the army state.
fn force_details(paper: &Paper) -> Vec<Detail> {
    let mut all = Vec::new();
    for force in &paper.forces {
        let Some(of) = force.name.as_deref() else { continue };
        let mut add = |about, title: &str, value: DetailValue| {
            all.push(stated(about, title, value, Some(of)));
        };
        let texts = [("Faction", &force.faction), ("Chart", &force.chart)];
        for (title, value) in texts {
            if let Some(value) = value {
                add(DetailKind::Head, title, value.clone().into());
            }
        }
        if let Some(limit) = force.limit {
            add(DetailKind::Head, "Points agreed on", limit.to_string().into());
        }
        for option in &force.options {
            add(DetailKind::Option, &option.name, option.count.into());
        }
        for line in &force.chosen {
            add(DetailKind::Choice, &line.title, line.value.clone().into());
        }
    }
    all
}

fn deck_details(paper: &Paper) -> Vec<Detail> {
    let cards = paper.decks.iter().flat_map(|deck| &deck.cards);
    cards.map(|card| stated(DetailKind::Card, &card.name, card.count, None)).collect()
}

/// Differences that count only if two armies look alike: slots and how many units each takes,
/// derived values, and which models have which options.
fn hidden(before: &Paper, after: &Paper) -> Vec<Detail> {
    let all = |paper: &Paper| -> Vec<Detail> {
        let mut all = Vec::new();
        for value in &paper.values {
            all.push(stated(DetailKind::Choice, &value.title, value.value.clone(), None));
        }
        for force in &paper.forces {
            for group in &force.groups {
                let of = force.name.as_deref();
                all.push(stated(DetailKind::Slot, &group.title, group.takes.clone(), of));
            }
        }
        for Placed { unit, force, slot } in placed(paper) {
            let slot =
                slot.map(|slot| stated(DetailKind::Slot, &unit.name, slot.to_owned(), force));
            all.extend(slot);
            for role in &unit.roles {
                // Two units may have the same name.
                let words = format!("{} [{}]", words::unit(unit), unit.id);
                all.push(stated(DetailKind::Choice, role, words, None));
            }
            let Some(card) = paper.cards.get(unit.card) else { continue };
            for row in card.models.iter().flat_map(|table| &table.rows) {
                let words = match row.keywords.as_slice() {
                    [] => row.count.clone(),
                    keywords => format!("{} with {}", row.count, keywords.join(", ")),
                };
                all.push(stated(DetailKind::Models, &row.name, words, Some(&unit.name)));
            }
            for row in card.gear.iter().flat_map(|table| &table.rows) {
                let count = row.count.map_or(DetailValue::Words(String::new()), DetailValue::Count);
                all.push(stated(DetailKind::Option, &row.name, count, Some(&unit.name)));
            }
        }
        all
    };
    details(&all(before), &all(after))
}
