//! `orbat suggest`: what may be added to a list now.

use std::path::PathBuf;

use clap::Args;

use super::data::not_found;
use super::list_file::ListFile;
use super::output::{FAINT, HEAD, TITLE, print, print_json, styled, width};
use super::table::Table;
use super::{Failure, Format, Global, Outcome, Printing, collection};
use crate::build::{OpenUnit, Suggestion, Unknown, Workbench, simple};
use crate::validate::{Checker, Number};

#[derive(Args)]
pub(super) struct SuggestArguments {
    /// The list (.yaml)
    list: PathBuf,
    /// A unit of the list: shows what it may still take
    unit: Option<String>,
    /// Only what fills this slot
    #[arg(long)]
    slot: Option<String>,
    /// Only what costs so much or less
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = super::edit::amount)]
    price: Option<i64>,
    /// Only what the models of a collection suffice for
    #[arg(long, value_name = "FILE")]
    owned: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

pub(super) fn run(global: &Global, arguments: &SuggestArguments) -> Outcome {
    let file = ListFile::open(global, &arguments.list)?;
    let stock = collection::open(&file.game, arguments.owned.as_deref())?;
    let checker = Checker::new(&file.game);
    let bench = Workbench { checker: &checker, game: &file.game, stock: stock.as_ref() };
    let affordable = |price: Number| arguments.price.is_none_or(|most| price <= Number::whole(most));
    let currency = file.game.currencies.values().next().map_or("points", |currency| currency.title.as_str());
    if let Some(unit) = &arguments.unit {
        let mut open = bench.open_options(&file.sources, &file.list, unit).map_err(|Unknown(why)| Failure::Usage(why))?;
        open.options.retain(|option| affordable(option.price));
        match arguments.printing.format {
            Format::Json => print_json(&open),
            Format::Human => print(&draw_unit(&open, currency)),
        }
        return Ok(());
    }
    let mut all = bench.suggest(&file.list);
    let slots: Vec<String> = all.iter().filter_map(|one| one.slot.clone()).collect();
    let fits = |slot: &str, wanted: &str| simple(slot).contains(&simple(wanted));
    if let Some(wanted) = &arguments.slot {
        let mut known: Vec<&str> =
            file.game.charts.values().flat_map(|chart| &chart.slots).map(|slot| slot.title.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        if !known.iter().copied().chain(slots.iter().map(String::as_str)).any(|slot| fits(slot, wanted)) {
            let help = if known.is_empty() { "this game has none".to_owned() } else { format!("there is {}", known.join(", ")) };
            return Err(not_found("slot", wanted, known.iter().copied(), &help));
        }
        all.retain(|one| one.slot.as_ref().is_some_and(|slot| fits(slot, wanted)));
    }
    all.retain(|one| affordable(one.price));
    match arguments.printing.format {
        Format::Json => print_json(&all),
        Format::Human => print(&draw(&all, currency, arguments, &slots)),
    }
    Ok(())
}

fn draw(all: &[Suggestion], currency: &str, arguments: &SuggestArguments, slots: &[String]) -> String {
    if all.is_empty() {
        return nothing(arguments, slots);
    }
    let mut text = String::new();
    let mut heading: Option<(bool, Option<&String>, Option<&String>)> = None;
    let mut table = Table::default();
    let mut sections: Vec<(String, Table)> = Vec::new();
    for one in all {
        let key = (one.needed, one.force.as_ref(), one.slot.as_ref());
        if heading != Some(key) {
            if heading.is_some() {
                sections.push((String::new(), std::mem::take(&mut table)));
            }
            let slot = one.slot.as_ref().map_or("Without a slot", String::as_str);
            let force = one.force.as_ref().map(|force| format!("{force}: ")).unwrap_or_default();
            let needed = if one.needed { "   needed" } else { "" };
            sections.push((format!("{}{}\n", styled(HEAD, &format!("{force}{slot}")), styled(FAINT, needed)), Table::default()));
            heading = Some(key);
        }
        let mut tail = Vec::new();
        if !one.options.is_empty() {
            tail.push(format!("with {}", one.options.join(", ")));
        }
        if !one.opens.is_empty() {
            tail.push(format!("opens {}", one.opens.join(", ")));
        }
        let models = if one.models == 1 { "1 model".to_owned() } else { format!("{} models", one.models) };
        table.row([
            styled(TITLE, &one.title),
            styled(FAINT, &one.unit),
            format!("{} {currency}", one.price),
            models,
            tail.join("; "),
        ]);
    }
    sections.push((String::new(), table));
    for (heading, table) in sections {
        text += &heading;
        text += &table.draw_within(2, width());
    }
    text
}

/// Why nothing is shown.
fn nothing(arguments: &SuggestArguments, slots: &[String]) -> String {
    let mut slots: Vec<&str> = slots.iter().map(String::as_str).collect();
    slots.dedup();
    match (&arguments.slot, slots.as_slice()) {
        (Some(slot), [_, ..]) => {
            format!("Nothing can be added that fills `{slot}`; there is something for {}.\n", slots.join(", "))
        }
        _ => "Nothing can be added without breaking a rule.\n".to_owned(),
    }
}

fn draw_unit(open: &OpenUnit, currency: &str) -> String {
    let models = if open.models == 1 { "1 model".to_owned() } else { format!("{} models", open.models) };
    let mut text = format!("{}   {models}\n", styled(TITLE, &open.title));
    let mut table = Table::default();
    if let Some(price) = open.next_model {
        table.row(["One more model".to_owned(), String::new(), format!("+{price} {currency}"), String::new()]);
    }
    for option in &open.options {
        let of = [option.choice.clone(), option.of.as_ref().map(|of| format!("of {of}"))];
        let of: Vec<String> = of.into_iter().flatten().collect();
        table.row([
            option.title.clone(),
            styled(FAINT, &option.option),
            format!("+{} {currency}", option.price),
            styled(FAINT, &of.join(", ")),
        ]);
    }
    let rows = table.draw_within(2, width());
    text += if rows.is_empty() { "  It can take nothing more.\n" } else { &rows };
    text
}
