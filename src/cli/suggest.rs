//! `orbat suggest`: what can be added to a list.

use std::path::PathBuf;

use clap::Args;

use super::list_file::{self, lacks_faction};
use super::output::{FAINT, HEAD, TITLE, hint, print, print_json, styled, width};
use super::price;
use super::table::Table;
use super::{Format, Global, Outcome, Printing, stock};
use crate::builder::{Builder, LookupError, OpenUnit, Suggestion, resolve_name};
use crate::engine::eval::Number;
use crate::engine::{Assessment, Ruleset};
use crate::model::{Currency, CurrencyId, Game};
use crate::wording::{many, models_words};
use crate::workspace::ListFile;

/// Show what can be added to a list, or to one of its units
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/suggest.txt").trim_ascii_end())]
pub(crate) struct SuggestArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// Show what this unit of the list can still take: its id or name, or `@13` for the unit on
    /// line 13
    unit: Option<String>,
    /// Show only what fills this slot, given by name or any unambiguous part of it
    #[arg(long, conflicts_with = "unit")]
    slot: Option<String>,
    /// Show only what costs at most this many points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = super::parse::amount)]
    price: Option<i64>,
    /// Use only the models of a collection
    #[arg(long, value_name = "FILE")]
    owned: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &SuggestArguments) -> Outcome {
    let file = list_file::open(global, &arguments.list)?;
    list_file::refuse_if_undecided(&file)?;
    let stock = stock::open(&file.game, arguments.owned.as_deref())?;
    let rules = Ruleset::new(&file.game);
    let builder = Builder::new(&rules).owning(stock.as_ref());
    let affordable =
        |price: Number| arguments.price.is_none_or(|most| price <= Number::whole(most));
    if let Some(unit) = &arguments.unit {
        let mut open = builder.open_options(&file.sources, &file.list, unit)?;
        open.options.retain(|option| affordable(option.price));
        open.next_model = open.next_model.filter(|price| affordable(*price));
        match arguments.printing.format {
            Format::Json => print_json(&open),
            Format::Human => print(&draw_unit(&open, &file.game)),
        }
        return Ok(());
    }
    hint_at_faction(&file);
    let assessment = rules.assess(&file.list);
    let mut shown = builder.suggest(&file.list);
    let all = shown.len();
    if let Some(name) = &arguments.slot {
        let wanted = slot(name, &file.game, &assessment, &shown)?;
        shown.retain(|suggestion| suggestion.slot.as_ref() == Some(&wanted));
    }
    shown.retain(|suggestion| affordable(suggestion.price));
    match arguments.printing.format {
        Format::Json => print_json(&shown),
        Format::Human => {
            let open = if all == 0 { builder.open_units(&file.list) } else { Vec::new() };
            let open: Vec<String> = open.iter().map(|unit| draw_unit(unit, &file.game)).collect();
            let summary = summary(
                &file,
                &assessment,
                (shown.len(), all),
                (arguments.owned.is_some(), !open.is_empty()),
            );
            print(&(draw(&shown, &file.game) + &open.concat() + &summary));
        }
    }
    if builder.is_exhausted() {
        hint("not everything was tried: the rules take too many steps to work out");
    }
    Ok(())
}

/// Without a faction there is little to suggest: says why.
fn hint_at_faction(file: &ListFile) {
    if let Some((told, factions)) = lacks_faction(file) {
        hint(&format!(
            "{told}: only units that belong to none are shown. Write `faction:` with one of {factions}"
        ));
    }
}

/// The title of the slot with this name.
fn slot(
    name: &str,
    game: &Game,
    assessment: &Assessment,
    shown: &[Suggestion],
) -> Result<String, LookupError> {
    let mut known: Vec<(String, String)> = Vec::new();
    let of_list = assessment
        .forces
        .iter()
        .flat_map(|force| &game.charts[force.chart].slots)
        .map(|slot| (slot.id.clone(), slot.title.clone()));
    let of_shown = shown
        .iter()
        .filter_map(|suggestion| suggestion.slot.clone())
        .map(|title| (title.clone(), title));
    for (id, title) in of_list.chain(of_shown) {
        if !known.iter().any(|(_, known_title)| *known_title == title) {
            known.push((id, title));
        }
    }
    let id = resolve_name("slot", name, &known)?;
    Ok(known
        .iter()
        .find(|(known_id, _)| known_id == id)
        .map(|(_, title)| title.clone())
        .unwrap_or_default())
}

