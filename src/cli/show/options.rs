//! The options of a choice: what each costs and what taking it means.

use super::choices::draw_choice;
use super::keywords::names;
use super::with_id;
use crate::cli::output::{TITLE, styled, width};
use crate::cli::table::wrap;
use crate::views::{ChoiceView, GearView, OptionView};
use crate::wording::{price_words, times_words};

/// So many options with nothing but a name and a price stand in one paragraph.
const MANY: usize = 5;

pub(crate) fn draw_options(choice: &ChoiceView, indent: usize) -> String {
    let terms = |option: &OptionView| {
        let default = choice.default.as_ref() == Some(&option.name);
        let times = option.times.as_ref().map(|times| times_words(times));
        default
            .then(|| "unless another is chosen".to_owned())
            .into_iter()
            .chain(times)
            .collect::<Vec<_>>()
    };
    // What most armies cannot take anyway stands as close as it can.
    if choice.by_army
        && choice.options.len() > 1
        && choice.options.iter().all(|option| option.choices.is_empty())
    {
        let one = |option: &OptionView| {
            let name = with_id(&styled(TITLE, &option.name), &option.id);
            format!("{name} {}", parts(option, &terms(option), &[]))
        };
        let all: Vec<String> = choice.options.iter().map(one).collect();
        return wrap(&" ".repeat(indent), &all.join(" • "), indent, width());
    }
    // Formulas side by side could not be read.
    let is_short =
        |option: &OptionView| option.price.as_ref().is_none_or(|price| !price.contains('('));
    let bare = |option: &&OptionView| {
        terms(option).is_empty()
            && details(option).is_empty()
            && option.choices.is_empty()
            && is_short(option)
    };
    let paragraph = choice.options.iter().filter(bare).count() >= MANY;
    let (bare, full): (Vec<&OptionView>, Vec<&OptionView>) =
        choice.options.iter().partition(|one| paragraph && bare(one));
    let mut text: String =
        full.into_iter().map(|option| draw_option(option, &terms(option), &[], indent)).collect();
    if !bare.is_empty() {
        let with_price = |option: &&OptionView| match price_words(option) {
            Some(price) => format!("{} {price}", with_id(&option.name, &option.id)),
            None => with_id(&option.name, &option.id),
        };
        let all: Vec<String> = bare.iter().map(with_price).collect();
        text.push_str(&wrap(&" ".repeat(indent), &all.join("; "), indent, width()));
    }
    text
}

pub(crate) fn draw_option(
    option: &OptionView,
    terms: &[String],
    limits: &[String],
    indent: usize,
) -> String {
    let lead = format!("{}{}  ", " ".repeat(indent), with_id(&option.name, &option.id));
    let mut text = wrap(&lead, &parts(option, terms, limits), indent + 4, width());
    option.choices.iter().for_each(|inner| text.push_str(&draw_choice(inner, None, indent + 2)));
    text
}

fn parts(option: &OptionView, terms: &[String], limits: &[String]) -> String {
    let parts = price_words(option)
        .into_iter()
        .chain(terms.iter().cloned())
        .chain(details(option))
        .chain(limits.iter().cloned());
    let mut text = String::new();
    for part in parts {
        // A sentence has ended where it ends.
        let gap = if text.is_empty() || text.ends_with(['.', '!', '?']) { " " } else { "; " };
        text.push_str(gap);
        text.push_str(&part);
    }
    text.trim_start().to_owned()
}

/// What taking an option means.
fn details(option: &OptionView) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(option.unique.then(|| "unique".to_owned()));
    parts.extend(option.only.iter().cloned());
    parts.extend(option.target.as_ref().map(|target| format!("for {target}")));
    parts.extend(
        option
            .replaces
            .as_ref()
            .map(|(old, new)| format!("{} instead of {}", new.join(", "), old.join(", "))),
    );
    parts.extend(given(option));
    parts.extend(option.changes.iter().cloned());
    // What has a profile stands in a table, with its keywords and notes.
    let in_table = option.gear.iter().any(|gear| gear.id == option.id);
    if !in_table && !option.keywords.is_empty() {
        parts.push(format!("has {}", names(&option.keywords)));
    }
    parts.extend(option.limits.iter().cloned());
    parts.extend(option.notes.iter().filter(|_| !in_table).cloned());
    parts
}

/// The weapons an option gives beyond its name and what it exchanges, each with its number and
/// attack group.
fn given(option: &OptionView) -> Vec<String> {
    let exchanged = option.replaces.as_ref().map(|(_, new)| new.as_slice()).unwrap_or_default();
    let said = |gear: &GearView| {
        gear.group.is_none() && (gear.name == option.name || exchanged.contains(&gear.name))
    };
    let mut parts: Vec<String> = Vec::new();
    for (place, gear) in option.gear.iter().enumerate() {
        let same = |other: &&GearView| other.id == gear.id && other.group == gear.group;
        if said(gear) || option.gear.iter().take(place).any(|other| same(&other)) {
            continue;
        }
        let count = option.gear.iter().filter(same).count();
        let count = if count > 1 { format!("{count} × ") } else { String::new() };
        let group = gear.group.as_ref().map_or_else(String::new, |group| format!("{group}: "));
        parts.push(format!("{group}{count}{}", gear.name));
    }
    parts
}
