//! What a player means by a name: an id or a title, whole or a part of it that only one bears.

use crate::diagnostic::did_you_mean;
use crate::model::{Entry, EntryId, FactionId, Game, Home};
use crate::roster::{List, OtherValue, UnitPlace, force_of_key, places};
use crate::validate::{Offered, Weighed, WeighedUnit};

/// Why a name means nothing, or more than one thing; in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown(pub String);

/// A name without capitals, spaces and signs: `Kapitan's Hussars` and `kapitans_hussars` are one.
pub fn simple(name: &str) -> String {
    name.to_lowercase().chars().filter(|char| char.is_alphanumeric()).collect()
}

/// The shortest part of a name that is taken for it.
const SHORTEST: usize = 3;

/// How many of several are named.
const MOST_NAMED: usize = 8;

/// The one thing that a name means: by its id, then by id or title however written, then by a part of them. `known` are ids
/// and titles.
fn meant<'n, T: Copy>(name: &str, known: &[(T, &'n str, &'n str)]) -> Result<Option<T>, Vec<(T, &'n str, &'n str)>> {
    if let Some((found, ..)) = known.iter().find(|(_, id, _)| *id == name) {
        return Ok(Some(*found));
    }
    let wanted = simple(name);
    let whole = |(_, id, title): &&(T, &str, &str)| simple(id) == wanted || simple(title) == wanted;
    let part = |(_, id, title): &&(T, &str, &str)| {
        wanted.chars().count() >= SHORTEST && (simple(id).contains(&wanted) || simple(title).contains(&wanted))
    };
    for found in [known.iter().filter(whole).copied().collect::<Vec<_>>(), known.iter().filter(part).copied().collect()] {
        match found.as_slice() {
            [] => {}
            [(one, ..)] => return Ok(Some(*one)),
            _ => return Err(found),
        }
    }
    Ok(None)
}

fn near<'n, T>(name: &str, known: &[(T, &'n str, &'n str)]) -> Option<&'n str> {
    let by_id = did_you_mean(name, known.iter().map(|(_, id, _)| *id));
    let title = || did_you_mean(name, known.iter().map(|(_, _, title)| *title));
    let of_title = |title: &str| known.iter().find(|(_, _, one)| *one == title).map(|(_, id, _)| *id);
    by_id.or_else(|| title().and_then(of_title))
}

fn several(what: &str, name: &str, found: &[&str]) -> Unknown {
    let more = found.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let named: Vec<String> = found.iter().take(MOST_NAMED).map(|one| format!("`{one}`")).collect();
    Unknown(format!("`{name}` is part of the names of several {what}: {}{more}; say which", named.join(", ")))
}

/// Whether an army of the faction takes a unit without anybody's leave.
pub(super) fn is_at_home(faction: Option<FactionId>, unit: &Entry) -> bool {
    let for_us = faction.is_some_and(|faction| unit.only_for.contains(&faction));
    match unit.home {
        Home::System => unit.only_for.is_empty() || for_us,
        Home::Faction(home) => Some(home) == faction || for_us,
        Home::Event(_) => true,
    }
}

pub(super) fn faction_of(game: &Game, list: &List) -> Option<FactionId> {
    let name = list.faction.as_ref()?;
    game.factions.iter().find(|(_, faction)| faction.id == name.value).map(|(id, _)| id)
}

/// A unit of the army book, at home before any other.
pub(super) fn entry(game: &Game, list: &List, name: &str) -> Result<EntryId, Unknown> {
    let faction = faction_of(game, list);
    let all: Vec<(EntryId, &str, &str)> = game.units().map(|(id, unit)| (id, unit.id.as_str(), unit.title.as_str())).collect();
    let (ours, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(id, ..)| is_at_home(faction, &game.entries[*id]));
    for known in [&ours, &others] {
        match meant(name, known) {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => {}
            Err(found) => return Err(several("units", name, &found.iter().map(|(_, id, _)| *id).collect::<Vec<_>>())),
        }
    }
    let hint = near(name, &ours).or_else(|| near(name, &others));
    let hint = hint.map_or_else(
        || format!("`orbat units {}` lists them", list.faction.as_ref().map_or("FACTION", |faction| &faction.value)),
        |near| format!("did you mean `{near}`?"),
    );
    Err(Unknown(format!("there is no unit `{name}`; {hint}")))
}

