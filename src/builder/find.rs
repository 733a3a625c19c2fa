//! Finds what a player means by a name: an id, a title, or an unambiguous part of either.

use crate::diagnostic::did_you_mean;
use crate::engine::army::force::ListedForce;
use crate::engine::army::forces_in_order;
use crate::engine::title::own_force_title;
use crate::engine::{Offered, Ruleset};
use crate::list::{EditError, LineId, List};
use crate::model::{Entry, EntryId, FactionId, Game, Owner};
use crate::wording::plural;
use crate::wording::{LookupError, NameAlternatives, force_title};

/// A name in lower case without spaces and punctuation, so that `Kapitan's Hussars` and
/// `kapitans_hussars` compare equal.
pub(crate) fn simple(name: &str) -> String {
    name.to_lowercase().chars().filter(|char| char.is_alphanumeric()).collect()
}

/// The shortest part of a name that is accepted for the name, in characters.
pub(crate) const SHORTEST: usize = 3;

/// The only thing that a name matches: by its exact id, then by id or title in any spelling, then
/// by a part of them. `known` holds things with their ids and titles; several matches are an error.
fn meant<'n, T: Copy>(
    name: &str,
    known: &[(T, &'n str, &'n str)],
) -> Result<Option<T>, Vec<(T, &'n str, &'n str)>> {
    if let Some((found, ..)) = known.iter().find(|(_, id, _)| *id == name) {
        return Ok(Some(*found));
    }
    let wanted = simple(name);
    let whole = |(_, id, title): &&(T, &str, &str)| simple(id) == wanted || simple(title) == wanted;
    let part = |(_, id, title): &&(T, &str, &str)| {
        wanted.chars().count() >= SHORTEST
            && (simple(id).contains(&wanted) || simple(title).contains(&wanted))
    };
    for found in [
        known.iter().filter(whole).copied().collect::<Vec<_>>(),
        known.iter().filter(part).copied().collect(),
    ] {
        match found.as_slice() {
            [] => {}
            [(thing, ..)] => return Ok(Some(*thing)),
            _ => return Err(found),
        }
    }
    Ok(None)
}

fn near<'n, T>(name: &str, known: &[(T, &'n str, &'n str)]) -> Option<&'n str> {
    let by_id = did_you_mean(name, known.iter().map(|(_, id, _)| *id));
    let title = || did_you_mean(name, known.iter().map(|(_, _, title)| *title));
    let of_title =
        |title: &str| known.iter().find(|(_, _, known)| *known == title).map(|(_, id, _)| *id);
    by_id.or_else(|| title().and_then(of_title))
}

fn several<T>(what: &str, name: &str, found: &[(T, &str, &str)]) -> LookupError {
    let ids = found.iter().map(|(_, id, _)| (*id).to_owned()).collect();
    LookupError::Ambiguous { what: what.to_owned(), name: name.to_owned(), ids }
}

/// What could have been meant instead of an unknown name.
fn instead<T>(name: &str, known: &[(T, &str, &str)]) -> NameAlternatives {
    match near(name, known) {
        Some(near) => NameAlternatives::Near(near.to_owned()),
        None => NameAlternatives::Known(known.iter().map(|(_, id, _)| (*id).to_owned()).collect()),
    }
}

fn unknown<T>(what: &str, name: &str, known: &[(T, &str, &str)]) -> LookupError {
    let instead = instead(name, known);
    LookupError::Unknown { what: what.to_owned(), name: name.to_owned(), instead }
}

/// The id of the thing that a player means; `known` holds ids and titles.
pub(crate) fn resolve_name<'n>(
    what: &str,
    name: &str,
    known: &'n [(String, String)],
) -> Result<&'n str, LookupError> {
    let known: Vec<(&str, &str, &str)> =
        known.iter().map(|(id, title)| (id.as_str(), id.as_str(), title.as_str())).collect();
    match meant(name, &known) {
        Ok(Some(found)) => Ok(found),
        Err(found) => Err(several(&plural(what), name, &found)),
        Ok(None) => Err(unknown(what, name, &known)),
    }
}

/// Whether an army of the faction may take the unit without a special permission.
pub(crate) fn is_native(faction: Option<FactionId>, unit: &Entry) -> bool {
    let for_us = faction.is_some_and(|faction| unit.only_for.contains(&faction));
    match unit.owner {
        Owner::System => unit.only_for.is_empty() || for_us,
        Owner::Faction(owner) => Some(owner) == faction || for_us,
        Owner::Event(_) => true,
    }
}

