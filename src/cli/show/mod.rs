//! `orbat show`: the page of a unit, a faction, a chart, a game, or of anything smaller.

mod find;

use clap::Args;
use serde_json::{Value, json};

use super::list_file::currency;
use super::output::{print, print_json, width};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::budget::{Budget, BudgetLimits};
use crate::engine::Ruleset;
use crate::model::{FactionId, Game};
use crate::render::terminal::terminal_page;
use crate::source::Sources;
use crate::views::{self, PageRef, Topic, WithSource};
use crate::workspace::Data;

/// Show the page of a unit, faction, chart, game, rule, keyword, weapon, option or card
#[derive(Args)]
pub(crate) struct ShowArguments {
    /// The id or name of what to show
    name: String,
    /// The game, if several have something of that name
    #[arg(long)]
    system: Option<String>,
    /// Show the lines of the data, too
    #[arg(long)]
    source: bool,
    #[command(flatten)]
    printing: Printing,
}

/// How a page is asked for.
#[derive(Clone, Copy)]
struct PageOptions {
    format: Format,
    source: bool,
}

pub(crate) fn run(global: &Global, arguments: &ShowArguments) -> Outcome {
    let ShowArguments { name, system, source, printing: Printing { format } } = arguments;
    let (system, wanted) = (system.as_deref(), PageOptions { format: *format, source: *source });
    let data = global.data()?;
    let pages = find::find(&data, name, system)?;
    for page in pages {
        show_page(&data, page, wanted)?;
    }
    Ok(())
}

fn show_page(data: &Data, page: PageRef<'_>, wanted: PageOptions) -> Outcome {
    let (game, sources, home) =
        (page.game, &data.game(&page.game.id)?.sources, page.owner_titles());
    let budget = Budget::new(BudgetLimits::PAGE);
    let rules = Ruleset::new(game).within(&budget);
    match page.topic {
        Topic::Unit(id) => show("unit", views::unit(&rules, sources, id), wanted, |unit| {
            json!({
                "unit": unit,
                "home": home,
                "currency": currency(game),
                "by_options": unit.option_gear(),
                "keywords": unit.glossary(),
                "army_only": unit.army_only(),
            })
        }),
        Topic::Faction(id) => show_army(&rules, game, sources, Some(id), wanted),
        Topic::Game => show_army(&rules, game, sources, None, wanted),
        Topic::Chart(id) => {
            let chart = views::chart(&rules, sources, id);
            show("chart", chart, wanted, |chart| json!({"chart": chart, "home": home}))
        }
        Topic::Rule(_) => super::explain::show_rule(game, sources, page.id(), wanted.format),
        Topic::Keyword(id) => {
            let thing = views::thing::keyword(&rules, sources, id);
            show("thing", thing, wanted, |thing| json!({"thing": thing, "home": home}))
        }
        Topic::Thing(id) => {
            let thing = views::thing::entry(&rules, sources, id);
            show("thing", thing, wanted, |thing| json!({"thing": thing, "home": home}))
        }
    }?;
    super::refuse_gaps(&budget)
}

fn show_army(
    rules: &Ruleset<'_>,
    game: &Game,
    sources: &Sources,
    faction: Option<FactionId>,
    wanted: PageOptions,
) -> Outcome {
    let army = views::army(rules, sources, faction);
    let home = if faction.is_some() { game.title.as_str() } else { "a game" };
    show("army", army, wanted, |army| json!({"army": army, "home": home}))
}

fn show<T: serde::Serialize + WithSource>(
    template: &str,
    mut view: T,
    wanted: PageOptions,
    page: impl FnOnce(&T) -> Value,
) -> Outcome {
    if wanted.format == Format::Json {
        print_json(&view);
        return Ok(());
    }
    if wanted.source {
        view.show_source();
    }
    let page = terminal_page(template, page(&view), width());
    print(&page.map_err(|error| Failure::Usage(error.to_string()))?);
    Ok(())
}
