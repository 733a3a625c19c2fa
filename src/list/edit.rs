//! Changes to a list.

use crate::list::{
    ForceLine, GameKey, GameValue, Ignored, List, Models, Name, OptionPick, Scalar, Spanned,
    UnitLine,
};
use crate::source::Span;

/// Where a unit's line stands: in the army, or in a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitPlace {
    /// The key of the force and its place under it.
    pub force: Option<(usize, usize)>,
    pub line: usize,
}

#[derive(Debug, Clone)]
pub enum Edit {
    RemoveUnit(UnitPlace),
    AddUnit {
        line: Box<UnitLine>,
        force: Option<(usize, usize)>,
    },
    /// Moves a unit's line to another force, or into the army itself.
    MoveUnit {
        place: UnitPlace,
        force: Option<(usize, usize)>,
    },
    Models(UnitPlace, i64),
    /// Takes one copy less of the option written at a place.
    DropOption(Span),
    /// Takes it so many times.
    Times(Span, i64),
    /// Another number for a line of models, by its place in the unit.
    ModelCount(UnitPlace, usize, i64),
    TakeOption {
        place: Option<UnitPlace>,
        choose: String,
        option: String,
        span: Span,
    },
    Chart(String),
    Rename(Span, String),
    Leave {
        host: UnitPlace,
        guest: String,
    },
    Join {
        host: UnitPlace,
        guest: Name,
    },
    GetOff(UnitPlace),
    /// Lets the slot be found.
    AnySlot(UnitPlace),
    Derived(String, Scalar),
    Card(Span, i64),
    Chosen {
        place: UnitPlace,
        key: Span,
        value: String,
    },
    Choose {
        place: UnitPlace,
        key: String,
        value: String,
        span: Span,
    },
}

/// Where each unit's line of a list stands, in the order of the army.
pub fn places(list: &List) -> Vec<(UnitPlace, &UnitLine)> {
    let mut all: Vec<(UnitPlace, &UnitLine)> = list
        .units
        .iter()
        .enumerate()
        .map(|(line, unit)| (UnitPlace { force: None, line }, unit))
        .collect();
    for (key, other) in list.others.iter().enumerate() {
        if let GameValue::Forces(forces) = &other.value {
            for (place, force) in forces.iter().enumerate() {
                let lines = force.units.iter().enumerate();
                all.extend(
                    lines.map(|(line, unit)| (UnitPlace { force: Some((key, place)), line }, unit)),
                );
            }
        }
    }
    all
}

pub fn units_mut(list: &mut List, force: Option<(usize, usize)>) -> Option<&mut Vec<UnitLine>> {
    match force {
        None => Some(&mut list.units),
        Some((key, place)) => match &mut list.others.get_mut(key)?.value {
            GameValue::Forces(forces) => forces.get_mut(place).map(|force| &mut force.units),
            _ => None,
        },
    }
}

pub fn unit_mut(list: &mut List, place: UnitPlace) -> Option<&mut UnitLine> {
    units_mut(list, place.force)?.get_mut(place.line)
}

impl Edit {
    /// The unit it changes, if it names one by its place.
    pub fn place_mut(&mut self) -> Option<&mut UnitPlace> {
        match self {
            Edit::RemoveUnit(place) | Edit::Models(place, _) | Edit::ModelCount(place, ..) => {
                Some(place)
            }
            Edit::MoveUnit { place, .. }
            | Edit::Chosen { place, .. }
            | Edit::Choose { place, .. } => Some(place),
            Edit::Leave { host, .. } | Edit::Join { host, .. } => Some(host),
            Edit::GetOff(place) | Edit::AnySlot(place) => Some(place),
            Edit::TakeOption { place, .. } => place.as_mut(),
            Edit::AddUnit { .. } | Edit::DropOption(_) | Edit::Times(..) | Edit::Chart(_) => None,
            Edit::Rename(..) | Edit::Derived(..) | Edit::Card(..) => None,
        }
    }

