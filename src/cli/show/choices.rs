use super::heading;
use super::keywords::names;
use crate::cli::output::{FAINT, styled, width};
use crate::cli::table::wrap;
use crate::report::{ChoiceView, GearView, OptionView};

/// So many options with nothing but a name and a price stand in one paragraph.
const MANY: usize = 5;

pub(super) fn draw_choices(title: &str, choices: &[ChoiceView]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let mut text = heading(title);
    choices.iter().for_each(|choice| text.push_str(&draw_choice(choice, 2)));
    text
}

fn draw_choice(choice: &ChoiceView, indent: usize) -> String {
    let when = choice.when.as_ref().map(|when| format!("when {when}"));
    // An option that stands alone needs no heading of its own.
    if let ([option], []) = (choice.options.as_slice(), choice.choices.as_slice())
        && option.id == choice.id
    {
        let times = match choice.range.as_str() {
            "0..1" => None,
            "1" => Some("always taken".to_owned()),
            range => Some(format!("{} times", range_words(range))),
        };
        let terms: Vec<String> = times.into_iter().chain(when).collect();
        return draw_option(option, &terms, &choice.limits, indent);
    }
    let mut terms = vec![range_words(&choice.range)];
    terms.extend(choice.target.as_ref().map(|target| format!("for {target}")));
    terms.extend(when);
    let lead = format!("{}{} ", " ".repeat(indent), choice.name);
    let mut text = wrap(&lead, &styled(FAINT, &format!("({})", terms.join(", "))), indent + 4, width());
    for limit in &choice.limits {
        text.push_str(&wrap(&" ".repeat(indent + 4), limit, indent + 6, width()));
    }
    text.push_str(&draw_options(choice, indent + 2));
    choice.choices.iter().for_each(|inner| text.push_str(&draw_choice(inner, indent + 2)));
    text
}

fn draw_options(choice: &ChoiceView, indent: usize) -> String {
    let terms = |option: &OptionView| {
        let default = choice.default.as_ref() == Some(&option.name);
        let times = option.times.as_ref().map(|times| format!("{} times", range_words(times)));
        default.then(|| "unless another is chosen".to_owned()).into_iter().chain(times).collect::<Vec<_>>()
    };
    // Formulas side by side could not be read.
    let is_short = |option: &OptionView| option.price.as_ref().is_none_or(|price| !price.contains('('));
    let bare = |option: &&OptionView| {
        terms(option).is_empty() && details(option).is_empty() && option.choices.is_empty() && is_short(option)
    };
    let paragraph = choice.options.iter().filter(bare).count() >= MANY;
    let (bare, full): (Vec<&OptionView>, Vec<&OptionView>) = choice.options.iter().partition(|one| paragraph && bare(one));
    let mut text: String = full.into_iter().map(|option| draw_option(option, &terms(option), &[], indent)).collect();
    if !bare.is_empty() {
        let with_price = |option: &&OptionView| match price(option) {
            Some(price) => format!("{} {price}", option.name),
            None => option.name.clone(),
        };
        let all: Vec<String> = bare.iter().map(with_price).collect();
        text.push_str(&wrap(&" ".repeat(indent), &all.join("; "), indent, width()));
    }
    text
}

fn draw_option(option: &OptionView, terms: &[String], limits: &[String], indent: usize) -> String {
    let parts = price(option).into_iter().chain(terms.iter().cloned()).chain(details(option)).chain(limits.iter().cloned());
    let parts: Vec<String> = parts.collect();
    let lead = format!("{}{}  ", " ".repeat(indent), option.name);
    let mut text = wrap(&lead, &parts.join("; "), indent + 4, width());
    option.choices.iter().for_each(|inner| text.push_str(&draw_choice(inner, indent + 2)));
    text
}

fn price(option: &OptionView) -> Option<String> {
    let price = option.price.as_ref()?;
    let sign = if price.starts_with('-') { "" } else { "+" };
    let each = if option.per_model { " per model" } else { "" };
    Some(format!("{sign}{price}{each}"))
}

/// What taking an option means.
fn details(option: &OptionView) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(option.unique.then(|| "unique".to_owned()));
    parts.extend(option.target.as_ref().map(|target| format!("for {target}")));
    parts.extend(option.replaces.as_ref().map(|(old, new)| format!("{} instead of {}", new.join(", "), old.join(", "))));
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

/// The weapons an option gives beyond its name and what it exchanges, each with its number and attack group.
fn given(option: &OptionView) -> Vec<String> {
    let exchanged = option.replaces.as_ref().map(|(_, new)| new.as_slice()).unwrap_or_default();
    let said = |gear: &GearView| gear.group.is_none() && (gear.name == option.name || exchanged.contains(&gear.name));
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

/// The two ends of a range as written; what stands in parentheses may hold a range of its own.
pub(super) fn bounds(range: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    for (at, char) in range.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '.' if depth == 0 => {
                let (low, high) = (range.get(..at), range.get(at + "..".len()..));
                return (low.unwrap_or_default(), high.unwrap_or_default());
            }
            _ => {}
        }
    }
    (range, range)
}

/// `0..2` is “up to 2”.
fn range_words(range: &str) -> String {
    match bounds(range) {
        (low, high) if low == high => format!("exactly {low}"),
        ("0" | "", "") => "any number".to_owned(),
        ("0" | "", high) => format!("up to {high}"),
        (low, "") => format!("{low} or more"),
        (low, high) => format!("{low} to {high}"),
    }
}
