//! Candidates for names, each with its title, which some shells show.

use clap_complete::engine::CompletionCandidate;
use rayon::prelude::*;

use super::line::{CommandLine, CommandSubject};
use crate::cli::explain::language;
use crate::diagnostic::codes;
use crate::diagnostic::screen::Screen;
use crate::engine::Ruleset;
use crate::list::{OptionPick, UnitLine};
use crate::model::{EntryId, Game};
use crate::render;
use crate::resolve::SystemHeading;
use crate::views::{charts_of, each_option, rule_ids, small_pages, unit, units_of};

type Completions = Vec<CompletionCandidate>;

/// The shell writes the title to the terminal.
fn candidate(name: &str, title: &str) -> CompletionCandidate {
    CompletionCandidate::new(name).help(Some(Screen::new(title).into_line().into()))
}

/// Sorted, each name once.
fn once_each(mut candidates: Completions) -> Completions {
    candidates.sort();
    candidates.dedup_by(|a, b| a.get_value() == b.get_value());
    candidates
}

/// Everything `explain` explains. Games are loaded only for what begins like a rule.
pub(super) fn topics(line: &CommandLine, current: &str) -> Completions {
    let mut found: Completions =
        codes::ALL.iter().map(|code| candidate(code.name, code.title)).collect();
    found.extend(language::words().map(|word| candidate(word, "a word of the language")));
    if current.starts_with(|char: char| char.is_ascii_uppercase()) {
        let library = line.library();
        for system in library.systems_mentioning(current) {
            let game = library.compile(&system).game;
            let ids = game.iter().flat_map(rule_ids).map(str::to_owned);
            found.extend(ids.map(|id| candidate(&id, "a rule")));
        }
    }
    once_each(found)
}

pub(super) fn templates(_: &CommandLine, _: &str) -> Completions {
    render::templates().iter().map(|(name, _)| CompletionCandidate::new(*name)).collect()
}

pub(super) fn systems(line: &CommandLine, _: &str) -> Completions {
    line.library().systems().iter().map(|system| candidate(&system.id, &system.title)).collect()
}

pub(super) fn factions(line: &CommandLine, _: &str) -> Completions {
    factions_of(&line.library().systems(), line.value("system").as_deref())
}

fn factions_of(systems: &[SystemHeading], system: Option<&str>) -> Completions {
    let wanted = systems.iter().filter(|heading| system.is_none_or(|system| heading.id == system));
    wanted
        .flat_map(|heading| &heading.factions)
        .map(|faction| candidate(&faction.id, &faction.title))
        .collect()
}

/// Everything `show` has a page for. Games are loaded only if something has been typed.
pub(super) fn pages(line: &CommandLine, current: &str) -> Completions {
    let library = line.library();
    let (headings, system) = (library.systems(), line.value("system"));
    let mut found = factions_of(&headings, system.as_deref());
    if system.is_none() {
        found.extend(headings.iter().map(|system| candidate(&system.id, &system.title)));
    }
    let systems = match system {
        Some(system) => vec![system],
        None if current.is_empty() => Vec::new(),
        None => library.systems_mentioning(current),
    };
    let games: Vec<Game> =
        systems.par_iter().filter_map(|system| library.compile(system).game).collect();
    for game in &games {
        found.extend(game.units().map(|(_, unit)| candidate(&unit.id, &unit.title)));
        found.extend(game.charts.values().map(|chart| candidate(&chart.id, &chart.title)));
        let small = small_pages(game).into_iter();
        found.extend(small.map(|page| candidate(page.id(), page.title())));
    }
    once_each(found)
}

pub(super) fn charts(line: &CommandLine, _: &str) -> Completions {
    let Some(CommandSubject { game, faction, .. }) = line.subject() else { return Vec::new() };
    let charts = charts_of(&game, faction).into_iter().map(|id| &game.charts[id]);
    charts.map(|chart| candidate(&chart.id, &chart.title)).collect()
}