    /// The list with this change; none if it does not apply.
    pub fn apply(&self, list: &List) -> Option<List> {
        let mut list = list.clone();
        match self {
            Edit::RemoveUnit(place) => remove_unit(&mut list, *place)?,
            Edit::AddUnit { line, force } => {
                let mut line = line.as_ref().clone();
                line.line = Ignored(list.ids.0.give());
                units_mut(&mut list, *force)?.push(line)
            }
            Edit::MoveUnit { place, force } => move_unit(&mut list, *place, *force)?,
            Edit::Models(place, count) => {
                let unit = unit_mut(&mut list, *place)?;
                unit.models = Models::Total(Spanned::new(*count, unit.unit.span));
            }
            Edit::DropOption(span) => drop_option(&mut list, *span).then_some(())?,
            Edit::Times(span, count) => times(&mut list, *span, *count).then_some(())?,
            Edit::ModelCount(place, line, count) => {
                let Models::Lines(lines) = &mut unit_mut(&mut list, *place)?.models else {
                    return None;
                };
                let line = lines.get_mut(*line)?;
                line.count = Some(Spanned::new(*count, line.model.span));
            }
            Edit::TakeOption { place, choose, option, span } => {
                let inner = vec![OptionPick {
                    name: Spanned::new(option.clone(), *span),
                    times: None,
                    inner: Vec::new(),
                }];
                let taken =
                    OptionPick { name: Spanned::new(choose.clone(), *span), times: None, inner };
                match place {
                    Some(place) => unit_mut(&mut list, *place)?.options.push(taken),
                    None => list.options.push(taken),
                }
            }
            Edit::Chart(chart) => list.chart = Some(Spanned::new(chart.clone(), list.span)),
            Edit::Rename(span, name) => rename(&mut list, *span, name).then_some(())?,
            Edit::Leave { host, guest } => {
                unit_mut(&mut list, *host)?.joined.retain(|name| name.value != *guest)
            }
            Edit::Join { host, guest } => {
                for (place, _) in
                    places(&list).into_iter().map(|(place, _)| (place, ())).collect::<Vec<_>>()
                {
                    unit_mut(&mut list, place)?.joined.retain(|name| name.value != guest.value);
                }
                unit_mut(&mut list, *host)?.joined.push(guest.clone());
            }
            Edit::GetOff(place) => unit_mut(&mut list, *place)?.rides = None,
            Edit::AnySlot(place) => unit_mut(&mut list, *place)?.slot = None,
            Edit::Derived(name, value) => {
                let stated = list.derived.iter_mut().find(|(one, _)| one.value == *name)?;
                stated.1 = value.clone();
            }
            Edit::Card(span, count) => {
                list.deck.iter_mut().find(|(name, _)| name.span == *span)?.1.value = *count;
                list.deck.retain(|(_, amount)| amount.value > 0);
            }
            Edit::Chosen { place, key, value } => {
                let other = unit_mut(&mut list, *place)?
                    .others
                    .iter_mut()
                    .find(|other| other.key.span == *key)?;
                let span = other.key.span;
                other.value =
                    GameValue::Scalars(vec![Scalar::Text(Spanned::new(value.clone(), span))]);
            }
            Edit::Choose { place, key, value, span } => {
                let value =
                    GameValue::Scalars(vec![Scalar::Text(Spanned::new(value.clone(), *span))]);
                unit_mut(&mut list, *place)?
                    .others
                    .push(GameKey { key: Spanned::new(key.clone(), *span), value });
            }
        }
        sort(&mut list);
        Some(list)
    }
}

/// Everything in the order that decides, as reading leaves it.
pub fn sort(list: &mut List) {
    each_options(list, &mut |options| options.sort());
    sort_units(&mut list.units);
    for other in &mut list.others {
        if let GameValue::Forces(forces) = &mut other.value {
            forces.iter_mut().for_each(|force| sort_units(&mut force.units));
        }
    }
}

fn sort_units(units: &mut [UnitLine]) {
    for unit in units.iter_mut() {
        unit.joined.sort();
        unit.others.sort();
    }
    units.sort();
}

fn remove_unit(list: &mut List, place: UnitPlace) -> Option<()> {
    let unit = unit_mut(list, place)?;
    let id = unit.id.as_ref().unwrap_or(&unit.unit).value.clone();
    match &mut unit.count {
        Some(count) if count.value > 1 => count.value -= 1,
        _ => {
            units_mut(list, place.force)?.remove(place.line);
            // Whoever spoke of it speaks of nobody.
            for place in places(list).into_iter().map(|(place, _)| place).collect::<Vec<_>>() {
                let other = unit_mut(list, place)?;
                other.joined.retain(|name| name.value != id);
                other.rides = other.rides.take().filter(|name| name.value != id);
            }
        }
    }
    Some(())
}

/// The line keeps the place it was read from, by which its text is found again.
fn move_unit(list: &mut List, place: UnitPlace, force: Option<(usize, usize)>) -> Option<()> {
    if place.force == force || units_mut(list, force).is_none() {
        return None;
    }
    let line = unit_mut(list, place)?.clone();
    units_mut(list, place.force)?.remove(place.line);
    units_mut(list, force)?.push(line);
    Some(())
}

