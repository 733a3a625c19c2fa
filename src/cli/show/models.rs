use unicode_width::UnicodeWidthStr;

use super::choices::draw_choices;
use super::gear::draw_gear;
use super::keywords::names;
use super::with_id;
use crate::cli::output::{FAINT, HEAD, styled, width};
use crate::cli::table::{Table, wrap};
use crate::views::{ModelView, StatView};
use crate::wording::bounds;

/// Each model once, with all lines that speak of it.
pub(crate) fn draw_models(models: &[ModelView]) -> String {
    let mut text = String::new();
    for (place, model) in models.iter().enumerate() {
        let same = |other: &&ModelView| other.id == model.id && other.stats == model.stats;
        if models.iter().take(place).any(|other| same(&other)) {
            continue;
        }
        let lines: Vec<String> = models.iter().filter(same).map(terms).collect();
        text.push_str(&draw_model(model, &lines.join("; then ")));
    }
    text
}

/// How many and for how much: `5–10 models, 12 points each`.
fn terms(model: &ModelView) -> String {
    let mut parts = vec![model_count(&model.count)];
    parts.extend(model.price.clone());
    parts.extend(model.leads.then(|| "leads the unit".to_owned()));
    match model.by.as_slice() {
        [] => {}
        [only] if *only == model.name => parts.push("by its option".to_owned()),
        options => parts.push(format!("by the option {}", options.join(" or "))),
    }
    parts.join(", ")
}

/// `5..10` in words; a formula stands as it is written.
pub(crate) fn model_count(range: &str) -> String {
    let is_number = |bound: &str| bound.chars().all(|char| char.is_ascii_digit());
    match bounds(range) {
        ("1", "1") => "1 model".to_owned(),
        (low, high) if low == high && is_number(low) => format!("{low} models"),
        (low, high) if low == high => format!("models: {low}"),
        (low, "") if is_number(low) => format!("{low} or more models"),
        ("0" | "", high) if is_number(high) => {
            format!("up to {high} model{}", if high == "1" { "" } else { "s" })
        }
        (low, high) if is_number(low) && is_number(high) => format!("{low}–{high} models"),
        ("0" | "", high) => format!("models: up to {high}"),
        (low, "") => format!("models: {low} or more"),
        (low, high) => format!("models: {low} to {high}"),
    }
}

fn draw_model(model: &ModelView, terms: &str) -> String {
    let lead = format!("{}  ", with_id(&styled(HEAD, &model.name), &model.id));
    let mut text = format!("\n{}", wrap(&lead, &styled(FAINT, terms), 4, width()));
    text.push_str(&draw_stats(&model.stats));
    if !model.keywords.is_empty() {
        text.push_str(&wrap("  ", &format!("Has: {}", names(&model.keywords)), 4, width()));
    }
    for line in model.limits.iter().chain(&model.notes) {
        text.push_str(&wrap("  ", line, 4, width()));
    }
    text.push_str(&draw_gear(&format!("{}: weapons", model.name), &model.weapons));
    text.push_str(&draw_choices(&format!("{}: options", model.name), &model.choices));
    text
}

/// A stat line as a table of two rows, broken where the terminal ends. One without any value is no
/// table.
fn draw_stats(stats: &[StatView]) -> String {
    if !stats.is_empty() && stats.iter().all(|stat| stat.value == "-") {
        return wrap("  ", "Its characteristics are not in the data.", 4, width());
    }
    let mut text = String::new();
    let mut rest = stats;
    while !rest.is_empty() {
        let mut used = 2;
        let fits = rest.iter().take_while(|stat| {
            used += stat.name.width().max(stat.value.width()) + 2;
            used <= width() + 2 // nothing follows the last
        });
        let (line, after) = rest.split_at_checked(fits.count().max(1)).unwrap_or((rest, &[]));
        let mut table = Table::default();
        table.row(line.iter().map(|stat| styled(FAINT, &stat.name)));
        table.row(line.iter().map(|stat| stat.value.clone()));
        text.push_str(&table.draw(2));
        rest = after;
    }
    text
}