pub(crate) fn faction_of(game: &Game, list: &List) -> Option<FactionId> {
    let name = list.faction.as_ref()?;
    game.factions.iter().find(|(_, faction)| faction.id == name.value).map(|(id, _)| id)
}

/// An entry by name; those of the list's own faction take precedence.
pub(crate) fn entry(rules: &Ruleset<'_>, list: &List, name: &str) -> Result<EntryId, LookupError> {
    let game = rules.book.game;
    let faction = faction_of(game, list);
    let all: Vec<(EntryId, &str, &str)> =
        game.units().map(|(id, unit)| (id, unit.id.as_str(), unit.title.as_str())).collect();
    let (ours, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(id, ..)| is_native(faction, &game.entries[*id]));
    for known in [&ours, &others] {
        match meant(name, known) {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => {}
            Err(found) => return Err(several("units", name, &found)),
        }
    }
    if let Some(found) = by_alias(game, name, ours.iter().chain(&others).map(|(id, ..)| *id)) {
        return Ok(found);
    }
    let near = near(name, &ours).or_else(|| {
        // A unit that the army may not take is no help.
        near(name, &others).filter(|near| rules.may_take(list, near))
    });
    let faction = || list.faction.as_ref().map(|faction| faction.value.clone());
    let instead = near.map_or_else(
        || NameAlternatives::UnitsOf(faction()),
        |near| NameAlternatives::Near(near.to_owned()),
    );
    Err(LookupError::Unknown { what: "unit".to_owned(), name: name.to_owned(), instead })
}

/// The first unit with this name in another language.
fn by_alias(game: &Game, name: &str, mut units: impl Iterator<Item = EntryId>) -> Option<EntryId> {
    let wanted = simple(name);
    units.find(|id| {
        let mut aliases = game.aliases_of(game.entries[*id].span, None);
        aliases.any(|alias| simple(&alias.title) == wanted)
    })
}

/// The option that a player means; several if different choices offer it. `choice=option` and
/// `choice.option` are exact.
pub(crate) fn options<'o>(
    offered: &'o [Offered],
    name: &str,
    unit: &str,
) -> Result<Vec<&'o Offered>, LookupError> {
    let all: Vec<&Offered> = offered.iter().collect();
    if let Some((choice, option)) = name.split_once(['=', '.']) {
        return option_of(&members(&all, choice, unit)?, option, unit, Some(choice));
    }
    option_of(&all, name, unit, None)
}

/// What a choice offers, by its id or title.
fn members<'o>(
    offered: &[&'o Offered],
    choice: &str,
    unit: &str,
) -> Result<Vec<&'o Offered>, LookupError> {
    let mut known: Vec<(&str, &str, &str)> = Vec::new();
    for (id, title) in offered.iter().filter_map(|option| option.choose.as_ref()) {
        if !known.iter().any(|(known, ..)| known == id) {
            known.push((id, id, title));
        }
    }
    let is_option = || offered.iter().any(|offer| offer.option == choice);
    match meant(choice, &known) {
        Ok(Some(id)) => Ok(offered
            .iter()
            .copied()
            .filter(|offer| offer.choose.as_ref().is_some_and(|(known, _)| known == id))
            .collect()),
        Err(found) => Err(several("choices", choice, &found)),
        Ok(None) if is_option() => {
            Err(LookupError::OptionNotChoice { option: choice.to_owned(), unit: unit.to_owned() })
        }
        Ok(None) => Err(not_offered(unit, None, "choice", choice, &known)),
    }
}

fn not_offered<T>(
    of: &str,
    choice: Option<&str>,
    what: &str,
    name: &str,
    known: &[(T, &str, &str)],
) -> LookupError {
    let instead = Box::new(instead(name, known));
    let (of, what, name) = (of.to_owned(), what.to_owned(), name.to_owned());
    LookupError::NotOffered { of, choice: choice.map(str::to_owned), what, name, instead }
}