/// Every place where options are taken.
fn each_options(list: &mut List, visit: &mut dyn FnMut(&mut Vec<OptionPick>)) {
    visit(&mut list.options);
    for design in &mut list.designs {
        visit(&mut design.options);
    }
    each_force(list, &mut |force| visit(&mut force.options));
    each_unit(list, &mut |unit| {
        visit(&mut unit.options);
        if let Models::Lines(lines) = &mut unit.models {
            lines.iter_mut().for_each(|line| visit(&mut line.options));
        }
    });
}

fn each_force(list: &mut List, visit: &mut dyn FnMut(&mut ForceLine)) {
    for other in &mut list.others {
        if let GameValue::Forces(forces) = &mut other.value {
            forces.iter_mut().for_each(&mut *visit);
        }
    }
}

fn each_unit(list: &mut List, visit: &mut dyn FnMut(&mut UnitLine)) {
    list.units.iter_mut().for_each(&mut *visit);
    each_force(list, &mut |force| force.units.iter_mut().for_each(&mut *visit));
}

fn drop_option(list: &mut List, span: Span) -> bool {
    let mut dropped = false;
    each_options(list, &mut |options| dropped |= drop_from(options, span));
    dropped
}

fn times(list: &mut List, span: Span, count: i64) -> bool {
    fn inside(options: &mut [OptionPick], span: Span, count: i64) -> bool {
        options.iter_mut().any(|taken| {
            if taken.name.span == span {
                taken.times = Some(Spanned::new(count, span));
            }
            taken.name.span == span || inside(&mut taken.inner, span, count)
        })
    }
    let mut changed = false;
    each_options(list, &mut |options| changed |= inside(options, span, count));
    changed
}

fn drop_from(options: &mut Vec<OptionPick>, span: Span) -> bool {
    if let Some(at) = options.iter().position(|taken| taken.name.span == span) {
        if let Some(Some(times)) = options.get_mut(at).map(|taken| taken.times.as_mut())
            && times.value > 1
        {
            times.value -= 1;
        } else {
            options.remove(at);
        }
        return true;
    }
    let inside =
        options.iter().position(|taken| taken.inner.iter().any(|inner| inner.name.span == span));
    let dropped = options.iter_mut().any(|taken| drop_from(&mut taken.inner, span));
    // A choice with nothing chosen says nothing.
    if let Some(at) =
        inside.filter(|at| options.get(*at).is_some_and(|taken| taken.inner.is_empty()))
    {
        options.remove(at);
    }
    dropped
}

/// Writes another name at a place: of whatever stands there.
fn rename(list: &mut List, span: Span, new: &str) -> bool {
    let mut renamed = false;
    let mut at = |name: &mut Name| {
        if name.span == span {
            name.value = new.to_owned();
            renamed = true;
        }
    };
    let head = [&mut list.faction, &mut list.chart, &mut list.event, &mut list.opponent];
    head.into_iter().flatten().chain(&mut list.optional).for_each(&mut at);
    list.derived.iter_mut().for_each(|(name, _)| at(name));
    list.deck.iter_mut().for_each(|(name, _)| at(name));
    rename_others(&mut list.others, &mut at);
    each_force(list, &mut |force| {
        force.chart.iter_mut().for_each(&mut at);
        rename_others(&mut force.others, &mut at);
    });
    each_unit(list, &mut |unit| {
        at(&mut unit.unit);
        unit.joined.iter_mut().chain(&mut unit.rides).chain(&mut unit.slot).for_each(&mut at);
        rename_others(&mut unit.others, &mut at);
        if let Models::Lines(lines) = &mut unit.models {
            lines.iter_mut().for_each(|line| at(&mut line.model));
        }
    });
    fn inside(options: &mut [OptionPick], at: &mut dyn FnMut(&mut Name)) {
        for taken in options {
            at(&mut taken.name);
            inside(&mut taken.inner, at);
        }
    }
    each_options(list, &mut |options| inside(options, &mut at));
    list.derived.sort();
    list.deck.sort();
    list.optional.sort();
    list.others.sort_by(|a, b| a.key.cmp(&b.key));
    renamed
}

/// Keys that the game explains, and the words they have.
fn rename_others(others: &mut [GameKey], at: &mut dyn FnMut(&mut Name)) {
    for other in others {
        at(&mut other.key);
        if let GameValue::Scalars(values) = &mut other.value {
            for value in values {
                if let Scalar::Text(name) = value {
                    at(name);
                }
            }
        }
    }
}
