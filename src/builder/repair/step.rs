//! Single changes to a list. They name units and forces by where they stand in the text, so that
//! they can be made in any order and together with any others.

use std::borrow::Cow;

use crate::builder::candidate::{changed, is_added, mark};
use crate::builder::force::begun_force;
use crate::builder::take::take;
use crate::engine::Offered;
use crate::list::{
    Edit, ForceLine, GameKey, GameValue, List, Models, Scalar, Spanned, UnitLine, UnitPlace,
    places, sort, unit_mut,
};
use crate::model::Game;
use crate::source::Span;

pub(crate) struct Step {
    pub change: Change,
    /// For people.
    pub words: String,
    /// By how much a number changes.
    pub by: i64,
}

pub(crate) enum Change {
    Remove(Span),
    Add(Box<UnitLine>, Home),
    Move(Span, Home),
    Size(Span, i64),
    Take(Span, Box<Offered>),
    /// A whole force.
    Disband(Span),
    /// What the list says at a place: a word of the army, of a force or of a unit, an optional
    /// rule, a name of the head.
    Unsay(Span),
    /// A word of an attribute, in the place of what is said of it.
    Say(Bears, String, String),
    /// The chart of a force.
    ForceChart(Span, String),
    /// Values that the list states: one of them by name, or all.
    Underive(Option<String>),
    Card(String, i64),
    /// What was picked for a characteristic, by the place of its name.
    Pick(Span, i64),
    /// What else is changed; where it names a unit, that one.
    Edit(Box<Edit>, Option<Span>),
}

/// Where a unit stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    Army,
    Force(Span),
    /// A force of its own, which is begun for it.
    NewForce,
}

/// The place of a force in a list: of its key, and below it. None is the army itself.
pub(crate) type Place = Option<(usize, usize)>;

/// Who bears an attribute.
#[derive(Clone, Copy)]
pub(crate) enum Bears {
    Army,
    Force(Span),
    Unit(Span),
}

impl Step {
    /// The list with this change; none if it does not apply.
    pub(crate) fn apply(&self, game: &Game, list: &List) -> Option<List> {
        match &self.change {
            Change::Remove(at) => Edit::RemoveUnit(place_of(list, *at)?).apply(list),
            Change::Add(line, home) => {
                let unit = Spanned::new(line.unit.value.clone(), mark(list));
                let line = Box::new(UnitLine { unit, ..line.as_ref().clone() });
                let (list, force) = at_home(game, list, *home)?;
                Edit::AddUnit { line, force }.apply(&list)
            }
            Change::Move(at, home) => {
                let (list, force) = at_home(game, list, *home)?;
                Edit::MoveUnit { place: place_of(&list, *at)?, force }.apply(&list)
            }
            Change::Size(at, size) => {
                changed(list, *at, |line| line.models = Models::Total(Spanned::new(*size, *at)))
            }
            Change::Take(at, option) => changed(list, *at, |line| take(line, option, None, *at)),
            Change::Edit(edit, unit) => {
                let mut edit = edit.clone();
                if let (Some(place), Some(at)) = (edit.place_mut(), unit) {
                    *place = place_of(list, *at)?;
                }
                edit.apply(list)
            }
            Change::Disband(at) => with(list, |list| {
                let (key, place) = force_at(list, *at)?;
                let GameValue::Forces(forces) = &mut list.others.get_mut(key)?.value else {
                    return None;
                };
                (place < forces.len()).then(|| forces.remove(place)).map(|_| ())
            }),
            Change::Unsay(at) => with(list, |list| unsay(list, *at)),
            Change::Say(bears, key, value) => with(list, |list| say(list, *bears, key, value)),
            Change::ForceChart(at, chart) => with(list, |list| {
                force_mut(list, *at)?.chart = Some(Spanned::new(chart.clone(), *at));
                Some(())
            }),
            Change::Underive(name) => with(list, |list| {
                list.derived
                    .retain(|(stated, _)| name.as_ref().is_some_and(|name| stated.value != *name));
                Some(())
            }),
            Change::Pick(at, value) => with(list, |list| {
                let mut picks = list.designs.iter_mut().flat_map(|design| &mut design.picks);
                picks.find(|(name, _)| name.span == *at)?.1.value = *value;
                Some(())
            }),
            Change::Card(card, count) => with(list, |list| {
                match list.deck.iter_mut().find(|(name, _)| name.value == *card) {
                    Some((_, amount)) => amount.value = *count,
                    None => list.deck.push((
                        Spanned::new(card.clone(), list.span),
                        Spanned::new(*count, list.span),
                    )),
                }
                list.deck.sort();
                list.deck.retain(|(_, amount)| amount.value > 0);
                Some(())
            }),
        }
    }