fn option_of<'o>(
    offered: &[&'o Offered],
    name: &str,
    unit: &str,
    choice: Option<&str>,
) -> Result<Vec<&'o Offered>, LookupError> {
    let known: Vec<(&'o Offered, &str, &str)> =
        offered.iter().map(|offer| (*offer, offer.option.as_str(), offer.title.as_str())).collect();
    let first = match meant(name, &known) {
        Ok(Some(found)) => found,
        Err(found) => {
            // If the same option is offered in several places, the unit's own comes first.
            match found.first() {
                Some((first, id, _)) if found.iter().all(|(_, other, _)| other == id) => first,
                _ => return Err(several("options", name, &found)),
            }
        }
        Ok(None) => return Err(not_offered(unit, choice, "option", name, &known)),
    };
    let same_body = |offer: &&&Offered| {
        offer.model == first.model && offer.within == first.within && offer.option == first.option
    };
    let mut all: Vec<&Offered> = offered.iter().filter(same_body).copied().collect();
    all.dedup_by(|a, b| a.choose == b.choose);
    Ok(all)
}

/// A force of the list, by its name, its title in verdicts, or its path: the names or numbers of
/// nested forces, separated by `/`.
pub(crate) fn force(game: &Game, list: &List, name: &str) -> Result<LineId, LookupError> {
    let all = forces_in_order(game, list);
    let by_way = name
        .split('/')
        .try_fold(None, |within, part| force_inside(game, &all, within, part).map(Some));
    if let Some(Some(place)) = by_way {
        return all
            .get(place)
            .map(|force| force.line.line())
            .ok_or(LookupError::Edit(EditError::NoSuchForce));
    }
    let is_named = |force: &&ListedForce<'_>| {
        force.line.name.as_ref().is_some_and(|stated| simple(&stated.value) == simple(name))
    };
    let title = |force: &ListedForce<'_>| force_title(game, list, force.line.line());
    let named: Vec<&ListedForce<'_>> = all.iter().filter(is_named).collect();
    match named.as_slice() {
        [force] => Ok(force.line.line()),
        [] => {
            let numbers = (0..all.len()).map(|place| number_of(&all, place));
            let forces = numbers.zip(all.iter().map(title)).collect();
            Err(LookupError::NoSuchForce { name: name.to_owned(), forces })
        }
        several => {
            let ids = several.iter().map(|force| title(force)).collect();
            let (what, name) = ("forces".to_owned(), name.to_owned());
            Err(LookupError::Ambiguous { what, name, ids })
        }
    }
}

/// A force directly inside another, by its number there, its title or its name.
fn force_inside(
    game: &Game,
    all: &[ListedForce<'_>],
    within: Option<usize>,
    name: &str,
) -> Option<usize> {
    let inside = || (0..all.len()).filter(|at| all.get(*at).is_some_and(|it| it.within == within));
    let number = name.trim().parse::<usize>().ok();
    if let Some(number) = number.and_then(|number| number.checked_sub(1)) {
        return inside().nth(number);
    }
    let is_titled = |at: &usize| simple(&own_force_title(game, all, *at)) == simple(name);
    let is_named = |at: &usize| {
        let stated = all.get(*at).and_then(|force| force.line.name.as_ref());
        stated.is_some_and(|stated| simple(&stated.value) == simple(name))
    };
    inside().find(is_titled).or_else(|| inside().find(is_named))
}

/// The path to a force by numbers: `2/1`.
fn number_of(all: &[ListedForce<'_>], place: usize) -> String {
    let within = all.get(place).and_then(|force| force.within);
    let before = all.iter().take(place);
    let number = 1 + before.filter(|force| force.within == within).count();
    match within {
        Some(outer) => format!("{}/{number}", number_of(all, outer)),
        None => number.to_string(),
    }
}

/// A slot of any chart of the game, by its id or title.
pub(crate) fn slot<'g>(game: &'g Game, name: &str) -> Result<&'g str, LookupError> {
    let mut known: Vec<(&str, &str, &str)> = Vec::new();
    for slot in game.charts.values().flat_map(|chart| &chart.slots) {
        if !known.iter().any(|(id, ..)| *id == slot.id) {
            known.push((&slot.id, &slot.id, &slot.title));
        }
    }
    let whole = |(_, id, title): &&(&str, &str, &str)| {
        simple(id) == simple(name) || simple(title) == simple(name)
    };
    if let Some((id, ..)) =
        known.iter().find(|(id, ..)| *id == name).or_else(|| known.iter().find(whole))
    {
        return Ok(id);
    }
    Err(unknown("slot", name, &known))
}
