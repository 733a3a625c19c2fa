//! `orbat show`: the page of a unit, a faction, a chart or a game.

mod find;

use clap::Args;
use serde_json::{Value, json};

use super::list_file::currency;
use super::output::{print, print_json, width};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::engine::Ruleset;
use crate::model::{FactionId, Game};
use crate::render::terminal::terminal_page;
use crate::source::Sources;
use crate::views::{self, Topic};

/// Show the page of a unit, a faction, a chart or a game
#[derive(Args)]
pub(crate) struct ShowArguments {
    /// The id or name of a unit, faction, chart or game
    name: String,
    /// The game, if several have something of that name
    #[arg(long)]
    system: Option<String>,
    #[command(flatten)]
    printing: Printing,
}

pub(crate) fn run(global: &Global, arguments: &ShowArguments) -> Outcome {
    let ShowArguments { name, system, printing: Printing { format } } = arguments;
    let (system, format) = (system.as_deref(), *format);
    let data = global.data()?;
    let page = find::find(&data, name, system)?;
    let (game, sources, home) = (page.game, &data.game(&page.game.id)?.sources, page.home());
    let rules = Ruleset::new(game);
    match page.topic {
        Topic::Unit(id) => {
            let unit = views::unit(&rules, sources, id);
            show("unit", &unit, format, || {
                json!({
                    "unit": unit,
                    "home": home,
                    "currency": currency(game),
                    "by_options": unit.option_gear(),
                    "keywords": unit.glossary(),
                    "army_only": unit.army_only(),
                })
            })
        }
        Topic::Faction(id) => show_army(&rules, game, sources, Some(id), format),
        Topic::Game => show_army(&rules, game, sources, None, format),
        Topic::Chart(id) => {
            let chart = views::chart(&rules, sources, id);
            show("chart", &chart, format, || json!({"chart": chart, "home": home}))
        }
    }
}

fn show_army(
    rules: &Ruleset<'_>,
    game: &Game,
    sources: &Sources,
    faction: Option<FactionId>,
    format: Format,
) -> Outcome {
    let army = views::army(rules, sources, faction);
    let home = if faction.is_some() { game.title.as_str() } else { "a game" };
    show("army", &army, format, || json!({"army": army, "home": home}))
}

fn show<T: serde::Serialize>(
    template: &str,
    view: &T,
    format: Format,
    page: impl FnOnce() -> Value,
) -> Outcome {
    if format == Format::Json {
        print_json(view);
    } else {
        let page = terminal_page(template, page(), width());
        print(&page.map_err(|error| Failure::Usage(error.to_string()))?);
    }
    Ok(())
}