/// A unit that stands in the list, by what verdicts call it, its name or its entry's.
pub(super) fn unit<'w>(
    game: &Game,
    list: &List,
    weighed: &'w Weighed,
    name: &str,
) -> Result<(UnitPlace, &'w WeighedUnit), Unknown> {
    let own = |unit: &WeighedUnit| &game.entries[unit.entry];
    // An id of one's own is exact, even where it is the entry of several.
    let stated =
        |unit: &&WeighedUnit| place(list, unit).is_some_and(|(_, line)| line.id.as_ref().is_some_and(|id| id.value == name));
    let by_id = weighed.units.iter().find(stated);
    let of_entry = weighed.units.iter().filter(|unit| own(unit).id == name || simple(&own(unit).title) == simple(name)).count();
    // Of several that are alike the first has no number in verdicts: `hussars-1` means just that one.
    let first = name.strip_suffix("-1").filter(|_| !weighed.units.iter().any(|unit| unit.id == name));
    let wanted = first.unwrap_or(name);
    let is_exact = of_entry <= 1 || name.contains('-');
    let numbered = weighed.units.iter().find(|unit| unit.id == wanted).filter(|_| is_exact);
    let found = match by_id.or(numbered) {
        Some(found) => found,
        None => {
            let known: Vec<(usize, &str, &str)> = weighed
                .units
                .iter()
                .enumerate()
                .flat_map(|(at, unit)| {
                    [(at, own(unit).id.as_str(), unit.title.as_str()), (at, unit.id.as_str(), own(unit).title.as_str())]
                })
                .collect();
            let found: Vec<usize> = match meant_units(name, &known) {
                found if !found.is_empty() => found,
                _ => {
                    let hint = near(name, &known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    return Err(Unknown(format!("no unit of this list is called `{name}`{hint}")));
                }
            };
            let same_line = |at: &usize| weighed.units.get(*at).map(|unit| unit.at);
            if found.iter().any(|at| same_line(at) != found.first().and_then(same_line)) {
                let exact = |unit: &WeighedUnit| if unit.id == own(unit).id { format!("{}-1", unit.id) } else { unit.id.clone() };
                let ids: Vec<String> = found.iter().filter_map(|at| weighed.units.get(*at)).map(exact).collect();
                return Err(Unknown(format!("`{name}` is {} units of this list: {}; say which", ids.len(), listed(&ids))));
            }
            found.first().and_then(|at| weighed.units.get(*at)).ok_or_else(|| Unknown(String::new()))?
        }
    };
    let place = place(list, found).map(|(place, _)| place);
    place.map(|place| (place, found)).ok_or_else(|| Unknown(format!("no unit of this list is called `{name}`")))
}

/// Units by the whole of a name, or else by a part of it.
fn meant_units(name: &str, known: &[(usize, &str, &str)]) -> Vec<usize> {
    let wanted = simple(name);
    let whole = |one: &str| simple(one) == wanted;
    let part = |one: &str| wanted.chars().count() >= SHORTEST && simple(one).contains(&wanted);
    let tests: [&dyn Fn(&str) -> bool; 2] = [&whole, &part];
    for test in tests {
        let mut found: Vec<usize> = known.iter().filter(|(_, id, title)| test(id) || test(title)).map(|(at, ..)| *at).collect();
        found.dedup();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn listed(ids: &[String]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

/// Where a unit's line stands.
pub(super) fn place<'l>(list: &'l List, unit: &WeighedUnit) -> Option<(UnitPlace, &'l crate::roster::UnitLine)> {
    places(list).into_iter().find(|(_, line)| line.unit.span == unit.at)
}

/// An option that a unit is offered. `choice.option` names it exactly.
pub(super) fn option<'o>(offered: &'o [Offered], name: &str, unit: &str) -> Result<&'o Offered, Unknown> {
    let dotted = |one: &&Offered| {
        name.split_once('.')
            .is_some_and(|(choose, option)| one.option == option && one.choose.as_ref().is_some_and(|(id, _)| id == choose))
    };
    if let Some(found) = offered.iter().find(dotted) {
        return Ok(found);
    }
    let known: Vec<(&Offered, &str, &str)> = offered.iter().map(|one| (one, one.option.as_str(), one.title.as_str())).collect();
    match meant(name, &known) {
        Ok(Some(found)) => Ok(found),
        Err(found) => {
            // The same option in two places is the unit's own first.
            let ids: Vec<&str> = found.iter().map(|(_, id, _)| *id).collect();
            match found.first() {
                Some((first, id, _)) if ids.iter().all(|one| one == id) => Ok(first),
                _ => Err(several("options", name, &ids)),
            }
        }
        Ok(None) => {
            let ids: Vec<&str> = offered.iter().map(|one| one.option.as_str()).collect();
            let hint = match near(name, &known) {
                Some(near) => format!("did you mean `{near}`?"),
                None if ids.is_empty() => "nothing can be chosen there".to_owned(),
                None => {
                    let more = ids.len().saturating_sub(MOST_NAMED);
                    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                    format!("there is {}{more}", ids.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", "))
                }
            };
            Err(Unknown(format!("{unit} has no option `{name}`; {hint}")))
        }
    }
}

/// A force of the list by its name or number: the place of its key and its place below it.
pub(super) fn force(game: &Game, list: &List, name: &str) -> Result<(usize, usize), Unknown> {
    let mut all: Vec<((usize, usize), String)> = Vec::new();
    for (key, other) in list.others.iter().enumerate() {
        if let (Some(_), OtherValue::Forces(lines)) = (force_of_key(game, &other.key.value), &other.value) {
            all.extend(
                lines
                    .iter()
                    .enumerate()
                    .map(|(at, line)| ((key, at), line.name.as_ref().map_or_else(String::new, |name| name.value.clone()))),
            );
        }
    }
    let numbered = name.parse::<usize>().ok().and_then(|number| all.get(number.checked_sub(1)?));
    let named = || all.iter().find(|(_, title)| !title.is_empty() && simple(title) == simple(name));
    if let Some((place, _)) = numbered.or_else(named) {
        return Ok(*place);
    }
    let known: Vec<String> = (1..)
        .zip(&all)
        .map(|(number, (_, title))| if title.is_empty() { number.to_string() } else { format!("{number} ({title})") })
        .collect();
    Err(Unknown(match known.as_slice() {
        [] => format!("this list has no force `{name}`: it holds none"),
        _ => format!("this list has no force `{name}`; there is {}", known.join(", ")),
    }))
}
