//! A faction, or a game for armies without one: what a list says above its units.

use super::chart::draw_chart;
use super::choices::draw_choices;
use super::{draw_source, draw_texts, draw_title, heading, paragraph, with_id};
use crate::cli::output::{FAINT, styled, width};
use crate::cli::table::wrap;
use crate::model::Game;
use crate::views::{ArmyView, ChoiceView, ChosenView, DeckView, ForceView, NamedView};
use crate::wording::range_words;

pub(crate) fn draw_page(army: &ArmyView, game: &Game) -> String {
    let home = if army.faction.is_some() { game.title.as_str() } else { "a game" };
    let mut page = draw_title(&army.name, &army.id, home);
    let named = |(heading, count): &(String, usize)| match heading.as_str() {
        "" => format!("others {count}"),
        heading => format!("{heading} {count}"),
    };
    let units: Vec<String> = army.units.iter().map(named).collect();
    page.push_str(&paragraph(&match units.as_slice() {
        [] => format!("no units of its own; `orbat factions {}` lists factions", army.id),
        units => format!("{}; `orbat units {}` lists them", units.join(", "), army.id),
    }));
    page.push_str(&draw_charts(army));
    page.push_str(&draw_forces(&army.forces));
    page.push_str(&draw_choices("Options of the army", &army.choices));
    page.push_str(
        &army
            .choices
            .iter()
            .find_map(example)
            .map_or_else(String::new, |example| written(&example)),
    );
    page.push_str(&draw_chosen("The army says", &army.chosen));
    page.push_str(&draw_chosen("A unit may say", &army.chosen_of_units));
    page.push_str(&draw_named("Optional rules", "optional", &army.optional));
    page.push_str(&draw_decks(&army.decks));
    page.push_str(&draw_texts("Terms", &army.terms));
    page.push_str(&draw_texts("Rules", &army.rules));
    page.push_str(&draw_texts("Notes", &army.notes));
    page.push_str(&draw_source(&army.file, army.line));
    page
}

/// How something is written in a list.
fn written(text: &str) -> String {
    wrap("  ", &styled(FAINT, &format!("in a list: `{text}`")), 4, width())
}

fn draw_charts(army: &ArmyView) -> String {
    let Some(first) = army.charts.first() else { return String::new() };
    let mut text = heading("Charts");
    army.charts.iter().for_each(|chart| text.push_str(&draw_chart(chart)));
    // The only chart need not be named.
    if army.charts.len() > 1 {
        text.push_str(&written(&format!("chart: {}", first.id)));
    }
    text
}

fn draw_forces(forces: &[ForceView]) -> String {
    let mut text =
        if forces.is_empty() { String::new() } else { heading("Forces inside the army") };
    for force in forces {
        let mut terms = vec![range_words(&force.range)];
        terms.extend(force.full_before_next.then(|| "each full before the next".to_owned()));
        terms.extend(force.one_chart.then(|| "all with the same chart".to_owned()));
        if !force.outside.is_empty() {
            terms.push(format!("{} stand outside", force.outside.join(", ").to_lowercase()));
        }
        text.push_str(&wrap(
            &format!("  {}  ", with_id(&force.name, &force.id)),
            &terms.join("; "),
            4,
            width(),
        ));
        force
            .chosen
            .iter()
            .for_each(|chosen| text.push_str(&wrap("      ", &key(chosen), 8, width())));
        text.push_str(&written(&format!("{}: [{{name: …, units: […]}}]", force.key)));
    }
    text
}

/// What a list might take: a member that is not taken anyway.
fn example(choice: &ChoiceView) -> Option<String> {
    if choice.range == "1" && choice.options.len() == 1 {
        return None; // always taken
    }
    let is_new = |name: &String| choice.default.as_ref() != Some(name);
    let option = choice.options.iter().find(|option| is_new(&option.name))?;
    Some(match option.id == choice.id {
        true => format!("options: [{}]", option.id),
        false => format!("options: {{{}: {}}}", choice.id, option.id),
    })
}

fn draw_chosen(title: &str, all: &[ChosenView]) -> String {
    let mut text = if all.is_empty() { String::new() } else { heading(title) };
    for one in all {
        text.push_str(&wrap(&format!("  {}  ", one.name), &key(one), 4, width()));
    }
    text
}

/// `stage: early | late (early if left out)`
pub(crate) fn key(chosen: &ChosenView) -> String {
    let several = if chosen.list { ", one or several" } else { "" };
    let default = match &chosen.default {
        Some(default) => format!(" ({default} if left out)"),
        None => " (may be left out)".to_owned(),
    };
    format!("`{}: {}`{several}{default}", chosen.id, chosen.values.join(" | "))
}

fn draw_named(title: &str, key: &str, all: &[NamedView]) -> String {
    let Some(first) = all.first() else { return String::new() };
    let names: Vec<String> = all.iter().map(|one| with_id(&one.name, &one.id)).collect();
    let mut text = heading(title);
    text.push_str(&wrap("  ", &names.join("; "), 4, width()));
    text.push_str(&written(&format!("{key}: [{}]", first.id)));
    text
}

/// Cards are named, not the decks they come from.
fn draw_decks(decks: &[DeckView]) -> String {
    let mut text = if decks.is_empty() { String::new() } else { heading("Decks") };
    for deck in decks {
        let size = deck.size.as_ref().map(|size| format!("{} cards", range_words(size)));
        let copies = deck.copies.as_ref().map(|copies| format!("{} of each", range_words(copies)));
        let when = deck.when.as_ref().map(|when| format!("when {when}"));
        let terms: Vec<String> = size.into_iter().chain(copies).chain(when).collect();
        text.push_str(&wrap(
            &format!("  {}  ", deck.name),
            &styled(FAINT, &terms.join(", ")),
            4,
            width(),
        ));
        let cards: Vec<String> =
            deck.cards.iter().map(|card| with_id(&card.name, &card.id)).collect();
        text.push_str(&wrap("    ", &cards.join("; "), 4, width()));
    }
    let first = decks.iter().find_map(|deck| deck.cards.first());
    text + &first.map_or_else(String::new, |card| written(&format!("deck: {{{}: 3}}", card.id)))
}