pub(super) fn slots(line: &CommandLine, _: &str) -> Completions {
    let Some(CommandSubject { game, list, faction, .. }) = line.subject() else {
        return Vec::new();
    };
    let chart = list.and_then(|list| Some(list.chart?.value));
    let charts = charts_of(&game, faction).into_iter().map(|id| &game.charts[id]);
    let charts = charts.filter(|known| chart.as_ref().is_none_or(|chart| known.id == *chart));
    let slots: Completions = charts
        .flat_map(|chart| &chart.slots)
        .map(|slot| candidate(&slot.id, &slot.title))
        .collect();
    once_each(slots)
}

/// Units of the faction; those of others only if none of its own matches.
pub(super) fn units(line: &CommandLine, current: &str) -> Completions {
    let Some(CommandSubject { game, faction, .. }) = line.subject() else { return Vec::new() };
    let own: Completions = units_of(&game, faction)
        .into_iter()
        .map(|id| &game.entries[id])
        .filter(|unit| unit.id.starts_with(current))
        .map(|unit| candidate(&unit.id, &unit.title))
        .collect();
    if !own.is_empty() {
        return own;
    }
    game.units().map(|(_, unit)| candidate(&unit.id, &unit.title)).collect()
}

/// Units of the list, by id or else by entry.
pub(super) fn listed_units(line: &CommandLine, _: &str) -> Completions {
    let Some(CommandSubject { game, list: Some(list), .. }) = line.subject() else {
        return Vec::new();
    };
    let mut found: Completions = Vec::new();
    for unit in list.unit_lines() {
        let entry = game.units().find(|(_, entry)| entry.id == unit.unit.value);
        let title = entry.map_or("", |(_, entry)| entry.title.as_str());
        found.push(candidate(unit.called(), title));
    }
    found.sort();
    found.dedup();
    found
}

/// The units of the list with the name on the command line.
fn named_units<'l>(line: &CommandLine, subject: &'l CommandSubject) -> Vec<&'l UnitLine> {
    let (Some(list), Some(name)) = (&subject.list, line.value("unit")) else { return Vec::new() };
    list.unit_lines().filter(|unit| unit.called() == name).collect()
}

/// The options of the unit on the command line, whether it is in the list or about to be added.
pub(super) fn options(line: &CommandLine, _: &str) -> Completions {
    line.subject().map(|subject| options_of_unit(line, &subject)).unwrap_or_default()
}

fn options_of_unit(line: &CommandLine, subject: &CommandSubject) -> Completions {
    let listed = named_units(line, subject).first().map(|unit| unit.unit.value.clone());
    let name = listed.or_else(|| line.value("unit"));
    let entry = subject.game.units().find(|(_, unit)| Some(&unit.id) == name.as_ref());
    entry.map(|(id, _)| options_of(subject, id)).unwrap_or_default()
}

fn options_of(CommandSubject { game, sources, .. }: &CommandSubject, id: EntryId) -> Completions {
    let page = unit(&Ruleset::new(game), sources, id);
    let choices =
        std::iter::once(&page.choices).chain(page.models.iter().map(|model| &model.choices));
    let found: Completions = choices
        .flat_map(|choices| each_option(choices))
        .map(|option| candidate(&option.id, &option.name))
        .collect();
    once_each(found)
}

pub(super) fn taken_options(line: &CommandLine, _: &str) -> Completions {
    let Some(subject) = line.subject() else { return Vec::new() };
    let units = named_units(line, &subject);
    let mut found = options_of_unit(line, &subject);
    found.retain(|option| {
        let name = option.get_value().to_str();
        name.is_some_and(|name| units.iter().any(|unit| takes(&unit.options, name)))
    });
    found
}

fn takes(picks: &[OptionPick], name: &str) -> bool {
    picks.iter().any(|pick| pick.name.value == name || takes(&pick.inner, name))
}

pub(super) fn designs(line: &CommandLine, _: &str) -> Completions {
    let Some(CommandSubject { list: Some(list), .. }) = line.subject() else { return Vec::new() };
    list.designs.iter().map(|design| CompletionCandidate::new(design.name.value.clone())).collect()
}