/// Units by slot. Without slots and forces there are no headings.
fn draw(shown: &[Suggestion], game: &Game) -> String {
    let has_headings = shown.iter().any(|suggestion| {
        suggestion.slot.is_some() || suggestion.force.is_some() || suggestion.needed
    });
    let mut sections: Vec<(String, Table)> = Vec::new();
    for suggestion in shown {
        let slot = suggestion.slot.as_ref().map_or("Without a slot", String::as_str);
        let chart = suggestion.chart.as_ref().map(|id| {
            let chart = game.charts.values().find(|chart| chart.id == *id);
            format!(" ({} chart)", chart.map_or(id, |chart| &chart.title))
        });
        let chart = chart.unwrap_or_default();
        let force = suggestion.force.as_ref().map(|force| format!("{force}{chart}: "));
        let force = force.unwrap_or_default();
        let needed = match &suggestion.needed_for {
            Some(reason) => format!("   needed: {reason}"),
            None if suggestion.needed => "   needed".to_owned(),
            None => String::new(),
        };
        let heading =
            format!("{}{}\n", styled(HEAD, &format!("{force}{slot}")), styled(FAINT, &needed));
        if sections.last().is_none_or(|(last, _)| *last != heading) {
            sections.push((heading, Table::default()));
        }
        if let Some((_, table)) = sections.last_mut() {
            table.row([
                styled(TITLE, &suggestion.title),
                styled(FAINT, &suggestion.unit),
                price::price(game, suggestion.price, &suggestion.other_costs),
                models_words(suggestion.models),
                what_else(suggestion),
            ]);
        }
    }
    let mut text = String::new();
    for (heading, table) in sections {
        text += if has_headings { &heading } else { "" };
        text += &table.draw_within(2, width());
    }
    text
}

/// The greatest number of names after `or`.
const MOST_INSTEAD: usize = 4;

/// The greatest number of names after `opens`.
const MOST_OPENED: usize = 4;

fn what_else(suggestion: &Suggestion) -> String {
    let mut parts = Vec::new();
    let with: Vec<&str> = suggestion
        .options
        .iter()
        .chain(&suggestion.stated)
        .chain(&suggestion.design)
        .map(String::as_str)
        .collect();
    if !with.is_empty() {
        parts.push(format!("with {}", with.join(", ")));
    }
    if !suggestion.instead.is_empty() {
        let named = suggestion.instead.iter().take(MOST_INSTEAD);
        let named: Vec<String> =
            named.map(|other| format!("{} {}", other.option, other.price)).collect();
        let more = suggestion.instead.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        parts.push(format!("or {}{more}", named.join(", ")));
    }
    if !suggestion.opens.is_empty() {
        let named: Vec<&str> =
            suggestion.opens.iter().take(MOST_OPENED).map(String::as_str).collect();
        let more = suggestion.opens.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        parts.push(format!("opens {}{more}", named.join(", ")));
    }
    parts.join("; ")
}

/// The number of suggestions, and the points left.
fn summary(
    file: &ListFile,
    assessment: &Assessment,
    (shown, all): (usize, usize),
    (owned, open): (bool, bool),
) -> String {
    let count = match (shown, all) {
        (0, 0) if open => {
            "No unit can be added without breaking a rule, but units can take more".to_owned()
        }
        (0, 0) if owned => {
            "Nothing of the collection can be added without breaking a rule".to_owned()
        }
        (0, 0) => "Nothing can be added without breaking a rule".to_owned(),
        (0, all) => format!(
            "Nothing of the kind can be added; without --slot and --price there are {}",
            many(all, "unit")
        ),
        (shown, all) if shown < all => format!("{shown} of {}", many(all, "unit")),
        (shown, _) => many(shown, "unit"),
    };
    let left: String =
        file.game.currencies.iter().map(|(id, of)| left(assessment, id, of)).collect();
    format!("{}\n", styled(FAINT, &format!("{count}{left}.")))
}

/// How much of a currency may still be spent, if there is a limit.
fn left(assessment: &Assessment, id: CurrencyId, currency: &Currency) -> String {
    let Some(limit) = assessment.limit_of(id) else { return String::new() };
    let spent = assessment.costs.get(id.index()).copied().unwrap_or(Number::ZERO);
    match limit.subtract(spent).filter(|left| *left >= Number::ZERO) {
        Some(left) => format!("; {left} of {limit} {} left", currency.title),
        None => format!("; {spent} of {limit} {} are spent", currency.title),
    }
}

fn draw_unit(open: &OpenUnit, game: &Game) -> String {
    let mut text = format!("{}   {}\n", styled(TITLE, &open.title), models_words(open.models));
    let mut table = Table::default();
    if let Some(price) = open.next_model {
        table.row([
            match open.more_models {
                1 => "One more model".to_owned(),
                more => format!("{more} more models"),
            },
            String::new(),
            price::added(game, price, &open.next_model_costs),
            String::new(),
        ]);
    }
    for option in &open.options {
        let of = [option.choice.clone(), option.of.as_ref().map(|of| format!("of {of}"))];
        let of: Vec<String> = of.into_iter().flatten().collect();
        let price = price::added(game, option.price, &option.other_costs);
        table.row([
            option.title.clone(),
            styled(FAINT, &option.option),
            price,
            styled(FAINT, &of.join(", ")),
        ]);
    }
    let rows = table.draw_within(2, width());
    text += if rows.is_empty() { "  It can take nothing more.\n" } else { &rows };
    text
}