    /// How many units come or go.
    pub(crate) fn units(&self) -> usize {
        usize::from(matches!(self.change, Change::Remove(_) | Change::Add(..) | Change::Disband(_)))
    }

    /// Whether it changes a unit that only another step adds.
    pub(crate) fn is_of_an_added_unit(&self) -> bool {
        match &self.change {
            Change::Remove(at)
            | Change::Move(at, _)
            | Change::Size(at, _)
            | Change::Take(at, _) => is_added(*at),
            Change::Say(Bears::Unit(at), ..) | Change::Edit(_, Some(at)) => is_added(*at),
            _ => false,
        }
    }

    /// What sort of change it is, and to what: two sizes of one unit are of one sort.
    pub(crate) fn sort(&self) -> (u8, usize) {
        match &self.change {
            Change::Remove(at) => (0, at.start()),
            Change::Add(..) => (1, 0),
            Change::Move(at, _) => (2, at.start()),
            Change::Size(at, _) => (3, at.start()),
            Change::Take(at, _) => (4, at.start()),
            Change::Disband(at) => (5, at.start()),
            Change::Unsay(at) => (6, at.start()),
            Change::Say(Bears::Army, ..) => (7, 0),
            Change::Say(Bears::Force(at) | Bears::Unit(at), ..) => (7, at.start()),
            Change::ForceChart(at, _) => (8, at.start()),
            Change::Underive(_) => (9, 0),
            Change::Card(..) => (10, 0),
            Change::Pick(at, _) => (12, at.start()),
            Change::Edit(edit, at) => {
                let chart = matches!(edit.as_ref(), Edit::Chart(_));
                (if chart { 8 } else { 11 }, at.map_or(0, Span::start))
            }
        }
    }
}

fn with(list: &List, change: impl FnOnce(&mut List) -> Option<()>) -> Option<List> {
    let mut list = list.clone();
    change(&mut list)?;
    sort(&mut list);
    Some(list)
}

/// Where the unit stands whose name is written at a place.
pub(crate) fn place_of(list: &List, at: Span) -> Option<UnitPlace> {
    places(list).into_iter().find(|(_, line)| line.unit.span == at).map(|(place, _)| place)
}

/// The list and where in it units of this home stand.
fn at_home<'l>(game: &Game, list: &'l List, home: Home) -> Option<(Cow<'l, List>, Place)> {
    match home {
        Home::Army => Some((Cow::Borrowed(list), None)),
        Home::Force(at) => Some((Cow::Borrowed(list), Some(force_at(list, at)?))),
        Home::NewForce => {
            let (list, force) = begun_force(game, list)?;
            Some((Cow::Owned(list), Some(force)))
        }
    }
}

fn force_at(list: &List, at: Span) -> Option<(usize, usize)> {
    list.others.iter().enumerate().find_map(|(key, other)| match &other.value {
        GameValue::Forces(forces) => {
            forces.iter().position(|force| force.span.span == at).map(|place| (key, place))
        }
        _ => None,
    })
}

fn force_mut(list: &mut List, at: Span) -> Option<&mut ForceLine> {
    let (key, place) = force_at(list, at)?;
    match &mut list.others.get_mut(key)?.value {
        GameValue::Forces(forces) => forces.get_mut(place),
        _ => None,
    }
}

fn unsay(list: &mut List, at: Span) -> Option<()> {
    let says = |others: &mut Vec<GameKey>| others.retain(|other| other.key.span != at);
    says(&mut list.others);
    list.optional.retain(|name| name.span != at);
    for name in [&mut list.event, &mut list.opponent] {
        *name = name.take().filter(|name| name.span != at);
    }
    let forces = list.others.iter_mut().filter_map(|other| match &mut other.value {
        GameValue::Forces(forces) => Some(forces),
        _ => None,
    });
    for force in forces.flatten() {
        says(&mut force.others);
        force.units.iter_mut().for_each(|unit| says(&mut unit.others));
    }
    list.units.iter_mut().for_each(|unit| says(&mut unit.others));
    Some(())
}

fn say(list: &mut List, bears: Bears, key: &str, value: &str) -> Option<()> {
    let span = list.span;
    let others = match bears {
        Bears::Army => &mut list.others,
        Bears::Force(at) => &mut force_mut(list, at)?.others,
        Bears::Unit(at) => {
            let place = place_of(list, at)?;
            &mut unit_mut(list, place)?.others
        }
    };
    let value = GameValue::Scalars(vec![Scalar::Text(Spanned::new(value.to_owned(), span))]);
    match others.iter_mut().find(|other| other.key.value == key) {
        Some(other) => other.value = value,
        None => others.push(GameKey { key: Spanned::new(key.to_owned(), span), value }),
    }
    others.sort_by(|a, b| a.key.cmp(&b.key));
    Some(())
}
